//! Options about uniforms.

use pica200_diagnostics::Code;

use crate::diagnostic::Diagnostic;
use crate::ir::evaluate::{self, Environment};
use crate::options::Options;
use crate::source::Compilation;
use crate::target::tests::{Numbers, binary, outputs};

/// Returns a module whose colour comes from `f(a: vec4f) -> vec4f`, with uniforms.
fn module(members: &str, function: &str) -> String {
    format!(
        "struct Uniforms {{ {members} }}
        @group(0) @binding(0) var<uniform> u: Uniforms;
        struct Out {{ @builtin(position) position: vec4f, @location(0) color: vec4f }}
        {function}
        @vertex fn main(@location(0) a: vec4f) -> Out {{ return Out(a, f(a)); }}"
    )
}

fn compiled(source: &str, options: &Options) -> Compilation {
    crate::compile("f.wgsl", source.as_bytes(), options)
}

fn text(compilation: &Compilation) -> String {
    let lines = compilation.assembly.iter().flatten();
    lines.map(|line| line.text.clone() + "\n").collect()
}

/// Returns the colours that the IR program and the GPU compute. `rows` are the rows of all uniforms.
fn colors(source: &str, options: &Options, rows: &[&[[f32; 4]]], input: [f32; 4]) -> [Vec<f32>; 2] {
    let (read, diagnostics) = super::read(crate::Language::Wgsl, source.as_bytes(), options);
    assert_eq!(diagnostics, []);
    let numbers = Numbers {
        inputs: vec![input],
        uniforms: rows.iter().map(|rows| rows.to_vec()).collect(),
    };
    let environment = Environment {
        inputs: &numbers.inputs,
        uniforms: &numbers.uniforms,
        procedures: &[],
    };
    let evaluated = evaluate::run(&read.program, &environment, 10_000).unwrap();
    let shbin = binary(&text(&compiled(source, options)));
    let color = read.program.outputs.iter();
    let color = color
        .clone()
        .position(|output| output.property.name == "color")
        .unwrap();
    let run = outputs(&read.program, &shbin, &numbers);
    [evaluated[color].clone(), run[color].clone()]
}

#[test]
fn a_matrix_of_columns_is_the_transposed_one() {
    let source = module(
        "bones: array<mat4x3f, 2>, other: mat2x4f",
        "fn f(a: vec4f) -> vec4f { return vec4f(u.bones[u32(a.w)] * a, 1.0) + u.other * a.xy; }",
    );
    let input = [1.0, 2.0, 3.0, 1.0];
    let rows: Vec<[f32; 4]> = (0..6_u8)
        .map(|row| [0.0, 1.0, 2.0, 3.0].map(|n| n + f32::from(row) * 4.0))
        .collect();
    let other = [
        [1.0, 5.0, 0.0, 0.0],
        [2.0, 6.0, 0.0, 0.0],
        [3.0, 7.0, 0.0, 0.0],
        [4.0, 8.0, 0.0, 0.0],
    ];
    let plain = colors(&source, &Options::default(), &[&rows, &other], input);
    let options = Options {
        matrix_columns: vec!["bones".to_owned(), "other".to_owned()],
        ..Options::default()
    };
    // Each matrix by columns.
    let columns: Vec<[f32; 4]> = (0..8)
        .map(|register| {
            let (bone, column) = (register / 4, register % 4);
            let component = |row: usize| rows[bone * 3 + row][column];
            [component(0), component(1), component(2), 0.0]
        })
        .collect();
    let other = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
    let found = colors(&source, &options, &[&columns, &other], input);
    assert_eq!(found, plain);
    assert_eq!(found[0], found[1]);
    let text = text(&compiled(&source, &options));
    assert!(
        text.contains("; columns, one in each register\n.fvec bones[8]"),
        "{text}"
    );
}

