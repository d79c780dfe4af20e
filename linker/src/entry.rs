//! Replacing the entry point that a source names.

use pica200_objfmt::formats::object::{Entry, Position};

use pica200_diagnostics::Severity;

use crate::problem::{Finding, InputPlace, Problem};
use crate::{Input, Item};

/// Makes the shader of a link start at a procedure of any object, instead of the one that its source names. If the
/// objects do not make exactly one shader, nothing changes, and the problem is returned.
pub fn start_at(items: &mut [Item<'_>], procedure: &str) -> Option<Finding> {
    let objects = items.iter_mut().filter_map(|item| match item {
        Item::Object(input) => Some(input),
        Item::Library(_) => None,
    });
    let makes_shader = |input: &&mut Input| input.object.makes_shader && !input.object.library;
    let mut shaders: Vec<_> = objects.filter(makes_shader).collect();
    if let [input] = shaders.as_mut_slice() {
        input.object.entry = Some(Entry {
            name: procedure.to_owned(),
            length: None,
            // The new entry has no source line.
            position: Position::default(),
        });
        return None;
    }
    let place = |input: &&mut Input| InputPlace {
        object: input.name.clone(),
        source: None,
        label: "makes a shader".to_owned(),
    };
    Some(Finding {
        severity: Severity::Error,
        problem: match shaders.is_empty() {
            true => Problem::NothingToLink,
            false => Problem::SeveralShaders {
                wanted: "a link with another entry",
            },
        },
        places: shaders.iter().map(place).collect(),
    })
}
