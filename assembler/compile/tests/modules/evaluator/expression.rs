//! Expressions.

use std::cmp::Ordering;

use naga::{BinaryOperator, Expression, Handle, Literal, RelationalFunction, UnaryOperator};

use super::real::Real;
use super::value::{Kind, Place, Scalar, Value};
use super::{Evaluator, Outcome, Stop, integer, matrix, unknown};

impl<'m> Evaluator<'m> {
    /// Returns the value of an expression, which may have been evaluated before.
    pub(super) fn get(&mut self, handle: Handle<Expression>) -> Outcome<Value> {
        if let Some(known) = self.frame()?.values.get(&handle) {
            return Ok(known.clone());
        }
        let function = self.frame()?.function;
        match &function.expressions[handle] {
            Expression::Load { .. } | Expression::CallResult(_) => Err(unknown("a value is used before it is known")),
            _ => self.evaluate(handle),
        }
    }

    /// Evaluates an expression of the current function.
    pub(super) fn evaluate(&mut self, handle: Handle<Expression>) -> Outcome<Value> {
        let function = self.frame()?.function;
        let expression = &function.expressions[handle];
        match expression {
            Expression::FunctionArgument(index) => {
                let index = usize::try_from(*index).unwrap_or(usize::MAX);
                let argument = self.frame()?.arguments.get(index).cloned();
                argument.ok_or_else(|| unknown("an argument is missing"))
            }
            Expression::LocalVariable(local) => {
                let variable = self.frame()?.locals.get(local).copied();
                Ok(pointer(variable.ok_or_else(|| unknown("no variable"))?))
            }
            Expression::GlobalVariable(global) => {
                let variable = self.globals.get(global).copied();
                Ok(pointer(variable.ok_or_else(|| unknown("no variable"))?))
            }
            Expression::Load { pointer } => {
                let place = self.place(*pointer)?;
                Ok(self.target(&place)?.clone())
            }
            other => self.pure(other, &mut |evaluator, handle| evaluator.get(handle)),
        }
    }

    /// Returns the value of a constant expression of the module.
    pub(super) fn constant(&mut self, handle: Handle<Expression>) -> Outcome<Value> {
        let expression = &self.module.global_expressions[handle];
        self.pure(expression, &mut |evaluator, handle| evaluator.constant(handle))
    }

    /// Evaluates an expression that needs the values of other expressions only.
    fn pure(
        &mut self,
        expression: &'m Expression,
        get: &mut dyn FnMut(&mut Self, Handle<Expression>) -> Outcome<Value>,
    ) -> Outcome<Value> {
        match expression {
            Expression::Literal(literal) => Ok(Value::Scalar(Scalar::literal(*literal)?)),
            Expression::Constant(constant) => self.constant(self.module.constants[*constant].init),
            Expression::ZeroValue(ty) => Ok(Value::zero(self.module, *ty)),
            Expression::Compose { ty, components } => {
                let parts = components.iter().map(|component| get(self, *component));
                let parts = parts.collect::<Outcome<Vec<_>>>()?;
                Ok(composed(&self.module.types[*ty].inner, parts))
            }
            Expression::Splat { size, value } => {
                let scalar = get(self, *value)?.scalar()?;
                Ok(Value::vector(vec![scalar; *size as usize]))
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = get(self, *vector)?;
                let chosen = pattern.iter().take(*size as usize);
                let lanes = chosen.map(|lane| vector.part(*lane as usize)?.scalar());
                Ok(Value::vector(lanes.collect::<Outcome<Vec<_>>>()?))
            }
            Expression::Access { base, index } => {
                let base = get(self, *base)?;
                let index = match get(self, *index)?.scalar()? {
                    Scalar::Signed(index) | Scalar::Unsigned(index) => usize::try_from(index),
                    other => return Err(unknown(format!("{other:?} is not an index"))),
                };
                let index = index.map_err(|_| Stop::Undefined("an index is negative"))?;
                self.part(base, index)
            }
            Expression::AccessIndex { base, index } => {
                let base = get(self, *base)?;
                self.part(base, usize::try_from(*index).unwrap_or(usize::MAX))
            }
            Expression::Unary { op, expr } => unary(*op, &get(self, *expr)?),
            Expression::Binary { op, left, right } => {
                let [left, right] = [get(self, *left)?, get(self, *right)?];
                binary(*op, &left, &right)
            }
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let condition = get(self, *condition)?;
                let [accept, reject] = [get(self, *accept)?, get(self, *reject)?];
                select(&condition, &accept, &reject)
            }
            Expression::Relational { fun, argument } => relational(*fun, &get(self, *argument)?),
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let arguments = [Some(*arg), *arg1, *arg2, *arg3];
                let arguments = arguments.into_iter().flatten();
                let arguments = arguments.map(|argument| get(self, argument));
                super::math::call(*fun, &arguments.collect::<Outcome<Vec<_>>>()?)
            }
            Expression::As { expr, kind, convert } => get(self, *expr)?.map(&|scalar| match convert {
                Some(_) => scalar.converted(*kind),
                None => scalar.reinterpreted(*kind),
            }),
            other => Err(unknown(format!("{other:?}"))),
        }
    }

    fn part(&mut self, base: Value, index: usize) -> Outcome<Value> {
        match base {
            Value::Pointer(mut place) => {
                place.path.push(index);
                self.target(&place)?;
                Ok(Value::Pointer(place))
            }
            value => value.part(index).cloned(),
        }
    }
}

const fn pointer(variable: usize) -> Value {
    Value::Pointer(Place {
        variable,
        path: Vec::new(),
    })
}

