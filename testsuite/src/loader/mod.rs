//! A model of the loader on consoles, including its handling of invalid files.
//!
//! The common loader treats a file as an array of 32-bit words and checks nothing: it divides offsets by 4, trusts
//! every count, and indexes outputs by register. The model does the same, but stops where the loader would access
//! [invalid data](InvalidAccess). [`verdict`] compares it with the toolchain: files that the verifier accepts must be
//! read identically.

mod compare;
mod outputs;
mod words;

use std::collections::HashMap;

use pica200::levels::Levels;
use pica200_check::check;
use pica200_diagnostics::Severity;
use pica200_link::Compat;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::register::{Bank, Register};

pub use compare::{Difference, compare};
pub use outputs::OutputMap;
pub use words::InvalidAccess;
use words::{Words, halves};

/// Maximum number of float constants: the loader counts them in a byte.
const MAX_FLOATS: usize = 255;

/// The initial values of a shader's registers.
pub(crate) type Constants = HashMap<Register, ConstantValue>;

/// A loaded file.
pub struct Loaded<'a> {
    words: Words<'a>,
    /// The words of the code.
    code: Vec<u32>,
    /// The first word of each operand descriptor.
    descriptors: Vec<u32>,
    shaders: Vec<LoadedShader>,
}

/// A loaded shader.
struct LoadedShader {
    kind: u8,
    merges: bool,
    entry: u16,
    /// The geometry mode and its parameters.
    geometry: [u8; 4],
    constants: Constants,
    outputs: OutputMap,
    /// The name offset and first register of each uniform table entry.
    uniforms: Vec<(u32, u16)>,
    /// The offset of the symbol table in the file.
    symbols: u64,
}

impl<'a> Loaded<'a> {
    /// Loads a file, and prepares its shaders for the GPU.
    ///
    /// # Errors
    ///
    /// Returns the first invalid access.
    pub fn load(file: &'a [u8]) -> Result<Self, InvalidAccess> {
        let words = Words(file);
        let count = words.word(1)?;
        let program = 2 + u64::from(count);
        let (code, size) = table(words, program, 2)?;
        let (descriptors, number) = table(words, program, 4)?;
        let offsets = words.table(2, count, 1)?;
        let shaders = offsets
            .iter()
            .map(|offset| LoadedShader::load(words, u64::from(offset / 4)));
        let loaded = Self {
            words,
            code: words.table(code, size, 1)?,
            descriptors: words.table(descriptors, number, 2)?,
            shaders: shaders.collect::<Result<_, _>>()?,
        };
        loaded.connect()?;
        Ok(loaded)
    }

    /// Connects the outputs of shaders. With several vertex or geometry shaders, it is unknown which belong together.
    fn connect(&self) -> Result<(), InvalidAccess> {
        let of = |kind| self.shaders.iter().filter(move |shader| shader.kind == kind);
        let (vertex, geometry): (Vec<_>, Vec<_>) = (of(0).collect(), of(1).collect());
        if let ([vertex], [geometry]) = (vertex.as_slice(), geometry.as_slice())
            && geometry.merges
        {
            vertex.outputs.merge(&geometry.outputs)?;
        }
        let last = if geometry.is_empty() { vertex } else { geometry };
        last.iter().try_for_each(|shader| shader.outputs.rasterise())
    }

    /// Looks up a name as an application would: returns the register of the first entry with it, minus the number of
    /// inputs.
    fn look_up(&self, shader: &LoadedShader, name: &[u8]) -> Result<Option<i8>, InvalidAccess> {
        for &(offset, first) in &shader.uniforms {
            if self.words.name(shader.symbols + u64::from(offset))? == name {
                let [low, _] = first.to_le_bytes();
                return Ok(Some(low.wrapping_sub(Bank::Input.size()).cast_signed()));
            }
        }
        Ok(None)
    }
}

