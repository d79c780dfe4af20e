//! Operands: from terms of the syntax tree to registers with sign, selection and relative index.

use pica200_diagnostics::is_typo;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Bank, UniformKind};

use super::names::{Access, Meaning};
use super::{Resolver, values};
use crate::diagnostic::{Applicability, Code, diagnose};
use crate::expression::function::PI;
use crate::program::{Operand, Selection, Storage};
use crate::register::{FLAGS, is_address_or_flag};
use crate::syntax::ast::{Atom, Index, Term};
use crate::text::Span;
use pica200_objfmt::isa::register::RegisterForm;

impl Resolver<'_, '_> {
    /// Resolves the operand of a term. Reports its errors.
    pub(super) fn operand(&mut self, term: &Term) -> Option<Operand> {
        self.operand_and_swizzle(term).map(|(operand, _)| operand)
    }

    /// Resolves the operand of a term, and the components of its swizzle, if it has one. Reports its errors.
    pub(super) fn operand_and_swizzle(&mut self, term: &Term) -> Option<(Operand, Option<Selection>)> {
        if term.kind != Atom::Word {
            self.report_immediate(term);
            return None;
        }
        if term.has_not() {
            let message = "`!` is only allowed on conditions and booleans";
            self.report_message(Code::InvalidOperand, term.span, message);
            return None;
        }
        let mut operand = self.named_operand(term.atom)?;
        let mut good = true;
        if let Some(index) = self.ast.index(term).copied() {
            good &= self.apply_index(&mut operand, term, index);
        }
        let mut swizzle = None;
        if let Some(span) = term.swizzle() {
            swizzle = self.selection(span);
            match swizzle {
                Some(selection) => operand.selection = operand.selection.then(selection),
                None => good = false,
            }
        }
        operand.negate ^= term.is_negated();
        good.then_some((operand, swizzle))
    }

    /// Resolves the operand of a term where a number becomes a constant of a kind.
    pub(super) fn operand_or_number(&mut self, term: &Term, kind: UniformKind) -> Option<Operand> {
        if !self.is_number(term) {
            self.operand(term)
        } else if self.number_operands {
            values::literal(self, term, kind)
        } else {
            self.report_immediate(term);
            None
        }
    }

    /// Returns true if a term is a number, or the name of one.
    fn is_number(&mut self, term: &Term) -> bool {
        if term.kind != Atom::Word {
            return true;
        }
        // Few sources have such names. Without any, the lookup can be skipped.
        let may_be_name = self.names.has_numbers();
        if !may_be_name && term.atom.range().len() != PI.len() {
            return false;
        }
        let word = self.text(term.atom);
        let declared = may_be_name.then(|| self.names.value(word)).flatten();
        match declared {
            Some(id) => {
                let is_number = matches!(self.names.meaning(id), Meaning::Number(_));
                if is_number {
                    self.names.note_use(id, term.atom, Access::Read);
                }
                is_number
            }
            None => word.eq_ignore_ascii_case(PI) && self.names.value(word).is_none(),
        }
    }

    fn report_immediate(&mut self, term: &Term) {
        let noun = match term.kind {
            Atom::Expression => "an expression",
            Atom::Vector => "a constant",
            _ => "a number",
        };
        let text = self.text(term.span);
        let message = format!("expected a register, found {noun}: `{text}`");
        let help = if self.number_operands {
            "numbers can only be sources of arithmetic, counts of `for`, and aliases"
        } else {
            "write the register with its letter, such as `c4`, or declare a constant with `.constf` and use its name"
        };
        self.report(diagnose(Code::Immediate, term.span, message).with_help(help));
    }

