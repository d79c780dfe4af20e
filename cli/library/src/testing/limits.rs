//! Limits on the number of executed instructions.

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};

/// Minimum and maximum number of executed instructions: `8`, `6..=8`, `..=8`, `6..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Minimum.
    pub min: u64,
    /// Maximum.
    pub max: u64,
}

impl Limits {
    /// Returns true if a number of instructions is within the limits.
    pub fn contain(self, instructions: u64) -> bool {
        (self.min..=self.max).contains(&instructions)
    }
}

impl From<u64> for Limits {
    fn from(exact: u64) -> Self {
        Self { min: exact, max: exact }
    }
}

impl From<RangeInclusive<u64>> for Limits {
    fn from(range: RangeInclusive<u64>) -> Self {
        let (min, max) = range.into_inner();
        Self { min, max }
    }
}

impl From<RangeToInclusive<u64>> for Limits {
    fn from(range: RangeToInclusive<u64>) -> Self {
        Self { min: 0, max: range.end }
    }
}

impl From<RangeFrom<u64>> for Limits {
    fn from(range: RangeFrom<u64>) -> Self {
        Self {
            min: range.start,
            max: u64::MAX,
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { min, max } if min == max => write!(f, "{min}"),
            Self { min: 0, max } => write!(f, "at most {max}"),
            Self { min, max: u64::MAX } => write!(f, "at least {min}"),
            Self { min, max } => write!(f, "{min} to {max}"),
        }
    }
}
