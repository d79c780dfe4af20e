//! Quick fixes: suggested fixes of diagnostics, `allow` comments, and "fix all".

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionRequest, CodeActionResponse,
    OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit, TextDocumentIdentifier, TextEdit,
    WorkspaceEdit,
};
use pica200_asm::allow::tool_comment;
use pica200_asm::text::code;

use super::{Feature, refactor};
use crate::diagnostics::{FileDiagnostic, QuickFix, of_file};
use crate::documents::Document;
use crate::error::RequestError;
use crate::positions::{Text, to_usize};
use crate::snapshot::Snapshot;

/// The kind of the action that applies all certain fixes.
const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.pica200");

/// Quick fixes.
pub(super) const FEATURE: Feature = Feature {
    announce: |client, capabilities| {
        let options = CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QuickFix,
                CodeActionKind::RefactorExtract,
                CodeActionKind::RefactorRewrite,
                CodeActionKind::RefactorInline,
                FIX_ALL,
            ]),
            ..CodeActionOptions::default()
        };
        if client.code_actions {
            capabilities.code_action_provider = Some(options.into());
        }
    },
    routes: |routes| routes.on_search::<CodeActionRequest>(actions),
};

fn actions(snapshot: &Snapshot, params: CodeActionParams) -> Result<Option<Vec<CodeActionResponse>>, RequestError> {
    let document = snapshot.document(&params.text_document.uri)?;
    if !snapshot.is_shader(document) {
        return Ok(None);
    }
    let diagnostics = of_file(snapshot, &document.path)?;
    let only = params.context.only.as_deref();
    let is_wanted = |kind: &CodeActionKind| only.is_none_or(|only| only.iter().any(|wanted| contains(wanted, kind)));
    let builder = Builder { snapshot, document };
    let mut actions = Vec::new();
    if is_wanted(&CodeActionKind::QuickFix) {
        let touched = |diagnostic: &&FileDiagnostic| touch(diagnostic.lsp.range, params.range);
        for diagnostic in diagnostics.iter().filter(touched) {
            actions.extend(builder.fixes(diagnostic));
            actions.extend(builder.allowances(diagnostic));
        }
    }
    let changes = refactor::changes(snapshot, document, params.range, &is_wanted)?;
    actions.extend(changes.into_iter().map(|change| builder.change(change)));
    // Clients request source actions by kind.
    if only.is_some() && is_wanted(&FIX_ALL) {
        actions.extend(builder.fix_all(&diagnostics));
    }
    Ok(Some(actions.into_iter().map(Into::into).collect()))
}

