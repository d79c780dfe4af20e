//! Older dialects.

use pica200::input::{DialectSource, InputFile};
use pica200::session::Session;
use pica200_asm::{AssemblyOptions, MemoryFiles};
use pica200_dialects::{Dialect, Options};

use super::source::{check_places, check_rendering};
use crate::corpus::{files, folder};
use crate::formats::check_object;

/// Converts a source from each dialect, and assembles the result.
///
/// # Panics
///
/// Panics unless there is a converted source exactly if there are no errors, and an object exactly if the assembler
/// also reports none; formatting changes no words; diagnostics have locations within the text and can be rendered.
pub fn convert_source(source: &[u8]) {
    for dialect in Dialect::ALL {
        check(source, dialect);
    }
}

fn check(source: &[u8], dialect: Dialect) {
    let of = DialectSource {
        dialect,
        options: Options::default(),
    };
    let input = InputFile {
        dialect: Some(of.clone()),
        ..InputFile::new("source".into(), source.to_owned())
    };
    let files = MemoryFiles::new().with("source", source);
    let mut converting = Session::new(&files);
    let made = converting.convert(&input, &of);
    assert_eq!(made.sources.is_empty(), converting.has_errors());
    let mut session = Session::new(&files);
    let parts = session.parts(&input, &AssemblyOptions::default());
    assert_eq!(parts.is_empty(), session.has_errors());
    check_places(&session);
    check_rendering(&session);
    if parts.is_empty() {
        return;
    }
    assert_eq!(parts.len(), made.sources.len());
    for (part, converted) in parts.iter().zip(&made.sources) {
        check_object(&part.object);
        let formatted = pica200_format::format(converted.text().as_bytes()).formatted;
        let formatted = formatted.expect("a converted source is text");
        let again = pica200_asm::assemble("again", formatted.as_bytes(), &AssemblyOptions::default());
        let again = again.object.expect("a converted source assembles");
        assert_eq!(again.code, part.object.code);
    }
}

/// Returns the cases and golden files of all dialects.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let folders = Dialect::ALL
        .into_iter()
        .flat_map(|dialect| ["dialects", "golden"].map(|parent| folder(parent).join(dialect.name())));
    let paths = folders.flat_map(|folder| files(&folder, "vsh"));
    paths.filter_map(|path| std::fs::read(path).ok()).collect()
}
