//! Feeding of geometry shaders.

use pica200_machine::{Feed, FeedError, Machine, Program, ShaderChoice, Value, Vector};
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::opcode::Opcode::{End, Nop};
use pica200_objfmt::isa::register::Bank;

use crate::common::*;

/// Emits `v0`, `v1` and `c0`, which is the number of vertices in variable mode.
const POINTS: &str =
    ".gsh point c0\n.out o position\n.out p color\n.proc main\nsetemit 0\nmov o, v0\nmov p, v1\nemit\nend\n.end\n";

fn points() -> Program {
    program(POINTS)
}

#[test]
fn points_are_fed_to_the_inputs() {
    let program = points();
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 2, 1).expect("it is a geometry shader");
    // Vertices of one register, two per primitive: the third waits for the fourth.
    let fed = feed.feed(&mut machine, &[[v(1.0)], [v(2.0)], [v(3.0)]], BUDGET);
    assert_eq!(fed.expect("it ends").runs, 1);
    assert_eq!((feed.mode(), feed.size()), (GeometryMode::Point, 2));
    assert_eq!(feed.waiting(), 1);
    let fed = feed.feed(&mut machine, &[[v(4.0)]], BUDGET).expect("it ends");
    assert_eq!((fed.runs, fed.instructions, fed.end), (1, 5, Some(4)));
    assert_eq!(feed.waiting(), 0);
    let none: [[Vector; 1]; 0] = [];
    let fed = feed.feed(&mut machine, &none, BUDGET).expect("it is still");
    assert_eq!((fed.runs, fed.end), (0, None));
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
    assert_eq!([emitted.vertices[0][0][0], emitted.vertices[0][1][0]], [2.0, 3.0]);
    let values = [2, 3, 4, 5].map(|number| get(&machine, float(number))[0]);
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn variable_primitives_come_with_their_number() {
    let source = ".gsh variable c16 1\n.out o position\n.proc main\nsetemit 0\nmov o, c0\nemit\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 0, 2).expect("it is a geometry shader");
    let vertices = [[v(1.0), v(2.0)], [v(3.0), v(4.0)], [v(5.0), v(6.0)]];
    feed.feed(&mut machine, &vertices, BUDGET).expect("it ends");
    assert_eq!(machine.emitted().vertices[0][0], [3.0; 4]);
    // All registers of the first vertex, the first register of the others.
    let values = [1, 2, 3, 4, 5].map(|number| get(&machine, float(number))[0]);
    assert_eq!(values, [1.0, 2.0, 3.0, 5.0, 0.0]);

    let many = vec![[v(1.0)]; 96];
    let error = feed.feed(&mut machine, &many, BUDGET).expect_err("c0 to c95 are full");
    assert_eq!(
        error.to_string(),
        "a primitive needs 96 registers, but there is room for 95"
    );
    let none: [[Vector; 1]; 0] = [];
    let error = feed
        .feed(&mut machine, &none, BUDGET)
        .expect_err("nothing is a primitive");
    assert_eq!(error, FeedError::Empty);
    // A primitive that does not fit leaves nothing buffered.
    let fed = feed.feed(&mut machine, &[[v(7.0)], [v(8.0)]], BUDGET);
    assert_eq!(fed.expect("it ends").runs, 1);
    assert_eq!([0, 1, 2].map(|n| get(&machine, float(n))[0]), [2.0, 7.0, 8.0]);
}

#[test]
fn what_cannot_be_fed() {
    let vertex = words(&[plain(End)]);
    let error = Feed::new(&vertex, 1, 1).expect_err("it is a vertex shader");
    assert_eq!(
        error.to_string(),
        "only geometry shaders take vertices; this is a vertex shader"
    );
    let mut strange = shbin(POINTS);
    strange.shaders[0].geometry.mode = 3;
    let strange = Program::load(&strange, ShaderChoice::Index(0)).expect("it is there");
    let error = Feed::new(&strange, 1, 1).expect_err("there is no such mode");
    assert_eq!(
        error.to_string(),
        "the shader has geometry mode 3; the known modes are 0, 1 and 2"
    );
    let error = Feed::new(&points(), 17, 1).expect_err("there are 16 inputs");
    assert_eq!(
        error.to_string(),
        "a primitive needs 17 registers, but there is room for 16"
    );
    let error = Feed::new(&points(), 0, 1).expect_err("nothing is a primitive");
    assert_eq!(
        error.to_string(),
        "a primitive has no vertices, or its vertices have no outputs"
    );
}

