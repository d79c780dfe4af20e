//! Words of the languages of sources, for messages.

use ::naga::common::wgsl::{TryToWgsl, TypeContext};
use ::naga::proc::TypeResolution;
use ::naga::{ArraySize, BuiltIn, MathFunction, Module, ScalarKind, TypeInner};

use crate::options::Language;

use super::shape::{Shape, size};

/// Returns the name of a type of numbers.
pub(super) fn type_name(language: Language, shape: Shape) -> String {
    match (language, shape) {
        (_, Shape::Opaque) => "opaque".to_owned(),
        (_, Shape::Aggregate(_)) => "array".to_owned(),
        (Language::Wgsl, Shape::Scalar(kind)) => wgsl_scalar(kind).to_owned(),
        (Language::Wgsl, Shape::Vector(count, ScalarKind::Bool)) => format!("vec{count}<bool>"),
        (Language::Wgsl, Shape::Vector(count, kind)) => {
            let letter = wgsl_scalar(kind).get(..1).unwrap_or_default();
            format!("vec{count}{letter}")
        }
        (Language::Wgsl, Shape::Matrix { columns, rows }) => format!("mat{columns}x{rows}f"),
        (_, Shape::Scalar(kind)) => match kind {
            ScalarKind::Bool => "bool",
            ScalarKind::Sint | ScalarKind::AbstractInt => "int",
            ScalarKind::Uint => "uint",
            ScalarKind::Float | ScalarKind::AbstractFloat => "float",
        }
        .to_owned(),
        (_, Shape::Vector(count, kind)) => {
            let letter = match kind {
                ScalarKind::Bool => "b",
                ScalarKind::Sint | ScalarKind::AbstractInt => "i",
                ScalarKind::Uint => "u",
                ScalarKind::Float | ScalarKind::AbstractFloat => "",
            };
            format!("{letter}vec{count}")
        }
        (_, Shape::Matrix { columns, rows }) if columns == rows => format!("mat{columns}"),
        (_, Shape::Matrix { columns, rows }) => format!("mat{columns}x{rows}"),
    }
}

/// Returns the name of a type of naga. In SPIR-V, types are named as in GLSL, since a module does not show their names.
pub(super) fn inner_name(language: Language, module: &Module, inner: &TypeInner) -> String {
    let wgsl = || {
        let value = TypeResolution::Value(inner.clone());
        module.types.type_resolution_to_string(&value)
    };
    if language == Language::Wgsl {
        return wgsl();
    }
    let of = |handle| {
        let found = &module.types[handle];
        match (&found.name, &found.inner) {
            (Some(name), TypeInner::Struct { .. }) => name.clone(),
            (_, inner) => inner_name(language, module, inner),
        }
    };
    match inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => type_name(language, Shape::Scalar(scalar.kind)),
        TypeInner::Vector { size: count, scalar } => type_name(language, Shape::Vector(size(*count), scalar.kind)),
        TypeInner::Matrix { columns, rows, .. } => {
            let (columns, rows) = (size(*columns), size(*rows));
            type_name(language, Shape::Matrix { columns, rows })
        }
        TypeInner::Pointer { base, .. } => of(*base),
        TypeInner::Array { base, size, .. } => match size {
            ArraySize::Constant(length) => format!("{}[{length}]", of(*base)),
            _ => format!("{}[]", of(*base)),
        },
        TypeInner::Struct { .. } => "struct".to_owned(),
        TypeInner::Image { .. } => "texture".to_owned(),
        TypeInner::Sampler { .. } => "sampler".to_owned(),
        _ => wgsl(),
    }
}

/// Returns the name of a function of the language.
pub(super) fn function_name(language: Language, function: MathFunction) -> String {
    let wgsl = function.to_wgsl_for_diagnostics();
    if language == Language::Wgsl {
        return wgsl;
    }
    let glsl = match function {
        MathFunction::Atan2 => "atan",
        MathFunction::InverseSqrt => "inversesqrt",
        MathFunction::FaceForward => "faceforward",
        MathFunction::CountOneBits => "bitCount",
        MathFunction::ReverseBits => "bitfieldReverse",
        MathFunction::ExtractBits => "bitfieldExtract",
        MathFunction::InsertBits => "bitfieldInsert",
        MathFunction::FirstTrailingBit => "findLSB",
        MathFunction::FirstLeadingBit => "findMSB",
        _ => return wgsl,
    };
    glsl.to_owned()
}

/// Returns a message of naga, which speaks WGSL, in the words of a language.
pub(super) fn reworded(language: Language, message: &str) -> String {
    if language == Language::Wgsl {
        return message.to_owned();
    }
    let phrases = [
        ("`@builtin(position)`", "`gl_Position`"),
        ("`@interpolate(flat)`", "`flat`"),
        ("`@interpolate(flat)", "`flat`"),
        ("an override-expression", "a constant expression"),
        ("override-expression", "constant expression"),
        ("override expression", "constant expression"),
        ("const-expression", "constant expression"),
        ("`var<uniform>`", "`uniform`"),
    ];
    let mut text = message.to_owned();
    for (wgsl, other) in phrases {
        text = text.replace(wgsl, other);
    }
    types_reworded(&text)
}

