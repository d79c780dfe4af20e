//! Declarations of uniforms in other languages: `uniform mat4 m`, `.uniform bool lit`, `.mat4 m`.

use crate::directive::Directive;
use crate::text::{WHITESPACE, code, is_name, is_name_char, line_len, word_len};

/// Types of other languages, with the directive for such a uniform and its number of registers.
const TYPES: &[(&[&str], Directive, usize)] = &[
    (&["bool"], Directive::Bool, 1),
    (&["int", "int2", "int3", "int4", "uint"], Directive::Ivec, 1),
    (&["ivec", "ivec2", "ivec3", "ivec4"], Directive::Ivec, 1),
    (&["float", "float2", "float3", "float4"], Directive::Fvec, 1),
    (&["vec2", "vec3", "vec4", "vec", "fvec"], Directive::Fvec, 1),
    (&["mat2", "float2x2"], Directive::Fvec, 2),
    (&["mat3", "float3x3", "float3x4", "mat4x3"], Directive::Fvec, 3),
    (&["mat4", "float4x4", "mat", "matrix"], Directive::Fvec, 4),
];

/// The replacement for the start of a line that has a keyword, a type, a name, and optionally a length.
pub(super) struct Declaration {
    /// The declaration in this language.
    pub(super) text: String,
    /// Number of bytes of the line that it replaces.
    pub(super) len: usize,
}

/// Parses the declaration at the start of a text, if its keyword or the word after it is a type.
pub(super) fn declaration(text: &str) -> Option<Declaration> {
    let line = code(text.get(..line_len(text))?);
    let (keyword, mut rest) = word(line.strip_prefix('.').unwrap_or(line))?;
    let (directive, registers) = if keyword.eq_ignore_ascii_case("uniform") {
        let (kind, after) = word(rest)?;
        rest = after;
        uniform_type(kind)?
    } else {
        line.strip_prefix('.').and_then(|_| uniform_type(keyword))?
    };
    let (name, mut rest) = word(rest).filter(|(name, _)| is_name(name))?;
    let mut count = Some(1);
    if let Some((inside, after)) = in_brackets(rest) {
        count = inside.trim_matches(WHITESPACE).parse::<usize>().ok();
        rest = after;
    }
    let length = match count?.checked_mul(registers)? {
        1 => String::new(),
        length => format!("[{length}]"),
    };
    let (directive, _) = directive.name_and_form();
    Some(Declaration {
        text: format!(".{directive} {name}{length}"),
        len: line.len() - rest.len(),
    })
}

/// Returns the directive and the number of registers for a type.
fn uniform_type(word: &str) -> Option<(Directive, usize)> {
    let is_named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    let row = TYPES.iter().find(|(names, ..)| is_named(names))?;
    Some((row.1, row.2))
}

/// Splits off the word at the start of a text, after whitespace.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(WHITESPACE);
    text.starts_with(is_name_char).then(|| text.split_at(word_len(text)))
}

/// Splits off the bracketed text at the start of a text.
fn in_brackets(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('[')?.split_once(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_become_directives_with_their_registers() {
        for (line, here) in [
            ("uniform mat4 m", ".fvec m[4]"),
            (".uniform bool lit ; a flag", ".bool lit"),
            (".mat4 m", ".fvec m[4]"),
            (".uniform ivec4 count", ".ivec count"),
            ("UNIFORM vec4 color", ".fvec color"),
            ("uniform mat3 bones[12]", ".fvec bones[36]"),
            ("uniform vec4 lights[ 3 ]", ".fvec lights[3]"),
        ] {
            let found = declaration(line).map(|found| found.text);
            assert_eq!(found.as_deref(), Some(here), "{line}");
        }
        for line in [
            "uniform",
            "uniform color",
            "uniform vec4",
            "mat4 m",
            ".mat4",
            "uniform vec4 lights[COUNT]",
            "uniform mat4 m[18446744073709551615]",
        ] {
            assert!(declaration(line).is_none(), "{line}");
        }
    }
}
