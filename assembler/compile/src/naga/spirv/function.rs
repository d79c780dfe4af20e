//! A function: its blocks, its values and where they are seen.

mod bits;
mod composite;
mod endless;
mod extended;
mod flow;
mod instruction;
mod memory;

use ::naga::{
    Block, Expression, Function, FunctionArgument, FunctionResult, GlobalVariable, Handle, Literal,
    LocalVariable, Range, ScalarKind, Span, Statement, TypeInner,
};
use ::spirv::{Op, StorageClass};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Reader;
use super::graph::{BlockId, Graph};
use super::module::FunctionBody;
use super::refusal::{self, Why};
use super::tree::Tree;
use super::types::Type;
use super::words::{Id, Instruction, Result};
use memory::{Pointer, Root};

/// The most expressions of all functions, far more than 512 instructions can compute.
const MAX_EXPRESSIONS: usize = 300_000;

/// The most functions that an entry point calls.
const MAX_FUNCTIONS: usize = 1000;

/// What an id is within a function.
#[derive(Clone, Debug)]
enum Value {
    Expression(Handle<Expression>),
    Pointer(Pointer),
    /// A texture, a sampler, or another value that the hardware cannot hold.
    Opaque,
}

#[derive(Clone, Debug)]
struct Defined {
    value: Value,
    ty: Id,
    block: BlockId,
}

