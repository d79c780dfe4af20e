//! Code and constants that are dropped, moved, or folded.

mod constants;
mod folding;
#[path = "../support/mod.rs"]
mod support;
mod tails;

use pica200_link::{LinkOptions, LinkOutput, Map, Reason};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, library, output, target};

const NOP: u32 = Opcode::Nop.base_word();
const END: u32 = Opcode::End.base_word();

/// Returns the default options with a map.
fn mapped() -> LinkOptions {
    LinkOptions {
        map: true,
        ..LinkOptions::default()
    }
}

fn map(output: &LinkOutput) -> &Map {
    output.map.as_ref().expect("a map is asked for")
}

/// Returns the procedures that are dropped, with the reasons.
fn left_out(output: &LinkOutput) -> Vec<(String, String)> {
    let reason = |reason: &Reason| match reason {
        Reason::Unreached => "unreached".to_owned(),
        Reason::AfterEnd => "behind end".to_owned(),
        Reason::SameAs { procedure, .. } => format!("same as {procedure}"),
    };
    let gone = map(output).left_out.iter();
    gone.map(|gone| (gone.procedures.join(" "), reason(&gone.reason)))
        .collect()
}

/// Returns the addresses of all procedures and labels, in program order.
fn places(output: &LinkOutput) -> Vec<(String, u32)> {
    let labels = map(output).pieces.iter().flat_map(|piece| &piece.labels);
    labels.map(|label| (label.name.clone(), label.word)).collect()
}

fn named<T: Clone>(pairs: &[(&str, T)]) -> Vec<(String, T)> {
    let own = |(name, value): &(&str, T)| ((*name).to_owned(), value.clone());
    pairs.iter().map(own).collect()
}

fn texts(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
    pairs.iter().map(own).collect()
}

#[test]
fn code_that_no_shader_refers_to_is_left_out() {
    let main = Source::vertex("main", |s| s.call("used"));
    let lib = library("lib", |s| {
        s.procedure("before", |s| s.call("helper"));
        s.procedure("helper", |s| s.op(Opcode::Nop));
        s.procedure("used", |s| s.call("inner"));
        s.procedure("behind", |s| s.op(Opcode::Nop));
        s.procedure("inner", |s| s.op(Opcode::Nop));
    });
    let found = output(mapped(), [main, lib]);
    assert_eq!(places(&found), named(&[("main", 0), ("used", 2), ("inner", 3)]));
    let gone = [
        ("before", "unreached"),
        ("helper", "unreached"),
        ("behind", "unreached"),
    ];
    assert_eq!(left_out(&found), texts(&gone));
    let code = &found.shbin.program.code;
    assert_eq!((target(code[0]), target(code[2])), ((2, 1), (3, 1)));
    assert_eq!((code[1], code[3], code.len()), (END, NOP, 4));
}

#[test]
fn words_outside_procedures_stay_with_their_neighbours() {
    let main = Source::vertex("main", |s| s.call("first"));
    let lib = library("lib", |s| {
        s.procedure("first", |s| s.op(Opcode::Nop));
        s.op(Opcode::Nop);
        s.procedure("second", |s| s.op(Opcode::Nop));
        s.procedure("third", |s| s.op(Opcode::Nop));
    });
    let found = output(mapped(), [main, lib]);
    assert_eq!(places(&found), named(&[("main", 0), ("first", 2), ("second", 4)]));
}

/// `main` jumps into `middle`, which does not end and falls through into `next`.
#[test]
fn code_that_execution_runs_on_into_stays_adjacent() {
    let mut source = Source::new("main");
    source.procedure("main", |s| {
        s.go(Opcode::Jmpc, "inside");
        s.op(Opcode::End);
    });
    source.procedure("apart", |s| s.op(Opcode::Nop));
    source.procedure("middle", |s| {
        s.op(Opcode::Nop);
        s.label("inside");
        s.op(Opcode::Nop);
    });
    source.procedure("next", |s| s.op(Opcode::End));
    source.procedure("last", |s| s.op(Opcode::Nop));
    let found = output(mapped(), [source]);
    let expected = [("main", 0), ("middle", 2), ("inside", 3), ("next", 4)];
    assert_eq!(places(&found), named(&expected));
    assert_eq!(found.shbin.program.code[2..], [NOP, NOP, END]);
    assert_eq!(target(found.shbin.program.code[0]).0, 3);
}

