//! Messages of faults and load errors.

use pica200_machine::{FaultKind, Machine, Program, ShaderChoice};
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::opcode::Opcode::{Add, Emit, End, For, Jmpu, Nop, Setemit};

use crate::common::*;

fn fault(program: &Program, budget: u64) -> String {
    let mut machine = Machine::new(program);
    let fault = machine.run(budget).expect_err("it does not end");
    fault.to_string()
}

#[test]
fn faults_name_word_procedure_and_line() {
    let source = ".out o position\n.proc main\ncall part\nend\n.end\n\
                  .proc part\nmov o, v0\nforever:\nnop\njmpu !b0, forever\nnop\n.end\n";
    let program = program(source);
    let text = fault(&program, 40);
    let expected = "in `part` (test.pica:9): the program did not end within 40 instructions";
    assert!(text.starts_with("word ") && text.ends_with(expected), "{text}");
}

#[test]
fn without_tables_faults_name_the_word() {
    let name = |code: &[u32]| fault(&words(code), BUDGET);
    assert_eq!(
        name(&[plain(Nop), 0x4400_0000]),
        "word 1: the word 44000000 has no known opcode"
    );
    assert_eq!(
        name(&[plain(Nop)]),
        "word 0: execution continues at word 1, but the code has 1 words"
    );
    assert_eq!(
        name(&[flow(Jmpu, 4095, 1, 0), plain(End)]),
        "word 0: execution continues at word 4095, but the code has 2 words"
    );
    let missing = arithmetic(Add, temporary(0), [float(0), temporary(0)]) | 9;
    assert_eq!(name(&[missing]), "word 0: descriptor 9 is not in the descriptor table");
    for opcode in [Emit, Setemit] {
        assert_eq!(
            name(&[opcode.base_word()]),
            "word 0: `emit` and `setemit` are for geometry shaders; this is a vertex shader"
        );
    }
}

#[test]
fn what_is_not_executed_may_be_anything() {
    let program = words(&[flow(Jmpu, 2, 1, 0), 0x4400_0000, plain(End)]);
    let run = Machine::new(&program).run(BUDGET).expect("it ends");
    assert_eq!((run.instructions, run.end), (2, 2));
}

#[test]
fn the_budget_counts_every_instruction() {
    let program = words(&[plain(Nop), plain(Nop), plain(End)]);
    let mut machine = Machine::new(&program);
    assert_eq!(machine.run(3).expect("it ends").instructions, 3);
    let fault = machine.run(2).expect_err("it does not end");
    assert_eq!(fault.kind, FaultKind::BudgetUsedUp { budget: 2 });
    assert_eq!((fault.instructions, fault.location.word), (2, 2));
    assert_eq!(machine.run(0).expect_err("no instruction is allowed").instructions, 0);
    // Likewise for a loop that is its own body.
    let program = words(&[flow(For, 0, 0, 0), flow(Jmpu, 0, 1, 0)]);
    assert!(Machine::new(&program).run(100_000).is_err());
}

#[test]
fn vertex_shaders_see_512_words() {
    let mut code = vec![plain(Nop); 512];
    code.push(plain(End));
    assert_eq!(
        fault(&words(&code), BUDGET),
        "word 511: execution continues at word 512, but the code has 512 words"
    );
    // Only the lowest bit of a geometry shader's kind is used.
    for kind in [1, 0x81] {
        let shader = Shader {
            kind,
            ..Shader::default()
        };
        let program = of_words(&code, &[], shader);
        let run = Machine::new(&program).run(BUDGET).expect("it ends");
        assert_eq!(run.instructions, 513);
    }
}

#[test]
fn shaders_are_chosen_by_index_and_entry() {
    let mut shbin = shbin(".out o position\n.proc main\nmov o, v0\nend\n.end\n");
    let message = |shbin: &Shbin, choice| {
        let error = Program::load(shbin, choice).expect_err("there is no such shader");
        error.to_string()
    };
    assert!(Program::load(&shbin, ShaderChoice::Entry("main")).is_ok());
    assert_eq!(
        message(&shbin, ShaderChoice::Entry("mine")),
        "there is no entry `mine`; the file has `main`"
    );
    assert_eq!(
        message(&shbin, ShaderChoice::Index(1)),
        "there is no shader 1; the file has 1, counted from 0"
    );
    for shader in &mut shbin.shaders {
        shader.labels.clear();
        shader.entry = 70_000;
    }
    assert_eq!(
        message(&shbin, ShaderChoice::Entry("main")),
        "there is no entry `main`; the file has no names, so choose a shader by its index"
    );
    assert_eq!(
        message(&shbin, ShaderChoice::Index(0)),
        "the entry is word 70000, but the code has 2 words"
    );
}