#[test]
fn a_loop_counts_the_rounds_of_a_uniform() {
    let members = "count: u32, step: i32, colors: array<vec4f, 4>";
    let loops = [
        "for (var i = 0u; i < u.count; i++) { sum += u.colors[i]; }",
        "for (var i = 1u; i <= u.count; i++) { sum += u.colors[i32(i) - 1]; }",
        "for (var i = 0u; i != u.count; i++) { sum += u.colors[i]; }",
        "var i = 0u; loop { sum += u.colors[i]; i++; if i >= u.count { break; } }",
        "var i = 0u; loop { sum += u.colors[i]; continuing { i++; break if i == u.count; } }",
        "for (var i = 0u; i < u.count; i++) { if u.colors[i].x > 9.0 { break; } sum += u.colors[i]; }",
    ];
    let options = Options {
        loop_uniform: vec!["count".to_owned()],
        ..Options::default()
    };
    let table = [[1.0; 4], [2.0, 3.0, 4.0, 5.0], [10.0; 4], [20.0; 4]];
    for body in loops {
        let function = format!("fn f(a: vec4f) -> vec4f {{ var sum = a; {body} return sum; }}");
        let source = module(members, &function);
        for count in [1.0, 2.0, 4.0] {
            let rows: [&[[f32; 4]]; 3] = [&[[count, 0.0, 0.0, 0.0]], &[[0.0; 4]], &table];
            let [evaluated, run] = colors(&source, &options, &rows, [0.5; 4]);
            let plain = colors(&source, &Options::default(), &rows, [0.5; 4]);
            assert_eq!(evaluated, run, "{body}");
            assert_eq!(run, plain[1], "{body}");
        }
        let text = text(&compiled(&source, &options));
        assert!(text.contains("for count"), "{text}");
        assert!(text.contains(".ivec count"), "{text}");
    }
}

#[test]
fn other_reads_of_a_uniform_that_counts_are_errors() {
    let options = Options {
        loop_uniform: vec!["count".to_owned()],
        ..Options::default()
    };
    for body in [
        "return a * f32(u.count);",
        "var sum = a; for (var i = 0u; i <= u.count; i++) { sum += a; } return sum;",
        "var sum = a; for (var i = u.count; i > 0u; i--) { sum += a; } return sum;",
        "var sum = a; for (var i = 0u; i < u.count; i += 2u) { sum += a; } return sum;",
        "var sum = a; if u.count > 3u { sum += a; } return sum;",
    ] {
        let source = module("count: u32", &format!("fn f(a: vec4f) -> vec4f {{ {body} }}"));
        let found = compiled(&source, &options);
        assert!(found.assembly.is_none(), "{body}");
        let errors: Vec<_> = found.diagnostics.iter().filter(|f| f.is_error()).collect();
        assert_eq!(errors.len(), 1, "{body}");
        assert!(errors[0].message.contains("`count` is read here"), "{body}");
        assert!(errors[0].location().copied().is_some(), "{body}");
    }
}

#[test]
fn a_uniform_stays_a_number() {
    let source = module(
        "lit: u32",
        "fn f(a: vec4f) -> vec4f { return select(a, -a, u.lit != 0u); }",
    );
    assert!(text(&compiled(&source, &Options::default())).contains(".bool lit"));
    let options = Options {
        float_uniform: vec!["lit".to_owned()],
        ..Options::default()
    };
    assert!(text(&compiled(&source, &options)).contains(".fvec lit"));
    for (lit, expected) in [(0.0, 2.0), (1.0, -2.0)] {
        let [_, run] = colors(&source, &options, &[&[[lit; 4]]], [2.0; 4]);
        assert_eq!(run, [expected; 4]);
    }
}

#[test]
fn options_that_name_no_such_uniform_are_warnings() {
    let source = module(
        "lit: f32, m: mat4x4f",
        "fn f(a: vec4f) -> vec4f { return u.m * a * u.lit; }",
    );
    let names = |name: &str| vec![name.to_owned()];
    let options = Options {
        matrix_columns: names("lit"),
        float_uniform: names("lit"),
        loop_uniform: names("nothing"),
        ..Options::default()
    };
    let found = compiled(&source, &options).diagnostics;
    let messages: Vec<_> = found
        .iter()
        .map(|diagnostic: &Diagnostic| diagnostic.message.as_str())
        .collect();
    assert!(found.iter().all(|diagnostic| diagnostic.code == Code::UnmatchedOption));
    insta::assert_snapshot!(messages.join("\n"));
}
