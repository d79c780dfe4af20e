//! Output of geometry shaders: vertices and triangles.

use pica200_objfmt::isa::limits::GEOMETRY_OUTPUTS;

use crate::registers::Vector;

/// The outputs of an emitted vertex, `o0` to `o6`. Geometry shaders have no other outputs; writes to others are
/// ignored.
pub type Vertex = [Vector; GEOMETRY_OUTPUTS as usize];

/// The maximum number of vertices that a machine buffers until they are taken.
pub const MAX_VERTICES: usize = 1 << 16;

/// A triangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Triangle {
    /// The corners in drawing order: slots 0, 1 and 2, or 0, 2 and 1 with `inv`.
    ///
    /// `inv` is known to reverse the winding, but not which two corners it swaps. The triangle is the same in any case,
    /// with a different first corner. The program on the console decides which winding is front-facing.
    pub corners: [Vertex; 3],
    /// The numbers of the corners' vertices, numbered from 0 in the order of all `emit`s since the machine was created
    /// or reset. `None` for an empty slot.
    pub vertices: [Option<u64>; 3],
    /// True if the winding is reversed.
    pub inverted: bool,
}

/// The emitted vertices and triangles.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GeometryOutput {
    /// All vertices, in the order of their `emit`s.
    pub vertices: Vec<Vertex>,
    /// All triangles.
    pub triangles: Vec<Triangle>,
}

/// A vertex slot: its vertex, and the vertex number.
#[derive(Clone, Copy, Default, Debug)]
struct Slot {
    vertex: Vertex,
    number: Option<u64>,
}

/// The primitive assembler. Its state is kept between runs.
///
/// Before the first `setemit`, vertices go to slot 0 and form no triangle; slots without a vertex hold zeros. Slot 3
/// can be encoded but does not exist: a vertex for it is emitted but not stored in a slot. None of this is known for
/// certain.
#[derive(Clone, Default, Debug)]
pub(crate) struct Emitter {
    slots: [Slot; 3],
    /// The number of emitted vertices.
    count: u64,
    pub(crate) slot: u8,
    pub(crate) primitive: bool,
    pub(crate) invert: bool,
    pub(crate) emitted: GeometryOutput,
}

impl Emitter {
    /// Accepts a vertex. Returns false if the buffer is full.
    pub(crate) fn emit(&mut self, vertex: Vertex) -> bool {
        if self.emitted.vertices.len() >= MAX_VERTICES {
            return false;
        }
        self.emitted.vertices.push(vertex);
        if let Some(slot) = self.slots.get_mut(usize::from(self.slot)) {
            *slot = Slot {
                vertex,
                number: Some(self.count),
            };
        }
        self.count += 1;
        if self.primitive {
            let [first, second, third] = self.slots;
            let corners = if self.invert {
                [first, third, second]
            } else {
                self.slots
            };
            self.emitted.triangles.push(Triangle {
                corners: corners.map(|slot| slot.vertex),
                vertices: corners.map(|slot| slot.number),
                inverted: self.invert,
            });
        }
        true
    }
}
