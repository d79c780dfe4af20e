//! Checks that refuse a rename.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::Range;
use pica200_asm::analysis::{FileId, Meaning, SymbolKind, TokenClass};
use pica200_asm::resolve::NameKind;
use pica200_asm::syntax::{Token, line_tokens};
use pica200_asm::words::{Class, is_register, words};

use super::Target;
use crate::error::RequestError;
use crate::links::Links;
use crate::names::{Name, SourceSymbol};
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// Checks that the name or parameter can be renamed at all.
///
/// # Errors
///
/// Returns an error with the reason if it cannot be renamed.
pub(super) fn can_change(snapshot: &Snapshot, target: &Target) -> Result<(), RequestError> {
    if let Target::Name(name) = target {
        has_definition(name)?;
        is_not_implied(name)?;
        is_in_one_piece(name)?;
    }
    let files: BTreeSet<&Path> = target.places().into_iter().map(|(path, _)| path).collect();
    for path in files {
        is_in_workspace(snapshot, path)?;
    }
    if let Target::Name(name) = target {
        are_current(snapshot, name)?;
    }
    Ok(())
}

fn refuse(reason: String) -> Result<(), RequestError> {
    Err(RequestError::Refused(reason))
}

/// Returns the name of a file as shown in messages.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Formats a location for users: file, line and column from 1.
fn show(path: &Path, range: Range) -> String {
    let name = file_name(path);
    let (line, column) = (range.start.line, range.start.character);
    let (line, column) = (line.saturating_add(1), column.saturating_add(1));
    format!("{name}:{line}:{column}")
}

/// Checks that the complete name is written at every location.
fn is_in_one_piece(name: &Name) -> Result<(), RequestError> {
    let mut sites = name.sites.iter();
    let Some(site) = sites.find(|site| !site.is_exact) else {
        return Ok(());
    };
    let (text, place) = (&name.text, show(&site.path, site.range));
    refuse(format!("a macro makes `{text}` from several pieces at {place}"))
}

fn has_definition(name: &Name) -> Result<(), RequestError> {
    if name.definitions().any(|site| !site.is_extern) {
        return Ok(());
    }
    let text = &name.text;
    let kinds: Vec<_> = name.members.iter().map(SourceSymbol::kind).collect();
    let is_number = |kind: &SymbolKind| matches!(kind, SymbolKind::Name(NameKind::Number));
    refuse(if kinds.iter().any(is_number) {
        format!("`{text}` is defined on the command line, not in a source")
    } else {
        format!("no source of the workspace defines `{text}`")
    })
}

/// Checks that the name is not the implicit entry point `main`.
fn is_not_implied(name: &Name) -> Result<(), RequestError> {
    let is_implied = |member: &SourceSymbol| {
        let analysis = &member.analysed.analysis;
        let Some(Meaning::Procedure { index }) = analysis.symbol(member.symbol).meaning() else {
            return false;
        };
        let procedure = analysis.procedures().get(index);
        let starts_here = procedure.is_some_and(|procedure| procedure.is_entry);
        let mut files = (0..analysis.files().len()).map(FileId::new);
        let names_entry = files.any(|file| {
            let text = analysis.file(file).map_or("", |file| file.text.as_str());
            let tokens = analysis.tokens(file);
            let mut words = tokens.iter().map(|token| token.span.text(text));
            words.any(|word| word.eq_ignore_ascii_case(".entry"))
        });
        starts_here && !names_entry
    };
    if name.members.iter().any(is_implied) {
        refuse(format!(
            "the shader starts at `{0}` because of its name; write `.entry {0}` first",
            name.text
        ))
    } else {
        Ok(())
    }
}

/// Checks that a file belongs to the workspace or is open.
fn is_in_workspace(snapshot: &Snapshot, path: &Path) -> Result<(), RequestError> {
    let mut folders = snapshot.workspace.folders.iter();
    let is_inside = folders.any(|folder| path.starts_with(folder));
    if is_inside || snapshot.documents.at(path).is_some() {
        Ok(())
    } else {
        refuse(format!(
            "`{}`, which has the name, is outside of the workspace; open it to rename there, too",
            file_name(path)
        ))
    }
}

