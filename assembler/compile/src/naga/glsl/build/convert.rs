//! Conversions of values.

use ::naga::{Expression, Handle};

use super::super::ast::{Expr, ExprKind};
use super::super::token::Span;
use super::super::types::{Kind, Ty, vector_size};
use super::expression::Value;
use super::{BuildResult, Builder, ErrorReported};

impl Builder<'_> {
    /// Converts a value implicitly to a type. Reports a type without an implicit conversion.
    pub(super) fn converted(&mut self, value: Value, to: &Ty, span: Span) -> BuildResult<Value> {
        if value.ty == *to {
            return Ok(value);
        }
        let converts = match (&value.ty, to) {
            (Ty::Scalar(from), Ty::Scalar(to)) => from.converts_to(*to),
            (Ty::Vector(from, size), Ty::Vector(to, wanted)) => size == wanted && from.converts_to(*to),
            _ => false,
        };
        match to.kind() {
            Some(kind) if converts => self.cast(&value, kind, span),
            _ => {
                let (found, wanted) = (self.shown(&value.ty), self.shown(to));
                let message = format!("expected `{wanted}`, found `{found}`");
                let help = hint(&value.ty, to, &wanted);
                self.error(span, message, &help)
            }
        }
    }

    /// Returns a scalar or vector with numbers of another kind.
    pub(super) fn cast(&mut self, value: &Value, kind: Kind, span: Span) -> BuildResult<Value> {
        if value.ty.kind() == Some(kind) {
            return Ok(value.clone());
        }
        if let Some(constant) = value.constant {
            return self.known(constant.converted(kind), span);
        }
        let expr = Expression::As {
            expr: value.expr,
            kind: kind.naga(),
            convert: Some(kind.scalar().width),
        };
        Ok(Value {
            expr: self.append(expr, span)?,
            ty: value.ty.with_kind(kind),
            constant: None,
        })
    }

    /// Returns a vector of a size whose components are all a scalar.
    pub(super) fn splat(&mut self, value: &Value, size: u8, span: Span) -> BuildResult<Value> {
        let kind = value.ty.kind().ok_or(ErrorReported)?;
        if size < 2 || value.ty.size() != Some(1) {
            return Ok(value.clone());
        }
        let expr = Expression::Splat {
            size: vector_size(size),
            value: value.expr,
        };
        Ok(Value {
            expr: self.append(expr, span)?,
            ty: Ty::Vector(kind, size),
            constant: None,
        })
    }

    /// Returns the value of an initialiser for a variable of a type.
    pub(super) fn initialise(&mut self, initialiser: &Expr, ty: &Ty) -> BuildResult<Value> {
        let ExprKind::Braces(parts) = &initialiser.kind else {
            let value = self.value(initialiser)?;
            return self.converted(value, ty, initialiser.span);
        };
        let span = initialiser.span;
        let types: Vec<Ty> = match ty {
            Ty::Array(element, length) => vec![(**element).clone(); *length as usize],
            Ty::Vector(kind, size) => vec![Ty::Scalar(*kind); usize::from(*size)],
            Ty::Matrix(columns, rows) => {
                vec![Ty::Vector(Kind::Float, *rows); usize::from(*columns)]
            }
            Ty::Struct(id) => {
                let found = self.structure(*id).ok_or(ErrorReported)?;
                found.members.iter().map(|member| member.ty.clone()).collect()
            }
            // Braces around one value.
            _ => vec![ty.clone()],
        };
        if types.len() != parts.len() {
            let shown = self.shown(ty);
            let message = format!(
                "`{shown}` has {}, and the braces have {}",
                super::constructor::parts(types.len()),
                super::constructor::parts(parts.len())
            );
            return self.error(span, message, "");
        }
        let mut values = Vec::with_capacity(parts.len());
        for (part, ty) in parts.iter().zip(&types) {
            values.push(self.initialise(part, ty)?);
        }
        match (ty, values.as_slice()) {
            (Ty::Scalar(_), [only]) => Ok(only.clone()),
            _ => self.compose(ty, values.iter().map(|value| value.expr).collect(), span),
        }
    }

    /// Returns a value of parts.
    pub(super) fn compose(&mut self, ty: &Ty, components: Vec<Handle<Expression>>, span: Span) -> BuildResult<Value> {
        let handle = self.naga_type(ty, span)?;
        let expr = self.append(Expression::Compose { ty: handle, components }, span)?;
        Ok(Value {
            expr,
            ty: ty.clone(),
            constant: None,
        })
    }

    /// Returns a part of a value.
    pub(super) fn field(&mut self, value: &Value, index: u32, ty: Ty, span: Span) -> BuildResult<Value> {
        let expr = Expression::AccessIndex {
            base: value.expr,
            index,
        };
        Ok(Value {
            expr: self.append(expr, span)?,
            ty,
            constant: None,
        })
    }

    /// Returns the columns of a matrix.
    pub(super) fn columns(&mut self, value: &Value, span: Span) -> BuildResult<Vec<Value>> {
        let Ty::Matrix(columns, rows) = value.ty else {
            return Err(ErrorReported);
        };
        let all = 0..u32::from(columns);
        all.map(|index| self.field(value, index, Ty::Vector(Kind::Float, rows), span))
            .collect()
    }
}

/// Returns the advice for a value of the wrong type.
fn hint(found: &Ty, wanted: &Ty, shown: &str) -> String {
    match (found.components(), wanted.components()) {
        (Some(found), Some(wanted)) if found > wanted && wanted > 1 => {
            let letters = "xyzw".get(..wanted).unwrap_or("xyzw");
            format!("select components, as in `.{letters}`")
        }
        (Some(found), Some(wanted)) if found == wanted || found == 1 => {
            format!("convert it: `{shown}(...)`")
        }
        _ => String::new(),
    }
}
