//! Checks of readable containers, for problems that would break Direct3D or a tool.

use std::collections::BTreeSet;

use crate::container::{Checksum, Container};
use crate::error::{ErrorKind, FourCc, Owner};
use crate::program::{Declaration, Operand, Program, RegisterKind};
use crate::resources::{BindingKind, BufferKind, Resources};
use crate::signature::{NO_REGISTER, SignatureKind};
use crate::statistics::Statistic;
use crate::{PROGRAMS, Shader};

/// The maximum number of violations listed.
pub const MAX_VIOLATIONS: usize = 500;

/// A violation of the format or of what tools expect, with its location.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}, at byte {offset:X}h: {problem}", Owner(*chunk))]
pub struct Violation {
    /// The chunk; `None` for the container.
    pub chunk: Option<FourCc>,
    /// Byte offset in the file.
    pub offset: usize,
    /// The kind of problem.
    pub problem: Problem,
}

/// The kinds of problems.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The container has no checksum.
    #[error("the container is not signed: its checksum is zero")]
    NotSigned,
    /// An unexpected value that does not prevent reading.
    #[error(transparent)]
    Value(ErrorKind),
    /// Bytes outside all chunks.
    #[error("{count} bytes belong to no chunk")]
    Unused {
        /// The number of bytes.
        count: usize,
    },
    /// Two chunks have the same name.
    #[error("an earlier chunk has the same name and is used instead")]
    Repeated,
    /// The program does not fill its chunk.
    #[error("{count} bytes follow the stated end of the program")]
    Trailing {
        /// The number of remaining bytes.
        count: usize,
    },
    /// An opcode is unknown.
    #[error("the instruction at dword {at} has an unknown opcode")]
    Opcode {
        /// Offset in dwords from the start of the chunk's data.
        at: u32,
    },
    /// The program uses a register that it does not declare.
    #[error("the program uses {kind}{number}, which it does not declare")]
    Undeclared {
        /// The register kind.
        kind: RegisterKind,
        /// The register number.
        number: u32,
    },
    /// The instruction count in the statistics is wrong.
    #[error("the statistics count {found} instructions; the program has {expected}, including declarations")]
    Count {
        /// The count in the chunk.
        found: u32,
        /// The actual number of instructions, including declarations.
        expected: u32,
    },
    /// The program declares a register that is missing from the signature.
    #[error("the program declares {kind}{number}, which is missing from the signature")]
    NoElement {
        /// The register kind.
        kind: RegisterKind,
        /// The register number.
        number: u32,
    },
    /// A buffer has no binding.
    #[error("the buffer `{name}` has no binding")]
    Unbound {
        /// The name.
        name: String,
    },
    /// The program declares a constant buffer that has no binding.
    #[error("the program declares cb{slot}, which has no binding")]
    NoBinding {
        /// The slot.
        slot: u32,
    },
}

/// Checks a container that was read without errors. The caller reports a wrong checksum.
pub fn verify(container: &Container<'_>, shader: &Shader<'_>) -> Vec<Violation> {
    let mut violations = Violations(Vec::new());
    check_container(container, &mut violations);
    if let Some((chunk, program)) = &shader.program {
        let place = (Some(chunk.id), chunk.offset);
        check_program(program, place, &mut violations);
        check_statistics(shader, program, &mut violations);
        let plain = shader.with_plain_registers();
        if let Some((_, plain)) = &plain.program {
            check_signatures(shader, plain, &mut violations);
        }
        if let (Some(resources), Some((_, plain))) = (&plain.resources, &plain.program) {
            check_resources(resources, plain, &mut violations);
        }
    }
    violations.0
}

struct Violations(Vec<Violation>);

impl Violations {
    fn add(&mut self, (chunk, offset): (Option<FourCc>, usize), problem: Problem) {
        if self.0.len() < MAX_VIOLATIONS {
            self.0.push(Violation { chunk, offset, problem });
        }
    }
}

fn check_container(container: &Container<'_>, violations: &mut Violations) {
    if container.checksum() == Checksum::Absent {
        violations.add((None, 4), Problem::NotSigned);
    }
    for note in container.notes() {
        let problem = Problem::Value(note.kind.clone());
        violations.add((note.chunk, note.offset), problem);
    }
    for gap in container.gaps() {
        let count = gap.bytes.len();
        // Fewer bytes are alignment padding.
        if count >= 4 {
            violations.add((None, gap.offset), Problem::Unused { count });
        }
    }
    let mut seen = BTreeSet::new();
    for chunk in container.chunks() {
        let name = if PROGRAMS.contains(&chunk.id) {
            PROGRAMS[0]
        } else {
            chunk.id
        };
        if !seen.insert(name) {
            violations.add((Some(chunk.id), chunk.offset), Problem::Repeated);
        }
    }
}