#[test]
fn a_jump_over_a_procedure_does_not_keep_it() {
    let mut source = Source::new("main");
    source.procedure("main", |s| {
        s.go(Opcode::Jmpc, "far");
        s.op(Opcode::End);
    });
    source.procedure("between", |s| s.op(Opcode::Nop));
    source.procedure("far", |s| s.op(Opcode::End));
    let found = output(mapped(), [source]);
    assert_eq!(places(&found), named(&[("main", 0), ("far", 2)]));
}

#[test]
fn a_jump_to_the_end_of_a_procedure_keeps_the_next_one() {
    let main = Source::vertex("main", |s| s.call("f"));
    let lib = library("lib", |s| {
        s.procedure("f", |s| {
            s.go(Opcode::Jmpc, "out");
            s.op(Opcode::Nop);
            s.label("out");
        });
        s.procedure("next", |s| s.op(Opcode::End));
        s.procedure("far", |s| s.op(Opcode::Nop));
    });
    let found = output(mapped(), [main, lib]);
    let expected = [("main", 0), ("f", 2), ("out", 4), ("next", 4)];
    assert_eq!(places(&found), named(&expected));
}

#[test]
fn calls_with_a_number_of_words_keep_all_of_them() {
    let main = Source::vertex("main", |s| s.call("f"));
    let lib = library("lib", |s| {
        s.procedure("f", |s| s.go_for(Opcode::Call, "part", 3));
        s.procedure("g", |s| {
            s.label("part");
            s.op(Opcode::Nop);
            s.op(Opcode::Nop);
        });
        s.procedure("h", |s| s.op(Opcode::Nop));
        s.procedure("i", |s| s.op(Opcode::Nop));
    });
    let found = output(mapped(), [main, lib]);
    let expected = [("main", 0), ("f", 2), ("g", 3), ("part", 3), ("h", 5)];
    assert_eq!(places(&found), named(&expected));
    assert_eq!(target(found.shbin.program.code[2]), (3, 3));
}

#[test]
fn nothing_moves_if_words_name_places_of_the_program() {
    let mut source = Source::new("main");
    source.procedure("unused", |s| s.op(Opcode::Nop));
    source.procedure("main", |s| {
        s.flow_word(Opcode::Call, 0, 1);
        s.op(Opcode::End);
    });
    let found = output(mapped(), [source]);
    assert_eq!(left_out(&found), []);
    assert_eq!(target(found.shbin.program.code[1]), (0, 1));
}

#[test]
fn vertex_shaders_come_first_if_they_would_be_cut_off() {
    let geometry = |words: usize| {
        let mut source = Source::geometry("g", 0);
        source.entry("geometry");
        source.procedure("geometry", |s| {
            s.call("both");
            (0..words - 2).for_each(|_| s.op(Opcode::Nop));
            s.op(Opcode::End);
        });
        source
    };
    let shared = || library("lib", |s| s.procedure("both", |s| s.op(Opcode::Nop)));
    let vertex = || Source::vertex("v", |s| s.call("both"));
    let fits = output(mapped(), [geometry(509), shared(), vertex()]);
    assert_eq!(places(&fits), named(&[("geometry", 0), ("both", 509), ("main", 510)]));
    // With one more word, the vertex shader would not see its last one.
    let moved = output(mapped(), [geometry(510), shared(), vertex()]);
    assert_eq!(places(&moved), named(&[("both", 0), ("main", 1), ("geometry", 3)]));
    let code = &moved.shbin.program.code;
    assert_eq!((target(code[1]), target(code[3])), ((0, 1), (0, 1)));
    let entries: Vec<_> = moved.shbin.shaders.iter().map(|s| (s.entry, s.end)).collect();
    assert_eq!(entries, [(3, 513), (1, 3)]);
}

/// Every object has a section, even one without words.
#[test]
fn objects_without_words_link() {
    let empty = library("empty", |_| {});
    let heads = library("heads", |s| s.procedure("nothing", |_| {}));
    let main = Source::vertex("main", |s| s.call("nothing"));
    let found = output(mapped(), [empty, main, heads]);
    assert_eq!(found.shbin.program.code[1..], [END, NOP]);
    assert_eq!(target(found.shbin.program.code[0]), (2, 1));
    let _: Object = library("empty", |_| {}).object();
}
