//! The registers that become variables: temporaries, elements of arrays of temporaries, outputs.

use std::collections::{BTreeMap, BTreeSet};

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Component, Declaration, Instruction, Opcode, Operand, Program, RegisterKind};
use rustc_hash::FxHashMap;

use super::operands::{self, Role};
use super::report::Report;
use super::views::Views;

/// Maximum number of temporaries of a shader, including elements of arrays: the limit of Direct3D.
const MAX_TEMPORARIES: usize = 4096;

/// Maximum number of elements of an array of temporaries or inputs that is indexed by comparisons with the index.
pub(super) const MAX_COMPARED: u32 = 8;

/// A register that becomes variables, one for each component and view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Register {
    /// `rN`
    Temp(u32),
    /// `xN[M]`
    Element(u32, u32),
    /// `oN`
    Output(u32),
}

impl std::fmt::Display for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Temp(number) => write!(f, "r{number}"),
            Self::Element(array, element) => write!(f, "x{array}[{element}]"),
            Self::Output(number) => write!(f, "o{number}"),
        }
    }
}

/// How an array of temporaries is translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Array {
    /// Each element is a register.
    Registers,
    /// The elements are registers, and so few that an index is compared with each number.
    Compared {
        /// The number of elements.
        count: u32,
    },
    /// Each component is written once at most, with a literal, before anything is read.
    Constant(Vec<[u32; 4]>),
    /// The index is computed, and nothing else can be done.
    Impossible,
}

/// The registers of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Registers {
    /// The number of the first of four components of each register.
    first: FxHashMap<Register, usize>,
    names: Vec<Register>,
    arrays: BTreeMap<u32, Array>,
    /// The components of outputs that an instruction writes.
    written: BTreeSet<(u32, Component)>,
}

impl Registers {
    /// Returns the registers that occur in a program. `None`, and a report, if they are more than Direct3D has.
    pub(super) fn new(program: &Program, report: &mut Report) -> Option<Self> {
        let mut registers = Self {
            arrays: arrays(program),
            ..Self::default()
        };
        for instruction in &program.instructions {
            operands::each(instruction, |operand, role| registers.occur(operand, role));
        }
        let count = registers.names.len();
        if count > MAX_TEMPORARIES {
            let message = format!("the shader uses {count} registers; Direct3D has {MAX_TEMPORARIES}");
            report.whole(Code::DamagedFile, message, "compile the shader again");
            return None;
        }
        Some(registers)
    }

    fn occur(&mut self, operand: &Operand, role: Role) {
        if let Some(register) = fixed(operand) {
            self.add(register);
        }
        if let Some((array, _)) = indexed(operand)
            && let Some(Array::Compared { count }) = self.arrays.get(&array)
        {
            for element in 0..*count {
                self.add(Register::Element(array, element));
            }
        }
        if let (Some(Register::Output(number)), Role::Destination) = (fixed(operand), role) {
            let components = operand.write_mask().components();
            self.written.extend(components.map(|component| (number, component)));
        }
    }

    fn add(&mut self, register: Register) {
        let next = self.names.len() * 4;
        if *self.first.entry(register).or_insert(next) == next {
            self.names.push(register);
        }
    }

    /// Returns the number of components of all registers.
    pub(super) fn components(&self) -> usize {
        self.names.len() * 4
    }

    /// Returns the number of a component.
    pub(super) fn component(&self, register: Register, component: Component) -> Option<usize> {
        let first = self.first.get(&register)?;
        Some(first + component as usize)
    }

    /// Returns the name of a component: `r0.x`.
    pub(super) fn name(&self, component: usize) -> String {
        let letter = Component::ALL[component % 4].letter();
        match self.names.get(component / 4) {
            Some(register) => format!("{register}.{letter}"),
            None => String::new(),
        }
    }

    /// How an array is translated.
    pub(super) fn array(&self, number: u32) -> Option<&Array> {
        self.arrays.get(&number)
    }

    /// Returns whether an instruction writes a component of an output.
    pub(super) fn is_written(&self, output: u32, component: Component) -> bool {
        self.written.contains(&(output, component))
    }
}

/// Returns the register of an operand whose indices are numbers.
pub(super) fn fixed(operand: &Operand) -> Option<Register> {
    let mut numbers = operand.indices.iter().map(|index| match index.relative() {
        None => u32::try_from(index.offset()).ok(),
        Some(_) => None,
    });
    Some(match operand.kind() {
        RegisterKind::TEMP => Register::Temp(numbers.next()??),
        RegisterKind::OUTPUT => Register::Output(numbers.next()??),
        RegisterKind::INDEXABLE_TEMP => Register::Element(numbers.next()??, numbers.next()??),
        _ => return None,
    })
}

