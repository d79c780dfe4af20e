//! Registers of uniforms and constants.

mod support;

use pica200_link::LinkOptions;
use pica200_objfmt::formats::object::ShaderKind;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::UniformKind;
use support::{
    Source, Src, diagnostics, everything, float_uniform, library, link_with, output, picasso, small_uniform,
};

/// Returns the uniform table of a shader: names and unified registers.
fn uniforms(shbin: &Shbin, shader: usize) -> Vec<(String, u16, u16)> {
    shbin.shaders[shader]
        .uniforms
        .iter()
        .map(|u| (u.name.to_string(), u.first, u.last))
        .collect()
}

/// Returns the constant table of a shader: kinds and registers.
fn constants(shbin: &Shbin, shader: usize) -> Vec<(u16, u16)> {
    let constants = &shbin.shaders[shader].constants;
    constants.iter().map(|c| (c.kind, c.register)).collect()
}

fn named(name: &str, first: u16, last: u16) -> (String, u16, u16) {
    (name.to_owned(), first, last)
}

fn modes() -> [LinkOptions; 2] {
    [everything(), picasso()]
}

#[test]
fn private_files_do_not_share_a_space() {
    for options in modes() {
        let a = Source::vertex("a", |s| {
            s.fvec("one", 2);
            s.fvec_at("chosen", 1, 2);
            s.mov(0, Src::Name("one", 0));
        });
        let mut b = Source::new("b");
        b.private();
        b.fvec("two", 1);
        b.fvec("one", 3);
        b.fvec_at("other", 1, 1);
        b.entry("second");
        b.procedure("second", |s| {
            s.mov(0, Src::Name("one", 0));
            s.op(Opcode::End);
        });
        let mut c = Source::new("c");
        c.fvec("three", 1);
        c.entry("third");
        c.procedure("third", |s| s.op(Opcode::End));
        let shbin = output(options, [a, b, c]).shbin;
        assert_eq!(
            uniforms(&shbin, 0),
            [named("one", 0x10, 0x11), named("chosen", 0x12, 0x12)]
        );
        assert_eq!(
            uniforms(&shbin, 1),
            [
                named("two", 0x10, 0x10),
                named("other", 0x11, 0x11),
                named("one", 0x12, 0x14)
            ]
        );
        assert_eq!(uniforms(&shbin, 2), [named("three", 0x13, 0x13)]);
        assert_eq!(float_uniform(shbin.program.code[2]), 2);
    }
}

/// A shader's table has each name once, so uniforms of that name that its procedures use in other files are the same.
#[test]
fn a_private_uniform_is_also_that_of_the_libraries() {
    let mut a = Source::new("a");
    a.private();
    a.fvec("mine", 1);
    a.fvec("common", 1);
    a.procedure("main", |s| {
        s.call("helper");
        s.op(Opcode::End);
    });
    let mut lib = Source::new("lib");
    lib.library();
    lib.fvec("common", 1);
    lib.procedure("helper", |s| s.mov(0, Src::Name("common", 0)));
    let shbin = output(LinkOptions::default(), [a, lib]).shbin;
    let common = shbin.shaders[0].uniforms.iter().find(|u| u.name == "common");
    let register = u32::from(common.expect("a uniform").first) - 0x10;
    assert_eq!(float_uniform(shbin.program.code[2]), register);
}

