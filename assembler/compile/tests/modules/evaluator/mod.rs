//! An evaluator of naga's modules, which shares nothing with the front end of the compiler.
//!
//! It follows the rules of WGSL, with numbers that track their [errors](real::Real). Where the GPU differs from the
//! language as documented, as with integers that wrap around, or where the language leaves the result undefined, the
//! evaluation [stops](Stop).

mod expression;
mod integer;
mod math;
mod matrix;
pub(crate) mod real;
pub(crate) mod value;

use std::collections::HashMap;

use naga::{
    AddressSpace, Binding, Block, BuiltIn, Expression, Function, GlobalVariable, Handle, LocalVariable, Module,
    ShaderStage, Statement, SwitchCase, SwitchValue, TypeInner,
};

use value::{Place, Scalar, Value};

/// The reason why an evaluation has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The result is undefined in the language or on the GPU.
    Undefined(&'static str),
    /// A decision depends on the last bits of a number.
    Undecided(&'static str),
    /// There are too many steps.
    Endless,
    /// The evaluator does not know something, or the module is not valid.
    Unknown(String),
}

pub(crate) type Outcome<T> = Result<T, Stop>;

/// The values that a shader computes from.
#[derive(Clone, Default, Debug)]
pub(crate) struct Environment {
    /// Attributes by location.
    pub(crate) attributes: HashMap<u32, Value>,
    pub(crate) uniforms: HashMap<Handle<GlobalVariable>, Value>,
}

/// An output of a shader.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Output {
    /// The name of the variable; `position` for the position.
    pub(crate) name: String,
    /// The location; `None` for the position.
    pub(crate) location: Option<u32>,
    pub(crate) value: Value,
}

/// Control flow after a statement.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

/// A function that is being executed.
struct Frame<'m> {
    function: &'m Function,
    arguments: Vec<Value>,
    /// The values of expressions that were evaluated where the source does.
    values: HashMap<Handle<Expression>, Value>,
    /// The variables of the function, as indices of the memory.
    locals: HashMap<Handle<LocalVariable>, usize>,
}

struct Evaluator<'m> {
    module: &'m Module,
    memory: Vec<Value>,
    globals: HashMap<Handle<GlobalVariable>, usize>,
    frames: Vec<Frame<'m>>,
    /// The statements that may still be executed.
    budget: u32,
}

/// Runs the vertex shader of a module. `budget` is the largest number of statements.
pub(crate) fn run(module: &Module, environment: &Environment, budget: u32) -> Outcome<Vec<Output>> {
    let mut evaluator = Evaluator {
        module,
        memory: Vec::new(),
        globals: HashMap::new(),
        frames: Vec::new(),
        budget,
    };
    evaluator.add_globals(environment)?;
    let mut entries = module.entry_points.iter();
    let entry = entries.find(|entry| entry.stage == ShaderStage::Vertex);
    let entry = entry.ok_or_else(|| unknown("no vertex shader"))?;
    let arguments = entry.function.arguments.iter();
    let arguments = arguments.map(|argument| evaluator.attribute(argument.binding.as_ref(), argument.ty, environment));
    let arguments = arguments.collect::<Outcome<_>>()?;
    let result = evaluator.call(&entry.function, arguments)?;
    let result = result.ok_or_else(|| unknown("no result"))?;
    evaluator.outputs(&entry.function, result)
}

fn unknown(what: impl Into<String>) -> Stop {
    Stop::Unknown(what.into())
}

impl<'m> Evaluator<'m> {
    fn add_globals(&mut self, environment: &Environment) -> Outcome<()> {
        for (handle, global) in self.module.global_variables.iter() {
            let value = match (global.space, environment.uniforms.get(&handle)) {
                (AddressSpace::Uniform, Some(value)) => value.clone(),
                (AddressSpace::Private, _) => match global.init {
                    Some(init) => self.constant(init)?,
                    None => Value::zero(self.module, global.ty),
                },
                _ => continue,
            };
            self.globals.insert(handle, self.memory.len());
            self.memory.push(value);
        }
        Ok(())
    }

    /// Returns the value of an argument of the entry point.
    fn attribute(
        &self,
        binding: Option<&Binding>,
        ty: Handle<naga::Type>,
        environment: &Environment,
    ) -> Outcome<Value> {
        match (binding, &self.module.types[ty].inner) {
            (Some(Binding::Location { location, .. }), _) => {
                let value = environment.attributes.get(location);
                let value = value.cloned();
                value.ok_or_else(|| unknown(format!("no attribute {location}")))
            }
            (None, TypeInner::Struct { members, .. }) => {
                let members = members.iter();
                let parts = members.map(|member| self.attribute(member.binding.as_ref(), member.ty, environment));
                let parts = parts.collect::<Outcome<_>>()?;
                Ok(Value::List(value::Kind::Aggregate, parts))
            }
            _ => Err(unknown("an argument without a location")),
        }
    }

