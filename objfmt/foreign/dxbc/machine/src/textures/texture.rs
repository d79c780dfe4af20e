//! Textures: levels and layers made from images.

use std::sync::Arc;

use pica200_dxbc::program::{Dimension, ReturnType};

/// The color of a texel, one byte per channel.
pub type Texel = [u8; 4];

/// An image: the texels of a layer, a face or a slice. Clones share the texels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    width: u32,
    height: u32,
    texels: Arc<[Texel]>,
}

impl Image {
    /// Creates an image with its rows from the top down. Returns `None` if it is empty, or if the number of texels does
    /// not match its size.
    pub fn new(width: u32, height: u32, texels: Vec<Texel>) -> Option<Self> {
        let size = u64::from(width) * u64::from(height);
        let fits = size > 0 && u64::try_from(texels.len()) == Ok(size);
        fits.then_some(Self {
            width,
            height,
            texels: texels.into(),
        })
    }

    /// Returns the texels, row by row from the top down.
    pub fn texels(&self) -> &[Texel] {
        &self.texels
    }
}

/// An error for images that cannot form a texture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextureError {
    /// The resource is not a texture.
    #[error("it is declared as `{dimension}`, which is not a texture")]
    NoTexture {
        /// The declared dimension.
        dimension: Dimension,
    },
    /// There are no images.
    #[error("there is no picture")]
    Empty,
    /// Images of one texture with different sizes.
    #[error(
        "picture {picture}, counted from 0, has {} x {} texels, but the first one has {} x {}",
        .found[0], .found[1], .first[0], .first[1]
    )]
    Sizes {
        /// The index of the image.
        picture: usize,
        /// Width and height.
        found: [u32; 2],
        /// The width and height of the first image.
        first: [u32; 2],
    },
    /// A number of images that the dimension does not allow.
    #[error("a `{dimension}` texture requires {expected}; found {found}")]
    Count {
        /// The declared dimension.
        dimension: Dimension,
        /// The number of images.
        found: usize,
        /// A description of the allowed number.
        expected: &'static str,
    },
    /// An image size that the dimension does not allow.
    #[error("a `{dimension}` texture requires {expected}; found {} x {} texels", .found[0], .found[1])]
    Shape {
        /// The declared dimension.
        dimension: Dimension,
        /// Width and height.
        found: [u32; 2],
        /// A description of the allowed size.
        expected: &'static str,
    },
}

/// A level of a texture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Level {
    /// The width, height and depth.
    pub(super) size: [u32; 3],
    /// The texels of each row from the top down, of each slice, of each layer.
    texels: Vec<Texel>,
}

/// A texture with all its levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texture {
    dimension: Dimension,
    returns: ReturnType,
    samples: u32,
    pub(super) layers: u32,
    levels: Vec<Level>,
}

/// The number of faces of a cube.
pub(super) const FACES: u32 = 6;

impl Texture {
    /// Checks the number of images for a texture of a dimension, before they are read.
    ///
    /// # Errors
    ///
    /// Fails if the number is not allowed, or if the dimension is not a texture.
    pub fn check_count(dimension: Dimension, pictures: usize) -> Result<(), TextureError> {
        match pictures {
            0 => Err(TextureError::Empty),
            found => check_count(dimension, found),
        }
    }

