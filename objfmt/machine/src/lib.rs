//! A model of the PICA200 shader processor: it runs the shaders of shader binaries.
//!
//! ```
//! use pica200_machine::{Machine, Program, ShaderChoice, Value};
//!
//! let source = "
//!     .fvec scale
//!     .in position
//!     .out outPosition position
//!     .proc main
//!         mul outPosition, scale, position
//!         end
//!     .end";
//! let assembly = pica200_asm::assemble("scale.vsh", source.as_bytes(), &Default::default());
//! let input = pica200_link::Input {
//!     name: "scale.vsh".into(),
//!     object: assembly.object.expect("the source has no errors"),
//! };
//! let linked = pica200_link::link(&[input], &Default::default());
//! let shbin = linked.output.expect("it links").shbin;
//!
//! let program = Program::load(&shbin, ShaderChoice::Entry("main"))?;
//! let mut machine = Machine::new(&program);
//! machine.set_named("scale", 0, Value::Vector([2.0, 2.0, 2.0, 1.0]))?;
//! machine.set_named("position", 0, Value::Vector([1.0, 2.0, 3.0, 1.0]))?;
//! let run = machine.run(1000)?;
//! assert_eq!(run.instructions, 2);
//! assert_eq!(machine.outputs()[0], [2.0, 4.0, 6.0, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Program`]: a shader of a file, decoded once;
//! - [`Machine`]: its registers, and runs;
//! - [`Feed`]: vertices for geometry shaders, in the three ways in which the console feeds them;
//! - [`Emitted`]: what geometry shaders give out;
//! - [`Fault`]: what ends a run that comes to no `end`, and where;
//! - [`Observer`]: who looks on, instruction by instruction.
//!
//! Whatever the words of a program are, a run neither panics nor outlasts its budget. It allocates no memory but for
//! the vertices that it emits.
//!
//! # What is known, and what is not
//!
//! The model does what emulators do that were tested against consoles:
//!
//! - numbers are `f32`. 0 times an infinity is 0, 0 times NaN is NaN, and the second operand of `max` and `min` wins on
//!   NaN;
//! - the stacks hold 8 `if`s, 4 calls and 4 loops; those that are full overwrite their oldest entry. Of what ends behind
//!   one instruction, up to four calls, one `if` and one loop close, in this order, and what closes last says where
//!   execution goes on. The fourth of the calls closes without its return;
//! - a jump in the last word of a scope is lost, and `break` closes no scope but its loop; without a loop it does nothing;
//! - behind the outermost loop `aL` keeps what it came to, behind others it is what it was before;
//! - a relative address beyond `c95` gives 1 in all components, and an address register beyond -128 to 127 counts as 0.
//!
//! Where nothing certain is known, this was chosen:
//!
//! - `litp` is approximate: it clamps, and leaves the flags alone;
//! - `ex2`, `lg2`, `rcp` and `rsq` are as exact as `f32`; see [`Precision`] for the machine's own numbers;
//! - there is a -0, and `rcp` and `rsq` of it are negative infinity; numbers below the normal ones of `f32` are not cut to
//!   0, but those below the normal ones of a float24 are in [`Precision::Float24`];
//! - the operators 6 and 7 of `cmp` always hold; `for` looks at the lowest two bits of its uniform's number;
//! - `mova` of NaN gives 0, and of what 32 bits cannot hold the nearest that they can;
//! - `aL` is no byte: it counts on beyond 255;
//! - an address register changes the numbers of float uniforms alone, not of inputs and temporaries;
//! - `emit` and `setemit` end a vertex shader with a [`Fault`]; geometry shaders have no output beyond `o6` to emit;
//! - before the first `setemit`, vertices go into slot 0; a vertex for slot 3 is emitted, and kept in no slot;
//! - `inv` lets the second and third corner of a triangle change places;
//! - registers are zero at first, and those of vertex shaders too last from run to run, flags and addresses included.
//!
//! What stops the console is nothing special here: two `mova` in a row, two inputs in one instruction, outputs that a
//! vertex shader does not write, or writes twice.

mod arithmetic;
mod execute;
mod fault;
mod feed;
mod flow;
mod geometry;
mod machine;
mod observe;
mod operands;
mod program;
mod registers;
mod step;

pub use fault::{Fault, FaultKind, Place};
pub use feed::{Fed, Feed, FeedError};
pub use geometry::{Emitted, MOST_VERTICES, Triangle, Vertex};
pub use machine::{Machine, Precision, Run, SetError, Value};
pub use observe::{Counts, Executed, Observer, Tracer, Unobserved, Written};
pub use program::{LoadError, Named, Procedure, Program, ShaderChoice};
pub use registers::Vector;
