//! Statements of nihstro's language.

use std::ops::Range;

use super::mnemonic::Mnemonic;

/// A byte range of a line.
pub(super) type Columns = Range<usize>;

/// A name with its position.
#[derive(Clone, Debug)]
pub(super) struct Name<'s> {
    pub(super) text: &'s str,
    pub(super) columns: Columns,
}

/// A line without its comment.
#[derive(Clone, Debug)]
pub(super) enum Statement<'s> {
    Empty,
    Label(Name<'s>),
    Alias(Alias<'s>),
    /// `.include`, whose lines follow.
    Include,
    /// `.version` with the rest of the line.
    Version,
    /// An arithmetic instruction with a destination.
    Vector {
        mnemonic: Mnemonic,
        destination: Operand<'s>,
        sources: Vec<Operand<'s>>,
    },
    /// `mova`, with the position of its mnemonic.
    MoveAddress {
        name: Columns,
        source: Operand<'s>,
    },
    Compare {
        sources: [Operand<'s>; 2],
        /// The comparisons of x and y, in picasm syntax.
        operators: [&'static str; 2],
    },
    SetEmit(SetEmit<'s>),
    Emit,
    Nop,
    End,
    If(Condition<'s>),
    Else,
    EndIf,
    Loop(Operand<'s>),
    EndLoop,
    Break(Condition<'s>),
    Jump(Name<'s>, Condition<'s>),
    Call {
        first: Name<'s>,
        until: Name<'s>,
        condition: Option<Condition<'s>>,
    },
}

/// `setemitraw`
#[derive(Clone, Debug)]
pub(super) struct SetEmit<'s> {
    pub(super) vertex: Number<'s>,
    pub(super) prim: bool,
    pub(super) inv: bool,
}

/// A number as written.
#[derive(Clone, Debug)]
pub(super) struct Number<'s> {
    pub(super) is_negative: bool,
    pub(super) text: &'s str,
    pub(super) columns: Columns,
}

/// `.alias`
#[derive(Clone, Debug)]
pub(super) struct Alias<'s> {
    pub(super) name: Name<'s>,
    pub(super) register: Name<'s>,
    /// The last register of a range.
    pub(super) last: Option<Name<'s>>,
    pub(super) swizzle: Option<Letters>,
    pub(super) meaning: Option<Meaning<'s>>,
}

/// The meaning after `as`.
#[derive(Clone, Debug)]
pub(super) enum Meaning<'s> {
    Property(Name<'s>),
    Numbers(Vec<Number<'s>>, Columns),
}

/// The letters after a period, as component numbers.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    pub(super) components: Vec<u8>,
    pub(super) columns: Columns,
}

/// An operand.
#[derive(Clone, Debug)]
pub(super) struct Operand<'s> {
    pub(super) is_negative: bool,
    pub(super) has_sign: bool,
    pub(super) name: Name<'s>,
    pub(super) index: Option<Index<'s>>,
    pub(super) swizzles: Vec<Letters>,
    pub(super) columns: Columns,
}

/// The sum in brackets.
#[derive(Clone, Debug)]
pub(super) struct Index<'s> {
    /// The sum of its numbers.
    pub(super) number: i64,
    /// Its address register.
    pub(super) register: Option<Name<'s>>,
    pub(super) columns: Columns,
}

/// A condition: one operand, or two with `&&` or `||`.
#[derive(Clone, Debug)]
pub(super) struct Condition<'s> {
    pub(super) terms: Vec<Term<'s>>,
    /// True if both terms must hold.
    pub(super) is_and: bool,
    pub(super) columns: Columns,
}

/// An operand of a condition.
#[derive(Clone, Debug)]
pub(super) struct Term<'s> {
    pub(super) is_inverse: bool,
    pub(super) operand: Operand<'s>,
}
