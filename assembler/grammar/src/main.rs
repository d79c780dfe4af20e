//! Generates the parser of the assembler from its grammar, and lexers from their patterns.
//!
//! The output is checked in: the generators and their dependencies take longer to build than the assembler, and users
//! of the assembler change neither the grammar nor the patterns. This is a separate crate because it has to run even if
//! the old parser does not compile with the new tree.

mod lexer;
mod parser;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The generated files, each next to its source.
const GENERATED: [Generated; 3] = [
    Generated {
        folder: "../src/syntax",
        source: "grammar.lalrpop",
        code: parser::code,
    },
    Generated {
        folder: "../src/syntax",
        source: "patterns.logos",
        code: lexer::code,
    },
    Generated {
        folder: "../dialects/src/nihstro",
        source: "patterns.logos",
        code: lexer::code,
    },
];

/// A generated file.
struct Generated {
    /// The directory, relative to this crate.
    folder: &'static str,
    /// Name of the source file. The generated file has the same name with the extension `rs`.
    source: &'static str,
    /// Generates code from the file at a path.
    code: fn(&Path) -> Result<String, Box<dyn Error>>,
}

impl Generated {
    /// Returns the path of the source.
    fn source(&self) -> PathBuf {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        crate_folder.join(self.folder).join(self.source)
    }

    /// Returns the path of the generated file.
    fn target(&self) -> PathBuf {
        self.source().with_extension("rs")
    }

    /// Returns the code, after a header with its origin.
    fn make(&self) -> Result<String, Box<dyn Error>> {
        let source = self.source();
        let code = (self.code)(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        Ok(format!(
            "// @generated from `{name}` by `cargo run -p pica200-grammar`.\n\
             // Do not edit by hand: edit `{name}`, and run this command.\n\
             {code}",
            name = self.source
        ))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for generated in GENERATED {
        fs::write(generated.target(), generated.make()?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_that_of_its_source() {
        for generated in GENERATED {
            let expected = generated.make().expect("the source is valid");
            let found = fs::read_to_string(generated.target()).expect("the code is checked in");
            // `assert_eq` would print both.
            assert!(
                found == expected,
                "{}: run `cargo run -p pica200-grammar`, then commit what it writes",
                generated.target().display()
            );
        }
    }
}
