//! Descriptions of BNSH files.

use std::borrow::Cow;

use pica200_bnsh::contents::{CodeContents, Contents, ProgramContents, StageContents};
use pica200_bnsh::part::part_name;
use pica200_bnsh::program::Piece;
use pica200_bnsh::reflection::NOT_BOUND;
use pica200_bnsh::{CodeType, ProgramId, ProgramKind, Stage, Version};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::archive::ArchiveInputs;
use crate::description::{bytes, hexadecimal, parse_document, reject_damaged};

/// Limit for the total size in bytes of loaded programs whose bytes are not stated.
const MAX_ZERO_BYTES: u64 = 1 << 20;

/// A document. Fields with an underscore are derived from the others, and are ignored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(default, rename = "form")]
    _form: IgnoredAny,
    #[serde(default, rename = "file")]
    _file: IgnoredAny,
    #[serde(default)]
    faults: Vec<IgnoredAny>,
    version: Option<(u16, u8, u8)>,
    alignment: Option<u64>,
    target_address_size: Option<u8>,
    name: Option<String>,
    #[serde(default)]
    flags: u16,
    #[serde(default, rename = "size")]
    _size: IgnoredAny,
    #[serde(default, rename = "relocation_table")]
    _relocation_table: IgnoredAny,
    #[serde(default, rename = "blocks")]
    _blocks: IgnoredAny,
    api_type: Option<u16>,
    api_version: Option<u16>,
    code_type: Option<u8>,
    compiler_version: Option<u32>,
    low_level_version: Option<u64>,
    memory_pool: Option<MemoryPool>,
    #[serde(default)]
    variations: Vec<Variation>,
    #[serde(default, rename = "dictionaries")]
    _dictionaries: IgnoredAny,
    strings: Option<Vec<Text>>,
    #[serde(default, rename = "relocations")]
    _relocations: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MemoryPool {
    property: Option<u32>,
    #[serde(default, rename = "size")]
    _size: IgnoredAny,
    #[serde(default, rename = "offset")]
    _offset: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(default, rename = "offset")]
    _offset: IgnoredAny,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variation {
    #[serde(default, rename = "source")]
    _source: IgnoredAny,
    #[serde(default, rename = "intermediate")]
    _intermediate: IgnoredAny,
    #[serde(default, rename = "binary")]
    _binary: IgnoredAny,
    program: Option<Program>,
    source_program: Option<Program>,
    intermediate_program: Option<Program>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    #[serde(default, rename = "offset")]
    _offset: IgnoredAny,
    #[serde(default)]
    flags: u8,
    code_type: Option<u8>,
    #[serde(default)]
    source_format: u8,
    #[serde(default)]
    binary_format: u32,
    object_size: Option<u32>,
    #[serde(default, rename = "object_offset")]
    _object_offset: IgnoredAny,
    object: Option<String>,
    #[serde(default)]
    stages: Stages<Code>,
    #[serde(default)]
    reflection: Stages<StageText>,
}

