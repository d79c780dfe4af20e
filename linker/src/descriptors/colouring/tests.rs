//! Tables for requests with few bits, small enough to try every combination.

use proptest::prelude::*;

use super::*;
use crate::descriptors::graph::BITS;
use crate::objects::ObjectId;

fn request(bits: u32, care: u32, mad: bool) -> Request {
    Request {
        bits,
        care,
        mad,
        commutes: false,
        object: ObjectId(0),
        word: 0,
    }
}

fn improved(requests: &[Request]) -> Option<Descriptors> {
    improve(requests, first_fit::table(requests), || requests.to_vec()).ok()
}

/// Panics if a request does not get its bits.
fn check(requests: &[Request], table: &Descriptors) {
    assert_eq!(requests.len(), table.numbers.len());
    for (request, &number) in requests.iter().zip(&table.numbers) {
        let entry = table.entries[number as usize].descriptor.to_bits();
        assert_eq!((entry ^ request.bits) & request.care, 0, "{request:x?}");
        assert!(!request.mad || (number as usize) < limits::MAD_DESCRIPTORS);
    }
}

/// Returns the smallest number of groups of requests that agree, by trying all groupings.
fn fewest(rest: &[Request], groups: &mut Vec<Requirement>) -> usize {
    let Some((first, rest)) = rest.split_first() else {
        return groups.len();
    };
    let requirement = Requirement::new(first);
    groups.push(requirement);
    let mut best = fewest(rest, groups);
    groups.pop();
    for index in 0..groups.len() {
        let group = groups[index];
        if !group.conflicts_with(requirement) {
            groups[index] = group.with(requirement);
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
        let lower_bound = fewest(&all, &mut Vec::new());
        prop_assert_eq!((table.entries.len(), table.lower_bound), (lower_bound, lower_bound));
        let theirs = first_fit::table(&picasso).ok().expect("few fit");
        prop_assert!(table.entries.len() <= theirs.entries.len());
    }
}

/// Two of 33 `mad` can share an entry, but then `a` and `b` need one each. The smallest table has `a` and `b` in two
/// entries, and one entry too many for `mad`.
#[test]
fn mads_share_where_they_are_too_many() {
    let mads = (0..31).map(|number| request(number, 0xFF, true));
    let (one, other) = (request(31, 0x1FF, true), request(31, 0x2FF, true));
    let (a, b) = (request(31 | 0x200, 0x3FF, false), request(31 | 0x100, 0x3FF, false));
    let all: Vec<_> = mads.chain([one, a, other, b]).collect();
    assert!(first_fit::table(&all).is_err());
    let table = improved(&all).expect("there is a table");
    check(&all, &table);
    assert_eq!((table.entries.len(), table.lower_bound), (34, 33));
}

/// One request for each word of a program. The test checks that the search ends soon.
#[test]
fn hostile_numbers_of_descriptors_are_rejected() {
    let count = u32::try_from(limits::CODE_WORDS).expect("some thousand");
    let all_disagree: Vec<_> = (0..count).map(|n| request(n, u32::MAX, false)).collect();
    assert!(improved(&all_disagree).is_none());
}

/// Returns the requests as picasso sees them: with more bits in use.
fn seen(requests: &[Request], more: &[(usize, u32)]) -> Vec<Request> {
    let mut seen = requests.to_vec();
    for &(index, care) in more {
        seen[index].care |= care;
    }
    seen
}

/// Returns 33 `mad`, among them two pairs that can share an entry; but then the requests after each of the four need
/// separate entries. It is enough if one pair shares an entry. The search does not know that, and makes 35 entries.
fn two_pairs() -> Vec<Request> {
    let pair = |number| {
        [
            request(number, 0x1FF, true),
            request(number | 0x200, 0x3FF, false),
            request(number, 0x2FF, true),
            request(number | 0x100, 0x3FF, false),
        ]
    };
    let mads = (0..29).map(|number| request(number, 0xFF, true));
    mads.chain(pair(29)).chain(pair(30)).collect()
}

/// The `mad` of the first pair and of the second, with the bits that make them agree from the beginning.
const FIRST_PAIR: [(usize, u32); 2] = [(29, 0x3FF), (31, 0x3FF)];
const SECOND_PAIR: [(usize, u32); 2] = [(33, 0x3FF), (35, 0x3FF)];

#[test]
fn a_smaller_table_of_picasso_is_taken() {
    let all = two_pairs();
    let own = improved(&all).expect("there is a table");
    assert_eq!((own.entries.len(), own.lower_bound), (35, 33));
    let table = improve(&all, first_fit::table(&all), || seen(&all, &FIRST_PAIR));
    let table = table.ok().expect("there is a table");
    check(&all, &table);
    assert_eq!((table.entries.len(), table.lower_bound), (34, 33));
}

#[test]
fn a_larger_table_of_picasso_is_not_taken() {
    let mut all = two_pairs();
    all.push(request(0xF0, 0x0F, false));
    let more = [&FIRST_PAIR[..], &SECOND_PAIR, &[(37, 0xFF)]].concat();
    let theirs = seen(&all, &more);
    assert_eq!(first_fit::table(&theirs).ok().expect("few fit").entries.len(), 36);
    let table = improve(&all, first_fit::table(&all), || theirs);
    let table = table.ok().expect("there is a table");
    check(&all, &table);
    assert_eq!(table.entries.len(), 35);
}

/// A bit that only picasso compares distinguishes the two.
#[test]
fn of_tables_of_one_size_that_of_the_search_is_taken() {
    let mut all = two_pairs();
    all[0].bits |= 0x800;
    all.push(request(0, 0xFF, false));
    let more = [&FIRST_PAIR[..], &SECOND_PAIR, &[(37, 0x800)]].concat();
    let theirs = first_fit::table(&seen(&all, &more)).ok().expect("few fit");
    let table = improve(&all, first_fit::table(&all), || seen(&all, &more));
    let table = table.ok().expect("there is a table");
    check(&all, &table);
    assert_eq!(table.entries.len(), theirs.entries.len());
    let first = |table: &Descriptors| table.entries[0].descriptor.to_bits();
    assert_eq!((first(&table), first(&theirs)), (0x800, 0));
}

#[test]
fn picasso_may_find_room_where_the_search_finds_none() {
    let mut all = two_pairs();
    all.extend((31..125).map(|number| request(number, 0xFF, false)));
    assert!(improved(&all).is_none());
    let table = improve(&all, first_fit::table(&all), || seen(&all, &FIRST_PAIR));
    let table = table.ok().expect("there is a table");
    check(&all, &table);
    assert_eq!((table.entries.len(), table.lower_bound), (128, 127));
}

/// Five descriptors in a cycle, where each conflicts with the next: three entries, although no three conflict.
#[test]
fn a_table_that_cannot_be_smaller_stays_as_first_fit_makes_it() {
    // In this order, the search would make other groups than first fit.
    let circle = [0, 1, 3, 2, 4].map(|node| {
        let before = (node + 4) % 5;
        request(1 << before, 1 << node | 1 << before, false)
    });
    let first_fit = first_fit::table(&circle).ok().expect("few fit");
    let table = improved(&circle).expect("few fit");
    assert_eq!((table.entries.len(), table.lower_bound), (3, 3));
    assert_eq!(table.numbers, first_fit.numbers);
    assert_eq!(table.entries, first_fit.entries);
}

/// A cycle of five, and four pairs whose halves conflict with those in other pairs. First fit makes an entry for each
/// pair, so it makes four; three are enough, although no three conflict.
#[test]
fn more_entries_than_disagree_are_tried() {
    let circle = (0..5).map(|node| (node, (node + 1) % 5));
    let halves = (0..16).map(|at| (5 + at / 4 * 2, 6 + at % 4 * 2));
    let edges: Vec<_> = circle.chain(halves.filter(|(a, b)| a + 1 != *b)).collect();
    let all: Vec<_> = (0..13)
        .map(|node| {
            let bits = (0..).zip(&edges);
            bits.fold(request(0, 0, false), |asked, (bit, &(a, b))| Request {
                bits: asked.bits | u32::from(a == node) << bit,
                care: asked.care | u32::from(a == node || b == node) << bit,
                ..asked
            })
        })
        .collect();
    let first_fit = first_fit::table(&all).ok().expect("few fit");
    assert_eq!(first_fit.entries.len(), 4);
    let table = improved(&all).expect("few fit");
    check(&all, &table);
    assert_eq!((table.entries.len(), table.lower_bound), (3, 3));
}

/// `mad` runs out of entries before the table is full.
#[test]
fn mad_reaches_32_entries() {
    let mads = |count| (0..count).map(|number| request(number, 0xFF, true));
    let table = improved(&mads(32).collect::<Vec<_>>()).expect("room for 32");
    assert_eq!(table.entries.len(), limits::MAD_DESCRIPTORS);
    assert!(improved(&mads(33).collect::<Vec<_>>()).is_none());
    // The 33rd entry also makes a `mad` fit.
    let others = (0..32).map(|number| request(number, 0xFF, false));
    let all: Vec<_> = others.chain([request(32, 0xFF, true)]).collect();
    check(&all, &improved(&all).expect("room for all"));
}

fn from_edges(nodes: usize, edges: &[(usize, usize)]) -> Graph {
    assert!(nodes <= BITS);
    let mut rows = vec![0; nodes];
    for &(a, b) in edges {
        rows[a] |= 1 << b;
        rows[b] |= 1 << a;
    }
    Graph::new(nodes, rows)
}

/// Returns the complete graph, where all descriptors conflict.
fn complete(count: u32) -> Graph {
    let requirements = (0..count).map(|bits| Requirement { bits, care: u32::MAX });
    graph(&requirements.collect::<Vec<_>>())
}

#[test]
fn a_clique_shows_that_a_table_is_too_small() {
    for (nodes, found) in [(0, 0), (1, 1), (10, 10), (128, 128), (129, 129), (200, 129)] {
        assert_eq!(complete(nodes).clique(ENOUGH).len(), found);
    }
}

/// A node with many neighbours that are not adjacent comes before a triangle. Of two triangles, the first is used.
#[test]
fn the_largest_clique_that_is_found_counts() {
    let edges = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (5, 6),
        (6, 7),
        (5, 7),
        (8, 9),
        (9, 10),
        (8, 10),
    ];
    let graph = from_edges(11, &edges);
    assert_eq!(graph.clique(ENOUGH), [5, 6, 7]);
}

