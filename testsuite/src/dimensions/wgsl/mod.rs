//! Scaling dimensions of WGSL.

mod declarations;
mod functions;

use pica200_compile::Language;

use super::{Dimension, Template};

const MAIN: &str = "
@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
";

/// The text around the expressions in `main`.
const BODY: &str = "@group(0) @binding(0) var<uniform> u: mat4x4f;
fn f(x: f32) -> f32 { return x; }
fn g(x: f32, y: f32) -> f32 { return x + y; }
@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
var q = p;
var s = p.x;
var a = array<f32, 4>(s, s, s, s);
";

/// The text around the pieces of a shader.
const WGSL: Template = Template {
    language: Language::Wgsl,
    module: ["", MAIN],
    body: [BODY, "\nreturn q * s; }\n"],
    value: [
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * ",
        "; }\n",
    ],
};

pub(super) const DIMENSIONS: [&[Dimension]; 2] = [declarations::DIMENSIONS, functions::DIMENSIONS];
