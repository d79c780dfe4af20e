//! Extraction of `.include` directives from a text.

use pica200_asm::syntax::{Token, line_tokens};

/// Returns the names of the files that a text includes, as written.
pub(crate) fn include_names(text: &str) -> impl Iterator<Item = &str> {
    let written = text.lines().filter(|line| line.contains("include"));
    written.filter_map(include_name)
}

/// Returns the name of the file that a line includes.
fn include_name(line: &str) -> Option<&str> {
    let pieces = line_tokens(line);
    let [keyword, name, ..] = pieces.as_slice() else {
        return None;
    };
    let is_include = keyword.text.eq_ignore_ascii_case(".include") && name.token == Token::String;
    let quoted = is_include.then(|| line.get(name.start..name.end()))??;
    quoted.strip_prefix('"')?.strip_suffix('"')
}
