//! Ranges around a position, from the token to the file: what editors select step by step.

use std::path::Path;

use gen_lsp_types::{Position, Range, SelectionRange, SelectionRangeParams, SelectionRangeRequest};
use pica200_asm::analysis::Place;
use pica200_asm::syntax::{Piece, pieces};
use pica200_asm::text::{Span, code};

use super::Feature;
use crate::analysed::Analysed;
use crate::diagnostics::is_shader;
use crate::fault::Fault;
use crate::positions::Text;
use crate::snapshot::Snapshot;

/// Selection ranges.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.selection_range_provider = Some(true.into()),
    routes: |routes| routes.on::<SelectionRangeRequest>(selections),
};

fn selections(
    snapshot: &Snapshot,
    params: SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>, Fault> {
    let document = snapshot.document(&params.text_document.uri)?;
    if !is_shader(document, snapshot) {
        return Ok(None);
    }
    let analysed = snapshot.analysed(&document.path);
    let (text, path) = (&document.text, document.path.as_path());
    let mut selections = Vec::new();
    for position in params.positions {
        snapshot.check()?;
        let mut ranges = in_line(text, position);
        ranges.extend(in_code(&analysed, path, position));
        ranges.push(text.range(0..text.as_str().len()));
        let at = text.position(text.byte(position));
        selections.push(nested(ranges, at));
    }
    Ok(Some(selections))
}

/// The token at a position, the statement on its line, and the line.
fn in_line(text: &Text, position: Position) -> Vec<Range> {
    let byte = text.byte(position);
    let bytes = text.line_range(text.line_at(byte));
    let line = text.line(text.line_at(byte));
    let column = byte.saturating_sub(bytes.start);
    let is_there = |piece: &Piece<'_>| piece.start <= column && column <= piece.end();
    let pieces = pieces(line).into_iter().filter(is_there);
    let mut ranges: Vec<_> = pieces.map(|piece| piece.start..piece.end()).collect();
    let statement = code(line);
    let blanks = statement.len() - statement.trim_start().len();
    ranges.push(blanks..statement.trim_end().len().max(blanks));
    ranges.push(0..line.len());
    let ranges = ranges.into_iter();
    ranges
        .map(|part| text.range(bytes.start + part.start..bytes.start + part.end))
        .collect()
}

/// The expression at a position, and the blocks around it.
fn in_code(analysed: &Analysed, path: &Path, position: Position) -> Vec<Range> {
    let analysis = &analysed.analysis;
    let Some(file) = analysed.file(path) else {
        return Vec::new();
    };
    let offset = analysed.offset(file, position);
    let here = offset.map(|offset| Span::new(offset, offset));
    let span = here.and_then(|span| analysis.span_of(Place { file, span }));
    let expression = span.and_then(|span| analysis.expression_at(span.start));
    let range_of = |span: Span| {
        let place = analysed.place(span).filter(|place| place.file == file)?;
        analysed.range(place)
    };
    let blocks = analysis.blocks().iter().filter_map(|block| {
        let (opening, closing) = (range_of(block.opening)?, range_of(block.closing?)?);
        Some(Range {
            start: opening.start,
            end: closing.end,
        })
    });
    let expression = expression.and_then(|(span, _)| range_of(span));
    expression.into_iter().chain(blocks).collect()
}

/// The ranges that contain a position, each inside the next.
fn nested(mut ranges: Vec<Range>, at: Position) -> SelectionRange {
    ranges.retain(|range| range.start <= at && at <= range.end);
    // Outer ranges begin earlier, or end later.
    ranges.sort_by(|one, other| other.start.cmp(&one.start).then(one.end.cmp(&other.end)));
    ranges.dedup();
    let mut inner: Vec<Range> = Vec::new();
    for range in ranges {
        if inner.last().is_none_or(|last| last.end <= range.end) {
            inner.push(range);
        }
    }
    let outer = inner.into_iter().rev().fold(None, |parent, range| {
        Some(SelectionRange {
            range,
            parent: parent.map(Box::new),
        })
    });
    outer.unwrap_or(SelectionRange {
        range: Range { start: at, end: at },
        parent: None,
    })
}
