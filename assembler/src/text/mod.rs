//! Source text: spans, lines and files.

pub(crate) mod files;
mod lines;
mod origins;
mod scan;

pub(crate) use self::lines::{Argument, RecordedPosition, Region, parse_marker};
pub use self::lines::{Cause, Expansion, FilePiece, Lines};
pub use self::origins::{FileId, FileSpan, Role};
pub(crate) use self::origins::{Origins, Piece};
pub use self::scan::{WHITESPACE, code, is_name_char, line_len, line_start};
pub(crate) use self::scan::{is_name, offset_in, tail, unquote, word_len};
pub use pica200_diagnostics::Span;