    /// Creates a texture of a declared dimension that returns values of a type: numbers from 0 to 1, or from -1 to 1
    /// for `snorm`; the bytes for integers. The images are the layers, the slices of a 3D texture, or the faces of
    /// cubes in the order +x, -x, +y, -y, +z, -z. The rows of one image can be the layers of a `texture1darray`. All
    /// samples of a texel are equal.
    ///
    /// Each level has half the size of the previous one, down to one texel. A texel is the mean of the texels that it
    /// covers.
    ///
    /// # Errors
    ///
    /// Fails if the dimension is not a texture, or if the images do not fit it.
    pub fn new(
        dimension: Dimension,
        returns: ReturnType,
        samples: u32,
        images: &[Image],
    ) -> Result<Self, TextureError> {
        let Some(first) = images.first() else {
            return Err(TextureError::Empty);
        };
        let size = [first.width, first.height];
        for (picture, image) in images.iter().enumerate() {
            let found = [image.width, image.height];
            if found != size {
                return Err(TextureError::Sizes {
                    picture,
                    found,
                    first: size,
                });
            }
        }
        check_count(dimension, images.len())?;
        check_shape(dimension, size)?;
        let count = u32::try_from(images.len()).unwrap_or(u32::MAX);
        let [width, height] = size;
        let (layers, size) = match dimension {
            Dimension::TEXTURE_1D | Dimension::TEXTURE_1D_ARRAY => (count.saturating_mul(height), [width, 1, 1]),
            Dimension::TEXTURE_3D => (1, [width, height, count]),
            _ => (count, [width, height, 1]),
        };
        let texels = images.iter().flat_map(|image| image.texels.iter()).copied();
        let mut texture = Self {
            dimension,
            returns,
            samples: samples.max(1),
            layers,
            levels: vec![Level {
                size,
                texels: texels.collect(),
            }],
        };
        while let Some(next) = texture.levels.last().and_then(|level| texture.next_level(level)) {
            texture.levels.push(next);
        }
        Ok(texture)
    }

    /// Returns the number of texels in all levels. Each takes 4 bytes.
    pub fn texels(&self) -> usize {
        self.levels.iter().map(|level| level.texels.len()).sum()
    }

    /// Returns the dimension.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// Returns the sample count; 1 unless it is multisampled.
    pub(super) fn samples(&self) -> u32 {
        if self.dimension.is_multisampled() {
            self.samples
        } else {
            1
        }
    }

    /// Returns true if coordinates are directions to the faces of a cube.
    pub(super) fn is_cube(&self) -> bool {
        matches!(self.dimension, Dimension::TEXTURE_CUBE | Dimension::TEXTURE_CUBE_ARRAY)
    }

    /// Returns the number of coordinates of a texel.
    pub(super) fn axes(&self) -> usize {
        match self.dimension {
            Dimension::TEXTURE_1D | Dimension::TEXTURE_1D_ARRAY => 1,
            Dimension::TEXTURE_3D => 3,
            _ => 2,
        }
    }

    /// Returns the component of sample coordinates that is the array layer, if there is one.
    pub(super) fn layer_component(&self) -> Option<usize> {
        match self.dimension {
            Dimension::TEXTURE_1D_ARRAY => Some(1),
            Dimension::TEXTURE_2D_ARRAY | Dimension::TEXTURE_2D_MS_ARRAY => Some(2),
            Dimension::TEXTURE_CUBE_ARRAY => Some(3),
            _ => None,
        }
    }

