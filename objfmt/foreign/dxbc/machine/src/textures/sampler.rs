//! Samplers: filters, address modes, comparison, border.

use std::str::FromStr;

/// A texture filter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filter {
    /// The nearest texel.
    Point,
    /// A weighted mean of neighboring texels.
    Linear,
}

/// A texture address mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AddressMode {
    /// Repeats the texture.
    Wrap,
    /// Repeats the texture, mirroring every second copy.
    Mirror,
    /// Clamps to the edge texel.
    Clamp,
    /// Uses the border color.
    Border,
    /// Mirrors the texture at 0, then clamps to the edge.
    MirrorOnce,
}

/// A comparison with a texel: the reference value is the left operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Never true.
    Never,
    /// Less.
    Less,
    /// Equal.
    Equal,
    /// Less or equal.
    LessEqual,
    /// Greater.
    Greater,
    /// Not equal.
    NotEqual,
    /// Greater or equal.
    GreaterEqual,
    /// Always true.
    Always,
}

impl Comparison {
    /// Returns true if it holds for a reference value and a texel.
    pub(super) fn compare(self, reference: f64, texel: f64) -> bool {
        match self {
            Self::Never => false,
            Self::Less => reference < texel,
            Self::Equal => reference == texel,
            Self::LessEqual => reference <= texel,
            Self::Greater => reference > texel,
            Self::NotEqual => reference != texel,
            Self::GreaterEqual => reference >= texel,
            Self::Always => true,
        }
    }
}

/// Sampler settings.
///
/// [`FromStr`] parses a comma-separated list: `point` or `linear` for all filters, or `min=`, `mag=` and `mip=` for one
/// of them, `mip=none` for only the largest level; `wrap`, `mirror`, `clamp`, `border` or `mirror-once` for all axes,
/// or `u=`, `v=` and `w=` for one; a comparison such as `less-equal`; `border-color=0/0/0/1`, `min-lod=0`, `max-lod=4`.
/// Later settings override earlier ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampler {
    /// The filter for texels smaller than pixels.
    pub minification: Filter,
    /// The filter for texels larger than pixels.
    pub magnification: Filter,
    /// The filter between levels; `None` always uses the largest level.
    pub mip: Option<Filter>,
    /// The address modes of u, v and w.
    pub address: [AddressMode; 3],
    /// The comparison of `sample_c` and `gather4_c`.
    pub comparison: Comparison,
    /// The border color.
    pub border: [f32; 4],
    /// The minimum and maximum level of detail.
    pub lod: [f32; 2],
}

/// Linear filters, clamping, `less-equal`, a transparent black border, all levels.
impl Default for Sampler {
    fn default() -> Self {
        Self {
            minification: Filter::Linear,
            magnification: Filter::Linear,
            mip: Some(Filter::Linear),
            address: [AddressMode::Clamp; 3],
            comparison: Comparison::LessEqual,
            border: [0.0; 4],
            lod: [0.0, f32::MAX],
        }
    }
}

/// A parse error of a sampler setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SamplerError {
    /// An empty list, or an empty setting between two commas.
    #[error("a sampler setting is empty; expected one of {}", all_settings())]
    Empty,
    /// An unknown setting.
    #[error("`{word}` is not a sampler setting; expected one of {}", all_settings())]
    Unknown {
        /// The setting.
        word: String,
    },
    /// A setting with an invalid value.
    #[error("`{value}` is not a value of `{key}`; expected {expected}")]
    Value {
        /// The name of the setting.
        key: String,
        /// The value.
        value: String,
        /// The valid values.
        expected: String,
    },
}

const FILTERS: [(&str, Filter); 2] = [("point", Filter::Point), ("linear", Filter::Linear)];

/// The keyword for no filter between levels.
const NO_MIP: &str = "none";

const ADDRESSES: [(&str, AddressMode); 5] = [
    ("wrap", AddressMode::Wrap),
    ("mirror", AddressMode::Mirror),
    ("clamp", AddressMode::Clamp),
    ("border", AddressMode::Border),
    ("mirror-once", AddressMode::MirrorOnce),
];

const COMPARISONS: [(&str, Comparison); 8] = [
    ("never", Comparison::Never),
    ("less", Comparison::Less),
    ("equal", Comparison::Equal),
    ("less-equal", Comparison::LessEqual),
    ("greater", Comparison::Greater),
    ("not-equal", Comparison::NotEqual),
    ("greater-equal", Comparison::GreaterEqual),
    ("always", Comparison::Always),
];