/// Returns a value from its parts. Parts of a vector may be vectors.
fn composed(ty: &naga::TypeInner, parts: Vec<Value>) -> Value {
    match ty {
        naga::TypeInner::Vector { .. } => Value::vector(parts.iter().flat_map(Value::scalars).collect::<Vec<_>>()),
        naga::TypeInner::Matrix { .. } => Value::List(Kind::Matrix, parts),
        _ => Value::List(Kind::Aggregate, parts),
    }
}

fn unary(op: UnaryOperator, a: &Value) -> Outcome<Value> {
    a.map(&|scalar| match (op, scalar) {
        (UnaryOperator::LogicalNot, Scalar::Bool(holds)) => Ok(Scalar::Bool(!holds)),
        (UnaryOperator::Negate, Scalar::Real(number)) => Ok(Scalar::Real(number.negate())),
        (UnaryOperator::Negate, Scalar::Signed(number)) => Scalar::integer(-number, true),
        (UnaryOperator::BitwiseNot, Scalar::Signed(number)) => integer::complement(number, true),
        (UnaryOperator::BitwiseNot, Scalar::Unsigned(number)) => integer::complement(number, false),
        (op, other) => Err(unknown(format!("{op:?} of {other:?}"))),
    })
}

fn binary(op: BinaryOperator, a: &Value, b: &Value) -> Outcome<Value> {
    let is_matrix = |value: &Value| matches!(value, Value::List(Kind::Matrix, _));
    let is_scalar = |value: &Value| matches!(value, Value::Scalar(_));
    let is_product = op == BinaryOperator::Multiply && !is_scalar(a) && !is_scalar(b);
    if is_product && (is_matrix(a) || is_matrix(b)) {
        return matrix::product(a, b);
    }
    a.zip(b, &|a, b| of_scalars(op, a, b))
}

fn of_scalars(op: BinaryOperator, a: Scalar, b: Scalar) -> Outcome<Scalar> {
    use BinaryOperator as Op;
    match op {
        Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
            let order = match (a, b) {
                (Scalar::Signed(a), Scalar::Signed(b)) | (Scalar::Unsigned(a), Scalar::Unsigned(b)) => {
                    integer::compare(a, b, matches!(op, Op::Equal | Op::NotEqual))?
                }
                _ => a.real().compare(b.real())?,
            };
            Ok(Scalar::Bool(match op {
                Op::Equal => order == Ordering::Equal,
                Op::NotEqual => order != Ordering::Equal,
                Op::Less => order == Ordering::Less,
                Op::LessEqual => order != Ordering::Greater,
                Op::Greater => order == Ordering::Greater,
                _ => order != Ordering::Less,
            }))
        }
        _ => match (a, b) {
            (Scalar::Real(a), Scalar::Real(b)) => Ok(Scalar::Real(of_reals(op, a, b)?)),
            (Scalar::Bool(a), Scalar::Bool(b)) => match op {
                Op::LogicalAnd | Op::And => Ok(Scalar::Bool(a && b)),
                Op::LogicalOr | Op::InclusiveOr => Ok(Scalar::Bool(a || b)),
                Op::ExclusiveOr => Ok(Scalar::Bool(a != b)),
                _ => Err(unknown(format!("{op:?} of truth values"))),
            },
            // The number of bits of a shift is unsigned.
            (Scalar::Signed(a), Scalar::Signed(b) | Scalar::Unsigned(b)) => integer::operation(op, [a, b], true),
            (Scalar::Unsigned(a), Scalar::Unsigned(b)) => integer::operation(op, [a, b], false),
            // All bits of a float, or none.
            (bits @ Scalar::Bits(_), mask) | (mask, bits @ Scalar::Bits(_)) => match (op, mask) {
                (Op::And, Scalar::Signed(-1) | Scalar::Unsigned(0xffff_ffff)) => Ok(bits),
                (Op::And, Scalar::Signed(0) | Scalar::Unsigned(0)) => Ok(mask),
                _ => Err(unknown(format!("{op:?} of bits"))),
            },
            (a, b) => Err(unknown(format!("{op:?} of {a:?} and {b:?}"))),
        },
    }
}

fn of_reals(op: BinaryOperator, a: Real, b: Real) -> Outcome<Real> {
    match op {
        BinaryOperator::Add => a.add(b),
        BinaryOperator::Subtract => a.subtract(b),
        BinaryOperator::Multiply => a.multiply(b),
        BinaryOperator::Divide => a.divide(b),
        BinaryOperator::Modulo => {
            let whole = a.divide(b)?.step(f64::trunc)?;
            a.subtract(whole.multiply(b)?)
        }
        _ => Err(unknown(format!("{op:?} of floats"))),
    }
}

fn select(condition: &Value, accept: &Value, reject: &Value) -> Outcome<Value> {
    match condition {
        Value::Scalar(scalar) => Ok(if scalar.boolean()? { accept } else { reject }.clone()),
        _ => {
            let conditions = condition.parts()?.iter().map(Value::boolean);
            let mut components = Vec::new();
            for (index, holds) in conditions.enumerate() {
                let chosen = if holds? { accept } else { reject };
                components.push(chosen.part(index)?.scalar()?);
            }
            Ok(Value::vector(components))
        }
    }
}

fn relational(function: RelationalFunction, a: &Value) -> Outcome<Value> {
    let booleans = a.scalars();
    let booleans = booleans.iter().map(|scalar| scalar.boolean());
    let booleans = booleans.collect::<Outcome<Vec<_>>>()?;
    let holds = match function {
        RelationalFunction::All => booleans.iter().all(|holds| *holds),
        RelationalFunction::Any => booleans.iter().any(|holds| *holds),
        other => return Err(unknown(format!("{other:?}"))),
    };
    Ok(Value::Scalar(Scalar::literal(Literal::Bool(holds))?))
}
