//! `pica200::build`: results for build scripts, and instructions to Cargo.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod cargo;
mod options;
mod projects;
#[path = "../support/mod.rs"]
mod support;
mod variants;

use std::path::Path;
use std::time::SystemTime;

use pica200::build::{Artifacts, Build, BuildError, Compiled, MemoryFiles};
use pica200::diagnostics::{Code, Group};
use pica200::dialects::Dialect;
use pica200::translation::InputLanguage;
use support::{BAD, CALLER, Folder, GOOD};

/// A shader that uses two definitions.
const ASKING: &str = "\
.out position position
.constf lights(LIGHTS, 0, 1, 0.5)
.proc main
    mov r0, v0
    .if FOG
        mul r0, lights, r0
    .endif
    mov position, r0
    end
.end
";

/// Returns a build of the given files in a directory.
fn build_of(folder: &Folder, names: &[&str]) -> Build {
    let paths = names.iter().map(|name| folder.path(name));
    Build::new("toon").files(paths).out_dir(folder.path("out"))
}

fn memory(files: &[(&str, &str)]) -> MemoryFiles {
    let empty = MemoryFiles::new();
    files.iter().fold(empty, |all, (name, text)| all.with(name, *text))
}

/// Returns the errors of a build that fails.
#[track_caller]
fn build_error(result: Result<Compiled, BuildError>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), format!("{error:?}"));
    error.to_string()
}

/// Returns the last path components of the `rerun-if-changed` instructions.
fn watched(built: &Artifacts) -> Vec<String> {
    let lines = built.cargo_instructions().lines();
    let paths = lines.filter_map(|line| line.strip_prefix("cargo:rerun-if-changed="));
    let last = |path: &str| Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
    paths.map(last).collect()
}

#[test]
fn numbers_of_the_environment_count_less_than_others() {
    let source =
        ".constf k(CARGO_PKG_VERSION_MINOR, 0, 0, 0)\n.out position position\n.proc main\nmov position, k\nend\n.end\n";
    let files = memory(&[("a.vsh", source)]);
    let build = Build::new("a").file("a.vsh");
    let build_of = |build: Build| build.compile(&files).unwrap().binaries;
    let minor = env!("CARGO_PKG_VERSION_MINOR");
    let by_environment = build.clone().define_from_env("CARGO_PKG_VERSION_MINOR");
    let name = "CARGO_PKG_VERSION_MINOR";
    assert_eq!(
        build_of(by_environment.clone()),
        build_of(build.clone().define(name, minor))
    );
    assert_eq!(
        build_of(by_environment.define(name, 77)),
        build_of(build.define(name, "70 + 7"))
    );
}

#[test]
fn n1_levels_come_from_an_environment_variable() {
    let files = memory(&[("a.vsh", GOOD)]);
    let build = Build::new("a").file("a.vsh");
    let absent = build.clone().levels_from_env("PICA200_NOT_THERE");
    assert!(absent.compile(&files).is_ok());
    // Cargo sets it to a number for tests.
    let name = "CARGO_PKG_VERSION_MAJOR";
    let said = build_error(build.levels_from_env(name).compile(&files));
    let why = format!("in the environment variable `{name}`: unknown option `0`");
    assert!(said.contains(&why), "{said}");
}

#[test]
fn errors_come_in_full_and_nothing_is_written() {
    let folder = Folder::with([("bad.vsh", BAD), ("other.vsh", ".proc x\n\tnop nop\n.end\n")]);
    let said = build_of(&folder, &["bad.vsh", "other.vsh"])
        .run()
        .unwrap_err()
        .to_string();
    for piece in [
        "mvo",
        "nope",
        "v99",
        "other.vsh:2:6",
        "= help: did you mean `mov`?",
        "3 │     mvo pos, v0",
    ] {
        assert!(said.contains(piece), "there is no {piece:?} in\n{said}");
    }
    assert_eq!(folder.list(), ["bad.vsh", "other.vsh"]);
    let said = build_of(&folder, &["a.vsh", "b.vsh"]).run().unwrap_err().to_string();
    assert_eq!(said.matches("error[cannot-read]").count(), 2, "{said}");
}

#[test]
fn what_the_linker_finds_is_an_error_too() {
    let files = memory(&[
        ("a.vsh", CALLER),
        ("b.vsh", ".out o position\n.proc main\nmov o, v0\n.end\n"),
    ]);
    let said = build_error(Build::new("x").file("a.vsh").compile(&files));
    assert!(said.contains("error[undefined-procedure]"), "{said}");
    let said = build_error(Build::new("x").file("b.vsh").compile(&files));
    assert!(said.contains("error[missing-end]"), "{said}");
    assert!(
        Build::new("x")
            .file("b.vsh")
            .warn("missing-end")
            .compile(&files)
            .is_ok()
    );
    let said = build_error(Build::new("x").compile(&files));
    assert!(said.contains("error[nothing-to-link]"), "{said}");
}

#[test]
fn errors_have_their_diagnostics() {
    let files = memory(&[("a.vsh", ".proc main\n\tmov r0.yx, v0\n\tnope\n\tend\n.end\n")]);
    let error = Build::new("x").file("a.vsh").compile(&files).unwrap_err();
    let all = error.diagnostics();
    assert_eq!(all.len(), 2, "{error}");
    let (warning, unknown) = (&all[0], &all[1]);
    assert_eq!((warning.code, warning.is_error()), (Code::MaskOrder, false));
    assert_eq!((unknown.code, unknown.is_error()), (Code::UnknownInstruction, true));
    let at = unknown.location().expect("its place");
    assert_eq!((at.file.as_str(), at.line), ("a.vsh", Some(3)));
    let range = at.range.expect("a part of the line");
    assert_eq!((range.column, range.end_line, range.end_column), (2, 3, 6));
    // Errors of the build itself have no location.
    let error = Build::new("").compile(&files).unwrap_err();
    assert_eq!(error.diagnostics()[0].code, Code::InvalidBuild);
    assert_eq!(error.diagnostics()[0].location(), None);
}

