//! Pseudo-instructions: other ways to write instructions.

use pica200_objfmt::isa::opcode::{Opcode, Operands};

use super::sources::Source;
use super::{Args, Form};
use crate::block::Opening;
use crate::diagnostic::{Diagnostic, Kind};
use crate::names::FLAGS;
use crate::syntax::ast::{Atom, List, Term};
use crate::text::Span;
use crate::unit::Unit;

/// A pseudo-instruction that has a mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pseudo {
    Subtract,
    Absolute,
}

/// What there is to know of a pseudo-instruction.
#[derive(Clone, Copy, Debug)]
pub struct PseudoInfo {
    /// Which it is; `None` for those that are written with a directive or an instruction of the machine.
    pub(crate) pseudo: Option<Pseudo>,
    /// How it is written.
    pub form: &'static str,
    /// What it stands for.
    pub expansion: &'static str,
}

/// All pseudo-instructions. The page about the language lists them.
pub const PSEUDO_INSTRUCTIONS: &[PseudoInfo] = &[
    PseudoInfo {
        pseudo: Some(Pseudo::Subtract),
        form: "sub destination, source1, source2",
        expansion: "add destination, source1, -source2",
    },
    PseudoInfo {
        pseudo: Some(Pseudo::Absolute),
        form: "abs destination, source",
        expansion: "max destination, -source, source",
    },
    PseudoInfo {
        pseudo: None,
        form: INVERTED,
        expansion: "ifu boolean, with its bodies exchanged",
    },
    PseudoInfo {
        pseudo: None,
        form: CHAINED,
        expansion: ".else, then ifu boolean or ifc condition, and one .end more",
    },
];

const INVERTED: &str = "ifu !boolean";
const CHAINED: &str = ".elseif condition";

impl Pseudo {
    /// The pseudo-instruction of a mnemonic, in either case.
    pub(crate) fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        let info = PSEUDO_INSTRUCTIONS.iter();
        let mut named = info.filter(|info| info.mnemonic().eq_ignore_ascii_case(mnemonic));
        named.find_map(|info| info.pseudo)
    }

    fn info(self) -> Option<&'static PseudoInfo> {
        let mut infos = PSEUDO_INSTRUCTIONS.iter();
        infos.find(|info| info.pseudo == Some(self))
    }

    /// How it is used.
    fn usage(self) -> Form {
        let (mnemonic, operands) = match self {
            Self::Subtract => ("sub", Operands::Binary),
            Self::Absolute => ("abs", Operands::Unary),
        };
        Form::of(mnemonic, operands)
    }
}

impl PseudoInfo {
    /// The word that it begins with.
    pub fn mnemonic(&self) -> &'static str {
        self.form.split(' ').next().unwrap_or_default()
    }
}

impl Unit<'_> {
    /// A pseudo-instruction with a mnemonic.
    pub(super) fn pseudo_instruction(&mut self, keyword: Span, pseudo: Pseudo, terms: &List) {
        self.check_inside_procedure(keyword);
        self.watch_instruction(keyword, Opcode::Add);
        if let Some(info) = pseudo.info() {
            self.check_pseudo(keyword, info);
        }
        let args = Args::new(self.ast.terms(terms));
        let before = self.code.here();
        if self.check_count(keyword, pseudo.usage(), &args) {
            match pseudo {
                Pseudo::Subtract => self.subtract(keyword, &args),
                Pseudo::Absolute => self.absolute(keyword, &args),
            }
        }
        if self.code.here() == before {
            // As it is with instructions that are wrong.
            self.emit_word(keyword, Opcode::Nop.base_word());
        }
    }

    /// Reports a pseudo-instruction where there are to be none.
    fn check_pseudo(&mut self, span: Span, info: &PseudoInfo) {
        if self.pseudo {
            return;
        }
        let message = format!(
            "`{}` is a pseudo-instruction, and these are off",
            self.text(span)
        );
        let help = format!("`{}` stands for: {}", info.form, info.expansion);
        self.report(Diagnostic::new(Kind::PseudoInstruction, span, message).help(help));
    }

    /// The same for one without a mnemonic of its own.
    fn check_form(&mut self, span: Span, form: &str) {
        let mut infos = PSEUDO_INSTRUCTIONS.iter();
        if let Some(info) = infos.find(|info| info.form == form) {
            self.check_pseudo(span, info);
        }
    }

    /// `ifu !b`
    pub(super) fn check_inverted(&mut self, span: Span) {
        self.check_form(span, INVERTED);
    }

    /// `sub`: a sum, whose sources can stand in either order.
    fn subtract(&mut self, keyword: Span, args: &Args<'_>) {
        let destination = self.destination(args);
        let sources = self.sources(args, 1..3);
        let (Some(destination), Some([first, (mut second, span), _])) = (destination, sources)
        else {
            return;
        };
        second.negate = !second.negate;
        let mut sources = [first, (second, span)];
        if second.is_wide() && !first.0.is_wide() {
            sources.reverse();
        }
        self.finish_arithmetic(keyword, Opcode::Add, destination, &sources);
    }

    /// `abs`: the greater one of a number and its negative. In this order 0 stays as it is: `max` gives its second source
    /// where none is greater.
    fn absolute(&mut self, keyword: Span, args: &Args<'_>) {
        let destination = self.destination(args);
        let source = self.source(args, 1);
        let (Some(destination), Some((source, span))) = (destination, source) else {
            return;
        };
        if source.is_wide() {
            let text = self.text(span);
            let message = format!("`abs` reads its source twice, and `{text}` is a float uniform");
            let help =
                "an instruction reads one once; copy it to a temporary first (`mov r0, ...`)";
            self.report(Diagnostic::new(Kind::TwoUniforms, span, message).help(help));
            return;
        }
        let mut negative = source;
        negative.negate = !source.negate;
        let sources: [Source; 2] = [(negative, span), (source, span)];
        self.finish_arithmetic(keyword, Opcode::Max, destination, &sources);
    }

    /// `.elseif CONDITION`: an if in the else-body, which ends where that does. No terms where they could not be parsed.
    pub(crate) fn else_if(&mut self, keyword: Span, terms: Option<&List>) {
        self.object.makes_shader = true;
        let has_if = self.meet_else(keyword, ".elseif");
        self.check_form(keyword, CHAINED);
        let terms = terms.map(|terms| self.ast.terms(terms)).unwrap_or_default();
        let is_condition = terms.first().is_some_and(|term| {
            term.kind == Atom::Word && self.text(term.atom).eq_ignore_ascii_case(FLAGS)
        });
        let opcode = match is_condition {
            true => Opcode::Ifc,
            false => Opcode::Ifu,
        };
        let args = Args::new(terms);
        let before = self.code.here();
        let form = Form {
            mnemonic: ".elseif",
            usage: "condition",
            operands: opcode.info().operands,
            count: (1, 1),
        };
        if !terms.is_empty() && self.check_count(keyword, form, &args) {
            self.encode(keyword, opcode, &args);
        }
        if self.code.here() == before {
            self.emit_word(keyword, opcode.base_word());
        }
        if has_if {
            let opening = Opening {
                is_inverted: is_inverted(opcode, &args),
                is_chained: true,
            };
            self.open_block(keyword, opcode, before, opening);
        }
    }
}

/// Whether an instruction opens a block that runs if a boolean is false.
pub(super) fn is_inverted(opcode: Opcode, args: &Args<'_>) -> bool {
    let condition = args.terms(0).first();
    opcode == Opcode::Ifu && condition.is_some_and(Term::is_inverted)
}
