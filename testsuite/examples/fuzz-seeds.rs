//! Fills `fuzz/corpus/` with the initial inputs of fuzzing.

use std::{fs, io};

use pica200_testsuite::corpus::folder;
use pica200_testsuite::fuzzing::targets;

fn main() -> io::Result<()> {
    for target in targets() {
        let corpus = folder("fuzz/corpus").join(target.name);
        fs::create_dir_all(&corpus)?;
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(corpus.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}