    /// Resolves a single word as an operand: a register or a declared name.
    fn named_operand(&mut self, span: Span) -> Option<Operand> {
        let word = self.text(span);
        if self.names.is_rejected(word) {
            return None;
        }
        match RegisterForm::classify(word) {
            RegisterForm::Register(register) => {
                self.facts.numbered_banks |= 1 << register.bank as u8;
                self.note_register_case(span, word, register);
                return Some(Operand::register(register));
            }
            RegisterForm::Name => {}
            form => {
                self.report.add_invalid_register(span, form);
                return None;
            }
        }
        let Some(id) = self.names.value(word) else {
            self.report_unknown(span);
            return None;
        };
        self.names.note_use(id, span, Access::Read);
        if let Meaning::Operand(operand) = self.names.meaning(id) {
            return Some(operand);
        }
        let message = format!("expected a register, found a number: `{word}`");
        let diagnostic = diagnose(Code::Immediate, span, message);
        let definition = self.names.get(id).definition;
        self.report(match definition {
            Some(definition) => diagnostic.with_secondary(definition, "declared here"),
            None => diagnostic,
        });
        None
    }

    /// Reports an undeclared name.
    fn report_unknown(&mut self, span: Span) {
        if self.report.repeats_unknown(Code::UnknownName, span) {
            return;
        }
        let word = self.text(span);
        let similar = self.names.similar_operand(word, self.report);
        if !similar.is_some_and(|name| is_typo(word, name)) && self.explains_unknown(word) {
            return;
        }
        let help = if word.eq_ignore_ascii_case(FLAGS) {
            "only conditions (`ifc`, `callc`, `jmpc`, `breakc`) use the flags `cmp.x` and `cmp.y`"
        } else if is_address_or_flag(word) {
            "address registers are written by `mova` and read as indices"
        } else {
            "declare a name before its use"
        };
        let message = format!("unknown name `{word}`");
        let diagnostic = diagnose(Code::UnknownName, span, message).with_help(help);
        self.report.add_unknown(diagnostic.with_suggestion(span, similar));
    }

    /// Adds the index in the brackets after a name.
    fn apply_index(&mut self, operand: &mut Operand, term: &Term, index: Index) -> bool {
        let quantity = self.ast.quantity(index.value);
        self.note_index(index.value, quantity);
        let Some((offset, relative)) = self.evaluate(|evaluator| evaluator.index(quantity)) else {
            return false;
        };
        let Some(relative) = relative else {
            return self.add_offset(operand, term, index.span, offset);
        };
        let good = operand.bank == Bank::Float;
        if good {
            operand.relative = relative;
        } else {
            let name = self.text(term.atom);
            let message = format!("`{name}` cannot be addressed relatively: it is not a float uniform or constant");
            self.report_message(Code::InvalidRelative, term.span, message);
        }
        (offset == 0 || self.add_offset(operand, term, index.span, offset)) && good
    }

