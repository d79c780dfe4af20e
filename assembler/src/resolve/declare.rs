//! Declarations of names: the shared checks.

use pica200_objfmt::formats::object::UniformClass;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

use super::Resolver;
use super::declarations::Declaration;
use super::names::{Meaning, NameKind};
use crate::diagnostic::{Code, diagnose};
use crate::expression::function::is_expression_word;
use crate::program::{Operand, Storage};
use crate::register::is_address_or_flag;
use crate::syntax::ast::{Declarator, Expr};
use crate::text::Span;
use pica200_objfmt::isa::register::RegisterForm;

impl Resolver<'_, '_> {
    /// Declares a name, after checking that it is unused and that it may have that meaning.
    pub(super) fn declare(&mut self, span: Span, kind: NameKind, meaning: Meaning) {
        let name = self.text(span);
        if let Some(earlier) = self.names.value(name) {
            let message = format!("`{name}` is already declared");
            let diagnostic = diagnose(Code::DuplicateName, span, message).with_label("declared again");
            let earlier = self.names.get(earlier).definition;
            self.report(match earlier {
                Some(earlier) => diagnostic.with_secondary(earlier, "first declared here"),
                None => diagnostic.with_help("it is defined outside the source; test for it with `.ifndef`"),
            });
            return;
        }
        if !self.check_register_form(span, name, meaning) {
            self.names.reject(name);
            return;
        }
        let is_number = matches!(meaning, Meaning::Number(_));
        if is_address_or_flag(name) || Opcode::from_mnemonic(name).is_some() || is_number && is_expression_word(name) {
            let message = format!("`{name}` is a keyword of the language");
            let diagnostic = diagnose(Code::ShadowedName, span, message);
            self.report(diagnostic.with_help("choose another name"));
        }
        self.names.add_value(name, kind, Some(span), meaning);
    }

    /// Declares a name for an operand.
    pub(super) fn declare_operand(&mut self, span: Span, kind: NameKind, operand: Operand) {
        self.declare(span, kind, Meaning::Operand(operand));
    }

    /// Checks that a name that looks like a register is declared for exactly that register.
    fn check_register_form(&mut self, span: Span, name: &str, meaning: Meaning) -> bool {
        let form = RegisterForm::classify(name);
        if form == RegisterForm::Name {
            return true;
        }
        let got = match meaning {
            Meaning::Operand(operand) => operand.plain().and_then(|storage| self.pinned(storage)),
            _ => None,
        };
        if got.is_some_and(|got| form == RegisterForm::Register(got)) {
            return true;
        }
        let message = format!("`{name}` is the name of a register");
        let diagnostic = diagnose(Code::ReservedName, span, message);
        let help = "a name of this form can only be declared for that register";
        self.report(match got {
            Some(got) => diagnostic
                .with_label(format!("this is {got}"))
                .with_help(format!("{help}; this one is declared for {got}")),
            None => diagnostic.with_help(help),
        });
        false
    }

    /// Returns the register that the source names or chooses.
    fn pinned(&self, storage: Storage) -> Option<Register> {
        let (declared, element) = match storage {
            Storage::Register(register) => return Some(register),
            Storage::Uniform { index, element } => {
                let uniform = self.declarations.uniforms.get(usize::from(index))?;
                (uniform, element)
            }
            Storage::Constant { index, element } => {
                let constant = self.declarations.constants.get(usize::from(index))?;
                (constant, element)
            }
            Storage::Literal(_) => return None,
        };
        let UniformClass::Uniform(kind) = declared.class else {
            return None;
        };
        let number = u8::try_from(i16::from(declared.first) + element).ok()?;
        Register::new(kind.bank(), number).filter(|_| declared.pinned)
    }

    /// Adds an input or a uniform. Returns its index unless the table is full.
    pub(super) fn add_uniform(&mut self, uniform: Declaration) -> Option<u16> {
        let index = self.table_index(self.declarations.uniforms.len(), uniform.name)?;
        self.declarations.uniforms.push(uniform);
        Some(index)
    }

