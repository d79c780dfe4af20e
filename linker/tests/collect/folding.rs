//! Identical code folding.

use pica200_link::LinkOptions;
use pica200_objfmt::isa::opcode::Opcode;

use super::{left_out, mapped, named, places, texts};
use crate::support::{Source, Src, library, output, target};

/// Returns a library with a leaf and a procedure that calls it.
fn pair(name: &str, leaf: &str, caller: &str) -> Source {
    library(name, |s| {
        s.fvec("shared", 2);
        s.constf("one", 1.0);
        s.procedure(leaf, |s| {
            s.mov(0, Src::Name("shared", 1));
            s.mov(1, Src::Name("one", 0));
        });
        s.procedure(caller, |s| {
            s.branch(|s| s.call(leaf), |s| s.op(Opcode::Nop));
            s.op(Opcode::Nop);
        });
    })
}

fn both_pairs() -> [Source; 3] {
    let main = Source::vertex("main", |s| {
        s.call("a");
        s.call("b");
    });
    [main, pair("first", "a0", "a"), pair("second", "b0", "b")]
}

#[test]
fn identical_procedures_are_placed_once() {
    let found = output(mapped(), both_pairs());
    assert_eq!(left_out(&found), texts(&[("b0", "same as a0"), ("b", "same as a")]));
    let code = &found.shbin.program.code;
    assert_eq!(target(code[0]), target(code[1]));
    // One name remains, so that a disassembly gives the same file.
    let labels = found.shbin.shaders[0].labels.iter();
    let labels: Vec<_> = labels.map(|l| (l.name.to_string(), l.word)).collect();
    assert_eq!(labels, named(&[("main", 0), ("a0", 3), ("a", 5)]));
}

/// `b` is identical to `k` immediately, and `k` to `first` after `x` and `y` are folded. `b` is before `k` on the
/// command line, and after it in the program.
#[test]
fn a_procedure_that_replaces_others_can_be_replaced() {
    let mut geometry = Source::geometry("g", 0);
    geometry.entry("geometry");
    geometry.procedure("geometry", |s| {
        s.call("b");
        (0..600).for_each(|_| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    let calling = |source: &mut Source, name: &str, callee: &str| {
        source.procedure(name, |s| {
            s.call(callee);
            s.op(Opcode::Nop);
        });
    };
    let only_geometry = library("only", |s| calling(s, "b", "x"));
    let main = Source::vertex("main", |s| {
        s.call("first");
        s.call("k");
    });
    let lib = library("lib", |s| {
        calling(s, "first", "y");
        calling(s, "k", "x");
        s.procedure("x", |s| s.mov(0, Src::R(1)));
        s.procedure("y", |s| s.mov(0, Src::R(1)));
    });
    let found = output(mapped(), [geometry, only_geometry, main, lib]);
    let expected = [("main", 0), ("first", 3), ("x", 5), ("geometry", 6)];
    assert_eq!(places(&found), named(&expected));
    let code = &found.shbin.program.code;
    assert_eq!([0, 1, 6].map(|word: usize| target(code[word])), [(3, 2); 3]);
}

#[test]
fn lines_keep_procedures_apart_unless_folding_is_requested() {
    let words = |debug, icf| {
        let options = LinkOptions {
            debug,
            icf,
            ..LinkOptions::default()
        };
        output(options, both_pairs()).shbin.program.code.len()
    };
    assert_eq!(words(false, None), 9);
    assert_eq!(words(true, None), 15);
    assert_eq!(words(true, Some(true)), 9);
    assert_eq!(words(false, Some(false)), 15);
}

#[test]
fn procedures_that_read_different_registers_are_not_identical() {
    type Body = fn(&mut Source);
    let different: [(Body, Body); 5] = [
        (|s| s.mov(0, Src::Name("u", 0)), |s| s.mov(0, Src::Name("w", 0))),
        (|s| s.mov(0, Src::Name("u", 0)), |s| s.mov(0, Src::Name("u", 1))),
        (|s| s.mov(0, Src::Name("k", 0)), |s| s.mov(0, Src::Name("l", 0))),
        (|s| s.mov(0, Src::R(1)), |s| s.mov(0, Src::V(1))),
        (|s| s.call("main"), |s| s.call("f")),
    ];
    for (index, (f, g)) in different.into_iter().enumerate() {
        let mut source = Source::new("a");
        source.fvec("u", 2);
        source.fvec("w", 2);
        source.constf("k", 1.0);
        source.constf("l", 2.0);
        source.procedure("main", |s| {
            s.call("f");
            s.call("g");
            s.op(Opcode::End);
        });
        source.procedure("f", f);
        source.procedure("g", g);
        assert_eq!(output(mapped(), [source]).shbin.program.code.len(), 5, "{index}");
    }
}

#[test]
fn code_of_objects_that_set_registers_is_not_folded() {
    let lib = |name: &str, procedure: &str, sets: bool| {
        library(name, |s| {
            if sets {
                s.setf(Src::C(4), 2.0);
            }
            s.procedure(procedure, |s| s.mov(0, Src::C(4)));
        })
    };
    let main = || {
        Source::vertex("main", |s| {
            s.call("f");
            s.call("g");
        })
    };
    let words = |sets| {
        let found = output(mapped(), [main(), lib("a", "f", false), lib("b", "g", sets)]);
        found.shbin.program.code.len()
    };
    assert_eq!((words(false), words(true)), (4, 5));
}
