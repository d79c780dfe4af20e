//! File kinds, by name.

use std::path::Path;

use pica200::input::{is_list, is_variant_file};
use pica200::project::FILE_NAME;

/// The suffixes of source files.
pub(crate) const SUFFIXES: [&str; 3] = ["vsh", "gsh", "pica"];

/// Returns true if the file is a source.
pub(crate) fn is_source(path: &Path) -> bool {
    let suffix = path.extension().unwrap_or_default();
    SUFFIXES.iter().any(|known| suffix.eq_ignore_ascii_case(known))
}

/// Returns true if the file is a project file.
pub(crate) fn is_project(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE_NAME)
}

/// Returns true if the file defines builds: a project file, list file or variant file.
pub(crate) fn names_builds(path: &Path) -> bool {
    is_project(path) || is_list(path) || is_variant_file(path)
}

/// Returns true if the file is a TOML file, as test files are.
pub(crate) fn is_toml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|suffix| suffix.eq_ignore_ascii_case("toml"))
}
