//! Writing the final numbers of registers and descriptors into instructions.

use pica200_objfmt::formats::object::{Reference, Relocation, RelocationKind, with_register};
use pica200_objfmt::isa::exchange::exchanged;
use pica200_objfmt::isa::opcode::Opcode;

use crate::descriptors::Descriptors;
use crate::objects::Objects;
use crate::placement::{Placement, Site};
use crate::registers::Registers;
use crate::report::Report;

/// Writes the registers of all instructions. Reports elements of instructions and values that are outside the register
/// file.
pub(crate) fn registers(
    objects: Objects<'_>,
    registers: &Registers<'_>,
    placement: &mut Placement<'_>,
    report: &mut Report<'_>,
) {
    let sites: Vec<_> = placement.sites(objects).collect();
    for site in sites {
        let Some(reference) = moving(site.relocation) else {
            continue;
        };
        match registers.register(site.object, reference) {
            Ok(Some(register)) => {
                let code = &mut placement.code[site.word as usize];
                *code = with_register(*code, register);
            }
            Ok(None) => {}
            Err(problem) => {
                let spot = placement.spot(site.word);
                report.error(problem, [(spot, "reads outside the bank")]);
            }
        }
    }
    for (id, object) in objects.iter() {
        for value in &object.values {
            if let Err(problem) = registers.register(id, value.place) {
                let spot = id.at(value.position);
                report.error(problem, [(spot, "sets a register outside the bank")]);
            }
        }
    }
}

/// The register that an instruction refers to by name.
fn moving(relocation: &Relocation) -> Option<Reference> {
    relocation
        .register
        .filter(|reference| !matches!(reference, Reference::Register(_)))
}

/// Writes the numbers of the descriptors, and exchanges the sources that have to change places.
pub(crate) fn descriptors(
    objects: Objects<'_>,
    descriptors: &Descriptors,
    placement: &mut Placement<'_>,
) {
    let with_descriptor = |site: &Site<'_>| {
        matches!(site.relocation.kind, RelocationKind::Descriptor(_)).then_some(site.word)
    };
    let words: Vec<_> = placement
        .sites(objects)
        .filter_map(|site| with_descriptor(&site))
        .collect();
    for (word, (number, is_turned)) in words.into_iter().zip(descriptors.numbers()) {
        let code = &mut placement.code[word as usize];
        if is_turned {
            *code = exchanged(*code).unwrap_or(*code);
        }
        if let Some(field) = Opcode::of_word(*code).and_then(|o| o.fields().descriptor) {
            *code = field.set(*code, number);
        }
    }
}
