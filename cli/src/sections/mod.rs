//! Sections of a file as text, for `picadump` and for the tables at the end of a listing.

mod code;
mod headers;
pub(crate) mod lines;
mod object;
pub(crate) mod tables;

use pica200::text::page::Page;
use pica200_report::contents::{Contents, InspectedFile, Kind};
use pica200_report::view::Section;

/// Writes the kind of the file, and some sections.
pub(crate) fn sections(page: &mut Page, subject: &InspectedFile<'_>, contents: &Contents<'_>, sections: &[Section]) {
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
                object.into_iter().for_each(|o| object::externals(page, contents, o));
            }
            Section::Outputs => tables::outputs(page, contents),
            Section::Uniforms => tables::uniforms(page, contents),
            Section::Relocations => match contents.kind {
                // A shader binary has no relocations.
                Kind::Shbin => {}
                Kind::Object(object) => object::relocations(page, contents, object),
                Kind::Documented(object) => tables::raw_relocations(page, contents, &object.relocations),
            },
        }
    }
}
