#![doc = include_str!("../README.md")]
//!
//! - [`Program`]: a program of a container, decoded once;
//! - [`Machine`]: its registers and runs;
//! - [`Emitted`]: the vertices that a geometry shader emits;
//! - [`Quad`]: four neighbouring pixels, for shaders that compare them;
//! - [`Resources`]: textures, buffers and views, which the caller provides;
//! - [`Textures`]: textures of pictures, with samplers, as resources;
//! - [`Fault`]: the reason and place of a run that does not reach its end;
//! - [`Observer`]: a view of each executed instruction.
//!
//! Whatever the bytes of a program are, a run neither panics nor exceeds its budget, and allocates no memory but for
//! the vertices that a geometry shader emits: up to 1024 for each of its instances.
//!
//! # The model
//!
//! Registers are four lanes of 32 bits without a type. An operand is read by index, order of lanes, absolute value and
//! negation; all operands are read before a destination is written. Where Direct3D leaves a choice, or it is not known,
//! the machine does this:
//!
//! - Floats are `f32`, with a rounding after each operation; `mad` rounds twice, `dfma` once. Subnormal numbers stay.
//!   `exp`, `log` and `sincos` are as exact as `libm`. Sums of products are added in the order x, y, z, w.
//! - Negation is that of integers for instructions of integers, and a change of the sign bit for all others, `mov` and
//!   `movc` among them. The absolute value of an integer is a fault of the program.
//! - Saturation has no effect on integers. NaN and -0 become 0.
//! - `f32tof16` rounds to the nearest half, of two to the even one. The sum of `msad` wraps.
//! - Doubles take the lanes x and y, and z and w. Where only one side of an instruction has doubles, they correspond in
//!   order to the lanes of the mask, or to x and y of the source. `dmovc` tests x for the first double and z for the
//!   second.
//! - Precisions below 32 bits are not modelled.
//! - The rows of a constant buffer are those that the program declares, with the default values of its variables; rows
//!   beyond them are 0, as are buffers that it does not declare, and rows beyond the immediate constant buffer. Other
//!   registers that do not exist are faults, also inputs.
//! - A `case` that is not empty and has no `break` falls into the next one. Of two cases with one value, the first
//!   counts.
//! - A subroutine is not entered from above: the code ends in front of `label`.
//! - A geometry shader ends when it has emitted as many vertices as it declares. Its outputs keep their values behind
//!   `emit`, where Direct3D leaves them undefined.
//! - `discard` ends the run of a pixel that runs alone. `sync`, `debug_break` and messages do nothing; `abort` is a
//!   fault.
//! - Instructions that compare neighbouring pixels (`deriv_rtx` and the like, `lod`) need a [`Quad`]; a pixel that runs
//!   alone refuses them when it executes them.
//! - One run is one thread. Compute and hull shaders, whose threads share memory and wait for each other, are refused
//!   when they are loaded, and so are domain shaders.
//! - Instructions that need other places in a pixel (`eval_centroid` and the like) or interfaces (`fcall`) are refused
//!   when they are executed.

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

pub use fault::{CodeFault, Fault, FaultKind, LoadError, MOST_CALLS, Refusal};
pub use geometry::{Emitted, EmittedVertex, Geometry, MOST_KEPT, STREAMS};
pub use machine::{Machine, Run, SetError};
pub use observe::{Executed, Written};
pub use pica200_objfmt::observe::{Counts, Observed, Observer, Tracer, Unobserved};
pub use ports::Port;
pub use program::Program;
pub use quad::{Quad, QuadFault};
pub use registers::{Register, Vector};
pub use resources::{Access, Answer, NoResources, Provider, Resources};
pub use slots::{SamplerSlot, SlotName, TextureSlot};
pub use textures::{
    AddressMode, Comparison, Filter, Image, Sampler, SamplerError, Texel, Texture, TextureError, Textures,
};
pub use variables::{Variable, VariableError};
