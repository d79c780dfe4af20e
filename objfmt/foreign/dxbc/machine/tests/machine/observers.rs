//! Data passed to observers.

use pica200_dxbc_machine::{Counts, Executed, FaultKind, Machine, NoResources, Observer, Program, Tracer};

use crate::common::{BUDGET, load};

const LOOP: &str = "loop\nige r0.y, r0.x, l(3)\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\nendloop\nmov o0.x, r0.x\nret";

#[test]
fn counts() {
    let program = load(LOOP).unwrap();
    let mut counts = Counts::new(&program);
    let mut machine = Machine::new(&program);
    let run = machine.run_with(BUDGET, &mut NoResources, &mut counts).unwrap();
    assert_eq!(counts.steps(), [1, 4, 4, 3, 3, 1, 1]);
    assert_eq!(counts.steps().iter().sum::<u64>(), run.instructions);
    let offsets: Vec<_> = program.instructions().iter().map(|one| one.at).collect();
    assert_eq!(offsets, [2, 3, 10, 13, 20, 21, 26]);
}

#[test]
fn traces() {
    let program = load("dcl_indexableTemp x0[4], 4\nimul x0[v0.x + 1].xy, r1.z, -v0.xyzw, l(7)\nret").unwrap();
    let mut machine = Machine::new(&program);
    machine.set_input_register(0, [2, 3, 4, 5]).unwrap();
    let mut lines = Vec::new();
    let mut tracer = Tracer(|executed: &Executed<'_>| {
        let written = executed.written.iter();
        let written: Vec<_> = written
            .map(|one| format!("{}.{} = {:?}", one.register, one.mask, one.value))
            .collect();
        let operands: Vec<_> = executed.operands.iter().map(|one| one[0].cast_signed()).collect();
        lines.push(format!(
            "{} {} {operands:?} {written:?} -> {}",
            executed.step,
            executed.instruction.opcode(),
            executed.next
        ));
    });
    machine.run_with(BUDGET, &mut NoResources, &mut tracer).unwrap();
    let all = u32::MAX;
    assert_eq!(
        lines,
        [
            format!(
                "0 imul [-2, 7] [\"x0[3].xy = [{all}, {all}, 0, 0]\", \"r1.z = [0, 0, {}, 0]\"] -> 1",
                (-28i32).cast_unsigned()
            ),
            "1 ret [] [] -> 2".to_owned(),
        ]
    );
}

/// Stops when a step is reached.
struct Stopper(usize, bool);

impl Observer<Program> for Stopper {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, executed: &Executed<'_>) {
        self.1 = executed.step == self.0;
    }

    fn should_stop(&self) -> bool {
        self.1
    }
}

#[test]
fn runs_that_are_stopped() {
    let program = load(LOOP).unwrap();
    let mut machine = Machine::new(&program);
    let mut counts = Counts::new(&program);
    let mut both = (&mut Stopper(3, false), &mut counts);
    let fault = machine.run_with(BUDGET, &mut NoResources, &mut both).unwrap_err();
    assert_eq!((fault.kind, fault.instructions), (FaultKind::Stopped, 4));
    assert_eq!(fault.to_string(), "`iadd` at dword 13: the observer stopped the run");
    assert_eq!(counts.steps(), [1, 1, 1, 1, 0, 0, 0]);
}
