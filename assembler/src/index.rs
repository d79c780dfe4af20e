//! Indices: what stands in brackets behind a name, and what it makes of the register.

use pica200_objfmt::formats::object::{Linkage, Reference, UniformClass};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::Bank;

use crate::diagnostic::{Diagnostic, Kind};
use crate::expression::Place;
use crate::names::AddressWord;
use crate::number::{NumberError, parse_integer};
use crate::operand::Operand;
use crate::placement::BeyondArray;
use crate::syntax::ast::{Index, Plain, Quantity, Term};
use crate::text::Span;
use crate::unit::Unit;

impl Unit<'_> {
    /// Adds what stands in the brackets behind a name.
    pub(crate) fn apply_index(&mut self, operand: &mut Operand, term: &Term, index: Index) -> bool {
        let Some((offset, relative)) = self.index_value(self.ast.quantity(index.value)) else {
            return false;
        };
        let Some(relative) = relative else {
            return self.add_index(operand, term, index.span, offset);
        };
        let good = operand.bank == Bank::Float;
        if good {
            operand.relative = relative;
        } else {
            let message = format!(
                "relative addressing of `{}`, which is no float uniform or constant",
                self.text(term.atom)
            );
            self.complain(Kind::InvalidRelative, term.span, message);
        }
        (offset == 0 || self.add_index(operand, term, index.span, offset)) && good
    }

    /// What stands in brackets: the number that is added, and the address register.
    fn index_value(&mut self, quantity: Quantity<'_>) -> Option<(i64, Option<AddressRegister>)> {
        match quantity {
            Quantity::Plain(plain) if !plain.is_word => Some((self.index_number(&plain)?, None)),
            Quantity::Plain(plain) if !plain.negated && !self.is_number_name(&plain) => {
                Some((0, Some(self.address_register(plain.atom)?)))
            }
            _ => {
                let value = self.evaluate(quantity, Place::Index)?;
                let offset = self.whole(value.number, quantity.span(), Kind::InvalidIndex)?;
                Some((offset, value.register))
            }
        }
    }

    /// The address register that stands in brackets, by its old name or the new one.
    pub(crate) fn address_register(&mut self, span: Span) -> Option<AddressRegister> {
        // Blanks may stand around the dot.
        let word: String = self.text(span).split_ascii_whitespace().collect();
        let register = match word.to_ascii_lowercase().as_str() {
            "a0.x" => Some(AddressRegister::A0x),
            "a0.y" => Some(AddressRegister::A0y),
            lower => AddressWord::find(lower).and_then(|word| word.index),
        };
        if register.is_none() {
            let message = format!("`{word}` cannot be an index");
            let help = "an index is a number, a0.x, a0.y or aL, or a number and one of these with `+` between";
            let suggestion = self.suggest_number(&word);
            let diagnostic = Diagnostic::new(Kind::InvalidIndex, span, message).help(help);
            self.report(diagnostic.maybe_help(suggestion));
        }
        register
    }

    /// A number in brackets.
    pub(crate) fn index_number(&mut self, plain: &Plain) -> Option<i64> {
        let text = self.text(plain.atom);
        let message = match parse_integer(text) {
            Ok(number) if plain.negated => return Some(-i64::from(number)),
            Ok(number) => return Some(number.into()),
            Err(NumberError::LeadingZero) => format!("`{text}` has a leading zero"),
            Err(NumberError::TooLarge) => format!("the index {text} is out of range"),
            Err(_) => format!("the index `{text}` is not an integer"),
        };
        self.complain(Kind::InvalidIndex, plain.atom, message);
        None
    }

    /// Moves an operand by `offset` registers.
    fn add_index(&mut self, operand: &mut Operand, term: &Term, span: Span, offset: i64) -> bool {
        let name = self.text(term.atom);
        let (first, len) = match operand.place {
            Reference::Register(register) => (register.number.into(), None),
            Reference::Uniform { index, element } => (element, self.uniform_len(index)),
            Reference::Constant { index, element } => (element, self.constant_len(index)),
        };
        let limit = i16::from(operand.bank.size());
        // Of an array it is known later which registers it has: elements before the first may be there.
        let least = if len.is_some() { 1 - limit } else { 0 };
        let number = offset
            .checked_add(first.into())
            .and_then(|n| i16::try_from(n).ok())
            .filter(|n| (least..limit).contains(n));
        let Some(number) = number else {
            let (letter, last) = (operand.bank.letter(), limit - 1);
            let message = format!(
                "`{name}[{offset}]` is out of the range of {}s",
                operand.bank.noun()
            );
            let help = match offset {
                ..0 => format!("the first one is {letter}0"),
                0.. => format!("the last one is {letter}{last}"),
            };
            self.report(Diagnostic::new(Kind::RegisterRange, span, message).help(help));
            return false;
        };
        let beyond = len.filter(|&len| !(0..i16::from(len)).contains(&number));
        if let Some(len) = beyond.filter(|_| operand.relative == AddressRegister::None) {
            let elements = match len {
                1 => "1 element".to_owned(),
                len => format!("{len} elements"),
            };
            let message =
                format!("`{name}[{offset}]` leads out of the array, which has {elements}");
            self.complain(Kind::IndexBeyondArray, span, message);
        }
        match &mut operand.place {
            // It has no length, so that the number is not negative.
            Reference::Register(register) => {
                register.number = u8::try_from(number).unwrap_or_default();
            }
            Reference::Uniform { element, .. } | Reference::Constant { element, .. } => {
                *element = number;
            }
        }
        if beyond.is_some() {
            self.beyond_arrays.push(BeyondArray {
                span,
                place: operand.place,
            });
        }
        true
    }

    fn uniform_len(&self, index: u16) -> Option<u8> {
        let uniform = self.object.uniforms.get(usize::from(index))?;
        let is_input = uniform.class == UniformClass::Input;
        known_len(uniform.linkage, uniform.len).filter(|_| !is_input)
    }

    fn constant_len(&self, index: u16) -> Option<u8> {
        self.object
            .constants
            .get(usize::from(index))
            .and_then(|constant| known_len(constant.linkage, constant.len))
    }
}

/// A length, unless another file has it.
fn known_len(linkage: Linkage, len: u8) -> Option<u8> {
    (linkage != Linkage::Extern { exact: false }).then_some(len)
}
