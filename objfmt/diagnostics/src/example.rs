//! Sources in pages, which tests assemble.

/// The languages of examples: ours, and the older dialects.
const LANGUAGES: [&str; 3] = ["pica", "nihstro", "aemstro"];

/// A source in a page: a fenced block `pica bad` or `pica good`, optionally followed by `linked` and options. For an
/// older dialect, its name replaces `pica`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The language: `pica`, `nihstro` or `aemstro`.
    pub language: &'static str,
    /// True if it triggers the diagnostic.
    pub is_bad: bool,
    /// True if the checker reports the diagnostic after linking, instead of the assembler.
    pub is_linked: bool,
    /// The assembler options for it, such as `-n`.
    pub options: &'static str,
    /// The source. A line `;! file: NAME` begins another source of the same link, and `;! repeat: N` repeats the
    /// following line N times.
    pub text: &'static str,
}

/// Returns the sources of a page.
pub(crate) fn examples(page: &'static str) -> impl Iterator<Item = Example> {
    // Text and fenced blocks alternate.
    page.split("```").skip(1).step_by(2).filter_map(|block| {
        let (info, text) = block.split_once('\n')?;
        let (language, info) = info.split_once(' ')?;
        let language = LANGUAGES.into_iter().find(|known| *known == language)?;
        let (quality, options) = info.split_once(' ').unwrap_or((info, ""));
        let linked = options.strip_prefix("linked").map(str::trim_start);
        Some(Example {
            language,
            is_bad: quality == "bad",
            is_linked: linked.is_some(),
            options: linked.unwrap_or(options),
            text,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_stand_in_fences() {
        let text = "Why.\n\n```pica bad linked -n\nnop\n```\n\nBetter:\n\n```nihstro good\nend\n```\n";
        let example = |language, is_bad, is_linked, options, text| Example {
            language,
            is_bad,
            is_linked,
            options,
            text,
        };
        let found: Vec<_> = examples(text).collect();
        assert_eq!(
            found,
            [
                example("pica", true, true, "-n", "nop\n"),
                example("nihstro", false, false, "", "end\n")
            ]
        );
    }
}