#[test]
fn vertex_shaders_share_one_space() {
    for options in modes() {
        let a = Source::vertex("a", |s| {
            s.fvec("one", 1);
            s.fvec("_two", 2);
            s.boolean("x", 1);
            s.constf("k", 1.0);
            s.constants("table", &[1.0, 2.0, 3.0], None);
            s.mov(0, Src::Name("table", 2));
        });
        let mut b = Source::new("b");
        b.fvec("three", 1);
        b.fvec("_two", 2);
        b.boolean("y", 2);
        b.boolean("x", 1);
        b.ivec("n", 1);
        b.constf("l", 2.0);
        b.consti("m", [1, 0, 1, 0]);
        b.entry("second");
        b.procedure("second", |s| {
            s.mov(0, Src::Name("_two", 1));
            s.go_if(Opcode::Callu, "y", 1, "g");
            s.repeat("m", |s| s.op(Opcode::Nop));
            s.mov(0, Src::Name("l", 0));
            s.op(Opcode::End);
        });
        b.procedure("g", |s| s.op(Opcode::Nop));
        let shbin = output(options, [a, b]).shbin;
        assert_eq!(uniforms(&shbin, 0), [named("one", 0x10, 0x10), named("x", 0x78, 0x78)]);
        assert_eq!(
            uniforms(&shbin, 1),
            [
                named("three", 0x13, 0x13),
                named("n", 0x70, 0x70),
                named("x", 0x78, 0x78),
                named("y", 0x79, 0x7A),
            ]
        );
        // The constants of each file begin at the top; an array has consecutive registers, lowest element first.
        assert_eq!(constants(&shbin, 0), [(2, 95), (2, 92), (2, 93), (2, 94)]);
        assert_eq!(constants(&shbin, 1), [(2, 95), (1, 3)]);
        let code = &shbin.program.code;
        assert_eq!(float_uniform(code[0]), 94);
        assert_eq!(float_uniform(code[2]), 2);
        assert_eq!(small_uniform(code[3]), 2);
        assert_eq!(small_uniform(code[4]), 3);
        assert_eq!(float_uniform(code[6]), 95);
    }
}

#[test]
fn geometry_shaders_have_a_space_of_their_own() {
    for options in modes() {
        let v = Source::vertex("v", |s| s.fvec("proj", 4));
        let geometry = |name: &'static str, first, entry: &'static str| {
            let mut g = Source::geometry(name, first);
            g.fvec("proj", 2);
            g.boolean("flag", 1);
            g.constf("k", 1.0);
            g.entry(entry);
            g.procedure(entry, |s| s.op(Opcode::End));
            g
        };
        let mut old = Source::new("old");
        old.kind(ShaderKind::SharedGeometry);
        old.fvec("tint", 1);
        old.entry("o");
        old.procedure("o", |s| s.op(Opcode::End));
        let sources = [v, geometry("g", 3, "g1"), geometry("h", 9, "g2"), old];
        let shbin = output(options, sources).shbin;
        assert_eq!(uniforms(&shbin, 0), [named("proj", 0x10, 0x13)]);
        assert_eq!(
            uniforms(&shbin, 1),
            [named("proj", 0x13, 0x14), named("flag", 0x78, 0x78)]
        );
        assert_eq!(
            uniforms(&shbin, 2),
            [named("proj", 0x19, 0x1A), named("flag", 0x78, 0x78)]
        );
        assert_eq!(uniforms(&shbin, 3), [named("tint", 0x14, 0x14)]);
        assert_eq!(constants(&shbin, 1), [(2, 95)]);
        let kinds: Vec<_> = shbin.shaders.iter().map(|s| s.kind).collect();
        assert_eq!(kinds, [0, 1, 1, 1]);
    }
}

#[test]
fn the_last_boolean_of_a_geometry_shader_is_not_allocated() {
    let source = |len| {
        let mut g = Source::geometry("g", 0);
        g.boolean("flags", len);
        g.procedure("main", |s| s.op(Opcode::End));
        g
    };
    assert_eq!(diagnostics(LinkOptions::default(), [source(15)]), "");
    assert!(diagnostics(LinkOptions::default(), [source(16)]).contains("registers-used-up"));
    let v = Source::vertex("v", |s| s.boolean("flags", 16));
    assert_eq!(diagnostics(LinkOptions::default(), [v]), "");
}

#[test]
fn chosen_registers_are_placed_first() {
    for options in modes() {
        let a = Source::vertex("a", |s| {
            s.fvec("plain", 2);
            s.fvec("late", 1);
            s.constf("k", 1.0);
        });
        let mut b = Source::new("b");
        b.fvec("late", 1);
        b.fvec_at("proj", 4, 1);
        b.uniform(UniformKind::Integer, "n", 1, Some(1));
        b.ivec("m", 1);
        b.ivec("o", 1);
        b.constants("hold", &[1.0], Some(95));
        b.constants("table", &[1.0, 2.0], Some(20));
        b.constf("l", 1.0);
        b.entry("second");
        b.procedure("second", |s| s.op(Opcode::End));
        let shbin = output(options, [a, b]).shbin;
        assert_eq!(
            uniforms(&shbin, 0),
            [named("late", 0x10, 0x10), named("plain", 0x15, 0x16)]
        );
        assert_eq!(
            uniforms(&shbin, 1),
            [
                named("late", 0x10, 0x10),
                named("proj", 0x11, 0x14),
                named("m", 0x70, 0x70),
                named("n", 0x71, 0x71),
                named("o", 0x72, 0x72),
            ]
        );
        assert_eq!(constants(&shbin, 0), [(2, 95)]);
        assert_eq!(constants(&shbin, 1), [(2, 95), (2, 20), (2, 21), (2, 94)]);
    }
}

