//! Values of a module.

use naga::{Handle, Literal, Module, ScalarKind, Type, TypeInner};

use super::real::Real;
use super::{Outcome, Stop};

/// The largest magnitude of integers up to which the GPU's floats are exact.
pub(super) const LARGEST_INTEGER: i64 = 131_072;

/// A number or a boolean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Scalar {
    Real(Real),
    Signed(i64),
    Unsigned(i64),
    Bool(bool),
    /// An integer of which only its bits are known: the bits of a float.
    Bits(Real),
}

/// The type of a list of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Vector,
    /// The parts are columns.
    Matrix,
    /// An array or a struct.
    Aggregate,
}

/// A place in memory: a variable, and the indices on the way to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(super) variable: usize,
    pub(super) path: Vec<usize>,
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Scalar(Scalar),
    List(Kind, Vec<Value>),
    Pointer(Place),
}

impl Scalar {
    /// Returns an integer that the GPU represents exactly.
    pub(super) fn integer(number: i64, is_signed: bool) -> Outcome<Self> {
        if number.abs() > LARGEST_INTEGER {
            return Err(Stop::Undefined("an integer is too large for the machine"));
        }
        if is_signed {
            return Ok(Self::Signed(number));
        }
        if number < 0 {
            return Err(Stop::Undefined("an unsigned integer is negative"));
        }
        Ok(Self::Unsigned(number))
    }

    pub(super) fn literal(literal: Literal) -> Outcome<Self> {
        Ok(match literal {
            Literal::F32(number) => Self::Real(Real::new(f64::from(number))),
            // Numbers that the GPU cannot represent can be masks.
            Literal::I32(number) => Self::Signed(number.into()),
            Literal::U32(number) => Self::Unsigned(number.into()),
            Literal::Bool(holds) => Self::Bool(holds),
            other => return Err(Stop::Unknown(format!("{other:?}"))),
        })
    }

    /// Returns the number, which the GPU always represents as a float.
    pub(crate) fn real(self) -> Real {
        match self {
            Self::Real(number) | Self::Bits(number) => number,
            #[expect(clippy::cast_precision_loss, reason = "integers are small")]
            Self::Signed(number) | Self::Unsigned(number) => Real::exact(number as f64),
            Self::Bool(holds) => Real::exact(f64::from(u8::from(holds))),
        }
    }

    pub(super) fn boolean(self) -> Outcome<bool> {
        match self {
            Self::Bool(holds) => Ok(holds),
            other => Err(Stop::Unknown(format!("{other:?} is not a truth value"))),
        }
    }

    /// Returns the scalar with the same bits of another kind.
    pub(super) fn reinterpreted(self, to: ScalarKind) -> Outcome<Self> {
        const MODULUS: i64 = 1 << 32;
        Ok(match (self, to) {
            (Self::Real(number), ScalarKind::Sint | ScalarKind::Uint) => Self::Bits(number),
            (Self::Bits(number), ScalarKind::Float) => Self::Real(number),
            (Self::Signed(0) | Self::Unsigned(0), ScalarKind::Float) => Self::Real(Real::exact(0.0)),
            (Self::Signed(number), ScalarKind::Uint) => Self::Unsigned(number.rem_euclid(MODULUS)),
            (Self::Unsigned(number), ScalarKind::Sint) => Self::Signed(super::integer::held(number)),
            (other, kind) => {
                return Err(Stop::Unknown(format!("the bits of {other:?} as {kind:?}")));
            }
        })
    }

