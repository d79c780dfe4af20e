//! Geometry shaders: what they emit, and how they are fed.

mod common;

use common::*;
use pica200_machine::{
    Feed, FeedError, MOST_VERTICES, Machine, Program, ShaderChoice, Value, Vector,
};
use pica200_objfmt::opcode::Opcode::{Emit, End, Jmpu, Nop};
use pica200_objfmt::register::Bank;
use pica200_objfmt::shbin::{GeometryBytes, Shader, Shbin};

/// A vector that is told by its first component.
fn v(x: f32) -> Vector {
    [x, 0.0, 0.0, 1.0]
}

/// The first components of the first outputs.
fn firsts<'v>(vertices: impl IntoIterator<Item = &'v [Vector; 7]>) -> Vec<f32> {
    vertices.into_iter().map(|vertex| vertex[0][0]).collect()
}

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
    assert_eq!(
        (firsts(&plain.corners), plain.inverted),
        (vec![0.0, 1.0, 2.0], false)
    );
    // Slot 0 has the fourth vertex; the winding is reversed.
    assert_eq!(
        (firsts(&inverted.corners), inverted.inverted),
        (vec![3.0, 2.0, 1.0], true)
    );
    assert!(machine.emitted().vertices.is_empty());
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
        // The machine sets b15 behind each run.
        assert_eq!(machine.get(b15), Some(Value::Boolean(true)));
    }
    let corners: Vec<_> = machine
        .emitted()
        .triangles
        .iter()
        .map(|t| firsts(&t.corners))
        .collect();
    assert_eq!(corners, [[0.0, 1.0, 0.0], [0.0, 2.0, 0.0]]);
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
    let seconds: Vec<_> = machine
        .emitted()
        .vertices
        .iter()
        .map(|vertex| vertex[1][0])
        .collect();
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

/// Emits `v0`, `v1` and the number of vertices or whatever else is in `c0`.
fn points() -> Program {
    program(
        ".gsh point c0\n.out o position\n.out p color\n.proc main\nsetemit 0\nmov o, v0\nmov p, v1\nemit\nend\n.end\n",
    )
}

#[test]
fn points_are_fed_to_the_inputs() {
    let program = points();
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 2, 1).expect("it is a geometry shader");
    // Vertices of one register, two to a primitive: the third waits for the fourth.
    let fed = feed.feed(&mut machine, &[[v(1.0)], [v(2.0)], [v(3.0)]], BUDGET);
    assert_eq!(fed.expect("it ends").runs, 1);
    assert_eq!(feed.waiting(), 1);
    let fed = feed
        .feed(&mut machine, &[[v(4.0)]], BUDGET)
        .expect("it ends");
    assert_eq!(feed.waiting(), 0);
    assert_eq!((fed.runs, fed.instructions), (1, 5));
    let emitted = machine.emitted();
    assert_eq!(firsts(&emitted.vertices), [1.0, 3.0]);
    assert_eq!(emitted.vertices[1][1][0], 4.0);
}

#[test]
fn fixed_primitives_are_fed_to_an_array() {
    let source = ".gsh fixed c8 c2 2\n.fvec array[4] c2\n.out o position\n.out p color\n.proc main\n\
                  setemit 0\nmov o, array[1]\nmov p, array[2]\nemit\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 0, 2).expect("it is a geometry shader");
    // Two vertices of two registers each: c2 and c3, c4 and c5.
    let vertices = [[v(1.0), v(2.0)], [v(3.0), v(4.0)]];
    let fed = feed.feed(&mut machine, &vertices, BUDGET).expect("it ends");
    assert_eq!(fed.runs, 1);
    let emitted = machine.emitted();
    assert_eq!(
        [emitted.vertices[0][0][0], emitted.vertices[0][1][0]],
        [2.0, 3.0]
    );
    let values = [2, 3, 4, 5].map(|number| get(&machine, float(number))[0]);
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn variable_primitives_come_with_their_number() {
    let source =
        ".gsh variable c16 1\n.out o position\n.proc main\nsetemit 0\nmov o, c0\nemit\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 0, 2).expect("it is a geometry shader");
    let vertices = [[v(1.0), v(2.0)], [v(3.0), v(4.0)], [v(5.0), v(6.0)]];
    feed.feed(&mut machine, &vertices, BUDGET).expect("it ends");
    assert_eq!(machine.emitted().vertices[0][0], [3.0; 4]);
    // All of the first vertex, of the others the first register.
    let values = [1, 2, 3, 4, 5].map(|number| get(&machine, float(number))[0]);
    assert_eq!(values, [1.0, 2.0, 3.0, 5.0, 0.0]);

    let many = vec![[v(1.0)]; 96];
    let error = feed
        .feed(&mut machine, &many, BUDGET)
        .expect_err("c0 to c95 are full");
    assert_eq!(
        error.to_string(),
        "a primitive takes 96 registers, and there are 95 for it"
    );
    let none: [[Vector; 1]; 0] = [];
    let error = feed
        .feed(&mut machine, &none, BUDGET)
        .expect_err("nothing is a primitive");
    assert_eq!(error, FeedError::Empty);
}

#[test]
fn what_cannot_be_fed() {
    let vertex = words(&[plain(End)]);
    let error = Feed::new(&vertex, 1, 1).expect_err("it is a vertex shader");
    assert_eq!(
        error.to_string(),
        "vertices are fed to geometry shaders of the modes 0, 1 and 2; this is a vertex shader, or has mode 0"
    );
    let error = Feed::new(&points(), 17, 1).expect_err("there are 16 inputs");
    assert_eq!(
        error.to_string(),
        "a primitive takes 17 registers, and there are 16 for it"
    );
    let error = Feed::new(&points(), 0, 1).expect_err("nothing is a primitive");
    assert_eq!(
        error.to_string(),
        "a primitive has no vertices, or its vertices no outputs"
    );
}

/// A geometry shader of words.
fn geometry_words(words: &[u32]) -> Program {
    let shader = Shader {
        kind: 1,
        geometry: GeometryBytes::default(),
        ..Shader::default()
    };
    let mut shbin = Shbin {
        shaders: vec![shader],
        ..Shbin::default()
    };
    shbin.program.code = words.to_vec();
    Program::load(&shbin, ShaderChoice::Index(0)).expect("there is a shader")
}

#[test]
fn faults_of_a_fed_shader_are_told() {
    let program = geometry_words(&[plain(Nop)]);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 1, 1).expect("it is a geometry shader");
    let error = feed
        .feed(&mut machine, &[[v(1.0)]], BUDGET)
        .expect_err("it does not end");
    assert!(matches!(error, FeedError::Fault(_)));
    assert!(
        error
            .to_string()
            .starts_with("word 0: execution goes on at word 1")
    );
    // A run that does not end sets no boolean.
    assert_eq!(
        machine.get(register(Bank::Boolean, 15)),
        Some(Value::Boolean(false))
    );
}

#[test]
fn vertices_are_kept_up_to_a_limit() {
    let program = geometry_words(&[plain(Emit), flow(Jmpu, 0, 1, 0)]);
    let mut machine = Machine::new(&program);
    let fault = machine.run(u64::MAX).expect_err("it does not end");
    assert_eq!(
        fault.to_string(),
        "word 0: more than 65536 vertices were emitted; take them after each run"
    );
    assert_eq!(machine.take_emitted().vertices.len(), MOST_VERTICES);
}
