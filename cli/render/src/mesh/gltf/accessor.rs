//! Reading accessors.

use gltf::Accessor;
use gltf::accessor::{DataType, Dimensions};
use pica200_machine::Vector;

use super::file;
use crate::mesh::{MAX_VERTICES, MeshError};

/// Returns the elements of an accessor as vectors; missing components are taken from (0, 0, 0, 1).
pub(super) fn vectors(accessor: &Accessor<'_>, buffers: &[&[u8]]) -> Result<Vec<Vector>, MeshError> {
    let width = width(accessor)?;
    let (kind, normalized) = (accessor.data_type(), accessor.normalized());
    let size = kind.size();
    let vector = |bytes: &[u8]| {
        let mut vector = [0.0, 0.0, 0.0, 1.0];
        let numbers = bytes.chunks_exact(size).take(width);
        for (component, bytes) in vector.iter_mut().zip(numbers) {
            *component = number(kind, normalized, bytes);
        }
        vector
    };
    Ok(elements(accessor, size * width, buffers)?.map(vector).collect())
}

/// Returns the elements of an accessor as indices, all below `count`.
pub(super) fn indices(accessor: &Accessor<'_>, buffers: &[&[u8]], count: usize) -> Result<Vec<u32>, MeshError> {
    let is_whole = matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::U32);
    if !is_whole || accessor.dimensions() != Dimensions::Scalar {
        return Err(file("the indices of a primitive are not scalar integers"));
    }
    let size = accessor.data_type().size();
    let index = |bytes: &[u8]| {
        let number = bytes.iter().rev().fold(0, |sum: u32, byte| sum << 8 | u32::from(*byte));
        match usize::try_from(number) {
            Ok(index) if index < count => Ok(number),
            _ => Err(file(format!(
                "index {number} of a primitive is too large; it has {count} vertices"
            ))),
        }
    };
    elements(accessor, size, buffers)?.map(index).collect()
}

/// Returns the bytes of each element.
fn elements<'b>(
    accessor: &Accessor<'_>,
    size: usize,
    buffers: &[&'b [u8]],
) -> Result<impl Iterator<Item = &'b [u8]>, MeshError> {
    let number = accessor.index();
    let count = accessor.count();
    if count > MAX_VERTICES {
        return Err(MeshError::TooLarge);
    }
    if accessor.sparse().is_some() {
        return Err(file(format!("accessor {number} is sparse, which is not supported")));
    }
    let outside = || file(format!("accessor {number} is out of bounds of its buffer"));
    let view = accessor.view();
    let view = view.ok_or_else(|| file(format!("accessor {number} has no buffer view")))?;
    let stride = view.stride().unwrap_or(size).max(1);
    let bytes = *buffers.get(view.buffer().index()).ok_or_else(outside)?;
    let bytes = piece(bytes, view.offset(), view.length()).ok_or_else(outside)?;
    let last = stride.checked_mul(count.saturating_sub(1)).ok_or_else(outside)?;
    let length = match count {
        0 => 0,
        _ => last.checked_add(size).ok_or_else(outside)?,
    };
    let bytes = piece(bytes, accessor.offset(), length).ok_or_else(outside)?;
    let element = move |bytes: &'b [u8]| bytes.get(..size).unwrap_or(bytes);
    Ok(bytes.chunks(stride).map(element))
}

fn piece(bytes: &[u8], start: usize, length: usize) -> Option<&[u8]> {
    bytes.get(start..start.checked_add(length)?)
}

/// Returns the number of components of an element.
fn width(accessor: &Accessor<'_>) -> Result<usize, MeshError> {
    match accessor.dimensions() {
        Dimensions::Scalar => Ok(1),
        Dimensions::Vec2 => Ok(2),
        Dimensions::Vec3 => Ok(3),
        Dimensions::Vec4 => Ok(4),
        Dimensions::Mat2 | Dimensions::Mat3 | Dimensions::Mat4 => {
            let number = accessor.index();
            Err(file(format!("accessor {number} has matrices; expected vectors")))
        }
    }
}

/// Returns a component of an element.
fn number(kind: DataType, normalized: bool, bytes: &[u8]) -> f32 {
    let mut word = [0; 4];
    for (byte, given) in word.iter_mut().zip(bytes) {
        *byte = *given;
    }
    let [low, high, ..] = word;
    let (number, max) = match kind {
        DataType::U8 => (f32::from(low), 255.0),
        DataType::I8 => (f32::from(i8::from_le_bytes([low])), 127.0),
        DataType::U16 => (f32::from(u16::from_le_bytes([low, high])), 65_535.0),
        DataType::I16 => (f32::from(i16::from_le_bytes([low, high])), 32_767.0),
        DataType::U32 => return crate::number::float(u32::from_le_bytes(word).into()),
        DataType::F32 => return f32::from_le_bytes(word),
    };
    if normalized { (number / max).max(-1.0) } else { number }
}
