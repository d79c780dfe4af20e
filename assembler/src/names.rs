//! The names that a file declares for operands, and names that look like registers.

use std::cell::Cell;

use pica200_objfmt::formats::object::Reference;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Register, RegisterForm};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, Kind, did_you_mean};
use crate::expression::function::is_word_of_expressions;
use crate::expression::value::Number;
use crate::operand::Operand;
use crate::text::Span;
use crate::unit::Unit;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    /// Where it is declared.
    pub(crate) span: Span,
    /// What it stands for.
    pub(crate) meaning: Meaning,
}

/// The one or the other that a name can stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// An operand.
    Operand(Operand),
    /// A number.
    Number(Number),
    /// A number that may get another.
    Variable(Number),
    /// Lines: the preprocessor alone knows such a name.
    Macro,
}

impl Name {
    /// The operand that it stands for, if it stands for one.
    pub(crate) const fn operand(&self) -> Option<Operand> {
        match self.meaning {
            Meaning::Operand(operand) => Some(operand),
            Meaning::Number(_) | Meaning::Variable(_) | Meaning::Macro => None,
        }
    }

    /// The number that it stands for, if it stands for one.
    pub(crate) const fn number(&self) -> Option<Number> {
        match self.meaning {
            Meaning::Operand(_) | Meaning::Macro => None,
            Meaning::Number(number) | Meaning::Variable(number) => Some(number),
        }
    }
}

/// The names of uniforms, constants, aliases, inputs, outputs and numbers: one set.
#[derive(Default)]
pub(crate) struct Names<'s> {
    declared: FxHashMap<&'s str, Declared>,
    has_numbers: bool,
    /// Names whose declarations were refused. Their uses draw no further errors.
    refused: FxHashSet<&'s str>,
}

/// A declared name.
struct Declared {
    name: Name,
    /// Whether anything has asked what it stands for.
    used: Cell<bool>,
}

impl<'s> Names<'s> {
    /// What a name stands for. The name counts as used.
    pub(crate) fn get(&self, name: &str) -> Option<&Name> {
        let declared = self.declared.get(name)?;
        declared.used.set(true);
        Some(&declared.name)
    }

    fn insert(&mut self, name: &'s str, meaning: Name) {
        self.has_numbers |= meaning.number().is_some();
        let declared = Declared {
            name: meaning,
            used: Cell::new(false),
        };
        self.declared.insert(name, declared);
    }

    /// Whether a name is declared and nothing uses it.
    pub(crate) fn is_unused(&self, name: &str) -> bool {
        self.declared.get(name).is_some_and(|d| !d.used.get())
    }

    /// The declared names that nothing uses, in no order.
    pub(crate) fn unused(&self) -> impl Iterator<Item = &Name> {
        let unused = self.declared.values().filter(|d| !d.used.get());
        unused.map(|declared| &declared.name)
    }

    /// Whether any of the names is a number's.
    pub(crate) const fn has_numbers(&self) -> bool {
        self.has_numbers
    }

    /// Gives a variable another number. Answers whether there is a variable of this name.
    pub(crate) fn set_variable(&mut self, name: &str, number: Number) -> bool {
        match self.declared.get_mut(name) {
            Some(Declared {
                name:
                    Name {
                        meaning: meaning @ Meaning::Variable(_),
                        ..
                    },
                ..
            }) => {
                *meaning = Meaning::Variable(number);
                true
            }
            _ => false,
        }
    }

    /// Notes names whose declaration was refused.
    pub(crate) fn refuse(&mut self, name: &'s str) {
        self.refused.insert(name);
    }

    pub(crate) fn is_refused(&self, name: &str) -> bool {
        self.refused.contains(name)
    }
}

/// A word that stands for address registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AddressWord {
    /// The word, in lower case.
    pub(crate) word: &'static str,
    /// What it is as an index; `a01` is none.
    pub(crate) index: Option<AddressRegister>,
    /// What `mova` writes to it; the loop counter it does not write.
    pub(crate) mask: Option<Mask>,
}

const X: Mask = Mask::NONE.with(Component::X);
const Y: Mask = Mask::NONE.with(Component::Y);

/// All words for address registers and the loop counter, old ones and new ones. `a0` takes components, too.
pub(crate) const ADDRESS_WORDS: [AddressWord; 6] = [
    AddressWord {
        word: "a0",
        index: Some(AddressRegister::A0x),
        mask: Some(X),
    },
    AddressWord {
        word: "a1",
        index: Some(AddressRegister::A0y),
        mask: Some(Y),
    },
    AddressWord {
        word: "a01",
        index: None,
        mask: Some(X.union(Y)),
    },
    AddressWord {
        word: "a2",
        index: Some(AddressRegister::LoopCounter),
        mask: None,
    },
    AddressWord {
        word: "al",
        index: Some(AddressRegister::LoopCounter),
        mask: None,
    },
    AddressWord {
        word: "lcnt",
        index: Some(AddressRegister::LoopCounter),
        mask: None,
    },
];

/// Whether a word stands for an address register, the loop counter or the flags.
pub(crate) fn is_address_or_flag(word: &str) -> bool {
    AddressWord::find(word).is_some() || word.eq_ignore_ascii_case(FLAGS)
}

