//! Generates the parser.

use std::error::Error;
use std::fs;
use std::path::Path;

/// Generates the parser of the grammar at a path.
pub(crate) fn code(grammar: &Path) -> Result<String, Box<dyn Error>> {
    // The generator only writes files.
    let folder = tempfile::tempdir()?;
    lalrpop::Configuration::new()
        .set_in_dir(grammar.parent().unwrap_or(grammar))
        .set_out_dir(folder.path())
        .force_build(true)
        .process()?;
    Ok(fs::read_to_string(folder.path().join("grammar.rs"))?)
}
