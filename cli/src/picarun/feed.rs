//! Vertices on the command line, and geometry shaders that are fed with them.

use std::num::{NonZeroU8, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use pica200_asm::Files;
use pica200_machine::{Fed, Feed, FeedError, Machine, Observer, Program, Vector};
use pica200_objfmt::object::GeometryMode;
use pica200_objfmt::register::Bank;

use super::file;
use super::values::{Trouble, vector_of};
use crate::dump::page::counted;
use crate::report::Report;

/// The name of what is said of vertices that cannot be fed.
const CANNOT_FEED: &str = "cannot-feed";

/// The options that feed a geometry shader.
#[derive(Args, Debug)]
pub(super) struct FeedOptions {
    /// Feed a vertex to a geometry shader: `--vertex 1,2,3/0.5,0.5`; again for each vertex
    ///
    /// The outputs of the vertex, o0 first, written as the vectors of `--in`. The shader then runs once for each
    /// primitive that the vertices make, in the way that its `.gsh` says; registers and what was emitted stay from run
    /// to run. `@FILE.toml` takes many: `vertices = [[[1, 2, 3], [0.5, 0.5]], [[4, 5, 6], [0, 1]]]`.
    #[arg(long = "vertex", value_name = "VECTORS", value_parser = vertices)]
    vertices: Vec<Vertices>,

    /// How many registers make a primitive in point mode; those of one vertex if it is missing
    #[arg(long, value_name = "REGISTERS", requires = "vertices")]
    stride: Option<NonZeroU8>,

    /// How many vertices make a primitive in variable mode; all if it is missing
    #[arg(long, value_name = "VERTICES", requires = "vertices")]
    primitive: Option<NonZeroUsize>,
}

/// Vertices, each by its outputs.
#[derive(Clone, Debug)]
enum Vertices {
    Given(Vec<Vector>),
    File(PathBuf),
}

/// An argument of `--vertex`.
fn vertices(text: &str) -> Result<Vertices, String> {
    match text.strip_prefix('@') {
        Some("") => Err("there is no name of a file behind `@`".to_owned()),
        Some(path) => Ok(Vertices::File(path.into())),
        None => {
            let rows = text.split('/').map(vector_of);
            Ok(Vertices::Given(rows.collect::<Result<_, _>>()?))
        }
    }
}

impl FeedOptions {
    /// The files that are read.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.vertices.iter().filter_map(|vertices| match vertices {
            Vertices::Given(_) => None,
            Vertices::File(path) => Some(path.as_path()),
        })
    }

    /// A feed of a program with these vertices, those of files read; `None` if there are none. `shader` is what messages
    /// call the file of the shader.
    pub(super) fn prepare(
        &self,
        program: &Program,
        shader: &str,
        files: &dyn Files,
    ) -> Result<Option<Feeding>, Report> {
        if self.vertices.is_empty() {
            return Ok(None);
        }
        let vertices = self.read(files)?;
        let feed = outputs_of_each(&vertices)
            .and_then(|outputs| self.start(program, outputs))
            .map_err(|trouble| trouble.report(CANNOT_FEED, shader))?;
        Ok(Some(Feeding {
            feed,
            vertices,
            primitive: self.primitive.map_or(usize::MAX, NonZeroUsize::get),
        }))
    }

    fn read(&self, files: &dyn Files) -> Result<Vec<Vec<Vector>>, Report> {
        let mut all = Vec::new();
        for vertices in &self.vertices {
            match vertices {
                Vertices::Given(vertex) => all.push(vertex.clone()),
                Vertices::File(path) => all.extend(file::vertices(path, files)?),
            }
        }
        Ok(all)
    }

    /// A feed for vertices of so many outputs.
    fn start(&self, program: &Program, outputs: u8) -> Result<Feed, Trouble> {
        let stride = self.stride.map_or(outputs, NonZeroU8::get);
        let feed = Feed::new(program, stride, outputs).map_err(|error| explain(&error, program))?;
        let mode = feed.mode();
        if self.stride.is_some() && mode != GeometryMode::Point {
            return Err(wrong_mode("--stride", "point", mode));
        }
        if self.primitive.is_some() && !matches!(mode, GeometryMode::Variable { .. }) {
            return Err(wrong_mode("--primitive", "variable", mode));
        }
        Ok(feed)
    }
}

