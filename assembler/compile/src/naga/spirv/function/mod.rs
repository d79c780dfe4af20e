//! A function: its blocks, its values and where they are seen.

mod call;
mod composite;
mod endless;
mod extended;
mod flow;
mod global;
mod instruction;
mod integers;
mod memory;
mod operation;
mod repeat;
mod survey;
mod values;

use std::rc::Rc;

use ::naga::{
    Block, Expression, Function, FunctionArgument, FunctionResult, GlobalVariable, Handle, Literal, LocalVariable,
    Range, Span, Statement, TypeInner,
};
use ::spirv::{Op, StorageClass};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Reader;
use super::graph::{BlockId, Graph};
use super::module::FunctionBody;
use super::refusal;
use super::tree::Tree;
use super::types::Type;
use super::words::{Id, Instruction, Result};
use memory::{Pointer, Root};

/// Maximum number of expressions of all functions, far more than 512 instructions can compute.
const MAX_EXPRESSIONS: usize = 300_000;

/// Maximum number of instructions after inlining.
const MAX_INSTRUCTIONS: usize = 1_000_000;

/// Maximum number of calls nested.
const MAX_CALLS: usize = 100;

/// Maximum number of functions that an entry point calls.
const MAX_FUNCTIONS: usize = 1000;

/// The value of an id within a function.
#[derive(Clone, Debug)]
enum Value {
    Expression(Handle<Expression>),
    Pointer(Pointer),
    /// A texture, a sampler, or another value that the hardware cannot hold.
    Opaque,
}

#[derive(Clone, Debug)]
struct Definition {
    value: Value,
    ty: Id,
    block: BlockId,
}

/// A phi.
#[derive(Clone, Debug)]
struct Phi {
    id: Id,
    ty: Id,
    /// The incoming value for each predecessor.
    sources: Rc<FxHashMap<Id, Id>>,
    variable: Option<Handle<LocalVariable>>,
}

/// A function during its translation.
struct Body<'r, 'w> {
    reader: &'r mut Reader<'w>,
    graph: Graph,
    tree: Tree,
    function: Function,
    block: Block,
    span: Span,
    current: BlockId,
    values: FxHashMap<Id, Definition>,
    constants: FxHashMap<Id, Handle<Expression>>,
    globals: FxHashMap<Handle<GlobalVariable>, Handle<Expression>>,
    /// Variables for values that are computed in a loop and used after it.
    carried: FxHashMap<Id, Option<Handle<LocalVariable>>>,
    phis: Vec<Vec<Phi>>,
    breakables: Vec<flow::Breakable>,
    /// Branches out of loops whose phis have their constant values before the loop begins.
    early: FxHashSet<(BlockId, BlockId)>,
    /// Counters that only end loops which would not end otherwise.
    endless: FxHashSet<Id>,
}

