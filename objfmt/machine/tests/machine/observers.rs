//! Reports to observers.

use pica200_machine::{Counts, Effect, Executed, FaultKind, Machine, NoObserver, Observer, Program, Tracer};
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::Bank;

use crate::common::*;

const SOURCE: &str = ".constf k(2.0, 3.0, 4.0, 5.0)\n.consti turns(1, 6, 1, 0)\n.out o position\n.proc main\n\
                      mul o.xy, -k.wzyx, v0\nfor turns\nmova a0.x, v0.y\n.end\ncmp v0, lt, gt, v0.yyyy\nend\n.end\n";

#[test]
fn a_trace_tells_operands_and_what_was_written() {
    let program = program(SOURCE);
    let mut machine = Machine::new(&program);
    set(&mut machine, input(0), [1.0, 2.0, 3.0, 4.0]);
    let mut seen = Vec::new();
    let mut tracer = Tracer(|executed: &pica200_machine::Executed<'_>| {
        seen.push((
            executed.word,
            executed.operands.to_vec(),
            executed.written,
            executed.next,
        ));
    });
    machine.run_observed(BUDGET, &mut tracer).expect("it ends");

    let steps: Vec<_> = seen.iter().map(|&(word, _, _, next)| (word, next)).collect();
    assert_eq!(steps, [(0, 1), (1, 2), (2, 2), (2, 3), (3, 4), (4, 4)]);
    // The second swizzle is `v0`'s, unspecified outside the mask: only x and y are certain.
    let (_, operands, written, _) = &seen[0];
    assert_eq!(operands.len(), 2);
    assert_eq!(operands[0][..2], [-5.0, -4.0]);
    assert_eq!(operands[1][..2], [1.0, 2.0]);
    let expected = Effect::Vector {
        register: register(Bank::Output, 0),
        mask: Mask::from_bits(0b1100),
        value: [-5.0, -8.0, 0.0, 0.0],
    };
    assert_eq!(*written, expected);
    assert_eq!((seen[1].1.len(), seen[1].2), (0, Effect::LoopCounter(6)));
    let x = Mask::from_bits(0b1000);
    assert_eq!(seen[2].2, Effect::Address { mask: x, value: [2, 0] });
    assert_eq!(seen[4].2, Effect::Flags([true, false]));
    assert_eq!(seen[5].2, Effect::Nothing);
    let place = program.location(2);
    assert_eq!(place.to_string(), "word 2 in `main` (test.pica:7)");
}

#[test]
fn counts_are_per_word() {
    let program = program(SOURCE);
    let mut machine = Machine::new(&program);
    let mut counts = Counts::new(&program);
    for _ in 0..3 {
        machine.run_observed(BUDGET, &mut counts).expect("it ends");
    }
    assert_eq!(counts.steps(), [3, 3, 6, 3, 3]);
}

#[test]
fn geometry_is_told_too() {
    let source = ".gsh point c0\n.out o position\n.proc main\nmov o, v0\nsetemit 2, prim inv\nemit\nend\n.end\n";
    let program = program(source);
    let mut seen = Vec::new();
    let mut tracer = Tracer(|executed: &pica200_machine::Executed<'_>| seen.push(executed.written));
    let run = Machine::new(&program).run_observed(BUDGET, &mut tracer);
    run.expect("it ends");
    let emission = Effect::Emission {
        slot: 2,
        primitive: true,
        invert: true,
    };
    assert_eq!(seen[1..], [emission, Effect::Vertex, Effect::Nothing]);
}

#[test]
fn mova_writes_no_more_than_x_and_y() {
    let program = words(&[0x12 << 26, plain(Opcode::End)]);
    let mut seen = Vec::new();
    let mut tracer = Tracer(|executed: &pica200_machine::Executed<'_>| seen.push(executed.written));
    let mut machine = Machine::new(&program);
    set(&mut machine, input(0), [3.0, -4.0, 5.0, 6.0]);
    let run = machine.run_observed(BUDGET, &mut tracer);
    run.expect("it ends");
    let address = Effect::Address {
        mask: Mask::from_bits(0b1100),
        value: [3, -4],
    };
    assert_eq!(seen, [address, Effect::Nothing]);
}

/// Stops the run after a number of instructions.
struct Patience(u32);

impl Observer<Program> for Patience {
    const DETAILS: bool = true;

    fn step(&mut self, _: usize) {}

    fn executed(&mut self, _: &Executed<'_>) {
        self.0 -= 1;
    }

    fn should_stop(&self) -> bool {
        self.0 == 0
    }
}

#[test]
fn who_looks_on_can_stop_the_run() {
    let program = program(SOURCE);
    let mut machine = Machine::new(&program);
    let fault = machine
        .run_observed(BUDGET, &mut Patience(2))
        .expect_err("it is stopped");
    assert_eq!((fault.kind, fault.instructions), (FaultKind::Stopped, 2));
    let said = "word 1 in `main` (test.pica:6): the observer stopped the run";
    assert_eq!(fault.to_string(), said);
    // After `end` there is nothing to stop.
    machine.run_observed(BUDGET, &mut Patience(6)).expect("it ends");
}

#[test]
fn two_can_look_on() {
    let program = program(SOURCE);
    let mut machine = Machine::new(&program);
    let mut counts = Counts::new(&program);
    let mut patience = Patience(3);
    let stopped = machine.run_observed(BUDGET, &mut (&mut counts, &mut patience));
    assert_eq!(stopped.expect_err("it is stopped").instructions, 3);
    assert_eq!(counts.steps(), [1, 1, 1, 0, 0]);
    let mut both = (&mut counts, &mut NoObserver);
    machine.run_observed(BUDGET, &mut both).expect("it ends");
    assert_eq!(counts.steps(), [2, 2, 3, 1, 1]);
}

#[test]
fn programs_tell_what_can_run() {
    let source = ".out o position\n.proc main\ncall part\nend\n.end\n\
                  .proc part\nmov o, v0\nnop\n.end\n.proc other\nmov o, v1\n.end\n";
    let program = program(source);
    let reachable: Vec<_> = program.reachable().iter().collect();
    let procedures = program.procedures().iter();
    let main = procedures.clone().find(|p| p.name == "main");
    let part = procedures.clone().find(|p| p.name == "part");
    let words = [main, part].map(|p| p.map(|p| p.words.clone()).unwrap_or_default());
    let wanted: Vec<_> = words.into_iter().flatten().map(|word| word as usize).collect();
    assert_eq!((wanted.len(), reachable), (4, wanted));
    let line = program.line(program.entry());
    assert_eq!(line, Some(("test.pica", 3)));
    assert_eq!((program.line(u16::MAX), program.index()), (None, 0));
}
