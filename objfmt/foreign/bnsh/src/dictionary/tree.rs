//! Search and construction of trees.

use bstr::BStr;

use super::{Links, Node, ROOT_BIT};

/// An error for keys that cannot form a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// Two keys are equal, or differ only in NULs at their start, which contribute no bits.
    #[error("entry {entry} has the same key as entry {other}")]
    Duplicate {
        /// Index of the second of the two entries.
        entry: usize,
        /// Index of the first entry.
        other: usize,
    },
    /// A key is empty, like the root's key.
    #[error("entry {entry} has an empty key")]
    Empty {
        /// Index of the entry.
        entry: usize,
    },
    /// There are more entries than node indices.
    #[error("there are {entries} entries; at most 65535 are possible")]
    TooMany {
        /// The number of entries.
        entries: usize,
    },
}

impl TreeError {
    /// Returns the index of the entry whose key does not fit in the tree.
    pub fn entry(self) -> Option<usize> {
        match self {
            Self::Duplicate { entry, .. } | Self::Empty { entry } => Some(entry),
            Self::TooMany { .. } => None,
        }
    }
}

/// Returns true if a bit of a key is set. Bits past its start are not set.
pub(crate) fn has_bit(key: &BStr, bit: i32) -> bool {
    let Ok(bit) = usize::try_from(bit) else {
        return false;
    };
    let byte = key.iter().rev().nth(bit / 8).copied().unwrap_or_default();
    byte >> (bit % 8) & 1 == 1
}

/// Returns the lowest bit in which two keys differ.
fn lowest_difference(a: &BStr, b: &BStr) -> Option<usize> {
    let bytes = |key: &'_ BStr, at| key.iter().rev().nth(at).copied().unwrap_or_default();
    let longest = a.len().max(b.len());
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b);
    let rest = same.count()..longest;
    let (at, difference) = rest
        .map(|at| (at, bytes(a, at) ^ bytes(b, at)))
        .find(|(_, difference)| *difference != 0)?;
    usize::try_from(difference.trailing_zeros())
        .ok()
        .map(|bit| 8 * at + bit)
}

/// Searches for a key. Returns the indices of the last node but one and of the final node, and the number of steps.
/// With a limit, a node whose bit is not below the limit ends the search. The final index may not be a valid node.
///
/// The bits on the path increase, so the search terminates for any links.
pub(crate) fn end_of_search(nodes: &[Node<'_>], key: &BStr, limit: Option<i32>) -> (usize, usize, usize) {
    let bit = |node: usize| nodes.get(node).map(|node| node.links.bit);
    let (mut before, mut steps) = (0, 1);
    let mut at = nodes.first().map_or(0, |root| usize::from(root.links.left));
    while let (Some(above), Some(node)) = (bit(before), nodes.get(at)) {
        let links = node.links;
        if above >= links.bit || limit.is_some_and(|limit| links.bit >= limit) {
            break;
        }
        before = at;
        at = usize::from(if has_bit(key, links.bit) {
            links.right
        } else {
            links.left
        });
        steps += 1;
    }
    (before, at, steps)
}

/// Builds the tree of some keys, in this order. The nodes have no key offsets.
///
/// # Errors
///
/// Fails if two keys have the same bits, a key is empty, or there are too many keys.
pub fn build<'a>(keys: impl ExactSizeIterator<Item = &'a BStr>) -> Result<Vec<Node<'a>>, TreeError> {
    let entries = keys.len();
    let root = Links {
        bit: ROOT_BIT,
        left: 0,
        right: 0,
    };
    let mut nodes = Vec::with_capacity(entries.saturating_add(1));
    nodes.push(node(root, BStr::new("")));
    for (entry, key) in keys.enumerate() {
        let Ok(number) = u16::try_from(entry.saturating_add(1)) else {
            return Err(TreeError::TooMany { entries });
        };
        insert(&mut nodes, entry, number, key)?;
    }
    Ok(nodes)
}

fn node(links: Links, key: &BStr) -> Node<'_> {
    Node {
        links,
        key,
        key_offset: 0,
    }
}

