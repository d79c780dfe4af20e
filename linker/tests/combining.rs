//! Combined objects: their contents, and linking them to the same program.

mod support;

use pica200_link::{Input, LinkOptions, combine, link};
use pica200_objfmt::formats::object::{
    Linkage, Object, Position, ShaderKind, StatedField, StatedValue, UniformClass, Visibility,
};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::descriptor::DescriptorEntry;
use pica200_objfmt::isa::opcode::Opcode;
use support::{Outcome, Source, Src, library};

/// Returns the combined object after writing and reading it.
fn combined(sources: Vec<Source>) -> Object {
    let inputs: Vec<_> = sources.into_iter().map(Source::input_file).collect();
    let combined = combine(&inputs).expect("they can be one");
    let bytes = combined.object.write();
    Object::read(&bytes.expect("it can be written")).expect("it can be read")
}

/// Returns the program with its lines, and the problems.
fn linked(inputs: &[Input]) -> (Option<Shbin>, Vec<String>) {
    let options = LinkOptions {
        debug: true,
        ..LinkOptions::default()
    };
    let linked = Outcome::from(link(inputs, &options));
    let messages = linked.diagnostics.into_iter().map(|one| one.message);
    (linked.output.map(|output| output.shbin), messages.collect())
}

/// Panics unless the first inputs link to the same program as one object, with the others after and before them.
fn links_the_same(first: impl Fn() -> Vec<Source>, others: fn() -> Vec<Source>) {
    let files = |sources: Vec<Source>| sources.into_iter().map(Source::input_file);
    let one = || Input {
        name: "one.dvoj".to_owned(),
        object: combined(first()),
    };
    let apart: Vec<_> = files(first()).chain(files(others())).collect();
    let together: Vec<_> = [one()].into_iter().chain(files(others())).collect();
    let expected = linked(&apart);
    assert!(expected.0.is_some(), "{:?}", expected.1);
    assert_eq!(linked(&together), expected);
    let apart: Vec<_> = files(others()).chain(files(first())).collect();
    let together: Vec<_> = files(others()).chain([one()]).collect();
    assert_eq!(linked(&together), linked(&apart));
}

/// Returns a library of two empty procedures and a label.
fn heads(name: &'static str, padding: bool) -> Source {
    library(name, |s| {
        if !padding {
            s.no_padding();
        }
        s.procedure(&format!("{name}_1"), |_| {});
        s.label(&format!("{name}_between"));
        s.procedure(&format!("{name}_2"), |_| {});
    })
}

fn code(name: &'static str, padding: bool) -> Source {
    library(name, |s| {
        if !padding {
            s.no_padding();
        }
        s.procedure(&format!("{name}_code"), |s| s.op(Opcode::Nop));
    })
}

#[test]
fn empty_procedures_before_all_words_keep_their_order() {
    let first = || vec![heads("a", true), heads("b", true), code("c", true)];
    let others = || {
        let call = |s: &mut Source| ["a_1", "a_2", "b_1", "b_2", "c_code"].map(|name| s.call(name));
        vec![Source::vertex("main", |s| {
            call(s);
        })]
    };
    links_the_same(first, others);
    let ranks: Vec<_> = combined(first())
        .labels
        .iter()
        .map(|label| (label.word, label.head_rank))
        .collect();
    let first = [(0, 0), (0, 1), (0, 1), (0, 2), (0, 3), (0, 3)];
    assert_eq!(ranks, [&first[..], &[(0, 4)]].concat());
    // After words, procedures have no rank.
    let behind = combined(vec![code("a", true), heads("b", true)]);
    assert!(behind.labels.iter().all(|label| label.head_rank == 0));
}

#[test]
fn the_first_object_with_words_or_empty_procedures_decides_about_padding() {
    let nothing = || library("nothing", |_| {});
    let padded = |sources| combined(sources).padding;
    assert!(!padded(vec![nothing(), code("a", false), heads("b", true)]));
    assert!(!padded(vec![nothing(), heads("a", false), code("b", true)]));
    assert!(padded(vec![code("a", true), heads("b", false)]));
    let both = library("both", |s| {
        s.procedure("empty", |_| {});
        s.procedure("full", |s| s.op(Opcode::Nop));
    });
    assert!(padded(vec![both, heads("b", false)]));
    assert!(padded(vec![nothing()]));
}

