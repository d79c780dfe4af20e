//! Addresses of words, procedures and labels.

mod support;

use pica200_diagnostics::Location;
use pica200_link::LinkOptions;
use pica200_objfmt::formats::object::{Position, RelocationKind};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, everything, output, picasso, target};

const NOP: u32 = Opcode::Nop.base_word();
const END: u32 = Opcode::End.base_word();

/// Returns a library of two empty procedures, a label between them and one after them, and a procedure that calls the
/// second.
fn heads() -> Source {
    let mut source = Source::new("lib");
    source.library();
    source.procedure("one", |_| {});
    source.label("between");
    source.procedure("two", |_| {});
    source.label("behind");
    source.procedure("user", |s| {
        s.call("two");
        s.go(Opcode::Jmpc, "between");
        s.go(Opcode::Jmpc, "behind");
        s.branch(|s| s.op(Opcode::Nop), |s| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    source
}

#[test]
fn empty_procedures_are_padded_after_other_code() {
    let main = Source::vertex("main", |s| s.call("user"));
    let code = output(picasso(), [main, heads()]).shbin.program.code;
    // main: 0-1; padding: 2-3; user: 4-9.
    assert_eq!(target(code[0]), (4, 7));
    assert_eq!(code[1..4], [END, NOP, NOP]);
    assert_eq!(target(code[4]), (3, 1));
    assert_eq!(target(code[5]).0, 3);
    assert_eq!(target(code[6]).0, 4);
    assert_eq!(target(code[7]), (9, 1));
    assert_eq!(code.len(), 11);
}

#[test]
fn empty_procedures_at_the_start_of_a_link_stay_empty() {
    let main = Source::vertex("main", |s| s.call("user"));
    let code = output(picasso(), [heads(), main]).shbin.program.code;
    assert_eq!(target(code[0]), (0, 0));
    assert_eq!(target(code[1]).0, 0);
    assert_eq!(target(code[2]).0, 0);
    assert_eq!(target(code[3]), (5, 1));
    assert_eq!(target(code[7]), (0, 7));
}

#[test]
fn objects_without_words_do_not_make_padding_necessary() {
    let mut first = Source::new("first");
    first.library();
    first.procedure("nothing", |_| {});
    let code = output(picasso(), [first, heads(), Source::vertex("main", |_| {})]);
    assert_eq!(code.shbin.program.code.len(), 8);
}

#[test]
fn an_object_with_only_empty_procedures_is_padded() {
    let mut last = Source::new("last");
    last.library();
    last.procedure("nothing", |_| {});
    let main = Source::vertex("main", |s| s.call("nothing"));
    let code = output(picasso(), [main, last]).shbin.program.code;
    assert_eq!(code[1..], [END, NOP]);
    assert_eq!(target(code[0]), (2, 1));
}

#[test]
fn padding_comes_from_the_line_of_the_end() {
    let options = LinkOptions {
        debug: true,
        ..everything()
    };
    let shbin = output(options, [Source::vertex("main", |_| {}), heads()]).shbin;
    let lines: Vec<_> = shbin.program.lines[..4]
        .iter()
        .map(|line| (line.file, line.line))
        .collect();
    assert_eq!(lines, [(0, 2), (1, 3), (1, 6), (1, 9)]);
    assert_eq!(shbin.program.files, ["main.pica", "lib.pica"]);
}

#[test]
fn a_loop_at_the_first_word_moves_with_its_object() {
    // Without padding, the body of a loop may be empty: then its last word is the `for` itself.
    let mut lib = Source::new("lib");
    lib.library();
    lib.ivec("n", 1);
    lib.procedure("f", |s| {
        s.repeat("n", |_| {});
        s.op(Opcode::End);
    });
    let code = output(picasso(), [Source::vertex("a", |_| {}), lib]);
    assert_eq!(target(code.shbin.program.code[1]).0, 1);
}

#[test]
fn a_jump_keeps_its_tested_value() {
    let mut a = Source::new("a");
    a.boolean("b", 1);
    a.procedure("main", |s| {
        s.go_if(Opcode::Jmpu, "b", 0, "other");
        s.op(Opcode::End);
    });
    a.procedure("other", |s| s.op(Opcode::End));
    let mut object = a.object();
    object.code[0] |= 1;
    assert!(matches!(object.relocations[0].kind, RelocationKind::Label(_)));
    let inputs = [pica200_link::Input {
        name: "a".into(),
        object,
    }];
    let linked = pica200_link::link(&inputs, &LinkOptions::default());
    let code = linked.expect("output").output.shbin.program.code;
    assert_eq!(target(code[0]), (2, 1));
}

#[test]
fn shaders_start_at_their_own_procedure_or_at_any() {
    let a = Source::vertex("a", |s| s.mov(0, Src::V(0)));
    let b = Source::vertex("b", |s| s.call("main"));
    let mut c = Source::new("c");
    c.out(0, 0);
    c.entry("far");
    let mut lib = Source::new("lib");
    lib.library();
    lib.procedure("far", |s| s.op(Opcode::End));
    let shbin = output(LinkOptions::default(), [a, b, c, lib]).shbin;
    let entries: Vec<_> = shbin.shaders.iter().map(|s| (s.entry, s.end)).collect();
    assert_eq!(entries, [(0, 2), (2, 4), (4, 5)]);
    assert_eq!(target(shbin.program.code[2]), (2, 2));
}

/// Returns a library whose instructions refer to labels, and to words of the program.
fn parts() -> Source {
    let mut lib = Source::new("lib");
    lib.library();
    lib.procedure("head", |_| {});
    lib.procedure("user", |s| {
        s.go_for(Opcode::Ifc, "part", 2);
        s.go_for(Opcode::Call, "part", 1);
        s.flow_word(Opcode::Call, 1, 3);
        s.flow_word(Opcode::Ifc, 4095, 255);
        s.label("part");
        s.op(Opcode::Nop);
        s.op(Opcode::End);
    });
    lib
}

/// A call of a label keeps its explicit length, however long the label's procedure is; targets that are words keep
/// their addresses.
#[test]
fn labels_move_and_words_do_not() {
    for options in [LinkOptions::default(), picasso()] {
        let main = Source::vertex("main", |s| s.op(Opcode::Nop));
        let code = output(options, [main, parts()]).shbin.program.code;
        // main: 0-1; padding: 2; user: 3-8.
        let targets: Vec<_> = code[3..7].iter().map(|&word| target(word)).collect();
        assert_eq!(targets, [(7, 2), (7, 1), (1, 3), (4095, 255)]);
    }
}

#[test]
fn shaders_start_at_labels() {
    // The procedures of the same name do not matter: each shader could start at its own, and one does not.
    let at_label = |name: &str| {
        let mut source = Source::new(name);
        source.entry_at("main", 2);
        source.procedure(&format!("all of {name}"), |s| {
            s.op(Opcode::Nop);
            s.label("main");
            s.op(Opcode::Nop);
            s.op(Opcode::End);
        });
        source
    };
    let a = at_label("a");
    let b = Source::vertex("b", |_| {});
    let c = at_label("c");
    let shbin = output(LinkOptions::default(), [a, b, c]).shbin;
    let entries: Vec<_> = shbin.shaders.iter().map(|s| (s.entry, s.end)).collect();
    assert_eq!(entries, [(1, 3), (3, 4), (5, 7)]);
}

#[test]
fn an_empty_entry_has_its_padding_as_its_length() {
    let mut b = Source::new("b");
    b.entry("start");
    b.procedure("start", |_| {});
    b.procedure("next", |s| s.op(Opcode::End));
    let linked = support::link_with(picasso(), [Source::vertex("a", |_| {}), b]);
    let shader = &linked.output.expect("output").shbin.shaders[1];
    assert_eq!((shader.entry, shader.end), (1, 2));
}

#[test]
fn positions_are_in_order() {
    // Diagnostics are sorted by position.
    let at = |file, line| Position { file, line };
    assert!(at(0, 9) < at(1, 1) && at(1, 1) < at(1, 2));
}

/// A label at the end of placed code is kept with that code. Labels in dropped code are dropped.
#[test]
fn labels_of_code_that_is_left_out_have_no_place() {
    let mut main = Source::new("main");
    main.procedure("main", |s| {
        s.op(Opcode::End);
        s.label("behind");
    });
    main.procedure("gone", |s| {
        s.op(Opcode::Nop);
        s.label("inside");
        s.op(Opcode::Nop);
    });
    main.label("between");
    main.procedure("last", |s| s.op(Opcode::Nop));
    main.label("after");
    let mut lib = Source::new("lib");
    lib.library();
    lib.label("first");
    lib.procedure("unused", |s| s.op(Opcode::Nop));
    let shbin = output(LinkOptions::default(), [main, lib]).shbin;
    let labels = shbin.shaders[0].labels.iter();
    let labels: Vec<_> = labels.map(|l| (l.name.to_string(), l.word)).collect();
    assert_eq!(labels, [("main".to_owned(), 0), ("behind".to_owned(), 1)]);
}

/// The vertex shader goes before the geometry shader, whose empty procedure then needs its padding.
#[test]
fn empty_procedures_are_padded_where_vertex_shaders_come_first() {
    let mut geometry = Source::geometry("g", 0);
    geometry.entry("geometry");
    geometry.procedure("empty", |_| {});
    geometry.procedure("geometry", |s| {
        s.call("empty");
        (0..600).for_each(|_| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    let code = output(LinkOptions::default(), [geometry, Source::vertex("v", |_| {})]);
    let code = code.shbin.program.code;
    assert_eq!((code[0], code[1], code.len()), (END, NOP, 604));
    assert_eq!(target(code[2]), (1, 1));
}

/// Lines start at 1. Line 0 means that the line is unknown.
#[test]
fn words_of_unknown_lines_have_a_file_only() {
    let place = |line| {
        let mut input = Source::vertex("a", |_| {}).input_file();
        input.object.lines[0].line = line;
        let linked = pica200_link::link(&[input], &LinkOptions::default());
        let origins = linked.expect("output").output.origins;
        origins.place(Some(0), 0, false)
    };
    let (object, file) = ("a.dvoj".to_owned(), "a.pica".to_owned());
    assert_eq!(place(0), Location::File(object.clone()));
    let line = 9;
    assert_eq!(place(9), Location::Line { object, file, line });
}