    /// Adds a constant. Returns its index unless the table is full.
    pub(super) fn add_constant(&mut self, constant: Declaration) -> Option<u16> {
        let literals = self.declarations.literals.entries().len();
        let count = self.declarations.constants.len();
        self.table_index(count + literals, constant.name)?;
        self.declarations.constants.push(constant);
        u16::try_from(count).ok()
    }

    /// Returns the index of a table's next entry. Reports a full table.
    pub(super) fn table_index(&mut self, len: usize, span: Span) -> Option<u16> {
        let index = u16::try_from(len).ok();
        if index.is_none() {
            let message = format!("too many declarations: cannot declare `{}`", self.text(span));
            self.report_message(Code::TooManyNames, span, message);
        }
        index
    }

    /// Records that the file defines a shader, and the first declaration that `.gsh` has to precede.
    pub(super) fn note_declaration(&mut self, span: Span) {
        self.declarations.makes_shader = true;
        self.order.first = self.order.first.or(Some(span));
    }

    /// Evaluates the length of an array.
    pub(super) fn array_len(&mut self, count: Expr, kind: UniformKind) -> Option<u8> {
        self.note_index(count, self.ast.quantity(count));
        let quantity = self.ast.quantity(count);
        let number = self.evaluate(|evaluator| evaluator.length(quantity))?;
        let max = kind.bank().size();
        let len = u8::try_from(number).ok().filter(|len| (1..=max).contains(len));
        if len.is_none() {
            let message = format!("an array cannot have {number} elements");
            let help = format!("an array of {}s has 1 to {max} elements", kind.bank().noun());
            self.report(diagnose(Code::ArrayLength, count.span, message).with_help(help));
        }
        len
    }

    /// Returns the explicit register of a declaration: `Some(None)` if there is none, `None` if it is invalid.
    pub(super) fn pin(&mut self, declarator: &Declarator, kind: UniformKind, len: u8) -> Option<Option<u8>> {
        let Some(pin) = declarator.pin else {
            return Some(None);
        };
        let (word, bank) = (self.text(pin), kind.bank());
        let (letter, last) = (bank.letter(), bank.size() - 1);
        let register = match RegisterForm::classify(word) {
            RegisterForm::Register(register) if register.bank == bank => register.number,
            form @ RegisterForm::OutOfRange(found) if found == bank => {
                self.report.add_invalid_register(pin, form);
                return None;
            }
            form @ RegisterForm::LeadingZero(_) => {
                self.report.add_invalid_register(pin, form);
                return None;
            }
            form => {
                let message = format!("`{word}` is not {}", bank.a_noun());
                let help = match form {
                    RegisterForm::Name => format!(
                        "separate names with commas; a register after a name is one of {letter}0 to {letter}{last}"
                    ),
                    _ => format!("choose one of {letter}0 to {letter}{last}"),
                };
                if form == RegisterForm::Name {
                    self.names.reject(word);
                }
                self.report(diagnose(Code::WrongRegister, pin, message).with_help(help));
                return None;
            }
        };
        let end = register.checked_add(len);
        if end.is_none_or(|end| end > bank.size()) {
            let message = format!(
                "an array of {len} that begins at {word} does not fit into the {}s",
                bank.noun()
            );
            let help = format!("the last register is {letter}{last}");
            self.report(diagnose(Code::RegisterRange, pin, message).with_help(help));
            return None;
        }
        Some(Some(register))
    }

    /// Returns the register of a bank that an `.in` or `.out` names.
    pub(super) fn chosen_register(&mut self, span: Span, bank: Bank) -> Option<u8> {
        let form = RegisterForm::classify(self.text(span));
        match form {
            RegisterForm::Register(register) if register.bank == bank => {
                return Some(register.number);
            }
            RegisterForm::LeadingZero(_) | RegisterForm::OutOfRange(_) => {
                self.report.add_invalid_register(span, form);
            }
            _ => {
                let message = format!("`{}` is not {}", self.text(span), bank.a_noun());
                let (letter, last) = (bank.letter(), bank.size() - 1);
                let help = format!("{}s are {letter}0 to {letter}{last}", bank.noun());
                self.report(diagnose(Code::WrongRegister, span, message).with_help(help));
            }
        }
        None
    }
}
