//! Settings of the whole image.

use crate::text::page::counted;
use pica200_machine::Precision;
use pica200_render::{Pixel, Scene, Size, Viewport};
use toml::de::DeTable;

use super::animation::between;
use crate::document::{DocumentReport, Item, TomlError, array, boolean, whole};
use crate::shader::document::rows::{number, row};

/// Default background colour: a dark grey, so that black is visible.
const BACKGROUND: Pixel = [32, 32, 32, 255];

/// The settings of an image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) size: Size,
    pub(super) background: Pixel,
    pub(super) tilt: bool,
    pub(super) precision: Precision,
    pub(super) budget: u64,
}

/// Reads the settings of an image. Returns `None` only if the default size were invalid. Errors go to `report`.
pub(super) fn read(file: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Option<Settings> {
    let size = report.get(file, "size", size);
    let background = report.get(file, "background", color);
    let float24 = report.get(file, "float24", boolean).unwrap_or(false);
    Some(Settings {
        // The top screen.
        size: size.or_else(|| Size::new(400, 240))?,
        background: background.unwrap_or(BACKGROUND),
        tilt: report.get(file, "tilt", boolean).unwrap_or(false),
        precision: if float24 { Precision::Float24 } else { Precision::Single },
        budget: report.get(file, "budget", whole).unwrap_or(Scene::BUDGET),
    })
}

/// Returns as many integers as `names` has entries.
fn numbers<const N: usize>(item: &Item<'_>, names: [&str; N]) -> Result<[u16; N], TomlError> {
    let items = array(item)?;
    let numbers: Vec<_> = items
        .iter()
        .map(|item| between(item, 0, u16::MAX))
        .collect::<Result<_, _>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| {
        let names = names.join(", ");
        let found = counted(found, "number");
        TomlError::new(item, format!("has {found}; expected [{names}]"))
    })
}

fn sides(item: &Item<'_>, width: u16, height: u16) -> Result<Size, TomlError> {
    let most = Size::MAX;
    let why = || format!("has a side that is not in the range 1 to {most}");
    Size::new(width, height).ok_or_else(|| TomlError::new(item, why()))
}

fn size(item: &Item<'_>) -> Result<Size, TomlError> {
    let [width, height] = numbers(item, ["width", "height"])?;
    sides(item, width, height)
}

/// Returns a viewport of an image with a size.
pub(super) fn viewport(item: &Item<'_>, picture: Size) -> Result<Viewport, TomlError> {
    let [left, top, width, height] = numbers(item, ["left", "top", "width", "height"])?;
    let size = sides(item, width, height)?;
    let fits = |start: u16, side: u16, all: u16| u32::from(start) + u32::from(side) <= all.into();
    if !(fits(left, width, picture.width()) && fits(top, height, picture.height())) {
        let why = format!("is not within the picture, which has {picture} pixels");
        return Err(TomlError::new(item, why));
    }
    Ok(Viewport { left, top, size })
}

/// Returns a colour: red, green, blue, and optionally alpha (default: 1).
fn color(item: &Item<'_>) -> Result<Pixel, TomlError> {
    let row = row(item)?;
    let wrong = || TomlError::new(item, "is not a color; expected [red, green, blue], each from 0 to 1");
    let mut pixel = [u8::MAX; 4];
    if row.numbers().len() < 3 {
        return Err(wrong());
    }
    for (channel, number) in pixel.iter_mut().zip(row.numbers()) {
        *channel = pica200_render::channel(number.to_f32()).ok_or_else(wrong)?;
    }
    Ok(pixel)
}

/// Returns two numbers, the first less than the second.
pub(super) fn range(item: &Item<'_>) -> Result<[f32; 2], TomlError> {
    let numbers: Vec<_> = array(item)?
        .iter()
        .map(|item| Ok(number(item)?.to_f32()))
        .collect::<Result<_, TomlError>>()?;
    match *numbers.as_slice() {
        [low, high] if low < high && (high - low).is_finite() => Ok([low, high]),
        _ => Err(TomlError::new(
            item,
            "is not a range; expected [low, high], the first below the second",
        )),
    }
}