/// Checks that the files on disk are unchanged since the analysis.
fn are_current(snapshot: &Snapshot, name: &Name) -> Result<(), RequestError> {
    let mut seen = BTreeMap::new();
    for site in &name.sites {
        seen.entry(site.path.as_path()).or_insert_with(|| {
            let mut members = name.members.iter();
            let text = members.find_map(|member| member.analysed.text(&site.path));
            text == snapshot.documents.text(&site.path).as_ref()
        });
    }
    match seen.into_iter().find(|(_, is_same)| !is_same) {
        Some((path, _)) => refuse(format!(
            "`{}` has changed on disk since it was read; save a document, then try again",
            file_name(path)
        )),
        None => Ok(()),
    }
}

/// Checks that a text is a valid name.
///
/// # Errors
///
/// Returns an error with the reason if it is not.
pub(super) fn is_valid(target: &Target, new: &str) -> Result<(), RequestError> {
    if new.is_empty() {
        return refuse("the new name is empty".to_owned());
    }
    let is_local = target.text().starts_with(".L");
    let pieces = line_tokens(new);
    let token = match pieces.as_slice() {
        [only] if only.text == new => Some(only.token),
        _ => None,
    };
    match token {
        Some(Token::LocalName) if is_local => return Ok(()),
        Some(Token::Word) if !is_local => {}
        _ if is_local => {
            return refuse(format!(
                "`{new}` is not the name of a local label: it begins with `.L`, and is not a directive"
            ));
        }
        _ => {
            return refuse(format!(
                "`{new}` is not a name: it has letters, digits, `_` and `$`, and does not begin with a digit"
            ));
        }
    }
    if is_register(new) {
        return refuse(format!("`{new}` is the name of a register"));
    }
    let is_used = |class| {
        !matches!(
            class,
            Class::Directive | Class::Property | Class::Comparison | Class::GeometryMode | Class::EmitFlag
        )
    };
    let lower = new.to_ascii_lowercase();
    if words().any(|word| word.text == lower && is_used(word.class)) {
        refuse(format!("`{new}` is a keyword of the language"))
    } else {
        Ok(())
    }
}

/// Checks that no other name has the text, in any of the files.
///
/// # Errors
///
/// Returns an error with the location of the other name, or if the request was cancelled.
pub(super) fn is_free(snapshot: &Snapshot, target: &Target, new: &str) -> Result<(), RequestError> {
    let name = match target {
        Target::Name(name) => name,
        Target::Parameter(parameter) => {
            return if parameter.others.iter().any(|other| other == new) {
                refuse(format!("the parameter `{new}` already exists"))
            } else {
                Ok(())
            };
        }
    };
    for root in target.roots(snapshot)? {
        snapshot.check_cancelled()?;
        let analysed = snapshot.derived::<SourceAnalysis>(&root);
        for file in (0..analysed.analysis.files().len()).map(FileId::new) {
            if let Some(place) = used_in(&analysed, file, new) {
                return refuse(format!("`{new}` is already used at {place}"));
            }
        }
    }
    is_free_in_links(snapshot, name, new)
}

/// Returns the first location of a file where a name has the text, including skipped code.
fn used_in(analysed: &SourceAnalysis, file: FileId, new: &str) -> Option<String> {
    let source = analysed.analysis.file(file)?;
    let tokens = analysed.analysis.tokens(file);
    let is_name = |class| matches!(class, TokenClass::Symbol(..) | TokenClass::Unknown);
    let mut tokens = tokens.into_iter();
    let found = tokens.find(|token| is_name(token.class) && token.span.text(&source.text) == new)?;
    let place = pica200_asm::analysis::FileSpan { file, span: found.span };
    Some(show(analysed.path(file)?, analysed.range(place)?))
}

/// Checks that no source linked with the sources of a name uses the text.
fn is_free_in_links(snapshot: &Snapshot, name: &Name, new: &str) -> Result<(), RequestError> {
    let mut members = name.members.iter();
    if !members.any(|member| Links::is_linkable(&member.analysed.analysis, member.symbol)) {
        return Ok(());
    }
    let links = snapshot.scanned()?.links()?;
    let roots: BTreeSet<&PathBuf> = name.members.iter().map(|member| &member.root).collect();
    let group: BTreeSet<&Path> = roots.into_iter().flat_map(|root| links.linked_with(root)).collect();
    for (_, outline) in links.outlines().filter(|(root, _)| group.contains(root.as_path())) {
        if let Some(entry) = outline.entries.iter().find(|entry| entry.name == new) {
            let place = show(&entry.path, entry.range);
            return refuse(format!("`{new}` is the name of something else at {place}"));
        }
        let mut needed = outline.interface.imported.iter();
        if needed.any(|linked| linked.text() == new) {
            return refuse(format!("a linked source uses `{new}` of another file"));
        }
    }
    Ok(())
}