/// Returns true if a kind contains another, as `source` contains `source.fixAll`.
fn contains(wanted: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let (wanted, kind) = (wanted.to_string(), kind.to_string());
    let rest = kind.strip_prefix(&wanted);
    wanted.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns true if two ranges overlap or touch. A cursor at the end of a range touches it.
fn touch(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Builds actions.
struct Builder<'a> {
    snapshot: &'a Snapshot,
    document: &'a Document,
}

impl Builder<'_> {
    /// Returns the quick fixes of a diagnostic.
    fn fixes(&self, diagnostic: &FileDiagnostic) -> Vec<CodeAction> {
        let is_only = diagnostic.fixes.len() == 1;
        let action = |fix: &QuickFix| {
            let edits = BTreeMap::from([(fix.path.clone(), vec![fix.edit.clone()])]);
            let is_preferred = is_only && fix.is_certain;
            self.action(diagnostic, fix.title.clone(), edits, is_preferred)
        };
        diagnostic.fixes.iter().map(action).collect()
    }

    /// Returns the actions that add an `allow` comment for a diagnostic, on its line and in its file.
    fn allowances(&self, diagnostic: &FileDiagnostic) -> Vec<CodeAction> {
        if !diagnostic.is_settable {
            return Vec::new();
        }
        let (text, name) = (&self.document.text, diagnostic.code.name());
        let line = to_usize(diagnostic.lsp.range.start.line);
        let here = (format!("Allow `{name}` here"), allow_here(text, line, name));
        let in_file = (format!("Allow `{name}` in this file"), allow_in_file(text, name));
        let action = |(title, edit): (String, TextEdit)| {
            let edits = BTreeMap::from([(self.document.path.clone(), vec![edit])]);
            self.action(diagnostic, title, edits, false)
        };
        [here, in_file].map(action).into()
    }

    /// Creates an action for a diagnostic.
    fn action(
        &self,
        diagnostic: &FileDiagnostic,
        title: String,
        edits: BTreeMap<PathBuf, Vec<TextEdit>>,
        is_preferred: bool,
    ) -> CodeAction {
        let client = &self.snapshot.client;
        CodeAction {
            title,
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![diagnostic.lsp.clone()]),
            is_preferred: (client.preferred_actions && is_preferred).then_some(true),
            edit: Some(self.edit(edits)),
            ..CodeAction::default()
        }
    }

    /// Creates the action for a refactoring.
    fn change(&self, change: refactor::Refactoring) -> CodeAction {
        let edits = BTreeMap::from([(self.document.path.clone(), change.edits)]);
        CodeAction {
            title: change.title,
            kind: Some(change.kind),
            edit: Some(self.edit(edits)),
            ..CodeAction::default()
        }
    }

    /// Returns the action that applies all certain fixes of the document. Of overlapping fixes, the first one wins.
    fn fix_all(&self, diagnostics: &[FileDiagnostic]) -> Option<CodeAction> {
        let fixes = diagnostics
            .iter()
            .filter_map(|diagnostic| match diagnostic.fixes.as_slice() {
                [fix] if fix.is_certain && fix.path == self.document.path => Some(&fix.edit),
                _ => None,
            });
        let mut edits: Vec<TextEdit> = Vec::new();
        let mut sorted: Vec<_> = fixes.collect();
        sorted.sort_by_key(|edit| (edit.range.start, edit.range.end));
        for edit in sorted {
            let is_free = |last: &TextEdit| last.range.end <= edit.range.start && last.range.start < edit.range.start;
            if edits.last().is_none_or(is_free) {
                edits.push(edit.clone());
            }
        }
        (!edits.is_empty()).then(|| CodeAction {
            title: "Apply all certain fixes".to_owned(),
            kind: Some(FIX_ALL),
            edit: Some(self.edit(BTreeMap::from([(self.document.path.clone(), edits)]))),
            ..CodeAction::default()
        })
    }

    /// Builds a workspace edit in the format that the client supports.
    fn edit(&self, edits: BTreeMap<PathBuf, Vec<TextEdit>>) -> WorkspaceEdit {
        workspace_edit(self.snapshot, edits)
    }
}

/// Builds a workspace edit in the format that the client supports. Files without a URI are skipped.
pub(crate) fn workspace_edit(snapshot: &Snapshot, edits: BTreeMap<PathBuf, Vec<TextEdit>>) -> WorkspaceEdit {
    let documents = &snapshot.documents;
    let files = edits.into_iter().filter_map(|(path, edits)| {
        let version = documents.at(&path).map(|document| document.version);
        Some((documents.uri(&path)?, version, edits))
    });
    if !snapshot.client.versioned_edits {
        let changes: HashMap<_, _> = files.map(|(uri, _, edits)| (uri, edits)).collect();
        return WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        };
    }
    let changes = files.map(|(uri, version, edits)| {
        let edit = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version,
                text_document_identifier: TextDocumentIdentifier { uri },
            },
            edits: edits.into_iter().map(Into::into).collect(),
        };
        edit.into()
    });
    WorkspaceEdit {
        document_changes: Some(changes.collect()),
        ..WorkspaceEdit::default()
    }
}

/// Returns the edit that allows a diagnostic on a line: adds the name to an existing `allow` comment; else appends a
/// comment to the line, or inserts one before it if the line already has a comment.
fn allow_here(text: &Text, line: usize, name: &str) -> TextEdit {
    let content = text.line(line);
    let previous = line
        .checked_sub(1)
        .filter(|previous| code(text.line(*previous)).trim().is_empty());
    let with_names = [Some(line), previous].into_iter().flatten();
    if let Some(edit) = with_names.filter_map(|line| add_name(text, line, "allow", name)).next() {
        return edit;
    }
    let statement = code(content);
    let start = text.line_range(line).start;
    if statement.len() < content.len() {
        let indent: String = content.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        return insert(
            text,
            start,
            format!("{indent}; picasm: allow({name}){}", text.line_end()),
        );
    }
    insert(
        text,
        start + statement.trim_end().len(),
        format!(" ; picasm: allow({name})"),
    )
}

