//! Errors of naga's reader of GLSL, for people.

use ::naga::front::glsl::{Error, ErrorKind, ExpectedToken};

use pp_rs::token::PreprocessorError;

use super::super::parse::lower_case;

/// The message for an error, and what to do. `found` is the text at its place.
pub(in super::super) fn explain(error: &Error, found: &str) -> (String, Option<String>) {
    let help = |text: &str| Some(text.to_owned());
    match &error.kind {
        ErrorKind::EndOfFile => ("the source ends within a declaration".to_owned(), None),
        ErrorKind::InvalidToken(_, expected) => {
            let all: Vec<_> = expected.iter().map(expected_text).collect();
            let found = if found.is_empty() { "the end" } else { found };
            let message = if all.is_empty() {
                format!("`{found}` cannot stand here")
            } else {
                format!("expected {}, found `{found}`", all.join(" or "))
            };
            (message, None)
        }
        ErrorKind::NotImplemented(what) => (
            format!(
                "the reader of GLSL does not know this yet: {}",
                lower_case(what)
            ),
            help("write it in another way, or use WGSL"),
        ),
        ErrorKind::UnknownVariable(name) => (format!("`{name}` is not declared"), None),
        ErrorKind::UnknownType(name) => (format!("the type `{name}` is not declared"), None),
        ErrorKind::UnknownField(name) => (format!("there is no member `{name}`"), None),
        ErrorKind::UnknownLayoutQualifier(name) => (
            format!("the layout qualifier `{name}` is not known"),
            help("leave it out"),
        ),
        ErrorKind::VariableAlreadyDeclared(name) => (format!("`{name}` is declared already"), None),
        ErrorKind::SemanticError(text) if text.contains("not been processed yet") => (
            "a function calls itself, or one that stands behind it".to_owned(),
            help("define functions before their calls; calls within themselves are not possible"),
        ),
        ErrorKind::SemanticError(text) if text == "Missing entry point" => {
            ("the shader has no function `main`".to_owned(), None)
        }
        ErrorKind::SemanticError(text) if text.starts_with("Unknown function") => (
            lower_case(text),
            help("define the function before its calls; a function cannot call itself"),
        ),
        ErrorKind::SemanticError(text) => (lower_case(text), None),
        ErrorKind::PreprocessorError(PreprocessorError::DefineRedefined) => (
            "the macro is defined already, with another text".to_owned(),
            help(
                "write `#ifndef` around a default value, or `#undef` in front of it; `-D` defines macros in front of the source",
            ),
        ),
        ErrorKind::PreprocessorError(kind) => (
            format!(
                "a mistake in a directive or a macro: {}",
                spaced(&format!("{kind:?}"))
            ),
            None,
        ),
        other => (lower_case(&other.to_string()), None),
    }
}

fn expected_text(expected: &ExpectedToken) -> String {
    match expected {
        ExpectedToken::Token(token) => {
            let name = format!("{token:?}");
            match sign(&name) {
                Some(sign) => format!("`{sign}`"),
                None => spaced(&name),
            }
        }
        other => other.to_string(),
    }
}

/// The sign that naga calls by a name.
fn sign(name: &str) -> Option<&'static str> {
    Some(match name {
        "Semicolon" => ";",
        "Comma" => ",",
        "Colon" => ":",
        "Dot" => ".",
        "Assign" => "=",
        "LeftParen" => "(",
        "RightParen" => ")",
        "LeftBrace" => "{",
        "RightBrace" => "}",
        "LeftBracket" => "[",
        "RightBracket" => "]",
        _ => return None,
    })
}

/// A name like `UnexpectedEndOfLine` in words.
fn spaced(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && text.ends_with(|before: char| before.is_ascii_lowercase())
        {
            text.push(' ');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
