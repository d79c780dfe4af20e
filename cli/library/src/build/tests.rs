//! Tests that the methods of `Build` match the option table.

use super::Build;
use super::options::{ASSEMBLING, COMPILING, LINKING};
use crate::job::options::{BuildOption, Kind, Value, all, by_name};

#[test]
fn each_option_has_its_method() {
    let methods = [ASSEMBLING, COMPILING, LINKING].concat();
    let rows: Vec<_> = all().map(|row| (row.method, row.name)).collect();
    assert_eq!(methods, rows);
}

#[test]
fn names_and_methods_are_unique() {
    for option in all() {
        let same = |other: &&BuildOption| other.name == option.name || other.method == option.method;
        assert_eq!(all().filter(same).count(), 1, "{}", option.name);
        assert!(!option.key_help().is_empty(), "{}", option.name);
    }
}

/// Returns a valid value for an option.
fn value(option: &BuildOption, is_on: bool) -> Value<'static> {
    match option.kind {
        Kind::Switch => Value::Switch(is_on),
        Kind::Choice { names, .. } => Value::Text(names().last().expect("there is a name").0),
        Kind::Map { .. } => Value::Text("a=+view"),
        Kind::Lengths { .. } => Value::Text("cb0=20"),
        Kind::Text { .. } | Kind::List { .. } | Kind::Path { .. } | Kind::Paths { .. } => Value::Text("a"),
    }
}

#[test]
fn each_option_changes_the_job() {
    let job = |option, value| format!("{:?}", Build::new("build").set(option, value).job);
    for option in all() {
        let [on, off] = [true, false].map(|is_on| job(option, value(option, is_on)));
        let plain = format!("{:?}", Build::new("build").job);
        assert!(on != plain || off != plain, "{} changes nothing", option.name);
    }
}

/// An invalid value is an error when the build runs, and the first one is reported.
#[test]
fn wrong_values_are_told_when_the_build_runs() {
    let strict = by_name("strict-math").expect("the table has the option");
    for (build, message) in [
        (
            Build::new("a").lang("wgls"),
            "unknown language `wgls`; did you mean `wgsl`?",
        ),
        (
            Build::new("a").map_output("a", "vieww").lang("x"),
            "unknown property `vieww`; did you mean `view`?",
        ),
        (Build::new("a").set(strict, Value::Text("yes")), "expected a boolean"),
    ] {
        assert_eq!(
            build.invalid.first().map(|(_, message)| message.as_str()),
            Some(message)
        );
        let files = crate::build::MemoryFiles::new();
        let error = build.compile(&files).expect_err("the value is wrong");
        assert!(error.to_string().contains(message), "{error}");
    }
    // The last value wins.
    assert!(Build::new("a").lang("x").lang("wgsl").invalid.is_empty());
}
