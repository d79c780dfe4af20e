//! Inputs, outputs and patch constants: the chunks `ISGN`, `OSGN`, `PCSG`, `OSG5`, `ISG1`, `OSG1` and `PSG1`.

use bstr::BStr;
use zerocopy::IntoBytes;
use zerocopy::little_endian::U32;

use crate::chunk::Reader;
use crate::container::{Chunk, WriteError};
use crate::error::{Error, ErrorKind, FourCc};
use crate::layout::{ElementRecord, SignatureHeader};
use crate::program::MinPrecision;
use crate::writer::Writer;
use pica200_objfmt::formats::numbers::numbers;

numbers! {
    /// The system value of a signature element.
    SystemValue {
        NONE 0 "none",
        POSITION 1 "position",
        CLIP_DISTANCE 2 "clip distance",
        CULL_DISTANCE 3 "cull distance",
        RENDER_TARGET_ARRAY_INDEX 4 "render target array index",
        VIEWPORT_ARRAY_INDEX 5 "viewport array index",
        VERTEX_ID 6 "vertex id",
        PRIMITIVE_ID 7 "primitive id",
        INSTANCE_ID 8 "instance id",
        IS_FRONT_FACE 9 "is front face",
        SAMPLE_INDEX 10 "sample index",
        QUAD_EDGE_TESSELLATION 11 "quad edge tessellation factor",
        QUAD_INSIDE_TESSELLATION 12 "quad inside tessellation factor",
        TRIANGLE_EDGE_TESSELLATION 13 "triangle edge tessellation factor",
        TRIANGLE_INSIDE_TESSELLATION 14 "triangle inside tessellation factor",
        LINE_DETAIL_TESSELLATION 15 "line detail tessellation factor",
        LINE_DENSITY_TESSELLATION 16 "line density tessellation factor",
        TARGET 64 "target",
        DEPTH 65 "depth",
        COVERAGE 66 "coverage",
        DEPTH_GREATER_EQUAL 67 "depth, greater or equal",
        DEPTH_LESS_EQUAL 68 "depth, less or equal",
        STENCIL_REFERENCE 69 "stencil reference",
        INNER_COVERAGE 70 "inner coverage",
    }
}

numbers! {
    /// The component type of an element.
    ComponentType {
        UNKNOWN 0 "unknown",
        UINT 1 "uint",
        INT 2 "int",
        FLOAT 3 "float",
        UINT_16 4 "uint16",
        INT_16 5 "int16",
        FLOAT_16 6 "float16",
        UINT_64 7 "uint64",
        INT_64 8 "int64",
        FLOAT_64 9 "float64",
    }
}

/// The kind of a signature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SignatureKind {
    /// Inputs.
    Input,
    /// Outputs.
    Output,
    /// Per-patch values: outputs of a hull shader, inputs of a domain shader.
    PatchConstant,
}

impl SignatureKind {
    /// Returns the signature kind of chunks with a name, or `None` if they do not contain a signature.
    pub fn from_chunk(chunk: FourCc) -> Option<Self> {
        SignatureFormat::from_id(chunk).map(|format| format.kind)
    }
}

/// The name of a signature chunk, and the fields of its elements.
struct SignatureFormat {
    id: FourCc,
    kind: SignatureKind,
    /// True if a stream number precedes each element.
    has_stream: bool,
    /// True if a precision follows each element.
    has_precision: bool,
}

const FORMS: [SignatureFormat; 7] = {
    use SignatureKind::{Input, Output, PatchConstant};
    const fn format(id: &[u8; 4], kind: SignatureKind, has_stream: bool, has_precision: bool) -> SignatureFormat {
        SignatureFormat {
            id: FourCc(*id),
            kind,
            has_stream,
            has_precision,
        }
    }
    [
        format(b"ISGN", Input, false, false),
        format(b"OSGN", Output, false, false),
        format(b"PCSG", PatchConstant, false, false),
        format(b"OSG5", Output, true, false),
        format(b"ISG1", Input, true, true),
        format(b"OSG1", Output, true, true),
        format(b"PSG1", PatchConstant, true, true),
    ]
};

impl SignatureFormat {
    fn from_id(id: FourCc) -> Option<&'static Self> {
        FORMS.iter().find(|format| format.id == id)
    }

    /// Returns the offset of the record in an element.
    fn before(&self) -> usize {
        if self.has_stream { WORD } else { 0 }
    }

    /// Returns the size of an element in bytes: 24, 28 or 32.
    fn stride(&self) -> usize {
        let after = if self.has_precision { WORD } else { 0 };
        self.before() + size_of::<ElementRecord>() + after
    }
}

/// Size in bytes of a number before or after the record of an element.
const WORD: usize = size_of::<u32>();

/// The register of an element without a register, such as depth.
pub const NO_REGISTER: u32 = u32::MAX;

/// A signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature<'a> {
    /// The name of the chunk.
    pub id: FourCc,
    /// File offset of the chunk's data. Ignored when writing.
    pub offset: usize,
    /// The elements.
    pub elements: Vec<Element<'a>>,
}

