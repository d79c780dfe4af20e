//! The target that runs programs of Direct3D.

use pica200_dxbc_machine::{Access, Answer, Executed, Machine, Program, Provider, Tracer};

/// The most instructions of a run.
const BUDGET: u64 = 10_000;

/// Loads the program of a container, and runs it twice.
///
/// # Panics
///
/// If a run exceeds its budget, its observer is told of another number of instructions than were executed, or the runs
/// differ.
pub fn run_dxbc(bytes: &[u8]) {
    let Ok(program) = Program::load(bytes) else {
        return;
    };
    let mut machine = Machine::new(&program);
    for (port, value) in program.inputs().iter().zip(1..) {
        // An input without a register cannot be set.
        let _ = machine.set_input(&port.name, port.index, &[value]);
    }
    let first = run(&mut machine);
    assert_eq!(first, run(&mut machine), "the runs differ");
}

/// The end of a run, the number of instructions, and the values of the outputs.
fn run(machine: &mut Machine<'_>) -> (String, u64, Vec<Option<[u32; 4]>>) {
    let mut provider = Provider(|access: &Access<'_>| {
        let first = access.values.first().copied();
        Some(Answer::from(first.unwrap_or_default()))
    });
    let mut told = 0;
    let mut tracer = Tracer(|_: &Executed<'_>| told += 1);
    let (end, instructions) = match machine.run_with(BUDGET, &mut provider, &mut tracer) {
        Ok(run) => (run.end.to_string(), run.instructions),
        Err(fault) => (fault.to_string(), fault.instructions),
    };
    assert!(instructions <= BUDGET, "{instructions} were executed");
    assert_eq!(told, instructions, "the observer misses some");
    let outputs = machine.program().outputs().iter();
    let outputs = outputs.map(|port| machine.value(port)).collect();
    (end, instructions, outputs)
}
