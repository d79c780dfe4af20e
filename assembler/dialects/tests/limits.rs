//! Sources that are too large.

use std::fmt::Write;
use std::path::Path;

use pica200_asm::{Lookup, MemoryFiles};
use pica200_diagnostics::Code;
use pica200_dialects::{Dialect, Options, convert};

/// Returns the diagnostic codes of a source for nihstro.
fn codes(source: &str) -> Vec<Code> {
    let files = MemoryFiles::new();
    let lookup = Lookup {
        files: &files,
        directory: Path::new(""),
    };
    let options = Options::default();
    let made = convert(Dialect::Nihstro, "a", source.as_bytes(), &options, &lookup);
    made.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn called_ranges_that_share_too_much() {
    let source = |calls: usize| {
        let mut text = String::from("main:\n");
        for number in 1..=calls {
            writeln!(text, "call a0 until a{number}").expect("memory takes it");
        }
        text.push_str("end\na0:\n");
        for number in 1..=calls {
            write!(text, "nop\na{number}:\n").expect("memory takes it");
        }
        text
    };
    assert_eq!(codes(&source(100)), []);
    assert_eq!(codes(&source(400)), [Code::ExpansionTooLarge]);
}

#[test]
fn the_comments_above_a_range_count_for_each_call() {
    let mut text = String::from("main:\n");
    for number in 0..100 {
        writeln!(text, "call f until g{number}").expect("memory takes it");
    }
    text.push_str("end\n");
    text.push_str(&"// comment\n".repeat(1000));
    text.push_str("f:\n");
    for number in 0..100 {
        write!(text, "nop\ng{number}:\n").expect("memory takes it");
    }
    assert_eq!(codes(&text), [Code::ExpansionTooLarge]);
}

#[test]
fn too_many_words() {
    let text = format!("main:\n{}end\n", "nop\n".repeat(5000));
    assert_eq!(codes(&text), [Code::CodeTooLong]);
}
