//! Small programs beyond the golden files, against values worked out by hand.

use super::read;
use crate::diagnostic::Diagnostic;
use crate::ir::evaluate::{self, Environment};
use crate::ir::{Form, Program};
use crate::options::{Language, Options};
use crate::passes::ordered;

/// The uniforms of the programs, as rows: each has all components of its number.
const UNIFORM: [f32; 4] = [2.0, 3.0, 4.0, 5.0];

fn color(program: &Program, input: [f32; 4]) -> Vec<f32> {
    let inputs = vec![input; program.inputs.len()];
    let uniforms: Vec<_> = program
        .uniforms
        .iter()
        .map(|uniform| vec![UNIFORM; usize::from(uniform.rows)])
        .collect();
    let environment = Environment {
        inputs: &inputs,
        uniforms: &uniforms,
        procedures: &[],
    };
    let results = evaluate::run(program, &environment, 100_000).unwrap();
    let mut outputs = program.outputs.iter().zip(results);
    let (_, found) = outputs.find(|(output, _)| output.property.name == "color").unwrap();
    found
}

/// The components of all attributes, and the colour that they give.
pub(super) type Run = ([f32; 4], [f32; 4]);

/// Checks the colours of a shader, before and after all passes.
pub(super) fn check(language: Language, source: &str, runs: &[Run]) {
    let options = Options::default();
    let (read, diagnostics) = read(language, source.as_bytes(), &options);
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{diagnostics:#?}");
    let mut program = read.program;
    program.verify(Form::PreSsa).unwrap();
    let mut improved = program.clone();
    for pass in ordered(&options) {
        pass.run(&mut improved, &options).unwrap();
        improved.verify(pass.form).unwrap();
    }
    for program in [&mut program, &mut improved] {
        for (input, expected) in runs {
            let found = color(program, *input);
            let is_near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 * b.abs().max(1.0);
            assert!(
                found.iter().zip(expected).all(is_near),
                "{input:?}: {found:?}, not {expected:?}\n{source}"
            );
        }
    }
}

/// A WGSL shader whose colour is the result of `fn f(a: vec4f) -> vec4f`.
fn wgsl(functions: &str, runs: &[Run]) {
    let source = format!(
        "struct Out {{ @builtin(position) position: vec4f, @location(0) color: vec4f }}
        {functions}
        @vertex fn main(@location(0) a: vec4f) -> Out {{ return Out(a, f(a)); }}"
    );
    check(Language::Wgsl, &source, runs);
}

/// A GLSL shader whose colour is the result of `vec4 f(vec4 a)`.
pub(super) fn glsl(functions: &str, runs: &[Run]) {
    let source = format!(
        "#version 450
        layout(location = 0) in vec4 a;
        layout(location = 0) out vec4 color;
        {functions}
        void main() {{ gl_Position = a; color = f(a); }}"
    );
    check(Language::Glsl, &source, runs);
}

#[test]
fn the_end_of_a_loop_reads_values_of_its_body() {
    wgsl(
        "fn f(a: vec4f) -> vec4f {
            var sum = 0.0;
            var n = 0.0;
            loop {
                n += 1.0;
                let x = n * a.x;
                if n == 2.0 { continue; }
                sum += x;
                continuing {
                    sum += 100.0 * x;
                    break if x >= 4.0;
                }
            }
            return vec4f(sum, n, 0.0, 0.0);
        }",
        &[([1.0; 4], [1008.0, 4.0, 0.0, 0.0]), ([2.0; 4], [602.0, 2.0, 0.0, 0.0])],
    );
}

#[test]
fn the_end_of_a_loop_reads_results_of_calls_in_its_body() {
    wgsl(
        "fn g(x: f32, n: f32) -> f32 { return x * n; }
        fn f(a: vec4f) -> vec4f {
            var sum = 0.0;
            var n = 0.0;
            loop {
                n += 1.0;
                let x = g(a.x, n);
                if n == 2.0 { continue; }
                sum += 1.0;
                continuing {
                    sum += 100.0 * x;
                    break if x >= 4.0;
                }
            }
            return vec4f(sum, n, 0.0, 0.0);
        }",
        &[([1.0; 4], [1003.0, 4.0, 0.0, 0.0]), ([2.0; 4], [601.0, 2.0, 0.0, 0.0])],
    );
}

#[test]
fn functions_return_from_loops_and_switches() {
    wgsl(
        "fn g(x: f32) -> f32 {
            for (var i = 0; i < 10; i++) {
                switch i {
                    case 3: { if x > 2.0 { return 30.0; } continue; }
                    case 5, 6: { if x > 1.0 { break; } return 50.0 + f32(i); }
                    default: {}
                }
                if f32(i) > x * 4.0 { return f32(i); }
            }
            return -1.0;
        }
        fn f(a: vec4f) -> vec4f { return vec4f(g(a.x), g(a.y), g(a.z), g(a.w)); }",
        &[([0.25, 1.5, 3.0, 1.0], [2.0, 7.0, 30.0, 55.0])],
    );
}