/// A value that depends on the block from which control comes.
#[derive(Clone, Debug)]
struct Phi {
    id: Id,
    ty: Id,
    /// Values, with the labels of the blocks.
    sources: Vec<(Id, Id)>,
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
    values: FxHashMap<Id, Defined>,
    constants: FxHashMap<Id, Handle<Expression>>,
    globals: FxHashMap<Handle<GlobalVariable>, Handle<Expression>>,
    /// The variables that hold values of loops for what follows the loops.
    carried: FxHashMap<Id, Option<Handle<LocalVariable>>>,
    phis: Vec<Vec<Phi>>,
    breakables: Vec<flow::Breakable>,
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
        let mut last = None;
        for id in order {
            let handle = self.function(id)?;
            self.translated.insert(id, handle);
            last = Some(handle);
        }
        last.ok_or_else(|| {
            let name = self.shown(entry);
            error(
                None,
                format!("the function {name} of the entry point does not exist"),
            )
        })
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
            let mut finding = graph.error(self.words, block, message);
            finding.code = pica200_diagnostics::Code::NestingTooDeep;
            finding
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

fn error(instruction: Option<Instruction<'_>>, message: String) -> crate::finding::Finding {
    match instruction {
        Some(instruction) => instruction.error(message),
        None => {
            let code = pica200_diagnostics::Code::SourceInvalid;
            crate::finding::Finding::new(code, None, message)
        }
    }
}

/// Returns the address space of naga for variables of a class that the hardware has.
pub(super) const fn space(class: StorageClass) -> Option<::naga::AddressSpace> {
    match class {
        StorageClass::Function => Some(::naga::AddressSpace::Function),
        StorageClass::Private | StorageClass::Input | StorageClass::Output => {
            Some(::naga::AddressSpace::Private)
        }
        StorageClass::Uniform => Some(::naga::AddressSpace::Uniform),
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
                            let root = match is_value {
                                true => Root::Value(handle),
                                false => Root::Pointer(handle),
                            };
                            Value::Pointer(Pointer::to(root, pointee))
                        }
                        None => Value::Expression(handle),
                    }
                }
            };
            let defined = Defined {
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

    /// Finds phis, and values that are used behind the loops that compute them.
    fn survey(&mut self) -> Result<()> {
        let words = self.reader.words;
        let mut definitions = FxHashMap::default();
        self.phis = vec![Vec::new(); self.graph.blocks.len()];
        for block in 0..self.graph.blocks.len() {
            for instruction in words.range(self.graph.blocks[block].instructions.clone()) {
                if let Some((ty, id)) = self.result_of(&instruction) {
                    definitions.insert(id, (block, instruction.index));
                    if instruction.op == Some(Op::Phi) {
                        let pairs = instruction.operands(2).chunks_exact(2);
                        let sources = pairs.map(|pair| (pair[0], pair[1])).collect();
                        let variable = self.variable_of(ty, id);
                        self.phis[block].push(Phi {
                            id,
                            ty,
                            sources,
                            variable,
                        });
                    }
                }
            }
        }
        if !self.graph.loops.is_empty() {
            self.find_carried(&definitions);
            self.find_endless();
        }
        Ok(())
    }

    /// Returns the type and the id of the result of an instruction, if it has one.
    fn result_of(&self, instruction: &Instruction<'_>) -> Option<(Id, Id)> {
        let (&ty, &id) = match instruction.operands(0) {
            [ty, id, ..] => (ty, id),
            _ => return None,
        };
        self.reader.types.get(ty).map(|_| (ty, id))
    }

    fn find_carried(&mut self, definitions: &FxHashMap<Id, (BlockId, usize)>) {
        let words = self.reader.words;
        let mut uses: Vec<(BlockId, Id)> = Vec::new();
        let labels: FxHashMap<Id, BlockId> = (self.graph.blocks.iter().enumerate())
            .map(|(index, block)| (block.label, index))
            .collect();
        for (index, block) in self.graph.blocks.iter().enumerate() {
            for instruction in words.range(block.instructions.start..block.last + 1) {
                if instruction.op == Some(Op::Phi) {
                    for pair in instruction.operands(2).chunks_exact(2) {
                        if let Some(from) = labels.get(&pair[1]) {
                            uses.push((*from, pair[0]));
                        }
                    }
                } else {
                    // Literals among them do no harm.
                    let operands = instruction.operands(0).iter();
                    uses.extend(operands.map(|operand| (index, *operand)));
                }
            }
        }
        let mut seen = FxHashSet::default();
        while let Some((user, id)) = uses.pop() {
            let Some((block, index)) = definitions.get(&id) else {
                continue;
            };
            if self.tree.sees(user, *block) || !seen.insert((user, id)) {
                continue;
            }
            let Some(instruction) = words.get(*index) else {
                continue;
            };
            let Some((ty, _)) = self.result_of(&instruction) else {
                continue;
            };
            if self.reader.types.pointer(ty).is_some() {
                // A pointer is made anew where it is used, of what it is made of.
                let operands = instruction.operands(2).iter();
                uses.extend(operands.map(|operand| (user, *operand)));
            } else if !self.carried.contains_key(&id) {
                let variable = self.variable_of(ty, id);
                self.carried.insert(id, variable);
            }
        }
    }

    /// Adds a variable for a value, if the hardware can hold it.
    fn variable_of(&mut self, ty: Id, id: Id) -> Option<Handle<LocalVariable>> {
        let ty = self.reader.types.naga(ty)?;
        let name = self.reader.names.get(&id).cloned();
        Some(self.variable(ty, name))
    }

    /// Adds a variable.
    fn variable(
        &mut self,
        ty: Handle<::naga::Type>,
        name: Option<String>,
    ) -> Handle<LocalVariable> {
        let variable = LocalVariable {
            name,
            ty,
            init: None,
        };
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

    /// Adds statements to a block of their own.
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

    /// Adds a value that cannot be computed.
    fn poison(&mut self, ty: Handle<::naga::Type>, why: &Why) -> Handle<Expression> {
        self.reader.expressions += 1;
        let function = self.reader.refusal(Some(ty), why);
        let result = self.constant_expression(Expression::CallResult(function));
        self.push(Statement::Call {
            function,
            arguments: Vec::new(),
            result: Some(result),
        });
        result
    }

    /// Adds a value of a type of the module that cannot be computed.
    fn poison_of(&mut self, ty: Id, why: &Why) -> Value {
        match self.reader.types.naga(ty) {
            Some(ty) => Value::Expression(self.poison(ty, why)),
            None => Value::Opaque,
        }
    }

    /// Gives an id its value.
    fn define(&mut self, id: Id, ty: Id, value: Value) {
        if let (Value::Expression(value), Some(Some(variable))) = (&value, self.carried.get(&id)) {
            self.store(*variable, *value);
        }
        let defined = Defined {
            value,
            ty,
            block: self.current,
        };
        self.values.insert(id, defined);
    }

    /// Returns the type of an id.
    fn type_of(&self, id: Id) -> Option<Id> {
        let constant = self.reader.constants.get(id).map(|constant| constant.ty);
        constant.or_else(|| self.values.get(&id).map(|defined| defined.ty))
    }

    /// Returns an expression for an id, whose type is the one of naga for its type.
    fn value(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Handle<Expression>> {
        if let Some(known) = self.constants.get(&id) {
            return Ok(*known);
        }
        if self.reader.constants.get(id).is_some() {
            return self.constant(id, instruction);
        }
        let Some(defined) = self.values.get(&id) else {
            return Err(instruction.unknown(id, "a value that is known here"));
        };
        let (ty, block) = (defined.ty, defined.block);
        match defined.value {
            Value::Expression(handle) => {
                if self.tree.sees(self.current, block) {
                    return Ok(handle);
                }
                match self.carried.get(&id) {
                    Some(Some(variable)) => Ok(self.load(*variable)),
                    _ => Err(instruction.unknown(id, "a value that is known here")),
                }
            }
            Value::Pointer(_) | Value::Opaque => {
                match self.reader.types.naga(ty) {
                    Some(ty) => {
                        let why = refusal::operation(
                            "a pointer that is chosen at run time; the machine has no memory",
                            "use an index into an array of uniforms",
                        );
                        Ok(self.poison(ty, &why))
                    }
                    None => Err(instruction
                        .unknown(id, "a number, a vector, a matrix or a composite of them")),
                }
            }
        }
    }

    /// Returns an expression for a constant.
    fn constant(&mut self, id: Id, instruction: &Instruction<'_>) -> Result<Handle<Expression>> {
        let unknown = || instruction.unknown(id, "a constant with a value");
        let constant = self.reader.constants.get(id).ok_or_else(unknown)?;
        let (ty, init) = (constant.ty, constant.init);
        let naga = self.reader.types.naga(ty).ok_or_else(unknown)?;
        let Some(init) = init else {
            let width = self
                .reader
                .types
                .get(ty)
                .and_then(|known| known.wrong_width);
            return Ok(self.poison(naga, &refusal::width(width.unwrap_or(64))));
        };
        let expression = match &self.reader.module.global_expressions[init] {
            simple @ (Expression::Literal(_) | Expression::ZeroValue(_)) => simple.clone(),
            _ => {
                let known = self.reader.constants.named.get(&id).copied();
                let handle = known.unwrap_or_else(|| {
                    let constant = ::naga::Constant {
                        name: self.reader.names.get(&id).cloned(),
                        ty: naga,
                        init,
                    };
                    let constants = &mut self.reader.module.constants;
                    let handle = constants.append(constant, Span::UNDEFINED);
                    self.reader.constants.named.insert(id, handle);
                    handle
                });
                Expression::Constant(handle)
            }
        };
        let handle = self.constant_expression(expression);
        self.constants.insert(id, handle);
        Ok(handle)
    }

    /// Returns an expression for an id of integers, as integers with or without a sign.
    fn integer(
        &mut self,
        id: Id,
        kind: ScalarKind,
        instruction: &Instruction<'_>,
    ) -> Result<Handle<Expression>> {
        let ty = self.type_of(id);
        let is_right = ty.and_then(|ty| self.reader.types.kind(ty)) == Some(kind);
        let value = self.value(id, instruction)?;
        Ok(if is_right {
            value
        } else {
            self.reinterpreted(value, kind)
        })
    }

    /// Returns integers with the same bits, with or without a sign.
    fn reinterpreted(&mut self, value: Handle<Expression>, kind: ScalarKind) -> Handle<Expression> {
        let literal = match self.function.expressions[value] {
            Expression::Literal(Literal::I32(number)) if kind == ScalarKind::Uint => {
                u32::try_from(number).ok().map(Literal::U32)
            }
            Expression::Literal(Literal::U32(number)) if kind == ScalarKind::Sint => {
                Some(Literal::I32(number.cast_signed()))
            }
            _ => None,
        };
        match literal {
            Some(literal) => self.literal(literal),
            None => self.emit(Expression::As {
                expr: value,
                kind,
                convert: None,
            }),
        }
    }
}

/// Whether variables of a class can change while the shader runs.
const fn is_memory(class: StorageClass) -> bool {
    !matches!(class, StorageClass::Uniform | StorageClass::PushConstant)
}
