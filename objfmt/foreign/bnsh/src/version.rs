//! The format version.

use std::fmt;

/// The format version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// The major version.
    pub major: u16,
    /// The minor version.
    pub minor: u8,
    /// The micro version.
    pub micro: u8,
}

impl Version {
    /// The first known version.
    pub const FIRST: Self = Self::new(2, 1, 2);
    /// The last known version.
    pub const LAST: Self = Self::new(2, 3, 1);
    /// The default version of new files.
    pub const DEFAULT: Self = Self::new(2, 1, 11);

    const fn new(major: u16, minor: u8, micro: u8) -> Self {
        Self { major, minor, micro }
    }

    /// Returns true if it is between the first and the last known version.
    pub fn is_known(self) -> bool {
        (Self::FIRST..=Self::LAST).contains(&self)
    }
}

/// Formats the three numbers: `2.1.11`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.micro)
    }
}
