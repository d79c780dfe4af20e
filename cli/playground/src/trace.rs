//! Instruction traces.

use indexmap::IndexMap;
use pica200::shader::listing::{Listing, addresses};
use pica200::shader::numbers::{Number, numbers};
use pica200::shader::outputs::NamedOutput;
use pica200::testing::outputs::named;
use pica200_machine::{Effect, Executed, Fault, FaultKind, Machine, Observer, Program, ShaderChoice};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::answer::RequestError;
use crate::loaded_file::LoadedFile;
use crate::values::{PageValue, of_input, of_uniform};

/// Maximum number of steps of a trace: some megabytes of JSON.
const MAX_STEPS: u64 = 20_000;

/// A request to run a shader for a vertex.
#[derive(Deserialize, Debug)]
pub(crate) struct Request {
    entry: Option<String>,
    index: Option<usize>,
    #[serde(default)]
    inputs: IndexMap<String, Json>,
    #[serde(default)]
    uniforms: IndexMap<String, Json>,
}

/// The answer about a run, described at [`crate::Playground::trace`].
#[derive(Serialize, Debug)]
pub(crate) struct Answer {
    steps: Vec<Step>,
    outputs: Vec<Output>,
    instructions: u64,
    is_limited: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Failure>,
}

/// An executed instruction.
#[derive(Serialize, Debug)]
struct Step {
    address: u16,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    next: u16,
    operands: Vec<Vec<Number>>,
    changes: Vec<Change>,
}

/// A register written by an instruction.
#[derive(Serialize, Debug)]
struct Change {
    register: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<String>,
    value: PageValue,
}

/// An output.
#[derive(Serialize, Debug)]
struct Output {
    name: String,
    register: String,
    components: String,
    value: Vec<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertex: Option<usize>,
}

/// The fault that stopped a run.
#[derive(Serialize, Debug)]
struct Failure {
    message: String,
    address: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    procedure: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// Runs a shader.
pub(crate) fn trace(subject: &LoadedFile, request: &Request) -> Result<Answer, RequestError> {
    let choice = match &request.entry {
        Some(entry) => ShaderChoice::Entry(entry),
        None => ShaderChoice::Index(request.index.unwrap_or(0)),
    };
    let shbin = subject.shbin()?;
    let program = subject.program(&shbin, choice)?;
    let mut machine = Machine::new(&program);
    let inputs = request.inputs.iter();
    let inputs = inputs.map(|(name, value)| of_input(&program, name, value));
    let uniforms = request.uniforms.iter();
    let uniforms = uniforms.map(|(name, value)| of_uniform(&program, name, value));
    for values in inputs.chain(uniforms) {
        for (register, value) in values? {
            let set = machine.set(register, value);
            set.map_err(|error| RequestError::new(error.to_string()))?;
        }
    }
    let listing = Listing::new(&shbin, &program);
    let mut recorder = Recorder {
        listing: &listing,
        steps: Vec::new(),
        vertices: 0,
    };
    let ended = machine.run_observed(MAX_STEPS, &mut recorder);
    let fault = ended.as_ref().err();
    Ok(Answer {
        steps: recorder.steps,
        outputs: outputs(&machine),
        instructions: match &ended {
            Ok(run) => run.instructions,
            Err(fault) => fault.instructions,
        },
        is_limited: fault.is_some_and(|fault| matches!(fault.kind, FaultKind::BudgetUsedUp { .. })),
        fault: fault.map(Failure::of),
    })
}

/// Returns the outputs of a vertex shader, or the outputs of each vertex that a geometry shader emitted.
fn outputs(machine: &Machine) -> Vec<Output> {
    let program = machine.program();
    let table = program.outputs();
    let output = |of: NamedOutput, vertex| Output {
        name: of.property,
        register: of.register,
        components: of.components,
        value: of.value,
        vertex,
    };
    if !program.is_geometry() {
        let all = named(table, &machine.outputs());
        return all.into_iter().map(|of| output(of, None)).collect();
    }
    let vertices = machine.emitted().vertices.iter().enumerate();
    let all = vertices.flat_map(|(number, vertex)| {
        let all = named(table, vertex).into_iter();
        all.map(move |of| (of, number))
    });
    all.map(|(of, number)| output(of, Some(number))).collect()
}

/// Records the steps of a run.
struct Recorder<'l> {
    listing: &'l Listing,
    steps: Vec<Step>,
    /// The number of emitted vertices.
    vertices: u32,
}

impl Observer<Program> for Recorder<'_> {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        let word = usize::from(executed.word);
        let text = self.listing.instructions.get(word).cloned();
        let source = self.listing.word(executed.word);
        let source = source.and_then(|word| word.source.clone());
        let (file, line) = source.filter(|(_, line)| *line > 0).unzip();
        let changes = self.change(executed.written).into_iter().collect();
        self.steps.push(Step {
            address: executed.word,
            text: text.unwrap_or_default(),
            file,
            line,
            next: executed.next,
            operands: executed.operands.iter().copied().map(numbers).collect(),
            changes,
        });
    }
}

impl Recorder<'_> {
    fn change(&mut self, written: Effect) -> Option<Change> {
        let change = |register: &str, value| Change {
            register: register.to_owned(),
            components: None,
            value,
        };
        Some(match written {
            Effect::Nothing => return None,
            Effect::Vector { register, mask, value } => Change {
                register: register.to_string(),
                components: Some(mask.to_string()),
                value: PageValue::Numbers(numbers(value)),
            },
            Effect::Address { mask, value } => Change {
                register: "a0".to_owned(),
                components: Some(addresses(mask, value).map(|(letter, _)| letter).collect()),
                value: PageValue::Numbers(value.map(Number::from).to_vec()),
            },
            Effect::Flags(flags) => change("cmp", PageValue::Booleans(flags.to_vec())),
            Effect::LoopCounter(value) => change("aL", PageValue::Numbers(vec![Number::from(value)])),
            Effect::Emission {
                slot,
                primitive,
                invert,
            } => {
                let numbers = [slot, primitive.into(), invert.into()];
                let numbers = numbers.map(|number| Number::from(u32::from(number)));
                change("setemit", PageValue::Numbers(numbers.to_vec()))
            }
            Effect::Vertex => {
                self.vertices += 1;
                change("emit", PageValue::Numbers(vec![Number::from(self.vertices)]))
            }
        })
    }
}

impl Failure {
    fn of(fault: &Fault) -> Self {
        let (file, line) = fault.location.source.clone().unzip();
        Self {
            message: fault.to_string(),
            address: fault.location.word,
            procedure: fault.location.procedure.clone(),
            file,
            line,
        }
    }
}
