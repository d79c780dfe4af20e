//! Values of registers.

use pica200_machine::Vector;

use super::numbers::{MISSING, Number};

/// The components of one register: 1 to 4 numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    numbers: [Number; 4],
    count: usize,
}

/// Rows of numbers, for consecutive registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows(pub(crate) Vec<Row>);

/// Padding after the given numbers.
const NOTHING: Number = Number::Integer(0);

impl Row {
    /// Creates a row of these numbers; `None` unless there are 1 to 4.
    pub fn new<N: Into<Number> + Copy>(given: &[N]) -> Option<Self> {
        let mut numbers = [NOTHING; 4];
        let slots = numbers.get_mut(..given.len())?;
        for (slot, number) in slots.iter_mut().zip(given) {
            *slot = (*number).into();
        }
        (!given.is_empty()).then_some(Self {
            numbers,
            count: given.len(),
        })
    }

    /// Returns the numbers as given.
    pub fn numbers(&self) -> &[Number] {
        self.numbers.get(..self.count).unwrap_or(&self.numbers)
    }

    /// Returns all four components; missing ones are taken from (0, 0, 0, 1), as for attributes with fewer components.
    pub fn vector(&self) -> Vector {
        let mut vector = MISSING;
        for (lane, number) in vector.iter_mut().zip(self.numbers()) {
            *lane = number.to_f32();
        }
        vector
    }
}

impl<N: Into<Number> + Copy> From<N> for Row {
    fn from(number: N) -> Self {
        Self::from([number])
    }
}

impl<N: Into<Number> + Copy> From<N> for Rows {
    fn from(number: N) -> Self {
        Self(vec![Row::from(number)])
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

macro_rules! rows_of {
    ($($count:literal)*) => {
        $(
            impl<N: Into<Number> + Copy> From<[N; $count]> for Row {
                fn from(given: [N; $count]) -> Self {
                    let mut numbers = [NOTHING; 4];
                    for (slot, number) in numbers.iter_mut().zip(given) {
                        *slot = number.into();
                    }
                    Self { numbers, count: $count }
                }
            }

            impl<N: Into<Number> + Copy> From<[N; $count]> for Rows {
                fn from(row: [N; $count]) -> Self {
                    Self(vec![row.into()])
                }
            }

            impl<N: Into<Number> + Copy, const ROWS: usize> From<[[N; $count]; ROWS]> for Rows {
                fn from(rows: [[N; $count]; ROWS]) -> Self {
                    Self(rows.map(Row::from).into())
                }
            }
        )*
    };
}

rows_of!(1 2 3 4);
