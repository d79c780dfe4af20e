//! Parsing: tokens to a syntax tree, and syntax errors to diagnostics.

use lalrpop_util::ParseError;

use crate::diagnostic::{Applicability, Code, Diagnostic, diagnose};
use crate::directive::Directive;
use crate::foreign::{self, ForeignKeyword};
use crate::syntax::ast::{Ast, Expr, Lexeme, SyntaxError};
use crate::syntax::lexer::Lexer;
use crate::syntax::token::{Spanned, Token};
use crate::syntax::{grammar, hint, plain};
use crate::text::{Lines, Span, tail};

/// Parses all tokens, which must end with the end of a line, and adds the statements to a tree. Errors are recorded in
/// the tree.
pub(crate) fn parse(tokens: &mut impl Iterator<Item = Spanned>, ast: &mut Ast) {
    let mut line = Vec::with_capacity(plain::MAX_TOKENS);
    let mut next = None;
    loop {
        line.clear();
        line.extend(next.take());
        let is_ended = read_line(tokens, &mut line);
        if line.is_empty() {
            return;
        }
        if !plain::instruction(&line, ast) {
            let more = up_to_word(tokens, is_ended, &mut next);
            parse_with_grammar(line.iter().copied().chain(more), ast);
        }
    }
}

/// Parses the tokens of whole lines with the generated parser.
pub(super) fn parse_with_grammar(tokens: impl Iterator<Item = Spanned>, ast: &mut Ast) {
    let lexemes = tokens.map(|(start, token, end)| {
        let span = Span::new(start, end);
        (start, Lexeme(token, span), end)
    });
    if let Err(error) = grammar::FileParser::new().parse(ast, lexemes) {
        ast.error(error);
    }
}

/// Reads the rest of a line including its end, but at most the tokens of a plain instruction. Returns true if the line
/// is complete.
fn read_line(tokens: &mut impl Iterator<Item = Spanned>, line: &mut Vec<Spanned>) -> bool {
    while line.len() < plain::MAX_TOKENS {
        let Some(token) = tokens.next() else {
            return true;
        };
        line.push(token);
        if matches!(token.1, Token::Newline) {
            return true;
        }
    }
    false
}

/// Returns the rest of a line, and the lines after it up to one that starts with a word: other lines are not plain.
/// Batching them amortizes the startup cost of the parser. That word becomes `next`.
fn up_to_word(
    tokens: &mut impl Iterator<Item = Spanned>,
    mut is_ended: bool,
    next: &mut Option<Spanned>,
) -> impl Iterator<Item = Spanned> {
    std::iter::from_fn(move || {
        if next.is_some() {
            return None;
        }
        let token = tokens.next()?;
        if is_ended && token.1 == Token::Word {
            *next = Some(token);
            return None;
        }
        is_ended = token.1 == Token::Newline;
        Some(token)
    })
}

/// Parses a condition, or a number, which is a piece of one line of a text.
pub(crate) fn parse_condition(text: &str, piece: Span) -> Result<(Ast, Expr), Box<Diagnostic>> {
    let mut ast = Ast::default();
    let mut lines = Lines::new("");
    let begin = (piece.start, Token::Condition, piece.start);
    let tokens = Lexer::at(piece.start, piece.text(text), &mut lines);
    parse(&mut std::iter::once(begin).chain(tokens), &mut ast);
    match (ast.errors.first(), ast.condition) {
        (None, Some(condition)) => Ok((ast, condition)),
        (Some((error, _)), _) => Err(Box::new(syntax_error(text, error, None))),
        (None, None) => {
            let message = "a condition is missing";
            Err(Box::new(diagnose(Code::Syntax, piece, message)))
        }
    }
}

/// Returns the diagnostics of the syntax errors of a source.
pub(crate) fn syntax_errors<'a>(source: &'a str, ast: &'a Ast) -> impl Iterator<Item = Diagnostic> + 'a {
    ast.errors.iter().map(move |(error, statement)| {
        let statement = ast.statements.get(*statement);
        syntax_error(source, error, statement.map(|s| s.keyword))
    })
}

