//! Checks of readable files, for problems that would break a loader or a program.

mod dictionaries;
mod relocations;

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice};

use crate::container::Bnsh;
use crate::dictionary::{Links, TreeError};
use crate::error::{ErrorKind, Structure};
use crate::strings::Strings;

/// Alignment of structures in bytes.
pub const ALIGNMENT: usize = 8;

/// The maximum number of violations listed.
pub const MAX_VIOLATIONS: usize = 500;

/// A violation of the format or of what tools expect, with its location.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{structure}, at byte {offset:X}h: {problem}")]
pub struct Violation {
    /// The structure.
    pub structure: Structure,
    /// Byte offset in the file.
    pub offset: usize,
    /// The kind of problem.
    pub problem: Problem,
}

/// The kinds of problems.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A search for the key of an entry does not find it.
    #[error("a search for `{}`, the key of entry {entry}, {result}", start_of(key.as_bstr()))]
    NotFound {
        /// Index of the entry.
        entry: usize,
        /// The key.
        key: BString,
        /// How the search ends.
        result: SearchResult,
    },
    /// The keys cannot form a tree.
    #[error("the keys cannot form a tree: {0}")]
    TreeError(TreeError),
    /// A node differs from the tree that the keys form.
    #[error("node {node} is ({}); expected ({})", DisplayLinks(*found), DisplayLinks(*built))]
    Tree {
        /// Index of the node.
        node: usize,
        /// The links in the file.
        found: Links,
        /// The links in the rebuilt tree.
        built: Links,
    },
    /// The relocation table does not list a pointer.
    #[error("the offset of {target} ({value:X}h) has no relocation")]
    NoRelocation {
        /// The name of the pointer's target, with its article.
        target: &'static str,
        /// The offset that it holds.
        value: u64,
    },
    /// The relocation table lists a pointer more than once.
    #[error("this offset is relocated {times} times")]
    RelocatedAgain {
        /// The number of relocations.
        times: usize,
    },
    /// A pointer does not point into its section.
    #[error("this offset is {value:X}h, but section {section} of the relocations is from {start:X}h to {end:X}h")]
    Section {
        /// The offset that the pointer holds.
        value: u64,
        /// Index of the section.
        section: usize,
        /// The offset of the section.
        start: u64,
        /// The end offset of the section.
        end: u64,
    },
    /// The relocation table lists a number that is not a pointer.
    #[error("this number ({value:X}h) is relocated, but it is not an offset")]
    NoPointer {
        /// The number.
        value: u64,
    },
    /// A string is used that the table does not contain.
    #[error("`{}`, {what}, is not in the string table", start_of(text.as_bstr()))]
    UnlistedString {
        /// The name of the string, with its article.
        what: &'static str,
        /// The string.
        text: BString,
    },
    /// The string block does not end after its last string.
    #[error("the strings end at {end:X}h, but their block ends at {found:X}h; expected at most 7 bytes of padding")]
    StringsEnd {
        /// The offset after the last string.
        end: usize,
        /// The end offset of the block.
        found: u64,
    },
    /// An unexpected value that does not prevent reading.
    #[error(transparent)]
    Value(ErrorKind),
    /// A misaligned object.
    #[error("{what} is not aligned to {alignment} bytes")]
    Misaligned {
        /// The name of the object, with its article.
        what: &'static str,
        /// The alignment in bytes.
        alignment: u64,
    },
}

/// The result of a search that does not find its entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum SearchResult {
    /// The search ends at the node of another entry.
    #[error("ends at entry {0}")]
    Entry(usize),
    /// The search ends at the root.
    #[error("ends at the root")]
    Root,
    /// Searching for all keys takes too many steps.
    #[error("takes too long: the searches so far have {0} steps")]
    TooLong(usize),
}

/// The maximum number of characters of a file's string in a message. Names can have 65535 characters and occur in each
/// message.
const MAX_CHARS: usize = 200;

/// Returns the start of a string of the file, for messages.
fn start_of(text: &BStr) -> String {
    let mut characters = text.chars();
    let mut start: String = characters.by_ref().take(MAX_CHARS).collect();
    if characters.next().is_some() {
        start.push_str("...");
    }
    start
}

/// Formats the links of a node.
struct DisplayLinks(Links);

impl std::fmt::Display for DisplayLinks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Links { bit, left, right } = self.0;
        write!(f, "bit {bit}, left {left}, right {right}")
    }
}

/// The violations, at most [`MAX_VIOLATIONS`].
#[derive(Default)]
pub(crate) struct Violations(Vec<Violation>);

impl Violations {
    pub(crate) fn add(&mut self, structure: Structure, offset: usize, problem: Problem) {
        if self.0.len() < MAX_VIOLATIONS {
            self.0.push(Violation {
                structure,
                offset,
                problem,
            });
        }
    }
}

/// Checks a file that was read without errors: unneeded values, dictionaries, relocations, strings, alignment. In a
/// damaged file, missing parts would look like other problems.
pub fn verify(file: &Bnsh<'_>) -> Vec<Violation> {
    let mut violations = Violations::default();
    for note in &file.notes {
        violations.add(note.structure, note.offset, Problem::Value(note.kind.clone()));
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

/// Checks that the table contains all strings that are used, and no others.
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

/// Checks the alignment of all structures and of the byte code.
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
