//! `.version`, `.descriptor`: fields of the shader binary that the linker sets otherwise.

use pica200_objfmt::formats::object::{StatedField, StatedValue};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::limits;

use super::word::bits;
use crate::resolve::Resolver;
use crate::syntax::ast::{DescriptorStatement, Expr, VersionStatement};

const HALFWORD: &str = "write an integer from 0 to 0xFFFF, decimal or 0x";
const NUMBER: &str = "the table has the descriptors 0 to 127";

/// Resolves `.version SHADER, PROGRAM, HALFWORD`.
pub(in crate::resolve) fn version(resolver: &mut Resolver<'_, '_>, statement: &VersionStatement) {
    let mut state = |value: Option<Expr>, field: fn(u16) -> StatedField| {
        if let Some(value) = value.and_then(|value| halfword(resolver, &value)) {
            push(resolver, field(value));
        }
    };
    state(Some(statement.shader), StatedField::ShaderVersion);
    state(statement.program, StatedField::ProgramVersion);
    state(statement.reserved, StatedField::ProgramReserved);
}

/// Resolves `.descriptor NUMBER, WORD, FLAGS`.
pub(in crate::resolve) fn descriptor(resolver: &mut Resolver<'_, '_>, statement: &DescriptorStatement) {
    let last = i64::try_from(limits::DESCRIPTORS).map_or(0, |count| count - 1);
    let number = integer(resolver, &statement.number, last, "the table", NUMBER);
    let number = number.and_then(|number| u8::try_from(number).ok());
    let word = bits(resolver, &statement.word);
    let flags = bits(resolver, &statement.flags);
    if let (Some(number), Some(word), Some(flags)) = (number, word, flags) {
        let entry = DescriptorEntry {
            descriptor: Descriptor::from_bits(word),
            flags,
        };
        push(resolver, StatedField::Descriptor { number, entry });
    }
}

fn push(resolver: &mut Resolver<'_, '_>, field: StatedField) {
    let position = resolver.position;
    resolver.declarations.stated.push(StatedValue { field, position });
}

/// Evaluates a 16-bit number.
pub(super) fn halfword(resolver: &mut Resolver<'_, '_>, value: &Expr) -> Option<u16> {
    let number = integer(resolver, value, u16::MAX.into(), "16 bits", HALFWORD)?;
    u16::try_from(number).ok()
}

fn integer(
    resolver: &mut Resolver<'_, '_>,
    value: &Expr,
    max: i64,
    range_name: &'static str,
    help: &'static str,
) -> Option<i64> {
    let quantity = resolver.ast.quantity(*value);
    resolver.evaluate(|evaluator| evaluator.integer(quantity, 0..=max, range_name, help))
}
