//! Pairing of table entries by key.

use std::collections::BTreeMap;
use std::fmt;

use super::Report;

/// Table entries by key. Of several entries with the same key, the first one wins.
pub type Table<K, V> = BTreeMap<K, V>;

/// Builds a table from entries.
pub fn table<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> Table<K, V> {
    let mut table = Table::new();
    for (key, value) in entries {
        table.entry(key).or_insert(value);
    }
    table
}

/// Reports the entries that only one table has, and returns those that both have. `name` formats the location of an
/// entry, `text` its contents.
pub fn pair<K: Ord + Copy, V: Copy, P: fmt::Display, T: fmt::Display>(
    report: &mut Report,
    [a, b]: [&Table<K, V>; 2],
    name: impl Fn(K) -> P,
    text: impl Fn(V) -> T,
    mut compare: impl FnMut(&mut Report, P, [V; 2]),
) {
    for (key, value) in a {
        match b.get(key) {
            Some(other) => compare(report, name(*key), [*value, *other]),
            None => report.add_sides(name(*key), [Some(text(*value)), None]),
        }
    }
    for (key, value) in b {
        if !a.contains_key(key) {
            report.add_sides(name(*key), [None, Some(text(*value))]);
        }
    }
}

/// Compares leaf entries by their texts.
pub fn compare_texts<K: Ord + Copy, V: Copy, P: fmt::Display>(
    report: &mut Report,
    tables: [&Table<K, V>; 2],
    name: impl Fn(K) -> P,
    text: impl Fn(V) -> String,
) {
    pair(report, tables, name, &text, |report, location, values| {
        report.compare(location, values.map(&text));
    });
}
