//! The frames of an animation.

use pica200_render::png::Rate;
use toml::de::DeTable;

use crate::document::{DocumentReport, Item, TomlError, table, whole};

/// Maximum number of frames of an animation.
const MAX_FRAMES: u16 = 1000;

/// Number of frames and frame rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Animation {
    pub(super) frames: u16,
    pub(super) rate: Rate,
}

/// Reads the animation of a scene, if it has one. Errors go to `report`.
pub(super) fn read(file: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Option<Animation> {
    let item = file.get("animation")?;
    let keys = report.get(file, "animation", table)?;
    let frames = report.get(keys, "frames", |item| between(item, 2, MAX_FRAMES));
    let rate = report.get(keys, "rate", |item| between(item, 1, 100));
    if !keys.contains_key("frames") {
        report.wrong(item.span(), "an animation has no `frames`");
    }
    Some(Animation {
        frames: frames.unwrap_or(2),
        rate: Rate {
            frames_per_second: rate.unwrap_or(20),
        },
    })
}

/// Returns an integer in a range.
pub(super) fn between(item: &Item<'_>, least: u16, most: u16) -> Result<u16, TomlError> {
    let number = u16::try_from(whole(item)?).ok();
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| TomlError::new(item, format!("is not in the range {least} to {most}")))
}
