//! Textures from image files.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200_dxbc::program::{Dimension, ReturnType};
use pica200_dxbc_machine::{Image, Texture, TextureError, TextureSlot};
use pica200_render::png;

use crate::diagnostic::reason;
use crate::shader::value_error::ValueError;

/// Maximum number of texels of a set of textures, which take 128 MiB.
const MAX_TEXELS: usize = 1 << 25;

/// Textures loaded from files. Each texture is created once, and each file is read once, even if invalid.
#[derive(Clone, Default, Debug)]
pub struct TextureFiles {
    made: HashMap<Key, Result<Arc<Texture>, ValueError>>,
    /// Texels of all textures.
    texels: usize,
    pictures: HashMap<PathBuf, Result<Image, ValueError>>,
    /// Texels of all cached images.
    kept: usize,
}

/// The cache key of a texture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    paths: Vec<PathBuf>,
    dimension: Dimension,
    returns: ReturnType,
    samples: u32,
}

impl TextureFiles {
    /// Returns a texture for a declared register from PNG files, each of which is a layer, a face or a slice. `read`
    /// reads a file: with [`Files::read`] for a path given by the user, with [`Files::read_regular`] for a path in
    /// another file.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, the images do not fit the declaration, or all textures together are
    /// too large.
    ///
    /// [`Files::read`]: pica200_asm::Files::read
    /// [`Files::read_regular`]: pica200_asm::Files::read_regular
    pub fn texture(
        &mut self,
        slot: &TextureSlot,
        paths: &[PathBuf],
        read: impl Fn(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Arc<Texture>, ValueError> {
        let key = Key {
            paths: paths.to_vec(),
            dimension: slot.dimension,
            returns: slot.returns,
            samples: slot.samples,
        };
        if let Some(texture) = self.made.get(&key) {
            return texture.clone();
        }
        let texture = self.new_texture(slot, paths, &read).map(Arc::new);
        self.made.insert(key, texture.clone());
        texture
    }

    fn new_texture(
        &mut self,
        slot: &TextureSlot,
        paths: &[PathBuf],
        read: &dyn Fn(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Texture, ValueError> {
        let value_error = |error: TextureError| ValueError::new(error.to_string());
        Texture::check_count(slot.dimension, paths.len()).map_err(value_error)?;
        let mut left = MAX_TEXELS.saturating_sub(self.texels);
        let mut images = Vec::new();
        for path in paths {
            let image = self.image(path, read)?;
            left = left.checked_sub(image.texels().len()).ok_or_else(too_large)?;
            images.push(image);
        }
        let texture = Texture::new(slot.dimension, slot.returns, slot.samples, &images);
        let texture = texture.map_err(value_error)?;
        self.texels = self.texels.saturating_add(texture.texels());
        Ok(texture)
    }

    /// Returns the image of a file. Cached images are dropped when they exceed the texel limit of textures.
    fn image(&mut self, path: &Path, read: &dyn Fn(&Path) -> io::Result<Vec<u8>>) -> Result<Image, ValueError> {
        if let Some(image) = self.pictures.get(path) {
            return image.clone();
        }
        let image = image(path, read);
        let texels = image.as_ref().map_or(0, |image| image.texels().len());
        self.kept = self.kept.saturating_add(texels);
        if self.kept > MAX_TEXELS {
            self.pictures.retain(|_, image| image.is_err());
            self.kept = texels;
        }
        self.pictures.insert(path.to_owned(), image.clone());
        image
    }
}

fn too_large() -> ValueError {
    ValueError::new(format!("all textures together have more than {MAX_TEXELS} texels"))
}

/// Reads the image of a file.
fn image(path: &Path, read: &dyn Fn(&Path) -> io::Result<Vec<u8>>) -> Result<Image, ValueError> {
    let name = path.display();
    let bytes = read(path);
    let bytes = bytes.map_err(|error| ValueError::new(format!("cannot read `{name}`: {}", reason(&error))))?;
    let frames = png::read(&bytes);
    let frames = frames.map_err(|error| ValueError::new(format!("`{name}`: {error}")))?;
    let [picture] = <[_; 1]>::try_from(frames).map_err(|frames| {
        ValueError::new(format!(
            "`{name}` is an animation of {} pictures; expected one picture",
            frames.len()
        ))
    })?;
    let size = picture.size();
    let [width, height] = [size.width(), size.height()].map(u32::from);
    Image::new(width, height, picture.pixels().to_vec())
        .ok_or_else(|| ValueError::new(format!("`{name}` has no pixels")))
}
