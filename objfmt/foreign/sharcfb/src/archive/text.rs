//! Texts of the file.

use bstr::{BStr, ByteSlice};

use crate::edit::EditError;

/// A text: Shift-JIS or ASCII (probable), with the NUL that ends it. The bytes behind the NUL, which the length of a
/// file may leave room for, are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(Vec<u8>);

impl Text {
    /// A text, to which the NUL is added.
    ///
    /// # Errors
    ///
    /// The text contains a NUL, which would end it.
    pub fn new(text: &[u8]) -> Result<Self, EditError> {
        if text.contains(&0) {
            return Err(EditError::Nul { text: text.into() });
        }
        Ok(Self([text, b"\0"].concat()))
    }

    /// The bytes of a file; `None` without a NUL among them.
    pub(crate) fn of_file(bytes: &[u8]) -> Option<Self> {
        bytes.contains(&0).then(|| Self(bytes.to_vec()))
    }

    /// The text: the bytes before the first NUL.
    pub fn text(&self) -> &BStr {
        let end = self.0.find_byte(0).unwrap_or(self.0.len());
        self.0.get(..end).unwrap_or_default().as_bstr()
    }

    /// All bytes, with the NUL and those behind it.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
