//! Symbols that a source exports to, and imports from, the other files of a link.

use std::collections::BTreeSet;

use super::{Analysis, Meaning, Symbol, SymbolKind};
use crate::resolve::NameKind;

/// A name that one file of a link can export to another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LinkSymbol {
    /// A procedure.
    Procedure(String),
    /// A uniform or a constant.
    Value(String),
}

impl LinkSymbol {
    /// Returns the name.
    pub fn text(&self) -> &str {
        match self {
            Self::Procedure(text) | Self::Value(text) => text,
        }
    }
}

/// The link interface of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// True if it defines no shader itself.
    pub is_library: bool,
    /// Exported names.
    pub exported: BTreeSet<LinkSymbol>,
    /// The uniforms it declares, including private ones: two files can share a uniform.
    pub uniforms: BTreeSet<String>,
    /// Imported names.
    pub imported: BTreeSet<LinkSymbol>,
}

impl Analysis {
    /// Returns the link interface of the source.
    pub fn interface(&self) -> Interface {
        Interface {
            is_library: self.is_library(),
            exported: self.symbols().filter_map(|one| one.exported()).collect(),
            uniforms: self
                .symbols()
                .filter(|one| one.kind() == SymbolKind::Name(NameKind::Uniform))
                .map(|one| one.text().to_owned())
                .collect(),
            imported: self.symbols().filter_map(|one| one.imported()).collect(),
        }
    }
}

impl Symbol<'_> {
    /// Returns the name under which other files can use it. `None` if its file has private uniforms or constants.
    pub fn exported(&self) -> Option<LinkSymbol> {
        let text = || self.text().to_owned();
        let declared = &self.analysis.resolved.declarations;
        match self.kind() {
            SymbolKind::Name(NameKind::Procedure) => {
                let Meaning::Procedure { index } = self.meaning()? else {
                    return None;
                };
                let found = self.analysis.procedures().get(index)?;
                found.is_global.then(|| LinkSymbol::Procedure(text()))
            }
            SymbolKind::Name(NameKind::Uniform) => {
                let is_shared = !declared.is_private && declared.kind.shares_uniforms();
                is_shared.then(|| LinkSymbol::Value(text()))
            }
            SymbolKind::Name(NameKind::Constant) => (!declared.is_private).then(|| LinkSymbol::Value(text())),
            _ => None,
        }
    }

    /// Returns the name by which it is looked up in other files.
    pub fn imported(&self) -> Option<LinkSymbol> {
        let text = || self.text().to_owned();
        match self.kind() {
            SymbolKind::Name(NameKind::ExternProcedure) => Some(LinkSymbol::Procedure(text())),
            SymbolKind::Name(NameKind::Extern) => Some(LinkSymbol::Value(text())),
            _ => None,
        }
    }
}
