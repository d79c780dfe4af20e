//! A container and its translation, run on the same values.

use std::fmt;

use pica200_asm::{AssemblyOptions, assemble};
use pica200_compile::{Compilation, Options, compile};
use pica200_diagnostics::{Code, Diagnostic};
use pica200_dxbc::program::Mask;
use pica200_dxbc::signature::ComponentType;
use pica200_dxbc_machine::{Machine as Direct3d, NoResources, Observer, Program as Direct3dProgram};
use pica200_link::{Input, LinkOptions, link};
use pica200_machine::{Machine, Program, ShaderChoice, Value};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::register::{Bank, Register};

use crate::random::Random;
use crate::values::Values;

/// More instructions than any shader of these tests takes.
const BUDGET: u64 = 100_000;

/// The largest finite result that is compared: larger ones lose too much precision on the way.
const LARGEST: f32 = 1e6;

/// A container, ready to run on both machines.
#[derive(Debug)]
pub(crate) struct Translated {
    /// The container's own program.
    pub(crate) source: Direct3dProgram,
    /// The output of the compiler.
    pub(crate) compilation: Compilation,
    /// The translation.
    pub(crate) program: Program,
    /// The linked binary.
    pub(crate) shbin: Shbin,
}

/// The reason why a container has no translation that runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The compiler refuses it, with its messages.
    Refused(Vec<String>),
    /// The translation needs more descriptors than the GPU has.
    TooLarge,
    /// The compiler's assembly has errors, which it never should have.
    Assembly(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(messages) => f.write_str(&messages.join("\n")),
            Self::TooLarge => f.write_str("it needs too many descriptors"),
            Self::Assembly(text) => f.write_str(text),
        }
    }
}

/// One result on which the machines differ.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Difference {
    /// The output and its component.
    pub(crate) place: String,
    /// The value of the container's own program.
    pub(crate) expected: f32,
    /// The value of the translation.
    pub(crate) found: f32,
}

/// Returns the text of an assembly, which it has even if it is wrong.
pub(crate) fn text(compilation: &Compilation) -> String {
    let lines = compilation.assembly.iter().flatten();
    lines.map(|line| format!("{}\n", line.text)).collect()
}

