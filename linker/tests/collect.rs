//! What is left out of a program, moved, and placed once.

mod support;

use pica200_link::{LinkOptions, Map, MapItem, Output, Reason};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, descriptor, float_uniform, link_with, output, plain, target};

const NOP: u32 = Opcode::Nop.base_word();
const END: u32 = Opcode::End.base_word();

/// The default with a map.
fn mapped() -> LinkOptions {
    LinkOptions {
        map: true,
        ..LinkOptions::default()
    }
}

fn map(output: &Output) -> &Map {
    output.map.as_ref().expect("a map is asked for")
}

/// The procedures that are left out, with why.
fn left_out(output: &Output) -> Vec<(String, String)> {
    let reason = |reason: &Reason| match reason {
        Reason::Unreached => "unreached".to_owned(),
        Reason::BehindEnd => "behind end".to_owned(),
        Reason::SameAs { procedure, .. } => format!("same as {procedure}"),
    };
    let gone = map(output).left_out.iter();
    gone.map(|gone| (gone.procedures.join(" "), reason(&gone.reason)))
        .collect()
}

/// The places of all procedures and labels, in the order of the program.
fn places(output: &Output) -> Vec<(String, u32)> {
    let labels = map(output).pieces.iter().flat_map(|piece| &piece.labels);
    labels
        .map(|label| (label.name.clone(), label.word))
        .collect()
}

fn named<T: Clone>(pairs: &[(&str, T)]) -> Vec<(String, T)> {
    let own = |(name, value): &(&str, T)| ((*name).to_owned(), value.clone());
    pairs.iter().map(own).collect()
}

fn texts(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
    pairs.iter().map(own).collect()
}

fn library(name: &str, body: impl FnOnce(&mut Source)) -> Source {
    let mut source = Source::new(name);
    source.library();
    body(&mut source);
    source
}

