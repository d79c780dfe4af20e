//! Tests that the fast path and the grammar build the same trees.

use std::collections::HashSet;
use std::fs;

use super::*;
use crate::syntax::Lexer;
use crate::syntax::parse::{parse, parse_with_grammar};
use crate::text::Lines;

#[path = "../../../tests/sources/mod.rs"]
mod sources;

/// Returns the tokens of a text. Other tokens replace those that only the preprocessor knows.
fn tokens(text: &str) -> Vec<Spanned> {
    let mut lines = Lines::new("");
    let tokens = Lexer::new(text, &mut lines).map(|(start, token, end)| match token {
        Token::Directive(directive) if directive.is_preprocessor() => (start, Token::UnknownDirective, end),
        Token::Marker => (start, Token::BadMarker, end),
        _ => (start, token, end),
    });
    tokens.collect()
}

/// Compares the trees of the two parsers.
fn compare(tokens: &[Spanned]) {
    let (mut found, mut expected) = (Ast::default(), Ast::default());
    parse(&mut tokens.iter().copied(), &mut found);
    parse_with_grammar(tokens.iter().copied(), &mut expected);
    assert_eq!(format!("{found:?}"), format!("{expected:?}"), "of {tokens:?}");
}

/// Returns true if the fast path accepts a line.
fn is_plain(text: &str) -> bool {
    instruction(&tokens(text), &mut Ast::default())
}

#[test]
fn plain_instructions_need_no_grammar() {
    for line in [
        "end",
        "mov r0, r1",
        "mad o0.xyz, -c5[3].wzyx, r1 .x, -v0",
        "cmp c0.x, lt, ge, r0.y",
        "for 3 ; comment",
        "mov a[0], b[0], c[0], d[0], e[0], f[0]",
    ] {
        assert!(is_plain(line), "{line}");
    }
    for line in [
        "",
        "a: nop",
        ".end",
        "mov r0 r1",
        "mov r0, r1,",
        "mov , r0",
        "mov r0, --r1",
        "mov r0, !r1",
        "mov r0, a[a0.x]",
        "mov r0, a[1",
        "mov r0.x[1], r1",
        "mov r0, 1 .x",
        "ifc cmp.x && cmp.y",
    ] {
        assert!(!is_plain(line), "{line}");
    }
}

#[test]
fn operands_beyond_those_of_any_instruction_stay_whole() {
    for operands in 1..40 {
        let line = format!("mov {}\nnop\n", vec!["-a[1] .x"; operands].join(", "));
        compare(&tokens(&line));
    }
}

/// Compares changes of a single token: it is omitted, duplicated, or replaced by another one.
fn compare_changes(line: &[Spanned]) {
    for (n, &token) in line.iter().enumerate() {
        let others = line.iter().map(|&(_, other, _)| Some((token.0, other, token.2)));
        for replacement in others.chain([None]) {
            let mut changed = line.to_vec();
            changed.splice(n..=n, replacement);
            changed.push((token.2, Token::Newline, token.2));
            compare(&changed);
        }
        let mut doubled = line.to_vec();
        doubled.insert(n, token);
        compare(&doubled);
    }
}

#[test]
fn trees_of_all_sources_are_those_of_the_grammar() {
    let mut lines = HashSet::new();
    for path in sources::sources() {
        let source = fs::read(path).expect("the source can be read");
        let source = String::from_utf8_lossy(&source);
        compare(&tokens(&source));
        for line in source.lines() {
            // One line of each shape suffices.
            let shape: Vec<_> = tokens(line)
                .iter()
                .map(|(_, token, _)| std::mem::discriminant(token))
                .collect();
            if shape.len() < 16 && lines.insert(shape) {
                compare_changes(&tokens(line));
            }
        }
    }
}
