//! Lowering of a validated module to the IR: functions are inlined, values are split into components.

mod access;
mod choice;
mod conversion;
mod element;
mod expression;
mod flags;
mod flow;
mod inputs;
mod integer;
mod integer_math;
mod inverse;
mod math;
mod matrix;
mod operator;
mod outputs;
mod procedure;
mod refuse;
mod register_output;
mod statement;
mod uniforms;
mod zeros;

use std::rc::Rc;

use ::naga::valid::{FunctionInfo, ModuleInfo};
use ::naga::{Expression, Function, GlobalVariable, Handle, Module, ScalarKind, Span};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Place};
use crate::expand::MathMode;
use crate::ir::{Builder, Operand, Program, TableId, VariableId};
use crate::names::Names;
use crate::options::Options;
use crate::source::Source;

use super::interface::{self, Entry, Interface};
use super::linkage::Linkage;
use super::numbers::Overrides;
use super::refused::{RefusedFunctions, Shader};
use super::shape::{MAX_LANES, Shape, Shapes, component_type};
use super::text::{Origins, Text};
use access::Path;
use refuse::UniqueDiagnostics;
use uniforms::Uniforms;

/// Maximum number of values and variables of a program, far above the needs of 512 instructions.
const MAX_VALUES: usize = 100_000;

/// Maximum number of calls nested.
const MAX_CALL_DEPTH: usize = 64;

/// Maximum number of statements nested.
const MAX_BLOCK_DEPTH: usize = 200;

/// The value of an expression.
#[derive(Clone, Debug)]
enum Content {
    /// The components of its value.
    Components(Rc<[Operand]>),
    /// A place in memory.
    Pointer(Path),
    /// The value at a place in a uniform. Uniforms do not change, so it is read where its components are used.
    Uniform(Path),
}

/// A local variable or a variable of the module, as variables of the IR.
#[derive(Debug)]
struct Memory {
    name: String,
    variables: Vec<VariableId>,
    /// Its components, if it has only one value where the current block reads it, and that consists of constants.
    constant: Option<Rc<[Operand]>>,
    /// How often it is stored to.
    stores: usize,
    /// For each component, whether a store was seen so far.
    is_written: Vec<bool>,
}

/// A component of an output; `None` if the program never writes it.
type OutputComponent = Option<Operand>;

/// An inlined function.
struct Frame<'m> {
    function: &'m Function,
    info: &'m FunctionInfo,
    values: FxHashMap<Handle<Expression>, Content>,
    locals: FxHashMap<Handle<::naga::LocalVariable>, usize>,
    arguments: Vec<Content>,
    /// The components of the result.
    result: Vec<VariableId>,
    /// The index in [`Lowering::jump_targets`] of the labelled block that a return leaves.
    region: Option<usize>,
    /// The number of statements around the current one.
    depth: usize,
    /// For expressions of the body of a loop that its end uses, the variables that hold their components.
    exports: FxHashMap<Handle<Expression>, Vec<VariableId>>,
}

/// A target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JumpTarget {
    Loop,
    /// The region that `continue` leaves.
    LoopIteration,
    Switch,
    Function,
}

pub(super) struct Lowering<'m> {
    module: &'m Module,
    info: &'m ModuleInfo,
    shapes: Shapes<'m>,
    text: &'m Text<'m>,
    linkage: &'m Linkage,
    refused: &'m RefusedFunctions,
    options: &'m Options,
    /// The values of overrides that the job gives.
    overrides: &'m Overrides,
    math_mode: MathMode,
    builder: Builder,
    names: Names,
    origins: Origins,
    diagnostics: UniqueDiagnostics,
    /// The reason why the GPU cannot compute some values.
    reasons: UniqueDiagnostics,
    notes: Vec<String>,
    place: Option<Place>,
    frames: Vec<Frame<'m>>,
    jump_targets: Vec<JumpTarget>,
    memories: Vec<Memory>,
    /// The indices in [`Lowering::memories`] of variables that became constants in the blocks that are open.
    constants_of_block: Vec<usize>,
    privates: FxHashMap<Handle<GlobalVariable>, usize>,
    uniforms: Uniforms,
    /// The values of constant expressions of the module.
    constants: FxHashMap<Handle<Expression>, Content>,
    tables: FxHashMap<Vec<u32>, TableId>,
    /// Variables that hold rows of matrices, with numbers of rows: equal numbers are components of one row.
    rows: FxHashMap<VariableId, u32>,
    /// True if the program became too large, and the rest is left out.
    is_full: bool,
    /// The number of values and variables of the programs before.
    finished: usize,
}

