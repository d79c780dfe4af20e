//! Operators of two operands, and the conditional operator.

use ::naga::{BinaryOperator, Expression, RelationalFunction};

use super::super::ast::{Binary, Expr, ExprKind};
use super::super::token::Span;
use super::super::types::{Kind, Ty};
use super::constant::{self, Constant};
use super::expression::Value;
use super::{BuildResult, Builder, ErrorReported};

/// Returns an operator as GLSL writes it.
pub(super) const fn sign(operator: Binary) -> &'static str {
    match operator {
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Modulo => "%",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::Less => "<",
        Binary::Greater => ">",
        Binary::LessEqual => "<=",
        Binary::GreaterEqual => ">=",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::BitAnd => "&",
        Binary::BitXor => "^",
        Binary::BitOr => "|",
        Binary::And => "&&",
        Binary::Xor => "^^",
        Binary::Or => "||",
    }
}

impl Builder<'_> {
    pub(super) fn binary_expr(
        &mut self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> BuildResult<Value> {
        if matches!(operator, Binary::And | Binary::Or) {
            return self.logical(operator, left, right, span);
        }
        // Long sums lean to the left.
        let mut chain = vec![(operator, right, span)];
        let mut first = left;
        while let ExprKind::Binary(operator, left, right) = &first.kind
            && !matches!(operator, Binary::And | Binary::Or)
        {
            chain.push((*operator, right, first.span));
            first = left;
        }
        let mut value = self.value(first)?;
        while let Some((operator, right, span)) = chain.pop() {
            let right = self.value(right)?;
            value = self.binary_value(operator, value, right, span)?;
        }
        Ok(value)
    }

    /// Returns the result of an operator on values.
    pub(super) fn binary_value(&mut self, operator: Binary, a: Value, b: Value, span: Span) -> BuildResult<Value> {
        let known = a.constant.zip(b.constant);
        if let Some(known) = known.and_then(|(a, b)| constant::binary(operator, a, b)) {
            return self.known(known, span);
        }
        match operator {
            Binary::Equal => self.equal(&a, &b, span),
            Binary::NotEqual => {
                let equal = self.equal(&a, &b, span)?;
                self.not(equal, span)
            }
            Binary::Xor => self.exclusive(a, b, span),
            Binary::ShiftLeft | Binary::ShiftRight => self.shift(operator, a, b, span),
            Binary::Multiply if self.is_algebraic(&a, &b) => self.product(&a, &b, span),
            Binary::Add | Binary::Subtract | Binary::Divide | Binary::Multiply
                if matches!(a.ty, Ty::Matrix(..)) || matches!(b.ty, Ty::Matrix(..)) =>
            {
                self.by_columns(operator, &a, &b, span)
            }
            _ => self.by_components(operator, a, b, span),
        }
    }

    fn mismatch<T>(&mut self, operator: Binary, a: &Ty, b: &Ty, span: Span) -> BuildResult<T> {
        let (left, right) = (self.shown(a), self.shown(b));
        let message = format!("`{}` does not take `{left}` and `{right}`", sign(operator));
        let help = match (a.size(), b.size()) {
            (Some(a), Some(b)) if a > 1 && b > 1 && a != b => {
                "vectors of different sizes: select components, as in `.xyz`"
            }
            _ => match (a.kind(), b.kind()) {
                (Some(Kind::Bool), _) | (_, Some(Kind::Bool)) => {
                    "convert the truth value: `float(b)`, or compare the number"
                }
                _ => "",
            },
        };
        self.error(span, message, help)
    }

    /// Converts scalars and vectors to one type.
    pub(super) fn unified(&mut self, a: Value, b: Value, span: Span) -> BuildResult<Option<(Value, Value)>> {
        let (Some(kind_a), Some(kind_b), Some(size_a), Some(size_b)) =
            (a.ty.kind(), b.ty.kind(), a.ty.size(), b.ty.size())
        else {
            return Ok(None);
        };
        let kind = if kind_a.converts_to(kind_b) {
            kind_b
        } else if kind_b.converts_to(kind_a) {
            kind_a
        } else {
            return Ok(None);
        };
        if size_a != size_b && size_a != 1 && size_b != 1 {
            return Ok(None);
        }
        let (a, b) = (self.cast(&a, kind, span)?, self.cast(&b, kind, span)?);
        let size = size_a.max(size_b);
        Ok(Some((self.splat(&a, size, span)?, self.splat(&b, size, span)?)))
    }

    fn by_components(&mut self, operator: Binary, a: Value, b: Value, span: Span) -> BuildResult<Value> {
        let types = (a.ty.clone(), b.ty.clone());
        let Some((a, b)) = self.unified(a, b, span)? else {
            return self.mismatch(operator, &types.0, &types.1, span);
        };
        let kind = a.ty.kind().ok_or(ErrorReported)?;
        let is_scalar = a.ty.size() == Some(1);
        let (op, is_right, result) = match operator {
            Binary::Add => (BinaryOperator::Add, kind != Kind::Bool, kind),
            Binary::Subtract => (BinaryOperator::Subtract, kind != Kind::Bool, kind),
            Binary::Multiply => (BinaryOperator::Multiply, kind != Kind::Bool, kind),
            Binary::Divide => (BinaryOperator::Divide, kind != Kind::Bool, kind),
            Binary::Modulo => (BinaryOperator::Modulo, kind.is_integer(), kind),
            Binary::BitAnd => (BinaryOperator::And, kind.is_integer(), kind),
            Binary::BitOr => (BinaryOperator::InclusiveOr, kind.is_integer(), kind),
            Binary::BitXor => (BinaryOperator::ExclusiveOr, kind.is_integer(), kind),
            Binary::Less => (BinaryOperator::Less, is_scalar && kind != Kind::Bool, Kind::Bool),
            Binary::Greater => (BinaryOperator::Greater, is_scalar && kind != Kind::Bool, Kind::Bool),
            Binary::LessEqual => (BinaryOperator::LessEqual, is_scalar && kind != Kind::Bool, Kind::Bool),
            Binary::GreaterEqual => (
                BinaryOperator::GreaterEqual,
                is_scalar && kind != Kind::Bool,
                Kind::Bool,
            ),
            _ => return Err(ErrorReported),
        };
        if !is_right {
            if result == Kind::Bool && !is_scalar {
                let message = format!("`{}` does not take vectors", sign(operator));
                return self.error(
                    span,
                    message,
                    "`lessThan`, `greaterThan` and the like compare each component",
                );
            }
            return self.mismatch(operator, &types.0, &types.1, span);
        }
        self.binary(op, &a, &b, a.ty.with_kind(result), span)
    }

    /// Adds an operation of naga.
    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        a: &Value,
        b: &Value,
        ty: Ty,
        span: Span,
    ) -> BuildResult<Value> {
        let (left, right) = (a.expr, b.expr);
        let is_division = matches!(op, BinaryOperator::Divide | BinaryOperator::Modulo);
        if is_division && b.constant.and_then(Constant::integer) == Some(0) {
            return self.error(span, "a division by zero", "");
        }
        Ok(Value {
            expr: self.append(Expression::Binary { op, left, right }, span)?,
            ty,
            constant: None,
        })
    }

    fn exclusive(&mut self, a: Value, b: Value, span: Span) -> BuildResult<Value> {
        if a.ty != Ty::BOOL || b.ty != Ty::BOOL {
            return self.mismatch(Binary::Xor, &a.ty, &b.ty, span);
        }
        self.binary(BinaryOperator::NotEqual, &a, &b, Ty::BOOL, span)
    }

    fn shift(&mut self, operator: Binary, a: Value, b: Value, span: Span) -> BuildResult<Value> {
        let is_integer = |value: &Value| value.ty.kind().is_some_and(Kind::is_integer);
        let sizes = a.ty.size().zip(b.ty.size());
        let fits = sizes.is_some_and(|(a, b)| b == 1 || a == b);
        if !(is_integer(&a) && is_integer(&b) && fits) {
            return self.mismatch(operator, &a.ty, &b.ty, span);
        }
        if let Some(count) = b
            .constant
            .and_then(Constant::integer)
            .filter(|count| !(0..32).contains(count))
        {
            let message = format!("a shift by {count} bits; integers have 32");
            return self.error(span, message, "");
        }
        let count = self.cast(&b, Kind::Uint, span)?;
        let count = self.splat(&count, a.ty.size().unwrap_or(1), span)?;
        let op = match operator {
            Binary::ShiftLeft => BinaryOperator::ShiftLeft,
            _ => BinaryOperator::ShiftRight,
        };
        let ty = a.ty.clone();
        self.binary(op, &a, &count, ty, span)
    }

    /// Returns whether a product is one of linear algebra, and not of components.
    fn is_algebraic(&self, a: &Value, b: &Value) -> bool {
        match (&a.ty, &b.ty) {
            (Ty::Matrix(..), Ty::Matrix(..) | Ty::Vector(..)) | (Ty::Vector(..), Ty::Matrix(..)) => true,
            (Ty::Matrix(..), Ty::Scalar(kind)) | (Ty::Scalar(kind), Ty::Matrix(..)) => *kind != Kind::Bool,
            _ => false,
        }
    }

    fn product(&mut self, a: &Value, b: &Value, span: Span) -> BuildResult<Value> {
        let cast = |builder: &mut Self, value: &Value| match value.ty {
            Ty::Scalar(kind) | Ty::Vector(kind, _) if kind != Kind::Bool => builder.cast(value, Kind::Float, span),
            _ => Ok(value.clone()),
        };
        let (a, b) = (cast(self, a)?, cast(self, b)?);
        let ty = match (&a.ty, &b.ty) {
            (Ty::Matrix(columns, rows), Ty::Matrix(others, height)) if columns == height => Ty::Matrix(*others, *rows),
            (Ty::Matrix(columns, rows), Ty::Vector(Kind::Float, size)) if columns == size => {
                Ty::Vector(Kind::Float, *rows)
            }
            (Ty::Vector(Kind::Float, size), Ty::Matrix(columns, rows)) if size == rows => {
                Ty::Vector(Kind::Float, *columns)
            }
            (Ty::Matrix(..), Ty::Scalar(Kind::Float)) => a.ty.clone(),
            (Ty::Scalar(Kind::Float), Ty::Matrix(..)) => b.ty.clone(),
            _ => {
                let (left, right) = (self.shown(&a.ty), self.shown(&b.ty));
                let message = format!("`*` does not take `{left}` and `{right}`");
                let help =
                    "a matrix takes a vector with as many components as it has columns, as in `m * vec4(v, 1.0)`";
                return self.error(span, message, help);
            }
        };
        self.binary(BinaryOperator::Multiply, &a, &b, ty, span)
    }

    /// Returns the result of an operator on each column of matrices.
    fn by_columns(&mut self, operator: Binary, a: &Value, b: &Value, span: Span) -> BuildResult<Value> {
        let ty = match (&a.ty, &b.ty) {
            (Ty::Matrix(..), Ty::Matrix(..)) if a.ty == b.ty => a.ty.clone(),
            (Ty::Matrix(..), Ty::Scalar(_)) => a.ty.clone(),
            (Ty::Scalar(_), Ty::Matrix(..)) => b.ty.clone(),
            _ => return self.mismatch(operator, &a.ty, &b.ty, span),
        };
        let Ty::Matrix(count, _) = ty else {
            return Err(ErrorReported);
        };
        let sides = |builder: &mut Self, value: &Value| match value.ty {
            Ty::Matrix(..) => builder.columns(value, span),
            _ => Ok(vec![value.clone(); usize::from(count)]),
        };
        let (left, right) = (sides(self, a)?, sides(self, b)?);
        let mut columns = Vec::new();
        for (a, b) in left.into_iter().zip(right) {
            columns.push(self.by_components(operator, a, b, span)?.expr);
        }
        self.compose(&ty, columns, span)
    }

    /// Returns whether two values of one type are equal in all their parts.
    pub(super) fn equal(&mut self, a: &Value, b: &Value, span: Span) -> BuildResult<Value> {
        let parts: Vec<Ty> = match (&a.ty, &b.ty) {
            (Ty::Array(element, length), other) if a.ty == *other => {
                vec![(**element).clone(); *length as usize]
            }
            (Ty::Matrix(columns, rows), other) if a.ty == *other => {
                vec![Ty::Vector(Kind::Float, *rows); usize::from(*columns)]
            }
            (Ty::Struct(id), other) if a.ty == *other => {
                let found = self.structure(*id).ok_or(ErrorReported)?;
                let members = found.members.iter().filter(|member| member.index.is_some());
                members.map(|member| member.ty.clone()).collect()
            }
            _ => return self.equal_numbers(a, b, span),
        };
        let mut all: Option<Value> = None;
        for (index, ty) in (0..).zip(parts) {
            let (left, right) = (self.field(a, index, ty.clone(), span)?, self.field(b, index, ty, span)?);
            let equal = self.equal(&left, &right, span)?;
            all = Some(match all {
                Some(before) => self.binary(BinaryOperator::LogicalAnd, &before, &equal, Ty::BOOL, span)?,
                None => equal,
            });
        }
        match all {
            Some(all) => Ok(all),
            None => self.known(Constant::Bool(true), span),
        }
    }

    fn equal_numbers(&mut self, a: &Value, b: &Value, span: Span) -> BuildResult<Value> {
        let is_same_size = a.ty.size().is_some() && a.ty.size() == b.ty.size();
        let unified = if is_same_size {
            self.unified(a.clone(), b.clone(), span)?
        } else {
            None
        };
        let Some((a, b)) = unified else {
            return self.mismatch(Binary::Equal, &a.ty, &b.ty, span);
        };
        let equal = self.binary(BinaryOperator::Equal, &a, &b, a.ty.with_kind(Kind::Bool), span)?;
        match equal.ty {
            Ty::Vector(..) => {
                let argument = equal.expr;
                let fun = RelationalFunction::All;
                let expr = self.append(Expression::Relational { fun, argument }, span)?;
                Ok(Value {
                    expr,
                    ty: Ty::BOOL,
                    constant: None,
                })
            }
            _ => Ok(equal),
        }
    }

    pub(super) fn not(&mut self, value: Value, span: Span) -> BuildResult<Value> {
        if let Some(Constant::Bool(holds)) = value.constant {
            return self.known(Constant::Bool(!holds), span);
        }
        let op = ::naga::UnaryOperator::LogicalNot;
        let expr = self.append(Expression::Unary { op, expr: value.expr }, span)?;
        Ok(Value { expr, ..value })
    }

    /// Returns the negative of a number, a vector or a matrix.
    pub(super) fn negated(&mut self, value: Value, span: Span) -> BuildResult<Value> {
        if let Ty::Matrix(..) = value.ty {
            let mut columns = Vec::new();
            for column in self.columns(&value, span)? {
                columns.push(self.negated(column, span)?.expr);
            }
            return self.compose(&value.ty, columns, span);
        }
        if value.ty.kind() == Some(Kind::Uint) {
            // It wraps around, as a difference does.
            let zero = self.known(Constant::Uint(0), span)?;
            return self.by_components(Binary::Subtract, zero, value, span);
        }
        let op = ::naga::UnaryOperator::Negate;
        let expr = self.append(Expression::Unary { op, expr: value.expr }, span)?;
        Ok(Value {
            expr,
            constant: None,
            ..value
        })
    }
}