impl LoadedShader {
    fn load(words: Words<'_>, base: u64) -> Result<Self, InvalidAccess> {
        let [_, _, kind, merge] = words.word(base + 1)?.to_le_bytes();
        let [entry, _] = halves(words.word(base + 2)?);
        let (uniforms, number) = table(words, base, 12)?;
        let names = words.table(uniforms, number, 2)?;
        let registers = words.table(uniforms + 1, number, 2)?;
        let (outputs, count) = table(words, base, 10)?;
        let (symbols, _) = table(words, base, 14)?;
        let shader = Self {
            kind,
            merges: merge & 1 == 1,
            entry,
            geometry: words.word(base + 5)?.to_le_bytes(),
            constants: constants(words, base)?,
            outputs: OutputMap::load(words, outputs, count)?,
            uniforms: names
                .into_iter()
                .zip(registers.into_iter().map(|word| halves(word)[0]))
                .collect(),
            symbols: symbols * 4,
        };
        match (shader.kind, shader.geometry) {
            (1, [1, _, 0, _] | [2, _, _, 0]) => Err(InvalidAccess::NoVertices),
            _ => Ok(shader),
        }
    }
}

/// Returns the index of a table's first word, and its count. The word with its offset is the `field`th of its
/// structure.
fn table(words: Words<'_>, base: u64, field: u64) -> Result<(u64, u32), InvalidAccess> {
    let offset = words.word(base + field)?;
    Ok((base + u64::from(offset / 4), words.word(base + field + 1)?))
}

/// Returns the initial values of registers from a constant table; the last one wins. Each entry has five words.
fn constants(words: Words<'_>, base: u64) -> Result<Constants, InvalidAccess> {
    let (first, count) = table(words, base, 6)?;
    let mut constants = Constants::new();
    let mut floats = 0;
    for entry in 0..u64::from(count) {
        let at = first + entry * 5;
        let [kind, register] = halves(words.word(at)?);
        let data = words.table(at + 1, 4, 1)?;
        let (bank, value) = match kind {
            0 => (Bank::Boolean, ConstantValue::Boolean(data[0] & 1 == 1)),
            1 => (Bank::Integer, ConstantValue::Integer(data[0].to_le_bytes())),
            2 => {
                floats += 1;
                (Bank::Float, float(&data))
            }
            _ => continue,
        };
        // The loader uses the lowest byte of a float register number.
        let number = if bank == Bank::Float { register & 0xFF } else { register };
        match u8::try_from(number).ok().and_then(|number| Register::new(bank, number)) {
            Some(place) => constants.insert(place, value),
            None if bank == Bank::Float => return Err(InvalidAccess::FloatRegister { register }),
            None => continue,
        };
    }
    if floats > MAX_FLOATS {
        return Err(InvalidAccess::FloatCount);
    }
    Ok(constants)
}

/// Decodes a vector: 24 bits of each word reach the GPU.
fn float(data: &[u32]) -> ConstantValue {
    let mut lanes = [Float24::default(); 4];
    for (lane, word) in lanes.iter_mut().zip(data) {
        *lane = Float24::from_bits(word & 0x00FF_FFFF).unwrap_or_default();
    }
    ConstantValue::Float(lanes)
}

/// The result of reading a file with the toolchain and the loader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The toolchain cannot read it.
    Unreadable,
    /// The loader reads it identically.
    Identical,
    /// The loader reads it differently, and the verifier rejects it.
    Rejected,
    /// The loader reads it differently, but the verifier accepts it.
    Differs(Difference),
}

/// Reads and loads a file, and on a difference verifies it as `picadump --verify` does.
pub fn verdict(file: &[u8]) -> Verdict {
    let Ok(shbin) = Shbin::read(file) else {
        return Verdict::Unreadable;
    };
    match compare(file, &shbin) {
        Ok(()) => Verdict::Identical,
        Err(_) if is_refused(&shbin) => Verdict::Rejected,
        Err(difference) => Verdict::Differs(difference),
    }
}

/// Returns true if the verifier finds an error.
fn is_refused(shbin: &Shbin) -> bool {
    let levels = Levels::default();
    let diagnostics = check(shbin);
    let mut severities = diagnostics
        .iter()
        .map(|diagnostic| levels.check_severity(diagnostic.code, Compat::None));
    severities.any(|severity| severity == Some(Severity::Error))
}
