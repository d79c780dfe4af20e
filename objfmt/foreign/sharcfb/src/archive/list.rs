//! An array of the file.

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List<T> {
    /// The entries.
    pub(crate) entries: Vec<T>,
    /// The bytes between the last entry and the end of the array.
    pub(crate) rest: Vec<u8>,
}

impl<T> List<T> {
    /// Creates an array of these entries.
    pub(crate) fn of(entries: Vec<T>) -> Self {
        Self {
            entries,
            rest: Vec::new(),
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}
