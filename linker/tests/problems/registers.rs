//! Problems of uniforms, constants, registers and operand descriptors.

use insta::assert_snapshot;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, SourceSelect, Swizzle};
use pica200_objfmt::isa::opcode::Opcode;

use super::found;
use crate::support::{Source, Src, diagnostics, library, picasso, plain};

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
    assert_eq!(diagnostics(picasso(), sources()), "");
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
    assert!(diagnostics(picasso(), sources(true)).contains("overlapping-pins"));
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
    error[registers-used-up]: not enough registers for `more`: it needs 20 float uniforms in a row; 12 are free
      at g.dvoj(g.pica:4): does not fit
      help: in use: c0-c3 not allocated (g.dvoj), c4-c83 `big` (g.dvoj)
    error[registers-used-up]: not enough registers for `count`: it needs 5 integer uniforms in a row; 4 are free
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

/// Returns the `n`th of 256 swizzles.
fn swizzle(n: u8) -> SourceSelect {
    SourceSelect {
        negate: false,
        swizzle: Swizzle::from_bits(n),
    }
}

fn unary(n: u8) -> Descriptor {
    Descriptor::default().with_mask(Mask::ALL).with_source(0, swizzle(n))
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
        part(s, 0..1);
        s.call("f");
    });
    let lib = library("lib", |s| {
        s.procedure("f", |s| {
            part(s, 90..140);
            part(s, 1..2);
        });
    });
    // This file uses no descriptors, so the help does not name it.
    let none = library("none", |s| s.procedure("g", |s| s.op(Opcode::Nop)));
    assert_snapshot!(found([a, lib, none]), @r#"
    error[too-many-descriptors]: the link needs more than 128 operand descriptors
      at lib.dvoj(lib.pica:41): needs one more
      at a.dvoj(a.pica:4): the only instruction with its descriptor
      at a.dvoj(a.pica:5): the only instruction with its descriptor
      at a.dvoj(a.pica:6): the only instruction with its descriptor
      help: in use: 100 of a.dvoj, 28 of lib.dvoj
    "#);
}

#[test]
fn too_many_mad_descriptors() {
    let a = Source::vertex("a", |s| {
        // This takes the entry of the first `mad`, which still needs it.
        s.arithmetic(Opcode::Mov, 0, &[Src::R(0)], unary(0));
        for n in [1].into_iter().chain(0..33) {
            let descriptor = plain(Opcode::Mad).with_source(0, swizzle(n));
            s.arithmetic(Opcode::Mad, 0, &[Src::R(0), Src::R(1), Src::R(2)], descriptor);
        }
    });
    let none = library("none", |s| s.procedure("g", |s| s.mov(0, Src::R(0))));
    assert_snapshot!(found([a, none]), @r#"
    error[too-many-mad-descriptors]: the `mad` instructions of the link need more than 32 operand descriptors
      at a.dvoj(a.pica:36): needs one more
      at a.dvoj(a.pica:4): the only `mad` with its descriptor
      at a.dvoj(a.pica:6): the only `mad` with its descriptor
      at a.dvoj(a.pica:7): the only `mad` with its descriptor
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
    warning[conflicting-values]: c40 gets different values in the shader that starts at `main`; the earlier one is used
      at y.dvoj(y.pica:2): this value is ignored
      at x.dvoj(x.pica:2): already set here
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
    warning[shadowed-uniform]: the table of the shader that starts at `main` omits uniform `pos`, because an input has the same name
      at lib.dvoj(lib.pica:2): declared here
      at a.dvoj: has an input of this name
    "#);
}

#[test]
fn components_are_named_in_order() {
    // The descriptors above depend on this order.
    assert_eq!(Swizzle::from_bits(0).component(Component::W), Component::X);
}
