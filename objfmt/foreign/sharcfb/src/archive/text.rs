//! Strings of the file.

use bstr::{BStr, ByteSlice};

use crate::edit::EditError;

/// A string: Shift-JIS or ASCII (probable), with the terminating NUL. Bytes after the NUL, up to the stated length, are
/// kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(Vec<u8>);

impl Text {
    /// Creates a string from a text without NUL.
    ///
    /// # Errors
    ///
    /// Fails if the text contains a NUL, which would terminate it.
    pub fn new(text: &[u8]) -> Result<Self, EditError> {
        if text.contains(&0) {
            return Err(EditError::Nul { text: text.into() });
        }
        Ok(Self([text, b"\0"].concat()))
    }

    /// Creates a string from the bytes of a file. Returns `None` without a NUL among them.
    pub(crate) fn from_file(bytes: &[u8]) -> Option<Self> {
        bytes.contains(&0).then(|| Self(bytes.to_vec()))
    }

    /// Returns the text: the bytes before the first NUL.
    pub fn text(&self) -> &BStr {
        let end = self.0.find_byte(0).unwrap_or(self.0.len());
        self.0.get(..end).unwrap_or_default().as_bstr()
    }

    /// Returns all bytes, including the NUL and the bytes after it.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
