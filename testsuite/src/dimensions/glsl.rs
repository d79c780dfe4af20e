//! What can be many, long or deep in GLSL.

use pica200_compile::Language;

use super::{Dimension, nested, of, within};

const MAIN: &str = "\nvoid main() { gl_Position = vec4(1.0); }\n";

/// What is around the statements of `main`.
const BODY: &str = "#version 330
in vec4 p;
uniform mat4 u;
float f(float x) { return x; }
void main() {
vec4 q = p;
float s = p.x;
float a[4] = float[4](s, s, s, s);
";

const END: &str = "\ngl_Position = q * s;\n}\n";

/// What is around an expression.
const VALUE: &str = "#version 330
in vec4 p;
float f(float x) { return x; }
void main() { gl_Position = p * ";

/// Pieces of the module.
const fn many(name: &'static str, piece: &'static str) -> Dimension {
    of(Language::Glsl, within(name, "#version 330\n", piece, MAIN))
}

/// Statements.
const fn code(name: &'static str, piece: &'static str) -> Dimension {
    of(Language::Glsl, within(name, BODY, piece, END))
}

/// Statements within one another.
const fn deep(
    name: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Dimension {
    of(
        Language::Glsl,
        nested(name, BODY, piece, middle, close, END),
    )
}

/// An expression of many pieces.
const fn value(
    name: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Dimension {
    of(
        Language::Glsl,
        nested(name, VALUE, piece, middle, close, "; }\n"),
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
        Language::Glsl,
        nested(name, head, piece, middle, close, tail),
    )
}

pub(super) const DIMENSIONS: &[Dimension] = &[
    // Text and tokens.
    many("glsl: empty lines", "\n"),
    many("glsl: comments", "// comment\n"),
    many("glsl: comments of blocks", "/* a */"),
    many("glsl: comments that do not end", "/*"),
    many("glsl: blanks", " "),
    many("glsl: lines that go on", "\\\n"),
    outside(
        "glsl: length of a name",
        "float a",
        "a",
        "",
        "",
        ";\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: length of a number",
        "const float a = 1",
        "1",
        "",
        "",
        ".0;\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: length of a fraction",
        "const float a = 1.",
        "1",
        "",
        "",
        ";\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    many("glsl: unknown characters", "\u{e9}"),
    many("glsl: signs", "@"),
    many("glsl: quotation marks", "\""),
    many("glsl: semicolons", ";"),
    many("glsl: opening brackets", "("),
    many("glsl: closing brackets", ")"),
    many("glsl: opening braces", "{"),
    many("glsl: words", "a "),
    // The preprocessor.
    many("glsl: macros", "#define A{} 1\n"),
    many("glsl: macros with parameters", "#define A{}(x) (x)\n"),
    outside(
        "glsl: parameters of a macro",
        "#define A(",
        "x{}, ",
        "y",
        "",
        ") 1\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: arguments of a macro",
        "#define A(x) x\nfloat a = A(",
        "1, ",
        "1",
        "",
        ");\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: length of a macro",
        "#define A ",
        "1 + ",
        "1",
        "",
        "\nvoid main() { gl_Position = vec4(float(A)); }\n",
    ),
    outside(
        "glsl: macros that double",
        "#define A0 1.0\n",
        "#define A{+} A{} + A{}\n",
        "",
        "",
        "void main() { gl_Position = vec4(A18); }\n",
    ),
    outside(
        "glsl: macros that double often",
        "#define A0 1.0\n",
        "#define A{+} A{} + A{}\n",
        "",
        "",
        "void main() { gl_Position = vec4(A60); }\n",
    ),
    outside(
        "glsl: macros that double their arguments",
        "#define D(x) x + x\nvoid main() { gl_Position = vec4(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(1.0))))))))))))))))))))); }\n",
        "// comment\n",
        "",
        "",
        "",
    ),
    outside(
        "glsl: macros of the ones before",
        "#define A0 1.0\n",
        "#define A{+} A{}\n",
        "",
        "",
        "void main() { gl_Position = vec4(A1000); }\n",
    ),
    outside(
        "glsl: macros within macros",
        "#define F(x) (x)\nvoid main() { gl_Position = vec4(",
        "F(",
        "1.0",
        ")",
        "); }\n",
    ),
    outside(
        "glsl: uses of a macro",
        "#define A 1.0 +\nvoid main() { gl_Position = vec4(",
        "A ",
        "1.0",
        "",
        "); }\n",
    ),
    outside(
        "glsl: uses of a long macro",
        "#define A 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 +\nvoid main() { gl_Position = vec4(",
        "A ",
        "1.0",
        "",
        "); }\n",
    ),
    outside(
        "glsl: a macro of itself",
        "#define A A A\nvoid main() { gl_Position = vec4(",
        "A ",
        "1.0",
        "",
        "); }\n",
    ),
    outside(
        "glsl: calls of a macro over many lines",
        "#define F(x) x\nfloat a = F(",
        "\n",
        "1.0",
        "",
        ");\nvoid main() { gl_Position = vec4(a); }\n",
    ),
    outside(
        "glsl: names that are joined",
        "#define J(a, b) a##b\nvoid main() { float x = 1.0; ",
        "J(x, ;) ",
        "",
        "",
        " gl_Position = vec4(x); }\n",
    ),
    many("glsl: definitions of a macro", "#define A 1\n#undef A\n"),
    many("glsl: conditions", "#if 1\n#endif\n"),
    many("glsl: conditions that are false", "#if 0\nx\n#endif\n"),
    outside(
        "glsl: other conditions",
        "#if 0\n",
        "#elif 0\n",
        "",
        "",
        "#endif\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: conditions within conditions",
        "",
        "#if 1\n",
        "",
        "#endif\n",
        MAIN,
    ),
    outside(
        "glsl: conditions that do not end",
        "",
        "#if 1\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "glsl: terms of a condition",
        "#if ",
        "1 + ",
        "1",
        "",
        "\n#endif\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: brackets of a condition",
        "#if ",
        "(",
        "1",
        ")",
        "\n#endif\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: negations of a condition",
        "#if ",
        "!",
        "1",
        "",
        "\n#endif\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: tests of names",
        "#if ",
        "defined(A) || ",
        "1",
        "",
        "\n#endif\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    many("glsl: extensions", "#extension GL_EXT_{} : enable\n"),
    many("glsl: pragmas", "#pragma a\n"),
    many("glsl: numbers of lines", "#line {}\n"),
    many("glsl: unknown directives", "#a\n"),
    many("glsl: errors", "#error a\n"),
    many("glsl: includes", "#include \"a{}\"\n"),
    // The module.
    many("glsl: functions", "float f{}(float x) { return x; }\n"),
    many(
        "glsl: overloads",
        "struct S{} { float x; };\nfloat f(S{} s) { return s.x; }\n",
    ),
    many("glsl: prototypes", "float f(float x);\n"),
    many("glsl: structs", "struct S{} { float a; };\n"),
    many("glsl: constants", "const int c{} = {};\n"),
    many("glsl: variables of the module", "float v{};\n"),
    many("glsl: uniforms", "uniform vec4 u{};\n"),
    many("glsl: samplers", "uniform sampler2D u{};\n"),
    many("glsl: blocks", "uniform B{} { vec4 x{}; };\n"),
    many("glsl: blocks with a name", "uniform B{} { vec4 x; } b{};\n"),
    many("glsl: attributes", "in vec4 a{};\n"),
    many("glsl: outputs", "out vec4 o{};\n"),
    many("glsl: precisions", "precision highp float;\n"),
    many("glsl: layouts", "layout(std140) uniform;\n"),
    many("glsl: a name declared many times", "const int c = 1;\n"),
    many("glsl: unknown types", "t{} v{};\n"),
    many("glsl: long arrays of inputs", "in vec3 a{}[65536];\n"),
    many("glsl: long arrays of outputs", "out vec4 o{}[100000000];\n"),
    many(
        "glsl: long arrays of uniforms",
        "uniform mat4 u{}[100000000];\n",
    ),
    many("glsl: long arrays", "vec4 v{}[100000000];\n"),
    many("glsl: arrays of arrays", "vec4 v{}[65535][65535][65535];\n"),
    outside(
        "glsl: dimensions of an array",
        "float v",
        "[2]",
        "",
        "",
        ";\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: names of a declaration",
        "float a",
        ", b{}",
        "",
        "",
        ";\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside("glsl: qualifiers", "", "const ", "float x = 1.0;", "", MAIN),
    outside(
        "glsl: layouts of a variable",
        "#version 330\n",
        "layout(location = 0) ",
        "in vec4 a;",
        "",
        MAIN,
    ),
    outside(
        "glsl: identifiers of a layout",
        "#version 330\nlayout(",
        "location = 0, ",
        "location = 0",
        "",
        ") in vec4 a;\nvoid main() { gl_Position = a; }\n",
    ),
    outside(
        "glsl: structs that double",
        "struct S0 { float a; };\n",
        "struct S{+} { S{} a; S{} b; };\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "glsl: structs of the ones before",
        "struct S0 { float a; };\n",
        "struct S{+} { S{} a; };\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "glsl: structs in structs",
        "",
        "struct { ",
        "float a; ",
        "} b; ",
        ";\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: members of a block",
        "#version 330\nuniform B {\n",
        "vec4 a{};\n",
        "",
        "",
        "};\nvoid main() { gl_Position = a0; }\n",
    ),
    outside(
        "glsl: constants of the ones before",
        "const float c0 = 1.0;\n",
        "const float c{+} = c{} * 1.5;\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "glsl: constants that double",
        "#version 430\nconst float c0[2] = float[2](1.0, 2.0);\n",
        "const float c{+}[2][2] = {c{}, c{}};\n",
        "",
        "",
        MAIN,
    ),
    outside(
        "glsl: functions that call the ones before twice",
        "float f0(float x) { return x; }\n",
        "float f{+}(float x) { return f{}(f{}(x)); }\n",
        "",
        "",
        "void main() { gl_Position = vec4(f15(1.0)); }\n",
    ),
    outside(
        "glsl: functions that call the ones before",
        "float f0(float x) { return x; }\n",
        "float f{+}(float x) { return f{}(x); }\n",
        "",
        "",
        "void main() { gl_Position = vec4(f900(1.0)); }\n",
    ),
    outside(
        "glsl: parameters",
        "void f(",
        "float x{}, ",
        "float y",
        "",
        ") {}\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    outside(
        "glsl: elements of a constant",
        "#version 330\nconst float c[] = float[](",
        "{}.5, ",
        "1.0",
        "",
        ");\nin vec4 p;\nvoid main() { gl_Position = p * c[int(p.x)]; }\n",
    ),
    outside(
        "glsl: braces of a value",
        "#version 420\nfloat c[1] = ",
        "{",
        "1.0",
        "}",
        ";\nvoid main() { gl_Position = vec4(1.0); }\n",
    ),
    // Statements.
    code("glsl: statements", "s = s * 0.5 + p.y;\n"),
    code("glsl: statements without an effect", "s;\n"),
    code("glsl: empty statements", ";"),
    code("glsl: variables", "float v{} = s;\n"),
    code("glsl: variables of arrays", "vec4 v{}[1000];\n"),
    code("glsl: calls", "s = f(s);\n"),
    code("glsl: branches", "if (s > 0.5) { s = p.x; }\n"),
    code("glsl: loops", "for (int i = 0; i < 4; i++) { s += p.x; }\n"),
    code(
        "glsl: loops of many rounds",
        "for (int i = 0; i < 2000000000; i++) { s += p.x; }\n",
    ),
    code("glsl: returns", "if (s > 0.5) { return; }\n"),
    code("glsl: unknown names", "s = x{};\n"),
    code("glsl: products of matrices", "q = u * u * u * q;\n"),
    code("glsl: elements of arrays", "s += a[int(s)];\n"),
    code("glsl: blocks", "{ s = 1.0; }\n"),
    code("glsl: swizzles", "q = q.yzwx;\n"),
    code("glsl: choices", "s = s > 0.5 ? p.x : p.y;\n"),
    code("glsl: steps", "s++;\n"),
    outside(
        "glsl: cases of one switch",
        "#version 330\nin vec4 p;\nvoid main() { gl_Position = p; switch (int(p.x)) {\n",
        "case {}: gl_Position.x += 1.0;\n",
        "",
        "",
        "} }\n",
    ),
    deep(
        "glsl: words behind a branch",
        "if (s > {}.0) s = 1.0; else ",
        "s = 2.0;",
        "",
    ),
    deep("glsl: blocks within blocks", "{", "s = 1.0;", "}"),
    deep(
        "glsl: branches within branches",
        "if (s > 0.5) {",
        "s = 1.0;",
        "}",
    ),
    deep(
        "glsl: branches without braces",
        "if (s > 0.5) ",
        "s = 1.0;",
        "",
    ),
    deep(
        "glsl: loops within loops",
        "while (true) {",
        "break;",
        "break; }",
    ),
    deep(
        "glsl: rounds within rounds",
        "for (int i = 0; i < 9; i++) {",
        "s += 0.1;",
        "}",
    ),
    deep("glsl: loops without braces", "do ", ";", " while (false);"),
    deep(
        "glsl: switches within switches",
        "switch (1) { default: ",
        "s = 1.0;",
        "}",
    ),
    // Expressions.
    value("glsl: brackets", "(", "1.0", ")"),
    value("glsl: terms of a sum", "p.x + ", "p.x", ""),
    value("glsl: factors of a product", "p.x * ", "p.x", ""),
    value("glsl: relations", "float(true && ", "true", ")"),
    value(
        "glsl: conditions in brackets",
        "float(p.x < p.y && ",
        "true",
        ")",
    ),
    value(
        "glsl: choices within choices",
        "p.x > {}.0 ? 1.0 : ",
        "2.0",
        "",
    ),
    value(
        "glsl: choices in front of choices",
        "p.x > 1.0 ? ",
        "1.0",
        " : 2.0",
    ),
    value("glsl: negations", "- ", "1.0", ""),
    value("glsl: negations of truth", "float(!", "true", ")"),
    value("glsl: steps before a variable", "++", "p", ""),
    value("glsl: commas", "(p, ", "p", ")"),
    value(
        "glsl: assignments of assignments",
        "gl_Position = ",
        "p",
        "",
    ),
    value("glsl: calls within calls", "f(", "1.0", ")"),
    value("glsl: built-in calls within calls", "sin(", "1.0", ")"),
    value(
        "glsl: constructors within constructors",
        "vec4(",
        "1.0",
        ")",
    ),
    value("glsl: constructors of matrices", "mat4(", "1.0", ")"),
    outside(
        "glsl: arguments of a call",
        VALUE,
        "p.x, ",
        "p.x",
        "",
        "); }\n",
    ),
    outside(
        "glsl: arguments of a constructor",
        "void main() { gl_Position = vec4(",
        "1.0, ",
        "1.0",
        "",
        "); }\n",
    ),
    outside(
        "glsl: components of a component",
        VALUE,
        ".xyzw",
        "",
        "",
        "; }\n",
    ),
    outside(
        "glsl: components of components",
        "#version 330\nin vec4 p;\nvoid main() { gl_Position = p",
        ".xyzw",
        "",
        "",
        "; }\n",
    ),
    outside(
        "glsl: elements of an element",
        "#version 330\nin vec4 p;\nvoid main() { gl_Position = p",
        "[0]",
        "",
        "",
        "; }\n",
    ),
    outside(
        "glsl: calls of a result",
        "#version 330\nin vec4 p;\nvoid main() { gl_Position = p",
        "()",
        "",
        "",
        "; }\n",
    ),
    outside(
        "glsl: steps behind a variable",
        "#version 330\nvoid main() { gl_Position = vec4(1.0); gl_Position",
        "++",
        "",
        "",
        "; }\n",
    ),
    value("glsl: indices of indices", "p[int(", "1.0", ")]"),
    // Numbers.
    many(
        "glsl: large locations",
        "layout(location = 4294967295) in vec4 a{};\n",
    ),
    many(
        "glsl: large tables",
        "const float c{}[65536] = float[65536](1.0);\n",
    ),
    outside(
        "glsl: large repetitions",
        "#version 330\nconst int N = 100000000;\nconst float a[N] = float[N](1.0);\n",
        "const float b{}[N] = a;\n",
        "",
        "",
        MAIN,
    ),
];
