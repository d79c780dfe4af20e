//! Symbols: names with a definition and uses.

use super::Analysis;
use super::ids::SymbolId;
use super::occurrences::{Occurrence, Use};
use crate::preprocess::record::MacroDefinition;
use crate::resolve::{NameId, NameKind};
use crate::text::{FileSpan, Span};

/// The kind of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A name of the program, with its kind.
    Name(NameKind),
    /// A macro.
    Macro,
}

/// A symbol, with the analysis it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'a> {
    pub(super) analysis: &'a Analysis,
    id: SymbolId,
}

impl Analysis {
    /// Returns all symbols: the names of the program in declaration order, then the macros.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol<'_>> {
        let names = (0..self.resolved.names().len()).map(|n| SymbolId::Name(NameId::new(n)));
        let macros = (0..).take(self.macros().len()).map(SymbolId::Macro);
        names.chain(macros).map(|id| self.symbol(id))
    }

    /// Returns a symbol by ID.
    pub fn symbol(&self, id: SymbolId) -> Symbol<'_> {
        Symbol { analysis: self, id }
    }
}

impl<'a> Symbol<'a> {
    /// Returns the ID of the symbol.
    pub const fn id(&self) -> SymbolId {
        self.id
    }

    /// Returns its kind. A name unknown to the analysis is treated as a label.
    pub fn kind(&self) -> SymbolKind {
        match self.id {
            SymbolId::Name(id) => {
                let name = self.analysis.resolved.names().get(id.index());
                SymbolKind::Name(name.map_or(NameKind::Label, |name| name.kind))
            }
            SymbolId::Macro(_) => SymbolKind::Macro,
        }
    }

    /// Returns its name.
    pub fn text(&self) -> &'a str {
        let id = match self.id {
            SymbolId::Name(id) => id,
            SymbolId::Macro(_) => return self.macro_definition().map_or("", |found| &found.name),
        };
        if let Some(span) = self.definition_span().or_else(|| self.first_use()) {
            return span.text(self.analysis.text());
        }
        // Names without definition and use are defined on the command line and come first.
        let defined = self.analysis.defined.get(id.index());
        defined.map_or("", String::as_str)
    }

    /// Returns the text span of its definition. `None` for names from outside the source, and for macros.
    pub fn definition_span(&self) -> Option<Span> {
        match self.id {
            SymbolId::Name(id) => self.analysis.resolved.names().get(id.index())?.definition,
            SymbolId::Macro(_) => None,
        }
    }

    fn first_use(&self) -> Option<Span> {
        let mut uses = self.occurrences();
        uses.find_map(|used| used.span)
    }

    /// Returns the source location of its definition. `None` for a procedure of another file, and for a number defined
    /// on the command line.
    pub fn definition(&self) -> Option<FileSpan> {
        match self.id {
            SymbolId::Name(_) => Some(self.analysis.origin(self.definition_span()?)?.location),
            SymbolId::Macro(_) => Some(self.macro_definition()?.location),
        }
    }

    /// Returns the procedure that a local label (`.Lname`) belongs to.
    pub fn scope(&self) -> Option<Symbol<'a>> {
        let SymbolId::Name(id) = self.id else {
            return None;
        };
        let names = self.analysis.resolved.names();
        let procedure = names.get(id.index())?.procedure?;
        let is_meant = |found: &Symbol<'_>| {
            found.kind() == SymbolKind::Name(NameKind::Procedure) && found.definition_span() == Some(procedure)
        };
        // A name in a macro has one location for all calls, so its occurrence can belong to another call.
        let location = self.analysis.origin(procedure)?.location;
        let at = self.analysis.occurrence_at(location.file, location.span.start);
        let near = at.map(|found| self.analysis.symbol(found.symbol));
        near.filter(is_meant).or_else(|| self.analysis.symbols().find(is_meant))
    }

    /// Returns the macro definition, if it is a macro.
    pub fn macro_definition(&self) -> Option<&'a MacroDefinition> {
        match self.id {
            SymbolId::Macro(index) => self.analysis.macros().get(index as usize),
            SymbolId::Name(_) => None,
        }
    }

    /// Returns the comment lines directly above its definition.
    pub fn documentation(&self) -> Option<String> {
        self.analysis.documentation_above(self.definition()?)
    }

    /// Returns its definition and uses, without duplicate locations, sorted by location.
    pub fn occurrences(&self) -> impl Iterator<Item = &'a Occurrence> + use<'a> {
        self.analysis.occurrences_of(self.id)
    }

    /// Returns its uses without its definition, without duplicate locations, sorted by location.
    pub fn uses(&self) -> impl Iterator<Item = &'a Occurrence> + use<'a> {
        self.occurrences().filter(|o| o.usage != Use::Definition)
    }
}
