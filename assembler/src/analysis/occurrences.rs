//! Occurrences: the locations where names are defined and used.

use rustc_hash::FxHashMap;

use super::Analysis;
use super::ids::SymbolId;
use crate::directive::Directive;
use crate::resolve::{Access, NameId, NameKind};
use crate::syntax::{Lexer, Token};
use crate::text::{FileId, FileSpan, Lines, Role, Span};

/// How an occurrence uses a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Use {
    /// It is defined.
    Definition,
    /// Its value is written. Also for a variable set again by `.set`.
    Write,
    /// Its value is read, it is a branch target, or a macro is called.
    Read,
}

/// A definition or use of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The symbol.
    pub symbol: SymbolId,
    /// The source location.
    pub location: FileSpan,
    /// The text span that comes from the location; the first one if there are several. `None` for the definition of a
    /// macro.
    pub span: Option<Span>,
    /// How the name is used.
    pub usage: Use,
    /// True if the source text is exactly the name, so that it can be renamed. False if parts of the name come from
    /// several locations.
    pub is_exact: bool,
    /// How the text was derived from the location.
    pub role: Role,
}

/// All occurrences.
#[derive(Debug)]
pub(super) struct Occurrences {
    /// Sorted by location.
    by_place: Vec<Occurrence>,
    /// Sorted by symbol, then by location.
    by_symbol: Vec<Occurrence>,
}

impl Analysis {
    /// Returns the name at an offset of a file: one that contains the offset or, failing that, ends there. If a piece
    /// of a macro has a different meaning in each call, the first call wins.
    pub fn occurrence_at(&self, file: FileId, offset: u32) -> Option<&Occurrence> {
        let all = &self.all_occurrences().by_place;
        let count = all.partition_point(|o| (o.location.file, o.location.span.start) <= (file, offset));
        let before = all.get(..count)?.iter().rev();
        // Names do not overlap, except names composed of several pieces.
        let near = before
            .take_while(|o| o.location.file == file)
            .take(8)
            .filter(|o| offset <= o.location.span.end);
        let best = |o: &&Occurrence| (offset < o.location.span.end, o.is_exact, o.location.span.start);
        // Among equal ones, the first in order comes last here.
        near.reduce(|one, next| if best(&next) >= best(&one) { next } else { one })
    }

    /// Returns all occurrences of names in a file, sorted by location.
    pub fn occurrences_in(&self, file: FileId) -> &[Occurrence] {
        let all = &self.all_occurrences().by_place;
        let start = all.partition_point(|occurrence| occurrence.location.file < file);
        let end = all.partition_point(|occurrence| occurrence.location.file <= file);
        all.get(start..end).unwrap_or_default()
    }

    /// Returns the occurrences of names at exactly this location. There are several if a piece of a macro has a
    /// different meaning in each call.
    pub fn occurrences_at(&self, location: FileSpan) -> &[Occurrence] {
        let all = &self.all_occurrences().by_place;
        let start = all.partition_point(|occurrence| occurrence.location < location);
        let end = all.partition_point(|occurrence| occurrence.location <= location);
        all.get(start..end).unwrap_or_default()
    }

    pub(super) fn occurrences_of(&self, symbol: SymbolId) -> impl Iterator<Item = &Occurrence> {
        let all = &self.all_occurrences().by_symbol;
        let start = all.partition_point(|occurrence| occurrence.symbol < symbol);
        let rest = all.get(start..).unwrap_or_default().iter();
        rest.take_while(move |occurrence| occurrence.symbol == symbol)
    }

    fn all_occurrences(&self) -> &Occurrences {
        self.occurrences.get_or_init(|| self.find_occurrences())
    }

