//! Vertices on the command line.

use std::num::{NonZeroU8, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::{FeedError, Program};

use super::file;
use super::values::parse_row;
use pica200::diagnostic::Diagnostic;
use pica200::shader::direct3d;
use pica200::shader::feeding::{self, Feeding, Keys, PrimitiveSizes};
use pica200::shader::row::Row;
use pica200::shader::value_error::ValueError;

/// The code of diagnostics about vertices that cannot be fed.
const CANNOT_FEED: Code = Code::CannotFeed;

const KEYS: Keys = Keys {
    vertices: "--vertex",
    stride: "--stride",
    primitive: "--primitive",
};

/// The options that feed a geometry shader.
#[derive(Args, Debug)]
pub(super) struct FeedOptions {
    /// Feed a vertex: `--vertex 1,2,3/0.5,0.5`; repeat for each vertex
    ///
    /// This applies to geometry shaders, and to the shaders of containers. The value lists the outputs of the vertex,
    /// o0 first, as vectors in the syntax of `--in`. The shader runs once for each primitive that the vertices form, in
    /// the mode of its `.gsh`; registers and emitted vertices are kept between runs. `@FILE.toml` reads many vertices:
    /// `vertices = [[[1, 2, 3], [0.5, 0.5]], [[4, 5, 6], [0, 1]]]`. The vertex shader of a DXBC container runs once for
    /// each vertex, and its geometry shader once for each primitive; the vectors are the inputs in the order of the
    /// signature.
    #[arg(long = "vertex", value_name = "VECTORS", value_parser = vertices, allow_hyphen_values = true)]
    vertices: Vec<Vertices>,

    /// Registers per primitive in point mode [default: the registers of one vertex]
    #[arg(long, value_name = "REGISTERS", requires = "vertices")]
    stride: Option<NonZeroU8>,

    /// Vertices per primitive in variable mode [default: all]
    #[arg(long, value_name = "VERTICES", requires = "vertices")]
    primitive: Option<NonZeroUsize>,
}

/// Vertices, each with its outputs.
#[derive(Clone, Debug)]
enum Vertices {
    Given(Vec<Row>),
    File(PathBuf),
}

/// Parses an argument of `--vertex`.
fn vertices(text: &str) -> Result<Vertices, String> {
    match text.strip_prefix('@') {
        Some("") => Err("missing file name after `@`".to_owned()),
        Some(path) => Ok(Vertices::File(path.into())),
        None => {
            let rows = text.split('/').map(parse_row);
            Ok(Vertices::Given(rows.collect::<Result<_, _>>()?))
        }
    }
}

impl FeedOptions {
    /// Returns the files to read.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.vertices.iter().filter_map(|vertices| match vertices {
            Vertices::Given(_) => None,
            Vertices::File(path) => Some(path.as_path()),
        })
    }

    /// Returns a feed of a program with these vertices, including those from files; `None` if there are none. `shader`
    /// is the shader's file name for messages.
    pub(super) fn prepare(
        &self,
        program: &Program,
        shader: &str,
        files: &dyn Files,
    ) -> Result<Option<Feeding<'static>>, Diagnostic> {
        if self.vertices.is_empty() {
            return Ok(None);
        }
        let vertices = self.read(files)?.into_iter();
        let vectors = vertices.map(|vertex| vertex.iter().map(Row::vector).collect());
        let vertices: Vec<Vec<_>> = vectors.collect();
        let primitives = PrimitiveSizes {
            stride: self.stride,
            vertices: self.primitive,
        };
        let feeding = Feeding::new(program, vertices, primitives, KEYS).map_err(|value_error| {
            let value_error = if program.is_geometry() {
                value_error
            } else {
                value_error.with_help("set the inputs of a vertex shader with `--in`")
            };
            value_error.report(CANNOT_FEED, shader)
        })?;
        Ok(Some(feeding))
    }

    /// Feeds these vertices, including those from files, to the shader of a container.
    pub(super) fn feed(
        &self,
        setup: &mut direct3d::Setup<'_>,
        shader: &str,
        files: &dyn Files,
    ) -> Result<(), Diagnostic> {
        if self.vertices.is_empty() {
            return Ok(());
        }
        let fed = setup.feed(self.read(files)?);
        fed.map_err(|value_error| value_error.about(KEYS.vertices).report(CANNOT_FEED, shader))
    }

    fn read(&self, files: &dyn Files) -> Result<Vec<Vec<Row>>, Diagnostic> {
        let mut all = Vec::new();
        for vertices in &self.vertices {
            match vertices {
                Vertices::Given(vertex) => all.push(vertex.clone()),
                Vertices::File(path) => all.extend(file::vertices(path, files)?),
            }
        }
        Ok(all)
    }
}

/// Returns a warning if some vertices do not form a complete primitive.
pub(super) fn incomplete_primitive(feeding: &Feeding<'_>, shader: &str) -> Option<Diagnostic> {
    Some(incomplete_primitive_warning(feeding.left_over()?, shader))
}

/// Returns a warning if some vertices of a container's geometry shader do not form a complete primitive.
pub(super) fn incomplete_primitive_in_container(setup: &direct3d::Setup<'_>, shader: &str) -> Option<Diagnostic> {
    let value_error = setup.left_over()?.about(KEYS.vertices);
    Some(incomplete_primitive_warning(value_error, shader))
}

/// Builds the warning about vertices that do not form a complete primitive. `shader` is the shader's file name.
fn incomplete_primitive_warning(value_error: ValueError, shader: &str) -> Diagnostic {
    value_error.report(Code::IncompletePrimitive, shader).into_warning()
}

/// Builds the diagnostic for a feed error.
pub(super) fn cannot_feed(error: &FeedError, program: &Program, shader: &str) -> Diagnostic {
    feeding::cannot_feed(error, program, KEYS).report(CANNOT_FEED, shader)
}
