//! The functions of the language.

use ::naga::{BinaryOperator, Expression, MathFunction as F, RelationalFunction};

use super::super::ast::Expr;
use super::super::token::Span;
use super::super::types::{Kind, Ty};
use super::expression::Value;
use super::{BuildResult, Builder, ErrorReported};

/// The arguments of a call, with their locations.
pub(super) type Arguments<'a> = &'a [(Value, Span)];

/// Returns whether a function of the language changes one of its arguments, or memory.
pub(super) fn writes(name: &str) -> bool {
    matches!(
        name,
        "modf" | "frexp" | "uaddCarry" | "usubBorrow" | "umulExtended" | "imulExtended"
    ) || name.starts_with("imageStore")
        || name.starts_with("imageAtomic")
        || name.starts_with("atomic")
}

/// Functions of floats whose results have the type of the arguments. A scalar goes with each component of a vector.
const OF_FLOATS: &[(&str, F, usize)] = &[
    ("radians", F::Radians, 1),
    ("degrees", F::Degrees, 1),
    ("sin", F::Sin, 1),
    ("cos", F::Cos, 1),
    ("tan", F::Tan, 1),
    ("asin", F::Asin, 1),
    ("acos", F::Acos, 1),
    ("atan", F::Atan, 1),
    ("atan", F::Atan2, 2),
    ("sinh", F::Sinh, 1),
    ("cosh", F::Cosh, 1),
    ("tanh", F::Tanh, 1),
    ("asinh", F::Asinh, 1),
    ("acosh", F::Acosh, 1),
    ("atanh", F::Atanh, 1),
    ("pow", F::Pow, 2),
    ("exp", F::Exp, 1),
    ("log", F::Log, 1),
    ("exp2", F::Exp2, 1),
    ("log2", F::Log2, 1),
    ("sqrt", F::Sqrt, 1),
    ("inversesqrt", F::InverseSqrt, 1),
    ("floor", F::Floor, 1),
    ("trunc", F::Trunc, 1),
    ("round", F::Round, 1),
    ("roundEven", F::Round, 1),
    ("ceil", F::Ceil, 1),
    ("fract", F::Fract, 1),
    ("step", F::Step, 2),
    ("smoothstep", F::SmoothStep, 3),
    ("fma", F::Fma, 3),
];

/// Functions of floats and integers whose results have the type of the arguments.
const OF_NUMBERS: &[(&str, F, usize)] = &[
    ("abs", F::Abs, 1),
    ("sign", F::Sign, 1),
    ("min", F::Min, 2),
    ("max", F::Max, 2),
    ("clamp", F::Clamp, 3),
];

/// Functions that pack numbers into an integer, with the type of the argument.
const PACKING: &[(&str, F, Ty)] = &[
    ("packUnorm2x16", F::Pack2x16unorm, Ty::VEC2),
    ("packSnorm2x16", F::Pack2x16snorm, Ty::VEC2),
    ("packHalf2x16", F::Pack2x16float, Ty::VEC2),
    ("packUnorm4x8", F::Pack4x8unorm, Ty::VEC4),
    ("packSnorm4x8", F::Pack4x8snorm, Ty::VEC4),
];

/// Functions that unpack numbers from an integer, with the type of the result.
const UNPACKING: &[(&str, F, Ty)] = &[
    ("unpackUnorm2x16", F::Unpack2x16unorm, Ty::VEC2),
    ("unpackSnorm2x16", F::Unpack2x16snorm, Ty::VEC2),
    ("unpackHalf2x16", F::Unpack2x16float, Ty::VEC2),
    ("unpackUnorm4x8", F::Unpack4x8unorm, Ty::VEC4),
    ("unpackSnorm4x8", F::Unpack4x8snorm, Ty::VEC4),
];

/// Comparisons of vectors, component by component.
const COMPARISONS: &[(&str, BinaryOperator)] = &[
    ("lessThan", BinaryOperator::Less),
    ("lessThanEqual", BinaryOperator::LessEqual),
    ("greaterThan", BinaryOperator::Greater),
    ("greaterThanEqual", BinaryOperator::GreaterEqual),
    ("equal", BinaryOperator::Equal),
    ("notEqual", BinaryOperator::NotEqual),
];

