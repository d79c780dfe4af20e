//! Programs without a file, and machines that share a program.

use pica200_machine::{FaultKind, Feed, LoadError, Machine, Program, ShaderChoice, Stage};
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::isa::descriptor::Descriptor;
use pica200_objfmt::isa::opcode::Opcode::{self, End, Nop};

use crate::common::*;

/// Returns the code, the descriptors and the entry point of a source.
fn parts(source: &str) -> (Vec<u32>, Vec<Descriptor>, u16) {
    let shbin = shbin(source);
    let descriptors = shbin.program.descriptors.iter();
    let descriptors = descriptors.map(|entry| entry.descriptor).collect();
    let entry = u16::try_from(shbin.shaders[0].entry).expect("a word");
    (shbin.program.code, descriptors, entry)
}

#[test]
fn parts_run_like_the_file_that_has_them() {
    let source = ".in position\n.out o position\n.proc helper\nadd o, position, position\nend\n.end\n\
                  .proc main\nmov r0, position\ncall helper\nend\n.end\n";
    let (code, descriptors, entry) = parts(source);
    assert_ne!(entry, 0);
    let of_parts = Program::from_parts(&code, &descriptors, entry, Stage::Vertex);
    let programs = [of_parts.expect("it loads"), program(source)];
    let outputs = programs.each_ref().map(|program| {
        let mut machine = Machine::new(program);
        set(&mut machine, input(0), v(3.0));
        machine.run(BUDGET).expect("it ends");
        machine.outputs()[0]
    });
    assert_eq!(outputs, [[6.0, 0.0, 0.0, 2.0]; 2]);
    assert_eq!(programs[0].words(), programs[1].words());
    let reachable = programs.each_ref().map(|program| {
        let reachable = program.reachable();
        (0..program.words().len())
            .map(|word| reachable.contains(word))
            .collect::<Vec<_>>()
    });
    assert_eq!(reachable[0], reachable[1]);
    assert_eq!((programs[0].index(), programs[0].entry()), (0, entry));
    assert!(programs[0].names().is_empty() && programs[0].line(0).is_none());
}

#[test]
fn geometry_shaders_have_a_mode() {
    let source = ".gsh point c0\n.out o position\n.proc main\nsetemit 0\nmov o, v0\nemit\nend\n.end\n";
    let (code, descriptors, entry) = parts(source);
    let stage = Stage::Geometry(GeometryMode::Point);
    let program = Program::from_parts(&code, &descriptors, entry, stage).expect("it loads");
    assert!(program.is_geometry());
    let mut feed = Feed::new(&program, 1, 1).expect("a geometry shader");
    let mut machine = Machine::new(&program);
    let fed = feed.feed(&mut machine, &[[v(5.0)]], BUDGET).expect("it ends");
    assert_eq!(fed.runs, 1);
    assert_eq!(firsts(&machine.emitted().vertices), [5.0]);

    for mode in [
        GeometryMode::Variable { vertices: 3 },
        GeometryMode::Fixed { start: 8, vertices: 2 },
    ] {
        let program = Program::from_parts(&code, &descriptors, entry, Stage::Geometry(mode));
        let program = program.expect("it loads");
        assert_eq!(program.geometry().geometry_mode(), Some(mode));
    }

    // Only geometry shaders can emit.
    let program = Program::from_parts(&code, &descriptors, entry, Stage::Vertex).expect("it loads");
    let fault = Machine::new(&program).run(BUDGET).expect_err("it emits");
    assert_eq!(fault.kind, FaultKind::GeometryOnly);
}

#[test]
fn the_entry_is_within_the_words_that_the_stage_sees() {
    let mut code = vec![plain(Nop); 600];
    code.push(plain(End));
    let load = |entry, stage| Program::from_parts(&code, &[], entry, stage);
    let geometry = Stage::Geometry(GeometryMode::Point);
    assert_eq!(load(511, Stage::Vertex).map(|program| program.words().len()), Ok(512));
    assert_eq!(load(600, geometry).map(|program| program.words().len()), Ok(601));
    let outside = |word, words| Some(LoadError::EntryOutside { word, words });
    assert_eq!(load(512, Stage::Vertex).err(), outside(512, 512));
    assert_eq!(load(601, geometry).err(), outside(601, 601));
    let empty = Program::from_parts(&[], &[], 0, Stage::Vertex);
    assert_eq!(empty.err(), outside(0, 0));
}

#[test]
fn a_missing_descriptor_is_a_fault_of_the_run() {
    let code = [arithmetic(Opcode::Mov, temporary(0), [input(0); 2]), plain(End)];
    let program = Program::from_parts(&code, &[], 0, Stage::Vertex).expect("it loads");
    let fault = Machine::new(&program).run(BUDGET).expect_err("it needs descriptor 0");
    assert_eq!(fault.kind, FaultKind::MissingDescriptor { descriptor: 0 });
}

#[test]
fn machines_own_their_programs() {
    fn is_free<T: Send + Sync + 'static>(_: &T) {}
    let machine = {
        let shbin = shbin(".out o position\n.proc main\nmov o, v0\nend\n.end\n");
        let program = Program::load(&shbin, ShaderChoice::Index(0)).expect("it loads");
        Machine::new(&program)
    };
    is_free(&machine);
    // They share the code: its words have the same address.
    let other = Machine::new(machine.program());
    assert!(std::ptr::eq(machine.program().words(), other.program().words()));
    let threads = [machine, other]
        .map(|mut machine| std::thread::spawn(move || machine.run(BUDGET).expect("it ends").instructions));
    let counts = threads.map(|thread| thread.join().expect("it runs"));
    assert_eq!(counts, [2, 2]);
}
