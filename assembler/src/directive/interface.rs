//! `.in`, `.out`, `.alias`, `.entry`: what a shader shows to the outside, and other names for registers.

use pica200_objfmt::formats::object::{Entry, Linkage, Output, Uniform, UniformClass};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::property::{self, PROPERTIES};
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

use crate::diagnostic::{Diagnostic, Kind, did_you_mean};
use crate::operand::Operand;
use crate::syntax::ast::{Expr, OutputStatement, Plain, Quantity, Term};
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

impl<'s> Unit<'s> {
    /// `.alias NAME OPERAND`
    pub(crate) fn alias(&mut self, name: Span, term: &Term) {
        let Some(operand) = self.operand_or_number(term, UniformKind::Float) else {
            return self.names.refuse(self.text(name));
        };
        if operand.relative != AddressRegister::None {
            let help = "give the name to the array, and index the name";
            let message = format!(
                "an alias cannot hold the relative index of `{}`",
                self.text(term.span)
            );
            self.report(Diagnostic::new(Kind::InvalidRelative, term.span, message).help(help));
            return self.names.refuse(self.text(name));
        }
        if operand.bank == Bank::Output {
            self.object.makes_shader = true;
            let number = operand.fixed().map_or(0, |register| register.number);
            self.note_output(term.span, number);
        }
        self.watch_alias(name, term, &operand);
        self.declare(name, operand);
    }

    /// `.entry PROCEDURE` or `.entry LABEL, COUNT`; the last one counts.
    pub(crate) fn entry(&mut self, name: Span, count: Option<&Expr>) {
        self.object.makes_shader = true;
        let length = count.and_then(|count| self.entry_length(*count));
        self.targets.entry = length.and(Some(name));
        self.object.entry = Some(Entry {
            name: self.text(name).to_owned(),
            length,
            position: self.position,
        });
    }

    /// How many words a shader has that starts at a label.
    fn entry_length(&mut self, count: Expr) -> Option<u32> {
        let words = limits::CODE_WORDS;
        let help = format!("the count is a number of words: an integer from 0 to {words}");
        let most = i64::try_from(words).unwrap_or(i64::MAX);
        let quantity = self.ast.quantity(count);
        let number = self.integer(quantity, 0..=most, "program memory", &help)?;
        u32::try_from(number).ok()
    }

    /// `.in NAME REGISTER`
    pub(crate) fn input(&mut self, name: Span, register: Option<Span>) {
        self.object.makes_shader = true;
        let number = match register {
            Some(register) => self.chosen_register(register, Bank::Input),
            None => {
                let free = lowest_free(self.inputs_taken, Bank::Input.size());
                if free.is_none() {
                    let message =
                        format!("there is no input register left for `{}`", self.text(name));
                    self.complain(Kind::SpaceUsedUp, name, message);
                }
                free
            }
        };
        let Some(number) = number else {
            return self.names.refuse(self.text(name));
        };
        if self.table_index(self.object.uniforms.len(), name).is_none() {
            return;
        }
        self.inputs_taken |= 1 << number;
        self.object.uniforms.push(Uniform {
            name: self.text(name).to_owned(),
            class: UniformClass::Input,
            first: number,
            len: 1,
            pinned: register.is_some(),
            linkage: Linkage::Own,
            position: self.position,
        });
        self.spans.uniforms.push(name);
        self.declare(
            name,
            Operand::register(Register {
                bank: Bank::Input,
                number,
            }),
        );
    }

    /// The register of a bank that a declaration names.
    fn chosen_register(&mut self, span: Span, bank: Bank) -> Option<u8> {
        let form = RegisterForm::of(self.text(span));
        match form {
            RegisterForm::Register(register) if register.bank == bank => {
                return Some(register.number);
            }
            RegisterForm::LeadingZero(_) | RegisterForm::OutOfRange(_) => {
                self.complain_no_register(span, form)
            }
            _ => {
                let message = format!("`{}` is not {}", self.text(span), bank.a_noun());
                let (letter, last) = (bank.letter(), bank.size() - 1);
                let help = format!("{}s are {letter}0 to {letter}{last}", bank.noun());
                self.report(Diagnostic::new(Kind::WrongRegister, span, message).help(help));
            }
        }
        None
    }

