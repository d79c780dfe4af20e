//! Images expected by a case.

use std::path::PathBuf;

use pica200_asm::{DiskFiles, Files};

use super::Case;
use crate::shader::value_error::ValueError;
use crate::testing::build::Target;
use crate::testing::failure::{Failure, Problem};
use crate::testing::picture::ExpectedPicture;
use crate::testing::setup::TargetSetup;
use crate::testing::trail::Trail;

impl Case<'_> {
    /// Expects an image of a [scene](crate::scene), drawn with the vertex shader of this case instead of the scene's.
    /// If the scene has a geometry shader, it comes from the binary of this case. The inputs and uniforms of the case
    /// override the scene's. In tests run by Cargo, paths are relative to the package directory.
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
    pub fn expect_picture(mut self, scene: impl Into<PathBuf>, picture: impl Into<PathBuf>, tolerance: u8) -> Self {
        match &self.shader.target {
            Target::Pica200(shader) if !shader.program.is_geometry() => {
                self.pictures.push(ExpectedPicture {
                    scene: scene.into(),
                    picture: picture.into(),
                    tolerance,
                });
            }
            _ => {
                let value_error = ValueError::new("only vertex shaders of the PICA200 draw pictures");
                self.record("picture", Err(value_error));
            }
        }
        self
    }

    /// Draws and compares all expected images.
    pub(super) fn check_pictures(&self, runs: u64) -> Result<(), Failure> {
        let lines = self.pictures.iter();
        let lines = lines.flat_map(|picture| picture.check(self, &DiskFiles));
        let problems: Vec<_> = lines.map(Problem::Picture).collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(self.failure(problems, runs, Trail::default()))
        }
    }
}

impl ExpectedPicture {
    /// Draws the scene with the shader and the values of a case. Returns a line for each error, or for the difference
    /// from the image; none if there is no difference.
    pub fn check(&self, case: &Case<'_>, files: &dyn Files) -> Vec<String> {
        let shader = &case.shader;
        match (&case.given, &shader.target) {
            (TargetSetup::Pica200(setup), Target::Pica200(pica)) => {
                self.compare(pica, &shader.name, &setup.values, files)
            }
            _ => Vec::new(),
        }
    }
}
