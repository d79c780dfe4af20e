//! Editor files, tested with the editors and their tools. If a program is not installed, its tests are reported as
//! ignored, with the reason.

#![allow(clippy::unwrap_used, reason = "a folder that cannot be set up fails the test")]

mod programs;
mod rust_analyzer;
mod scripts;
mod tree_sitter;

use libtest_mimic::{Arguments, Trial};

use programs::Program;

/// A test and the program that it needs.
#[derive(Clone, Copy)]
struct Check {
    name: &'static str,
    program: Program,
    run: fn(),
}

fn main() {
    let arguments = Arguments::from_args();
    let checks = [tree_sitter::CHECKS, scripts::CHECKS, rust_analyzer::CHECKS].concat();
    let trials = checks.into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns the trial of a check, which is ignored if its program is missing.
fn trial(check: Check) -> Trial {
    let missing = check.program.missing();
    if let Some(reason) = &missing {
        say_skipped(check.name, reason);
    }
    Trial::test(check.name, move || {
        (check.run)();
        Ok(())
    })
    .with_ignored_flag(missing.is_some() || !cfg!(target_os = "linux"))
}

#[expect(clippy::print_stderr, reason = "the person who runs the tests needs to know")]
fn say_skipped(test: &str, reason: &str) {
    eprintln!("{test} is skipped: {reason}");
}
