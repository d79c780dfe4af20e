//! Writes the final register and descriptor indices into instructions.

use pica200_objfmt::formats::object::{Reference, RelocationKind, with_register};
use pica200_objfmt::isa::commute::commuted;
use pica200_objfmt::isa::opcode::Opcode;

use crate::descriptors::Descriptors;
use crate::objects::Objects;
use crate::placement::{Placement, Site};
use crate::registers::Registers;
use crate::report::Report;
use crate::uses::{Operand, Uses};

/// Writes the registers of all instructions. Reports array elements in instructions and values that are outside the
/// register file.
pub(crate) fn registers(
    objects: Objects<'_>,
    uses: &Uses,
    registers: &Registers<'_>,
    placement: &mut Placement<'_>,
    report: &mut Report<'_>,
) {
    let register = |operand: &Operand| match operand.named {
        // The word already contains the number.
        Reference::Register(_) => Ok(None),
        named => registers.register(operand.object, named),
    };
    let found: Vec<_> = uses.operands().iter().map(register).collect();
    for (u, operand) in uses.iter() {
        match &found[u.operand] {
            Ok(Some(register)) => {
                let code = &mut placement.code[u.word as usize];
                *code = with_register(*code, *register);
            }
            Ok(None) => {}
            Err(_) => {
                let loc = placement.loc(u.word);
                if let Err(problem) = register(operand) {
                    report.error(problem, [(loc, "reads outside the bank")]);
                }
            }
        }
    }
    for (id, object) in objects.iter() {
        for value in &object.values {
            if let Err(problem) = registers.register(id, value.register) {
                let loc = id.at(value.position);
                report.error(problem, [(loc, "sets a register outside the bank")]);
            }
        }
    }
}

/// Writes the descriptor indices, and exchanges the sources where needed.
pub(crate) fn descriptors(objects: Objects<'_>, descriptors: &Descriptors, placement: &mut Placement<'_>) {
    let mut code = std::mem::take(&mut placement.code);
    let has_descriptor = |site: &Site<'_>| matches!(site.relocation.kind, RelocationKind::Descriptor(_));
    let sites = placement.sites(objects).filter(has_descriptor);
    for (site, (number, is_turned)) in sites.zip(descriptors.numbers()) {
        let code = &mut code[site.word as usize];
        if is_turned {
            *code = commuted(*code).unwrap_or(*code);
        }
        if let Some(field) = Opcode::from_word(*code).and_then(|o| o.fields().descriptor) {
            *code = field.set(*code, number);
        }
    }
    placement.code = code;
}