/// Translates an entry point of a module, if there is one, and the procedures that other objects call.
pub(super) fn lower<'m>(
    shader: Shader<'m>,
    linkage: &'m Linkage,
    text: &'m Text<'m>,
    options: &'m Options,
    overrides: &'m Overrides,
) -> (Source, Vec<Diagnostic>) {
    let Shader {
        module,
        info,
        interface,
        refused,
    } = shader;
    let mut lowering = Lowering {
        module,
        info,
        shapes: Shapes::new(module),
        text,
        linkage,
        refused,
        options,
        overrides,
        math_mode: MathMode {
            strict: options.strict_math,
            fast_round: options.fast_round,
        },
        builder: Builder::new(Program::default()),
        names: Names::default(),
        origins: Origins::default(),
        diagnostics: UniqueDiagnostics::default(),
        reasons: UniqueDiagnostics::default(),
        notes: Vec::new(),
        place: None,
        frames: Vec::new(),
        jump_targets: Vec::new(),
        memories: Vec::new(),
        constants_of_block: Vec::new(),
        privates: FxHashMap::default(),
        uniforms: Uniforms::default(),
        constants: FxHashMap::default(),
        tables: FxHashMap::default(),
        rows: FxHashMap::default(),
        is_full: false,
        finished: 0,
    };
    let entry = interface.and_then(|interface| {
        let function = match interface.entry {
            Entry::Point(index) => (&module.entry_points.get(index)?.function, info.get_entry_point(index)),
            Entry::Function(handle) => (&module.functions[handle], &info[handle]),
        };
        Some((interface, function))
    });
    let used = lowering.used_globals(entry.map(|(_, (_, info))| info));
    lowering.add_uniforms(&used);
    let mut programs = Vec::new();
    if let Some((interface, function)) = entry {
        lowering.add_privates(&used);
        lowering.entry_point(interface, function);
        programs.push(lowering.finished());
    }
    for (function, name) in &linkage.exports {
        lowering.add_privates(&used);
        lowering.procedure(*function, name);
        programs.push(lowering.finished());
    }
    lowering.finish(programs, entry.is_none())
}

impl<'m> Lowering<'m> {
    fn entry_point(&mut self, interface: &'m Interface, (function, info): (&'m Function, &'m FunctionInfo)) {
        if interface.outputs.is_empty() {
            self.report_with(
                Code::SourceInvalid,
                format!(
                    "the entry point `{}` has no result",
                    function.name.as_deref().unwrap_or("main")
                ),
                "return a position",
            );
        }
        let inputs = self.inputs(&interface.inputs);
        let mut arguments = vec![Content::Components(Rc::from([])); function.arguments.len()];
        for (input, components) in interface.inputs.iter().zip(inputs) {
            match input.place {
                interface::Place::Argument(index) => {
                    if let Some(argument) = arguments.get_mut(index) {
                        *argument = Content::Components(components.into());
                    }
                }
                interface::Place::Global(handle) => self.set_private(handle, &components),
                interface::Place::Result => {}
            }
        }
        let result = self.call(function, info, arguments);
        let mut parts = Vec::new();
        for output in &interface.outputs {
            let components = match output.place {
                interface::Place::Result => result.clone(),
                interface::Place::Global(handle) => self.private(handle),
                interface::Place::Argument(_) => Vec::new(),
            };
            let components: Vec<OutputComponent> = match output.place {
                interface::Place::Global(handle) => self.written(handle, components),
                _ => components.into_iter().map(Some).collect(),
            };
            let mut rest = components.as_slice();
            for part in &output.parts {
                let count = self.shapes.components(self.shapes.get(part.ty));
                let (components, behind) = rest.split_at_checked(count).unwrap_or_default();
                rest = behind;
                parts.push((part, components.to_vec()));
            }
        }
        self.outputs(&parts);
    }

