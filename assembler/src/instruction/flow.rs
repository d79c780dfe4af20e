//! Instructions that go elsewhere: calls, jumps, ifs, loops.

use pica200_objfmt::formats::object::{Reference, RelocationKind, is_local_name};
use pica200_objfmt::isa::instruction::{Combination, Condition};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::{Opcode, Operands};
use pica200_objfmt::isa::register::{Bank, UniformKind};

use super::{Args, opens_block};
use crate::diagnostic::{Diagnostic, Kind};
use crate::names::FLAGS;
use crate::syntax::ast::{Atom, Lead, Term};
use crate::targets::Target;
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

/// What is tested before going, encoded into a word.
struct Test {
    word: u32,
    register: Option<Reference>,
}

impl Unit<'_> {
    /// An instruction with a condition, a uniform, a target, or two of them.
    pub(super) fn flow(&mut self, keyword: Span, opcode: Opcode, args: &Args<'_>) {
        let operands = opcode.info().operands;
        if opcode == Opcode::Breakc {
            self.check_inside_loop(keyword, "breakc");
        }
        let test = match operands {
            Operands::Procedure => Some(Test {
                word: opcode.base_word(),
                register: None,
            }),
            Operands::Integer => self.uniform_test(opcode, args, Bank::Integer),
            Operands::Boolean | Operands::BooleanProcedure | Operands::BooleanLabel => {
                self.uniform_test(opcode, args, Bank::Boolean)
            }
            _ => self.condition_test(opcode, args),
        };
        // The target stands behind the test, if there is one.
        let first = usize::from(operands != Operands::Procedure);
        let target = (args.count > first).then(|| self.target(opcode, args, first));
        let Some(Test { word, register }) = test else {
            return;
        };
        match target {
            None => {
                let kind = if opcode == Opcode::Breakc {
                    RelocationKind::Plain
                } else {
                    RelocationKind::Word
                };
                self.emit_relocated(keyword, word, kind, register);
            }
            Some(Some(target)) => {
                let word = match (opcode.layout().target, target) {
                    (Some([num, _]), Target::Label { words, .. }) if words > 0 => {
                        num.set(word, words.into())
                    }
                    _ => word,
                };
                let here = self.emit_relocated(keyword, word, RelocationKind::Word, register);
                if self.code.here() != here {
                    self.go_to(target);
                }
            }
            Some(None) => {}
        }
    }

    /// Where an instruction goes: the operand at a place, and the length behind it.
    fn target(&mut self, opcode: Opcode, args: &Args<'_>, n: usize) -> Option<Target> {
        let name = self.target_name(opcode, args, n);
        let words = (args.count > n + 1).then(|| self.target_length(args, n + 1));
        let name = name?;
        if opcode.is_call() && words.is_none() {
            let text = self.text(name);
            if is_local_name(text) {
                let message = format!("`{text}` is a label, and calls go to procedures");
                let help = "a call of a label has a count of words: call label, count";
                self.report(Diagnostic::new(Kind::InvalidOperand, name, message).help(help));
                return None;
            }
            return Some(Target::Procedure(name));
        }
        Some(Target::Label {
            name,
            words: words.unwrap_or(Some(0))?,
        })
    }

    /// How many words an instruction wants at its target.
    fn target_length(&mut self, args: &Args<'_>, n: usize) -> Option<u8> {
        let help = "the count is a number of words: an integer from 0 to 255, decimal or 0x";
        let term = self.single(args, n)?;
        let Some(quantity) = self.ast.term_quantity(term) else {
            let message = format!("`{}` is not a number", self.text(term.span));
            self.report(Diagnostic::new(Kind::InvalidNumber, term.span, message).help(help));
            return None;
        };
        let most = i64::try_from(limits::COUNT).unwrap_or(i64::MAX);
        let number = self.integer(quantity, 0..=most, "the count of an instruction", help)?;
        u8::try_from(number).ok()
    }

    /// The name of a procedure or label.
    fn target_name(&mut self, opcode: Opcode, args: &Args<'_>, n: usize) -> Option<Span> {
        let term = self.single(args, n)?;
        let text = self.text(term.span);
        if !opens_block(opcode) {
            if term.is_bare_word() {
                return Some(term.atom);
            }
            let message = format!("`{text}` is not the name of a procedure or label");
            self.complain(Kind::InvalidOperand, term.span, message);
            return None;
        }
        if self.names_block_end(args) {
            return Some(term.atom);
        }
        let info = opcode.info();
        let message = format!("`{text}` is not the name of a label");
        let help = format!("the form is: {} {}", info.mnemonic, info.operands.usage());
        self.report(Diagnostic::new(Kind::InvalidOperand, term.span, message).help(help));
        None
    }

    /// Whether an if or a loop says itself where it ends, by a label as its second operand. A register there is a slip:
    /// then it opens a block all the same.
    pub(super) fn names_block_end(&self, args: &Args<'_>) -> bool {
        let [term] = args.terms(1) else {
            return false;
        };
        term.is_bare_word() && RegisterForm::of(self.text(term.atom)) == RegisterForm::Name
    }

    /// A boolean or integer uniform.
    fn uniform_test(&mut self, opcode: Opcode, args: &Args<'_>, bank: Bank) -> Option<Test> {
        let term = *self.single(args, 0)?;
        let mut word = opcode.base_word();
        if term.is_marked() {
            let opens_if = opcode == Opcode::Ifu && !self.names_block_end(args);
            if opens_if && term.is_inverted() {
                self.check_inverted(term.span);
            }
            if opcode != Opcode::Jmpu && !opens_if {
                let message = format!(
                    "`!` is not allowed on the operand of `{}`",
                    opcode.info().mnemonic
                );
                let help = match opcode {
                    Opcode::Ifu => "with a label, only that it is true can be tested",
                    _ => "only `jmpu` and `ifu` can test for false",
                };
                self.report(Diagnostic::new(Kind::InvalidOperand, term.span, message).help(help));
                return None;
            }
            let is_jump = opcode == Opcode::Jmpu;
            if let (true, true, Some([num, _])) =
                (is_jump, term.is_inverted(), opcode.layout().target)
            {
                word = num.set(word, 1);
            }
        }
        let operand = match bank {
            Bank::Integer => self.operand_or_number(&term.without_marks(), UniformKind::Integer)?,
            _ => self.operand(&term.without_marks())?,
        };
        let text = self.text(term.span);
        if operand.bank != bank {
            let message = format!("`{text}` is not {}", bank.a_noun());
            let (letter, last) = (bank.letter(), bank.size() - 1);
            let help = format!("{}s are {letter}0 to {letter}{last}", bank.noun());
            let diagnostic = Diagnostic::new(Kind::WrongRegister, term.span, message)
                .label(operand.bank.a_noun())
                .help(help);
            self.report(diagnostic);
            return None;
        }
        if operand.plain().is_none() || term.is_signed() || term.swizzle().is_some() {
            let message = format!(
                "`{text}` has a sign or swizzle, and {} has neither",
                bank.a_noun()
            );
            self.complain(Kind::InvalidOperand, term.span, message);
            return None;
        }
        if let (Some(field), Some(register)) = (opcode.layout().uniform, operand.fixed()) {
            word = field.set(word, register.number.into());
        }
        Some(Test {
            word,
            register: Some(operand.place),
        })
    }

    /// A condition on the flags.
    fn condition_test(&mut self, opcode: Opcode, args: &Args<'_>) -> Option<Test> {
        let condition = self.condition(args.terms(0))?;
        let mut word = opcode.base_word();
        if let Some([combination, x, y]) = opcode.layout().condition {
            word = combination.set(word, condition.combination as u32);
            word = x.set(word, condition.x.into());
            word = y.set(word, condition.y.into());
        }
        Some(Test {
            word,
            register: None,
        })
    }

    fn condition(&mut self, terms: &[Term]) -> Option<Condition> {
        let [first, rest @ ..] = terms else {
            return None;
        };
        let flag = self.flag(first)?;
        let value = !first.is_inverted();
        let Some((second, more)) = rest.split_first() else {
            return Some(match flag {
                Flag::X => Condition {
                    combination: Combination::X,
                    x: value,
                    y: true,
                },
                Flag::Y => Condition {
                    combination: Combination::Y,
                    x: true,
                    y: value,
                },
            });
        };
        let other = self.flag(second)?;
        if other == flag {
            let message = format!("the condition tests {} twice", flag.name());
            let diagnostic = Diagnostic::new(Kind::InvalidCondition, second.span, message)
                .also(first.span, "first tested here")
                .help("a condition can join cmp.x and cmp.y");
            self.report(diagnostic);
            return None;
        }
        if let Some(third) = more.first() {
            let message = "a condition tests at most two flags";
            self.complain(Kind::InvalidCondition, third.span, message);
            return None;
        }
        let combination = if second.lead == Lead::And {
            Combination::And
        } else {
            Combination::Or
        };
        let other = !second.is_inverted();
        let (x, y) = if flag == Flag::X {
            (value, other)
        } else {
            (other, value)
        };
        Some(Condition { combination, x, y })
    }

    fn flag(&mut self, term: &Term) -> Option<Flag> {
        let is_cmp = term.kind == Atom::Word && self.text(term.atom).eq_ignore_ascii_case(FLAGS);
        let letter = term
            .swizzle()
            .map(|swizzle| self.text(swizzle).to_ascii_lowercase());
        let plain = self.ast.index(term).is_none() && !term.is_signed();
        match (is_cmp && plain, letter.as_deref()) {
            (true, Some(".x")) => Some(Flag::X),
            (true, Some(".y")) => Some(Flag::Y),
            _ => {
                let message = format!("`{}` is not a flag", self.text(term.span));
                let help = "conditions test cmp.x and cmp.y, each with `!` or without, joined by `&&` or `||`";
                self.report(Diagnostic::new(Kind::InvalidCondition, term.span, message).help(help));
                None
            }
        }
    }
}

/// A flag that `cmp` sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    X,
    Y,
}

impl Flag {
    fn name(self) -> &'static str {
        match self {
            Self::X => "cmp.x",
            Self::Y => "cmp.y",
        }
    }
}
