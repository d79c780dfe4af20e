//! Real-world shaders (`testsuite/real/`): they compile, compute what another renderer computes, and are short.

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::Command;

use crate::support::{PICARUN, outcome, workspace};

#[test]
fn shaders_of_other_people_compile_and_compute_the_same() {
    let folder = workspace("testsuite/real");
    let entries = fs::read_dir(&folder).unwrap();
    let names: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let tests = names.iter().filter(|name| name.ends_with(".test.toml"));
    let tests: Vec<_> = tests.collect();
    assert!(tests.len() > 50, "{}", tests.len());
    let is_shader = |name: &&String| {
        let kinds = ["refuse-", "wrong-", "slow-"];
        kinds.iter().any(|kind| name.starts_with(kind)) && !name.ends_with(".toml")
    };
    for shader in names.iter().filter(is_shader) {
        let test = format!("{}.test.toml", shader.replace('.', "-"));
        assert!(names.contains(&test), "{shader} has no test file");
    }
    let mut command = Command::new(PICARUN);
    command.current_dir(&folder).arg("--test").args(&tests);
    let said = outcome(&mut command).all();
    let last = said.lines().rev().find(|line| line.contains(" passed, "));
    assert!(last.is_some_and(|line| line.ends_with(" 0 failed")), "{said}");
}
