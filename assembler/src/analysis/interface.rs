//! What a source offers to the other files of a link, and what it needs of them.

use std::collections::BTreeSet;

use super::{Analysis, Meaning, Symbol, SymbolKind};
use crate::resolve::NameKind;

/// A name that one file of a link can offer to another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Linked {
    /// A procedure.
    Procedure(String),
    /// A uniform or a constant.
    Value(String),
}

impl Linked {
    /// The text of the name.
    pub fn text(&self) -> &str {
        match self {
            Self::Procedure(text) | Self::Value(text) => text,
        }
    }
}

/// What a source has to do with the other files of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// Whether it makes no shader of its own.
    pub is_library: bool,
    /// What it offers to other files.
    pub offered: BTreeSet<Linked>,
    /// What it needs of other files.
    pub needed: BTreeSet<Linked>,
}

impl Analysis {
    /// What the source has to do with the other files of a link.
    pub fn interface(&self) -> Interface {
        Interface {
            is_library: self.is_library(),
            offered: self.symbols().filter_map(|one| one.offered()).collect(),
            needed: self.symbols().filter_map(|one| one.needed()).collect(),
        }
    }
}

impl Symbol<'_> {
    /// The name under which other files can use it.
    pub fn offered(&self) -> Option<Linked> {
        let text = || self.text().to_owned();
        match self.kind() {
            SymbolKind::Name(NameKind::Procedure) => {
                let Meaning::Procedure { index } = self.meaning()? else {
                    return None;
                };
                let found = self.analysis.procedures().get(index)?;
                found.is_global.then(|| Linked::Procedure(text()))
            }
            SymbolKind::Name(NameKind::Uniform | NameKind::Constant) => Some(Linked::Value(text())),
            _ => None,
        }
    }

    /// The name by which it is looked for in other files.
    pub fn needed(&self) -> Option<Linked> {
        let text = || self.text().to_owned();
        match self.kind() {
            SymbolKind::Name(NameKind::ExternProcedure) => Some(Linked::Procedure(text())),
            SymbolKind::Name(NameKind::Extern) => Some(Linked::Value(text())),
            _ => None,
        }
    }
}
