//! The machine: the registers of a program, and its runs.

use std::fmt;

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::observe::{Observer, Unobserved};

use crate::arithmetic::rounded;
use crate::execute::{LOOP_COUNTER, State, run};
use crate::fault::Fault;
use crate::geometry::Emitted;
use crate::program::Program;
use crate::registers::{Vector, place};

/// The precision of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Precision {
    /// `f32`, as in tested emulators.
    #[default]
    Single,
    /// Values that are set, and the result of each instruction, are truncated to a float24, as registers hold them.
    /// Within an instruction, numbers are `f32`, because the machine's rounding there is not known.
    Float24,
}

/// The value of a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// For inputs, outputs, temporaries and float uniforms.
    Vector(Vector),
    /// For integer uniforms: iterations - 1, initial `aL`, step of `aL`, and an unused byte.
    Integer([u8; 4]),
    /// For boolean uniforms.
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

/// The reasons why a register cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetError {
    /// The bank has no register with this number.
    NoRegister {
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
    /// No input or uniform has the name.
    NoName {
        /// The name asked for.
        name: String,
    },
    /// An array has no such element.
    NoElement {
        /// The name of the array.
        name: String,
        /// The element asked for.
        element: u8,
        /// The number of elements.
        count: u8,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRegister { bank, number } => {
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
            Self::NoName { name } => write!(f, "no input or uniform has the name `{name}`"),
            Self::NoElement {
                name,
                element,
                count,
            } => write!(
                f,
                "`{name}` has no element {element}; it has {count}, counted from 0"
            ),
        }
    }
}

impl std::error::Error for SetError {}

/// A run that reached its `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The number of executed instructions, including `end`.
    pub instructions: u64,
    /// The word of the `end`.
    pub end: u16,
}

/// A machine with a program.
///
/// At first, all registers are zero, except for the constants of the file; the initial values on the console are not
/// known. Registers keep their values between runs. For geometry shaders, this is known of the console; the vertices of
/// a vertex shader are distributed among several processors, so no shader can rely on it. [`Machine::reset`] restores
/// the initial state.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    precision: Precision,
    state: State,
}

impl<'p> Machine<'p> {
    /// A machine with numbers of `f32`.
    pub fn new(program: &'p Program) -> Self {
        Self::with_precision(program, Precision::Single)
    }

