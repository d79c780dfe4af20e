//! Pictures as expectations of cases.

use std::path::{Path, PathBuf};

use pica200_asm::{DiskFiles, Files};
use pica200_diagnostics::Code;
use pica200_machine::Value;
use pica200_objfmt::isa::register::Register;
use pica200_render::{Picture, png};

use super::build::{Pica200, Target};
use super::case::Case;
use super::failure::{Failure, Problem};
use super::setup::Given;
use super::trail::Trail;
use crate::diagnostic::reason;
use crate::document::Report;
use crate::progress::Progress;
use crate::scene::{Film, SceneDocument, Shaders, difference};
use crate::shader::misfit::Misfit;

/// A scene that a shader draws, and the picture that it makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedPicture {
    /// The path of the scene.
    pub scene: PathBuf,
    /// The path of the picture, a PNG file.
    pub picture: PathBuf,
    /// The largest difference of a channel that is none, of 255.
    pub tolerance: u8,
}

impl Case<'_> {
    /// Expects a picture of a [scene](crate::scene), which the vertex shader of this case draws in place of that of the scene. Its
    /// geometry shader, if it has one, comes from the binary of this case. The inputs and uniforms of the case apply after
    /// those of the scene. In tests that Cargo runs, paths are relative to the folder of the package.
    ///
    /// ```
    /// use pica200::testing::Shader;
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/triangle");
    /// # let [source, scene, picture] = ["vsh", "scene.toml", "png"].map(|end| format!("{folder}/triangle.{end}"));
    /// let shader = Shader::from_files([source])?;
    /// shader.case().expect_picture(scene, picture, 0).assert();
    /// # Ok::<(), pica200::build::BuildError>(())
    /// ```
    pub fn expect_picture(
        mut self,
        scene: impl Into<PathBuf>,
        picture: impl Into<PathBuf>,
        tolerance: u8,
    ) -> Self {
        match &self.shader.target {
            Target::Pica200(shader) if !shader.program.is_geometry() => {
                self.pictures.push(ExpectedPicture {
                    scene: scene.into(),
                    picture: picture.into(),
                    tolerance,
                });
            }
            _ => {
                let misfit = Misfit::new("only vertex shaders of the PICA200 draw pictures");
                self.note("picture", Err(misfit));
            }
        }
        self
    }

    /// Draws all expected pictures.
    pub(super) fn check_pictures(&self, runs: u64) -> Result<(), Failure> {
        let lines = self.pictures.iter();
        let lines = lines.flat_map(|picture| picture.check(self, &DiskFiles));
        let problems: Vec<_> = lines.map(Problem::Picture).collect();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(self.failure(problems, runs, Trail::default())),
        }
    }
}

impl ExpectedPicture {
    /// Draws the scene with the shader of a case, and the values that it sets. Returns a line for each error, or for the
    /// difference from the picture; none if there is no difference.
    pub fn check(&self, case: &Case<'_>, files: &dyn Files) -> Vec<String> {
        let (Given::Pica200(setup), Target::Pica200(shader)) = (&case.given, &case.shader.target)
        else {
            return Vec::new();
        };
        let drawn = self.draw(shader, &case.shader.name, &setup.values, files);
        let compared = drawn.and_then(|frames| {
            let name = self.picture.display();
            let bytes = files.read_ordinary(&self.picture);
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

    /// The frames; a line for each error.
    fn draw(
        &self,
        shader: &Pica200,
        binary: &str,
        values: &[(Register, Value)],
        files: &dyn Files,
    ) -> Result<Vec<Picture>, Vec<String>> {
        let name = self.scene.display().to_string();
        let bytes = files.read_ordinary(&self.scene);
        let bytes =
            bytes.map_err(|error| vec![format!("cannot read `{name}`: {}", reason(&error))])?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| vec![format!("`{name}`: not valid UTF-8")])?;
        let mut report = Report::new(&name, 0, Code::InvalidScene);
        let folder = self.scene.parent().unwrap_or(Path::new(""));
        let document = SceneDocument::read(&text, folder, &mut report);
        let frames = document.and_then(|document| {
            let vertex = shader.program.clone();
            let shaders =
                Shaders::with_vertex(vertex, &shader.shbin, binary, &document, &mut report)?;
            let mut film = Film::read(&document, &shaders, files, &mut report)?;
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
