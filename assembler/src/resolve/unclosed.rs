//! Unclosed blocks, and the locations where their `.end` is probably missing.

use pica200_objfmt::isa::opcode::Opcode;

use super::Resolver;
use super::blocks::{OpenArray, OpenKind};
use super::directive::constant;
use crate::diagnostic::{Applicability, Code, Diagnostic, diagnose};
use crate::program::{Closing, Operation};
use crate::text::{Span, tail};

/// A block whose `.end` is probably missing.
struct Suspect {
    opening: Span,
    kind: OpenKind,
    /// The `.end` that closes it and was probably meant for an enclosing block.
    closing: Option<Span>,
}

impl<'s> Resolver<'_, 's> {
    /// Reports the outermost block that was never closed, and points at the block whose `.end` is probably missing.
    pub(super) fn check_all_closed(&mut self) {
        let Some(block) = self.builder.outermost().filter(|_| !self.explains_open()) else {
            return;
        };
        let (kind, opening) = (block.kind, block.span);
        let nested = block.nested.first().copied();
        let is_rejected = |array: &mut OpenArray| array.constant.is_none();
        if kind == OpenKind::Array && self.builder.array().is_some_and(is_rejected) {
            return;
        }
        let mut diagnostic = self.unclosed(kind, opening);
        if let Some(nested) = nested {
            diagnostic = diagnostic.with_secondary(nested, "a procedure begins within it");
        }
        let suspect = self.suspect(opening);
        if let Some(Suspect { opening, kind, .. }) = suspect {
            let noun = kind.noun();
            let text = format!("this {noun} is probably missing its `.end`");
            diagnostic = diagnostic.with_secondary(opening, text);
        }
        let closing = suspect.as_ref().and_then(|suspect| suspect.closing);
        let opening = suspect.map_or(opening, |suspect| suspect.opening);
        if let Some(end) = self.end_without_dot(opening, closing) {
            diagnostic = diagnostic
                .with_secondary(end, "probably meant as `.end`")
                .with_help("`end` stops the shader; `.end` closes a block")
                .with_fix(end, ".end", Applicability::Maybe);
        } else if let Some(closing) = closing {
            diagnostic = diagnostic.with_secondary(closing, "this `.end` closes it, but its indentation differs");
        }
        self.report(diagnostic);
    }

    /// Ends a constant array before a statement that cannot be in it.
    pub(super) fn end_unclosed_array(&mut self, statement: Span) {
        let Some(array) = self.builder.array().copied() else {
            return;
        };
        let (span, position) = (statement, self.position);
        let Some(block) = self.builder.close(Closing { span, position }) else {
            return;
        };
        // A rejected declaration was already reported.
        if array.constant.is_some() {
            let diagnostic = self.unclosed(block.kind, block.span);
            self.report(diagnostic.with_secondary(statement, "this cannot be in a constant array"));
        }
        constant::close_array(self, array);
    }

    fn unclosed(&self, kind: OpenKind, opening: Span) -> Diagnostic {
        let (noun, named) = (kind.noun(), self.text(opening));
        let message = format!("the {noun} `{named}` is not closed");
        diagnose(Code::UnclosedBlock, opening, message)
            .with_help("each procedure, if, loop and constant array needs an `.end`")
    }

    /// Returns the block nested in an open one that probably lacks its `.end`: the first that is closed by an `.end`
    /// with less indentation or, failing that, the innermost open block.
    fn suspect(&self, outermost: Span) -> Option<Suspect> {
        let blocks = self.builder.program.blocks.iter();
        let inside = blocks.filter(|block| block.opening.start > outermost.start);
        let closed = inside.filter_map(|block| {
            let closing = block.otherwise.as_ref().unwrap_or(&block.body).closing?.span;
            let suspect = Suspect {
                opening: block.opening,
                kind: block.kind.into(),
                closing: Some(closing),
            };
            is_deeper(self.indentation(block.opening), self.indentation(closing)).then_some((closing.start, suspect))
        });
        let first = closed.min_by_key(|(closing, _)| *closing);
        first.map(|(_, suspect)| suspect).or_else(|| {
            let innermost = self.builder.innermost()?;
            (innermost.span != outermost).then_some(Suspect {
                opening: innermost.span,
                kind: innermost.kind,
                closing: None,
            })
        })
    }

    /// Returns the `end` that was probably meant as the `.end` of a block: it is indented like the block, and the
    /// preceding instruction is indented deeper.
    fn end_without_dot(&self, opening: Span, closing: Option<Span>) -> Option<Span> {
        let limit = closing.map_or(u32::MAX, |closing| closing.start);
        let depth = self.indentation(opening);
        let instructions = &self.builder.program.instructions;
        let mut pairs = instructions.windows(2).filter_map(|pair| match pair {
            [before, end] => Some((before.keyword, end)),
            _ => None,
        });
        let found = pairs.find(|(before, end)| {
            matches!(end.operation, Operation::Bare(Opcode::End))
                && before.start > opening.start
                && end.keyword.start < limit
                && self.indentation(end.keyword) == depth
                && is_deeper(self.indentation(*before), depth)
        });
        found.map(|(_, end)| end.keyword)
    }

    /// Returns the whitespace at the start of a line.
    fn indentation(&self, statement: Span) -> &'s str {
        let before = self.text(Span::new(0, statement.start));
        let start = before.rfind(['\r', '\n']).map_or(0, |end| end + 1);
        let line = tail(before, start);
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..blanks).unwrap_or_default()
    }
}

/// Returns true if an indentation is deeper than another.
fn is_deeper(one: &str, other: &str) -> bool {
    one.len() > other.len() && one.starts_with(other)
}
