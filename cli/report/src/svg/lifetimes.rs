//! Charts of register lifetimes.

use std::fmt::Write;

use maud::{Markup, html};
use pica200::text::page::word_offset;
use pica200_check::{LiveSet, WordLiveness};
use pica200_objfmt::isa::descriptor::Component;

use super::Ids;

/// Maximum number of words in a row of the chart, and the width for them in pixels.
const WORDS_PER_ROW: usize = 96;
const ROW_WIDTH: usize = 96 * 10;
/// Maximum and minimum width of a word in pixels.
const MAX_WORD_WIDTH: usize = 28;
const MIN_WORD_WIDTH: usize = ROW_WIDTH / WORDS_PER_ROW;
/// The width of the column with the register names.
const GUTTER: usize = 48;
/// The height of the bar of a component.
const BAR: usize = 4;
/// The height of the row with the addresses.
const HEAD: usize = 16;

/// A register in the chart.
#[derive(Clone, Copy)]
enum Lane {
    Temporary(u8),
    Other(usize),
}

/// Renders a chart of some words of a shader, ordered by address: for each component of a register, a bar from the word
/// that writes a value to the last word that reads it. A new row starts after 96 words.
pub fn lifetimes(lives: &[WordLiveness], title: &str, ids: &Ids) -> String {
    drawing(lives, title, ids).into_string()
}

pub(crate) fn drawing(lives: &[WordLiveness], title: &str, ids: &Ids) -> Markup {
    // All rows have the same scale, so that they are comparable.
    let scale = ROW_WIDTH.checked_div(lives.len()).unwrap_or(MAX_WORD_WIDTH);
    let scale = scale.clamp(MIN_WORD_WIDTH, MAX_WORD_WIDTH);
    html! { @for row in lives.chunks(WORDS_PER_ROW) { (chart(row, scale, title, ids)) } }
}

fn chart(lives: &[WordLiveness], scale: usize, title: &str, ids: &Ids) -> Markup {
    let lanes: Vec<_> = lanes().filter(|lane| is_used(*lane, lives)).collect();
    let tops: Vec<_> = lanes
        .iter()
        .scan(HEAD, |top, lane| {
            let here = *top;
            *top += height(*lane);
            Some(here)
        })
        .collect();
    let bottom = HEAD + lanes.iter().map(|lane| height(*lane)).sum::<usize>();
    let size = (GUTTER + lives.len().max(6) * scale + 16, bottom + 2);
    html! {
        svg.lives role="img" aria-label={ "Lifetimes of registers in " (title) } width=(size.0) height=(size.1) viewBox={ "0 0 " (size.0) " " (size.1) } {
            (grid(lives, scale, bottom, ids))
            @for (lane, top) in lanes.iter().zip(&tops) { (bars(*lane, *top, lives, scale)) }
        }
    }
}

/// Returns the registers, temporaries first.
fn lanes() -> impl Iterator<Item = Lane> {
    let others = (0..LiveSet::OTHERS.len()).map(Lane::Other);
    (0..16).map(Lane::Temporary).chain(others)
}

/// Returns true if a component of a register is in a set.
fn has(held: LiveSet, lane: Lane, component: Component) -> bool {
    match lane {
        Lane::Temporary(number) => held.temporary(number).contains(component),
        Lane::Other(index) => held.other(index),
    }
}

fn components(lane: Lane) -> &'static [Component] {
    match lane {
        Lane::Temporary(_) => &Component::ALL,
        Lane::Other(_) => &[Component::X],
    }
}

fn is_used(lane: Lane, lives: &[WordLiveness]) -> bool {
    let sets = lives.iter().flat_map(|life| [life.before, life.after, life.writes]);
    let mut sets = sets.filter(|held| components(lane).iter().any(|c| has(*held, lane, *c)));
    sets.next().is_some()
}

fn height(lane: Lane) -> usize {
    match lane {
        Lane::Temporary(_) => 4 * BAR + 4,
        Lane::Other(_) => 12,
    }
}

/// Renders each fourth or eighth address, with lines and links to the words.
fn grid(lives: &[WordLiveness], scale: usize, bottom: usize, ids: &Ids) -> Markup {
    let step = if scale < 14 { 8 } else { 4 };
    let marks: Vec<_> = lives.iter().enumerate().step_by(step).collect();
    let lines: String = marks
        .iter()
        .map(|(index, _)| format!("M{} {}V{bottom}", GUTTER + index * scale, HEAD - 3))
        .collect();
    html! {
        path.tick d=(lines) {}
        @for (index, life) in marks {
            a href=(Ids::link(&ids.word(life.word))) {
                text.number x=(GUTTER + index * scale) y=(HEAD - 5) { (word_offset(life.word)) }
            }
        }
    }
}

fn bars(lane: Lane, top: usize, lives: &[WordLiveness], scale: usize) -> Markup {
    let name = match lane {
        Lane::Temporary(number) => format!("r{number}"),
        Lane::Other(index) => LiveSet::OTHERS.get(index).copied().unwrap_or_default().to_owned(),
    };
    let middle = top + height(lane) / 2;
    let y = |component: Component| match lane {
        Lane::Temporary(_) => top + 2 + BAR * (component as usize) + 2,
        Lane::Other(_) => middle,
    };
    let all = components(lane)
        .iter()
        .map(|of| (of, paths(lane, *of, y(*of), lives, scale)));
    let all: Vec<_> = all.collect();
    let written: String = all.iter().map(|(_, (_, written))| written.as_str()).collect();
    html! {
        text.register x=(GUTTER - 8) y=(middle + 3) { (name) }
        @for (component, (held, _)) in &all {
            @let letter = match lane { Lane::Temporary(_) => component.letter(), Lane::Other(_) => 'a' };
            @if !held.is_empty() {
                path class={ "live live-" (letter) } d=(held) {
                    title { (name) @if let Lane::Temporary(_) = lane { "." (letter) } }
                }
            }
        }
        @if !written.is_empty() { path.write d=(written) {} }
    }
}

/// Returns the bars of a component, from the center of the writing word to the center of the last reading word, and the
/// marks of the writing words.
fn paths(lane: Lane, component: Component, y: usize, lives: &[WordLiveness], scale: usize) -> (String, String) {
    let (mut held, mut written) = (String::new(), String::new());
    let mut start = None;
    let mut end = 0;
    let mut close = |start: &mut Option<usize>, end: usize| {
        if let Some(start) = start.take() {
            let _ = write!(held, "M{start} {y}H{end}");
        }
    };
    for (index, life) in lives.iter().enumerate() {
        let left = GUTTER + index * scale;
        let (middle, right) = (left + scale / 2, left + scale);
        // Words that are not adjacent are not connected.
        let before = index.checked_sub(1).and_then(|before| lives.get(before));
        if before.is_some_and(|before| before.word + 1 != life.word) {
            close(&mut start, end);
        }
        for (has_value, from, to) in [
            (has(life.before, lane, component), left, middle),
            (has(life.after, lane, component), middle, right),
        ] {
            if has_value {
                start.get_or_insert(from);
                end = to;
            } else {
                close(&mut start, end);
            }
        }
        if has(life.writes, lane, component) {
            let _ = write!(written, "M{} {y}h3", middle - 1);
        }
    }
    close(&mut start, end);
    (held, written)
}
