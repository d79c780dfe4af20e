//! Shader programs: the data of the chunks `SHDR` and `SHEX`.
//!
//! [`Program::read`] decodes once: instructions have typed operands, and views of their fields. [`Program::write`]
//! round-trips: bits of unknown meaning stay in the tokens, and dwords outside operands are kept. Derived data
//! (lengths, number and representation of indices, continuation bits) is not stored: the encoder computes it.

mod components;
mod declaration;
mod decode;
mod encode;
mod error;
mod instruction;
mod opcode;
mod operand;
mod token;

pub use crate::numbers::{
    DataClass, Dimension, GlobalFlag, Interpolation, MessageKind, MinPrecision, Partitioning, Primitive, ProgramKind,
    RegisterKind, ReturnType, SamplerMode, SystemName, TessellatorDomain, TessellatorOutput, Topology,
};
pub use components::{Component, Mask, Swizzle};
pub use declaration::{Declaration, GlobalFlags, RegisterRange, ViewFlags};
pub(crate) use decode::{LocatedError, decode};
pub use error::{DecodeError, InstructionLocation, Part, WriteError};
pub use instruction::{Body, Instruction, Message, Program, Version};
pub use opcode::{Block, Class, Controls, Layout, OPCODES, Opcode, OpcodeInfo};
pub use operand::{Components, Index, Literal, Modifier, Operand, OperandExtension, OperandToken};
pub use token::{Extension, ExtensionView, ReturnTypes, SyncScopes, Token};
