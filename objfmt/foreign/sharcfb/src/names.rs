//! The names under which binaries are extracted and replaced.

use std::fmt::Write;

use crate::archive::Archive;
use crate::gx2::Stage;

/// The most bytes of a program's name that count: file systems limit the length of names, and each binary has a copy.
const MOST: usize = 64;

/// The suffix of files with the data of a binary.
pub const SUFFIX: &str = "gx2";

impl Archive {
    /// A name for the data of each binary, which is a file name and unique: `PROGRAM.INDEX.STAGE.gx2`, with the index
    /// in the array of binaries, or `INDEX.STAGE.gx2` for a binary of no program.
    ///
    /// Of the program's name, at most the first 64 bytes count. A byte other than a letter, a digit, `_`, `-` or `.` of
    /// ASCII is `%` and two hexadecimal digits. The stage of an unknown type is `type` and its number.
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

/// The stages that have names.
const NAMED: [Stage; 3] = [Stage::VERTEX, Stage::PIXEL, Stage::GEOMETRY];

/// The name of a stage, that of an unknown one too.
pub fn stage_name(stage: Stage) -> String {
    match stage.name() {
        Some(name) => name.to_owned(),
        None => format!("type{}", stage.0),
    }
}

/// The stage with a name, as [`stage_name`] returns it.
pub fn stage_of_name(name: &str) -> Option<Stage> {
    let named = NAMED.into_iter().find(|stage| stage.name() == Some(name));
    named.or_else(|| name.strip_prefix("type")?.parse().ok().map(Stage))
}

fn file_name(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for &byte in name.iter().take(MOST) {
        if byte.is_ascii_alphanumeric() || b"_-.".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a string succeeds.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}
