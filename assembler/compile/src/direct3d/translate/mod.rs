//! Instructions to operations of the IR.
//!
//! A component of a register is up to three variables, one for each view. An assignment sets the variables of all views
//! that the value has; a read takes the variable of the view that it needs. During the walk over the program, a state
//! tracks the views of each component. At the head of a loop the state depends on the end of its body, so programs with
//! loops are walked until the states of all heads are stable; the last walk gives the result.

mod bits;
mod destination;
mod float;
mod flow;
mod integer;
mod source;
mod value;

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Instruction, Opcode, Program, RegisterKind};

use crate::expand::MathMode;
use crate::ir::{self, Builder, Operand, Origin, UniformId, VariableId};
use crate::names::Names;
use crate::options::Options;

use super::inputs::Inputs;
use super::outputs::Output;
use super::refuse::MAX_OPERATIONS;
use super::registers::{Register, Registers};
use super::report::{Report, named};
use super::tree::Tree;
use super::uniforms::Uniforms;
use super::views::{ByView, View, Views};
use destination::ComponentValue;
use flow::Scope;

/// Maximum number of walks over a program with loops. Each removes views from a component, so few programs need more
/// than three.
const MAX_WALKS: usize = 16;

/// The parts of a program.
pub(super) struct Parts<'p> {
    pub(super) program: &'p Program,
    pub(super) tree: &'p Tree,
    pub(super) registers: &'p Registers,
    pub(super) inputs: &'p Inputs<'p>,
    pub(super) uniforms: &'p Uniforms<'p>,
    pub(super) outputs: &'p [Output],
    pub(super) options: &'p Options,
}

/// The views of all components at a program point; `None` if it is unreachable.
type State = Option<Vec<Views>>;

/// Returns the IR program. Reports unsupported instructions; the result is then meaningless.
pub(super) fn translate(parts: &Parts<'_>, names: &mut Names, report: &mut Report) -> ir::Program {
    let mut heads = vec![None; parts.tree.loops];
    let found = report.diagnostics.len();
    for _ in 0..MAX_WALKS {
        report.diagnostics.truncate(found);
        report.reasons.clear();
        let tables = Tables::new(parts.program);
        let mut walk = Walk::new(parts, &mut heads, tables, report);
        walk.whole();
        if walk.is_too_long() {
            report.diagnostics.truncate(found);
            let message = format!("the shader becomes more than {MAX_OPERATIONS} operations");
            report.whole(
                Code::CodeTooLong,
                message,
                "the hardware limit is 512 instructions: split the shader",
            );
            return ir::Program::default();
        }
        let (is_settled, has_integers) = (walk.is_settled, walk.has_integers);
        let program = walk.finish(names);
        if is_settled {
            if has_integers {
                let note = "integers are floats: the console is exact up to 131072 in magnitude";
                report.notes.push(note.to_owned());
            }
            return program;
        }
    }
    let message = format!("the types of registers are not known after {MAX_WALKS} walks over the loops of the shader");
    report.whole(Code::NestingTooDeep, message, "nest fewer loops");
    ir::Program::default()
}

/// Arrays of constants, as which a walk asks for them.
#[derive(Default)]
struct Tables<'p> {
    /// The immediate constant buffer.
    immediate: &'p [[u32; 4]],
    /// The requested tables: names, and the bits as a view.
    made: Vec<(TableKey, Vec<[f32; 4]>)>,
}

/// A table, with the view that it has.
type TableKey = (Option<u32>, View);

impl<'p> Tables<'p> {
    fn new(program: &'p Program) -> Self {
        let mut buffers = program.instructions.iter();
        Self {
            immediate: buffers
                .find_map(Instruction::immediate_constant_buffer)
                .unwrap_or_default(),
            made: Vec::new(),
        }
    }
}

