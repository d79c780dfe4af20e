//! Semantic differences between two shaders: programs, resources and signatures, but not layout.
//!
//! The comparison covers:
//! - the shader model, and the instructions in order. Registers that both files name are compared by name: buffer
//!   registers by their variables, inputs and outputs by their semantics, resources by their bindings. So a moved
//!   variable is one difference, not one per instruction. Other registers are compared by number.
//! - buffers, variables, struct members and bindings by name, in any order.
//! - signature elements by stream, name and index, in any order.
//! - class types and instances by name, and interface slots by number.
//! - the required features.
//! - the Direct3D 9 code and its tables, line by line up to the first lines that differ.
//!
//! The checksum, the compiler's name and flags, statistics, debug data, comments and chunk order are ignored. Of two
//! entries with the same name, only the first is compared.

mod level9;
mod names;
mod program;
mod tables;

pub use pica200_objfmt::difference::Difference;
use pica200_objfmt::difference::Report;

use crate::shader::Shader;
use names::Names;

/// Returns the differences, up to a limit: tables first, then the program. Missing and unreadable parts are treated as
/// empty.
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
        [Some(a), Some(b)] => program::compare(&mut report, [a, b], &Names::new(shaders)),
        [a, b] => {
            let models = [a, b].map(|program| program.map(|program| program.version.to_string()));
            if a.is_some() || b.is_some() {
                report.add_sides("program", models);
            }
        }
    }
    report.into_list("container")
}
