//! Numbers available to conditions and counts: from `.equ` and `.set`, and defined by the caller.

use rustc_hash::FxHashMap;

use super::Preprocessor;
use super::define::Define;
use super::line::Line;

use crate::diagnostic::{Code, Diagnostic, diagnose};
use crate::directive::Directive;
use crate::expression::Evaluator;
use crate::expression::scope::{Meaning, Scope, Size, SizeQuery, is_name_function};
use crate::expression::value::Number;
use crate::report::Report;
use crate::syntax::ast::{Ast, Op, Quantity, StatementKind};
use crate::syntax::head::{Head, Word};
use crate::syntax::parse::parse_condition;
use crate::text::Span;
use crate::text::{WHITESPACE, code, is_name, line_len, tail, word_len};

/// Named numbers.
pub(super) struct Numbers {
    /// `None` if only the assembler knows the number: it depends on declarations or sizes.
    named: FxHashMap<String, Option<Number>>,
    /// Number of statements of the tree already searched for names.
    searched: usize,
}

impl Numbers {
    /// Creates a table with the numbers defined by the caller.
    pub(super) fn new(defines: &[Define]) -> Self {
        let named = defines
            .iter()
            .map(|define| (define.name().to_owned(), Some(define.number())));
        Self {
            named: named.collect(),
            searched: 0,
        }
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// Records the numbers that statements have defined since the last call. The assembler reports errors in them.
    pub(super) fn catch_up(&mut self, source: &str, ast: &Ast) {
        let statements = ast.statements.get(self.searched..).unwrap_or_default();
        self.searched = ast.statements.len();
        for statement in statements {
            match &statement.kind {
                StatementKind::Equate(name, value) | StatementKind::Set(name, value) => {
                    let quantity = ast.quantity(*value);
                    let depends = words(source, quantity).iter().any(|word| word.1);
                    let (number, _) = self.evaluate(source, quantity, |_| false);
                    let number = number.filter(|_| !depends);
                    self.named.insert(name.text(source).to_owned(), number);
                }
                StatementKind::Broken => self.note_broken(tail(source, statement.keyword.range().start)),
                _ => {}
            }
        }
    }

    /// Records the number that a malformed statement defines.
    fn note_broken(&mut self, statement: &str) {
        let line = statement.get(..line_len(statement)).unwrap_or_default();
        let head = Head::parse(line);
        let operands = head.operands(line);
        let name = operands.get(..word_len(operands)).unwrap_or_default();
        let after = tail(operands, name.len()).trim_start_matches(WHITESPACE);
        let is_equate = matches!(head.word, Word::Directive(Directive::Equ | Directive::Set));
        if is_equate && is_name(name) && after.starts_with(',') {
            self.named.insert(name.to_owned(), None);
        }
    }

    /// Evaluates a condition or a count. Also returns its errors.
    fn evaluate(
        &self,
        source: &str,
        quantity: Quantity<'_>,
        is_macro: impl Fn(&str) -> bool,
    ) -> (Option<Number>, Vec<Diagnostic>) {
        for (word, is_asked_for) in words(source, quantity) {
            let name = word.text(source);
            if !is_asked_for && matches!(self.named.get(name), Some(None)) {
                return (None, vec![unknown_here(name, word)]);
            }
        }
        let mut scope = ConditionScope {
            numbers: self,
            is_macro,
        };
        let mut report = Report::new(source);
        let number = Evaluator::new(&mut report, &mut scope).number(quantity);
        let (diagnostics, _) = report.finish();
        (number, diagnostics)
    }
}

/// The names visible to conditions and counts.
struct ConditionScope<'n, M> {
    numbers: &'n Numbers,
    is_macro: M,
}

impl<M: Fn(&str) -> bool> Scope for ConditionScope<'_, M> {
    fn find(&mut self, name: &str, _span: Span) -> Meaning {
        match self.numbers.named.get(name) {
            Some(Some(number)) => Meaning::Number(*number),
            Some(None) => Meaning::Macro,
            None if (self.is_macro)(name) => Meaning::Macro,
            None => Meaning::Unknown,
        }
    }

    fn suggest(&self, word: &str, report: &mut Report<'_>) -> Option<String> {
        let known = self.numbers.named.iter();
        let known = known.filter(|(_, number)| number.is_some());
        let names = known.map(|(name, _)| name.as_str());
        let similar = report.most_similar(word, self.numbers.named.len(), names);
        similar.map(str::to_owned)
    }

    fn is_defined(&mut self, name: &str, _span: Span) -> bool {
        self.numbers.knows(name) || (self.is_macro)(name)
    }

    fn size(&mut self, _question: SizeQuery<'_>) -> Option<Size> {
        None
    }
}

/// Returns the error for a name whose number only the assembler knows.
fn unknown_here(name: &str, span: Span) -> Diagnostic {
    let message = format!("the value of `{name}` is not known yet");
    let help = "it depends on `defined`, `words` or `free`, or has an error; these are known only after preprocessing";
    diagnose(Code::InvalidNumber, span, message).with_help(help)
}

/// Returns the words in an expression, and whether each is the argument of a function that takes a name.
fn words(source: &str, quantity: Quantity<'_>) -> Vec<(Span, bool)> {
    let ops = match quantity {
        Quantity::Plain(plain) => return vec![(plain.atom, false)],
        Quantity::Computed { ops, .. } => ops,
    };
    let is_of_names = |op: Option<&Op>| match op {
        Some(Op::Call { name, .. }) => is_name_function(name.text(source)),
        _ => false,
    };
    let word = |(at, op): (usize, &Op)| match op {
        Op::Word(span) => Some((*span, is_of_names(ops.get(at + 1)))),
        _ => None,
    };
    ops.iter().enumerate().filter_map(word).collect()
}

impl<'s> Preprocessor<'_, 's> {
    /// Returns true if a name is defined so far.
    pub(super) fn is_defined(&mut self, name: &str) -> bool {
        self.numbers.catch_up(self.output.text(), &self.ast);
        self.numbers.knows(name) || self.macros.contains_key(name)
    }

    /// Evaluates the operand of a directive, which starts at byte `after` of its line. Reports errors. `at` is the span
    /// of the directive with its operands.
    pub(super) fn evaluate(&mut self, directive: Directive, line: &Line<'s>, after: usize, at: Span) -> Option<Number> {
        let operand = code(tail(line.text(), after)).trim_end_matches(WHITESPACE);
        let start = at.end - Span::from_range(0..operand.len()).end;
        self.evaluate_piece(directive, Span::new(start, at.end), at)
    }

    /// Evaluates an operand that is a piece of the text.
    pub(super) fn evaluate_piece(&mut self, directive: Directive, piece: Span, at: Span) -> Option<Number> {
        let source = self.output.text();
        self.numbers.catch_up(source, &self.ast);
        let (number, diagnostics) = match parse_condition(source, piece) {
            Ok((ast, condition)) => {
                let is_macro = |name: &str| self.macros.contains_key(name);
                let quantity = ast.quantity(condition);
                self.numbers.evaluate(source, quantity, is_macro)
            }
            Err(_) if piece.text(source).trim().is_empty() => {
                self.report_malformed(directive, at);
                return None;
            }
            Err(diagnostic) => (None, vec![*diagnostic]),
        };
        for diagnostic in diagnostics {
            self.report(diagnostic);
        }
        number
    }
}
