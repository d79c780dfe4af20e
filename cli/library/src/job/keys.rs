//! Builds described by a document: defines, directories, levels.

use std::ops::Range;
use std::path::Path;

use pica200_asm::Define;
use toml::de::{DeTable, DeValue};

use super::options::{keys, set_options};
use super::{Job, JobInput};
use crate::document::{DocumentReport, Item, TomlError, entries, noun, string, strings, table};
use crate::levels::LEVEL_OPTIONS;

/// Keys of all documents that are not in the option table.
const KEYS: [&str; 4] = ["define", "include", "libraries", "library-paths"];

/// Returns the keys read by [`job`] and [`libraries`].
pub fn job_keys() -> Vec<&'static str> {
    let levels = LEVEL_OPTIONS.iter().map(|option| option.name);
    let options = keys(false).map(|option| option.name);
    KEYS.into_iter().chain(levels).chain(options).collect()
}

/// Returns a job with the defines, directories and levels of a document with the keys of test files. They take
/// precedence over the settings of `job`, whose directories are searched later. Paths are relative to `dir`. Errors
/// go to `report`.
pub fn job(file: &DeTable<'_>, dir: &Path, mut job: Job, report: &mut DocumentReport<'_>) -> Job {
    let mut paths = |key| {
        let paths = report.get(file, key, strings).into_iter().flatten();
        paths.map(|(path, _)| dir.join(path)).collect::<Vec<_>>()
    };
    job.assembling.include_paths.splice(0..0, paths("include"));
    job.library_paths.splice(0..0, paths("library-paths"));
    let defines = report.get(file, "define", table).map(entries);
    for (name, value) in defines.into_iter().flatten() {
        let name = name.get_ref();
        let number = match number(value) {
            Ok(number) => number,
            Err(toml_error) => {
                report.toml_error(name, toml_error);
                continue;
            }
        };
        match Define::new(&format!("{name}={number}")) {
            Ok(define) => job.assembling.defines.push(define),
            Err(error) => {
                report.wrong(value.span(), error.to_string());
            }
        }
    }
    set_options(file, keys(false), &mut job, report);
    // The shader to run is named after its entry point. The reader of the key reports values of other types.
    if let Some(Ok(name)) = file.get("entry").map(string) {
        job.translation.dialect.entry = Some(name.to_owned());
    }
    for option in LEVEL_OPTIONS {
        let names = report.get(file, option.name, strings);
        for (name, span) in names.into_iter().flatten() {
            if let Err(message) = job.levels.set(name, option.level) {
                report.wrong(span, message);
            }
        }
    }
    job
}

/// Returns the libraries listed in a document, each with its span. Errors go to `report`.
pub fn libraries(file: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Vec<(JobInput, Range<usize>)> {
    let names = report.get(file, "libraries", strings);
    let library = |(name, span): (&str, Range<usize>)| (JobInput::Library(name.into()), span);
    names.into_iter().flatten().map(library).collect()
}

/// Returns a number in source notation; a string contains an expression.
fn number(value: &Item<'_>) -> Result<String, TomlError> {
    match value.get_ref() {
        DeValue::String(expression) => Ok(expression.to_string()),
        DeValue::Float(float) => Ok(float.as_str().to_owned()),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            let number = number.map_err(|_| TomlError::new(value, "is too large"))?;
            Ok(number.to_string())
        }
        _ => {
            let why = format!("is {}; expected a number", noun(value));
            Err(TomlError::new(value, why))
        }
    }
}
