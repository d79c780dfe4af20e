//! The back end: a program in [`Form::Ssa`](crate::ir::Form::Ssa) to assembly.
//!
//! Its stages, in order:
//!
//! 1. `scalarize`: dot products of lanes in many registers become multiply-adds; `vectorize`: equal operations on
//!    different lanes become one instruction.
//! 2. `schedule`: instructions and statements in the order of execution.
//! 3. `emit`: vector code of them, with copies for phis and outputs; `call`: arguments and results of procedures.
//! 4. `forward_outputs`: instructions write outputs directly.
//! 5. `legalize`: operands that the GPU can encode.
//! 6. `address`: address registers.
//! 7. `coalesce`: lanes that are copied to each other become one.
//! 8. `assign_components`: lanes that share a register.
//! 9. `allocate`: numbers of registers, and components of lanes.
//! 10. `mads`: fewer `mad`s, if they need too many descriptors.
//! 11. `text`: assembly, of one program or several.

mod address;
mod allocate;
mod assign_components;
mod call;
mod coalesce;
mod code;
mod constants;
mod copies;
mod emit;
mod forward_outputs;
mod legalize;
mod liveness;
mod mads;
mod pressure;
mod print;
mod registers;
mod scalarize;
mod schedule;
mod text;
mod unread;
mod vectorize;

#[cfg(test)]
pub(crate) mod tests;

use pica200_diagnostics as catalogue;

use self::allocate::Allocation;
use self::code::Code;
use self::legalize::LegalizeOptions;
use self::registers::Registers;
use crate::diagnostic::{Diagnostic, diagnose};
use crate::ir::Program;
use crate::options::Options;
use crate::source::{Line, Source};

/// Maximum number of instructions before code is refused early: twice the capacity of the GPU.
const MAX_INSTRUCTIONS: usize = 1024;

/// The names of the stages that an observer of [`run`] sees, in order: vector code with a lane for each number; code
/// whose operands the GPU can encode; code whose lanes have registers.
pub(crate) const STAGES: [&str; 3] = [ISEL, LEGALIZE, REGALLOC];
const ISEL: &str = "isel";
const LEGALIZE: &str = "legalize";
const REGALLOC: &str = "regalloc";

/// An observer of the code after each stage.
pub(crate) type Observer<'o> = dyn FnMut(&'static str, &dyn std::fmt::Display) + Send + 'o;

/// A program as instructions, whose lanes have registers.
pub(crate) struct Unit {
    program: Program,
    code: Code,
    allocation: Allocation,
}

/// Writes programs, of which only the first one may be a shader, as one assembly. They have the same uniforms and
/// tables. `source` has the texts and locations for comments; its own programs are not used.
pub(crate) fn write(units: &[Unit], source: &Source) -> Result<Vec<Line>, Vec<Diagnostic>> {
    text::write(units, source)
}

/// Translates a program. A stage that is executed again is shown again.
///
/// Booleans may occur only where the GPU has conditions.
pub(crate) fn run(
    program: &Program,
    source: &Source,
    options: &Options,
    observe: &mut Observer<'_>,
) -> Result<Unit, Vec<Diagnostic>> {
    let program = &*scalarize::run(program);
    let packing = vectorize::run(program);
    let instructions = packing.groups.len() + packing.graph.calls();
    if instructions > MAX_INSTRUCTIONS {
        let message = format!("the shader needs {instructions} instructions, and the machine holds 512");
        let diagnostic = diagnose(catalogue::Code::UnsupportedOperation, None, message);
        let help = "compute less for each vertex, or give loops that are written out fewer rounds";
        return Err(vec![diagnostic.with_help(help)]);
    }
    let order = schedule::run(&packing);
    let mut code = match emit::run(packing, &order) {
        Ok(code) => code,
        Err(emit::UnsupportedBool(origin)) => {
            let message = "a truth value is used as a number, which the compiler cannot translate here";
            let place = source.place(origin);
            return Err(vec![diagnose(catalogue::Code::UnsupportedOperation, place, message)]);
        }
    };
    forward_outputs::run(&mut code);
    observe(ISEL, &shown(program, &code, None));
    let mut placed = |code, early| placed(code, program, options, early, observe);
    // Copies are done early, unless that takes too many registers.
    let early = placed(code.clone(), true);
    let (mut code, registers, allocation) = match early {
        (code, registers, Some(allocation)) => (code, registers, Some(allocation)),
        (.., None) => placed(code, false),
    };
    let Some(mut allocation) = allocation else {
        return Err(vec![pressure::diagnostic(program, source, &code, &registers)]);
    };
    mads::run(&mut code, &mut allocation);
    Ok(Unit {
        program: program.clone(),
        code,
        allocation,
    })
}

/// Legal code in registers; no allocation if there are too few registers.
fn placed(
    mut code: Code,
    program: &Program,
    options: &Options,
    early: bool,
    observe: &mut Observer<'_>,
) -> (Code, Registers, Option<Allocation>) {
    let exchange = !options.strict_math;
    legalize::run(&mut code, LegalizeOptions { exchange, early });
    unread::run(&mut code);
    observe(LEGALIZE, &shown(program, &code, None));
    address::run(&mut code);
    coalesce::run(&mut code);
    let registers = assign_components::run(&mut code);
    let allocation = allocate::run(&code, &registers);
    let together = |a, b| registers.register(a) == registers.register(b);
    address::join(&mut code.body, &together);
    observe(REGALLOC, &shown(program, &code, allocation.as_ref()));
    (code, registers, allocation)
}

const fn shown<'c>(program: &'c Program, code: &'c Code, allocation: Option<&'c Allocation>) -> print::Listing<'c> {
    print::Listing {
        program,
        code,
        allocation,
    }
}
