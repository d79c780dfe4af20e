//! Functions of the language on whole vectors, on matrices and on bits.

use ::naga::{BinaryOperator, MathFunction as F, Statement};

use super::super::ast::Expr;
use super::super::token::Span;
use super::super::types::{Kind, Ty};
use super::builtin::Arguments;
use super::constant::Constant;
use super::expression::{Place, Value};
use super::{BuildResult, Builder, ErrorReported};

impl Builder<'_> {
    /// Evaluates a geometric function. Scalars are vectors with one component.
    pub(super) fn geometric(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        // The ratio of `refract` is a scalar beside vectors.
        let (vectors, ratio) = match (name, arguments) {
            ("refract", [vectors @ .., (ratio, place)]) => {
                (vectors, Some(self.converted(ratio.clone(), &Ty::FLOAT, *place)?))
            }
            _ => (arguments, None),
        };
        let mut values = self.alike(name, vectors, true, span)?;
        let ty = values.first().ok_or(ErrorReported)?.ty.clone();
        if vectors.iter().any(|(value, _)| value.ty.size() != ty.size()) {
            return self.type_mismatch(name, arguments, span);
        }
        if ty == Ty::FLOAT {
            return self.geometric_of_scalars(name, &values, ratio, span);
        }
        values.extend(ratio);
        let (function, result) = match name {
            "length" => (F::Length, Ty::FLOAT),
            "distance" => (F::Distance, Ty::FLOAT),
            "dot" => (F::Dot, Ty::FLOAT),
            "normalize" => (F::Normalize, ty),
            "faceforward" => (F::FaceForward, ty),
            "reflect" => (F::Reflect, ty),
            _ => (F::Refract, ty),
        };
        self.math(function, &values, result, span)
    }

    fn geometric_of_scalars(
        &mut self,
        name: &str,
        values: &[Value],
        ratio: Option<Value>,
        span: Span,
    ) -> BuildResult<Value> {
        let first = values.first().ok_or(ErrorReported)?;
        let second = values.get(1);
        match (name, second) {
            ("length", _) => self.math(F::Abs, values, Ty::FLOAT, span),
            ("normalize", _) => self.math(F::Sign, values, Ty::FLOAT, span),
            ("dot", Some(second)) => self.binary(BinaryOperator::Multiply, first, second, Ty::FLOAT, span),
            ("distance", Some(second)) => {
                let difference = self.binary(BinaryOperator::Subtract, first, second, Ty::FLOAT, span)?;
                self.math(F::Abs, &[difference], Ty::FLOAT, span)
            }
            // As a vector with another component, which is 0.
            _ => {
                let zero = self.float(0.0, span)?;
                let mut vectors = Vec::new();
                for value in values {
                    vectors.push(self.compose(&Ty::VEC2, vec![value.expr, zero.expr], span)?);
                }
                vectors.extend(ratio);
                let function = match name {
                    "faceforward" => F::FaceForward,
                    "reflect" => F::Reflect,
                    _ => F::Refract,
                };
                let vector = self.math(function, &vectors, Ty::VEC2, span)?;
                self.field(&vector, 0, Ty::FLOAT, span)
            }
        }
    }

    pub(super) fn of_matrices(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        match (name, arguments) {
            ("matrixCompMult", [(a, _), (b, _)]) if a.ty == b.ty && matches!(a.ty, Ty::Matrix(..)) => {
                let (left, right) = (self.columns(a, span)?, self.columns(b, span)?);
                let mut columns = Vec::new();
                for (a, b) in left.iter().zip(&right) {
                    columns.push(self.binary(BinaryOperator::Multiply, a, b, a.ty.clone(), span)?.expr);
                }
                self.compose(&a.ty, columns, span)
            }
            ("outerProduct", [(a, _), (b, _)]) => match (&a.ty, &b.ty) {
                (Ty::Vector(Kind::Float, rows), Ty::Vector(Kind::Float, columns)) => {
                    let mut made = Vec::new();
                    for index in 0..u32::from(*columns) {
                        let factor = self.field(b, index, Ty::FLOAT, span)?;
                        made.push(
                            self.binary(BinaryOperator::Multiply, a, &factor, a.ty.clone(), span)?
                                .expr,
                        );
                    }
                    self.compose(&Ty::Matrix(*columns, *rows), made, span)
                }
                _ => self.type_mismatch(name, arguments, span),
            },
            ("transpose", [(a, _)]) => match a.ty {
                Ty::Matrix(columns, rows) => {
                    self.math(F::Transpose, std::slice::from_ref(a), Ty::Matrix(rows, columns), span)
                }
                _ => self.type_mismatch(name, arguments, span),
            },
            ("determinant" | "inverse", [(a, _)]) => match a.ty {
                Ty::Matrix(columns, rows) if columns == rows => {
                    let (function, ty) = match name {
                        "inverse" => (F::Inverse, a.ty.clone()),
                        _ => (F::Determinant, Ty::FLOAT),
                    };
                    self.math(function, std::slice::from_ref(a), ty, span)
                }
                _ => self.type_mismatch(name, arguments, span),
            },
            _ => self.type_mismatch(name, arguments, span),
        }
    }

    pub(super) fn of_bits(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        let Some((first, _)) = arguments.first() else {
            return self.type_mismatch(name, arguments, span);
        };
        let is_integer = first.ty.kind().is_some_and(Kind::is_integer) && first.ty.size().is_some();
        let function = match (name, arguments.len()) {
            ("bitfieldExtract", 3) => F::ExtractBits,
            ("bitfieldInsert", 4) => F::InsertBits,
            ("bitfieldReverse", 1) => F::ReverseBits,
            ("bitCount", 1) => F::CountOneBits,
            ("findLSB", 1) => F::FirstTrailingBit,
            ("findMSB", 1) => F::FirstLeadingBit,
            _ => return self.type_mismatch(name, arguments, span),
        };
        if !is_integer {
            return self.type_mismatch(name, arguments, span);
        }
        let mut values = Vec::new();
        let wide = if name == "bitfieldInsert" { 2 } else { 1 };
        for (index, (value, place)) in arguments.iter().enumerate() {
            let value = if index < wide {
                self.converted(value.clone(), &first.ty, *place)?
            } else {
                let number = self.converted(value.clone(), &Ty::INT, *place)?;
                self.cast(&number, Kind::Uint, span)?
            };
            values.push(value);
        }
        let result = self.math(function, &values, first.ty.clone(), span)?;
        // Numbers of bits are signed.
        match name {
            "bitCount" | "findLSB" | "findMSB" => self.cast(&result, Kind::Int, span),
            _ => Ok(result),
        }
    }

    /// Returns the value of a function that changes an argument, or memory.
    pub(super) fn writing(&mut self, name: &str, arguments: &[Expr], span: Span) -> BuildResult<Value> {
        match (name, arguments) {
            ("modf", [value, whole]) => {
                let value = self.value(value)?;
                let value = self.cast(&value, Kind::Float, span)?;
                let place = self.place(whole)?;
                let ty = value.ty.clone();
                if place.value_type() != ty {
                    return self.type_mismatch(name, &[(value, span)], span);
                }
                let part = self.math(F::Trunc, std::slice::from_ref(&value), ty.clone(), span)?;
                self.write(&place, &part, span)?;
                self.binary(BinaryOperator::Subtract, &value, &part, ty, span)
            }
            ("frexp", [value, exponent]) => {
                let value = self.value(value)?;
                let value = self.cast(&value, Kind::Float, span)?;
                let place = self.place(exponent)?;
                self.split_exponent(&value, &place, span)
            }
            _ if name.starts_with("image") || name.starts_with("atomic") => self.memory_access(name, span),
            _ => {
                let mut values = Vec::new();
                let inputs = if name.ends_with("Extended") {
                    2
                } else {
                    arguments.len().saturating_sub(1)
                };
                for argument in arguments.iter().take(inputs) {
                    values.push(self.value(argument)?);
                }
                let Some(ty) = values
                    .first()
                    .map(|value| value.ty.clone())
                    .filter(|ty| ty.size().is_some())
                else {
                    return self.type_mismatch(name, &[], span);
                };
                for output in arguments.iter().skip(inputs) {
                    let place = self.place(output)?;
                    let value = self.refused_bits(name, &place.value_type(), span)?;
                    self.write(&place, &value, span)?;
                }
                self.refused_bits(name, &ty, span)
            }
        }
    }

    /// Returns the significand of a number from 0.5 to 1, and stores its exponent.
    fn split_exponent(&mut self, value: &Value, place: &Place, span: Span) -> BuildResult<Value> {
        let ty = value.ty.clone();
        let integers = ty.with_kind(Kind::Int);
        if place.value_type() != integers || ty.size().is_none() {
            return self.type_mismatch("frexp", &[(value.clone(), span)], span);
        }
        let size = ty.size().unwrap_or(1);
        let number = |builder: &mut Self, number: f32| {
            let scalar = builder.float(number, span)?;
            builder.splat(&scalar, size, span)
        };
        let magnitude = self.math(F::Abs, std::slice::from_ref(value), ty.clone(), span)?;
        let logarithm = self.math(F::Log2, std::slice::from_ref(&magnitude), ty.clone(), span)?;
        let floor = self.math(F::Floor, &[logarithm], ty.clone(), span)?;
        let one = number(self, 1.0)?;
        let estimate = self.binary(BinaryOperator::Add, &floor, &one, ty.clone(), span)?;
        // The logarithm can be one step away from the exact one: the significand tells.
        let negative = self.negated(estimate.clone(), span)?;
        let scale = self.math(F::Exp2, &[negative], ty.clone(), span)?;
        let scaled = self.binary(BinaryOperator::Multiply, &magnitude, &scale, ty.clone(), span)?;
        let half = number(self, 0.5)?;
        let reaches_one = self.math(F::Step, &[one.clone(), scaled.clone()], ty.clone(), span)?;
        let reaches_half = self.math(F::Step, &[half, scaled], ty.clone(), span)?;
        let below = self.binary(BinaryOperator::Subtract, &one, &reaches_half, ty.clone(), span)?;
        let correction = self.binary(BinaryOperator::Subtract, &reaches_one, &below, ty.clone(), span)?;
        let exponent = self.binary(BinaryOperator::Add, &estimate, &correction, ty.clone(), span)?;
        // Of 0, both parts are 0.
        let zero = number(self, 0.0)?;
        let booleans = ty.with_kind(Kind::Bool);
        let is_zero = self.binary(BinaryOperator::Equal, value, &zero, booleans, span)?;
        let expr = ::naga::Expression::Select {
            condition: is_zero.expr,
            accept: zero.expr,
            reject: exponent.expr,
        };
        let exponent = Value {
            expr: self.append(expr, span)?,
            ty: ty.clone(),
            constant: None,
        };
        let whole = self.cast(&exponent, Kind::Int, span)?;
        self.write(place, &whole, span)?;
        let negative = self.negated(exponent, span)?;
        let scale = self.math(F::Exp2, &[negative], ty.clone(), span)?;
        self.binary(BinaryOperator::Multiply, value, &scale, ty, span)
    }

    /// Returns a stand-in for the result of a function on the bits of integers that no float holds.
    fn refused_bits(&mut self, name: &str, ty: &Ty, span: Span) -> BuildResult<Value> {
        let message = format!("`{name}` operates on the bits of a number; integers are floats on this hardware");
        let help = "compute with numbers below 131072, of which sums and products are exact";
        self.refused(message, help, ty, span)
    }

    /// Reports an access to memory, which the GPU does not have.
    fn memory_access(&mut self, name: &str, span: Span) -> BuildResult<Value> {
        let message = format!("`{name}` changes memory; shaders cannot write to memory on this hardware");
        self.refused(message, "pass results on as outputs", &Ty::Void, span)
    }

    /// Adds a statement that the GPU cannot execute.
    pub(super) fn discard(&mut self, span: Span) {
        self.push(Statement::Kill, span);
    }

    /// Returns a boolean.
    pub(super) fn bool_constant(&mut self, holds: bool, span: Span) -> BuildResult<Value> {
        self.known(Constant::Bool(holds), span)
    }
}
