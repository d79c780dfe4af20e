//! Readers of single records and fields of an object.

use std::mem::offset_of;

use crate::formats::bytes::FileLocation;
use crate::formats::error::{AllowedValues, ReadError, ReadErrorKind, RecordLocation, Structure};
use crate::formats::layout::{NONE, UniformRecord};
use crate::formats::object::layout::{
    DeclarationRecord, DvojHeader, PositionRecord, RelocationRecord, StatedRecord, flags, linkage, reference, stated,
    target,
};
use crate::formats::object::{
    Linkage, Position, Reference, Relocation, RelocationKind, ShaderKind, StatedField, StatedValue, Visibility,
};
use crate::formats::shbin::GeometryMode;
use crate::isa::descriptor::{Descriptor, DescriptorEntry};
use crate::isa::register::Register;

/// Returns the location of the header field at an offset.
pub(super) const fn in_header(offset: usize) -> FileLocation {
    FileLocation {
        offset,
        location: RecordLocation::header(Structure::Dvoj),
    }
}

impl From<&PositionRecord> for Position {
    fn from(record: &PositionRecord) -> Self {
        Self {
            file: record.file.get(),
            line: record.line.get(),
        }
    }
}

pub(super) fn read_kind(header: &DvojHeader) -> Result<ShaderKind, ReadError> {
    let shared = header.flags.get() & flags::SHARED_GEOMETRY != 0;
    let word = u32::from_le_bytes(header.geometry);
    let kind = match header.kind {
        0 if shared => {
            let allowed = AllowedValues::Description("that of a geometry shader, as the flags say");
            return Err(in_header(offset_of!(DvojHeader, kind)).field("type", header.kind, allowed));
        }
        0 => {
            in_header(offset_of!(DvojHeader, geometry)).exactly("geometry word", word, NONE)?;
            ShaderKind::Vertex
        }
        1 if shared => {
            in_header(offset_of!(DvojHeader, geometry)).exactly("geometry word", word, 0u32)?;
            ShaderKind::SharedGeometry
        }
        1 => ShaderKind::Geometry {
            mode: read_mode(header.geometry)?,
            first_uniform: header.first_uniform,
        },
        other => {
            return Err(in_header(offset_of!(DvojHeader, kind)).field("type", other, AllowedValues::UpTo(1)));
        }
    };
    if kind.shares_uniforms() {
        in_header(offset_of!(DvojHeader, first_uniform)).exactly(
            "first free float uniform",
            header.first_uniform,
            0u32,
        )?;
    }
    Ok(kind)
}

fn read_mode([mode, start, variable, fixed]: [u8; 4]) -> Result<GeometryMode, ReadError> {
    let (mode, unused) = match mode {
        0 => (GeometryMode::Point, [start, variable, fixed]),
        1 => (GeometryMode::Variable { vertices: variable }, [start, fixed, 0]),
        2 => {
            let vertices = fixed;
            (GeometryMode::Fixed { start, vertices }, [variable, 0, 0])
        }
        other => {
            return Err(in_header(offset_of!(DvojHeader, geometry)).field(
                "geometry mode",
                other,
                AllowedValues::UpTo(2),
            ));
        }
    };
    zero(
        in_header(offset_of!(DvojHeader, geometry)),
        "geometry byte of another mode",
        &unused,
    )?;
    Ok(mode)
}

pub(super) fn read_relocation(at: FileLocation, record: &RelocationRecord) -> Result<Relocation, ReadError> {
    let index = record.index.get();
    let kind = match record.kind {
        target::PLAIN => RelocationKind::Plain,
        target::DESCRIPTOR => RelocationKind::Descriptor(index),
        target::WORD => RelocationKind::Word,
        target::LABEL => RelocationKind::Label(index),
        target::EXTERNAL => RelocationKind::External(index),
        other => return Err(at.field("kind", other, AllowedValues::UpTo(target::EXTERNAL.into()))),
    };
    if matches!(kind, RelocationKind::Plain | RelocationKind::Word) {
        at.exactly("index of a descriptor or target", index, 0u32)?;
    }
    Ok(Relocation {
        word: record.word.get(),
        kind,
        register: read_reference(at, record.register_kind, record.register.get(), record.element.get())?,
    })
}

pub(super) fn read_reference(
    at: FileLocation,
    kind: u8,
    index: u16,
    element: i16,
) -> Result<Option<Reference>, ReadError> {
    let no_element = || at.exactly("element", element.cast_unsigned(), 0u32);
    Ok(Some(match kind {
        reference::NONE => {
            at.exactly("index of a register", index, 0u32)?;
            no_element()?;
            return Ok(None);
        }
        reference::REGISTER => {
            no_element()?;
            Reference::Register(table_register(at, "register", index)?)
        }
        reference::UNIFORM => Reference::Uniform { index, element },
        reference::CONSTANT => Reference::Constant { index, element },
        other => {
            let allowed = AllowedValues::UpTo(reference::CONSTANT.into());
            return Err(at.field("register kind", other, allowed));
        }
    }))
}

