//! Running a vertex shader for many vertices.

use pica200_machine::{Fault, FaultKind, Machine, Value, Vector};
use pica200_objfmt::isa::register::Register;

use crate::error::DrawError;
use crate::scene::{Draw, Scene, Vertices};

/// Outputs of a vertex, starting at `o0`.
pub(crate) type Outputs = [Vector; 16];

/// Number of vertices that share the remaining instructions. It bounds the work of a nonterminating shader.
const BATCH: usize = 256;

/// Runs the vertex shader of a scene for each vertex of a draw. Deducts the executed instructions from `budget`.
pub(crate) fn run(scene: &Scene<'_>, draw: &Draw, budget: &mut u64) -> Result<Vec<Outputs>, DrawError> {
    let mut machine = Machine::with_precision(scene.vertex, scene.precision);
    set(&mut machine, &draw.values)?;
    let Vertices { count, inputs, .. } = &*draw.vertices;
    let registers: Vec<_> = inputs.iter().map(|(register, _)| *register).collect();
    let vectors = interleaved(*count, inputs);
    let vertices: Vec<&[Vector]> = match registers.len() {
        0 => vec![&[]; *count],
        width => vectors.chunks_exact(width).collect(),
    };
    let used_up = || DrawError::Budget { budget: scene.budget };
    let mut outputs = Vec::with_capacity(*count);
    for (number, vertices) in vertices.chunks(BATCH).enumerate() {
        let each = *budget / u64::try_from(vertices.len()).unwrap_or(1).max(1);
        let shaded = machine.run_vertices(&registers, vertices, each)?;
        for (at, mut shaded) in shaded.into_iter().enumerate() {
            if shaded.as_ref().is_err_and(is_budget) {
                // The vertex needs more than its share, so it runs again with the whole remaining budget.
                let vertex = vertices.get(at..=at).unwrap_or_default();
                let again = machine.run_vertices(&registers, vertex, *budget)?;
                shaded = again.into_iter().next().unwrap_or(shaded);
            }
            let shaded = shaded.map_err(|fault| {
                if is_budget(&fault) {
                    used_up()
                } else {
                    DrawError::Fault {
                        vertex: number * BATCH + at,
                        fault,
                    }
                }
            })?;
            let left = budget.checked_sub(shaded.run.instructions);
            *budget = left.ok_or_else(used_up)?;
            outputs.push(shaded.outputs);
        }
    }
    Ok(outputs)
}

fn is_budget(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::BudgetUsedUp { .. })
}

/// Returns the vectors of all inputs of the first vertex, then of the next.
fn interleaved(count: usize, inputs: &[(Register, Vec<Vector>)]) -> Vec<Vector> {
    let of_vertex = |vertex: usize| {
        let values = inputs.iter().map(move |(_, values)| values.get(vertex));
        values.map(|value| value.copied().unwrap_or_default())
    };
    (0..count).flat_map(of_vertex).collect()
}

/// Sets registers of a machine.
pub(crate) fn set(machine: &mut Machine, values: &[(Register, Value)]) -> Result<(), DrawError> {
    for (register, value) in values {
        machine.set(*register, *value)?;
    }
    Ok(())
}
