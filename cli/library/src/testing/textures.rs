//! Textures and samplers of cases.

use std::path::PathBuf;
use std::sync::Arc;

use pica200_asm::{DiskFiles, Files};
use pica200_dxbc_machine::{Texture, TextureSlot};

use super::case::Case;
use super::setup::TargetSetup;
use crate::shader::direct3d::TextureFiles;
use crate::shader::value_error::ValueError;

impl Case<'_> {
    /// Sets a texture of a container shader, by its name in the source or by register (`t1`), from PNG files, each of
    /// which is a layer, a cube face in the order +x, -x, +y, -y, +z, -z, or a slice. In tests run by Cargo, paths are
    /// relative to the package directory.
    pub fn texture<P: Into<PathBuf>>(mut self, name: &str, pictures: impl IntoIterator<Item = P>) -> Self {
        let paths: Vec<_> = pictures.into_iter().map(Into::into).collect();
        let set = self.set_texture(name, |slot| {
            TextureFiles::default().texture(slot, &paths, |path| DiskFiles.read_regular(path))
        });
        self.record(name, set);
        self
    }

    /// Sets a sampler of a container shader, by its name in the source or by register (`s1`), with settings such as
    /// `linear,wrap`, parsed by [`Sampler`](pica200_dxbc_machine::Sampler).
    pub fn sampler(mut self, name: &str, settings: &str) -> Self {
        let set = self.set_sampler(name, settings);
        self.record(name, set);
        self
    }

    /// Sets a texture of a container shader, created by a function for the declared register.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such texture, and the errors of the function.
    pub fn set_texture(
        &mut self,
        name: &str,
        texture: impl FnOnce(&TextureSlot) -> Result<Arc<Texture>, ValueError>,
    ) -> Result<(), ValueError> {
        match &mut self.given {
            TargetSetup::Pica200(_) => Err(no_textures()),
            TargetSetup::Direct3d(setup) => setup.set_texture(name, texture),
        }
    }

    /// Sets a sampler of a container shader.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such sampler, or the settings are invalid.
    pub fn set_sampler(&mut self, name: &str, settings: &str) -> Result<(), ValueError> {
        match &mut self.given {
            TargetSetup::Pica200(_) => Err(no_textures()),
            TargetSetup::Direct3d(setup) => setup.set_sampler(name, settings),
        }
    }
}

fn no_textures() -> ValueError {
    ValueError::new("PICA200 shaders have no textures; only shaders of DXBC containers do")
}
