//! PNG images, including animations.

use std::io::{BufReader, Cursor};

use png::{BitDepth, BlendOp, ColorType, Compression, Decoder, DisposeOp, Encoder, Limits, Transformations};
use thiserror::Error;

use crate::picture::{Picture, Pixel, Size};

/// Maximum number of pixels of all frames of an animation.
pub const MAX_PIXELS: usize = 1 << 26;

/// Maximum memory for a decoder, besides the pixels.
const MAX_MEMORY: usize = 1 << 26;

/// An error that prevents reading an image.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The file is malformed, or not a PNG.
    #[error("{0}")]
    Damaged(String),
    /// A side is too long.
    #[error("the picture has {width}x{height} pixels; the limit is {limit}x{limit}", limit = Size::MAX)]
    TooLarge {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
    },
    /// Too many frames.
    #[error("the frames of the animation have more than {MAX_PIXELS} pixels together")]
    TooLong,
    /// A frame that updates only a part of the image.
    #[error("frame {frame}, counted from 0, is only a part of the picture")]
    Part {
        /// Index of the frame.
        frame: usize,
    },
}

impl From<png::DecodingError> for PngError {
    fn from(error: png::DecodingError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Returns the frames of a file; an image without an animation has one.
///
/// # Errors
///
/// Returns an error if the file is malformed or too large, or has partial frames.
pub fn read(bytes: &[u8]) -> Result<Vec<Picture>, PngError> {
    let limits = Limits { bytes: MAX_MEMORY };
    let mut decoder = Decoder::new_with_limits(BufReader::new(Cursor::new(bytes)), limits);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let info = reader.info();
    let (width, height) = (info.width, info.height);
    let side = |side: u32| u16::try_from(side).ok();
    let size = side(width).zip(side(height));
    let size = size.and_then(|(width, height)| Size::new(width, height));
    let size = size.ok_or(PngError::TooLarge { width, height })?;
    let animation = info.animation_control();
    // A fallback image for programs without animation support can precede the frames.
    let has_other = animation.is_some() && info.frame_control().is_none();
    let count = animation.map_or(1, |control| control.num_frames);
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let fits = size.pixels().checked_mul(count);
    if fits.is_none_or(|pixels| pixels > MAX_PIXELS) {
        return Err(PngError::TooLong);
    }
    let mut frames = Vec::new();
    let room = reader.output_buffer_size().unwrap_or_default();
    let mut buffer = vec![0; room];
    if has_other {
        reader.next_frame(&mut buffer)?;
    }
    for frame in 0..count {
        let decoded = reader.next_frame(&mut buffer)?;
        if (decoded.width, decoded.height) != (width, height) {
            return Err(PngError::Part { frame });
        }
        let bytes = buffer.get(..decoded.buffer_size()).unwrap_or_default();
        let picture = Picture::from_pixels(size, pixels(bytes, decoded.color_type));
        let wrong = || PngError::Damaged("a frame has too few pixels".to_owned());
        frames.push(picture.ok_or_else(wrong)?);
    }
    Ok(frames)
}

/// Converts 8-bit samples to pixels.
fn pixels(bytes: &[u8], kind: ColorType) -> Vec<Pixel> {
    let gray = |gray: u8, alpha: u8| [gray, gray, gray, alpha];
    match kind {
        ColorType::Rgba => bytes.as_chunks::<4>().0.to_vec(),
        ColorType::Rgb => {
            let pixels = bytes.as_chunks::<3>().0.iter();
            pixels.map(|[r, g, b]| [*r, *g, *b, u8::MAX]).collect()
        }
        ColorType::GrayscaleAlpha => {
            let pixels = bytes.as_chunks::<2>().0.iter();
            pixels.map(|[level, alpha]| gray(*level, *alpha)).collect()
        }
        ColorType::Grayscale | ColorType::Indexed => bytes.iter().map(|level| gray(*level, u8::MAX)).collect(),
    }
}

/// The frame rate of an animation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Frames per second.
    pub frames_per_second: u16,
}

/// Encodes an image, or an endlessly looping animation of several images of the same size.
///
/// # Errors
///
/// Returns an error if there is no frame, or frames have different sizes.
pub fn write(frames: &[Picture], rate: Rate) -> Result<Vec<u8>, WriteError> {
    let first = frames.first().ok_or(WriteError::NoFrames)?;
    let size = first.size();
    if frames.iter().any(|frame| frame.size() != size) {
        return Err(WriteError::Sizes);
    }
    encode(frames, size, rate).map_err(|error| WriteError::Encoder(error.to_string()))
}

/// An error that prevents writing an image.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is no frame.
    #[error("an animation has no frames")]
    NoFrames,
    /// The sizes differ.
    #[error("the frames of an animation have different sizes")]
    Sizes,
    /// The encoder failed.
    #[error("{0}")]
    Encoder(String),
}

fn encode(frames: &[Picture], size: Size, rate: Rate) -> Result<Vec<u8>, png::EncodingError> {
    let opaque = |frame: &Picture| frame.pixels().iter().all(|[.., alpha]| *alpha == u8::MAX);
    let is_opaque = frames.iter().all(opaque);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, size.width().into(), size.height().into());
    encoder.set_color(if is_opaque { ColorType::Rgb } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    if frames.len() > 1 {
        encoder.set_animated(u32::try_from(frames.len()).unwrap_or(u32::MAX), 0)?;
        encoder.set_frame_delay(1, rate.frames_per_second)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
    }
    let mut writer = encoder.write_header()?;
    for frame in frames {
        let pixels = frame.pixels().iter();
        let samples: Vec<u8> = if is_opaque {
            pixels.flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()
        } else {
            pixels.flatten().copied().collect()
        };
        writer.write_image_data(&samples)?;
    }
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_before_the_frames_is_none_of_them() {
        let size = Size::new(1, 1).expect("the size is small");
        let levels: [u8; 3] = [1, 2, 3];
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 1, 1);
        encoder.set_animated(2, 0).expect("two frames are few");
        encoder.set_sep_def_img(true).expect("it is an animation");
        let mut writer = encoder.write_header().expect("the header is right");
        for level in levels {
            writer.write_image_data(&[level]).expect("a pixel is enough");
        }
        writer.finish().expect("all frames are there");
        let frames = read(&bytes).expect("it is not damaged");
        let expected = [2, 3].map(|level| Picture::new(size, [level, level, level, 255]));
        assert_eq!(frames, expected);
    }
}