#[test]
fn levels_languages_and_dialects_may_have_types() {
    let files = memory(&[("a.vsh", ".out o position\n.proc main\nmov o.yx, v0\nend\n.end\n")]);
    let build = || Build::new("x").file("a.vsh").lang(InputLanguage::Assembly);
    let group = Group::from_name("unused").expect("a group");
    let built = build().deny(group).deny("mask-order").allow(Code::MaskOrder);
    assert!(built.compile(&files).is_ok());
    let said = build_error(build().deny(Code::MaskOrder).compile(&files));
    assert!(said.contains("error[mask-order]"), "{said}");
    let said = build_error(build().deny(Code::UnknownName).compile(&files));
    assert!(said.contains("its level cannot be changed"), "{said}");
    let dialect = build().dialect(Dialect::Nihstro).compile(&files);
    assert!(build_error(dialect).contains("a.vsh:"));
}

#[test]
fn builds_that_make_no_sense_are_refused() {
    let files = memory(&[("a.vsh", ASKING)]);
    let build = || Build::new("x").file("a.vsh").define("FOG", 0);
    let cases = [
        (Build::new("a/b"), "`a/b` is not a valid name for a build"),
        (Build::new(""), "`` is not a valid name for a build"),
        (Build::new("a\nb"), "`a\\nb` is not a valid name"),
        (build().define("r0", 1), "cannot define `r0`"),
        (build().define("LIGHTS", "1 +"), "cannot define `LIGHTS`"),
        (build().allow("mask-odrer"), "did you mean `mask-order`?"),
        (build().deny("unknown-name"), "its level cannot be changed"),
        (build().variants("LIGHTS", []), "there are no values for `LIGHTS`"),
        (build().variants("LIGHTS", [1, 2, 1]), "`LIGHTS` has the value 1 twice"),
        (
            build().variants("FOG", [1]),
            "`FOG` has variants and also a value for all of them",
        ),
        (
            build().variants("LIGHTS", [1]).variants("LIGHTS", [2]),
            "`LIGHTS` already has variants",
        ),
        (build().variants("v0", [1]), "cannot define `v0`"),
        (
            build().variants("LIGHTS", 0..4000).variants("B", [0, 1]),
            "4000 * 2 variants are too many: the limit is 4096",
        ),
    ];
    for (build, expected) in cases {
        let said = build_error(build.compile(&files));
        assert!(said.starts_with("error[invalid-build]: "), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn files_that_stay_the_same_are_not_written_again() {
    let folder = Folder::with([("a.vsh", ASKING)]);
    let build = |lights| {
        let build = build_of(&folder, &["a.vsh"]).define("FOG", 1);
        build.variants("LIGHTS", [1, lights]).run().unwrap()
    };
    let files = |built: &Artifacts| {
        let paths = built.binaries.iter().chain([&built.module]);
        let open = |path| std::fs::File::options().append(true).open(path).unwrap();
        paths.map(open).collect::<Vec<_>>()
    };
    let first = build(2);
    assert_eq!(first.binaries[1], folder.path("out/toon.1.shbin"));
    // File times are coarse: otherwise a rewritten file could get the time that it had.
    let old = SystemTime::UNIX_EPOCH;
    for file in files(&first) {
        file.set_modified(old).unwrap();
    }
    let are_old = |built: &Artifacts| {
        let is_old = |file: &std::fs::File| file.metadata().unwrap().modified().unwrap() == old;
        files(built).iter().map(is_old).collect::<Vec<_>>()
    };
    assert_eq!(are_old(&build(2)), [true, true, true]);
    assert_eq!(are_old(&build(3)), [true, false, false]);
}

#[test]
fn sources_may_be_in_memory() {
    let folder = Folder::with([("src/good.inc", GOOD)]);
    let path = folder.path("src/main.rs");
    let build = Build::new("x")
        .text(&path, ".include \"good.inc\"\n")
        .out_dir(folder.path("out"));
    let built = build.run().unwrap();
    assert_eq!(watched(&built), ["good.inc"]);
    let said = build_error(Build::new("x").text("-", "mvo").compile(&MemoryFiles::new()));
    assert!(said.contains("./-:1:1"), "{said}");
}

#[test]
fn outputs_need_a_folder_that_can_be_written() {
    let folder = Folder::with([("good.vsh", GOOD), ("file", "")]);
    let said = build_of(&folder, &["good.vsh"])
        .out_dir(folder.path("file"))
        .run()
        .unwrap_err()
        .to_string();
    assert!(said.contains("error[cannot-write]"), "{said}");
    folder.write("out/toon.rs/x", "");
    let said = build_of(&folder, &["good.vsh"]).run().unwrap_err().to_string();
    assert!(
        said.contains("error[cannot-write]") && said.contains("toon.rs"),
        "{said}"
    );
    // Tests have no `OUT_DIR`.
    let said = Build::new("x")
        .file(folder.path("good.vsh"))
        .run()
        .unwrap_err()
        .to_string();
    assert!(said.contains("Cargo did not set `OUT_DIR`"), "{said}");
}
