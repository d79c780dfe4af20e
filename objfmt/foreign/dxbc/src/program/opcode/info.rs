//! The columns of the opcode table.

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeInfo {
    /// The number of the opcode: its place in the table.
    pub number: u16,
    /// The name, as the text of a program has it.
    pub name: &'static str,
    /// The parts behind the first dword and its extended tokens.
    pub layout: Layout,
    /// The form in which the text shows literals.
    pub literals: Class,
    /// The meaning of the controls in the first dword.
    pub controls: Controls,
    /// The effect on the indentation of the text.
    pub block: Block,
    /// Whether the text joins the components of a literal with `,` alone, instead of `, `.
    pub tight: bool,
}

/// The parts of an instruction behind its first dword and its extended tokens. Dwords behind them are kept too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Operands: first those that are written, then those that are read.
    Operands {
        /// The number of operands that are written.
        destinations: u8,
        /// The number of operands that are read.
        sources: u8,
    },
    /// A declaration: operands, then single dwords.
    Declared {
        /// The number of operands.
        operands: u8,
        /// The number of dwords behind them.
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
    /// A reserved number: dwords without a known meaning.
    Unknown,
}

/// The form in which the text shows literals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// As floats.
    Float,
    /// As signed integers.
    Int,
    /// As unsigned integers.
    Uint,
    /// As floats of 64 bits.
    Double,
    /// As what each value looks like.
    Untyped,
}

impl Class {
    /// The class that the value of 32 bits without a known type looks like: small integers, and floats otherwise.
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
    /// Saturation, and the components that are computed precisely.
    Plain,
    /// As [`Plain`](Self::Plain), and the test of an operand: for zero, or for anything else.
    Test,
    /// As [`Plain`](Self::Plain), and the type that `resinfo` returns.
    ResourceInfo,
    /// As [`Plain`](Self::Plain), and the type that `sampleinfo` returns.
    SampleInfo,
    /// The scopes of `sync`.
    Sync,
    /// Those of one declaration: [`Declaration`](crate::program::Declaration) has them.
    Declaration,
    /// The class of custom data.
    CustomData,
}

/// The effect of an instruction on the indentation of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Block {
    /// None.
    Line,
    /// The lines behind it are in a new block.
    Opens,
    /// It ends one block and begins another: `else`.
    Divides,
    /// It ends a block.
    Closes,
}

impl OpcodeInfo {
    /// The number of operands that the instruction writes.
    pub const fn destinations(&self) -> usize {
        match self.layout {
            Layout::Operands { destinations, .. } => destinations as usize,
            _ => 0,
        }
    }

    /// The number of operands that the instruction reads.
    pub const fn sources(&self) -> usize {
        match self.layout {
            Layout::Operands { sources, .. } => sources as usize,
            Layout::FunctionCall => 1,
            _ => 0,
        }
    }

    /// Whether the instruction is a declaration. The immediate constant buffer is custom data, and declared all the
    /// same.
    pub const fn is_declaration(&self) -> bool {
        matches!(self.controls, Controls::Declaration)
    }

    /// Whether the number is reserved, so that the dwords of the instruction have no known meaning.
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

/// A row without its number and name, as the table states it.
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

/// An instruction with this many destinations and sources.
pub(super) const fn code(destinations: u8, sources: u8, literals: Class) -> Row {
    Row {
        literals,
        ..other(Layout::Operands { destinations, sources })
    }
}

/// A declaration with this many operands, then this many dwords.
pub(super) const fn declares(operands: u8, values: u8) -> Row {
    declares_layout(Layout::Declared { operands, values })
}

/// A declaration of another layout.
pub(super) const fn declares_layout(layout: Layout) -> Row {
    other(layout).controls(Controls::Declaration)
}

/// A row of any layout, without literals.
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