#[test]
fn cases_of_glsl_fall_through() {
    glsl(
        "float g(int i) {
            float x = 0.0;
            switch (i) {
                case 0: x += 1.0;
                case 1: x += 10.0; break;
                default: x += 100.0;
                case 2: x += 1000.0;
            }
            return x;
        }
        vec4 f(vec4 a) { return vec4(g(int(a.x)), g(int(a.y)), g(int(a.z)), g(int(a.w))); }",
        &[([0.0, 1.0, 2.0, 7.0], [11.0, 10.0, 1000.0, 1100.0])],
    );
}

#[test]
fn small_arrays_take_computed_indices() {
    wgsl(
        "fn f(a: vec4f) -> vec4f {
            var list = array<vec2f, 3>(a.xy, a.zw, a.yx);
            let i = u32(a.x);
            list[i] = vec2f(9.0, 8.0);
            list[1].y += 1.0;
            list[2][i] = 7.0;
            var v = a;
            v[i] = -1.0;
            return vec4f(list[i], list[2].x, v[u32(a.y)]);
        }",
        &[
            ([0.0, 1.0, 2.0, 3.0], [9.0, 8.0, 7.0, 1.0]),
            ([1.0, 1.0, 2.0, 3.0], [9.0, 9.0, 1.0, -1.0]),
        ],
    );
}

#[test]
fn local_copies_of_tables_take_computed_indices() {
    wgsl(
        "const TABLE = array<f32, 5>(1.0, 2.0, 4.0, 8.0, 16.0);
        fn f(a: vec4f) -> vec4f {
            var sum = 0.0;
            for (var i = 0; i < i32(a.y); i++) {
                var copy = TABLE;
                sum += copy[u32(a.x) + u32(i)];
            }
            if a.z > 0.0 {
                var copy = TABLE;
                sum += 100.0 * copy[u32(a.z)];
            }
            return vec4f(sum, 0.0, 0.0, 0.0);
        }",
        &[
            ([1.0, 3.0, 0.0, 0.0], [14.0, 0.0, 0.0, 0.0]),
            ([0.0, 1.0, 4.0, 0.0], [1601.0, 0.0, 0.0, 0.0]),
        ],
    );
}

#[test]
fn variables_that_a_branch_sets_are_not_constant_behind_it() {
    wgsl(
        "const TABLE = array<f32, 3>(1.0, 2.0, 4.0);
        fn f(a: vec4f) -> vec4f {
            var copy: array<f32, 3>;
            var sum = 0.0;
            for (var i = 0; i < 2; i++) {
                sum += copy[u32(a.x)];
                if a.y > 0.0 { copy = TABLE; sum += 100.0 * copy[u32(a.x)]; }
                sum += 10.0 * copy[u32(a.x)];
            }
            return vec4f(sum, copy[u32(a.z)], 0.0, 0.0);
        }",
        &[
            ([1.0, 1.0, 2.0, 0.0], [442.0, 4.0, 0.0, 0.0]),
            ([1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0]),
        ],
    );
}

#[test]
fn integers_divide_toward_zero() {
    wgsl(
        "fn f(a: vec4f) -> vec4f {
            let x = i32(a.x);
            let y = i32(a.y);
            return vec4f(f32(x / y), f32(x % y), f32((x & 7) + (abs(x) >> 1u)), a.z % a.w);
        }",
        &[
            ([7.0, 2.0, 5.5, 2.0], [3.0, 1.0, 10.0, 1.5]),
            ([-7.0, 2.0, -5.5, 2.0], [-3.0, -1.0, 4.0, -1.5]),
            ([7.0, -2.0, 5.5, -2.0], [-3.0, 1.0, 10.0, 1.5]),
        ],
    );
}

#[test]
fn matrices_have_inverses_and_determinants() {
    glsl(
        "vec4 f(vec4 a) {
            mat3 m = mat3(a.xyz, a.yzw, a.wxy);
            vec3 one = inverse(m) * (m * vec3(1.0, 2.0, 3.0));
            mat2 o = mat2(a.xy, a.zw);
            float same = (inverse(o) * (o * vec2(1.0, 7.0))).y;
            return vec4(one.xy, one.z + same, determinant(o) + (transpose(o) * vec2(1.0, 0.0)).y);
        }",
        &[([1.0, 2.0, 4.0, 3.0], [1.0, 2.0, 10.0, -5.0 + 4.0])],
    );
}

#[test]
fn functions_of_wgsl_have_their_values() {
    wgsl(
        "fn f(a: vec4f) -> vec4f {
            let parts = modf(a.x);
            let r = refract(vec2f(0.6, -0.8), vec2f(0.0, 1.0), 0.5);
            return vec4f(parts.fract + parts.whole * 10.0, r, tanh(a.y) + ldexp(a.z, 3) + pow(a.w, 3.0));
        }",
        &[([2.5, 0.5, 1.0, -2.0], [20.5, 0.3, -0.953_939_2, 0.462_117_2])],
    );
}