    /// A machine with numbers of a given precision.
    pub fn with_precision(program: &'p Program, precision: Precision) -> Self {
        let mut machine = Self {
            program,
            precision,
            state: State::default(),
        };
        machine.load_constants();
        machine
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Restores the initial values of all registers, and drops emitted vertices.
    pub fn reset(&mut self) {
        self.state = State::default();
        self.load_constants();
    }

    fn load_constants(&mut self) {
        for (register, value) in &self.program.constants {
            let value = match *value {
                ConstantValue::Boolean(on) => Value::Boolean(on),
                ConstantValue::Integer(lanes) => Value::Integer(lanes),
                ConstantValue::Float(lanes) => Value::Vector(lanes.map(|lane| lane.to_f32())),
            };
            // Loading has checked that constants fit the kind of their registers.
            let _ = self.set(*register, value);
        }
    }

    /// Sets a register of any bank, including outputs and temporaries.
    ///
    /// # Errors
    ///
    /// If there is no such register, or it holds values of another kind.
    pub fn set(&mut self, register: Register, value: Value) -> Result<(), SetError> {
        let Register { bank, number } = register;
        if Register::new(bank, number).is_none() {
            let number = number.into();
            return Err(SetError::NoRegister { bank, number });
        }
        match (value, bank, place(register)) {
            (Value::Vector(value), _, Some(place)) => {
                *self.state.vectors.get_mut(place) = match self.precision {
                    Precision::Single => value,
                    Precision::Float24 => value.map(rounded),
                };
            }
            (Value::Integer(value), Bank::Integer, _) => {
                self.state.integers[usize::from(number & 3)] = value;
            }
            (Value::Boolean(value), Bank::Boolean, _) => {
                let bit = 1 << (number & 15);
                self.state.booleans &= !bit;
                self.state.booleans |= if value { bit } else { 0 };
            }
            _ => {
                let found = value.noun();
                return Err(SetError::WrongKind { register, found });
            }
        }
        Ok(())
    }

    /// Sets an element, counted from 0, of an input or uniform by its name. A name that is not an array has only
    /// element 0.
    ///
    /// # Errors
    ///
    /// If there is no such name or element, or it holds values of another kind.
    pub fn set_named(&mut self, name: &str, element: u8, value: Value) -> Result<(), SetError> {
        let named = self.program.named(name).ok_or_else(|| SetError::NoName {
            name: name.to_owned(),
        })?;
        let register = named.element(element).ok_or_else(|| SetError::NoElement {
            name: name.to_owned(),
            element,
            count: named.count,
        })?;
        self.set(register, value)
    }

    /// The value of a register; `None` if the bank has no such register.
    pub fn get(&self, register: Register) -> Option<Value> {
        let Register { bank, number } = Register::new(register.bank, register.number)?;
        match bank {
            Bank::Integer => Some(Value::Integer(self.state.integers[usize::from(number & 3)])),
            Bank::Boolean => Some(Value::Boolean(self.state.boolean(number))),
            _ => place(register).map(|place| Value::Vector(*self.state.vectors.get(place))),
        }
    }

    /// The values of the output registers. For a geometry shader, these are in the bank that it would write next; see
    /// [`Machine::emitted`].
    pub fn outputs(&self) -> [Vector; 16] {
        self.state.vectors.outputs()
    }

    /// `a0.x` and `a0.y`.
    pub fn address(&self) -> [i32; 2] {
        let [x, y, _] = self.state.addresses;
        [x, y]
    }

    /// `aL`. After all loops, it keeps the value that the last one left.
    pub fn loop_counter(&self) -> i32 {
        self.state.addresses[LOOP_COUNTER]
    }

    /// `cmp.x` and `cmp.y`.
    pub fn flags(&self) -> [bool; 2] {
        self.state.flags()
    }

    /// The vertices and triangles that a geometry shader has emitted since they were last taken.
    pub fn emitted(&self) -> &Emitted {
        &self.state.emitter.emitted
    }

    /// Takes the emitted vertices and triangles.
    pub fn take_emitted(&mut self) -> Emitted {
        std::mem::take(&mut self.state.emitter.emitted)
    }

    /// Runs the program from its entry to `end`, with at most `budget` instructions, including the `end`.
    ///
    /// All scopes are closed at the start. After a run of a geometry shader, `b15` is set.
    ///
    /// # Errors
    ///
    /// If the program does not reach an `end`. The registers keep their values at that point.
    pub fn run(&mut self, budget: u64) -> Result<Run, Fault> {
        self.run_observed(budget, &mut Unobserved)
    }

    /// Does the same as [`Machine::run`], with an observer.
    ///
    /// # Errors
    ///
    /// Those of [`Machine::run`].
    pub fn run_observed<O: Observer<Program>>(
        &mut self,
        budget: u64,
        observer: &mut O,
    ) -> Result<Run, Fault> {
        let (program, state) = (self.program, &mut self.state);
        let ended = match self.precision {
            Precision::Single => run::<O, false>(program, state, observer, budget),
            Precision::Float24 => run::<O, true>(program, state, observer, budget),
        };
        if let Some(kind) = ended.fault {
            return Err(Fault {
                kind,
                place: program.place(ended.word),
                instructions: ended.instructions,
            });
        }
        if program.is_geometry() {
            self.state.booleans |= 1 << 15;
        }
        Ok(Run {
            instructions: ended.instructions,
            end: ended.word,
        })
    }
}
