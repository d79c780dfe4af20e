//! The back end: a program in [`Form::Values`](crate::ir::Form::Values) to assembly.
//!
//! Its rooms, in order:
//!
//! 1. `scatter`: dot products of lanes in many registers become multiply-adds; `pack`: equal operations on different lanes
//!    become one instruction.
//! 2. `order`: instructions and statements in the order of execution.
//! 3. `emit`: vector code of them, with copies for joined values and outputs; `call`: arguments and results of procedures.
//! 4. `direct`: instructions write outputs directly.
//! 5. `legal`: operands that the machine can encode.
//! 6. `address`: address registers.
//! 7. `coalesce`: lanes that are copied to each other become one.
//! 8. `place`: lanes that share a register.
//! 9. `allocate`: numbers of registers, and components of lanes.
//! 10. `text`: assembly.

mod address;
mod allocate;
mod call;
mod coalesce;
mod code;
mod constants;
mod copies;
mod direct;
mod emit;
mod legal;
mod liveness;
mod order;
mod pack;
mod place;
mod print;
mod registers;
mod scatter;
mod text;
mod unread;

#[cfg(test)]
pub(crate) mod tests;

use pica200_diagnostics::Code as Diagnostic;

use self::allocate::Allocation;
use self::code::Code;
use self::legal::Freedom;
use self::registers::Registers;
use crate::finding::Finding;
use crate::ir::Program;
use crate::options::Options;
use crate::source::{Line, Source};

/// The number of instructions beyond which code is refused at once: twice what the machine can hold.
const MOST_INSTRUCTIONS: usize = 1024;

/// The names of the stages that an observer of [`run`] sees, in order: vector code with a lane for each number; code
/// whose operands the machine can encode; code whose lanes have registers.
pub(crate) const STAGES: [&str; 3] = [VECTORS, LEGAL, REGISTERS];
const VECTORS: &str = "vectors";
const LEGAL: &str = "legal";
const REGISTERS: &str = "registers";

/// What looks at code after a stage.
pub(crate) type Observer<'o> = dyn FnMut(&'static str, &dyn std::fmt::Display) + 'o;

/// Translates a program. `source` has the texts and places for comments; its own program is not used. A stage that is
/// carried out again is shown again.
///
/// Truth values may occur only where the machine has conditions.
pub(crate) fn run(
    program: &Program,
    source: &Source,
    options: &Options,
    observe: &mut Observer<'_>,
) -> Result<Vec<Line>, Vec<Finding>> {
    let program = &*scatter::run(program);
    let packing = pack::run(program);
    if packing.groups.len() > MOST_INSTRUCTIONS {
        let message = format!(
            "the shader needs {} instructions, and the machine holds 512",
            packing.groups.len()
        );
        let finding = Finding::new(Diagnostic::UnsupportedOperation, None, message);
        let help = "compute less for each vertex, or give loops that are written out fewer rounds";
        return Err(vec![finding.with_help(help)]);
    }
    let order = order::run(&packing);
    let mut code = match emit::run(packing, &order) {
        Ok(code) => code,
        Err(emit::Leftover(origin)) => {
            let message =
                "a truth value is used as a number, which the compiler cannot translate here";
            let place = source.place(origin);
            return Err(vec![Finding::new(
                Diagnostic::UnsupportedOperation,
                place,
                message,
            )]);
        }
    };
    direct::run(&mut code);
    observe(VECTORS, &shown(program, &code, None));
    let mut placed = |code, early| placed(code, program, options, early, observe);
    // Copies are done early, unless that takes too many registers.
    let early = placed(code.clone(), true);
    let (code, registers, allocation) = match early {
        (code, registers, Some(allocation)) => (code, registers, Some(allocation)),
        (.., None) => placed(code, false),
    };
    let Some(allocation) = allocation else {
        return Err(vec![too_many_temporaries(source, &code, &registers)]);
    };
    text::write(program, source, &code, &allocation)
}

/// Legal code in registers; no places for its lanes if there are too few registers.
fn placed(
    mut code: Code,
    program: &Program,
    options: &Options,
    early: bool,
    observe: &mut Observer<'_>,
) -> (Code, Registers, Option<Allocation>) {
    let exchange = !options.strict_math;
    legal::run(&mut code, Freedom { exchange, early });
    unread::run(&mut code);
    observe(LEGAL, &shown(program, &code, None));
    address::run(&mut code);
    coalesce::run(&mut code);
    let registers = place::run(&mut code);
    let allocation = allocate::run(&code, &registers);
    let together = |a, b| registers.register(a) == registers.register(b);
    address::join(&mut code.body, &together);
    observe(REGISTERS, &shown(program, &code, allocation.as_ref()));
    (code, registers, allocation)
}

const fn shown<'c>(
    program: &'c Program,
    code: &'c Code,
    allocation: Option<&'c Allocation>,
) -> print::Shown<'c> {
    print::Shown {
        program,
        code,
        allocation,
    }
}

/// The error of code that needs more registers than there are: the place where most lanes are alive.
fn too_many_temporaries(source: &Source, code: &Code, registers: &Registers) -> Finding {
    let mut places = Vec::new();
    code::each_instruction(&code.body, 0, &mut |instruction, _| {
        places.push(instruction.origins.first().copied());
    });
    let alive = &registers.liveness.alive;
    let worst = (0..alive.len()).max_by_key(|index| alive[*index].len());
    let lanes = worst.map_or(0, |index| alive[index].len());
    let origin = worst.and_then(|index| places[..=index].iter().rev().find_map(|place| *place));
    let message = format!(
        "{lanes} numbers are needed at the same time here, and do not fit into the 16 temporary registers"
    );
    let place = origin.and_then(|origin| source.place(origin));
    let mut finding = Finding::new(Diagnostic::TooManyTemporaries, place, message).with_help(
        "compute values shortly before their use, and compute outputs one after the other",
    );
    let mut lines = Vec::new();
    for lane in worst.iter().flat_map(|index| alive[*index].iter()) {
        if let Some(place) = source.place(code.lanes[lane].origin)
            && !lines.contains(&place)
        {
            lines.push(place);
        }
    }
    lines.sort_by_key(|place| place.line);
    finding.related = (lines.into_iter())
        .map(|place| (place, "this result is needed later".to_owned()))
        .collect();
    finding
}
