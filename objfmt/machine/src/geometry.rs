//! What geometry shaders give out: vertices, and the triangles that they make.

use pica200_objfmt::isa::limits::GEOMETRY_OUTPUTS;

use crate::fault::FaultKind;
use crate::registers::Vector;

/// The outputs of an emitted vertex, `o0` to `o6`. Geometry shaders have no others: what they write to those is lost.
pub type Vertex = [Vector; GEOMETRY_OUTPUTS as usize];

/// How many vertices a machine keeps, until they are taken.
pub const MOST_VERTICES: usize = 1 << 16;

/// A triangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Triangle {
    /// Its corners, in the order in which it is drawn: those of slots 0, 1 and 2, or 0, 2 and 1 if `inv` was asked for.
    ///
    /// That `inv` reverses the winding is known, and not which two corners change places for it. Whichever do, it is
    /// the same triangle, begun at another corner. Which of the two windings is the front is the console's program's
    /// choice.
    pub corners: [Vertex; 3],
    /// The numbers of the corners' vertices, counted from 0 in the order of all `emit`s since the machine was made or
    /// reset. `None` for a slot that holds no vertex yet.
    pub vertices: [Option<u64>; 3],
    /// Whether the winding was reversed.
    pub inverted: bool,
}

/// What was given out.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Emitted {
    /// All vertices, in the order of their `emit`s.
    pub vertices: Vec<Vertex>,
    /// All triangles.
    pub triangles: Vec<Triangle>,
}

/// A vertex slot: what it holds, and the number of the vertex.
#[derive(Clone, Copy, Default, Debug)]
struct Slot {
    vertex: Vertex,
    number: Option<u64>,
}

/// The part of the machine that collects vertices. All of it is kept between runs.
///
/// Before the first `setemit`, vertices go into slot 0 and make no triangle; slots without a vertex hold zeros. Slot 3
/// can be named, yet there is none: a vertex for it is given out, and kept in no slot. Of all this nothing is known.
#[derive(Clone, Default, Debug)]
pub(crate) struct Emitter {
    slots: [Slot; 3],
    /// How many vertices were emitted.
    count: u64,
    pub(crate) slot: u8,
    pub(crate) primitive: bool,
    pub(crate) invert: bool,
    pub(crate) emitted: Emitted,
}

impl Emitter {
    /// Takes a vertex.
    pub(crate) fn emit(&mut self, vertex: Vertex) -> Result<(), FaultKind> {
        if self.emitted.vertices.len() >= MOST_VERTICES {
            return Err(FaultKind::TooManyVertices);
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
        Ok(())
    }
}
