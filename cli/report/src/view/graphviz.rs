//! Text in the syntax of Graphviz.

/// One line as a quoted string: its backslashes and quotes stand for themselves, and so does `&`, which would begin
/// the name of a character.
pub fn quoted(line: &str) -> String {
    format!("\"{}\"", plain(line))
}

/// Lines as a quoted string, left-aligned.
pub fn quoted_lines(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("{}\\l", plain(line))).collect();
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
