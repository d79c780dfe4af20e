//! Keywords and punctuation of other languages, with their equivalents.
//!
//! They come from GLSL, HLSL, the shader assembly of Direct3D and NVIDIA, other PICA200 assemblers, and C. None of them
//! is valid in this language, so each is an error with a known fix.

mod uniform;

use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::RegisterForm;

use crate::diagnostic::{Applicability, Diagnostic};
use crate::directive::Directive;
use crate::mnemonic::Mnemonic;
use crate::text::{Span, WHITESPACE, word_len};

/// A keyword of another language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForeignKeyword {
    /// Its spellings, case-insensitive. A directive includes its dot, a C preprocessor directive its `#`.
    words: &'static [&'static str],
    suggestion: Suggestion,
    /// Intended effect of the keyword on blocks.
    pub(crate) effect: Effect,
}

/// The suggested replacement.
#[derive(Clone, Copy, Debug)]
enum Suggestion {
    /// Another word; the rest of the line stays.
    Word(&'static str),
    /// Instructions, in which `d` is the destination, `t` a temporary, and `a`, `b`, `c` and `m` are the sources.
    Recipe(&'static [&'static str]),
    /// An explanation.
    Text(&'static str),
}

/// The effect of a keyword on blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It has none.
    None,
    /// Same effect as a directive.
    Directive(Directive),
    /// Opens the block that an instruction opens.
    Opens(Opcode),
}

/// Help for parentheses after the name of a procedure.
pub(crate) const NO_ARGUMENTS: &str = "remove the parentheses: a procedure takes its values from registers";

use Suggestion::{Recipe, Text, Word};
use uniform::{Declaration, declaration};

const fn row(words: &'static [&'static str], suggestion: Suggestion) -> ForeignKeyword {
    ForeignKeyword {
        words,
        suggestion,
        effect: Effect::None,
    }
}

const fn like(directive: Directive, words: &'static [&'static str], suggestion: Suggestion) -> ForeignKeyword {
    ForeignKeyword {
        words,
        suggestion,
        effect: Effect::Directive(directive),
    }
}

const fn opening(opcode: Opcode, words: &'static [&'static str], suggestion: Suggestion) -> ForeignKeyword {
    ForeignKeyword {
        words,
        suggestion,
        effect: Effect::Opens(opcode),
    }
}

const NO_RETURN: &str = "a procedure returns at its `.end`, and `end` stops the shader";
const NO_JUMP: &str = "write `jmpc cmp.x, LABEL` or `jmpu BOOL, LABEL`: each jump has a condition";
const NO_LOOP: &str = "write `for I`, with an integer uniform or constant, then the body, then `.end`";
const NO_TYPE: &str = "write `.alias NAME r0` to name a temporary register";
const NO_PIXELS: &str = "this processor runs vertex and geometry shaders, which have no pixels and no textures";
const NO_VERSION: &str = "remove the line: sources have no version, precision or section";
const NO_INPUT: &str = "write `.in NAME` to declare an input";
const NO_OUTPUT: &str = "write `.out NAME PROPERTY` to declare an output";
const NO_FUNCTION: &str = "write `.proc NAME` on a separate line, then the instructions, then `.end`";

