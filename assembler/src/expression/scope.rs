//! Name lookup for expressions.

use pica200_objfmt::isa::register::UniformKind;

use super::value::Number;
use crate::diagnostic::{Code, diagnose};
use crate::report::Report;
use crate::text::Span;

/// The meaning of a name in an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// A number.
    Number(Number),
    /// Something else, with the span of its declaration if it is in the text.
    Other(Option<Span>),
    /// A macro.
    Macro,
    /// A name whose declaration was rejected. Its uses cause no further errors.
    Rejected,
    /// The name is not declared yet.
    Unknown,
}

/// The names visible to an expression. The assembler and the preprocessor each implement it.
pub(crate) trait Scope {
    /// Resolves a name used at a span.
    fn find(&mut self, name: &str, span: Span) -> Meaning;

    /// Returns the name of a number that is most similar to an unknown word.
    fn suggest(&self, _word: &str, _report: &mut Report<'_>) -> Option<String> {
        None
    }

    /// Returns true if a name, a procedure or a label of this name is declared so far.
    fn is_defined(&mut self, name: &str, span: Span) -> bool;

    /// Answers a size query, or returns `None` if sizes are unknown.
    fn size(&mut self, question: SizeQuery<'_>) -> Option<Size>;
}

/// A query about the program so far.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SizeQuery<'q> {
    /// The number of words of a procedure, including padding.
    Words {
        /// The procedure.
        procedure: &'q str,
        /// The span of its name.
        span: Span,
    },
    /// The number of free registers of a kind.
    Free(UniformKind),
}

/// The answer to a [`SizeQuery`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size {
    /// The number of words or registers.
    Known(i64),
    /// The procedure does not exist yet.
    NoProcedure,
}

/// A function whose argument is a name rather than its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameFunction {
    /// True if the name is declared so far.
    Defined,
    /// Number of words of a procedure so far.
    Words,
    /// Number of registers of a kind that are still free in the file.
    Free,
}

/// All such functions, with their names in lowercase.
const NAME_FUNCTIONS: [(&str, NameFunction); 3] = [
    ("defined", NameFunction::Defined),
    ("words", NameFunction::Words),
    ("free", NameFunction::Free),
];

/// Register kinds accepted by `free`.
const KINDS: [(&str, UniformKind); 3] = [
    ("fvec", UniformKind::Float),
    ("ivec", UniformKind::Integer),
    ("bool", UniformKind::Boolean),
];

/// Returns the names of all functions that take a name, in lowercase.
pub(crate) fn name_function_names() -> impl Iterator<Item = &'static str> {
    NAME_FUNCTIONS.iter().map(|&(name, _)| name)
}

/// Returns true if a word is a function that takes a name, case-insensitively.
pub(crate) fn is_name_function(word: &str) -> bool {
    find(word).is_some()
}

/// Returns true if a word, case-insensitively, is a function that queries sizes of the program so far, which the
/// preprocessor does not know.
pub fn is_size_function(word: &str) -> bool {
    matches!(find(word), Some(NameFunction::Words | NameFunction::Free))
}

fn find(word: &str) -> Option<NameFunction> {
    let known = NAME_FUNCTIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    known.map(|(_, function)| *function)
}

/// Applies the function at `function` to the name at `argument`. Returns `None` if it is not such a function; otherwise
/// the number, or `Some(None)` if an error was reported.
pub(super) fn apply(
    scope: &mut dyn Scope,
    report: &mut Report<'_>,
    function: Span,
    argument: Span,
) -> Option<Option<Number>> {
    let name = report.text(argument);
    let question = match find(report.text(function))? {
        NameFunction::Defined => {
            let is_defined = scope.is_defined(name, argument);
            return Some(Some(Number::from_bool(is_defined)));
        }
        NameFunction::Words => Ok(SizeQuery::Words {
            procedure: name,
            span: argument,
        }),
        NameFunction::Free => KINDS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|&(_, kind)| SizeQuery::Free(kind))
            .ok_or_else(|| {
                let message = format!("`{name}` is not a kind of uniform");
                diagnose(Code::InvalidNumber, argument, message).with_help("the kinds are `fvec`, `ivec` and `bool`")
            }),
    };
    let answer = question.map(|question| scope.size(question));
    let diagnostic = match answer {
        Ok(Some(Size::Known(size))) => return Some(Some(Number::Integer(size))),
        Ok(Some(Size::NoProcedure)) => {
            let message = format!("no procedure `{name}` begins before this line");
            diagnose(Code::UnknownName, argument, message)
                .with_help("`words` counts the words of a procedure that begins before it")
        }
        Ok(None) => {
            let message = format!("`{}` is not known yet", report.text(function));
            diagnose(Code::InvalidNumber, function, message).with_help(
                "sizes are known to `.assert`, not to conditions, which are evaluated before anything is assembled",
            )
        }
        Err(diagnostic) => diagnostic,
    };
    report.add(diagnostic);
    Some(None)
}
