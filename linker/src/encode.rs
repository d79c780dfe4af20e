//! Instructions get the final numbers of their registers and descriptors.

use pica200_objfmt::object::{Reference, Relocation, RelocationKind, with_register};
use pica200_objfmt::opcode::Opcode;

use crate::descriptors::Descriptors;
use crate::objects::Objects;
use crate::placement::Placement;
use crate::registers::Registers;
use crate::report::Report;

/// Writes the registers of all instructions, and reports elements that lie outside of the register file, of values
/// too.
pub(crate) fn registers(
    objects: Objects<'_>,
    registers: &Registers<'_>,
    placement: &mut Placement,
    report: &mut Report<'_>,
) {
    for (id, object) in objects.iter() {
        for relocation in &object.relocations {
            let Some(reference) = moving(relocation) else {
                continue;
            };
            match registers.register(id, reference) {
                Ok(Some(register)) => {
                    let word = placement.word(id, relocation.word) as usize;
                    placement.code[word] = with_register(placement.code[word], register);
                }
                Ok(None) => {}
                Err(problem) => {
                    let spot = id.at(object.lines[relocation.word as usize]);
                    report.error(problem, [(spot, "reads outside of the bank")]);
                }
            }
        }
        for value in &object.values {
            if let Err(problem) = registers.register(id, value.place) {
                let spot = id.at(value.position);
                report.error(problem, [(spot, "sets a register outside of the bank")]);
            }
        }
    }
}

/// What an instruction refers to by a name.
fn moving(relocation: &Relocation) -> Option<Reference> {
    relocation
        .register
        .filter(|reference| !matches!(reference, Reference::Register(_)))
}

/// Writes the descriptors' numbers.
pub(crate) fn descriptors(
    objects: Objects<'_>,
    descriptors: &Descriptors,
    placement: &mut Placement,
) {
    let mut numbers = descriptors.numbers();
    for (id, object) in objects.iter() {
        for relocation in &object.relocations {
            if !matches!(relocation.kind, RelocationKind::Descriptor(_)) {
                continue;
            }
            let Some(number) = numbers.next() else {
                return;
            };
            let word = placement.word(id, relocation.word) as usize;
            let code = &mut placement.code[word];
            if let Some(field) = Opcode::of_word(*code).and_then(|o| o.layout().descriptor) {
                *code = field.set(*code, number);
            }
        }
    }
}
