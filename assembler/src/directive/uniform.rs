//! `.fvec`, `.ivec`, `.bool`: uniforms. And what declarations of uniforms and constants share.

use pica200_objfmt::formats::object::{Linkage, Reference, Uniform, UniformClass};
use pica200_objfmt::isa::register::{Register, UniformKind};

use crate::diagnostic::{Diagnostic, Kind};
use crate::operand::Operand;
use crate::syntax::ast::{Declarator, Expr, List, Quantity};
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

impl Unit<'_> {
    /// `.fvec NAME[n] REGISTER, ...`
    pub(crate) fn uniforms(&mut self, kind: UniformKind, declarators: &List) {
        for declarator in self.ast.declarators(declarators) {
            self.note_declaration(declarator.name);
            let name = self.text(declarator.name);
            let len = match declarator.count {
                Some(count) => self.array_len(count, kind),
                None => Some(1),
            };
            let pin = self.pin(declarator, kind, len.unwrap_or(1));
            let (Some(len), Some(pin)) = (len, pin) else {
                self.names.refuse(name);
                continue;
            };
            let Some(index) = self.table_index(self.object.uniforms.len(), declarator.name) else {
                continue;
            };
            self.object.uniforms.push(Uniform {
                name: name.to_owned(),
                class: UniformClass::Uniform(kind),
                first: pin.unwrap_or(0),
                len,
                pinned: pin.is_some(),
                linkage: Linkage::Own,
                position: self.position,
            });
            self.spans.uniforms.push(declarator.name);
            self.declare(
                declarator.name,
                Operand::of(kind.bank(), Reference::Uniform { index, element: 0 }),
            );
        }
    }

    /// Notes the first declaration that `.gsh` has to precede, and that the file makes a shader.
    pub(crate) fn note_declaration(&mut self, span: Span) {
        self.object.makes_shader = true;
        self.first_declaration = self.first_declaration.or(Some(span));
    }

    /// The index of a table's next entry, unless the table is full.
    pub(crate) fn table_index(&mut self, len: usize, span: Span) -> Option<u16> {
        let index = u16::try_from(len).ok();
        if index.is_none() {
            let message = format!("`{}` is one declaration too many", self.text(span));
            self.complain(Kind::TooManyNames, span, message);
        }
        index
    }

    /// The length of an array.
    pub(crate) fn array_len(&mut self, count: Expr, kind: UniformKind) -> Option<u8> {
        let number = match self.ast.quantity(count) {
            Quantity::Plain(plain) if !plain.is_word => self.index_number(&plain)?,
            quantity => {
                let number = self.number(quantity)?;
                self.whole(number, count.span, Kind::InvalidIndex)?
            }
        };
        let most = kind.bank().size();
        let len = u8::try_from(number)
            .ok()
            .filter(|len| (1..=most).contains(len));
        if len.is_none() {
            let message = format!("an array of {number} {}s", kind.bank().noun());
            let help = format!("the length of such an array is 1 to {most}");
            self.report(Diagnostic::new(Kind::ArrayLength, count.span, message).help(help));
        }
        len
    }

    /// The register that a declaration chooses: `Some(None)` if it chooses none, `None` if it cannot have it.
    pub(crate) fn pin(
        &mut self,
        declarator: &Declarator,
        kind: UniformKind,
        len: u8,
    ) -> Option<Option<u8>> {
        let Some(pin) = declarator.pin else {
            return Some(None);
        };
        let (word, bank) = (self.text(pin), kind.bank());
        let register = match RegisterForm::of(word) {
            RegisterForm::Register(Register {
                bank: found,
                number,
            }) if found == bank => number,
            RegisterForm::OutOfRange(found) if found == bank => {
                self.complain_no_register(pin, RegisterForm::OutOfRange(found));
                return None;
            }
            RegisterForm::LeadingZero(found) => {
                self.complain_no_register(pin, RegisterForm::LeadingZero(found));
                return None;
            }
            form => {
                let message = format!("`{word}` is not {}", bank.a_noun());
                let (letter, last) = (bank.letter(), bank.size() - 1);
                let help = match form {
                    RegisterForm::Name => format!(
                        "names are separated by commas; a register behind a name is one of {letter}0 to {letter}{last}"
                    ),
                    _ => format!("choose one of {letter}0 to {letter}{last}"),
                };
                self.report(Diagnostic::new(Kind::WrongRegister, pin, message).help(help));
                return None;
            }
        };
        if register
            .checked_add(len)
            .is_none_or(|end| end > bank.size())
        {
            let message = format!(
                "an array of {len} from {word} on leaves the {}s",
                bank.noun()
            );
            let help = format!("the last register is {}{}", bank.letter(), bank.size() - 1);
            self.report(Diagnostic::new(Kind::RegisterRange, pin, message).help(help));
            return None;
        }
        Some(Some(register))
    }
}
