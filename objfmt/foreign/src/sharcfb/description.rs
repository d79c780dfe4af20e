//! Descriptions of SHARCFB archives: the JSON that `picadump --json` prints. The description of a new archive may leave
//! out derived fields.

use pica200::text::page::counted;
use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::{Kind, Macro, ProgramParts, Symbol, Text, VERSION, combinations};
use pica200_sharcfb::edit::EditError;
use pica200_sharcfb::gx2::Stage;
use pica200_sharcfb::names::stage_from_name;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::description::{bytes, hexadecimal, parse_document, reject_damaged};

/// A document. Fields with an underscore are derived from the binaries, or not part of the archive, and are ignored.
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
    #[serde(default, rename = "warnings")]
    _warnings: IgnoredAny,
    endian: Endian,
    #[serde(default = "version")]
    version: u32,
    #[serde(default, rename = "size")]
    _size: IgnoredAny,
    #[serde(default)]
    resolved: u32,
    #[serde(default)]
    name: String,
    binaries: Option<Vec<Binary>>,
    #[serde(default)]
    programs: Vec<Program>,
}

fn version() -> u32 {
    VERSION
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Endian {
    Big,
    Little,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Binary {
    r#type: String,
    #[serde(default, rename = "size")]
    _size: IgnoredAny,
    #[serde(default)]
    data_offset: u64,
    #[serde(default, rename = "data_size")]
    _data_size: IgnoredAny,
    #[serde(default, rename = "shader")]
    _shader: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    name: String,
    kind: u32,
    base_index: Option<u32>,
    #[serde(default)]
    macros: Vec<MacroText>,
    defaults: Option<Vec<MacroText>>,
    #[serde(default)]
    uniforms: Vec<SymbolText>,
    #[serde(default)]
    uniform_blocks: Vec<SymbolText>,
    #[serde(default)]
    samplers: Vec<SymbolText>,
    #[serde(default)]
    attributes: Vec<SymbolText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MacroText {
    name: String,
    values: Vec<String>,
    id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolText {
    name: String,
    id: Option<String>,
    #[serde(default = "no_offset")]
    offset: i32,
    #[serde(default)]
    default: String,
    variations: Option<Vec<u8>>,
}

/// Returns the offset that known files have.
fn no_offset() -> i32 {
    -1
}

/// Creates the archive that a description states, with binaries without data. At most `max` binaries are created.
///
/// # Errors
///
/// Fails with a message and its location if the text does not describe an archive of version 8, or contradicts itself.
pub(super) fn read(text: &[u8], max: usize) -> Result<Archive, String> {
    let document: Document = parse_document(text, "sharcfb")?;
    reject_damaged(&document.faults, "a damaged archive")?;
    if document.version != VERSION {
        let found = document.version;
        return Err(format!(
            "the version is {found}; only archives of version {VERSION} can be created"
        ));
    }
    if document.resolved != 0 {
        return Err("`resolved` is not 0: this describes a copy of memory, not a file".to_owned());
    }
    let order = match document.endian {
        Endian::Big => ByteOrder::Big,
        Endian::Little => ByteOrder::Little,
    };
    let mut programs = Vec::with_capacity(document.programs.len());
    for program in &document.programs {
        let parts = program.parts(max);
        let name = program.name.escape_debug();
        programs.push(parts.map_err(|error| format!("program `{name}`: {error}"))?);
    }
    let stages = match &document.binaries {
        Some(binaries) => stated_stages(binaries)?,
        None => derived_stages(&programs, max)?,
    };
    Archive::from_parts(&bytes(&document.name), order, &stages, programs).map_err(|error| error.to_string())
}

fn stated_stages(binaries: &[Binary]) -> Result<Vec<Stage>, String> {
    let mut stages = Vec::with_capacity(binaries.len());
    for (index, binary) in binaries.iter().enumerate() {
        if binary.data_offset != 0 {
            return Err(format!(
                "binary {index}: `data_offset` is not 0; the bytes before the data are not known"
            ));
        }
        let r#type = &binary.r#type;
        let stage = stage_from_name(r#type).ok_or_else(|| {
            let found = r#type.escape_debug();
            format!("binary {index}: the type is `{found}`; expected `vertex`, `pixel` or `geometry`")
        })?;
        stages.push(stage);
    }
    Ok(stages)
}

/// Returns the stages of the binaries of all variations.
fn derived_stages(programs: &[ProgramParts], max: usize) -> Result<Vec<Stage>, String> {
    let mut stages = Vec::new();
    for program in programs {
        let count = variations(&program.macros);
        let of_each = program.kind.stages();
        let needed = count.saturating_mul(of_each.len()).saturating_add(stages.len());
        if needed > max {
            return Err(format!(
                "the variations of the programs need at least {}, but {} given",
                binaries(needed),
                files_are(max)
            ));
        }
        stages.extend(of_each.iter().copied().cycle().take(count * of_each.len()));
    }
    Ok(stages)
}

fn binaries(count: usize) -> String {
    match count {
        1 => "1 binary".to_owned(),
        _ => format!("{count} binaries"),
    }
}

/// Formats a number of files, with the verb.
fn files_are(count: usize) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", counted(count, "file"))
}

/// Returns the number of variations of a program with these macros; saturates.
fn variations(macros: &[Macro]) -> usize {
    usize::try_from(combinations(macros)).unwrap_or(usize::MAX)
}

impl Program {
    fn parts(&self, max: usize) -> Result<ProgramParts, String> {
        let macros = self.macros.iter().map(MacroText::whole);
        let macros = macros.collect::<Result<Vec<_>, _>>()?;
        let defaults: Result<Vec<_>, _> = match &self.defaults {
            Some(defaults) => defaults.iter().map(MacroText::whole).collect(),
            None => self.macros.iter().map(MacroText::first).collect(),
        };
        let count = variations(&macros);
        let symbols = |texts: &[SymbolText]| -> Result<Vec<_>, String> {
            let symbol = |text: &SymbolText| {
                let name = text.name.escape_debug();
                let symbol = text.symbol(count, max);
                symbol.map_err(|error| format!("symbol `{name}`: {error}"))
            };
            texts.iter().map(symbol).collect()
        };
        Ok(ProgramParts {
            name: bytes(&self.name).into(),
            kind: Kind(self.kind),
            base: self.base_index,
            macros,
            defaults: defaults?,
            symbols: [
                symbols(&self.uniforms)?,
                symbols(&self.uniform_blocks)?,
                symbols(&self.samplers)?,
                symbols(&self.attributes)?,
            ],
        })
    }
}

impl MacroText {
    fn whole(&self) -> Result<Macro, String> {
        self.with(&self.values)
    }

    /// Returns the macro of the default value, which is the first.
    fn first(&self) -> Result<Macro, String> {
        self.with(self.values.get(..1).unwrap_or_default())
    }

    fn with(&self, values: &[String]) -> Result<Macro, String> {
        let values: Vec<_> = values.iter().map(|value| bytes(value)).collect();
        let values: Vec<_> = values.iter().map(|value| value.as_slice()).collect();
        let id = bytes(self.id.as_ref().unwrap_or(&self.name));
        let known = Macro::new(&bytes(&self.name), &id, &values);
        known.map_err(|error| match error {
            // The only error that does not name the macro.
            EditError::Nul { .. } => format!("macro `{}`: {error}", self.name.escape_debug()),
            _ => error.to_string(),
        })
    }
}

impl SymbolText {
    /// Returns the symbol of a program with this number of variations. At most `max` flags are set by default.
    fn symbol(&self, count: usize, max: usize) -> Result<Symbol, String> {
        let text = |text: &str| Text::new(&bytes(text)).map_err(|error: EditError| error.to_string());
        let variations = match &self.variations {
            Some(variations) => variations.clone(),
            None if count <= max => vec![1; count],
            None => {
                return Err(format!(
                    "the program has {}, but {} given",
                    counted(count, "variation"),
                    files_are(max)
                ));
            }
        };
        Ok(Symbol {
            offset: self.offset,
            name: text(&self.name)?,
            id: text(self.id.as_ref().unwrap_or(&self.name))?,
            default: hexadecimal(&self.default).ok_or("`default` is not an even number of hexadecimal digits")?,
            variations,
            rest: Vec::new(),
        })
    }
}
