//! Formatting of sources.

use pica200_asm::diagnostic::Code;
use pica200_asm::syntax::{Token, line_tokens};
use pica200_asm::{AssemblyOptions, PSEUDO_INSTRUCTIONS, PseudoInfo, assemble};
use pica200_format::format;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::isa::opcode::Opcode;

const MARK: &str = "\u{FEFF}";

/// Formats a source.
///
/// # Panics
///
/// Panics unless formatting is idempotent, keeps words and comments on their lines, and the source assembles to the
/// same object.
pub fn format_source(source: &[u8]) {
    let Some(formatted) = formatted(source) else {
        assert_eq!(assembled(source), None);
        return;
    };
    assert_eq!(self::formatted(formatted.as_bytes()).as_ref(), Some(&formatted));
    let source = std::str::from_utf8(source).expect("a source that can be formatted is text");
    assert_eq!(words(&formatted), words(source));
    // After a line marker, the formatter removes no lines, so positions also stay the same.
    let marked = marked(source);
    let formatted = self::formatted(marked.as_bytes()).expect("a formatted source is text");
    assert_eq!(assembled(formatted.as_bytes()), assembled(marked.as_bytes()));
}

fn formatted(source: &[u8]) -> Option<String> {
    let formatting = format(source);
    let Err(trouble) = &formatting.formatted else {
        return formatting.formatted.ok();
    };
    let span = trouble.span();
    assert!(formatting.text.get(span.range()).is_some());
    None
}

/// Returns the source after a line marker.
fn marked(source: &str) -> String {
    let text = source.strip_prefix(MARK);
    let mark = if text.is_some() { MARK } else { "" };
    format!("{mark}# 1 \"source\"\n{}", text.unwrap_or(source))
}

/// Returns the object and the warnings, if there are no errors.
fn assembled(source: &[u8]) -> Option<(Object, Vec<(Code, usize)>)> {
    let assembly = assemble("source", source, &AssemblyOptions::default());
    let lines = &assembly.lines;
    let warnings = assembly.diagnostics.iter().map(|warning| {
        let line = lines.index(warning.span().start);
        (warning.code, line)
    });
    Some((assembly.object?, warnings.collect()))
}

/// Returns the words of each line that has words, the comment last. A swizzle is a separate word.
fn words(source: &str) -> Vec<Vec<String>> {
    let source = source.strip_prefix(MARK).unwrap_or(source);
    let lines = source.split(['\r', '\n']).map(words_of_line);
    lines.filter(|words| !words.is_empty()).collect()
}

/// Returns true if a word is an instruction or a pseudo-instruction.
fn is_mnemonic(word: &str) -> bool {
    let mut pseudo = PSEUDO_INSTRUCTIONS.iter().map(PseudoInfo::mnemonic);
    Opcode::from_mnemonic(word).is_some() || pseudo.any(|known| known.eq_ignore_ascii_case(word))
}

fn words_of_line(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut behind = 0;
    for piece in line_tokens(line) {
        behind = piece.end();
        let word = piece.text;
        match piece.token {
            Token::Dotted(dot) => {
                let (name, swizzle) = word.split_at(dot as usize - piece.start);
                words.extend([name.to_owned(), swizzle.to_owned()]);
            }
            Token::Directive(_) => words.push(word.to_ascii_lowercase()),
            Token::Word if is_mnemonic(word) => {
                words.push(word.to_ascii_lowercase());
            }
            _ => words.push(word.to_owned()),
        }
    }
    let comment = &line[line.len().min(behind)..];
    let comment = comment.trim_matches([' ', '\t', '\x0B', '\x0C']);
    words.extend((!comment.is_empty()).then(|| comment.to_owned()));
    words
}
