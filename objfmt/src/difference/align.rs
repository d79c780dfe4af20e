//! Alignment of two instruction sequences.

use ::similar::{Algorithm, DiffOp, capture_diff_slices};

/// One element of an alignment: the positions of corresponding instructions, or of an instruction that only one
/// sequence has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// Both sequences have an instruction here, equal or not.
    Both(usize, usize),
    /// Only the first sequence has an instruction here.
    First(usize),
    /// Only the second sequence has an instruction here.
    Second(usize),
}

/// Aligns two sequences with few differences. Equal numbers mean equal instructions.
///
/// `cells` is the remaining work, in pairs of elements to compare. If it does not suffice, the elements between the
/// common prefix and the common suffix are matched one by one.
pub fn align(a: &[u32], b: &[u32], cells: &mut usize) -> Vec<Match> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (inner_a, inner_b) = (&a[head..], &b[head..]);
    let tail = inner_a.iter().rev().zip(inner_b.iter().rev());
    let tail = tail.take_while(|(a, b)| a == b).count();
    let inner_a = &inner_a[..inner_a.len() - tail];
    let inner_b = &inner_b[..inner_b.len() - tail];

    let mut matches: Vec<_> = (0..head).map(|n| Match::Both(n, n)).collect();
    let work = inner_a.len() * inner_b.len();
    if work > *cells {
        replace(&mut matches, (head, inner_a.len()), (head, inner_b.len()));
    } else {
        *cells -= work;
        for step in capture_diff_slices(Algorithm::Myers, inner_a, inner_b) {
            take(&mut matches, step, head);
        }
    }
    let ends = (a.len() - tail..a.len()).zip(b.len() - tail..b.len());
    matches.extend(ends.map(|(a, b)| Match::Both(a, b)));
    matches
}

fn take(matches: &mut Vec<Match>, step: DiffOp, head: usize) {
    let (_, old, new) = step.as_tag_tuple();
    replace(matches, (head + old.start, old.len()), (head + new.start, new.len()));
}

/// Matches two runs one by one, given their starts and lengths.
fn replace(matches: &mut Vec<Match>, (a, len_a): (usize, usize), (b, len_b): (usize, usize)) {
    let both = len_a.min(len_b);
    matches.extend((0..both).map(|n| Match::Both(a + n, b + n)));
    matches.extend((both..len_a).map(|n| Match::First(a + n)));
    matches.extend((both..len_b).map(|n| Match::Second(b + n)));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_insertion_is_one_step() {
        let (a, b) = ([1, 2, 3, 4], [1, 9, 2, 3, 4]);
        let steps = align(&a, &b, &mut 100);
        let others: Vec<_> = steps.iter().filter(|step| !matches!(step, Match::Both(..))).collect();
        assert_eq!(others, [&Match::Second(1)]);
    }

    proptest! {
        #[test]
        fn all_elements_are_matched_in_order(
            a in prop::collection::vec(0u32..4, 0..20),
            b in prop::collection::vec(0u32..4, 0..20),
            mut cells in 0usize..200,
        ) {
            let (mut next_a, mut next_b) = (0, 0);
            for step in align(&a, &b, &mut cells) {
                let (in_a, in_b) = match step {
                    Match::Both(a, b) => (Some(a), Some(b)),
                    Match::First(a) => (Some(a), None),
                    Match::Second(b) => (None, Some(b)),
                };
                if let Some(at) = in_a {
                    prop_assert_eq!(at, next_a);
                    next_a += 1;
                }
                if let Some(at) = in_b {
                    prop_assert_eq!(at, next_b);
                    next_b += 1;
                }
            }
            prop_assert_eq!((next_a, next_b), (a.len(), b.len()));
        }
    }
}
