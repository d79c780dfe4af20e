//! What the compiler has to say about a shader.

use pica200_diagnostics::{Code, Level, Tool};

/// A place in the text that a [`Source`](crate::Source) shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The part of the line, where the text is the source's own.
    pub columns: Option<Columns>,
}

/// A part of a line, in bytes from the start of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Place {
    /// A whole line, by its number from 1.
    pub const fn line(line: u32) -> Self {
        Self {
            line,
            columns: None,
        }
    }
}

/// An error or a warning, as the [catalogue](pica200_diagnostics) has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its row in the catalogue, which says whether it is an error.
    pub code: Code,
    /// What is wrong, without a full stop.
    pub message: String,
    /// The place; `None` if it concerns the whole shader.
    pub place: Option<Place>,
    /// Other places, with what each has to do with it.
    pub related: Vec<(Place, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Finding {
    /// A finding about a place.
    pub fn new(code: Code, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            place: place.into(),
            related: Vec::new(),
            help: None,
        }
    }

    /// The error about a language whose front end this build leaves out.
    #[cfg(not(all(feature = "direct3d", feature = "naga")))]
    pub(crate) fn without_front_end(language: crate::Language) -> Self {
        let name = language.name();
        let message = format!("this compiler was built without the front end for `{name}`");
        let feature = match language {
            crate::Language::Direct3d => "direct3d",
            _ => "naga",
        };
        let help = format!("build the package `pica200-compile` with the feature `{feature}`");
        Self::new(Code::SourceInvalid, None, message).with_help(help)
    }

    /// Whether it prevents a translation, as the catalogue has it.
    pub fn is_error(&self) -> bool {
        let rule = self.code.rule(Tool::Compiler);
        rule.is_some_and(|rule| rule.level == Level::Deny)
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