/// Returns the edit that allows a diagnostic in a file: adds the name to an existing comment, or inserts a first line.
fn allow_in_file(text: &Text, name: &str) -> TextEdit {
    let mut lines = 0..text.line_count();
    if let Some(edit) = lines.find_map(|line| add_name(text, line, "allow-file", name)) {
        return edit;
    }
    let line = format!("; picasm: allow-file({name}){}", text.line_end());
    insert(text, text.mark(), line)
}

/// Returns the edit that adds a name to the `allow` or `allow-file` comment of a line.
fn add_name(text: &Text, line: usize, form: &str, name: &str) -> Option<TextEdit> {
    let content = text.line(line);
    let comment = code(content).len();
    let names = tool_comment(content.get(comment..)?)?;
    let names = names.strip_prefix(form)?.trim_start().strip_prefix('(')?;
    let end = content.len() - names.len() + names.find(')')?;
    Some(insert(text, text.line_range(line).start + end, format!(", {name}")))
}

/// Returns the edit that inserts a text at a byte offset.
fn insert(text: &Text, byte: usize, new_text: String) -> TextEdit {
    let at: Position = text.position(byte);
    TextEdit {
        range: Range { start: at, end: at },
        new_text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Encoding;

    /// Applies an edit to a text.
    fn apply(text: &Text, edit: &TextEdit) -> String {
        let changed = text.clone().changed(Some(edit.range), &edit.new_text);
        changed.as_str().to_owned()
    }

    #[test]
    fn comments_allow_diagnostics_on_lines() {
        for (source, line, expected) in [
            ("\tnop  \nend", 0, "\tnop ; picasm: allow(x)  \nend"),
            ("\tnop ; why\r\n", 0, "\t; picasm: allow(x)\r\n\tnop ; why\r\n"),
            ("nop ; picasm: allow(a)\n", 0, "nop ; picasm: allow(a, x)\n"),
            (
                "; picasm: allow( a ) b\nnop ; c",
                1,
                "; picasm: allow( a , x) b\nnop ; c",
            ),
            (
                "nop ; picasm: allow(a)\nend",
                1,
                "nop ; picasm: allow(a)\nend ; picasm: allow(x)",
            ),
        ] {
            let text = Text::new(source.to_owned(), Encoding::Utf16);
            let edit = allow_here(&text, line, "x");
            assert_eq!(apply(&text, &edit), expected);
        }
    }

    #[test]
    fn comments_allow_diagnostics_in_files() {
        for (source, expected) in [
            ("nop\r\n", "; picasm: allow-file(x)\r\nnop\r\n"),
            ("\u{feff}nop", "\u{feff}; picasm: allow-file(x)\nnop"),
            ("nop ;; picasm:allow-file (a)", "nop ;; picasm:allow-file (a, x)"),
            (
                "nop ; picasm: allow(a)\n",
                "; picasm: allow-file(x)\nnop ; picasm: allow(a)\n",
            ),
        ] {
            let text = Text::new(source.to_owned(), Encoding::Utf16);
            assert_eq!(apply(&text, &allow_in_file(&text, "x")), expected);
        }
    }

    #[test]
    fn kinds_contain_others() {
        let source = CodeActionKind::Source;
        assert!(contains(&CodeActionKind::Empty, &FIX_ALL));
        assert!(contains(&source, &FIX_ALL));
        assert!(contains(&CodeActionKind::SourceFixAll, &FIX_ALL));
        assert!(contains(&FIX_ALL, &FIX_ALL));
        assert!(!contains(&CodeActionKind::new("source.fixAll.pica"), &FIX_ALL));
        assert!(!contains(&CodeActionKind::QuickFix, &FIX_ALL));
    }
}