/// All foreign keywords.
const TABLE: &[ForeignKeyword] = &[
    // Instructions with a different name.
    row(&["rsqrt", "inversesqrt", "rsqr"], Word("rsq")),
    row(&["floor"], Word("flr")),
    row(&["recip", "rcpr"], Word("rcp")),
    row(&["exp2", "expp"], Word("ex2")),
    row(&["log2", "logp"], Word("lg2")),
    row(
        &["exp", "log"],
        Text("write `ex2 d, a.x` or `lg2 d, a.x`: powers and logarithms have the base 2"),
    ),
    row(&["dot3"], Word("dp3")),
    row(&["dot4"], Word("dp4")),
    row(
        &["dot", "dp"],
        Text("write `dp3 d, a, b` for three components, `dp4 d, a, b` for four"),
    ),
    row(&["fma", "mla", "madd"], Word("mad")),
    row(&["step"], Word("sge")),
    row(&["move", "ld", "load", "store"], Word("mov")),
    row(&["arl"], Word("mova")),
    row(&["subtract"], Word("sub")),
    // Operations that take several instructions.
    row(&["sqrt", "sqr"], Recipe(&["rsq t, a.x", "mul d, a.x, t"])),
    row(&["div", "divide", "fdiv"], Recipe(&["rcp t, b.x", "mul d, a, t"])),
    row(
        &["normalize", "norm", "nrm"],
        Recipe(&["dp3 t, a, a", "rsq t, t.x", "mul d, a, t"]),
    ),
    row(&["length", "len"], Recipe(&["dp3 t, a, a", "rsq t, t.x", "rcp d, t.x"])),
    row(&["frac", "fract", "frc"], Recipe(&["flr t, a", "sub d, a, t"])),
    row(&["ceil"], Recipe(&["flr t, -a", "mov d, -t"])),
    row(&["round"], Recipe(&["add t, 0.5, a", "flr d, t"])),
    row(&["neg", "negate"], Recipe(&["mov d, -a"])),
    row(
        &["sat", "saturate", "mov_sat"],
        Recipe(&["max t, 0.0, a", "min d, 1.0, t"]),
    ),
    row(&["clamp"], Recipe(&["max t, b, a", "min d, c, t"])),
    row(
        &["sgn", "sign", "ssg"],
        Recipe(&["slt t, 0.0, a", "slt d, a, 0.0", "sub d, t, d"]),
    ),
    row(&["sgt"], Recipe(&["slt d, b, a"])),
    row(&["sle"], Recipe(&["sge d, b, a"])),
    row(&["lerp", "mix", "lrp"], Recipe(&["sub t, b, a", "mad d, c, t, a"])),
    row(&["pow"], Recipe(&["lg2 t, a.x", "mul t, b.x, t", "ex2 d, t.x"])),
    row(
        &["cross", "crs", "xpd"],
        Recipe(&["mul t, a.zxyw, b.yzxw", "mad d.xyz, a.yzxw, b.zxyw, -t"]),
    ),
    row(&["dp2", "dot2"], Recipe(&["mul t, a, b", "add d, t.x, t.y"])),
    row(&["inc"], Recipe(&["add d, 1.0, d"])),
    row(&["dec"], Recipe(&["sub d, d, 1.0"])),
    row(
        &["m4x4", "transform"],
        Recipe(&[
            "dp4 d.x, m[0], a",
            "dp4 d.y, m[1], a",
            "dp4 d.z, m[2], a",
            "dp4 d.w, m[3], a",
        ]),
    ),
    row(
        &["m4x3"],
        Recipe(&["dp4 d.x, m[0], a", "dp4 d.y, m[1], a", "dp4 d.z, m[2], a"]),
    ),
    row(
        &["m3x3"],
        Recipe(&["dp3 d.x, m[0], a", "dp3 d.y, m[1], a", "dp3 d.z, m[2], a"]),
    ),
    // Control flow.
    row(&["ret", "return", "rts"], Text(NO_RETURN)),
    row(&["exit", "halt", "stop"], Word("end")),
    row(&["jmp", "jump", "goto", "bra", "branch", "br"], Text(NO_JUMP)),
    row(&["bl", "jsr", "gosub", "callnz"], Word("call")),
    opening(Opcode::For, &["loop", "rep", "repeat", "while", "do"], Text(NO_LOOP)),
    opening(Opcode::For, &[".loop", ".rep", ".while", ".for"], Text(NO_LOOP)),
    opening(Opcode::Ifc, &[".ifc"], Word("ifc")),
    opening(Opcode::Ifu, &[".ifu"], Word("ifu")),
    like(
        Directive::Elseif,
        &["elif", "elsif", "elseifc", "elseifu"],
        Word(".elseif"),
    ),
    like(Directive::Elseif, &[".elsif", ".elseifc", ".elseifu"], Word(".elseif")),
    like(
        Directive::End,
        &[
            "endif",
            "fi",
            "endfor",
            "endloop",
            "endrep",
            "endwhile",
            "next",
            "endproc",
            "endp",
            "endfunc",
            "endfunction",
        ],
        Word(".end"),
    ),
    like(
        Directive::End,
        &[
            ".endfor",
            ".endloop",
            ".endwhile",
            ".endproc",
            ".endp",
            ".endfunc",
            ".endfunction",
            ".ends",
        ],
        Word(".end"),
    ),
    // Declarations.
    like(
        Directive::Proc,
        &[".func", ".function", ".procedure", ".sub"],
        Word(".proc"),
    ),
    like(
        Directive::Proc,
        &[".main"],
        Text("write `.proc main` before the code at which the shader starts, and `.end` after it"),
    ),
    like(Directive::Proc, &["void", "function", "func"], Text(NO_FUNCTION)),
    row(&[".output", ".vtx_out", ".vsh_out"], Word(".out")),
    row(
        &[".input", ".attribute", ".varying", ".vtx_in", ".vsh_in", ".attr"],
        Word(".in"),
    ),
    row(&["attribute"], Text(NO_INPUT)),
    row(&["varying"], Text(NO_OUTPUT)),
    row(
        &[".uniform", ".float", ".vec2", ".vec3", ".vec4", ".float4"],
        Word(".fvec"),
    ),
    row(&[".mat2", ".mat3", ".mat4", ".float4x4"], Word(".fvec")),
    row(
        &["uniform"],
        Text("write `.fvec NAME`, `.ivec NAME` or `.bool NAME` to declare a uniform"),
    ),
    row(&[".int"], Word(".ivec")),
    row(&[".const", ".constant"], Word(".constf")),
    row(
        &["def", "const"],
        Text("write `.constf NAME(x, y, z, w)` to declare a constant"),
    ),
    row(
        &["defi"],
        Text("write `.consti NAME(x, y, z, w)` to declare a constant"),
    ),
    row(&[".define"], Text("write `.equ NAME, NUMBER` to name a number")),
    row(
        &["vec2", "vec3", "vec4", "float", "float3", "float4", "temp"],
        Text(NO_TYPE),
    ),
    row(
        &[
            "dcl",
            "dcl_position",
            "dcl_normal",
            "dcl_color",
            "dcl_texcoord",
            "dcl_texcoord0",
        ],
        Text(NO_INPUT),
    ),
    row(&["vs_1_1", "vs_2_0", "vs_3_0", "precision"], Text(NO_VERSION)),
    row(&[".text", ".data", ".section", ".code"], Text(NO_VERSION)),
    row(
        &["discard", "kil", "texkill", "tex", "texld", "texture2d"],
        Text(NO_PIXELS),
    ),
    // C preprocessor directives.
    row(&["#include"], Word(".include")),
    row(&["#define"], Text("write `.equ NAME, NUMBER` to name a number")),
    row(&["#if"], Word(".if")),
    row(&["#ifdef"], Word(".ifdef")),
    row(&["#ifndef"], Word(".ifndef")),
    row(&["#elif"], Word(".elif")),
    row(&["#else"], Word(".else")),
    row(&["#endif"], Word(".endif")),
    row(&["#error"], Word(".error")),
    row(&["#warning"], Word(".warning")),
    row(&["#version", "#pragma", "#extension"], Text(NO_VERSION)),
];

