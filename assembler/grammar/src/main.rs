//! Writes `assembler/src/syntax/grammar.rs`, the parser of the assembler, from `grammar.lalrpop` beside it.
//!
//! The parser is checked in: the generator and the crates that it needs take longer to build than the assembler, and who
//! uses the assembler does not change the grammar. The generator is a crate of its own because it has to run even if
//! the old parser does not compile with the new tree.

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    write_parser(&syntax())
}

/// The folder of the grammar.
fn syntax() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/syntax")
}

/// The first lines of the parser.
const MARK: &str = "// @generated from `grammar.lalrpop` by `cargo run -p pica200-grammar`.
// Changes by hand are lost: change the grammar, and run this command.
";

/// Writes the parser to a folder.
fn write_parser(folder: &Path) -> Result<(), Box<dyn Error>> {
    lalrpop::Configuration::new()
        .set_in_dir(syntax())
        .set_out_dir(folder)
        .force_build(true)
        .process()?;
    let path = folder.join("grammar.rs");
    let parser = fs::read_to_string(&path)?;
    fs::write(path, format!("{MARK}{parser}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_that_of_the_grammar() {
        let folder = tempfile::tempdir().expect("a folder");
        write_parser(folder.path()).expect("the grammar is valid");
        let read = |folder: &Path| fs::read_to_string(folder.join("grammar.rs"));
        let expected = read(folder.path()).expect("the parser was written");
        let found = read(&syntax()).expect("the parser is checked in");
        // A comparison by `assert_eq` would print both.
        assert!(
            found == expected,
            "run `cargo run -p pica200-grammar`, then commit the parser"
        );
    }
}
