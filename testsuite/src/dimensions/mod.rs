//! Sources that have very much of one thing: what can be many, long or deep in them.
//!
//! `examples/scaling` measures how the time grows with them, `tests/limits` that each ends within limits of memory.

mod assembly;
mod glsl;
mod spirv;
mod wgsl;

use pica200_compile::Language;
use pica200_dialects::Dialect;

/// What reads a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The assembler.
    Assembly,
    /// The converter of dialects.
    Dialect(Dialect),
    /// The compiler.
    Shader(Language),
}

/// What grows.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Its name.
    pub name: &'static str,
    /// What reads the source.
    pub input: Input,
    /// The text before the pieces.
    head: &'static str,
    /// The piece that is repeated. `{}` in it stands for its number, `{+}` for the next one.
    piece: &'static str,
    /// The text between the pieces and their ends.
    middle: &'static str,
    /// What ends each piece, in reverse order.
    close: &'static str,
    /// The text after that.
    tail: &'static str,
    /// The function that makes modules, which are no text.
    module: Option<fn(usize) -> Vec<u8>>,
}

/// All dimensions.
pub fn all() -> impl Iterator<Item = &'static Dimension> {
    let [wgsl, wgsl_code] = wgsl::DIMENSIONS;
    let [glsl, glsl_code] = glsl::DIMENSIONS;
    let lists = [
        assembly::DIMENSIONS,
        wgsl,
        wgsl_code,
        glsl,
        glsl_code,
        spirv::DIMENSIONS,
    ];
    lists.into_iter().flatten()
}

impl Dimension {
    /// A source of about this many bytes.
    pub fn source(&self, bytes: usize) -> Vec<u8> {
        if let Some(module) = self.module {
            return module(bytes);
        }
        let mut text = self.head.to_owned();
        let mut count = 0;
        while text.len() + count * self.close.len() < bytes {
            add(&mut text, self.piece, count);
            count += 1;
        }
        text += self.middle;
        for number in (0..count).rev() {
            add(&mut text, self.close, number);
        }
        (text + self.tail).into_bytes()
    }
}

/// Adds a piece with its number.
fn add(text: &mut String, piece: &str, number: usize) {
    if piece.contains('{') {
        let next = (number + 1).to_string();
        let piece = piece.replace("{}", &number.to_string());
        text.push_str(&piece.replace("{+}", &next));
    } else {
        text.push_str(piece);
    }
}

const fn within(name: &'static str, head: &'static str, piece: &'static str, tail: &'static str) -> Dimension {
    nested(name, head, piece, "", "", tail)
}

const fn nested(
    name: &'static str,
    head: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
    tail: &'static str,
) -> Dimension {
    Dimension {
        name,
        input: Input::Assembly,
        head,
        piece,
        middle,
        close,
        tail,
        module: None,
    }
}

/// The texts around the pieces of a language: in front of them, and behind them.
struct Around {
    language: Language,
    /// Around what is outside of functions.
    module: [&'static str; 2],
    /// Around statements.
    body: [&'static str; 2],
    /// Around an expression.
    value: [&'static str; 2],
}

impl Around {
    /// Pieces of the module.
    const fn many(&self, name: &'static str, piece: &'static str) -> Dimension {
        let [head, tail] = self.module;
        self.outside(name, head, piece, "", "", tail)
    }

    /// Statements.
    const fn code(&self, name: &'static str, piece: &'static str) -> Dimension {
        self.deep(name, piece, "", "")
    }

    /// Statements within one another.
    const fn deep(
        &self,
        name: &'static str,
        piece: &'static str,
        middle: &'static str,
        close: &'static str,
    ) -> Dimension {
        let [head, tail] = self.body;
        self.outside(name, head, piece, middle, close, tail)
    }

    /// An expression of many pieces.
    const fn value(
        &self,
        name: &'static str,
        piece: &'static str,
        middle: &'static str,
        close: &'static str,
    ) -> Dimension {
        let [head, tail] = self.value;
        self.outside(name, head, piece, middle, close, tail)
    }

    /// Pieces within one another, with other texts around them.
    const fn outside(
        &self,
        name: &'static str,
        head: &'static str,
        piece: &'static str,
        middle: &'static str,
        close: &'static str,
        tail: &'static str,
    ) -> Dimension {
        Dimension {
            input: Input::Shader(self.language),
            ..nested(name, head, piece, middle, close, tail)
        }
    }
}
