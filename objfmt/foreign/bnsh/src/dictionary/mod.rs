//! Dictionaries: names of entries in a PATRICIA tree.
//!
//! Each node decides by one bit of the key between two other nodes. A child whose bit is not higher than that of its
//! parent is the end of the search; its key is compared.

mod read;
mod tree;

use bstr::BStr;

use crate::error::Structure;
pub(crate) use read::read;
pub(crate) use tree::end_of_search;
pub use tree::{NoTree, build};

/// The first bytes of a dictionary. Some files have zeros there.
pub const MAGIC: [u8; 4] = *b"_DIC";

/// The bit of the root.
pub const ROOT_BIT: i32 = -1;

/// A dictionary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dictionary<'a> {
    /// The names that it holds.
    pub structure: Structure,
    /// Its offset in the file.
    pub offset: usize,
    /// Its nodes. The first one is the root; node *i* + 1 belongs to entry *i*.
    pub nodes: Vec<Node<'a>>,
}

/// A node of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node<'a> {
    /// How it leads on.
    pub links: Links,
    /// The key of its entry; empty in the root.
    pub key: &'a BStr,
    /// The offset of the key's string in the file; 0 for none.
    pub key_offset: u64,
}

/// The fields of a node that form the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Links {
    /// The bit of the key that decides. Bit *r* is bit *r* mod 8 of byte *r* / 8 counted from the end of the key;
    /// beyond the start of the key bits are 0.
    pub bit: i32,
    /// The node for a bit that is 0.
    pub left: u16,
    /// The node for a bit that is 1.
    pub right: u16,
}

impl<'a> Dictionary<'a> {
    /// The keys in the order of the entries.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &'a BStr> + '_ {
        self.nodes.iter().skip(1).map(|node| node.key)
    }

    /// The number of the entry that a search of the tree finds for a key.
    pub fn find(&self, key: &BStr) -> Option<usize> {
        let (_, end, _) = end_of_search(&self.nodes, key, None);
        self.nodes.get(end).filter(|node| node.key == key)?;
        end.checked_sub(1)
    }
}
