//! Opcodes that cannot be translated, whatever their operands.

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Opcode, Program, ProgramKind};

use super::report::{Report, named};
use super::{operands, uniforms};

/// Maximum number of instructions after inlining. The GPU holds 512, which the linker checks; this limits time and
/// memory.
pub(super) const MAX_INSTRUCTIONS: usize = 16_384;

/// Maximum number of operations of a translation, for the same reason. Few shaders of 512 GPU instructions have a tenth
/// of that.
pub(super) const MAX_OPERATIONS: usize = 65_536;

/// Checks the stage, the model and each opcode. Returns whether the program is one that can be translated.
pub(super) fn check(program: &Program, report: &mut Report) -> bool {
    let version = program.version;
    let model = (version.major(), version.minor());
    if version.kind() != ProgramKind::VERTEX {
        let message = format!("the shader is of the model {version}, not a vertex shader");
        let help = match version.kind() {
            ProgramKind::PIXEL => "use a vertex shader; pixels are shaded by the console's texture combiners",
            ProgramKind::GEOMETRY => "use a vertex shader; geometry shaders are written in assembly (`.gsh`)",
            _ => "use a vertex shader; the console has no such stage",
        };
        report.whole(Code::NotAVertexShader, message, help);
        return false;
    }
    if !matches!(model, (4 | 5, 0 | 1)) {
        let message = format!("the shader is of the model {version}; those from vs_4_0 to vs_5_1 are translated");
        report.whole(Code::UnsupportedOperation, message, "compile it for vs_4_0");
        return false;
    }
    let count = program.instructions.len();
    if count > MAX_INSTRUCTIONS {
        let message = format!("the shader has {count} instructions; at most {MAX_INSTRUCTIONS} are translated");
        report.whole(
            Code::CodeTooLong,
            message,
            "the hardware limit is 512 instructions: split the shader",
        );
        return false;
    }
    for (at, instruction) in program.instructions.iter().enumerate() {
        let opcode = instruction.opcode();
        if instruction.info().is_none_or(|info| info.is_reserved()) {
            let message = format!("the opcode {} is not known", opcode.number());
            report.add(
                at,
                Code::UnsupportedOperation,
                &message,
                "compile the shader again, for vs_4_0",
            );
        } else if let Some((reason, help)) = reason(opcode) {
            let message = format!("{} {reason}", named(instruction));
            report.add(at, Code::UnsupportedOperation, &message, help);
        }
        operands::each(instruction, |operand, _| {
            if uniforms::is_of_computed_buffer(operand) {
                let message = format!(
                    "{} selects a buffer of an array of constant buffers with a computed index, which the hardware cannot do",
                    named(instruction)
                );
                let help = "use one constant buffer with an array, and index the array";
                report.add(at, Code::UnsupportedOperation, &message, help);
            }
        });
    }
    true
}

/// Returns the reason why an opcode cannot be translated, and an alternative; `None` for supported opcodes, and for
/// declarations.
fn reason(opcode: Opcode) -> Option<(&'static str, &'static str)> {
    const BITS: [Opcode; 11] = [
        Opcode::F32TOF16,
        Opcode::F16TOF32,
        Opcode::UADDC,
        Opcode::USUBB,
        Opcode::COUNTBITS,
        Opcode::FIRSTBIT_HI,
        Opcode::FIRSTBIT_LO,
        Opcode::FIRSTBIT_SHI,
        Opcode::BFREV,
        Opcode::MSAD,
        Opcode::CHECK_ACCESS_FULLY_MAPPED,
    ];
    let name = opcode.info()?.name;
    let starts = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    let is_declaration = opcode.info().is_some_and(|info| info.is_declaration());
    Some(if is_declaration {
        return None;
    } else if BITS.contains(&opcode) {
        (
            "operates on the bits of numbers, but the hardware only has floats",
            "compute with products, quotients and `floor`, or compute the value in the application",
        )
    } else if starts(&[
        "sample",
        "ld",
        "gather",
        "resinfo",
        "bufinfo",
        "lod",
        "store",
        "atomic",
        "imm_atomic",
    ]) {
        (
            "accesses a texture or buffer, but vertex shaders can only read attributes and uniforms on this hardware",
            "pass the data in attributes or uniforms",
        )
    } else if starts(&[
        "dadd", "dmax", "dmin", "dmul", "deq", "dge", "dlt", "dne", "dmov", "dto", "ftod", "ddiv", "dfma", "drcp",
        "itod", "utod",
    ]) {
        (
            "uses doubles, but the hardware's floats have 24 bits",
            "use `float` instead of `double`",
        )
    } else if opcode == Opcode::FCALL {
        (
            "calls an interface method, but the hardware has no indirect calls",
            "write a shader for each class, or use conditions",
        )
    } else if starts(&["deriv", "eval", "discard", "emit", "cut", "hs_", "sync", "abort"]) {
        (
            "does not belong in a vertex shader",
            "compile the shader again, as a vertex shader",
        )
    } else {
        return None;
    })
}
