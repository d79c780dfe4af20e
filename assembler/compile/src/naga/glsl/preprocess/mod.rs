//! The preprocessor: directives, macros and included files.
//!
//! It gives the tokens that conditions leave, with all macros expanded. Every token has its location in the listing:
//! the source, and after it the files that it includes. A token from the body of a macro has the location of the call.

mod condition;
mod directive;
mod expand;
mod include;

use std::rc::Rc;

use pica200_diagnostics::Code;
use rustc_hash::{FxHashMap, FxHashSet};

use super::report::Reports;
use super::token::{Interner, Kind, Sign, Span, Symbol, Token, tokens};
use crate::source::Piece;

pub(super) use condition::integer;

/// Maximum number of tokens of a shader, with all macros expanded.
const MAX_TOKENS: usize = 400_000;

/// Maximum number of tokens that expanding may look at, so that nothing is expanded to nothing for ever.
const MAX_STEPS: usize = 1 << 21;

/// Maximum number of files that include one another.
const MAX_INCLUDE_DEPTH: usize = 32;

/// Maximum number of bytes of the source and all files that it includes.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// The version of the language, as `#version` says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Version {
    pub(super) number: u32,
    /// True if it is a version for embedded systems.
    pub(super) is_es: bool,
}

/// A macro.
#[derive(Clone, Debug)]
struct Macro {
    /// `None` for a macro without brackets.
    parameters: Option<Vec<Symbol>>,
    body: Rc<[Token]>,
    /// True if the caller or the language defines it.
    is_predefined: bool,
}

/// The result of the preprocessor.
#[derive(Debug)]
pub(super) struct PreprocessorOutput {
    /// The tokens. The last one is [`Kind::End`].
    pub(super) tokens: Vec<Token>,
    pub(super) interner: Interner,
    /// The text of the source, followed by the files that it includes.
    pub(super) listing: String,
    pub(super) pieces: Vec<Piece>,
    /// All words of the sources, also in parts that conditions leave out.
    pub(super) words: FxHashSet<Symbol>,
}

/// A text that the caller gives to a macro.
#[derive(Clone, Debug)]
pub(super) struct Define {
    pub(super) name: String,
    pub(super) text: String,
}

struct Preprocessor<'p> {
    includes: &'p dyn crate::Includes,
    reports: &'p mut Reports,
    interner: Interner,
    names: Names,
    macros: FxHashMap<Symbol, Macro>,
    version: Option<Version>,
    listing: String,
    pieces: Vec<Piece>,
    /// The files that are included once only.
    once: FxHashSet<std::path::PathBuf>,
    words: FxHashSet<Symbol>,
    output: Vec<Token>,
    /// The number of tokens that were looked at.
    steps: usize,
    /// True if a limit was exceeded, and the rest is left out.
    is_full: bool,
}

/// The symbols that the preprocessor looks for.
struct Names {
    defined: Symbol,
    line: Symbol,
    file: Symbol,
    version: Symbol,
}

/// Preprocesses a source.
pub(super) fn run(
    source: &str,
    defines: &[Define],
    includes: &dyn crate::Includes,
    reports: &mut Reports,
) -> PreprocessorOutput {
    let mut interner = Interner::default();
    let names = Names {
        defined: interner.intern("defined"),
        line: interner.intern("__LINE__"),
        file: interner.intern("__FILE__"),
        version: interner.intern("__VERSION__"),
    };
    let mut preprocessor = Preprocessor {
        includes,
        reports,
        interner,
        names,
        macros: FxHashMap::default(),
        version: None,
        listing: String::new(),
        pieces: Vec::new(),
        once: FxHashSet::default(),
        words: FxHashSet::default(),
        output: Vec::new(),
        steps: 0,
        is_full: false,
    };
    preprocessor.predefine(defines);
    preprocessor.source(source);
    let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
    let symbol = preprocessor.interner.intern("");
    preprocessor.output.push(Token {
        kind: Kind::End,
        symbol,
        span: Span { start: end, end },
        is_first: true,
        is_spaced: true,
        is_painted: false,
    });
    PreprocessorOutput {
        tokens: preprocessor.output,
        interner: preprocessor.interner,
        listing: preprocessor.listing,
        pieces: preprocessor.pieces,
        words: preprocessor.words,
    }
}

/// The names of extensions whose constructs the compiler reads. Each is a macro with the value 1.
const EXTENSIONS: [&str; 24] = [
    "GL_ARB_arrays_of_arrays",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_explicit_uniform_location",
    "GL_ARB_gpu_shader5",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shader_bit_encoding",
    "GL_ARB_shader_draw_parameters",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_shading_language_include",
    "GL_ARB_shading_language_packing",
    "GL_ARB_uniform_buffer_object",
    "GL_EXT_draw_instanced",
    "GL_EXT_gpu_shader4",
    "GL_EXT_gpu_shader5",
    "GL_EXT_scalar_block_layout",
    "GL_EXT_separate_shader_objects",
    "GL_EXT_shader_integer_mix",
    "GL_EXT_shader_io_blocks",
    "GL_GOOGLE_cpp_style_line_directive",
    "GL_GOOGLE_include_directive",
    "GL_KHR_vulkan_glsl",
    "GL_OES_gpu_shader5",
    "GL_OES_shader_io_blocks",
    "GL_ARB_draw_instanced",
];

impl Preprocessor<'_> {
    /// Defines the predefined macros and the caller's.
    fn predefine(&mut self, defines: &[Define]) {
        let one = EXTENSIONS.iter().copied().chain(["GL_FRAGMENT_PRECISION_HIGH"]);
        let one: Vec<_> = one.map(|name| (name.to_owned(), "1".to_owned())).collect();
        let given = defines.iter().map(|define| (define.name.clone(), define.text.clone()));
        for (name, text) in one.into_iter().chain(given) {
            self.predefine_one(&name, &text);
        }
    }

    /// Defines a macro that is in no source.
    fn predefine_one(&mut self, name: &str, text: &str) {
        let name = self.interner.intern(name);
        // A macro call has the location of its tokens.
        let body = tokens(text, 0, &mut self.interner);
        self.macros.insert(
            name,
            Macro {
                parameters: None,
                body: body.into(),
                is_predefined: true,
            },
        );
    }

    /// Applies an extension directive, `NAME : require`. The extension is treated as present: its macro is defined, and
    /// uses of unsupported features are errors.
    fn extension(&mut self, rest: &[Token]) {
        if let [name, colon, behavior] = rest
            && name.kind == Kind::Word
            && colon.kind == Kind::Sign(Sign::Colon)
            && self.text(*behavior) == "require"
        {
            let name = self.text(*name).to_owned();
            self.predefine_one(&name, "1");
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.reports.error(Code::SourceInvalid, span, message, help);
    }

    fn text(&self, token: Token) -> &str {
        self.interner.text(token.symbol)
    }

    /// Counts a token that was looked at. Reports the first one that is too many.
    fn step(&mut self, span: Span) -> bool {
        self.steps += 1;
        if !self.is_full && (self.steps > MAX_STEPS || self.output.len() >= MAX_TOKENS) {
            self.is_full = true;
            self.reports.error(
                Code::NestingTooDeep,
                span,
                format!("with all macros expanded, the source has more than {MAX_TOKENS} tokens"),
                "write the macros so that they do not double each other",
            );
        }
        !self.is_full
    }
}

#[cfg(test)]
mod tests;