impl Translated {
    /// Translates, assembles and links a container.
    ///
    /// # Errors
    ///
    /// If the compiler refuses it, or its assembly is wrong.
    pub(crate) fn new(bytes: &[u8], options: &Options) -> Result<Self, Failure> {
        let compilation = compile("shader.dxbc", bytes, options);
        if compilation.assembly.is_none() {
            let messages = compilation
                .diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.is_error());
            let messages = messages.map(|diagnostic| format!("{}: {}", diagnostic.code.name(), diagnostic.message));
            return Err(Failure::Refused(messages.collect()));
        }
        let text = text(&compilation);
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
        let output = match linked {
            Ok(linked) => linked.output,
            Err(errors) if errors.iter().all(is_of_descriptors) => return Err(Failure::TooLarge),
            Err(errors) => return Err(wrong(&errors)),
        };
        let program = Program::load(&output.shbin, ShaderChoice::Index(0));
        let source = Direct3dProgram::load(bytes);
        Ok(Self {
            source: source.map_err(|error| wrong(&error))?,
            compilation,
            program: program.map_err(|error| wrong(&error))?,
            shbin: output.shbin,
        })
    }

    /// Returns the words of the translation.
    pub(crate) fn words(&self) -> usize {
        self.shbin.program.code.len()
    }

    /// Returns the results of the container's own program: for each output, its name, and the words of its components.
    /// `None` if it does not end, or computes infinities.
    pub(crate) fn expected(&self, values: &Values) -> Option<Vec<Expected>> {
        let mut machine = Direct3d::new(&self.source);
        values.set_direct3d(&mut machine);
        let mut infinities = Infinities::default();
        let run = machine.run_with(BUDGET, &mut NoResources, &mut infinities);
        if run.is_err() || infinities.found {
            return None;
        }
        let ports = self.source.outputs().iter();
        let results = ports.filter_map(|port| {
            let components = machine.value(port)?;
            Some(Expected {
                name: port.name.clone(),
                index: port.index,
                mask: port.mask,
                kind: port.component_type,
                components,
            })
        });
        Some(results.collect())
    }

    /// Returns the differences between the results of both machines. `None` if the container's own program does not
    /// end, or a result is not a number of ordinary size.
    ///
    /// # Errors
    ///
    /// If the translation does not end.
    pub(crate) fn compare(&self, values: &Values, tolerance: f32) -> Result<Option<Vec<Difference>>, String> {
        let Some(expected) = self.expected(values) else {
            return Ok(None);
        };
        if expected.iter().any(|output| !output.is_ordinary()) {
            return Ok(None);
        }
        let found = self.found(values)?;
        let mut differences = Vec::new();
        for output in expected {
            let Some(components) = self.property(&output).and_then(|number| found.get(number)) else {
                continue;
            };
            for ((lane, bits), &found) in output.components().zip(components) {
                let expected = f32::from_bits(bits);
                if (expected - found).abs() > tolerance * expected.abs().max(1.0) || found.is_nan() {
                    differences.push(Difference {
                        place: format!("{}{}.{lane}", output.name, output.index),
                        expected,
                        found,
                    });
                }
            }
        }
        Ok(Some(differences))
    }

    /// Returns whether the results of the container's own program hardly change if its values do.
    pub(crate) fn is_stable(&self, values: &Values, random: &mut Random) -> bool {
        let Some(expected) = self.expected(values) else {
            return false;
        };
        (0..4).all(|_| {
            let shaken = self.expected(&values.shaken(random));
            shaken.is_some_and(|shaken| {
                let mut pairs = expected.iter().zip(&shaken);
                pairs.all(|(a, b)| a.is_near(b))
            })
        })
    }

    /// Returns the instructions that the container's own program and the translation execute.
    pub(crate) fn executed(&self, values: &Values) -> [u64; 2] {
        let mut source = Direct3d::new(&self.source);
        values.set_direct3d(&mut source);
        let mut translation = Machine::new(&self.program);
        self.set(values, &mut translation).unwrap();
        [
            source.run(BUDGET).unwrap().instructions,
            translation.run(BUDGET).unwrap().instructions,
        ]
    }

    /// Returns the numbers of temporaries and of uniforms, constants among them, that the translation has.
    pub(crate) fn registers(&self) -> [usize; 2] {
        let mut temporaries = 0_u16;
        for word in &self.shbin.program.code {
            if let Operation::Arithmetic {
                destination: Some(register),
                ..
            } = Instruction::decode(*word).operation
                && register.bank == Bank::Temporary
            {
                temporaries |= 1 << register.number;
            }
        }
        let shader = self.shbin.shaders.first().unwrap();
        let uniforms = shader.uniforms.iter();
        let uniforms =
            uniforms.filter(|uniform| uniform.register().is_some_and(|register| register.bank != Bank::Input));
        let count: usize = uniforms
            .map(|uniform| usize::from(uniform.last - uniform.first) + 1)
            .sum();
        [temporaries.count_ones() as usize, count + shader.constants.len()]
    }

    /// Returns the property that an output became.
    fn property(&self, output: &Expected) -> Option<u8> {
        let whole = format!("{}{}", output.name, output.index);
        let is_it = |name: &str| {
            name.eq_ignore_ascii_case(&whole) || output.index == 0 && name.eq_ignore_ascii_case(&output.name)
        };
        let mut outputs = self.compilation.outputs.iter();
        let mapping = outputs.find(|mapping| is_it(&mapping.name))?;
        Some(mapping.property.number)
    }

    /// Runs the translation.
    fn found(&self, values: &Values) -> Result<RunOutputs, String> {
        let mut machine = Machine::new(&self.program);
        self.set(values, &mut machine)?;
        machine.run(BUDGET).map_err(|fault| fault.to_string())?;
        Ok(RunOutputs::new(&self.shbin, &machine))
    }

    /// Sets the inputs and uniforms of the translation.
    fn set(&self, values: &Values, machine: &mut Machine) -> Result<(), String> {
        for (number, row) in &values.inputs {
            let register = u8::try_from(*number).ok().and_then(|n| Register::new(Bank::Input, n));
            let register = register.ok_or_else(|| format!("v{number} does not exist"))?;
            let kind = self.input_kind(*number);
            let row = row.map(|bits| number_of(bits, kind));
            machine
                .set(register, Value::Vector(row))
                .map_err(|error| error.to_string())?;
        }
        values.set_uniforms(&self.compilation.bindings, machine);
        Ok(())
    }

    pub(crate) fn input_kind(&self, number: u32) -> ComponentType {
        let mut inputs = self.source.inputs().iter();
        let input = inputs.find(|port| port.register.is_some_and(|register| register.number == number));
        input.map_or(ComponentType::FLOAT, |port| port.component_type)
    }
}

