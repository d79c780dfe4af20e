//! What files are, by their names.

use std::path::Path;

use pica200::input::{is_list, is_variations};
use pica200::project::FILE_NAME;

/// The suffixes of sources.
pub(crate) const SUFFIXES: [&str; 3] = ["vsh", "gsh", "pica"];

/// Whether a file is a source.
pub(crate) fn is_source(path: &Path) -> bool {
    let suffix = path.extension().unwrap_or_default();
    SUFFIXES.iter().any(|known| suffix.eq_ignore_ascii_case(known))
}

/// Whether a file is that of a project.
pub(crate) fn is_project(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE_NAME)
}

/// Whether a file names builds: that of a project, a list, or a file of variations.
pub(crate) fn names_builds(path: &Path) -> bool {
    is_project(path) || is_list(path) || is_variations(path)
}

/// Whether a file is in TOML, as files of tests are.
pub(crate) fn is_toml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|suffix| suffix.eq_ignore_ascii_case("toml"))
}
