//! Keys of a scene.

use toml::de::DeTable;

use crate::document::{DocumentReport, array, table};
use crate::job::keys::job_keys;

/// Keys of a scene, besides the keys of its job.
const KEYS: &[&str] = &[
    "shader",
    "entry",
    "index",
    "geometry-entry",
    "geometry-index",
    "size",
    "background",
    "tilt",
    "float24",
    "budget",
    "test",
    "case",
    "inputs",
    "uniforms",
    "geometry-uniforms",
    "animation",
    "draw",
];

/// Keys of a draw call.
const DRAW: &[&str] = &[
    "model",
    "attributes",
    "vertices",
    "indices",
    "topology",
    "stride",
    "primitive",
    "inputs",
    "uniforms",
    "geometry-uniforms",
    "show",
    "range",
    "texture",
    "filter",
    "wrap",
    "cull",
    "depth",
    "viewport",
];

/// Keys of an animation.
const ANIMATION: &[&str] = &["frames", "rate"];

/// Adds errors about unknown keys of a scene, its draw calls and its animation.
pub(super) fn check(file: &DeTable<'_>, report: &mut DocumentReport<'_>) {
    report.check_keys(file, "a scene", &[KEYS, &job_keys()].concat());
    let draws = file.get("draw").and_then(|item| array(item).ok());
    for draw in draws.into_iter().flatten().filter_map(|item| table(item).ok()) {
        report.check_keys(draw, "a draw", DRAW);
    }
    if let Some(animation) = file.get("animation").and_then(|item| table(item).ok()) {
        report.check_keys(animation, "an animation", ANIMATION);
    }
}
