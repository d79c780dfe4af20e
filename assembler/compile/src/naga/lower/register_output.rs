//! The outputs of an entry point, before they have uses.

use ::naga::{BuiltIn, Span};

use super::super::interface::Slot;
use super::super::language::built_in_names;
use crate::diagnostic::Place;
use crate::ir::Operand;

/// An output that fits into one register.
pub(super) struct RegisterOutput {
    /// Its name in the source, with the path to it (`block.member`, `rows[2]`). Empty if it has none.
    pub(super) name: String,
    /// Its name in options and messages, which no other output has.
    pub(super) key: String,
    pub(super) slot: Option<Slot>,
    pub(super) place: Option<Place>,
    pub(super) span: Span,
    /// Its type in the language of the source.
    pub(super) ty: String,
    pub(super) components: Vec<Operand>,
}

impl RegisterOutput {
    /// Returns its location.
    pub(super) const fn location(&self) -> Option<u32> {
        match self.slot {
            Some(Slot::Location(location)) => Some(location),
            _ => None,
        }
    }

    /// Returns the built-in value that it is.
    pub(super) const fn built_in(&self) -> Option<BuiltIn> {
        match self.slot {
            Some(Slot::BuiltIn(built_in)) => Some(built_in),
            _ => None,
        }
    }

    /// Returns the names of the built-in value that it is.
    pub(super) fn built_in_names(&self) -> &'static [&'static str] {
        self.built_in().map_or(&[], built_in_names)
    }
}
