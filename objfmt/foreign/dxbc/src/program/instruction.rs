//! Instructions: the decoder's output and the encoder's input.

use super::components::Mask;
use super::opcode::{Layout, Opcode, OpcodeInfo};
use super::operand::Operand;
use super::token::{Bits, Extension, ExtensionView, ReturnTypes, Token};
use crate::numbers::{DataClass, Dimension, MessageKind, ProgramKind};

/// The version dword of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version(pub u32);

const MINOR: Bits = Bits::new(0, 4);
const MAJOR: Bits = Bits::new(4, 4);
const KIND: Bits = Bits::new(16, 16);

impl Version {
    /// Creates the version of a program of this kind and model.
    pub const fn new(kind: ProgramKind, major: u32, minor: u32) -> Self {
        Self(KIND.set(MAJOR.set(MINOR.set(0, minor), major), kind.0))
    }

    /// Returns the stage of the program.
    pub const fn kind(self) -> ProgramKind {
        ProgramKind(KIND.get(self.0))
    }

    /// Returns the major version of the shader model.
    pub const fn major(self) -> u32 {
        MAJOR.get(self.0)
    }

    /// Returns the minor version of the shader model.
    pub const fn minor(self) -> u32 {
        MINOR.get(self.0)
    }
}

/// Formats the shader model: `vs_4_0`.
impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}_{}_{}", self.kind(), self.major(), self.minor())
    }
}

impl std::fmt::Debug for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self} ({:#010x})", self.0)
    }
}

/// A program. A program that was read round-trips byte for byte.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The stage and the shader model.
    pub version: Version,
    /// The instructions in order, including declarations.
    pub instructions: Vec<Instruction>,
    /// The bytes of the chunk after the end of the program.
    pub trailing: Vec<u8>,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// Offset in dwords from the start of the chunk's data, where the instruction was read. The encoder ignores it.
    pub at: u32,
    /// The opcode and its controls.
    pub token: Token,
    /// The extended tokens.
    pub extended: Vec<Extension>,
    /// The rest of the instruction.
    pub body: Body,
}

/// The part of an instruction after its tokens.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// Operands and dwords, in the order of the opcode's [layout](Layout).
    Parts {
        /// The operands.
        operands: Vec<Operand>,
        /// The single dwords, including the counts of following dwords.
        values: Vec<u32>,
        /// Dwords that are not part of the layout.
        rest: Vec<u32>,
    },
    /// Custom data without its first two dwords.
    Data(Vec<u32>),
    /// A custom data message.
    Message(Message),
    /// The dwords, including extended tokens, of an instruction that the table does not contain or describe.
    Unknown(Vec<u32>),
}

/// A message that the shader sends to a debugger.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    /// The purpose of the message.
    pub kind: MessageKind,
    /// The format: a number of unknown meaning.
    pub format: u32,
    /// Size of the text in bytes.
    pub characters: u32,
    /// The values to insert into the text.
    pub operands: Vec<Operand>,
    /// The text, its NUL, and zeros up to a whole dword.
    pub text: Vec<u32>,
}

impl Message {
    /// Returns the bytes of the text without its NUL.
    pub fn bytes(&self) -> Vec<u8> {
        let count = usize::try_from(self.characters).unwrap_or(usize::MAX);
        let bytes = self.text.iter().flat_map(|dword| dword.to_le_bytes());
        bytes.take(count).collect()
    }
}

impl Instruction {
    /// Creates an instruction with operands only.
    pub fn new(token: Token, operands: Vec<Operand>) -> Self {
        Self::declared(token, operands, Vec::new())
    }

    /// Creates an instruction with operands and single dwords, such as a declaration.
    pub fn declared(token: Token, operands: Vec<Operand>, values: Vec<u32>) -> Self {
        Self {
            at: 0,
            token,
            extended: Vec::new(),
            body: Body::Parts {
                operands,
                values,
                rest: Vec::new(),
            },
        }
    }

    /// Returns the opcode.
    pub const fn opcode(&self) -> Opcode {
        self.token.opcode()
    }

    /// Returns the table entry of the opcode, or `None` for an unknown opcode.
    pub fn info(&self) -> Option<&'static OpcodeInfo> {
        self.opcode().info()
    }

    /// Returns the operands in file order.
    pub fn operands(&self) -> &[Operand] {
        match &self.body {
            Body::Parts { operands, .. } => operands,
            Body::Message(message) => &message.operands,
            Body::Data(_) | Body::Unknown(_) => &[],
        }
    }

    /// Returns the operands in file order, mutably.
    pub(crate) fn operands_mut(&mut self) -> &mut [Operand] {
        match &mut self.body {
            Body::Parts { operands, .. } => operands,
            Body::Message(message) => &mut message.operands,
            Body::Data(_) | Body::Unknown(_) => &mut [],
        }
    }

    /// Returns the written and the read operands. Declarations have neither.
    pub fn destinations_and_sources(&self) -> (&[Operand], &[Operand]) {
        let operands = self.operands();
        match self.info().map(|info| info.layout) {
            Some(Layout::Operands { destinations, .. }) => operands
                .split_at_checked(destinations.into())
                .unwrap_or((operands, &[])),
            Some(Layout::FunctionCall) => (&[], operands),
            _ => (&[], &[]),
        }
    }

    /// Returns the single dwords.
    pub fn values(&self) -> &[u32] {
        match &self.body {
            Body::Parts { values, .. } => values,
            _ => &[],
        }
    }

    /// Returns the texel offsets of a texture instruction.
    pub fn offsets(&self) -> Option<[i8; 3]> {
        self.extensions().find_map(|view| match view {
            ExtensionView::Offsets(offsets) => Some(offsets),
            _ => None,
        })
    }

    /// Returns the dimension and the stride of the resource that the instruction reads, if it states them.
    pub fn resource(&self) -> Option<(Dimension, u32)> {
        self.extensions().find_map(|view| match view {
            ExtensionView::Resource { dimension, stride } => Some((dimension, stride)),
            _ => None,
        })
    }

    /// Returns the component types that the resource returns, if the instruction states them.
    pub fn return_types(&self) -> Option<ReturnTypes> {
        self.extensions().find_map(|view| match view {
            ExtensionView::Returns(types) => Some(types),
            _ => None,
        })
    }

    fn extensions(&self) -> impl Iterator<Item = ExtensionView> {
        self.extended.iter().map(|token| token.view())
    }

    /// Returns the components that must be computed precisely; none for declarations.
    pub fn precise(&self) -> Mask {
        match self.info() {
            Some(info) if !info.is_declaration() => self.token.precise(),
            _ => Mask::NONE,
        }
    }

    /// Returns the rows of an immediate constant buffer, or `None` for other instructions. Dwords after the last whole
    /// row are ignored.
    pub fn immediate_constant_buffer(&self) -> Option<&[[u32; 4]]> {
        match &self.body {
            Body::Data(dwords) if self.token.data_class() == DataClass::IMMEDIATE_CONSTANT_BUFFER => {
                Some(dwords.as_chunks().0)
            }
            _ => None,
        }
    }

    /// Returns true if the instruction is a declaration, not executable.
    pub fn is_declaration(&self) -> bool {
        self.info()
            .is_some_and(|info| info.is_declaration() || info.layout == Layout::CustomData)
            && !matches!(self.body, Body::Message(_))
    }
}
