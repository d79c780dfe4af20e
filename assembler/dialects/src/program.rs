//! Intermediate form between a dialect and picasm syntax: the lines in order, with operands already in picasm syntax.

use std::collections::BTreeMap;

use pica200_diagnostics::Code as Name;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// The maximum number of words of a program.
const MAX_WORDS: u32 = 4096;

/// A program.
#[derive(Default, Debug)]
pub(crate) struct Program {
    /// The lines of the source.
    pub(crate) items: Vec<Item>,
    /// The directives for declarations, by the line of the listing.
    pub(crate) declarations: BTreeMap<u32, Vec<String>>,
    /// The entry: the index of the item with its label.
    pub(crate) entry: Option<usize>,
    /// True for a geometry shader.
    pub(crate) is_geometry: bool,
}

impl Program {
    /// Returns the location of the first label or instruction.
    pub(crate) fn first_code(&self) -> Option<Place> {
        let mut items = self.items.iter();
        let first = items.find(|item| !item.is_blank_or_comment())?;
        Some(Place::line(first.line))
    }

    /// Returns the error about more words than a program can have.
    pub(crate) fn too_long(&self) -> Option<Diagnostic> {
        let code = self.items.iter().filter_map(Item::code);
        let words = code.map(Code::words).fold(0, u32::saturating_add);
        (words > MAX_WORDS).then(|| {
            let message = format!("the code has {words} words");
            let diagnostic = diagnose(Name::CodeTooLong, self.first_code(), message);
            diagnostic.with_help(format!("a program has at most {MAX_WORDS}"))
        })
    }
}

/// A line of a source, or a part of it.
#[derive(Debug)]
pub(crate) struct Item {
    /// The line of the listing, from 1.
    pub(crate) line: u32,
    /// Its contents.
    pub(crate) kind: Kind,
    /// Its comment, without the leading marker.
    pub(crate) comment: Option<String>,
}

/// The contents of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A blank line.
    Blank,
    /// A statement whose output is elsewhere, or only a comment.
    NoOutput,
    /// A declaration, with its directives in [`Program::declarations`].
    Declaration,
    /// A label, by its name in the source.
    Label(String),
    /// An instruction, or a block boundary.
    Code(Code),
}

/// An instruction, or a block boundary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    /// An instruction after which execution continues.
    Plain(String),
    /// An instruction that selects the vertex for the next emit.
    SetEmit(String),
    /// `end`
    End,
    /// An instruction that leaves the innermost loop.
    Break(String),
    /// An instruction that opens an if.
    If(String),
    /// The boundary between the bodies of an if.
    Else,
    /// The end of an if.
    EndIf,
    /// An instruction that opens a loop.
    Loop(String),
    /// The end of a loop.
    EndLoop,
    /// A jump: the instruction up to its label, and the label.
    Jump(String, String),
    /// A call: the instruction up to its procedure, then the labels of the first word and of the word after the last
    /// one.
    Call(String, String, String),
}

impl Code {
    /// Returns the number of words that it takes.
    pub(crate) const fn words(&self) -> u32 {
        match self {
            Self::Else | Self::EndIf | Self::EndLoop => 0,
            _ => 1,
        }
    }
}

impl Item {
    /// Returns the code of the line.
    pub(crate) fn code(&self) -> Option<&Code> {
        match &self.kind {
            Kind::Code(code) => Some(code),
            _ => None,
        }
    }

    /// Returns true if the line is blank or has only comments.
    pub(crate) const fn is_blank_or_comment(&self) -> bool {
        matches!(self.kind, Kind::Blank | Kind::NoOutput | Kind::Declaration)
    }
}
