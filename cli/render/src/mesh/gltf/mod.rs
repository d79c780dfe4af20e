//! glTF 2.0, as JSON or in a GLB container.

mod accessor;
mod buffers;

use ::gltf::mesh::Mode;
use ::gltf::{Document, Gltf, Node, Primitive, Semantic};
use pica200_machine::Vector;

use super::{Attribute, Mesh, MeshError, Parts, ReadFile};
use crate::transform::{IDENTITY, Matrix, cross, dot, normalized, product, transformed, transposed};

/// Maximum depth of nested nodes.
const MAX_LEVELS: usize = 64;

/// Maximum number of nodes visited.
const MAX_NODES: usize = 1 << 16;

/// Maximum number of primitives of all nodes. Those without vertices also take time.
const MAX_PRIMITIVES: usize = 1 << 16;

/// Semantics that become attributes.
const ATTRIBUTES: [(Semantic, Attribute); 8] = [
    (Semantic::Positions, Attribute::Position),
    (Semantic::Normals, Attribute::Normal),
    (Semantic::Tangents, Attribute::Tangent),
    (Semantic::TexCoords(0), Attribute::Texcoord),
    (Semantic::TexCoords(1), Attribute::Texcoord1),
    (Semantic::Colors(0), Attribute::Color),
    (Semantic::Joints(0), Attribute::Joints),
    (Semantic::Weights(0), Attribute::Weights),
];

/// Reads the meshes of a file's scene, transformed by their nodes.
pub(super) fn read(bytes: &[u8], files: &mut ReadFile<'_>) -> Result<Mesh, MeshError> {
    check_length(bytes)?;
    let gltf = parse(bytes)?;
    let uri_contents = buffers::uri_contents(&gltf, files)?;
    let buffers = buffers::buffers(&gltf, &uri_contents)?;
    let mut reader = Reader {
        buffers: &buffers,
        parts: Parts::default(),
        nodes: 0,
        primitives: 0,
    };
    let scene = gltf.default_scene().or_else(|| gltf.scenes().next());
    match scene {
        Some(scene) => {
            for node in scene.nodes() {
                reader.node(&node, &IDENTITY, 0)?;
            }
        }
        None => {
            for mesh in gltf.meshes() {
                reader.mesh(&mesh, &IDENTITY)?;
            }
        }
    }
    Ok(reader.parts.mesh)
}

fn file(why: impl Into<String>) -> MeshError {
    MeshError::File(why.into())
}

/// Checks the length in the header of a container, from which the crate `gltf` subtracts the header's length.
fn check_length(bytes: &[u8]) -> Result<(), MeshError> {
    if !bytes.starts_with(b"glTF") {
        return Ok(());
    }
    let length = bytes.get(8..12).and_then(|bytes| bytes.try_into().ok());
    match length.map(u32::from_le_bytes) {
        Some(length) if length >= 12 => Ok(()),
        _ => Err(file("the header of the GLB container is malformed")),
    }
}

/// Parses the JSON, and the binary chunk of a container. The crate `gltf` panics when validating a primitive with a
/// nonexistent accessor, so accessors are checked first.
fn parse(bytes: &[u8]) -> Result<Gltf, MeshError> {
    let damaged = |error: ::gltf::Error| file(error.to_string());
    let Gltf { document, blob } = Gltf::from_slice_without_validation(bytes).map_err(damaged)?;
    let json = document.into_json();
    let primitives = json.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let accessors = primitives.flat_map(|primitive| primitive.attributes.values());
    let count = json.accessors.len();
    if let Some(unknown) = accessors.map(|index| index.value()).find(|index| *index >= count) {
        return Err(file(format!(
            "a primitive has accessor {unknown}; the file has {count} of them"
        )));
    }
    let document = Document::from_json(json).map_err(damaged)?;
    Ok(Gltf { document, blob })
}

struct Reader<'g> {
    buffers: &'g [&'g [u8]],
    parts: Parts,
    /// Number of nodes so far.
    nodes: usize,
    /// Number of primitives so far.
    primitives: usize,
}

