//! The names of a container, one per line.

use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::signature::{NO_REGISTER, Signature, SignatureKind};

use super::parsed::ParsedContainer;
use pica200::text::page::shown;

/// Size of a constant buffer register in bytes.
const REGISTER: u32 = 16;

/// Lists all names: inputs, outputs, patch constants, constant buffer variables, and resources.
///
/// A line has a register, the number of registers, a letter, and the name.
pub(crate) fn symbols(parsed: &ParsedContainer<'_>) -> String {
    let mut text = String::new();
    let mut line = |register: &str, size: u32, letter, name: &str| {
        text.push_str(&format!("{register:10} {size:3}  {letter}  {name}\n"));
    };
    for signature in &parsed.shader.signatures {
        let (letter, register) = kind(signature);
        for element in &signature.elements {
            let place = match element.register {
                NO_REGISTER => "-".to_owned(),
                number => format!("{register}{number}"),
            };
            let name = format!("{}{}", shown(element.name), element.index);
            line(&place, 1, letter, &name);
        }
    }
    let plain = parsed.shader.with_plain_registers();
    let Some(resources) = &plain.resources else {
        return text;
    };
    for (buffer, binding) in resources.bound() {
        for variable in &buffer.variables {
            let (start, size) = (variable.start, variable.size);
            let first = start / REGISTER;
            let end = start.saturating_add(size).div_ceil(REGISTER);
            let place = format!("cb{}[{first}]", binding.bind_point);
            let count = end.saturating_sub(first);
            line(&place, count, 'F', &shown(variable.name));
        }
    }
    for binding in &resources.bindings {
        let register = binding.kind.register_kind();
        let letter = match register {
            RegisterKind::CONSTANT_BUFFER => 'B',
            RegisterKind::SAMPLER => 'S',
            RegisterKind::RESOURCE => 'R',
            _ => 'W',
        };
        let place = format!("{register}{}", binding.bind_point);
        line(&place, binding.bind_count, letter, &shown(binding.name));
    }
    text
}

/// Returns the letter of a signature's elements, and the letter of their registers.
fn kind(signature: &Signature<'_>) -> (char, char) {
    match signature.kind() {
        Some(SignatureKind::Input) => ('V', 'v'),
        Some(SignatureKind::PatchConstant) => ('P', 'v'),
        _ => ('O', 'o'),
    }
}
