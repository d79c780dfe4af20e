//! Pictures as expectations of tests.

use std::path::Path;

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::{Program, Value};
use pica200_objfmt::isa::register::Register;
use pica200_render::{Picture, png};

use super::{Film, SceneDocument, Shaders};
use crate::document::Findings;
use crate::report::reason;

/// A scene that a shader draws, and the picture that it makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected<'e> {
    /// The path of the scene.
    pub scene: &'e Path,
    /// The path of the picture.
    pub picture: &'e Path,
    /// The largest difference of a channel that is none.
    pub tolerance: u8,
}

impl Expected<'_> {
    /// Draws the scene with a vertex shader in place of its own, and with values in place of those of the scene. Returns a
    /// line for each error, or for the difference from the picture; none if there is no difference.
    pub fn check(
        &self,
        program: &Program,
        values: &[(Register, Value)],
        files: &dyn Files,
    ) -> Vec<String> {
        let drawn = self.draw(program, values, files);
        let compared = drawn.and_then(|frames| {
            let name = self.picture.display();
            let bytes = files.read(self.picture);
            let bytes =
                bytes.map_err(|error| vec![format!("cannot read `{name}`: {}", reason(&error))])?;
            let expected = png::read(&bytes);
            let expected = expected.map_err(|error| vec![format!("`{name}`: {error}")])?;
            let difference = difference(&frames, &expected, self.tolerance);
            Ok(difference.map(|difference| format!("`{name}`: {difference}")))
        });
        match compared {
            Ok(difference) => difference.into_iter().collect(),
            Err(lines) => lines,
        }
    }

    fn draw(
        &self,
        program: &Program,
        values: &[(Register, Value)],
        files: &dyn Files,
    ) -> Result<Vec<Picture>, Vec<String>> {
        let name = self.scene.display().to_string();
        let bytes = files.read(self.scene);
        let bytes =
            bytes.map_err(|error| vec![format!("cannot read `{name}`: {}", reason(&error))])?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| vec![format!("`{name}`: not valid UTF-8")])?;
        let mut findings = Findings::new(&name, 0, Code::InvalidScene);
        let frames = frames(&text, self.scene, program, values, files, &mut findings);
        frames.ok_or_else(|| {
            let reports = findings.into_reports();
            let lines = reports
                .iter()
                .map(|report| format!("`{name}`: {}", report.message));
            lines.collect()
        })
    }
}

/// The frames of a scene with another vertex shader.
fn frames(
    text: &str,
    path: &Path,
    program: &Program,
    values: &[(Register, Value)],
    files: &dyn Files,
    findings: &mut Findings<'_>,
) -> Option<Vec<Picture>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let document = SceneDocument::read(text, folder, findings)?;
    if let Some(geometry) = &document.geometry {
        let message = "a test draws with its own shader alone, but the scene has a geometry shader";
        findings.wrong(geometry.span(), message);
    }
    let shaders = Shaders {
        vertex: program.clone(),
        geometry: None,
    };
    let mut film = Film::read(&document, &shaders, files, findings)?;
    film.set(values);
    if !findings.is_empty() {
        return None;
    }
    film.render(findings)
}

/// The first difference between frames, as text.
pub fn difference(frames: &[Picture], expected: &[Picture], tolerance: u8) -> Option<String> {
    if frames.len() != expected.len() {
        let (found, expected) = (frames.len(), expected.len());
        return Some(format!(
            "the number of frames is {found}; expected {expected}"
        ));
    }
    let pairs = frames.iter().zip(expected).enumerate();
    let mut differences = pairs.filter_map(|(number, (frame, expected))| {
        let difference = frame.difference(expected, tolerance)?;
        Some(match frames.len() {
            1 => difference.to_string(),
            _ => format!("frame {number}, counted from 0: {difference}"),
        })
    });
    differences.next()
}
