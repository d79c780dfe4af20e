//! Textures and samplers of cases.

use std::path::PathBuf;
use std::sync::Arc;

use pica200_asm::{DiskFiles, Files};
use pica200_dxbc_machine::{Texture, TextureSlot};

use super::case::Case;
use super::setup::Given;
use crate::shader::direct3d::TextureFiles;
use crate::shader::misfit::Misfit;

impl Case<'_> {
    /// Gives the shader of a container a texture, by its name in the source or by its register (`t1`): PNG files, each
    /// of which is a layer, a face of a cube in the order +x, -x, +y, -y, +z, -z, or a slice. In tests that Cargo runs,
    /// paths are relative to the folder of the package.
    pub fn texture<P: Into<PathBuf>>(mut self, name: &str, pictures: impl IntoIterator<Item = P>) -> Self {
        let paths: Vec<_> = pictures.into_iter().map(Into::into).collect();
        let set = self.set_texture(name, |slot| {
            TextureFiles::default().texture(slot, &paths, |path| DiskFiles.read_ordinary(path))
        });
        self.note(name, set);
        self
    }

    /// Gives the shader of a container a sampler, by its name in the source or by its register (`s1`), with settings
    /// such as `linear,wrap`: those that a [`Sampler`](pica200_dxbc_machine::Sampler) reads.
    pub fn sampler(mut self, name: &str, settings: &str) -> Self {
        let set = self.set_sampler(name, settings);
        self.note(name, set);
        self
    }

    /// Gives the shader of a container a texture, which a function makes for the declared register.
    ///
    /// # Errors
    ///
    /// If there is no such texture, and those of the function.
    pub fn set_texture(
        &mut self,
        name: &str,
        texture: impl FnOnce(&TextureSlot) -> Result<Arc<Texture>, Misfit>,
    ) -> Result<(), Misfit> {
        match &mut self.given {
            Given::Pica200(_) => Err(no_textures()),
            Given::Direct3d(setup) => setup.set_texture(name, texture),
        }
    }

    /// Gives the shader of a container a sampler.
    ///
    /// # Errors
    ///
    /// If there is no such sampler, or the settings are wrong.
    pub fn set_sampler(&mut self, name: &str, settings: &str) -> Result<(), Misfit> {
        match &mut self.given {
            Given::Pica200(_) => Err(no_textures()),
            Given::Direct3d(setup) => setup.set_sampler(name, settings),
        }
    }
}

fn no_textures() -> Misfit {
    Misfit::new("shaders of the PICA200 have no textures; they are for shaders of DXBC containers")
}
