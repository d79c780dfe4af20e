//! Checks on a vertex and a geometry shader that are used together.
//!
//! Loaders merge the outputs of the two if the geometry shader requests it: the common ones, then the geometry
//! shader's, then the vertex shader's, each up to the first register without a property.

use std::collections::BTreeSet;

use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::property;

use crate::Check;
use crate::shader::Stage;

/// The properties of an output register, with their components; empty if there are none.
type Word = BTreeSet<(u16, u16)>;

/// Checks the pair of a file that has one vertex and one geometry shader. With more shaders, their pairs are not known.
pub(crate) fn check(check: &mut Check<'_>) {
    let shaders = &check.shbin.shaders;
    let of = |stage| {
        let mut all = (0..)
            .zip(shaders)
            .filter(move |(_, shader)| Stage::new(shader) == stage);
        all.next().filter(|_| all.next().is_none())
    };
    let (Some((vertex, vertex_shader)), Some((geometry, geometry_shader))) = (of(Stage::Vertex), of(Stage::Geometry))
    else {
        return;
    };
    if !geometry_shader.merges_outputs() {
        return;
    }
    let pair = [(vertex, words(vertex_shader)), (geometry, words(geometry_shader))];
    let mut merged: BTreeSet<&Word> = BTreeSet::new();
    let mut hidden = Vec::new();
    for (number, words) in &pair {
        let seen = words.iter().take_while(|word| !word.is_empty()).count();
        merged.extend(words.iter().take(seen));
        let behind = (seen..).zip(words.iter().skip(seen));
        hidden.extend(
            behind
                .filter(|(_, word)| !word.is_empty())
                .map(|(register, _)| (*number, seen, register)),
        );
    }
    let count = merged.len();
    for (number, gap, register) in hidden {
        let message =
            format!("shader {number}: o{gap} has no property, so loaders that merge outputs do not see o{register}");
        check.add_table(Code::HiddenOutput, Some(number), message);
    }
    let max = usize::from(limits::PROPERTY_OUTPUTS);
    if count > max {
        let message = format!(
            "shader {vertex} and shader {geometry} have {count} merged outputs, but the loaders' limit is {max}"
        );
        check.add_table(Code::MergedOutputs, Some(geometry), message);
    }
}

/// Returns the properties of each output register.
fn words(shader: &Shader) -> Vec<Word> {
    let mut words = vec![Word::new(); limits::PROPERTY_OUTPUTS.into()];
    for output in &shader.outputs {
        if output.property == property::DUMMY.into() {
            continue;
        }
        if let Some(word) = words.get_mut(usize::from(output.register)) {
            word.insert((output.property, output.mask));
        }
    }
    words
}