    /// Initialises a private variable of the module.
    fn set_private(&mut self, handle: Handle<GlobalVariable>, components: &[Operand]) {
        let memory = self.privates.get(&handle).and_then(|memory| self.memories.get(*memory));
        let variables = memory.map(|memory| memory.variables.clone());
        for (variable, component) in variables.unwrap_or_default().into_iter().zip(components) {
            self.builder.set(variable, *component);
        }
    }

    /// Returns the components of an output variable, without those that the program never writes.
    fn written(&self, handle: Handle<GlobalVariable>, components: Vec<Operand>) -> Vec<OutputComponent> {
        let memory = self.privates.get(&handle).and_then(|memory| self.memories.get(*memory));
        let is_written =
            |component: usize| memory.is_some_and(|memory| memory.is_written.get(component) == Some(&true));
        let components = components.into_iter().enumerate();
        components
            .map(|(index, component)| is_written(index).then_some(component))
            .collect()
    }

    /// Returns the components of a private variable of the module, none if the program does not use it.
    fn private(&mut self, handle: Handle<GlobalVariable>) -> Vec<Operand> {
        let memory = self.privates.get(&handle).and_then(|memory| self.memories.get(*memory));
        let variables = memory.map(|memory| memory.variables.clone());
        variables
            .unwrap_or_default()
            .into_iter()
            .map(|id| self.builder.get(id))
            .collect()
    }

    /// Ends a program. The next one has the same uniforms and tables.
    fn finished(&mut self) -> Program {
        let program = std::mem::take(&mut self.builder).finish();
        self.finished += program.values.len().max(program.variables.len());
        self.builder = Builder::new(Program {
            uniforms: program.uniforms.clone(),
            tables: program.tables.clone(),
            ..Program::default()
        });
        self.memories.clear();
        self.constants_of_block.clear();
        self.privates.clear();
        self.constants.clear();
        self.rows.clear();
        program
    }

    fn finish(mut self, mut programs: Vec<Program>, is_library: bool) -> (Source, Vec<Diagnostic>) {
        let mut notes = self.notes;
        let tables = self.builder.program().tables.clone();
        for program in &mut programs {
            program.tables.clone_from(&tables);
        }
        notes.extend(flags::make(&mut programs, &self.uniforms.candidates));
        let main = usize::from(!is_library).min(programs.len());
        let exports = programs.split_off(main);
        let source = Source {
            program: programs.pop().unwrap_or_default(),
            exports,
            is_library,
            places: self.origins.places,
            reasons: self.reasons.into_iter().collect(),
            notes,
            ..Source::default()
        };
        (source, self.diagnostics.into_iter().collect())
    }

