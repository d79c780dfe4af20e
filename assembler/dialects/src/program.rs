//! A program between a dialect and our language: its lines in order, whose operands are already in our language.

use std::collections::BTreeMap;

use pica200_diagnostics::Code as Name;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// The most words of a program.
const MOST_WORDS: u32 = 4096;

/// A program.
#[derive(Default, Debug)]
pub(crate) struct Program {
    /// The lines of the source.
    pub(crate) items: Vec<Item>,
    /// The directives that declarations become, by the line of the listing.
    pub(crate) declarations: BTreeMap<u32, Vec<String>>,
    /// The entry: the index of the item with its label.
    pub(crate) entry: Option<usize>,
    /// Whether the shader is a geometry shader.
    pub(crate) is_geometry: bool,
}

impl Program {
    /// The place of the first label or instruction.
    pub(crate) fn first_code(&self) -> Option<Place> {
        let mut items = self.items.iter();
        let first = items.find(|item| !item.is_quiet())?;
        Some(Place::line(first.line))
    }

    /// The error about more words than a program can have.
    pub(crate) fn too_long(&self) -> Option<Diagnostic> {
        let code = self.items.iter().filter_map(Item::code);
        let words = code.map(Code::words).fold(0, u32::saturating_add);
        (words > MOST_WORDS).then(|| {
            let message = format!("the code has {words} words");
            let diagnostic = diagnose(Name::CodeTooLong, self.first_code(), message);
            diagnostic.with_help(format!("a program has at most {MOST_WORDS}"))
        })
    }
}

/// A line of a source, or a part of it.
#[derive(Debug)]
pub(crate) struct Item {
    /// The line of the listing, from 1.
    pub(crate) line: u32,
    /// What it says.
    pub(crate) kind: Kind,
    /// Its comment, without the sign that begins it.
    pub(crate) comment: Option<String>,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing.
    Blank,
    /// Something that stands elsewhere in the output, or nothing but a comment.
    Aside,
    /// A declaration: that of [`Program::declarations`] with its line.
    Declared,
    /// A label, by its name in the source.
    Label(String),
    /// An instruction, or the border of a block.
    Code(Code),
}

/// An instruction, or the border of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    /// An instruction behind which the program goes on.
    Plain(String),
    /// An instruction that chooses the vertex for the next emit.
    SetEmit(String),
    /// `end`
    End,
    /// An instruction that leaves the innermost loop.
    Break(String),
    /// An instruction that opens an if.
    If(String),
    /// The border of the bodies of an if.
    Else,
    /// The end of an if.
    EndIf,
    /// An instruction that opens a loop.
    Loop(String),
    /// The end of a loop.
    EndLoop,
    /// A jump: the instruction up to its label, and the label.
    Jump(String, String),
    /// A call: the instruction up to its procedure, then the labels of the first word and of the one behind the last.
    Call(String, String, String),
}

impl Code {
    /// The words that it takes.
    pub(crate) const fn words(&self) -> u32 {
        match self {
            Self::Else | Self::EndIf | Self::EndLoop => 0,
            _ => 1,
        }
    }
}

impl Item {
    /// The code of the line.
    pub(crate) fn code(&self) -> Option<&Code> {
        match &self.kind {
            Kind::Code(code) => Some(code),
            _ => None,
        }
    }

    /// Whether the line says nothing, or only comments.
    pub(crate) const fn is_quiet(&self) -> bool {
        matches!(self.kind, Kind::Blank | Kind::Aside | Kind::Declared)
    }
}