#[test]
fn what_no_shader_refers_to_is_left_out() {
    let main = Source::vertex("main", |s| s.call("used"));
    let lib = library("lib", |s| {
        s.procedure("before", |s| s.call("helper"));
        s.procedure("helper", |s| s.op(Opcode::Nop));
        s.procedure("used", |s| s.call("inner"));
        s.procedure("behind", |s| s.op(Opcode::Nop));
        s.procedure("inner", |s| s.op(Opcode::Nop));
    });
    let found = output(mapped(), [main, lib]);
    assert_eq!(
        places(&found),
        named(&[("main", 0), ("used", 2), ("inner", 3)])
    );
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
fn words_outside_of_procedures_stay_with_those_around() {
    let main = Source::vertex("main", |s| s.call("first"));
    let lib = library("lib", |s| {
        s.procedure("first", |s| s.op(Opcode::Nop));
        s.op(Opcode::Nop);
        s.procedure("second", |s| s.op(Opcode::Nop));
        s.procedure("third", |s| s.op(Opcode::Nop));
    });
    let found = output(mapped(), [main, lib]);
    assert_eq!(
        places(&found),
        named(&[("main", 0), ("first", 2), ("second", 4)])
    );
}

/// `main` jumps into `middle`, which does not end and runs on into `next`.
#[test]
fn what_execution_falls_into_stays_behind() {
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
fn words_behind_the_last_end_are_left_out() {
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
fn words_behind_an_end_stay_if_an_instruction_names_them() {
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
    // Nothing gets to the jump. It is not followed: what is there stays, and what it leads to.
    let found = output(mapped(), [source]);
    assert_eq!(left_out(&found), texts(&[("g", "behind end")]));
    assert_eq!(places(&found), named(&[("main", 0), ("here", 3), ("g", 4)]));
}

#[test]
fn nothing_moves_where_words_name_places_of_the_program() {
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
fn vertex_shaders_come_first_where_they_would_be_cut_off() {
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
    assert_eq!(
        places(&fits),
        named(&[("geometry", 0), ("both", 509), ("main", 510)])
    );
    let moved = output(mapped(), [geometry(600), shared(), vertex()]);
    assert_eq!(
        places(&moved),
        named(&[("both", 0), ("main", 1), ("geometry", 3)])
    );
    let code = &moved.shbin.program.code;
    assert_eq!((target(code[1]), target(code[3])), ((0, 1), (0, 1)));
    let entries: Vec<_> = moved
        .shbin
        .shaders
        .iter()
        .map(|s| (s.entry, s.end))
        .collect();
    assert_eq!(entries, [(3, 603), (1, 3)]);
}

/// A library with a leaf and a procedure that calls it.
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
fn procedures_that_are_the_same_are_placed_once() {
    let found = output(mapped(), both_pairs());
    assert_eq!(
        left_out(&found),
        texts(&[("b0", "same as a0"), ("b", "same as a")])
    );
    let code = &found.shbin.program.code;
    assert_eq!(target(code[0]), target(code[1]));
    // One name stays, so that a disassembly gives the same file.
    let labels = found.shbin.shaders[0].labels.iter();
    let labels: Vec<_> = labels.map(|l| (l.name.to_string(), l.word)).collect();
    assert_eq!(labels, named(&[("main", 0), ("a0", 3), ("a", 5)]));
}

/// `b` is the same as `k` at once, and `k` the same as `first` once `x` and `y` are one. `b` stands before `k` on the
/// command line, and behind it in the program.
#[test]
fn what_stands_for_others_can_be_the_same_as_a_third() {
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
fn lines_keep_procedures_apart_unless_folding_is_asked_for() {
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
fn procedures_that_read_other_things_are_not_the_same() {
    type Body = fn(&mut Source);
    let different: [(Body, Body); 5] = [
        (
            |s| s.mov(0, Src::Name("u", 0)),
            |s| s.mov(0, Src::Name("w", 0)),
        ),
        (
            |s| s.mov(0, Src::Name("u", 0)),
            |s| s.mov(0, Src::Name("u", 1)),
        ),
        (
            |s| s.mov(0, Src::Name("k", 0)),
            |s| s.mov(0, Src::Name("l", 0)),
        ),
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
        assert_eq!(
            output(mapped(), [source]).shbin.program.code.len(),
            5,
            "{index}"
        );
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
        let found = output(
            mapped(),
            [main(), lib("a", "f", false), lib("b", "g", sets)],
        );
        found.shbin.program.code.len()
    };
    assert_eq!((words(false), words(true)), (4, 5));
}

fn item<'m>(map: &'m Map, name: &str) -> &'m MapItem {
    let found = map.items.iter().find(|item| item.name == name);
    found.expect("the map has it")
}

#[test]
fn equal_constants_share_a_register() {
    let mut a = Source::new("a");
    a.constf("one", 1.0);
    a.constants("table", &[1.0, 2.0], None);
    a.constf("again", 1.0);
    a.constants("pinned", &[1.0], Some(3));
    a.constf("unread", 5.0);
    a.procedure("main", |s| {
        for name in ["one", "table", "again", "pinned"] {
            s.mov(0, Src::Name(name, 0));
        }
        s.call("f");
        s.op(Opcode::End);
    });
    let lib = library("lib", |s| {
        s.constf("uno", 1.0);
        s.constants("twin", &[1.0, 2.0], None);
        s.procedure("f", |s| {
            s.mov(0, Src::Name("uno", 0));
            s.mov(0, Src::Name("twin", 1));
        });
    });
    let found = output(mapped(), [a, lib]);
    let code = &found.shbin.program.code;
    let read: Vec<_> = [0, 1, 2, 3, 6, 7]
        .map(|word| float_uniform(code[word]))
        .into();
    assert_eq!(read, [95, 93, 95, 3, 95, 94]);
    let loaded = found.shbin.shaders[0].constants.iter().map(|c| c.register);
    assert_eq!(loaded.collect::<Vec<_>>(), [95, 93, 94, 3]);
    let one = item(map(&found), "one");
    let others: Vec<_> = one
        .shared_with
        .iter()
        .map(|sharer| sharer.name.as_str())
        .collect();
    assert_eq!(others, ["again", "uno"]);
    assert_eq!(item(map(&found), "unread").first, None);
}

#[test]
fn constants_are_kept_apart_where_sharing_leaves_no_room() {
    // In `a` only c95 is free, in `b` only c94; both get to `f`, whose constant is equal to one of each.
    let mut a = Source::new("a");
    a.fvec_at("full", 95, 0);
    a.constf("one", 1.0);
    a.procedure("main", |s| {
        s.mov(0, Src::Name("one", 0));
        s.op(Opcode::End);
    });
    let mut b = Source::new("b");
    b.private();
    b.fvec_at("low", 94, 0);
    b.fvec_at("high", 1, 95);
    b.entry("second");
    b.constf("eins", 1.0);
    b.procedure("second", |s| {
        s.mov(0, Src::Name("eins", 0));
        s.op(Opcode::End);
    });
    let found = output(mapped(), [a, b]);
    let first = |name| item(map(&found), name).first;
    assert_eq!((first("one"), first("eins")), (Some(95), Some(94)));
}

/// A shader in which all registers but one are taken, and three constants of which code reads a component each.
fn crowded(taken: u8) -> Output {
    let x = plain(Opcode::Mov).with_mask(Mask::NONE.with(Component::X));
    let mut a = Source::new("a");
    a.fvec_at("full", taken, 0);
    for (name, value) in [("one", 1.0), ("two", 2.0), ("three", 3.0)] {
        a.constf(name, value);
    }
    a.procedure("main", |s| {
        for name in ["one", "two", "three"] {
            s.arithmetic(Opcode::Mov, 0, &[Src::Name(name, 0)], x);
        }
        s.op(Opcode::End);
    });
    output(mapped(), [a])
}

#[test]
fn constants_go_to_free_components_where_registers_run_out() {
    let roomy = crowded(93);
    let read = |found: &Output| [0, 1, 2].map(|word| float_uniform(found.shbin.program.code[word]));
    assert_eq!(read(&roomy), [95, 94, 93]);
    assert_eq!(roomy.shbin.program.descriptors.len(), 1);
    let tight = crowded(95);
    assert_eq!(read(&tight), [95, 95, 95]);
    let program = &tight.shbin.program;
    let components = [0, 1, 2].map(|word| {
        let entry = program.descriptors[descriptor(program.code[word]) as usize];
        entry.descriptor.source(0).swizzle.lane(Component::X)
    });
    assert_eq!(components, [Component::X, Component::Y, Component::Z]);
    let [constant] = tight.shbin.shaders[0].constants.as_slice() else {
        unreachable!("one register is loaded");
    };
    let Some(ConstantValue::Float(lanes)) = constant.value() else {
        unreachable!("it is a float register");
    };
    assert_eq!(lanes.map(|lane| lane.to_f32())[..3], [1.0, 2.0, 3.0]);
    let shared = &item(map(&tight), "one").shared_with;
    let places: Vec<_> = shared
        .iter()
        .map(|sharer| sharer.components.map(|c| c[0]))
        .collect();
    assert_eq!(places, [Some(Component::Y), Some(Component::Z)]);
}

#[test]
fn constants_stay_where_code_reads_any_register() {
    let mut a = Source::new("a");
    a.constf("unread", 5.0);
    a.procedure("main", |s| {
        s.mov(0, Src::CRelative(4));
        s.op(Opcode::End);
    });
    let found = output(mapped(), [a]);
    assert_eq!(item(map(&found), "unread").first, Some(95));
}

#[test]
fn uniforms_of_libraries_take_registers_where_shaders_reach_them() {
    let lib = || {
        library("lib", |s| {
            s.fvec("big", 90);
            s.fvec("lent", 1);
            s.procedure("heavy", |s| s.mov(0, Src::Name("big", 0)));
            s.procedure("light", |s| s.mov(0, Src::Name("lent", 0)));
        })
    };
    let main = |callee: &'static str| {
        let mut source = Source::new("main");
        source.fvec("own", 10);
        source.procedure("main", move |s| {
            s.call(callee);
            s.op(Opcode::End);
        });
        source
    };
    let found = output(mapped(), [main("light"), lib()]);
    assert_eq!(item(map(&found), "big").first, None);
    assert_eq!(item(map(&found), "lent").first, Some(10));
    let linked = link_with(mapped(), [main("heavy"), lib()]);
    assert!(linked.output.is_none(), "90 and 10 registers do not fit");
}

/// Every object has a section, also one without words.
#[test]
fn objects_without_words_are_no_trouble() {
    let empty = library("empty", |_| {});
    let heads = library("heads", |s| s.procedure("nothing", |_| {}));
    let main = Source::vertex("main", |s| s.call("nothing"));
    let found = output(mapped(), [empty, main, heads]);
    assert_eq!(found.shbin.program.code[1..], [END, NOP]);
    assert_eq!(target(found.shbin.program.code[0]), (2, 1));
    let _: Object = library("empty", |_| {}).object();
}