    /// Inlines a function. Returns the components of its result.
    fn call(&mut self, function: &'m Function, info: &'m FunctionInfo, arguments: Vec<Content>) -> Vec<Operand> {
        let shape = function.result.as_ref();
        let shape = shape.map_or(Shape::Opaque, |result| self.shapes.get(result.ty));
        if self.frames.len() >= MAX_CALL_DEPTH {
            self.report(
                Code::NestingTooDeep,
                format!("more than {MAX_CALL_DEPTH} calls are within one another"),
            );
            return self.zeros(shape).to_vec();
        }
        let result = self.variables("result", shape);
        let returns = flow::jumps(&function.body, flow::Exit::Return, true);
        self.frames.push(Frame {
            function,
            info,
            values: FxHashMap::default(),
            locals: FxHashMap::default(),
            arguments,
            result: result.clone(),
            region: returns.then_some(self.jump_targets.len()),
            depth: 0,
            exports: FxHashMap::default(),
        });
        if returns {
            self.builder.open();
            self.jump_targets.push(JumpTarget::Function);
        }
        self.add_locals(function);
        self.block(&function.body, statement::Tail::of_function());
        if returns {
            self.jump_targets.pop();
            let block = self.builder.close();
            self.builder.labelled(block);
        }
        self.frames.pop();
        result.iter().map(|id| self.builder.get(*id)).collect()
    }

    /// Variables for the components of a value.
    fn variables(&mut self, name: &str, shape: Shape) -> Vec<VariableId> {
        let components = self.shapes.components(shape);
        let count = self.finished + self.builder.program().variables.len();
        if components > MAX_LANES || count + components > MAX_VALUES {
            self.refuse_size(name);
            return Vec::new();
        }
        let kinds = self.shapes.kinds(shape);
        let of_kind = |kind: ScalarKind| self.builder.variable(name, component_type(kind));
        kinds.into_iter().map(of_kind).collect()
    }

    /// Adds a variable with an optional first value; otherwise it is zero.
    fn add_memory(&mut self, name: String, shape: Shape, first: Option<Rc<[Operand]>>, stores: usize) -> usize {
        let variables = self.variables(&name, shape);
        let first = match first {
            Some(first) => first,
            // It does not fit.
            None if variables.is_empty() => Rc::default(),
            None => self.zeros(shape),
        };
        for (variable, component) in variables.iter().zip(first.iter()) {
            self.builder.set(*variable, *component);
        }
        let is_constant = stores == 0 && !variables.is_empty() && self.are_literals(&first);
        self.memories.push(Memory {
            name,
            variables,
            constant: is_constant.then_some(first),
            stores,
            is_written: Vec::new(),
        });
        self.memories.len() - 1
    }

    fn add_privates(&mut self, used: &[(Handle<GlobalVariable>, &'m GlobalVariable)]) {
        for (handle, global) in used {
            if global.space != ::naga::AddressSpace::Private {
                continue;
            }
            let shape = self.shapes.get(global.ty);
            let first = global.init.map(|init| self.constant(init));
            let first = first.map(|content| self.components_of(&content));
            let name = global.name.clone().unwrap_or_default();
            self.at(self.module.global_variables.get_span(*handle));
            // Functions may store to it anywhere.
            let memory = self.add_memory(name, shape, first, usize::MAX);
            self.privates.insert(*handle, memory);
        }
    }

    fn add_locals(&mut self, function: &'m Function) {
        let stores = flow::count_stores(function);
        for (handle, local) in function.local_variables.iter() {
            self.at(function.local_variables.get_span(handle));
            let shape = self.shapes.get(local.ty);
            let first = local.init.map(|init| self.components(init));
            let name = local.name.clone().unwrap_or_default();
            let count = stores.get(&handle).copied().unwrap_or(0);
            let memory = self.add_memory(name, shape, first, count);
            if let Some(frame) = self.frames.last_mut() {
                frame.locals.insert(handle, memory);
            }
        }
    }

    /// Sets the source location to a span.
    fn at(&mut self, span: Span) {
        if let Some(place) = self.text.place(span) {
            self.place = Some(place);
            let origin = self.origins.intern(place);
            self.builder.at(origin);
        }
    }

    /// Restores an earlier source location.
    fn back_at(&mut self, place: Option<Place>) {
        self.place = place;
        if let Some(place) = place {
            let origin = self.origins.intern(place);
            self.builder.at(origin);
        }
    }
}