#[test]
fn libraries_for_geometry_shaders_stay_so() {
    let mut geometry = code("a", true);
    geometry.kind(ShaderKind::SharedGeometry);
    let kind = |sources| combined(sources).kind;
    assert_eq!(kind(vec![code("b", true), geometry]), ShaderKind::SharedGeometry);
    assert_eq!(kind(vec![code("a", true), code("b", true)]), ShaderKind::Vertex);
    let mut vertex = Source::vertex("main", |_| {});
    vertex.kind(ShaderKind::Vertex);
    assert_eq!(kind(vec![code("a", true), vertex]), ShaderKind::Vertex);
}

#[test]
fn names_that_no_object_defines_stay_external() {
    let first = || {
        let main = Source::vertex("main", |s| {
            s.call("x");
            s.call("inner");
        });
        let lib = library("lib", |s| {
            s.procedure("inner", |s| {
                s.call("y");
                s.call("x");
                s.call("z");
                s.op(Opcode::Nop);
            });
        });
        vec![main, lib]
    };
    let others = || {
        vec![library("others", |s| {
            s.procedure("x", |s| s.mov(0, Src::R(1)));
            s.procedure("y", |s| s.mov(1, Src::R(2)));
            s.procedure("z", |s| s.mov(2, Src::R(3)));
        })]
    };
    links_the_same(first, others);
    assert_eq!(combined(first()).externals, ["x", "y", "z"]);
}

/// The shader starts at a label, with other labels before it, or in a procedure of another object.
#[test]
fn entries_stay_the_same() {
    let at_label = || {
        let mut main = Source::new("main");
        main.entry_at("start", 2);
        main.procedure("all", |s| {
            s.op(Opcode::Nop);
            s.label("start");
            s.op(Opcode::Nop);
            s.op(Opcode::End);
        });
        vec![code("a", true), heads("b", true), main]
    };
    links_the_same(at_label, Vec::new);
    let behind_another = || {
        let mut main = Source::new("main");
        main.procedure("before", |s| s.op(Opcode::Nop));
        main.procedure("main", |s| {
            s.call("before");
            s.op(Opcode::End);
        });
        vec![code("a", true), main]
    };
    links_the_same(behind_another, Vec::new);
    let elsewhere = || {
        let mut main = Source::new("main");
        main.out(0, 0);
        main.entry("far");
        let lib = library("lib", |s| {
            s.procedure("near", |s| s.op(Opcode::Nop));
            s.procedure("far", |s| s.op(Opcode::End));
        });
        vec![main, lib]
    };
    links_the_same(elsewhere, Vec::new);
    let names = combined(elsewhere()).labels;
    assert!(
        names
            .iter()
            .all(|label| { label.procedure.map(|procedure| procedure.visibility) == Some(Visibility::Global) })
    );
}

/// Returns a library and a shader that each declare uniforms and constants.
fn declarations() -> Vec<Source> {
    let lib = library("lib", |s| {
        s.input("unused", 3);
        s.fvec("shared", 2);
        s.fvec("lent", 1);
        s.constf("k", 2.0);
        s.constf("l", 3.0);
        s.procedure("f", |s| {
            for name in ["shared", "lent", "k", "l"] {
                s.mov(0, Src::Name(name, 0));
            }
        });
    });
    let mut main = Source::new("main");
    main.out(0, 0);
    main.input("in", 1);
    main.constf("k", 4.0);
    main.fvec("own", 1);
    main.fvec("shared", 2);
    main.procedure("main", |s| {
        for name in ["k", "own", "shared"] {
            s.mov(0, Src::Name(name, 0));
        }
        s.call("f");
        s.op(Opcode::End);
    });
    vec![lib, main]
}