    fn find_occurrences(&self) -> Occurrences {
        let mut found = Vec::new();
        self.add_names(&mut found);
        self.add_numbers_of_conditions(&mut found);
        self.add_macros(&mut found);
        found.sort_by_key(|o| (o.location, o.symbol, o.usage, o.span));
        found.dedup_by_key(|o| (o.location, o.symbol, o.usage));
        let mut by_symbol = found.clone();
        by_symbol.sort_by_key(|occurrence| occurrence.symbol);
        Occurrences {
            by_place: found,
            by_symbol,
        }
    }

    fn add(&self, found: &mut Vec<Occurrence>, symbol: SymbolId, span: Span, usage: Use) {
        let Some(origin) = self.origin(span) else {
            return;
        };
        found.push(Occurrence {
            symbol,
            location: origin.location,
            span: Some(span),
            usage,
            is_exact: self.text_of(origin.location) == span.text(self.text()),
            role: origin.role,
        });
    }

    fn add_names(&self, found: &mut Vec<Occurrence>) {
        for (index, name) in self.resolved.names().iter().enumerate() {
            if let Some(definition) = name.definition {
                let symbol = SymbolId::Name(NameId::new(index));
                self.add(found, symbol, definition, Use::Definition);
            }
        }
        for used in self.resolved.uses() {
            let usage = match used.access {
                Access::Read => Use::Read,
                Access::Write => Use::Write,
            };
            self.add(found, SymbolId::Name(used.name), used.span, usage);
        }
    }

    /// Adds the numbers and macros used by conditions and counts, which are evaluated before the assembler sees names.
    fn add_numbers_of_conditions(&self, found: &mut Vec<Occurrence>) {
        let mut known: FxHashMap<&str, SymbolId> = FxHashMap::default();
        for symbol in self.symbols() {
            let is_known = match symbol.id() {
                SymbolId::Macro(_) => true,
                SymbolId::Name(id) => {
                    let name = self.resolved.names().get(id.index());
                    let kind = name.map(|name| name.kind);
                    matches!(kind, Some(NameKind::Number | NameKind::Variable))
                }
            };
            let span = symbol.definition_span();
            let text = match (symbol.id(), span) {
                (_, Some(span)) => span.text(self.text()),
                (SymbolId::Name(id), None) => self.defined.get(id.index()).map_or("", |name| name),
                (SymbolId::Macro(_), None) => symbol.text(),
            };
            if is_known {
                known.entry(text).or_insert(symbol.id());
            }
        }
        if known.is_empty() {
            return;
        }
        for (directive, span) in self.consumed() {
            let is_asking = matches!(
                directive,
                Some(Directive::If | Directive::Elif | Directive::Ifdef | Directive::Ifndef | Directive::Rept)
            );
            if !is_asking {
                continue;
            }
            let mut lines = Lines::new("");
            for (start, token, end) in Lexer::at(span.start, span.text(self.text()), &mut lines) {
                let word = Span::new(start, end);
                if let (Token::Word, Some(&symbol)) = (token, known.get(word.text(self.text()))) {
                    self.add(found, symbol, word, Use::Read);
                }
            }
        }
    }

    fn add_macros(&self, found: &mut Vec<Occurrence>) {
        for (index, defined) in (0..).zip(self.macros()) {
            found.push(Occurrence {
                symbol: SymbolId::Macro(index),
                location: defined.location,
                span: None,
                usage: Use::Definition,
                is_exact: self.text_of(defined.location) == defined.name,
                role: Role::Verbatim,
            });
        }
        for call in self.calls() {
            let index = u32::try_from(call.definition).unwrap_or(u32::MAX);
            let is_exact = self
                .macros()
                .get(call.definition)
                .is_some_and(|defined| self.text_of(call.name) == defined.name);
            let role = self.origin(call.span).map(|origin| origin.role);
            found.push(Occurrence {
                symbol: SymbolId::Macro(index),
                location: call.name,
                span: Some(call.span),
                usage: Use::Read,
                is_exact,
                role: role.unwrap_or(Role::Verbatim),
            });
        }
    }
}