#[test]
fn booleans_in_uniforms_are_flags() {
    let source = "uniform bool lit; uniform bvec2 both; uniform int mode;
        in vec4 a; out vec4 color;
        void main() {
            gl_Position = a;
            color = lit ? a : vec4(0.0);
            if (both.y) color.x = 1.0;
            color.y = float(mode);
        }";
    check(Language::Glsl, source, &[([0.5; 4], [1.0, 2.0, 0.5, 0.5])]);
    let (read, _) = read(Language::Glsl, source.as_bytes(), &Options::default());
    let text = read.program.to_string();
    assert!(text.contains("lit[1]: .bool"), "{text}");
    assert!(text.contains("both[1]: .fvec"), "{text}");
}

#[test]
fn nested_arrays_of_uniforms_have_one_name_for_each_member() {
    let source = "struct Part { offset: vec2f, scale: array<f32, 2> }
        struct U { parts: array<Part, 3>, color: vec4f }
        @group(0) @binding(0) var<uniform> u: U;
        @group(0) @binding(1) var<uniform> v: U;
        struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
        @vertex fn main(@location(0) a: vec4f) -> Out {
            let part = u.parts[u32(a.x)];
            return Out(a, vec4f(part.offset, part.scale[1], v.color.w));
        }";
    check(Language::Wgsl, source, &[([1.0; 4], [2.0, 3.0, 2.0, 5.0])]);
    let (read, _) = read(Language::Wgsl, source.as_bytes(), &Options::default());
    let names: Vec<_> = read
        .program
        .uniforms
        .iter()
        .map(|uniform| (uniform.name.as_str(), uniform.rows))
        .collect();
    let expected = [
        ("u_parts_offset", 3),
        ("u_parts_scale", 6),
        ("u_color", 1),
        ("v_parts_offset", 3),
        ("v_parts_scale", 6),
        ("v_color", 1),
    ];
    assert_eq!(names, expected);
}

#[test]
fn floats_of_sixteen_bits_are_floats() {
    let source = "enable f16;
        struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
        @vertex fn main(@location(0) a: vec4f) -> Out {
            var half = vec4h(a);
            half *= 2h;
            return Out(a, vec4f(half));
        }";
    check(Language::Wgsl, source, &[([1.5; 4], [3.0; 4])]);
}

#[test]
fn what_no_output_needs_is_not_refused() {
    let source = "@group(0) @binding(0) var picture: texture_2d<f32>;
        @group(0) @binding(1) var<storage, read> data: array<vec4f>;
        struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f, @location(1) other: vec4f }
        @vertex fn main(@location(0) a: vec4f, @builtin(vertex_index) index: u32) -> Out {
            var bits = (index ^ bitcast<u32>(a.x)) | 3u;
            var table = array<f32, 20>();
            table[u32(a.x)] = 1.0;
            return Out(a, a, textureLoad(picture, vec2i(0), 0) + data[bits] * table[3]);
        }";
    let options = Options {
        ignore_output: vec!["other".to_owned()],
        ..Options::default()
    };
    let found = crate::compile("x.wgsl", source.as_bytes(), &options);
    assert_eq!(found.diagnostics, []);
    assert!(found.assembly.is_some());
    let mapped = Options {
        map_output: vec![crate::OutputMapping {
            name: "other".to_owned(),
            property: pica200_objfmt::isa::property::by_name("normalquat").unwrap(),
            is_added: false,
        }],
        ..Options::default()
    };
    let found = crate::compile("x.wgsl", source.as_bytes(), &mapped);
    let codes: Vec<_> = found
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.to_string())
        .collect();
    assert_eq!(
        codes,
        ["indexed-temporaries", "unsupported-operation", "unsupported-operation"],
        "{:#?}",
        found.diagnostics
    );
}

#[test]
fn the_right_side_is_evaluated_only_if_it_decides() {
    glsl(
        "float count = 0.0;
        bool next(float x) { count += x; return count > 1.0; }
        vec4 f(vec4 a) {
            if (a.x > 0.0 && next(2.0)) count += 10.0;
            if (a.y > 0.0 || next(100.0)) count += 1000.0;
            float z = a.z > 0.0 ? (count += 0.25) : 0.5;
            return vec4(count, z, 0.0, 0.0);
        }",
        &[
            ([1.0, 1.0, 1.0, 0.0], [1012.25, 1012.25, 0.0, 0.0]),
            ([-1.0, -1.0, -1.0, 0.0], [1100.0, 0.5, 0.0, 0.0]),
            ([-1.0, 1.0, 1.0, 0.0], [1000.25, 1000.25, 0.0, 0.0]),
        ],
    );
}