fn check_program(program: &Program, place: (Option<FourCc>, usize), violations: &mut Violations) {
    let count = program.trailing.len();
    if count > 0 {
        violations.add(place, Problem::Trailing { count });
    }
    let mut temporaries = 0;
    let mut told = BTreeSet::new();
    for instruction in &program.instructions {
        if let Some(Declaration::Temps(count)) = instruction.declaration() {
            temporaries = count.max(temporaries);
        }
        let known = instruction.info().filter(|info| !info.is_reserved());
        if known.is_none() {
            let at = instruction.at;
            violations.add(place, Problem::Opcode { at });
        }
        let mut check = |operand: &Operand| {
            let (kind, number) = (operand.kind(), operand.number().unwrap_or_default());
            if kind == RegisterKind::TEMP && number >= temporaries && told.insert(number) {
                violations.add(place, Problem::Undeclared { kind, number });
            }
        };
        for operand in instruction.operands() {
            operand.visit(&mut check);
        }
    }
}

fn check_statistics(shader: &Shader<'_>, program: &Program, violations: &mut Violations) {
    let Some(statistics) = &shader.statistics else {
        return;
    };
    let Some(found) = statistics.get(Statistic::INSTRUCTIONS) else {
        return;
    };
    let expected = u32::try_from(program.instructions.len()).unwrap_or(u32::MAX);
    // Some compilers count declarations, others skip labels and the like.
    if found > expected {
        let place = (Some(crate::statistics::ID), statistics.offset);
        violations.add(place, Problem::Count { found, expected });
    }
}

fn check_signatures(shader: &Shader<'_>, program: &Program, violations: &mut Violations) {
    for (kind, register) in [
        (SignatureKind::Input, RegisterKind::INPUT),
        (SignatureKind::Output, RegisterKind::OUTPUT),
    ] {
        let mut signatures = shader.signatures.iter();
        let Some(signature) = signatures.find(|one| one.kind() == Some(kind)) else {
            continue;
        };
        let elements = signature.elements.iter().map(|element| element.register);
        let known: BTreeSet<u32> = elements.filter(|number| *number != NO_REGISTER).collect();
        for instruction in &program.instructions {
            let operand = match instruction.declaration() {
                Some(Declaration::Input {
                    operand, system: None, ..
                }) => operand,
                Some(Declaration::Output { operand, system: None }) => operand,
                _ => continue,
            };
            // In geometry shader inputs the vertex index comes first, and patch constants are in another signature.
            let [index] = operand.indices.as_slice() else {
                continue;
            };
            let number = u32::try_from(index.offset()).unwrap_or(u32::MAX);
            let is_own = operand.kind() == register && signature_counts(program);
            if is_own && !known.contains(&number) {
                let place = (Some(signature.id), signature.offset);
                let kind = register;
                violations.add(place, Problem::NoElement { kind, number });
            }
        }
    }
}

/// Returns true if a program's signatures contain all its inputs and outputs: hull and domain shaders have several.
fn signature_counts(program: &Program) -> bool {
    use crate::program::ProgramKind;
    let kind = program.version.kind();
    kind == ProgramKind::VERTEX || kind == ProgramKind::PIXEL
}

fn check_resources(resources: &Resources<'_>, program: &Program, violations: &mut Violations) {
    let place = |offset| (Some(crate::resources::ID), offset);
    for buffer in &resources.buffers {
        let is_bound = |binding: &crate::resources::Binding<'_>| binding.name == buffer.name;
        if buffer.kind == BufferKind::CBUFFER && !resources.bindings.iter().any(is_bound) {
            let name = buffer.name.to_string();
            violations.add(place(buffer.offset), Problem::Unbound { name });
        }
    }
    let bindings = resources.bindings.iter();
    let bindings = bindings.filter(|binding| binding.kind == BindingKind::CBUFFER);
    let runs = bindings.map(|binding| {
        let end = binding.bind_point.saturating_add(binding.bind_count.max(1));
        binding.bind_point..end
    });
    let runs: Vec<_> = runs.collect();
    for instruction in &program.instructions {
        let Some(Declaration::ConstantBuffer { operand, .. }) = instruction.declaration() else {
            continue;
        };
        let slot = operand.number().unwrap_or_default();
        if !runs.iter().any(|run| run.contains(&slot)) {
            violations.add(place(resources.offset), Problem::NoBinding { slot });
        }
    }
}
