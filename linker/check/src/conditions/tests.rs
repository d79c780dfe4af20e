#![allow(clippy::unwrap_used, reason = "an error fails the test")]

use std::collections::BTreeSet;

use super::{Booleans, Conditions, shared_booleans};
use crate::effects::{Effect, FLAG_X, FLAGS};

/// Returns a branch on a boolean.
fn on_boolean(number: u8, when: bool) -> Effect {
    Effect {
        boolean: Some((number, when)),
        ..Effect::default()
    }
}

/// Returns a branch on flags.
fn on_flags(states: u8) -> Effect {
    Effect {
        flag_states: Some(states),
        ..Effect::default()
    }
}

/// Returns the assignments of three booleans that agree with the known values.
fn settings(known: Booleans) -> BTreeSet<u8> {
    let agrees = |setting: &u8| (0..3u8).all(|n| known.value(n).is_none_or(|value| value == (setting >> n & 1 == 1)));
    (0..8u8).filter(agrees).collect()
}

/// Returns every possible knowledge of three booleans.
fn all_known() -> Vec<Booleans> {
    let mut all = vec![Booleans::default()];
    for number in 0..3 {
        let values = [false, true];
        let with = all
            .iter()
            .flat_map(|known| values.map(|value| known.with(number, value)));
        let with: Vec<_> = with.collect();
        all.extend(with);
    }
    all
}

#[test]
fn booleans_know_what_was_tested() {
    let all = all_known();
    assert_eq!(all.len(), 27);
    let distinct: BTreeSet<_> = all.iter().map(|known| settings(*known)).collect();
    assert_eq!(distinct.len(), 27);
    for known in &all {
        assert_eq!(known.value(3), None);
        let once = known.with(4, true);
        assert_eq!(once.with(4, true), once);
        assert_eq!(known.with(15, true).value(15), Some(true));
        assert_eq!(known.with(15, false).value(15), Some(false));
        for other in &all {
            let common = !settings(*known).is_disjoint(&settings(*other));
            assert_eq!(known.agrees(*other), common, "{known:?} {other:?}");
        }
    }
}

#[test]
fn branches_on_booleans_go_one_way_once_tested() {
    for number in [0, 9, 15] {
        let tracked = 1 << number;
        for when in [false, true] {
            let branch = on_boolean(number, when);
            let start = Conditions::UNKNOWN;
            assert!(!start.is_decided(&branch));
            assert_eq!(start.decide(&branch, None, tracked), Some(start));
            for holds in [false, true] {
                let after = start.decide(&branch, Some(holds), tracked).unwrap();
                assert_eq!(after.booleans.value(number), Some(holds == when));
                assert!(after.is_decided(&branch));
                assert!(!after.is_undecided_flag_test(&branch));
                assert_eq!(after.decide(&branch, Some(holds), tracked), Some(after));
                assert_eq!(after.decide(&branch, Some(!holds), tracked), None);
                // A boolean that is not tracked is not remembered.
                assert_eq!(start.decide(&branch, Some(holds), !tracked), Some(start));
            }
        }
    }
}

#[test]
fn branches_on_flags_rule_states_out() {
    let graph = |first: u8, second: u8| {
        let after = Conditions::UNKNOWN.decide(&on_flags(first), Some(true), 0)?;
        let branch = on_flags(second);
        let holds = after.decide(&branch, Some(true), 0).is_some();
        let fails = after.decide(&branch, Some(false), 0).is_some();
        assert_eq!(
            after.is_undecided_flag_test(&branch),
            holds && fails,
            "{first} {second}"
        );
        assert_eq!(after.is_decided(&branch), holds != fails, "{first} {second}");
        Some((holds, fails))
    };
    for first in 0..16u8 {
        for second in 0..16u8 {
            let expected = (first != 0).then_some((first & second != 0, first & !second != 0));
            assert_eq!(graph(first, second), expected, "{first} {second}");
        }
    }
    assert!(!Conditions::UNKNOWN.is_undecided_flag_test(&Effect::default()));
    assert!(!Conditions::UNKNOWN.is_decided(&Effect::default()));
}

#[test]
fn writes_to_flags_forget_their_states() {
    let known = Conditions::UNKNOWN.decide(&on_flags(2), Some(true), 0).unwrap();
    let known = known.decide(&on_boolean(1, true), Some(true), 2).unwrap();
    let writes = |writes| Effect {
        writes,
        ..Effect::default()
    };
    assert_eq!(known.after(&writes(1)), known);
    let after = known.after(&writes(FLAG_X));
    assert!(after.is_undecided_flag_test(&on_flags(2)));
    assert_eq!(after.booleans, known.booleans);
    assert_eq!(known.after(&writes(FLAGS)), after);
}

#[test]
fn booleans_that_two_words_test_are_shared() {
    let effects = [
        on_boolean(0, true),
        on_boolean(15, true),
        on_boolean(15, false),
        on_flags(1),
        on_boolean(2, true),
        on_boolean(2, true),
        on_boolean(2, true),
    ];
    assert_eq!(shared_booleans(&[0, 1, 2, 3, 4], &effects), 1 << 15);
    assert_eq!(shared_booleans(&[0, 1, 4, 5, 6], &effects), 1 << 2);
    assert_eq!(shared_booleans(&[1, 2, 4, 5], &effects), 1 << 15 | 1 << 2);
    assert_eq!(shared_booleans(&[0, 1, 4], &effects), 0);
}
