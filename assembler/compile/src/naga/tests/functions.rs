//! Mathematical functions on the GPU, against the same functions in `f64`: the errors and the numbers of instructions
//! are those that the page states.

use pica200_machine::{Machine, Precision, Program, ShaderChoice, Value};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::float24::Float24;

use crate::options::Options;
use crate::target::tests::binary;

/// A function of one or two numbers.
struct Function {
    /// The name, as the page has it.
    name: &'static str,
    /// A call for the numbers `x` and `y` in WGSL.
    call: &'static str,
    /// The smallest and the largest `x`.
    x: [f64; 2],
    /// The smallest and the largest `y`; two equal numbers if the call has no `y`.
    y: [f64; 2],
    exact: fn(f64, f64) -> f64,
}

/// Any number, where the call has no `y`.
const NONE: [f64; 2] = [1.0; 2];

const FUNCTIONS: &[Function] = &[
    function("abs", "abs(x)", [-9.0, 9.0], NONE, |x, _| x.abs()),
    function("min", "min(x, y)", [-9.0, 9.0], [-9.0, 9.0], f64::min),
    function("max", "max(x, y)", [-9.0, 9.0], [-9.0, 9.0], f64::max),
    function("step", "step(x, y)", [-9.0, 9.0], [-9.0, 9.0], |x, y| {
        f64::from(u8::from(y >= x))
    }),
    function("clamp", "clamp(x, -2.0, y)", [-9.0, 9.0], [-2.0, 9.0], |x, y| {
        x.clamp(-2.0, y)
    }),
    function("saturate", "saturate(x)", [-9.0, 9.0], NONE, |x, _| x.clamp(0.0, 1.0)),
    function("floor", "floor(x)", [-9.0, 9.0], NONE, |x, _| x.floor()),
    function("fract", "fract(x)", [-9.0, 9.0], NONE, |x, _| x - x.floor()),
    function("ceil", "ceil(x)", [-9.0, 9.0], NONE, |x, _| x.ceil()),
    function("trunc", "trunc(x)", [-9.0, 9.0], NONE, |x, _| x.trunc()),
    function("round", "round(x)", [-9.0, 9.0], NONE, |x, _| x.round_ties_even()),
    function("sign", "sign(x)", [-9.0, 9.0], NONE, |x, _| {
        f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
    }),
    function("fma", "fma(x, y, x)", [-9.0, 9.0], [-9.0, 9.0], |x, y| x * y + x),
    function("radians", "radians(x)", [-360.0, 360.0], NONE, |x, _| x.to_radians()),
    function("degrees", "degrees(x)", [-7.0, 7.0], NONE, |x, _| x.to_degrees()),
    function("mix", "mix(x, y, 0.25)", [-9.0, 9.0], [-9.0, 9.0], |x, y| {
        x + (y - x) / 4.0
    }),
    function(
        "smoothstep",
        "smoothstep(-2.0, y, x)",
        [-9.0, 9.0],
        [-1.0, 9.0],
        |x, y| {
            let t = ((x + 2.0) / (y + 2.0)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        },
    ),
    function("sqrt", "sqrt(x)", [0.0, 100.0], NONE, |x, _| x.sqrt()),
    function("inverseSqrt", "inverseSqrt(x)", [0.01, 100.0], NONE, |x, _| {
        1.0 / x.sqrt()
    }),
    function("x / y", "x / y", [-9.0, 9.0], [0.5, 9.0], |x, y| x / y),
    function("exp2", "exp2(x)", [-8.0, 8.0], NONE, |x, _| x.exp2()),
    function("exp", "exp(x)", [-6.0, 6.0], NONE, |x, _| x.exp()),
    function("log2", "log2(x)", [0.001, 1000.0], NONE, |x, _| x.log2()),
    function("log", "log(x)", [0.001, 1000.0], NONE, |x, _| x.ln()),
    function("pow", "pow(x, y)", [0.0, 1.0], [0.5, 32.0], f64::powf),
    function("sin", "sin(x)", [-10.0, 10.0], NONE, |x, _| x.sin()),
    function("cos", "cos(x)", [-10.0, 10.0], NONE, |x, _| x.cos()),
    function("tan", "tan(x)", [-1.0, 1.0], NONE, |x, _| x.tan()),
    function("asin", "asin(x)", [-1.0, 1.0], NONE, |x, _| x.asin()),
    function("acos", "acos(x)", [-1.0, 1.0], NONE, |x, _| x.acos()),
    function("atan", "atan(x)", [-50.0, 50.0], NONE, |x, _| x.atan()),
    function("atan2", "atan2(x, y)", [-9.0, 9.0], [-9.0, 9.0], f64::atan2),
    function("sinh", "sinh(x)", [-5.0, 5.0], NONE, |x, _| x.sinh()),
    function("cosh", "cosh(x)", [-5.0, 5.0], NONE, |x, _| x.cosh()),
    function("tanh", "tanh(x)", [-60.0, 60.0], NONE, |x, _| x.tanh()),
    function("asinh", "asinh(x)", [-1000.0, 1000.0], NONE, |x, _| x.asinh()),
    function("acosh", "acosh(x)", [1.0, 1000.0], NONE, |x, _| x.acosh()),
    function("atanh", "atanh(x)", [-0.99, 0.99], NONE, |x, _| x.atanh()),
    function("modf", "modf(x).fract", [-9.0, 9.0], NONE, |x, _| x.fract()),
    function("ldexp", "ldexp(y, i32(x))", [-9.0, 9.0], [1.0, 2.0], |x, y| {
        y * x.trunc().exp2()
    }),
    function(
        "dot",
        "dot(vec3f(x, y, 2.0), vec3f(y, x, 0.5))",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| 2.0 * x * y + 1.0,
    ),
    function(
        "cross",
        "cross(vec3f(x, y, 2.0), vec3f(y, x, 0.5)).x",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| y * 0.5 - 2.0 * x,
    ),
    function(
        "length",
        "length(vec3f(x, y, 2.0))",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| (x * x + y * y + 4.0).sqrt(),
    ),
    function(
        "distance",
        "distance(vec2f(x, y), vec2f(y, 2.0))",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| (x - y).hypot(y - 2.0),
    ),
    function(
        "normalize",
        "normalize(vec3f(x, y, 2.0)).x",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| x / (x * x + y * y + 4.0).sqrt(),
    ),
    function(
        "reflect",
        "reflect(vec2f(x, y), vec2f(0.5, -0.75)).x",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| x / 2.0 + 0.75 * y,
    ),
    function(
        "refract",
        "refract(vec2f(x, -sqrt(1.0 - x * x)), vec2f(0.0, 1.0), y).y",
        [-0.9, 0.9],
        [0.5, 1.0],
        |x, y| -(1.0 - y * y * x * x).sqrt(),
    ),
    function(
        "faceForward",
        "faceForward(vec2f(x, y), vec2f(0.0, 1.0), vec2f(x, y)).x",
        [-9.0, 9.0],
        [-9.0, 9.0],
        |x, y| {
            if y < 0.0 { x } else { -x }
        },
    ),
    function(
        "determinant",
        "determinant(mat3x3f(x, y, 2.0, 0.5, y, 1.0, 3.0, -1.0, x))",
        [-1.0, 1.0],
        [-1.0, 1.0],
        |x, y| {
            let minor = 0.5 * x - 3.0;
            x * (y * x + 1.0) - y * minor + 2.0 * (-0.5 - 3.0 * y)
        },
    ),
];

const fn function(
    name: &'static str,
    call: &'static str,
    x: [f64; 2],
    y: [f64; 2],
    exact: fn(f64, f64) -> f64,
) -> Function {
    Function {
        name,
        call,
        x,
        y,
        exact,
    }
}

/// Returns the binary of a shader that puts a number into its colour.
fn shader(expression: &str) -> Shbin {
    let source = format!(
        "struct Out {{ @builtin(position) position: vec4f, @location(0) color: vec4f }}
        fn f(x: f32, y: f32) -> f32 {{ return {expression}; }}
        @vertex fn main(@location(0) a: vec4f) -> Out {{
            return Out(a, vec4f(f(a.x, a.y), 0.0, 0.0, 1.0));
        }}"
    );
    let compilation = crate::compile("f.wgsl", source.as_bytes(), &Options::default());
    let lines = compilation.assembly.unwrap();
    let text: String = lines.iter().map(|line| line.text.clone() + "\n").collect();
    binary(&text)
}

/// Numbers of a range, cut to float24.
fn samples([low, high]: [f64; 2], count: u16) -> Vec<f64> {
    if high <= low {
        return vec![low];
    }
    let step = (high - low) / f64::from(count);
    // Steps of the square as well, so that numbers near the beginning are among them.
    let even = (0..=count).map(|number| low + step * f64::from(number));
    let near = (0..=count).map(|number| {
        let part = f64::from(number) / f64::from(count);
        low + (high - low) * part * part * part
    });
    even.chain(near)
        .map(|number| f64::from(Float24::from_f32(narrow(number)).to_f32()))
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "the machine has floats")]
const fn narrow(number: f64) -> f32 {
    number as f32
}

