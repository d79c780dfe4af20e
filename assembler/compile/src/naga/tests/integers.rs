//! Integers and booleans as compilers of other languages write them, and indices. `tests/modules/integers.rs` compares
//! the operations with Rust.

use std::fs;

use crate::ir::evaluate::{self, Environment};
use crate::options::{Language, Options};
use crate::passes::ordered;
use crate::target::tests::binary;

fn options() -> Options {
    Options::default()
}

/// Compiles a shader, which has no diagnostics.
fn compiled(source: &str, options: &Options) -> String {
    let compilation = crate::compile("shader.wgsl", source.as_bytes(), options);
    assert_eq!(compilation.diagnostics, []);
    let lines = compilation.assembly.unwrap();
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

/// Returns the instructions of a shader in WGSL, without its end.
fn instructions(source: &str, options: &Options) -> Vec<String> {
    let text = compiled(source, options);
    binary(&text);
    let lines = text.lines().filter_map(|line| line.strip_prefix('\t'));
    let lines = lines.filter(|line| !line.starts_with(';') && *line != "end");
    lines.map(str::to_owned).collect()
}

/// The module, whose text is beside it, has registers of floats with booleans. `spirv-as --target-env vulkan1.0` makes
/// it.
#[test]
fn registers_of_floats_hold_truth_values() {
    let folder = format!("{}/src/naga/tests/modules", env!("CARGO_MANIFEST_DIR"));
    let module = fs::read(format!("{folder}/registers.spv")).unwrap();
    let (source, diagnostics) = super::read(Language::SpirV, &module, &options());
    assert_eq!(diagnostics, []);
    let mut program = source.program;
    for pass in ordered(&options()) {
        pass.run(&mut program, &options()).unwrap();
        program.verify(pass.form).unwrap();
    }
    let color = |place: [f32; 4], flags: f32| {
        let inputs = [place, [flags, 0.0, 0.0, 0.0]];
        let environment = Environment {
            inputs: &inputs,
            uniforms: &[],
            procedures: &[],
        };
        let outputs = evaluate::run(&program, &environment, 1000).unwrap();
        let names = program.outputs.iter().map(|output| output.property.name);
        let mut named = names.zip(outputs);
        named.find(|(name, _)| *name == "color").unwrap().1
    };
    assert_eq!(color([1.0, 2.0, 3.0, 4.0], 4.0), [1.0, 3.0, 0.0, 1.0]);
    assert_eq!(color([1.0, 2.0, 3.0, 4.0], 3.0), [1.0, 2.0, 0.0, 0.0]);
    assert_eq!(color([2.0, 1.0, 3.0, 4.0], 4.0), [0.0, 2.0, 2.0, 0.0]);
}

/// Compilers of WGSL to SPIR-V count the iterations of a loop whose end they do not see.
#[test]
fn bounds_of_loops_that_are_never_reached_cost_nothing() {
    let shader = |bounds: [&str; 2]| {
        let [first, rest] = bounds;
        format!(
            "@group(0) @binding(0) var<uniform> count: i32;
            @vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {{
                var q = p;
                var i = 0;
                {first}
                loop {{
                    {rest}
                    if i >= count {{ break; }}
                    q = q.yzwx + p;
                    i++;
                }}
                return q;
            }}"
        )
    };
    let bounds = [
        "var bound = vec2u(4294967295u);",
        "if all(vec2u() == bound) { break; }
        bound -= vec2u(select(0u, 1u, bound.y == 0u), 1u);",
    ];
    let plain = instructions(&shader(["", ""]), &options());
    assert_eq!(instructions(&shader(bounds), &options()), plain);
}

#[test]
fn integers_beyond_those_of_the_machine_are_refused_where_they_are_needed() {
    let shader = |expression: &str| {
        format!(
            "@vertex fn main(@location(0) a: vec4u) -> @builtin(position) vec4f {{
                return vec4f(f32({expression}));
            }}"
        )
    };
    for (expression, message) in [
        ("a.x + 1000000u", "the integer 1000000 is beyond 131072"),
        ("a.x * 0x9e3779b9u", "the integer 2654435769 is beyond 131072"),
        ("a.x | 0x80000000u", "the integer 2147483648 is beyond 131072"),
        ("a.x ^ a.y", "`^` operates on the bits of two integers"),
        ("bitcast<f32>(a.x)", "the bits of a number are used"),
        ("reverseBits(a.x)", "`reverseBits` operates on the bits of a number"),
    ] {
        let source = shader(expression);
        let found = crate::compile("shader.wgsl", source.as_bytes(), &options());
        assert!(found.assembly.is_none(), "{expression}");
        assert!(
            found
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.message.starts_with(message)),
            "{expression}: {:#?}",
            found.diagnostics
        );
    }
    for expression in [
        "select(a.x, 1u, a.x >= 1000000u)",
        "min(a.x, 1000000u)",
        "a.x & 0x3fffffffu",
        "(a.x | 0x80000000u) & 255u",
        "a.x * select(0u, 1u, 0x9e3779b9u > 5u)",
    ] {
        compiled(&shader(expression), &options());
    }
}

fn bones(element: &str, index: &str) -> String {
    format!(
        "@group(0) @binding(0) var<uniform> bone: array<{element}, 20>;
        @vertex fn main(@location(0) p: vec4f, @location(1) b: vec4f) -> @builtin(position) vec4f {{
            var i = {index};
            var j = {};
            return bone[i] * p + bone[j] * p;
        }}",
        index.replace("b.x", "b.y")
    )
}

#[test]
fn indices_in_variables_need_no_conversion() {
    let strict = Options {
        strict_math: true,
        ..options()
    };
    let one_register = instructions(&bones("vec4f", "i32(b.x)"), &options());
    assert_eq!(one_register.len(), 4, "{one_register:#?}");
    assert_eq!(one_register[0], "mova a0.x, b.x");
    // A negative number is no index, and the register cuts the fraction off as the language does.
    assert_eq!(instructions(&bones("vec4f", "i32(b.x)"), &strict).len(), 4);
    let unsigned = instructions(&bones("vec4f", "u32(b.x)"), &options());
    assert_eq!(unsigned.len(), 4, "{unsigned:#?}");
    assert!(instructions(&bones("vec4f", "u32(b.x)"), &strict).len() > 4);
    // `flr`, `mul`, `mova`, eight products and a sum.
    let four_registers = instructions(&bones("mat4x4f", "i32(b.x)"), &options());
    assert_eq!(four_registers.len(), 12, "{four_registers:#?}");
    assert!(instructions(&bones("mat4x4f", "i32(b.x)"), &strict).len() > 12);
}

#[test]
fn triangles_of_vertex_numbers_and_flags_are_short() {
    let vertex_id = Options {
        vertex_id_attribute: true,
        ..options()
    };
    let triangle = "#version 450
        layout(location = 0) out vec2 texcoord0;
        void main() {
            texcoord0 = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
            gl_Position = vec4(texcoord0 * 2.0 - 1.0, 0.0, 1.0);
        }";
    let found = crate::compile("triangle.vert", triangle.as_bytes(), &vertex_id);
    assert_eq!(found.diagnostics, []);
    let flags = "@group(0) @binding(0) var<uniform> flags: u32;
        @vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
            if (flags & 4u) != 0u { return p.yxwz; }
            return p;
        }";
    // The bit takes a product, a floor, a sum and two comparisons; the choice, two products and a sum.
    let flags = instructions(flags, &options());
    assert!(flags.len() <= 10, "{flags:#?}");
}
