//! Vertices as inputs of geometry shaders.

use std::borrow::Cow;
use std::num::{NonZeroU8, NonZeroUsize};
use std::slice;

use pica200_machine::{FaultKind, Feed, FeedError, FeedResult, Machine, Observer, Program, Vector};
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::register::Bank;

use super::value_error::ValueError;
use crate::text::page::counted;

/// Key names in messages.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// Vertices.
    pub vertices: &'static str,
    /// Registers of a primitive in point mode.
    pub stride: &'static str,
    /// Vertices of a primitive in variable mode.
    pub primitive: &'static str,
}

/// The primitive sizes that are not in the file.
#[derive(Clone, Copy, Default, Debug)]
pub struct PrimitiveSizes {
    /// In point mode, the number of registers of a primitive (default: one vertex).
    pub stride: Option<NonZeroU8>,
    /// In variable mode, the number of vertices of a primitive (default: all).
    pub vertices: Option<NonZeroUsize>,
}

/// Vertices, given by their outputs, and the feed that receives them.
#[derive(Debug)]
pub struct Feeding<'v> {
    feed: Feed,
    vertices: Cow<'v, [Vec<Vector>]>,
    /// Number of vertices of a primitive in variable mode.
    primitive: usize,
    keys: Keys,
}

impl<'v> Feeding<'v> {
    /// Creates a feed of a program with vertices.
    pub fn new(
        program: &Program,
        vertices: impl Into<Cow<'v, [Vec<Vector>]>>,
        primitives: PrimitiveSizes,
        keys: Keys,
    ) -> Result<Self, ValueError> {
        let vertices = vertices.into();
        let outputs = outputs_of_each(&vertices).map_err(|why| ValueError::new(why).about(keys.vertices))?;
        Ok(Self {
            feed: feed(program, outputs, primitives, keys)?,
            vertices,
            primitive: primitives.vertices.map_or(usize::MAX, NonZeroUsize::get),
            keys,
        })
    }

    /// Feeds all vertices, and runs the shader for each primitive, with at most `budget` instructions in all runs.
    pub(super) fn run<O: Observer<Program>>(
        &mut self,
        machine: &mut Machine,
        budget: u64,
        observer: &mut O,
    ) -> Result<FeedResult, FeedError> {
        let mut all = FeedResult::default();
        let feed = &mut self.feed;
        match feed.mode() {
            GeometryMode::Variable { .. } => {
                for primitive in self.vertices.chunks(self.primitive) {
                    all = more(all, feed, machine, primitive, budget, observer)?;
                }
            }
            // Vertices are fed one by one, so each feed causes at most one run.
            GeometryMode::Point | GeometryMode::Fixed { .. } => {
                for register in self.vertices.iter().flatten() {
                    let registers = [slice::from_ref(register)];
                    all = more(all, feed, machine, &registers, budget, observer)?;
                }
            }
        }
        Ok(all)
    }

    /// Returns a message if the last vertices form no complete primitive.
    pub fn left_over(&self) -> Option<ValueError> {
        let (waiting, size) = (self.feed.waiting(), self.feed.size());
        if waiting == 0 {
            return None;
        }
        let registers = counted(size, "register");
        let message =
            format!("a primitive has {registers}, but the last one only {waiting}; the shader was not run for it");
        Some(ValueError::new(message).about(self.keys.vertices))
    }
}

/// Feeds further vertices. Returns the sum of all feeds.
fn more<V: AsRef<[Vector]>, O: Observer<Program>>(
    all: FeedResult,
    feed: &mut Feed,
    machine: &mut Machine,
    vertices: &[V],
    budget: u64,
    observer: &mut O,
) -> Result<FeedResult, FeedError> {
    let left = budget.saturating_sub(all.instructions);
    match feed.feed_observed(machine, vertices, left, observer) {
        Ok(fed) => Ok(sum(all, fed)),
        Err(FeedError::Fault { mut fault, before }) => {
            if let FaultKind::BudgetUsedUp { .. } = fault.kind {
                fault.kind = FaultKind::BudgetUsedUp { budget };
            }
            let before = sum(all, before);
            Err(FeedError::Fault { fault, before })
        }
        Err(error) => Err(error),
    }
}

fn sum(before: FeedResult, fed: FeedResult) -> FeedResult {
    FeedResult {
        runs: before.runs + fed.runs,
        instructions: before.instructions + fed.instructions,
        end: fed.end.or(before.end),
    }
}

/// Creates a feed for vertices with this number of outputs.
pub(crate) fn feed(program: &Program, outputs: u8, primitives: PrimitiveSizes, keys: Keys) -> Result<Feed, ValueError> {
    let stride = primitives.stride.map_or(outputs, NonZeroU8::get);
    let feed = Feed::new(program, stride, outputs).map_err(|e| cannot_feed(&e, program, keys))?;
    let mode = feed.mode();
    if primitives.stride.is_some() && mode != GeometryMode::Point {
        return Err(wrong_mode(keys.stride, "point", mode, keys));
    }
    if primitives.vertices.is_some() && !matches!(mode, GeometryMode::Variable { .. }) {
        return Err(wrong_mode(keys.primitive, "variable", mode, keys));
    }
    Ok(feed)
}

/// Returns the number of outputs per vertex, which must be constant.
fn outputs_of_each(vertices: &[Vec<Vector>]) -> Result<u8, String> {
    let Some(first) = vertices.first() else {
        return Err("there are none".to_owned());
    };
    let first = first.len();
    let of_vertex = |number: usize, why: String| format!("vertex {number}, counted from 0, has {why}");
    let mut others = vertices.iter().enumerate();
    if let Some((number, vertex)) = others.find(|(_, vertex)| vertex.len() != first) {
        let found = counted(vertex.len(), "output");
        return Err(of_vertex(number, format!("{found}, but the first has {first}")));
    }
    let most = Bank::Output.size();
    match u8::try_from(first) {
        Ok(outputs) if outputs <= most => Ok(outputs),
        _ => Err(of_vertex(0, format!("{first} outputs, but the limit is {most}"))),
    }
}

/// Returns the message for a feed error.
pub fn cannot_feed(error: &FeedError, program: &Program, keys: Keys) -> ValueError {
    let value_error = ValueError::new(error.to_string()).about(keys.vertices);
    let bytes = program.geometry();
    match (error, bytes.mode) {
        (FeedError::TooLarge { .. }, 0) => value_error.with_help(stride(keys)),
        (FeedError::TooLarge { .. }, 1) => value_error.with_help(primitive(keys)),
        (FeedError::TooLarge { .. } | FeedError::Empty, 2) => value_error.with_help(format!(
            "the file declares primitives of {} vertices, in the registers from `c{}`",
            bytes.fixed_vertices, bytes.fixed_start
        )),
        _ => value_error,
    }
}

fn stride(keys: Keys) -> String {
    let key = keys.stride;
    format!("`{key}` sets the number of registers of a primitive in point mode")
}

fn primitive(keys: Keys) -> String {
    let key = keys.primitive;
    format!("`{key}` sets the number of vertices of a primitive in variable mode")
}

fn wrong_mode(key: &str, needed: &str, mode: GeometryMode, keys: Keys) -> ValueError {
    let (found, help) = match mode {
        GeometryMode::Point => ("point", stride(keys)),
        GeometryMode::Variable { .. } => ("variable", primitive(keys)),
        GeometryMode::Fixed { .. } => (
            "fixed",
            "in fixed mode, the file determines the number of vertices of a primitive".to_owned(),
        ),
    };
    let message = format!("`{key}` is for shaders in {needed} mode, but this one is in {found} mode");
    ValueError::new(message).with_help(help)
}
