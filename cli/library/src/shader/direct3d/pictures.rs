//! Textures of pictures in files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200_asm::Files;
use pica200_dxbc::program::{Dimension, ReturnType};
use pica200_dxbc_machine::{Image, Texture, TextureSlot};
use pica200_render::png;

use crate::report::reason;
use crate::shader::misfit::Misfit;

/// The number of texels that all textures of one set can have, which take 128 MiB.
const MOST_TEXELS: usize = 1 << 25;

/// Textures that were made of files, so that each is made once.
#[derive(Clone, Default, Debug)]
pub struct TextureFiles {
    made: HashMap<Key, Arc<Texture>>,
    texels: usize,
}

/// What a texture depends on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    paths: Vec<PathBuf>,
    dimension: Dimension,
    returns: ReturnType,
    samples: u32,
}

impl TextureFiles {
    /// A texture of PNG files, each of which is a layer, a face or a slice, for a declared register.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or the pictures do not fit the declaration, or all textures together are too large.
    pub fn texture(
        &mut self,
        slot: &TextureSlot,
        paths: &[PathBuf],
        files: &dyn Files,
    ) -> Result<Arc<Texture>, Misfit> {
        let key = Key {
            paths: paths.to_vec(),
            dimension: slot.dimension,
            returns: slot.returns,
            samples: slot.samples,
        };
        if let Some(texture) = self.made.get(&key) {
            return Ok(Arc::clone(texture));
        }
        let mut left = MOST_TEXELS.saturating_sub(self.texels);
        let mut images = Vec::new();
        for path in paths {
            let picture = picture(path, files)?;
            let pixels = picture.pixels().len();
            left = left.checked_sub(pixels).ok_or_else(too_large)?;
            let size = picture.size();
            let [width, height] = [size.width(), size.height()].map(u32::from);
            images.extend(Image::new(width, height, picture.pixels().to_vec()));
        }
        let texture = Texture::new(slot.dimension, slot.returns, slot.samples, &images);
        let texture = texture.map_err(|error| Misfit::new(error.to_string()))?;
        self.texels = self.texels.saturating_add(texture.texels());
        let texture = Arc::new(texture);
        self.made.insert(key, Arc::clone(&texture));
        Ok(texture)
    }
}

fn too_large() -> Misfit {
    Misfit::new(format!(
        "all textures together have more than {MOST_TEXELS} texels"
    ))
}

/// The picture of a file.
fn picture(path: &Path, files: &dyn Files) -> Result<pica200_render::Picture, Misfit> {
    let name = path.display();
    let bytes = files.read_ordinary(path);
    let bytes =
        bytes.map_err(|error| Misfit::new(format!("cannot read `{name}`: {}", reason(&error))))?;
    let frames = png::read(&bytes);
    let frames = frames.map_err(|error| Misfit::new(format!("`{name}`: {error}")))?;
    match <[_; 1]>::try_from(frames) {
        Ok([picture]) => Ok(picture),
        Err(frames) => Err(Misfit::new(format!(
            "`{name}` is an animation of {} pictures; expected one picture",
            frames.len()
        ))),
    }
}
