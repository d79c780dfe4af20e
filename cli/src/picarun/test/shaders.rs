//! The document of a test file, and the shader that it names.

use std::path::Path;

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::document::{Header, header};
use crate::program::Streams;
use pica200::document::{DocumentReport, MAX_TEST_BYTES, parse_error};
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::shader::binary::make_names_unique;
use pica200::wrapped::unwrap_only;

/// Returns the table of a file, and the build of its shader with an index. Returns `None` if the tests cannot run.
pub(super) fn read<'t>(
    text: &'t str,
    folder: &Path,
    number: usize,
    report: &mut DocumentReport<'_>,
) -> Option<(DeTable<'t>, Header)> {
    if text.len() > MAX_TEST_BYTES {
        let message = format!("it is larger than the limit of {MAX_TEST_BYTES} bytes");
        let help = "split the cases among several files";
        report.file_error(Code::UnreadableTest, &message, help);
        return None;
    }
    match DeTable::parse(text) {
        Ok(table) => {
            let table = table.into_inner();
            let header = header(&table, folder, number, report)?;
            Some((table, header))
        }
        Err(error) => {
            let span = error.span().unwrap_or_default();
            report.error(Code::UnreadableTest, span, parse_error(&error));
            None
        }
    }
}

/// Reads the inputs of a test file's shader. Errors are located where the file names the input.
pub(super) fn inputs(header: &Header, report: &mut DocumentReport<'_>, streams: &Streams<'_>) -> Vec<InputFile> {
    let mut files = Vec::new();
    for (input, span) in &header.inputs {
        let mut session = Session::new(streams.files);
        header.job.read_named(input, &mut session, &mut files);
        for diagnostic in session.diagnostics {
            report.add(span.clone(), diagnostic);
        }
    }
    let unwrapped = unwrap_only(&mut files, header.shader_file);
    if let (Err(diagnostic), Some((_, span))) = (unwrapped, header.inputs.first()) {
        report.add(span.clone(), diagnostic);
        return Vec::new();
    }
    make_names_unique(&mut files);
    files
}
