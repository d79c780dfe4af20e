//! Expressions in the syntax tree. Their operations are in postfix order, so that nesting needs no deep stack.

use super::{Ast, Atom, NO_INDEX, Term};
use crate::text::Span;

/// A number in a source: a plain number or an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expr {
    /// Its span, including parentheses.
    pub(crate) span: Span,
    /// Index of its first operation in the shared list.
    first: u32,
    /// Index after its last operation.
    end: u32,
}

impl Expr {
    /// Returns the index of its first operation in the shared list.
    pub(crate) const fn first(self) -> u32 {
        self.first
    }

    /// Returns the expression with another span, for parentheses around it.
    pub(crate) const fn at(self, span: Span) -> Self {
        Self { span, ..self }
    }
}

/// An operation of an expression, applied to the values before it. Spans cover the whole result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// A number.
    Number(Span),
    /// A single name.
    Word(Span),
    /// A name, a dot and a name: an address register.
    Component(Span),
    /// Negates the last value.
    Negate(Span),
    /// Applies an operator to the last two values.
    Binary(Binary, Span),
    /// Tests whether the last value is 0.
    Not(Span),
    /// Skips the right side of `&&` or `||` if the last value decides the result.
    Skip {
        /// The value that decides: true for `||`.
        if_true: bool,
        /// Number of following operations that belong to the right side.
        parts: u32,
    },
    /// Converts the last value to 1 or 0: the result of `&&` and `||`.
    ToBool(Span),
    /// Applies a function to the last values.
    Call {
        /// Name of the function.
        name: Span,
        /// Number of arguments.
        arguments: u32,
        /// Offset of the end of the call.
        end: u32,
    },
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Binary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Binary {
    /// Returns true if it is a comparison.
    pub(crate) const fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual
        )
    }
}

/// A number, or the name of one, with its signs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    /// Its span.
    pub(crate) span: Span,
    /// Span of the number or word alone.
    pub(crate) atom: Span,
    /// True if it is a word.
    pub(crate) is_word: bool,
    /// True if it is negated.
    pub(crate) negated: bool,
}

/// An expression in the form in which it is evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity<'a> {
    /// A number or a word, with signs.
    Plain(Plain),
    /// An expression with operators, functions or parentheses.
    Computed {
        /// Its span.
        span: Span,
        /// Its operations in postfix order.
        ops: &'a [Op],
        /// True if a sign precedes all of it.
        negated: bool,
    },
}

impl Quantity<'_> {
    /// Returns its span.
    pub(crate) const fn span(&self) -> Span {
        match self {
            Self::Plain(Plain { span, .. }) | Self::Computed { span, .. } => *span,
        }
    }
}

/// Called by the actions of the grammar.
impl Ast {
    /// Adds an operation, which ends the expression that starts at operation `first`.
    fn push_op(&mut self, op: Op, span: Span, first: u32) -> Expr {
        self.ops.push(op);
        Expr {
            span,
            first,
            end: self.ops_end(),
        }
    }

    fn ops_end(&self) -> u32 {
        Span::from_range(0..self.ops.len()).end
    }

    pub(crate) fn push_atom(&mut self, kind: Atom, span: Span) -> Expr {
        let op = if kind == Atom::Word {
            Op::Word(span)
        } else {
            Op::Number(span)
        };
        self.push_op(op, span, self.ops_end())
    }

    pub(crate) fn push_component(&mut self, span: Span) -> Expr {
        self.push_op(Op::Component(span), span, self.ops_end())
    }

    /// Adds signs that start at a byte. `negate` is true if they negate the value.
    pub(crate) fn push_signs(&mut self, (start, negate): (u32, bool), value: Expr) -> Expr {
        let span = Span::new(start, value.span.end);
        if negate {
            self.push_op(Op::Negate(span), span, value.first)
        } else {
            value.at(span)
        }
    }

    pub(crate) fn push_binary(&mut self, binary: Binary, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        self.push_op(Op::Binary(binary, span), span, left.first)
    }

