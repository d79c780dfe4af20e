//! The contents of a file without its layout: the input of [`write`](crate::write::write).

use std::borrow::Cow;
use std::ops::Range;

use bstr::{BStr, BString};

use crate::container::{Bnsh, POOL_PROPERTY};
use crate::error::{ProgramId, Structure};
use crate::kinds::{CodeType, ProgramKind, ResourceKind, Stage};
use crate::program::{Code, Program};
use crate::reflection::StageReflection;
use crate::version::Version;

/// The contents of a file. Sizes, offsets, dictionary trees and the relocation table are derived from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<'a> {
    /// The format version.
    pub version: Version,
    /// The byte code is aligned to `1 << alignment_shift` bytes; at most [`MAX_SHIFT`](crate::write::MAX_SHIFT).
    pub alignment_shift: u8,
    /// The size of an address in bits, as written to the header: 64, or 0 in some files.
    pub address_size: u8,
    /// The header flags.
    pub flags: u16,
    /// The file name.
    pub name: Option<BString>,
    /// The graphics API: 4 for NVN.
    pub api: u16,
    /// The version of the graphics API.
    pub api_version: u16,
    /// The code type.
    pub code_type: CodeType,
    /// The compiler version.
    pub compiler: u32,
    /// The version of the machine-code compiler.
    pub low_level_compiler: u64,
    /// The property of the memory pool: 61h.
    pub pool_property: u32,
    /// The programs of each variation, in the order of [`ProgramKind::ALL`].
    pub variations: Vec<[Option<ProgramContents<'a>>; 3]>,
    /// The order of the string table. Strings missing here follow in byte order.
    pub strings: Vec<BString>,
}

/// The contents of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramContents<'a> {
    /// The flags.
    pub flags: u8,
    /// The code type.
    pub code_type: CodeType,
    /// The language of source text: 0 for GLSL.
    pub source_format: u8,
    /// The machine-code format.
    pub binary_format: u32,
    /// The bytes of the loaded program: zeros in files of games.
    pub object: Cow<'a, [u8]>,
    /// The stages with code, in the order of [`Stage::ALL`].
    pub code: Vec<(Stage, CodeContents<'a>)>,
    /// The stages with reflection, in the order of [`Stage::ALL`].
    pub reflection: Option<Vec<(Stage, StageContents)>>,
}

/// The code of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeContents<'a> {
    /// Machine code.
    Binary {
        /// The control code.
        control: Cow<'a, [u8]>,
        /// The byte code.
        code: Cow<'a, [u8]>,
        /// The two scratch memory sizes.
        scratch: [u32; 2],
    },
    /// The two data blobs of code type 2.
    Source([Cow<'a, [u8]>; 2]),
    /// Source texts.
    SourceArray(Vec<Cow<'a, [u8]>>),
}

impl CodeContents<'_> {
    /// Returns the code type of a program with such code.
    pub fn code_type(&self) -> CodeType {
        match self {
            Self::Binary { .. } => CodeType::BINARY,
            Self::Source(_) => CodeType::SOURCE,
            Self::SourceArray(_) => CodeType::SOURCE_ARRAY,
        }
    }
}

/// The reflection of a stage.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StageContents {
    /// The work group size of the compute stage: width, height, depth.
    pub work_group: [u32; 3],
    /// The names of each kind and their slots, in the order of [`ResourceKind::ALL`].
    pub resources: [Vec<(BString, i32)>; 6],
}

/// An error for a file that was read but cannot be rewritten.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{structure}: {reason}")]
pub struct ContentsError {
    /// The structure.
    pub structure: Structure,
    /// The unknown part.
    pub reason: &'static str,
}

impl<'a> Contents<'a> {
    /// Creates contents without variations, with the defaults of a version 2.1.11 file.
    pub fn new() -> Self {
        Self {
            version: Version::DEFAULT,
            alignment_shift: 12,
            address_size: 64,
            flags: 0,
            name: None,
            api: 4,
            api_version: 8,
            code_type: CodeType::BINARY,
            compiler: 0,
            low_level_compiler: 0,
            pool_property: POOL_PROPERTY,
            variations: Vec::new(),
            strings: Vec::new(),
        }
    }