/// One walk over a program.
struct Walk<'w> {
    parts: &'w Parts<'w>,
    builder: Builder,
    report: &'w mut Report,
    /// The index of the instruction that is translated.
    at: usize,
    state: State,
    /// The view of each component that is part of an output.
    outputs: Vec<Option<View>>,
    /// The index of the last instruction that has set each component.
    writers: Vec<Option<usize>>,
    /// The variables of each component, by view.
    variables: Vec<ByView<Option<VariableId>>>,
    /// The states at the heads of loops, from the last walk.
    heads: &'w mut [State],
    /// True if no head has changed.
    is_settled: bool,
    scopes: Vec<Scope>,
    tables: Tables<'w>,
    /// True if a warning about integers was given.
    has_warned_of_range: bool,
    /// The uniforms whose indices were warned of.
    warned_of: Vec<UniformId>,
    /// True if integers are read that are not literals.
    has_integers: bool,
}

impl<'w> Walk<'w> {
    fn new(parts: &'w Parts<'w>, heads: &'w mut [State], tables: Tables<'w>, report: &'w mut Report) -> Self {
        let program = ir::Program {
            inputs: parts.inputs.list.clone(),
            uniforms: parts.uniforms.list.clone(),
            ..ir::Program::default()
        };
        Self {
            parts,
            builder: Builder::new(program),
            report,
            at: 0,
            state: Some(vec![Views::ALL; parts.registers.components()]),
            outputs: views_of_outputs(parts),
            writers: vec![None; parts.registers.components()],
            variables: vec![[None; 4]; parts.registers.components()],
            heads,
            is_settled: true,
            scopes: Vec::new(),
            tables,
            has_warned_of_range: false,
            warned_of: Vec::new(),
            has_integers: false,
        }
    }

    /// Translates the whole program.
    fn whole(&mut self) {
        let parts = self.parts;
        self.function(&parts.tree.nodes);
        let (added, others): (Vec<_>, Vec<_>) = parts.outputs.iter().partition(|output| output.is_added);
        let mut outputs: Vec<_> = others.into_iter().map(|output| self.output(output)).collect();
        for output in added {
            let summand = self.output(output);
            let known = outputs.iter_mut();
            let whole = known.into_iter().find(|known| known.property == summand.property);
            match whole {
                Some(whole) => self.add(&summand, whole),
                None => outputs.push(summand),
            }
        }
        self.builder.program().outputs = outputs;
    }

    /// Adds the components of an output to another one. Alpha stays.
    fn add(&mut self, summand: &ir::Output, whole: &mut ir::Output) {
        let count = match whole.property.name {
            "color" => 3,
            _ => whole.components.len(),
        };
        let components = whole.components.iter_mut().take(count);
        for (component, more) in components.zip(&summand.components) {
            *component = self.builder.add(*component, *more);
        }
    }

    /// Returns the program, with the tables that it asked for.
    fn finish(self, names: &mut Names) -> ir::Program {
        let mut program = self.builder.finish();
        if self.is_settled {
            for ((array, _), rows) in self.tables.made {
                let name = match array {
                    Some(number) => format!("table{number}"),
                    None => "table".to_owned(),
                };
                program.tables.push(ir::Table {
                    name: names.add(&name),
                    rows,
                });
            }
        }
        program
    }

    /// Returns an output at the end of the program.
    fn output(&mut self, output: &Output) -> ir::Output {
        let register = Register::Output(output.register);
        let mut components = Vec::new();
        for (number, component) in output.components.iter().enumerate() {
            let default = if number == 3 { 1.0 } else { 0.0 };
            let lane = component.and_then(|component| self.parts.registers.component(register, component));
            components.push(match lane {
                Some(lane) => self.output_component(lane, output.view),
                None => self.builder.literal(default),
            });
        }
        if self.parts.options.fix_depth
            && output.property.name == "position"
            && let [_, _, z, w] = components.as_mut_slice()
        {
            *z = self.builder.subtract(*z, *w);
        }
        ir::Output {
            name: output.name.clone(),
            property: output.property,
            components,
        }
    }

