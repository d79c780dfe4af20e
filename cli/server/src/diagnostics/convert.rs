//! Conversion of diagnostics to LSP.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gen_lsp_types::{
    CodeDescription, Diagnostic as LspDiagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location as LspLocation, TextEdit, Uri,
};
use pica200::diagnostic::{Diagnostic, Fix, Label, Location};
use pica200_diagnostics::{Applicability, Code, Severity, Tool};

use super::place::LocationMapper;
use crate::snapshot::Snapshot;

/// The published diagnostics pages, in the package of the catalogue.
const PAGES: &str = "https://docs.rs/crate/pica200-diagnostics/latest/source";

/// Maximum number of related locations of a diagnostic that several calls of a macro trigger.
const MAX_RELATED: usize = 20;

/// A diagnostic in a file, with its quick fixes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileDiagnostic {
    /// The LSP diagnostic.
    pub lsp: LspDiagnostic,
    /// The diagnostic code.
    pub code: Code,
    /// The message without hints and notes.
    message: String,
    /// True if an `allow` comment can suppress it.
    pub is_settable: bool,
    /// Alternative quick fixes.
    pub fixes: Vec<QuickFix>,
}

/// An edit that fixes a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QuickFix {
    /// The title.
    pub title: String,
    /// The file to change.
    pub path: PathBuf,
    /// The edit.
    pub edit: TextEdit,
    /// True if the fix can be applied without review.
    pub is_certain: bool,
}

impl FileDiagnostic {
    /// Returns true if the diagnostics have the same message and location.
    pub(crate) fn is_duplicate_of(&self, other: &Self) -> bool {
        let (one, other_one) = (&self.lsp, &other.lsp);
        self.code == other.code
            && self.message == other.message
            && one.range == other_one.range
            && one.severity == other_one.severity
    }

    /// Adds the related locations of a diagnostic with the same message.
    pub(crate) fn add_related(&mut self, other: &Self) {
        let Some(further) = &other.lsp.related_information else {
            return;
        };
        let related = self.lsp.related_information.get_or_insert_default();
        for place in further {
            if related.len() < MAX_RELATED && !related.contains(place) {
                related.push(place.clone());
            }
        }
    }
}

/// Converts the diagnostics of a session and groups them by file.
pub(super) fn group_by_file(
    diagnostics: impl IntoIterator<Item = Diagnostic>,
    places: &LocationMapper<'_, '_>,
    snapshot: &Snapshot,
) -> BTreeMap<PathBuf, Vec<FileDiagnostic>> {
    let converter = Converter { places, snapshot };
    let mut files: BTreeMap<PathBuf, Vec<FileDiagnostic>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let (path, converted) = converter.convert(&diagnostic);
        let of_file = files.entry(path).or_default();
        // Each call of a macro can trigger the same diagnostic.
        match of_file.iter_mut().find(|earlier| earlier.is_duplicate_of(&converted)) {
            Some(earlier) => earlier.add_related(&converted),
            None => of_file.push(converted),
        }
    }
    files
}

struct Converter<'a, 'p, 's> {
    places: &'a LocationMapper<'p, 's>,
    snapshot: &'a Snapshot,
}

