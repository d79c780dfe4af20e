//! The build of a test file's shader: numbers, folders, levels.

use std::ops::Range;
use std::path::Path;

use pica200::job::Job;
use pica200::shader::binary::to_run;
use pica200_asm::Define;
use pica200_diagnostics::{Code, Level};
use toml::de::{DeTable, DeValue};

use super::document::{Findings, entries};
use super::values::{boolean, string, table};
use crate::rows::{Flaw, Item, noun};

/// The keys of levels.
const LEVELS: [(&str, Level); 3] = [
    ("allow", Level::Allow),
    ("warn", Level::Warn),
    ("deny", Level::Deny),
];

/// The build that a file describes, without its inputs. Paths are relative to `folder`.
pub(super) fn job(file: &DeTable<'_>, folder: &Path, findings: &mut Findings<'_>) -> Job {
    let mut job = to_run();
    let mut paths = |key| {
        let paths = findings.get(file, key, strings).into_iter().flatten();
        paths.map(|(path, _)| folder.join(path)).collect()
    };
    job.assembling.include_paths = paths("include");
    job.library_paths = paths("library-paths");
    if let Some(padding) = findings.get(file, "padding", boolean) {
        job.assembling.padding = padding;
    }
    let defines = findings.get(file, "define", table).map(entries);
    for (name, value) in defines.into_iter().flatten() {
        let name = name.get_ref();
        let number = match number(value) {
            Ok(number) => number,
            Err(flaw) => {
                findings.flaw(name, flaw);
                continue;
            }
        };
        match Define::new(&format!("{name}={number}")) {
            Ok(define) => job.assembling.defines.push(define),
            Err(error) => {
                findings.error(Code::InvalidTest, value.span(), error.to_string());
            }
        }
    }
    for (key, level) in LEVELS {
        let names = findings.get(file, key, strings);
        for (name, span) in names.into_iter().flatten() {
            if let Err(message) = job.levels.set(name, level) {
                findings.error(Code::InvalidTest, span, message);
            }
        }
    }
    job
}

/// A number in the notation of sources; a string contains an expression.
fn number(value: &Item<'_>) -> Result<String, Flaw> {
    match value.get_ref() {
        DeValue::String(expression) => Ok(expression.to_string()),
        DeValue::Float(float) => Ok(float.as_str().to_owned()),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            let number = number.map_err(|_| Flaw::new(value, "is too large"))?;
            Ok(number.to_string())
        }
        _ => {
            let why = format!("is {}; expected a number", noun(value));
            Err(Flaw::new(value, why))
        }
    }
}

/// A string, or several, each with its place.
pub(super) fn strings<'t>(item: &'t Item<'_>) -> Result<Vec<(&'t str, Range<usize>)>, Flaw> {
    let one = |item: &'t Item<'_>| Ok((string(item)?, item.span()));
    match item.get_ref().as_array() {
        None => Ok(vec![one(item)?]),
        Some(items) if items.is_empty() => Err(Flaw::new(item, "names nothing")),
        Some(items) => items.iter().map(one).collect(),
    }
}
