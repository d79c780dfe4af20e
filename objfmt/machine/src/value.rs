//! Values of registers, and checks of their kinds.

use std::fmt;

use pica200_objfmt::isa::register::{Bank, Register};

use crate::precision::Precision;
use crate::registers::{BATCH_SIZE, Vector, slot};

/// The value of a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// The value of an input, output, temporary or float uniform.
    Vector(Vector),
    /// The value of an integer uniform: iterations - 1, initial `aL`, step of `aL`, and an unused byte.
    Integer([u8; 4]),
    /// The value of a boolean uniform.
    Boolean(bool),
}

impl Value {
    const fn noun(self) -> &'static str {
        match self {
            Self::Vector(_) => "a vector",
            Self::Integer(_) => "an integer vector",
            Self::Boolean(_) => "a boolean",
        }
    }
}

/// An error of setting a register.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetError {
    /// The bank has no register with this number.
    UnknownRegister {
        /// The bank.
        bank: Bank,
        /// The number.
        number: u64,
    },
    /// The register holds values of another kind.
    WrongKind {
        /// The register.
        register: Register,
        /// The kind of the value.
        found: &'static str,
    },
    /// A batch has no such vertex.
    NoVertex {
        /// The requested vertex, numbered from 0.
        vertex: usize,
    },
    /// A vertex has more vectors than there are inputs.
    TooManyVectors {
        /// The vertex, numbered from 0.
        vertex: usize,
        /// The number of its vectors.
        found: usize,
        /// The number of inputs.
        inputs: usize,
    },
    /// A register is listed twice among the inputs of vertices.
    DuplicateInput {
        /// The register.
        register: Register,
    },
    /// No input or uniform has the name.
    UnknownName {
        /// The requested name.
        name: String,
    },
    /// An array has no such element.
    NoElement {
        /// The name of the array.
        name: String,
        /// The requested element.
        element: u8,
        /// The number of elements.
        count: u8,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRegister { bank, number } => {
                let (letter, last) = (bank.letter(), bank.size() - 1);
                write!(
                    f,
                    "there is no register `{letter}{number}`; the bank has `{letter}0` to `{letter}{last}`"
                )
            }
            Self::WrongKind { register, found } => {
                let noun = register.bank.a_noun();
                write!(f, "`{register}` is {noun} and cannot be set to {found}")
            }
            Self::NoVertex { vertex } => {
                let last = BATCH_SIZE - 1;
                write!(f, "there is no vertex {vertex}; a batch has 0 to {last}")
            }
            Self::TooManyVectors { vertex, found, inputs } => write!(
                f,
                "the number of vectors of vertex {vertex} is {found}, but the number of inputs is {inputs}"
            ),
            Self::DuplicateInput { register } => {
                write!(
                    f,
                    "`{register}` is listed twice; each input of a vertex has a separate register"
                )
            }
            Self::UnknownName { name } => write!(f, "no input or uniform has the name `{name}`"),
            Self::NoElement { name, element, count } => {
                write!(f, "`{name}` has no element {element}; it has {count}, counted from 0")
            }
        }
    }
}

impl std::error::Error for SetError {}

/// The location of a value in the state of a machine, and the value as the machine stores it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RegisterWrite {
    /// The index in the [`registers`](crate::registers).
    Vector { slot: u8, value: Vector },
    /// The number of the uniform, below 4.
    Integer { number: usize, value: [u8; 4] },
    /// The number of the uniform, below 16.
    Boolean { number: usize, value: bool },
}

impl RegisterWrite {
    /// Converts a register and a value to a setting.
    pub(crate) fn new(register: Register, value: Value, precision: Precision) -> Result<Self, SetError> {
        let Register { bank, number } = register;
        if Register::new(bank, number).is_none() {
            let number = number.into();
            return Err(SetError::UnknownRegister { bank, number });
        }
        match (value, bank) {
            (Value::Integer(value), Bank::Integer) => {
                let number = usize::from(number & 3);
                Ok(Self::Integer { number, value })
            }
            (Value::Boolean(value), Bank::Boolean) => {
                let number = usize::from(number & 15);
                Ok(Self::Boolean { number, value })
            }
            (Value::Vector(value), _) => Ok(Self::Vector {
                slot: vector_slot(register)?,
                value: precision.round(value),
            }),
            _ => Err(SetError::WrongKind {
                register,
                found: value.noun(),
            }),
        }
    }
}

/// Returns the index of a vector register that is to be set.
pub(crate) fn vector_slot(register: Register) -> Result<u8, SetError> {
    let Register { bank, number } = register;
    if Register::new(bank, number).is_none() {
        let number = number.into();
        return Err(SetError::UnknownRegister { bank, number });
    }
    slot(register).ok_or(SetError::WrongKind {
        register,
        found: Value::Vector([0.0; 4]).noun(),
    })
}
