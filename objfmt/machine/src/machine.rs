//! The machine: the registers of a program, and its runs.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::observe::{NoObserver, Observer};

use crate::execute::{LOOP_COUNTER, Outcome, Run, State, run};
use crate::fault::Fault;
use crate::geometry::GeometryOutput;
use crate::precision::Precision;
use crate::program::Program;
use crate::registers::{Vector, slot};
use crate::value::{RegisterWrite, SetError, Value};

/// A machine that runs a program. It shares the program with all other machines that run it, and borrows nothing, so it
/// can live as long as an emulator.
///
/// Initially, all registers are zero, except for the constants of the file; the initial values on the console are
/// unknown. Registers keep their values between runs. For geometry shaders, the console is known to do so; the vertices
/// of a vertex shader are distributed among several processors, so no shader can rely on it. [`Machine::reset`]
/// restores the initial state.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) program: Program,
    pub(crate) precision: Precision,
    pub(crate) state: State,
}

impl Machine {
    /// Creates a machine with `f32` precision.
    pub fn new(program: &Program) -> Self {
        Self::with_precision(program, Precision::Single)
    }

    /// Creates a machine with a given precision.
    pub fn with_precision(program: &Program, precision: Precision) -> Self {
        let mut machine = Self {
            program: program.clone(),
            precision,
            state: State::default(),
        };
        machine.load_constants();
        machine
    }

    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Restores the initial values of all registers, and drops emitted vertices.
    pub fn reset(&mut self) {
        self.state = State::default();
        self.load_constants();
    }

    fn load_constants(&mut self) {
        let program = self.program.clone();
        for (register, value) in program.constants() {
            let value = match *value {
                ConstantValue::Boolean(on) => Value::Boolean(on),
                ConstantValue::Integer(components) => Value::Integer(components),
                ConstantValue::Float(components) => Value::Vector(components.map(|component| component.to_f32())),
            };
            // Loading has checked that constants match the kind of their registers.
            let _ = self.set(*register, value);
        }
    }

    /// Sets a register of any bank, including outputs and temporaries.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such register, or if it holds values of another kind.
    pub fn set(&mut self, register: Register, value: Value) -> Result<(), SetError> {
        match RegisterWrite::new(register, value, self.precision)? {
            RegisterWrite::Vector { slot, value } => self.state.vectors.set_vertex(slot, 0, value),
            RegisterWrite::Integer { number, value } => self.state.integers[number] = value,
            RegisterWrite::Boolean { number, value } => {
                let booleans = &mut self.state.booleans;
                *booleans = *booleans & !(1 << number) | u16::from(value) << number;
            }
        }
        Ok(())
    }

    /// Sets the first float uniforms, starting at `c0`, up to all 96 of them. This also overwrites registers that hold
    /// constants of the file.
    ///
    /// ```
    /// use pica200_machine::{Bank, Machine, Program, Register, Stage, Value};
    ///
    /// let program = Program::from_parts(&[0x8800_0000], &[], 0, Stage::Vertex)?;
    /// let mut machine = Machine::new(&program);
    /// machine.set_uniforms(&[[1.0; 4]; 96])?;
    /// machine.set_integers([[3, 0, 1, 0]; 4]);
    /// machine.set_booleans(0b1000);
    /// let last = Register::new(Bank::Float, 95).expect("a register");
    /// assert_eq!(machine.get(last), Some(Value::Vector([1.0; 4])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are more values than registers. No register is changed then.
    pub fn set_uniforms(&mut self, values: &[Vector]) -> Result<(), SetError> {
        let bank = Bank::Float;
        if values.len() > usize::from(bank.size()) {
            let number = bank.size().into();
            return Err(SetError::UnknownRegister { bank, number });
        }
        for (number, value) in (0..).zip(values) {
            let value = self.precision.round(*value);
            if let Some(slot) = slot(Register { bank, number }) {
                self.state.vectors.set_vertex(slot, 0, value);
            }
        }
        Ok(())
    }

