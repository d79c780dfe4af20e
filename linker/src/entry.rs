//! Overrides the entry point of a source.

use pica200_objfmt::formats::object::{Entry, Position};

use pica200_diagnostics::{Diagnostic, Label, Location, Severity};

use crate::problem::Problem;
use crate::{Input, Item};

/// Makes the shader of a link start at a procedure of any object, instead of its source's entry point. If the objects
/// do not make exactly one shader, nothing changes.
///
/// # Errors
///
/// Returns an error if the objects do not make exactly one shader.
pub fn override_entry(items: &mut [Item<'_>], procedure: &str) -> Result<(), Box<Diagnostic>> {
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
        return Ok(());
    }
    let label = |input: &&mut Input| Label::new(Location::File(input.name.clone()), "makes a shader");
    let problem = if shaders.is_empty() {
        Problem::NothingToLink
    } else {
        Problem::SeveralShaders {
            wanted: "a link with another entry",
        }
    };
    let diagnostic = problem.diagnose(Severity::Error);
    Err(Box::new(diagnostic.with_labels(shaders.iter().map(label))))
}