fn syntax_error(source: &str, error: &SyntaxError, keyword: Option<Span>) -> Diagnostic {
    let (span, token, expected) = match error {
        ParseError::UnrecognizedToken {
            token: (start, token, end),
            expected,
        } => (Span::new(*start, *end), *token, expected.as_slice()),
        ParseError::ExtraToken {
            token: (start, token, end),
        } => (Span::new(*start, *end), *token, [].as_slice()),
        ParseError::UnrecognizedEof { location, expected } => {
            (Span::new(*location, *location), Token::Newline, expected.as_slice())
        }
        ParseError::InvalidToken { location } => (Span::new(*location, *location), Token::Unknown, [].as_slice()),
        ParseError::User { error: () } => {
            return diagnose(Code::Syntax, Span::default(), "syntax error");
        }
    };
    let found = span.text(source);
    match token {
        Token::UnknownDirective => {
            let message = format!("unknown directive `{found}`");
            let diagnostic = diagnose(Code::UnknownDirective, span, message);
            if let Some(foreign) = ForeignKeyword::find(found) {
                let text = tail(source, span.start as usize);
                return foreign.add_suggestion(span, text, diagnostic);
            }
            let similar = Directive::similar(found.trim_start_matches('.'));
            let similar = similar.map(|(_, name)| format!(".{name}"));
            return diagnostic.with_suggestion(span, similar.as_deref());
        }
        Token::BadMarker => {
            let help = "comments begin with `;`; a line marker is `# LINE \"FILE\"` on a separate line";
            let shown: String = found.chars().take(32).collect();
            let message = format!("`{shown}` is not a line marker");
            let diagnostic = diagnose(Code::InvalidMarker, span, message);
            let word = foreign::c_directive(found);
            let Some(foreign) = ForeignKeyword::find(word) else {
                return diagnostic.with_help(help);
            };
            let end = span.start + Span::from_range(0..word.len()).end;
            return foreign.add_suggestion(Span::new(span.start, end), found, diagnostic);
        }
        _ => {}
    }
    let message = match token {
        Token::Newline => "unexpected end of the line".to_owned(),
        Token::Unknown if !found.is_ascii() => {
            let found = with_code_point(found);
            format!("unexpected character {found}; only comments and strings may contain non-ASCII characters")
        }
        _ => format!("unexpected `{}`", printable(found)),
    };
    let diagnostic = diagnose(Code::Syntax, span, message);
    let (before, after) = (source.get(..span.range().start), source.get(span.range().end..));
    let line = keyword.map(|keyword| tail(source, keyword.start as usize));
    let keyword = keyword.map_or("", |keyword| keyword.text(source));
    let sign = foreign::punctuation_hint(found, before.unwrap_or_default(), after.unwrap_or_default(), keyword);
    let help = if let Some(assignment) = line.and_then(hint::assignment) {
        Some(assignment)
    } else if let Some(sign) = sign {
        Some(sign.to_owned())
    } else if let Some(foreign) = ForeignKeyword::find(keyword) {
        Some(foreign.help(line.unwrap_or_default()))
    } else if token == Token::Unknown && found.starts_with(is_invisible) {
        let diagnostic = diagnostic.with_help("invisible character: replace it with a space, or remove it");
        return diagnostic.with_fix(span, " ", Applicability::Maybe);
    } else if token == Token::Parameter {
        Some("`\\NAME` is a parameter in the body of its macro".to_owned())
    } else {
        hint::hint(found, expected, line)
    };
    diagnostic.with_optional_help(help)
}

/// Formats the first character of a text for messages: invisible characters by their code point alone.
fn with_code_point(text: &str) -> String {
    let Some(c) = text.chars().next() else {
        return String::new();
    };
    let code = format!("U+{:04X}", u32::from(c));
    match c {
        _ if is_invisible(c) => code,
        c => format!("`{c}` ({code})"),
    }
}

/// Returns true if a character shows nothing: whitespace, control characters, and characters that only modify their
/// neighbors.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
        || matches!(c, '\u{E0000}'..='\u{E0FFF}')
}

/// Returns a text without control characters.
fn printable(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}
