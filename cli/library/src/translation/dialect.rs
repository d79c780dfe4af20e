//! Detection and conversion of sources in older dialects.
//!
//! The crate `pica200-dialects` converts them to this toolchain's syntax.

use std::path::PathBuf;
use std::str::FromStr;

use pica200_asm::allow::Allowances;
use pica200_asm::text::{FilePiece, Lines};
use pica200_asm::{AssemblyOptions, Files, Lookup};
use pica200_diagnostics::{Code, most_similar};
use pica200_dialects::{Conversion, ConvertedShader, Detection, Dialect, Line, Listing, Place, convert, detect};
use pica200_objfmt::formats::object::Object;

use super::generated::GeneratedAssembly;
use super::location::{locate, location};
use super::shading::{self, Shading, Stage};
use crate::diagnostic::Diagnostic;
use crate::input::{DialectSource, InputFile};
use crate::session::Session;
use crate::source::Source;
use crate::text::lists::listed;

/// Conversion options for sources in older dialects.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DialectOptions {
    /// Dialect; `None` if all sources are in this toolchain's syntax.
    pub choice: Option<DialectChoice>,
    /// Entry label of shaders; overrides the entry of the job.
    pub entry: Option<String>,
    /// True to treat shaders as geometry shaders, whatever their instructions.
    pub is_geometry: bool,
}

/// The dialect of the sources of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DialectChoice {
    /// Detected for each source.
    Auto,
    /// A specific dialect.
    Only(Dialect),
}

impl DialectChoice {
    /// Returns all choices.
    pub fn all() -> impl Iterator<Item = Self> {
        let dialects = Dialect::ALL.into_iter().map(Self::Only);
        dialects.chain([Self::Auto])
    }

    /// Returns the name in options: `nihstro`, `auto`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Only(dialect) => dialect.name(),
        }
    }

    /// Returns the dialect of a source; `None` if it is in this toolchain's syntax.
    pub fn detect(self, source: &[u8]) -> Option<Dialect> {
        match self {
            Self::Only(dialect) => Some(dialect),
            Self::Auto => {
                let found = detect(&String::from_utf8_lossy(source))?;
                // For an unsupported dialect, the errors suggest nihstro syntax.
                Some(found.dialect.unwrap_or(Dialect::Nihstro))
            }
        }
    }
}

impl FromStr for DialectChoice {
    type Err = String;

    /// Parses the name of a choice. The error lists the valid names.
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::all().find(|choice| choice.name() == name);
        found.ok_or_else(|| {
            let names: Vec<_> = Self::all().map(Self::name).collect();
            match most_similar(name, names.iter().copied()) {
                Some(similar) => format!("unknown dialect `{name}`; did you mean `{similar}`?"),
                None => format!("unknown dialect `{name}`; expected {}", listed(&names)),
            }
        })
    }
}

impl From<DialectChoice> for String {
    /// Returns the name in options.
    fn from(choice: DialectChoice) -> Self {
        choice.name().to_owned()
    }
}

impl DialectOptions {
    /// Returns the conversion settings of a source; `None` if it is in this toolchain's syntax. `entry` is the entry of
    /// the job.
    pub(crate) fn for_source(&self, file: &InputFile, entry: Option<&str>) -> Option<DialectSource> {
        let own = self.entry.as_deref().or(entry);
        Some(DialectSource {
            dialect: self.choice?.detect(&file.bytes)?,
            options: pica200_dialects::Options {
                entry: own.map(str::to_owned),
                is_geometry: self.is_geometry,
            },
        })
    }

    /// Merges both; `further` takes precedence.
    #[must_use]
    pub(super) fn with(&self, further: &Self) -> Self {
        Self {
            choice: further.choice.or(self.choice),
            entry: further.entry.clone().or_else(|| self.entry.clone()),
            is_geometry: self.is_geometry || further.is_geometry,
        }
    }
}

/// An object of a source. A source in an older dialect can have two, one for each shader.
#[derive(Debug)]
pub struct SourceObject {
    /// Infix before the suffix of its file name, with its dot, if it is one of two; otherwise empty.
    pub name: &'static str,
    /// The object.
    pub object: Object,
}

impl<'s> Session<'s> {
    /// Converts a source in an older dialect, and assembles the result. Returns none if there are errors.
    pub(crate) fn assemble_dialect(
        &mut self,
        files: &dyn Files,
        input: &'s InputFile,
        of: &DialectSource,
        options: &AssemblyOptions,
    ) -> Vec<SourceObject> {
        let number = self.sources.len();
        let mut converted = ConvertedSource::new(input, of, files, number);
        let sources = std::mem::take(&mut converted.conversion.sources);
        let parts = sources.iter().map(|source| {
            let object = converted.assemble(source, &input.recorded_name, number, options);
            Some(SourceObject {
                name: source.part,
                object: object?,
            })
        });
        let parts: Vec<Option<SourceObject>> = parts.collect();
        self.add_conversion(converted);
        let parts: Option<Vec<SourceObject>> = parts.into_iter().collect();
        parts.unwrap_or_default()
    }

    /// Converts a source in an older dialect to this toolchain's syntax. Returns the converted sources with their
    /// diagnostics; none if there are errors.
    pub fn convert(&mut self, input: &'s InputFile, of: &DialectSource) -> Conversion {
        let converted = ConvertedSource::new(input, of, self.files, self.sources.len());
        self.add_conversion(converted)
    }

