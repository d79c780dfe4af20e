//! Folding ranges: procedures and other blocks, macros, repetitions, conditionals and comments.

use std::collections::HashSet;

use gen_lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams, FoldingRangeRequest, Range};
use pica200_asm::analysis::FileId;
use pica200_asm::directive::Directive;
use pica200_asm::syntax::{Token, label_token_count, line_tokens};
use pica200_asm::text::code;

use super::Feature;
use crate::error::RequestError;
use crate::positions::{Text, to_u32};
use crate::shader::Shader;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// Folding of whole lines.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| capabilities.folding_range_provider = Some(true.into()),
    routes: |routes| routes.on::<FoldingRangeRequest>(ranges),
};

fn ranges(snapshot: &Snapshot, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>, RequestError> {
    let Some(shader) = snapshot.shader(&params.text_document.uri)? else {
        return Ok(None);
    };
    let text = &shader.document.text;
    let mut folds = code_ranges(&shader);
    folds.extend(comments(text));
    let known: HashSet<u32> = folds.iter().map(|fold| fold.start_line).collect();
    let mut bodies = bodies(text);
    bodies.retain(|body| !known.contains(&body.start_line));
    folds.extend(bodies);
    folds.retain(|fold| fold.start_line < fold.end_line);
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    Ok(Some(folds))
}

/// Returns the ranges of blocks, macros and inactive parts of a file.
fn code_ranges(shader: &Shader<'_>) -> Vec<FoldingRange> {
    let analysed = &*shader.analysed;
    let Some(file) = shader.file else {
        return Vec::new();
    };
    let analysis = &analysed.analysis;
    let range_of = |span| {
        let place = analysed.place(span)?;
        (place.file == file).then(|| analysed.range(place))?
    };
    let mut folds = Vec::new();
    for block in analysis.blocks() {
        let ends = [block.middle, block.closing].into_iter().flatten();
        let ends: Vec<Range> = ends.filter_map(range_of).collect();
        let starts = range_of(block.opening).into_iter().chain(ends.iter().copied());
        // The closing line of a part stays visible.
        for (start, end) in starts.zip(&ends) {
            folds.push(fold(
                start.start.line,
                end.start.line.saturating_sub(1),
                FoldingRangeKind::Region,
            ));
        }
    }
    folds.extend(conditionals(analysed, file));
    let inactive = analysis.inactive().iter();
    for part in inactive.filter(|part| part.file == file) {
        if let Some(range) = analysed.range(*part) {
            // A part starts after its opening line and ends at the end of its last line.
            let ends_before = range.end.character == 0;
            let last = range.end.line.saturating_sub(ends_before.into());
            folds.push(fold(range.start.line.saturating_sub(1), last, FoldingRangeKind::Region));
        }
    }
    folds
}

/// Returns the active branches of conditionals.
fn conditionals(analysed: &SourceAnalysis, file: FileId) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let found = analysed.analysis.conditionals();
    for conditional in found.filter(|conditional| conditional.location.file == file) {
        let Some(range) = analysed.range(conditional.location) else {
            continue;
        };
        let line = range.start.line;
        let is_first = matches!(
            conditional.directive,
            Directive::If | Directive::Ifdef | Directive::Ifndef
        );
        if !is_first && let Some(start) = open.pop() {
            let last = line.saturating_sub(1);
            folds.push(fold(start, last, FoldingRangeKind::Region));
        }
        if conditional.directive != Directive::Endif {
            open.push(line);
        }
    }
    folds
}

/// Returns the bodies of macros and repetitions, and of whole conditionals in skipped code: from the first line to the
/// line before the last one.
fn bodies(text: &Text) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut open: Vec<(u32, Directive)> = Vec::new();
    for index in 0..text.line_count() {
        let pieces = line_tokens(text.line(index));
        let statement = pieces.get(label_token_count(&pieces)..).unwrap_or_default();
        let Some(Token::Directive(directive)) = statement.first().map(|first| first.token) else {
            continue;
        };
        let line = to_u32(index);
        let opening: &[Directive] = match directive {
            Directive::Macro | Directive::Rept => &[],
            Directive::If | Directive::Ifdef | Directive::Ifndef => &[],
            Directive::Endm => &[Directive::Macro],
            Directive::Endr => &[Directive::Rept],
            Directive::Endif => &[Directive::If, Directive::Ifdef, Directive::Ifndef],
            _ => continue,
        };
        if opening.is_empty() {
            open.push((line, directive));
        } else if let Some((start, _)) = open.pop_if(|(_, first)| opening.contains(first)) {
            folds.push(fold(start, line.saturating_sub(1), FoldingRangeKind::Region));
        }
    }
    folds
}

/// Returns runs of two or more comment lines.
fn comments(text: &Text) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut first = None;
    for index in 0..=text.line_count() {
        let line = text.line(index);
        let is_comment = !line.trim().is_empty() && code(line).trim().is_empty();
        match (first, is_comment) {
            (None, true) => first = Some(index),
            (Some(start), false) => {
                folds.push(fold(to_u32(start), to_u32(index - 1), FoldingRangeKind::Comment));
                first = None;
            }
            _ => {}
        }
    }
    folds
}

fn fold(start_line: u32, end_line: u32, kind: FoldingRangeKind) -> FoldingRange {
    FoldingRange {
        start_line,
        end_line,
        kind: Some(kind),
        ..FoldingRange::default()
    }
}
