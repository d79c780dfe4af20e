//! Geometry shaders: input primitives and emitted vertices.

use pica200_dxbc::program::{Declaration, Instruction, Primitive, RegisterKind, Topology};

use crate::fault::{FaultKind, LoadError};
use crate::ports::Port;
use crate::registers::{MAX_PORTS, MAX_VERTICES, Vector};

/// The number of vertex streams of a geometry shader.
pub const STREAMS: u8 = 4;

/// The maximum number of vertices that a run can emit: each has at least one component, and all together have 1024.
const MAX_EMITTED_VERTICES: u32 = 1024;
/// The maximum instance count of a geometry shader.
const MAX_INSTANCES: u32 = 32;

/// The number of vertices that [`GeometryOutput`] stores, for programs with up to 32 outputs; fewer for more outputs.
pub const MAX_STORED_VERTICES: usize = 1 << 16;

/// The primitive declarations of a geometry shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// The input primitive.
    pub primitive: Primitive,
    /// The number of vertices of this primitive.
    pub vertices: u32,
    /// The maximum number of vertices that a run emits, over all streams. The run ends when it has emitted them.
    pub max_vertices: u32,
    /// The instance count: the number of runs for each primitive. `vGSInstanceID` counts them from 0.
    pub instances: u32,
    /// The topology of each stream; `None` for streams that are not declared.
    pub topologies: [Option<Topology>; STREAMS as usize],
}

impl Geometry {
    /// Collects the declarations of a program.
    pub(crate) fn from_declarations(instructions: &[Instruction]) -> Result<Self, LoadError> {
        let mut primitive = None;
        let mut geometry = Self {
            primitive: Primitive(0),
            vertices: 0,
            max_vertices: MAX_EMITTED_VERTICES,
            instances: 1,
            topologies: [None; STREAMS as usize],
        };
        let mut stream = 0;
        for declaration in instructions.iter().filter_map(Instruction::declaration) {
            match declaration {
                Declaration::InputPrimitive(found) => primitive = Some(found),
                Declaration::MaxOutputVertices(count) => {
                    geometry.max_vertices = count.min(MAX_EMITTED_VERTICES);
                }
                Declaration::GeometryInstances(count) => {
                    geometry.instances = count.clamp(1, MAX_INSTANCES);
                }
                Declaration::Stream(operand) => {
                    stream = operand.number().map_or(usize::MAX, |number| number as usize);
                }
                Declaration::OutputTopology(topology) => {
                    if let Some(slot) = geometry.topologies.get_mut(stream) {
                        *slot = Some(topology);
                    }
                }
                _ => {}
            }
        }
        geometry.primitive = primitive.ok_or(LoadError::NoPrimitive)?;
        geometry.vertices = vertices(geometry.primitive).ok_or(LoadError::Primitive {
            found: geometry.primitive.0,
        })?;
        Ok(geometry)
    }
}

/// Returns the number of vertices of a primitive, or `None` for unknown ones.
fn vertices(primitive: Primitive) -> Option<u32> {
    match primitive {
        Primitive::POINT => Some(1),
        Primitive::LINE => Some(2),
        Primitive::TRIANGLE => Some(3),
        Primitive::LINE_ADJACENCY => Some(4),
        Primitive::TRIANGLE_ADJACENCY => Some(6),
        patch => patch.patch().filter(|count| *count <= MAX_VERTICES),
    }
}

/// A vertex emitted by a geometry shader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EmittedVertex {
    /// The stream, from 0 to 3.
    pub stream: u8,
    /// The index of its strip. Vertices of a stream with the same index were emitted by one run, without a cut between
    /// them.
    pub strip: u32,
    /// The output registers, starting at `o0`.
    pub outputs: Vec<Vector>,
}

impl EmittedVertex {
    /// Returns the components of an output, in order, padded with zeros, or `None` if it has no register.
    pub fn value(&self, port: &Port) -> Option<Vector> {
        let register = port.register.filter(|register| register.kind == RegisterKind::OUTPUT)?;
        let row = self.outputs.get(register.number as usize)?;
        Some(port.gather(*row))
    }
}

