//! What is shown of a diagnostic: marks in sources, and notes.

use std::borrow::Cow;
use std::ops::Range;

use super::view::FileId;
use crate::diagnostic::Severity;

/// A diagnostic as it is shown.
pub(super) struct Shown<'r> {
    pub(super) severity: Severity,
    pub(super) code: &'static str,
    pub(super) message: Cow<'r, str>,
    /// The places in sources of this session.
    pub(super) marks: Vec<Mark<'r>>,
    /// The other places, and the help.
    pub(super) notes: Vec<Cow<'r, str>>,
}

/// A mark in a source.
pub(super) struct Mark<'r> {
    pub(super) is_primary: bool,
    pub(super) file: FileId,
    /// Bytes in one line of the file.
    pub(super) range: Range<usize>,
    pub(super) message: Cow<'r, str>,
}
