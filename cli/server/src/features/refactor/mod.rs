//! Refactorings: names for registers, matrix products as macros, constants as components.
//!
//! A refactoring is offered only if the changed source assembles to the same code, or to code that reads the same
//! constant values. Changes that a macro or conditional would invalidate are dropped.

mod constants;
mod matrices;
mod names;

use std::ops::Range as Bytes;
use std::path::Path;

use gen_lsp_types::{CodeActionKind, Range, TextEdit};
use pica200_asm::analysis::{Analysis, FileSpan, Role};
use pica200_asm::text::{Span, line_start};
use pica200_asm::{AssemblyOptions, Lookup, assemble_in};
use pica200_objfmt::formats::object::Object;

use crate::documents::Document;
use crate::error::RequestError;
use crate::names::{Name, find};
use crate::recorder::Recorder;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// A refactoring to offer.
#[derive(Debug)]
pub(super) struct Refactoring {
    pub(super) title: String,
    pub(super) kind: CodeActionKind,
    /// The edits of the document.
    pub(super) edits: Vec<TextEdit>,
}

/// An unchecked change: spans of the source with their new text, in order.
#[derive(Debug)]
struct Draft {
    title: String,
    kind: CodeActionKind,
    edits: Vec<(Span, String)>,
    keeps: Preserves,
}

/// The property that a change preserves.
#[derive(Debug)]
enum Preserves {
    /// All code.
    Code,
    /// The instructions and the values that they read, but not the constant registers.
    Values {
        /// Definitions of the changed constants. No other file may use them.
        names: Vec<Span>,
    },
}

/// The location for which refactorings are requested.
#[derive(Debug)]
struct RefactorContext<'a> {
    analysis: &'a Analysis,
    /// The text of the source, indexed by spans.
    text: &'a str,
    /// The line ending.
    line_end: &'static str,
    /// The selection; empty for a cursor.
    selected: Span,
}

/// Returns the refactorings at a range of a document that is a root source without errors.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(super) fn changes(
    snapshot: &Snapshot,
    document: &Document,
    range: Range,
    is_wanted: &dyn Fn(&CodeActionKind) -> bool,
) -> Result<Vec<Refactoring>, RequestError> {
    let analysed = snapshot.source_analysis(&document.path);
    let selected = (
        analysed.offset(Analysis::SOURCE, range.start),
        analysed.offset(Analysis::SOURCE, range.end),
    );
    let (true, (Some(start), Some(end))) = (analysed.file(&document.path) == Some(Analysis::SOURCE), selected) else {
        return Ok(Vec::new());
    };
    let analysis = &analysed.analysis;
    let Some(source) = analysis.file(Analysis::SOURCE) else {
        return Ok(Vec::new());
    };
    let site = RefactorContext {
        analysis,
        text: &source.text,
        line_end: document.text.line_end(),
        selected: Span::new(start, end),
    };
    let mut drafts = names::drafts(&site);
    drafts.extend(matrices::drafts(&site));
    drafts.extend(constants::drafts(&site));
    drafts.retain(|draft| is_wanted(&draft.kind));
    if drafts.is_empty() {
        return Ok(Vec::new());
    }
    let options = &analysed.options;
    let before = assemble(snapshot, &document.path, site.text, options);
    let mut changes = Vec::new();
    for draft in drafts {
        snapshot.check_cancelled()?;
        let text = apply(site.text, &draft.edits);
        let after = assemble(snapshot, &document.path, &text, options);
        let (Some(before), Some(after)) = (&before, &after) else {
            continue;
        };
        let is_same = match &draft.keeps {
            Preserves::Code => is_same_code(before, after),
            Preserves::Values { names } => {
                is_same_frame(before, after)
                    && is_same_effect(snapshot, document, [site.text, &text], options)
                    && is_private(snapshot, document, &analysed, names)?
            }
        };
        if is_same {
            changes.extend(change(&analysed, draft));
        }
    }
    Ok(changes)
}

/// Converts a draft to LSP.
fn change(analysed: &SourceAnalysis, draft: Draft) -> Option<Refactoring> {
    let edit = |(span, new_text): (Span, String)| {
        let place = FileSpan {
            file: Analysis::SOURCE,
            span,
        };
        let range = analysed.range(place)?;
        Some(TextEdit { range, new_text })
    };
    let edits: Option<Vec<_>> = draft.edits.into_iter().map(edit).collect();
    Some(Refactoring {
        title: draft.title,
        kind: draft.kind,
        edits: edits?,
    })
}

/// Applies sorted edits to a text.
fn apply(text: &str, edits: &[(Span, String)]) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for (span, new) in edits {
        let Bytes { start, end: next } = span.range();
        changed += text.get(end..start).unwrap_or_default();
        changed += new;
        end = next;
    }
    changed + text.get(end..).unwrap_or_default()
}

