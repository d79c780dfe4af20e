//! Dictionary reader.

use pica200_objfmt::formats::layout::Magic;

use super::{Dictionary, Links, MAGIC, Node, ROOT_BIT};
use crate::error::{ErrorKind, Structure};
use crate::layout::{DictionaryHeader, NodeRecord};
use crate::reader::{Field, Reader};

/// Reads a dictionary. Reports an error and returns `None` if it is not in the file. A key that cannot be read is
/// empty.
pub(crate) fn read<'a>(reader: &mut Reader<'a>, structure: Structure, offset: usize) -> Option<Dictionary<'a>> {
    let header: &DictionaryHeader = reader.record(structure, offset, "the dictionary")?;
    let Magic(magic) = header.magic;
    if magic != [0; 4] && magic != MAGIC {
        let kind = ErrorKind::Magic {
            found: magic,
            expected: MAGIC,
        };
        reader.note(structure, offset, kind);
    }
    let count_at = offset + std::mem::offset_of!(DictionaryHeader, entries);
    // The root has a node as well.
    let count = u32::try_from(header.entries.get())
        .ok()
        .map(|count| count.saturating_add(1));
    let Some(count) = count else {
        let kind = ErrorKind::Field {
            field: "number of entries",
            found: header.entries.get().into(),
            allowed: "a number that is not negative",
        };
        reader.report(structure, count_at, kind);
        return None;
    };
    let first = offset + size_of::<DictionaryHeader>();
    let field = Field {
        structure,
        offset: count_at,
        target: "the list of nodes",
    };
    let records: &[NodeRecord] = reader.table(field, Some(first), count)?;
    let mut nodes = Vec::with_capacity(records.len());
    for (number, record) in records.iter().enumerate() {
        let at = first + number * size_of::<NodeRecord>();
        nodes.push(node(reader, structure, at, number, record));
    }
    check(reader, structure, first, &nodes);
    Some(Dictionary {
        structure,
        offset,
        nodes,
    })
}

fn node<'a>(reader: &mut Reader<'a>, structure: Structure, at: usize, number: usize, record: &NodeRecord) -> Node<'a> {
    let field = Field {
        structure,
        offset: at + std::mem::offset_of!(NodeRecord, key),
        target: if number == 0 { "the key of the root" } else { "a key" },
    };
    let key = match reader.follow(field, record.key) {
        Some(place) => reader.string(field, place),
        None => {
            // The root needs no key. A key outside the file was already reported.
            if number != 0 && record.key.get() == 0 {
                reader.report(structure, field.offset, ErrorKind::Missing { what: "key" });
            }
            None
        }
    };
    Node {
        links: Links {
            bit: record.bit.get(),
            left: record.left.get(),
            right: record.right.get(),
        },
        key: key.unwrap_or_default(),
        key_offset: record.key.get(),
    }
}

/// Notes links to nodes that do not exist, and a negative bit in a node other than the root. The entries do not depend
/// on the links.
fn check(reader: &mut Reader<'_>, structure: Structure, first: usize, nodes: &[Node<'_>]) {
    let last = nodes.len().saturating_sub(1);
    for (number, Node { links, key, .. }) in nodes.iter().enumerate() {
        let at = first + number * size_of::<NodeRecord>();
        for found in [links.left, links.right] {
            if usize::from(found) > last {
                let kind = ErrorKind::Child {
                    node: number,
                    found,
                    last,
                };
                reader.note(structure, at, kind);
            }
        }
        let is_root = number == 0;
        if is_root && links.bit != ROOT_BIT || !is_root && links.bit < 0 {
            let kind = ErrorKind::Field {
                field: if is_root { "bit of the root" } else { "bit of a node" },
                found: links.bit.into(),
                allowed: if is_root { "-1" } else { "a number that is not negative" },
            };
            reader.note(structure, at, kind);
        }
        if is_root && !key.is_empty() {
            let kind = ErrorKind::Field {
                field: "length of the root's key",
                found: i64::try_from(key.len()).unwrap_or(i64::MAX),
                allowed: "0",
            };
            reader.note(structure, at, kind);
        }
    }
}
