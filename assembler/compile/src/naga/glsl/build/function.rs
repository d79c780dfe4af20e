//! Functions: their headers, their bodies, and the code that is made of them.

use std::rc::Rc;

use ::naga::{
    Block, Expression, Function, FunctionArgument, FunctionResult, Handle, LocalVariable, Statement, TypeInner,
};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use super::super::ast::{self, Body, Storage};
use super::super::token::{Span, Symbol};
use super::super::types::Ty;
use super::expression::Value;
use super::scope::{Access, Entity};
use super::{BuildResult, Builder, ErrorReported};

/// Maximum number of functions that call one another.
const MAX_CALL_DEPTH: usize = 100;

/// Maximum number of functions with one name.
const MAX_OVERLOADS: usize = 200;

/// The way of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    In,
    Out,
    InOut,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parameter {
    pub(super) direction: Direction,
    pub(super) ty: Ty,
    name: Option<Symbol>,
    is_const: bool,
    span: Span,
}

/// How far the body of a function is analysed.
#[derive(Clone, Debug)]
enum Progress {
    Waiting,
    Open,
    Done(Handle<Function>),
    Failed,
}

/// A function that was declared.
#[derive(Debug)]
pub(super) struct FunctionEntry {
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) parameters: Vec<Parameter>,
    pub(super) result: Ty,
    body: Option<Rc<Body>>,
    progress: Progress,
}

/// The function whose body is being analysed.
pub(super) struct State {
    pub(super) function: Function,
    /// The blocks that are open, from the outermost. The first one is before the body.
    pub(super) blocks: Vec<Block>,
    pub(super) result: Ty,
    pub(super) name: Symbol,
    /// The values of constants outside of functions that it uses.
    pub(super) constants: FxHashMap<usize, Value>,
    pub(super) globals: FxHashMap<Handle<::naga::GlobalVariable>, Handle<Expression>>,
    pub(super) locals: FxHashMap<Handle<LocalVariable>, Handle<Expression>>,
    /// The loops and switches around the current statement.
    pub(super) jump_targets: Vec<JumpTarget>,
}

/// A target of `break`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JumpTarget {
    Loop,
    Switch,
}

