//! Tables for requests with few bits, small enough to try every order and every combination.

use proptest::prelude::*;

use super::*;
use crate::objects::ObjectId;

/// Returns a request with two bits for each of the first two sources, and one of the mask.
fn request((bits, care): (u32, u32), commutes: bool) -> Request {
    let spread = |bits: u32| bits & 1 | (bits >> 1 & 3) << 4 | (bits >> 3 & 3) << 13;
    Request {
        bits: spread(bits),
        care: spread(care),
        mad: false,
        commutes,
        object: ObjectId(0),
        word: 0,
    }
}

/// Panics if a request does not get its bits.
fn check(requests: &[Request], table: &Descriptors) {
    assert_eq!(requests.len(), table.numbers.len());
    for (request, (number, is_turned)) in requests.iter().zip(table.numbers()) {
        assert!(!is_turned || request.commutes);
        let asked = if is_turned { request.commuted() } else { *request };
        let entry = table.entries[number as usize].descriptor.to_bits();
        assert_eq!((entry ^ asked.bits) & asked.care, 0, "{request:x?}");
        assert!(!request.mad || (number as usize) < limits::MAD_DESCRIPTORS);
    }
}

/// Returns the smallest number of groups of requests that agree, by trying all orders and groupings.
fn fewest_groups(rest: &[Request], groups: &mut Vec<Requirement>) -> usize {
    let Some((first, rest)) = rest.split_first() else {
        return groups.len();
    };
    let requirement = Requirement::new(first);
    let swapped = first.commutes.then(|| commuted(requirement));
    let mut best = usize::MAX;
    for requirement in [requirement].into_iter().chain(swapped) {
        groups.push(requirement);
        best = best.min(fewest_groups(rest, groups));
        groups.pop();
        for index in 0..groups.len() {
            let group = groups[index];
            if !group.conflicts_with(requirement) {
                groups[index] = group.with(requirement);
                best = best.min(fewest_groups(rest, groups));
                groups[index] = group;
            }
        }
    }
    best
}

proptest! {
    #[test]
    fn small_tables_are_the_smallest(
        asked in prop::collection::vec(((0u32..32, 1u32..32), prop::bool::ANY), 1..=6),
    ) {
        let all: Vec<_> = asked.iter().map(|&(requirement, commutes)| request(requirement, commutes)).collect();
        let table = improve(&all, first_fit::table(&all), || all.clone()).ok().expect("few fit");
        check(&all, &table);
        let lower_bound = fewest_groups(&all, &mut Vec::new());
        prop_assert_eq!(table.entries.len(), lower_bound);
        prop_assert!(table.lower_bound <= lower_bound);
    }
}

/// Returns 33 `mad` with different factors, and 33 with the same factors exchanged.
fn mads() -> Vec<Request> {
    let mads = (0..33).map(|number| {
        let (a, b) = (number, 100 - number);
        [(a, b), (b, a)].map(|(a, b)| Request {
            bits: a << 5 | b << 14,
            care: 0xFF << 5 | 0xFF << 14,
            mad: true,
            ..request((0, 0), number > 0)
        })
    });
    mads.flatten().collect()
}

#[test]
fn mads_share_where_they_are_too_many() {
    let (many, few) = (mads(), &mads()[2..]);
    assert!(first_fit::table(few).is_err());
    let table = improve(few, first_fit::table(few), || few.to_vec())
        .ok()
        .expect("32 fit");
    check(few, &table);
    assert_eq!((table.entries.len(), table.lower_bound), (32, 32));
    // The two orders of the first one cannot be exchanged.
    assert!(improve(&many, first_fit::table(&many), || many.clone()).is_err());
}

/// Sources keep their order unless the table becomes smaller.
#[test]
fn nothing_is_exchanged_in_vain() {
    let all = [request((0b00010, 0b11111), true), request((0b10100, 0b11111), true)];
    let table = improve(&all, first_fit::table(&all), || all.to_vec())
        .ok()
        .expect("two fit");
    assert_eq!((table.entries.len(), table.swapped.len()), (2, 0));
    let all = [all[0], all[0].commuted(), all[1]];
    let table = improve(&all, first_fit::table(&all), || all.to_vec())
        .ok()
        .expect("three fit");
    check(&all, &table);
    assert_eq!((table.entries.len(), table.swapped.len()), (2, 1));
}

/// One request for each word of a program. The test checks that the search ends soon.
#[test]
fn hostile_numbers_of_descriptors_are_rejected() {
    let count = u32::try_from(limits::CODE_WORDS).expect("some thousand");
    let all: Vec<_> = (0..count)
        .map(|n| Request {
            bits: n << 4,
            care: u32::MAX,
            ..request((0, 0), true)
        })
        .collect();
    assert!(improve(&all, first_fit::table(&all), || all.clone()).is_err());
}

#[test]
fn many_nodes_get_a_table() {
    let nodes: Vec<_> = (0..128)
        .flat_map(|n: u32| {
            [5, 14, 23].map(|at| {
                Node::fixed(Requirement {
                    bits: n << at,
                    care: 0x7F << at,
                })
            })
        })
        .collect();
    let found = search::fewest(&nodes, &Conflicts::new(&nodes), 1, limits::DESCRIPTORS);
    assert_eq!(found.entries.map(|entries| entries.len()), Some(128));
}

#[test]
fn a_search_gives_up_when_its_work_is_used_up() {
    let nodes: Vec<_> = (1..9)
        .map(|n| {
            Node::free(Requirement {
                bits: n << 4,
                care: 0xF << 4,
            })
        })
        .collect();
    let fewest_within = |work, limit| search::fewest_within(work, &nodes, &Conflicts::new(&nodes), 1, limit);
    // The first table is found in any case.
    let found = fewest_within(1, 8);
    assert!(found.entries.is_some_and(|entries| entries.len() <= 8));
    assert_eq!(found.lower_bound, 1);
    // A search for one that does not fit stops at the budget.
    let found = fewest_within(1, 3);
    assert_eq!((found.entries, found.lower_bound), (None, 1));
    let found = fewest_within(usize::MAX, 8);
    assert_eq!(
        (found.entries.map(|entries| entries.len()), found.lower_bound),
        (Some(4), 4)
    );
}