    fn outputs(&self, function: &Function, value: Value) -> Outcome<Vec<Output>> {
        let result = function.result.as_ref();
        let result = result.ok_or_else(|| unknown("no result"))?;
        let output = |name: Option<&String>, binding: Option<&Binding>, value| match binding {
            Some(Binding::BuiltIn(BuiltIn::Position { .. })) => Ok(Output {
                name: "position".to_owned(),
                location: None,
                value,
            }),
            Some(Binding::Location { location, .. }) => Ok(Output {
                name: name.cloned().unwrap_or_default(),
                location: Some(*location),
                value,
            }),
            other => Err(unknown(format!("the output {other:?}"))),
        };
        match (&self.module.types[result.ty].inner, value) {
            (TypeInner::Struct { members, .. }, Value::List(_, parts)) => {
                let pairs = members.iter().zip(parts);
                let outputs = pairs.map(|(member, part)| output(member.name.as_ref(), member.binding.as_ref(), part));
                outputs.collect()
            }
            (_, value) => Ok(vec![output(None, result.binding.as_ref(), value)?]),
        }
    }

    fn call(&mut self, function: &'m Function, arguments: Vec<Value>) -> Outcome<Option<Value>> {
        // Variables end with the function, as recursion does not exist.
        let base = self.memory.len();
        self.frames.push(Frame {
            function,
            arguments,
            values: HashMap::new(),
            locals: HashMap::new(),
        });
        for (handle, local) in function.local_variables.iter() {
            let value = match local.init {
                Some(init) => self.get(init)?,
                None => Value::zero(self.module, local.ty),
            };
            let index = self.memory.len();
            self.memory.push(value);
            self.frame()?.locals.insert(handle, index);
        }
        let flow = self.block(&function.body)?;
        self.frames.pop();
        self.memory.truncate(base);
        match flow {
            Flow::Next => Ok(None),
            Flow::Return(value) => Ok(value),
            Flow::Break | Flow::Continue => Err(unknown("a jump out of a function")),
        }
    }

    fn frame(&mut self) -> Outcome<&mut Frame<'m>> {
        let frame = self.frames.last_mut();
        frame.ok_or_else(|| unknown("no function"))
    }

    fn block(&mut self, block: &'m Block) -> Outcome<Flow> {
        for statement in block.iter() {
            let flow = self.statement(statement)?;
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &'m Statement) -> Outcome<Flow> {
        self.budget = self.budget.checked_sub(1).ok_or(Stop::Endless)?;
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    let value = self.evaluate(handle)?;
                    self.frame()?.values.insert(handle, value);
                }
            }
            Statement::Block(block) => return self.block(block),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let holds = self.get(*condition)?.boolean()?;
                return self.block(if holds { accept } else { reject });
            }
            Statement::Switch { selector, cases } => return self.switch(*selector, cases),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => return self.repeat(body, continuing, *break_if),
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Return { value } => {
                let value = value.map(|value| self.get(value)).transpose()?;
                return Ok(Flow::Return(value));
            }
            Statement::Store { pointer, value } => {
                let place = self.place(*pointer)?;
                *self.target(&place)? = self.get(*value)?;
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                let arguments = arguments.iter().map(|argument| self.get(*argument));
                let arguments = arguments.collect::<Outcome<_>>()?;
                let value = self.call(&self.module.functions[*function], arguments)?;
                if let (Some(result), Some(value)) = (result, value) {
                    self.frame()?.values.insert(*result, value);
                }
            }
            other => return Err(unknown(format!("{other:?}"))),
        }
        Ok(Flow::Next)
    }

    fn repeat(
        &mut self,
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
    ) -> Outcome<Flow> {
        loop {
            self.budget = self.budget.checked_sub(1).ok_or(Stop::Endless)?;
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow @ Flow::Return(_) => return Ok(flow),
            }
            if !matches!(self.block(continuing)?, Flow::Next) {
                return Err(unknown("a jump out of the end of a loop"));
            }
            if let Some(condition) = break_if
                && self.get(condition)?.boolean()?
            {
                return Ok(Flow::Next);
            }
        }
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &'m [SwitchCase]) -> Outcome<Flow> {
        let number = match self.get(selector)?.scalar()? {
            Scalar::Signed(number) | Scalar::Unsigned(number) => number,
            other => return Err(unknown(format!("a switch by {other:?}"))),
        };
        let is = |case: &SwitchCase| match case.value {
            SwitchValue::I32(value) => i64::from(value) == number,
            SwitchValue::U32(value) => i64::from(value) == number,
            SwitchValue::Default => false,
        };
        let is_default = |case: &SwitchCase| case.value == SwitchValue::Default;
        let first = cases.iter().position(is);
        let first = first.or_else(|| cases.iter().position(is_default));
        for case in cases.iter().skip(first.unwrap_or(cases.len())) {
            match self.block(&case.body)? {
                Flow::Next if case.fall_through => {}
                Flow::Next | Flow::Break => break,
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// Returns the place that a pointer means.
    fn place(&mut self, pointer: Handle<Expression>) -> Outcome<Place> {
        match self.get(pointer)? {
            Value::Pointer(place) => Ok(place),
            other => Err(unknown(format!("{other:?} is not a pointer"))),
        }
    }

    /// Returns the value at a place.
    fn target(&mut self, place: &Place) -> Outcome<&mut Value> {
        let mut value = self.memory.get_mut(place.variable);
        for index in &place.path {
            value = match value {
                Some(Value::List(_, parts)) => parts.get_mut(*index),
                _ => None,
            };
        }
        value.ok_or(Stop::Undefined("an index is outside of the value"))
    }
}