impl Reader<'_> {
    /// Translates a function and all that it calls.
    pub(super) fn translate(&mut self, entry: Id) -> Result<Handle<Function>> {
        let mut order = Vec::new();
        let (mut done, mut open) = (FxHashSet::default(), FxHashSet::default());
        let mut waiting = vec![(entry, false)];
        while let Some((id, is_done)) = waiting.pop() {
            if is_done {
                open.remove(&id);
                done.insert(id);
                order.push(id);
                continue;
            }
            if done.contains(&id) {
                continue;
            }
            let Some(body) = self.functions.get(&id).cloned() else {
                continue;
            };
            open.insert(id);
            if done.len() + open.len() > MAX_FUNCTIONS {
                let first = self.words.get(body.instructions.start);
                let message = format!("the shader calls more than {MAX_FUNCTIONS} functions");
                return Err(error(first, message));
            }
            waiting.push((id, true));
            for instruction in self.words.range(body.instructions) {
                if instruction.op == Some(Op::FunctionCall) {
                    let called = instruction.operand(2)?;
                    if open.contains(&called) {
                        let message = format!("{} calls itself", self.shown(called));
                        return Err(instruction.error(message));
                    }
                    waiting.push((called, false));
                }
            }
        }
        self.check_calls(&order)?;
        let mut last = None;
        for id in order {
            let handle = self.function(id)?;
            self.translated.insert(id, handle);
            last = Some(handle);
        }
        last.ok_or_else(|| {
            let name = self.shown(entry);
            error(None, format!("the function {name} of the entry point does not exist"))
        })
    }

    /// Refuses functions with too many instructions after inlining, or nested too deeply. Callees precede their
    /// callers.
    fn check_calls(&self, order: &[Id]) -> Result<()> {
        let mut known: FxHashMap<Id, (usize, usize)> = FxHashMap::default();
        for id in order {
            let Some(body) = self.functions.get(id) else {
                continue;
            };
            let (mut size, mut depth) = (body.instructions.len(), 1);
            for instruction in self.words.range(body.instructions.clone()) {
                if instruction.op != Some(Op::FunctionCall) {
                    continue;
                }
                let called = known.get(&instruction.operand(2)?);
                let (inner, below) = called.copied().unwrap_or_default();
                size = size.saturating_add(inner);
                depth = depth.max(below + 1);
                if size > MAX_INSTRUCTIONS || depth > MAX_CALLS {
                    let what = if depth > MAX_CALLS {
                        format!("more than {MAX_CALLS} calls are within one another")
                    } else {
                        format!("after inlining, the shader has more than {MAX_INSTRUCTIONS} instructions")
                    };
                    return Err(instruction.error(what));
                }
            }
            known.insert(*id, (size, depth));
        }
        Ok(())
    }

    fn function(&mut self, id: Id) -> Result<Handle<Function>> {
        let Some(source) = self.functions.get(&id).cloned() else {
            return Err(error(None, format!("{} is not a function", self.shown(id))));
        };
        let first = self.words.get(source.instructions.start);
        let Some(first) = first.filter(|_| !source.instructions.is_empty()) else {
            return Err(error(first, format!("{} has no body", self.shown(id))));
        };
        let graph = Graph::new(self.words, source.instructions.clone(), &first)?;
        let tree = Tree::new(&graph).map_err(|block| {
            let message = "conditions and loops are nested too deeply here";
            let mut diagnostic = graph.error(self.words, block, message);
            diagnostic.code = pica200_diagnostics::Code::NestingTooDeep;
            diagnostic
        })?;
        let function = Function {
            name: self.names.get(&id).cloned(),
            ..Function::default()
        };
        let mut body = Body {
            reader: self,
            function,
            block: Block::new(),
            span: source.span,
            current: 0,
            values: FxHashMap::default(),
            constants: FxHashMap::default(),
            globals: FxHashMap::default(),
            carried: FxHashMap::default(),
            phis: Vec::new(),
            breakables: Vec::new(),
            early: FxHashSet::default(),
            endless: FxHashSet::default(),
            graph,
            tree,
        };
        body.signature(&source)?;
        body.survey()?;
        let steps = std::mem::take(&mut body.tree.steps);
        body.steps(&steps, None)?;
        let Body {
            mut function,
            block,
            reader,
            ..
        } = body;
        function.body = block;
        Ok(reader.module.functions.append(function, source.span))
    }
}

fn error(instruction: Option<Instruction<'_>>, message: String) -> crate::diagnostic::Diagnostic {
    match instruction {
        Some(instruction) => instruction.error(message),
        None => {
            let code = pica200_diagnostics::Code::SourceInvalid;
            crate::diagnostic::diagnose(code, None, message)
        }
    }
}

/// Returns the address space of naga for variables of a class that the hardware has.
pub(super) const fn space(class: StorageClass) -> Option<::naga::AddressSpace> {
    match class {
        StorageClass::Function => Some(::naga::AddressSpace::Function),
        StorageClass::Private | StorageClass::Input | StorageClass::Output => Some(::naga::AddressSpace::Private),
        // OpenGL has uniforms outside of blocks.
        StorageClass::Uniform | StorageClass::UniformConstant => Some(::naga::AddressSpace::Uniform),
        StorageClass::PushConstant => Some(::naga::AddressSpace::Immediate),
        _ => None,
    }
}

