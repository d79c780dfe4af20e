//! The sources in WGSL on the pages of diagnostics: the first of a page draws its diagnostic, the second does not.

use pica200_diagnostics::Code;

use super::read;
use crate::diagnostic::Diagnostic;
use crate::options::{Language, Options};

/// The entry point of sources that show a function alone.
const ENTRY: &str = "@vertex fn main() -> @builtin(position) vec4f { return vec4f(0.0); }";

#[test]
fn sources_on_pages_draw_what_the_pages_say() {
    let mut pages = 0;
    for code in Code::all() {
        let page = code.page().unwrap_or_default();
        let blocks = page.split("\n```wgsl\n").skip(1);
        let sources: Vec<_> = blocks.filter_map(|block| block.split("```").next()).collect();
        if sources.is_empty() {
            continue;
        }
        pages += 1;
        let draws = |source: &str| {
            let entry = if source.contains("@vertex") { "" } else { ENTRY };
            let whole = format!("{source}{entry}");
            let (_, diagnostics) = read(Language::Wgsl, whole.as_bytes(), &Options::default());
            let found: Vec<_> = diagnostics
                .iter()
                .map(|diagnostic: &Diagnostic| diagnostic.code)
                .collect();
            assert!(!found.contains(&Code::SourceInvalid), "{code}: {source}");
            found.contains(&code)
        };
        let drawn: Vec<_> = sources.iter().map(|source| draws(source)).collect();
        assert_eq!(drawn, [true, false], "{code}");
    }
    assert!(pages > 0, "no pages");
}
