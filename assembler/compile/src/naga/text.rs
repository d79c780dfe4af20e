//! Places in the source text.

use ::naga::Span;
use rustc_hash::FxHashMap;

use pica200_diagnostics::Code;

use crate::finding::{Columns, Finding, Place};
use crate::ir::Origin;

/// A source text, with where its lines begin.
#[derive(Debug)]
pub(super) struct Text<'t> {
    pub(super) text: &'t str,
    /// The offset of the first byte of each line.
    starts: Vec<usize>,
    /// Whether spans are offsets in a binary module. They then stand for lines of its listing, by this table of the offsets
    /// of instructions.
    instructions: Option<Vec<usize>>,
}

impl<'t> Text<'t> {
    /// A text whose spans are offsets of its bytes.
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self {
            text,
            starts: std::iter::once(0)
                .chain(ends.map(|(index, _)| index + 1))
                .collect(),
            instructions: None,
        }
    }

    /// A listing of a binary module: a line for each instruction, whose offsets in the module are `instructions`.
    pub(super) fn of_listing(text: &'t str, instructions: Vec<usize>) -> Self {
        Self {
            instructions: Some(instructions),
            ..Self::new(text)
        }
    }

    /// The place of a span, cut off at the end of its first line.
    pub(super) fn place(&self, span: Span) -> Option<Place> {
        let range = span.to_range()?;
        if let Some(instructions) = &self.instructions {
            let index = instructions.partition_point(|start| *start <= range.start);
            return Some(Place::line(u32::try_from(index).ok()?));
        }
        self.place_of(range.start, range.end)
    }

    /// The place of a part of the text.
    pub(super) fn place_of(&self, start: usize, end: usize) -> Option<Place> {
        let line = self.starts.partition_point(|first| *first <= start);
        let first = *self.starts.get(line.checked_sub(1)?)?;
        let rest = self.text.get(first..)?;
        let length = rest.find('\n').unwrap_or(rest.len());
        let column = |offset: usize| u32::try_from((offset - first).min(length)).ok();
        Some(Place {
            line: u32::try_from(line).ok()?,
            columns: Some(Columns {
                start: column(start)?,
                end: column(end.max(start))?,
            }),
        })
    }

    /// The place of the first whole word `word` in the text. For what naga keeps no place of.
    pub(super) fn place_of_word(&self, word: &str) -> Option<Place> {
        if word.is_empty() || self.instructions.is_some() {
            return None;
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        self.text.match_indices(word).find_map(|(start, _)| {
            let end = start + word.len();
            let before = self.text.get(..start)?.chars().next_back();
            let after = self.text.get(end..)?.chars().next();
            let is_whole = !before.is_some_and(is_part) && !after.is_some_and(is_part);
            is_whole.then(|| self.place_of(start, end)).flatten()
        })
    }
}

/// The places of a program, by their origins.
#[derive(Debug, Default)]
pub(super) struct Origins {
    pub(super) places: Vec<Place>,
    known: FxHashMap<(u32, Option<(u32, u32)>), Origin>,
}

impl Origins {
    /// The origin of a place.
    pub(super) fn of(&mut self, place: Place) -> Origin {
        let columns = place.columns.map(|columns| (columns.start, columns.end));
        *self.known.entry((place.line, columns)).or_insert_with(|| {
            self.places.push(place);
            Origin::of(self.places.len() - 1)
        })
    }
}

/// The most brackets within one another.
const DEEPEST: usize = 200;

impl Text<'_> {
    /// Reports brackets that are nested deeper than parsers can follow.
    pub(super) fn nested_too_deep(&self) -> Option<Finding> {
        let mut depth = 0_usize;
        for (offset, byte) in self.text.bytes().enumerate() {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEEPEST {
                let place = self.place_of(offset, offset + 1);
                let message = format!("more than {DEEPEST} brackets are within one another");
                return Some(Finding::new(Code::NestingTooDeep, place, message));
            }
        }
        None
    }
}