/// Returns the register with a number of the unified numbering.
fn table_register(at: FileLocation, field: &'static str, number: u16) -> Result<Register, ReadError> {
    const NUMBERS: &str = "0h to 6Fh, 70h to 73h or 78h to 87h";
    Register::from_table_number(number).ok_or_else(|| at.field(field, number, AllowedValues::Description(NUMBERS)))
}

/// Reads the first register and the number of registers.
pub(super) fn read_registers(at: FileLocation, record: &UniformRecord) -> Result<(Register, u8), ReadError> {
    let (first, last) = (record.first.get(), record.last.get());
    if last < first {
        return Err(at.error(ReadErrorKind::LastBeforeFirst { first, last }));
    }
    let from = table_register(at, "first register", first)?;
    let to = table_register(at, "last register", last)?;
    if to.bank != from.bank {
        let allowed = AllowedValues::Description("a register of the first one's bank");
        return Err(at.field("last register", last, allowed));
    }
    Ok((from, to.number - from.number + 1))
}

/// Reads the position, whether the register is pinned, and the owner of the declaration.
pub(super) fn read_declaration(
    at: FileLocation,
    record: &DeclarationRecord,
) -> Result<(Position, bool, Linkage), ReadError> {
    zero(at, "byte after the linkage", &record.reserved)?;
    let pinned = match record.pinned {
        0 => false,
        1 => true,
        other => return Err(at.field("pinned flag", other, AllowedValues::UpTo(1))),
    };
    let linkage = match record.linkage {
        linkage::OWN => Linkage::Own,
        linkage::LIBRARY => Linkage::Library,
        linkage::EXTERN => Linkage::Extern { exact: true },
        linkage::EXTERN_AT_LEAST => Linkage::Extern { exact: false },
        other => {
            let allowed = AllowedValues::UpTo(linkage::EXTERN_AT_LEAST.into());
            return Err(at.field("linkage", other, allowed));
        }
    };
    Ok(((&record.position).into(), pinned, linkage))
}

/// Reads the visibility of a procedure.
pub(super) fn read_visibility(at: FileLocation, local: u16) -> Result<Visibility, ReadError> {
    match local {
        0 => Ok(Visibility::Global),
        1 => Ok(Visibility::Local),
        other => Err(at.field("visibility", other, AllowedValues::UpTo(1))),
    }
}

pub(super) fn read_stated(at: FileLocation, record: &StatedRecord) -> Result<StatedValue, ReadError> {
    let (number, value, flags) = (record.number.get(), record.value.get(), record.flags.get());
    let kind = record.kind.get();
    at.exactly("word before the position", record.reserved.get(), 0u32)?;
    if kind != stated::DESCRIPTOR {
        at.exactly("number", number, 0u32)?;
        at.exactly("second word", flags, 0u32)?;
    }
    let half = || {
        let most = AllowedValues::UpTo(u16::MAX.into());
        u16::try_from(value).map_err(|_| at.field("value", value, most))
    };
    let field = match kind {
        stated::SHADER_VERSION => StatedField::ShaderVersion(half()?),
        stated::PROGRAM_VERSION => StatedField::ProgramVersion(half()?),
        stated::PROGRAM_RESERVED => StatedField::ProgramReserved(half()?),
        stated::DESCRIPTOR => StatedField::Descriptor {
            number: byte_up_to(at, "number of a descriptor", number, u8::MAX)?,
            entry: DescriptorEntry {
                descriptor: Descriptor::from_bits(value),
                flags,
            },
        },
        other => return Err(at.field("kind", other, AllowedValues::UpTo(stated::DESCRIPTOR.into()))),
    };
    Ok(StatedValue {
        field,
        position: (&record.position).into(),
    })
}

pub(super) fn no_position(at: FileLocation, record: &PositionRecord) -> Result<(), ReadError> {
    at.exactly("file of a missing location", record.file.get(), 0u32)?;
    at.exactly("line of a missing location", record.line.get(), 0u32)
}

pub(super) fn zero(at: FileLocation, field: &'static str, bytes: &[u8]) -> Result<(), ReadError> {
    bytes.iter().try_for_each(|&byte| at.exactly(field, byte, 0u32))
}

pub(super) fn byte_up_to(at: FileLocation, field: &'static str, found: u16, most: u8) -> Result<u8, ReadError> {
    u8::try_from(found)
        .ok()
        .filter(|&byte| byte <= most)
        .ok_or_else(|| at.field(field, found, AllowedValues::UpTo(most.into())))
}
