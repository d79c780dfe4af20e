//! Locations of string literals in Rust sources.

use std::path::{Path, PathBuf};

use pica200::files::normal;
use syn::LitStr;

/// Returns the Rust source that contains a literal.
pub(crate) fn source_file(literal: &LitStr) -> Option<PathBuf> {
    literal.span().unwrap().local_file()
}

/// Returns true if the macro is expanded by rust-analyzer, whose proc-macro server does not know source files.
pub(crate) fn is_analysis() -> bool {
    let program = std::env::current_exe().ok();
    let name = program.as_deref().and_then(Path::file_name);
    name.is_some_and(|name| name.to_string_lossy().starts_with("rust-analyzer"))
}

/// Returns a path without directories that are left immediately (`src/../shaders`), unless a symbolic link changes the
/// meaning of `..`.
pub(crate) fn plain(path: PathBuf) -> PathBuf {
    let plain = normal(&path);
    let is_same = |plain: &Path| {
        let places = [path.canonicalize().ok(), plain.canonicalize().ok()];
        places[0] == places[1]
    };
    if is_same(&plain) { plain } else { path }
}

/// Returns the name and text of a literal, with line markers so that lines and columns match the Rust source. If
/// escapes change the number of lines, they count from 1, and the name includes the location.
pub(crate) fn with_lines(literal: &LitStr, path: &Path) -> (PathBuf, String) {
    let text = literal.value();
    let span = literal.span().unwrap();
    let written = literal.token().to_string();
    match written.find(&text).filter(|_| !text.is_empty()) {
        Some(before) => {
            let text = marked(&text, path, span.line(), span.column() + before);
            (path.to_owned(), text)
        }
        None => (named(literal, path), text),
    }
}

/// Returns the name in messages of a literal whose lines count from 1.
pub(crate) fn named(literal: &LitStr, path: &Path) -> PathBuf {
    let file = path.file_name().unwrap_or_default().display();
    let line = literal.span().unwrap().line();
    // Includes are searched in the same directory.
    path.with_file_name(format!("{file} (shader! in line {line})"))
}

/// Returns a text with a marker that places its first character at a line and column of a file, both starting at 1.
fn marked(text: &str, path: &Path, line: usize, column: usize) -> String {
    match path.to_str() {
        Some(path) if !path.contains(['"', '\n', '\r']) => {
            // An empty first line needs no columns.
            let is_blank = text.lines().next().is_none_or(|line| line.trim().is_empty());
            let margin = if is_blank { 0 } else { column.saturating_sub(1) };
            format!("# {line} \"{path}\"\n{}{text}", " ".repeat(margin))
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_leave_no_folder_at_once() {
        let of = |path: &str| plain(PathBuf::from(path));
        assert_eq!(of("src/../nothing/a.vsh"), Path::new("nothing/a.vsh"));
        assert_eq!(of("../a/./b/../../c"), Path::new("../c"));
        assert_eq!(of("/../a"), Path::new("/a"));
    }

    #[test]
    fn texts_have_their_places_in_the_source() {
        let of = |text, path| marked(text, Path::new(path), 7, 3);
        assert_eq!(of("nop\nend", "a b.rs"), "# 7 \"a b.rs\"\n  nop\nend");
        assert_eq!(of("\n  nop", "a.rs"), "# 7 \"a.rs\"\n\n  nop");
        assert_eq!(of("nop", "a\".rs"), "nop");
    }
}
