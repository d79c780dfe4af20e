//! Scaling dimensions: constructs of which sources can have many, long or deeply nested ones.
//!
//! `examples/scaling` measures the growth of the time, `tests/limits` checks time and memory limits.

mod assembly;
mod glsl;
mod spirv;
mod wgsl;

use pica200_compile::Language;
use pica200_dialects::Dialect;

/// The reader of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The assembler.
    Assembly,
    /// The converter of dialects.
    Dialect(Dialect),
    /// The compiler.
    Shader(Language),
}

/// A scaling dimension.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Its name.
    pub name: &'static str,
    /// The reader of the source.
    pub input: Input,
    /// The text before the pieces.
    head: &'static str,
    /// The repeated piece. `{}` in it is replaced by its index, `{+}` by the next index.
    piece: &'static str,
    /// The text between the pieces and their closing pieces.
    middle: &'static str,
    /// The closing counterpart of each piece, in reverse order.
    close: &'static str,
    /// The text after the closing pieces.
    tail: &'static str,
    /// Generates binary modules.
    module: Option<fn(usize) -> Vec<u8>>,
}

/// Returns all dimensions.
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
    /// Returns a source of about this many bytes.
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

/// Adds a piece with its index.
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

/// The texts before and after the pieces in a language.
struct Template {
    language: Language,
    /// Template module-level declarations.
    module: [&'static str; 2],
    /// Template statements.
    body: [&'static str; 2],
    /// Template an expression.
    value: [&'static str; 2],
}

impl Template {
    /// Creates a dimension of module-level pieces.
    const fn many(&self, name: &'static str, piece: &'static str) -> Dimension {
        let [head, tail] = self.module;
        self.outside(name, head, piece, "", "", tail)
    }

    /// Creates a dimension of statements.
    const fn code(&self, name: &'static str, piece: &'static str) -> Dimension {
        self.deep(name, piece, "", "")
    }

    /// Creates a dimension of nested statements.
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

    /// Creates a dimension of an expression with many pieces.
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

    /// Creates a dimension of nested pieces with other text around them.
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