impl Converter<'_, '_, '_> {
    /// Converts a diagnostic. Also returns the file that it belongs to.
    fn convert(&self, diagnostic: &Diagnostic) -> (PathBuf, FileDiagnostic) {
        let support = self.snapshot.client.diagnostics;
        let at = diagnostic.labels().next();
        let at = at.map(|label| self.places.of(&label.location));
        let (path, range) = at.map_or_else(
            || (self.places.root.to_owned(), Default::default()),
            |at| (at.path, at.range),
        );
        let related = diagnostic.labels().skip(1);
        let related: Vec<_> = related.filter_map(|place| self.related(place)).collect();
        let severity = match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
        };
        let tag = tag(diagnostic.code).filter(|tag| support.shows(tag));
        let notes = if support.related { &[][..] } else { &related };
        let lsp = LspDiagnostic {
            range,
            severity: Some(severity),
            code: Some(diagnostic.code.name().to_owned().into()),
            code_description: support.links.then(|| CodeDescription {
                href: page(diagnostic.code),
            }),
            source: Some(program(diagnostic.tool).to_owned()),
            message: message(diagnostic, notes).into(),
            tags: tag.map(|tag| vec![tag]),
            related_information: (support.related && !related.is_empty()).then_some(related),
            data: None,
        };
        let fixes = diagnostic.fixes.iter();
        let converted = FileDiagnostic {
            lsp,
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            is_settable: diagnostic.is_settable(),
            fixes: fixes.filter_map(|fix| self.fix(fix)).collect(),
        };
        (path, converted)
    }

    /// Converts a secondary label to related information.
    fn related(&self, place: &Label) -> Option<DiagnosticRelatedInformation> {
        let at = self.places.of(&place.location);
        let uri = self.snapshot.documents.uri(&at.path)?;
        let message = match place.text.as_str() {
            "" => "here".to_owned(),
            text => text.to_owned(),
        };
        Some(DiagnosticRelatedInformation {
            location: LspLocation { uri, range: at.range },
            message,
        })
    }

    /// Converts a fix of a source to an edit of a file.
    fn fix(&self, fix: &Fix) -> Option<QuickFix> {
        let Location::Span { source, span } = fix.location else {
            return None;
        };
        let at = self.places.of_span(source, span);
        let at = at.filter(|at| at.is_exact)?;
        let new = fix.replacement.clone();
        let written = new.trim();
        let title = match (span.range().is_empty(), written) {
            (_, "") => "Remove this".to_owned(),
            (true, text) => format!("Insert `{}`", first_line(text)),
            (false, text) => format!("Write `{}`", first_line(text)),
        };
        Some(QuickFix {
            title,
            path: at.path,
            edit: TextEdit {
                range: at.range,
                new_text: new,
            },
            is_certain: fix.applicability == Applicability::Certain,
        })
    }
}

/// Returns the first line of a text, with an ellipsis if there are more.
fn first_line(text: &str) -> String {
    match text.split_once(['\r', '\n']) {
        Some((first, _)) => format!("{first} ..."),
        None => text.to_owned(),
    }
}

/// Returns the text of a diagnostic: its message, the label, notes for clients without related information, and the
/// hint.
fn message(diagnostic: &Diagnostic, notes: &[DiagnosticRelatedInformation]) -> String {
    let mut message = diagnostic.message.clone();
    let label = diagnostic.labels().next().map(|label| label.text.as_str());
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        message.push_str(&format!("\n{label}"));
    }
    for note in notes {
        let file = note.location.uri.0.rsplit('/').next().unwrap_or_default();
        let line = note.location.range.start.line.saturating_add(1);
        message.push_str(&format!("\nnote: {file}:{line}: {}", note.message));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    if let Some(advice) = &diagnostic.advice {
        message.push_str(&format!(":\n{}", advice.command_line()));
        for row in &advice.table {
            message.push_str(&format!("\n{row}"));
        }
    }
    message
}

/// Returns the program that reports the diagnostics of a tool.
fn program(tool: Tool) -> &'static str {
    match tool {
        Tool::Assembler => "picasm",
        _ => "picald",
    }
}

/// Returns the URI of the page of a diagnostic, or of the list of all diagnostics if it has no page.
pub(crate) fn page(code: Code) -> Uri {
    Uri(match code.page() {
        Some(_) => format!("{PAGES}/pages/{code}.md"),
        None => format!("{PAGES}/DIAGNOSTICS.md"),
    })
}

/// Returns the tag of a diagnostic: removable code is unnecessary, replaceable syntax is deprecated.
fn tag(code: Code) -> Option<DiagnosticTag> {
    let is_unused = code == Code::UnreachableCode || code.name().starts_with("unused-");
    match (is_unused, code.is_deprecation()) {
        (true, _) => Some(DiagnosticTag::Unnecessary),
        (false, true) => Some(DiagnosticTag::Deprecated),
        (false, false) => None,
    }
}
