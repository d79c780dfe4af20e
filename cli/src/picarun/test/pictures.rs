//! Pictures as expectations of cases.

use std::path::Path;

use toml::de::DeTable;

use pica200::document::{DocumentReport, string, table, whole};
use pica200::testing::{ExpectedPicture, Target};

/// The keys of a picture.
const KEYS: &[&str] = &["scene", "picture", "tolerance"];

/// Reads the picture that a case expects, if any. Paths are relative to `folder`. Errors go to `report`.
pub(super) fn expected_picture(
    case: &DeTable<'_>,
    target: &Target,
    folder: &Path,
    report: &mut DocumentReport<'_>,
) -> Option<ExpectedPicture> {
    let item = case.get("render")?;
    let keys = report.get(case, "render", table)?;
    report.check_keys(keys, "`render`", KEYS);
    let is_vertex = matches!(target, Target::Pica200(shader) if !shader.program.is_geometry());
    if !is_vertex {
        let message = "`render` requires a PICA200 vertex shader";
        report.wrong(item.span(), message);
    }
    for key in ["scene", "picture"] {
        if !keys.contains_key(key) {
            report.wrong(item.span(), format!("`render` has no `{key}`"));
        }
    }
    let mut path = |key| report.get(keys, key, string).map(|path| folder.join(path));
    let (scene, picture) = (path("scene"), path("picture"));
    let tolerance = report.get(keys, "tolerance", whole).unwrap_or(0);
    let Ok(tolerance) = u8::try_from(tolerance) else {
        let span = keys.get("tolerance").map_or(0..0, toml::Spanned::span);
        report.wrong(span, "`tolerance` is not in the range 0 to 255");
        return None;
    };
    Some(ExpectedPicture {
        scene: scene?,
        picture: picture?,
        tolerance,
    })
}
