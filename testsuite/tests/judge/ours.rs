//! Shaders built by the toolchain: compiled, assembled, linked, and run on the machine model.

use pica200_asm::{AssemblyOptions, assemble};
use pica200_compile::{Language, Options, OutputMapping, compile};
use pica200_diagnostics::Code;
use pica200_link::{Input, LinkOptions, link};
use pica200_machine::{Machine, Program, ShaderChoice};
use pica200_objfmt::isa::limits::VERTEX_CODE_WORDS;
use pica200_objfmt::isa::property::{self, Property};

/// Maximum number of instructions of a run.
const BUDGET: u64 = 100_000;

/// A shader that is ready to run.
pub(crate) struct Translation {
    pub(crate) program: Program,
    /// The outputs by their names in the source, with their properties.
    pub(crate) outputs: Vec<OutputMapping>,
    /// The assembly.
    pub(crate) text: String,
}

/// The reason why a shader does not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The compiler rejects it, with these errors.
    Refused(Vec<String>),
    /// The assembly exceeds the hardware limits.
    TooLarge,
    /// The assembly has errors, which is a compiler bug.
    Assembly(String),
}

impl Translation {
    /// Compiles, assembles and links a shader.
    pub(crate) fn new(language: Language, bytes: &[u8], options: &Options) -> Result<Self, Failure> {
        let options = Options {
            language: Some(language),
            ..options.clone()
        };
        let compilation = compile("shader", bytes, &options);
        let Some(lines) = compilation.assembly else {
            let errors = compilation.diagnostics.iter().filter(|found| found.is_error());
            let errors = errors.map(|found| format!("{}: {}", found.code.name(), found.message));
            return Err(Failure::Refused(errors.collect()));
        };
        let text: String = lines.iter().map(|line| line.text.clone() + "\n").collect();
        let program = load(&text)?;
        Ok(Self {
            program,
            outputs: compilation.outputs,
            text,
        })
    }

    /// Runs the program on a machine with inputs and uniforms set. Returns the components of an output register for
    /// each property.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<Vec<(&'static Property, Vec<f32>)>, String> {
        machine.run(BUDGET).map_err(|fault| fault.to_string())?;
        let registers = machine.outputs();
        let mut outputs = Vec::new();
        for entry in self.program.outputs() {
            let number = u8::try_from(entry.property).unwrap_or(u8::MAX);
            let Some(property) = property::by_number(number) else {
                continue;
            };
            let row = registers[usize::from(entry.register)];
            let components = (0..4).filter(|component| entry.mask >> component & 1 == 1);
            let components = components.map(|component: usize| row[component]);
            outputs.push((property, components.collect()));
        }
        Ok(outputs)
    }
}

/// Assembles and links the compiler output.
fn load(text: &str) -> Result<Program, Failure> {
    let assembled = assemble("shader.vsh", text.as_bytes(), &AssemblyOptions::default());
    let Some(object) = assembled.object else {
        let diagnostics = &assembled.diagnostics;
        return Err(Failure::Assembly(format!("{diagnostics:#?}\n{text}")));
    };
    let name = "shader.vsh".to_owned();
    let linked = link(&[Input { name, object }], &LinkOptions::default());
    let is_of_size = |error: &pica200_diagnostics::Diagnostic| {
        matches!(error.code, Code::TooManyDescriptors | Code::TooManyMadDescriptors)
    };
    let output = match linked {
        Ok(linked) => linked.output,
        Err(errors) if errors.iter().all(is_of_size) => return Err(Failure::TooLarge),
        Err(errors) => return Err(Failure::Assembly(format!("{errors:#?}\n{text}"))),
    };
    if output.shbin.program.code.len() > VERTEX_CODE_WORDS {
        return Err(Failure::TooLarge);
    }
    let program = Program::load(&output.shbin, ShaderChoice::Index(0));
    program.map_err(|error| Failure::Assembly(format!("{error}\n{text}")))
}
