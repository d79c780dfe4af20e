//! Documentation comments directly above a definition.

use super::Analysis;
use crate::allow::tool_comment;
use crate::text::{FileSpan, WHITESPACE, line_start};

impl Analysis {
    /// Returns the comment lines directly above the line of `location`, without comment characters. Skips lines
    /// addressed to the assembler. `None` if there are no such lines.
    pub(super) fn documentation_above(&self, location: FileSpan) -> Option<String> {
        let text = &self.file(location.file)?.text;
        let before = text.get(..location.span.start as usize)?;
        let line = line_start(before);
        let mut lines: Vec<&str> = Vec::new();
        for line in before.get(..line)?.lines().rev() {
            let comment = line.trim_matches(WHITESPACE);
            if !comment.starts_with(';') {
                break;
            }
            if tool_comment(comment).is_none() {
                let comment = comment.trim_start_matches(';');
                lines.push(comment.strip_prefix(' ').unwrap_or(comment));
            }
        }
        lines.reverse();
        let text = lines.join("\n");
        let text = text.trim_matches('\n');
        (!text.is_empty()).then(|| text.to_owned())
    }
}