    /// `.out NAME PROPERTY.mask REGISTER.mask`
    pub(crate) fn output(&mut self, statement: &OutputStatement) {
        let declared_at = statement.name.unwrap_or(statement.property.0);
        self.note_declaration(declared_at);
        let property = self.property(statement.property.0);
        let mask = self.output_mask(statement);
        let register = match statement.register {
            Some((register, _)) => self.output_register(register),
            None => self.free_output(declared_at),
        };
        let (Some(property), Some(mask), Some(register)) = (property, mask, register) else {
            if let Some(name) = statement.name {
                self.names.refuse(self.text(name));
            }
            return;
        };
        let place = statement
            .register
            .map_or(declared_at, |(register, _)| register);
        if self.check_output(place, property, register, mask) {
            self.note_output(place, register);
            self.object.outputs.push(Output {
                name: statement.name.map(|name| self.text(name).to_owned()),
                property: property.0,
                register,
                mask,
                position: self.position,
            });
            self.spans.outputs.push(place);
        }
        if let Some(name) = statement.name {
            self.declare(
                name,
                Operand::register(Register {
                    bank: Bank::Output,
                    number: register,
                }),
            );
        }
    }

    /// The number of a property, and what messages call it.
    fn property(&mut self, span: Span) -> Option<(u8, &'s str)> {
        let word = self.text(span);
        if word.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
            return Some((self.numbered_property(span)?, word));
        }
        let property = property::by_name(&word.to_ascii_lowercase());
        if property.is_none() {
            let names = PROPERTIES.iter().map(|property| property.name);
            let list = names.clone().collect::<Vec<_>>().join(", ");
            let help = match did_you_mean(word, names) {
                Some(suggestion) => format!("{suggestion} The properties are {list}"),
                None => format!("the properties are {list}"),
            };
            let message = format!("unknown output property `{word}`");
            self.report(Diagnostic::new(Kind::UnknownProperty, span, message).help(help));
        }
        property.map(|property| (property.number, property.name))
    }

    /// A property by its number, which may have a name or not.
    fn numbered_property(&mut self, span: Span) -> Option<u8> {
        let quantity = Quantity::Plain(Plain {
            span,
            atom: span,
            is_word: false,
            negated: false,
        });
        let help = "a property's number is an integer from 0 to 255, decimal or 0x; the mask stands behind the register";
        let number = self.integer(quantity, 0..=255, "the number of a property", help)?;
        let number = u8::try_from(number).ok()?;
        if property::by_number(number).is_none() {
            let message = format!("the output property {number} has no name");
            let help = "what the console does with it is not known";
            self.report(Diagnostic::new(Kind::UnnamedProperty, span, message).help(help));
        }
        Some(number)
    }

    /// The mask of an output, which may stand behind the property or behind the register.
    fn output_mask(&mut self, statement: &OutputStatement) -> Option<Mask> {
        let second = statement.register.and_then(|(_, mask)| mask);
        match (statement.property.1, second) {
            (None, None) => Some(Mask::ALL),
            (Some(mask), None) | (None, Some(mask)) => self.mask(mask),
            (Some(first), Some(second)) => {
                let diagnostic =
                    Diagnostic::new(Kind::InvalidOperand, second, "an output has one mask")
                        .also(first, "the first mask");
                self.report(diagnostic);
                None
            }
        }
    }

    /// The output register that `.out` names by its number, or by the name of an earlier output.
    fn output_register(&mut self, span: Span) -> Option<u8> {
        let named = self
            .names
            .get(self.text(span))
            .and_then(|name| name.operand()?.fixed());
        match named.filter(|register| register.bank == Bank::Output) {
            Some(register) => Some(register.number),
            None => self.chosen_register(span, Bank::Output),
        }
    }

    fn free_output(&mut self, span: Span) -> Option<u8> {
        let free = lowest_free(self.object.output_mask(), Bank::Output.size());
        if free.is_none() {
            let message = format!("there is no output register left for `{}`", self.text(span));
            self.complain(Kind::SpaceUsedUp, span, message);
        }
        free
    }

    /// Checks that an output's register can carry its property, and is not taken.
    fn check_output(
        &mut self,
        span: Span,
        (property, name): (u8, &str),
        register: u8,
        mask: Mask,
    ) -> bool {
        if register >= limits::PROPERTY_OUTPUTS && property != property::DUMMY {
            let last = limits::PROPERTY_OUTPUTS - 1;
            let message = format!("the output register o{register} cannot carry `{name}`");
            let help = format!("only o0 to o{last} carry a property other than dummy");
            self.report(Diagnostic::new(Kind::OutputRange, span, message).help(help));
            return false;
        }
        let taken = |output: &Output| output.register == register && output.mask.intersects(mask);
        if let Some(n) = self.object.outputs.iter().position(taken) {
            let earlier = self.spans.outputs.get(n).copied().unwrap_or(span);
            let message =
                format!("the output register o{register} is already in use, in part or whole");
            let help = "outputs that share a register need masks without common components";
            self.report(
                Diagnostic::new(Kind::OutputOverlap, span, message)
                    .also(earlier, "used here")
                    .help(help),
            );
            return false;
        }
        true
    }
}

/// The lowest of `size` registers that is not in the mask.
fn lowest_free(mask: u16, size: u8) -> Option<u8> {
    (0..size).find(|&n| mask >> n & 1 == 0)
}
