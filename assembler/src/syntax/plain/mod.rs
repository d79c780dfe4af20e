//! A fast path for plain instructions, which most lines are: a mnemonic and comma-separated operands, each a name or a
//! number with at most one sign, one number in brackets, and one swizzle.
//!
//! It builds the same tree as the grammar, in a fraction of the time. Everything that is not plain, including all
//! errors, is left to the grammar.

#[cfg(test)]
mod tests;

use super::ast::{Ast, Atom, Index, Lead, Signs, Term};
use super::token::{Spanned, Token};
use crate::text::Span;

/// Maximum number of tokens of a plain instruction: a mnemonic, four operands such as `-a[1].x` with the commas between
/// them, and the end of the line.
pub(super) const MAX_TOKENS: usize = 1 + 4 * 6 + 3 + 1;

/// Adds the plain instruction of a line, including its end, to a tree. If the line is something else, the tree is
/// unchanged. Returns true if the instruction was added.
pub(super) fn instruction(line: &[Spanned], ast: &mut Ast) -> bool {
    let &[(start, Token::Word, end), ref rest @ ..] = line else {
        return false;
    };
    let before = ast.term_marks();
    let is_plain = operands(rest, ast).is_some();
    if is_plain {
        ast.push_instruction(Span::new(start, end));
    } else {
        ast.forget_terms(before);
    }
    is_plain
}

/// Adds the operands up to the end of a line. `None` if they are not plain.
fn operands(mut rest: &[Spanned], ast: &mut Ast) -> Option<()> {
    if let [(_, Token::Newline, _)] = rest {
        return Some(());
    }
    loop {
        let term;
        (term, rest) = signed(rest, ast)?;
        ast.push_term(Lead::Operand, term);
        match rest {
            [(_, Token::Comma, _), after @ ..] => rest = after,
            [(_, Token::Newline, _)] => return Some(()),
            _ => return None,
        }
    }
}

/// Parses the term at the start of some tokens. Returns the remaining tokens.
fn signed<'t>(tokens: &'t [Spanned], ast: &mut Ast) -> Option<(Term, &'t [Spanned])> {
    let (sign, after) = match *tokens {
        [(start, Token::Minus, _), ref after @ ..] => (Some(start), after),
        _ => (None, tokens),
    };
    let (term, rest) = unsigned(after, ast)?;
    let term = match sign {
        Some(start) => term.with_signs(Signs::at(start).negate()),
        None => term,
    };
    Some((term, rest))
}

/// Parses a term without a sign. Returns the remaining tokens.
#[inline]
fn unsigned<'t>(tokens: &'t [Spanned], ast: &mut Ast) -> Option<(Term, &'t [Spanned])> {
    let &[(start, token, end), ref rest @ ..] = tokens else {
        return None;
    };
    let span = Span::new(start, end);
    match token {
        Token::Dotted(dot) => {
            let name = Term::atom(Atom::Word, Span::new(start, dot));
            Some((name.with_swizzle(Span::new(dot, end)), rest))
        }
        Token::Number => Some((Term::atom(Atom::Number, span), rest)),
        Token::Word => {
            let (term, rest) = indexed(Term::atom(Atom::Word, span), rest, ast);
            Some(match *rest {
                [(start, Token::DotWord, end), ref rest @ ..] => (term.with_swizzle(Span::new(start, end)), rest),
                _ => (term, rest),
            })
        }
        _ => None,
    }
}

/// Adds an index to a name, if it is a number. Returns the remaining tokens.
fn indexed<'t>(name: Term, tokens: &'t [Spanned], ast: &mut Ast) -> (Term, &'t [Spanned]) {
    let &[
        (start, Token::OpenBracket, _),
        (first, Token::Number, last),
        (_, Token::CloseBracket, end),
        ref rest @ ..,
    ] = tokens
    else {
        return (name, tokens);
    };
    let value = ast.push_atom(Atom::Number, Span::new(first, last));
    let span = Span::new(start, end);
    let index = ast.push_index(Index { span, value });
    (name.with_index(index), rest)
}
