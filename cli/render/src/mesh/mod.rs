//! Models: Wavefront OBJ and glTF.

mod gltf;
mod obj;
#[cfg(test)]
mod tests;

use pica200_machine::Vector;
use thiserror::Error;

/// Maximum number of vertices of a model, and of its indices.
pub const MAX_VERTICES: usize = 1 << 20;

/// The triangles of a model.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Mesh {
    /// Number of vertices.
    pub count: usize,
    /// Values of each attribute, `count` per attribute.
    pub attributes: Vec<(Attribute, Vec<Vector>)>,
    /// Vertices of each triangle, three by three. All are below `count`.
    pub indices: Vec<u32>,
}

impl Mesh {
    /// Returns the values of an attribute; `None` if the model does not have it.
    pub fn attribute(&self, attribute: Attribute) -> Option<&[Vector]> {
        let mut all = self.attributes.iter();
        let found = all.find(|(other, _)| *other == attribute);
        found.map(|(_, values)| values.as_slice())
    }
}

/// A vertex attribute. Missing components are taken from (0, 0, 0, 1), as on the console.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// Position.
    Position,
    /// Normal.
    Normal,
    /// Tangent, with the sign of the bitangent.
    Tangent,
    /// Texture coordinates, from the lower left corner.
    Texcoord,
    /// Second texture coordinates.
    Texcoord1,
    /// Colour.
    Color,
    /// Indices of four bones.
    Joints,
    /// Their weights.
    Weights,
}

impl Attribute {
    /// All attributes with their names in scenes.
    pub const ALL: [(&'static str, Self); 8] = [
        ("position", Self::Position),
        ("normal", Self::Normal),
        ("tangent", Self::Tangent),
        ("texcoord", Self::Texcoord),
        ("texcoord1", Self::Texcoord1),
        ("color", Self::Color),
        ("joints", Self::Joints),
        ("weights", Self::Weights),
    ];

    /// Returns the name in scenes.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, other)| *other == self).map_or("", |(name, _)| name)
    }
}

/// An error that prevents reading a model.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// An error in a line.
    #[error("line {line}: {why}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// The error.
        why: String,
    },
    /// An error of the whole file.
    #[error("{0}")]
    File(String),
    /// Too many vertices or indices.
    #[error("the model has more than {MAX_VERTICES} vertices or indices")]
    TooLarge,
    /// No triangles.
    #[error("the model has no triangles")]
    Empty,
}

/// A function that reads a file referenced by a model, by its name in the model.
pub type ReadFile<'r> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'r;

/// Reads a model: glTF, as JSON or in a GLB container, or else Wavefront OBJ. The format is detected from the first
/// bytes.
///
/// # Errors
///
/// Returns an error if the model is malformed, too large or empty, or requires an unsupported feature.
pub fn read(bytes: &[u8], files: &mut ReadFile<'_>) -> Result<Mesh, MeshError> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let mesh = match first {
        Some(b'{') => gltf::read(bytes, files)?,
        _ if bytes.starts_with(b"glTF") => gltf::read(bytes, files)?,
        _ => obj::read(bytes)?,
    };
    if mesh.indices.is_empty() {
        return Err(MeshError::Empty);
    }
    Ok(mesh)
}

/// Accumulated vertices of the parts of a model.
#[derive(Default)]
struct Parts {
    mesh: Mesh,
}

impl Parts {
    /// Adds a part. An attribute that other parts lack is (0, 0, 0, 1) there, and a missing colour is white.
    fn add(&mut self, part: Mesh) -> Result<(), MeshError> {
        let mesh = &mut self.mesh;
        let before = mesh.count;
        let count = before + part.count;
        if count > MAX_VERTICES || mesh.indices.len() + part.indices.len() > MAX_VERTICES {
            return Err(MeshError::TooLarge);
        }
        for (attribute, values) in part.attributes {
            let known = mesh.attributes.iter_mut();
            let known = known.map(|(other, values)| (*other, values));
            match known.into_iter().find(|(other, _)| *other == attribute) {
                Some((_, all)) => all.extend(values),
                None => {
                    let mut all = vec![missing(attribute); before];
                    all.extend(values);
                    mesh.attributes.push((attribute, all));
                }
            }
        }
        for (attribute, values) in &mut mesh.attributes {
            values.resize(count, missing(*attribute));
        }
        let shift = u32::try_from(before).unwrap_or(u32::MAX);
        let shifted = part.indices.iter().map(|index| index.saturating_add(shift));
        mesh.indices.extend(shifted);
        mesh.count = count;
        Ok(())
    }
}

fn missing(attribute: Attribute) -> Vector {
    match attribute {
        Attribute::Color => [1.0; 4],
        _ => [0.0, 0.0, 0.0, 1.0],
    }
}
