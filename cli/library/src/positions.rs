//! Source positions in an object.

use pica200_objfmt::formats::object::{Object, Position};

/// Changes all positions in an object.
pub(crate) fn change(object: &mut Object, mut change: impl FnMut(&mut Position)) {
    object.lines.iter_mut().for_each(&mut change);
    if let Some(entry) = &mut object.entry {
        change(&mut entry.position);
    }
    for label in &mut object.labels {
        change(&mut label.position);
        if let Some(procedure) = &mut label.procedure {
            change(&mut procedure.end);
        }
    }
    let uniforms = object.uniforms.iter_mut().map(|one| &mut one.position);
    let constants = object.constants.iter_mut().map(|one| &mut one.position);
    let values = object.values.iter_mut().map(|one| &mut one.position);
    let outputs = object.outputs.iter_mut().map(|one| &mut one.position);
    uniforms.chain(constants).chain(values).chain(outputs).for_each(change);
}