/// The vertices emitted by runs of a geometry shader, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GeometryOutput {
    /// The vertices of all streams.
    pub vertices: Vec<EmittedVertex>,
    /// The number of completed strips.
    ended: u32,
}

impl GeometryOutput {
    /// Assembles the points, lines or triangles of a stream. Each primitive is a list of indices into all vertices.
    /// Strips that are too short, or have an unknown topology, form no primitives.
    ///
    /// All triangles of a triangle strip get the winding of the first: the last two vertices of every second triangle
    /// are swapped.
    pub fn primitives(&self, geometry: &Geometry, stream: u8) -> Vec<Vec<usize>> {
        let topology = geometry.topologies.get(usize::from(stream)).copied();
        let size = match topology.flatten() {
            Some(Topology::POINT_LIST) => 1,
            Some(Topology::LINE_LIST | Topology::LINE_STRIP) => 2,
            Some(Topology::TRIANGLE_LIST | Topology::TRIANGLE_STRIP) => 3,
            _ => return Vec::new(),
        };
        let is_list = matches!(topology.flatten(), Some(Topology::LINE_LIST | Topology::TRIANGLE_LIST));
        let vertices = self.vertices.iter().enumerate();
        let vertices: Vec<_> = vertices
            .filter(|(_, vertex)| vertex.stream == stream)
            .map(|(number, vertex)| (number, vertex.strip))
            .collect();
        let mut primitives = Vec::new();
        for strip in vertices.chunk_by(|(_, one), (_, other)| one == other) {
            let step = if is_list { size } else { 1 };
            for (number, corners) in strip.windows(size).step_by(step).enumerate() {
                let mut corners: Vec<_> = corners.iter().map(|(vertex, _)| *vertex).collect();
                if let ([_, second, third], false, 1) = (&mut *corners, is_list, number % 2) {
                    std::mem::swap(second, third);
                }
                primitives.push(corners);
            }
        }
        primitives
    }
}

/// The vertices emitted by a run.
pub(crate) struct Emission<'e> {
    emitted: &'e mut GeometryOutput,
    /// The number of vertices that the run may still emit.
    left: u32,
    /// The maximum number of stored vertices, including the vertices of earlier runs.
    max_stored: usize,
    /// The current strip of each stream.
    strips: [u32; STREAMS as usize],
}

impl<'e> Emission<'e> {
    /// Starts the output of a run that emits at most `max` vertices of `outputs` outputs. It begins new strips.
    pub(crate) fn new(emitted: &'e mut GeometryOutput, max: u32, outputs: usize) -> Self {
        const OUTPUTS: usize = MAX_PORTS as usize;
        emitted.ended = emitted.ended.saturating_add(1);
        Self {
            left: max,
            max_stored: MAX_STORED_VERTICES * OUTPUTS / outputs.max(OUTPUTS),
            strips: [emitted.ended; STREAMS as usize],
            emitted,
        }
    }

    /// Adds a vertex. Returns true if more may follow.
    pub(crate) fn emit(&mut self, stream: u8, outputs: &[Vector]) -> Result<bool, FaultKind> {
        let strip = self.strips.get(usize::from(stream)).copied();
        if let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            if self.emitted.vertices.len() >= self.max_stored {
                let max = self.max_stored;
                return Err(FaultKind::TooManyVertices { max });
            }
            self.emitted.vertices.push(EmittedVertex {
                stream,
                strip: strip.unwrap_or_default(),
                outputs: outputs.to_vec(),
            });
        }
        Ok(self.left > 0)
    }

    /// Ends the strip of a stream.
    pub(crate) fn cut(&mut self, stream: u8) {
        self.emitted.ended = self.emitted.ended.saturating_add(1);
        if let Some(strip) = self.strips.get_mut(usize::from(stream)) {
            *strip = self.emitted.ended;
        }
    }
}
