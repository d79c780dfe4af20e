//! Variations, their programs, and the code of each stage.

use std::fmt;
use std::ops::Range;

use zerocopy::little_endian::{U32, U64};

use crate::dictionary::Dictionary;
use crate::error::{ErrorKind, ProgramId, Structure};
use crate::kinds::{CodeType, ProgramKind, Stage};
use crate::layout::{
    BinaryCodeRecord, ContainerRecord, ProgramRecord, SourceArrayRecord, SourceCodeRecord, VariationRecord, at,
};
use crate::reader::{Field, Reader};
use crate::reflection::{self, Reflection};

/// A variation: the programs for one combination of shader options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Byte offset in the file.
    pub offset: usize,
    /// Offsets of the programs, in the order of [`ProgramKind::ALL`]; 0 if there is none.
    pub offsets: [u64; 3],
    /// The programs that could be read, in the same order.
    pub programs: [Option<Program>; 3],
}

impl Variation {
    /// Returns the program of a kind.
    pub fn program(&self, kind: ProgramKind) -> Option<&Program> {
        let mut programs = ProgramKind::ALL.iter().zip(&self.programs);
        programs.find(|(own, _)| **own == kind)?.1.as_ref()
    }
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Byte offset in the file.
    pub offset: usize,
    /// The flags. Bit 1 is probably the extended interface.
    pub flags: u8,
    /// The code type.
    pub code_type: CodeType,
    /// The language of source text: 0 for GLSL.
    pub source_format: u8,
    /// The machine-code format.
    pub binary_format: u32,
    /// Size in bytes of the loaded program.
    pub object_size: u32,
    /// File offset of these bytes; 0 if there are none.
    pub object_offset: u64,
    /// The stages whose code is present and could be read.
    pub code: Vec<(Stage, Code)>,
    /// The reflection.
    pub reflection: Option<Reflection>,
}

/// The code of a stage. Ranges are byte ranges in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Code {
    /// Machine code.
    Binary(BinaryCode),
    /// Source texts.
    SourceArray {
        /// Byte offset in the file.
        offset: usize,
        /// The texts.
        texts: Vec<Range<usize>>,
    },
    /// Source text of type 2: two data blobs. Their difference is undocumented.
    Source {
        /// Byte offset in the file.
        offset: usize,
        /// The first and second blob.
        data: [Range<usize>; 2],
    },
    /// Code of unknown structure.
    Unknown {
        /// Byte offset in the file.
        offset: usize,
    },
}

/// The role of a piece of code in its structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// The control code of machine code.
    Control,
    /// The byte code of machine code.
    ByteCode,
    /// A source text of an array, by zero-based index.
    Text(usize),
    /// A data blob of code type 2: 1 or 2.
    Data(usize),
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Control => f.write_str("control code"),
            Self::ByteCode => f.write_str("byte code"),
            Self::Text(number) => write!(f, "source text {number}"),
            Self::Data(number) => write!(f, "source data {number}"),
        }
    }
}

impl Code {
    /// Returns the pieces and their byte ranges in the file; none for code of unknown structure.
    pub fn pieces(&self) -> Vec<(Piece, Range<usize>)> {
        match self {
            Self::Binary(code) => vec![
                (Piece::Control, code.control.clone()),
                (Piece::ByteCode, code.code.clone()),
            ],
            Self::SourceArray { texts, .. } => {
                let numbered = (0..).map(Piece::Text);
                numbered.zip(texts.iter().cloned()).collect()
            }
            Self::Source { data, .. } => {
                let numbered = (1..).map(Piece::Data);
                numbered.zip(data.iter().cloned()).collect()
            }
            Self::Unknown { .. } => Vec::new(),
        }
    }

    /// Returns the byte offset of the structure in the file.
    pub fn offset(&self) -> usize {
        match self {
            Self::Binary(code) => code.offset,
            Self::SourceArray { offset, .. } | Self::Source { offset, .. } | Self::Unknown { offset } => *offset,
        }
    }
}

/// Machine code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryCode {
    /// Byte offset in the file.
    pub offset: usize,
    /// The control code.
    pub control: Range<usize>,
    /// The byte code.
    pub code: Range<usize>,
    /// Offset of additional control-code data; 0 if there is none.
    pub control_extra: u64,
    /// Offset of additional byte-code data; 0 if there is none.
    pub extra: u64,
    /// The two scratch memory sizes.
    pub scratch: [u32; 2],
}

