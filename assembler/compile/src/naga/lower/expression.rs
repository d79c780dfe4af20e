//! Expressions: literals, parts and vectors; dispatch of the others.

use std::rc::Rc;

use ::naga::{AddressSpace, Expression, Handle, Literal, ScalarKind, SwizzleComponent};
use pica200_diagnostics::Code;

use crate::ir::{LARGEST_INTEGER, Operand, nearest, wrapped};

use super::super::cast::narrow;
use super::super::shape::{MAX_LANES, Shape};
use super::access::{Path, Root, Step};
use super::{Content, Lowering};

impl<'m> Lowering<'m> {
    /// Lowers an expression of the current function.
    pub(super) fn content(&mut self, handle: Handle<Expression>) -> Content {
        let Some(frame) = self.frames.last() else {
            return self.constant(handle);
        };
        if let Some(known) = frame.values.get(&handle) {
            return known.clone();
        }
        let function = frame.function;
        let place = self.place;
        self.at(function.expressions.get_span(handle));
        let content = self.evaluate(&function.expressions[handle], handle);
        self.back_at(place);
        // Constants are evaluated where they are used first, which need not be around their other uses.
        let is_constant = matches!(
            function.expressions[handle],
            Expression::Constant(_) | Expression::Override(_)
        );
        if (!is_constant || self.is_literal(&content))
            && let Some(frame) = self.frames.last_mut()
        {
            frame.values.insert(handle, content.clone());
        }
        content
    }

    fn is_literal(&mut self, content: &Content) -> bool {
        match content {
            Content::Components(components) => self.are_literals(components),
            Content::Pointer(_) | Content::Uniform(_) => false,
        }
    }

    /// Lowers a constant expression of the module.
    pub(super) fn constant(&mut self, handle: Handle<Expression>) -> Content {
        if let Some(known) = self.constants.get(&handle) {
            return known.clone();
        }
        // Operands belong to the module, not to the function.
        let frames = std::mem::take(&mut self.frames);
        let expression = &self.module.global_expressions[handle];
        let place = self.place;
        self.at(self.module.global_expressions.get_span(handle));
        let content = self.evaluate(expression, handle);
        self.back_at(place);
        self.frames = frames;
        if self.is_literal(&content) {
            self.constants.insert(handle, content.clone());
        }
        content
    }

    /// Returns the components of an expression.
    pub(super) fn components(&mut self, handle: Handle<Expression>) -> Rc<[Operand]> {
        let content = self.content(handle);
        let components = self.components_of(&content);
        // A value in a uniform is read once. It is visible where the expression is.
        if matches!(content, Content::Uniform(_))
            && let Some(frame) = self.frames.last_mut()
            && self.jump_targets.is_empty()
            && frame.depth == 0
        {
            let read = Content::Components(Rc::clone(&components));
            frame.values.insert(handle, read);
        }
        components
    }

    pub(super) fn components_of(&mut self, content: &Content) -> Rc<[Operand]> {
        match content {
            Content::Components(components) => Rc::clone(components),
            Content::Uniform(path) => self.read(path),
            Content::Pointer(_) => Rc::from([]),
        }
    }

    /// Returns the only component of an expression.
    pub(super) fn scalar(&mut self, handle: Handle<Expression>) -> Operand {
        let components = self.components(handle);
        let first = components.first().copied();
        first.unwrap_or_else(|| {
            let is_bool = self.shape(handle) == Shape::Scalar(ScalarKind::Bool);
            if is_bool {
                self.builder.boolean(false)
            } else {
                self.builder.literal(0.0)
            }
        })
    }

    /// Returns the shape of an expression; of a pointer, the shape of its target.
    pub(super) fn shape(&self, handle: Handle<Expression>) -> Shape {
        let resolution = match self.frames.last() {
            Some(frame) => &frame.info[handle].ty,
            None => &self.info[handle],
        };
        self.shapes.of_inner_or_handle(resolution, &self.module.types)
    }