impl AddressWord {
    /// What a word stands for, in either case.
    pub(crate) fn find(word: &str) -> Option<&'static Self> {
        ADDRESS_WORDS
            .iter()
            .find(|known| known.word.eq_ignore_ascii_case(word))
    }
}

/// The word before `.x` and `.y` in conditions.
pub(crate) const FLAGS: &str = "cmp";

impl<'s> Unit<'s> {
    /// Takes a name that is not declared in the source.
    pub(crate) fn know(&mut self, name: &'s str, meaning: Meaning) {
        let span = Span::default();
        self.names.insert(name, Name { span, meaning });
    }

    /// Declares a name for an operand.
    pub(crate) fn declare(&mut self, span: Span, operand: Operand) {
        self.declare_as(span, Meaning::Operand(operand));
    }

    /// Declares a name, after checking that it is free and that it may have that meaning.
    pub(crate) fn declare_as(&mut self, span: Span, meaning: Meaning) {
        let name = self.text(span);
        if let Some(earlier) = self.names.declared.get(name) {
            let diagnostic = Diagnostic::new(
                Kind::DuplicateName,
                span,
                format!("`{name}` is already declared"),
            )
            .label("declared again");
            let is_of_command_line = earlier.name.span == Span::default();
            self.report(if is_of_command_line {
                diagnostic.help("the command line defines it; `.ifndef` asks whether it does")
            } else {
                diagnostic.also(earlier.name.span, "first declared here")
            });
            return;
        }
        if !self.check_register_form(span, name, &meaning) {
            self.names.refuse(name);
            return;
        }
        let is_number = !matches!(meaning, Meaning::Operand(_));
        if is_address_or_flag(name)
            || Opcode::from_mnemonic(name).is_some()
            || is_number && is_word_of_expressions(name)
        {
            let message = format!("`{name}` is also a word of the language");
            self.report(
                Diagnostic::new(Kind::ShadowedName, span, message).help("choose another name"),
            );
        }
        self.names.insert(name, Name { span, meaning });
    }

    /// A name that looks like a register may be given to that register alone.
    fn check_register_form(&mut self, span: Span, name: &str, meaning: &Meaning) -> bool {
        let place = match meaning {
            Meaning::Operand(operand) => operand.plain(),
            Meaning::Number(_) | Meaning::Variable(_) | Meaning::Macro => None,
        };
        let got = match (RegisterForm::of(name), place) {
            (RegisterForm::Name, _) => return true,
            (RegisterForm::Register(register), Some(Reference::Register(got)))
                if got == register =>
            {
                return true;
            }
            (_, Some(Reference::Register(got))) => Some(got),
            (form, Some(reference)) => {
                let got = self.pinned_register(reference);
                if got.is_some_and(|got| form == RegisterForm::Register(got)) {
                    return true;
                }
                got
            }
            _ => None,
        };
        let diagnostic = Diagnostic::new(
            Kind::ReservedName,
            span,
            format!("`{name}` is the name of a register"),
        );
        self.report(match got {
            Some(got) => diagnostic.label(format!("this is {got}")).help(format!(
                "a name of this form may be declared only for that very register; this got {got}"
            )),
            None => {
                diagnostic.help("a name of this form may be declared only for that very register")
            }
        });
        false
    }

    /// The register that the source chose for a uniform or constant.
    fn pinned_register(&self, reference: Reference) -> Option<Register> {
        let pinned = match reference {
            Reference::Register(_) => true,
            Reference::Uniform { index, .. } => {
                self.object.uniforms.get(usize::from(index))?.pinned
            }
            Reference::Constant { index, .. } => {
                self.object.constants.get(usize::from(index))?.pinned
            }
        };
        if pinned {
            self.object.resolve(reference)
        } else {
            None
        }
    }

    /// A hint at an operand's name that resembles a word.
    pub(crate) fn suggest_name(&mut self, word: &str) -> Option<String> {
        self.may_guess(self.names.declared.len())?;
        let operands = self.names.declared.iter();
        let operands = operands.filter(|(_, declared)| declared.name.operand().is_some());
        did_you_mean(word, operands.map(|(name, _)| *name))
    }

    /// A hint at a number's name that resembles a word.
    pub(crate) fn suggest_number(&mut self, word: &str) -> Option<String> {
        self.may_guess(self.names.declared.len())?;
        let numbers = self.names.declared.iter();
        let numbers = numbers.filter(|(_, declared)| declared.name.number().is_some());
        did_you_mean(word, numbers.map(|(name, _)| *name))
    }

    /// Whether so many names may be compared: for hints without noticeable time.
    pub(crate) fn may_guess(&mut self, names: usize) -> Option<()> {
        self.guesses_left = self.guesses_left.checked_sub(names)?;
        Some(())
    }

    /// Reports that a word of a register's form names none.
    pub(crate) fn complain_no_register(&mut self, span: Span, form: RegisterForm) {
        let word = self.text(span);
        let (bank, message) = match form {
            RegisterForm::LeadingZero(bank) => (bank, format!("`{word}` has a leading zero")),
            RegisterForm::OutOfRange(bank) => (bank, format!("there is no register `{word}`")),
            RegisterForm::Register(_) | RegisterForm::Name => return,
        };
        let (letter, last) = (bank.letter(), bank.size() - 1);
        let help = format!("the {}s are {letter}0 to {letter}{last}", bank.noun());
        self.report(Diagnostic::new(Kind::RegisterRange, span, message).help(help));
    }
}
