//! The sections of a file as text: what `picadump` shows, and the tables at the end of a listing.

mod code;
mod headers;
pub(crate) mod lines;
mod object;
pub(crate) mod tables;

use pica200::text::page::Page;
use pica200_report::contents::{Contents, Kind, Subject};

/// A section of the output for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
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
    pub(crate) const fn option(self) -> &'static str {
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

/// The kind of the file, and some sections.
pub(crate) fn sections(
    page: &mut Page,
    subject: &Subject<'_>,
    contents: &Contents<'_>,
    sections: &[Section],
) {
    headers::kind(page, subject, contents);
    let object = match contents.kind {
        Kind::Object(object) => Some(object),
        _ => None,
    };
    for section in sections {
        match section {
            Section::Headers => headers::headers(page, contents),
            Section::Code => code::code(page, contents),
            Section::Descriptors => tables::descriptors(page, contents),
            Section::Lines => lines::lines(page, contents),
            Section::Files => lines::files(page, contents),
            Section::Constants => {
                tables::constants(page, contents);
                object
                    .into_iter()
                    .for_each(|o| object::named_constants(page, contents, o));
            }
            Section::Labels => {
                tables::labels(page, contents);
                object
                    .into_iter()
                    .for_each(|o| object::externals(page, contents, o));
            }
            Section::Outputs => tables::outputs(page, contents),
            Section::Uniforms => tables::uniforms(page, contents),
            Section::Relocations => match contents.kind {
                // A shader binary has no relocations.
                Kind::Shbin => {}
                Kind::Object(object) => object::relocations(page, contents, object),
                Kind::Documented(object) => {
                    tables::raw_relocations(page, contents, &object.relocations)
                }
            },
        }
    }
}

/// `yes` or `no`.
pub(crate) const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
