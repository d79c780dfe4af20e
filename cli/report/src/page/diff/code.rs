//! The code of both sides, aligned, with inline warnings.

use std::collections::{BTreeSet, HashMap};

use maud::{Markup, html};
use pica200::text::page::word_offset;
use pica200_objfmt::difference::{Match, align};

use super::pairs::Pair;
use crate::model::{Part, Word};
use crate::page::{table, warnings};
use crate::svg::Ids;

/// Maximum number of word pairs compared to align the code.
const MAX_CELLS: usize = 1 << 24;

/// Renders the aligned words of each procedure, and the words outside procedures.
pub(super) fn code(parts: [&Part; 2], pairs: &[Pair<'_>], ids: &[Ids; 2]) -> Markup {
    let mut cells = MAX_CELLS;
    let own = |side: usize, pair: &Pair<'_>| {
        let procedure = pair.sides.get(side).copied().flatten();
        procedure.map_or_else(Vec::new, |of| of.words.clone())
    };
    let mut all: Vec<_> = pairs
        .iter()
        .map(|pair| (pair.name, [own(0, pair), own(1, pair)]))
        .collect();
    let others = parts.map(outside);
    if others.iter().any(|words| !words.is_empty()) {
        all.push(("outside of procedures", others));
    }
    html! {
        @for (name, words) in &all {
            @let rows = aligned(parts, words, &mut cells);
            @let count = rows.iter().filter(|row| row.is_different).count();
            details open[count > 0] {
                summary { span.name { (name) } " " span.faint { @match count { 0 => "the same", 1 => "1 line differs", _ => { (count) " lines differ" } } } }
                (table("both", "", &["Word", "First", "Word", "Second"], &html! { tbody { @for row in &rows { (both(parts, row, ids)) } } }))
            }
        }
    }
}

/// Returns the words that belong to no procedure.
fn outside(part: &Part) -> Vec<u32> {
    let own: BTreeSet<_> = part.procedures.iter().flat_map(|of| &of.words).collect();
    let words = part.words.iter().map(|word| word.word);
    words.filter(|word| !own.contains(word)).collect()
}

/// A row of the comparison table.
struct Row<'c> {
    words: [Option<&'c Word>; 2],
    is_different: bool,
}

fn aligned<'c>(parts: [&'c Part; 2], words: &[Vec<u32>; 2], cells: &mut usize) -> Vec<Row<'c>> {
    let mut known: HashMap<String, u32> = HashMap::new();
    let mut side = |part: &'c Part, words: &[u32]| -> Vec<(&'c Word, u32)> {
        let words = words.iter().filter_map(|word| part.word(*word));
        let numbered = words.map(|word| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            (word, *known.entry(key(word)).or_insert(next))
        });
        numbered.collect()
    };
    let ([part_a, part_b], [words_a, words_b]) = (parts, words);
    let (a, b) = (side(part_a, words_a), side(part_b, words_b));
    let keys = |side: &[(&Word, u32)]| side.iter().map(|(_, key)| *key).collect::<Vec<_>>();
    let row = |step: Match| {
        let (left, right) = match step {
            Match::Both(left, right) => (a.get(left), b.get(right)),
            Match::First(left) => (a.get(left), None),
            Match::Second(right) => (None, b.get(right)),
        };
        let is_same = left.zip(right).is_some_and(|(left, right)| left.1 == right.1);
        Row {
            words: [left.map(|of| of.0), right.map(|of| of.0)],
            is_different: !is_same,
        }
    };
    align(&keys(&a), &keys(&b), cells).into_iter().map(row).collect()
}

/// Returns a position-independent key of an instruction: its target is relative or symbolic.
fn key(word: &Word) -> String {
    let Some(target) = word.target else {
        return word.text.clone();
    };
    let place = match word.remarks.last() {
        Some(name) => name.clone(),
        None => format!("{:+}", i64::from(target) - i64::from(word.word)),
    };
    word.text.replace(&word_offset(target), &place)
}

/// Renders a row with the words of both sides, and a row for each of their warnings.
fn both(parts: [&Part; 2], row: &Row<'_>, ids: &[Ids; 2]) -> Markup {
    let colours = ["removed", "added"];
    html! {
        tr {
            @for ((word, ids), colour) in row.words.iter().zip(ids).zip(colours) {
                @let class = row.is_different.then_some(colour);
                @match word {
                    Some(word) => {
                        th.number scope="row" id=(ids.word(word.word)) { (word_offset(word.word)) }
                        td class=[class] { code { (word.text) } @for remark in &word.remarks { span.remark { "; " (remark) } } }
                    },
                    None => { th {} td {} },
                }
            }
        }
        @for (side, word) in row.words.iter().enumerate() {
            @for number in word.map_or(&[][..], |word| &word.warnings) {
                (warnings::row(parts[side], *number, [2 * side, 2, 2 - 2 * side], &ids[side]))
            }
        }
    }
}
