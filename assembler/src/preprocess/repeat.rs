//! Repetitions: `.rept`.

use pica200_objfmt::formats::object::Position;

use super::Preprocessor;
use super::arguments::split;
use super::body::{ExpandedBody, Value};
use super::frame::{Frame, FrameKind, Iterations};
use super::line::{FrameText, Line};
use super::record;
use crate::diagnostic::{Code, diagnose};
use crate::directive::Directive;
use crate::expression::value::Number;
use crate::syntax::head::Head;
use crate::text::{Cause, Expansion, Span};
use crate::text::{WHITESPACE, code, is_name, tail};

impl<'s> Preprocessor<'_, 's> {
    /// Begins a repetition: `.rept COUNT` or `.rept COUNT, NAME`, and the lines after it.
    pub(super) fn repeat(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let counted = self.count(at, line, head);
        let body = self.body(Directive::Rept, Directive::Endr, at);
        let (Some((count, counter)), Some(body)) = (counted, body) else {
            return;
        };
        if count == 0 {
            self.output.hide(&body.text);
        }
        let expansion = Expansion {
            cause: Cause::Repetition(0),
            at,
        };
        let iterations = Iterations {
            body,
            counter,
            begun: 0,
            count,
            at,
        };
        let kind = FrameKind::Repetition(iterations);
        self.push_frame(
            expansion,
            Frame::new(FrameText::Generated("".into()), Position::default(), kind),
        );
    }

    /// Returns the iteration count, and the name of the counter.
    fn count(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) -> Option<(u64, Option<String>)> {
        let operands = code(tail(line.text(), head.end)).trim_end_matches(WHITESPACE);
        let (expression, counter) = match split(operands).as_slice() {
            [_] => (operands, None),
            [_, counter] if is_name(counter) => {
                let end = operands.rfind(',').unwrap_or(operands.len());
                (operands.get(..end).unwrap_or_default(), Some((*counter).to_owned()))
            }
            _ => {
                self.report_malformed(Directive::Rept, at);
                return None;
            }
        };
        let start = at.end - Span::from_range(0..operands.len()).end;
        let end = start + Span::from_range(0..expression.len()).end;
        match self.evaluate_piece(Directive::Rept, Span::new(start, end), at)? {
            Number::Integer(count) if count >= 0 => Some((count.unsigned_abs(), counter)),
            number => {
                let shown = expression.trim_matches(WHITESPACE);
                let message = format!("`{shown}` is {}, which is not a count", number.to_f64());
                let diagnostic = diagnose(Code::NumberRange, at, message);
                self.report(diagnostic.with_help("a count is an integer, 0 or more"));
                None
            }
        }
    }

    /// Begins the next iteration of the innermost frame. Returns true if there is one.
    pub(super) fn next_iteration(&mut self) -> bool {
        let Some(mut frame) = self.frames.pop() else {
            return false;
        };
        let begins = match &mut frame.kind {
            FrameKind::Repetition(iterations) => self.iteration(iterations),
            _ => None,
        };
        let Some((expanded, number)) = begins else {
            self.frames.push(frame);
            return false;
        };
        if let FrameKind::Repetition(iterations) = &frame.kind {
            let origins = record::body_origins(&expanded, &iterations.body, &[]);
            let recorded = iterations.body.recorded;
            frame.restart(expanded.text.into(), origins, iterations.body.first);
            frame.recorded = recorded;
        }
        frame.expansion = Some(number);
        self.frames.push(frame);
        // Iterations without lines also take time.
        self.charge(1, 0)
    }

    /// Returns the text of the next iteration, and the number of its expansion.
    fn iteration(&mut self, iterations: &mut Iterations) -> Option<(ExpandedBody, usize)> {
        if iterations.begun == iterations.count {
            return None;
        }
        let value = iterations.begun.to_string();
        let counter = iterations.counter.as_deref();
        let values = counter.map(|name| Value { name, text: &value });
        iterations.begun += 1;
        let Some(expanded) = self.substitute(&iterations.body, values.as_slice()) else {
            self.stop(iterations.at);
            return None;
        };
        let expansion = Expansion {
            cause: Cause::Repetition(iterations.begun),
            at: iterations.at,
        };
        Some((expanded, self.output.lines.add_expansion(expansion)))
    }
}
