//! Source lists (`.shlist`), as used by devkitPro's Makefiles: paths separated by white space, relative to the
//! directory of the list.

use std::ops::Range;
use std::path::{Path, PathBuf};

use pica200_diagnostics::Code;

use bstr::ByteSlice;

use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, is_list, is_stdin};

/// Returns the paths in a list, in order.
///
/// # Errors
///
/// Returns a diagnostic if an entry is not a valid path, or refers to another list.
pub(crate) fn entries(list: &InputFile) -> Result<Vec<PathBuf>, Diagnostic> {
    let entry = |word: &[u8]| {
        let wrong = |why| {
            let message = format!("`{}`: the entry `{}` {why}", list.name, word.escape_ascii());
            Diagnostic::for_file(Code::WrongListEntry, &list.name, message)
        };
        let word = word.to_path().map_err(|_| wrong("is not valid UTF-8"))?;
        if is_list(word) {
            return Err(wrong("is a list").with_help("list its files instead"));
        }
        let path = list.dir.join(word);
        // In a list, `-` is an ordinary file.
        Ok(if is_stdin(&path) {
            Path::new(".").join(path)
        } else {
            path
        })
    };
    let words = words(&list.bytes);
    words
        .map(|word| entry(list.bytes.get(word).unwrap_or_default()))
        .collect()
}

/// Returns the byte ranges of the entries of a list.
pub fn words(list: &[u8]) -> impl Iterator<Item = Range<usize>> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut end = if list.starts_with(MARK) { MARK.len() } else { 0 };
    std::iter::from_fn(move || {
        let rest = list.get(end..)?;
        let start = end + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let word = list.get(start..)?;
        let len = word.iter().position(u8::is_ascii_whitespace);
        end = start + len.unwrap_or(word.len());
        Some(start..end)
    })
}
