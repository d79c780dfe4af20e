//! Values, their operations and their operands.

use pica200_objfmt::isa::descriptor::Component;

use super::bits::Bitwise;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $letter:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
            pub struct $name(pub u32);

            impl $name {
                /// Returns the index in the program's list.
                pub const fn index(self) -> usize {
                    self.0 as usize
                }

                /// Returns the id of an index. An index beyond 32 bits, which no program reaches, gives the last id.
                pub fn from_index(index: usize) -> Self {
                    Self(u32::try_from(index).unwrap_or(u32::MAX))
                }
            }

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    write!(f, concat!($letter, "{}"), self.0)
                }
            }

            impl std::fmt::Debug for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    std::fmt::Display::fmt(self, f)
                }
            }
        )*
    };
}

ids! {
    /// A value of a program.
    Value "%";
    /// A variable of a program.
    VariableId "$";
    /// An input of a program.
    InputId "in";
    /// A uniform of a program.
    UniformId "u";
    /// A table of constants of a program.
    TableId "t";
    /// A procedure that a program calls.
    ProcedureId "p";
    /// A reason why the GPU cannot compute a value: an index into [`Source::reasons`](crate::Source::reasons).
    ReasonId "x";
    /// A location in the source: the index of an instruction, or of an entry in a list that the front end keeps.
    Origin "@";
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A number.
    Float,
    /// A number that is an integer. The GPU stores it as a float, exactly up to 2^17 in magnitude.
    Int,
    /// A boolean. As a number it is 0 or 1.
    Bool,
}

impl Type {
    /// Returns whether values of the type are numbers.
    pub const fn is_number(self) -> bool {
        !matches!(self, Self::Bool)
    }
}

/// A value that an operation or a statement reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The value.
    pub value: Value,
    /// True if the negative of a number is read, or the opposite of a boolean.
    pub negated: bool,
}

impl Operand {
    /// Returns the negative of a number, or the opposite of a boolean.
    #[must_use]
    pub const fn negate(self) -> Self {
        self.negate_if(true)
    }

    /// Returns the operand, negated if `condition` holds.
    #[must_use]
    pub const fn negate_if(self, condition: bool) -> Self {
        Self {
            value: self.value,
            negated: self.negated != condition,
        }
    }
}

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.negated { "-" } else { "" };
        write!(f, "{sign}{}", self.value)
    }
}

impl From<Value> for Operand {
    fn from(value: Value) -> Self {
        Self { value, negated: false }
    }
}

/// An operation of one number. All have the semantics of the GPU's instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// The operand itself, where an operand cannot be negated.
    Copy,
    /// The greatest integer that is not above the operand.
    Floor,
    /// The reciprocal.
    Reciprocal,
    /// The reciprocal of the square root.
    ReciprocalRoot,
    /// 2 to the power of the operand.
    Exp2,
    /// The logarithm to the base 2.
    Log2,
}

impl Unary {
    /// Returns the mnemonic of the GPU's instruction.
    pub const fn mnemonic(self) -> &'static str {
        match self {
            Self::Copy => "mov",
            Self::Floor => "flr",
            Self::Reciprocal => "rcp",
            Self::ReciprocalRoot => "rsq",
            Self::Exp2 => "ex2",
            Self::Log2 => "lg2",
        }
    }
}

/// An operation of two numbers. All have the semantics of the GPU's instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// The sum.
    Add,
    /// The product; 0 times infinity is 0.
    Multiply,
    /// `a < b ? a : b`.
    Minimum,
    /// `a > b ? a : b`.
    Maximum,
    /// The number 1 if `a >= b`, otherwise 0.
    Sge,
    /// The number 1 if `a < b`, otherwise 0.
    Slt,
}

impl Binary {
    /// Returns the mnemonic of the GPU's instruction.
    pub const fn mnemonic(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Multiply => "mul",
            Self::Minimum => "min",
            Self::Maximum => "max",
            Self::Sge => "sge",
            Self::Slt => "slt",
        }
    }

    /// Returns whether the operands may be exchanged. Those of minima and maxima may not: the second one wins over NaN.
    pub const fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Multiply)
    }
}

/// A relation of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEqual,
}

impl Comparison {
    /// Returns the relation's name in the GPU's `cmp`.
    pub const fn mnemonic(self) -> &'static str {
        match self {
            Self::Equal => "eq",
            Self::NotEqual => "ne",
            Self::Less => "lt",
            Self::LessEqual => "le",
            Self::Greater => "gt",
            Self::GreaterEqual => "ge",
        }
    }

    /// Returns the relation that holds of `b` and `a` where this one holds of `a` and `b`.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            same => same,
        }
    }

    /// Returns the relation that holds of numbers where this one does not. With NaN, neither may hold.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
        }
    }
}

