//! Blocks, memory pool, dictionaries, strings and relocations.

use pica200_bnsh::{Error, container, dictionary, relocation, strings};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;

use pica200_report::view::json::escaped;

/// An error in the file.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields, rename = "BnshFault"))]
pub(super) struct Fault {
    /// The structure: `variation 3, binary program, vertex code`.
    structure: String,
    /// The offset in the file in bytes.
    offset: usize,
    /// The error message, including the location.
    message: String,
}

impl Fault {
    pub(super) fn new(fault: &Error) -> Self {
        Self {
            structure: fault.structure.to_string(),
            offset: fault.offset,
            message: fault.to_string(),
        }
    }
}

/// A block.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Block {
    /// The first four bytes; non-ASCII bytes are escaped.
    magic: String,
    /// The offset in the file.
    offset: usize,
    /// The distance in bytes to the start of the next block; 0 in the last one.
    next: u32,
    /// The size in bytes.
    size: u32,
}

impl Block {
    pub(super) fn new(block: &container::Block) -> Self {
        Self {
            magic: block.magic.escape_ascii().to_string(),
            offset: block.offset,
            next: block.next,
            size: block.size,
        }
    }
}

/// The memory pool.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct MemoryPool {
    /// The property: 97.
    property: u32,
    /// The size in bytes of the byte code of all programs.
    size: u32,
    /// The offset of this byte code; 0 if there is none.
    offset: u64,
}

impl MemoryPool {
    pub(super) fn new(pool: &container::MemoryPool) -> Self {
        Self {
            property: pool.property,
            size: pool.size,
            offset: pool.code,
        }
    }
}

/// A dictionary.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Dictionary {
    /// The offset in the file.
    offset: usize,
    /// The nodes: node 0 is the root, node 1 belongs to the first entry.
    nodes: Vec<Node>,
}

/// A node of a dictionary.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Node {
    /// The bit of the key that selects the next node; -1 in the root.
    #[serde(rename = "ref")]
    bit: i32,
    /// The index of the next node if this bit is 0.
    left: u16,
    /// The index of the next node if this bit is 1.
    right: u16,
    /// The key of the entry. Bytes that are not UTF-8 are escaped, here and in other strings.
    key: String,
}

impl Dictionary {
    pub(super) fn new(dictionary: &dictionary::Dictionary<'_>) -> Self {
        let node = |node: &dictionary::Node<'_>| Node {
            bit: node.links.bit,
            left: node.links.left,
            right: node.links.right,
            key: escaped(node.key),
        };
        Self {
            offset: dictionary.offset,
            nodes: dictionary.nodes.iter().map(node).collect(),
        }
    }
}

/// A string of the string table.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Text {
    /// The offset of its length in the file.
    offset: usize,
    /// The characters.
    text: String,
}

impl Text {
    pub(super) fn new(string: &strings::TableString<'_>) -> Self {
        Self {
            offset: string.offset,
            text: escaped(string.text),
        }
    }
}

/// A section of the relocation table.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct RelocationSection {
    /// The offset in the file.
    offset: u32,
    /// The size in bytes.
    size: u32,
    /// The pointers into the section, in table order: the offset of each in the file, and the offset that it holds.
    pointers: Vec<(usize, u64)>,
}

impl RelocationSection {
    pub(super) fn new(section: &relocation::RelocationSection) -> Self {
        let pointers = section.pointers.iter();
        Self {
            offset: section.offset,
            size: section.size,
            pointers: pointers.map(|one| (one.offset, one.value)).collect(),
        }
    }
}
