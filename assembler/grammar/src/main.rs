//! Writes the parser of the assembler from its grammar, and lexers from their patterns.
//!
//! What it writes is checked in: the generators and the crates that they need take longer to build than the assembler,
//! and who uses the assembler changes neither the grammar nor the patterns. The program is a crate of its own because
//! it has to run even if the old parser does not compile with the new tree.

mod lexer;
mod parser;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Files to write, each beside the one that it is made from.
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

/// A file with code.
struct Generated {
    /// The folder, from that of this crate on.
    folder: &'static str,
    /// The name of the file that people change. The other one has the same name with the suffix `rs`.
    source: &'static str,
    /// Makes the code of the file at a path.
    code: fn(&Path) -> Result<String, Box<dyn Error>>,
}

impl Generated {
    /// The path of the source.
    fn source(&self) -> PathBuf {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        crate_folder.join(self.folder).join(self.source)
    }

    /// The path of the code.
    fn target(&self) -> PathBuf {
        self.source().with_extension("rs")
    }

    /// The code, after lines that say where it comes from.
    fn make(&self) -> Result<String, Box<dyn Error>> {
        let source = self.source();
        let code = (self.code)(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        Ok(format!(
            "// @generated from `{name}` by `cargo run -p pica200-grammar`.\n\
             // Changes by hand are lost: change `{name}`, and run this command.\n\
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
            // A comparison by `assert_eq` would print both.
            assert!(
                found == expected,
                "{}: run `cargo run -p pica200-grammar`, then commit what it writes",
                generated.target().display()
            );
        }
    }
}
