//! The terms that operands consist of.

use crate::text::Span;

/// How a term relates to the term before it in its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lead {
    /// It begins an operand.
    Operand,
    /// Only blanks separate the two.
    Blank,
    /// `&` or `&&`
    And,
    /// `|` or `||`
    Or,
}

/// The kind of the central part of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// A name.
    Word,
    /// A number.
    Number,
    /// An expression in parentheses.
    Expression,
    /// Several numbers in parentheses.
    Vector,
}

/// `[-!]... NAME [index] .swizzle`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// All of it.
    pub(crate) span: Span,
    /// The name, number or expression.
    pub(crate) atom: Span,
    /// Its swizzle, with the dot; empty if there is none.
    swizzle: Span,
    /// The number of its index, of its expression, or of its list of numbers.
    pub(super) index: u32,
    /// The kind of the atom.
    pub(crate) kind: Atom,
    /// How it relates to the term before it.
    pub(crate) lead: Lead,
    /// The number of `-` before it.
    minuses: u8,
    /// The number of `!` before it.
    nots: u8,
}

/// The signs before a term. Two of a kind cancel, so 1 and 2 stand for all odd and even counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    start: u32,
    minuses: u8,
    nots: u8,
}

impl Signs {
    /// Signs that begin at a byte, none of them counted yet.
    pub(crate) const fn at(start: u32) -> Self {
        Self {
            start,
            minuses: 0,
            nots: 0,
        }
    }

    /// One `-` more.
    pub(crate) const fn negate(self) -> Self {
        Self {
            minuses: if self.minuses == 1 { 2 } else { 1 },
            ..self
        }
    }

    /// One `!` more.
    pub(crate) const fn invert(self) -> Self {
        Self {
            nots: if self.nots == 1 { 2 } else { 1 },
            ..self
        }
    }
}

/// No index.
pub(super) const NO_INDEX: u32 = u32::MAX;

impl Term {
    /// A term that is an atom alone.
    pub(crate) fn atom(kind: Atom, atom: Span) -> Self {
        let swizzle = Span::new(atom.end, atom.end);
        Self {
            span: atom,
            atom,
            swizzle,
            index: NO_INDEX,
            kind,
            lead: Lead::Operand,
            minuses: 0,
            nots: 0,
        }
    }

    /// A term whose value is in a list of all, at an index.
    pub(super) fn listed(kind: Atom, span: Span, index: u32) -> Self {
        Self {
            index,
            ..Self::atom(kind, span)
        }
    }

    /// The term after another one.
    pub(super) fn with_lead(self, lead: Lead) -> Self {
        Self { lead, ..self }
    }

    /// The term with an index after it.
    pub(crate) fn with_index(self, (span, index): (Span, u32)) -> Self {
        Self {
            span: self.span.to(span),
            index,
            ..self
        }
    }

    /// The term with a swizzle after it.
    pub(crate) fn with_swizzle(self, swizzle: Span) -> Self {
        Self {
            span: self.span.to(swizzle),
            swizzle,
            ..self
        }
    }

    /// The term with signs before it.
    pub(crate) fn with_signs(self, signs: Signs) -> Self {
        Self {
            span: Span::new(signs.start, self.span.end),
            minuses: signs.minuses,
            nots: signs.nots,
            ..self
        }
    }

    /// Its swizzle, with the dot.
    pub(crate) fn swizzle(&self) -> Option<Span> {
        (self.swizzle.start != self.swizzle.end).then_some(self.swizzle)
    }

    /// Whether it has a `-` before it, cancelled or not.
    pub(crate) fn is_signed(&self) -> bool {
        self.minuses != 0
    }

    /// Whether its sign is inverted.
    pub(crate) fn is_negated(&self) -> bool {
        self.minuses == 1
    }

    /// Whether it has a `!` before it, cancelled or not.
    pub(crate) fn is_marked(&self) -> bool {
        self.nots != 0
    }

    /// Whether its sense is inverted.
    pub(crate) fn is_inverted(&self) -> bool {
        self.nots == 1
    }

    /// The term without its `-`, which stays in the span.
    pub(crate) fn without_minuses(self) -> Self {
        Self { minuses: 0, ..self }
    }

    /// The term without its `!`, which stays in the span.
    pub(crate) fn without_marks(self) -> Self {
        Self { nots: 0, ..self }
    }

    /// Whether this is a name and nothing else.
    pub(crate) fn is_bare_word(&self) -> bool {
        self.kind == Atom::Word && self.span == self.atom
    }
}
