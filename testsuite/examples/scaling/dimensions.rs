//! The dimensions of a source: what can be many, long or deep in it.

use pica200_dialects::Dialect;

/// What grows.
pub(crate) struct Dimension {
    pub(crate) name: &'static str,
    /// The dialect of the source; `None` for our language.
    pub(crate) dialect: Option<Dialect>,
    /// The text before the pieces.
    head: &'static str,
    /// The piece that is repeated. `{}` in it stands for its number, `{+}` for the next one.
    piece: &'static str,
    /// The text between the pieces and their ends.
    middle: &'static str,
    /// What ends each piece, in reverse order.
    close: &'static str,
    /// The text after that.
    tail: &'static str,
}

impl Dimension {
    /// A source of about this many bytes.
    pub(crate) fn source(&self, bytes: usize) -> String {
        let mut text = self.head.to_owned();
        let mut count = 0;
        while text.len() + count * self.close.len() < bytes {
            text += &numbered(self.piece, count);
            count += 1;
        }
        text += self.middle;
        for number in (0..count).rev() {
            text += &numbered(self.close, number);
        }
        text + self.tail
    }
}

fn numbered(piece: &str, number: usize) -> String {
    let next = (number + 1).to_string();
    piece
        .replace("{}", &number.to_string())
        .replace("{+}", &next)
}

const fn many(name: &'static str, piece: &'static str) -> Dimension {
    within(name, "", piece, "\n")
}

/// Pieces in a procedure.
const fn code(name: &'static str, piece: &'static str) -> Dimension {
    within(name, ".proc main\n", piece, "\nend\n.end\n")
}

const fn within(
    name: &'static str,
    head: &'static str,
    piece: &'static str,
    tail: &'static str,
) -> Dimension {
    nested(name, head, piece, "", "", tail)
}

const fn nested(
    name: &'static str,
    head: &'static str,
    piece: &'static str,
    middle: &'static str,
    close: &'static str,
    tail: &'static str,
) -> Dimension {
    Dimension {
        name,
        dialect: None,
        head,
        piece,
        middle,
        close,
        tail,
    }
}

/// Pieces and what belongs to them behind the `end` of the entry, for nihstro.
const fn nihstro(name: &'static str, piece: &'static str, close: &'static str) -> Dimension {
    Dimension {
        dialect: Some(Dialect::Nihstro),
        ..nested(name, "main:\n", piece, "end\nf:\n", close, "nop\ng:\n")
    }
}

