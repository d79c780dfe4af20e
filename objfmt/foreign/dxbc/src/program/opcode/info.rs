//! Columns of the opcode table.

/// An entry of the opcode table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeInfo {
    /// The opcode number, which is the table index.
    pub number: u16,
    /// The mnemonic.
    pub name: &'static str,
    /// The layout of the dwords after the first dword and its extended tokens.
    pub layout: Layout,
    /// The type of literals in the disassembly.
    pub literals: Class,
    /// The meaning of the controls in the first dword.
    pub controls: Controls,
    /// The effect on the indentation of the disassembly.
    pub block: Block,
    /// True if the disassembly joins the components of a literal with `,` instead of `, `.
    pub tight: bool,
}

/// The layout of an instruction after its first dword and its extended tokens. Additional dwords are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Operands: destinations, then sources.
    Operands {
        /// The number of destinations.
        destinations: u8,
        /// The number of sources.
        sources: u8,
    },
    /// A declaration: operands, then single dwords.
    Declared {
        /// The number of operands.
        operands: u8,
        /// The number of dwords after them.
        values: u8,
    },
    /// `fcall`: a dword with the number of the function, then an operand.
    FunctionCall,
    /// `dcl_function_table`: the number of the table, the number of bodies, the bodies.
    FunctionTable,
    /// `dcl_interface`: the number of the interface, the calls in each table, a dword with the number of tables and the
    /// length of the array, the tables.
    Interface,
    /// `customdata`: the second dword is the length of the instruction.
    CustomData,
    /// A reserved number: dwords of unknown meaning.
    Unknown,
}

/// The type of literals in the disassembly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// As floats.
    Float,
    /// As signed integers.
    Int,
    /// As unsigned integers.
    Uint,
    /// As 64-bit floats.
    Double,
    /// As the type that each value appears to have.
    Untyped,
}

impl Class {
    /// Guesses the type of a 32-bit value: small integers are integers, and all others floats.
    pub const fn seen_in(bits: u32) -> Self {
        match bits.cast_signed() {
            _ if bits > 0xFFF0_0000 => Self::Uint,
            -0x70_0000..=0x70_0000 => Self::Int,
            _ => Self::Float,
        }
    }
}

/// The meaning of the controls in the first dword of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Controls {
    /// Saturation, and the precise components.
    Plain,
    /// As [`Plain`](Self::Plain), and the test of an operand: zero or nonzero.
    Test,
    /// As [`Plain`](Self::Plain), and the type that `resinfo` returns.
    ResourceInfo,
    /// As [`Plain`](Self::Plain), and the type that `sampleinfo` returns.
    SampleInfo,
    /// The scopes of `sync`.
    Sync,
    /// Controls of one declaration: see [`Declaration`](crate::program::Declaration).
    Declaration,
    /// The class of custom data.
    CustomData,
}

/// The effect of an instruction on the indentation of the disassembly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Block {
    /// None.
    Line,
    /// Opens a block.
    Opens,
    /// Closes a block and opens another: `else`.
    Divides,
    /// Closes a block.
    Closes,
}

impl OpcodeInfo {
    /// Returns the number of destinations.
    pub const fn destinations(&self) -> usize {
        match self.layout {
            Layout::Operands { destinations, .. } => destinations as usize,
            _ => 0,
        }
    }

    /// Returns the number of sources.
    pub const fn sources(&self) -> usize {
        match self.layout {
            Layout::Operands { sources, .. } => sources as usize,
            Layout::FunctionCall => 1,
            _ => 0,
        }
    }

    /// Returns true if the instruction is a declaration. The immediate constant buffer is custom data, and is a
    /// declaration as well.
    pub const fn is_declaration(&self) -> bool {
        matches!(self.controls, Controls::Declaration)
    }

    /// Returns true if the number is reserved, so the dwords of the instruction have no known meaning.
    pub const fn is_reserved(&self) -> bool {
        matches!(self.layout, Layout::Unknown)
    }

    pub(super) const fn new(number: u16, name: &'static str, row: Row) -> Self {
        Self {
            number,
            name,
            layout: row.layout,
            literals: row.literals,
            controls: row.controls,
            block: row.block,
            tight: row.tight,
        }
    }
}

/// A table entry without its number and name.
#[derive(Clone, Copy)]
pub(super) struct Row {
    layout: Layout,
    literals: Class,
    controls: Controls,
    block: Block,
    tight: bool,
}

impl Row {
    pub(super) const fn controls(self, controls: Controls) -> Self {
        Self { controls, ..self }
    }

    pub(super) const fn block(self, block: Block) -> Self {
        Self { block, ..self }
    }

    pub(super) const fn tight(self) -> Self {
        Self { tight: true, ..self }
    }
}

/// Creates an entry for an instruction with these operand counts.
pub(super) const fn code(destinations: u8, sources: u8, literals: Class) -> Row {
    Row {
        literals,
        ..other(Layout::Operands { destinations, sources })
    }
}

/// Creates an entry for a declaration with `operands` operands, followed by `values` dwords.
pub(super) const fn declares(operands: u8, values: u8) -> Row {
    declares_layout(Layout::Declared { operands, values })
}

/// Creates an entry for a declaration of another layout.
pub(super) const fn declares_layout(layout: Layout) -> Row {
    other(layout).controls(Controls::Declaration)
}

/// Creates an entry of any layout, without literals.
pub(super) const fn other(layout: Layout) -> Row {
    let controls = match layout {
        Layout::CustomData => Controls::CustomData,
        _ => Controls::Plain,
    };
    Row {
        layout,
        literals: Class::Untyped,
        controls,
        block: Block::Line,
        tight: false,
    }
}