    /// Moves an operand by `offset` registers.
    fn add_offset(&mut self, operand: &mut Operand, term: &Term, span: Span, offset: i64) -> bool {
        let uniforms = &self.declarations.uniforms;
        let constants = &self.declarations.constants;
        let (first, len) = match operand.storage {
            Storage::Register(register) => (register.number.into(), None),
            Storage::Uniform { index, element } => {
                let declared = uniforms.get(usize::from(index));
                (element, declared.and_then(|uniform| uniform.known_len()))
            }
            Storage::Constant { index, element } => {
                let declared = constants.get(usize::from(index));
                (element, declared.and_then(|constant| constant.known_len()))
            }
            Storage::Literal(_) => (0, Some(1)),
        };
        let limit = i16::from(operand.bank.size());
        // The registers of an array are not known yet. Elements before the first may exist.
        let min = if len.is_some() { 1 - limit } else { 0 };
        let number = offset
            .checked_add(first.into())
            .and_then(|n| i16::try_from(n).ok())
            .filter(|n| (min..limit).contains(n));
        let Some(number) = number else {
            let name = self.text(term.atom);
            let (letter, last) = (operand.bank.letter(), limit - 1);
            let noun = operand.bank.noun();
            let message = format!("`{name}[{offset}]` is out of the range of {noun}s");
            let help = match offset {
                ..0 => format!("the first one is {letter}0"),
                0.. => format!("the last one is {letter}{last}"),
            };
            self.report(diagnose(Code::RegisterRange, span, message).with_help(help));
            return false;
        };
        let beyond = len.filter(|&len| !(0..i16::from(len)).contains(&number));
        if let Some(len) = beyond.filter(|_| operand.relative == AddressRegister::None) {
            let elements = match len {
                1 => "1 element".to_owned(),
                len => format!("{len} elements"),
            };
            let name = self.text(term.atom);
            let message = format!("`{name}[{offset}]` is outside the array, which has {elements}");
            let diagnostic = diagnose(Code::IndexBeyondArray, span, message);
            let is_single = len == 1 && operand.bank == Bank::Float;
            let is_whole = operand.selection == Selection::ALL && term.swizzle().is_none();
            let help = (is_single && is_whole).then(|| component_help(name, number)).flatten();
            self.report(diagnostic.with_optional_help(help));
        }
        match &mut operand.storage {
            // Without a length, the number is not negative.
            Storage::Register(register) => {
                register.number = u8::try_from(number).unwrap_or_default();
            }
            Storage::Uniform { element, .. } | Storage::Constant { element, .. } => {
                *element = number;
            }
            Storage::Literal(_) => {}
        }
        if beyond.is_some() {
            self.facts.beyond_arrays.push((span, operand.storage));
        }
        true
    }

    /// Returns the components of a swizzle including its dot.
    pub(super) fn selection(&mut self, span: Span) -> Option<Selection> {
        let text = self.text(span);
        let letters = text.strip_prefix('.').unwrap_or(text);
        let selection = Selection::parse(letters);
        if selection.is_none() {
            let message = match letters.len() {
                0 => "the swizzle is empty".to_owned(),
                1..=4 => format!("`{letters}` is not a swizzle"),
                n => format!("the swizzle `{letters}` has {n} letters"),
            };
            let help = "a swizzle has one to four of the letters xyzw, rgba or stpq";
            self.report(diagnose(Code::InvalidSwizzle, span, message).with_help(help));
        }
        selection
    }

    /// Returns the mask of a destination's swizzle including its dot.
    pub(super) fn mask(&mut self, span: Span) -> Option<Mask> {
        let selection = self.selection(span)?;
        self.check_mask_letters(span, selection).then(|| selection.mask())
    }

    /// Checks that a mask lists each component once, and in order.
    pub(super) fn check_mask_letters(&mut self, span: Span, selection: Selection) -> bool {
        if selection.components().is_sorted_by(|one, next| one < next) {
            return true;
        }
        let letters = self.text(span);
        let mask = selection.mask();
        if mask.count() < usize::from(selection.len()) {
            let message = format!("duplicate component in the mask `{letters}`");
            let diagnostic = diagnose(Code::InvalidSwizzle, span, message);
            self.report(diagnostic.with_fix(span, format!(".{mask}"), Applicability::Maybe));
            return false;
        }
        let message = format!("the order of the components of the mask `{letters}` has no effect");
        let help = format!("write `.{mask}`; to reorder, use a swizzle on the source");
        let diagnostic = diagnose(Code::MaskOrder, span, message).with_help(help);
        self.report(diagnostic.with_fix(span, format!(".{mask}"), Applicability::Certain));
        true
    }

    /// Records an output register that geometry shaders do not have.
    pub(super) fn note_output(&mut self, span: Span, register: u8) {
        if register >= limits::GEOMETRY_OUTPUTS {
            self.facts.high_outputs.push((span, register));
        }
    }
}

/// Returns a suggestion for an index that was meant as a component number.
fn component_help(name: &str, index: i16) -> Option<String> {
    let component = Component::ALL.get(usize::try_from(index).ok()?)?;
    let mask = Mask::NONE.with(*component);
    Some(format!("a letter selects a component: `{name}.{mask}`"))
}
