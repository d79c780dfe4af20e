//! Text in Graphviz syntax.

/// Quotes a line. Backslashes and quotes are escaped, as is `&`, which would start a character reference.
pub fn quoted(line: &str) -> String {
    format!("\"{}\"", plain(line))
}

/// Quotes lines, left-aligned.
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
