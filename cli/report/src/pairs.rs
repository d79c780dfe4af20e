//! Matching of items of two files.

use std::collections::HashMap;
use std::hash::Hash;

/// Matches the items of two files by name. Items of the first file come first, then those only in the second. Items of
/// the same name are matched in order.
pub fn match_by_name<'i, T, N: Eq + Hash + Copy>(
    [first, second]: [&'i [T]; 2],
    name: impl Fn(&'i T) -> N,
) -> Vec<(N, [Option<&'i T>; 2])> {
    let mut others: HashMap<N, Vec<usize>> = HashMap::new();
    for (index, item) in second.iter().enumerate().rev() {
        others.entry(name(item)).or_default().push(index);
    }
    let mut is_taken = vec![false; second.len()];
    let mut pairs = Vec::new();
    for item in first {
        let other = others.get_mut(&name(item)).and_then(Vec::pop);
        if let Some(taken) = other.and_then(|other| is_taken.get_mut(other)) {
            *taken = true;
        }
        let other = other.and_then(|other| second.get(other));
        pairs.push((name(item), [Some(item), other]));
    }
    let left = second.iter().zip(is_taken).filter(|(_, taken)| !taken);
    pairs.extend(left.map(|(item, _)| (name(item), [None, Some(item)])));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_name_belong_together_in_their_order() {
        let first = ["a0", "b0", "a1", "a2"];
        let second = ["c5", "a5", "a6"];
        let pairs = match_by_name([&first, &second], |item| &item[..1]);
        let pairs: Vec<_> = pairs.iter().map(|(_, sides)| sides.map(|of| of.copied())).collect();
        let expected = [
            [Some("a0"), Some("a5")],
            [Some("b0"), None],
            [Some("a1"), Some("a6")],
            [Some("a2"), None],
            [None, Some("c5")],
        ];
        assert_eq!(pairs, expected);
    }
}
