//! Dictionaries: entry names in a PATRICIA tree.
//!
//! Each node tests one bit of the key and selects one of two other nodes. The search ends at a child whose bit is not
//! higher than its parent's bit; then the child's key is compared.

mod read;
mod tree;

use bstr::BStr;

use crate::error::Structure;
pub(crate) use read::read;
pub(crate) use tree::end_of_search;
pub use tree::{TreeError, build};

/// Magic of a dictionary. Some files have zeros there.
pub const MAGIC: [u8; 4] = *b"_DIC";

/// The bit of the root node.
pub const ROOT_BIT: i32 = -1;

/// A dictionary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dictionary<'a> {
    /// The structure whose names it holds.
    pub structure: Structure,
    /// Byte offset in the file.
    pub offset: usize,
    /// The nodes. The first is the root; node *i* + 1 belongs to entry *i*.
    pub nodes: Vec<Node<'a>>,
}

/// A dictionary node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node<'a> {
    /// The tree links.
    pub links: Links,
    /// The key of the entry; empty in the root.
    pub key: &'a BStr,
    /// File offset of the key's string; 0 if there is none.
    pub key_offset: u64,
}

/// The tree fields of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Links {
    /// The key bit to test. Bit *r* is bit *r* mod 8 of byte *r* / 8, counted from the end of the key. Bits past the
    /// start of the key are 0.
    pub bit: i32,
    /// Node index if the bit is 0.
    pub left: u16,
    /// Node index if the bit is 1.
    pub right: u16,
}

impl<'a> Dictionary<'a> {
    /// Returns the keys in entry order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &'a BStr> + '_ {
        self.nodes.iter().skip(1).map(|node| node.key)
    }

    /// Returns the index of the entry that a tree search finds for a key.
    pub fn find(&self, key: &BStr) -> Option<usize> {
        let (_, end, _) = end_of_search(&self.nodes, key, None);
        self.nodes.get(end).filter(|node| node.key == key)?;
        end.checked_sub(1)
    }
}
