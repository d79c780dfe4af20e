//! What there is to say of expressions that come to nothing.

use super::function::{self, FUNCTIONS, Function};
use super::value::Fault;
use crate::diagnostic::{Diagnostic, Kind, did_you_mean};
use crate::names::Meaning;
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::isa::register::RegisterForm;

const STANDS_ALONE: &str =
    "an address register is added to the rest of an index once, and nothing else is done with it";

impl Unit<'_> {
    /// Reports a word in an expression that stands for no number.
    pub(super) fn complain_no_number(&mut self, span: Span) {
        let word = self.text(span);
        if let Some(name) = self.names.get(word).copied() {
            let is_macro = matches!(name.meaning, Meaning::Macro);
            let what = if is_macro { "a macro, " } else { "" };
            let message = format!("`{word}` is {what}not a number");
            let diagnostic = Diagnostic::new(Kind::InvalidNumber, span, message)
                .help("expressions know the names that `.equ` and `.set` declare");
            return self.report(if is_macro {
                diagnostic
            } else {
                diagnostic.also(name.span, "declared here")
            });
        }
        if RegisterForm::of(word) != RegisterForm::Name {
            return self.complain_register(span);
        }
        let help = match self.suggest_number(word) {
            Some(help) => help,
            None if function::find(word).is_some() => {
                format!("the arguments of `{word}` stand in parentheses behind it")
            }
            None => "declare it before its use: `.equ NAME, NUMBER`".to_owned(),
        };
        let message = format!("unknown name `{word}`");
        self.report(Diagnostic::new(Kind::UnknownName, span, message).help(help));
    }

    /// Reports a register where only numbers are.
    pub(super) fn complain_register(&mut self, span: Span) {
        let message = format!("`{}` is a register, not a number", self.text(span));
        let help = "what the shader computes is not known here";
        self.report(Diagnostic::new(Kind::InvalidNumber, span, message).help(help));
    }

    /// Reports a function with too few or too many arguments.
    pub(super) fn complain_arguments(&mut self, span: Span, function: &Function, found: usize) {
        let (least, most) = (*function.arguments.start(), *function.arguments.end());
        let plural = if least == 1 { "" } else { "s" };
        let at_least = if most > least { "at least " } else { "" };
        let message = format!(
            "`{}` takes {at_least}{least} argument{plural}, found {found}",
            function.name
        );
        self.complain(Kind::ArgumentCount, span, message);
    }

    /// Reports something that cannot be done with an address register.
    pub(super) fn complain_address<T>(&mut self, span: Span) -> Option<T> {
        let message = format!("`{}` is no index", self.text(span));
        self.report(Diagnostic::new(Kind::InvalidIndex, span, message).help(STANDS_ALONE));
        None
    }

    /// The result of an operation, or the report that there is none.
    pub(super) fn or_fault<T>(&mut self, result: Result<T, Fault>, span: Span) -> Option<T> {
        let fault = match result {
            Ok(value) => return Some(value),
            Err(fault) => fault,
        };
        let (kind, what, help) = match fault {
            Fault::DivisionByZero => (
                Kind::DivisionByZero,
                "divides by zero",
                "write `inf` if infinity is meant",
            ),
            Fault::Overflow => (
                Kind::NumberRange,
                "is beyond the range of integers",
                "integers have 64 bits",
            ),
            Fault::Infinite => (
                Kind::NumberRange,
                "is infinite",
                "write `inf` if infinity is meant",
            ),
            Fault::Undefined => (
                Kind::UndefinedResult,
                "comes to no number",
                "the function or operator has no value there",
            ),
        };
        let message = format!("`{}` {what}", self.text(span));
        self.report(Diagnostic::new(kind, span, message).help(help));
        None
    }

    /// Reports a call of a function that there is not.
    pub(super) fn complain_no_function(&mut self, name: Span) {
        let word = self.text(name);
        let names = FUNCTIONS.iter().map(|function| function.name);
        let list = names.clone().collect::<Vec<_>>().join(", ");
        let help = did_you_mean(word, names).unwrap_or_else(|| format!("the functions are {list}"));
        let message = format!("there is no function `{word}`");
        self.report(Diagnostic::new(Kind::UnknownFunction, name, message).help(help));
    }
}