impl Program {
    /// Returns the bytes of the loaded program, or `None` if they are not in `file`.
    pub fn object<'a>(&self, file: &'a [u8]) -> Option<&'a [u8]> {
        if self.object_size == 0 {
            return Some(&[]);
        }
        let size = usize::try_from(self.object_size).ok()?;
        let start = usize::try_from(self.object_offset).ok()?;
        let range = start..start.checked_add(size).filter(|_| start != 0)?;
        file.get(range)
    }

    /// Returns the code of a stage.
    pub fn code(&self, stage: Stage) -> Option<&Code> {
        let mut code = self.code.iter();
        code.find(|(own, _)| *own == stage).map(|(_, code)| code)
    }
}

/// Reads the variations that the shader container's record points to.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    container: usize,
    record: &ContainerRecord,
    dictionaries: &mut Vec<Dictionary<'a>>,
) -> Vec<Variation> {
    let field = Field {
        structure: Structure::Container,
        offset: at!(container, ContainerRecord.variations_at),
        target: "the list of variations",
    };
    let first = reader.follow(field, record.variations_at);
    if first.is_none() && record.variations_at.get() != 0 {
        return Vec::new();
    }
    let records: &[VariationRecord] = reader.table(field, first, record.variations.get()).unwrap_or_default();
    let mut variations = Vec::with_capacity(records.len());
    for (number, record) in records.iter().enumerate() {
        let offset = first.unwrap_or_default() + number * size_of::<VariationRecord>();
        variations.push(variation(reader, container, number, offset, record, dictionaries));
    }
    variations
}

fn variation<'a>(
    reader: &mut Reader<'a>,
    container: usize,
    number: usize,
    offset: usize,
    record: &VariationRecord,
    dictionaries: &mut Vec<Dictionary<'a>>,
) -> Variation {
    let structure = Structure::Variation(number);
    reader.start(structure, offset, "the variation");
    let parent = Field {
        structure,
        offset: at!(offset, VariationRecord.container),
        target: "the shader container",
    };
    reader.parent(parent, "offset of the shader container", record.container, container);
    let fields = [
        (at!(offset, VariationRecord.source), record.source, "the source program"),
        (
            at!(offset, VariationRecord.intermediate),
            record.intermediate,
            "the intermediate program",
        ),
        (at!(offset, VariationRecord.binary), record.binary, "the binary program"),
    ];
    let mut found = Variation {
        offset,
        offsets: fields.map(|(_, value, _)| value.get()),
        programs: [None, None, None],
    };
    for ((kind, slot), (at, value, target)) in ProgramKind::ALL.into_iter().zip(&mut found.programs).zip(fields) {
        let field = Field {
            structure,
            offset: at,
            target,
        };
        let id = ProgramId {
            variation: number,
            kind,
        };
        *slot = reader
            .follow(field, value)
            .and_then(|at| program(reader, id, offset, at, dictionaries));
    }
    found
}

fn program<'a>(
    reader: &mut Reader<'a>,
    id: ProgramId,
    variation: usize,
    offset: usize,
    dictionaries: &mut Vec<Dictionary<'a>>,
) -> Option<Program> {
    let structure = Structure::Program(id);
    let record: &ProgramRecord = reader.record(structure, offset, "the program")?;
    let field = |offset, target| Field {
        structure,
        offset,
        target,
    };
    let code_type = CodeType(record.code_type);
    if code_type.name().is_none() {
        let kind = ErrorKind::Field {
            field: "code type",
            found: record.code_type.into(),
            allowed: "0, 1, 2 or 3",
        };
        reader.note(structure, at!(offset, ProgramRecord.code_type), kind);
    }
    let stages = [
        (at!(offset, ProgramRecord.vertex), record.vertex, "the vertex code"),
        (at!(offset, ProgramRecord.hull), record.hull, "the hull code"),
        (at!(offset, ProgramRecord.domain), record.domain, "the domain code"),
        (
            at!(offset, ProgramRecord.geometry),
            record.geometry,
            "the geometry code",
        ),
        (at!(offset, ProgramRecord.pixel), record.pixel, "the pixel code"),
        (at!(offset, ProgramRecord.compute), record.compute, "the compute code"),
    ];
    let mut code = Vec::new();
    for (stage, (at, value, target)) in Stage::ALL.into_iter().zip(stages) {
        let target_offset = reader.follow(field(at, target), value);
        let found = target_offset.and_then(|target_offset| read_code(reader, id, stage, code_type, target_offset));
        code.extend(found.map(|found| (stage, found)));
    }
    let object = field(at!(offset, ProgramRecord.object), "the object");
    reader.check_pointer(object, record.object, record.object_size.get());
    let parent = field(at!(offset, ProgramRecord.variation), "the variation");
    reader.parent(parent, "offset of the variation", record.variation, variation);
    let to_reflection = field(at!(offset, ProgramRecord.reflection), "the reflection");
    let reflection = reader
        .follow(to_reflection, record.reflection)
        .and_then(|target_offset| reflection::read(reader, id, target_offset, dictionaries));
    Some(Program {
        offset,
        flags: record.flags,
        code_type,
        source_format: record.source_format,
        binary_format: record.binary_format.get(),
        object_size: record.object_size.get(),
        object_offset: record.object.get(),
        code,
        reflection,
    })
}

