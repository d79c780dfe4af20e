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
    /// The uniforms that it declares, also those that it keeps to itself: two files can have the same one.
    pub uniforms: BTreeSet<String>,
    /// What it needs of other files.
    pub needed: BTreeSet<Linked>,
}

impl Analysis {
    /// What the source has to do with the other files of a link.
    pub fn interface(&self) -> Interface {
        Interface {
            is_library: self.is_library(),
            offered: self.symbols().filter_map(|one| one.offered()).collect(),
            uniforms: self
                .symbols()
                .filter(|one| one.kind() == SymbolKind::Name(NameKind::Uniform))
                .map(|one| one.text().to_owned())
                .collect(),
            needed: self.symbols().filter_map(|one| one.needed()).collect(),
        }
    }
}

impl Symbol<'_> {
    /// The name under which other files can use it: not if its file has uniforms or constants of its own.
    pub fn offered(&self) -> Option<Linked> {
        let text = || self.text().to_owned();
        let declared = &self.analysis.resolved.declarations;
        match self.kind() {
            SymbolKind::Name(NameKind::Procedure) => {
                let Meaning::Procedure { index } = self.meaning()? else {
                    return None;
                };
                let found = self.analysis.procedures().get(index)?;
                found.is_global.then(|| Linked::Procedure(text()))
            }
            SymbolKind::Name(NameKind::Uniform) => {
                let is_shared = !declared.is_private && declared.kind.shares_uniforms();
                is_shared.then(|| Linked::Value(text()))
            }
            SymbolKind::Name(NameKind::Constant) => (!declared.is_private).then(|| Linked::Value(text())),
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
