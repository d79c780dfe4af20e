//! Geometry shaders: emitted vertices and state between runs.

use pica200_machine::{MAX_VERTICES, Machine, Value};
use pica200_objfmt::isa::opcode::Opcode::{Emit, End, Jmpu};
use pica200_objfmt::isa::register::Bank;

use crate::common::*;

#[test]
fn slots_make_triangles() {
    let source = ".gsh point c0\n.out o position\n.proc main\n\
                  setemit 0\nmov o, v0\nemit\nsetemit 1\nmov o, v1\nemit\n\
                  setemit 2, prim\nmov o, v2\nemit\nsetemit 0, prim inv\nmov o, v3\nemit\nend\n.end\n";
    let program = program(source);
    assert!(program.is_geometry());
    let mut machine = Machine::new(&program);
    for number in 0..4 {
        set(&mut machine, input(number), v(f32::from(number)));
    }
    let run = machine.run(BUDGET).expect("it ends");
    assert_eq!(run.instructions, 13);
    let emitted = machine.take_emitted();
    assert_eq!(firsts(&emitted.vertices), [0.0, 1.0, 2.0, 3.0]);
    let [plain, inverted] = emitted.triangles.as_slice() else {
        unreachable!("two triangles: {emitted:?}");
    };
    assert_eq!((firsts(&plain.corners), plain.inverted), (vec![0.0, 1.0, 2.0], false));
    // Slot 0 has the fourth vertex; the winding is reversed.
    assert_eq!(
        (firsts(&inverted.corners), inverted.inverted),
        (vec![3.0, 2.0, 1.0], true)
    );
    assert_eq!(plain.vertices, [Some(0), Some(1), Some(2)]);
    assert_eq!(inverted.vertices, [Some(3), Some(2), Some(1)]);
    assert!(machine.emitted().vertices.is_empty());
    // Numbering continues after vertices were taken, and restarts after a reset.
    machine.run(BUDGET).expect("it ends");
    let emitted = machine.take_emitted();
    assert_eq!(emitted.triangles[0].vertices, [Some(4), Some(5), Some(6)]);
    machine.reset();
    machine.run(BUDGET).expect("it ends");
    let emitted = machine.take_emitted();
    assert_eq!(emitted.triangles[0].vertices, [Some(0), Some(1), Some(2)]);
}

#[test]
fn slots_and_setemit_last_from_run_to_run() {
    let source = ".gsh point c0\n.out o position\n.proc main\n\
                  ifu b15\nmov o, v0\nemit\n.else\nsetemit 1, prim\nmov o, v0\nemit\n.end\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let b15 = register(Bank::Boolean, 15);
    assert_eq!(machine.get(b15), Some(Value::Boolean(false)));
    for x in [1.0, 2.0] {
        set(&mut machine, input(0), v(x));
        machine.run(BUDGET).expect("it ends");
        // The hardware sets b15 after each run.
        assert_eq!(machine.get(b15), Some(Value::Boolean(true)));
    }
    let corners: Vec<_> = machine.emitted().triangles.iter().map(|t| firsts(&t.corners)).collect();
    assert_eq!(corners, [[0.0, 1.0, 0.0], [0.0, 2.0, 0.0]]);
}

#[test]
fn vertex_shaders_leave_b15_alone() {
    let program = words(&[plain(End)]);
    let mut machine = Machine::new(&program);
    machine.run(BUDGET).expect("it ends");
    let b15 = register(Bank::Boolean, 15);
    assert_eq!(machine.get(b15), Some(Value::Boolean(false)));
}

