//! Sharing and omission of constants.

use pica200_link::{LinkOptions, LinkOutput, Map, MapItem};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;

use super::{map, mapped};
use crate::support::{Source, Src, descriptor, float_uniform, library, link_with, output, plain};

fn item<'m>(map: &'m Map, name: &str) -> &'m MapItem {
    let found = map.items.iter().find(|item| item.name == name);
    found.expect("the map contains it")
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
    let read: Vec<_> = [0, 1, 2, 3, 6, 7].map(|word| float_uniform(code[word])).into();
    assert_eq!(read, [95, 93, 95, 3, 95, 94]);
    let loaded = found.shbin.shaders[0].constants.iter().map(|c| c.register);
    assert_eq!(loaded.collect::<Vec<_>>(), [95, 93, 94, 3]);
    let one = item(map(&found), "one");
    let others: Vec<_> = one.shared_with.iter().map(|sharer| sharer.name.as_str()).collect();
    assert_eq!(others, ["again", "uno"]);
    assert_eq!(item(map(&found), "unread").first, None);
}

#[test]
fn constants_are_kept_apart_if_sharing_leaves_no_room() {
    // In `a` only c95 is free, in `b` only c94. Both reach `f`, whose constant is equal to one of each.
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

/// Returns the registers of the constants that each shader loads.
fn loaded(output: &LinkOutput) -> Vec<Vec<u32>> {
    let tables = output.shbin.shaders.iter().map(|shader| &shader.constants);
    let registers = tables.map(|table| table.iter().map(|entry| entry.register.into()));
    registers.map(Iterator::collect).collect()
}

/// N2: libctru before 2.4.0 crashes on an empty table of constants.
#[test]
fn a_shader_whose_file_has_constants_loads_one() {
    let unread = |name| {
        let mut source = Source::new(name);
        source.constants("pair", &[1.0, 2.0], None);
        source.constf("dummy", 3.0);
        source.constf("other", 4.0);
        source.entry(name);
        source
    };
    let sources = || {
        let mut a = unread("a");
        a.procedure("a", |s| s.op(Opcode::End));
        // The registers of others do not change.
        let mut b = unread("b");
        b.fvec_at("full", 95, 0);
        b.procedure("b", |s| s.op(Opcode::End));
        // The file sets a value.
        let mut c = unread("c");
        c.setf(Src::C(7), 1.0);
        c.procedure("c", |s| s.op(Opcode::End));
        // It reads a constant of a library.
        let mut d = unread("d");
        d.procedure("d", |s| {
            s.call("f");
            s.op(Opcode::End);
        });
        let lib = library("lib", |s| {
            s.constf("one", 1.0);
            s.constf("unread", 2.0);
            s.procedure("f", |s| s.mov(0, Src::Name("one", 0)));
        });
        [a, b, c, d, lib]
    };
    let found = output(mapped(), sources());
    assert_eq!(loaded(&found), [vec![95], vec![95], vec![7], vec![95]]);
    let firsts = map(&found).items.iter().filter(|item| item.name == "dummy");
    let firsts: Vec<_> = firsts.map(|item| item.first).collect();
    assert_eq!(firsts, [Some(95), Some(95), None, None]);
    let options = LinkOptions {
        pad_constants: false,
        ..mapped()
    };
    let without = output(options, sources());
    assert_eq!(loaded(&without), [vec![], vec![], vec![7], vec![95]]);
    assert_eq!(found.shbin.program, without.shbin.program);
}

#[test]
fn a_constant_that_has_no_room_is_not_kept() {
    let mut a = Source::new("a");
    a.constf("dummy", 3.0);
    a.fvec("full", 96);
    a.procedure("main", |s| {
        s.mov(0, Src::Name("full", 95));
        s.op(Opcode::End);
    });
    assert_eq!(loaded(&output(mapped(), [a])), [vec![]]);
}

/// Returns a shader with one free register and three constants, of each of which code reads one component.
fn crowded(taken: u8) -> LinkOutput {
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
fn constants_go_to_free_components_if_registers_run_out() {
    let roomy = crowded(93);
    let read = |found: &LinkOutput| [0, 1, 2].map(|word| float_uniform(found.shbin.program.code[word]));
    assert_eq!(read(&roomy), [95, 94, 93]);
    assert_eq!(roomy.shbin.program.descriptors.len(), 1);
    let tight = crowded(95);
    assert_eq!(read(&tight), [95, 95, 95]);
    let program = &tight.shbin.program;
    let components = [0, 1, 2].map(|word| {
        let entry = program.descriptors[descriptor(program.code[word]) as usize];
        entry.descriptor.source(0).swizzle.component(Component::X)
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
    let places: Vec<_> = shared.iter().map(|sharer| sharer.components.map(|c| c[0])).collect();
    assert_eq!(places, [Some(Component::Y), Some(Component::Z)]);
}

/// Seven registers are free, one too few for all constants. Only `one` and `two` can share a register: the others are
/// read with an address register, belong to an array, or are at a register that the source chose.
#[test]
fn constants_that_cannot_move_keep_their_registers() {
    let x = plain(Opcode::Mov).with_mask(Mask::NONE.with(Component::X));
    let mut a = Source::new("a");
    a.fvec_at("full", 89, 0);
    a.constf("relative", 3.0);
    a.constants("table", &[4.0, 5.0], None);
    a.constants("half", &[7.0, 8.0], None);
    a.constants("pinned", &[6.0], Some(94));
    a.constf("one", 1.0);
    a.constf("two", 2.0);
    let reads = [
        Src::Relative("relative", 0),
        Src::Name("table", 0),
        Src::Name("table", 1),
        Src::Name("half", 0),
        Src::Name("pinned", 0),
        Src::Name("one", 0),
        Src::Name("two", 0),
    ];
    a.procedure("main", |s| {
        for read in reads {
            s.arithmetic(Opcode::Mov, 0, &[read], x);
        }
        s.op(Opcode::End);
    });
    let program = output(mapped(), [a]).shbin;
    let found = program.program.code[..7].iter().map(|&word| {
        let entry = program.program.descriptors[descriptor(word) as usize];
        let lane = entry.descriptor.source(0).swizzle.component(Component::X);
        (float_uniform(word), lane)
    });
    let expected = [
        (95, Component::X),
        (92, Component::X),
        (93, Component::X),
        (90, Component::X),
        (94, Component::X),
        (89, Component::X),
        (89, Component::Y),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn constants_stay_in_place_if_code_reads_any_register() {
    let mut a = Source::new("a");
    a.constf("unread", 5.0);
    a.procedure("main", |s| {
        s.mov(0, Src::CRelative(4));
        s.op(Opcode::End);
    });
    let found = output(mapped(), [a]);
    assert_eq!(item(map(&found), "unread").first, Some(95));
}

/// Returns a shader that reads register 25 by number and two equal constants, and a library whose uniform is not used.
fn numbered(declare: impl FnOnce(&mut Source)) -> [Source; 2] {
    let mut a = Source::new("a");
    declare(&mut a);
    for name in ["one", "uno", "unread"] {
        a.constf(name, 1.0);
    }
    a.procedure("main", |s| {
        s.mov(0, Src::C(25));
        s.mov(0, Src::Name("one", 0));
        s.mov(0, Src::Name("uno", 0));
        s.op(Opcode::End);
    });
    let lib = library("lib", |s| {
        s.fvec("big", 1);
        s.procedure("unreached", |s| s.mov(0, Src::Name("big", 0)));
    });
    [a, lib]
}

#[test]
fn b12_a_number_means_the_declaration_at_that_register() {
    let firsts = |sources| {
        let found = output(mapped(), sources);
        ["one", "uno", "unread", "big"].map(|name| {
            let items = &map(&found).items;
            let own = items.iter().find(|item| item.name == name);
            own.and_then(|item| item.first)
        })
    };
    // Merged constants have no separate item.
    let merged = [Some(95), None, None, None];
    assert_eq!(firsts(numbered(|s| s.fvec_at("pinned", 4, 24))), merged);
    assert_eq!(firsts(numbered(|s| s.constants("pinned", &[2.0], Some(25)))), merged);
    let kept = [Some(95), Some(94), Some(93), Some(0)];
    assert_eq!(firsts(numbered(|s| s.fvec_at("beside", 1, 24))), kept);
    assert_eq!(firsts(numbered(|_| {})), kept);
}

#[test]
fn b12_a_constant_that_is_read_by_number_is_loaded() {
    let mut a = Source::new("a");
    a.procedure("main", |s| {
        s.call("f");
        s.op(Opcode::End);
    });
    let lib = library("lib", |s| {
        s.constants("pair", &[1.0, 2.0], Some(40));
        s.procedure("f", |s| s.mov(0, Src::C(41)));
    });
    let found = output(mapped(), [a, lib]);
    assert_eq!(loaded(&found), [vec![40, 41]]);
}

#[test]
fn uniforms_of_libraries_take_registers_if_shaders_reach_them() {
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
