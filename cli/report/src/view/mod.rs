//! Views of files in picadump: the views of each kind of file, and their common parts.

pub mod claims;
pub mod graphviz;
#[cfg(feature = "json")]
pub mod json;
pub mod raw;

use std::fmt::Display;

use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::levels::Levels;
use pica200::session::Session;
use pica200::text::Colors;
use pica200::text::page::Page;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::inspect::Embedded;

/// A section of the default view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// All headers.
    Headers,
    /// The code.
    Code,
    /// Operand descriptors.
    Descriptors,
    /// The line table.
    Lines,
    /// The names of source files.
    Files,
    /// Constants: the initial values of registers.
    Constants,
    /// Procedures and labels.
    Labels,
    /// Outputs.
    Outputs,
    /// Inputs and uniforms.
    Uniforms,
    /// Relocations of objects.
    Relocations,
}

impl Section {
    /// Returns the option that selects it.
    pub const fn option(self) -> &'static str {
        match self {
            Self::Headers => "--headers",
            Self::Code => "--code",
            Self::Descriptors => "--descriptors",
            Self::Lines => "--lines",
            Self::Files => "--files",
            Self::Constants => "--constants",
            Self::Labels => "--labels",
            Self::Outputs => "--outputs",
            Self::Uniforms => "--uniforms",
            Self::Relocations => "--relocations",
        }
    }
}

/// A view selected by an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// A section of the default view.
    Section(Section),
    /// All names.
    Symbols,
    /// The use of hardware limits.
    Size,
    /// The source lines of words.
    Addr2line,
    /// Every byte with its meaning.
    Raw,
    /// Disassembled source.
    Disassemble,
    /// Disassembled source after a comment with all tables.
    Listing,
    /// A JSON document.
    Json,
    /// Control flow graph.
    Dot,
    /// HTML page.
    Html,
    /// The errors in the file.
    Verify,
    /// The binaries of a variation.
    Variation,
}

impl View {
    /// Returns its option.
    pub const fn option(self) -> &'static str {
        match self {
            Self::Section(section) => section.option(),
            Self::Symbols => "--symbols",
            Self::Size => "--size",
            Self::Addr2line => "--addr2line",
            Self::Raw => "--raw",
            Self::Disassemble => "--disassemble",
            Self::Listing => "--listing",
            Self::Json => "--json",
            Self::Dot => "--dot",
            Self::Html => "--html",
            Self::Verify => "--verify",
            Self::Variation => "--variation",
        }
    }
}

/// A request to show a file.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The views selected by options that the viewer supports.
    pub views: Vec<View>,
    /// The selected sections of the default view, or all.
    pub sections: Vec<Section>,
    /// Coloring of text.
    pub colors: Colors,
    /// The addresses of [`View::Addr2line`], in words.
    pub words: &'a [u32],
    /// The version of the Direct3D compiler whose text format is used; `None` for the one that wrote the file.
    pub compiler: Option<u32>,
    /// The program of [`View::Variation`].
    pub program: Option<&'a [u8]>,
    /// The macro names and values of [`View::Variation`].
    pub settings: Vec<(&'a [u8], &'a [u8])>,
    /// The levels of diagnostics.
    pub levels: &'a Levels,
}

impl Request<'_> {
    /// Returns true if an option selects a view.
    pub fn wants(&self, view: View) -> bool {
        self.views.contains(&view)
    }

    /// Returns an empty page.
    pub fn page(&self) -> Page {
        Page::new(self.colors)
    }
}

/// The output of a viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViewOutput {
    /// A text for standard output.
    Text(Vec<u8>),
    /// The sources of [`View::Disassemble`], each with its file name.
    Sources(Vec<(String, Vec<u8>)>),
}

impl From<Page> for ViewOutput {
    fn from(page: Page) -> Self {
        Self::Text(page.into_bytes())
    }
}

/// Compares two files of the kinds of a viewer. Returns a line for each difference, or `None` after an error.
pub type Comparison = fn([&InputFile; 2], &mut Session<'_>) -> Option<Vec<String>>;

/// The views of some kinds of files.
pub trait Viewer: Sync {
    /// Returns the kinds of files.
    fn kinds(&self) -> &'static [FileKind];

    /// Returns the views of these files besides the default one.
    fn views(&self) -> &'static [View];

    /// Returns a hint about another tool for data that the views do not show, if there is one.
    fn other_tool_hint(&self, _file: &InputFile) -> Option<String> {
        None
    }

    /// Shows a file: the requested views, which are among [`Self::views`], or the default one. Returns `None` if there
    /// is nothing to show, or after an error. Errors in the file are reported.
    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<ViewOutput>;

    /// Returns the comparison function, or `None` if these files cannot be compared.
    fn comparison(&self) -> Option<Comparison> {
        None
    }

    /// Returns the files of these kinds embedded in another file, ordered by offset. They do not overlap.
    fn scan(&self, _file: &[u8]) -> Vec<Embedded> {
        Vec::new()
    }
}

/// Creates the diagnostic about damage in a file.
pub fn damage(name: &str, fault: &dyn Display) -> Diagnostic {
    Diagnostic::for_fault(Code::DamagedFile, name, fault)
}

/// Formats as `yes` or `no`.
pub const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
