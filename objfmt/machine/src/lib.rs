#![doc = include_str!("../README.md")]
//!
//! - [`Program`]: a shader of a file, or of the memory of an emulated processor, decoded once;
//! - [`Machine`]: its registers and runs;
//! - [`Machine::run_vertices`]: the runs of a whole mesh;
//! - [`Batch`]: machines for many vertices, which run together;
//! - [`Feed`]: vertices for geometry shaders, in the three modes of the console;
//! - [`Emitted`]: the output of geometry shaders;
//! - [`Fault`]: the reason and location of a run that reaches no `end`;
//! - [`Observer`]: a view of each executed instruction.
//!
//! Whatever the words of a program are, a run neither panics nor exceeds its budget. It allocates memory only for the
//! vertices that it emits, and, in a batch, for groups of vertices that wait for others.
//!
//! # In an emulator
//!
//! An emulator has no file, but the registers of the GPU, from which a draw call makes a program:
//!
//! ```rust
//! use pica200_machine::{Bank, Descriptor, Machine, Program, Register, Stage, Vector};
//!
//! # struct Gpu {
//! #     code: Vec<u32>,
//! #     descriptors: [u32; 128],
//! #     entry: u16,
//! #     floats: [Vector; 96],
//! #     integers: [[u8; 4]; 4],
//! #     booleans: u16,
//! # }
//! type Error = Box<dyn std::error::Error>;
//!
//! fn shade(gpu: &Gpu, vertices: &[[Vector; 2]]) -> Result<Vec<[Vector; 16]>, Error> {
//!     let descriptors = gpu.descriptors.map(Descriptor::from_bits);
//!     let program = Program::from_parts(&gpu.code, &descriptors, gpu.entry, Stage::Vertex)?;
//!     let mut machine = Machine::new(&program);
//!     machine.set_uniforms(&gpu.floats)?;
//!     machine.set_integers(gpu.integers);
//!     machine.set_booleans(gpu.booleans);
//!     let inputs = [0, 1].map(|number| Register { bank: Bank::Input, number });
//!     let shaded = machine.run_vertices(&inputs, vertices, 100_000)?;
//!     shaded.into_iter().map(|vertex| Ok(vertex?.outputs)).collect()
//! }
//! # // `end`
//! # let gpu = Gpu {
//! #     code: vec![0x8800_0000],
//! #     descriptors: [0; 128],
//! #     entry: 0,
//! #     floats: [[0.0; 4]; 96],
//! #     integers: [[0; 4]; 4],
//! #     booleans: 0,
//! # };
//! # assert_eq!(shade(&gpu, &[[[1.0; 4]; 2]])?, [[[0.0; 4]; 16]]);
//! # Ok::<(), Error>(())
//! ```
//!
//! As long as the game writes no code, the next draw call takes the same program. `Machine` borrows nothing, and can
//! stay in the state of the emulator.
//!
//! # What is known, and what is not
//!
//! The model follows emulators that were tested against consoles:
//!
//! - Numbers are `f32`; the bits of a NaN, its sign among them, have no meaning. 0 times an infinity is 0, 0 times NaN
//!   is NaN, and `max` and `min` give their second operand if either is NaN.
//! - The stacks hold 8 `if`s, 4 calls and 4 loops; a full stack overwrites its oldest entry. After one instruction, up
//!   to four calls, one `if` and one loop close, in this order, and the last one that closes decides where execution
//!   continues. The fourth of the calls closes without its return.
//! - A jump in the last word of a scope is lost. `break` closes no scope but its loop, and does nothing without a loop.
//! - After the outermost loop, `aL` keeps its last value; after other loops, it has its value from before the loop.
//! - A relative address beyond `c95` gives 1 in all components, and an address register outside -128 to 127 counts
//!   as 0.
//!
//! Where nothing certain is known, the model makes these choices:
//!
//! - `litp` is approximate: it clamps. That it sets `cmp.x` to x >= 0 and `cmp.y` to w >= 0 is known.
//! - `ex2`, `lg2`, `rcp` and `rsq` are as exact as `f32`; see [`Precision`] for the precision of the machine. The last
//!   bit of `lg2` differs from emulators that take the function of the system for about 2 % of numbers; no test of the
//!   hardware decides which is right.
//! - There is a -0, and `rcp` of -0 is negative infinity; that `rsq` of -0 is positive infinity is known. Subnormal
//!   numbers of `f32` do not become 0, but those of a float24 do with [`Precision::Float24`].
//! - The constants of a shader are float24 in its file. With [`Precision::Single`], a uniform that is set may therefore
//!   differ from a constant of the same number: it has all bits, and does not become 0 if it is nearer to 0 than 2^-62.
//! - The operators 6 and 7 of `cmp` always hold, and `for` uses the lowest two bits of its uniform's number.
//! - `mova` of NaN gives 0, and of a number beyond 32 bits the nearest number of 32 bits.
//! - `aL` is not a byte: it counts beyond 255.
//! - An address register applies only to float uniforms, not to inputs and temporaries.
//! - `emit` and `setemit` end a vertex shader with a [`Fault`]; geometry shaders emit no output beyond `o6`.
//! - Before the first `setemit`, vertices go to slot 0; a vertex for slot 3 is emitted and kept in no slot.
//! - `inv` exchanges the second and third corner of a triangle.
//! - Registers are zero at first. Those of vertex shaders, too, keep their values from run to run, including flags and
//!   addresses.
//!
//! Mistakes that stop the console have no special effect here: two `mova` in a row, two inputs in one instruction, and
//! outputs that a vertex shader does not write, or writes twice.

mod arithmetic;
mod batch;
mod execute;
mod fault;
mod feed;
mod geometry;
mod machine;
mod observe;
mod operands;
mod plan;
mod precision;
mod program;
mod registers;
mod step;
mod value;

pub use batch::{Batch, ShadedVertex};
pub use execute::Run;
pub use fault::{Fault, FaultKind, FaultPlace};
pub use feed::{Fed, Feed, FeedError};
pub use geometry::{Emitted, MOST_VERTICES, Triangle, Vertex};
pub use machine::Machine;
pub use observe::{Executed, Written};
pub use pica200_objfmt::isa::descriptor::Descriptor;
pub use pica200_objfmt::isa::register::{Bank, Register};
pub use pica200_objfmt::observe::{Counts, Observed, Observer, Tracer, Unobserved};
pub use precision::Precision;
pub use program::{LoadError, Named, Procedure, Program, ShaderChoice, Stage};
pub use registers::Vector;
pub use value::{SetError, Value};
