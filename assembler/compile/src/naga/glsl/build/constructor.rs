//! Constructors.

use super::super::ast::{Expr, TypeSpec};
use super::super::token::Span;
use super::super::types::{Kind, Ty};
use super::expression::Value;
use super::{BuildResult, Builder, ErrorReported};

impl Builder<'_> {
    /// Returns the value of a constructor whose type has arrays.
    pub(super) fn array_constructor(&mut self, spec: &TypeSpec, arguments: &[Expr], span: Span) -> BuildResult<Value> {
        let ty = self.spec(spec, &[])?;
        let count = u32::try_from(arguments.len()).unwrap_or(u32::MAX);
        let ty = match ty {
            Ty::Array(element, 0) => Ty::Array(element, count),
            other => other,
        };
        self.constructor(&ty, arguments, span)
    }

    /// Returns the value of a constructor.
    pub(super) fn constructor(&mut self, ty: &Ty, arguments: &[Expr], span: Span) -> BuildResult<Value> {
        if self.is_opaque(ty) {
            return self.error(span, "a texture or sampler has no value", "");
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push((self.value(argument)?, argument.span));
        }
        match ty {
            Ty::Void | Ty::Opaque(_) => self.error(span, "`void` has no value", ""),
            Ty::Scalar(kind) => self.scalar_constructor(*kind, &values, span),
            Ty::Vector(kind, size) => {
                let values: Vec<_> = values.into_iter().map(|(value, _)| value).collect();
                self.vector_constructor(*kind, *size, &values, span)
            }
            Ty::Matrix(columns, rows) => {
                let values: Vec<_> = values.into_iter().map(|(value, _)| value).collect();
                self.matrix_constructor(*columns, *rows, &values, span)
            }
            Ty::Array(element, length) => {
                let types = vec![(**element).clone(); *length as usize];
                self.aggregate(ty, &types, values, span)
            }
            Ty::Struct(id) => {
                let found = self.structure(*id).ok_or(ErrorReported)?;
                let types: Vec<_> = found.members.iter().map(|member| member.ty.clone()).collect();
                self.aggregate(ty, &types, values, span)
            }
        }
    }

    fn aggregate(&mut self, ty: &Ty, types: &[Ty], values: Vec<(Value, Span)>, span: Span) -> BuildResult<Value> {
        if types.len() != values.len() {
            let shown = self.shown(ty);
            let message = format!(
                "`{shown}` has {}, and the constructor has {}",
                parts(types.len()),
                parts(values.len())
            );
            return self.error(span, message, "");
        }
        let mut all = Vec::with_capacity(values.len());
        for ((value, place), ty) in values.into_iter().zip(types) {
            all.push(self.converted(value, ty, place)?.expr);
        }
        self.compose(ty, all, span)
    }

    fn scalar_constructor(&mut self, kind: Kind, values: &[(Value, Span)], span: Span) -> BuildResult<Value> {
        let [(value, _)] = values else {
            return self.wrong_count(&Ty::Scalar(kind), span);
        };
        let first = self.numbers(value, span)?.into_iter().next();
        match first {
            Some(first) => self.cast(&first, kind, span),
            None => self.wrong_count(&Ty::Scalar(kind), span),
        }
    }

    fn wrong_count<T>(&mut self, ty: &Ty, span: Span) -> BuildResult<T> {
        let shown = self.shown(ty);
        let count = ty.components().unwrap_or(1);
        let message = match count {
            1 => format!("the constructor of `{shown}` takes one number"),
            _ => format!("the constructor of `{shown}` takes {count} numbers, one after another, or one for all"),
        };
        self.error(span, message, "")
    }

    /// Returns the numbers in a scalar, vector or matrix.
    fn numbers(&mut self, value: &Value, span: Span) -> BuildResult<Vec<Value>> {
        match value.ty {
            Ty::Scalar(_) => Ok(vec![value.clone()]),
            Ty::Vector(kind, size) => {
                let all = 0..u32::from(size);
                all.map(|index| self.field(value, index, Ty::Scalar(kind), span))
                    .collect()
            }
            Ty::Matrix(..) => {
                let mut all = Vec::new();
                for column in self.columns(value, span)? {
                    all.extend(self.numbers(&column, span)?);
                }
                Ok(all)
            }
            _ => {
                let shown = self.shown(&value.ty);
                self.error(span, format!("`{shown}` is no number, vector or matrix"), "")
            }
        }
    }

    fn vector_constructor(&mut self, kind: Kind, size: u8, values: &[Value], span: Span) -> BuildResult<Value> {
        let wanted = usize::from(size);
        if let [only] = values {
            match only.ty.size() {
                Some(1) => {
                    let scalar = self.cast(only, kind, span)?;
                    return self.splat(&scalar, size, span);
                }
                Some(found) if found >= size => {
                    let components: Vec<u8> = (0..size).collect();
                    let part = if found == size {
                        only.clone()
                    } else {
                        self.swizzled(only, &components, span)?
                    };
                    return self.cast(&part, kind, span);
                }
                _ => {}
            }
        }
        let mut parts = Vec::new();
        let mut count = 0_usize;
        for value in values {
            let missing = wanted.saturating_sub(count);
            // The last argument may have more numbers than are missing, but each has to be used.
            if missing == 0 {
                return self.wrong_count(&Ty::Vector(kind, size), span);
            }
            let part = match (value.ty.size(), &value.ty) {
                (Some(found), _) if usize::from(found) <= missing => value.clone(),
                (Some(_), _) => {
                    let components: Vec<u8> = (0..u8::try_from(missing).unwrap_or(4)).collect();
                    self.swizzled(value, &components, span)?
                }
                (None, Ty::Matrix(..)) => {
                    for number in self.numbers(value, span)?.into_iter().take(missing) {
                        let number = self.cast(&number, kind, span)?;
                        parts.push(number.expr);
                        count += 1;
                    }
                    continue;
                }
                _ => {
                    let shown = self.shown(&value.ty);
                    return self.error(span, format!("`{shown}` is no number, vector or matrix"), "");
                }
            };
            count += part.ty.components().unwrap_or(0);
            parts.push(self.cast(&part, kind, span)?.expr);
        }
        if count != wanted {
            return self.wrong_count(&Ty::Vector(kind, size), span);
        }
        self.compose(&Ty::Vector(kind, size), parts, span)
    }

    fn matrix_constructor(&mut self, columns: u8, rows: u8, values: &[Value], span: Span) -> BuildResult<Value> {
        let ty = Ty::Matrix(columns, rows);
        let column_type = Ty::Vector(Kind::Float, rows);
        match values {
            [Value { ty: Ty::Scalar(_), .. }] => {
                let scale = self.cast(values.first().ok_or(ErrorReported)?, Kind::Float, span)?;
                let zero = self.float(0.0, span)?;
                let mut made = Vec::new();
                for column in 0..columns {
                    let components = (0..rows).map(|row| if row == column { scale.expr } else { zero.expr });
                    made.push(self.compose(&column_type, components.collect(), span)?.expr);
                }
                self.compose(&ty, made, span)
            }
            [matrix @ Value { ty: Ty::Matrix(..), .. }] if matrix.ty == ty => Ok(matrix.clone()),
            [matrix @ Value { ty: Ty::Matrix(..), .. }] => self.resized(matrix, columns, rows, span),
            _ => {
                let vectors = values.iter().all(|value| value.ty.size() == Some(rows));
                let mut made = Vec::new();
                if vectors && rows > 1 {
                    for value in values {
                        made.push(self.cast(value, Kind::Float, span)?.expr);
                    }
                } else {
                    let mut numbers = Vec::new();
                    for value in values {
                        for number in self.numbers(value, span)? {
                            numbers.push(self.cast(&number, Kind::Float, span)?.expr);
                        }
                    }
                    for column in numbers.chunks(usize::from(rows)) {
                        if column.len() == usize::from(rows) {
                            made.push(self.compose(&column_type, column.to_vec(), span)?.expr);
                        }
                    }
                    if numbers.len() != usize::from(columns) * usize::from(rows) {
                        return self.wrong_count(&ty, span);
                    }
                }
                if made.len() != usize::from(columns) {
                    return self.wrong_count(&ty, span);
                }
                self.compose(&ty, made, span)
            }
        }
    }

    /// Returns the upper left part of a matrix, with the numbers of the unit matrix where it has none.
    fn resized(&mut self, matrix: &Value, columns: u8, rows: u8, span: Span) -> BuildResult<Value> {
        let Ty::Matrix(_, height) = matrix.ty else {
            return Err(ErrorReported);
        };
        let found = self.columns(matrix, span)?;
        let column_type = Ty::Vector(Kind::Float, rows);
        let [zero, one] = [self.float(0.0, span)?, self.float(1.0, span)?];
        let mut made = Vec::new();
        for column in 0..columns {
            let unit = |row: u8| if row == column { one.expr } else { zero.expr };
            let lanes = match found.get(usize::from(column)) {
                Some(vector) if height >= rows => {
                    let components: Vec<u8> = (0..rows).collect();
                    let part = if height == rows {
                        vector.clone()
                    } else {
                        self.swizzled(vector, &components, span)?
                    };
                    made.push(part.expr);
                    continue;
                }
                Some(vector) => {
                    let mut lanes = vec![vector.expr];
                    lanes.extend((height..rows).map(unit));
                    lanes
                }
                None => (0..rows).map(unit).collect(),
            };
            made.push(self.compose(&column_type, lanes, span)?.expr);
        }
        self.compose(&Ty::Matrix(columns, rows), made, span)
    }
}

/// Returns a number of parts, for diagnostics.
pub(super) fn parts(count: usize) -> String {
    match count {
        1 => "1 part".to_owned(),
        _ => format!("{count} parts"),
    }
}
