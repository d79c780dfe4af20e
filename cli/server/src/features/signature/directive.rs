//! Signature of a directive, derived from its snippet, and the operand at the cursor.

use gen_lsp_types::SignatureInformation;
use pica200_asm::directive::Directive;
use pica200_asm::reference::Reference;
use pica200_asm::syntax::{Token, line_tokens};
use pica200_asm::words::Class;

use super::parameter;
use crate::features::completion::snippet;
use crate::markup::Markup;

/// An operand of a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Operand {
    text: String,
    /// The separator before the next operand.
    next: Next,
}

/// The separator between an operand and the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// None: the last operand.
    None,
    Blank,
    Comma,
    /// An opening parenthesis.
    Paren,
}

/// Returns the signature of a directive with its description, and the index of the operand at the end of `written`, the
/// text after the directive.
pub(super) fn signature(
    mut markup: Markup,
    reference: &Reference,
    directive: Directive,
    written: &str,
) -> (Vec<SignatureInformation>, usize) {
    // The first line is the directive; the others close its block.
    let snippet = snippet(directive).unwrap_or_default();
    let line = snippet.lines().next();
    let (label, operands) = line.map(form).unwrap_or_default();
    if operands.is_empty() {
        return (Vec::new(), 0);
    }
    let word = label.split(' ').next().unwrap_or_default();
    let mut entries = reference.entries(Class::Directive, word.trim_start_matches('.'));
    if let Some(entry) = entries.next() {
        markup.paragraph(&format!("{}.", entry.effect));
    }
    let parameters = operands.iter().map(|operand| parameter(&operand.text));
    let signature = SignatureInformation {
        label,
        documentation: (!markup.is_empty()).then(|| markup.content().into()),
        parameters: Some(parameters.collect()),
        active_parameter: None,
    };
    (vec![signature], operand_at(&operands, written))
}

/// Returns the signature of a snippet, without placeholder syntax, and its operands.
fn form(snippet: &str) -> (String, Vec<Operand>) {
    let mut pieces = snippet.split("${");
    let mut label = pieces.next().unwrap_or_default().to_owned();
    let mut operands: Vec<Operand> = Vec::new();
    for piece in pieces {
        let (placeholder, after) = piece.split_once('}').unwrap_or((piece, ""));
        // After the placeholder number, a text has a colon; a choice is delimited by bars.
        let text = placeholder.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = text.trim_matches([':', '|']).replace(',', "|");
        label.push_str(&text);
        label.push_str(after);
        let next = match after.trim_start().chars().next() {
            None => Next::Blank,
            Some(',') => Next::Comma,
            Some(_) => Next::Paren,
        };
        operands.push(Operand { text, next });
    }
    if let Some(last) = operands.last_mut() {
        last.next = Next::None;
    }
    (label, operands)
}

/// Returns the index of the operand at the end of the text after a directive.
fn operand_at(operands: &[Operand], written: &str) -> usize {
    let (mut index, mut end, mut has_begun) = (0, 0, false);
    // All open brackets, and the number of those that belong to the signature.
    let (mut depth, mut own) = (0_usize, 0);
    for piece in line_tokens(written) {
        let next = operands.get(index).map_or(Next::None, |one| one.next);
        let is_outside = depth == own;
        let is_after_blank = has_begun && is_outside && piece.start > end;
        let leads_on = match piece.token {
            Token::Comma => is_outside && next == Next::Comma,
            Token::OpenParen => is_outside && next == Next::Paren,
            _ => false,
        };
        match piece.token {
            Token::OpenParen | Token::OpenBracket => depth += 1,
            Token::CloseParen | Token::CloseBracket => depth = depth.saturating_sub(1),
            _ => {}
        }
        if leads_on {
            index += 1;
            own = depth;
        } else if depth < own {
            // The operand list is complete.
            return operands.len();
        } else if next == Next::Blank && is_after_blank {
            index += 1;
        }
        (end, has_begun) = (piece.end(), !leads_on);
    }
    let next = operands.get(index).map_or(Next::None, |one| one.next);
    let is_after_blank = has_begun && depth == own && written.len() > end;
    index + usize::from(next == Next::Blank && is_after_blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn active(directive: Directive, written: &str) -> String {
        let (_, operands) = form(&snippet(directive).expect("the directive has operands"));
        let found = operands.get(operand_at(&operands, written));
        found.map_or_else(String::new, |operand| operand.text.clone())
    }

    #[test]
    fn snippets_are_forms() {
        let label = |directive| form(&snippet(directive).expect("operands")).0;
        assert_eq!(label(Directive::Constf), ".constf name(x, y, z, w)");
        assert_eq!(label(Directive::Setb), ".setb register true|false");
    }

    #[test]
    fn operands_follow_each_other() {
        for (directive, written, expected) in [
            (Directive::Constf, " ", "name"),
            (Directive::Constf, " half", "name"),
            (Directive::Constf, " half(", "x"),
            (Directive::Constf, " half ((1 + 2) * sin(0), ", "y"),
            (Directive::Constf, " half(1, max(2, 3", "y"),
            (Directive::Constf, " half(1, 2, 3, 4)", ""),
            (Directive::Out, " o", "name"),
            (Directive::Out, " o ", "property"),
            (Directive::Out, " o position", "property"),
            (Directive::Setb, " b[2] ", "true|false"),
            (Directive::Equ, " N", "name"),
            (Directive::Equ, " N, 1 + 2", "number"),
            (Directive::Assert, " free(fvec) > 2, ", "text"),
            (Directive::Rept, " 2 + 3 ", "count"),
        ] {
            assert_eq!(active(directive, written), expected, "{written}");
        }
    }
}
