//! Textures, buffers and views: the caller provides them.

use pica200_dxbc::program::Instruction;

use crate::registers::{Register, Vector};

/// An access to a texture, a buffer or a view.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// The instruction: its opcode, the offsets of texels, the type that `resinfo` returns.
    pub instruction: &'a Instruction,
    /// The resource (`t0`), the view (`u0`) or `rasterizer`.
    pub resource: Register,
    /// The number of the sampler, if the instruction has one.
    pub sampler: Option<u32>,
    /// The component that `gather4` takes, from 0: that of the sampler's operand.
    pub component: u8,
    /// The values of the other operands, in the order of the instruction: coordinates, levels, offsets, and values that
    /// are stored.
    pub values: &'a [Vector],
    /// Of an instruction that chooses the level of detail by neighbouring pixels (`sample`, `sample_b`, `sample_c`,
    /// `lod` and their forms with a status), in a [`Quad`](crate::Quad): how much the coordinates change to the pixel
    /// on the right, and to the pixel below. Lanes that are no coordinates mean nothing.
    pub gradients: Option<[Vector; 2]>,
}

/// The result of an access. The machine reorders its lanes as the operand of the resource says, and writes those that
/// the instruction writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// The four lanes, 0 for stores. Of atomic instructions, the first counts.
    pub value: Vector,
    /// The status that instructions such as `ld_s` return, not 0 if all of the memory was there.
    pub status: u32,
}

impl Answer {
    /// The answer to an access that is not carried out.
    pub(crate) const NOTHING: Self = Self {
        value: [0; 4],
        status: 0,
    };
}

impl From<Vector> for Answer {
    fn from(value: Vector) -> Self {
        Self { value, status: 1 }
    }
}

/// What provides textures, buffers and views.
pub trait Resources {
    /// Carries out an access. `None` ends the run with [`FaultKind::NoResource`](crate::FaultKind::NoResource).
    ///
    /// A pixel that runs alone has no [gradients](Access::gradients), so that the provider chooses a level of detail.
    fn access(&mut self, access: &Access<'_>) -> Option<Answer>;
}

/// No resources.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NoResources;

impl Resources for NoResources {
    fn access(&mut self, _: &Access<'_>) -> Option<Answer> {
        None
    }
}

/// Answers each access with a function.
#[derive(Clone, Debug)]
pub struct Provider<F>(pub F);

impl<F: FnMut(&Access<'_>) -> Option<Answer>> Resources for Provider<F> {
    fn access(&mut self, access: &Access<'_>) -> Option<Answer> {
        (self.0)(access)
    }
}
