//! The shaders of a scene.

use pica200_machine::Program;
use pica200_objfmt::formats::shbin::Shbin;

use super::file::SceneDocument;
use crate::document::Report;
use crate::shader::binary::cannot_load;
use crate::shader::document::Choice;

/// The shaders of a scene.
#[derive(Clone, Debug)]
pub struct Shaders {
    /// The vertex shader.
    pub vertex: Program,
    /// The geometry shader, if the scene has one.
    pub geometry: Option<Program>,
}

impl Shaders {
    /// The shaders that a scene chooses in a binary. `None` if there are none, or they are of another kind; errors go
    /// to `report`. `name` is the name of the binary in messages.
    pub fn choose(shbin: &Shbin, name: &str, document: &SceneDocument<'_>, report: &mut Report<'_>) -> Option<Self> {
        let vertex = load(shbin, name, &document.vertex, false, report);
        let geometry = of_geometry(shbin, name, document, report)?;
        Some(Self {
            vertex: vertex?,
            geometry,
        })
    }

    /// The same, with another vertex shader than that which the scene chooses.
    pub fn with_vertex(
        vertex: Program,
        shbin: &Shbin,
        name: &str,
        document: &SceneDocument<'_>,
        report: &mut Report<'_>,
    ) -> Option<Self> {
        let geometry = of_geometry(shbin, name, document, report)?;
        Some(Self { vertex, geometry })
    }

    /// The shader whose outputs become pixels.
    pub(super) fn last(&self) -> &Program {
        self.geometry.as_ref().unwrap_or(&self.vertex)
    }
}

/// The geometry shader that a scene chooses, if it does; `None` after an error.
fn of_geometry(
    shbin: &Shbin,
    name: &str,
    document: &SceneDocument<'_>,
    report: &mut Report<'_>,
) -> Option<Option<Program>> {
    match &document.geometry {
        Some(choice) => load(shbin, name, choice, true, report).map(Some),
        None => Some(None),
    }
}

fn load(shbin: &Shbin, name: &str, choice: &Choice, is_geometry: bool, report: &mut Report<'_>) -> Option<Program> {
    let program = match Program::load(shbin, choice.shader()) {
        Ok(program) => program,
        Err(error) => {
            report.add(choice.span(), cannot_load(&error, name));
            return None;
        }
    };
    if program.is_geometry() == is_geometry {
        return Some(program);
    }
    let (message, help) = if is_geometry {
        (
            "this is a vertex shader; expected a geometry shader",
            "`entry` and `index` choose the vertex shader",
        )
    } else {
        (
            "the vertex shader of the scene is a geometry shader",
            "choose the vertex shader with `entry` or `index`, and the geometry shader with `geometry-entry` or `geometry-index`",
        )
    };
    report.wrong(choice.span(), message).help = Some(help.to_owned());
    None
}
