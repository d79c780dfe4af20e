//! File names of extracted and replaced binaries.

use std::fmt::Write;

use crate::archive::Archive;
use crate::gx2::Stage;

/// The maximum number of bytes of a program's name that are used: file systems limit the length of names, and each
/// binary has a copy.
const MAX_NAME_BYTES: usize = 64;

/// The suffix of files with the data of a binary.
pub const SUFFIX: &str = "gx2";

impl Archive {
    /// Returns a unique file name for the data of each binary: `PROGRAM.INDEX.STAGE.gx2`, with the index in the array
    /// of binaries, or `INDEX.STAGE.gx2` for a binary of no program.
    ///
    /// At most the first 64 bytes of the program's name are used. A byte other than an ASCII letter, a digit, `_`, `-`
    /// or `.` is written as `%` and two hexadecimal digits. A stage of unknown type is written as `type` and its
    /// number.
    pub fn binary_names(&self) -> Vec<String> {
        let owners = self.owners().into_iter().enumerate();
        let named = self.binaries().iter().zip(owners);
        let name = |(binary, (index, owner)): (&crate::archive::Binary, (usize, Option<crate::variation::Owner>))| {
            let program = owner.and_then(|owner| self.programs().get(owner.program));
            let program = program.map(|program| file_name(program.name()) + ".");
            let program = program.unwrap_or_default();
            let stage = stage_name(binary.stage());
            format!("{program}{index}.{stage}.{SUFFIX}")
        };
        named.map(name).collect()
    }
}

/// The stages with names.
const NAMED_STAGES: [Stage; 3] = [Stage::VERTEX, Stage::PIXEL, Stage::GEOMETRY];

/// Returns the name of a stage, including an unknown one.
pub fn stage_name(stage: Stage) -> String {
    match stage.name() {
        Some(name) => name.to_owned(),
        None => format!("type{}", stage.0),
    }
}

/// Returns the stage with a name that [`stage_name`] returned.
pub fn stage_from_name(name: &str) -> Option<Stage> {
    let named = NAMED_STAGES.into_iter().find(|stage| stage.name() == Some(name));
    named.or_else(|| name.strip_prefix("type")?.parse().ok().map(Stage))
}

fn file_name(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for &byte in name.iter().take(MAX_NAME_BYTES) {
        if byte.is_ascii_alphanumeric() || b"_-.".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}