/// Returns the number of colours of a search that may use one colour for each node, after checking the colours.
fn searched(work: usize, graph: &Graph) -> (Option<usize>, usize) {
    let found = search::colour_within(work, graph, &graph.clique(ENOUGH), graph.len());
    let count = found.colours.map(|colours| {
        assert_eq!(colours.len(), graph.len());
        for node in 0..graph.len() {
            let mut neighbours = graph.neighbours(node);
            assert!(neighbours.all(|other| colours[other] != colours[node]));
        }
        colours.iter().max().map_or(0, |highest| highest + 1)
    });
    (count, found.lower_bound)
}

/// The lowest free colour for the most saturated node leads to four colours here. Three are enough.
const MISLEADING: [(usize, usize); 10] = [
    (0, 2),
    (0, 3),
    (0, 6),
    (1, 2),
    (1, 4),
    (1, 5),
    (2, 6),
    (3, 4),
    (3, 5),
    (4, 5),
];

#[test]
fn a_search_goes_back_and_tries_other_colours() {
    let graph = from_edges(7, &MISLEADING);
    assert_eq!(searched(usize::MAX, &graph), (Some(3), 3));
}

#[test]
fn a_search_gives_up_when_its_work_is_used_up() {
    let graph = from_edges(7, &MISLEADING);
    assert_eq!(searched(1, &graph), (None, 3));
}

/// Returns true if `count` colours are enough for the uncoloured nodes.
fn enough(count: usize, graph: &Graph, colours: &mut Vec<usize>) -> bool {
    let node = colours.len();
    if node == graph.len() {
        return true;
    }
    (0..count).any(|colour| {
        let is_free = |other: usize| other >= node || colours[other] != colour;
        if !graph.neighbours(node).all(is_free) {
            return false;
        }
        colours.push(colour);
        let found = enough(count, graph, colours);
        colours.pop();
        found
    })
}

proptest! {
    #[test]
    fn a_search_finds_the_fewest_colours(
        nodes in 1usize..9,
        connected in prop::collection::vec(prop::bool::weighted(0.4), 36),
    ) {
        let pairs = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges: Vec<_> = pairs.zip(&connected).filter(|(_, is)| **is).map(|(pair, _)| pair).collect();
        let graph = from_edges(nodes, &edges);
        let fewest = (0..).find(|&count| enough(count, &graph, &mut Vec::new()));
        prop_assert_eq!(searched(usize::MAX, &graph), (fewest, fewest.unwrap_or_default()));
    }
}