/// Returns whether the linker says that there are too many descriptors.
fn is_of_descriptors(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, Code::TooManyDescriptors | Code::TooManyMadDescriptors)
}

/// Detects infinities and NaN in a run, even if no output depends on them: the machines select values in different
/// ways, and the translation multiplies the other value by 0.
#[derive(Default)]
struct Infinities {
    found: bool,
}

impl Observer<Direct3dProgram> for Infinities {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &pica200_dxbc_machine::Executed<'_>) {
        // Other patterns of NaN are negative integers or booleans.
        let is_special = |bits: u32| matches!(bits & 0x7FFF_FFFF, 0x7F80_0000 | 0x7FC0_0000);
        for written in executed.written {
            let mut components = written.mask.components();
            self.found |= components.any(|component| is_special(written.value[component as usize]));
        }
    }
}

/// Returns the number that a 32-bit component encodes.
pub(crate) fn number_of(bits: u32, kind: ComponentType) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "tests use small integers")]
    match kind {
        ComponentType::INT => bits.cast_signed() as f32,
        ComponentType::UINT => bits as f32,
        _ => f32::from_bits(bits),
    }
}

/// An output of a container's own program after a run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expected {
    name: String,
    index: u32,
    mask: Mask,
    kind: ComponentType,
    /// In order, and zeros after them.
    components: [u32; 4],
}

impl Expected {
    fn components(&self) -> impl Iterator<Item = (char, u32)> {
        let kind = self.kind;
        let letters = self.mask.components().map(|component| component.letter());
        letters.zip(self.components.map(|bits| number_of(bits, kind).to_bits()))
    }

    /// Returns whether the same output of another run has nearly the same value.
    fn is_near(&self, other: &Self) -> bool {
        let mut pairs = self.components().zip(other.components());
        pairs.all(|((_, a), (_, b))| {
            let (a, b) = (f32::from_bits(a), f32::from_bits(b));
            (a - b).abs() <= 1e-4 * a.abs().max(1.0)
        })
    }

    /// Returns whether all components are finite and of a size that keeps its precision.
    fn is_ordinary(&self) -> bool {
        self.components().all(|(_, bits)| f32::from_bits(bits).abs() <= LARGEST)
    }
}

/// The outputs of a translation after a run: the property and the components of each.
struct RunOutputs(Vec<(u16, Vec<f32>)>);

impl RunOutputs {
    fn new(shbin: &Shbin, machine: &Machine) -> Self {
        let entries = shbin.shaders.first().into_iter().flat_map(|shader| &shader.outputs);
        let registers = machine.outputs();
        let outputs = entries.map(|entry| {
            let row = registers[usize::from(entry.register)];
            let components = (0..4).filter(|component| entry.mask >> component & 1 == 1);
            (
                entry.property,
                components.map(|component: usize| row[component]).collect(),
            )
        });
        Self(outputs.collect())
    }

    fn get(&self, number: u8) -> Option<&[f32]> {
        let mut outputs = self.0.iter();
        let found = outputs.find(|(property, _)| *property == u16::from(number));
        found.map(|(_, components)| components.as_slice())
    }
}
