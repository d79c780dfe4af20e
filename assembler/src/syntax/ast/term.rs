//! Terms, the parts of operands.

use crate::text::Span;

/// How a term relates to the previous term in its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lead {
    /// It begins an operand.
    Operand,
    /// Only whitespace separates the two.
    Blank,
    /// `&` or `&&`
    And,
    /// `|` or `||`
    Or,
}

/// The kind of a term's central part.
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
    /// Its span.
    pub(crate) span: Span,
    /// Span of the name, number or expression.
    pub(crate) atom: Span,
    /// Span of its swizzle, including the dot; empty if there is none.
    swizzle: Span,
    /// Index of its index, its expression, or its list of numbers.
    pub(super) index: u32,
    /// The kind of the atom.
    pub(crate) kind: Atom,
    /// How it relates to the previous term.
    pub(crate) lead: Lead,
    /// Number of `-` before it.
    minuses: u8,
    /// Number of `!` before it.
    nots: u8,
}

/// The signs before a term. Two of a kind cancel, so 1 and 2 represent all odd and even counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    start: u32,
    minuses: u8,
    nots: u8,
}

impl Signs {
    /// Creates an empty sequence of signs at a byte.
    pub(crate) const fn at(start: u32) -> Self {
        Self {
            start,
            minuses: 0,
            nots: 0,
        }
    }

    /// Adds a `-`.
    pub(crate) const fn negate(self) -> Self {
        Self {
            minuses: if self.minuses == 1 { 2 } else { 1 },
            ..self
        }
    }

    /// Adds a `!`.
    pub(crate) const fn invert(self) -> Self {
        Self {
            nots: if self.nots == 1 { 2 } else { 1 },
            ..self
        }
    }
}

/// Marks a term without an index.
pub(super) const NO_INDEX: u32 = u32::MAX;

impl Term {
    /// Creates a term from a single atom.
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

    /// Creates a term whose value is in a shared list, at an index.
    pub(super) fn listed(kind: Atom, span: Span, index: u32) -> Self {
        Self {
            index,
            ..Self::atom(kind, span)
        }
    }

    /// Returns the term, following another one.
    pub(super) fn with_lead(self, lead: Lead) -> Self {
        Self { lead, ..self }
    }

    /// Returns the term, followed by an index.
    pub(crate) fn with_index(self, (span, index): (Span, u32)) -> Self {
        Self {
            span: self.span.to(span),
            index,
            ..self
        }
    }

    /// Returns the term, followed by a swizzle.
    pub(crate) fn with_swizzle(self, swizzle: Span) -> Self {
        Self {
            span: self.span.to(swizzle),
            swizzle,
            ..self
        }
    }

    /// Returns the term, preceded by signs.
    pub(crate) fn with_signs(self, signs: Signs) -> Self {
        Self {
            span: Span::new(signs.start, self.span.end),
            minuses: signs.minuses,
            nots: signs.nots,
            ..self
        }
    }

    /// Returns its swizzle, including the dot.
    pub(crate) fn swizzle(&self) -> Option<Span> {
        (self.swizzle.start != self.swizzle.end).then_some(self.swizzle)
    }

    /// Returns true if it has a `-` before it, canceled or not.
    pub(crate) fn has_minus(&self) -> bool {
        self.minuses != 0
    }

    /// Returns true if it is negated.
    pub(crate) fn is_negated(&self) -> bool {
        self.minuses == 1
    }

    /// Returns true if it has a `!` before it, canceled or not.
    pub(crate) fn has_not(&self) -> bool {
        self.nots != 0
    }

    /// Returns true if it is inverted.
    pub(crate) fn is_inverted(&self) -> bool {
        self.nots == 1
    }

    /// Returns the term without its `-`, which stay in the span.
    pub(crate) fn without_minuses(self) -> Self {
        Self { minuses: 0, ..self }
    }

    /// Returns the term without its `!`, which stay in the span.
    pub(crate) fn without_nots(self) -> Self {
        Self { nots: 0, ..self }
    }

    /// Returns true if this is only a name.
    pub(crate) fn is_bare_word(&self) -> bool {
        self.kind == Atom::Word && self.span == self.atom
    }
}
