//! Comparison of the fast path with the general renderer.

use std::num::NonZeroUsize;

use pica200_asm::text::Span;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Colors, Format, render, render_generally, render_in};
use crate::diagnostic::{Advice, Code, Diagnostic, Label, Location};
use crate::input::{InputFile, InputKind};
use crate::session::Session;

/// Returns lines of all sorts: with tabs, with zero-width and double-width characters, with control characters, long
/// ones.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => "[ -~\t]{0,12}",
        1 => select(vec!["é日\u{301}", "\u{0}", "a\u{1b}b", "\u{202E}x"]).prop_map(str::to_owned),
        1 => Just("x".repeat(500)),
    ];
    let end = select(vec!["\n", "\r\n", "\n\n"]);
    proptest::collection::vec((line, end), 1..30)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

/// Returns the location of a part of a text, in thousandths; sometimes a file.
fn place() -> impl Strategy<Value = (u32, u32, bool, String)> {
    (0..1001u32, 0..30u32, prop::bool::weighted(0.1), "[ -~]{0,6}|é")
}

fn report(places: Vec<(u32, u32, bool, String)>, help: Option<String>, text: &str) -> Diagnostic {
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    let places = places.into_iter().map(|(start, len, is_file, what)| {
        let start = boundary(text.len() * start as usize / 1000).unwrap_or(0);
        let end = boundary(start + len as usize).unwrap_or(start);
        let span = Span::from_range(start..end.max(start));
        let location = if is_file {
            Location::File("other.o".to_owned())
        } else {
            Location::Span { source: 0, span }
        };
        Label::new(location, what)
    });
    Diagnostic {
        help,
        ..Diagnostic::without_file(Code::Syntax, "a \u{1b} message").with_labels(places)
    }
}

/// Options are on a separate line after the table, and control characters do not break their lines.
#[test]
fn options_stand_behind_the_help() {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let diagnostic = Diagnostic {
        help: Some("choose".to_owned()),
        advice: Some(Box::new(Advice {
            table: words(&["a  b", "c\n  d"]),
            command: words(&["picac", "x y.vert"]),
            options: words(&["--ignore-output=\u{1b}"]),
        })),
        ..Diagnostic::without_file(Code::NoSuchOutput, "no use")
    };
    let shown = |format| {
        let text = render(std::slice::from_ref(&diagnostic), &[], format, Colors::None);
        String::from_utf8(text).expect("messages are text")
    };
    assert_eq!(
        shown(Format::Human),
        "error[no-such-output]: no use\n  = a  b\n    c\\n  d\n  = help: choose:\n    picac 'x y.vert' \
         --ignore-output='\\u{1b}'\n\n"
    );
    assert!(shown(Format::Short).lines().count() == 1);
}

/// Renders more diagnostics than one unit of work has.
#[test]
fn several_threads_make_the_same_text() {
    let diagnostics: Vec<_> = (0..1000)
        .map(|n| Diagnostic::without_file(Code::Syntax, format!("mistake {n}")))
        .collect();
    let expected = render(&diagnostics, &[], Format::Human, Colors::Ansi);
    for threads in [1, 2, 7] {
        let threads = NonZeroUsize::new(threads);
        let text = render_in(threads, &diagnostics, &[], Format::Human, Colors::Ansi);
        assert_eq!(text, expected);
    }
}

proptest! {
    #[test]
    fn both_ways_have_the_same_text(
        text in lines(),
        places in proptest::collection::vec(place(), 0..5),
        help in proptest::option::of("[ -~\n]{0,9}"),
        is_warning: bool,
    ) {
        let input = InputFile {
            kind: InputKind::Source,
            ..InputFile::new("a\tb.pica".into(), text.clone().into_bytes())
        };
        let mut session = Session::default();
        session.assemble(&input, &pica200_asm::AssemblyOptions::default());
        let mut diagnostic = report(places, help, &text);
        if is_warning {
            diagnostic = diagnostic.into_warning();
        }
        for colors in [Colors::None, Colors::Ansi] {
            let diagnostics = std::slice::from_ref(&diagnostic);
            let shown = render(diagnostics, &session.sources, Format::Human, colors);
            let generally = render_generally(diagnostics, &session.sources, colors);
            prop_assert_eq!(String::from_utf8(shown), String::from_utf8(generally));
        }
    }
}
