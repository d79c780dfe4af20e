//! Completion, limited to items that are valid at the position.

mod items;
mod linked;
mod quoted;
mod snippets;

use std::path::Path;

use gen_lsp_types::{
    CompletionItem, CompletionItemTextEdit, CompletionOptions, CompletionParams, CompletionRequest,
    CompletionResolveRequest, CompletionResponse, InsertTextFormat, Range, TextEdit, Uri,
};
use pica200_asm::analysis::{FileId, FileSpan, SymbolKind};
use pica200_asm::text::Span;
use pica200_asm::words::Class;
use serde::{Deserialize, Serialize};

use self::items::{Candidate, ItemKey};
pub(super) use self::snippets::snippet;
use super::Feature;
use crate::describe;
use crate::documents::Document;
use crate::error::RequestError;
use crate::markup::Markup;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// Completion. Documentation is resolved on request.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        let triggers = [".", "[", "\"", "/", "("];
        capabilities.completion_provider = Some(CompletionOptions {
            trigger_characters: Some(triggers.map(str::to_owned).into()),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        });
    },
    routes: |routes| {
        routes.on::<CompletionRequest>(complete);
        routes.on::<CompletionResolveRequest>(resolve);
    },
};

/// Key by which the documentation of an item is resolved.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemData {
    /// The URI of the document.
    uri: String,
    subject: ItemKey,
}

/// A position in a document, with the analysis of its source.
struct CompletionContext<'a> {
    snapshot: &'a Snapshot,
    document: &'a Document,
    analysed: &'a SourceAnalysis,
    file: FileId,
    /// The byte offset in the file.
    offset: u32,
}

fn complete(snapshot: &Snapshot, params: CompletionParams) -> Result<Option<CompletionResponse>, RequestError> {
    let at = params.text_document_position_params;
    let Some(shader) = snapshot.shader(&at.text_document.uri)? else {
        return Ok(None);
    };
    let Some((file, offset)) = shader.place(at.position) else {
        return Ok(None);
    };
    let asked = CompletionContext {
        snapshot,
        document: shader.document,
        analysed: &shader.analysed,
        file,
        offset,
    };
    let items = asked.items()?;
    Ok((!items.is_empty()).then(|| items.into()))
}

impl CompletionContext<'_> {
    /// Returns the items, each with the range that it replaces.
    fn items(&self) -> Result<Vec<CompletionItem>, RequestError> {
        let found = quoted::in_comment(self).or_else(|| quoted::files(self));
        if let Some((word, candidates)) = found {
            return Ok(self.shown(word, candidates));
        }
        let analysis = &self.analysed.analysis;
        let Some(expected) = analysis.expected_at(self.file, self.offset) else {
            return Ok(Vec::new());
        };
        let mut word = expected.word;
        let text = analysis.file(self.file).map_or("", |file| &file.text);
        let is_statement = expected.statement.is_none();
        // The edit covers the dot of a directive, so that clients filter by the whole word.
        let before = text.get(..word.range().start).unwrap_or_default();
        if is_statement && before.ends_with('.') && items::takes_directive(&expected.kinds) {
            word.start -= 1;
        }
        let mut candidates = items::names(self, &expected);
        candidates.extend(linked::names(self, &expected)?);
        candidates.extend(items::words_and_registers(self, &expected));
        Ok(self.shown(word, candidates))
    }

    /// Converts candidates to LSP items, without duplicates.
    fn shown(&self, word: Span, candidates: Vec<Candidate>) -> Vec<CompletionItem> {
        let place = FileSpan {
            file: self.file,
            span: word,
        };
        let Some(range) = self.analysed.range(place) else {
            return Vec::new();
        };
        let mut items: Vec<CompletionItem> = Vec::new();
        for candidate in candidates {
            if !items.iter().any(|item| item.label == candidate.label) {
                items.push(self.item(candidate, range));
            }
        }
        items
    }

    fn item(&self, candidate: Candidate, range: Range) -> CompletionItem {
        let sort_text = sort_text(&candidate);
        let is_snippet = candidate.snippet.is_some() && self.snapshot.client.snippets;
        let snippet = candidate.snippet.filter(|_| is_snippet);
        let data = candidate.subject.map(|subject| ItemData {
            uri: self.document.uri.0.clone(),
            subject,
        });
        CompletionItem {
            kind: Some(candidate.kind),
            detail: candidate.detail,
            sort_text: Some(sort_text),
            insert_text_format: is_snippet.then_some(InsertTextFormat::Snippet),
            text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit {
                range,
                new_text: snippet.unwrap_or_else(|| candidate.label.clone()),
            })),
            data: data.and_then(|data| serde_json::to_value(data).ok()),
            label: candidate.label,
            ..CompletionItem::default()
        }
    }
}

/// Returns the sort key: the rank, then the label in natural order (`r2` before `r10`).
fn sort_text(candidate: &Candidate) -> String {
    let label = candidate.label.as_str();
    let name = label.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = label.get(name.len()..).unwrap_or_default();
    if number.is_empty() {
        format!("{}{label}", candidate.rank)
    } else {
        format!("{}{name}{number:0>3}", candidate.rank)
    }
}

/// Adds the documentation to an item.
fn resolve(snapshot: &Snapshot, mut item: CompletionItem) -> Result<CompletionItem, RequestError> {
    let data = item.data.clone();
    let data = data.and_then(|data| serde_json::from_value::<ItemData>(data).ok());
    let Some(data) = data else {
        return Ok(item);
    };
    let mut markup = Markup::new(snapshot.client.markdown_completion);
    match data.subject {
        ItemKey::Word { class } => {
            if let Some(class) = class_from_name(&class) {
                describe::word(&mut markup, &snapshot.reference, class, &item.label);
            }
        }
        ItemKey::Diagnostic => {
            describe::diagnostic(&mut markup, &item.label);
        }
        ItemKey::Name { is_macro } => {
            let document = snapshot.document(&Uri(data.uri))?;
            describe_name(&mut markup, snapshot, &document.path, &item.label, is_macro);
        }
    }
    if !markup.is_empty() {
        item.documentation = Some(markup.content().into());
    }
    Ok(item)
}

fn describe_name(markup: &mut Markup, snapshot: &Snapshot, path: &Path, name: &str, is_macro: bool) {
    let analysed = snapshot.source_analysis(path);
    let mut symbols = analysed.analysis.symbols();
    let found = symbols.find(|symbol| (symbol.kind() == SymbolKind::Macro) == is_macro && symbol.text() == name);
    if let Some(symbol) = found {
        describe::symbol(markup, &symbol, &analysed.analysis, None);
    }
}

/// Word classes of items, with their names in the item data.
const CLASSES: [(Class, &str); 10] = [
    (Class::Mnemonic, "mnemonic"),
    (Class::Directive, "directive"),
    (Class::Property, "property"),
    (Class::Function, "function"),
    (Class::Comparison, "comparison"),
    (Class::Flags, "flags"),
    (Class::GeometryMode, "geometryMode"),
    (Class::EmitFlag, "emitFlag"),
    (Class::Boolean, "truth"),
    (Class::Number, "number"),
];

fn class_from_name(name: &str) -> Option<Class> {
    let mut classes = CLASSES.iter();
    classes.find(|(_, known)| *known == name).map(|(class, _)| *class)
}

/// Returns the name of a word class in the item data.
fn class_name(class: Class) -> &'static str {
    let mut classes = CLASSES.iter();
    classes.find(|(known, _)| *known == class).map_or("", |(_, name)| name)
}