/// Returns the number of an array of temporaries, and the operand by which it is indexed.
pub(super) fn indexed(operand: &Operand) -> Option<(u32, &Operand)> {
    if operand.kind() != RegisterKind::INDEXABLE_TEMP {
        return None;
    }
    let [array, element] = operand.indices.as_slice() else {
        return None;
    };
    let number = operand.number().filter(|_| array.relative().is_none())?;
    Some((number, element.relative()?))
}

/// Maximum number of arrays that are looked at. Those after them cannot be indexed by computed numbers.
const MAX_ARRAYS: usize = 64;

/// How each array of a program is translated.
fn arrays(program: &Program) -> BTreeMap<u32, Array> {
    let declared = program
        .instructions
        .iter()
        .filter_map(|instruction| match instruction.declaration()? {
            Declaration::IndexableTemp { register, count, .. } => Some((register, count)),
            _ => None,
        });
    declared
        .take(MAX_ARRAYS)
        .map(|(register, count)| (register, plan(program, register, count)))
        .collect()
}

fn plan(program: &Program, array: u32, count: u32) -> Array {
    let mut is_indexed = false;
    for instruction in &program.instructions {
        operands::each(instruction, |operand, _| {
            is_indexed |= indexed(operand).is_some_and(|(number, _)| number == array);
        });
    }
    if !is_indexed {
        return Array::Registers;
    }
    if let Some(rows) = constants(&program.instructions, array, count) {
        return Array::Constant(rows);
    }
    match count {
        ..=MAX_COMPARED => Array::Compared { count },
        _ => Array::Impossible,
    }
}

/// Maximum number of elements of an array of constants: no more fit into the GPU.
const MAX_CONSTANTS: u32 = 96;

/// Returns the rows of an array that only `mov` with literals writes, outside of blocks, before anything reads it.
fn constants(instructions: &[Instruction], array: u32, count: u32) -> Option<Vec<[u32; 4]>> {
    let mut rows = vec![[0; 4]; usize::try_from(count.min(MAX_CONSTANTS)).ok()?];
    let mut written = BTreeSet::new();
    let (mut depth, mut is_read) = (0_usize, false);
    for instruction in instructions {
        match instruction.opcode() {
            Opcode::IF | Opcode::LOOP | Opcode::SWITCH | Opcode::LABEL => depth += 1,
            Opcode::ENDIF | Opcode::ENDLOOP | Opcode::ENDSWITCH => depth = depth.saturating_sub(1),
            _ => {}
        }
        let mut writes = None;
        operands::each(instruction, |operand, role| {
            let is_array = operand.kind() == RegisterKind::INDEXABLE_TEMP && operand.number() == Some(array);
            match role {
                Role::Destination if is_array => writes = Some(operand),
                _ => is_read |= is_array,
            }
        });
        let Some(destination) = writes else { continue };
        let Some(Register::Element(_, element)) = fixed(destination) else {
            return None;
        };
        let source = instruction.operands().get(1)?;
        let is_literal = source.kind() == RegisterKind::LITERAL && source.modifier() == Default::default();
        if instruction.opcode() != Opcode::MOV || instruction.token.saturates() || !is_literal || depth > 0 || is_read {
            return None;
        }
        let row = rows.get_mut(usize::try_from(element).ok()?)?;
        for component in destination.write_mask().components() {
            if !written.insert((element, component)) {
                return None;
            }
            row[component as usize] = source.literal.components()[component as usize];
        }
    }
    Some(rows)
}

/// Returns the views that all rows of a table have in one component. A table that can be one of integers, or of floats,
/// is one: its zeros are not both.
pub(super) fn views_of_rows(rows: &[[u32; 4]], component: Component) -> Views {
    let meet = |views: Views, bits: &u32| views.meet(Views::of_literal(*bits));
    let whole = rows.iter().flatten().fold(Views::ALL, meet);
    if whole == Views::ALL {
        Views::FLOAT.join(Views::UNSIGNED)
    } else if whole.contains(Views::INT) {
        whole.meet(Views::UNSIGNED.join(Views::BOOLEAN))
    } else if whole.contains(Views::FLOAT) {
        Views::FLOAT
    } else {
        let lanes = rows.iter().map(|row| &row[component as usize]);
        lanes.fold(Views::ALL, meet)
    }
}
