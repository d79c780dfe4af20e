//! Differences in meaning between two shaders: programs, resources and signatures, but not layout.
//!
//! The comparison covers:
//! - the shader model, and the instructions in their order. A register that both files know by a name *is* that name:
//!   registers of buffers with the same variables, inputs and outputs with the same semantics, resources with the same
//!   bindings. So a variable that moved is one difference, not one of each instruction. Other registers are their
//!   numbers.
//! - buffers, variables, members of structs and bindings by name, in any order.
//! - elements of signatures by stream, name and index, in any order.
//! - class types and instances by name, and interface slots by number.
//! - the features that the shader needs.
//! - the code of Direct3D 9 and its tables, line by line up to the first lines that differ.
//!
//! The checksum, the compiler's name and flags, statistics, debug data, comments and the order of chunks do not count.
//! Of two entries with one name, the first counts.

mod level9;
mod names;
mod program;
mod tables;

pub use pica200_objfmt::difference::Difference;
use pica200_objfmt::difference::Report;

use crate::shader::Shader;
use names::Names;

/// All differences: tables first, then the program. What a file does not have, or what cannot be read in it, is as if
/// it were empty. Only the first of very many differences are listed.
pub fn differences(a: &Shader<'_>, b: &Shader<'_>) -> Vec<Difference> {
    let mut report = Report::default();
    let shaders = [a, b];
    tables::compare_features(&mut report, shaders);
    tables::compare_resources(&mut report, shaders);
    tables::compare_signatures(&mut report, shaders);
    tables::compare_interfaces(&mut report, shaders);
    level9::compare(&mut report, shaders);
    let programs = shaders.map(|shader| shader.program.as_ref().map(|(_, program)| program));
    match programs {
        [Some(a), Some(b)] => program::compare(&mut report, [a, b], &Names::of(shaders)),
        [a, b] => {
            let models = [a, b].map(|program| program.map(|program| program.version.to_string()));
            if a.is_some() || b.is_some() {
                report.either("program", models);
            }
        }
    }
    report.into_list("container")
}
