//! Pictures as expectations of cases.

use std::path::Path;

use toml::de::DeTable;

use pica200::document::{Findings, string, table, whole};
use pica200::testing::{ExpectedPicture, Target};

/// The keys of a picture.
const KEYS: &[&str] = &["scene", "picture", "tolerance"];

/// The picture that a case expects, if it does. Paths are relative to `folder`. Errors go to `findings`.
pub(super) fn pictured(
    case: &DeTable<'_>,
    target: &Target,
    folder: &Path,
    findings: &mut Findings<'_>,
) -> Option<ExpectedPicture> {
    let item = case.get("render")?;
    let keys = findings.get(case, "render", table)?;
    findings.check_keys(keys, "`render`", KEYS);
    let is_vertex = matches!(target, Target::Pica200(shader) if !shader.program.is_geometry());
    if !is_vertex {
        let message =
            "`render` is for vertex shaders of the PICA200, and the shader is another one";
        findings.wrong(item.span(), message);
    }
    for key in ["scene", "picture"] {
        if !keys.contains_key(key) {
            findings.wrong(item.span(), format!("`render` has no `{key}`"));
        }
    }
    let mut path = |key| {
        findings
            .get(keys, key, string)
            .map(|path| folder.join(path))
    };
    let (scene, picture) = (path("scene"), path("picture"));
    let tolerance = findings.get(keys, "tolerance", whole).unwrap_or(0);
    let Ok(tolerance) = u8::try_from(tolerance) else {
        let span = keys.get("tolerance").map_or(0..0, toml::Spanned::span);
        findings.wrong(span, "`tolerance` is not in the range 0 to 255");
        return None;
    };
    Some(ExpectedPicture {
        scene: scene?,
        picture: picture?,
        tolerance,
    })
}
