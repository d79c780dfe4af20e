//! A short way to the tree of plain instructions, which most lines are: a mnemonic and operands with commas between
//! them, each a name or a number with at most one sign, one number in brackets, and one swizzle.
//!
//! The tree is the one that the grammar makes, in a fraction of the time. What is not plain is left to the grammar,
//! with everything that is wrong.

#[cfg(test)]
mod tests;

use super::ast::{Ast, Atom, Index, Lead, Signs, Term};
use super::token::{Spanned, Token};
use crate::text::Span;

/// The number of tokens that a plain instruction can have: a mnemonic, four operands such as `-a[1].x` with the commas
/// between them, and the end of the line.
pub(super) const MOST_TOKENS: usize = 1 + 4 * 6 + 3 + 1;

/// Adds the plain instruction of a line, with its end, to a tree. If the line is something else, the tree stays as it
/// is. Returns whether the instruction was added.
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

/// The term at the beginning of some tokens, and the tokens after it.
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

/// The same for a term without a sign.
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

/// A name with the index after it, if that is a number, and the tokens after that.
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
