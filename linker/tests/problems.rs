//! Every problem, as it reads.

mod support;

use insta::assert_snapshot;
use pica200_link::{Item, LinkOptions, combine, link, start_at};
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, SourceSelect, Swizzle};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, findings, link_with, picasso, plain, render};

/// The findings of a link in the default mode.
fn found<const N: usize>(sources: [Source; N]) -> String {
    findings(LinkOptions::default(), sources)
}

/// A library; `body` follows `.nodvle`.
fn library(name: &str, body: impl FnOnce(&mut Source)) -> Source {
    let mut source = Source::new(name);
    source.library();
    body(&mut source);
    source
}

#[test]
fn nothing_to_link() {
    let lib = library("lib", |s| s.procedure("f", |s| s.op(Opcode::Nop)));
    assert_snapshot!(found([lib, Source::new("empty")]), @r"
    error[nothing-to-link]: nothing to link: no file makes a shader
      at lib.dvoj: marked `.nodvle`
      at empty.dvoj: has no instruction and no declaration
    ");
    let linked = link(&[], &LinkOptions::default());
    assert!(linked.output.is_none());
    assert_eq!(linked.findings.len(), 1);
}

#[test]
fn undefined_procedure() {
    let a = Source::vertex("a", |s| {
        s.call("lihgt");
        s.mov(0, Src::V(0));
        s.go(Opcode::Jmpc, "nowhere");
    });
    let lib = library("lib", |s| {
        s.procedure("light", |s| s.op(Opcode::Nop));
        s.procedure("other", |s| s.call("lihgt"));
    });
    assert_snapshot!(found([a, lib]), @r#"
    error[undefined-procedure]: procedure `lihgt` is not defined in any file of the link
      at a.dvoj(a.pica:2): not defined
      help: did you mean `light`?
    error[undefined-procedure]: procedure `nowhere` is not defined in any file of the link
      at a.dvoj(a.pica:4): not defined
    error[undefined-procedure]: procedure `lihgt` is not defined in any file of the link
      at lib.dvoj(lib.pica:6): not defined
      help: did you mean `light`?
    "#);
}

#[test]
fn duplicate_procedure() {
    let main = |name| Source::vertex(name, |s| s.mov(0, Src::V(0)));
    assert_eq!(found([main("a"), main("b")]), "");
    assert_snapshot!(findings(picasso(), [main("a"), main("b")]), @r"
    error[duplicate-procedure]: procedure `main` is defined a second time
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
    ");
    // Somebody else means one of the two.
    let lib = library("lib", |s| s.procedure("again", |s| s.call("main")));
    assert_snapshot!(found([main("a"), main("b"), lib]), @r"
    error[duplicate-procedure]: procedure `main` is defined a second time
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
      at lib.dvoj(lib.pica:3): named here
      help: each file may have an entry procedure of this name if no other file names it; mark a file that makes no shader with `.nodvle`, or name its entry procedure with `.entry`
    ");
    // Only one of the two is where a shader starts.
    let lib = library("lib", |s| s.procedure("main", |s| s.op(Opcode::Nop)));
    assert_snapshot!(found([main("a"), lib]), @r"
    error[duplicate-procedure]: procedure `main` is defined a second time
      at lib.dvoj(lib.pica:2): defined again here
      at a.dvoj(a.pica:1): first defined here
    ");
}

#[test]
fn a_file_that_starts_at_a_procedure_of_two_others_means_none() {
    let main = |name| Source::vertex(name, |s| s.mov(0, Src::V(0)));
    let mut third = Source::new("c");
    third.out(0, 0);
    assert_snapshot!(found([main("a"), main("b"), third]), @r"
    error[duplicate-procedure]: procedure `main` is defined a second time
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
      at c.dvoj: named here
      help: each file may have an entry procedure of this name if no other file names it; mark a file that makes no shader with `.nodvle`, or name its entry procedure with `.entry`
    ");
}

#[test]
fn missing_entry() {
    let mut a = Source::new("a");
    a.procedure("mian", |s| s.op(Opcode::End));
    let mut b = Source::new("b");
    b.entry("go");
    assert_snapshot!(found([a, b]), @r#"
    error[missing-entry]: entry procedure `main` is not defined in any file of the link
      at a.dvoj: the shader of this file starts there
      help: did you mean `mian`?
    error[missing-entry]: entry procedure `go` is not defined in any file of the link
      at b.dvoj(b.pica:1): the shader of this file starts there
    "#);
}

#[test]
fn padding_nop_required() {
    let a = Source::vertex("a", |_| {});
    let mut b = Source::new("b");
    b.no_padding();
    b.entry("start");
    b.procedure("empty", |_| {});
    b.procedure("start", |s| s.op(Opcode::End));
    assert_snapshot!(found([a, b]), @r"
    warning[padding-nop-required]: a padding NOP is required here
      at b.dvoj(b.pica:3): the procedure is empty
    ");
}

#[test]
fn code_too_long() {
    let mut a = Source::geometry("a", 0);
    a.procedure("main", |s| {
        s.call("f");
        (0..4095).for_each(|_| s.op(Opcode::Nop));
    });
    let b = library("b", |s| s.procedure("f", |s| s.op(Opcode::End)));
    assert_snapshot!(found([a, b]), @r#"
    error[code-too-long]: the link has 4097 words of code, but there is room for 4096
      at b.dvoj(b.pica:3): the first word that does not fit
    "#);
}

#[test]
fn procedure_too_long() {
    let a = Source::vertex("a", |s| {
        s.call("long");
        s.call("long");
        s.call("fits");
    });
    let lib = library("lib", |s| {
        s.procedure("fits", |s| (0..255).for_each(|_| s.op(Opcode::Nop)));
        s.procedure("long", |s| (0..256).for_each(|_| s.op(Opcode::Nop)));
    });
    let text = found([a, lib]);
    assert_snapshot!(text.lines().take(3).collect::<Vec<_>>().join("\n"), @r#"
    error[procedure-too-long]: procedure `long` has 256 words, but a called procedure can have at most 255
      at lib.dvoj(lib.pica:259): too long to be called
      at a.dvoj(a.pica:2): called here
    "#);
    assert_eq!(text.matches("procedure-too-long").count(), 1);
}

#[test]
fn target_out_of_reach() {
    let mut a = Source::geometry("a", 0);
    a.procedure("main", |s| {
        s.go(Opcode::Jmpc, "behind");
        (0..4094).for_each(|_| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    a.label("behind");
    assert_snapshot!(found([a]), @r#"
    error[target-out-of-reach]: the target is word 4096, but the last addressable word is 4095
      at a.dvoj(a.pica:3): goes there
    "#);
}

#[test]
fn uniform_mismatch() {
    let a = Source::vertex("a", |s| s.fvec("proj", 4));
    let lib = library("lib", |s| {
        s.fvec("proj", 3);
        s.boolean("proj", 1);
    });
    assert_snapshot!(found([a, lib]), @r#"
    error[uniform-mismatch]: uniform `proj` is declared as `.fvec` of 3 registers and as `.fvec` of 4 registers; kind and size must match
      at lib.dvoj(lib.pica:2): declared differently here
      at a.dvoj(a.pica:2): first declared here
    error[uniform-mismatch]: uniform `proj` is declared as `.bool` of 1 register and as `.fvec` of 4 registers; kind and size must match
      at lib.dvoj(lib.pica:3): declared differently here
      at a.dvoj(a.pica:2): first declared here
    "#);
}

#[test]
fn a_geometry_shader_may_not_use_two_uniforms_of_one_name() {
    let sources = || {
        let mut g = Source::geometry("g", 0);
        g.fvec("proj", 2);
        g.procedure("main", |s| {
            s.call("f");
            s.op(Opcode::End);
        });
        let lib = library("lib", |s| {
            s.fvec("proj", 4);
            s.procedure("f", |s| s.mov(0, Src::Name("proj", 0)));
        });
        [g, lib]
    };
    assert_snapshot!(found(sources()), @r#"
    error[uniform-mismatch]: uniform `proj` is declared as `.fvec` of 2 registers and as `.fvec` of 4 registers; kind and size must match
      at g.dvoj(g.pica:2): declared differently here
      at lib.dvoj(lib.pica:2): first declared here
      help: the shader that starts at `main` uses both
    "#);
    assert_eq!(findings(picasso(), sources()), "");
}

#[test]
fn conflicting_pins() {
    let a = Source::vertex("a", |s| s.fvec_at("proj", 4, 0));
    let lib = library("lib", |s| s.fvec_at("proj", 4, 8));
    assert_snapshot!(found([a, lib]), @r#"
    error[conflicting-pins]: uniform `proj` is placed at c8 and at c0
      at lib.dvoj(lib.pica:2): placed here
      at a.dvoj(a.pica:2): placed elsewhere here
    "#);
}

#[test]
fn overlapping_pins() {
    let a = Source::vertex("a", |s| {
        s.fvec_at("proj", 4, 0);
        s.constants("k", &[1.0, 2.0], Some(2));
    });
    assert_snapshot!(found([a]), @r#"
    error[overlapping-pins]: `k` and `proj` are both placed at c2
      at a.dvoj(a.pica:3): placed here
      at a.dvoj(a.pica:2): the other is placed here
    "#);
}

#[test]
fn pins_overlap_where_one_shader_reaches_both() {
    let sources = |calls: bool| {
        let a = Source::vertex("a", |s| {
            s.fvec_at("first", 1, 5);
            if calls {
                s.call("f");
            }
        });
        let lib = library("lib", |s| {
            s.fvec_at("second", 2, 4);
            s.procedure("f", |s| s.mov(0, Src::Name("second", 0)));
        });
        [a, lib]
    };
    assert_eq!(found(sources(false)), "");
    assert_snapshot!(found(sources(true)), @r#"
    error[overlapping-pins]: `second` and `first` are both placed at c5
      at lib.dvoj(lib.pica:2): placed here
      at a.dvoj(a.pica:2): the other is placed here
    "#);
    assert!(findings(picasso(), sources(true)).contains("overlapping-pins"));
}

#[test]
fn registers_used_up() {
    let mut g = Source::geometry("g", 4);
    g.fvec("big", 80);
    g.constf("k", 1.0);
    g.fvec("more", 20);
    g.fvec("one", 1);
    g.procedure("main", |s| s.op(Opcode::End));
    let v = Source::vertex("v", |s| s.ivec("count", 5));
    assert_snapshot!(found([g, v]), @r#"
    error[registers-used-up]: no room for `more`: it needs 20 float uniforms in a row; 12 are free
      at g.dvoj(g.pica:4): does not fit
      help: in use: c0-c3 not allocated (g.dvoj), c4-c83 `big` (g.dvoj)
    error[registers-used-up]: no room for `count`: it needs 5 integer uniforms in a row; 4 are free
      at v.dvoj(v.pica:2): does not fit
      help: the total is 4
    "#);
}

#[test]
fn register_out_of_range() {
    let a = Source::vertex("a", |s| {
        s.constf("k", 1.0);
        s.fvec("u", 1);
        s.setf(Src::Name("u", -1), 0.5);
        s.mov(0, Src::Name("k", 1));
    });
    assert_snapshot!(found([a]), @r#"
    error[register-out-of-range]: element -1 of `u` would be c-1, but the bank has c0 to c95
      at a.dvoj(a.pica:4): sets a register outside the bank
    error[register-out-of-range]: element 1 of `k` would be c96, but the bank has c0 to c95
      at a.dvoj(a.pica:5): reads outside the bank
    "#);
}

/// The `n`th of 256 swizzles.
fn swizzle(n: u8) -> SourceSelect {
    SourceSelect {
        negate: false,
        swizzle: Swizzle::from_bits(n),
    }
}

fn unary(n: u8) -> Descriptor {
    Descriptor::default()
        .with_mask(Mask::ALL)
        .with_source(0, swizzle(n))
}

#[test]
fn too_many_descriptors() {
    let part = |s: &mut Source, numbers: std::ops::Range<u8>| {
        for n in numbers {
            s.arithmetic(Opcode::Mov, 0, &[Src::R(0)], unary(n));
        }
    };
    let a = Source::vertex("a", |s| {
        part(s, 0..100);
        s.call("f");
    });
    let lib = library("lib", |s| s.procedure("f", |s| part(s, 90..140)));
    assert_snapshot!(found([a, lib]), @r#"
    error[too-many-descriptors]: the link needs more than 128 operand descriptors
      at lib.dvoj(lib.pica:41): needs one more
      help: in use: 100 of a.dvoj, 28 of lib.dvoj
    "#);
}

#[test]
fn too_many_mad_descriptors() {
    let a = Source::vertex("a", |s| {
        for n in 0..33 {
            let descriptor = plain(Opcode::Mad).with_source(0, swizzle(n));
            s.arithmetic(
                Opcode::Mad,
                0,
                &[Src::R(0), Src::R(1), Src::R(2)],
                descriptor,
            );
        }
    });
    assert_snapshot!(found([a]), @r#"
    error[too-many-mad-descriptors]: the `mad` instructions of the link need more than 32 operand descriptors
      at a.dvoj(a.pica:34): needs one more
      help: in use: 32 of a.dvoj
    "#);
}

#[test]
fn conflicting_values() {
    let lib = |name, procedure, value| {
        library(name, |s| {
            s.setf(Src::C(40), value);
            s.procedure(procedure, |s| s.mov(0, Src::C(40)));
        })
    };
    let a = Source::vertex("a", |s| {
        s.call("f");
        s.call("g");
    });
    assert_snapshot!(found([a, lib("x", "f", 1.0), lib("y", "g", 2.0)]), @r"
    warning[conflicting-values]: c40 gets different values in the shader that starts at `main`; the earlier one counts
      at y.dvoj(y.pica:2): this value is left out
      at x.dvoj(x.pica:2): set before here
    ");
}

#[test]
fn shadowed_uniform() {
    let mut a = Source::new("a");
    a.input("pos", 0);
    a.procedure("main", |s| {
        s.call("f");
        s.op(Opcode::End);
    });
    let lib = library("lib", |s| {
        s.fvec("pos", 1);
        s.procedure("f", |s| s.mov(0, Src::Name("pos", 0)));
    });
    assert_snapshot!(found([a, lib]), @r#"
    warning[shadowed-uniform]: the table of the shader that starts at `main` leaves out uniform `pos`, because an input has the same name
      at lib.dvoj(lib.pica:2): declared here
      at a.dvoj: has an input of this name
    "#);
}

#[test]
fn all_mistakes_are_reported_in_the_order_of_their_lines() {
    let mut a = Source::new("a");
    a.fvec("proj", 4);
    a.procedure("main", |s| {
        s.call("nowhere");
        s.mov(0, Src::Name("proj", 100));
        s.op(Opcode::End);
    });
    let lib = library("lib", |s| s.fvec("proj", 3));
    let linked = link_with(LinkOptions::default(), [a, lib]);
    let names: Vec<_> = linked
        .findings
        .iter()
        .map(|f| f.problem.code().name())
        .collect();
    assert_eq!(
        names,
        [
            "undefined-procedure",
            "register-out-of-range",
            "uniform-mismatch"
        ],
        "{:#?}",
        linked.findings.iter().map(render).collect::<Vec<_>>()
    );
}

#[test]
fn components_are_named_in_order() {
    // The descriptors above rest on it.
    assert_eq!(Swizzle::from_bits(0).lane(Component::W), Component::X);
}

/// What keeps objects from being made one.
fn refused<const N: usize>(sources: [Source; N]) -> String {
    let inputs: Vec<_> = sources.into_iter().map(Source::input_file).collect();
    let combined = combine(&inputs);
    assert!(combined.object.is_none(), "they can be one");
    combined.findings.iter().map(render).collect()
}

#[test]
fn objects_that_cannot_be_one() {
    let reads = |name: &str, place| {
        library(name, |s| {
            s.procedure(&format!("{name}_reads"), |s| s.mov(0, place))
        })
    };
    let with_label = |name: &str| {
        let mut source = Source::new(name);
        source.procedure(&format!("{name}_all"), |s| {
            s.label("start");
            s.op(Opcode::Nop);
            s.op(Opcode::End);
        });
        source
    };
    let marked = |mut source: Source, mark: fn(&mut Source)| {
        mark(&mut source);
        source
    };
    let empty = |name: &str| library(name, |s| s.procedure(&format!("{name}_empty"), |_| {}));
    let end = |name: &str| Source::vertex(name, |_| {});
    let sets = |place| move |s: &mut Source| s.setf(place, 1.0);
    let texts = [
        refused([]),
        refused([end("a"), end("b")]),
        refused([end("a"), marked(reads("b", Src::C(1)), Source::private)]),
        refused([Source::geometry("a", 3), reads("b", Src::C(1))]),
        refused([end("a"), library("b", sets(Src::C(9)))]),
        refused([library("a", sets(Src::C(9))), reads("b", Src::C(1))]),
        refused([empty("a"), marked(empty("b"), Source::no_padding)]),
        refused([
            marked(with_label("a"), Source::library),
            marked(with_label("b"), |s| s.entry_at("start", 2)),
        ]),
        refused([
            library("a", |s| {
                s.procedure("main", |_| {});
                s.local("main");
            }),
            end("b"),
        ]),
        refused([reads("a", Src::C(1)), reads("a", Src::C(1))]),
        refused([
            library("a", |s| s.fvec("u", 2)),
            library("b", |s| s.fvec("u", 3)),
        ]),
        refused([
            library("a", |s| s.fvec_at("u", 1, 4)),
            library("b", |s| s.fvec_at("u", 1, 5)),
        ]),
    ];
    assert_snapshot!("objects_that_cannot_be_one", texts.join("\n"));
}

#[test]
fn values_that_nobody_else_reads_can_be_in_one_object() {
    let inputs = [
        Source::vertex("a", |s| s.setf(Src::C(9), 1.0)),
        library("b", |s| s.procedure("f", |s| s.mov(0, Src::V(0)))),
    ];
    let combined = combine(&inputs.map(Source::input_file));
    assert_eq!(combined.findings, []);
    assert_eq!(combined.object.expect("they are one").values.len(), 1);
}

#[test]
fn an_entry_is_that_of_one_shader() {
    let said = |sources: Vec<Source>| {
        let files = sources.into_iter().map(Source::input_file);
        let mut items: Vec<_> = files.map(Item::Object).collect();
        start_at(&mut items, "other")
            .iter()
            .map(render)
            .collect::<String>()
    };
    let end = |name: &str| Source::vertex(name, |_| {});
    assert_eq!(said(vec![end("a"), library("b", |_| {})]), "");
    assert_snapshot!("entry_of_two", said(vec![end("a"), end("b")]));
    assert_snapshot!("entry_of_none", said(vec![library("b", |_| {})]));
}
