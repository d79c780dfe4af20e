//! Registers with indices and components, and literals.

use std::fmt;

use super::Compiler;
use super::number::{Double, Value};
use crate::program::{Class, Components, Index, Operand, RegisterKind, RegisterRange};

/// An operand with its components and modifiers.
pub(super) struct Whole<'a> {
    pub(super) operand: &'a Operand,
    /// The type of literals.
    pub(super) class: Class,
    /// True if the components of a literal are joined with `,` without a space.
    pub(super) tight: bool,
    pub(super) compiler: Compiler,
}

impl fmt::Display for Whole<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modifier = self.operand.modifier();
        let bar = if modifier.absolute { "|" } else { "" };
        let sign = if modifier.negate { "-" } else { "" };
        write!(f, "{sign}{bar}")?;
        match self.operand.kind() {
            RegisterKind::LITERAL => self.write_literal(f)?,
            RegisterKind::LITERAL_DOUBLE => self.write_doubles(f)?,
            _ => write_register(f, self.operand, self.compiler)?,
        }
        f.write_str(bar)
    }
}

impl<'a> Whole<'a> {
    /// Creates an operand whose literal type is guessed from the value.
    pub(super) const fn untyped(operand: &'a Operand, compiler: Compiler) -> Self {
        Self {
            operand,
            class: Class::Untyped,
            tight: false,
            compiler,
        }
    }

    fn write_literal(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.operand.literal.dwords().iter();
        let separator = if self.tight { "," } else { ", " };
        f.write_str("l(")?;
        write_list(f, separator, values.map(|bits| Value(*bits, self.class, self.compiler)))?;
        f.write_str(")")
    }

    fn write_doubles(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pairs, _) = self.operand.literal.dwords().as_chunks();
        f.write_str("d(")?;
        write_list(f, ", ", pairs.iter().map(|pair| Double(*pair, self.compiler)))?;
        f.write_str(")")
    }
}

/// Writes values with a separator.
pub(super) fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    separator: &str,
    values: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for (number, value) in values.into_iter().enumerate() {
        let before = if number == 0 { "" } else { separator };
        write!(f, "{before}{value}")?;
    }
    Ok(())
}

/// Formats a register with its components.
fn write_register(f: &mut fmt::Formatter<'_>, operand: &Operand, compiler: Compiler) -> fmt::Result {
    write!(f, "{}", Name(operand, compiler))?;
    match operand.components() {
        _ if operand.kind() == RegisterKind::NULL => Ok(()),
        Components::Mask(mask) if mask.is_empty() => Ok(()),
        Components::None | Components::One | Components::Unknown => Ok(()),
        Components::Mask(mask) => write!(f, ".{mask}"),
        Components::Swizzle(swizzle) => write!(f, ".{swizzle}"),
        Components::Select(component) => write!(f, ".{component}"),
    }
}

/// A register without its components, as in resource declarations.
pub(super) struct Name<'a>(pub(super) &'a Operand, pub(super) Compiler);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(operand, compiler) = self;
        write_kind(f, operand)?;
        for (number, index) in operand.indices.iter().enumerate() {
            if number == 0 && index.relative().is_none() && !has_bracketed_number(operand) {
                write!(f, "{}", index.offset())?;
            } else {
                write_index(f, index, *compiler)?;
            }
        }
        Ok(())
    }
}

/// Formats the letters of a register: uppercase for a range id of model 5.1.
fn write_kind(f: &mut fmt::Formatter<'_>, operand: &Operand) -> fmt::Result {
    let kind = operand.kind();
    if operand.names_range() {
        write!(f, "{}", kind.to_string().to_uppercase())
    } else {
        write!(f, "{kind}")
    }
}

/// A register range in a declaration of model 5.1: its id, and the first and last register.
pub(super) struct Range<'a>(pub(super) &'a Operand, pub(super) RegisterRange);

impl fmt::Display for Range<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(operand, range) = self;
        write_kind(f, operand)?;
        write!(f, "{}[{}:", range.id, range.first)?;
        match range.last {
            u32::MAX => f.write_str("*]"),
            last => write!(f, "{last}]"),
        }
    }
}

/// Returns true if the first index is in brackets even if it is a plain number.
fn has_bracketed_number(operand: &Operand) -> bool {
    match operand.kind() {
        RegisterKind::IMMEDIATE_CONSTANT_BUFFER | RegisterKind::THIS => true,
        RegisterKind::INPUT | RegisterKind::INPUT_CONTROL_POINT | RegisterKind::OUTPUT_CONTROL_POINT => {
            operand.indices.len() > 1
        }
        _ => false,
    }
}

fn write_index(f: &mut fmt::Formatter<'_>, index: &Index, compiler: Compiler) -> fmt::Result {
    let offset = index.offset();
    match index.relative() {
        None => write!(f, "[{offset}]"),
        Some(relative) => {
            let relative = Whole {
                operand: relative,
                class: Class::Int,
                tight: false,
                compiler,
            };
            write!(f, "[{relative} + {offset}]")
        }
    }
}

/// Formats one row of an immediate constant buffer.
pub(super) fn write_row(f: &mut fmt::Formatter<'_>, row: &[u32; 4], compiler: Compiler) -> fmt::Result {
    f.write_str("{ ")?;
    let values = row.iter();
    write_list(f, ", ", values.map(|bits| Value(*bits, Class::Untyped, compiler)))?;
    f.write_str("}")
}
