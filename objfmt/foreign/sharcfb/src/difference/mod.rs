//! Semantic differences between two archives: programs, macros, values, symbols and shaders, but not layout.
//!
//! The comparison covers:
//! - the name and version of the archive. Contents of an unknown version are compared byte by byte, if both archives
//!   have one.
//! - programs by name; their macros and values by name, in any order; ids; and default values. The default of a macro
//!   that lacks its stated default is the first value, as in [`Archive::find`].
//! - symbols by kind and name, in any order, and the variations that use them.
//! - the shaders of variations with the same values. A macro that only one archive has is fixed to its default value.
//!   Registers, tables and code are compared; the location of names and code in the data is ignored. Unreadable shaders
//!   are compared byte by byte. A difference shared by several pairs of variations is listed once.
//!
//! The byte order, base indices, program order, padding, and binaries of no program are ignored. Of two entries with
//! the same name, only the first is compared.

mod gx2;
mod programs;
mod shaders;
mod uses;
mod variations;

use std::fmt;

use bstr::BStr;
use pica200_objfmt::difference::{Report, pair, table};

use crate::archive::{Archive, Program};

pub use pica200_objfmt::difference::Difference;
use shaders::Shaders;

/// Returns the differences, up to a limit: programs with their tables first, then shaders. The comparison of shaders
/// stops after far more steps than archives of this size need.
pub fn differences(a: &Archive, b: &Archive) -> Vec<Difference> {
    if a == b {
        // Even if there are too many shaders to compare.
        return Vec::new();
    }
    let mut report = Report::default();
    let archives = [a, b];
    report.compare("name", archives.map(|archive| format!("`{}`", archive.name())));
    report.compare("version", archives.map(Archive::version));
    match archives.map(Archive::is_known_version) {
        [true, true] => {}
        [false, false] => {
            let contents = archives.map(|archive| archive.rest.as_slice());
            report.compare_bytes("contents", contents);
            return report.into_list("archive");
        }
        // The versions differ, and the contents of one of them are unknown.
        _ => return report.into_list("archive"),
    }
    let programs = archives.map(|archive| {
        let programs = archive.programs().iter();
        table(programs.map(|program| (program.name(), program)))
    });
    let [of_a, of_b] = &programs;
    let mut shaders = Shaders::new(archives);
    pair(
        &mut report,
        [of_a, of_b],
        |name| format!("program `{}`", Abbreviated(name)),
        text,
        |report, location, both| {
            programs::compare(report, &location, both);
            shaders.add(report, &location, both);
        },
    );
    shaders.compare(&mut report);
    report.into_list("archive")
}

/// Describes a program that only one archive has.
fn text(program: &Program) -> String {
    let (kind, count) = (program.kind(), program.variations());
    let noun = if count == 1 { "variation" } else { "variations" };
    format!("{count} {noun} of {kind}")
}

/// A name, abbreviated to its first bytes, because it occurs in many messages.
struct Abbreviated<'n>(&'n BStr);

impl fmt::Display for Abbreviated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_BYTES: usize = 200;
        match self.0.get(..MAX_BYTES) {
            Some(start) => write!(f, "{}...", BStr::new(start)),
            None => write!(f, "{}", self.0),
        }
    }
}

/// The number of further locations with the same difference: ` (and 3 others)`.
struct MoreLocations(usize);

impl fmt::Display for MoreLocations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => f.write_str(" (and 1 other)"),
            count => write!(f, " (and {count} others)"),
        }
    }
}