#[test]
fn outputs_that_are_not_written_again_are_those_of_two_emits_ago() {
    let source = ".gsh point c0\n.out o position\n.out p color\n.proc main\n\
                  setemit 0\nmov o, v0\nmov p, v0\nemit\nmov o, v1\nmov p, v1\nemit\n\
                  mov o, v2\nemit\nmov o, v3\nemit\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    for number in 0..4 {
        set(&mut machine, input(number), v(f32::from(number)));
    }
    machine.run(BUDGET).expect("it ends");
    let seconds: Vec<_> = machine.emitted().vertices.iter().map(|vertex| vertex[1][0]).collect();
    assert_eq!(seconds, [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn temporaries_flags_and_addresses_last_from_run_to_run() {
    let source = ".gsh point c0\n.constf one(1.0, 1.0, 1.0, 1.0)\n.out o position\n.proc main\n\
                  add r0, one, r0\nmov o, r0\njmpc cmp.x, behind\nmova a0.x, r0.x\ncmp r0, eq, eq, r0\n\
                  behind:\nemit\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    for _ in 0..3 {
        machine.run(BUDGET).expect("it ends");
    }
    assert_eq!(firsts(&machine.emitted().vertices), [1.0, 2.0, 3.0]);
    assert_eq!(machine.address(), [1, 0]);
    assert_eq!(machine.flags(), [true, true]);
}

/// Encodes `setemit`: slot at bit 24, `prim` at 23, `inv` at 22.
fn setemit(slot: u32, primitive: bool, invert: bool) -> u32 {
    0x2B << 26 | slot << 24 | u32::from(primitive) << 23 | u32::from(invert) << 22
}

/// Encodes `mov` from an input to an output.
fn mov(output: u32, input: u32) -> u32 {
    0x13 << 26 | output << 21 | input << 12
}

/// Returns the first components of the corners that a program emits, with `v0` to `v3` = 1 to 4.
fn triangles(words: &[u32]) -> Vec<Vec<f32>> {
    let program = geometry_words(words);
    let mut machine = Machine::new(&program);
    for number in 0..4 {
        set(&mut machine, input(number), v(f32::from(number) + 1.0));
    }
    machine.run(BUDGET).expect("it ends");
    let triangles = &machine.emitted().triangles;
    triangles.iter().map(|t| firsts(&t.corners)).collect()
}

#[test]
fn the_first_setemit_may_be_missing() {
    let code = [
        mov(0, 0),
        plain(Emit),
        setemit(1, true, false),
        mov(0, 1),
        plain(Emit),
        plain(End),
    ];
    assert_eq!(triangles(&code), [[1.0, 2.0, 0.0]]);
}

#[test]
fn one_setemit_counts_for_all_that_follows() {
    // Both vertices go to slot 2, and each completes a triangle.
    let code = [
        setemit(2, true, true),
        mov(0, 0),
        plain(Emit),
        mov(0, 1),
        plain(Emit),
        plain(End),
    ];
    assert_eq!(triangles(&code), [[0.0, 1.0, 0.0], [0.0, 2.0, 0.0]]);
}

#[test]
fn slot_3_keeps_no_vertex() {
    let code = [
        setemit(3, true, false),
        mov(0, 0),
        plain(Emit),
        setemit(0, true, false),
        mov(0, 1),
        plain(Emit),
        plain(End),
    ];
    assert_eq!(triangles(&code), [[0.0; 3], [2.0, 0.0, 0.0]]);
}

#[test]
fn banks_change_places_with_all_outputs() {
    // After one emit, o6 is from the other bank; after two, it is the written value.
    for (emits, expected) in [(0, 1.0), (1, 0.0), (2, 1.0), (3, 0.0)] {
        let mut code = vec![mov(6, 0)];
        code.extend([plain(Emit)].repeat(emits));
        code.push(plain(End));
        let program = geometry_words(&code);
        let mut machine = Machine::new(&program);
        set(&mut machine, input(0), v(1.0));
        machine.run(BUDGET).expect("it ends");
        assert_eq!(machine.outputs()[6][0], expected, "{emits}");
        let sixths = machine.emitted().vertices.iter().map(|v| v[6][0]);
        let expected: Vec<_> = [1.0, 0.0, 1.0].into_iter().take(emits).collect();
        assert_eq!(sixths.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn vertices_are_kept_up_to_a_limit() {
    let program = geometry_words(&[plain(Emit), flow(Jmpu, 0, 1, 0)]);
    let mut machine = Machine::new(&program);
    let fault = machine.run(u64::MAX).expect_err("it does not end");
    assert_eq!(
        fault.to_string(),
        "word 0: more than 65536 vertices were emitted; further vertices are dropped"
    );
    assert_eq!(machine.take_emitted().vertices.len(), MAX_VERTICES);
}