/// Returns the largest error of a function, relative to results above 1.
fn largest_error(function: &Function, shbin: &Shbin, precision: Precision) -> f64 {
    let program = Program::load(shbin, ShaderChoice::Index(0)).unwrap();
    let color = pica200_objfmt::isa::property::by_name("color").unwrap();
    let output = program.outputs().iter();
    let mut output = output.filter(|output| output.property == u16::from(color.number));
    let register = usize::from(output.next().unwrap().register);
    let mut machine = Machine::with_precision(&program, precision);
    let count = if function.y[0] < function.y[1] { 40 } else { 500 };
    let mut largest = 0.0_f64;
    for x in samples(function.x, count) {
        for y in samples(function.y, 40) {
            let row = [narrow(x), narrow(y), 0.0, 1.0];
            machine.set_named("a", 0, Value::Vector(row)).unwrap();
            machine.run(1000).unwrap();
            let found = f64::from(machine.outputs()[register][0]);
            let exact = (function.exact)(x, y);
            let error = (found - exact).abs() / exact.abs().max(1.0);
            assert!(!error.is_nan(), "{}: {x}, {y}: {found}", function.name);
            largest = largest.max(error);
        }
    }
    largest
}

/// A statement of the page about a function.
struct Statement<'p> {
    instructions: &'p str,
    error: f64,
    float24: f64,
}

