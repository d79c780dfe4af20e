//! Shortening of long quotations in diagnostics.

use std::borrow::Cow;
use std::iter::once;

use crate::diagnostic::Diagnostic;

/// Maximum number of characters of a quotation.
const MAX: usize = 512;

/// Returns a diagnostic with long quotations shortened.
pub(super) fn cut(diagnostic: &Diagnostic) -> Cow<'_, Diagnostic> {
    let places = diagnostic.labels().map(|label| &label.text);
    let mut texts = once(&diagnostic.message).chain(&diagnostic.help).chain(places);
    if texts.all(|text| text.len() <= MAX) {
        return Cow::Borrowed(diagnostic);
    }
    let mut diagnostic = diagnostic.clone();
    for label in diagnostic.labels_mut() {
        label.text = without_long_quotations(&label.text);
    }
    for text in once(&mut diagnostic.message).chain(&mut diagnostic.help) {
        *text = without_long_quotations(text);
    }
    Cow::Owned(diagnostic)
}

/// Returns a text with long quotations in backticks shortened.
fn without_long_quotations(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(number, part)| {
        let is_quoted = number % 2 == 1;
        match part.char_indices().nth(MAX) {
            Some((end, _)) if is_quoted => format!("{}...", part.get(..end).unwrap_or_default()),
            _ => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_are_cut_and_other_text_is_not() {
        let (long, most) = ("ö".repeat(MAX + 1), "ö".repeat(MAX));
        assert_eq!(
            without_long_quotations(&format!("{long} `{long}`: `{most}` `x`")),
            format!("{long} `{most}...`: `{most}` `x`")
        );
    }
}