/// All dimensions.
pub(crate) const DIMENSIONS: &[Dimension] = &[
    // Text and tokens.
    many("empty lines", "\n"),
    many("ends of lines of old systems", "\r"),
    many("comments", "; comment\n"),
    within("length of a comment", ";", "c", "\n"),
    many("blanks", " "),
    many("length of a word", "a"),
    within("length of a number", ".equ e, ", "1", "\n"),
    within("length of a fraction", ".constf c(0.", "1", ", 0, 0, 0)\n"),
    within("length of a text", ".assert 1, \"", "a", "\"\n"),
    many("quotation marks", "\""),
    many("unknown characters", "\u{e9}"),
    many("lines of unknown characters", "@ @\n"),
    many("line markers", "# {} \"a\"\n"),
    many("line markers of many files", "# 1 \"f{}\"\n"),
    many("permissions", "; picasm: allow(unused-value)\nnop\n"),
    many("permissions for the file", "; picasm: allow-file(l{})\n"),
    within("names of a permission", "; picasm: allow(a", ", l{}", ")\n"),
    // Instructions and operands.
    code("instructions", "\tmad r1.xyz, c5[2], r2.xxxx, -r3.wzyx\n"),
    many("instructions outside procedures", "nop\n"),
    code("instructions without operands", "mov\n"),
    code("unknown instructions", "foo{} r0\n"),
    code("unknown names", "mov r0, x{}\n"),
    code("uses of an unknown name", "mov r0, x\n"),
    code("operands", ", r0"),
    within(
        "operands of an instruction",
        ".proc main\nmov r0",
        ", r0",
        "\n.end\n",
    ),
    within(
        "operands without commas",
        ".proc main\nmov r0",
        " r0",
        "\n.end\n",
    ),
    within("signs", ".proc main\nmov r0, ", "-", "r1\n.end\n"),
    within("negations", ".proc main\nifu ", "!", "b0\n.end\n.end\n"),
    within(
        "length of a swizzle",
        ".proc main\nmov r0, r1.",
        "x",
        "\n.end\n",
    ),
    within("swizzles", ".proc main\nmov r0, r1", ".x", "\n.end\n"),
    within(
        "parts of a condition",
        ".proc main\nifc cmp.x",
        " && cmp.y",
        "\n.end\n.end\n",
    ),
    within(
        "parts of an index",
        ".proc main\nmov r0, c0[0",
        "+1",
        "]\n.end\n",
    ),
    code("indices beyond arrays", "mov r0, c0[{}]\n"),
    code("numbers as operands", "add r0, r0, ({}, 1, 2, 3)\n"),
    code("addresses", "mova a0.x, r0\n"),
    code("emissions", "setemit 0\nemit\n"),
    many("words", ".word {}\n"),
    // Expressions.
    nested("parentheses", ".equ e, ", "(", "1", ")", "\n"),
    within("sums", ".equ e, 1", " + 1", "\n"),
    within("signs of a number", ".equ e, ", "-", "1\n"),
    within("negations of a number", ".assert ", "!", "1\n"),
    within("comparisons", ".assert 1", " == 1", "\n"),
    within("parts of an assertion", ".assert 1", " && 1", "\n"),
    nested(
        "depth of calls of functions",
        ".equ e, ",
        "max(1, ",
        "1",
        ")",
        "\n",
    ),
    within("arguments of a function", ".equ e, max(1", ", {}", ")\n"),
    many("unknown functions", ".equ e{}, foo{}(1)\n"),
    many("questions for definitions", ".assert !defined(x{})\n"),
    many("numbers", ".equ e{}, {}\n"),
    within(
        "numbers made of others",
        ".equ e0, 0\n",
        ".equ e{+}, e{} + 1\n",
        "",
    ),
    within("changes of a number", ".set s, 0\n", ".set s, s + 1\n", ""),
    many("assertions that fail", ".assert {} < 0\n"),
    code(
        "questions for the size of a procedure",
        "nop\n.equ e{}, words(main)\n",
    ),
    // Labels, procedures and blocks.
    code("labels", "l{}:\n"),
    code("labels in a line", "l{}: "),
    code("a label again", "l:\n"),
    code("local labels", ".Ll{}:\n"),
    code("local labels of procedures", ".La:\nnop\n.end\n.proc p{}\n"),
    code("jumps", "jmpu b0, l{}\nl{}:\n"),
    code("jumps to local labels", "jmpu b0, .Ll{}\n.Ll{}:\n"),
    code("jumps to unknown labels", "jmpu b0, l{}\n"),
    code("calls of one procedure", "call main\n"),
    code("calls of other files", "call p{}\n"),
    many("procedures", ".proc p{}\n\tnop\n.end\n"),
    many("empty procedures", ".proc p{}\n.end\n"),
    many("a procedure again", ".proc p\n.end\n"),
    many("procedures that do not end", ".proc p{}\n"),
    code("ifs", "ifu b0\nnop\n.end\n"),
    nested(
        "depth of ifs",
        ".proc main\n",
        "ifu b0\n",
        "nop\n",
        ".end\n",
        ".end\n",
    ),
    nested(
        "depth of inverted ifs",
        ".proc main\n",
        "ifu !b0\n",
        "nop\n",
        ".end\n",
        ".end\n",
    ),
    nested(
        "depth of loops",
        ".proc main\n",
        "for i0\n",
        "nop\n",
        ".end\n",
        ".end\n",
    ),
    within(
        "chained ifs",
        ".proc main\nifu b0\nnop\n",
        ".elseif b1\nnop\n",
        ".end\n.end\n",
    ),
    code("ifs that do not end", "ifu b0\n"),
    code("breaks in ifs", "for i0\nifu b0\nbreak\n.end\n.end\n"),
    many("ends without beginnings", ".end\n"),
    code("branches without ifs", ".else\n"),
    // Declarations.
    many("uniforms", ".fvec u{}\n"),
    within("uniforms of a directive", ".fvec u", ", u{}", "\n"),
    many("a uniform again", ".fvec u\n"),
    many("uniforms at registers", ".fvec u{} c{}\n"),
    many("booleans", ".bool u{}\n"),
    many("constants", ".constf c{}(0, 1, 2, 3)\n"),
    many("constants of integers", ".consti c{}(0, 1, 2, 3)\n"),
    within("components of a constant", ".constf c(0", ", 1", ")\n"),
    within(
        "elements of an array",
        ".constfa a[]\n",
        ".constfa (0, 1, 2, {})\n",
        ".end\n",
    ),
    many("arrays that do not end", ".constfa a{}[]\n"),
    many("values of registers", ".setf c0(0, 1, 2, {})\n"),
    many("values of booleans", ".setb b0 true\n"),
    many("inputs", ".in i{}\n"),
    many("outputs", ".out o{} color\n"),
    many("aliases", ".alias a{} r0\n"),
    within(
        "aliases of aliases",
        ".alias a0 r0\n",
        ".alias a{+} a{}\n",
        "",
    ),
    many("declarations of other files", ".extern fvec u{}\n"),
    many("entries", ".entry p{}\n"),
    within("names of a visibility", ".local p", ", p{}", "\n"),
    many("geometry shaders", ".gsh point c0\n"),
    within("parameters of a geometry shader", ".gsh point", " c0", "\n"),
    many("unknown directives", ".foo{}\n"),
    many("library files", ".nodvle\n"),
    // Conditionals.
    many("conditionals", ".if 1\n.endif\n"),
    nested("depth of conditionals", "", ".if 1\n", "", ".endif\n", ""),
    nested(
        "depth of inactive conditionals",
        "",
        ".if 0\n",
        "",
        ".endif\n",
        "",
    ),
    within("branches", ".if 0\n", ".elif 0\n", ".endif\n"),
    within("inactive lines", ".if 0\n", "mov r0, r1\n", ".endif\n"),
    many("conditionals that do not end", ".if 1\n"),
    many("ends of no conditional", ".endif\n"),
    within(
        "branches that are ambiguous",
        ".if 1\n",
        ".proc p{}\n.else\n",
        ".endif\n",
    ),
    within(
        "blocks that branches begin",
        ".if 1\n",
        "ifu b0\n.else\n",
        ".endif\n",
    ),
    // Macros and repetitions.
    many("macros", ".macro m{}\n.endm\n"),
    many("a macro again", ".macro m\n.endm\n"),
    many("macros that do not end", ".macro m{}\n"),
    within("parameters", ".macro m a", ", p{}", "\n.endm\n"),
    within("parameters of one name", ".macro m a", ", a", "\n.endm\n"),
    within(
        "lines of a macro",
        ".macro m\n",
        "nop\n",
        ".endm\n.proc main\nm\n.end\n",
    ),
    within(
        "uses of a parameter",
        ".macro m a\n.equ e{}",
        "\\a",
        "\n.endm\nm 1\n",
    ),
    within("backslashes", ".macro m a\n", "\\", "\n.endm\nm 1\n"),
    within(
        "local labels of a macro",
        ".macro m\n",
        ".Ll{}: jmpu b0, .Ll{}\n",
        ".endm\n.proc main\nm\n.end\n",
    ),
    within(
        "calls",
        ".macro m\nnop\n.endm\n.proc main\n",
        "m\n",
        ".end\n",
    ),
    within("calls of an empty macro", ".macro m\n.endm\n", "m\n", ""),
    within(
        "calls with defaults",
        ".macro m a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8\n.endm\n",
        "m\n",
        "",
    ),
    within("arguments", ".macro m a\n.endm\nm 1", ", {}", "\n"),
    within(
        "arguments by their names",
        ".macro m a\n.endm\nm a=1",
        ", a={}",
        "\n",
    ),
    within(
        "length of an argument",
        ".macro m a\n.equ e, \\a\\a\n.endm\nm 1",
        "1",
        "\n",
    ),
    nested(
        "depth of macros",
        "",
        ".macro m{}\n",
        "",
        "m{+}\n.endm\n",
        "m0\n",
    ),
    within(
        "parameters of a nested macro",
        ".macro m a\n.macro n b",
        ", p{}",
        "\n\\b\\b\\b\n.endm\n.endm\nm 1\n",
    ),
    within(
        "parameters that a nested macro hides",
        ".macro m a\n.macro n b",
        ", p{}\\b",
        "\n.endm\n.endm\nm 1\n",
    ),
    within(
        "repetitions in a macro that do not end",
        ".macro m a\n",
        ".rept 1, b\n\\c\n",
        ".endm\nm 1\n",
    ),
    many("repetitions", ".rept 1\n.endr\n"),
    nested(
        "depth of repetitions",
        "",
        ".rept 1\n",
        "nop\n",
        ".endr\n",
        "",
    ),
    nested(
        "depth of repetitions with counters",
        "",
        ".rept 1, i{}\n",
        "nop\n",
        ".endr\n",
        "",
    ),
    many("repetitions that do not end", ".rept 1\n"),
    many("repetitions without turns", ".rept 0\n.endr\n"),
    within(
        "lines of a repetition",
        ".proc main\n.rept 1\n",
        "nop\n",
        ".endr\n.end\n",
    ),
    within(
        "uses of a counter",
        ".rept 1, i\n.equ e, 0",
        "+\\i",
        "\n.endr\n",
    ),
    many("ends of no repetition", ".endr\n"),
    many("includes that are missing", ".include \"f{}\"\n"),
    many("includes", ".include \"empty\"\n"),
    many("errors that a source reports", ".error \"e{}\"\n"),
    many("warnings that a source reports", ".warning \"e{}\"\n"),
    // Sources for nihstro.
    nihstro("nihstro: comments", "//\n", ""),
    nihstro("nihstro: unknown lines", "?\n", ""),
    nihstro("nihstro: constants", ".alias k{} c5 as (1, 2, 3, 4)\n", ""),
    nihstro("nihstro: aliases", ".alias a{} c5\n", ""),
    nihstro("nihstro: labels", "l{}:\n", ""),
    nihstro("nihstro: instructions", "mov r0, v0\n", ""),
    nihstro("nihstro: jumps", "jmp l{} if b0\n", "l{}:\n"),
    nihstro(
        "nihstro: jumps out of a call",
        "call f until g\njmp l{} if b0\n",
        "l{}:\n",
    ),
    nihstro(
        "nihstro: calls",
        "call a{} until b{}\n",
        "a{}:\nnop\nb{}:\n",
    ),
    nihstro("nihstro: calls of one range", "call f until g\n", ""),
    nihstro(
        "nihstro: calls that share their ends",
        "call a{} until g\n",
        "a{}:\n",
    ),
    nihstro(
        "nihstro: calls with comments above them",
        "call f until b{}\n//\n",
        "nop\nb{}:\n//\n",
    ),
    nihstro("nihstro: ifs that do not end", "if b0\n", ""),
    nihstro(
        "nihstro: breaks outside of loops",
        "if b0\nbreakc cc.x\n",
        "",
    ),
    nihstro("nihstro: depth of ifs", "if b0\nnop\n", "endif\n"),
];
