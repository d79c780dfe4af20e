//! Textures, buffers and views, which the caller provides.

use pica200_dxbc::program::Instruction;

use crate::registers::{Register, Vector};

/// An access to a texture, a buffer or a view.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// The instruction, for its opcode, texel offsets and `resinfo` return type.
    pub instruction: &'a Instruction,
    /// The resource (`t0`), the view (`u0`) or `rasterizer`.
    pub resource: Register,
    /// The sampler register, if the instruction has one.
    pub sampler: Option<u32>,
    /// The zero-based component that `gather4` reads, from the sampler's operand.
    pub component: u8,
    /// The values of the other operands, in instruction order: coordinates, levels, offsets, and stored values.
    pub values: &'a [Vector],
    /// The derivatives of the coordinates toward the pixel on the right and the pixel below, for an instruction with
    /// implicit level of detail (`sample`, `sample_b`, `sample_c`, `lod` and their forms with a status) in a
    /// [`Quad`](crate::Quad). Components that are not coordinates are undefined.
    pub gradients: Option<[Vector; 2]>,
}

/// The result of an access. The machine swizzles it as in the resource operand, and applies the write mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AccessResult {
    /// The four components; 0 for stores. For atomic instructions, only the first is used.
    pub value: Vector,
    /// The status that instructions such as `ld_s` return: nonzero if all of the memory was resident.
    pub status: u32,
}

impl AccessResult {
    /// The result of an access that is not performed.
    pub(crate) const NOTHING: Self = Self {
        value: [0; 4],
        status: 0,
    };
}

impl From<Vector> for AccessResult {
    fn from(value: Vector) -> Self {
        Self { value, status: 1 }
    }
}

/// A provider of textures, buffers and views.
pub trait Resources {
    /// Performs an access. `None` ends the run with [`FaultKind::NoResource`](crate::FaultKind::NoResource).
    ///
    /// A pixel that runs alone has no [gradients](Access::gradients), so the provider chooses a level of detail.
    fn access(&mut self, access: &Access<'_>) -> Option<AccessResult>;
}

/// No resources.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NoResources;

impl Resources for NoResources {
    fn access(&mut self, _: &Access<'_>) -> Option<AccessResult> {
        None
    }
}

/// A provider that calls a function for each access.
#[derive(Clone, Debug)]
pub struct Provider<F>(pub F);

impl<F: FnMut(&Access<'_>) -> Option<AccessResult>> Resources for Provider<F> {
    fn access(&mut self, access: &Access<'_>) -> Option<AccessResult> {
        (self.0)(access)
    }
}
