//! Instructions: mnemonic, controls and operands.

use std::fmt::{self, Write};

use super::Compiler;
use super::declaration;
use super::operand::{Whole, write_list, write_row};
use crate::program::{Body, Controls, Instruction, Layout, Mask, Message, Opcode, SyncScopes};

/// Indentation of the rows of an immediate constant buffer.
const ROW_INDENT: usize = 30;

pub(super) fn write(f: &mut fmt::Formatter<'_>, instruction: &Instruction, compiler: Compiler) -> fmt::Result {
    if let Some(rows) = instruction.immediate_constant_buffer() {
        return write_buffer(f, rows, compiler);
    }
    match &instruction.body {
        Body::Message(message) => write_message(f, message, compiler),
        Body::Data(_) => Ok(()),
        Body::Unknown(dwords) => {
            write!(f, "{} ", instruction.opcode())?;
            write_list(f, ", ", dwords.iter().map(|dword| format!("{dword:#010x}")))
        }
        Body::Parts { .. } => match instruction.declaration() {
            Some(declared) => declaration::write(f, instruction, declared, compiler),
            None => write_code(f, instruction, compiler),
        },
    }
}

fn write_buffer(f: &mut fmt::Formatter<'_>, rows: &[[u32; 4]], compiler: Compiler) -> fmt::Result {
    f.write_str("dcl_immediateConstantBuffer { ")?;
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            write!(f, ",\n{:ROW_INDENT$}", "")?;
        }
        write_row(f, row, compiler)?;
    }
    f.write_str(" }")
}

/// Formats a message. Characters that would break the line are escaped.
fn write_message(f: &mut fmt::Formatter<'_>, message: &Message, compiler: Compiler) -> fmt::Result {
    write!(f, "{} \"", message.kind)?;
    for character in String::from_utf8_lossy(&message.bytes()).chars() {
        if character.is_control() {
            write!(f, "{}", character.escape_default())?;
        } else {
            f.write_char(character)?;
        }
    }
    f.write_char('"')?;
    message
        .operands
        .iter()
        .try_for_each(|operand| write!(f, ", {}", Whole::untyped(operand, compiler)))
}

/// Formats an executable instruction.
fn write_code(f: &mut fmt::Formatter<'_>, instruction: &Instruction, compiler: Compiler) -> fmt::Result {
    let Some(info) = instruction.info() else {
        return write!(f, "{} ", instruction.opcode());
    };
    let token = instruction.token;
    f.write_str(info.name)?;
    if info.controls == Controls::Sync {
        return write_scopes(f, token.sync());
    }
    write_resource(f, instruction)?;
    if info.controls == Controls::Test {
        f.write_str(if token.tests_nonzero() { "_nz" } else { "_z" })?;
    }
    if token.saturates() {
        f.write_str("_sat")?;
    }
    match instruction.precise() {
        Mask::NONE => {}
        Mask::ALL => f.write_str(" [precise]")?,
        mask => write!(f, " [precise({mask})]")?,
    }
    f.write_char(' ')?;
    let operands = instruction.operands().iter();
    write_list(
        f,
        ", ",
        operands.map(|operand| Whole {
            operand,
            class: info.literals,
            tight: info.tight,
            compiler,
        }),
    )?;
    match instruction.values() {
        [function] if info.layout == Layout::FunctionCall => write!(f, "[{function}]"),
        _ => Ok(()),
    }
}

fn write_scopes(f: &mut fmt::Formatter<'_>, scopes: SyncScopes) -> fmt::Result {
    let names = [
        (scopes.views_globally(), "_uglobal"),
        (scopes.views_in_group(), "_ugroup"),
        (scopes.group_memory(), "_g"),
        (scopes.threads(), "_t"),
    ];
    let set = names.into_iter().filter(|(is_set, _)| *is_set);
    set.map(|(_, name)| name).try_for_each(|name| f.write_str(name))
}

/// Formats the offsets, the resource and the return types that the instruction states.
fn write_resource(f: &mut fmt::Formatter<'_>, instruction: &Instruction) -> fmt::Result {
    let (offsets, resource) = (instruction.offsets(), instruction.resource());
    if offsets.is_some() {
        f.write_str("_aoffimmi")?;
    }
    if resource.is_some() {
        f.write_str("_indexable")?;
    }
    f.write_str(info_type(instruction))?;
    if let Some([u, v, w]) = offsets {
        write!(f, "({u},{v},{w})")?;
    }
    match resource {
        None => {}
        Some((dimension, 0)) => write!(f, "({dimension})")?,
        Some((dimension, stride)) => write!(f, "({dimension}, stride={stride})")?,
    }
    match instruction.return_types() {
        None => Ok(()),
        Some(types) => write!(f, "({})", declaration::Returns(types)),
    }
}

/// Returns the result type of an information query, if it is not the default.
fn info_type(instruction: &Instruction) -> &'static str {
    match (instruction.opcode(), instruction.token.info_type()) {
        (Opcode::RESINFO, 1) => "_rcpFloat",
        (Opcode::RESINFO, 2) | (Opcode::SAMPLEINFO, 1) => "_uint",
        _ => "",
    }
}
