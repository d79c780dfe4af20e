//! Words after the last `end` of a section are dropped, unless something refers to a location among them.

use pica200_objfmt::isa::opcode::Opcode;

use super::{left_out, mapped, named, places, texts};
use crate::support::{Source, Src, library, output, target};

/// Returns the procedures with a tail that is dropped, if `body` is the entry procedure.
fn tails(body: impl FnOnce(&mut Source)) -> Vec<(String, String)> {
    let mut source = Source::new("main");
    source.procedure("main", body);
    left_out(&output(mapped(), [source]))
}

#[test]
fn words_after_the_last_end_are_left_out() {
    let main = Source::vertex("main", |s| {
        s.call("f");
        s.branch(|s| s.op(Opcode::End), |s| s.op(Opcode::Nop));
        s.op(Opcode::End);
        s.mov(0, Src::R(1));
    });
    let lib = library("lib", |s| s.procedure("f", |s| s.op(Opcode::Nop)));
    let found = output(mapped(), [main, lib]);
    assert_eq!(left_out(&found), texts(&[("main", "behind end")]));
    assert_eq!(places(&found), named(&[("main", 0), ("f", 5)]));
    let shader = &found.shbin.shaders[0];
    assert_eq!((shader.entry, shader.end), (0, 5));
    assert_eq!(target(found.shbin.program.code[0]), (5, 1));
}

#[test]
fn words_after_an_end_stay_if_an_instruction_names_them() {
    let mut source = Source::new("main");
    source.procedure("main", |s| {
        s.call("g");
        s.op(Opcode::End);
        s.op(Opcode::Nop);
        s.label("here");
        s.op(Opcode::End);
    });
    source.procedure("g", |s| {
        s.op(Opcode::End);
        s.go(Opcode::Jmpc, "here");
        s.op(Opcode::End);
    });
    // Execution does not reach the jump. It still keeps its own words and those at its target.
    let found = output(mapped(), [source]);
    assert_eq!(left_out(&found), texts(&[("g", "behind end")]));
    assert_eq!(places(&found), named(&[("main", 0), ("here", 3), ("g", 4)]));
}

#[test]
fn jumps_and_blocks_among_the_words_after_an_end_keep_them() {
    let jump = tails(|s| {
        s.op(Opcode::End);
        s.go(Opcode::Jmpc, "out");
        s.op(Opcode::Nop);
        s.label("out");
        s.op(Opcode::End);
    });
    assert_eq!(jump, []);
    let block = tails(|s| {
        s.op(Opcode::End);
        s.branch(|s| s.op(Opcode::Nop), |s| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    assert_eq!(block, []);
}

/// Both branches end the program, so nothing continues at the end of the block.
#[test]
fn the_end_of_a_block_that_does_not_return_is_a_tail() {
    let block = tails(|s| {
        s.branch(|s| s.op(Opcode::End), |s| s.op(Opcode::End));
        s.op(Opcode::Nop);
    });
    assert_eq!(block, texts(&[("main", "behind end")]));
}

#[test]
fn a_counted_entry_keeps_all_of_its_words() {
    let counted = |count| {
        let mut source = Source::new("main");
        source.entry_at("start", count);
        source.procedure("main", |s| {
            s.label("start");
            s.op(Opcode::End);
        });
        source.procedure("next", |s| s.op(Opcode::End));
        source.procedure("last", |s| s.op(Opcode::Nop));
        places(&output(mapped(), [source]))
    };
    let all = [("main", 0), ("start", 0), ("next", 1), ("last", 2)];
    assert_eq!(counted(1), named(&all[..2]));
    assert_eq!(counted(2), named(&all[..3]));
    assert_eq!(counted(3), named(&all));
}

/// A jump to the end of `f` leads to `next`, although a call of `f` ends there.
#[test]
fn the_end_of_a_procedure_after_an_end_keeps_the_next_one() {
    let main = Source::vertex("main", |s| s.call("f"));
    let lib = library("lib", |s| {
        s.procedure("before", |s| s.op(Opcode::Nop));
        s.procedure("f", |s| {
            s.go(Opcode::Jmpc, "out");
            s.op(Opcode::Nop);
            s.op(Opcode::End);
            s.label("out");
        });
        s.procedure("next", |s| {
            s.op(Opcode::Nop);
            s.op(Opcode::End);
        });
    });
    let found = output(mapped(), [main, lib]);
    let expected = [("main", 0), ("f", 2), ("out", 5), ("next", 5)];
    assert_eq!(places(&found), named(&expected));
    assert_eq!(left_out(&found), texts(&[("before", "unreached")]));
}