fn read_code(reader: &mut Reader<'_>, id: ProgramId, stage: Stage, code_type: CodeType, offset: usize) -> Option<Code> {
    let structure = Structure::Code(id, stage);
    match code_type {
        CodeType::BINARY => binary(reader, structure, offset).map(Code::Binary),
        CodeType::SOURCE => {
            let data = source(reader, structure, offset)?;
            Some(Code::Source { offset, data })
        }
        CodeType::SOURCE_ARRAY => {
            let texts = source_array(reader, structure, offset)?;
            Some(Code::SourceArray { offset, texts })
        }
        _ => Some(Code::Unknown { offset }),
    }
}

fn binary(reader: &mut Reader<'_>, structure: Structure, offset: usize) -> Option<BinaryCode> {
    let record: &BinaryCodeRecord = reader.record(structure, offset, "the code")?;
    let field = |offset, target| Field {
        structure,
        offset,
        target,
    };
    let control = field(at!(offset, BinaryCodeRecord.control), "the control code");
    let control_range = part(reader, control, record.control, record.control_size.get());
    // Dumps print all of it.
    if let Some(control) = &control_range {
        reader.claim(structure, control.start, control.len())?;
    }
    let code = field(at!(offset, BinaryCodeRecord.code), "the byte code");
    let code_range = part(reader, code, record.code, record.code_size.get());
    let extra = [
        (at!(offset, BinaryCodeRecord.control_extra), record.control_extra),
        (at!(offset, BinaryCodeRecord.extra), record.extra),
    ];
    for (at, value) in extra {
        reader.check_pointer(field(at, "the extra data"), value, 0);
    }
    Some(BinaryCode {
        offset,
        control: control_range?,
        code: code_range?,
        control_extra: record.control_extra.get(),
        extra: record.extra.get(),
        scratch: [record.scratch.get(), record.scratch_more.get()],
    })
}

fn source(reader: &mut Reader<'_>, structure: Structure, offset: usize) -> Option<[Range<usize>; 2]> {
    let record: &SourceCodeRecord = reader.record(structure, offset, "the code")?;
    let field = |offset, target| Field {
        structure,
        offset,
        target,
    };
    let first = field(at!(offset, SourceCodeRecord.first), "the first data");
    let first = part(reader, first, record.first, record.first_size.get());
    let second = field(at!(offset, SourceCodeRecord.second), "the second data");
    let second = part(reader, second, record.second, record.second_size.get());
    Some([first?, second?])
}

/// Returns the byte range that a pointer refers to: an empty range at 0 for a null pointer, `None` after an error.
fn part(reader: &mut Reader<'_>, field: Field, value: U64, size: u32) -> Option<Range<usize>> {
    let target_offset = reader.follow(field, value);
    if target_offset.is_none() && value.get() != 0 {
        return None;
    }
    let bytes = reader.bytes(field, target_offset, size, 1)?;
    reader.claim_code(field.structure, field.offset, bytes.len())?;
    let start = target_offset.unwrap_or_default();
    Some(start..start + bytes.len())
}

fn source_array(reader: &mut Reader<'_>, structure: Structure, offset: usize) -> Option<Vec<Range<usize>>> {
    let record: &SourceArrayRecord = reader.record(structure, offset, "the code")?;
    let count = u32::from(record.texts.get());
    let field = |offset, target| Field {
        structure,
        offset,
        target,
    };
    let sizes = field(at!(offset, SourceArrayRecord.sizes), "the list of sizes");
    let texts = field(at!(offset, SourceArrayRecord.texts_at), "the list of texts");
    let sizes_at = reader.follow(sizes, record.sizes);
    let texts_at = reader.follow(texts, record.texts_at);
    if sizes_at.is_none() && record.sizes.get() != 0 || texts_at.is_none() && record.texts_at.get() != 0 {
        return None;
    }
    let sizes: &[U32] = reader.table(sizes, sizes_at, count)?;
    let offsets: &[U64] = reader.table(texts, texts_at, count)?;
    let mut found = Vec::with_capacity(sizes.len());
    for (number, (size, target_offset)) in sizes.iter().zip(offsets).enumerate() {
        let at = texts_at.unwrap_or_default() + number * size_of::<U64>();
        found.push(part(reader, field(at, "a text"), *target_offset, size.get())?);
    }
    Some(found)
}