/// The code of a stage, of any type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    #[serde(default, rename = "offset")]
    _offset: IgnoredAny,
    #[serde(default, rename = "control_offset")]
    _control_offset: IgnoredAny,
    #[serde(default, rename = "control_size")]
    _control_size: IgnoredAny,
    #[serde(default, rename = "code_offset")]
    _code_offset: IgnoredAny,
    #[serde(default, rename = "code_size")]
    _code_size: IgnoredAny,
    control: Option<String>,
    #[serde(default, rename = "code_head")]
    _code_head: IgnoredAny,
    #[serde(default)]
    control_extra: u64,
    #[serde(default)]
    extra: u64,
    #[serde(default)]
    scratch: [u32; 2],
    texts: Option<Vec<IgnoredAny>>,
    #[serde(default, rename = "data")]
    _data: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageText {
    #[serde(default)]
    work_group: [u32; 3],
    #[serde(default)]
    inputs: Vec<Resource>,
    #[serde(default)]
    outputs: Vec<Resource>,
    #[serde(default)]
    samplers: Vec<Resource>,
    #[serde(default)]
    constant_buffers: Vec<Resource>,
    #[serde(default)]
    unordered_access_buffers: Vec<Resource>,
    #[serde(default)]
    images: Vec<Resource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resource {
    name: String,
    #[serde(default = "not_bound")]
    slot: Option<i32>,
}

fn not_bound() -> Option<i32> {
    Some(NOT_BOUND)
}

/// Reads the contents that a description states, with code from the files.
///
/// # Errors
///
/// Fails with a message and its location if the text does not describe a file that can be written.
pub(super) fn read<'f>(parts: &mut ArchiveInputs<'f>) -> Result<Contents<'f>, String> {
    let document: Document = parse_document(&parts.description.bytes, "bnsh")?;
    reject_damaged(&document.faults, "a damaged file")?;
    let usual = Contents::new();
    let version = document
        .version
        .map(|(major, minor, micro)| Version { major, minor, micro });
    let mut variations = Vec::with_capacity(document.variations.len());
    let mut zeros = 0;
    for (number, variation) in document.variations.iter().enumerate() {
        let programs = [
            &variation.source_program,
            &variation.intermediate_program,
            &variation.program,
        ];
        let mut found = [None, None, None];
        for ((kind, program), place) in ProgramKind::ALL.into_iter().zip(programs).zip(&mut found) {
            let id = ProgramId {
                variation: number,
                kind,
            };
            if let Some(program) = program {
                zeros += program.zeros();
                if zeros > MAX_ZERO_BYTES {
                    return Err(format!(
                        "{id}: `object_size` is too large: up to here there are {zeros} bytes without `object`, and at most {MAX_ZERO_BYTES} are possible"
                    ));
                }
                let contents = program.contents(id, parts);
                *place = Some(contents.map_err(|error| format!("{id}{error}"))?);
            }
        }
        variations.push(found);
    }
    let strings = document.strings.iter().flatten();
    let pool = document.memory_pool.and_then(|pool| pool.property);
    Ok(Contents {
        version: version.unwrap_or(usual.version),
        alignment_shift: match document.alignment {
            Some(alignment) => shift(alignment)?,
            None => usual.alignment_shift,
        },
        address_size: document.target_address_size.unwrap_or(usual.address_size),
        flags: document.flags,
        name: document.name.map(|name| bytes(&name)),
        api: document.api_type.unwrap_or(usual.api),
        api_version: document.api_version.unwrap_or(usual.api_version),
        code_type: document.code_type.map_or(usual.code_type, CodeType),
        compiler: document.compiler_version.unwrap_or(usual.compiler),
        low_level_compiler: document.low_level_version.unwrap_or(usual.low_level_compiler),
        pool_property: pool.unwrap_or(usual.pool_property),
        variations,
        strings: strings.map(|one| bytes(&one.text)).collect(),
    })
}

fn shift(alignment: u64) -> Result<u8, String> {
    let shift = alignment.is_power_of_two().then(|| alignment.trailing_zeros());
    let shift = shift.and_then(|shift| u8::try_from(shift).ok());
    shift.ok_or_else(|| format!("the alignment is {alignment}; expected a power of 2"))
}

/// A value for each stage.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stages<T> {
    vertex: Option<T>,
    hull: Option<T>,
    domain: Option<T>,
    geometry: Option<T>,
    pixel: Option<T>,
    compute: Option<T>,
}

impl<T> Default for Stages<T> {
    fn default() -> Self {
        Self {
            vertex: None,
            hull: None,
            domain: None,
            geometry: None,
            pixel: None,
            compute: None,
        }
    }
}

impl<T> Stages<T> {
    /// Returns the values that are present, in stage order.
    fn iter(&self) -> impl Iterator<Item = (Stage, &T)> {
        let all = [
            &self.vertex,
            &self.hull,
            &self.domain,
            &self.geometry,
            &self.pixel,
            &self.compute,
        ];
        let named = Stage::ALL.into_iter().zip(all);
        named.filter_map(|(stage, one)| Some((stage, one.as_ref()?)))
    }
}