    /// Returns the number of levels.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.levels.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn level(&self, number: u32) -> Option<&Level> {
        self.levels.get(number as usize)
    }

    /// Returns the next level, half as large, or `None` after a level of a single texel, and for multisampled textures.
    fn next_level(&self, level: &Level) -> Option<Level> {
        if level.size == [1; 3] || self.dimension.is_multisampled() {
            return None;
        }
        let size = level.size.map(|side| (side / 2).max(1));
        let mut texels = Vec::new();
        for layer in 0..self.layers {
            for z in 0..size[2] {
                for y in 0..size[1] {
                    for x in 0..size[0] {
                        texels.push(self.mean(level, layer, [x, y, z], size));
                    }
                }
            }
        }
        Some(Level { size, texels })
    }

    /// Returns the mean of the texels that form one texel of the next level: one or two along each axis. An odd last
    /// row is left out.
    fn mean(&self, level: &Level, layer: u32, at: [u32; 3], size: [u32; 3]) -> Texel {
        let mut sums = [0u32; 4];
        let mut count = 0;
        let places = [0, 1, 2].map(|axis: usize| {
            let two = if level.size[axis] > size[axis] { 2 } else { 1 };
            at[axis] * two..(at[axis] + 1) * two
        });
        let [columns, rows, slices] = places;
        for z in slices {
            for y in rows.clone() {
                for x in columns.clone() {
                    let texel = level.texel(layer, [x, y, z]);
                    for (sum, channel) in sums.iter_mut().zip(texel) {
                        *sum += self.bias(channel);
                    }
                    count += 1;
                }
            }
        }
        // Halves round up.
        sums.map(|sum| self.unbias((sum + count / 2) / count))
    }

    /// Returns true if bytes are signed.
    fn is_signed(&self) -> bool {
        matches!(self.returns, ReturnType::SNORM | ReturnType::SINT)
    }

    /// Biases a channel so that its byte sorts like its value.
    fn bias(&self, channel: u8) -> u32 {
        let flip = if self.is_signed() { 0x80 } else { 0 };
        u32::from(channel ^ flip)
    }

    fn unbias(&self, number: u32) -> u8 {
        let flip = if self.is_signed() { 0x80 } else { 0 };
        u8::try_from(number).unwrap_or(u8::MAX) ^ flip
    }

    /// Returns the value of a channel, which is a 32-bit float.
    fn number(&self, channel: u8) -> f64 {
        match self.returns {
            ReturnType::SINT => f64::from(channel.cast_signed()),
            ReturnType::UINT => f64::from(channel),
            ReturnType::SNORM => (f32::from(channel.cast_signed()) / 127.0).max(-1.0).into(),
            _ => (f32::from(channel) / 255.0).into(),
        }
    }

    /// Returns true if it returns integers.
    pub(super) fn is_integer(&self) -> bool {
        matches!(self.returns, ReturnType::SINT | ReturnType::UINT)
    }

    /// Returns the values of a texel within a level.
    pub(super) fn texel(&self, level: &Level, layer: u32, at: [u32; 3]) -> [f64; 4] {
        level.texel(layer, at).map(|channel| self.number(channel))
    }
}

impl Level {
    /// Returns a texel; 0 out of bounds.
    fn texel(&self, layer: u32, [x, y, z]: [u32; 3]) -> Texel {
        let [width, height, depth] = self.size.map(u64::from);
        let slice = u64::from(layer) * depth + u64::from(z);
        let at = (slice * height + u64::from(y)) * width + u64::from(x);
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        self.texels.get(at).copied().unwrap_or_default()
    }
}

/// Checks that the dimension allows this number of images.
fn check_count(dimension: Dimension, found: usize) -> Result<(), TextureError> {
    const SIX: usize = FACES as usize;
    let (fits, expected) = match dimension {
        Dimension::TEXTURE_1D | Dimension::TEXTURE_2D | Dimension::TEXTURE_2D_MS => (found == 1, "1 picture"),
        Dimension::TEXTURE_CUBE => (found == SIX, "6 pictures, one for each face"),
        Dimension::TEXTURE_CUBE_ARRAY => (found.is_multiple_of(SIX), "a multiple of 6 pictures, one for each face"),
        Dimension::TEXTURE_1D_ARRAY
        | Dimension::TEXTURE_2D_ARRAY
        | Dimension::TEXTURE_2D_MS_ARRAY
        | Dimension::TEXTURE_3D => (true, ""),
        dimension => return Err(TextureError::NoTexture { dimension }),
    };
    fits.then_some(()).ok_or(TextureError::Count {
        dimension,
        found,
        expected,
    })
}

/// Checks that the dimension allows an image of this size.
fn check_shape(dimension: Dimension, found: [u32; 2]) -> Result<(), TextureError> {
    let [width, height] = found;
    let (fits, expected) = match dimension {
        Dimension::TEXTURE_1D => (height == 1, "a picture with one row"),
        Dimension::TEXTURE_CUBE | Dimension::TEXTURE_CUBE_ARRAY => (width == height, "square pictures"),
        _ => (true, ""),
    };
    fits.then_some(()).ok_or(TextureError::Shape {
        dimension,
        found,
        expected,
    })
}
