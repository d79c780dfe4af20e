//! Symbol definitions in archive members.

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::Object;
use rustc_hash::FxHashMap;

use super::{Library, MemberId};
use pica200_diagnostics::Diagnostic;

use crate::problem::Problem;

/// The first definition of each symbol, see [`pica200_objfmt::formats::object::Export`].
pub(super) struct Definitions<'a> {
    first: FxHashMap<Cow<'a, [u8]>, MemberId>,
}

impl<'a> Definitions<'a> {
    /// Collects the definitions in archives.
    pub(super) fn collect(libraries: &[&Library<'a>], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut definitions = Self {
            first: FxHashMap::default(),
        };
        for (number, library) in libraries.iter().enumerate() {
            let named = definitions.add_index(number, library);
            definitions.add_others(number, library, &named, diagnostics);
        }
        definitions
    }

    /// Returns the first member that defines a symbol.
    pub(super) fn first(&self, symbol: &str) -> Option<MemberId> {
        self.first.get(symbol.as_bytes()).copied()
    }

    /// Returns the number of symbols.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns all defined symbols.
    pub(super) fn symbols(&self) -> impl Iterator<Item = &str> {
        self.first.keys().filter_map(|name| str::from_utf8(name).ok())
    }

    fn add(&mut self, name: Cow<'a, [u8]>, id: MemberId) {
        match self.first.entry(name) {
            Entry::Vacant(place) => {
                place.insert(id);
            }
            // An index may be in a different order than the members.
            Entry::Occupied(mut first) => {
                let first = first.get_mut();
                *first = id.min(*first);
            }
        }
    }

    /// Adds the definitions from the index of an archive. Returns the members that it lists.
    fn add_index(&mut self, number: usize, library: &Library<'a>) -> BitSet {
        let mut named = BitSet::default();
        let archive = &library.archive;
        let symbols = archive.symbols().unwrap_or_default();
        self.first.reserve(symbols.len());
        for symbol in symbols {
            if !archive.members()[symbol.member].is_object() {
                continue;
            }
            named.insert(symbol.member);
            let id = MemberId {
                library: number,
                member: symbol.member,
            };
            let name: &'a [u8] = symbol.name;
            self.add(Cow::Borrowed(name), id);
        }
        named
    }

    /// Reads those objects of an archive that the index does not list.
    fn add_others(&mut self, number: usize, library: &Library<'a>, named: &BitSet, diagnostics: &mut Vec<Diagnostic>) {
        for (index, member) in library.archive.members().iter().enumerate() {
            if named.contains(index) || !member.is_object() {
                continue;
            }
            let object = match Object::read(member.bytes) {
                Ok(object) => object,
                Err(why) => {
                    let problem = Problem::UnreadableMember { why };
                    let label = "not in the archive's index, so its definitions are unknown";
                    diagnostics.push(library.fault(index, &problem, label));
                    continue;
                }
            };
            let id = MemberId {
                library: number,
                member: index,
            };
            for export in object.exports() {
                self.add(Cow::Owned(export.to_string().into_bytes()), id);
            }
        }
    }
}