#[test]
fn faults_of_a_fed_shader_are_told() {
    let program = geometry_words(&[plain(Nop)]);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 1, 1).expect("it is a geometry shader");
    let error = feed
        .feed(&mut machine, &[[v(1.0)]], BUDGET)
        .expect_err("it does not end");
    assert!(matches!(&error, FeedError::Fault { before, .. } if before.runs == 0));
    assert!(error.to_string().starts_with("word 0: execution continues at word 1"));
    // A run that does not reach `end` sets no boolean.
    assert_eq!(machine.get(register(Bank::Boolean, 15)), Some(Value::Boolean(false)));
}

#[test]
fn primitives_may_be_smaller_than_the_vertices_that_are_whole() {
    let geometry = GeometryBytes {
        mode: 1,
        variable_vertices: 5,
        ..GeometryBytes::default()
    };
    let program = fed_words(&[plain(End)], geometry);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 0, 2).expect("it is a geometry shader");
    for (count, expected) in [(2, [2.0, 1.0, 2.0, 1.0, 2.0]), (1, [1.0, 1.0, 2.0, 1.0, 2.0])] {
        let vertices = vec![[v(1.0), v(2.0)]; count];
        feed.feed(&mut machine, &vertices, BUDGET).expect("it ends");
        assert_eq!([0, 1, 2, 3, 4].map(|n| get(&machine, float(n))[0]), expected);
    }
}

#[test]
fn fixed_primitives_wait_until_they_are_complete() {
    let geometry = GeometryBytes {
        mode: 2,
        fixed_start: 90,
        fixed_vertices: 3,
        ..GeometryBytes::default()
    };
    let program = fed_words(&[plain(End)], geometry);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 0, 2).expect("c90 to c95 are free");
    let vertices = [1.0, 3.0, 5.0, 7.0].map(|x| [v(x), v(x + 1.0)]);
    let fed = feed.feed(&mut machine, &vertices, BUDGET).expect("it ends");
    assert_eq!((fed.runs, fed.instructions), (1, 1));
    let values = |machine: &Machine| [90, 91, 95].map(|n| get(machine, float(n))[0]);
    assert_eq!(values(&machine), [1.0, 2.0, 6.0]);
    let fed = feed.feed(&mut machine, &vertices[..2], BUDGET);
    assert_eq!(fed.expect("it ends").runs, 1);
    assert_eq!(values(&machine), [7.0, 8.0, 4.0]);

    let error = Feed::new(&program, 0, 3).expect_err("there is no c98");
    let (registers, available) = (9, 6);
    assert_eq!(error, FeedError::TooLarge { registers, available });
    let error = Feed::new(&program, 0, 0).expect_err("nothing is a primitive");
    assert_eq!(error, FeedError::Empty);
}

#[test]
fn a_failed_feed_leaves_nothing_waiting() {
    // Ends if v0 is 1, and otherwise jumps to itself.
    let source = ".gsh point c0\n.constf one(1.0, 1.0, 1.0, 1.0)\n.out o position\n.proc main\n\
                  again:\ncmp one, eq, eq, v0\njmpc cmp.x, again\nend\n.end\n";
    let program = program(source);
    let mut machine = Machine::new(&program);
    let mut feed = Feed::new(&program, 2, 1).expect("it is a geometry shader");
    let failing = [[v(1.0)], [v(2.0)], [v(3.0)]];
    let error = feed.feed(&mut machine, &failing, BUDGET);
    assert!(matches!(error, Err(FeedError::Fault { .. })));
    // Two more are one primitive, as if nothing had been fed before.
    let fed = feed.feed(&mut machine, &[[v(5.0)], [v(6.0)]], BUDGET);
    assert_eq!(fed.expect("it ends").runs, 1);
    assert_eq!([0, 1].map(|n| get(&machine, input(n))[0]), [5.0, 6.0]);
}

#[test]
fn unknown_modes_are_not_fed() {
    let mode = 3;
    let geometry = GeometryBytes {
        mode,
        ..GeometryBytes::default()
    };
    let program = fed_words(&[plain(End)], geometry);
    let error = Feed::new(&program, 1, 1).expect_err("there is no mode 3");
    assert_eq!(error, FeedError::UnknownMode { mode });
}
