//! Samplers: filters, addresses outside of a texture, comparison, border.

use std::str::FromStr;

/// How texels are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filter {
    /// The nearest one.
    Point,
    /// A weighted mean of the neighbours.
    Linear,
}

/// Which texel an address outside of the texture means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AddressMode {
    /// The texture repeats.
    Wrap,
    /// The texture repeats, each second time mirrored.
    Mirror,
    /// The texel at the edge.
    Clamp,
    /// The border colour.
    Border,
    /// The texture is mirrored at 0, and has its edge beyond that.
    MirrorOnce,
}

/// How a reference value is compared with a texel: the reference is the left side.
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
    /// Whether it holds for a reference value and a texel.
    pub(super) fn holds(self, reference: f64, texel: f64) -> bool {
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

/// The settings with which textures are sampled.
///
/// [`FromStr`] reads them from a list with commas: `point` or `linear` for all filters, or `min=`, `mag=` and `mip=` for
/// one of them, `mip=none` for the largest level only; `wrap`, `mirror`, `clamp`, `border` or `mirror-once` for all
/// axes, or `u=`, `v=` and `w=` for one; a comparison such as `less-equal`; `border-color=0/0/0/1`, `min-lod=0`,
/// `max-lod=4`. Later words change what earlier ones set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampler {
    /// The filter where texels are smaller than pixels.
    pub minification: Filter,
    /// The filter where texels are larger than pixels.
    pub magnification: Filter,
    /// The filter between levels; `None` takes the largest level.
    pub mip: Option<Filter>,
    /// The addresses along u, v and w.
    pub address: [AddressMode; 3],
    /// The comparison of `sample_c` and `gather4_c`.
    pub comparison: Comparison,
    /// The border colour.
    pub border: [f32; 4],
    /// The least and the greatest level of detail.
    pub lod: [f32; 2],
}

/// Linear filters, addresses at the edge, `less-equal`, a transparent black border, all levels.
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

/// A setting of a sampler that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SamplerError {
    /// A word that is no setting.
    #[error("`{word}` is not a sampler setting; expected one of {}", FORMS.join(", "))]
    Unknown {
        /// The word.
        word: String,
    },
    /// A setting with a value that it does not have.
    #[error("`{value}` is not a value of `{key}`; expected {expected}")]
    Value {
        /// The name of the setting.
        key: String,
        /// The value.
        value: String,
        /// The values that it has.
        expected: &'static str,
    },
}

const FORMS: [&str; 20] = [
    "`point`",
    "`linear`",
    "`min=FILTER`",
    "`mag=FILTER`",
    "`mip=FILTER`",
    "`wrap`",
    "`mirror`",
    "`clamp`",
    "`border`",
    "`mirror-once`",
    "`u=ADDRESS`",
    "`v=ADDRESS`",
    "`w=ADDRESS`",
    "`less`",
    "`less-equal` and other comparisons",
    "`never`",
    "`always`",
    "`border-color=R/G/B/A`",
    "`min-lod=N`",
    "`max-lod=N`",
];

const FILTERS: &str = "`point` or `linear`";
const MIP_FILTERS: &str = "`point`, `linear` or `none`";
const ADDRESSES: &str = "`wrap`, `mirror`, `clamp`, `border` or `mirror-once`";

fn filter(word: &str) -> Option<Filter> {
    match word {
        "point" => Some(Filter::Point),
        "linear" => Some(Filter::Linear),
        _ => None,
    }
}

fn address(word: &str) -> Option<AddressMode> {
    match word {
        "wrap" => Some(AddressMode::Wrap),
        "mirror" => Some(AddressMode::Mirror),
        "clamp" => Some(AddressMode::Clamp),
        "border" => Some(AddressMode::Border),
        "mirror-once" => Some(AddressMode::MirrorOnce),
        _ => None,
    }
}

fn comparison(word: &str) -> Option<Comparison> {
    match word {
        "never" => Some(Comparison::Never),
        "less" => Some(Comparison::Less),
        "equal" => Some(Comparison::Equal),
        "less-equal" => Some(Comparison::LessEqual),
        "greater" => Some(Comparison::Greater),
        "not-equal" => Some(Comparison::NotEqual),
        "greater-equal" => Some(Comparison::GreaterEqual),
        "always" => Some(Comparison::Always),
        _ => None,
    }
}

/// A finite number.
fn number(text: &str) -> Option<f32> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f32| number.is_finite())
}

fn color(text: &str) -> Option<[f32; 4]> {
    let channels: Option<Vec<f32>> = text.split('/').map(number).collect();
    channels?.try_into().ok()
}

impl Sampler {
    fn set_word(&mut self, word: &str) -> Result<(), SamplerError> {
        if let Some(filter) = filter(word) {
            self.minification = filter;
            self.magnification = filter;
            self.mip = Some(filter);
        } else if let Some(mode) = address(word) {
            self.address = [mode; 3];
        } else if let Some(comparison) = comparison(word) {
            self.comparison = comparison;
        } else {
            return Err(SamplerError::Unknown {
                word: word.to_owned(),
            });
        }
        Ok(())
    }

    fn set_value(&mut self, key: &str, value: &str) -> Result<(), SamplerError> {
        let [u, v, w] = &mut self.address;
        let [least, most] = &mut self.lod;
        let (is_set, expected) = match key {
            "min" => (set(&mut self.minification, filter(value)), FILTERS),
            "mag" => (set(&mut self.magnification, filter(value)), FILTERS),
            "mip" => {
                let filter = match value {
                    "none" => Some(None),
                    value => filter(value).map(Some),
                };
                (set(&mut self.mip, filter), MIP_FILTERS)
            }
            "u" => (set(u, address(value)), ADDRESSES),
            "v" => (set(v, address(value)), ADDRESSES),
            "w" => (set(w, address(value)), ADDRESSES),
            "border-color" => (
                set(&mut self.border, color(value)),
                "four numbers: `0/0/0/1`",
            ),
            "min-lod" => (set(least, number(value)), "a number"),
            "max-lod" => (set(most, number(value)), "a number"),
            _ => {
                return Err(SamplerError::Unknown {
                    word: key.to_owned(),
                });
            }
        };
        match is_set {
            true => Ok(()),
            false => Err(SamplerError::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                expected,
            }),
        }
    }
}

/// Sets a value if there is one; whether there is.
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