    /// Adds a `!`, at a byte, before a value.
    pub(crate) fn push_not(&mut self, start: u32, value: Expr) -> Expr {
        let span = Span::new(start, value.span.end);
        self.push_op(Op::Not(span), span, value.first)
    }

    /// Adds the point where `&&` or `||` decides whether its right side is skipped. Returns its index, for
    /// [`Ast::push_logical`].
    pub(crate) fn push_skip(&mut self, if_true: bool) -> u32 {
        self.ops.push(Op::Skip { if_true, parts: 0 });
        self.ops_end() - 1
    }

    /// Adds the end of the right side of `&&` or `||`.
    pub(crate) fn push_logical(&mut self, skip: u32, left: Expr, right: Expr) -> Expr {
        let count = self.ops_end() - skip - 1;
        if let Some(Op::Skip { parts, .. }) = self.ops.get_mut(skip as usize) {
            *parts = count;
        }
        let span = left.span.to(right.span);
        self.push_op(Op::ToBool(span), span, left.first)
    }

    /// Adds a function call with the last `arguments` values. The first of them starts at operation `first`.
    pub(crate) fn push_call(&mut self, name: Span, (first, arguments): (u32, u32), end: u32) -> Expr {
        let op = Op::Call { name, arguments, end };
        self.push_op(op, Span::new(name.start, end), first)
    }

    /// Returns an empty argument list.
    pub(crate) fn no_arguments(&self) -> (u32, u32) {
        (self.ops_end(), 0)
    }

    /// Converts an expression in parentheses to a term.
    pub(crate) fn expression_term(&mut self, value: Expr) -> Term {
        let index = Span::from_range(0..self.expressions.len()).end;
        self.expressions.push(value);
        Term::listed(Atom::Expression, value.span, index)
    }
}

impl Op {
    /// Returns the span of its result, if it has one.
    const fn span(&self) -> Option<Span> {
        match *self {
            Self::Number(span)
            | Self::Word(span)
            | Self::Component(span)
            | Self::Negate(span)
            | Self::Binary(_, span)
            | Self::Not(span)
            | Self::ToBool(span) => Some(span),
            Self::Call { name, end, .. } => Some(Span::new(name.start, end)),
            Self::Skip { .. } => None,
        }
    }
}

/// Read by later phases.
impl Ast {
    /// Returns the spans of all expressions and their parts.
    pub(crate) fn expression_spans(&self) -> impl Iterator<Item = Span> {
        self.ops.iter().filter_map(Op::span)
    }

    /// Returns the form in which an expression is evaluated.
    pub(crate) fn quantity(&self, value: Expr) -> Quantity<'_> {
        let parts = value.first as usize..value.end as usize;
        let ops = self.ops.get(parts).unwrap_or_default();
        let (atom, negated) = match ops {
            [atom] => (*atom, false),
            [atom, Op::Negate(_)] => (*atom, true),
            _ => (Op::Negate(value.span), false),
        };
        let (atom, is_word) = match atom {
            Op::Number(atom) => (atom, false),
            Op::Word(atom) => (atom, true),
            _ => {
                return Quantity::Computed {
                    span: value.span,
                    ops,
                    negated: false,
                };
            }
        };
        Quantity::Plain(Plain {
            span: value.span,
            atom,
            is_word,
            negated,
        })
    }

    /// Converts a term to a number. `None` if it has a part that no number has.
    pub(crate) fn term_quantity(&self, term: &Term) -> Option<Quantity<'_>> {
        if term.has_not() || term.swizzle().is_some() || term.kind == Atom::Vector {
            return None;
        }
        if term.kind != Atom::Expression {
            return (term.index == NO_INDEX).then_some(Quantity::Plain(Plain {
                span: term.span,
                atom: term.atom,
                is_word: term.kind == Atom::Word,
                negated: term.is_negated(),
            }));
        }
        let value = *self.expressions.get(term.index as usize)?;
        Some(Quantity::Computed {
            span: term.span,
            ops: self.ops.get(value.first as usize..value.end as usize)?,
            negated: term.is_negated(),
        })
    }
}