impl Reader<'_> {
    /// Adds the meshes of a node and its children.
    fn node(&mut self, node: &Node<'_>, around: &Matrix, level: usize) -> Result<(), MeshError> {
        self.nodes += 1;
        if level > MAX_LEVELS || self.nodes > MAX_NODES {
            return Err(file("its nodes are nested too deeply, or there are too many"));
        }
        // The format is column-major.
        let own = transposed(&node.transform().matrix());
        let transform = product(around, &own);
        if let Some(mesh) = node.mesh() {
            // Bones position a mesh with a skin; its node does not.
            let transform = if node.skin().is_some() { IDENTITY } else { transform };
            self.mesh(&mesh, &transform)?;
        }
        for child in node.children() {
            self.node(&child, &transform, level + 1)?;
        }
        Ok(())
    }

    fn mesh(&mut self, mesh: &::gltf::Mesh<'_>, transform: &Matrix) -> Result<(), MeshError> {
        for primitive in mesh.primitives() {
            self.primitives += 1;
            if self.primitives > MAX_PRIMITIVES {
                return Err(file(format!(
                    "its nodes have more than {MAX_PRIMITIVES} primitives together"
                )));
            }
            let mut part = self.part(&primitive)?;
            if *transform != IDENTITY {
                transform_part(&mut part, transform);
            }
            self.parts.add(part)?;
        }
        Ok(())
    }

    fn part(&self, primitive: &Primitive<'_>) -> Result<Mesh, MeshError> {
        let mut attributes = Vec::new();
        for (semantic, attribute) in &ATTRIBUTES {
            let Some(accessor) = primitive.get(semantic) else {
                continue;
            };
            let mut values = accessor::vectors(&accessor, self.buffers)?;
            if matches!(attribute, Attribute::Texcoord | Attribute::Texcoord1) {
                // Texture coordinates start at the upper edge in the format, and at the lower one on the console.
                values.iter_mut().for_each(|[_, t, ..]| *t = 1.0 - *t);
            }
            attributes.push((*attribute, values));
        }
        let Some((Attribute::Position, positions)) = attributes.first() else {
            return Err(file("a primitive has no `POSITION`"));
        };
        let count = positions.len();
        if attributes.iter().any(|(_, values)| values.len() != count) {
            return Err(file("the attributes of a primitive have different counts"));
        }
        let indices = match primitive.indices() {
            Some(accessor) => accessor::indices(&accessor, self.buffers, count)?,
            None => (0..).take(count).collect(),
        };
        Ok(Mesh {
            count,
            attributes,
            indices: triangles(&indices, primitive.mode())?,
        })
    }
}

/// Returns the vertices of triangles, three by three.
fn triangles(indices: &[u32], mode: Mode) -> Result<Vec<u32>, MeshError> {
    let of_pairs = |first: u32, pairs: &[u32]| {
        let pairs = pairs.windows(2);
        pairs.flat_map(|pair| [&[first], pair].concat()).collect()
    };
    match mode {
        Mode::Triangles => {
            let whole = indices.len() - indices.len() % 3;
            Ok(indices.get(..whole).unwrap_or_default().to_vec())
        }
        Mode::TriangleStrip => Ok(strip(indices)),
        Mode::TriangleFan => Ok(match indices.split_first() {
            Some((first, others)) => of_pairs(*first, others),
            None => Vec::new(),
        }),
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => Err(file(
            "a primitive has points or lines; only triangles, strips and fans can be drawn",
        )),
    }
}

fn strip(indices: &[u32]) -> Vec<u32> {
    let mut triangles = Vec::new();
    for (number, corners) in indices.windows(3).enumerate() {
        if let [a, b, c] = *corners {
            triangles.extend(if number % 2 == 0 { [a, b, c] } else { [b, a, c] });
        }
    }
    triangles
}

/// Transforms the vertices of a part. For a mirroring matrix, the winding of triangles is reversed, so that they still
/// match their normals.
fn transform_part(part: &mut Mesh, transform: &Matrix) {
    let is_mirrored = determinant(transform) < 0.0;
    let side = if is_mirrored { -1.0 } else { 1.0 };
    let directions = normal_matrix(transform).map(|row| row.map(|number| number * side));
    for (attribute, values) in &mut part.attributes {
        let transform_part = |vector: &mut Vector| match attribute {
            Attribute::Position => *vector = transformed(transform, *vector),
            Attribute::Normal => *vector = transform_direction(&directions, *vector),
            Attribute::Tangent => {
                let [x, y, z, w] = transform_direction(transform, *vector);
                *vector = [x, y, z, w * side];
            }
            _ => {}
        };
        values.iter_mut().for_each(transform_part);
    }
    if is_mirrored {
        for [_, second, third] in part.indices.as_chunks_mut::<3>().0 {
            std::mem::swap(second, third);
        }
    }
}

/// Returns the first three rows of a matrix without the translation.
fn rows([a, b, c, _]: &Matrix) -> [[f32; 3]; 3] {
    [a, b, c].map(|[x, y, z, _]| [*x, *y, *z])
}

/// Returns the determinant, which is negative for a mirroring matrix.
fn determinant(transform: &Matrix) -> f32 {
    let [a, b, c] = rows(transform);
    dot(a, cross(b, c))
}

/// Returns the normal matrix, which keeps normals perpendicular to their surfaces.
fn normal_matrix(transform: &Matrix) -> Matrix {
    let [a, b, c] = rows(transform);
    let row = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    [row(cross(b, c)), row(cross(c, a)), row(cross(a, b)), IDENTITY[3]]
}

/// Transforms a direction by a matrix and normalizes it, keeping its fourth component.
fn transform_direction(matrix: &Matrix, [x, y, z, w]: Vector) -> Vector {
    let [x, y, z, _] = transformed(matrix, [x, y, z, 0.0]);
    let [x, y, z] = normalized([x, y, z]).unwrap_or([x, y, z]);
    [x, y, z, w]
}
