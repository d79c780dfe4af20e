//! Sources of instructions with a descriptor: which registers can be read, and which of them together.

use pica200_objfmt::formats::object::Reference;
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, UniformKind};

use super::Args;
use crate::diagnostic::{Diagnostic, Kind};
use crate::operand::Operand;
use crate::text::Span;
use crate::unit::Unit;

/// A source with its place in the source text.
pub(crate) type Source = (Operand, Span);

impl Unit<'_> {
    /// The sources at these places. Only the first entries are filled.
    pub(super) fn sources(
        &mut self,
        args: &Args<'_>,
        places: std::ops::Range<usize>,
    ) -> Option<[Source; 3]> {
        const NOTHING: Source = (
            Operand::of(
                Bank::Temporary,
                Reference::Uniform {
                    index: 0,
                    element: 0,
                },
            ),
            Span::new(0, 0),
        );
        let mut sources = [NOTHING; 3];
        let mut good = true;
        for (slot, n) in sources.iter_mut().zip(places) {
            match self.source(args, n) {
                Some(source) => *slot = source,
                None => good = false,
            }
        }
        good.then_some(sources)
    }

    pub(super) fn source(&mut self, args: &Args<'_>, n: usize) -> Option<Source> {
        let term = self.single(args, n)?;
        let operand = self.operand_or_number(term, UniformKind::Float)?;
        if matches!(operand.bank, Bank::Input | Bank::Temporary | Bank::Float) {
            if let Some(input) = operand.fixed().filter(|r| r.bank == Bank::Input) {
                self.watch_input(input.number);
            }
            return Some((operand, term.span));
        }
        let name = self.text(term.atom);
        let message = format!(
            "`{name}` cannot be a source: it is {}",
            operand.bank.a_noun()
        );
        let help = "sources are input registers (v0 to v15), temporaries (r0 to r15) and float uniforms (c0 to c95)";
        self.report(Diagnostic::new(Kind::InvalidSource, term.span, message).help(help));
        None
    }

    /// Checks that only the wide source is wide, and that there is one input register at most.
    pub(super) fn check_sources(
        &mut self,
        keyword: Span,
        opcode: Opcode,
        sources: &[Source],
    ) -> bool {
        let wide = opcode.layout().wide_source();
        let misplaced = sources
            .iter()
            .enumerate()
            .find(|(n, (operand, _))| operand.is_wide() && Some(*n) != wide);
        if let Some((n, _)) = misplaced {
            self.complain_wide(keyword, opcode, sources, n);
            return false;
        }
        let mut inputs = sources
            .iter()
            .filter(|(operand, _)| operand.bank == Bank::Input);
        let Some((first, first_span)) = inputs.next() else {
            return true;
        };
        let Some((_, second_span)) = inputs.find(|(operand, _)| operand.place != first.place)
        else {
            return true;
        };
        let mnemonic = self.text(keyword);
        let message = format!(
            "`{mnemonic}` reads two different input registers, `{}` and `{}`",
            self.text(*first_span),
            self.text(*second_span)
        );
        let help =
            "the hardware reads only one; copy the other to a temporary first (`mov r0, ...`)";
        let diagnostic = Diagnostic::new(Kind::TwoInputs, *second_span, message)
            .label("the second input register")
            .also(*first_span, "the first")
            .help(help);
        self.report(diagnostic);
        false
    }

    /// Reports a float uniform or a relative operand where only a narrow source fits.
    fn complain_wide(
        &mut self,
        keyword: Span,
        opcode: Opcode,
        sources: &[Source],
        misplaced: usize,
    ) {
        let mnemonic = self.text(keyword);
        let (operand, span) = sources[misplaced];
        let is_number = self.is_literal(&operand);
        let what = match operand.relative {
            _ if is_number => "a number",
            AddressRegister::None => "a float uniform",
            _ => "a relative float uniform",
        };
        let other = sources
            .iter()
            .enumerate()
            .find(|(n, (other, _))| *n != misplaced && other.is_wide());
        let text = self.text(span);
        let diagnostic = match other {
            Some((_, (_, other_span))) => Diagnostic::new(
                Kind::TwoUniforms,
                span,
                format!(
                    "`{mnemonic}` can read only one float uniform, and `{text}` is one too many"
                ),
            )
            .also(*other_span, "the other one")
            .help("copy one of them to a temporary first (`mov r0, ...`)"),
            None => {
                let n = misplaced + 1;
                let help = match sources.len() {
                    3 => {
                        "only source 2 or 3 can be one; copy it to a temporary first (`mov r0, ...`)"
                    }
                    _ if matches!(
                        opcode,
                        Opcode::Add | Opcode::Mul | Opcode::Dp3 | Opcode::Dp4
                    ) =>
                    {
                        "only source 1 can be one; exchange the sources"
                    }
                    _ => "only source 1 can be one; copy it to a temporary first (`mov r0, ...`)",
                };
                let message = format!("source {n} of `{mnemonic}` cannot be {what}: `{text}`");
                Diagnostic::new(Kind::TwoUniforms, span, message).help(help)
            }
        };
        let reads_number = is_number || other.is_some_and(|(_, (other, _))| self.is_literal(other));
        self.report(match (diagnostic.help.clone(), reads_number) {
            (Some(help), true) => diagnostic.help(format!(
                "a number is a constant, and so a float uniform; {help}"
            )),
            _ => diagnostic,
        });
    }

    /// Puts a number first where the order of the sources makes no difference: there it can be read.
    pub(super) fn put_number_first(&self, opcode: Opcode, sources: &mut [Source]) {
        if let (Opcode::Add | Opcode::Mul | Opcode::Dp3 | Opcode::Dp4, [first, second]) =
            (opcode, sources)
            && second.0.is_wide()
            && !first.0.is_wide()
            && self.is_literal(&second.0)
        {
            std::mem::swap(first, second);
        }
    }
}

/// The form of an opcode that fits its sources: with the wide source at the place where a wide operand stands. Where none
/// is wide the plain form.
pub(super) fn choose_form(opcode: Opcode, sources: &[Source]) -> Opcode {
    let Some(counterpart) = opcode.info().counterpart else {
        return opcode;
    };
    let inverted_of = |opcode: Opcode| opcode.layout().wide_source() == Some(sources.len() - 1);
    let (plain, inverted) = if inverted_of(opcode) {
        (counterpart, opcode)
    } else {
        (opcode, counterpart)
    };
    let wide = |n: Option<usize>| {
        n.and_then(|n| sources.get(n))
            .is_some_and(|(operand, _)| operand.is_wide())
    };
    if wide(inverted.layout().wide_source()) && !wide(plain.layout().wide_source()) {
        inverted
    } else {
        plain
    }
}
