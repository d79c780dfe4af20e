//! IR programs.

use super::bits::integer;
use super::interface::{Input, Output, Procedure, Table, Uniform};
use super::statement::Block;
use super::value::{Op, Operand, Origin, Type, Value, VariableId};

/// A program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// The name of an exported procedure. Its inputs are its arguments, in the temporary registers of these numbers;
    /// its only output, with the property `dummy`, is its result in `r0`.
    pub procedure: Option<String>,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// The uniforms.
    pub uniforms: Vec<Uniform>,
    /// The tables of constants.
    pub tables: Vec<Table>,
    /// The procedures that the program calls.
    pub procedures: Vec<Procedure>,
    /// The variables, in [`Form::PreSsa`](super::Form::PreSsa).
    pub variables: Vec<Variable>,
    /// The definitions of all values. Those that no statement defines are unused, except for the leaves, which
    /// [need no statement](Definition::is_leaf).
    pub values: Vec<Definition>,
    /// The statements.
    pub body: Block,
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Definition {
    /// The operation.
    pub op: Op,
    /// The type of the value.
    pub kind: Type,
    /// The source location.
    pub origin: Origin,
}

impl Definition {
    /// Returns whether the value is the same everywhere in the program: a literal, an input, a uniform or poison. No
    /// statement defines such a value.
    pub const fn is_leaf(&self) -> bool {
        matches!(
            self.op,
            Op::Literal(_)
                | Op::Integer(..)
                | Op::Bool(_)
                | Op::Input(..)
                | Op::Uniform(..)
                | Op::Flag(_)
                | Op::Poison(_)
        )
    }
}

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its name in the source, for diagnostics.
    pub name: String,
    /// The type of its values.
    pub kind: Type,
}

impl Program {
    /// Adds a value, which no statement defines yet.
    pub fn add(&mut self, definition: Definition) -> Value {
        let value = Value::from_index(self.values.len());
        self.values.push(definition);
        value
    }

    /// Returns the definition of a value.
    ///
    /// # Panics
    ///
    /// Panics if the value is of another program.
    pub fn definition(&self, value: Value) -> &Definition {
        &self.values[value.index()]
    }

    /// Returns the operation of an operand's value.
    pub fn op(&self, operand: Operand) -> &Op {
        &self.definition(operand.value).op
    }

    /// Returns the type of an operand.
    pub fn kind(&self, operand: Operand) -> Type {
        self.definition(operand.value).kind
    }

    /// Returns the number that an operand is, if it is a literal.
    pub fn literal(&self, operand: Operand) -> Option<f32> {
        match *self.op(operand) {
            Op::Literal(number) if operand.negated => Some(-number),
            Op::Literal(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the integer that an operand is, if it is known. Integers that the GPU does not have are among them.
    pub fn integer(&self, operand: Operand) -> Option<i64> {
        let number = match *self.op(operand) {
            Op::Literal(number) => integer(number)?,
            Op::Integer(number, _) => number,
            _ => return None,
        };
        Some(if operand.negated { -number } else { number })
    }

    /// Returns the boolean that an operand is, if it is known.
    pub fn as_bool(&self, operand: Operand) -> Option<bool> {
        match *self.op(operand) {
            Op::Bool(holds) => Some(holds != operand.negated),
            _ => None,
        }
    }

    /// Returns the variable with an id.
    ///
    /// # Panics
    ///
    /// Panics if the variable is of another program.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.index()]
    }
}
