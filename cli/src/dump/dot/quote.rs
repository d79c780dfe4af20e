//! Text in the syntax of Graphviz.

/// A name for a line of a label, with escapes for bytes that are not UTF-8 or not printable.
pub(super) fn escaped(name: &[u8]) -> String {
    let mut out = String::new();
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_shown(c) {
                out.push(c);
            } else {
                out.extend(c.escape_default());
            }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out
}

/// Whether a character is printable and does not reorder its neighbours.
fn is_shown(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// One line as a quoted string: its backslashes and quotes stand for themselves, and so does `&`, which would begin
/// the name of a character.
pub(super) fn quoted(line: &str) -> String {
    format!("\"{}\"", plain(line))
}

/// Lines as a quoted string, left-aligned.
pub(super) fn quoted_lines(lines: &[String]) -> String {
    let lines: String = lines
        .iter()
        .map(|line| format!("{}\\l", plain(line)))
        .collect();
    format!("\"{lines}\"")
}

fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}