/// Vertices, and the feed that takes them.
#[derive(Debug)]
pub(super) struct Feeding {
    feed: Feed,
    vertices: Vec<Vec<Vector>>,
    /// How many vertices are fed at once: in variable mode they are a primitive.
    primitive: usize,
}

impl Feeding {
    /// Feeds all vertices, and runs the shader for each primitive.
    pub(super) fn run<O: Observer>(
        &mut self,
        machine: &mut Machine<'_>,
        budget: u64,
        observer: &mut O,
    ) -> Result<Fed, FeedError> {
        let mut all = Fed::default();
        for primitive in self.vertices.chunks(self.primitive) {
            match self
                .feed
                .feed_observed(machine, primitive, budget, observer)
            {
                Ok(fed) => all = sum(all, fed),
                Err(FeedError::Fault { fault, before }) => {
                    let before = sum(all, before);
                    return Err(FeedError::Fault { fault, before });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }

    /// A warning if vertices are left that make no primitive.
    pub(super) fn left_over(&self, shader: &str) -> Option<Report> {
        let (waiting, size) = (self.feed.waiting(), self.feed.size());
        if waiting == 0 {
            return None;
        }
        let message = format!(
            "`--vertex`: {} make a primitive, and the last one has only {waiting}; the shader did not run for it",
            counted(size, "register")
        );
        let report = Report::of_file("incomplete-primitive", shader, message);
        Some(report.as_warning())
    }
}

fn sum(before: Fed, fed: Fed) -> Fed {
    Fed {
        runs: before.runs + fed.runs,
        instructions: before.instructions + fed.instructions,
        end: fed.end.or(before.end),
    }
}

/// What is wrong with `--vertex`.
fn trouble(why: &str, help: Option<String>) -> Trouble {
    let message = format!("`--vertex`: {why}");
    Trouble { message, help }
}

/// How many outputs each vertex has: all have the same number of them.
fn outputs_of_each(vertices: &[Vec<Vector>]) -> Result<u8, Trouble> {
    let first = vertices.first().map_or(0, Vec::len);
    let of_vertex = |number: usize, why: String| {
        let why = format!("vertex {number}, counted from 0, has {why}");
        trouble(&why, None)
    };
    let other = vertices.iter().position(|vertex| vertex.len() != first);
    if let Some((number, vertex)) = other.and_then(|n| Some((n, vertices.get(n)?))) {
        let found = counted(vertex.len(), "output");
        return Err(of_vertex(
            number,
            format!("{found}, and the first has {first}"),
        ));
    }
    let most = Bank::Output.size();
    match u8::try_from(first) {
        Ok(outputs) if outputs <= most => Ok(outputs),
        _ => Err(of_vertex(
            0,
            format!("{first} outputs, and there are {most} at most"),
        )),
    }
}

/// What to say of an error of a feed.
pub(super) fn cannot_feed(error: &FeedError, program: &Program, shader: &str) -> Report {
    explain(error, program).report(CANNOT_FEED, shader)
}

fn explain(error: &FeedError, program: &Program) -> Trouble {
    let bytes = program.geometry();
    let help = match (error, bytes.mode) {
        (FeedError::NoGeometryShader, _) => {
            Some("`--in` sets the inputs of a vertex shader".to_owned())
        }
        (FeedError::TooLarge { .. }, 0) => Some(STRIDE.to_owned()),
        (FeedError::TooLarge { .. }, 1) => Some(PRIMITIVE.to_owned()),
        (FeedError::TooLarge { .. } | FeedError::Empty, 2) => Some(format!(
            "the file says that a primitive has {} vertices, which go to the registers from `c{}` on",
            bytes.fixed_vertices, bytes.fixed_start
        )),
        _ => None,
    };
    trouble(&error.to_string(), help)
}

const STRIDE: &str = "`--stride` says how many registers make a primitive in point mode";
const PRIMITIVE: &str = "`--primitive` says how many vertices make a primitive in variable mode";

fn wrong_mode(option: &str, needed: &str, mode: GeometryMode) -> Trouble {
    let (found, help) = match mode {
        GeometryMode::Point => ("point", STRIDE),
        GeometryMode::Variable { .. } => ("variable", PRIMITIVE),
        GeometryMode::Fixed { .. } => (
            "fixed",
            "in fixed mode the file says how many vertices make a primitive",
        ),
    };
    Trouble {
        message: format!(
            "`{option}` is for shaders in {needed} mode, and this one is in {found} mode"
        ),
        help: Some(help.to_owned()),
    }
}
