//! What can be many, long or deep in WGSL.

mod declarations;
mod functions;

use pica200_compile::Language;

use super::{Dimension, nested, of, within};

const MAIN: &str = "
@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
";

/// What is around the expressions in `main`.
const BODY: &str = "@group(0) @binding(0) var<uniform> u: mat4x4f;
fn f(x: f32) -> f32 { return x; }
fn g(x: f32, y: f32) -> f32 { return x + y; }
@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
var q = p;
var s = p.x;
var a = array<f32, 4>(s, s, s, s);
";

/// Pieces of the module.
const fn many(name: &'static str, piece: &'static str) -> Dimension {
    of(Language::Wgsl, within(name, "", piece, MAIN))
}

/// Statements.
const fn code(name: &'static str, piece: &'static str) -> Dimension {
    of(
        Language::Wgsl,
        within(name, BODY, piece, "\nreturn q * s; }\n"),
    )
}

/// Statements within one another.
const fn deep(
    name: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Dimension {
    of(
        Language::Wgsl,
        nested(name, BODY, piece, middle, close, "\nreturn q * s; }\n"),
    )
}

/// Pieces within one another in the module.
const fn outside(
    name: &'static str,
    head: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
    tail: &'static str,
) -> Dimension {
    of(
        Language::Wgsl,
        nested(name, head, piece, middle, close, tail),
    )
}

pub(super) const DIMENSIONS: [&[Dimension]; 2] = [declarations::DIMENSIONS, functions::DIMENSIONS];
