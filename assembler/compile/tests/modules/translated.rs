//! A shader and its translation, run on the same values.

use std::fmt;

use naga::Module;
use pica200_asm::{AssemblyOptions, assemble};
use pica200_compile::{Language, Options, compile};
use pica200_diagnostics::Code;
use pica200_link::{Input, LinkOptions, link};
use pica200_machine::{Machine, Precision, Program, ShaderChoice, Value};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::property::by_name;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::evaluator::value::Scalar;
use crate::evaluator::{self, Environment, Output, Stop};
use crate::random::Random;
use crate::uniforms::{Rows, rows, single};

/// Maximum number of statements of a shader, and the most instructions of its translation.
const BUDGET: u32 = 100_000;

/// The tolerance beside the errors that the evaluation knows: for numbers up to 1 in absolute terms, then relative.
const TOLERANCE: f64 = 1e-4;

/// The largest error that leaves something to compare.
const LARGEST_ERROR: f64 = 0.02;

/// A shader, ready to run in the evaluator and on the machine model.
pub(crate) struct Translated {
    /// The shader as naga reads it.
    pub(crate) module: Module,
    program: Program,
    shbin: Shbin,
    /// The assembly.
    pub(crate) text: String,
}

/// The reason why a shader has no translation that runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The compiler refuses it, with its messages.
    Refused(Vec<String>),
    /// The translation exceeds the GPU's limits.
    TooLarge,
    /// The compiler's assembly has errors, which it never should have.
    Assembly(String),
}

/// The result of comparing one run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Comparison {
    Agrees,
    /// There is nothing to compare.
    Skipped(Stop),
    Differs(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assembly(text) => f.write_str(text),
            Self::Refused(messages) => f.write_str(&messages.join("\n")),
            Self::TooLarge => f.write_str("it is larger than the machine"),
        }
    }
}

impl Translated {
    /// Reads, translates, assembles and links a shader in WGSL.
    ///
    /// # Errors
    ///
    /// If the compiler refuses it, or the assembly is wrong.
    pub(crate) fn new(source: &str, options: &Options) -> Result<Self, Failure> {
        let options = Options {
            language: Some(Language::Wgsl),
            ..options.clone()
        };
        let compilation = compile("shader.wgsl", source.as_bytes(), &options);
        let Some(lines) = compilation.assembly else {
            let errors = compilation.diagnostics.iter().filter(|found| found.is_error());
            let messages = errors.map(|found| format!("{}: {}", found.code.name(), found.message));
            return Err(Failure::Refused(messages.collect()));
        };
        let text: String = lines.iter().map(|line| line.text.clone() + "\n").collect();
        let wrong = |why: &dyn fmt::Debug| Failure::Assembly(format!("{why:#?}\n{text}"));
        let assembled = assemble("shader.vsh", text.as_bytes(), &AssemblyOptions::default());
        let Some(object) = assembled.object else {
            return Err(wrong(&assembled.diagnostics));
        };
        let input = Input {
            name: "shader.vsh".to_owned(),
            object,
        };
        let linked = link(&[input], &LinkOptions::default());
        let is_of_descriptors = |code| matches!(code, Code::TooManyDescriptors | Code::TooManyMadDescriptors);
        let output = match linked {
            Ok(linked) => linked.output,
            Err(errors) if errors.iter().all(|error| is_of_descriptors(error.code)) => {
                return Err(Failure::TooLarge);
            }
            Err(errors) => return Err(wrong(&errors)),
        };
        let program = Program::load(&output.shbin, ShaderChoice::Index(0));
        let module = naga::front::wgsl::parse_str(source);
        Ok(Self {
            module: module.map_err(|error| wrong(&error))?,
            program: program.map_err(|error| wrong(&error))?,
            shbin: output.shbin,
            text,
        })
    }

    /// Returns the same shader with one bit of its translation flipped. `None` if it can then not be loaded.
    pub(crate) fn damaged(mut self, random: &mut Random) -> Option<Self> {
        let code = &mut self.shbin.program.code;
        let index = random.below(code.len());
        code[index] ^= 1 << random.below(26);
        self.program = Program::load(&self.shbin, ShaderChoice::Index(0)).ok()?;
        Some(self)
    }

    /// Returns the words of the translation.
    pub(crate) fn words(&self) -> usize {
        self.shbin.program.code.len()
    }

