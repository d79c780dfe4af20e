//! Checks of files that can be read: what a loader or a program would trip over.

mod dictionaries;
mod relocations;

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice};

use crate::container::Bnsh;
use crate::dictionary::{Links, NoTree};
use crate::error::{Fault, Structure};
use crate::strings::Strings;

/// The alignment of structures in bytes.
pub const ALIGNMENT: usize = 8;

/// The most violations that are listed.
pub const MOST_VIOLATIONS: usize = 500;

/// A violation of what the format requires or tools expect, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{structure}, at byte {offset:X}h: {problem}")]
pub struct Violation {
    /// The structure.
    pub structure: Structure,
    /// The offset in the file, in bytes.
    pub offset: usize,
    /// The problem.
    pub problem: Problem,
}

/// A problem of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A search for the key of an entry does not find the entry.
    #[error("a search for `{}`, the key of entry {entry}, {result}", start_of(key.as_bstr()))]
    NotFound {
        /// The number of the entry.
        entry: usize,
        /// Its key.
        key: BString,
        /// How the search ends.
        result: SearchResult,
    },
    /// The keys have no tree.
    #[error("the keys cannot all be found: {0}")]
    NoTree(NoTree),
    /// A node is not the one that its keys make.
    #[error("node {node} is ({}), but the keys make it ({})", LinksText(*found), LinksText(*built))]
    Tree {
        /// The number of the node.
        node: usize,
        /// Its links in the file.
        found: Links,
        /// Its links in the tree that is built anew.
        built: Links,
    },
    /// A loader does not turn an offset into an address.
    #[error("the offset of {target} ({value:X}h) has no relocation")]
    NoRelocation {
        /// The name of the thing that the pointer leads to, with its article.
        target: &'static str,
        /// The offset that it holds.
        value: u64,
    },
    /// A loader turns an offset into an address more than once.
    #[error("the offset there is relocated {times} times")]
    RelocatedAgain {
        /// How often.
        times: usize,
    },
    /// A pointer does not lead into its section.
    #[error("the offset there is {value:X}h, but section {section} of the relocations is from {start:X}h to {end:X}h")]
    Section {
        /// The offset that the pointer holds.
        value: u64,
        /// The number of the section.
        section: usize,
        /// The offset of the section.
        start: u64,
        /// The offset behind the section.
        end: u64,
    },
    /// A loader changes a number that is not a pointer.
    #[error("the number there ({value:X}h) has a relocation, but no structure has an offset there")]
    NoPointer {
        /// The number.
        value: u64,
    },
    /// A string is used that the table does not have.
    #[error("`{}`, {what}, is not in the table of strings", start_of(text.as_bstr()))]
    UnlistedString {
        /// The name of the string, with its article.
        what: &'static str,
        /// The string.
        text: BString,
    },
    /// The block of strings does not end behind its last string.
    #[error("the strings end at {end:X}h, but their block at {found:X}h; allowed are at most 7 bytes behind them")]
    StringsEnd {
        /// The offset behind the last string.
        end: usize,
        /// The offset behind the block.
        found: u64,
    },
    /// A value is not as expected, although nothing needs it to be read.
    #[error(transparent)]
    Value(Fault),
    /// Something is not aligned.
    #[error("{what} is not at a multiple of {alignment}")]
    Misaligned {
        /// The name of the thing, with its article.
        what: &'static str,
        /// The alignment in bytes.
        alignment: u64,
    },
}

/// How a search ends that does not find its entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum SearchResult {
    /// At the node of another entry.
    #[error("ends at entry {0}")]
    Entry(usize),
    /// At the root.
    #[error("ends at the root")]
    Root,
    /// After too many steps to search for all keys.
    #[error("takes too long: the searches so far have {0} steps")]
    TooLong(usize),
}

/// The most characters of a text of the file in a message. Names can have 65535, and occur in each message.
const CHARACTERS: usize = 200;

/// The start of a text of the file, for messages.
fn start_of(text: &BStr) -> String {
    let mut characters = text.chars();
    let mut start: String = characters.by_ref().take(CHARACTERS).collect();
    if characters.next().is_some() {
        start.push_str("...");
    }
    start
}

/// The words for the links of a node.
struct LinksText(Links);

impl std::fmt::Display for LinksText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Links { bit, left, right } = self.0;
        write!(f, "bit {bit}, left {left}, right {right}")
    }
}

/// The violations, at most [`MOST_VIOLATIONS`].
#[derive(Default)]
pub(crate) struct Violations(Vec<Violation>);

impl Violations {
    pub(crate) fn add(&mut self, structure: Structure, offset: usize, problem: Problem) {
        if self.0.len() < MOST_VIOLATIONS {
            self.0.push(Violation {
                structure,
                offset,
                problem,
            });
        }
    }
}

/// Checks a file that was read without faults: values that nothing needs, dictionaries, relocations, strings,
/// alignment. What a damaged file lacks would look like other faults.
pub fn verify(file: &Bnsh<'_>) -> Vec<Violation> {
    let mut violations = Violations::default();
    for note in &file.notes {
        violations.add(note.structure, note.offset, Problem::Value(note.fault.clone()));
    }
    for dictionary in &file.dictionaries {
        dictionaries::check(dictionary, &mut violations);
    }
    if let Some(relocations) = &file.relocations {
        relocations::check(file, relocations, &mut violations);
    }
    if let Some(strings) = &file.strings {
        check_strings(file, strings, &mut violations);
    }
    check_alignment(file, &mut violations);
    violations.0
}

/// Checks that the table has all strings that are used, and nothing else.
fn check_strings(file: &Bnsh<'_>, strings: &Strings<'_>, violations: &mut Violations) {
    let name = file.header.name.iter();
    let name = name.map(|(offset, text)| (Structure::Header, *offset, "the name of the file", *text));
    let keys = file.dictionaries.iter().flat_map(|dictionary| {
        dictionary.nodes.iter().filter_map(|node| {
            let offset = usize::try_from(node.key_offset).ok().filter(|&at| at != 0)?;
            Some((dictionary.structure, offset, "a key", node.key))
        })
    });
    let mut told = HashSet::new();
    for (structure, offset, what, text) in name.chain(keys) {
        if strings.at(offset).is_none() && told.insert(offset) {
            let text = text.to_owned();
            violations.add(structure, offset, Problem::UnlistedString { what, text });
        }
    }
    let found = strings.offset as u64 + u64::from(strings.size);
    let end = strings.end;
    if found
        .checked_sub(end as u64)
        .is_none_or(|padding| padding >= ALIGNMENT as u64)
    {
        violations.add(Structure::Strings, strings.offset, Problem::StringsEnd { end, found });
    }
}

/// Checks the alignment of all structures, and of the byte code.
fn check_alignment(file: &Bnsh<'_>, violations: &mut Violations) {
    let mut told = HashSet::new();
    for start in &file.starts {
        if !start.offset.is_multiple_of(ALIGNMENT) && told.insert(start.offset) {
            let (what, alignment) = (start.what, ALIGNMENT as u64);
            violations.add(start.structure, start.offset, Problem::Misaligned { what, alignment });
        }
    }
    let (Some(pool), Some(alignment)) = (&file.pool, file.header.alignment()) else {
        return;
    };
    if !pool.code.is_multiple_of(alignment) {
        let what = "the byte code of all programs";
        let offset = usize::try_from(pool.code).unwrap_or(usize::MAX);
        violations.add(Structure::MemoryPool, offset, Problem::Misaligned { what, alignment });
    }
}