impl ForeignKeyword {
    /// Looks up a word.
    pub(crate) fn find(word: &str) -> Option<&'static Self> {
        TABLE.iter().find(|row| {
            let mut words = row.words.iter();
            words.any(|known| known.eq_ignore_ascii_case(word))
        })
    }

    /// Returns true if the suggestion is other instructions.
    pub(crate) fn is_instruction(&self) -> bool {
        matches!(self.suggestion, Recipe(_) | Word(_)) && self.effect == Effect::None
    }

    /// Adds the suggestion to the diagnostic of the word at `span`. `text` is the source from the word on.
    pub(crate) fn add_suggestion(&self, span: Span, text: &str, diagnostic: Diagnostic) -> Diagnostic {
        if let Some(Declaration { text, len }) = declaration(text) {
            let end = span.start + Span::from_range(0..len).end;
            let span = Span::new(span.start, end);
            return diagnostic.with_fix(span, &text, Applicability::Maybe);
        }
        match self.suggestion {
            Word(word) => diagnostic.with_fix(span, word, Applicability::Maybe),
            Recipe(_) | Text(_) => diagnostic.with_help(self.help(text)),
        }
    }

    /// Returns the suggestion as text. `text` is the source from the word on.
    pub(crate) fn help(&self, text: &str) -> String {
        if let Some(Declaration { text, .. }) = declaration(text) {
            return format!("write `{text}`");
        }
        match self.suggestion {
            Word(word) => format!("write `{word}`"),
            Recipe([only]) => format!("write `{only}`"),
            Recipe(lines) => {
                let needs = if lines.iter().any(|line| line.contains(" t")) {
                    ", with a free temporary `t`"
                } else {
                    ""
                };
                format!("write `{}`{needs}", lines.join("`, then `"))
            }
            Text(text) => text.to_owned(),
        }
    }
}

