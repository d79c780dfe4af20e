//! Lists of sources (`.shlist`), as devkitPro's Makefiles use them: words separated by white space, each the path of an
//! input relative to the folder of the list.

use std::path::{Path, PathBuf};

use pica200_diagnostics::Code;

use bstr::ByteSlice;

use crate::input::{InputFile, is_list, is_stdin};
use crate::report::Report;

/// The paths that a list names, in its order.
///
/// # Errors
///
/// A report if a word is not a path, or that of another list.
pub(crate) fn entries(list: &InputFile) -> Result<Vec<PathBuf>, Report> {
    let text = list.bytes.strip_prefix(b"\xEF\xBB\xBF");
    let words = text.unwrap_or(&list.bytes).split(u8::is_ascii_whitespace);
    let entry = |word: &[u8]| {
        let wrong = |why| {
            let message = format!("`{}`: the entry `{}` {why}", list.name, word.escape_ascii());
            Report::of_file(Code::WrongListEntry, &list.name, message)
        };
        let word = word.to_path().map_err(|_| wrong("is not valid UTF-8"))?;
        if is_list(word) {
            return Err(wrong("is a list").with_help("name the listed files instead"));
        }
        let path = list.folder.join(word);
        // In a list, `-` is an ordinary file.
        Ok(if is_stdin(&path) {
            Path::new(".").join(path)
        } else {
            path
        })
    };
    words.filter(|word| !word.is_empty()).map(entry).collect()
}
