//! Scaling dimensions of GLSL.

mod declarations;
mod functions;

use pica200_compile::Language;

use super::{Dimension, Template};

const MAIN: &str = "\nvoid main() { gl_Position = vec4(1.0); }\n";

/// The text around the statements of `main`.
const BODY: &str = "#version 330
in vec4 p;
uniform mat4 u;
float f(float x) { return x; }
void main() {
vec4 q = p;
float s = p.x;
float a[4] = float[4](s, s, s, s);
";

/// The text around an expression.
const VALUE: &str = "#version 330
in vec4 p;
float f(float x) { return x; }
void main() { gl_Position = p * ";

/// The text around the pieces of a shader.
const GLSL: Template = Template {
    language: Language::Glsl,
    module: ["#version 330\n", MAIN],
    body: [BODY, "\ngl_Position = q * s;\n}\n"],
    value: [VALUE, "; }\n"],
};

pub(super) const DIMENSIONS: [&[Dimension]; 2] = [declarations::DIMENSIONS, functions::DIMENSIONS];
