//! Inputs, by semantic or register.

use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::signature::ComponentType;
use pica200_dxbc_machine::{Machine, Port, Vector};
use pica200_objfmt::isa::register::Bank;

use super::semantic::{is_named, semantic};
use crate::shader::numbers::{MISSING, Number};
use crate::shader::registers::{check_count, suggestion};
use crate::shader::row::Row;
use crate::shader::value_error::ValueError;
use crate::text::page::counted;

/// Sets an input, by its semantic (`POSITION`, `TEXCOORD1`) or its register (`v0`). Further rows are for the following
/// semantics or registers.
pub(super) fn set(machine: &mut Machine<'_>, name: &str, rows: &[Row]) -> Result<(), ValueError> {
    let ports = machine.program().inputs();
    if let Some(first) = ports.iter().find(|port| is_named(port, name)) {
        let last = ports
            .iter()
            .filter(|port| port.name.eq_ignore_ascii_case(&first.name) && port.index >= first.index);
        let mut fitting: Vec<_> = last.collect();
        fitting.sort_by_key(|port| port.index);
        check_count(rows, fitting.len())?;
        return fitting
            .into_iter()
            .zip(rows)
            .try_for_each(|(port, row)| set_for_all(machine, port, row));
    }
    match name.strip_prefix('v').and_then(|number| number.parse::<u32>().ok()) {
        Some(number) => (number..)
            .zip(rows)
            .try_for_each(|(number, row)| set_register(machine, number, row)),
        None => Err(unknown(machine, name)),
    }
}

/// Assigns the rows of a vertex to the inputs of the signature, in order. For a geometry shader, `number` is the index
/// of the vertex in the primitive.
pub(super) fn feed(machine: &mut Machine<'_>, number: u32, vertex: &[Row]) -> Result<(), ValueError> {
    let program = machine.program();
    let of_vertex = program.geometry().map(|_| number);
    let ports = program.inputs().iter();
    let ports: Vec<_> = ports.filter(|port| of_vertex.is_none() || is_of_vertex(port)).collect();
    if vertex.len() > ports.len() {
        let (found, inputs) = (counted(vertex.len(), "value"), counted(ports.len(), "input"));
        let what = match of_vertex {
            Some(_) => "each vertex",
            None => "the shader",
        };
        return Err(ValueError::new(format!("it has {found}, but {what} has {inputs}")));
    }
    let mut pairs = ports.into_iter().zip(vertex);
    pairs.try_for_each(|(port, row)| {
        set_port(machine, port, of_vertex, row).map_err(|value_error| value_error.about(&semantic(port)))
    })
}

/// Returns true if a geometry shader's input is per vertex rather than per primitive.
fn is_of_vertex(port: &Port) -> bool {
    port.register
        .is_some_and(|register| register.kind == RegisterKind::INPUT)
}

/// Returns the vertices of a primitive for a per-vertex input.
fn vertices(machine: &Machine<'_>, port: &Port) -> Vec<Option<u32>> {
    match machine.program().geometry() {
        Some(geometry) if is_of_vertex(port) => (0..geometry.vertices).map(Some).collect(),
        _ => vec![None],
    }
}

/// Sets an input for all vertices of a geometry shader's primitive.
fn set_for_all(machine: &mut Machine<'_>, port: &Port, row: &Row) -> Result<(), ValueError> {
    let mut vertices = vertices(machine, port).into_iter();
    vertices.try_for_each(|vertex| set_port(machine, port, vertex, row))
}

fn set_port(machine: &mut Machine<'_>, port: &Port, vertex: Option<u32>, row: &Row) -> Result<(), ValueError> {
    let bits = |number: &Number| {
        let kind = port.component_type;
        bits(*number, kind).ok_or_else(|| {
            let name = semantic(port);
            ValueError::new(format!("{number} is not a value of `{name}`, which has type {kind}"))
        })
    };
    let values: Vec<_> = row.numbers().iter().map(bits).collect::<Result<_, _>>()?;
    let set = match vertex {
        Some(vertex) => machine.set_vertex_input(vertex, &port.name, port.index, &values),
        None => machine.set_input(&port.name, port.index, &values),
    };
    set.map_err(|error| ValueError::new(error.to_string()))
}

/// Sets the components of a register. Those without an input are floats.
fn set_register(machine: &mut Machine<'_>, number: u32, row: &Row) -> Result<(), ValueError> {
    let mut register: Vector = MISSING.map(f32::to_bits);
    let ports = machine.program().inputs().iter();
    let ports: Vec<_> = ports
        .filter(|port| {
            port.register
                .is_some_and(|r| r.kind == RegisterKind::INPUT && r.number == number)
        })
        .collect();
    let missing = MISSING.map(Number::Float);
    let given = row.numbers().iter().copied();
    let numbers = given.chain(missing.into_iter().skip(row.numbers().len()));
    for ((lane, slot), number) in (0..).zip(&mut register).zip(numbers) {
        let port = ports.iter().find(|port| port.mask.to_bits() >> lane & 1 == 1);
        let kind = port.map_or(ComponentType::FLOAT, |port| port.component_type);
        *slot = bits(number, kind)
            .ok_or_else(|| ValueError::new(format!("{number} is not a value of a register of the type {kind}")))?;
    }
    let set = match machine.program().geometry() {
        Some(geometry) => {
            (0..geometry.vertices).try_for_each(|vertex| machine.set_vertex_register(vertex, number, register))
        }
        None => machine.set_input_register(number, register),
    };
    set.map_err(|error| ValueError::new(error.to_string()))
}

/// Returns the bits of a number as a component of an input; `None` if the type cannot represent it.
fn bits(number: Number, kind: ComponentType) -> Option<u32> {
    let whole = || match number {
        Number::Integer(integer) => Some(integer),
        Number::Float(float) => {
            let is_whole = float.fract() == 0.0;
            format!("{float}").parse().ok().filter(|_| is_whole)
        }
    };
    match kind {
        ComponentType::UINT | ComponentType::UINT_16 => u32::try_from(whole()?).ok(),
        ComponentType::INT | ComponentType::INT_16 => Some(i32::try_from(whole()?).ok()?.cast_unsigned()),
        ComponentType::UINT_64 | ComponentType::INT_64 | ComponentType::FLOAT_64 => None,
        _ => Some(number.to_f32().to_bits()),
    }
}

fn unknown(machine: &Machine<'_>, name: &str) -> ValueError {
    let program = machine.program();
    let value_error = ValueError::new(format!("unknown input `{name}`"));
    if program.variable(name).is_ok() {
        return value_error.with_found(Bank::Float);
    }
    let names: Vec<_> = program.inputs().iter().map(semantic).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let all = names.iter().copied();
    value_error.with_help(suggestion(name, all, &names, "the shader has no inputs"))
}
