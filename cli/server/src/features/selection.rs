//! Selection ranges around a position, from the token to the file, for step-by-step expansion.

use std::ops;
use std::path::Path;

use gen_lsp_types::{Position, Range, SelectionRange, SelectionRangeParams, SelectionRangeRequest};
use pica200_asm::analysis::FileSpan;
use pica200_asm::syntax::{LineToken, line_tokens};
use pica200_asm::text::{Span, code};

use super::Feature;
use crate::error::RequestError;
use crate::positions::Text;
use crate::shader::Shader;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// Selection ranges.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.selection_range_provider = Some(true.into()),
    routes: |routes| routes.on::<SelectionRangeRequest>(selections),
};

fn selections(snapshot: &Snapshot, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>, RequestError> {
    let Some(Shader { document, analysed, .. }) = snapshot.shader(&params.text_document.uri)? else {
        return Ok(None);
    };
    let (text, path) = (&document.text, document.path.as_path());
    let mut selections = Vec::new();
    for position in params.positions {
        snapshot.check_cancelled()?;
        let mut ranges = in_line(text, position);
        ranges.extend(in_code(&analysed, path, position));
        ranges.push(text.range(0..text.as_str().len()));
        let at = text.position(text.byte(position));
        selections.push(nested(ranges, at));
    }
    Ok(Some(selections))
}

/// Returns the token at a position, the operands and brackets around it, its statement and its line.
fn in_line(text: &Text, position: Position) -> Vec<Range> {
    let byte = text.byte(position);
    let bytes = text.line_range(text.line_at(byte));
    let line = text.line(text.line_at(byte));
    let column = byte.saturating_sub(bytes.start);
    let is_there = |range: &ops::Range<usize>| range.start <= column && column <= range.end;
    let pieces = line_tokens(line);
    let tokens = pieces.iter().map(|piece| piece.start..piece.end());
    let mut ranges: Vec<_> = tokens.chain(groups(&pieces)).filter(is_there).collect();
    let statement = code(line);
    let blanks = statement.len() - statement.trim_start().len();
    ranges.push(blanks..statement.trim_end().len().max(blanks));
    ranges.push(0..line.len());
    let ranges = ranges.into_iter();
    ranges
        .map(|part| text.range(bytes.start + part.start..bytes.start + part.end))
        .collect()
}

/// Returns the text between brackets and commas of a line: the operands of the statement and their parts. Brackets
/// include the bracket characters.
fn groups(pieces: &[LineToken<'_>]) -> Vec<ops::Range<usize>> {
    let mut groups = Vec::new();
    // The open part of the statement, and of each open bracket: `None` before its first token.
    let mut parts: Vec<(usize, Option<ops::Range<usize>>)> = vec![(0, None)];
    for piece in operands(pieces) {
        let closes = matches!(piece.text, ")" | "]" | "}");
        if closes && parts.len() > 1 {
            let (start, part) = parts.pop().unwrap_or_default();
            groups.extend(part);
            groups.push(start..piece.end());
        }
        let Some((_, part)) = parts.last_mut() else {
            break;
        };
        if piece.text == "," {
            groups.extend(part.take());
        } else {
            part.get_or_insert(piece.start..piece.end()).end = piece.end();
        }
        if matches!(piece.text, "(" | "[" | "{") {
            parts.push((piece.start, None));
        }
    }
    // The part of an unclosed bracket has no end.
    groups.extend(parts.pop().and_then(|(_, part)| part));
    groups
}

/// Returns the tokens after labels and the keyword of the statement.
fn operands<'p, 't>(pieces: &'p [LineToken<'t>]) -> &'p [LineToken<'t>] {
    match pieces {
        [_, colon, rest @ ..] if colon.text == ":" => operands(rest),
        [_, rest @ ..] => rest,
        [] => pieces,
    }
}

/// Returns the expression at a position and the blocks around it.
fn in_code(analysed: &SourceAnalysis, path: &Path, position: Position) -> Vec<Range> {
    let analysis = &analysed.analysis;
    let Some(file) = analysed.file(path) else {
        return Vec::new();
    };
    let offset = analysed.offset(file, position);
    let here = offset.map(|offset| Span::new(offset, offset));
    let span = here.and_then(|span| analysis.span_of(FileSpan { file, span }));
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

/// Nests the ranges that contain a position.
fn nested(mut ranges: Vec<Range>, at: Position) -> SelectionRange {
    ranges.retain(|range| range.start <= at && at <= range.end);
    // Outer ranges start earlier or end later.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_and_brackets_are_groups() {
        let groups_of = |line: &str| {
            let groups = groups(&line_tokens(line)).into_iter();
            groups.map(|group| line[group].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            groups_of("a: dp4 r0.x, m[1 + (n)], v0 ; x, y"),
            ["r0.x", "n", "(n)", "1 + (n)", "[1 + (n)]", "m[1 + (n)]", "v0"]
        );
        assert_eq!(
            groups_of(".constf one(1.0, 2)"),
            ["1.0", "2", "(1.0, 2)", "one(1.0, 2)"]
        );
        // Unbalanced brackets, and statements without operands.
        assert_eq!(groups_of("mov r0), m[1"), ["r0)", "1"]);
        assert!(groups_of("nop").is_empty() && groups_of("").is_empty());
    }
}
