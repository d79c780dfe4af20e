//! Textures and samplers, by their names in the source or by register.

use pica200_dxbc_machine::{Program, Sampler, SamplerSlot, SlotName, Texture, TextureSlot, Textures};

use crate::shader::registers::suggestion;
use crate::shader::value_error::ValueError;

/// Binds a texture to the register with a name.
pub(super) fn set_texture(
    textures: &mut Textures,
    program: &Program,
    name: &str,
    texture: impl FnOnce(&TextureSlot) -> Result<std::sync::Arc<Texture>, ValueError>,
) -> Result<(), ValueError> {
    let slot = texture_slot(program, name)?;
    textures.set_texture(slot.register, texture(slot)?);
    Ok(())
}

/// Returns the texture with a name.
pub(super) fn texture_slot<'p>(program: &'p Program, name: &str) -> Result<&'p TextureSlot, ValueError> {
    let of = |slot: &'p TextureSlot| (slot.register, slot.name.as_ref());
    find(program.textures(), ("texture", 't'), name, of)
}

/// Returns the slot with a name, among slots of a kind whose registers start with `letter`.
fn find<'p, S>(
    slots: &'p [S],
    (kind, letter): (&str, char),
    name: &str,
    of: impl Fn(&'p S) -> (u32, Option<&'p SlotName>),
) -> Result<&'p S, ValueError> {
    let found = slots.iter().find(|slot| {
        let (register, own) = of(slot);
        is_named(name, letter, register, own)
    });
    found.ok_or_else(|| {
        let names = slots.iter().map(&of);
        let names = names.map(|(register, own)| shown(letter, register, own));
        unknown(kind, name, names.collect())
    })
}

/// Binds a sampler, described by words, to the register with a name.
pub(super) fn set_sampler(
    textures: &mut Textures,
    program: &Program,
    name: &str,
    settings: &str,
) -> Result<(), ValueError> {
    let slot = find(program.samplers(), ("sampler", 's'), name, |slot: &SamplerSlot| {
        (slot.register, slot.name.as_ref())
    })?;
    let sampler: Sampler = settings
        .parse()
        .map_err(|error: pica200_dxbc_machine::SamplerError| ValueError::new(error.to_string()))?;
    textures.set_sampler(slot.register, sampler);
    Ok(())
}

/// Returns true if a text is the name in the source or the register.
fn is_named(text: &str, letter: char, register: u32, name: Option<&SlotName>) -> bool {
    name.is_some_and(|name| name.matches(text)) || text == format!("{letter}{register}")
}

/// Returns the display name of a register.
fn shown(letter: char, register: u32, name: Option<&SlotName>) -> String {
    name.map_or_else(|| format!("{letter}{register}"), SlotName::to_string)
}

fn unknown(what: &str, name: &str, names: Vec<String>) -> ValueError {
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let all = names.iter().copied();
    let nothing = format!("the shader has no {what}s");
    ValueError::new(format!("unknown {what} `{name}`")).with_help(suggestion(name, all, &names, nothing))
}
