//! Text for users, as Markdown or plain text.

use gen_lsp_types::{MarkupContent, MarkupKind};

/// The escape for a backtick within code. It occurs in no text that is shown.
const BACKTICK: char = '\0';

/// Quotes arbitrary text as code for [`Markup`].
pub(crate) fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', &BACKTICK.to_string()))
}

/// A builder for paragraphs in the format that the client shows. The only markup of its input is code between
/// backticks.
#[derive(Clone, Debug)]
pub(crate) struct Markup {
    is_markdown: bool,
    text: String,
}

impl Markup {
    /// Creates an empty text.
    pub(crate) const fn new(is_markdown: bool) -> Self {
        Self {
            is_markdown,
            text: String::new(),
        }
    }

    /// Returns true if nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Starts a paragraph.
    fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
    }

    /// Adds lines of source code.
    pub(crate) fn source(&mut self, lines: &str) {
        self.begin();
        if !self.is_markdown {
            self.text.push_str(lines);
            return;
        }
        // The fence must be longer than any run of backticks in the code.
        let mut fence = "```".to_owned();
        while lines.contains(&fence) {
            fence.push('`');
        }
        self.text.push_str(&format!("{fence}pica200\n{lines}\n{fence}"));
    }

    /// Adds a paragraph.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.begin();
        self.text.push_str(&self.inline(text));
    }

    /// Adds a list.
    pub(crate) fn list(&mut self, items: &[String]) {
        if items.is_empty() {
            return;
        }
        self.begin();
        let items = items.iter().map(|item| format!("- {}", self.inline(item)));
        self.text.push_str(&items.collect::<Vec<_>>().join("\n"));
    }

    /// Adds a list whose items can contain links from [`Markup::link`].
    pub(crate) fn list_with_links(&mut self, items: &[String]) {
        if !items.is_empty() {
            self.begin();
            let items = items.iter().map(|item| format!("- {item}"));
            self.text.push_str(&items.collect::<Vec<_>>().join("\n"));
        }
    }

    /// Adds text verbatim, line by line: nothing in it is markup.
    pub(crate) fn prose(&mut self, text: &str) {
        self.begin();
        if self.is_markdown {
            let lines = text.lines().map(|line| escaped(line.trim()));
            let lines: Vec<_> = lines.collect();
            self.text.push_str(&lines.join("  \n"));
        } else {
            self.text.push_str(text)
        }
    }

    /// Adds a Markdown page. Code blocks of assembly get the language ID of editors.
    pub(crate) fn page(&mut self, page: &str) {
        self.begin();
        let mut lines = Vec::new();
        let mut in_source = false;
        for line in page.trim_end().lines() {
            if line.starts_with("```") {
                in_source = !in_source;
                match (self.is_markdown, in_source) {
                    (true, true) => lines.push("```pica200".to_owned()),
                    (true, false) => lines.push("```".to_owned()),
                    (false, _) => {}
                }
            } else if in_source || self.is_markdown {
                lines.push(line.to_owned());
            } else {
                lines.push(line.replace('`', ""));
            }
        }
        self.text.push_str(&lines.join("\n"));
    }

    /// Returns a link for use in lists.
    pub(crate) fn link(&self, text: &str, address: &str) -> String {
        if self.is_markdown {
            let address = address.replace('(', "%28").replace(')', "%29");
            format!("[{}]({address})", self.inline(text))
        } else {
            self.inline(text)
        }
    }

    /// Formats a text with code between backticks.
    pub(crate) fn inline(&self, text: &str) -> String {
        if !self.is_markdown {
            return text.replace('`', "").replace(BACKTICK, "`");
        }
        let pieces = text.split('`').enumerate();
        pieces
            .map(|(index, piece)| match index % 2 {
                0 if index > 0 => escaped_after(piece),
                0 => escaped(piece),
                _ => fenced(piece),
            })
            .collect()
    }

    /// Converts to LSP content.
    pub(crate) fn content(self) -> MarkupContent {
        MarkupContent {
            kind: if self.is_markdown {
                MarkupKind::Markdown
            } else {
                MarkupKind::PlainText
            },
            value: self.text,
        }
    }
}

/// Quotes code with more backticks than any run in it.
fn fenced(code: &str) -> String {
    let shown = code.replace(BACKTICK, "`");
    let mut fence = "`".to_owned();
    while shown.contains(&fence) {
        fence.push('`');
    }
    match fence.len() {
        1 => format!("`{shown}`"),
        _ => format!("{fence} {shown} {fence}"),
    }
}

/// Escapes a text at the start of a line.
fn escaped(text: &str) -> String {
    let is_sign = |c| matches!(c, '#' | '>' | '+' | '-' | '=' | '|');
    let rest = text.trim_start();
    let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    // A number followed by a period or parenthesis starts a list item.
    let marker = if number.len() < rest.len() && number.starts_with(['.', ')']) {
        rest.len() - number.len()
    } else {
        0
    };
    let is_marked = marker > 0 || rest.starts_with(is_sign);
    match text.split_at_checked(text.len() - rest.len() + marker) {
        Some((before, after)) if is_marked => format!("{before}\\{}", escaped_after(after)),
        _ => escaped_after(text),
    }
}

/// Escapes a text that is not at the start of a line.
fn escaped_after(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for character in text.chars() {
        let is_markup = matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~' | '&');
        if is_markup {
            made.push('\\');
        }
        made.push(character);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(is_markdown: bool) -> String {
        let mut markup = Markup::new(is_markdown);
        markup.source("mov r0, `x`\n```");
        markup.paragraph("a * b in `r_0`");
        markup.prose("- one_two\n<three>");
        let link = markup.link("line `1`", "file:///a#L1");
        markup.list_with_links(&[link]);
        markup.content().value
    }

    #[test]
    fn texts_are_markdown_or_plain() {
        assert_eq!(
            made(true),
            "````pica200\nmov r0, `x`\n```\n````\n\na \\* b in `r_0`\n\n\\- one\\_two  \n\\<three>\n\n- [line `1`](file:///a#L1)"
        );
        assert_eq!(
            made(false),
            "mov r0, `x`\n```\n\na * b in r_0\n\n- one_two\n<three>\n\n- line 1"
        );
    }
    #[test]
    fn nothing_in_a_quoted_text_is_markup() {
        let mut markup = Markup::new(true);
        markup.paragraph(&format!("the value {} of `a`", code("x`y")));
        markup.prose("    1. first [a](b)\n2) `c &amp; 3.5");
        assert_eq!(
            markup.content().value,
            "the value `` x`y `` of `a`\n\n1\\. first \\[a\\](b)  \n2\\) \\`c \\&amp; 3.5"
        );
        let markup = Markup::new(false);
        assert_eq!(markup.inline(&code("x`y")), "x`y");
        let link = Markup::new(true).link(&code("a`(b]"), "file:///a(b");
        assert_eq!(link, "[`` a`(b] ``](file:///a%28b)");
    }
}
