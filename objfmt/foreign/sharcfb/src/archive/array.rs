//! An array of the file.

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Array<T> {
    /// The entries.
    pub(crate) entries: Vec<T>,
    /// The bytes between the last entry and the end of the array.
    pub(crate) rest: Vec<u8>,
}

impl<T> Array<T> {
    /// Creates an array of these entries.
    pub(crate) fn new(entries: Vec<T>) -> Self {
        Self {
            entries,
            rest: Vec::new(),
        }
    }
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}
