//! Locations in files: structures, tables and their entries.

use std::fmt;

/// A structure of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Structure {
    /// The header of a shader binary.
    Dvlb,
    /// The program of a shader binary.
    Dvlp,
    /// A shader of a shader binary, numbered from 0.
    Dvle(usize),
    /// An object.
    Dvoj,
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dvlb => f.write_str("DVLB"),
            Self::Dvlp => f.write_str("DVLP"),
            Self::Dvle(index) => write!(f, "DVLE {index}"),
            Self::Dvoj => f.write_str("DVOJ"),
        }
    }
}

/// A table of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Table {
    /// The offsets of the DVLEs.
    DvleOffsets,
    /// Instruction words.
    Code,
    /// Operand descriptors.
    Descriptors,
    /// The source line of each word.
    Lines,
    /// The names of source files.
    FileNames,
    /// Constants: initial values of registers.
    Values,
    /// Procedures and labels.
    Labels,
    /// Output registers.
    Outputs,
    /// Inputs and uniforms.
    Uniforms,
    /// The string table.
    Symbols,
    /// Relocation records.
    Relocations,
    /// Label data of an object that the label table does not have.
    LabelDetails,
    /// The names of procedures that other objects define.
    Externals,
    /// Uniform data of an object that the uniform table does not have.
    UniformDetails,
    /// Named constants.
    Constants,
    /// The registers of the values of an object.
    ValueRegisters,
    /// Output data of an object that the output table does not have.
    OutputDetails,
    /// Fields of the linked shader binary whose values the source of an object states.
    StatedFields,
}

impl Table {
    /// Returns the name of the table in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DvleOffsets => "DVLE offset table",
            Self::Code => "code",
            Self::Descriptors => "descriptor table",
            Self::Lines => "line table",
            Self::FileNames => "file name table",
            Self::Values => "constant table",
            Self::Labels => "label table",
            Self::Outputs => "output table",
            Self::Uniforms => "uniform table",
            Self::Symbols => "symbol table",
            Self::Relocations => "relocation table",
            Self::LabelDetails => "label details",
            Self::Externals => "externals",
            Self::UniformDetails => "uniform details",
            Self::Constants => "named constants",
            Self::ValueRegisters => "value registers",
            Self::OutputDetails => "output details",
            Self::StatedFields => "stated fields",
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A location in a file or a model: a structure, one of its tables, an entry of that table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordLocation {
    /// The structure.
    pub structure: Structure,
    /// The table; `None` for the structure's header.
    pub table: Option<Table>,
    /// The entry, numbered from 0; `None` for the table as a whole.
    pub entry: Option<usize>,
}

impl RecordLocation {
    /// Returns the location of a structure's header.
    pub const fn header(structure: Structure) -> Self {
        Self {
            structure,
            table: None,
            entry: None,
        }
    }

    /// Returns the location of a table as a whole.
    pub const fn table(structure: Structure, table: Table) -> Self {
        Self {
            structure,
            table: Some(table),
            entry: None,
        }
    }

    /// Returns the location of a table entry.
    pub const fn entry(structure: Structure, table: Table, entry: usize) -> Self {
        Self {
            structure,
            table: Some(table),
            entry: Some(entry),
        }
    }
}

impl fmt::Display for RecordLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.structure)?;
        if let Some(table) = self.table {
            write!(f, ", {table}")?;
        }
        if let Some(entry) = self.entry {
            write!(f, ", entry {entry}")?;
        }
        Ok(())
    }
}
