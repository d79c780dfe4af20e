//! What is drawn: the shaders, and the vertices, values and settings of each draw.

use std::sync::Arc;

use pica200_machine::{Precision, Program, Value, Vector};
use pica200_objfmt::isa::register::Register;

use crate::picture::{Pixel, Size};
use crate::texture::Texture;

/// A scene: everything that a picture depends on.
#[derive(Clone, Debug)]
pub struct Scene<'p> {
    /// The size of the picture.
    pub size: Size,
    /// The colour of pixels that nothing covers.
    pub background: Pixel,
    /// Whether the vertices are rotated for the screens of the console, whose frame buffers lie on their side. The
    /// picture turns them back.
    pub tilt: bool,
    /// The vertex shader.
    pub vertex: &'p Program,
    /// The geometry shader, if there is one.
    pub geometry: Option<&'p Program>,
    /// The precision of the machine.
    pub precision: Precision,
    /// The largest number of instructions that all shaders execute for the picture.
    pub budget: u64,
    /// The largest number of pixels that all triangles and edges of the picture cover together.
    pub pixels: u64,
    /// What is drawn, in this order.
    pub draws: Vec<Draw>,
}

impl<'p> Scene<'p> {
    /// A scene that draws nothing yet, on black, without a geometry shader.
    pub fn new(vertex: &'p Program, size: Size) -> Self {
        Self {
            size,
            background: [0, 0, 0, u8::MAX],
            tilt: false,
            vertex,
            geometry: None,
            precision: Precision::Single,
            budget: Self::BUDGET,
            pixels: Self::PIXELS,
            draws: Vec::new(),
        }
    }

    /// The default for the number of instructions of a picture.
    pub const BUDGET: u64 = 200_000_000;

    /// The default for the number of pixels that triangles cover together.
    pub const PIXELS: u64 = 1 << 31;
}

/// Vertices with their values.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The vertices.
    pub vertices: Arc<Vertices>,
    /// How vertices make triangles. A geometry shader is fed instead.
    pub topology: Topology,
    /// The registers of the vertex shader that are the same for all vertices.
    pub values: Vec<(Register, Value)>,
    /// The registers of the geometry shader.
    pub geometry_values: Vec<(Register, Value)>,
    /// The number of registers of a primitive for a geometry shader in point mode; by default, those of one vertex.
    pub stride: Option<u8>,
    /// The number of vertices of a primitive for a geometry shader in variable mode; by default, all make one.
    pub primitive: Option<usize>,
    /// What pixels show.
    pub show: Show,
    /// The numbers that are shown as 0 and as the full colour.
    pub range: [f32; 2],
    /// The texture for [`Show::Texture`] and [`Show::Product`].
    pub texture: Option<Arc<Texture>>,
    /// The triangles that are left out.
    pub cull: Cull,
    /// Whether pixels are tested against the depth of those that were drawn earlier, and replace it.
    pub depth: bool,
    /// The part of the picture that the vertices fill; by default, all.
    pub viewport: Option<Viewport>,
}

impl Draw {
    /// Triangles of these vertices, with depth, in all of the picture.
    pub fn new(vertices: Arc<Vertices>, show: Show) -> Self {
        Self {
            vertices,
            topology: Topology::default(),
            values: Vec::new(),
            geometry_values: Vec::new(),
            stride: None,
            primitive: None,
            show,
            range: show.default_range(),
            texture: None,
            cull: Cull::default(),
            depth: true,
            viewport: None,
        }
    }
}

/// Vertices: the values of inputs, and the order in which they make primitives.
#[derive(Clone, Default, Debug)]
pub struct Vertices {
    /// The number of vertices.
    pub count: usize,
    /// The inputs that differ between vertices, each with a value for every vertex.
    pub inputs: Vec<(Register, Vec<Vector>)>,
    /// The order of the vertices; `None` is that of their numbers. Each index is below `count`.
    pub indices: Option<Vec<u32>>,
}

/// How vertices make triangles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Topology {
    /// Three vertices each.
    #[default]
    Triangles,
    /// Each vertex makes a triangle with the two before it.
    Strip,
    /// Each vertex makes a triangle with the one before it and the first.
    Fan,
}

impl Topology {
    /// All values with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("triangles", Self::Triangles),
        ("strip", Self::Strip),
        ("fan", Self::Fan),
    ];
}

/// What pixels show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The output `color`.
    Color,
    /// The texture at `texcoord0`.
    Texture,
    /// The product of both.
    Product,
    /// The numbers of the quaternion `normalquat`.
    Normalquat,
    /// The normal to which `normalquat` turns (0, 0, 1).
    Normal,
    /// The edges of the triangles.
    Wireframe,
    /// An output, by the number of its property.
    Property(u16),
    /// An output register.
    Register(u8),
}

impl Show {
    /// The numbers that are shown as 0 and as the full colour, if nothing else is said.
    pub fn default_range(self) -> [f32; 2] {
        match self {
            Self::Normal | Self::Normalquat => [-1.0, 1.0],
            _ => [0.0, 1.0],
        }
    }
}

/// The triangles that are left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cull {
    /// None.
    #[default]
    None,
    /// Those whose corners are in clockwise order: the backs, as citro3d sets it by default.
    Back,
    /// Those whose corners are in counter-clockwise order.
    Front,
}

impl Cull {
    /// All values with their names.
    pub const ALL: [(&'static str, Self); 3] = [("none", Self::None), ("back", Self::Back), ("front", Self::Front)];
}

/// A rectangle of pixels. The first row of a picture is the topmost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewport {
    /// The column of its left edge.
    pub left: u16,
    /// The row of its upper edge.
    pub top: u16,
    /// Its size.
    pub size: Size,
}