impl Program {
    /// Returns the contents of the program. Errors begin where its location ends.
    fn contents<'f>(&self, id: ProgramId, parts: &mut ArchiveInputs<'f>) -> Result<ProgramContents<'f>, String> {
        let code_type = match (self.code_type, id.kind) {
            (Some(code_type), _) => CodeType(code_type),
            (None, ProgramKind::Binary) => CodeType::BINARY,
            (None, ProgramKind::Source) => CodeType::SOURCE_ARRAY,
            (None, ProgramKind::Intermediate) => CodeType::INTERMEDIATE,
        };
        let mut code = Vec::new();
        for (stage, one) in self.stages.iter() {
            let name = |piece| part_name(id, stage, piece, self.source_format);
            let contents = one.contents(code_type, &name, parts);
            code.push((stage, contents.map_err(|error| format!(", {stage} code: {error}"))?));
        }
        let mut reflection = Vec::new();
        for (stage, one) in self.reflection.iter() {
            let contents = one.contents();
            let contents = contents.map_err(|error| format!(", {stage} reflection: {error}"))?;
            reflection.push((stage, contents));
        }
        Ok(ProgramContents {
            flags: self.flags,
            code_type,
            source_format: self.source_format,
            binary_format: self.binary_format,
            object: self.object()?.into(),
            code,
            reflection: Some(reflection).filter(|stages| !stages.is_empty()),
        })
    }

    /// Returns the number of bytes of the loaded program that are not stated.
    fn zeros(&self) -> u64 {
        match self.object {
            Some(_) => 0,
            None => self.object_size.unwrap_or_default().into(),
        }
    }

    /// Returns the bytes of the loaded program.
    fn object(&self) -> Result<Vec<u8>, String> {
        let size = self.object_size.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
        let Some(text) = &self.object else {
            return Ok(vec![0; size.unwrap_or_default()]);
        };
        let object = hexadecimal(text).ok_or(": `object` is not an even number of hexadecimal digits")?;
        match size {
            Some(size) if size != object.len() => Err(format!(
                ": `object_size` is {size}, but `object` has {} bytes",
                object.len()
            )),
            _ => Ok(object),
        }
    }
}

impl Code {
    /// Returns code of a type, whose pieces have these names.
    fn contents<'f>(
        &self,
        code_type: CodeType,
        name: &dyn Fn(Piece) -> String,
        parts: &mut ArchiveInputs<'f>,
    ) -> Result<CodeContents<'f>, String> {
        // A missing file is reported at the end.
        let take = |parts: &mut ArchiveInputs<'f>, piece| -> Cow<'f, [u8]> {
            let file = parts.take(&name(piece));
            file.map_or(&[][..], |file| &file.bytes).into()
        };
        match code_type {
            CodeType::BINARY if self.control_extra != 0 || self.extra != 0 => {
                Err("the structure of its extra data is unknown".to_owned())
            }
            CodeType::BINARY => {
                let stated = self.control.as_ref();
                let stated = stated.filter(|_| !parts.has(&name(Piece::Control)));
                let control = match stated {
                    Some(text) => hexadecimal(text)
                        .ok_or("`control` is not an even number of hexadecimal digits")?
                        .into(),
                    None => take(parts, Piece::Control),
                };
                Ok(CodeContents::Binary {
                    control,
                    code: take(parts, Piece::ByteCode),
                    scratch: self.scratch,
                })
            }
            CodeType::SOURCE => {
                let data = [1, 2].map(|number| take(parts, Piece::Data(number)));
                Ok(CodeContents::Source(data))
            }
            CodeType::SOURCE_ARRAY => {
                let given = |number: &usize| parts.has(&name(Piece::Text(*number)));
                let count = match &self.texts {
                    Some(texts) => texts.len(),
                    // Without files, the first one is missing.
                    None => (0..).take_while(given).count().max(1),
                };
                let texts = (0..count).map(|number| take(parts, Piece::Text(number)));
                Ok(CodeContents::SourceArray(texts.collect()))
            }
            CodeType(number) => Err(format!("the structure of code of type {number} is unknown")),
        }
    }
}

impl StageText {
    fn contents(&self) -> Result<StageContents, String> {
        let lists = [
            &self.inputs,
            &self.outputs,
            &self.samplers,
            &self.constant_buffers,
            &self.unordered_access_buffers,
            &self.images,
        ];
        let mut contents = StageContents {
            work_group: self.work_group,
            ..StageContents::default()
        };
        for (list, place) in lists.into_iter().zip(&mut contents.resources) {
            for Resource { name, slot } in list {
                let shown = name.escape_debug();
                let slot = slot.ok_or_else(|| format!("`{shown}` has no slot"))?;
                place.push((bytes(name), slot));
            }
        }
        Ok(contents)
    }
}
