//! Presentation of a diagnostic: marks in sources, and notes.

use std::borrow::Cow;
use std::ops::Range;

use super::view::FileId;
use crate::diagnostic::Severity;

/// A diagnostic prepared for display.
pub(super) struct Shown<'r> {
    pub(super) severity: Severity,
    pub(super) code: &'static str,
    pub(super) message: Cow<'r, str>,
    /// Locations in sources of this session.
    pub(super) marks: Vec<Mark<'r>>,
    /// Other locations, and the help.
    pub(super) notes: Vec<Cow<'r, str>>,
}

/// A mark in a source.
pub(super) struct Mark<'r> {
    pub(super) is_primary: bool,
    pub(super) file: FileId,
    /// Byte range within one line of the file.
    pub(super) range: Range<usize>,
    pub(super) message: Cow<'r, str>,
}