/// A setting that takes a value.
#[derive(Clone, Copy)]
enum Key {
    Minification,
    Magnification,
    Mip,
    /// The address mode of an axis.
    Address(usize),
    Border,
    /// The minimum or maximum level of detail.
    Lod(usize),
}

/// The settings that take a value, each with its syntax for messages.
const KEYS: [(&str, &str, Key); 9] = [
    ("min", "FILTER", Key::Minification),
    ("mag", "FILTER", Key::Magnification),
    ("mip", "FILTER", Key::Mip),
    ("u", "ADDRESS", Key::Address(0)),
    ("v", "ADDRESS", Key::Address(1)),
    ("w", "ADDRESS", Key::Address(2)),
    ("border-color", "R/G/B/A", Key::Border),
    ("min-lod", "N", Key::Lod(0)),
    ("max-lod", "N", Key::Lod(1)),
];

/// Looks up a keyword in a table.
fn value<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    let (_, value) = table.iter().find(|(name, _)| *name == word)?;
    Some(*value)
}

fn words<'t, T>(table: &'t [(&'t str, T)]) -> impl Iterator<Item = &'t str> {
    table.iter().map(|(name, _)| *name)
}

/// Formats all settings, for messages: `` `point`, `min=FILTER` ``.
fn all_settings() -> String {
    let plain = words(&FILTERS).chain(words(&ADDRESSES)).chain(words(&COMPARISONS));
    let plain = plain.map(|word| format!("`{word}`"));
    let keys = KEYS.iter();
    let keys = keys.map(|(name, form, _)| format!("`{name}={form}`"));
    plain.chain(keys).collect::<Vec<_>>().join(", ")
}

/// Formats alternatives: `` `point`, `linear` or `none` ``.
fn alternatives<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<_> = words.map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// Parses a finite number.
fn number(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

fn color(text: &str) -> Option<[f32; 4]> {
    let channels: Option<Vec<f32>> = text.split('/').map(number).collect();
    channels?.try_into().ok()
}

impl Sampler {
    fn set_word(&mut self, word: &str) -> Result<(), SamplerError> {
        if let Some(filter) = value(&FILTERS, word) {
            self.minification = filter;
            self.magnification = filter;
            self.mip = Some(filter);
        } else if let Some(mode) = value(&ADDRESSES, word) {
            self.address = [mode; 3];
        } else if let Some(comparison) = value(&COMPARISONS, word) {
            self.comparison = comparison;
        } else if word.is_empty() {
            return Err(SamplerError::Empty);
        } else {
            return Err(SamplerError::Unknown { word: word.to_owned() });
        }
        Ok(())
    }

    fn set_value(&mut self, name: &str, text: &str) -> Result<(), SamplerError> {
        let Some((.., key)) = KEYS.iter().find(|(key, ..)| *key == name) else {
            return Err(SamplerError::Unknown { word: name.to_owned() });
        };
        let filter = value(&FILTERS, text);
        let is_set = match *key {
            Key::Minification => set(&mut self.minification, filter),
            Key::Magnification => set(&mut self.magnification, filter),
            Key::Mip if text == NO_MIP => set(&mut self.mip, Some(None)),
            Key::Mip => set(&mut self.mip, filter.map(Some)),
            Key::Address(axis) => set(&mut self.address[axis], value(&ADDRESSES, text)),
            Key::Border => set(&mut self.border, color(text)),
            Key::Lod(end) => set(&mut self.lod[end], number(text)),
        };
        if is_set {
            Ok(())
        } else {
            Err(SamplerError::Value {
                key: name.to_owned(),
                value: text.to_owned(),
                expected: key.expected(),
            })
        }
    }
}

impl Key {
    /// Describes the valid values.
    fn expected(self) -> String {
        match self {
            Self::Minification | Self::Magnification => alternatives(words(&FILTERS)),
            Self::Mip => alternatives(words(&FILTERS).chain([NO_MIP])),
            Self::Address(_) => alternatives(words(&ADDRESSES)),
            Self::Border => "four numbers: `0/0/0/1`".to_owned(),
            Self::Lod(_) => "a number".to_owned(),
        }
    }
}

/// Sets a value if there is one. Returns true if so.
fn set<T>(slot: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *slot = value;
            true
        }
        None => false,
    }
}

impl FromStr for Sampler {
    type Err = SamplerError;

    fn from_str(text: &str) -> Result<Self, SamplerError> {
        let mut sampler = Self::default();
        for word in text.split(',').map(str::trim) {
            match word.split_once('=') {
                Some((key, value)) => sampler.set_value(key.trim(), value.trim())?,
                None => sampler.set_word(word)?,
            }
        }
        Ok(sampler)
    }
}
