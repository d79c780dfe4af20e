//! Build systems that call the programs: GNU make, CMake, Ninja. Each test builds a project in a temporary directory.
//! If a tool is not installed, its tests are ignored, and a line says so.

#![allow(clippy::unwrap_used, reason = "a project that cannot be set up fails the test")]

mod cmake;
mod console;
mod devkitpro;
mod guide;
mod make;
mod names;
mod ninja;
mod project;
#[path = "../support/mod.rs"]
mod support;
mod templates;

use std::process::Command;

use libtest_mimic::{Arguments, Trial};

/// A test, and the tools that it needs.
#[derive(Clone, Copy)]
struct Check {
    name: &'static str,
    tools: &'static [&'static str],
    run: fn(),
}

fn main() {
    let arguments = Arguments::from_args();
    let checks = [
        make::CHECKS,
        cmake::CHECKS,
        ninja::CHECKS,
        names::CHECKS,
        devkitpro::CHECKS,
        console::CHECKS,
        guide::CHECKS,
        templates::CHECKS,
    ]
    .concat();
    let trials = checks.into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns the test for a check. It is ignored if a tool is missing, or if the system's object format differs from the
/// projects'.
fn trial(check: Check) -> Trial {
    let missing = check.tools.iter().find(|tool| !is_installed(tool));
    if let Some(tool) = missing {
        say_skipped(check.name, tool);
    }
    Trial::test(check.name, move || {
        (check.run)();
        Ok(())
    })
    .with_ignored_flag(missing.is_some() || !cfg!(target_os = "linux"))
}

/// Returns true if a tool can be run. An interrupted installation may have left a part of it.
fn is_installed(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}

#[expect(clippy::print_stderr, reason = "the person who runs the tests needs to know")]
fn say_skipped(test: &str, tool: &str) {
    eprintln!("{test} is skipped: {tool} is not installed");
}
