//! The chunks of a container.

use pica200_diagnostics::Code;
use pica200_dxbc::container::{Checksum, Container};
use pica200_dxbc::signature::SignatureKind;
use pica200_dxbc::{FourCc, MODEL_6, Shader as Chunks, is_needed_to_run, resources};

use super::Shader;
use super::report::Report;

/// Calls a function with the parsed container and a report on its program. `None` if there is no readable program.
pub(super) fn read<T>(
    bytes: &[u8],
    report: &mut Report,
    then: impl FnOnce(&Shader<'_>, &mut Report) -> Option<T>,
) -> Option<T> {
    let container = match Container::read(bytes) {
        Ok(container) => container,
        Err(error) => {
            report.whole(Code::DamagedFile, error.to_string(), "compile the shader again");
            return None;
        }
    };
    let chunks = Chunks::from_container(&container);
    let plain = chunks.with_plain_registers();
    if let (Some((chunk, program)), Some((_, plain))) = (&chunks.program, &plain.program) {
        // The text comes from the file, if each of its instructions is translated.
        let is_same = program.instructions.len() == plain.instructions.len();
        let program = if is_same { program } else { plain };
        let diagnostics = std::mem::take(&mut report.diagnostics);
        *report = Report::new(program, chunk.offset);
        report.diagnostics = diagnostics;
    }
    if matches!(container.checksum(), Checksum::Wrong { .. }) {
        let message = "the checksum of the container is not that of its bytes";
        report.whole(
            Code::WrongChecksum,
            message,
            "compile the shader again, if nobody has changed it on purpose",
        );
    }
    let faults = container.faults().iter().chain(&chunks.faults);
    let faults = faults.filter(|fault| fault.chunk.is_none_or(is_needed));
    let faults: Vec<_> = faults.map(ToString::to_string).collect();
    for fault in &faults {
        report.whole(Code::DamagedFile, fault, "compile the shader again");
    }
    let Some((_, program)) = &plain.program else {
        if container.chunk(MODEL_6).is_some() {
            let message = "the program is one of shader model 6, which is LLVM bit code";
            report.whole(
                Code::NewerShaderModel,
                message,
                "compile it for vs_4_0, with `fxc` or `vkd3d-compiler`",
            );
        } else if faults.is_empty() {
            let message = "the container has no program";
            report.whole(
                Code::NotAVertexShader,
                message,
                "give the container of a compiled vertex shader",
            );
        }
        return None;
    };
    let elements = |kind| {
        let mut signatures = plain.signatures.iter();
        let found = signatures.find(|signature| signature.kind() == Some(kind));
        found.map(|signature| signature.elements.as_slice()).unwrap_or_default()
    };
    let shader = Shader {
        program,
        resources: plain.resources.as_ref(),
        inputs: elements(SignatureKind::Input),
        outputs: elements(SignatureKind::Output),
    };
    then(&shader, report)
}

/// Returns whether the translation depends on a chunk: names and layouts of uniforms come from the resources.
fn is_needed(chunk: FourCc) -> bool {
    chunk == resources::ID || is_needed_to_run(chunk)
}