/// Returns the first word of a C preprocessor line, including its `#`.
pub(crate) fn c_directive(line: &str) -> &str {
    let name = line.strip_prefix('#').unwrap_or_default();
    line.get(..1 + word_len(name)).unwrap_or_default()
}

/// Returns a hint about punctuation of another language: the unexpected text `found`, with the source text before and
/// after it. `keyword` is the first word of its line.
pub(crate) fn punctuation_hint(found: &str, before: &str, after: &str, keyword: &str) -> Option<&'static str> {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let line = line.trim_matches(WHITESPACE);
    let begins_line = line.is_empty();
    let in_directive = line.starts_with('.');
    let doubled = |sign: char| before.ends_with(sign) || after.starts_with(sign);
    match found {
        "if" | "ifc" | "ifu" if keyword.eq_ignore_ascii_case(".else") => Some("write `.elseif CONDITION`"),
        ")" if before.ends_with('(') && is_call(keyword) => Some(NO_ARGUMENTS),
        ")" if line.strip_suffix('(') == Some(keyword) && Mnemonic::find(keyword).is_none() => {
            Some("write `call NAME`, without parentheses, to call a procedure")
        }
        ":" if begins_line => Some("write a name before the colon: `NAME:` defines a label"),
        // The first `/` of the two can be read as an operator.
        "/" if doubled('/') => Some("comments begin with `;`"),
        "/" | "*" if begins_line || after.starts_with('*') || before.ends_with('/') => {
            Some("comments begin with `;` and end with their line")
        }
        "-" if begins_line || (keyword.is_empty() && doubled('-')) => Some("comments begin with `;`"),
        "%" if !in_directive && starts_with_register(after) => Some("registers have no prefix: write `r3`, not `%r3`"),
        "=" if !in_directive && !line.contains(WHITESPACE) => {
            Some("instructions name their destination first: write `mov r0, v0`, not `r0 = v0`")
        }
        "|" if !in_directive && starts_with_register(after) => {
            Some("write `abs d, a` for the absolute value: a source cannot have bars")
        }
        "{" | "}" => Some("blocks begin with `.proc NAME`, `ifc`, `ifu` or `for`, and end with `.end`"),
        _ => None,
    }
}

/// Returns true if a word is an instruction that calls a procedure.
pub(crate) fn is_call(word: &str) -> bool {
    let opcode = Opcode::from_mnemonic(word);
    opcode.is_some_and(Opcode::is_call)
}

/// Returns true if a text starts with a register.
fn starts_with_register(text: &str) -> bool {
    let word = text.get(..word_len(text)).unwrap_or_default();
    !word.is_empty() && RegisterForm::classify(word) != RegisterForm::Name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;
    use crate::{AssemblyOptions, assemble};

    #[test]
    fn no_word_occurs_twice_or_has_a_meaning() {
        let mut seen = std::collections::HashSet::new();
        for word in TABLE.iter().flat_map(|row| row.words) {
            assert!(seen.insert(word), "{word}");
            assert_eq!(*word, word.to_ascii_lowercase());
            if let Some(name) = word.strip_prefix('.') {
                assert!(Directive::from_name(name).is_none(), "{word}");
            } else {
                assert!(crate::mnemonic::Mnemonic::find(word).is_none(), "{word}");
            }
        }
    }

    #[test]
    fn answers_are_words_of_the_language() {
        let known: Vec<_> = words().map(|word| word.text).collect();
        for row in TABLE {
            if let Word(word) = row.suggestion {
                assert!(known.contains(&word.trim_start_matches('.')), "{word}");
            }
        }
    }

    #[test]
    fn recipes_assemble() {
        for row in TABLE {
            let Recipe(lines) = row.suggestion else {
                continue;
            };
            let names = ".alias d r0\n.alias t r1\n.alias a r2\n.alias b r3\n.alias c r4\n.fvec m[4]\n";
            let source = format!("{names}.proc main\n{}\nend\n.end\n", lines.join("\n"));
            let assembly = assemble("r.pica", source.as_bytes(), &AssemblyOptions::default());
            assert!(assembly.object.is_some(), "{source}{:?}", assembly.diagnostics);
        }
    }
}