    /// Adds the listing and the diagnostics of a converted source.
    fn add_conversion(&mut self, converted: ConvertedSource<'s>) -> Conversion {
        self.diagnostics.extend(converted.diagnostics);
        self.sources.push(converted.source);
        self.included.extend(converted.included);
        converted.conversion
    }
}

/// A converted source in an older dialect.
struct ConvertedSource<'s> {
    /// Its listing as a source.
    source: Source<'s>,
    /// Diagnostics.
    diagnostics: Vec<Diagnostic>,
    /// Files it includes.
    included: Vec<PathBuf>,
    /// The result of the converter.
    conversion: Conversion,
}

impl<'s> ConvertedSource<'s> {
    /// Converts a source. `number` is its source index in the session.
    fn new(input: &'s InputFile, of: &DialectSource, files: &dyn Files, number: usize) -> Self {
        let lookup = Lookup {
            files,
            directory: &input.dir,
        };
        let name = &input.recorded_name;
        let mut conversion = convert(of.dialect, name, &input.bytes, &of.options, &lookup);
        let listing = std::mem::take(&mut conversion.listing);
        let source = Source {
            path: &input.name,
            lines: lines(name, &listing),
            text: listing.text.into(),
            allowances: Allowances::default(),
        };
        let diagnostics = conversion.diagnostics.iter().cloned();
        let diagnostics = diagnostics.map(|one| locate(one, &source, number));
        Self {
            diagnostics: diagnostics.collect(),
            included: listing.included,
            source,
            conversion,
        }
    }

    /// Assembles a converted source. Adds the assembler's diagnostics, with locations in the listing. Returns `None` if
    /// there are errors.
    fn assemble(
        &mut self,
        converted: &ConvertedShader,
        name: &str,
        number: usize,
        options: &AssemblyOptions,
    ) -> Option<Object> {
        let place = |line: &Line| Some(line.place?.line);
        let lines = converted.lines.iter();
        let made = GeneratedAssembly::new(lines.map(|line| (line.text.as_str(), place(line))));
        let mut diagnostics = Vec::new();
        let object = made.assemble(name, &self.source, number, options, &mut diagnostics);
        // Both parts of a source can have the same error.
        diagnostics.retain(|diagnostic| !self.diagnostics.contains(diagnostic));
        self.diagnostics.append(&mut diagnostics);
        object
    }
}

/// Returns the lines of a listing.
fn lines(name: &str, listing: &Listing) -> Lines {
    let shown: Vec<Option<String>> = listing
        .pieces
        .iter()
        .map(|piece| Some(piece.path.as_ref()?.display().to_string()))
        .collect();
    if listing.pieces.is_empty() {
        return Lines::from_text(name, &listing.text);
    }
    let pieces = listing.pieces.iter().zip(&shown);
    let pieces = pieces.map(|(piece, shown)| FilePiece {
        first: piece.first,
        recorded: &piece.recorded,
        shown: shown.as_deref(),
        line: piece.line,
    });
    Lines::from_pieces(&listing.text, pieces)
}

/// Returns the error for a source in a shading language that is read as assembly.
fn looks_like_shading(source: &Source<'_>, number: usize) -> Option<Diagnostic> {
    let Shading { language, stage, line } = shading::recognise(&source.text)?;
    let (title, name) = (language.title(), language.name());
    let message = format!("`{}` is read as assembly, but looks like {title}", source.path);
    let help = match stage {
        Stage::Vertex => {
            let suffixes = language.suffixes();
            format!("picac and picald compile it with `--lang={name}`, or if its name ends in {suffixes}")
        }
        Stage::Geometry => "geometry shaders have to be written in assembly".to_owned(),
        Stage::Fragment => {
            "the console has no programmable stage for pixels: the application sets texture combiners".to_owned()
        }
    };
    let diagnostic = Diagnostic::for_file(Code::NotASource, source.path, message).with_help(help);
    Some(diagnostic.with_location(location(source, number, Place::line(line))))
}

/// Returns the error for a source in this toolchain's syntax that looks like a shading language or a dialect. `number`
/// is its source index in the session.
pub(crate) fn looks_like(source: &Source<'_>, number: usize) -> Option<Diagnostic> {
    if let Some(diagnostic) = looks_like_shading(source, number) {
        return Some(diagnostic);
    }
    let Detection { dialect, line, instead } = detect(&source.text)?;
    let (code, message, help) = match dialect {
        Some(dialect) => {
            let name = dialect.name();
            let message = format!("this looks like {name}'s dialect");
            let help = format!("assemble it with `--dialect={name}`, or convert it with `picafmt --from={name}`");
            (Code::OtherDialect, message, help)
        }
        None => {
            let message = "this looks like the 2014 version of nihstro's dialect, whose declarations differ";
            let instead = instead.unwrap_or_default();
            let help = format!("write `{instead}`, and use `--dialect=nihstro`");
            (Code::OldDeclaration, message.to_owned(), help)
        }
    };
    let diagnostic = Diagnostic::for_file(code, source.path, message).with_help(help);
    Some(diagnostic.with_location(location(source, number, Place::line(line))))
}
