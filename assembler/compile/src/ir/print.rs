//! The text of programs, for `--emit`.

use std::fmt::{self, Display, Write};

use super::interface::{Input, Output};
use super::program::Program;
use super::statement::{Block, Jump, Loop, Statement};
use super::value::{Array, Comparison, Logic, Op, Operand, Type, Value};

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.procedure {
            writeln!(f, "procedure {name}")?;
        }
        let bank = if self.procedure.is_some() { 'r' } else { 'v' };
        for (number, input) in self.inputs.iter().enumerate() {
            let Input { name, register } = input;
            writeln!(f, "input in{number} = {name}: {bank}{register}")?;
        }
        for (number, uniform) in self.uniforms.iter().enumerate() {
            let kind = uniform.kind.directive();
            writeln!(f, "uniform u{number} = {}[{}]: {kind}", uniform.name, uniform.rows)?;
        }
        for (number, table) in self.tables.iter().enumerate() {
            writeln!(f, "table t{number} = {}: {:?}", table.name, table.rows)?;
        }
        Printer { program: self }.block(f, &self.body, 0)?;
        for output in &self.outputs {
            let Output { name, property, .. } = output;
            let components = OperandList(self, &output.components);
            writeln!(f, "output {name}: {} = {components}", property.name)?;
        }
        Ok(())
    }
}

/// Operands with commas between them.
struct OperandList<'p>(&'p Program, &'p [Operand]);

impl Display for OperandList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, operand) in self.1.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write_operand(f, self.0, *operand)?;
        }
        Ok(())
    }
}

fn write_operand(f: &mut fmt::Formatter<'_>, program: &Program, operand: Operand) -> fmt::Result {
    let definition = program.definition(operand.value);
    if operand.negated {
        f.write_char(if definition.kind == Type::Bool { '!' } else { '-' })?;
    }
    match &definition.op {
        Op::Literal(number) => write!(f, "{number:?}"),
        Op::Bool(holds) => write!(f, "{holds}"),
        Op::Input(input, component) => {
            let name = program.inputs.get(input.index()).map_or("?", |input| &input.name);
            write!(f, "{name}.{}", component.letter())
        }
        Op::Uniform(uniform, row, component) => {
            let name = uniform_name(program, uniform.index());
            write!(f, "{name}[{row}].{}", component.letter())
        }
        Op::Flag(uniform) => f.write_str(uniform_name(program, uniform.index())),
        Op::Integer(number, _) => write!(f, "{number}"),
        Op::Poison(_) => f.write_str("poison"),
        _ => write!(f, "{}", operand.value),
    }
}

fn uniform_name(program: &Program, index: usize) -> &str {
    program.uniforms.get(index).map_or("?", |uniform| &uniform.name)
}

struct Printer<'p> {
    program: &'p Program,
}

