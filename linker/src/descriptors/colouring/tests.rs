//! Tables for requests of few bits, for which every combination can be tried.

use proptest::prelude::*;

use super::*;
use crate::objects::ObjectId;

fn request(bits: u32, care: u32, mad: bool) -> Request {
    Request {
        bits,
        care,
        mad,
        object: ObjectId(0),
        word: 0,
    }
}

fn improved(requests: &[Request]) -> Option<Descriptors> {
    improve(requests, first_fit::table(requests), || requests.to_vec()).ok()
}

/// Panics if a request does not get what it asks for.
fn check(requests: &[Request], table: &Descriptors) {
    assert_eq!(requests.len(), table.numbers.len());
    for (request, &number) in requests.iter().zip(&table.numbers) {
        let entry = table.entries[number as usize].descriptor.to_bits();
        assert_eq!((entry ^ request.bits) & request.care, 0, "{request:x?}");
        assert!(!request.mad || (number as usize) < limits::MAD_DESCRIPTORS);
    }
}

/// The fewest groups of requests that agree, by trying all.
fn fewest(rest: &[Request], groups: &mut Vec<Wish>) -> usize {
    let Some((first, rest)) = rest.split_first() else {
        return groups.len();
    };
    let wish = Wish {
        bits: first.bits & first.care,
        care: first.care,
        mad: false,
    };
    groups.push(wish);
    let mut best = fewest(rest, groups);
    groups.pop();
    for index in 0..groups.len() {
        let group = groups[index];
        if !group.disagrees(wish) {
            groups[index] = group.with(wish);
            best = best.min(fewest(rest, groups));
            groups[index] = group;
        }
    }
    best
}

proptest! {
    #[test]
    fn small_tables_are_the_smallest(
        asked in prop::collection::vec((0u32..32, 1u32..32, 0u32..32, prop::bool::ANY), 0..=8),
    ) {
        let all: Vec<_> = asked.iter().map(|&(bits, care, _, mad)| request(bits, care, mad)).collect();
        let picasso: Vec<_> = asked
            .iter()
            .map(|&(bits, care, more, mad)| request(bits, care | more, mad))
            .collect();
        let table = improve(&all, first_fit::table(&all), || picasso.clone()).ok().expect("few fit");
        check(&all, &table);
        let least = fewest(&all, &mut Vec::new());
        prop_assert_eq!((table.entries.len(), table.least), (least, least));
        let theirs = first_fit::table(&picasso).ok().expect("few fit");
        prop_assert!(table.entries.len() <= theirs.entries.len());
    }
}

/// Of 33 `mad` two can share an entry, but then `a` and `b` need one each. The smallest table has these in two, and one
/// too many for `mad`.
#[test]
fn mads_share_where_they_are_too_many() {
    let mads = (0..31).map(|number| request(number, 0xFF, true));
    let (one, other) = (request(31, 0x1FF, true), request(31, 0x2FF, true));
    let (a, b) = (
        request(31 | 0x200, 0x3FF, false),
        request(31 | 0x100, 0x3FF, false),
    );
    let all: Vec<_> = mads.chain([one, a, other, b]).collect();
    assert!(first_fit::table(&all).is_err());
    let table = improved(&all).expect("there is a table");
    check(&all, &table);
    assert_eq!((table.entries.len(), table.least), (34, 33));
}

/// As many as a program has words. That this comes to an end, and soon, is what is tested.
#[test]
fn hostile_numbers_of_descriptors_are_refused() {
    let count = u32::try_from(limits::CODE_WORDS).expect("some thousand");
    let all_disagree: Vec<_> = (0..count).map(|n| request(n, u32::MAX, false)).collect();
    assert!(improved(&all_disagree).is_none());
}