/// Returns the row of the page with a function.
fn statement<'p>(page: &'p str, name: &str) -> Statement<'p> {
    let name = format!("`{name}`");
    let mut rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let names = cells.next()?;
        names.split(", ").any(|found| found == name).then_some(cells)
    });
    let mut cells = rows.next().unwrap_or_else(|| panic!("the page has no {name}"));
    let instructions = cells.next().unwrap();
    let mut error = || -> f64 { cells.next().unwrap().trim_end_matches(" |").parse().unwrap() };
    Statement {
        instructions,
        error: error(),
        float24: error(),
    }
}

#[test]
fn errors_and_instructions_are_those_of_the_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/WGSL.md");
    let page = std::fs::read_to_string(path).unwrap();
    let plain = shader("x").program.code.len();
    for function in FUNCTIONS {
        let stated = statement(&page, function.name);
        let shbin = shader(function.call);
        if let Ok(instructions) = stated.instructions.parse::<usize>() {
            // The shader without the function has a copy instead.
            let found = shbin.program.code.len() + 1 - plain;
            assert_eq!(found, instructions, "{}", function.name);
        }
        for (precision, most) in [(Precision::Single, stated.error), (Precision::Float24, stated.float24)] {
            let found = largest_error(function, &shbin, precision);
            let name = function.name;
            assert!(found <= most, "{name}: {found:e}, not {most:e}");
            assert!(most <= 10.0 * found.max(2e-8), "{name}: only {found:e}, not {most:e}");
        }
    }
}
