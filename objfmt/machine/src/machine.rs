//! The machine: a program's registers, and runs.

use std::fmt;

use pica200_objfmt::formats::object::ConstantValue;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::arithmetic::rounded;
use crate::execute::{LOOP_COUNTER, State, run};
use crate::fault::Fault;
use crate::geometry::Emitted;
use crate::observe::{Observer, Unobserved};
use crate::program::Program;
use crate::registers::{Vector, place};

/// How numbers are held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Precision {
    /// As `f32`, as tested emulators hold them.
    #[default]
    Single,
    /// What is set, and the result of each instruction, is cut to a float24, as registers hold them. Within an
    /// instruction numbers are `f32`: how the machine rounds there is not known.
    Float24,
}

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Of inputs, outputs, temporaries and float uniforms.
    Vector(Vector),
    /// Of integer uniforms: iterations - 1, first `aL`, step of `aL`, and a byte without use.
    Integer([u8; 4]),
    /// Of boolean uniforms.
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

/// Why a register cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetError {
    /// The bank has no register of this number.
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
        /// What it was to be set to.
        found: &'static str,
    },
    /// No input or uniform has the name.
    NoName {
        /// The name asked for.
        name: String,
    },
    /// An array has no such element.
    NoElement {
        /// The array's name.
        name: String,
        /// The element asked for.
        element: u8,
        /// How many it has.
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
                    "there is no register `{letter}{number}`, only `{letter}0` to `{letter}{last}`"
                )
            }
            Self::WrongKind { register, found } => {
                let noun = register.bank.a_noun();
                write!(f, "`{register}` is {noun} and cannot be set to {found}")
            }
            Self::NoName { name } => write!(f, "no input or uniform is named `{name}`"),
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

/// A run that came to its `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// How many instructions were executed, `end` included.
    pub instructions: u64,
    /// The word of the `end`.
    pub end: u16,
}

/// A machine with a program.
///
/// All registers are zero at first, but for what the constants of the file say; what they hold on the console is not
/// known. They keep their values between runs. Of geometry shaders that is known; vertices of a vertex shader are shared
/// out among several processors, so that nothing can rely on it. [`Machine::reset`] makes all as at first.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    precision: Precision,
    state: State,
}

impl<'p> Machine<'p> {
    /// A machine that holds numbers as `f32`.
    pub fn new(program: &'p Program) -> Self {
        Self::with_precision(program, Precision::Single)
    }

    /// A machine that holds numbers in a certain way.
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

    /// Makes all registers as they were at first; what was emitted is gone.
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
            // Constants have registers of their kind: they were looked at when the program was loaded.
            let _ = self.set(*register, value);
        }
    }

    /// Sets a register, of any bank: outputs and temporaries too.
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

    /// Sets an element, counted from 0, of an input or uniform by its name. What is no array has element 0 alone.
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

    /// What a register holds, `None` if the bank has no such register.
    pub fn get(&self, register: Register) -> Option<Value> {
        let Register { bank, number } = Register::new(register.bank, register.number)?;
        match bank {
            Bank::Integer => Some(Value::Integer(self.state.integers[usize::from(number & 3)])),
            Bank::Boolean => Some(Value::Boolean(self.state.boolean(number))),
            _ => place(register).map(|place| Value::Vector(*self.state.vectors.get(place))),
        }
    }

    /// What the output registers hold. Of a geometry shader this is the bank that it would write next; see
    /// [`Machine::emitted`].
    pub fn outputs(&self) -> [Vector; 16] {
        self.state.vectors.outputs()
    }

    /// `a0.x` and `a0.y`.
    pub fn address(&self) -> [i32; 2] {
        let [x, y, _] = self.state.addresses;
        [x, y]
    }

    /// `aL`. Behind all loops it keeps what the last one left.
    pub fn loop_counter(&self) -> i32 {
        self.state.addresses[LOOP_COUNTER]
    }

    /// `cmp.x` and `cmp.y`.
    pub fn flags(&self) -> [bool; 2] {
        self.state.flags()
    }

    /// What a geometry shader has emitted since it was taken.
    pub fn emitted(&self) -> &Emitted {
        &self.state.emitter.emitted
    }

    /// Takes what a geometry shader has emitted.
    pub fn take_emitted(&mut self) -> Emitted {
        std::mem::take(&mut self.state.emitter.emitted)
    }

    /// Runs the program from its entry until `end`, which counts as an instruction; at most `budget` of them.
    ///
    /// All scopes are closed at first. Behind a run of a geometry shader, `b15` is set.
    ///
    /// # Errors
    ///
    /// If the program does not come to an `end`. The registers are as they were then.
    pub fn run(&mut self, budget: u64) -> Result<Run, Fault> {
        self.run_observed(budget, &mut Unobserved)
    }

    /// The same as [`Machine::run`], with someone who looks on.
    ///
    /// # Errors
    ///
    /// Those of [`Machine::run`].
    pub fn run_observed<O: Observer>(
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
