#![doc = include_str!("../README.md")]

mod aemstro;
mod blocks;
mod detect;
mod diagnostic;
mod directives;
mod flags;
mod flow;
mod index;
mod listing;
mod names;
mod nihstro;
mod number;
mod outputs;
mod program;
mod ranges;
mod reachability;

mod swizzle;
mod write;

use pica200_asm::Lookup;

pub use detect::{Detection, detect};
pub use diagnostic::{Diagnostic, Place};
pub use listing::{Listing, Piece};

/// A dialect that this crate reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// The language of nihstro's assembler.
    Nihstro,
    /// The language of aemstro's assembler.
    Aemstro,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::Nihstro, Self::Aemstro];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nihstro => "nihstro",
            Self::Aemstro => "aemstro",
        }
    }

    /// Returns the dialect with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

impl From<Dialect> for String {
    /// Returns the name in options.
    fn from(dialect: Dialect) -> Self {
        dialect.name().to_owned()
    }
}

/// Command-line options of the old tool.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// The label at which the shader starts; by default, the one in the source, or `main`.
    pub entry: Option<String>,
    /// True for a geometry shader; otherwise, the source decides. Of a source with a vertex and a geometry shader, only
    /// the latter is converted.
    pub is_geometry: bool,
}

/// A line of a converted source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line, without its line ending and without indentation.
    pub text: String,
    /// The location in the listing from which it comes.
    pub place: Option<Place>,
}

/// A source in picasm syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConvertedShader {
    /// The part of the file name before its suffix, with its period, if a source becomes several; otherwise empty.
    pub part: &'static str,
    /// Its lines.
    pub lines: Vec<Line>,
}

impl ConvertedShader {
    /// Returns the text of the source, without indentation.
    pub fn text(&self) -> String {
        let ended = self.lines.iter().flat_map(|line| [&line.text, "\n"]);
        ended.collect()
    }
}

/// The result of a conversion.
#[derive(Clone, Default, Debug)]
pub struct Conversion {
    /// The sources; none if there are errors.
    pub sources: Vec<ConvertedShader>,
    /// The text that locations refer to: the source with its included files.
    pub listing: Listing,
    /// Errors and warnings, in the order of their locations.
    pub diagnostics: Vec<Diagnostic>,
    /// Changes for programs that load the shader, in sentences.
    pub notes: Vec<String>,
}

/// Converts a source. `name` is its name in locations; `lookup` finds the files that it includes.
pub fn convert(dialect: Dialect, name: &str, source: &[u8], options: &Options, lookup: &Lookup<'_>) -> Conversion {
    let mut conversion = match dialect {
        Dialect::Nihstro => nihstro::convert(name, source, options, lookup),
        Dialect::Aemstro => aemstro::convert(name, source, options, lookup),
    };
    let place = |diagnostic: &Diagnostic| {
        let place = diagnostic.location();
        place.map_or((u32::MAX, None), |place| {
            (place.line, place.columns.map(|columns| columns.start))
        })
    };
    conversion.diagnostics.sort_by_key(place);
    if conversion.diagnostics.iter().any(Diagnostic::is_error) {
        conversion.sources.clear();
        conversion.notes.clear();
    }
    conversion
}
