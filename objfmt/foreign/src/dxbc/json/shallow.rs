//! Layout of JSON documents.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// The nesting depth up to which each value gets a separate line.
const LINES: usize = 12;

/// A formatter that puts values on separate lines, indented by depth; values deeper than [`LINES`] share a line.
/// Otherwise, the deeply nested types of a damaged file could produce output that is mostly indentation.
#[derive(Default)]
pub(super) struct Shallow {
    lines: PrettyFormatter<'static>,
    depth: usize,
}

/// Forwards a call to the formatter for the depth.
macro_rules! by_depth {
    ($($method:ident($($argument:ident: $type:ty)?);)*) => {
        $(fn $method<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)?) -> io::Result<()> {
            if self.depth > LINES {
                CompactFormatter.$method(writer $(, $argument)?)
            } else {
                self.lines.$method(writer $(, $argument)?)
            }
        })*
    };
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth > LINES {
            CompactFormatter.begin_array(writer)
        } else {
            self.lines.begin_array(writer)
        }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let is_deep = self.depth > LINES;
        self.depth -= 1;
        if is_deep {
            CompactFormatter.end_array(writer)
        } else {
            self.lines.end_array(writer)
        }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth > LINES {
            CompactFormatter.begin_object(writer)
        } else {
            self.lines.begin_object(writer)
        }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let is_deep = self.depth > LINES;
        self.depth -= 1;
        if is_deep {
            CompactFormatter.end_object(writer)
        } else {
            self.lines.end_object(writer)
        }
    }

    by_depth! {
        begin_array_value(first: bool);
        end_array_value();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }
}