#[test]
fn a_chosen_register_binds_the_name_in_all_files() {
    for options in modes() {
        let a = Source::vertex("a", |s| s.fvec("proj", 4));
        let mut lib = Source::new("lib");
        lib.library();
        lib.fvec_at("proj", 4, 7);
        let shbin = output(options, [a, lib]).shbin;
        assert_eq!(uniforms(&shbin, 0), [named("proj", 0x17, 0x1A)]);
    }
}

#[test]
fn files_may_choose_the_same_register_for_a_name() {
    for options in modes() {
        let a = Source::vertex("a", |s| s.fvec_at("proj", 4, 7));
        let lib = library("lib", |s| s.fvec_at("proj", 4, 7));
        let shbin = output(options, [a, lib]).shbin;
        assert_eq!(uniforms(&shbin, 0), [named("proj", 0x17, 0x1A)]);
    }
}

#[test]
fn a_chosen_constant_keeps_uniforms_of_all_files_away() {
    for options in modes() {
        let a = Source::vertex("a", |s| {
            s.fvec("x", 1);
            s.constf("k", 1.0);
        });
        let mut b = Source::new("b");
        b.constants("l", &[1.0], Some(0));
        b.entry("second");
        b.procedure("second", |s| s.op(Opcode::End));
        let shbin = output(options, [a, b]).shbin;
        assert_eq!(uniforms(&shbin, 0), [named("x", 0x11, 0x11)]);
        assert_eq!(constants(&shbin, 1), [(2, 0)]);
    }
}

/// Returns a library whose procedure `f` reads a uniform `shared` and a constant.
fn helper() -> Source {
    let mut lib = Source::new("lib");
    lib.library();
    lib.fvec("shared", 1);
    lib.constf("k", 9.0);
    lib.constf("unused", 8.0);
    lib.procedure("f", |s| {
        s.mov(0, Src::Name("shared", 0));
        s.mov(0, Src::Name("k", 0));
    });
    lib
}

#[test]
fn constants_of_a_library_are_loaded_in_its_callers() {
    let mut g = Source::geometry("g", 0);
    g.fvec("mine", 1);
    g.constf("k", 4.0);
    g.procedure("main", |s| {
        s.mov(0, Src::Name("mine", 0));
        s.call("f");
        s.mov(0, Src::Name("k", 0));
        s.op(Opcode::End);
    });
    let shbin = output(LinkOptions::default(), [helper(), g]).shbin;
    let code = &shbin.program.code;
    let registers = [0, 1, 2, 4].map(|word| float_uniform(code[word]));
    assert_eq!(registers, [0, 95, 1, 94]);
    assert_eq!(
        uniforms(&shbin, 0),
        [named("shared", 0x10, 0x10), named("mine", 0x11, 0x11)]
    );
    assert_eq!(constants(&shbin, 0), [(2, 94), (2, 95)]);
}

#[test]
fn picasso_lets_them_collide() {
    let mut g = Source::geometry("g", 0);
    g.fvec("mine", 1);
    g.constf("k", 4.0);
    g.procedure("main", |s| {
        s.mov(0, Src::Name("mine", 0));
        s.call("f");
        s.mov(0, Src::Name("k", 0));
        s.op(Opcode::End);
    });
    let linked = link_with(picasso(), [helper(), g]);
    let names: Vec<_> = linked.diagnostics.iter().map(|f| f.code.name()).collect();
    assert_eq!(names, ["constant-not-loaded"]);
    let shbin = linked.output.expect("a warning does not prevent output").shbin;
    let code = &shbin.program.code;
    let registers = [0, 1, 2, 4].map(|word| float_uniform(code[word]));
    assert_eq!(registers, [0, 95, 0, 95]);
    assert_eq!(uniforms(&shbin, 0), [named("mine", 0x10, 0x10)]);
    assert_eq!(constants(&shbin, 0), [(2, 95)]);
}

