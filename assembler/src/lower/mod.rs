//! Lowering: resolved instructions to machine instructions.
//!
//! Expands pseudo-instructions, and selects the opcode form that fits the sources. Immediate operands become constants
//! ([`tables`]), and every declaration gets a register ([`registers`]). Reports instructions that the hardware does not
//! have.
//!
//! The bodies of `ifu !b` are swapped in the tree: see
//! [`Block::machine_bodies`](crate::program::Block::machine_bodies).

mod arithmetic;
mod registers;
mod tables;

use std::cell::OnceCell;

use pica200_objfmt::formats::object::{Object, Reference};
use pica200_objfmt::isa::descriptor::{Descriptor, Mask};
use pica200_objfmt::isa::instruction::Comparison;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::Register;

use crate::program::{Operation, Program, Source, SourceList, Storage};
use crate::report::Report;
use crate::resolve::Resolved;

use self::tables::Tables;

/// A program of machine instructions. Its tree, labels and positions are shared with the resolved program.
#[derive(Debug)]
pub(crate) struct Lowered {
    /// The machine instruction for each instruction of the resolved program.
    pub(crate) operations: Vec<MachineOperation>,
    /// The sources changed by lowering.
    changed: Vec<Source>,
    /// The object's tables of uniforms, constants, values and outputs, with registers.
    pub(crate) tables: Object,
    /// The entries of those tables.
    indices: tables::TableIndices,
    /// True if all uniforms and constants of the source have registers.
    is_allocated: bool,
}

impl Lowered {
    /// Returns the sources of all instructions of a program.
    pub(crate) fn sources<'l>(&'l self, program: &'l Program) -> Sources<'l> {
        Sources {
            resolved: &program.sources,
            changed: &self.changed,
        }
    }

    /// Returns the object's table entry for a storage.
    pub(crate) fn reference(&self, storage: Storage) -> Reference {
        self.indices.reference(storage)
    }

    /// Returns true if a storage has a register: there are enough registers and, for an immediate, code reads it.
    pub(crate) fn has_register(&self, storage: Storage) -> bool {
        self.is_allocated && self.indices.has(storage)
    }
}

/// A machine instruction.
pub(crate) type MachineOperation = Operation<MachineVector>;

/// An instruction with an operand descriptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineVector {
    pub(crate) opcode: Opcode,
    /// The destination register; `None` for `cmp` and `mova`.
    pub(crate) destination: Option<Register>,
    /// The written components.
    pub(crate) mask: Mask,
    /// The comparisons of `cmp`.
    pub(crate) comparisons: Option<[Comparison; 2]>,
    sources: SourceList,
    /// True if these sources are among the changed ones.
    is_changed: bool,
}

/// The sources of all instructions with an operand descriptor. Most are shared with the resolved program.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'l> {
    resolved: &'l [Source],
    changed: &'l [Source],
}

impl MachineVector {
    /// Returns its sources. `all` holds the sources of all instructions.
    pub(crate) fn sources<'l>(&self, all: Sources<'l>) -> &'l [Source] {
        self.sources
            .get(if self.is_changed { all.changed } else { all.resolved })
    }

    /// Returns its operand descriptor. `all` holds the sources of all instructions.
    pub(crate) fn descriptor(&self, all: Sources<'_>) -> Descriptor {
        let masked = Descriptor::default().with_mask(self.mask);
        let sources = self.sources(all).iter().enumerate();
        sources.fold(masked, |descriptor, (n, source)| {
            descriptor.with_source(n, source.operand.select())
        })
    }
}

/// Lowers a resolved program. Reports instructions that the hardware does not have, and declarations that get no
/// registers.
pub(crate) fn lower(resolved: &Resolved, report: &mut Report<'_>) -> Lowered {
    let program = &resolved.program;
    let mut operations = Vec::with_capacity(program.instructions.len());
    let mut changed = Vec::new();
    let (unused, liveness) = (OnceCell::new(), OnceCell::new());
    for instruction in &program.instructions {
        operations.push(match instruction.operation {
            Operation::Bare(opcode) => MachineOperation::Bare(opcode),
            Operation::Vector(vector) => {
                let keyword = instruction.keyword;
                let cx = arithmetic::LowerContext {
                    program,
                    keyword,
                    unused: &unused,
                    liveness: &liveness,
                };
                match arithmetic::lower(&vector, cx, &mut changed, report) {
                    Some(vector) => MachineOperation::Vector(vector),
                    None => MachineOperation::Bare(vector.mnemonic.opcode()),
                }
            }
            Operation::SetEmit {
                vertex,
                primitive,
                invert,
            } => MachineOperation::SetEmit {
                vertex,
                primitive,
                invert,
            },
            Operation::Flow(flow) => MachineOperation::Flow(flow),
            Operation::Word { word, descriptor } => MachineOperation::Word { word, descriptor },
        });
    }
    let sources = Sources {
        resolved: &program.sources,
        changed: &changed,
    };
    let Tables {
        mut object,
        indices,
        spans,
    } = tables::tables(resolved, &operations, sources, report);
    let is_allocated = registers::allocate(&mut object, &spans, report);
    if is_allocated {
        registers::check_indices(resolved, &object, &indices, report);
        registers::check_values(&object, &spans, report);
    }
    Lowered {
        operations,
        changed,
        tables: object,
        indices,
        is_allocated,
    }
}