/// Other functions.
const OTHERS: &[&str] = &[
    "mod",
    "mix",
    "length",
    "distance",
    "dot",
    "cross",
    "normalize",
    "faceforward",
    "reflect",
    "refract",
    "matrixCompMult",
    "outerProduct",
    "transpose",
    "determinant",
    "inverse",
    "any",
    "all",
    "not",
    "isnan",
    "isinf",
    "floatBitsToInt",
    "floatBitsToUint",
    "intBitsToFloat",
    "uintBitsToFloat",
    "bitfieldExtract",
    "bitfieldInsert",
    "bitfieldReverse",
    "bitCount",
    "findLSB",
    "findMSB",
    "modf",
    "frexp",
    "ldexp",
    "ftransform",
    "nonuniformEXT",
    "uaddCarry",
    "usubBorrow",
    "umulExtended",
    "imulExtended",
];

/// Returns whether the language has a function with a name that this module reads.
pub(super) fn exists(name: &str) -> bool {
    let of = |table: &[(&str, F, usize)]| table.iter().any(|(known, ..)| *known == name);
    let packs = |table: &[(&str, F, Ty)]| table.iter().any(|(known, ..)| *known == name);
    of(OF_FLOATS)
        || of(OF_NUMBERS)
        || packs(PACKING)
        || packs(UNPACKING)
        || COMPARISONS.iter().any(|(known, _)| *known == name)
        || OTHERS.contains(&name)
}

/// Returns the names of all functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let tables = OF_FLOATS.iter().chain(OF_NUMBERS).map(|(name, ..)| *name);
    let packing = PACKING.iter().chain(UNPACKING).map(|(name, ..)| *name);
    let comparisons = COMPARISONS.iter().map(|(name, _)| *name);
    tables.chain(packing).chain(comparisons).chain(OTHERS.iter().copied())
}

