//! Execution that falls through past a procedure finds the code that follows it in the source.

mod support;

use pica200_link::{LinkOptions, LinkOutput};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, float_uniform, output, target};

/// Returns the names of the procedures and labels in the program, in program order.
fn kept(output: &LinkOutput) -> Vec<&str> {
    let map = output.map.as_ref().expect("a map is asked for");
    let labels = map.pieces.iter().flat_map(|piece| &piece.labels);
    labels.map(|label| label.name.as_str()).collect()
}

fn mapped() -> LinkOptions {
    LinkOptions {
        map: true,
        ..LinkOptions::default()
    }
}

/// Returns a shader that calls `f`, and a library that has the procedures `next`, `far` and `apart` after others. `far`
/// is the first that ends the program.
fn program(body: impl FnOnce(&mut Source)) -> [Source; 2] {
    let mut library = Source::new("lib");
    library.library();
    library.boolean("on", 1);
    body(&mut library);
    library.procedure("next", |s| s.op(Opcode::Nop));
    library.procedure("far", |s| s.op(Opcode::End));
    library.procedure("apart", |s| s.op(Opcode::Nop));
    [Source::vertex("main", |s| s.call("f")), library]
}

#[test]
fn an_entry_without_end_runs_on_into_the_next_procedure() {
    let mut source = Source::new("main");
    source.constf("k", 1.0);
    source.procedure("main", |s| s.op(Opcode::Nop));
    source.procedure("next", |s| {
        s.mov(0, Src::Name("k", 0));
        s.op(Opcode::End);
    });
    let shbin = output(LinkOptions::default(), [source]).shbin;
    let constants = &shbin.shaders[0].constants;
    let registers: Vec<_> = constants.iter().map(|c| u32::from(c.register)).collect();
    assert_eq!(registers, [float_uniform(shbin.program.code[1])]);
}

#[test]
fn the_target_of_a_last_block_of_an_entry_is_not_a_tail() {
    let mut source = Source::new("main");
    source.boolean("on", 1);
    source.procedure("main", |s| s.branch(|s| s.op(Opcode::End), |_| {}));
    source.procedure("next", |s| s.op(Opcode::End));
    let found = output(mapped(), [source]);
    assert_eq!(kept(&found), ["main", "next"]);
    assert_eq!(found.shbin.program.code.len(), 3);
}

#[test]
fn the_target_of_a_jump_to_the_end_of_a_procedure_is_not_a_tail() {
    let sources = program(|s| {
        s.procedure("f", |s| {
            s.go(Opcode::Jmpc, "out");
            s.op(Opcode::End);
            s.label("out");
        });
    });
    assert_eq!(kept(&output(mapped(), sources)), ["main", "f", "out", "next", "far"]);
}

/// The call returns before the end of `f`, and the jump leads beyond that point.
#[test]
fn a_jump_over_the_end_of_a_counted_call_runs_on() {
    let sources = program(|s| {
        s.procedure("f", |s| {
            s.go_for(Opcode::Call, "part", 2);
            s.op(Opcode::End);
            s.label("part");
            s.go(Opcode::Jmpc, "beyond");
            s.op(Opcode::Nop);
            s.label("beyond");
            s.op(Opcode::Nop);
        });
    });
    assert_eq!(
        kept(&output(mapped(), sources)),
        ["main", "f", "part", "beyond", "next", "far"]
    );
}

#[test]
fn a_counted_call_that_returns_keeps_no_further_code() {
    let sources = program(|s| {
        s.procedure("f", |s| {
            s.go_for(Opcode::Call, "part", 2);
            s.label("part");
            s.op(Opcode::Nop);
            s.op(Opcode::Nop);
        });
    });
    assert_eq!(kept(&output(mapped(), sources)), ["main", "f", "part"]);
}

#[test]
fn a_procedure_that_another_file_jumps_to_runs_on() {
    let [_, library] = program(|s| s.procedure("f", |s| s.op(Opcode::Nop)));
    let main = Source::vertex("main", |s| s.go(Opcode::Jmpc, "f"));
    assert_eq!(kept(&output(mapped(), [main, library])), ["main", "f", "next", "far"]);
}

/// Without padding, an if ends together with its procedure, and the hardware continues after both.
#[test]
fn a_block_at_the_end_of_a_procedure_runs_on() {
    let sources = program(|s| {
        s.no_padding();
        s.procedure("f", |s| s.branch(|s| s.op(Opcode::Nop), |_| {}));
    });
    let found = output(mapped(), sources);
    assert_eq!(kept(&found), ["main", "f", "next", "far"]);
}

#[test]
fn a_procedure_without_words_runs_on() {
    let sources = program(|s| {
        s.no_padding();
        s.procedure("before", |s| s.op(Opcode::Nop));
        s.procedure("f", |_| {});
    });
    assert_eq!(kept(&output(mapped(), sources)), ["main", "f", "next", "far"]);
}

/// It stays empty only at the start of a link. Here, the code before it is dropped.
#[test]
fn an_empty_procedure_keeps_its_padding() {
    let mut unused = Source::new("unused");
    unused.library();
    unused.procedure("unused", |s| s.op(Opcode::Nop));
    let mut main = Source::new("main");
    main.procedure("empty", |_| {});
    main.procedure("main", |s| {
        s.call("empty");
        s.op(Opcode::End);
    });
    let code = output(mapped(), [unused, main]).shbin.program.code;
    assert_eq!(code.len(), 3);
    assert_eq!(target(code[1]), (0, 1));
}
