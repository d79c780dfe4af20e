//! Errors in expressions.

use super::Evaluator;
use super::function::{self, FUNCTIONS, Function};
use super::scope::Meaning;
use super::value::EvalError;
use pica200_diagnostics::most_similar;

use crate::diagnostic::{Code, diagnose};
use crate::text::Span;
use pica200_objfmt::isa::register::RegisterForm;

const STANDS_ALONE: &str = "an address register can only be added to an index, and only once";

impl Evaluator<'_, '_> {
    /// Reports a word in an expression that is not a number.
    pub(super) fn report_not_a_number(&mut self, span: Span, meaning: Meaning) {
        let word = self.report.text(span);
        let declared = match meaning {
            Meaning::Other(declared) => Some((format!("`{word}` is not a number"), declared)),
            Meaning::Macro => Some((format!("`{word}` is a macro, not a number"), None)),
            Meaning::Number(_) | Meaning::Rejected | Meaning::Unknown => None,
        };
        if let Some((message, declared)) = declared {
            let diagnostic = diagnose(Code::InvalidNumber, span, message)
                .with_help("only names that `.equ` or `.set` declares can be used in expressions");
            return self.report.add(match declared {
                Some(declared) => diagnostic.with_secondary(declared, "declared here"),
                None => diagnostic,
            });
        }
        if RegisterForm::classify(word) != RegisterForm::Name {
            return self.report_register(span);
        }
        if self.report.repeats_unknown(Code::UnknownName, span) {
            return;
        }
        let help = match function::find(word) {
            Some(_) => format!("put the arguments of `{word}` in parentheses after it"),
            None => "declare it before its use: `.equ NAME, NUMBER`".to_owned(),
        };
        let similar = self.suggest_number(span);
        let message = format!("unknown name `{word}`");
        let diagnostic = diagnose(Code::UnknownName, span, message).with_help(help);
        self.report
            .add_unknown(diagnostic.with_suggestion(span, similar.as_deref()));
    }

    /// Reports a register where only a number is allowed.
    pub(super) fn report_register(&mut self, span: Span) {
        let message = format!("`{}` is a register, not a number", self.report.text(span));
        let help = "values computed by the shader are not known at assembly time";
        self.report
            .add(diagnose(Code::InvalidNumber, span, message).with_help(help));
    }

    /// Reports a function call with too few or too many arguments.
    pub(super) fn report_argument_count(&mut self, span: Span, function: &Function, found: usize) {
        let (min, max) = (*function.arguments.start(), *function.arguments.end());
        let plural = if min == 1 { "" } else { "s" };
        let at_least = if max > min { "at least " } else { "" };
        let message = format!(
            "`{}` takes {at_least}{min} argument{plural}, found {found}",
            function.name
        );
        self.report.add_message(Code::ArgumentCount, span, message);
    }

    /// Reports an operation that does not accept an address register.
    pub(super) fn report_address_operand<T>(&mut self, span: Span) -> Option<T> {
        let message = format!("`{}` is not an index", self.report.text(span));
        self.report
            .add(diagnose(Code::InvalidIndex, span, message).with_help(STANDS_ALONE));
        None
    }

    /// Returns the result of an operation, or reports its error.
    pub(super) fn or_report<T>(&mut self, result: Result<T, EvalError>, span: Span) -> Option<T> {
        let error = match result {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        let (kind, what, help) = match error {
            EvalError::DivisionByZero => (
                Code::DivisionByZero,
                "divides by zero",
                "write `inf` if you mean infinity",
            ),
            EvalError::Overflow => (
                Code::NumberRange,
                "exceeds the range of integers",
                "integers have 64 bits",
            ),
            EvalError::Infinite => (Code::NumberRange, "is infinite", "write `inf` if you mean infinity"),
            EvalError::Undefined => (
                Code::UndefinedResult,
                "has no result",
                "the function or operator is not defined for these numbers",
            ),
        };
        let message = format!("`{}` {what}", self.report.text(span));
        self.report.add(diagnose(kind, span, message).with_help(help));
        None
    }

    /// Reports a call of an unknown function.
    pub(super) fn report_unknown_function(&mut self, name: Span) {
        let word = self.report.text(name);
        let names = FUNCTIONS.iter().map(|function| function.name);
        let list = names.clone().collect::<Vec<_>>().join(", ");
        let similar = most_similar(word, names);
        let message = format!("unknown function `{word}`");
        let diagnostic = diagnose(Code::UnknownFunction, name, message)
            .with_help(format!("the functions are {list}"))
            .with_suggestion(name, similar);
        self.report.add(diagnostic);
    }
}
