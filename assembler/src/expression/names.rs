//! Functions of names: what they stand for, and how much of something there is so far.

use pica200_objfmt::formats::object::UniformClass;
use pica200_objfmt::isa::register::UniformKind;

use super::value::Number;
use crate::diagnostic::{Diagnostic, Kind};
use crate::syntax::ast::Op;
use crate::text::Span;
use crate::unit::Unit;

/// A function whose argument is a name, and not the number that the name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameFunction {
    /// Whether something of the name is declared so far.
    Defined,
    /// How many words a procedure has so far.
    Words,
    /// How many registers of a kind are left in the file so far.
    Free,
}

/// All of them, by their names in lower case.
const NAME_FUNCTIONS: [(&str, NameFunction); 3] = [
    ("defined", NameFunction::Defined),
    ("words", NameFunction::Words),
    ("free", NameFunction::Free),
];

/// What `free` calls the kinds of registers.
const KINDS: [(&str, UniformKind); 3] = [
    ("fvec", UniformKind::Float),
    ("ivec", UniformKind::Integer),
    ("bool", UniformKind::Boolean),
];

/// The names of all functions of names, in lower case.
pub(crate) fn name_function_names() -> impl Iterator<Item = &'static str> {
    NAME_FUNCTIONS.iter().map(|&(name, _)| name)
}

/// The name of a function of names, in either case.
pub(crate) fn name_function(word: &str) -> Option<&'static str> {
    let known = NAME_FUNCTIONS
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word));
    known.map(|(name, _)| *name)
}

impl Unit<'_> {
    /// The result of a function of a name, if the next parts of an expression are one, and the parts behind it.
    pub(super) fn name_function<'o>(
        &mut self,
        op: &Op,
        behind: &'o [Op],
    ) -> Option<(Option<Number>, &'o [Op])> {
        let (
            Op::Word(word),
            [
                Op::Call {
                    name, arguments: 1, ..
                },
                behind @ ..,
            ],
        ) = (*op, behind)
        else {
            return None;
        };
        let text = self.text(*name);
        let (_, function) = NAME_FUNCTIONS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(text))?;
        let number = match function {
            NameFunction::Defined => Some(Number::of_truth(self.is_defined(self.text(word)))),
            _ if self.is_fragment => self.complain_no_sizes(*name),
            NameFunction::Words => self.words_of(word),
            NameFunction::Free => self.registers_left(word),
        };
        Some((number, behind))
    }

    fn is_defined(&self, word: &str) -> bool {
        self.names.get(word).is_some()
            || self.names.is_refused(word)
            || self.targets.is_defined(word)
    }

    fn complain_no_sizes<T>(&mut self, name: Span) -> Option<T> {
        let message = format!("`{}` is not known yet", self.text(name));
        let help = "sizes are known to `.assert`, which is evaluated while the code is made; conditions are before";
        self.report(Diagnostic::new(Kind::InvalidNumber, name, message).help(help));
        None
    }

    fn words_of(&mut self, name: Span) -> Option<Number> {
        let word = self.text(name);
        let label = self.targets.procedure(word);
        let Some(label) = label.and_then(|index| self.object.labels.get(index)) else {
            let message = format!("there is no procedure `{word}` so far");
            let help = "`words` counts the words of a procedure that begins before";
            self.report(Diagnostic::new(Kind::UnknownName, name, message).help(help));
            return None;
        };
        let closed = label.procedure.map_or(0, |procedure| procedure.size);
        let words = match closed {
            0 if self.is_open_procedure(word) => self.code.here() - label.word,
            words => words,
        };
        Some(Number::Integer(words.into()))
    }

    fn registers_left(&mut self, kind: Span) -> Option<Number> {
        let word = self.text(kind);
        let known = KINDS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word));
        let Some(&(_, kind)) = known else {
            let message = format!("`{word}` is no kind of uniform");
            let help = "the kinds are fvec, ivec and bool";
            self.report(Diagnostic::new(Kind::InvalidNumber, kind, message).help(help));
            return None;
        };
        let uniforms = self.object.uniforms.iter();
        let uniforms = uniforms.filter(|uniform| uniform.class == UniformClass::Uniform(kind));
        let constants = self.object.constants.iter();
        let constants = constants.filter(|constant| constant.kind == kind);
        let used: i64 = uniforms
            .map(|uniform| i64::from(uniform.len))
            .chain(constants.map(|constant| i64::from(constant.len)))
            .sum();
        Some(Number::Integer(i64::from(kind.bank().size()) - used))
    }
}
