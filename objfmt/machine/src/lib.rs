#![doc = include_str!("../README.md")]
//!
//! - [`Program`]: a shader from a file, or from the memory of an emulated GPU, decoded once;
//! - [`Machine`]: the registers, and runs of a program;
//! - [`Machine::run_vertices`]: runs of a whole mesh;
//! - [`Batch`]: batched machines for many vertices;
//! - [`Feed`]: input of geometry shaders, in the three modes of the console;
//! - [`GeometryOutput`]: the output of geometry shaders;
//! - [`Fault`]: the reason and location of a run that does not reach `end`;
//! - [`Observer`]: a hook for each executed instruction.
//!
//! For any words of a program, a run neither panics nor exceeds its budget. It allocates memory only for emitted
//! vertices and, in a batch, for waiting groups of vertices.
//!
//! # In an emulator
//!
//! An emulator has no file. It creates a program from the GPU registers at a draw call:
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
//! Until the game writes new code, the next draw calls reuse the program. `Machine` borrows nothing, and can be stored
//! in the state of the emulator.
//!
//! # What is known, and what is not
//!
//! The model follows emulators that were tested against consoles:
//!
//! - Numbers are `f32`. The bits of a NaN, including the sign, are unspecified. 0 times an infinity is 0, 0 times NaN
//!   is NaN, and `max` and `min` return their second operand if either is NaN.
//! - The stacks hold 8 `if`s, 4 calls and 4 loops; a push onto a full stack overwrites the oldest entry. After each
//!   instruction, up to four calls, one `if` and one loop close, in this order, and the last one that closes decides
//!   where execution continues. The fourth call closes without returning.
//! - A jump in the last word of a scope is lost. `break` closes only its loop, and does nothing outside a loop.
//! - After the outermost loop, `aL` keeps its last value; after other loops, it is restored to its value before the
//!   loop.
//! - A relative address past `c95` reads 1 in all components, and an address register outside -128 to 127 is treated as
//!   0.
//!
//! Where the hardware behaviour is unknown, the model makes these choices:
//!
//! - `litp` is approximate: it clamps. It is known that it sets `cmp.x` to x >= 0 and `cmp.y` to w >= 0.
//! - `ex2`, `lg2`, `rcp` and `rsq` have `f32` precision; see [`Precision`] for the precision of the hardware. The last
//!   bit of `lg2` differs for about 2 % of numbers from emulators that use the system's function; no hardware test
//!   decides which is right.
//! - There is a -0, and `rcp` of -0 is negative infinity; it is known that `rsq` of -0 is positive infinity. Subnormal
//!   `f32` numbers are not flushed to 0, but subnormal float24 numbers are with [`Precision::Float24`].
//! - The constants of a shader are float24 in its file. With [`Precision::Single`], a uniform that is set may therefore
//!   differ from a constant with the same number: it keeps all bits, and is not flushed to 0 if it is nearer to 0 than
//!   2^-62.
//! - The operators 6 and 7 of `cmp` always hold, and `for` uses the lowest two bits of its uniform number.
//! - `mova` of NaN gives 0, and of a number beyond 32 bits the nearest 32-bit number.
//! - `aL` is not limited to a byte: it continues past 255.
//! - An address register applies only to float uniforms, not to inputs and temporaries.
//! - `emit` and `setemit` stop a vertex shader with a [`Fault`]; geometry shaders have no outputs past `o6`.
//! - Before the first `setemit`, vertices go to slot 0; a vertex for slot 3 is emitted but not stored in a slot.
//! - `inv` swaps the second and third corner of a triangle.
//! - Registers are initially zero. Vertex shaders also keep register values between runs, including flags and
//!   addresses.
//!
//! Errors that hang the console have no special effect here: two consecutive `mova`, two inputs in one instruction, and
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
pub use fault::{Fault, FaultKind, FaultLocation};
pub use feed::{Feed, FeedError, FeedResult};
pub use geometry::{GeometryOutput, MAX_VERTICES, Triangle, Vertex};
pub use machine::Machine;
pub use observe::{Effect, Executed};
pub use pica200_objfmt::isa::descriptor::Descriptor;
pub use pica200_objfmt::isa::register::{Bank, Register};
pub use pica200_objfmt::observe::{Counts, NoObserver, Observable, Observer, Tracer};
pub use precision::Precision;
pub use program::{LoadError, NamedRegisters, Procedure, Program, ShaderChoice, Stage};
pub use registers::Vector;
pub use value::{SetError, Value};
