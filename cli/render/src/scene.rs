//! Scene description: the shaders, and the vertices, values and settings of each draw.

use std::sync::Arc;

use pica200_machine::{Precision, Program, Value, Vector};
use pica200_objfmt::isa::register::Register;

use crate::picture::{Pixel, Size};
use crate::texture::Texture;

/// A scene: everything that an image depends on.
#[derive(Clone, Debug)]
pub struct Scene<'p> {
    /// Size of the image.
    pub size: Size,
    /// Background colour.
    pub background: Pixel,
    /// True if the vertices are rotated for the screens of the console, whose frame buffers lie on their side. The
    /// image is rotated back.
    pub tilt: bool,
    /// Vertex shader.
    pub vertex: &'p Program,
    /// Geometry shader, if there is one.
    pub geometry: Option<&'p Program>,
    /// Register precision.
    pub precision: Precision,
    /// Maximum number of instructions executed by all shaders for the image.
    pub budget: u64,
    /// Maximum number of pixels covered by all triangles and edges of the image together.
    pub pixels: u64,
    /// Draws, in order.
    pub draws: Vec<Draw>,
}

impl<'p> Scene<'p> {
    /// Creates an empty scene on black, without a geometry shader.
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

    /// Default instruction budget of an image.
    pub const BUDGET: u64 = 200_000_000;

    /// Default limit on covered pixels.
    pub const PIXELS: u64 = 1 << 31;
}

/// A draw call.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Vertices.
    pub vertices: Arc<Vertices>,
    /// How vertices form triangles. Not used with a geometry shader.
    pub topology: Topology,
    /// Vertex shader registers with one value for all vertices.
    pub values: Vec<(Register, Value)>,
    /// Registers of the geometry shader.
    pub geometry_values: Vec<(Register, Value)>,
    /// Number of registers of a primitive for a geometry shader in point mode (default: one vertex).
    pub stride: Option<u8>,
    /// Number of vertices of a primitive for a geometry shader in variable mode (default: all).
    pub primitive: Option<usize>,
    /// Displayed value of pixels.
    pub show: DisplayMode,
    /// Numbers displayed as 0 and as full intensity.
    pub range: [f32; 2],
    /// Texture for [`DisplayMode::Texture`] and [`DisplayMode::Product`].
    pub texture: Option<Arc<Texture>>,
    /// Triangles to cull.
    pub cull: Cull,
    /// True to test and write depth.
    pub depth: bool,
    /// Viewport (default: the whole image).
    pub viewport: Option<Viewport>,
}

impl Draw {
    /// Creates a draw of triangles of these vertices, with depth, in the whole image.
    pub fn new(vertices: Arc<Vertices>, show: DisplayMode) -> Self {
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

/// Vertices: values of inputs, and their order.
#[derive(Clone, Default, Debug)]
pub struct Vertices {
    /// Number of vertices.
    pub count: usize,
    /// Per-vertex inputs, each with a value for every vertex.
    pub inputs: Vec<(Register, Vec<Vector>)>,
    /// Index buffer; `None` for sequential order. Each index is below `count`.
    pub indices: Option<Vec<u32>>,
}

/// How vertices form triangles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Topology {
    /// Three vertices each.
    #[default]
    Triangles,
    /// Each vertex forms a triangle with the two before it.
    Strip,
    /// Each vertex forms a triangle with the one before it and the first.
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

/// Displayed value of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DisplayMode {
    /// The output `color`.
    Color,
    /// The texture at `texcoord0`.
    Texture,
    /// The product of both.
    Product,
    /// The components of the quaternion `normalquat`.
    Normalquat,
    /// The normal: (0, 0, 1) rotated by `normalquat`.
    Normal,
    /// The edges of the triangles.
    Wireframe,
    /// An output, by property number.
    Property(u16),
    /// An output register.
    Register(u8),
}

impl DisplayMode {
    /// Returns the numbers displayed as 0 and as full intensity by default.
    pub fn default_range(self) -> [f32; 2] {
        match self {
            Self::Normal | Self::Normalquat => [-1.0, 1.0],
            _ => [0.0, 1.0],
        }
    }
}

/// Triangles to cull.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cull {
    /// None.
    #[default]
    None,
    /// Triangles with corners in clockwise order: back faces in citro3d's default setting.
    Back,
    /// Triangles with corners in counter-clockwise order.
    Front,
}

impl Cull {
    /// All values with their names.
    pub const ALL: [(&'static str, Self); 3] = [("none", Self::None), ("back", Self::Back), ("front", Self::Front)];
}

/// A rectangle of pixels. The first row of an image is the topmost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewport {
    /// Column of its left edge.
    pub left: u16,
    /// Row of its upper edge.
    pub top: u16,
    /// Its size.
    pub size: Size,
}