/// The library's two constants share a register, which the table of its caller has once.
#[test]
fn equal_constants_of_a_library_are_loaded_once() {
    let lib = library("lib", |s| {
        s.constf("one", 1.0);
        s.constf("uno", 1.0);
        s.procedure("f", |s| {
            s.mov(0, Src::Name("one", 0));
            s.mov(0, Src::Name("uno", 0));
        });
    });
    let shbin = output(LinkOptions::default(), [Source::vertex("a", |s| s.call("f")), lib]).shbin;
    assert_eq!(constants(&shbin, 0), [(2, 95)]);
}

#[test]
fn picasso_s_missing_constants_are_reported_once_for_each_file() {
    let reads = |name: &'static str, procedure: &'static str| {
        library(name, |s| {
            s.constf("k", 9.0);
            s.constf("l", 8.0);
            s.procedure(procedure, |s| {
                s.mov(0, Src::Name("k", 0));
                s.mov(0, Src::Name("k", 0));
                s.mov(0, Src::Name("l", 0));
            });
        })
    };
    let main = Source::vertex("a", |s| {
        s.constf("own", 1.0);
        s.mov(0, Src::Name("own", 0));
        s.call("f");
        s.call("g");
    });
    let found = diagnostics(picasso(), [main, reads("x", "f"), reads("y", "g")]);
    let lines = found.lines().filter(|line| line.starts_with("  at"));
    let declared: Vec<_> = lines.filter(|line| line.ends_with("declared here")).collect();
    assert_eq!(
        declared,
        [
            "  at x.dvoj(x.pica:2): declared here",
            "  at y.dvoj(y.pica:2): declared here"
        ]
    );
}

#[test]
fn a_geometry_shader_s_uniform_is_the_shared_one_that_it_reaches() {
    let mut g = Source::geometry("g", 5);
    g.fvec("own", 1);
    g.fvec("shared", 1);
    g.procedure("main", |s| {
        s.mov(0, Src::Name("shared", 0));
        s.call("f");
        s.op(Opcode::End);
    });
    let mut v = Source::new("v");
    v.fvec("first", 1);
    v.entry("vertex");
    v.procedure("vertex", |s| {
        s.call("f");
        s.op(Opcode::End);
    });
    let shbin = output(LinkOptions::default(), [v, helper(), g]).shbin;
    let code = &shbin.program.code;
    // first c0; shared: nothing below c5, since it is also live in the geometry shader.
    assert_eq!(float_uniform(code[2]), 5);
    assert_eq!(float_uniform(code[4]), 5);
    assert_eq!(
        uniforms(&shbin, 0),
        [named("first", 0x10, 0x10), named("shared", 0x15, 0x15)]
    );
    assert_eq!(
        uniforms(&shbin, 1),
        [named("shared", 0x15, 0x15), named("own", 0x16, 0x16)]
    );
}

#[test]
fn vertex_shaders_that_share_nothing_reuse_registers() {
    // Each has 60 constants, together more than the number of registers.
    for options in modes() {
        let shader = |name: &'static str| {
            let mut s = Source::new(name);
            s.constants("table", &[1.0; 60], None);
            s.entry(name);
            s.procedure(name, |s| {
                s.mov(0, Src::Name("table", 59));
                s.op(Opcode::End);
            });
            s
        };
        let shbin = output(options, [shader("a"), shader("b")]).shbin;
        assert_eq!(float_uniform(shbin.program.code[0]), 95);
        assert_eq!(float_uniform(shbin.program.code[2]), 95);
    }
}

#[test]
fn numbered_registers_stay_and_reserve_nothing() {
    let a = Source::vertex("a", |s| {
        s.fvec("u", 1);
        s.mov(0, Src::C(0));
        s.mov(0, Src::Name("u", 3));
    });
    let shbin = output(LinkOptions::default(), [a]).shbin;
    assert_eq!(uniforms(&shbin, 0), [named("u", 0x10, 0x10)]);
    assert_eq!(float_uniform(shbin.program.code[0]), 0);
    assert_eq!(float_uniform(shbin.program.code[1]), 3);
}
