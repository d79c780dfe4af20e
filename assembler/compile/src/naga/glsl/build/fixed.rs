//! Attributes and uniforms of fixed meaning, as versions before 1.40 have them.

use super::super::token::Span;
use super::super::types::Ty;
use super::{BuildResult, Builder};

/// The attributes in the order of their registers.
const ATTRIBUTES: &[(&str, Ty)] = &[
    ("gl_Vertex", Ty::VEC4),
    ("gl_Normal", Ty::VEC3),
    ("gl_Color", Ty::VEC4),
    ("gl_SecondaryColor", Ty::VEC4),
    ("gl_FogCoord", Ty::FLOAT),
    ("gl_MultiTexCoord0", Ty::VEC4),
    ("gl_MultiTexCoord1", Ty::VEC4),
    ("gl_MultiTexCoord2", Ty::VEC4),
    ("gl_MultiTexCoord3", Ty::VEC4),
    ("gl_MultiTexCoord4", Ty::VEC4),
    ("gl_MultiTexCoord5", Ty::VEC4),
    ("gl_MultiTexCoord6", Ty::VEC4),
    ("gl_MultiTexCoord7", Ty::VEC4),
];

/// Returns the type of an attribute of fixed meaning.
pub(super) fn attribute(name: &str) -> Option<Ty> {
    let mut all = ATTRIBUTES.iter();
    all.find(|(known, _)| *known == name).map(|(_, ty)| ty.clone())
}

/// Returns the index of an attribute of fixed meaning in their order.
pub(super) fn attribute_order(name: &str) -> Option<usize> {
    ATTRIBUTES.iter().position(|(known, _)| *known == name)
}

/// The structs of the language.
const STRUCTS: &[(&str, &[(&str, Ty)])] = &[
    (
        "gl_DepthRangeParameters",
        &[("near", Ty::FLOAT), ("far", Ty::FLOAT), ("diff", Ty::FLOAT)],
    ),
    (
        "gl_PointParameters",
        &[
            ("size", Ty::FLOAT),
            ("sizeMin", Ty::FLOAT),
            ("sizeMax", Ty::FLOAT),
            ("fadeThresholdSize", Ty::FLOAT),
            ("distanceConstantAttenuation", Ty::FLOAT),
            ("distanceLinearAttenuation", Ty::FLOAT),
            ("distanceQuadraticAttenuation", Ty::FLOAT),
        ],
    ),
    (
        "gl_MaterialParameters",
        &[
            ("emission", Ty::VEC4),
            ("ambient", Ty::VEC4),
            ("diffuse", Ty::VEC4),
            ("specular", Ty::VEC4),
            ("shininess", Ty::FLOAT),
        ],
    ),
    (
        "gl_LightSourceParameters",
        &[
            ("ambient", Ty::VEC4),
            ("diffuse", Ty::VEC4),
            ("specular", Ty::VEC4),
            ("position", Ty::VEC4),
            ("halfVector", Ty::VEC4),
            ("spotDirection", Ty::VEC3),
            ("spotExponent", Ty::FLOAT),
            ("spotCutoff", Ty::FLOAT),
            ("spotCosCutoff", Ty::FLOAT),
            ("constantAttenuation", Ty::FLOAT),
            ("linearAttenuation", Ty::FLOAT),
            ("quadraticAttenuation", Ty::FLOAT),
        ],
    ),
    ("gl_LightModelParameters", &[("ambient", Ty::VEC4)]),
    ("gl_LightModelProducts", &[("sceneColor", Ty::VEC4)]),
    (
        "gl_LightProducts",
        &[("ambient", Ty::VEC4), ("diffuse", Ty::VEC4), ("specular", Ty::VEC4)],
    ),
    (
        "gl_FogParameters",
        &[
            ("color", Ty::VEC4),
            ("density", Ty::FLOAT),
            ("start", Ty::FLOAT),
            ("end", Ty::FLOAT),
            ("scale", Ty::FLOAT),
        ],
    ),
];

/// Uniforms that are structs, and whether they are arrays.
const STRUCT_UNIFORMS: &[(&str, &str, bool)] = &[
    ("gl_DepthRange", "gl_DepthRangeParameters", false),
    ("gl_Point", "gl_PointParameters", false),
    ("gl_FrontMaterial", "gl_MaterialParameters", false),
    ("gl_BackMaterial", "gl_MaterialParameters", false),
    ("gl_LightSource", "gl_LightSourceParameters", true),
    ("gl_LightModel", "gl_LightModelParameters", false),
    ("gl_FrontLightModelProduct", "gl_LightModelProducts", false),
    ("gl_BackLightModelProduct", "gl_LightModelProducts", false),
    ("gl_FrontLightProduct", "gl_LightProducts", true),
    ("gl_BackLightProduct", "gl_LightProducts", true),
    ("gl_Fog", "gl_FogParameters", false),
];

/// Returns the type of a uniform that is no struct.
fn simple_uniform(name: &str) -> Option<Ty> {
    let base = ["InverseTranspose", "Inverse", "Transpose"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix));
    let matrix = match base.unwrap_or(name) {
        "gl_ModelViewMatrix" | "gl_ProjectionMatrix" | "gl_ModelViewProjectionMatrix" => Some(Ty::Matrix(4, 4)),
        "gl_TextureMatrix" => Some(Ty::array(Ty::Matrix(4, 4), 0)),
        "gl_NormalMatrix" if base.is_none() => Some(Ty::Matrix(3, 3)),
        _ => None,
    };
    if matrix.is_some() {
        return matrix;
    }
    let is_plane = ["gl_EyePlane", "gl_ObjectPlane"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix));
    match name {
        "gl_NormalScale" => Some(Ty::FLOAT),
        "gl_ClipPlane" | "gl_TextureEnvColor" => Some(Ty::array(Ty::VEC4, 0)),
        _ if matches!(is_plane, Some("S" | "T" | "R" | "Q")) => Some(Ty::array(Ty::VEC4, 0)),
        _ => None,
    }
}

impl Builder<'_> {
    /// Returns the type of a uniform of fixed meaning. An array has no length.
    pub(super) fn fixed_uniform(&mut self, name: &str) -> BuildResult<Option<Ty>> {
        if let Some(ty) = simple_uniform(name) {
            return Ok(Some(ty));
        }
        let mut all = STRUCT_UNIFORMS.iter();
        let Some((_, of, is_array)) = all.find(|(known, ..)| *known == name) else {
            return Ok(None);
        };
        let ty = self.fixed_struct(of)?;
        Ok(ty.map(|ty| if *is_array { Ty::array(ty, 0) } else { ty }))
    }

    /// Returns a struct of the language.
    pub(super) fn fixed_struct(&mut self, name: &str) -> BuildResult<Option<Ty>> {
        let mut all = STRUCTS.iter();
        let Some((name, members)) = all.find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        if let Some(known) = self.specials.structs.get(name) {
            return Ok(Some(known.clone()));
        }
        let members = members
            .iter()
            .map(|(name, ty)| (self.interner.intern(name), ty.clone(), Span::default()));
        let members = members.collect();
        let symbol = self.interner.intern(name);
        let ty = Ty::Struct(self.add_struct(Some(symbol), members)?);
        self.specials.structs.insert(name, ty.clone());
        Ok(Some(ty))
    }
}
