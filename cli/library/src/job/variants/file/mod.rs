//! Variant files (`NAME.variants.toml`): sources, parameters, and excluded combinations.

mod numbers;

use std::ops::Range;
use std::path::Path;

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::Variants;
use crate::diagnostic::{Label, Location};
use crate::document::{DocumentReport, parse_error, strings};
use crate::input::{InputFile, is_list, is_stdin, is_variant_file};
use crate::job::keys::{job, job_keys, libraries};
use crate::job::{Job, JobInput};
use crate::session::Session;
use crate::source::Source;
#[cfg(feature = "testing")]
pub(super) use numbers::values;

/// Keys of a file, besides the keys of a job.
const KEYS: &[&str] = &["sources", "numbers", "defaults", "exclude"];

/// Maximum size of a file. Reading one takes about 80 times as much memory.
const MAX_BYTES: usize = 1 << 20;

/// The contents of a variant file.
#[derive(Clone, Debug)]
pub struct VariantFile {
    /// Sources and libraries, in order, each with its span in the file.
    pub inputs: Vec<(JobInput, Range<usize>)>,
    /// The defines, directories and levels for all variants; without inputs.
    pub job: Job,
    /// Parameters and their combinations.
    pub variants: Variants,
}

/// Returns the inputs of a variant file; none if the file is invalid, which [`read`] reports.
pub(crate) fn sources(file: &InputFile) -> Option<VariantFile> {
    let text = std::str::from_utf8(&file.bytes).ok()?;
    let mut report = DocumentReport::new(&file.name, 0, Code::InvalidVariations);
    let read = parse(text, &file.dir, &mut report);
    read.filter(|_| report.is_empty())
}

/// Returns a label for the line of a variant file that refers to an input.
pub(crate) fn named_at(file: &InputFile, span: &Range<usize>) -> Label {
    let before = file.bytes.get(..span.start).unwrap_or_default();
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    Label {
        location: Location::Line {
            object: file.name.clone(),
            file: file.name.clone(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
        },
        text: "named here".to_owned(),
    }
}

/// Reads a file. Returns `None` if there are errors, which are in the session.
pub fn read<'s>(file: &'s InputFile, session: &mut Session<'s>) -> Option<VariantFile> {
    let number = session.sources.len();
    let mut report = DocumentReport::new(&file.name, number, Code::InvalidVariations);
    let read = match std::str::from_utf8(&file.bytes) {
        Ok(text) => {
            session.sources.push(Source::from_text(&file.name, &file.name, text));
            parse(text, &file.dir, &mut report)
        }
        Err(_) => {
            let help = "save it as UTF-8";
            report.file_error(Code::InvalidVariations, "it is not valid UTF-8", help);
            None
        }
    };
    let is_whole = report.is_empty();
    session.diagnostics.extend(report.into_diagnostics());
    read.filter(|_| is_whole)
}

/// Reads the text of a file. Paths are relative to `dir`.
fn parse(text: &str, dir: &Path, report: &mut DocumentReport<'_>) -> Option<VariantFile> {
    if text.len() > MAX_BYTES {
        let message = format!("it is larger than the limit of {MAX_BYTES} bytes");
        let help = "list each number only once, whatever the number of variations";
        report.file_error(Code::InvalidVariations, &message, help);
        return None;
    }
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            report.wrong(span, parse_error(&error));
            return None;
        }
    };
    let keys = [KEYS, &job_keys()].concat();
    report.check_keys(&table, "a variant file", &keys);
    let inputs = inputs(&table, dir, report);
    let job = job(&table, dir, Job::default(), report);
    let variants = numbers::variants(&table, &job, report);
    Some(VariantFile {
        inputs: inputs?,
        job,
        variants: variants?,
    })
}

fn inputs(table: &DeTable<'_>, dir: &Path, report: &mut DocumentReport<'_>) -> Option<Vec<(JobInput, Range<usize>)>> {
    if !table.contains_key("sources") {
        let help = "write `sources = \"shader.vsh\"`, relative to this file";
        report.file_error(Code::InvalidVariations, "it has no `sources`", help);
        return None;
    }
    let sources = report.get(table, "sources", strings);
    let mut inputs = Vec::new();
    for (name, span) in sources.into_iter().flatten() {
        let path = Path::new(name);
        if is_list(path) || is_variant_file(path) {
            let message = format!("`{name}` is a list of files; expected a source, object or archive");
            report.wrong(span, message).help = Some("list the files themselves".to_owned());
            continue;
        }
        // In a variant file, `-` is an ordinary file.
        let path = dir.join(path);
        let path = if is_stdin(&path) {
            Path::new(".").join(path)
        } else {
            path
        };
        inputs.push((JobInput::File(path), span));
    }
    inputs.extend(libraries(table, report));
    Some(inputs)
}
