//! What can be many, long or deep in GLSL.

mod declarations;
mod functions;

use pica200_compile::Language;

use super::{Dimension, nested, of, within};

const MAIN: &str = "\nvoid main() { gl_Position = vec4(1.0); }\n";

/// What is around the statements of `main`.
const BODY: &str = "#version 330
in vec4 p;
uniform mat4 u;
float f(float x) { return x; }
void main() {
vec4 q = p;
float s = p.x;
float a[4] = float[4](s, s, s, s);
";

const END: &str = "\ngl_Position = q * s;\n}\n";

/// What is around an expression.
const VALUE: &str = "#version 330
in vec4 p;
float f(float x) { return x; }
void main() { gl_Position = p * ";

/// Pieces of the module.
const fn many(name: &'static str, piece: &'static str) -> Dimension {
    of(Language::Glsl, within(name, "#version 330\n", piece, MAIN))
}

/// Statements.
const fn code(name: &'static str, piece: &'static str) -> Dimension {
    of(Language::Glsl, within(name, BODY, piece, END))
}

/// Statements within one another.
const fn deep(
    name: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Dimension {
    of(
        Language::Glsl,
        nested(name, BODY, piece, middle, close, END),
    )
}

/// An expression of many pieces.
const fn value(
    name: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Dimension {
    of(
        Language::Glsl,
        nested(name, VALUE, piece, middle, close, "; }\n"),
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
        Language::Glsl,
        nested(name, head, piece, middle, close, tail),
    )
}

pub(super) const DIMENSIONS: [&[Dimension]; 2] = [declarations::DIMENSIONS, functions::DIMENSIONS];