/// An operation of two booleans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Logic {
    /// Both.
    And,
    /// One or both.
    Or,
    /// One of them alone.
    Xor,
}

/// The array that an index selects from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Array {
    /// The rows of a uniform.
    Uniform(UniformId),
    /// The rows of a table of constants.
    Table(TableId),
}

/// An operation, which defines a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// A source number. The back end rounds it to the nearest float24.
    Literal(f32),
    /// An integer of the source that the GPU's floats cannot hold. A program with outputs that depend on it is refused,
    /// with this reason. Results that do not need the exact number, such as comparisons with other integers, are
    /// computed before.
    Integer(i64, ReasonId),
    /// A boolean of the source.
    Bool(bool),
    /// A component of an input.
    Input(InputId, Component),
    /// A component of a row of a float uniform.
    Uniform(UniformId, u16, Component),
    /// A boolean uniform.
    Flag(UniformId),
    /// A component of the row `row + trunc(index)`.
    Element {
        /// The indexed array.
        array: Array,
        /// The row at index 0. It may be out of bounds.
        row: i16,
        /// The component.
        component: Component,
        /// The index.
        index: Operand,
    },
    /// A number that the GPU cannot compute. A program with outputs that depend on it is refused, for the reason in the
    /// front end's list.
    Poison(ReasonId),
    /// The value that a variable has here, in [`Form::PreSsa`](super::Form::PreSsa).
    Variable(VariableId),
    /// A phi of an `If`, a block parameter of a loop, or a result of a loop or call: defined by that statement.
    Phi,
    /// An operation of one number.
    Unary(Unary, Operand),
    /// An operation of two numbers.
    Binary(Binary, [Operand; 2]),
    /// `a * b + c`
    MultiplyAdd([Operand; 3]),
    /// The sum of the products of three components, in order.
    Dot3([Operand; 3], [Operand; 3]),
    /// The sum of the products of four components, in order.
    Dot4([Operand; 4], [Operand; 4]),
    /// `a.x * b.x + a.y * b.y + a.z * b.z + b.w`
    DotHomogeneous([Operand; 3], [Operand; 4]),
    /// An operation on the bits of two integers. If the GPU cannot compute it, a program with outputs that depend on it
    /// is refused, for the reason in the front end's list.
    Bitwise(Bitwise, [Operand; 2], ReasonId),
    /// The number of an unsigned integer: the integer itself, or the sum with 2^32 if it is negative.
    Unsigned(Operand),
    /// The number of the other type, float or integer, that has the same 32 bits. If the GPU cannot compute it, a
    /// program with outputs that depend on it is refused, for the reason in the front end's list.
    Bitcast(Operand, ReasonId),
    /// The comparison of two numbers.
    Compare(Comparison, [Operand; 2]),
    /// An operation of two booleans.
    Logic(Logic, [Operand; 2]),
    /// `condition ? a : b`, of two values of one type.
    Select(Operand, [Operand; 2]),
    /// 1 for true, 0 for false.
    BoolToFloat(Operand),
}

impl Op {
    /// Returns the operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Operand> + use<> {
        let mut copy = *self;
        let mut found = [None; 8];
        let mut count = 0;
        copy.for_each_operand_mut(|operand| {
            if let Some(slot) = found.get_mut(count) {
                *slot = Some(*operand);
                count += 1;
            }
        });
        found.into_iter().flatten()
    }

    /// Calls `visit` for each operand in order, which may change it.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Self::Literal(_)
            | Self::Integer(..)
            | Self::Bool(_)
            | Self::Input(..)
            | Self::Uniform(..)
            | Self::Flag(_)
            | Self::Poison(_)
            | Self::Variable(_)
            | Self::Phi => {}
            Self::Element { index: a, .. }
            | Self::Unary(_, a)
            | Self::BoolToFloat(a)
            | Self::Unsigned(a)
            | Self::Bitcast(a, _) => visit(a),
            Self::Binary(_, both) | Self::Bitwise(_, both, _) | Self::Compare(_, both) | Self::Logic(_, both) => {
                both.iter_mut().for_each(visit);
            }
            Self::MultiplyAdd(all) => all.iter_mut().for_each(visit),
            Self::Dot3(a, b) => a.iter_mut().chain(b).for_each(visit),
            Self::Dot4(a, b) => a.iter_mut().chain(b).for_each(visit),
            Self::DotHomogeneous(a, b) => a.iter_mut().chain(b).for_each(visit),
            Self::Select(condition, both) => {
                visit(condition);
                both.iter_mut().for_each(visit);
            }
        }
    }
}