impl Builder<'_> {
    /// Returns the value of a call of a function of the language.
    pub(super) fn builtin(&mut self, name: &str, arguments: &[Expr], span: Span) -> BuildResult<Value> {
        if writes(name) {
            return self.writing(name, arguments, span);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push((self.value(argument)?, argument.span));
        }
        let count = values.len();
        let of = |table: &[(&str, F, usize)]| {
            let mut all = table.iter();
            all.find(|(known, _, wanted)| *known == name && *wanted == count)
                .map(|(_, function, _)| *function)
        };
        if let Some(function) = of(OF_FLOATS) {
            return self.of_numbers(name, function, &values, true, span);
        }
        if let Some(function) = of(OF_NUMBERS) {
            return self.of_numbers(name, function, &values, false, span);
        }
        if let Some((_, operator)) = COMPARISONS.iter().find(|(known, _)| *known == name) {
            return self.comparison(name, *operator, &values, span);
        }
        if let Some((_, function, ty)) = PACKING.iter().find(|(known, ..)| *known == name) {
            let value = self.only(name, &values, span)?;
            let value = self.converted(value, ty, span)?;
            return self.math(*function, &[value], Ty::UINT, span);
        }
        if let Some((_, function, ty)) = UNPACKING.iter().find(|(known, ..)| *known == name) {
            let value = self.only(name, &values, span)?;
            let value = self.converted(value, &Ty::UINT, span)?;
            return self.math(*function, &[value], ty.clone(), span);
        }
        self.other(name, &values, span)
    }

    /// Adds a function of naga.
    pub(super) fn math(&mut self, fun: F, arguments: &[Value], ty: Ty, span: Span) -> BuildResult<Value> {
        let argument = |index: usize| arguments.get(index).map(|value| value.expr);
        let math = Expression::Math {
            fun,
            arg: argument(0).ok_or(ErrorReported)?,
            arg1: argument(1),
            arg2: argument(2),
            arg3: argument(3),
        };
        Ok(Value {
            expr: self.append(math, span)?,
            ty,
            constant: None,
        })
    }

    /// Reports that a function does not take arguments of these types.
    pub(super) fn type_mismatch<T>(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<T> {
        let types: Vec<_> = arguments
            .iter()
            .map(|(value, _)| format!("`{}`", self.shown(&value.ty)))
            .collect();
        let message = match types.as_slice() {
            [] => format!("`{name}` takes arguments"),
            _ => format!("`{name}` does not take {}", types.join(", ")),
        };
        self.error(span, message, "")
    }

    fn only(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        match arguments {
            [(only, _)] => Ok(only.clone()),
            _ => self.type_mismatch(name, arguments, span),
        }
    }

    /// Returns arguments as scalars or vectors of one type.
    pub(super) fn alike(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        as_floats: bool,
        span: Span,
    ) -> BuildResult<Vec<Value>> {
        let sizes: Option<Vec<u8>> = arguments.iter().map(|(value, _)| value.ty.size()).collect();
        let kinds: Option<Vec<Kind>> = arguments.iter().map(|(value, _)| value.ty.kind()).collect();
        let (Some(sizes), Some(kinds)) = (sizes, kinds) else {
            return self.type_mismatch(name, arguments, span);
        };
        let size = sizes.iter().copied().max().unwrap_or(1);
        let kind = if as_floats {
            Some(Kind::Float)
        } else {
            kinds.iter().copied().max()
        };
        let fits = sizes.iter().all(|found| *found == 1 || *found == size) && !kinds.contains(&Kind::Bool);
        let Some(kind) = kind.filter(|_| fits) else {
            return self.type_mismatch(name, arguments, span);
        };
        let mut found = Vec::with_capacity(arguments.len());
        for (value, place) in arguments {
            let value = self.cast(value, kind, *place)?;
            found.push(self.splat(&value, size, *place)?);
        }
        Ok(found)
    }

    fn of_numbers(
        &mut self,
        name: &str,
        function: F,
        arguments: Arguments<'_>,
        as_floats: bool,
        span: Span,
    ) -> BuildResult<Value> {
        let values = self.alike(name, arguments, as_floats, span)?;
        let ty = values.first().ok_or(ErrorReported)?.ty.clone();
        // An unsigned integer has no sign.
        if ty.kind() == Some(Kind::Uint) && function == F::Sign {
            return self.type_mismatch(name, arguments, span);
        }
        self.math(function, &values, ty, span)
    }

    fn comparison(
        &mut self,
        name: &str,
        operator: BinaryOperator,
        arguments: Arguments<'_>,
        span: Span,
    ) -> BuildResult<Value> {
        let [(a, _), (b, _)] = arguments else {
            return self.type_mismatch(name, arguments, span);
        };
        let are_bools = [a, b].iter().all(|value| value.ty.kind() == Some(Kind::Bool));
        let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        let (a, b) = if are_bools && is_equality && a.ty == b.ty {
            (a.clone(), b.clone())
        } else {
            let values = self.alike(name, arguments, false, span)?;
            match <[Value; 2]>::try_from(values) {
                Ok([a, b]) => (a, b),
                Err(_) => return Err(ErrorReported),
            }
        };
        let ty = a.ty.with_kind(Kind::Bool);
        self.binary(operator, &a, &b, ty, span)
    }

    fn other(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        match (name, arguments) {
            ("mod", [_, _]) => self.modulo(name, arguments, span),
            ("mix", [_, _, _]) => self.mix(name, arguments, span),
            ("length" | "normalize", [_])
            | ("distance" | "dot" | "reflect", [_, _])
            | ("faceforward" | "refract", [_, _, _]) => self.geometric(name, arguments, span),
            ("cross", [_, _]) => {
                let values = self.alike(name, arguments, true, span)?;
                if values.iter().any(|value| value.ty != Ty::VEC3) {
                    return self.type_mismatch(name, arguments, span);
                }
                self.math(F::Cross, &values, Ty::VEC3, span)
            }
            ("matrixCompMult" | "outerProduct" | "transpose" | "determinant" | "inverse", _) => {
                self.of_matrices(name, arguments, span)
            }
            ("any" | "all", [(value, _)]) if value.ty.kind() == Some(Kind::Bool) => {
                if value.ty == Ty::BOOL {
                    return Ok(value.clone());
                }
                let fun = if name == "any" {
                    RelationalFunction::Any
                } else {
                    RelationalFunction::All
                };
                self.relational(fun, value, Ty::BOOL, span)
            }
            ("not", [(value, _)]) if value.ty.kind() == Some(Kind::Bool) => self.not(value.clone(), span),
            ("isnan" | "isinf", [(value, _)]) if value.ty.kind() == Some(Kind::Float) && value.ty.size().is_some() => {
                let fun = if name == "isnan" {
                    RelationalFunction::IsNan
                } else {
                    RelationalFunction::IsInf
                };
                self.relational(fun, value, value.ty.with_kind(Kind::Bool), span)
            }
            ("floatBitsToInt", [(value, _)]) => self.reinterpreted(name, value, Kind::Float, Kind::Int, span),
            ("floatBitsToUint", [(value, _)]) => self.reinterpreted(name, value, Kind::Float, Kind::Uint, span),
            ("intBitsToFloat", [(value, _)]) => self.reinterpreted(name, value, Kind::Int, Kind::Float, span),
            ("uintBitsToFloat", [(value, _)]) => self.reinterpreted(name, value, Kind::Uint, Kind::Float, span),
            ("ldexp", [(value, _), (exponent, _)]) => {
                let value = self.cast(value, Kind::Float, span)?;
                let exponent = self.splat(exponent, value.ty.size().unwrap_or(1), span)?;
                if exponent.ty != value.ty.with_kind(Kind::Int) {
                    return self.type_mismatch(name, arguments, span);
                }
                let ty = value.ty.clone();
                self.math(F::Ldexp, &[value, exponent], ty, span)
            }
            ("ftransform", []) => self.ftransform(span),
            ("nonuniformEXT", [(value, _)]) => Ok(value.clone()),
            _ => self.of_bits(name, arguments, span),
        }
    }

    fn relational(&mut self, fun: RelationalFunction, value: &Value, ty: Ty, span: Span) -> BuildResult<Value> {
        let argument = value.expr;
        Ok(Value {
            expr: self.append(Expression::Relational { fun, argument }, span)?,
            ty,
            constant: None,
        })
    }

    /// Returns a value with its bits reinterpreted as another kind.
    fn reinterpreted(&mut self, name: &str, value: &Value, from: Kind, to: Kind, span: Span) -> BuildResult<Value> {
        if value.ty.kind() != Some(from) || value.ty.size().is_none() {
            return self.type_mismatch(name, &[(value.clone(), span)], span);
        }
        let expr = Expression::As {
            expr: value.expr,
            kind: to.naga(),
            convert: None,
        };
        Ok(Value {
            expr: self.append(expr, span)?,
            ty: value.ty.with_kind(to),
            constant: None,
        })
    }

    /// Returns `x - y * floor(x / y)`.
    fn modulo(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        let values = self.alike(name, arguments, true, span)?;
        let [x, y] = values.as_slice() else {
            return Err(ErrorReported);
        };
        let ty = x.ty.clone();
        let quotient = self.binary(BinaryOperator::Divide, x, y, ty.clone(), span)?;
        let whole = self.math(F::Floor, &[quotient], ty.clone(), span)?;
        let product = self.binary(BinaryOperator::Multiply, y, &whole, ty.clone(), span)?;
        self.binary(BinaryOperator::Subtract, x, &product, ty, span)
    }

    fn mix(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> BuildResult<Value> {
        let [(a, at_a), (b, at_b), (choice, _)] = arguments else {
            return Err(ErrorReported);
        };
        if choice.ty.kind() != Some(Kind::Bool) {
            let values = self.alike(name, arguments, true, span)?;
            let ty = values.first().ok_or(ErrorReported)?.ty.clone();
            return self.math(F::Mix, &values, ty, span);
        }
        let pair = [(a.clone(), *at_a), (b.clone(), *at_b)];
        let are_bools = pair.iter().all(|(value, _)| value.ty.kind() == Some(Kind::Bool));
        let values = if are_bools {
            vec![a.clone(), b.clone()]
        } else {
            self.alike(name, &pair, false, span)?
        };
        let [a, b] = values.as_slice() else {
            return Err(ErrorReported);
        };
        if a.ty != b.ty || choice.ty.size() != a.ty.size() {
            return self.type_mismatch(name, arguments, span);
        }
        let expr = Expression::Select {
            condition: choice.expr,
            accept: b.expr,
            reject: a.expr,
        };
        Ok(Value {
            expr: self.append(expr, span)?,
            ty: a.ty.clone(),
            constant: None,
        })
    }
}
