//! Errors about register pressure.

use pica200_diagnostics::{self as catalogue, Label};

use super::allocate::TEMPORARIES;
use super::call::WRITTEN;
use super::code::{Code, LaneId, Operation, instructions};
use super::registers::Registers;
use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::{Origin, ProcedureId, Program};
use crate::source::Source;

/// Maximum number of numbers that temporary registers hold.
const MAX_NUMBERS: usize = 4 * TEMPORARIES as usize;

/// A call, with the lanes that are alive across it.
struct Call {
    procedure: ProcedureId,
    origin: Option<Origin>,
    across: Vec<LaneId>,
}

/// Returns the error of code that needs more registers than there are: the call across which most lanes are alive, or
/// the point where most are.
pub(super) fn diagnostic(program: &Program, source: &Source, code: &Code, registers: &Registers) -> Diagnostic {
    let alive = &registers.liveness.alive;
    let most = alive.iter().map(|lanes| lanes.len()).max();
    let call = worst_call(code, registers);
    match call.filter(|call| !call.across.is_empty()) {
        Some(call) if most <= Some(MAX_NUMBERS) => across_call(program, source, code, &call),
        _ => too_many_temporaries(source, code, registers),
    }
}

/// Returns the call across which most lanes are alive.
fn worst_call(code: &Code, registers: &Registers) -> Option<Call> {
    let mut worst: Option<Call> = None;
    let alive = &registers.liveness.alive;
    for ((instruction, _), alive) in instructions(&code.body).zip(alive) {
        if let Operation::Call(procedure) = instruction.operation {
            let lanes = alive.iter();
            let lanes = lanes.map(|lane| LaneId(u32::try_from(lane).unwrap_or(u32::MAX)));
            let across: Vec<_> = lanes.filter(|lane| code.lane(*lane).fixed.is_none()).collect();
            let most = worst.as_ref().map_or(0, |call| call.across.len());
            if worst.is_none() || across.len() > most {
                worst = Some(Call {
                    procedure,
                    origin: instruction.origins.first().copied(),
                    across,
                });
            }
        }
    }
    worst
}

fn across_call(program: &Program, source: &Source, code: &Code, call: &Call) -> Diagnostic {
    let known = program.procedures.get(call.procedure.index());
    let name = known.map_or("?", |known| &known.name);
    let count = call.across.len();
    let message = if code.is_procedure {
        format!(
            "{count} values are live across this call of `{name}`, but a procedure that others call cannot preserve any"
        )
    } else {
        format!(
            "{count} values are live across this call of `{name}`, and do not fit into the {} registers that procedures preserve",
            TEMPORARIES - WRITTEN
        )
    };
    let place = call.origin.and_then(|origin| source.place(origin));
    let diagnostic = diagnose(catalogue::Code::TooManyAcrossCall, place, message)
        .with_help("compute values after the call, or let the function be inlined");
    with_places(diagnostic, source, code, call.across.iter().copied())
}

/// Returns the error of code that needs more registers than there are: the point where most lanes are alive.
fn too_many_temporaries(source: &Source, code: &Code, registers: &Registers) -> Diagnostic {
    let all = instructions(&code.body);
    let places: Vec<_> = all.map(|(i, _)| i.origins.first().copied()).collect();
    let alive = &registers.liveness.alive;
    let worst = (0..alive.len()).max_by_key(|index| alive[*index].len());
    let lanes = worst.map_or(0, |index| alive[index].len());
    let origin = worst.and_then(|index| places[..=index].iter().rev().find_map(|place| *place));
    let message =
        format!("{lanes} numbers are needed at the same time here, and do not fit into the 16 temporary registers");
    let place = origin.and_then(|origin| source.place(origin));
    let diagnostic = diagnose(catalogue::Code::TooManyTemporaries, place, message)
        .with_help("compute values shortly before their use, and compute outputs one after the other");
    let lanes = worst.iter().flat_map(|index| alive[*index].iter());
    let lanes = lanes.map(|lane| LaneId(u32::try_from(lane).unwrap_or(u32::MAX)));
    with_places(diagnostic, source, code, lanes)
}

/// Adds the locations where lanes are computed, once for each line.
fn with_places(
    mut diagnostic: Diagnostic,
    source: &Source,
    code: &Code,
    lanes: impl Iterator<Item = LaneId>,
) -> Diagnostic {
    let mut places = Vec::new();
    for lane in lanes {
        if let Some(place) = source.place(code.lane(lane).origin)
            && !places.contains(&place)
        {
            places.push(place);
        }
    }
    places.sort_by_key(|place| place.line);
    diagnostic.secondary = (places.into_iter())
        .map(|place| Label::new(place, "this result is needed later"))
        .collect();
    diagnostic
}
