#![doc = include_str!("../README.md")]
//!
//! - [`Program`]: a program of a container, decoded once;
//! - [`Machine`]: the registers of a program, and its execution;
//! - [`GeometryOutput`]: the vertices that a geometry shader emits;
//! - [`Quad`]: four neighboring pixels, for shaders that compare them;
//! - [`Resources`]: textures, buffers and views, which the caller provides;
//! - [`Textures`]: textures made from images, with samplers, as resources;
//! - [`Fault`]: the reason and location of a run that does not reach its end;
//! - [`Observer`]: a callback for each executed instruction.
//!
//! For any program bytes, a run does not panic or exceed its budget. It allocates no memory except for the vertices
//! that a geometry shader emits: up to 1024 for each of its instances.
//!
//! # The model
//!
//! Registers have four untyped 32-bit components. A source operand is indexed and swizzled, then the absolute value and
//! negation are applied; all operands are read before a destination is written. Where Direct3D leaves a choice, or its
//! behavior is unknown, the machine does the following:
//!
//! - Floats are `f32`, rounded after each operation; `mad` rounds twice, `dfma` once. Subnormal numbers are preserved.
//!   `exp`, `log` and `sincos` are as precise as `libm`. Dot products are added in the order x, y, z, w.
//! - Negation is integer negation for integer instructions, and flips the sign bit for all others, including `mov` and
//!   `movc`. The absolute value of an integer is a load error.
//! - Saturation has no effect on integers. NaN and -0 become 0.
//! - `f32tof16` rounds to the nearest half, ties to even. The sum of `msad` wraps.
//! - Doubles occupy the components x and y, and z and w. If only one side of an instruction has doubles, they
//!   correspond in order to the components of the mask, or to x and y of the source. `dmovc` tests x for the first
//!   double and z for the second.
//! - Precisions below 32 bits are not modelled.
//! - The rows of a constant buffer are the rows that the program declares, with the default values of its variables.
//!   Rows out of bounds, undeclared buffers, and rows past the end of the immediate constant buffer read as 0. Access
//!   to other registers that do not exist, including inputs, is a fault.
//! - A nonempty `case` without `break` falls through. Of two cases with the same value, the first is used.
//! - Execution does not fall through into a subroutine: the code ends before `label`.
//! - A geometry shader ends when it has emitted as many vertices as it declares. Its outputs keep their values after
//!   `emit`, where Direct3D leaves them undefined.
//! - `discard` ends the run of a pixel that runs alone. `sync`, `debug_break` and messages do nothing; `abort` is a
//!   fault.
//! - Instructions that compare neighboring pixels (`deriv_rtx` and the like, `lod`) need a [`Quad`]; in a pixel that
//!   runs alone they fault at execution.
//! - A run is a single thread. Compute and hull shaders, whose threads share memory and synchronize, are rejected at
//!   load time, and so are domain shaders.
//! - Instructions that evaluate other locations in a pixel (`eval_centroid` and the like) or call interfaces (`fcall`)
//!   fault at execution.

mod arithmetic;
mod execute;
mod fault;
mod geometry;
mod lower;
mod machine;
mod observe;
mod ports;
mod program;
mod quad;
mod registers;
mod resources;
mod slots;
mod step;
mod textures;
mod variables;

pub use fault::{CodeError, Fault, FaultKind, LoadError, MAX_CALL_DEPTH, UnsupportedReason};
pub use geometry::{EmittedVertex, Geometry, GeometryOutput, MAX_STORED_VERTICES, STREAMS};
pub use machine::{Machine, Run, SetError};
pub use observe::{Executed, WrittenRegister};
pub use pica200_objfmt::observe::{Counts, NoObserver, Observable, Observer, Tracer};
pub use ports::Port;
pub use program::Program;
pub use quad::{Quad, QuadFault};
pub use registers::{Register, Vector};
pub use resources::{Access, AccessResult, NoResources, Provider, Resources};
pub use slots::{SamplerSlot, SlotName, TextureSlot};
pub use textures::{
    AddressMode, Comparison, Filter, Image, Sampler, SamplerError, Texel, Texture, TextureError, Textures,
};
pub use variables::{Variable, VariableError};