/// Assembles a source with another text. Returns `None` if it has errors.
fn assemble(snapshot: &Snapshot, path: &Path, text: &str, options: &AssemblyOptions) -> Option<Object> {
    let recorder = Recorder::new(&snapshot.documents);
    let lookup = Lookup {
        files: &recorder,
        directory: path.parent().unwrap_or(Path::new("")),
    };
    assemble_in("source", text.as_bytes(), options, &lookup).object
}

/// Returns true if two objects have the same code, tables and names, ignoring line numbers.
fn is_same_code(one: &Object, other: &Object) -> bool {
    one.code == other.code
        && one.relocations == other.relocations
        && one.uniforms == other.uniforms
        && one.constants == other.constants
        && one.values == other.values
        && one.outputs == other.outputs
        && one.externals == other.externals
        && one.descriptors == other.descriptors
        && labels(one).eq(labels(other))
}

/// Returns true if two objects differ only in constants, descriptors and the words that use them.
fn is_same_frame(one: &Object, other: &Object) -> bool {
    let names = |object: &Object| {
        let uniforms = object.uniforms.iter().map(|one| Some(one.name.clone()));
        let outputs = object.outputs.iter().map(|one| one.name.clone());
        uniforms.chain(outputs).collect::<Vec<_>>()
    };
    one.code.len() == other.code.len()
        && one.externals == other.externals
        && names(one) == names(other)
        && labels(one).eq(labels(other))
}

/// Returns true if the instructions of two versions of a source read the same values.
fn is_same_effect(snapshot: &Snapshot, document: &Document, texts: [&str; 2], options: &AssemblyOptions) -> bool {
    let recorder = Recorder::new(&snapshot.documents);
    let lookup = Lookup {
        files: &recorder,
        directory: document.path.parent().unwrap_or(Path::new("")),
    };
    let analyse = |text: &str| Analysis::new("source", text.as_bytes(), options, &lookup);
    let [one, other] = texts.map(analyse);
    constants::is_same_effect(&one, &other)
}

/// Returns true if no other file uses the names that the document defines.
fn is_private(
    snapshot: &Snapshot,
    document: &Document,
    analysed: &SourceAnalysis,
    names: &[Span],
) -> Result<bool, RequestError> {
    for span in names {
        let place = FileSpan {
            file: Analysis::SOURCE,
            span: *span,
        };
        let Some(range) = analysed.range(place) else {
            return Ok(false);
        };
        let found = find(snapshot, &document.path, range.start)?;
        let is_here = |name: Name| name.sites.iter().all(|site| site.path == document.path);
        if !found.is_some_and(is_here) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the names and addresses of labels, without their line numbers.
fn labels(object: &Object) -> impl Iterator<Item = (&str, u32, u16)> {
    let labels = object.labels.iter();
    labels.map(|label| (label.name.as_str(), label.word, label.head_rank))
}

impl RefactorContext<'_> {
    /// Returns the start of the line that contains an offset.
    fn line_start(&self, at: u32) -> u32 {
        let before = self.text.get(..Span::new(0, at).range().end).unwrap_or_default();
        Span::from_range(0..line_start(before)).end
    }

    /// Returns a name that the source does not use: `name`, or `name` with a number appended.
    fn free_name(&self, name: &str) -> String {
        let is_used = |name: &str| {
            let files = self.analysis.files().iter();
            let mut texts = files.map(|file| file.text.as_str());
            texts.any(|text| text.contains(name))
        };
        let numbered = (2_u32..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !is_used(name)).unwrap_or_default()
    }

    /// Returns the procedure around the selection, from the start of its line to the end of its closing statement.
    /// Returns `None` if it is not written in the root file.
    fn procedure(&self) -> Option<Span> {
        let at = FileSpan {
            file: Analysis::SOURCE,
            span: Span::new(self.selected.start, self.selected.start),
        };
        let offset = self.analysis.span_of(at)?.start;
        let procedure = self.analysis.procedure_at(offset)?;
        let procedure = self.analysis.procedures().get(procedure)?;
        let block = self.analysis.blocks().get(procedure.block)?;
        let opening = self.written(block.opening)?;
        let closing = self.written(block.closing?)?;
        Some(Span::new(self.line_start(opening.start), closing.end))
    }

    /// Maps a span of the assembled text to the root file, if it is written there.
    fn written(&self, span: Span) -> Option<Span> {
        let origin = self.analysis.origin(span)?;
        let is_written = origin.role == Role::Verbatim;
        (is_written && origin.location.file == Analysis::SOURCE).then_some(origin.location.span)
    }
}
