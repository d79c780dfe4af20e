//! The version of the format.

use std::fmt;

/// The version of the format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// The first number.
    pub major: u16,
    /// The second number.
    pub minor: u8,
    /// The third number.
    pub micro: u8,
}

impl Version {
    /// The first version of which files are known.
    pub const FIRST: Self = Self::new(2, 1, 2);
    /// The last version of which files are known.
    pub const LAST: Self = Self::new(2, 3, 1);
    /// The version of files that are made from nothing, unless another one is stated.
    pub const COMMON: Self = Self::new(2, 1, 11);

    const fn new(major: u16, minor: u8, micro: u8) -> Self {
        Self { major, minor, micro }
    }

    /// Whether it is not before the first known version nor behind the last one.
    pub fn is_known(self) -> bool {
        (Self::FIRST..=Self::LAST).contains(&self)
    }
}

/// The three numbers: `2.1.11`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.micro)
    }
}
