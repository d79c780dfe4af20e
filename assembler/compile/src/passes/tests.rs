//! Passes on random programs: what they compute stays the same.

use super::PASSES;
use super::random::{differs, program};
use crate::ir::{Form, Program};
use crate::options::Options;

/// How far sums in another order may differ.
const REORDERED: f32 = 1e-4;

fn verify(program: &Program, form: Form, after: &str, seed: u64) {
    let verified = program.verify(form);
    assert!(
        verified.is_ok(),
        "seed {seed}, {after}: {verified:?}\n{program}"
    );
}

/// Carries all passes out and compares the program after each one with the original.
fn try_passes(seed: u64, options: &Options) {
    let original = program(seed);
    verify(&original, Form::Variables, "original", seed);
    let mut current = original.clone();
    for pass in PASSES {
        if options.without.iter().any(|name| name == pass.name) {
            continue;
        }
        let before = current.clone();
        pass.run(&mut current, options).expect("few blocks");
        verify(&current, pass.form, pass.name, seed);
        let tolerance = if options.strict_math { 0.0 } else { REORDERED };
        let difference = differs(&original, &current, seed, tolerance);
        assert!(
            difference.is_none(),
            "seed {seed}, {}: {difference:?}\n{before}\n{current}",
            pass.name
        );
    }
}

#[test]
fn passes_keep_what_programs_compute() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    for seed in 0..1500 {
        try_passes(seed, &options);
    }
}
