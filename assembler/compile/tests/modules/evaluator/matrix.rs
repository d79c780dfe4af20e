//! Products and functions of matrices.

use super::real::Real;
use super::value::{Kind, Value};
use super::{Outcome, unknown};

/// Returns the columns of a matrix.
fn columns(matrix: &Value) -> Outcome<Vec<Vec<Real>>> {
    matrix.parts()?.iter().map(Value::reals).collect()
}

fn of_columns(columns: impl IntoIterator<Item = Vec<Real>>) -> Value {
    let columns = columns.into_iter().map(Value::of_reals);
    Value::List(Kind::Matrix, columns.collect())
}

/// Returns the sum of the products of two lists of numbers.
pub(super) fn dot(a: &[Real], b: &[Real]) -> Outcome<Real> {
    let mut sum = Real::exact(0.0);
    for (a, b) in a.iter().zip(b) {
        sum = sum.add(a.multiply(*b)?)?;
    }
    Ok(sum)
}

/// Returns a product of a matrix and a vector or another matrix.
pub(super) fn product(a: &Value, b: &Value) -> Outcome<Value> {
    let is_matrix = |value: &Value| matches!(value, Value::List(Kind::Matrix, _));
    if is_matrix(a) && is_matrix(b) {
        let rows = transposed(&columns(a)?);
        let products = columns(b)?.into_iter().map(|column| {
            let components = rows.iter().map(|row| dot(row, &column));
            components.collect::<Outcome<Vec<_>>>()
        });
        return Ok(of_columns(products.collect::<Outcome<Vec<_>>>()?));
    }
    let (rows, vector) = if is_matrix(a) {
        (transposed(&columns(a)?), b.reals()?)
    } else {
        (columns(b)?, a.reals()?)
    };
    let components = rows.iter().map(|row| dot(row, &vector));
    Ok(Value::of_reals(components.collect::<Outcome<Vec<_>>>()?))
}

fn transposed(columns: &[Vec<Real>]) -> Vec<Vec<Real>> {
    let rows = columns.first().map_or(0, Vec::len);
    let row = |index: usize| columns.iter().filter_map(move |column| column.get(index));
    (0..rows).map(|index| row(index).copied().collect()).collect()
}

pub(super) fn transpose(a: &Value) -> Outcome<Value> {
    Ok(of_columns(transposed(&columns(a)?)))
}

/// Returns the product of a column and a row.
pub(super) fn outer(a: &Value, b: &Value) -> Outcome<Value> {
    let a = a.reals()?;
    let columns = b.reals()?.into_iter().map(|factor| {
        let components = a.iter().map(|component| component.multiply(factor));
        components.collect::<Outcome<Vec<_>>>()
    });
    Ok(of_columns(columns.collect::<Outcome<Vec<_>>>()?))
}

/// Returns a matrix without a column and a row.
fn minor(columns: &[Vec<Real>], column: usize, row: usize) -> Vec<Vec<Real>> {
    let others = |count: usize, left_out: usize| (0..count).filter(move |n| *n != left_out);
    let size = columns.len();
    others(size, column)
        .map(|c| others(size, row).map(|r| columns[c][r]).collect())
        .collect()
}

/// Returns an element of the adjugate.
fn cofactor(columns: &[Vec<Real>], column: usize, row: usize) -> Outcome<Real> {
    let part = determinant_of(&minor(columns, column, row))?;
    Ok(if (column + row).is_multiple_of(2) {
        part
    } else {
        part.negate()
    })
}

fn determinant_of(columns: &[Vec<Real>]) -> Outcome<Real> {
    let Some(first) = columns.first() else {
        return Ok(Real::exact(1.0));
    };
    let mut sum = Real::exact(0.0);
    for (row, element) in first.iter().enumerate() {
        sum = sum.add(element.multiply(cofactor(columns, 0, row)?)?)?;
    }
    Ok(sum)
}

pub(super) fn determinant(a: &Value) -> Outcome<Real> {
    determinant_of(&columns(a)?)
}

pub(super) fn inverse(a: &Value) -> Outcome<Value> {
    let columns = columns(a)?;
    let size = columns.len();
    if columns.iter().any(|column| column.len() != size) {
        return Err(unknown("the inverse of a matrix that is not square"));
    }
    let factor = determinant_of(&columns)?.reciprocal()?;
    let component = |column: usize, row: usize| cofactor(&columns, row, column)?.multiply(factor);
    let inverse = (0..size).map(|column| {
        let components = (0..size).map(|row| component(column, row));
        components.collect::<Outcome<Vec<_>>>()
    });
    Ok(of_columns(inverse.collect::<Outcome<Vec<_>>>()?))
}
