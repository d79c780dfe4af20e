//! Instructions to Cargo.

use std::process::Command;

use pica200::build::DiskFiles;

use super::{build_error, build_of, watched};
use crate::support::{Folder, GOOD};

/// A shader that triggers one warning.
const WARNING: &str = ".out pos position\n.proc main\n\tmov pos.yxzw, v0\n\tend\n.end\n";

#[test]
fn cargo_watches_all_that_was_asked_for() {
    let folder = Folder::with([
        ("a b/größe.vsh", format!(".include \"one.inc\"\n{GOOD}").as_str()),
        ("inc/one.inc", ".include \"sub/two.inc\"\n.equ ONE, LEVEL\n"),
        ("inc/sub/two.inc", ".equ TWO, 2\n"),
    ]);
    let build = build_of(&folder, &["a b/größe.vsh"])
        .include_path(folder.path("gone"))
        .include_path(folder.path("inc"))
        // Cargo sets it for tests as well.
        .define_from_env("CARGO_PKG_VERSION_MINOR")
        .define_from_env("PICA200_NOT_THERE")
        .define("LEVEL", "CARGO_PKG_VERSION_MINOR");
    let said = build_error(build.compile(&DiskFiles));
    assert!(said.contains("cannot define `LEVEL`"), "{said}");
    let built = build.define("LEVEL", 3).run();
    // The last one of a name wins, yet all have to be numbers.
    assert!(built.is_err());
    let build = build_of(&folder, &["a b/größe.vsh"])
        .include_path(folder.path("gone"))
        .include_path(folder.path("inc"))
        .define_from_env("CARGO_PKG_VERSION_MINOR")
        .define_from_env("PICA200_NOT_THERE")
        .levels_from_env("PICA200_NO_LINTS")
        .define("LEVEL", "1 + 2");
    let built = build.run().unwrap();
    // For includes that were searched elsewhere before: the directory; for missing directories: nothing.
    assert_eq!(watched(&built), ["größe.vsh", "one.inc", "two.inc", "a b"]);
    let variables: Vec<_> = built
        .cargo_instructions()
        .lines()
        .filter_map(|line| line.strip_prefix("cargo:rerun-if-env-changed="))
        .collect();
    let watched = ["CARGO_PKG_VERSION_MINOR", "PICA200_NOT_THERE", "PICA200_NO_LINTS"];
    assert_eq!(variables, watched);
}

#[test]
fn a_folder_that_has_the_outputs_in_it_is_not_watched() {
    let source = format!(".include \"one.inc\"\n{GOOD}");
    let folder = Folder::with([("good.vsh", source.as_str()), ("inc/one.inc", "")]);
    let built = build_of(&folder, &["good.vsh"]).include_path(folder.path("inc"));
    assert_eq!(watched(&built.run().unwrap()), ["good.vsh", "one.inc"]);
}

#[test]
fn warnings_are_lines_for_cargo() {
    let folder = Folder::with([("warn.vsh", WARNING)]);
    let built = build_of(&folder, &["warn.vsh"]).run().unwrap();
    let lines: Vec<_> = built
        .cargo_instructions()
        .lines()
        .filter(|line| line.starts_with("cargo:warning="))
        .collect();
    let [line] = lines.as_slice() else {
        unreachable!("{lines:?}")
    };
    assert!(line.contains("warn.vsh:3:"), "{line}");
    assert!(line.ends_with("[mask-order]"), "{line}");
    let build = || build_of(&folder, &["warn.vsh"]);
    assert_eq!(
        build().allow("mask-order").compile(&DiskFiles).unwrap().warnings.len(),
        0
    );
    assert_eq!(
        build()
            .deny("warnings")
            .warn("mask-order")
            .run()
            .unwrap()
            .compiled
            .warnings
            .len(),
        1
    );
    let said = build_error(build().deny("mask-order").compile(&DiskFiles));
    assert!(said.starts_with("error[mask-order]"), "{said}");
}

#[cfg(unix)]
#[test]
fn paths_that_cargo_cannot_watch_are_refused() {
    for name in ["a\nb.vsh", "a.vsh "] {
        let folder = Folder::with([(name, GOOD)]);
        let said = build_of(&folder, &[name]).run().unwrap_err().to_string();
        assert!(said.contains("error[invalid-build]: Cargo cannot watch"), "{said}");
    }
}

/// Runs Cargo on a package whose build script prints the output of a build.
#[test]
fn cargo_runs_the_script_again_when_an_include_changes() {
    let script = "\
fn main() {
    let runs = std::fs::read_to_string(\"../runs\").unwrap_or_default();
    std::fs::write(\"../runs\", format!(\"{runs}+\")).unwrap();
    print!(\"{}\", std::fs::read_to_string(\"../instructions\").unwrap());
}
";
    let folder = Folder::with([
        (
            "game/Cargo.toml",
            "[package]\nname = \"game\"\nedition = \"2024\"\n[workspace]\n",
        ),
        ("game/src/lib.rs", ""),
        ("game/build.rs", script),
        ("game/shaders/größe 1.vsh", &format!(".include \"one.inc\"\n{GOOD}")),
        ("game/inc/one.inc", ""),
    ]);
    let paths = ["game/shaders/größe 1.vsh"];
    let built = build_of(&folder, &paths)
        .include_path(folder.path("game/inc"))
        .run()
        .unwrap();
    folder.write("instructions", built.cargo_instructions());
    let runs_after = |change: &dyn Fn()| {
        change();
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--offline", "--quiet"])
            .current_dir(folder.path("game"));
        cargo.env("CARGO_TARGET_DIR", folder.path("target"));
        let output = cargo.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder.read("runs").len()
    };
    let later = |name: &str| {
        let file = std::fs::File::options().append(true).open(folder.path(name)).unwrap();
        let time = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        file.set_modified(time).unwrap();
    };
    assert_eq!(runs_after(&|| {}), 1);
    assert_eq!(runs_after(&|| folder.write("game/other.vsh", "")), 1);
    assert_eq!(runs_after(&|| later("game/inc/one.inc")), 2);
    // A file that shadows the one that was found.
    assert_eq!(
        runs_after(&|| {
            folder.write("game/shaders/one.inc", "");
            later("game/shaders/one.inc");
        }),
        3
    );
}