impl Body<'_, '_> {
    /// Adds the parameters and the result. Parameters that the hardware cannot pass are left out.
    fn signature(&mut self, source: &FunctionBody) -> Result<()> {
        if self.reader.types.ty(source.result) != Some(&Type::Void) {
            let ty = self.reader.types.naga(source.result);
            self.function.result = ty.map(|ty| FunctionResult { ty, binding: None });
        }
        for (id, ty) in &source.parameters {
            let number = u32::try_from(self.function.arguments.len()).unwrap_or(u32::MAX);
            let argument = self.parameter(*ty);
            let value = match argument {
                None => Value::Opaque,
                Some(argument) => {
                    let expression = Expression::FunctionArgument(number);
                    let handle = self.constant_expression(expression);
                    self.function.arguments.push(FunctionArgument {
                        name: self.reader.names.get(id).cloned(),
                        ty: argument,
                        binding: None,
                    });
                    match self.reader.types.pointer(*ty) {
                        Some((class, pointee)) => {
                            let is_value = !is_memory(class);
                            let root = if is_value {
                                Root::Value(handle)
                            } else {
                                Root::Pointer(handle)
                            };
                            Value::Pointer(Pointer::to(root, pointee))
                        }
                        None => Value::Expression(handle),
                    }
                }
            };
            let defined = Definition {
                value,
                ty: *ty,
                block: 0,
            };
            self.values.insert(*id, defined);
        }
        Ok(())
    }

    /// Returns the type of naga for a parameter. Uniforms are passed as values.
    fn parameter(&mut self, ty: Id) -> Option<Handle<::naga::Type>> {
        let Some((class, pointee)) = self.reader.types.pointer(ty) else {
            return self.reader.types.naga(ty);
        };
        let base = self.reader.types.naga(pointee)?;
        let space = space(class)?;
        if !is_memory(class) {
            return Some(base);
        }
        let pointer = TypeInner::Pointer { base, space };
        Some(self.reader.add_type(None, pointer, Span::UNDEFINED))
    }

    /// Adds a variable.
    fn variable(&mut self, ty: Handle<::naga::Type>, name: Option<String>) -> Handle<LocalVariable> {
        let variable = LocalVariable { name, ty, init: None };
        self.function.local_variables.append(variable, self.span)
    }

    /// Adds an expression that has its value everywhere.
    fn constant_expression(&mut self, expression: Expression) -> Handle<Expression> {
        self.function.expressions.append(expression, self.span)
    }

    /// Adds an expression that has its value from here on.
    fn emit(&mut self, expression: Expression) -> Handle<Expression> {
        self.reader.expressions += 1;
        let handle = self.function.expressions.append(expression, self.span);
        let mut first = handle;
        if let Some(Statement::Emit(range)) = self.block.last()
            && let Some((start, end)) = range.first_and_last()
            && end.index() + 1 == handle.index()
        {
            first = start;
        }
        let range = Range::new_from_bounds(first, handle);
        match self.block.last_mut() {
            Some(Statement::Emit(last)) if first != handle => *last = range,
            _ => self.block.push(Statement::Emit(range), self.span),
        }
        handle
    }

    fn push(&mut self, statement: Statement) {
        self.block.push(statement, self.span);
    }

    /// Adds statements to a new block.
    fn nested(&mut self, add: impl FnOnce(&mut Self) -> Result<()>) -> Result<Block> {
        let outer = std::mem::take(&mut self.block);
        let result = add(self);
        let inner = std::mem::replace(&mut self.block, outer);
        result.map(|()| inner)
    }

    fn literal(&mut self, literal: Literal) -> Handle<Expression> {
        self.constant_expression(Expression::Literal(literal))
    }

    /// Returns a pointer to a variable.
    fn local(&mut self, variable: Handle<LocalVariable>) -> Handle<Expression> {
        self.constant_expression(Expression::LocalVariable(variable))
    }

    fn load(&mut self, variable: Handle<LocalVariable>) -> Handle<Expression> {
        let pointer = self.local(variable);
        self.emit(Expression::Load { pointer })
    }

    fn store(&mut self, variable: Handle<LocalVariable>, value: Handle<Expression>) {
        let pointer = self.local(variable);
        self.push(Statement::Store { pointer, value });
    }
}

/// Returns whether variables of a class can change while the shader runs.
const fn is_memory(class: StorageClass) -> bool {
    !matches!(
        class,
        StorageClass::Uniform | StorageClass::UniformConstant | StorageClass::PushConstant
    )
}