impl Printer<'_> {
    fn block(&self, f: &mut fmt::Formatter<'_>, block: &Block, depth: usize) -> fmt::Result {
        for statement in &block.0 {
            self.statement(f, statement, depth)?;
        }
        Ok(())
    }

    fn statement(&self, f: &mut fmt::Formatter<'_>, statement: &Statement, depth: usize) -> fmt::Result {
        let program = self.program;
        let indent = |f: &mut fmt::Formatter<'_>| write!(f, "{:1$}", "", depth * 2);
        indent(f)?;
        match statement {
            Statement::Define(value) => self.definition(f, *value),
            Statement::Set(variable, operand) => {
                let name = program.variables.get(variable.index()).map_or("?", |v| &v.name);
                writeln!(f, "{variable} {name} = {}", OperandList(program, &[*operand]))
            }
            Statement::If(branch) => {
                writeln!(f, "if {}", OperandList(program, &[branch.condition]))?;
                let [then, otherwise] = &branch.arms;
                self.block(f, then, depth + 1)?;
                if !otherwise.0.is_empty() {
                    indent(f)?;
                    writeln!(f, "else")?;
                    self.block(f, otherwise, depth + 1)?;
                }
                for phi in &branch.phis {
                    indent(f)?;
                    let [yes, no] = phi.from;
                    let [yes, no] = [[yes], [no]];
                    let [yes, no] = [OperandList(program, &yes), OperandList(program, &no)];
                    writeln!(f, "phi {}{} = {yes} | {no}", phi.value, self.suffix(phi.value))?;
                }
                Ok(())
            }
            Statement::Loop(Loop {
                parameters,
                counted_exit,
                body,
                results,
                ..
            }) => {
                match counted_exit {
                    Some(counted_exit) => writeln!(f, "loop {} times", counted_exit.count)?,
                    None => writeln!(f, "loop")?,
                }
                for parameter in parameters {
                    indent(f)?;
                    let [first, next] = [[parameter.first], [parameter.next]];
                    let [first, next] = [OperandList(program, &first), OperandList(program, &next)];
                    let suffix = self.suffix(parameter.value);
                    writeln!(f, "  parameter {}{suffix} = {first}, then {next}", parameter.value)?;
                }
                self.block(f, body, depth + 1)?;
                if let Some(counted_exit) = counted_exit {
                    indent(f)?;
                    writeln!(f, "  end {}", OperandList(program, &counted_exit.values))?;
                }
                for result in results {
                    indent(f)?;
                    writeln!(f, "result {result}{}", self.suffix(*result))?;
                }
                Ok(())
            }
            Statement::Break(exit) => {
                let condition = [exit.condition];
                let condition = OperandList(program, &condition);
                let values = OperandList(program, &exit.values);
                writeln!(f, "break if {condition} with {values}")
            }
            Statement::Call(call) => {
                for (index, result) in call.results.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{result}{}", self.suffix(*result))?;
                }
                let known = program.procedures.get(call.procedure.index());
                write!(f, " = call {}", known.map_or("?", |known| &known.name))?;
                for argument in &call.arguments {
                    write!(f, " ({})", OperandList(program, argument))?;
                }
                writeln!(f)
            }
            Statement::Labelled(block) => {
                writeln!(f, "block")?;
                self.block(f, block, depth + 1)
            }
            Statement::Jump(Jump::Break(depth), _) => writeln!(f, "break {depth}"),
            Statement::Jump(Jump::Continue(depth), _) => writeln!(f, "continue {depth}"),
        }
    }

    /// Returns the type of a value after its name; nothing for floats, which are most.
    fn suffix(&self, value: Value) -> &'static str {
        match self.program.definition(value).kind {
            Type::Float => "",
            Type::Int => ": int",
            Type::Bool => ": bool",
        }
    }

    fn definition(&self, f: &mut fmt::Formatter<'_>, value: Value) -> fmt::Result {
        let program = self.program;
        let definition = program.definition(value);
        write!(f, "{value}{} = ", self.suffix(value))?;
        match &definition.op {
            Op::Variable(variable) => {
                let name = program.variables.get(variable.index()).map_or("?", |v| &v.name);
                write!(f, "{variable} {name}")?;
            }
            Op::Element {
                array,
                row,
                component,
                index,
            } => {
                match array {
                    Array::Uniform(id) => f.write_str(uniform_name(program, id.index()))?,
                    Array::Table(id) => write!(f, "{id}")?,
                }
                let index = [*index];
                write!(f, "[{row} + {}].{}", OperandList(program, &index), component.letter())?;
            }
            op => {
                let operands: Vec<_> = op.operands().collect();
                let name = operation_name(op);
                write!(f, "{name} {}", OperandList(program, &operands))?;
            }
        }
        writeln!(f)
    }
}

/// Returns the name of an operation, the GPU's mnemonic where there is one.
fn operation_name(op: &Op) -> &'static str {
    match op {
        Op::Literal(_) | Op::Integer(..) | Op::Bool(_) => "literal",
        Op::Input(..) => "input",
        Op::Uniform(..) | Op::Flag(_) => "uniform",
        Op::Poison(_) => "poison",
        Op::Element { .. } => "element",
        Op::Variable(_) => "variable",
        Op::Phi => "phi",
        Op::Unary(unary, _) => unary.mnemonic(),
        Op::Binary(binary, _) => binary.mnemonic(),
        Op::MultiplyAdd(_) => "mad",
        Op::Dot3(..) => "dp3",
        Op::Dot4(..) => "dp4",
        Op::DotHomogeneous(..) => "dph",
        Op::Bitwise(operation, ..) => operation.mnemonic(),
        Op::Unsigned(_) => "unsigned",
        Op::Bitcast(..) => "bitcast",
        Op::Compare(comparison, _) => match comparison {
            Comparison::Equal => "equal",
            Comparison::NotEqual => "not-equal",
            Comparison::Less => "less",
            Comparison::LessEqual => "less-equal",
            Comparison::Greater => "greater",
            Comparison::GreaterEqual => "greater-equal",
        },
        Op::Logic(logic, _) => match logic {
            Logic::And => "and",
            Logic::Or => "or",
            Logic::Xor => "xor",
        },
        Op::Select(..) => "select",
        Op::BoolToFloat(_) => "bool-to-float",
    }
}
