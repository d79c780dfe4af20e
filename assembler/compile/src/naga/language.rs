//! Words of the languages of sources, for messages.

use ::naga::{BuiltIn, ScalarKind};

use crate::options::Language;

use super::shape::Shape;

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

const fn wgsl_scalar(kind: ScalarKind) -> &'static str {
    match kind {
        ScalarKind::Bool => "bool",
        ScalarKind::Sint | ScalarKind::AbstractInt => "i32",
        ScalarKind::Uint => "u32",
        ScalarKind::Float | ScalarKind::AbstractFloat => "f32",
    }
}

/// The names of a built-in value: in WGSL, then those in GLSL. The first of GLSL's is the one of Vulkan.
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

/// Returns the name of a built-in value in a language. SPIR-V has no names of its own: people write GLSL.
pub(super) fn built_in_name(language: Language, built_in: BuiltIn) -> &'static str {
    let names = built_in_names(built_in);
    let first = names.first().copied().unwrap_or_default();
    match language {
        Language::Wgsl => first,
        _ => names.get(1).copied().unwrap_or(first),
    }
}
