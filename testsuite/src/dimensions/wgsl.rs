//! What can be many, long or deep in WGSL.

use pica200_compile::Language;

use super::{Dimension, nested, of, within};

const MAIN: &str = "
@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
";

/// What is around the expressions in `main`.
const BODY: &str = "@group(0) @binding(0) var<uniform> u: mat4x4f;
fn f(x: f32) -> f32 { return x; }
fn g(x: f32, y: f32) -> f32 { return x + y; }
@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {
var q = p;
var s = p.x;
var a = array<f32, 4>(s, s, s, s);
";

/// Pieces of the module.
const fn many(name: &'static str, piece: &'static str) -> Dimension {
    of(Language::Wgsl, within(name, "", piece, MAIN))
}

/// Statements.
const fn code(name: &'static str, piece: &'static str) -> Dimension {
    of(
        Language::Wgsl,
        within(name, BODY, piece, "\nreturn q * s; }\n"),
    )
}

/// Statements within one another.
const fn deep(
    name: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Dimension {
    of(
        Language::Wgsl,
        nested(name, BODY, piece, middle, close, "\nreturn q * s; }\n"),
    )
}

/// Pieces within one another in the module.
const fn outside(
    name: &'static str,
    head: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
    tail: &'static str,
) -> Dimension {
    of(
        Language::Wgsl,
        nested(name, head, piece, middle, close, tail),
    )
}

pub(super) const DIMENSIONS: &[Dimension] = &[
    // Text and tokens.
    many("wgsl: empty lines", "\n"),
    many("wgsl: comments", "// comment\n"),
    many("wgsl: comments of blocks", "/* a */"),
    outside("wgsl: comments within comments", "", "/*", "", "*/", MAIN),
    many("wgsl: comments that do not end", "/*"),
    many("wgsl: blanks", " "),
    outside(
        "wgsl: length of a name",
        "const a",
        "a",
        "",
        "",
        " = 1;\n@vertex fn main() {}",
    ),
    outside(
        "wgsl: length of a number",
        "const a = 1",
        "1",
        "",
        "",
        ";\n@vertex fn main() {}",
    ),
    outside(
        "wgsl: length of a fraction",
        "const a = 1.",
        "1",
        "",
        "",
        ";\n@vertex fn main() {}",
    ),
    outside(
        "wgsl: length of a number in base 16",
        "const a = 0x0.",
        "1",
        "",
        "",
        "p1;\n@vertex fn main() {}",
    ),
    many("wgsl: unknown characters", "\u{e9}"),
    many("wgsl: signs", "@"),
    many("wgsl: quotation marks", "\""),
    many("wgsl: semicolons", ";"),
    many("wgsl: opening brackets", "("),
    many("wgsl: closing brackets", ")"),
    many("wgsl: opening braces", "{"),
    many("wgsl: less than", "<"),
    many("wgsl: names of templates", "a<"),
    many("wgsl: extensions", "enable f16;\n"),
    many("wgsl: requirements", "requires pointer_composite_access;\n"),
    many(
        "wgsl: diagnostics",
        "diagnostic(off, derivative_uniformity);\n",
    ),
    many("wgsl: comments for procedures", "// picac: extern f{}\n"),
    many(
        "wgsl: exported procedures",
        "// picac: export k{}\nfn k{}(x: f32) -> f32 { return x; }\n",
    ),
    // The module.
    many("wgsl: functions", "fn k{}(x: f32) -> f32 { return x; }\n"),
    many("wgsl: structs", "struct S{} { a: f32 }\n"),
    many("wgsl: aliases", "alias A{} = f32;\n"),
    many("wgsl: constants", "const c{} = {};\n"),
    many("wgsl: overrides", "override c{}: f32 = 1.0;\n"),
    many(
        "wgsl: overrides with numbers",
        "@id({}) override c{}: f32 = 1.0;\n",
    ),
    many("wgsl: assertions", "const_assert 1 < 2;\n"),
    many("wgsl: assertions that fail", "const_assert 1 > 2;\n"),
    many("wgsl: variables of the module", "var<private> v{}: f32;\n"),
    many(
        "wgsl: uniforms",
        "@group(0) @binding({}) var<uniform> u{}: vec4f;\n",
    ),
    many(
        "wgsl: uniforms in one place",
        "@group(0) @binding(0) var<uniform> u{}: vec4f;\n",
    ),
    many(
        "wgsl: textures",
        "@group(0) @binding({}) var t{}: texture_2d<f32>;\n",
    ),
    many(
        "wgsl: entry points",
        "@vertex fn k{}() -> @builtin(position) vec4f { return vec4f(); }\n",
    ),
    many(
        "wgsl: entry points of another stage",
        "@compute @workgroup_size(1) fn k{}() {}\n",
    ),
    many("wgsl: a name declared many times", "const c = 1;\n"),
    many("wgsl: unknown types", "var<private> v{}: t{};\n"),
    many(
        "wgsl: types of arrays",
        "var<private> v{}: array<f32, {+}>;\n",
    ),
    many(
        "wgsl: arrays that are too long",
        "var<private> v{}: array<array<f32, 65535>, 65535>;\n",
    ),
    many(
        "wgsl: attributes of a function",
        "@workgroup_size(1) @compute ",
    ),
    outside(
        "wgsl: constants of the next ones",
        "",
        "const c{} = c{+};\n",
        "const last = 1;\n",
        "",
        MAIN,
    ),
    outside(
        "wgsl: constants of the ones before",
        "const c0 = 1.0;\n",
        "const c{+} = c{} * 1.5;\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "wgsl: constants that double",
        "const c0 = array<f32, 2>(1.0, 2.0);\n",
        "const c{+} = array(c{}, c{});\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "wgsl: structs that double",
        "struct S0 { a: f32 }\n",
        "struct S{+} { a: S{}, b: S{} }\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "wgsl: structs of the ones before",
        "struct S0 { a: f32 }\n",
        "struct S{+} { a: S{} }\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "wgsl: aliases that double",
        "alias A0 = f32;\n",
        "alias A{+} = array<A{}, 2>;\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "wgsl: functions that call the ones before twice",
        "fn k0(x: f32) -> f32 { return x; }\n",
        "fn k{+}(x: f32) -> f32 { return k{}(k{}(x)); }\n",
        "",
        "",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * k15(p.x); }\n",
    ),
    outside(
        "wgsl: functions that call the next ones",
        "",
        "fn k{}(x: f32) -> f32 { return k{+}(x); }\n",
        "fn last() {}\n",
        "",
        MAIN,
    ),
    outside(
        "wgsl: functions that call the ones before",
        "fn k0(x: f32) -> f32 { return x; }\n",
        "fn k{+}(x: f32) -> f32 { return k{}(x); }\n",
        "",
        "",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * k900(p.x); }\n",
    ),
    outside(
        "wgsl: members of a struct",
        "struct S {\n",
        "a{}: vec4f,\n",
        "",
        "",
        "}\n@group(0) @binding(0) var<uniform> u: S;\n@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * u.a0; }\n",
    ),
    outside(
        "wgsl: types within types",
        "var<private> v: ",
        "array<",
        "f32",
        ", 2>",
        ";\n@vertex fn main() {}\n",
    ),
    outside(
        "wgsl: types without an end",
        "var<private> v: ",
        "array<",
        "",
        "",
        ";\n",
    ),
    outside(
        "wgsl: vectors in types",
        "var<private> v: ",
        "vec4<",
        "f32",
        ">",
        ";\n",
    ),
    outside(
        "wgsl: pointers to pointers",
        "fn f(x: ",
        "ptr<function, ",
        "f32",
        ">",
        ") {}\n",
    ),
    outside(
        "wgsl: parameters",
        "fn f(",
        "x{}: f32, ",
        "",
        "",
        ") {}\n@vertex fn main() {}\n",
    ),
    outside(
        "wgsl: arguments of an attribute",
        "@location(",
        "1 + ",
        "1",
        "",
        ") fn f() {}\n",
    ),
    outside(
        "wgsl: brackets in an attribute",
        "@location(",
        "(",
        "1",
        ")",
        ") fn f() {}\n",
    ),
    outside(
        "wgsl: attributes of the entry point",
        "@vertex fn main(",
        "@location({}) p{}: vec4f, ",
        "",
        "",
        ") -> @builtin(position) vec4f { return p0; }\n",
    ),
    outside(
        "wgsl: outputs",
        "struct O { @builtin(position) p: vec4f,\n",
        "@location({}) o{}: vec4f,\n",
        "",
        "",
        "}\n@vertex fn main() -> O { return O(); }\n",
    ),
    outside(
        "wgsl: elements of a constant",
        "const c = array(",
        "{}.5, ",
        "1.0",
        "",
        ");\n@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * c[i32(p.x)]; }\n",
    ),
    outside(
        "wgsl: constants in an expression",
        "const c = ",
        "1 + ",
        "1",
        "",
        ";\n@vertex fn main() {}\n",
    ),
    outside(
        "wgsl: arrays of constants",
        "const c = ",
        "array(",
        "1",
        ")",
        ";\n@vertex fn main() {}\n",
    ),
    // Statements.
    code("wgsl: statements", "s = s * 0.5 + p.y;\n"),
    code("wgsl: statements without an effect", "_ = s;\n"),
    code("wgsl: empty statements", ";"),
    code("wgsl: variables", "var v{} = s;\n"),
    code(
        "wgsl: variables of arrays",
        "var v{} = array<vec4f, 1000>();\n",
    ),
    code("wgsl: values", "let v{} = s;\n"),
    code("wgsl: calls", "s = f(s);\n"),
    code("wgsl: branches", "if s > 0.5 { s = p.x; }\n"),
    code("wgsl: loops", "for (var i = 0; i < 4; i++) { s += p.x; }\n"),
    code(
        "wgsl: loops of many rounds",
        "for (var i = 0; i < 2000000000; i++) { s += p.x; }\n",
    ),
    code("wgsl: returns", "if s > 0.5 { return p; }\n"),
    code("wgsl: unknown names", "s = x{};\n"),
    code("wgsl: products of matrices", "q = u * u * u * q;\n"),
    code("wgsl: elements of arrays", "s += a[i32(s)];\n"),
    code("wgsl: blocks", "{ s = 1.0; }\n"),
    code("wgsl: swizzles", "q = q.yzwx;\n"),
    outside(
        "wgsl: cases of a switch",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { var q = p; switch i32(p.x) {\n",
        "case {}: { q.x += 1.0; }\n",
        "",
        "",
        "default: {} } return q; }\n",
    ),
    outside(
        "wgsl: values of a case",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { var q = p; switch i32(p.x) { case ",
        "{}, ",
        "-1",
        "",
        ": { q.x = 1.0; } default: {} } return q; }\n",
    ),
    outside(
        "wgsl: words behind a branch",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { var q = p; if p.x > 1.0 {} ",
        "else if p.x > {}.0 { q.x = 1.0; } ",
        "",
        "",
        "return q; }\n",
    ),
    deep("wgsl: blocks within blocks", "{", "s = 1.0;", "}"),
    deep(
        "wgsl: branches within branches",
        "if s > 0.5 {",
        "s = 1.0;",
        "}",
    ),
    deep("wgsl: loops within loops", "loop {", "break;", "break; }"),
    deep(
        "wgsl: rounds within rounds",
        "for (var i = 0; i < 9; i++) {",
        "s += 0.1;",
        "}",
    ),
    deep(
        "wgsl: switches within switches",
        "switch 1 { default: {",
        "s = 1.0;",
        "} }",
    ),
    // Expressions.
    outside(
        "wgsl: brackets",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * ",
        "(",
        "p.x",
        ")",
        "; }\n",
    ),
    outside(
        "wgsl: terms of a sum",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * (",
        "p.x + ",
        "p.x",
        "",
        "); }\n",
    ),
    outside(
        "wgsl: relations",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return select(p, -p, ",
        "p.x < p.y && ",
        "true",
        "",
        "); }\n",
    ),
    outside(
        "wgsl: negations",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return ",
        "-",
        "p",
        "",
        "; }\n",
    ),
    outside(
        "wgsl: negations of truth",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return select(p, -p, ",
        "!",
        "true",
        "",
        "); }\n",
    ),
    outside(
        "wgsl: complements",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * f32(",
        "~",
        "1",
        "",
        "); }\n",
    ),
    outside(
        "wgsl: addresses",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { var q = p; return ",
        "*&",
        "q",
        "",
        "; }\n",
    ),
    outside(
        "wgsl: calls within calls",
        "fn f(x: f32) -> f32 { return x; }\n@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * ",
        "f(",
        "p.x",
        ")",
        "; }\n",
    ),
    outside(
        "wgsl: built-in calls within calls",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * ",
        "sin(",
        "p.x",
        ")",
        "; }\n",
    ),
    outside(
        "wgsl: constructors within constructors",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return ",
        "vec4f(",
        "p",
        ")",
        "; }\n",
    ),
    outside(
        "wgsl: arguments of a call",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * max(",
        "p.x, ",
        "p.x",
        "",
        "); }\n",
    ),
    outside(
        "wgsl: components of a component",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p",
        ".xyzw",
        "",
        "",
        "; }\n",
    ),
    outside(
        "wgsl: members of a member",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p",
        ".a",
        "",
        "",
        "; }\n",
    ),
    outside(
        "wgsl: elements of an element",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p",
        "[0]",
        "",
        "",
        "; }\n",
    ),
    outside(
        "wgsl: indices of indices",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p * ",
        "p[i32(",
        "p.x",
        ")]",
        "; }\n",
    ),
    outside(
        "wgsl: results of results",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return p",
        "()",
        "",
        "",
        "; }\n",
    ),
    outside(
        "wgsl: types of calls",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return ",
        "a<b>",
        "",
        "",
        "(p); }\n",
    ),
    outside(
        "wgsl: comparisons that look like types",
        "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f { return ",
        "p < ",
        "p",
        "",
        "; }\n",
    ),
    // Numbers.
    many(
        "wgsl: large locations",
        "@vertex fn k{}(@location(4294967295) p: vec4f) -> @builtin(position) vec4f { return p; }\n",
    ),
    many(
        "wgsl: large bindings",
        "@group(4294967295) @binding(4294967295) var<uniform> u{}: vec4f;\n",
    ),
    many(
        "wgsl: large constants",
        "const c{} = array<vec4f, 65536>();\n",
    ),
    many(
        "wgsl: large tables",
        "const c{} = array<vec4f, 65536>();\nfn f{}(i: i32) -> vec4f { return c{}[i]; }\n",
    ),
    many(
        "wgsl: large uniforms",
        "@group(0) @binding({}) var<uniform> u{}: array<mat4x4f, 100000000>;\n",
    ),
];
