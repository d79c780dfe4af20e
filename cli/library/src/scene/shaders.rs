//! The shaders of a scene.

use pica200_machine::Program;
use pica200_objfmt::formats::shbin::Shbin;

use super::file::SceneDocument;
use crate::document::DocumentReport;
use crate::shader::binary::cannot_load;
use crate::shader::document::Choice;

/// The shaders of a scene.
#[derive(Clone, Debug)]
pub struct Shaders {
    /// Vertex shader.
    pub vertex: Program,
    /// Geometry shader, if the scene has one.
    pub geometry: Option<Program>,
}

impl Shaders {
    /// Selects the shaders of a scene in a binary. Returns `None` if there are none, or they are of another kind;
    /// errors go to `report`. `name` is the name of the binary in messages.
    pub fn choose(
        shbin: &Shbin,
        name: &str,
        document: &SceneDocument<'_>,
        report: &mut DocumentReport<'_>,
    ) -> Option<Self> {
        let vertex = load(shbin, name, &document.vertex, false, report);
        let geometry = choose_geometry(shbin, name, document, report)?;
        Some(Self {
            vertex: vertex?,
            geometry,
        })
    }

    /// Like [`Self::choose`], with another vertex shader.
    pub fn with_vertex(
        vertex: Program,
        shbin: &Shbin,
        name: &str,
        document: &SceneDocument<'_>,
        report: &mut DocumentReport<'_>,
    ) -> Option<Self> {
        let geometry = choose_geometry(shbin, name, document, report)?;
        Some(Self { vertex, geometry })
    }

    /// Returns the shader whose outputs are rasterized.
    pub(super) fn last(&self) -> &Program {
        self.geometry.as_ref().unwrap_or(&self.vertex)
    }
}

/// Returns the geometry shader selected by a scene, if any; `None` after an error.
fn choose_geometry(
    shbin: &Shbin,
    name: &str,
    document: &SceneDocument<'_>,
    report: &mut DocumentReport<'_>,
) -> Option<Option<Program>> {
    match &document.geometry {
        Some(choice) => load(shbin, name, choice, true, report).map(Some),
        None => Some(None),
    }
}

fn load(
    shbin: &Shbin,
    name: &str,
    choice: &Choice,
    is_geometry: bool,
    report: &mut DocumentReport<'_>,
) -> Option<Program> {
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
            "choose the vertex shader with `entry` or `index`, and the geometry shader with `geometry-entry` or \
             `geometry-index`",
        )
    };
    report.wrong(choice.span(), message).help = Some(help.to_owned());
    None
}