/// Inserts the node of an entry as node `number`.
fn insert<'a>(nodes: &mut Vec<Node<'a>>, entry: usize, number: u16, key: &'a BStr) -> Result<(), TreeError> {
    let (_, end, _) = end_of_search(nodes, key, None);
    let nearest = nodes.get(end).map_or(BStr::new(""), |node| node.key);
    let Some(bit) = lowest_difference(key, nearest) else {
        return Err(match end.checked_sub(1) {
            Some(other) => TreeError::Duplicate { entry, other },
            None => TreeError::Empty { entry },
        });
    };
    // Keys in files have at most 65535 characters.
    let bit = i32::try_from(bit).unwrap_or(i32::MAX);
    let (above, below, _) = end_of_search(nodes, key, Some(bit));
    // There are at most `number` nodes.
    let below = u16::try_from(below).unwrap_or_default();
    let (left, right) = if has_bit(key, bit) {
        (below, number)
    } else {
        (number, below)
    };
    nodes.push(node(Links { bit, left, right }, key));
    if let Some(Node { links, .. }) = nodes.get_mut(above) {
        if above != 0 && has_bit(key, links.bit) {
            links.right = number;
        } else {
            links.left = number;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys<'a>(texts: &[&'a str]) -> Vec<&'a BStr> {
        texts.iter().map(|text| BStr::new(*text)).collect()
    }

    fn links(nodes: &[Node<'_>]) -> Vec<(i32, u16, u16)> {
        let links = nodes.iter().map(|node| node.links);
        links.map(|links| (links.bit, links.left, links.right)).collect()
    }

    #[test]
    fn bits_count_from_the_end_of_keys() {
        let key = BStr::new(b"a\x80");
        let set: Vec<_> = (-2..40).filter(|bit| has_bit(key, *bit)).collect();
        assert_eq!(set, [7, 8, 13, 14]);
        assert_eq!(lowest_difference(key, key), None);
        assert_eq!(lowest_difference(BStr::new(""), BStr::new("b")), Some(1));
        assert_eq!(lowest_difference(BStr::new("xa"), BStr::new("a")), Some(11));
        assert_eq!(lowest_difference(BStr::new("a"), BStr::new("\0a")), None);
    }

    #[test]
    fn trees_are_those_of_their_keys() {
        let none = build(keys(&[]).into_iter()).map(|nodes| links(&nodes));
        assert_eq!(none, Ok(vec![(-1, 0, 0)]));
        let two = build(keys(&["sv_pos", "aNormal"]).into_iter()).map(|nodes| links(&nodes));
        assert_eq!(two, Ok(vec![(-1, 1, 0), (0, 2, 1), (2, 0, 2)]));
    }

    #[test]
    fn keys_without_a_tree_are_refused() {
        let refused = |texts: &[&str]| build(keys(texts).into_iter()).map(|_| ());
        assert_eq!(
            refused(&["a", "b", "a"]),
            Err(TreeError::Duplicate { entry: 2, other: 0 })
        );
        assert_eq!(refused(&["a", "\0a"]), Err(TreeError::Duplicate { entry: 1, other: 0 }));
        assert_eq!(refused(&["a", ""]), Err(TreeError::Empty { entry: 1 }));
        let names: Vec<_> = (0..65536).map(|number| format!("{number}")).collect();
        let many = |count: usize| {
            let keys = names[..count].iter().map(BStr::new);
            build(keys).map(|nodes| nodes.len())
        };
        assert_eq!(many(65535), Ok(65536));
        assert_eq!(many(65536), Err(TreeError::TooMany { entries: 65536 }));
    }

    /// Searches terminate in trees whose links form cycles or are invalid.
    #[test]
    fn searches_end() {
        let key = BStr::new("key");
        for (bit, left, right) in [(-1, 0, 0), (0, 1, 1), (5, 1, 0), (i32::MAX, 2, 2), (0, 9, 9)] {
            let links = Links { bit, left, right };
            let nodes = [node(links, BStr::new("")), node(links, key), node(links, key)];
            end_of_search(&nodes, key, None);
        }
        assert_eq!(end_of_search(&[], key, None), (0, 0, 1));
    }
}
