//! Numbers of registers.

use pica200_machine::Vector;

use crate::shader::numbers::{MISSING, vector};

/// The numbers of one register: 1 to 4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    numbers: Vector,
    count: usize,
}

/// Rows of numbers, for consecutive registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows(pub(super) Vec<Row>);

impl Row {
    /// A row of these numbers; `None` unless there are 1 to 4.
    pub fn new(numbers: &[f32]) -> Option<Self> {
        Some(Self {
            numbers: vector(numbers)?,
            count: numbers.len(),
        })
    }

    /// The numbers as given.
    pub fn numbers(&self) -> &[f32] {
        self.numbers.get(..self.count).unwrap_or(&self.numbers)
    }

    /// All four numbers; missing ones are taken from (0, 0, 0, 1), as for attributes with fewer components.
    pub fn vector(&self) -> Vector {
        self.numbers
    }
}

impl From<f32> for Row {
    fn from(number: f32) -> Self {
        Self::from([number])
    }
}

impl<R> From<Vec<R>> for Rows
where
    R: Into<Row>,
{
    fn from(rows: Vec<R>) -> Self {
        Self(rows.into_iter().map(Into::into).collect())
    }
}

impl From<f32> for Rows {
    fn from(number: f32) -> Self {
        Self(vec![number.into()])
    }
}

macro_rules! rows_of {
    ($($count:literal)*) => {
        $(
            impl From<[f32; $count]> for Row {
                fn from(given: [f32; $count]) -> Self {
                    let mut numbers = MISSING;
                    numbers[..$count].copy_from_slice(&given);
                    Self { numbers, count: $count }
                }
            }

            impl From<[f32; $count]> for Rows {
                fn from(row: [f32; $count]) -> Self {
                    Self(vec![row.into()])
                }
            }

            impl<const ROWS: usize> From<[[f32; $count]; ROWS]> for Rows {
                fn from(rows: [[f32; $count]; ROWS]) -> Self {
                    Self(rows.map(Row::from).into())
                }
            }
        )*
    };
}

rows_of!(1 2 3 4);
