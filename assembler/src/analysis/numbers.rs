//! Values of numbers and expressions.

use pica200_objfmt::isa::float24::Float24;

use super::Analysis;
use super::ids::SymbolId;
use crate::expression::Evaluator;
use crate::expression::number::parse_number;
use crate::expression::scope::{Meaning as Found, Scope, Size, SizeQuery};
use crate::expression::value::Number;
use crate::pad;
use crate::report::Report;
use crate::resolve::{Meaning, NameId, NameKind};
use crate::syntax::parse::parse_condition;
use crate::text::Span;

/// The value of a number or of an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NumberValue {
    /// The value. An integer of more than 53 bits is rounded to nearest.
    pub value: f64,
    /// The integer value, if it is an integer.
    pub integer: Option<i64>,
    /// The nearest float24, used in constants and operands.
    pub float24: Float24,
}

impl NumberValue {
    pub(super) fn new(number: Number) -> Self {
        let integer = match number {
            Number::Integer(integer) => Some(integer),
            Number::Float(_) => None,
        };
        Self {
            value: number.to_f64(),
            integer,
            float24: Float24::from_f64(number.to_f64()),
        }
    }

    /// Returns the difference between the float24 and the value. Infinite or NaN if the float24 is.
    pub fn error(&self) -> f64 {
        f64::from(self.float24.to_f32()) - self.value
    }
}

impl Analysis {
    /// Evaluates a text span as an expression or a number, with the names visible at its line. Returns `None` if it is
    /// not an expression, has an error, or depends on an address register.
    pub fn evaluate(&self, span: Span) -> Option<NumberValue> {
        self.evaluate_text(self.text(), span, span.start)
    }

    /// Evaluates an expression that is not part of the text, with the names visible at a text offset.
    pub fn evaluate_at(&self, expression: &str, offset: u32) -> Option<NumberValue> {
        let is_short = u32::try_from(expression.len()).is_ok() && !expression.contains(['\n', '\r']);
        let span = Span::from_range(0..expression.len());
        is_short.then(|| self.evaluate_text(expression, span, offset))?
    }

    fn evaluate_text(&self, text: &str, span: Span, offset: u32) -> Option<NumberValue> {
        let alone = span.text(text).trim();
        if let Ok(number) = parse_number(alone) {
            return Some(NumberValue::new(number));
        }
        let (ast, condition) = parse_condition(text, span).ok()?;
        let mut scope = NamesAt { analysis: self, offset };
        let mut report = Report::new(text);
        let number = Evaluator::new(&mut report, &mut scope).number(ast.quantity(condition))?;
        Some(NumberValue::new(number))
    }

    /// Returns the outermost expression that contains a text offset, and its value. Numbers and names alone as operands
    /// are not expressions; use [`evaluate`](Self::evaluate) for those.
    pub fn expression_at(&self, offset: u32) -> Option<(Span, NumberValue)> {
        let spans = self.ast.expression_spans();
        let holding = spans.filter(|span| span.start <= offset && offset <= span.end);
        let span = holding.max_by_key(|span| (span.end - span.start, span.start))?;
        Some((span, self.evaluate(span)?))
    }

    /// Returns the number that a name has at a text offset. The value of a variable (`.set`) depends on the offset.
    pub fn number_at(&self, symbol: SymbolId, offset: u32) -> Option<NumberValue> {
        let SymbolId::Name(id) = symbol else {
            return None;
        };
        self.number_of(id, offset).map(NumberValue::new)
    }

    fn number_of(&self, id: NameId, offset: u32) -> Option<Number> {
        let name = self.resolved.names().get(id.index())?;
        let &Meaning::Number(number) = self.resolved.meanings.get(id.index())? else {
            return None;
        };
        if name.kind != NameKind::Variable {
            return Some(number);
        }
        // The line that sets the number still sees the previous value.
        let line = self.lines.index(offset);
        let start = self.lines.start(line).unwrap_or(0);
        let settings = &self.resolved.settings;
        let before = settings.partition_point(|(_, span, _)| span.start < start);
        let mut earlier = settings.get(..before)?.iter().rev();
        let found = earlier.find(|(set, ..)| *set == id);
        found.map(|(_, _, number)| *number)
    }

    /// Returns the operand or number `name` declared before a text offset.
    pub(super) fn value_named(&self, name: &str, offset: u32) -> Option<NameId> {
        let names = self.resolved.names().iter().enumerate();
        let mut found = names.filter(|(index, known)| {
            let is_value = !matches!(
                self.resolved.meanings.get(*index),
                Some(Meaning::Label(_) | Meaning::External(_)) | None
            );
            let is_meant = || match known.definition {
                Some(span) => span.start < offset && span.text(self.text()) == name,
                None => self.defined.get(*index).is_some_and(|known| known == name),
            };
            is_value && is_meant()
        });
        // The last definition on the command line wins.
        let (index, _) = found.next_back()?;
        Some(NameId::new(index))
    }
}

/// The names visible to an expression at a text offset.
struct NamesAt<'a> {
    analysis: &'a Analysis,
    offset: u32,
}

impl NamesAt<'_> {
    fn procedure(&self, name: &str) -> Option<usize> {
        let names = self.analysis.resolved.names();
        names.iter().position(|known| {
            let text = |span: Span| span.text(self.analysis.text());
            known.kind == NameKind::Procedure
                && known
                    .definition
                    .is_some_and(|span| span.start < self.offset && text(span) == name)
        })
    }
}

impl Scope for NamesAt<'_> {
    fn find(&mut self, name: &str, _span: Span) -> Found {
        let Some(id) = self.analysis.value_named(name, self.offset) else {
            return Found::Unknown;
        };
        match self.analysis.number_of(id, self.offset) {
            Some(number) => Found::Number(number),
            None => Found::Other(None),
        }
    }

    fn is_defined(&mut self, name: &str, _span: Span) -> bool {
        self.analysis.value_named(name, self.offset).is_some() || self.procedure(name).is_some()
    }

    fn size(&mut self, question: SizeQuery<'_>) -> Option<Size> {
        let SizeQuery::Words { procedure, .. } = question else {
            // The number of free registers depends on the declarations before the offset.
            return None;
        };
        let Some(index) = self.procedure(procedure) else {
            return Some(Size::NoProcedure);
        };
        let resolved = &self.analysis.resolved;
        let Some(Meaning::Label(label)) = resolved.meanings.get(index) else {
            return Some(Size::NoProcedure);
        };
        let words = pad::words_so_far(&resolved.program, *label, resolved.padding);
        Some(Size::Known(words.into()))
    }
}
