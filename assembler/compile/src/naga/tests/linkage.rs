//! Shaders that export procedures to assembly, and assembly that calls compiled functions, against shaders whose
//! functions are inlined.

use pica200_objfmt::formats::shbin::Shbin;

use super::read;
use crate::diagnostic::Diagnostic;
use crate::ir::Program;
use crate::options::{Language, Options};
use crate::pipeline::compile;
use crate::target::tests::{Numbers, linked, outputs};

/// The procedures of the tests. They overwrite all that a procedure may write.
const HELPERS: &str = "\
.nodvle
.constf rubbish(13, -7, 0.5, 3)
.proc asm_blend
	mov r2, r0
	mad r0.xyz, r1.x, r2, r1.y
	mov r0.w, rubbish
	call asm_rubbish
	nop
.end
.proc asm_length
	dp3 r0.x, r0, r0
	mov r0.yzw, rubbish
	call asm_rubbish
	nop
.end
.proc asm_transform
	mul r4, r0, r3.x
	mad r4, r1, r3.y, r4
	mad r0, r2, r3.z, r4
	call asm_rubbish
	nop
.end
.proc asm_rubbish
	mov r1, rubbish
	mov r2, rubbish
	mov r3, rubbish
	mov r4, rubbish
	mov r5, rubbish
	mov r6, rubbish
	mov r7, rubbish
	cmp rubbish, lt, gt, r1
	mova a0.xy, r7
.end
";

/// The functions of the tests, as WGSL has them.
const FUNCTIONS: &str = "\
// picac: extern asm_blend
fn blend(v: vec3f, by: vec2f) -> vec3f { return by.x * v + by.y; }
// picac: extern asm_length
fn square(v: vec3f) -> f32 { return dot(v, v); }
// picac: extern asm_transform
fn transform(m: mat3x4f, v: vec3f) -> vec4f { return m * v; }
struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
struct U { m: mat3x4f, bones: array<mat3x4f, 4>, table: array<vec4f, 8>, factor: vec4f, lit: u32 }
@group(0) @binding(0) var<uniform> u: U;
";

fn text(language: Language, source: &str) -> String {
    let options = Options {
        language: Some(language),
        ..Options::default()
    };
    let compiled = compile("shader", source.as_bytes(), &options);
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|f| f.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{source}");
    let lines = compiled.assembly.unwrap();
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

/// Compares a shader with assembly beside it with one that has all functions itself.
fn compare(program: &Program, found: &Shbin, expected: &Shbin, about: &str) {
    for seed in 0..8 {
        let numbers = Numbers::new(program, seed);
        let [found, expected] = [found, expected].map(|shbin| outputs(program, shbin, &numbers));
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            let close = (expected - found).abs() <= 1e-3 * expected.abs().max(1.0);
            assert!(close, "seed {seed}: {found} instead of {expected}\n{about}");
        }
    }
}

