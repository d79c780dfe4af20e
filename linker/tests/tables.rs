//! Contents of the tables of a program and its shaders.

mod support;

use pica200_link::LinkOptions;
use pica200_objfmt::formats::object::ShaderKind;
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::GeometryMode;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;
use support::{Source, Src, everything, output, picasso};

/// Returns the label table of a shader: names, words and sizes.
fn labels(shader: &Shader) -> Vec<(String, u32, Option<u32>)> {
    let labels = shader.labels.iter();
    labels.map(|l| (l.name.to_string(), l.word, l.size)).collect()
}

/// Returns the names in a shader's uniform table.
fn names(shader: &Shader) -> Vec<String> {
    shader.uniforms.iter().map(|u| u.name.to_string()).collect()
}

/// Returns the float registers in a shader's constant table, with the x component of their values.
fn floats(shader: &Shader) -> Vec<(u16, u32)> {
    let constants = shader.constants.iter();
    constants
        .map(|c| {
            let [a, b, c_, d, ..] = c.data;
            (c.register, u32::from_le_bytes([a, b, c_, d]))
        })
        .collect()
}

/// Returns a shader that calls two of a library's procedures, and a library of three.
fn with_library() -> [Source; 2] {
    let mut a = Source::new("a");
    a.input("pos", 0);
    a.input("other", 5);
    a.fvec("proj", 4);
    a.fvec("_hidden", 1);
    a.fvec("array$x", 2);
    a.out(property::DUMMY, 3);
    a.out(0, 0);
    a.procedure("main", |s| {
        s.mov(0, Src::V(0));
        s.call("used");
        s.label("here");
        s.mov(0, Src::V(1));
        s.op(Opcode::End);
    });
    let mut lib = Source::new("lib");
    lib.library();
    lib.fvec("lent", 1);
    lib.fvec("_secret", 1);
    lib.fvec("kept", 1);
    lib.procedure("unused", |s| s.mov(0, Src::Name("kept", 0)));
    lib.procedure("used", |s| {
        s.mov(0, Src::V(9));
        s.go(Opcode::Jmpc, "end");
        s.call("inner");
        s.label("end");
        s.op(Opcode::Nop);
    });
    lib.procedure("inner", |s| {
        s.mov(0, Src::Name("lent", 0));
        s.mov(0, Src::Name("_secret", 0));
    });
    [a, lib]
}

#[test]
fn a_shader_lists_the_names_that_it_reaches() {
    let shbin = output(LinkOptions::default(), with_library()).shbin;
    let shader = &shbin.shaders[0];
    let expected = [
        ("main", 0, Some(4)),
        ("here", 2, None),
        ("used", 4, Some(4)),
        ("inner", 8, Some(2)),
    ];
    assert_eq!(
        labels(shader),
        expected.map(|(name, word, size)| (name.to_owned(), word, size))
    );
    let ids: Vec<_> = shader.labels.iter().map(|l| (l.id, l.reserved)).collect();
    assert_eq!(ids, [(0, 1), (1, 1), (2, 1), (3, 1)]);
    assert_eq!(shader.inputs_used, 1 << 0 | 1 << 1 | 1 << 9);
    assert_eq!(shader.outputs_used, 0b1001);
    assert_eq!(names(shader), ["pos", "other", "proj", "array.x", "lent"]);
    assert_eq!(shbin.program.files, ["a.pica", "lib.pica"]);
    assert!(shbin.program.lines.is_empty());
}

#[test]
fn picasso_lists_the_names_that_the_file_declares() {
    let debug = LinkOptions {
        debug: true,
        ..picasso()
    };
    let shbin = output(debug, with_library()).shbin;
    let shader = &shbin.shaders[0];
    assert!(shader.labels.is_empty());
    assert_eq!(shader.inputs_used, 0b10_0001);
    assert_eq!(shader.outputs_used, 0b1001);
    assert_eq!(names(shader), ["pos", "other", "proj", "array.x"]);
    assert!(shbin.program.files.is_empty() && shbin.program.lines.is_empty());
    let outputs: Vec<_> = shader
        .outputs
        .iter()
        .map(|o| (o.property, o.register, o.mask, o.reserved))
        .collect();
    assert_eq!(outputs, [(9, 3, 15, 0), (0, 0, 15, 0)]);
}

#[test]
fn debug_information_can_be_stripped() {
    let options = LinkOptions {
        debug: true,
        strip: true,
        ..LinkOptions::default()
    };
    let Shbin { program, shaders } = output(options, with_library()).shbin;
    assert!(program.files.is_empty() && program.lines.is_empty());
    assert!(shaders[0].labels.is_empty());
}