impl Builder<'_> {
    /// Declares a function. Its body waits until all declarations are known.
    pub(super) fn function(&mut self, function: ast::Function) -> BuildResult<()> {
        let name = function.name;
        let made = self.declare_function(function);
        if made.is_err() {
            self.broken_functions.insert(name);
        }
        made
    }

    fn declare_function(&mut self, function: ast::Function) -> BuildResult<()> {
        let result = self.spec(&function.result, &[])?;
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let ty = self.spec(&parameter.ty, &[])?;
            let direction = match parameter.qualifiers.storage {
                Some((Storage::Out, _)) => Direction::Out,
                Some((Storage::InOut, _)) => Direction::InOut,
                _ => Direction::In,
            };
            parameters.push(Parameter {
                direction,
                ty,
                name: parameter.name,
                is_const: parameter.qualifiers.is_const,
                span: parameter.span,
            });
        }
        let declared = FunctionEntry {
            name: function.name,
            span: function.name_span,
            parameters,
            result,
            body: function.body.map(Rc::new),
            progress: Progress::Waiting,
        };
        self.add_function(declared)
    }

    fn add_function(&mut self, declared: FunctionEntry) -> BuildResult<()> {
        let types = |function: &FunctionEntry| function.parameters.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
        let all = self.functions.entry(declared.name).or_default();
        let same = all.iter().copied().find(|index| {
            self.declared
                .get(*index)
                .is_some_and(|known| types(known) == types(&declared))
        });
        let Some(index) = same else {
            if all.len() >= MAX_OVERLOADS {
                let name = self.interner.text(declared.name).to_owned();
                let message = format!("more than {MAX_OVERLOADS} functions have the name `{name}`");
                self.reports
                    .error(Code::NestingTooDeep, declared.span, message, "use other names");
                return Err(ErrorReported);
            }
            all.push(self.declared.len());
            self.declared.push(declared);
            return Ok(());
        };
        let name = self.text(declared.name).to_owned();
        let Some(known) = self.declared.get_mut(index) else {
            return Ok(());
        };
        if known.result != declared.result {
            let message = format!("`{name}` is declared with another result");
            return self.error(declared.span, message, "");
        }
        match (known.body.is_some(), declared.body.is_some()) {
            (true, true) => {
                let message = format!("`{name}` has a body already");
                self.error(declared.span, message, "use another name")
            }
            (false, true) => {
                *known = declared;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Analyses the bodies of all functions.
    pub(super) fn bodies(&mut self) {
        for index in 0..self.declared.len() {
            if self.declared.get(index).is_some_and(|declared| declared.body.is_some()) {
                let span = self
                    .declared
                    .get(index)
                    .map_or(Span::default(), |declared| declared.span);
                let _ = self.body_of(index, span);
            }
        }
    }

    /// Returns the function `main`.
    pub(super) fn main(&self) -> Option<Handle<Function>> {
        let all = self.functions.get(&self.interner.find("main")?)?;
        let mut mains = all.iter().filter_map(|index| self.declared.get(*index));
        mains.find_map(|declared| match declared.progress {
            Progress::Done(handle) if declared.parameters.is_empty() => Some(handle),
            _ => None,
        })
    }

    /// Returns the code of a function, whose body is analysed if it was not yet. `span` is the location of the call.
    pub(super) fn body_of(&mut self, index: usize, span: Span) -> BuildResult<Handle<Function>> {
        let declared = self.declared.get_mut(index).ok_or(ErrorReported)?;
        match declared.progress {
            Progress::Done(handle) => return Ok(handle),
            Progress::Failed => return Err(ErrorReported),
            Progress::Open => {
                let name = self.interner.text(declared.name).to_owned();
                let message = format!("`{name}` calls itself");
                return self.error(span, message, "write a loop; functions of GLSL cannot call themselves");
            }
            Progress::Waiting => {}
        }
        let Some(body) = declared.body.clone() else {
            let name = self.interner.text(declared.name).to_owned();
            let message = format!("`{name}` is declared, but has no body");
            return self.error(span, message, "define it in this source");
        };
        declared.progress = Progress::Open;
        if self.depth >= MAX_CALL_DEPTH {
            let message = format!("more than {MAX_CALL_DEPTH} calls are within one another");
            self.reports.error(Code::NestingTooDeep, span, message, "");
            return Err(ErrorReported);
        }
        self.depth += 1;
        let outer = (self.state.take(), self.scopes.take_inner());
        let made = self.analyse(index, &body);
        self.scopes.restore(outer.1);
        self.state = outer.0;
        self.depth -= 1;
        if let Some(declared) = self.declared.get_mut(index) {
            declared.progress = match made {
                Ok(handle) => Progress::Done(handle),
                Err(ErrorReported) => Progress::Failed,
            };
        }
        made
    }

    fn analyse(&mut self, index: usize, body: &Body) -> BuildResult<Handle<Function>> {
        let declared = self.declared.get(index).ok_or(ErrorReported)?;
        let (name, span, result) = (declared.name, declared.span, declared.result.clone());
        let parameters = declared.parameters.clone();
        let is_main = self.text(name) == "main" && parameters.is_empty();
        let mut function = Function {
            name: Some(self.text(name).to_owned()),
            ..Function::default()
        };
        if result != Ty::Void {
            let ty = self.naga_type(&result, span)?;
            function.result = Some(FunctionResult { ty, binding: None });
        }
        self.state = Some(State {
            function,
            blocks: vec![Block::new(), Block::new()],
            result,
            name,
            constants: FxHashMap::default(),
            globals: FxHashMap::default(),
            locals: FxHashMap::default(),
            jump_targets: Vec::new(),
        });
        self.scopes.open();
        for parameter in &parameters {
            self.parameter(parameter, body)?;
        }
        if is_main {
            self.initialise_globals();
        }
        self.scopes.open();
        let made = self.statements(&body.statements);
        self.finish_function(span, made)
    }

    fn finish_function(&mut self, span: Span, made: BuildResult<()>) -> BuildResult<Handle<Function>> {
        let mut state = self.state.take().ok_or(ErrorReported)?;
        self.finished += state.function.expressions.len();
        made?;
        let main = state.blocks.pop().unwrap_or_default();
        let mut body = state.blocks.pop().unwrap_or_default();
        body.extend_block(main);
        // Where the end is reached, the result is undefined.
        if let Some(result) = &state.function.result
            && !ends_in_return(&body)
        {
            let zero = state
                .function
                .expressions
                .append(Expression::ZeroValue(result.ty), span.into());
            body.push(Statement::Return { value: Some(zero) }, span.into());
        }
        state.function.body = body;
        Ok(self.module.functions.append(state.function, span.into()))
    }

    /// Declares a parameter in the body of its function.
    fn parameter(&mut self, parameter: &Parameter, body: &Body) -> BuildResult<()> {
        let Parameter {
            direction,
            ty,
            name,
            is_const,
            span,
        } = parameter;
        if self.is_opaque(ty) {
            return match name {
                Some(name) => self.declare(*name, *span, Entity::Opaque(ty.clone())),
                None => Ok(()),
            };
        }
        let value = self.naga_type(ty, *span)?;
        let text = name.map(|name| self.text(name).to_owned());
        let argument_type = match direction {
            Direction::In => value,
            _ => self.module.types.insert(
                ::naga::Type {
                    name: None,
                    inner: TypeInner::Pointer {
                        base: value,
                        space: ::naga::AddressSpace::Function,
                    },
                },
                (*span).into(),
            ),
        };
        let state = self.state.as_mut().ok_or(ErrorReported)?;
        let index = u32::try_from(state.function.arguments.len()).unwrap_or(u32::MAX);
        state.function.arguments.push(FunctionArgument {
            name: text,
            ty: argument_type,
            binding: None,
        });
        let Some(name) = *name else {
            return Ok(());
        };
        if *direction != Direction::In {
            return self.declare(name, *span, Entity::Pointer { index, ty: ty.clone() });
        }
        if *is_const || body.changed.binary_search(&name).is_err() {
            let access = if *is_const { Access::Constant } else { Access::Writable };
            let ty = ty.clone();
            return self.declare(name, *span, Entity::Argument { index, ty, access });
        }
        let argument = self.append(Expression::FunctionArgument(index), *span)?;
        let handle = self.local(Some(name), ty, *span)?;
        let pointer = self.local_pointer(handle, *span)?;
        self.store(pointer, argument, *span)?;
        let ty = ty.clone();
        self.declare(
            name,
            *span,
            Entity::Local {
                handle,
                ty,
                access: Access::Writable,
            },
        )
    }

    /// Initialises the variables outside of functions.
    fn initialise_globals(&mut self) {
        for (handle, ty, initialiser) in std::mem::take(&mut self.initialisers) {
            // Parts with reported errors are left out.
            let _ = self.initialise(&initialiser, &ty).and_then(|value| {
                let pointer = self.global_pointer(handle, initialiser.span)?;
                self.store(pointer, value.expr, initialiser.span)
            });
        }
    }
}

/// Returns whether a block ends in a `return`, or in branches that do.
fn ends_in_return(block: &Block) -> bool {
    match block.last() {
        Some(Statement::Return { .. } | Statement::Kill) => true,
        Some(Statement::Block(inner)) => ends_in_return(inner),
        Some(Statement::If { accept, reject, .. }) => ends_in_return(accept) && ends_in_return(reject),
        _ => false,
    }
}
