//! Fenced code blocks of Markdown pages.

/// A fenced block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The heading above it; empty above the first heading.
    pub section: String,
    /// Its first line.
    pub line: usize,
    /// The info string after the fence.
    pub info: String,
    /// The lines between the fences.
    pub text: String,
}

/// Returns the fenced blocks of a Markdown page.
///
/// # Panics
///
/// Panics if a block is not closed.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut section = "";
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                open = Some(Block {
                    section: section.to_owned(),
                    line: number + 1,
                    info: info.trim().to_owned(),
                    text: String::new(),
                });
            }
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) if line.starts_with('#') => section = line.trim_start_matches('#').trim(),
            (None, None) => {}
        }
    }
    assert_eq!(open, None, "a block is not closed");
    blocks
}

/// Returns the anchor of a section: `raw-instruction-words`.
pub fn anchor(section: &str) -> String {
    let kept = section
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found() {
        let page = "text\n```pica\nnop\n```\n\n## No, `.end`\n```pica-error syntax\n# 1\n```\n";
        let block = |section: &str, line, info: &str, text: &str| Block {
            section: section.to_owned(),
            line,
            info: info.to_owned(),
            text: text.to_owned(),
        };
        assert_eq!(
            blocks(page),
            [
                block("", 2, "pica", "nop\n"),
                block("No, `.end`", 7, "pica-error syntax", "# 1\n")
            ]
        );
        assert_eq!(anchor("No, `.end`"), "no-end");
    }
}