    /// Sets all integer uniforms, `i0` to `i3`. [`Value::Integer`] describes the bytes.
    pub fn set_integers(&mut self, values: [[u8; 4]; 4]) {
        self.state.integers = values;
    }

    /// Sets all boolean uniforms, `b0` to `b15`: register n from bit n.
    pub fn set_booleans(&mut self, values: u16) {
        self.state.booleans = values;
    }

    /// Sets an element, numbered from 0, of a named input or uniform. A name that is not an array has only element 0.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such name or element, or if it holds values of another kind.
    pub fn set_named(&mut self, name: &str, element: u8, value: Value) -> Result<(), SetError> {
        let named = self
            .program
            .named(name)
            .ok_or_else(|| SetError::UnknownName { name: name.to_owned() })?;
        let register = named.element(element).ok_or_else(|| SetError::NoElement {
            name: name.to_owned(),
            element,
            count: named.count,
        })?;
        self.set(register, value)
    }

    /// Returns the value of a register; `None` if the bank has no such register.
    pub fn get(&self, register: Register) -> Option<Value> {
        let Register { bank, number } = Register::new(register.bank, register.number)?;
        match bank {
            Bank::Integer => Some(Value::Integer(self.state.integers[usize::from(number & 3)])),
            Bank::Boolean => Some(Value::Boolean(self.state.boolean(number))),
            _ => slot(register).map(|slot| Value::Vector(self.state.vectors.of_vertex(slot, 0))),
        }
    }

    /// Returns the values of the output registers. For a geometry shader, these are in the bank that it would write
    /// next; see [`Machine::emitted`].
    pub fn outputs(&self) -> [Vector; 16] {
        self.state.vectors.outputs()
    }

    /// Returns `a0.x` and `a0.y`.
    pub fn address(&self) -> [i32; 2] {
        let [x, y, _] = self.state.addresses;
        [x, y]
    }

    /// Returns `aL`, which keeps its last value after the outermost loop.
    pub fn loop_counter(&self) -> i32 {
        self.state.addresses[LOOP_COUNTER]
    }

    /// Returns `cmp.x` and `cmp.y`.
    pub fn flags(&self) -> [bool; 2] {
        self.state.flags()
    }

    /// Returns the vertices and triangles emitted since they were last taken.
    pub fn emitted(&self) -> &GeometryOutput {
        &self.state.emitter.emitted
    }

    /// Takes the emitted vertices and triangles.
    pub fn take_emitted(&mut self) -> GeometryOutput {
        std::mem::take(&mut self.state.emitter.emitted)
    }

    /// Runs the program from its entry to `end`, with at most `budget` instructions, including `end`.
    ///
    /// All scopes are closed at the start. After a run of a geometry shader, `b15` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not reach `end`. The registers keep their values at that point.
    pub fn run(&mut self, budget: u64) -> Result<Run, Fault> {
        self.run_observed(budget, &mut NoObserver)
    }

    /// Like [`Machine::run`], with an observer.
    ///
    /// # Errors
    ///
    /// The errors of [`Machine::run`].
    pub fn run_observed<O: Observer<Program>>(&mut self, budget: u64, observer: &mut O) -> Result<Run, Fault> {
        self.execute(budget, observer).result(&self.program)
    }

    /// Runs the program.
    pub(crate) fn execute<O: Observer<Program>>(&mut self, budget: u64, observer: &mut O) -> Outcome {
        let (program, state) = (self.program.decoded(), &mut self.state);
        let ended = match self.precision {
            Precision::Single => run::<O, false>(program, state, observer, budget),
            Precision::Float24 => run::<O, true>(program, state, observer, budget),
        };
        if program.is_geometry && ended.fault.is_none() {
            self.state.booleans |= 1 << 15;
        }
        ended
    }
}