#[test]
fn geometry_shaders_state_their_mode() {
    let shader = |mode| {
        let mut g = Source::new("g");
        g.kind(ShaderKind::Geometry {
            mode,
            first_uniform: 50,
        });
        g.out(property::DUMMY, 1);
        g.procedure("main", |s| s.op(Opcode::End));
        let shader = output(picasso(), [g]).shbin.shaders.remove(0);
        assert_eq!((shader.kind, shader.merge), (1, 1));
        shader.geometry
    };
    assert_eq!(shader(GeometryMode::Point), GeometryBytes::default());
    assert_eq!(
        shader(GeometryMode::Variable { vertices: 3 }),
        GeometryBytes {
            mode: 1,
            fixed_start: 0,
            variable_vertices: 3,
            fixed_vertices: 0
        }
    );
    assert_eq!(
        shader(GeometryMode::Fixed { start: 10, vertices: 4 }),
        GeometryBytes {
            mode: 2,
            fixed_start: 10,
            variable_vertices: 0,
            fixed_vertices: 4
        }
    );
}

const ONE: u32 = 0x3F_0000;
const TWO: u32 = 0x40_0000;
const HALF: u32 = 0x3E_0000;

#[test]
fn values_follow_the_code_that_reads_them() {
    let mut a = Source::new("a");
    a.setf(Src::C(40), 0.5);
    a.constf("k", 1.0);
    a.procedure("main", |s| {
        s.call("f");
        s.op(Opcode::End);
    });
    let mut b = Source::new("b");
    b.entry("second");
    b.procedure("second", |s| s.op(Opcode::End));
    let mut lib = Source::new("lib");
    lib.library();
    lib.constf("unused", 2.0);
    lib.fvec("array", 2);
    lib.setf(Src::C(40), 2.0);
    lib.setf(Src::C(41), 2.0);
    lib.setf(Src::C(50), 2.0);
    lib.constants("table", &[2.0, 1.0], None);
    lib.setf(Src::Name("array", 1), 0.5);
    lib.procedure("f", |s| {
        s.mov(0, Src::C(40));
        s.mov(0, Src::C(41));
        s.mov(0, Src::Relative("table", 0));
        s.mov(0, Src::Relative("array", 0));
    });
    let shbin = output(everything(), [a, b, lib]).shbin;
    // The shader's own value of c40 wins; c50 and `unused` are not read. `k` has c95, `table` the next two below.
    assert_eq!(
        floats(&shbin.shaders[0]),
        [(40, HALF), (95, ONE), (41, TWO), (93, TWO), (94, ONE), (1, HALF)]
    );
    assert_eq!(floats(&shbin.shaders[1]), []);
}

#[test]
fn a_relative_number_may_read_all_higher_registers() {
    let a = Source::vertex("a", |s| s.call("f"));
    let mut lib = Source::new("lib");
    lib.library();
    lib.setf(Src::C(39), 1.0);
    lib.setf(Src::C(40), 1.0);
    lib.setf(Src::C(60), 2.0);
    lib.procedure("f", |s| s.mov(0, Src::CRelative(40)));
    let shbin = output(LinkOptions::default(), [a, lib]).shbin;
    assert_eq!(floats(&shbin.shaders[0]), [(40, ONE), (60, TWO)]);
}

#[test]
fn two_shaders_each_get_their_own_copy() {
    let shader = |name: &'static str| {
        let mut s = Source::new(name);
        s.entry(name);
        s.constf("own", 2.0);
        s.procedure(name, |s| {
            s.mov(0, Src::Name("own", 0));
            s.call("f");
            s.op(Opcode::End);
        });
        s
    };
    let mut lib = Source::new("lib");
    lib.library();
    lib.constf("k", 1.0);
    lib.procedure("f", |s| s.mov(0, Src::Name("k", 0)));
    let shbin = output(LinkOptions::default(), [shader("a"), shader("b"), lib]).shbin;
    for shader in &shbin.shaders {
        assert_eq!(floats(shader), [(95, TWO), (94, ONE)]);
    }
}

#[test]
fn ties_keep_the_order_of_the_source() {
    for options in [LinkOptions::default(), picasso()] {
        let a = Source::vertex("a", |s| {
            s.boolean("z", 1);
            s.fvec("y", 1);
            s.input("c", 1);
            s.input("a", 0);
            s.input("b", 0);
        });
        let shbin = output(options, [a]).shbin;
        assert_eq!(names(&shbin.shaders[0]), ["a", "b", "c", "y", "z"]);
    }
}

#[test]
fn the_same_inputs_give_the_same_output() {
    let link = || output(LinkOptions::default(), with_library()).shbin;
    let first = link();
    assert!((0..8).all(|_| link() == first));
}
