//! Expected images of cases.

use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::Value;
use pica200_objfmt::isa::register::Register;
use pica200_render::{Picture, png};

use super::build::Pica200;
use crate::diagnostic::reason;
use crate::document::DocumentReport;
use crate::progress::Progress;
use crate::scene::{SceneDocument, SceneFrames, Shaders, difference};

/// A scene to draw with a shader, and the expected image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedPicture {
    /// Path of the scene.
    pub scene: PathBuf,
    /// Path of the image, a PNG file.
    pub picture: PathBuf,
    /// Largest tolerated difference of a channel, of 255.
    pub tolerance: u8,
}

impl ExpectedPicture {
    /// Draws the scene with a shader in a named binary, and the given values. Returns a line for each error, or for the
    /// difference from the image; none if there is no difference.
    pub(super) fn compare(
        &self,
        shader: &Pica200,
        binary: &str,
        values: &[(Register, Value)],
        files: &dyn Files,
    ) -> Vec<String> {
        let drawn = self.draw(shader, binary, values, files);
        let compared = drawn.and_then(|frames| {
            let name = self.picture.display();
            let bytes = files.read_regular(&self.picture);
            let bytes = bytes.map_err(|error| vec![format!("cannot read `{name}`: {}", reason(&error))])?;
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

    /// Renders the frames, or returns a line for each error.
    fn draw(
        &self,
        shader: &Pica200,
        binary: &str,
        values: &[(Register, Value)],
        files: &dyn Files,
    ) -> Result<Vec<Picture>, Vec<String>> {
        let name = self.scene.display().to_string();
        let bytes = files.read_regular(&self.scene);
        let bytes = bytes.map_err(|error| vec![format!("cannot read `{name}`: {}", reason(&error))])?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| vec![format!("`{name}`: not valid UTF-8")])?;
        let mut report = DocumentReport::new(&name, 0, Code::InvalidScene);
        let dir = self.scene.parent().unwrap_or(Path::new(""));
        let document = SceneDocument::read(&text, dir, &mut report);
        let frames = document.and_then(|document| {
            let vertex = shader.program.clone();
            let shaders = Shaders::with_vertex(vertex, &shader.shbin, binary, &document, &mut report)?;
            let mut film = SceneFrames::read(&document, &shaders, files, &mut report)?;
            film.set(values);
            if report.is_empty() {
                film.render(&Progress::default(), &mut report)
            } else {
                None
            }
        });
        frames.ok_or_else(|| {
            let diagnostics = report.into_diagnostics();
            let lines = diagnostics
                .iter()
                .map(|diagnostic| format!("`{name}`: {}", diagnostic.message));
            lines.collect()
        })
    }
}