#[test]
fn declarations_link_the_same() {
    // The shader's file comes first: its constants are loaded first.
    links_the_same(|| declarations().into_iter().rev().collect(), Vec::new);
}

#[test]
fn declarations_keep_their_owners_and_lines() {
    let object = combined(declarations());
    let at = |position: Position| {
        let file = &object.files[position.file as usize];
        format!("{file}:{}", position.line)
    };
    let uniforms = object.uniforms.iter();
    let uniforms = uniforms.map(|u| (u.name.as_str(), at(u.position), u.linkage, u.class));
    let uniforms: Vec<_> = uniforms
        .map(|(name, at, linkage, class)| (name, at, linkage, class == UniformClass::Input))
        .collect();
    let line = |text: &str| text.to_owned();
    // The inputs of libraries belong to no shader.
    assert_eq!(
        uniforms,
        [
            ("shared", line("lib.pica:3"), Linkage::Own, false),
            ("lent", line("lib.pica:4"), Linkage::Library, false),
            ("in", line("main.pica:2"), Linkage::Own, true),
            ("own", line("main.pica:4"), Linkage::Own, false),
        ]
    );
    let constants = object.constants.iter();
    let constants = constants.map(|c| (c.name.as_str(), at(c.position), c.linkage));
    assert_eq!(
        constants.collect::<Vec<_>>(),
        [
            ("k", line("lib.pica:5"), Linkage::Library),
            ("l", line("lib.pica:6"), Linkage::Library),
            ("k", line("main.pica:3"), Linkage::Own),
        ]
    );
    let values: Vec<_> = object.values.iter().map(|v| at(v.position)).collect();
    let lines = ["lib.pica:5", "lib.pica:6", "main.pica:3"];
    assert_eq!(values, lines);
    assert_eq!(at(object.outputs[0].position), "main.pica:1");
}

/// Whichever of two objects that declare a uniform chooses its register, the choice is kept.
#[test]
fn a_chosen_register_stays_in_one_object() {
    let chosen = |first: Option<u8>, second: Option<u8>| {
        let declares = |name, pin: Option<u8>| {
            library(name, |s| match pin {
                Some(register) => s.fvec_at("u", 1, register),
                None => s.fvec("u", 1),
            })
        };
        let object = combined(vec![declares("a", first), declares("b", second)]);
        let [u] = object.uniforms.as_slice() else {
            unreachable!("one uniform is declared twice");
        };
        (u.pinned, u.first)
    };
    assert_eq!(chosen(Some(4), Some(4)), (true, 4));
    assert_eq!(chosen(Some(4), None), (true, 4));
    assert_eq!(chosen(None, Some(4)), (true, 4));
    assert!(!chosen(None, None).0);
}

#[test]
fn stated_fields_are_those_of_all_objects() {
    let stated = |fields: Vec<StatedField>| {
        let fields = fields.into_iter();
        fields.map(|field| StatedValue {
            field,
            position: Position::default(),
        })
    };
    let descriptor = StatedField::Descriptor {
        number: 5,
        entry: DescriptorEntry {
            flags: 7,
            ..DescriptorEntry::default()
        },
    };
    let sources = || {
        let mut library = library("leaf", |s| {
            s.procedure("leaf", |s| s.op(Opcode::Nop));
        });
        library.state(stated(vec![
            StatedField::ShaderVersion(1),
            StatedField::ProgramVersion(2),
            descriptor,
        ]));
        let mut main = Source::vertex("main", |s| s.call("leaf"));
        main.state(stated(vec![
            StatedField::ShaderVersion(3),
            StatedField::ProgramVersion(2),
            StatedField::ProgramReserved(4),
            descriptor,
        ]));
        vec![library, main]
    };
    let fields: Vec<_> = combined(sources()).stated.iter().map(|s| s.field).collect();
    let expected = [
        StatedField::ProgramVersion(2),
        descriptor,
        StatedField::ShaderVersion(3),
        StatedField::ProgramReserved(4),
    ];
    assert_eq!(fields, expected);
    links_the_same(sources, Vec::new);
}
