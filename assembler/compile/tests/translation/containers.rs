//! Containers of vertex shaders, written instruction by instruction.

use bstr::BStr;
use pica200_dxbc::FourCc;
use pica200_dxbc::container::build;
use pica200_dxbc::program::{
    Component, Components, Index, Instruction, Literal, Mask, MinPrecision, Modifier, Opcode, Operand, Program,
    ProgramKind, RegisterKind, Swizzle, SystemName, Token, Version,
};
use pica200_dxbc::signature::{ComponentType, Element, Signature, SystemValue};

/// An element of a signature: name, index, system value, type, register, and components from bit 0 up.
pub(crate) type Port<'a> = (&'a str, u32, SystemValue, ComponentType, u32, u8);

/// A vertex shader in the making.
#[derive(Debug)]
pub(crate) struct Code {
    /// The instructions, declarations first.
    pub(crate) instructions: Vec<Instruction>,
}

impl Default for Code {
    fn default() -> Self {
        Self::new()
    }
}

impl Code {
    /// Returns a shader without instructions.
    pub(crate) const fn new() -> Self {
        Self {
            instructions: Vec::new(),
        }
    }

    /// Adds an instruction.
    pub(crate) fn add(&mut self, opcode: Opcode, operands: Vec<Operand>) {
        self.instructions.push(Instruction::new(Token::new(opcode), operands));
    }

    /// Adds an instruction that tests for anything but zero: `if_nz`.
    pub(crate) fn add_nonzero(&mut self, opcode: Opcode, operands: Vec<Operand>) {
        let token = Token::new(opcode).testing_nonzero();
        self.instructions.push(Instruction::new(token, operands));
    }

    /// Adds an instruction whose result is clamped to 0 to 1.
    pub(crate) fn add_saturated(&mut self, opcode: Opcode, operands: Vec<Operand>) {
        let token = Token::new(opcode).saturated();
        self.instructions.push(Instruction::new(token, operands));
    }

    /// Declares a constant buffer of some rows, which may be indexed with values.
    pub(crate) fn buffer(&mut self, slot: u32, rows: u32) {
        let token = Token::new(Opcode::DCL_CONSTANTBUFFER).with_bits(11, 1, 1);
        let components = Components::Swizzle(Swizzle::IDENTITY);
        let operand = Operand::register(RegisterKind::CONSTANT_BUFFER, &[slot, rows], components);
        self.instructions.push(Instruction::new(token, vec![operand]));
    }

    /// Declares inputs and outputs.
    pub(crate) fn ports(&mut self, inputs: &[Port<'_>], outputs: &[Port<'_>]) {
        for (.., register, mask) in inputs {
            self.add(Opcode::DCL_INPUT, vec![masked(RegisterKind::INPUT, *register, *mask)]);
        }
        for (_, _, system, _, register, mask) in outputs {
            let operand = masked(RegisterKind::OUTPUT, *register, *mask);
            if *system == SystemValue::POSITION {
                let token = Token::new(Opcode::DCL_OUTPUT_SIV);
                let values = vec![SystemName::POSITION.0];
                self.instructions
                    .push(Instruction::declared(token, vec![operand], values));
            } else {
                self.add(Opcode::DCL_OUTPUT, vec![operand]);
            }
        }
    }

    /// Declares temporaries.
    pub(crate) fn temporaries(&mut self, count: u32) {
        let token = Token::new(Opcode::DCL_TEMPS);
        self.instructions
            .push(Instruction::declared(token, Vec::new(), vec![count]));
    }

    /// Returns the container with its signatures.
    ///
    /// # Errors
    ///
    /// If it is too large to be written.
    pub(crate) fn container(
        self,
        inputs: &[Port<'_>],
        outputs: &[Port<'_>],
    ) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let program = Program {
            version: Version::new(ProgramKind::VERTEX, 4, 0),
            instructions: self.instructions,
            trailing: Vec::new(),
        };
        let [inputs, outputs] =
            [(*b"ISGN", inputs), (*b"OSGN", outputs)].map(|(id, ports)| signature(FourCc(id), ports).write());
        let (inputs, outputs, code) = (inputs?, outputs?, program.write()?);
        Ok(build(&[
            (FourCc(*b"ISGN"), &inputs),
            (FourCc(*b"OSGN"), &outputs),
            (FourCc(*b"SHDR"), &code),
        ])?)
    }
}

fn signature<'a>(id: FourCc, ports: &[Port<'a>]) -> Signature<'a> {
    let element = |&(name, index, system_value, component_type, register, mask): &Port<'a>| Element {
        offset: 0,
        stream: 0,
        name: BStr::new(name),
        index,
        system_value,
        component_type,
        register,
        mask,
        rw_mask: if id == FourCc(*b"ISGN") { mask } else { 15 & !mask },
        min_precision: MinPrecision::FULL,
    };
    Signature {
        id,
        offset: 0,
        elements: ports.iter().map(element).collect(),
    }
}

/// Returns a register that is written, or declared, with components from bit 0 up.
pub(crate) fn masked(kind: RegisterKind, number: u32, mask: u8) -> Operand {
    Operand::register(kind, &[number], Components::Mask(Mask::from_bits(mask.into())))
}

/// Returns a register that is read, with the component that each component takes.
pub(crate) fn swizzled(kind: RegisterKind, indices: &[u32], components: [u8; 4]) -> Operand {
    Operand::register(kind, indices, Components::Swizzle(swizzle(components)))
}

/// One component of a register that is read.
pub(crate) fn component(kind: RegisterKind, number: u32, component: u8) -> Operand {
    Operand::register(
        kind,
        &[number],
        Components::Select(Component::from_bits(component.into())),
    )
}

/// Returns a row of a constant buffer whose number is `row` and the value of an operand.
pub(crate) fn indexed(slot: u32, row: u32, by: Operand, lanes: [u8; 4]) -> Operand {
    let components = Components::Swizzle(swizzle(lanes));
    let mut operand = Operand::register(RegisterKind::CONSTANT_BUFFER, &[slot], components);
    operand.indices.push(Index::Offset(row, Box::new(by)));
    operand
}

/// Four floats.
pub(crate) fn floats(numbers: [f32; 4]) -> Operand {
    Operand::literal(Literal::Four(numbers.map(f32::to_bits)))
}

/// One float.
pub(crate) fn float(number: f32) -> Operand {
    Operand::literal(Literal::One([number.to_bits()]))
}

/// One integer.
pub(crate) fn integer(number: i32) -> Operand {
    Operand::literal(Literal::One([number.cast_unsigned()]))
}

/// Returns the operand with its absolute value, negated.
pub(crate) fn modified(operand: Operand, negate: bool, absolute: bool) -> Operand {
    if negate || absolute {
        operand.modified(Modifier { negate, absolute })
    } else {
        operand
    }
}

fn swizzle(components: [u8; 4]) -> Swizzle {
    Swizzle(components.map(|component| Component::from_bits(component.into())))
}
