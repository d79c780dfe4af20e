//! Detection of shading language sources that are read as assembly because of their names.

use super::InputLanguage;

/// A shader stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Vertex,
    Geometry,
    Fragment,
}

/// A detected shading language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shading {
    pub(super) language: InputLanguage,
    pub(super) stage: Stage,
    /// First line that identifies it, from 1.
    pub(super) line: u32,
}

/// Directives of this toolchain's syntax and its dialects, any of which identifies assembly.
const DIRECTIVES: &str = "alias bool code const constf consti constfa dvle else end entry equ fvec gsh if ifdef in include ivec \
    macro nodvle nonop opdesc out proc set vsh";

/// Returns the shading language that a source looks like; `None` if no line identifies one, or a line is assembly.
pub(super) fn recognise(text: &str) -> Option<Shading> {
    let is_comment = |line: &str| line.trim_start().starts_with(';');
    let lines: Vec<String> = without_comments(text)
        .lines()
        .map(|line| if is_comment(line) { "" } else { line }.to_owned())
        .collect();
    let is_assembly = |line: &String| {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_directive = |name: &str| DIRECTIVES.split(' ').any(|own| own == name);
        let name = first.strip_prefix('.').unwrap_or_default();
        is_directive(&name.to_ascii_lowercase())
    };
    if lines.iter().any(is_assembly) {
        return None;
    }
    let languages = [InputLanguage::Wgsl, InputLanguage::Hlsl, InputLanguage::Glsl];
    let (language, index) = languages.into_iter().find_map(|language| {
        let index = lines.iter().position(|line| match language {
            InputLanguage::Wgsl => is_wgsl(line),
            InputLanguage::Hlsl => is_hlsl(line),
            _ => is_glsl(line),
        });
        Some((language, index?))
    })?;
    let has = |words: &[&str]| {
        let mut lines = lines.iter();
        lines.any(|line| words.iter().any(|word| line.contains(word)))
    };
    let stage = if has(&["EmitVertex", "gl_in[", "[maxvertexcount"]) {
        Stage::Geometry
    } else if has(&["gl_FragColor", "gl_FragCoord", "gl_FragData", "discard;"]) {
        Stage::Fragment
    } else {
        Stage::Vertex
    };
    Some(Shading {
        language,
        stage,
        line: u32::try_from(index).ok()?.checked_add(1)?,
    })
}

/// Replaces comments by blanks, keeping line ends.
fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        let (before, comment) = rest.split_at(start);
        result.push_str(before);
        let end = if comment.starts_with("//") {
            comment.find('\n').unwrap_or(comment.len())
        } else if comment.starts_with("/*") {
            comment.find("*/").map_or(comment.len(), |end| end + 2)
        } else {
            result.push('/');
            rest = comment.get(1..).unwrap_or_default();
            continue;
        };
        let (comment, behind) = comment.split_at(end);
        result.extend(comment.chars().filter(|letter| *letter == '\n'));
        rest = behind;
    }
    result.push_str(rest);
    result
}

/// Returns true if a line contains one of some texts as a whole word.
fn has_word(line: &str, words: &[&str]) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    words.iter().any(|word| {
        line.match_indices(word).any(|(start, _)| {
            let before = line.get(..start).and_then(|text| text.chars().next_back());
            let after = line.get(start + word.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
    })
}

fn is_wgsl(line: &str) -> bool {
    let line = line.trim();
    has_word(line, &["@vertex", "@fragment", "var<uniform>", "@builtin", "@location"])
        || line.starts_with("fn ") && line.contains('(')
}

fn is_hlsl(line: &str) -> bool {
    let line = line.trim();
    let semantics = ["SV_Position", "SV_POSITION", "SV_Target", "SV_VertexID"];
    has_word(line, &semantics) || has_word(line, &["cbuffer", "float4x4", "SamplerState", "Texture2D"])
}

fn is_glsl(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("#version")
        || has_word(line, &["gl_Position", "gl_FragColor", "gl_PerVertex"])
        || line.starts_with("void main")
        || line.starts_with("precision ") && line.ends_with(';')
        || is_declaration(line)
}

/// Returns true if a line declares a variable of a GLSL shader.
fn is_declaration(line: &str) -> bool {
    const TYPES: [&str; 8] = ["float", "int", "uint", "bool", "vec", "mat", "sampler", "ivec"];
    if line.starts_with("layout") && line.contains('(') {
        return true;
    }
    let mut words = line.split_whitespace();
    let mut is_qualified = false;
    let found = words.find(|word| {
        is_qualified |= ["attribute", "varying", "uniform", "in", "out"].contains(word);
        ![
            "attribute",
            "varying",
            "uniform",
            "in",
            "out",
            "flat",
            "smooth",
            "highp",
            "mediump",
            "lowp",
        ]
        .contains(word)
    });
    let is_type = found.is_some_and(|word| TYPES.iter().any(|name| word.starts_with(name)));
    is_qualified && is_type && line.ends_with(';')
}

#[cfg(test)]
mod tests {
    use super::{InputLanguage, Stage, recognise};

    fn found(text: &str) -> Option<(InputLanguage, u32)> {
        recognise(text).map(|shading| (shading.language, shading.line))
    }

    #[test]
    fn languages_are_told_by_their_lines() {
        use InputLanguage::{Glsl, Hlsl, Wgsl};
        for (text, language, line) in [
            ("// x\n#version 330\nvoid main() {}", Glsl, 2),
            ("/* .proc\n*/\nattribute vec4 place;\n", Glsl, 3),
            ("in vec3 p;\n", Glsl, 1),
            ("flat out ivec2 p;", Glsl, 1),
            ("layout (location = 0) in vec3 p;", Glsl, 1),
            ("\nvoid main()\n{\n", Glsl, 2),
            ("uniform highp mat4 mvp;", Glsl, 1),
            ("struct A { x: f32 }\n@vertex\nfn main() {}", Wgsl, 2),
            ("@group(0) @binding(0) var<uniform> u: U;", Wgsl, 1),
            ("float4 main(float4 p : POSITION) : SV_Position { return p; }", Hlsl, 1),
            ("cbuffer C { float4x4 m; };", Hlsl, 1),
        ] {
            assert_eq!(found(text), Some((language, line)), "{text}");
        }
    }

    #[test]
    fn assembly_is_assembly() {
        for text in [
            "",
            "mov r0, r1",
            ".proc main\n void main()\n.end",
            "; #version 330\n ; gl_Position\nend",
            ".macro m\nmov r0, r1 ; gl_Position\n.endm",
            "uniform\nin out;\nlayouts",
            "in vec3 p",
            "mul r0, r1 // void main",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn other_stages_are_told() {
        let stage = |text| recognise(text).map(|shading| shading.stage);
        assert_eq!(
            stage("#version 330\nvoid main() { EmitVertex(); }"),
            Some(Stage::Geometry)
        );
        assert_eq!(stage("void main() { gl_FragColor = vec4(1); }"), Some(Stage::Fragment));
        assert_eq!(stage("void main() { gl_Position = vec4(1); }"), Some(Stage::Vertex));
    }
}