    /// Compares a run of the shader with one of its translation.
    pub(crate) fn compare(&self, environment: &Environment) -> Comparison {
        let expected = match evaluator::run(&self.module, environment, BUDGET) {
            Ok(expected) => expected,
            Err(stop) => return Comparison::Skipped(stop),
        };
        let machine = match self.run(environment) {
            Ok(machine) => machine,
            Err(fault) => return Comparison::Differs(fault),
        };
        let mut is_vague = false;
        for output in &expected {
            let found = self.found(&machine, output);
            let expected = output.value.scalars();
            if found.len() < expected.len() {
                return Comparison::Differs(format!("`{}` has {found:?}", output.name));
            }
            for (component, (scalar, found)) in expected.iter().zip(&found).enumerate() {
                let expected = scalar.real();
                if expected.is_open() {
                    is_vague = true;
                    continue;
                }
                let size = expected.value.abs().max(1.0);
                is_vague |= expected.error > LARGEST_ERROR * size;
                let distance = (f64::from(*found) - expected.value).abs();
                // NaN is never near.
                let is_near = distance <= TOLERANCE * size + 2.0 * expected.error;
                if !is_near {
                    return Comparison::Differs(format!(
                        "lane {component} of `{}` is {found}, not {} within {}\n{environment:?}",
                        output.name, expected.value, expected.error
                    ));
                }
            }
        }
        if is_vague {
            return Comparison::Skipped(Stop::Undecided("a result has little precision"));
        }
        Comparison::Agrees
    }

    /// Returns the first components of the position for pairs of integers, which are components of the first two
    /// attributes.
    pub(crate) fn integers(&self, precision: Precision, pairs: &[(i64, i64)], components: usize) -> Vec<f32> {
        let mut found = Vec::with_capacity(pairs.len());
        let mut machine = Machine::with_precision(&self.program, precision);
        for pairs in pairs.chunks(components) {
            let mut rows = [[0.0; 4]; 2];
            for (component, (a, b)) in pairs.iter().enumerate() {
                rows[0][component] = single(Scalar::Signed(*a));
                rows[1][component] = single(Scalar::Signed(*b));
            }
            machine.reset();
            for (number, row) in (0..).zip(rows) {
                let register = Register::new(Bank::Input, number).unwrap();
                machine.set(register, Value::Vector(row)).unwrap();
            }
            machine.run(u64::from(BUDGET)).unwrap();
            let position = machine.outputs()[0];
            found.extend(position.iter().take(pairs.len()));
        }
        found
    }

    /// Runs the translation.
    fn run(&self, environment: &Environment) -> Result<Machine, String> {
        let mut machine = Machine::new(&self.program);
        for (location, value) in &environment.attributes {
            let number = u8::try_from(*location).unwrap();
            let register = Register::new(Bank::Input, number).unwrap();
            let mut row = [0.0, 0.0, 0.0, 1.0];
            for (component, scalar) in row.iter_mut().zip(value.scalars()) {
                *component = single(scalar);
            }
            machine.set(register, Value::Vector(row)).unwrap();
        }
        self.set_uniforms(&rows(&self.module, environment), &mut machine);
        let run = machine.run(u64::from(BUDGET));
        run.map_err(|fault| fault.to_string())?;
        Ok(machine)
    }

    fn set_uniforms(&self, rows: &Rows, machine: &mut Machine) {
        for (name, rows) in rows {
            // A uniform that the translation does not read has no register.
            if self.program.named(name).is_none() {
                continue;
            }
            for (number, row) in (0..).zip(rows) {
                if machine.set_named(name, number, Value::Vector(*row)).is_err() {
                    let flag = Value::Boolean(row[0].abs() > 0.0);
                    machine.set_named(name, number, flag).unwrap();
                }
            }
        }
    }

    /// Returns the components of an output.
    fn found(&self, machine: &Machine, output: &Output) -> Vec<f32> {
        let property = by_name(&output.name).unwrap();
        let entries = self.shbin.shaders.iter().flat_map(|shader| &shader.outputs);
        let registers = machine.outputs();
        let mut found = Vec::new();
        for entry in entries.filter(|entry| entry.property == u16::from(property.number)) {
            let row = registers[usize::from(entry.register)];
            let components = (0..4).filter(|component| entry.mask >> component & 1 == 1);
            found.extend(components.map(|component: usize| row[component]));
        }
        found
    }
}
