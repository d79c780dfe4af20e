//! Instructions: what the decoder makes and the encoder takes.

use super::lanes::Mask;
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
    /// The version of programs of a kind and a model.
    pub const fn new(kind: ProgramKind, major: u32, minor: u32) -> Self {
        Self(KIND.set(MAJOR.set(MINOR.set(0, minor), major), kind.0))
    }

    /// The stage that the program is for.
    pub const fn kind(self) -> ProgramKind {
        ProgramKind(KIND.get(self.0))
    }

    /// The number of the shader model before the dot.
    pub const fn major(self) -> u32 {
        MAJOR.get(self.0)
    }

    /// The number of the shader model behind the dot.
    pub const fn minor(self) -> u32 {
        MINOR.get(self.0)
    }
}

/// The name of the shader model: `vs_4_0`.
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

/// A program. What was read is written as the same bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The stage and the shader model.
    pub version: Version,
    /// The instructions in order, declarations among them.
    pub instructions: Vec<Instruction>,
    /// The bytes of the chunk behind the end that the program states.
    pub trailing: Vec<u8>,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// The offset in dwords from the start of the chunk's data, where the instruction was read. The encoder does not
    /// look at it.
    pub at: u32,
    /// The opcode and its controls.
    pub token: Token,
    /// The extended tokens.
    pub extended: Vec<Extension>,
    /// What follows.
    pub body: Body,
}

/// What follows the tokens of an instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// Operands and dwords, in the order that the [layout](Layout) of the opcode has.
    Parts {
        /// The operands.
        operands: Vec<Operand>,
        /// The single dwords, numbers of following dwords among them.
        values: Vec<u32>,
        /// Dwords that the layout does not account for.
        rest: Vec<u32>,
    },
    /// Custom data without the two dwords at its start.
    Data(Vec<u32>),
    /// Custom data that is a message.
    Message(Message),
    /// The dwords of an instruction that the table does not have or describe, extended tokens among them.
    Unknown(Vec<u32>),
}

/// A text that the shader sends to a debugger.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    /// What the message is for.
    pub kind: MessageKind,
    /// The format, a number whose meaning is not known.
    pub format: u32,
    /// The number of bytes in the text.
    pub characters: u32,
    /// The values that belong into the text.
    pub operands: Vec<Operand>,
    /// The text, its NUL, and zeros up to a dword.
    pub text: Vec<u32>,
}

impl Message {
    /// The bytes of the text without its NUL.
    pub fn bytes(&self) -> Vec<u8> {
        let count = usize::try_from(self.characters).unwrap_or(usize::MAX);
        let bytes = self.text.iter().flat_map(|dword| dword.to_le_bytes());
        bytes.take(count).collect()
    }
}

impl Instruction {
    /// An instruction of operands alone.
    pub fn new(token: Token, operands: Vec<Operand>) -> Self {
        Self::declared(token, operands, Vec::new())
    }

    /// An instruction of operands and single dwords, as declarations are.
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

    /// The opcode.
    pub const fn opcode(&self) -> Opcode {
        self.token.opcode()
    }

    /// The opcode's row in the table, `None` for a number that it does not have.
    pub fn info(&self) -> Option<&'static OpcodeInfo> {
        self.opcode().info()
    }

    /// The operands in the order of the file.
    pub fn operands(&self) -> &[Operand] {
        match &self.body {
            Body::Parts { operands, .. } => operands,
            Body::Message(message) => &message.operands,
            Body::Data(_) | Body::Unknown(_) => &[],
        }
    }

    /// The operands in the order of the file, to change them.
    pub(crate) fn operands_mut(&mut self) -> &mut [Operand] {
        match &mut self.body {
            Body::Parts { operands, .. } => operands,
            Body::Message(message) => &mut message.operands,
            Body::Data(_) | Body::Unknown(_) => &mut [],
        }
    }

    /// The operands that are written, and those that are read; declarations have neither.
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

    /// The single dwords.
    pub fn values(&self) -> &[u32] {
        match &self.body {
            Body::Parts { values, .. } => values,
            _ => &[],
        }
    }

    /// The offsets in texels of a texture instruction.
    pub fn offsets(&self) -> Option<[i8; 3]> {
        self.extensions().find_map(|view| match view {
            ExtensionView::Offsets(offsets) => Some(offsets),
            _ => None,
        })
    }

    /// The shape and the stride of the resource that the instruction reads, where the instruction states them.
    pub fn resource(&self) -> Option<(Dimension, u32)> {
        self.extensions().find_map(|view| match view {
            ExtensionView::Resource { dimension, stride } => Some((dimension, stride)),
            _ => None,
        })
    }

    /// The types that the resource returns, where the instruction states them.
    pub fn return_types(&self) -> Option<ReturnTypes> {
        self.extensions().find_map(|view| match view {
            ExtensionView::Returns(types) => Some(types),
            _ => None,
        })
    }

    fn extensions(&self) -> impl Iterator<Item = ExtensionView> {
        self.extended.iter().map(|token| token.view())
    }

    /// The components that must be computed as they are written, none for declarations.
    pub fn precise(&self) -> Mask {
        match self.info() {
            Some(info) if !info.is_declaration() => self.token.precise(),
            _ => Mask::NONE,
        }
    }

    /// The rows of an immediate constant buffer, if the instruction is one. Dwords behind the last whole row do not
    /// count.
    pub fn immediate_constant_buffer(&self) -> Option<&[[u32; 4]]> {
        match &self.body {
            Body::Data(dwords) if self.token.data_class() == DataClass::IMMEDIATE_CONSTANT_BUFFER => {
                Some(dwords.as_chunks().0)
            }
            _ => None,
        }
    }

    /// Whether the instruction declares something, rather than being executed.
    pub fn is_declaration(&self) -> bool {
        self.info()
            .is_some_and(|info| info.is_declaration() || info.layout == Layout::CustomData)
            && !matches!(self.body, Body::Message(_))
    }
}
