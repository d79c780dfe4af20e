//! The program of a shader: the data of the chunks `SHDR` and `SHEX`.
//!
//! [`Program::read`] decodes once: instructions have typed operands, and views of their fields. [`Program::write`]
//! gives the same bytes again: bits without a known meaning stay in the tokens, and dwords that no operand takes are
//! kept. What a structure determines (lengths, numbers and forms of indices, bits that say that more follows) is not
//! stored twice: the encoder computes it.

mod declaration;
mod decode;
mod encode;
mod error;
mod instruction;
mod lanes;
mod opcode;
mod operand;
mod token;

pub use crate::numbers::{
    DataClass, Dimension, GlobalFlag, Interpolation, MessageKind, MinPrecision, Partitioning, Primitive, ProgramKind,
    RegisterKind, ReturnType, SamplerMode, SystemName, TessellatorDomain, TessellatorOutput, Topology,
};
pub use declaration::{Declaration, GlobalFlags, RegisterRange, ViewFlags};
pub(crate) use decode::{Located, decode};
pub use error::{InstructionPlace, Part, ProgramFault, WriteError};
pub use instruction::{Body, Instruction, Message, Program, Version};
pub use lanes::{Component, Mask, Swizzle};
pub use opcode::{Block, Class, Controls, Layout, OPCODES, Opcode, OpcodeInfo};
pub use operand::{Components, Index, Literal, Modifier, Operand, OperandExtension, OperandToken};
pub use token::{Extension, ExtensionView, ReturnTypes, SyncScopes, Token};