    fn evaluate(&mut self, expression: &'m Expression, handle: Handle<Expression>) -> Content {
        let lanes: Rc<[Operand]> = match expression {
            Expression::Literal(literal) => Rc::from([self.literal(*literal)]),
            Expression::Constant(constant) => {
                let init = self.module.constants[*constant].init;
                return self.constant(init);
            }
            Expression::Override(handle) => return self.override_value(*handle),
            Expression::ZeroValue(ty) => self.zeros(self.shapes.get(*ty)),
            Expression::Compose { components, .. } => {
                let shape = self.shape(handle);
                if self.shapes.components(shape) > MAX_LANES {
                    self.refuse_size("a value");
                    return Content::Components(Rc::from([]));
                }
                let mut lanes = Vec::new();
                for component in components {
                    lanes.extend_from_slice(&self.components(*component));
                }
                lanes.into()
            }
            Expression::Access { base, index } => {
                let step = self.step(*index);
                let shape = self.shape(*base);
                let name = self.constant_name(*base);
                let base = self.content(*base);
                return self.part(base, shape, step, &name);
            }
            Expression::AccessIndex { base, index } => {
                let step = Step::Constant(usize::try_from(*index).unwrap_or(usize::MAX));
                let shape = self.shape(*base);
                let base = self.content(*base);
                return self.part(base, shape, step, "");
            }
            Expression::Splat { size, value } => vec![self.scalar(*value); super::super::shape::size(*size)].into(),
            Expression::Swizzle { size, vector, pattern } => {
                let lanes = self.components(*vector);
                let chosen = pattern.iter().take(super::super::shape::size(*size));
                let lane = |component: &SwizzleComponent| lanes.get(*component as usize).copied();
                chosen.filter_map(lane).collect()
            }
            Expression::FunctionArgument(index) => {
                let arguments = self.frames.last().map(|frame| &frame.arguments);
                let index = usize::try_from(*index).unwrap_or(usize::MAX);
                let argument = arguments.and_then(|arguments| arguments.get(index));
                return argument.cloned().unwrap_or(Content::Components(Rc::from([])));
            }
            Expression::GlobalVariable(global) => return self.global(*global),
            Expression::LocalVariable(local) => {
                let memory = self.frames.last().and_then(|frame| frame.locals.get(local));
                let memory = memory.copied().unwrap_or(usize::MAX);
                let whole = self.shape(handle);
                return Content::Pointer(Path::to(Root::Memory(memory), whole));
            }
            Expression::Load { pointer } => match self.content(*pointer) {
                Content::Pointer(path) if matches!(path.root, Root::Uniform(_)) => {
                    return Content::Uniform(path);
                }
                Content::Pointer(path) => match path.root {
                    // The lengths of arrays in buffers are not known, so the path does not tell the shape.
                    Root::Absent(global) => {
                        let shape = self.shape(handle);
                        self.read_absent(global, shape)
                    }
                    _ => self.read(&path),
                },
                other => return other,
            },
            Expression::Unary { op, expr } => self.unary(*op, *expr),
            Expression::Binary { op, left, right } => self.binary(*op, *left, *right, handle),
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let conditions = self.components(*condition);
                let (accept, reject) = (self.components(*accept), self.components(*reject));
                let sides = accept.iter().zip(reject.iter()).enumerate();
                let mut lanes = Vec::new();
                for (index, (accept, reject)) in sides {
                    let condition = conditions.get(index).or(conditions.first()).copied();
                    lanes.extend(condition.map(|c| self.choose(c, *accept, *reject)));
                }
                lanes.into()
            }
            Expression::Relational { fun, argument } => self.relational(*fun, *argument),
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let arguments = [Some(*arg), *arg1, *arg2, *arg3];
                let arguments: Vec<_> = arguments.into_iter().flatten().collect();
                self.math(*fun, &arguments, handle)
            }
            Expression::As { expr, kind, convert } => self.conversion(*expr, *kind, convert.is_some()),
            // Results of calls are known before.
            other => {
                let shape = self.shape(handle);
                match super::super::check::unsupported(other) {
                    Some((message, help)) => self.poison_of(shape, Code::UnsupportedOperation, message, help).into(),
                    None => self.zeros(shape),
                }
            }
        };
        Content::Components(lanes)
    }

    /// Returns the name of a constant of the module.
    fn constant_name(&self, handle: Handle<Expression>) -> String {
        let function = self.frames.last().map(|frame| frame.function);
        let name = match function.map(|function| &function.expressions[handle]) {
            Some(Expression::Constant(constant)) => self.module.constants[*constant].name.clone(),
            _ => None,
        };
        name.unwrap_or_default()
    }

    fn global(&mut self, handle: Handle<::naga::GlobalVariable>) -> Content {
        let global = &self.module.global_variables[handle];
        let whole = self.shapes.get(global.ty);
        let root = match global.space {
            AddressSpace::Uniform | AddressSpace::Immediate => Root::Uniform(handle),
            AddressSpace::Private => {
                let memory = self.privates.get(&handle).copied();
                Root::Memory(memory.unwrap_or(usize::MAX))
            }
            _ => Root::Absent(handle),
        };
        Content::Pointer(Path::to(root, whole))
    }

    fn override_value(&mut self, handle: Handle<::naga::Override>) -> Content {
        if let Some(overrides) = self.overrides.get(&handle) {
            let component = self.literal(*overrides);
            return Content::Components(Rc::from([component]));
        }
        let found = &self.module.overrides[handle];
        if let Some(init) = found.init {
            return self.constant(init);
        }
        let name = super::super::numbers::name(found);
        let help = format!("set it with `-D {name}=NUMBER`, or give it a value where it is declared");
        let shape = self.shapes.get(found.ty);
        let message = format!("`{name}` has no value");
        Content::Components(self.poison_of(shape, Code::UnsupportedOperation, message, help).into())
    }

    fn literal(&mut self, literal: Literal) -> Operand {
        match literal {
            Literal::F32(number) => self.builder.literal(number),
            Literal::F16(number) => self.builder.literal(number.to_f32()),
            Literal::F64(number) | Literal::AbstractFloat(number) => self.builder.literal(narrow(number)),
            Literal::U16(number) => self.whole_number(number.into()),
            Literal::I16(number) => self.whole_number(number.into()),
            Literal::U32(number) => self.whole_number(number.into()),
            Literal::I32(number) => self.whole_number(number.into()),
            // The check refuses 64 bits.
            Literal::U64(_) | Literal::I64(_) | Literal::AbstractInt(_) => self.builder.integer(0.0),
            Literal::Bool(holds) => self.builder.boolean(holds),
        }
    }

    /// Returns an integer of the source, with or without a sign. Those that the GPU does not have matter where an
    /// output needs them as numbers.
    pub(super) fn whole_number(&mut self, number: i64) -> Operand {
        let bits = i64::from(wrapped(number));
        if bits.abs() <= LARGEST_INTEGER {
            return self.builder.integer(nearest(bits));
        }
        let reason = self.reason(
            Code::IntegerTooLarge,
            format!("the integer {number} is beyond 131072, the limit up to which the hardware's floats are exact"),
            "use a smaller integer, or a float",
        );
        self.builder.whole(bits, reason)
    }
}

/// Calls `visit` for each operand of an expression that occurs in vertex shaders.
pub(in super::super) fn operands(expression: &Expression, mut visit: impl FnMut(Handle<Expression>)) {
    match expression {
        Expression::Compose { components, .. } => components.iter().copied().for_each(visit),
        Expression::Access { base, index } => {
            visit(*base);
            visit(*index);
        }
        Expression::AccessIndex { base, .. } => visit(*base),
        Expression::Splat { value, .. } => visit(*value),
        Expression::Swizzle { vector, .. } => visit(*vector),
        Expression::Load { pointer } => visit(*pointer),
        Expression::Unary { expr, .. } | Expression::As { expr, .. } => visit(*expr),
        Expression::Binary { left, right, .. } => {
            visit(*left);
            visit(*right);
        }
        Expression::Select {
            condition,
            accept,
            reject,
        } => [*condition, *accept, *reject].into_iter().for_each(visit),
        Expression::Relational { argument, .. } => visit(*argument),
        Expression::Math {
            arg, arg1, arg2, arg3, ..
        } => [Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten().for_each(visit),
        _ => {}
    }
}