/// An element of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element<'a> {
    /// File offset of the element. Ignored when writing.
    pub offset: usize,
    /// The stream of a geometry shader; 0 in chunks without streams.
    pub stream: u32,
    /// The semantic name.
    pub name: &'a BStr,
    /// The semantic index.
    pub index: u32,
    /// The system value.
    pub system_value: SystemValue,
    /// The component type.
    pub component_type: ComponentType,
    /// The register, or [`NO_REGISTER`].
    pub register: u32,
    /// The component mask: 1 for x to 8 for w.
    pub mask: u8,
    /// For inputs, the components that the program reads. For outputs, the components that it never writes, including
    /// those outside the mask.
    pub rw_mask: u8,
    /// The minimum precision; [`MinPrecision::FULL`] in chunks without precision.
    pub min_precision: MinPrecision,
}

impl<'a> Signature<'a> {
    /// Returns the names of the signature chunks.
    pub fn ids() -> impl Iterator<Item = FourCc> {
        FORMS.iter().map(|format| format.id)
    }

    /// Returns the signature kind, or `None` if chunks with this name do not contain a signature.
    pub fn kind(&self) -> Option<SignatureKind> {
        SignatureKind::from_chunk(self.id)
    }

    /// Returns the size of an element in bytes: 24, 28 or 32; 0 for a chunk of another name.
    pub fn stride(&self) -> usize {
        SignatureFormat::from_id(self.id).map_or(0, SignatureFormat::stride)
    }

    /// Reads a chunk. Its name determines the fields of the elements.
    ///
    /// # Errors
    ///
    /// Fails if the name is not one of [`ids`](Self::ids), or if an element or its name is outside the chunk.
    pub fn read(chunk: &Chunk<'a>) -> Result<Self, Error> {
        let mut reader = Reader::new(chunk);
        let format = SignatureFormat::from_id(chunk.id).ok_or_else(|| reader.error(0, ErrorKind::NotASignature))?;
        let header: &SignatureHeader = reader.record(0, "the header")?;
        let table = (header.elements_at.get(), header.elements.get());
        let rows = reader.rows(0, table, format.stride(), "the table of elements")?;
        let mut elements = Vec::with_capacity(rows.len());
        for at in rows {
            elements.push(Element::read(&mut reader, format, at)?);
        }
        Ok(Self {
            id: chunk.id,
            offset: reader.offset(0),
            elements,
        })
    }

    /// Returns the data of the chunk, padded to a multiple of 4 bytes.
    ///
    /// # Errors
    ///
    /// Fails if the name is not one of [`ids`](Self::ids), if an element has a stream or a precision that chunks of
    /// this name do not store, if a name contains a NUL, or if the chunk is too large.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let format = SignatureFormat::from_id(self.id).ok_or(WriteError::NotASignature { id: self.id })?;
        let mut writer = Writer::default();
        let header = writer.reserve(size_of::<SignatureHeader>());
        let first = writer.reserve(self.elements.len().saturating_mul(format.stride()));
        let record = SignatureHeader {
            elements: writer.count_field(self.elements.len())?,
            elements_at: writer.offset_field(first)?,
        };
        writer.put(header, record.as_bytes());
        for (number, element) in self.elements.iter().enumerate() {
            let at = first + number * format.stride();
            element.write(&mut writer, format, at)?;
        }
        Ok(writer.into_bytes())
    }
}

impl<'a> Element<'a> {
    fn read(reader: &mut Reader<'a>, format: &SignatureFormat, at: usize) -> Result<Self, Error> {
        let record_at = at + format.before();
        let record: &ElementRecord = reader.peek(record_at, "the element")?;
        let number = |has: bool, at| -> Result<u32, Error> {
            if !has {
                return Ok(0);
            }
            reader.peek(at, "the element").map(|word: &U32| word.get())
        };
        let stream = number(format.has_stream, at)?;
        let precision = number(format.has_precision, record_at + size_of::<ElementRecord>())?;
        Ok(Self {
            offset: reader.offset(at),
            stream,
            name: reader.name(record_at, record.name.get(), "the element")?,
            index: record.index.get(),
            system_value: SystemValue(record.system_value.get()),
            component_type: ComponentType(record.component_type.get()),
            register: record.register.get(),
            mask: record.mask,
            rw_mask: record.rw_mask,
            min_precision: MinPrecision(precision),
        })
    }

    fn write(&self, writer: &mut Writer, format: &SignatureFormat, at: usize) -> Result<(), WriteError> {
        let numbers = [
            (format.has_stream, self.stream, "a stream", at),
            (
                format.has_precision,
                self.min_precision.0,
                "a precision",
                at + format.before() + size_of::<ElementRecord>(),
            ),
        ];
        for (has, number, field, at) in numbers {
            if has {
                writer.put(at, &number.to_le_bytes());
            } else if number != 0 {
                return Err(WriteError::NoField {
                    what: "element",
                    name: self.name.to_owned(),
                    field,
                });
            }
        }
        let record = ElementRecord {
            name: writer.name(self.name)?,
            index: self.index.into(),
            system_value: self.system_value.0.into(),
            component_type: self.component_type.0.into(),
            register: self.register.into(),
            mask: self.mask,
            rw_mask: self.rw_mask,
            zero: 0.into(),
        };
        writer.put(at + format.before(), record.as_bytes());
        Ok(())
    }
}
