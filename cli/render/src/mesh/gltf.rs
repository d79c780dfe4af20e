//! glTF 2.0, as JSON or in a GLB container.

mod accessor;

use ::gltf::buffer::Source;
use ::gltf::mesh::Mode;
use ::gltf::{Gltf, Node, Primitive, Semantic};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pica200_machine::Vector;

use super::{Attribute, Mesh, MeshError, Parts, ReadFile};
use crate::transform::{IDENTITY, Matrix, cross, normalized, product, transformed, transposed};

/// How deep nodes are nested at most.
const MOST_LEVELS: usize = 64;

/// The number of nodes that are looked at, at most.
const MOST_NODES: usize = 1 << 16;

/// The semantics that become attributes.
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

/// Reads the meshes of a file's scene, in the places that its nodes give them.
pub(super) fn read(bytes: &[u8], files: &mut ReadFile<'_>) -> Result<Mesh, MeshError> {
    check_length(bytes)?;
    let gltf = Gltf::from_slice(bytes).map_err(|error| file(error.to_string()))?;
    let buffers = buffers(&gltf, files)?;
    let mut reader = Reader {
        buffers: &buffers,
        parts: Parts::default(),
        nodes: 0,
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

/// Checks the length in the header of a container, from which the crate `gltf` subtracts that of the header.
fn check_length(bytes: &[u8]) -> Result<(), MeshError> {
    if !bytes.starts_with(b"glTF") {
        return Ok(());
    }
    let length = bytes.get(8..12).and_then(|bytes| bytes.try_into().ok());
    match length.map(u32::from_le_bytes) {
        Some(length) if length >= 12 => Ok(()),
        _ => Err(file("the header of the GLB container is damaged")),
    }
}

/// The bytes of all buffers.
fn buffers(gltf: &Gltf, files: &mut ReadFile<'_>) -> Result<Vec<Vec<u8>>, MeshError> {
    let mut buffers = Vec::new();
    for buffer in gltf.buffers() {
        let bytes = match buffer.source() {
            Source::Bin => gltf.blob.clone().unwrap_or_default(),
            Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(data) => decode(data)?,
                None => {
                    let bytes = files(uri);
                    bytes.map_err(|why| file(format!("buffer `{uri}`: {why}")))?
                }
            },
        };
        if bytes.len() < buffer.length() {
            let (number, found, expected) = (buffer.index(), bytes.len(), buffer.length());
            let why = format!("buffer {number} has {found} bytes; it says that it has {expected}");
            return Err(file(why));
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}

/// The bytes of an address that contains them.
fn decode(data: &str) -> Result<Vec<u8>, MeshError> {
    let text = data.split_once(";base64,").map(|(_, text)| text);
    let text = text.ok_or_else(|| file("a buffer with `data:` is not in base64"))?;
    let bytes = STANDARD.decode(text);
    bytes.map_err(|error| file(format!("the base64 of a buffer: {error}")))
}

struct Reader<'g> {
    buffers: &'g [Vec<u8>],
    parts: Parts,
    /// The number of nodes so far.
    nodes: usize,
}

impl Reader<'_> {
    /// Adds the meshes of a node and of those in it.
    fn node(&mut self, node: &Node<'_>, around: &Matrix, level: usize) -> Result<(), MeshError> {
        self.nodes += 1;
        if level > MOST_LEVELS || self.nodes > MOST_NODES {
            return Err(file(
                "its nodes are nested too deeply, or there are too many",
            ));
        }
        // The format has columns.
        let own = transposed(&node.transform().matrix());
        let place = product(around, &own);
        if let Some(mesh) = node.mesh() {
            // Bones place a mesh with a skin; its node does not.
            let place = if node.skin().is_some() {
                IDENTITY
            } else {
                place
            };
            self.mesh(&mesh, &place)?;
        }
        for child in node.children() {
            self.node(&child, &place, level + 1)?;
        }
        Ok(())
    }

    fn mesh(&mut self, mesh: &::gltf::Mesh<'_>, place: &Matrix) -> Result<(), MeshError> {
        for primitive in mesh.primitives() {
            let mut part = self.part(&primitive)?;
            if *place != IDENTITY {
                put(&mut part, place);
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
                // The format counts from the upper edge of a texture, the console from the lower one.
                values.iter_mut().for_each(|[_, t, ..]| *t = 1.0 - *t);
            }
            attributes.push((*attribute, values));
        }
        let Some((Attribute::Position, places)) = attributes.first() else {
            return Err(file("a primitive has no `POSITION`"));
        };
        let count = places.len();
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

/// The vertices of triangles, three by three.
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
            triangles.extend(if number % 2 == 0 {
                [a, b, c]
            } else {
                [b, a, c]
            });
        }
    }
    triangles
}

/// Puts the vertices of a part into their place.
fn put(part: &mut Mesh, place: &Matrix) {
    let directions = of_normals(place);
    for (attribute, values) in &mut part.attributes {
        let put = |vector: &mut Vector| match attribute {
            Attribute::Position => *vector = transformed(place, *vector),
            Attribute::Normal => *vector = turned(&directions, *vector),
            Attribute::Tangent => *vector = turned(place, *vector),
            _ => {}
        };
        values.iter_mut().for_each(put);
    }
}

/// The matrix that keeps normals at right angles to their surfaces.
fn of_normals([a, b, c, _]: &Matrix) -> Matrix {
    let [a, b, c] = [a, b, c].map(|[x, y, z, _]| [*x, *y, *z]);
    let row = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    [
        row(cross(b, c)),
        row(cross(c, a)),
        row(cross(a, b)),
        IDENTITY[3],
    ]
}

/// A direction, turned by a matrix, with the length 1 and its fourth number.
fn turned(matrix: &Matrix, [x, y, z, w]: Vector) -> Vector {
    let [x, y, z, _] = transformed(matrix, [x, y, z, 0.0]);
    let [x, y, z] = normalized([x, y, z]).unwrap_or([x, y, z]);
    [x, y, z, w]
}
