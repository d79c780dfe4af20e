//! Comparison of the loader with the toolchain's reader.

use pica200_objfmt::formats::shbin::{OutputEntry, Shader, Shbin};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Bank, Register};

use super::outputs::{Meaning, numbers};
use super::{Constants, InvalidAccess, Loaded, LoadedShader, OutputMap};

/// A difference between the loader and the toolchain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The loader accesses invalid data.
    InvalidAccess(InvalidAccess),
    /// The words of the code.
    Code,
    /// The operand descriptors.
    Descriptors,
    /// The number of shaders.
    Shaders,
    /// A part of a shader.
    Shader {
        /// The index of the shader.
        index: usize,
        /// The part.
        part: Part,
    },
}

/// The part of a shader that is read differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Vertex or geometry shader.
    Kind,
    /// Merging of outputs.
    Merge,
    /// The entry point, or whether that word is loaded.
    Entry,
    /// The geometry mode and its parameters.
    Geometry,
    /// The initial values of registers.
    Constants,
    /// The output registers and their number.
    OutputRegisters,
    /// The meaning of an output component.
    OutputMeaning {
        /// The register.
        register: u16,
    },
    /// The register of an input or a uniform.
    Uniform {
        /// Its name.
        name: String,
    },
}

impl From<InvalidAccess> for Difference {
    fn from(stray: InvalidAccess) -> Self {
        Self::InvalidAccess(stray)
    }
}

/// Loads a file and compares it with the toolchain's reading of it.
///
/// # Errors
///
/// Returns the first difference.
pub fn compare(file: &[u8], shbin: &Shbin) -> Result<(), Difference> {
    let loaded = Loaded::load(file)?;
    let program = &shbin.program;
    let descriptors = program.descriptors.iter();
    let descriptors = descriptors.map(|entry| entry.descriptor.to_bits());
    if loaded.code != program.code {
        return Err(Difference::Code);
    }
    if !descriptors.eq(loaded.descriptors.iter().copied()) {
        return Err(Difference::Descriptors);
    }
    if loaded.shaders.len() != shbin.shaders.len() {
        return Err(Difference::Shaders);
    }
    for (index, (theirs, ours)) in loaded.shaders.iter().zip(&shbin.shaders).enumerate() {
        let part = different_part(&loaded, theirs, ours)?;
        if let Some(part) = part {
            return Err(Difference::Shader { index, part });
        }
    }
    Ok(())
}

/// Returns the first part of a shader that differs.
fn different_part(loaded: &Loaded<'_>, theirs: &LoadedShader, ours: &Shader) -> Result<Option<Part>, InvalidAccess> {
    let seen = match theirs.kind {
        0 => limits::VERTEX_CODE_WORDS,
        _ => limits::CODE_WORDS,
    };
    let seen = loaded.code.len().min(seen);
    let geometry = ours.geometry;
    let bytes = [
        geometry.mode,
        geometry.fixed_start,
        geometry.variable_vertices,
        geometry.fixed_vertices,
    ];
    let alike = [
        (theirs.kind == u8::from(ours.is_geometry()), Part::Kind),
        (theirs.merges == ours.merges_outputs(), Part::Merge),
        (u32::from(theirs.entry) == ours.entry, Part::Entry),
        (usize::from(theirs.entry) < seen, Part::Entry),
        (theirs.geometry == bytes, Part::Geometry),
        (theirs.constants == constants(ours), Part::Constants),
    ];
    if let Some((_, part)) = alike.into_iter().find(|(is_alike, _)| !is_alike) {
        return Ok(Some(part));
    }
    if let Some(part) = different_output(&theirs.outputs, &ours.outputs) {
        return Ok(Some(part));
    }
    for uniform in &ours.uniforms {
        let answer = loaded.look_up(theirs, &uniform.name)?;
        let number = uniform.register().and_then(Register::table_number);
        let location = number.map(|number| i32::from(number) - i32::from(Bank::Input.size()));
        if location.is_none() || location != answer.map(i32::from) {
            let name = uniform.name.to_string();
            return Ok(Some(Part::Uniform { name }));
        }
    }
    Ok(None)
}

/// Returns the initial register values that the toolchain reads from a constant table.
fn constants(shader: &Shader) -> Constants {
    let known = shader.constants.iter().filter_map(|entry| {
        let value = entry.value()?;
        let number = u8::try_from(entry.register).ok()?;
        Some((Register::new(value.kind().bank(), number)?, value))
    });
    known.collect()
}

/// Returns the first part of an output table that differs: each entry must still be in the loader's map.
fn different_output(theirs: &OutputMap, ours: &[OutputEntry]) -> Option<Part> {
    let mut registers = 0u128;
    for output in ours {
        registers |= 1u128.checked_shl(output.register.into()).unwrap_or(0);
        let register = output.register;
        let meant = usize::from(register);
        let slot = theirs.slots.get(meant).copied().unwrap_or_default();
        if meanings(output).any(|(component, meaning)| slot.get(component) != Some(&Some(meaning))) {
            return Some(Part::OutputMeaning { register });
        }
    }
    let is_count_alike = usize::try_from(registers.count_ones()) == Ok(theirs.count);
    if registers != u128::from(theirs.registers) || !is_count_alike {
        return Some(Part::OutputRegisters);
    }
    None
}

/// Returns the meanings of the components of an output.
fn meanings(output: &OutputEntry) -> impl Iterator<Item = (usize, Meaning)> {
    let (property, mask) = (output.property, output.mask);
    let components = (0..4).filter(move |component| mask >> component & 1 == 1);
    components
        .zip(0..numbers(property))
        .map(move |(component, number)| (component, (property, number)))
}