fn program(language: Language, source: &str) -> Program {
    let (read, diagnostics) = read(language, source.as_bytes(), &Options::default());
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{diagnostics:#?}");
    read.program
}

/// Tries a shader with comments for procedures that [`HELPERS`] has. Returns its assembly.
fn tried(language: Language, source: &str) -> String {
    let called = text(language, source);
    let plain = source.replace("picac: extern", "plain");
    let expected = linked(&text(language, &plain), &[]);
    let found = linked(&called, &[HELPERS]);
    compare(&program(language, &plain), &found, &expected, &called);
    called
}

fn wgsl(main: &str) -> String {
    let source = format!(
        "{FUNCTIONS}
@vertex fn main(@location(0) a: vec4f, @location(1) b: vec4f) -> Out {{ {main} }}
"
    );
    tried(Language::Wgsl, &source)
}

#[test]
fn a_function_is_a_procedure() {
    let text = wgsl("return Out(a, vec4f(blend(a.xyz, b.xy), 1.0));");
    insta::assert_snapshot!(text);
}

#[test]
fn calls_follow_each_other() {
    wgsl(
        "let c = blend(blend(a.xyz, b.xy), b.zw);
        let d = blend(b.xyz, vec2f(square(c), a.w));
        return Out(vec4f(c + d, a.x), vec4f(square(d) * c, square(b.xyz)));",
    );
}

#[test]
fn values_live_across_calls() {
    wgsl(
        "let p = normalize(abs(a) + 1.0);
        let q = p * b + u.factor;
        let r = q * q.wzyx;
        let c = blend(q.xyz, p.xy);
        let d = blend(c, r.xy);
        return Out(p + q, vec4f(c + d * r.xyz, q.w));",
    );
}

#[test]
fn calls_in_branches_and_loops() {
    wgsl(
        "var c = a.xyz;
        var n = 0.0;
        for (var i = 0; i < 5; i++) {
            if c.x > b.x {
                c = clamp(blend(c, b.xy), vec3f(-8.0), vec3f(8.0));
            } else if u.lit != 0u {
                n += square(c);
            } else {
                c += u.table[i].xyz;
            }
            if n > 20.0 { break; }
        }
        for (var i = 0; i < 30; i++) {
            n = n * 0.5 + square(u.table[i32(abs(n)) % 8].xyz);
            if n < b.y { break; }
        }
        return Out(vec4f(c, n), vec4f(n));",
    );
}

#[test]
fn matrices_are_arguments() {
    wgsl(
        "let i = i32(abs(a.x)) % 4;
        let d = transform(u.m, b.xyz);
        let e = transform(u.bones[i], d.xyz * 0.125);
        return Out(d + e + u.table[i], u.bones[i] * a.xyz);",
    );
}

#[test]
fn results_that_nothing_reads_need_no_call() {
    let text = wgsl("let c = blend(a.xyz, b.xy); return Out(a, b);");
    assert!(!text.contains("call"), "{text}");
}

#[test]
fn glsl_has_the_same_comments() {
    let text = tried(
        Language::Glsl,
        "#version 330
        attribute vec4 a;
        attribute vec4 b;
        varying vec4 color;
        /* of no meaning */ // picac: extern asm_blend
        // with three numbers
        vec3 blend(in vec3 v, vec2 by) { return by.x * v + by.y; }
        //picac: extern asm_length
        float square(vec3 v) { return dot(v, v); }
        void main() {
            gl_Position = a + b;
            color = vec4(blend(a.xyz, b.xy), square(b.xyz));
        }",
    );
    assert_eq!(text.matches("call").count(), 2, "{text}");
}

/// An assembly that calls a procedure `lit` with the components of two inputs.
const CALLER: &str = "\
.in a v0
.in b v1
.out position position
.out color color
.proc main
	mov r8, b
	mov r0.xyz, a
	mov r1.xy, b
	call lit
	mov position, r8
	mov color.xyz, r0
	mov color.w, b.w
	end
.end
";

/// A library that nothing needs.
const OTHER: &str = ".nodvle\n.proc other\n\tnop\n.end\n";

const LIT: &str = "\
struct U { factor: vec4f, table: array<vec4f, 8>, lit: u32 }
@group(0) @binding(0) var<uniform> u: U;
const WEIGHTS = array<f32, 3>(0.5, 0.25, 2.0);
// picac: export lit
fn lit(v: vec3f, by: vec2f) -> vec3f {
    var sum = v * u.factor.xyz;
    for (var i = 0; i < 3; i++) {
        if by.x > u.table[i].x { sum += WEIGHTS[i] * v.zxy; } else { sum = min(sum, by.yxx); }
    }
    if u.lit != 0u { sum += u.table[i32(abs(by.x)) % 8].xyz; }
    return sum;
}
";

const SHADER: &str = "\
struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
@vertex fn main(@location(0) a: vec4f, @location(1) b: vec4f) -> Out {
    return Out(b, vec4f(lit(a.xyz, b.xy), b.w));
}
";

#[test]
fn assembly_calls_a_function() {
    let library = text(Language::Wgsl, LIT);
    assert!(library.contains(".nodvle\n"), "{library}");
    let whole = format!("{LIT}{SHADER}").replace("picac: export", "plain");
    let expected = linked(&text(Language::Wgsl, &whole), &[]);
    let found = linked(CALLER, &[&library]);
    compare(&program(Language::Wgsl, &whole), &found, &expected, &library);
}

#[test]
fn a_shader_can_offer_functions_too() {
    let source = format!("{LIT}{SHADER}");
    let both = text(Language::Wgsl, &source);
    assert!(both.contains(".proc main") && both.contains(".proc lit"), "{both}");
    let whole = source.replace("picac: export", "plain");
    let expected = linked(&text(Language::Wgsl, &whole), &[]);
    let found = linked(&both, &[OTHER]);
    compare(&program(Language::Wgsl, &whole), &found, &expected, &both);
}

#[test]
fn glsl_libraries_need_no_main() {
    let library = text(
        Language::Glsl,
        "#version 450
        // picac: export lit
        vec3 lit(vec3 v, vec2 by) { return v.zyx * by.x + by.y; }",
    );
    insta::assert_snapshot!(library);
    let expected = ".in a v0\n.in b v1\n.out position position\n.out color color\n.proc main\n\tmov r8, b\n\tmov r1, a\n\
        \tmul r0.xyz, r8.x, r1.zyx\n\tadd color.xyz, r0, r8.y\n\tmov position, b\n\tmov color.w, b.w\n\tend\n.end\n";
    let whole = format!("{LIT}{SHADER}").replace("picac: export", "plain");
    let program = program(Language::Wgsl, &whole);
    compare(
        &program,
        &linked(CALLER, &[&library]),
        &linked(expected, &[OTHER]),
        &library,
    );
}

#[test]
fn an_exported_function_calls_a_procedure() {
    let library = text(
        Language::Wgsl,
        &format!(
            "{FUNCTIONS}
// picac: export lit
fn lit(v: vec3f, by: vec2f) -> vec3f {{ return blend(v, by) * u.factor.xyz; }}"
        ),
    );
    let found = linked(CALLER, &[&library, HELPERS]);
    let whole = format!("{FUNCTIONS}fn lit(v: vec3f, by: vec2f) -> vec3f {{ return blend(v, by) * u.factor.xyz; }}
@vertex fn main(@location(0) a: vec4f, @location(1) b: vec4f) -> Out {{ return Out(b, vec4f(lit(a.xyz, b.xy), b.w)); }}")
    .replace("picac: extern", "plain");
    let expected = linked(&text(Language::Wgsl, &whole), &[]);
    compare(&program(Language::Wgsl, &whole), &found, &expected, &library);
}

/// Returns the errors of a shader whose entry point has this body.
fn errors(source: &str) -> String {
    let options = Options {
        language: Some(Language::Wgsl),
        ..Options::default()
    };
    let compiled = compile("shader", source.as_bytes(), &options);
    let errors = compiled.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let lines = errors.map(|diagnostic| {
        let place = diagnostic.location().copied().map_or(0, |place| place.line);
        let related: Vec<_> = diagnostic.secondary.iter().map(|label| label.location.line).collect();
        format!("{place}: [{}] {}\n{related:?}\n", diagnostic.code, diagnostic.message)
    });
    lines.collect()
}

/// Returns a shader that needs vectors after a call.
fn needing(count: usize) -> String {
    let names: Vec<_> = (0..count).map(|n| format!("v{n}")).collect();
    let lines = names.iter().enumerate();
    let lines = lines.map(|(n, name)| format!("let {name} = sin(a * {n}.5);\n"));
    let lines: String = lines.collect();
    let terms = names.iter().map(|name| format!("min({name}, vec4f(c))"));
    let sum = terms.collect::<Vec<_>>().join(" * ");
    format!(
        "{FUNCTIONS}@vertex fn main(@location(0) a: vec4f, @location(1) b: vec4f) -> Out {{
{lines}let c = square({}.xyz);
return Out(a, {sum}); }}",
        names.join(".xyz + ")
    )
}

#[test]
fn few_values_live_across_calls() {
    tried(Language::Wgsl, &needing(8));
    insta::assert_snapshot!(errors(&needing(9)));
}

#[test]
fn exported_functions_keep_nothing_across_calls() {
    let source = format!(
        "{FUNCTIONS}// picac: export lit
fn lit(v: vec3f) -> vec3f {{ return v * square(v); }}"
    );
    insta::assert_snapshot!(errors(&source));
}
