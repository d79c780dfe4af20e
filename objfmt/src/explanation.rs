//! Explanations of diagnostics: Markdown with sources in it that tests try out.

/// A source in an explanation: a fenced block `pica bad` or `pica good`, with options behind it or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// Whether it draws the diagnostic.
    pub bad: bool,
    /// The options with which it is assembled, such as `-n`.
    pub options: &'static str,
    /// The source. A line `;! file: NAME` begins another one of the same link, and `;! repeat: N` stands for so many of
    /// the line below it.
    pub text: &'static str,
}

/// The sources of an explanation.
pub fn examples(explanation: &'static str) -> impl Iterator<Item = Example> {
    let blocks = explanation.split("\n```pica ").skip(1);
    blocks.filter_map(|block| {
        let (info, rest) = block.split_once('\n')?;
        let (text, _) = rest.split_once("```")?;
        Some(Example {
            bad: info.starts_with("bad"),
            options: info.split_once(' ').map_or("", |(_, options)| options),
            text,
        })
    })
}

/// Whether an explanation has the form of all: words first, then a source that draws the diagnostic and one that does
/// not, or a word on why there is none.
pub fn is_complete(explanation: &'static str) -> bool {
    let begins = explanation.starts_with(|c: char| c.is_ascii_uppercase() || c == '`');
    let bad: Vec<_> = examples(explanation).map(|example| example.bad).collect();
    begins && (bad == [true, false] || bad.is_empty() && explanation.contains("No source"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_stand_in_fences() {
        let text = "Why.\n\n```pica bad -n\nnop\n```\n\nBetter:\n\n```pica good\nend\n```\n";
        let example = |bad, options, text| Example { bad, options, text };
        let found: Vec<_> = examples(text).collect();
        assert_eq!(
            found,
            [example(true, "-n", "nop\n"), example(false, "", "end\n")]
        );
        assert!(is_complete(text));
        assert!(is_complete("No source draws it.\n"));
        for text in ["", "why\n", "Why.\n", "Why.\n\n```pica bad\nnop\n```\n"] {
            assert!(!is_complete(text), "{text}");
        }
    }
}
