//! Documentation: the comments directly above a definition.

use super::Analysis;
use crate::text::{BLANKS, Place};

/// The beginning of comments that are meant for a program.
const MARK: &str = "picasm:";

impl Analysis {
    /// The comment lines directly above the line of a place, without their signs. A line that is meant for the
    /// assembler is left out. `None` if there are no such lines.
    pub fn documentation_above(&self, place: Place) -> Option<String> {
        let text = &self.file(place.file)?.text;
        let before = text.get(..place.span.start as usize)?;
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let mut lines: Vec<&str> = Vec::new();
        for line in before.get(..line)?.lines().rev() {
            let Some(comment) = line.trim_matches(BLANKS).strip_prefix(';') else {
                break;
            };
            let comment = comment.trim_start_matches(';');
            let comment = comment.strip_prefix(' ').unwrap_or(comment).trim_end();
            if !comment.trim_start().starts_with(MARK) {
                lines.push(comment);
            }
        }
        lines.reverse();
        let text = lines.join("\n");
        let text = text.trim_matches('\n');
        (!text.is_empty()).then(|| text.to_owned())
    }
}