/// Replaces types of WGSL in a text by types of GLSL: `vec3<f32>` by `vec3`, `array<f32, 2>` by `float[2]`.
fn types_reworded(text: &str) -> String {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let (mut result, mut rest) = (String::new(), text);
    while !rest.is_empty() {
        let start = rest.find(is_of_word).unwrap_or(rest.len());
        let (before, word) = rest.split_at(start);
        result.push_str(before);
        let end = word.find(|letter| !is_of_word(letter)).unwrap_or(word.len());
        let (word, behind) = word.split_at(end);
        let (name, behind) = type_reworded(word, behind);
        result.push_str(&name);
        rest = behind;
    }
    result
}

/// Returns a word that may be a type of WGSL as GLSL has it, and the text after its arguments.
fn type_reworded<'t>(word: &str, behind: &'t str) -> (String, &'t str) {
    let scalar = |name: &str| match name {
        "f32" | "f16" => Some(("float", "")),
        "i32" => Some(("int", "i")),
        "u32" => Some(("uint", "u")),
        "bool" => Some(("bool", "b")),
        _ => None,
    };
    if let Some((name, _)) = scalar(word) {
        return (name.to_owned(), behind);
    }
    let plain = || (word.to_owned(), behind);
    let Some((arguments, after)) = behind.strip_prefix('<').and_then(|text| balanced(text)) else {
        return plain();
    };
    let letter = || scalar(arguments).map(|(_, letter)| letter);
    match (word, letter()) {
        ("vec2" | "vec3" | "vec4", Some(letter)) => (format!("{letter}{word}"), after),
        (matrix, Some("")) if matrix.starts_with("mat") => {
            let square = ["mat2x2", "mat3x3", "mat4x4"].contains(&matrix);
            let name = if square { matrix.get(..4) } else { None };
            (name.unwrap_or(matrix).to_owned(), after)
        }
        ("array", _) => match arguments.rsplit_once(',') {
            Some((element, length)) => {
                let element = types_reworded(element);
                (format!("{element}[{}]", length.trim()), after)
            }
            None => (format!("{}[]", types_reworded(arguments)), after),
        },
        ("ptr", _) => {
            let base = arguments.split_once(',').map_or(arguments, |(_, base)| base);
            (types_reworded(base.trim()), after)
        }
        _ => plain(),
    }
}

/// Splits a text after the `>` that closes its first `<`, which is before the text.
fn balanced(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(..index)?, text.get(index + 1..)?));
        }
    }
    None
}

const fn wgsl_scalar(kind: ScalarKind) -> &'static str {
    match kind {
        ScalarKind::Bool => "bool",
        ScalarKind::Sint | ScalarKind::AbstractInt => "i32",
        ScalarKind::Uint => "u32",
        ScalarKind::Float | ScalarKind::AbstractFloat => "f32",
    }
}

/// Returns the names of a built-in value: in WGSL, then those in GLSL. The first of GLSL's is the one of Vulkan.
pub(super) const fn built_in_names(built_in: BuiltIn) -> &'static [&'static str] {
    match built_in {
        BuiltIn::Position { .. } => &["position", "gl_Position"],
        BuiltIn::PointSize => &["point_size", "gl_PointSize"],
        BuiltIn::ClipDistances => &["clip_distances", "gl_ClipDistance"],
        BuiltIn::CullDistance => &["cull_distance", "gl_CullDistance"],
        BuiltIn::VertexIndex => &["vertex_index", "gl_VertexIndex", "gl_VertexID"],
        BuiltIn::InstanceIndex => &["instance_index", "gl_InstanceIndex", "gl_InstanceID"],
        BuiltIn::BaseVertex => &["base_vertex", "gl_BaseVertex"],
        BuiltIn::BaseInstance => &["base_instance", "gl_BaseInstance"],
        BuiltIn::DrawIndex => &["draw_index", "gl_DrawID"],
        BuiltIn::ViewIndex => &["view_index", "gl_ViewIndex"],
        BuiltIn::PrimitiveIndex => &["primitive_index", "gl_PrimitiveID"],
        _ => &["a built-in value"],
    }
}

/// Returns the name of a built-in value in a language. SPIR-V uses the names of GLSL.
pub(super) fn built_in_name(language: Language, built_in: BuiltIn) -> &'static str {
    let names = built_in_names(built_in);
    let first = names.first().copied().unwrap_or_default();
    match language {
        Language::Wgsl => first,
        _ => names.get(1).copied().unwrap_or(first),
    }
}

#[cfg(test)]
mod tests {
    use super::reworded;
    use crate::options::Language;

    #[test]
    fn types_of_wgsl_become_those_of_glsl() {
        let glsl = |text| reworded(Language::Glsl, text);
        assert_eq!(
            glsl("`vec3<f32>`, `mat4x4<f32>`, `mat4x3<f32>` and `vec2<u32>`"),
            "`vec3`, `mat4`, `mat4x3` and `uvec2`"
        );
        assert_eq!(glsl("array<f32, 1>, array<vec2<i32>, 3>"), "float[1], ivec2[3]");
        assert_eq!(glsl("array<f32>, ptr<function, f32>"), "float[], float");
        assert_eq!(glsl("i32 < u32, a<b"), "int < uint, a<b");
        assert_eq!(glsl("vec3<f32"), "vec3<float");
        assert_eq!(
            glsl("an override-expression with `@builtin(position)`"),
            "a constant expression with `gl_Position`"
        );
        let text = "`vec3<f32>` is an override-expression";
        assert_eq!(reworded(Language::Wgsl, text), text);
    }
}