    fn output_component(&mut self, component: usize, view: View) -> Operand {
        let views = self.views(component);
        if !views.contains(view.alone()) {
            let message = format!(
                "the output `{}` has to be {} at the end of the shader, but it is {}",
                self.parts.registers.name(component),
                view.alone().name(),
                views.name()
            );
            let help = "convert what is written to it, as in `(float)n`";
            match self.writers.get(component).copied().flatten() {
                Some(at) => self.report.add(at, Code::BitsReinterpreted, &message, help),
                None => self.report.whole(Code::BitsReinterpreted, message, help),
            }
        }
        let variable = self.variable(component, view);
        self.builder.get(variable)
    }

    /// Returns whether there are so many operations that the GPU cannot hold them.
    fn is_too_long(&mut self) -> bool {
        self.builder.program().values.len() > MAX_OPERATIONS
    }

    /// Reports an error about the current instruction.
    fn error(&mut self, code: Code, message: &str, help: &str) {
        self.report.add(self.at, code, message, help);
    }

    /// Returns the name of the current instruction.
    fn name(&self) -> String {
        let instruction = self.parts.program.instructions.get(self.at);
        instruction.map(named).unwrap_or_default()
    }

    /// Goes to the instruction at an index.
    fn go(&mut self, at: usize) -> Option<&'w Instruction> {
        self.at = at;
        self.builder.at(Origin::from_index(at));
        self.parts.program.instructions.get(at)
    }

    /// Returns the views of a component here.
    fn views(&self, component: usize) -> Views {
        let views = self.state.as_ref().and_then(|state| state.get(component));
        views.copied().unwrap_or(Views::ALL)
    }

    /// Returns the variable of a view of a component.
    fn variable(&mut self, component: usize, view: View) -> VariableId {
        let known = self.variables.get(component).and_then(|views| views[view as usize]);
        known.unwrap_or_else(|| {
            let variable = self.builder.variable(self.parts.registers.name(component), view.kind());
            if let Some(views) = self.variables.get_mut(component) {
                views[view as usize] = Some(variable);
            }
            variable
        })
    }

    fn math_mode(&self) -> MathMode {
        MathMode {
            strict: self.parts.options.strict_math,
            fast_round: self.parts.options.fast_round,
        }
    }

    /// Translates an instruction that computes something.
    fn code(&mut self, at: usize) {
        let Some(instruction) = self.go(at) else {
            return;
        };
        let (destinations, sources) = instruction.destinations_and_sources();
        let Some(info) = instruction.info() else {
            return;
        };
        if (info.destinations(), info.sources()) != (destinations.len(), sources.len()) {
            let message = format!("{} has not as many operands as it needs", self.name());
            return self.error(Code::DamagedFile, &message, "compile the shader again");
        }
        let fetched: Vec<_> = sources.iter().map(|source| self.fetch(source)).collect();
        let results = match instruction.opcode() {
            Opcode::MOV | Opcode::MOVC | Opcode::SWAPC => self.moves(instruction, &fetched),
            opcode if float::is_float(opcode) => self.floats(instruction, &fetched),
            opcode if integer::is_integer(opcode) => self.integers(instruction, &fetched),
            opcode if bits::is_bits(opcode) => self.bits(instruction, &fetched),
            // The check has refused it.
            _ => Vec::new(),
        };
        for (number, destination) in destinations.iter().enumerate() {
            if destination.kind() != RegisterKind::NULL {
                let components = results.get(number).copied().unwrap_or([ComponentValue::UNKNOWN; 4]);
                self.assign(destination, &components);
            }
        }
    }
}

/// Returns the view of each component that is part of an output.
fn views_of_outputs(parts: &Parts<'_>) -> Vec<Option<View>> {
    let mut views = vec![None; parts.registers.components()];
    for output in parts.outputs {
        let register = Register::Output(output.register);
        for component in output.components.iter().flatten() {
            let lane = parts.registers.component(register, *component);
            if let Some(view) = lane.and_then(|lane| views.get_mut(lane)) {
                *view = Some(output.view);
            }
        }
    }
    views
}
