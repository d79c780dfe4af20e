//! The views of files: what picadump shows of each kind, and what the texts of all kinds are made of.

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

/// A section of the view without options.
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
    /// The option that asks for it.
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

/// A view that an option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// A section of the view without options.
    Section(Section),
    /// All names.
    Symbols,
    /// The use of hardware limits.
    Size,
    /// The source lines of words.
    Addr2line,
    /// Every byte.
    Raw,
    /// Source text.
    Disassemble,
    /// Source text after a comment with all tables.
    Listing,
    /// A JSON document.
    Json,
    /// Control flow as a graph.
    Dot,
    /// A page in HTML.
    Html,
    /// What is wrong with the file.
    Verify,
    /// The binaries of a variation.
    Variation,
}

impl View {
    /// Its option.
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

/// What to show of a file.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The views that options ask for, which the viewer has.
    pub views: Vec<View>,
    /// The sections of the view without options: those that options ask for, or all.
    pub sections: Vec<Section>,
    /// Whether text is coloured.
    pub colors: Colors,
    /// The words of [`View::Addr2line`], as offsets in words.
    pub words: &'a [u32],
    /// The version of Direct3D's compiler whose text is shown; `None` is the one that made the file.
    pub compiler: Option<u32>,
    /// The program of [`View::Variation`].
    pub program: Option<&'a [u8]>,
    /// The names and values of the macros of [`View::Variation`].
    pub settings: Vec<(&'a [u8], &'a [u8])>,
    /// The levels of diagnostics.
    pub levels: &'a Levels,
}

impl Request<'_> {
    /// Whether an option asks for a view.
    pub fn wants(&self, view: View) -> bool {
        self.views.contains(&view)
    }

    /// An empty page.
    pub fn page(&self) -> Page {
        Page::new(self.colors)
    }
}

/// What a viewer shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A text for standard output.
    Text(Vec<u8>),
    /// The source texts of [`View::Disassemble`], each with the name of its file.
    Sources(Vec<(String, Vec<u8>)>),
}

impl From<Page> for Shown {
    fn from(page: Page) -> Self {
        Self::Text(page.into_bytes())
    }
}

/// Compares two files of the kinds of a viewer: a line for each difference, `None` after a report.
pub type Comparison = fn([&InputFile; 2], &mut Session<'_>) -> Option<Vec<String>>;

/// The views of files of some kinds.
pub trait Viewer: Sync {
    /// The kinds.
    fn kinds(&self) -> &'static [FileKind];

    /// The views that these files have beside the one without options.
    fn views(&self) -> &'static [View];

    /// Another way to what the views do not show, if there is one.
    fn other_way(&self, _file: &InputFile) -> Option<String> {
        None
    }

    /// What to show of a file: the views of the request, which are among [`Self::views`], or the one without options.
    /// `None` if there is nothing to show, or after a report. What is wrong with the file is reported.
    fn show(&self, request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<Shown>;

    /// Compares two files; `None` if these files cannot be compared.
    fn comparison(&self) -> Option<Comparison> {
        None
    }

    /// The files of these kinds inside another file, in the order of their offsets. They do not overlap.
    fn scan(&self, _file: &[u8]) -> Vec<Embedded> {
        Vec::new()
    }
}

/// The report on damage in a file.
pub fn damage(name: &str, fault: &dyn Display) -> Diagnostic {
    Diagnostic::of_fault(Code::DamagedFile, name, fault)
}

/// `yes` or `no`.
pub const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
