//! Random programs, compared with their binaries.

use super::{passed, tried};
use crate::options::Options;
use crate::passes::random;

/// Maximum number of values of a program that is tried. Larger ones may need more than 255 words in a block.
const LARGEST: usize = 600;

#[test]
fn binaries_compute_what_programs_do() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    for seed in 0..300 {
        let program = passed(random::program(seed), &options);
        if program.values.len() <= LARGEST {
            tried(&program, &options, seed);
        }
    }
}

#[test]
fn calls_keep_what_is_needed_later() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    let mut called = 0;
    for seed in 0..160 {
        let program = passed(random::calls::program(seed), &options);
        if program.values.len() <= LARGEST {
            called += usize::from(!program.procedures.is_empty());
            tried(&program, &options, seed);
        }
    }
    assert!(called > 50, "{called} programs call");
}
