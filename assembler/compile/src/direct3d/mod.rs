//! The front end for Direct3D: vertex shaders of the models 4.0 to 5.1 in their containers.
//!
//! `DIRECT3D.md` in this package documents the translation. The phases:
//!
//! 1. `container`: the chunks, of which the program is one.
//! 2. `refuse`: rejects opcodes that cannot be translated.
//! 3. `tree`: the control flow, with subroutines instead of their calls.
//! 4. `registers`, `inputs`, `uniforms`, `outputs`: the interface of the program.
//! 5. `translate`: instructions to operations. `views` tracks the contents of registers.
//!
//! All diagnostics of a phase are reported together.

mod container;
mod inputs;
mod operands;
mod outputs;
mod refuse;
mod registers;
mod report;
#[cfg(test)]
mod tests;
mod translate;
mod tree;
mod uniforms;
mod views;

use pica200_diagnostics::Code;
use pica200_dxbc::program::Program;
use pica200_dxbc::resources::Resources;
use pica200_dxbc::signature::Element;

use crate::diagnostic::Diagnostic;
use crate::ir;
use crate::names::Names;
use crate::options::Options;
use crate::source::Source;
use report::Report;

/// Reads a container and translates its shader to the IR. The program is empty if there are errors among the
/// diagnostics; the listing is there in any case, if the container has a program.
pub(crate) fn read(bytes: &[u8], options: &Options) -> (Source, Vec<Diagnostic>) {
    let mut report = Report::default();
    let mut source = Source::default();
    let program = container::read(bytes, &mut report, |shader, report| {
        translate(shader, options, &mut source, report)
    });
    if let Some(program) = program.filter(|_| !report.has_errors()) {
        source.program = program;
    }
    report.sort();
    if !report.has_errors() {
        source.notes = report.notes;
    }
    source.reasons = report.reasons;
    source.listing = report.listing;
    source.places = report.places;
    (source, report.diagnostics)
}

/// The parsed container.
struct Shader<'s> {
    program: &'s Program,
    resources: Option<&'s Resources<'s>>,
    inputs: &'s [Element<'s>],
    outputs: &'s [Element<'s>],
}

/// Warns about options that take uniforms of other languages.
fn warn_about_uniforms(options: &Options, report: &mut Report) {
    let given = [
        ("--matrix-columns", &options.matrix_columns),
        ("--float-uniform", &options.float_uniform),
        ("--loop-uniform", &options.loop_uniform),
    ];
    for (option, names) in given {
        if let Some(name) = names.first() {
            let message = format!("`{option}` names `{name}`, but takes uniforms of WGSL, GLSL and SPIR-V");
            report.whole(Code::UnmatchedOption, message, "");
        }
    }
}

/// Translates a program. `None` if it has no tree.
fn translate(shader: &Shader<'_>, options: &Options, source: &mut Source, report: &mut Report) -> Option<ir::Program> {
    if !refuse::check(shader.program, report) {
        return None;
    }
    let errors = report.diagnostics.len();
    let tree = tree::grow(&shader.program.instructions, report);
    if report.diagnostics.len() > errors {
        return None;
    }
    let mut names = Names::default();
    let registers = registers::Registers::new(shader.program, report)?;
    let inputs = inputs::Inputs::new(shader.program, shader.inputs, options, &mut names, report);
    let uniforms = uniforms::Uniforms::new(shader.program, shader.resources, options, &mut names, report);
    warn_about_uniforms(options, report);
    let outputs = outputs::collect(shader.program, shader.outputs, &registers, options, report);
    let parts = translate::Parts {
        program: shader.program,
        tree: &tree,
        registers: &registers,
        inputs: &inputs,
        uniforms: &uniforms,
        outputs: &outputs,
        options,
    };
    let program = translate::translate(&parts, &mut names, report);
    source.bindings.clone_from(&uniforms.bindings);
    Some(program)
}