    /// Returns the contents of a file that was read.
    ///
    /// # Errors
    ///
    /// Fails if the file is damaged, or has data of unknown structure.
    pub fn from_file(file: &Bnsh<'a>) -> Result<Self, ContentsError> {
        let unknown = |structure, reason| ContentsError { structure, reason };
        if let Some(fault) = file.faults.first() {
            return Err(unknown(fault.structure, "the file is damaged here"));
        }
        let header = &file.header;
        let container = file.container.ok_or(unknown(Structure::Container, "there is none"))?;
        let mut variations = Vec::with_capacity(file.variations.len());
        for (number, variation) in file.variations.iter().enumerate() {
            let mut programs = [None, None, None];
            for (kind, place) in ProgramKind::ALL.into_iter().zip(&mut programs) {
                let id = ProgramId {
                    variation: number,
                    kind,
                };
                if let Some(found) = variation.program(kind) {
                    *place = Some(program(file, id, found)?);
                }
            }
            variations.push(programs);
        }
        let strings = file.strings.iter().flat_map(|strings| &strings.list);
        Ok(Self {
            version: header.version,
            alignment_shift: header.alignment_shift,
            address_size: header.address_size,
            flags: header.flags,
            name: header.name.map(|(_, name)| name.to_owned()),
            api: container.api,
            api_version: container.api_version,
            code_type: container.code_type,
            compiler: container.compiler,
            low_level_compiler: container.low_level_compiler,
            pool_property: file.pool.map_or(POOL_PROPERTY, |pool| pool.property),
            variations,
            strings: strings.map(|one| one.text.to_owned()).collect(),
        })
    }
}

impl Default for Contents<'_> {
    fn default() -> Self {
        Self::new()
    }
}

fn program<'a>(file: &Bnsh<'a>, id: ProgramId, found: &Program) -> Result<ProgramContents<'a>, ContentsError> {
    let object = found.object(file.bytes());
    let outside = ContentsError {
        structure: Structure::Program(id),
        reason: "the bytes of the loaded program are not in the file",
    };
    let mut all_code = Vec::with_capacity(found.code.len());
    for (stage, one) in &found.code {
        all_code.push((*stage, code(file, Structure::Code(id, *stage), one)?));
    }
    let reflection = found.reflection.as_ref().map(|reflection| {
        let stages = reflection.stages.iter();
        let stages = stages.map(|one| Ok((one.stage, stage(file, id, one)?)));
        stages.collect::<Result<Vec<_>, _>>()
    });
    Ok(ProgramContents {
        flags: found.flags,
        code_type: found.code_type,
        source_format: found.source_format,
        binary_format: found.binary_format,
        object: object.ok_or(outside)?.into(),
        code: all_code,
        reflection: reflection.transpose()?,
    })
}

fn code<'a>(file: &Bnsh<'a>, structure: Structure, found: &Code) -> Result<CodeContents<'a>, ContentsError> {
    let unknown = |reason| ContentsError { structure, reason };
    let bytes = |range: &Range<usize>| {
        let bytes = file.bytes().get(range.clone()).unwrap_or_default();
        Cow::Borrowed(bytes)
    };
    match found {
        Code::Binary(found) if found.control_extra != 0 || found.extra != 0 => {
            Err(unknown("the structure of its extra data is unknown"))
        }
        Code::Binary(found) => Ok(CodeContents::Binary {
            control: bytes(&found.control),
            code: bytes(&found.code),
            scratch: found.scratch,
        }),
        Code::Source { data, .. } => Ok(CodeContents::Source(data.each_ref().map(bytes))),
        Code::SourceArray { texts, .. } => Ok(CodeContents::SourceArray(texts.iter().map(bytes).collect())),
        Code::Unknown { .. } => Err(unknown("the structure of code of this type is unknown")),
    }
}

fn stage(file: &Bnsh<'_>, id: ProgramId, found: &StageReflection) -> Result<StageContents, ContentsError> {
    let unknown = |reason| ContentsError {
        structure: Structure::Stage(id, found.stage),
        reason,
    };
    if found.extra != 0 {
        return Err(unknown("the structure of its extra data is unknown"));
    }
    let mut contents = StageContents {
        work_group: found.work_group,
        ..StageContents::default()
    };
    for (kind, names) in ResourceKind::ALL.into_iter().zip(&mut contents.resources) {
        let own = found.resources.iter().filter(|own| own.kind == kind);
        for (name, slot) in own.flat_map(|own| own.entries(&file.dictionaries)) {
            let slot = slot.ok_or(unknown("the slots cannot be read"))?;
            names.push((BStr::to_owned(name), slot));
        }
    }
    Ok(contents)
}
