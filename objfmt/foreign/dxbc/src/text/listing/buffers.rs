//! Buffers and their variables, as declared in the source.

use std::fmt::{Formatter, Result};

use bstr::BStr;

use super::text;
use crate::resources::{Buffer, BufferKind, Type, TypeClass, Variable, VariableFlags};

/// Width of a declaration, including the slashes.
const DECLARATION: usize = 40;

/// Additional indentation of struct members, in spaces.
const INDENT: usize = 4;

/// The number of default value dwords per line.
const DEFAULT_WORDS: usize = 4;

pub(super) fn write(f: &mut Formatter<'_>, buffers: &[Buffer<'_>]) -> Result {
    if buffers.is_empty() {
        return Ok(());
    }
    writeln!(f, "// Buffer Definitions: \n//")?;
    for buffer in buffers {
        write_buffer(f, buffer)?;
    }
    writeln!(f, "//")
}

fn write_buffer(f: &mut Formatter<'_>, buffer: &Buffer<'_>) -> Result {
    let word = match buffer.kind {
        BufferKind::INTERFACES => "interfaces",
        BufferKind::RESOURCE => "Resource bind info for",
        kind => kind.name().unwrap_or("buffer"),
    };
    writeln!(f, "// {word} {}\n// {{\n//", text(buffer.name))?;
    for (number, variable) in buffer.variables.iter().enumerate() {
        write_variable(f, variable, number == 0)?;
    }
    writeln!(f, "//\n// }}\n//")
}

/// A variable or a member, with the comment after its declaration.
struct Declared<'d, 'a> {
    name: &'d BStr,
    base: &'d Type<'a>,
    /// Byte offset from the start of the buffer.
    start: u32,
    /// Size in bytes; only for variables.
    size: Option<u32>,
    /// True if the program uses it; always true for members.
    is_used: bool,
    indent: usize,
    /// True if it is the first in its struct or buffer.
    is_first: bool,
}

fn write_variable(f: &mut Formatter<'_>, variable: &Variable<'_>, is_first: bool) -> Result {
    let declared = Declared {
        name: variable.name,
        base: &variable.base,
        start: variable.start,
        size: Some(variable.size),
        is_used: variable.flags.contains(VariableFlags::USED),
        indent: 2,
        is_first,
    };
    declared.write(f)?;
    match variable.default {
        Some(default) => write_default(f, default),
        None => Ok(()),
    }
}

impl Declared<'_, '_> {
    fn write(&self, f: &mut Formatter<'_>) -> Result {
        let (indent, base) = (self.indent, self.base);
        let start = if is_struct(base) {
            self.write_members(f)?;
            "}".to_owned()
        } else {
            type_name(base)
        };
        let mut line = format!("// {:indent$}{start} {}", "", text(self.name));
        if base.elements > 0 {
            line += &format!("[{}]", base.elements);
        }
        line += ";";
        write!(f, "{line:DECLARATION$}// Offset: {:4}", self.start)?;
        if let Some(size) = self.size {
            write!(f, " Size: {size:5}")?;
        }
        writeln!(f, "{}", if self.is_used { "" } else { " [unused]" })
    }

    /// Writes the lines before the closing brace of a struct.
    fn write_members(&self, f: &mut Formatter<'_>) -> Result {
        let (indent, inner) = (self.indent, self.indent + INDENT);
        if !self.is_first {
            writeln!(f, "// {:indent$}", "")?;
        }
        let name = self.base.detail.and_then(|detail| detail.name);
        let name = name.map_or(String::new(), |name| format!(" {}", text(name)));
        writeln!(f, "// {:indent$}struct{name}\n// {:indent$}{{", "", "")?;
        writeln!(f, "// {:inner$}", "")?;
        for (number, member) in self.base.members.iter().enumerate() {
            let declared = Declared {
                name: member.name,
                base: &member.base,
                start: self.start.saturating_add(member.start),
                size: None,
                is_used: true,
                indent: inner,
                is_first: number == 0,
            };
            declared.write(f)?;
        }
        writeln!(f, "//")
    }
}

fn is_struct(base: &Type<'_>) -> bool {
    base.class == TypeClass::STRUCT || !base.members.is_empty()
}

/// Returns the name of a type, derived from its class and dimensions; the name in the file may be an old one, `dword`
/// for `uint`.
pub(crate) fn type_name(base: &Type<'_>) -> String {
    let (scalar, rows, columns) = (base.base, base.rows, base.columns);
    let name = base.detail.and_then(|detail| detail.name).map(text);
    match base.class {
        TypeClass::SCALAR => format!("{scalar}"),
        TypeClass::VECTOR => format!("{scalar}{columns}"),
        TypeClass::MATRIX_COLUMNS => format!("{scalar}{rows}x{columns}"),
        TypeClass::MATRIX_ROWS => format!("row_major {scalar}{rows}x{columns}"),
        TypeClass::INTERFACE_POINTER => format!("interface {}", name.unwrap_or_default()),
        _ => name.unwrap_or_else(|| scalar.to_string()),
    }
}

fn write_default(f: &mut Formatter<'_>, default: &[u8]) -> Result {
    let words = default.as_chunks().0;
    let mut start = "//      = ";
    for line in words.chunks(DEFAULT_WORDS) {
        f.write_str(start)?;
        for word in line {
            write!(f, "{:#010x} ", u32::from_le_bytes(*word))?;
        }
        f.write_str("\n")?;
        start = "//        ";
    }
    Ok(())
}
