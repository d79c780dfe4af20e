//! Operands of instructions, and the components that they read.

use pica200_dxbc::program::{Component, Instruction, Mask, Opcode, Operand, RegisterKind};

/// Returns the components in which an instruction reads its source with a number.
pub(super) fn components(instruction: &Instruction, number: usize) -> Mask {
    let (destinations, _) = instruction.destinations_and_sources();
    match instruction.opcode() {
        Opcode::DP2 => Mask::from_bits(3),
        Opcode::DP3 => Mask::from_bits(7),
        Opcode::DP4 => Mask::ALL,
        Opcode::SWAPC if number > 0 => written(destinations),
        _ if destinations.is_empty() => Mask::X,
        _ => written(destinations),
    }
}

fn written(destinations: &[Operand]) -> Mask {
    let masks = destinations.iter().map(|operand| operand.write_mask());
    Mask::from_bits(masks.fold(0, |bits, mask| bits | u32::from(mask.to_bits())))
}

/// Returns the components of the register that an operand reads in the given components of its instruction.
pub(super) fn read(operand: &Operand, lanes: Mask) -> impl Iterator<Item = Component> {
    let order = operand.swizzle().0;
    let all = Component::ALL.into_iter();
    all.filter(move |component| lanes.components().any(|lane| order[lane as usize] == *component))
}

/// A part that an operand plays in an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is written.
    Destination,
    /// It is read in these components.
    Source(Mask),
    /// It is tested in these components: only whether any bit is set matters.
    Condition(Mask),
}

/// Calls `visit` for each operand of an instruction that is executed, and for those within indices.
pub(super) fn each<'i>(instruction: &'i Instruction, mut visit: impl FnMut(&'i Operand, Role)) {
    if instruction.is_declaration() {
        return;
    }
    let (destinations, sources) = instruction.destinations_and_sources();
    for operand in destinations {
        each_within(operand, Role::Destination, &mut visit);
    }
    for (number, operand) in sources.iter().enumerate() {
        let components = components(instruction, number);
        let role = if is_condition(instruction.opcode(), sources, number) {
            Role::Condition(components)
        } else {
            Role::Source(components)
        };
        each_within(operand, role, &mut visit);
    }
}

/// Returns whether an opcode does nothing with a source but to test it.
fn is_condition(opcode: Opcode, sources: &[Operand], number: usize) -> bool {
    match opcode {
        Opcode::IF | Opcode::BREAKC | Opcode::CONTINUEC | Opcode::RETC | Opcode::CALLC => true,
        Opcode::MOVC | Opcode::SWAPC => number == 0,
        Opcode::IEQ | Opcode::INE => {
            let mut others = sources.iter().enumerate().filter(|(other, _)| *other != number);
            others.all(|(_, other)| other.kind() == RegisterKind::LITERAL && other.literal.components() == [0; 4])
        }
        _ => false,
    }
}

/// Calls `visit` for an operand, then for those within its indices, which are read in their first component.
fn each_within<'i>(operand: &'i Operand, role: Role, visit: &mut impl FnMut(&'i Operand, Role)) {
    let mut role = Some(role);
    operand.visit(&mut |one| visit(one, role.take().unwrap_or(Role::Source(Mask::X))));
}
