//! Completion outside code: diagnostic names in comments, and file names.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};

use gen_lsp_types::CompletionItemKind;
use pica200_asm::Files as _;
use pica200_asm::allow::tool_comment;
use pica200_asm::text::{Span, code, line_start};
use pica200_diagnostics::Code;

use super::CompletionContext;
use super::items::{Candidate, ItemKey};
use crate::documents::Documents;
use crate::kinds::is_source;
use crate::uri::normal;

/// Maximum number of directory entries read.
const MAX_ENTRIES: usize = 1000;

/// The span to replace, and the candidates.
type Replacement = (Span, Vec<Candidate>);

/// Returns the candidates in a comment, or `None` outside comments.
pub(super) fn in_comment(asked: &CompletionContext<'_>) -> Option<Replacement> {
    let (start, line) = line_before(asked)?;
    let comment = line.get(code(line).len()..).filter(|c| !c.is_empty())?;
    let Some(inside) = tool_comment(comment) else {
        return Some((Span::new(asked.offset, asked.offset), Vec::new()));
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let word_len = line.len() - line.trim_end_matches(is_part).len();
    let end = start + line.len();
    let after = text_after(asked).find(|c| !is_part(c));
    let after = after.unwrap_or(text_after(asked).len());
    let word = Span::from_range(end - word_len..end + after);
    let candidates = match inside.split_once('(') {
        None => ["allow", "allow-file"]
            .map(|form| Candidate::new(form, CompletionItemKind::Keyword, '0'))
            .into(),
        Some((_, names)) if names.contains(')') => Vec::new(),
        Some(_) => diagnostics(),
    };
    Some((word, candidates))
}

/// Returns the diagnostics that a comment can allow.
fn diagnostics() -> Vec<Candidate> {
    let codes = Code::all().filter(|code| code.is_settable());
    codes
        .map(|code| Candidate {
            detail: Some(code.meaning().to_owned()),
            subject: Some(ItemKey::Diagnostic),
            ..Candidate::new(code.name(), CompletionItemKind::Enum, '0')
        })
        .collect()
}

/// Returns the files that `.include` can name, or `None` outside its string.
pub(super) fn files(asked: &CompletionContext<'_>) -> Option<Replacement> {
    let (start, line) = line_before(asked)?;
    let (keyword, written) = line.split_once('"')?;
    let is_include = keyword.trim().eq_ignore_ascii_case(".include") && !written.contains('"');
    if !is_include {
        return None;
    }
    let (folder, part) = written.rsplit_once('/').unwrap_or(("", written));
    let end = start + line.len();
    let after = text_after(asked);
    let after = after.find(['"', '/']).unwrap_or(0);
    let word = Span::from_range(end - part.len()..end + after);
    let own = asked.analysed.path(asked.file)?;
    let searched = &asked.analysed.options.include_paths;
    let searched = searched.iter().map(PathBuf::as_path);
    let mut found = BTreeMap::new();
    for base in iter::once(own.parent()?).chain(searched) {
        let entries = entries(&base.join(folder), own, &asked.snapshot.documents);
        for candidate in entries {
            // The first directory wins.
            found.entry(candidate.label.clone()).or_insert(candidate);
        }
    }
    Some((word, found.into_values().collect()))
}

/// Returns the sources, other text files and subdirectories of a directory.
fn entries(folder: &Path, own: &Path, documents: &Documents) -> Vec<Candidate> {
    let is_shown = |name: &str| !name.starts_with('.') && normal(&folder.join(name)) != own;
    let file = |name: OsString| {
        let name = name.into_string().ok().filter(|name| is_shown(name))?;
        let path = Path::new(&name);
        let rank = if is_source(path) || is_part(path) { '0' } else { '1' };
        Some(Candidate::new(&name, CompletionItemKind::File, rank))
    };
    let inside = |name: OsString| {
        let name = name.into_string().ok().filter(|name| is_shown(name))?;
        let label = format!("{name}/");
        Some(Candidate::new(&label, CompletionItemKind::File, '2'))
    };
    let files = documents.names(folder).unwrap_or_default().into_iter();
    let folders = documents.folders(folder).into_iter();
    let found = files.filter_map(file).chain(folders.filter_map(inside));
    found.take(MAX_ENTRIES).collect()
}

/// Returns true if the suffix marks a file for inclusion.
fn is_part(path: &Path) -> bool {
    let suffix = path.extension().unwrap_or_default();
    ["inc", "h"].iter().any(|known| suffix.eq_ignore_ascii_case(known))
}

/// Returns the start offset of the line and its text before the position.
pub(super) fn line_before<'a>(asked: &CompletionContext<'a>) -> Option<(usize, &'a str)> {
    let text = &asked.analysed.analysis.file(asked.file)?.text;
    let before = text.get(..usize::try_from(asked.offset).ok()?)?;
    let start = line_start(before);
    Some((start, before.get(start..)?))
}

/// Returns the rest of the line after the position.
fn text_after<'a>(asked: &CompletionContext<'a>) -> &'a str {
    let file = asked.analysed.analysis.file(asked.file);
    let at = usize::try_from(asked.offset).unwrap_or(usize::MAX);
    let rest = file.and_then(|file| file.text.get(at..)).unwrap_or_default();
    rest.split(['\n', '\r']).next().unwrap_or_default()
}
