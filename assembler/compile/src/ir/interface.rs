//! The interface of a program to the application: inputs, outputs, uniforms; and its tables of constants.

use pica200_objfmt::isa::property::Property;
use pica200_objfmt::isa::register::UniformKind;

use super::value::Operand;

/// An attribute of a vertex.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Its name in assembly.
    pub name: String,
    /// The number of its register, 0 to 15.
    pub register: u8,
}

/// A value for the rasteriser.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// Its name in the source.
    pub name: String,
    /// The use that the rasteriser makes of it.
    pub property: &'static Property,
    /// The components in the order of the property, one to four, at the end of the program.
    pub components: Vec<Operand>,
}

/// A uniform that the application sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Uniform {
    /// Its name in assembly.
    pub name: String,
    /// Its kind. The operations of the IR read floats and booleans.
    pub kind: UniformKind,
    /// The number of registers.
    pub rows: u16,
    /// A comment on the contents of the registers; empty if there is nothing to add.
    pub note: String,
}

/// Maximum number of registers for the arguments of a procedure: `r0` to `r7`.
pub const MAX_ARGUMENTS: usize = 8;

/// A procedure that another object defines.
#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// Its name in assembly.
    pub name: String,
}

/// An array of constants of the source, which is indexed with values.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its name in assembly.
    pub name: String,
    /// The rows.
    pub rows: Vec<[f32; 4]>,
}