    /// Returns the scalar as one of another kind.
    pub(super) fn converted(self, to: ScalarKind) -> Outcome<Self> {
        Ok(match (self, to) {
            (Self::Real(number), ScalarKind::Sint | ScalarKind::Uint) if number.step(f64::trunc)?.is_open() => {
                return Err(Stop::Undefined("an open number becomes an integer"));
            }
            (Self::Real(number), ScalarKind::Sint) => Self::integer(whole(number.step(f64::trunc)?), true)?,
            (Self::Real(number), ScalarKind::Uint) => {
                let whole = whole(number.step(|number| number.max(0.0).trunc())?);
                Self::integer(whole, false)?
            }
            (Self::Signed(number) | Self::Unsigned(number), ScalarKind::Sint | ScalarKind::Uint) => {
                Self::integer(number, to == ScalarKind::Sint)?
            }
            (Self::Bool(holds), ScalarKind::Sint | ScalarKind::Uint) => {
                Self::integer(holds.into(), to == ScalarKind::Sint)?
            }
            (Self::Signed(number) | Self::Unsigned(number), ScalarKind::Float) if number.abs() > LARGEST_INTEGER => {
                return Err(Stop::Undefined("the value of a very large integer"));
            }
            (other, ScalarKind::Float) => Self::Real(other.real()),
            (Self::Bool(holds), ScalarKind::Bool) => Self::Bool(holds),
            (other, ScalarKind::Bool) => Self::Bool(other.real().compare(Real::exact(0.0))?.is_ne()),
            (other, kind) => return Err(Stop::Unknown(format!("{other:?} as {kind:?}"))),
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the number is whole and of ordinary size"
)]
fn whole(number: Real) -> i64 {
    number.value as i64
}

impl Value {
    pub(crate) fn vector(scalars: impl IntoIterator<Item = Scalar>) -> Self {
        let parts = scalars.into_iter().map(Self::Scalar);
        Self::List(Kind::Vector, parts.collect())
    }

    pub(super) fn scalar(&self) -> Outcome<Scalar> {
        match self {
            Self::Scalar(scalar) => Ok(*scalar),
            other => Err(Stop::Unknown(format!("{other:?} is not a scalar"))),
        }
    }

    pub(super) fn boolean(&self) -> Outcome<bool> {
        self.scalar()?.boolean()
    }

    /// Returns the parts of a list.
    pub(crate) fn parts(&self) -> Outcome<&[Self]> {
        match self {
            Self::List(_, parts) => Ok(parts),
            other => Err(Stop::Unknown(format!("{other:?} has no parts"))),
        }
    }

    pub(super) fn part(&self, index: usize) -> Outcome<&Self> {
        let part = self.parts()?.get(index);
        part.ok_or(Stop::Undefined("an index is outside of the value"))
    }

    /// Returns the numbers of a scalar or of a vector of floats.
    pub(super) fn reals(&self) -> Outcome<Vec<Real>> {
        match self {
            Self::Scalar(scalar) => Ok(vec![scalar.real()]),
            Self::List(_, parts) => parts.iter().map(|part| Ok(part.scalar()?.real())).collect(),
            Self::Pointer(_) => Err(Stop::Unknown("a pointer is not a number".to_owned())),
        }
    }

    /// Returns a vector of floats.
    pub(super) fn of_reals(reals: impl IntoIterator<Item = Real>) -> Self {
        Self::vector(reals.into_iter().map(Scalar::Real))
    }

    /// Returns all scalars, in order.
    pub(crate) fn scalars(&self) -> Vec<Scalar> {
        match self {
            Self::Scalar(scalar) => vec![*scalar],
            Self::List(_, parts) => parts.iter().flat_map(Self::scalars).collect(),
            Self::Pointer(_) => Vec::new(),
        }
    }

    /// Returns the same function of each scalar.
    pub(super) fn map(&self, function: &impl Fn(Scalar) -> Outcome<Scalar>) -> Outcome<Self> {
        match self {
            Self::Scalar(scalar) => Ok(Self::Scalar(function(*scalar)?)),
            Self::List(kind, parts) => {
                let parts = parts.iter().map(|part| part.map(function));
                Ok(Self::List(*kind, parts.collect::<Outcome<_>>()?))
            }
            Self::Pointer(_) => Err(Stop::Unknown("an operation on a pointer".to_owned())),
        }
    }

    /// Returns the same function of each pair of scalars. A scalar goes with each part of a list.
    pub(super) fn zip(&self, other: &Self, function: &impl Fn(Scalar, Scalar) -> Outcome<Scalar>) -> Outcome<Self> {
        match (self, other) {
            (Self::Scalar(a), _) => other.map(&|b| function(*a, b)),
            (_, Self::Scalar(b)) => self.map(&|a| function(a, *b)),
            (Self::List(kind, a), Self::List(_, b)) => {
                let pairs = a.iter().zip(b).map(|(a, b)| a.zip(b, function));
                Ok(Self::List(*kind, pairs.collect::<Outcome<_>>()?))
            }
            _ => Err(Stop::Unknown("an operation on a pointer".to_owned())),
        }
    }

    /// Returns the value of a type whose scalars a function gives.
    pub(crate) fn of_type(module: &Module, ty: Handle<Type>, scalar: &mut impl FnMut(ScalarKind) -> Scalar) -> Self {
        let mut vector = |size: usize, kind| Self::vector((0..size).map(|_| scalar(kind)));
        match &module.types[ty].inner {
            TypeInner::Scalar(found) => Self::Scalar(scalar(found.kind)),
            TypeInner::Vector { size, scalar } => vector(*size as usize, scalar.kind),
            TypeInner::Matrix { columns, rows, scalar } => {
                let column = |_| vector(*rows as usize, scalar.kind);
                Self::List(Kind::Matrix, (0..*columns as usize).map(column).collect())
            }
            TypeInner::Array { base, size, .. } => {
                let length = match size {
                    naga::ArraySize::Constant(length) => length.get(),
                    _ => 0,
                };
                let element = |_| Self::of_type(module, *base, scalar);
                Self::List(Kind::Aggregate, (0..length).map(element).collect())
            }
            TypeInner::Struct { members, .. } => {
                let members = members.iter();
                let member = members.map(|member| Self::of_type(module, member.ty, scalar));
                Self::List(Kind::Aggregate, member.collect())
            }
            _ => Self::List(Kind::Aggregate, Vec::new()),
        }
    }

    /// Returns the value of a type without any other value.
    pub(super) fn zero(module: &Module, ty: Handle<Type>) -> Self {
        Self::of_type(module, ty, &mut |kind| match kind {
            ScalarKind::Sint => Scalar::Signed(0),
            ScalarKind::Uint => Scalar::Unsigned(0),
            ScalarKind::Bool => Scalar::Bool(false),
            _ => Scalar::Real(Real::exact(0.0)),
        })
    }
}
