//! `pica200::build`: what build scripts get, and what they tell Cargo.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot set up its files fails"
)]

mod support;

use std::path::Path;
use std::process::Command;

use pica200::build::{Artifacts, Build, BuildError, Compat, Compiled, DiskFiles, MemoryFiles};
use support::{BAD, CALLER, Folder, GOOD, LIBRARY};

/// A shader with one thing to warn of.
const WARNING: &str = ".out pos position\n.proc main\n\tmov pos.yxzw, v0\n\tend\n.end\n";

/// A shader that asks for two numbers.
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

/// A build of files in a folder, by their names in it.
fn of(folder: &Folder, names: &[&str]) -> Build {
    let paths = names.iter().map(|name| folder.path(name));
    Build::new("toon").files(paths).out_dir(folder.path("out"))
}

fn memory(files: &[(&str, &str)]) -> MemoryFiles {
    let empty = MemoryFiles::new();
    files
        .iter()
        .fold(empty, |all, (name, text)| all.with(name, *text))
}

/// What is said of something that does not build.
#[track_caller]
fn refused(result: Result<Compiled, BuildError>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), format!("{error:?}"));
    error.to_string()
}

/// The instructions to watch something, by the last part of the path.
fn watched(built: &Artifacts) -> Vec<String> {
    let lines = built.cargo_instructions().lines();
    let paths = lines.filter_map(|line| line.strip_prefix("cargo:rerun-if-changed="));
    let last = |path: &str| {
        Path::new(path)
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned()
    };
    paths.map(last).collect()
}

#[test]
fn outputs_are_those_of_picald() {
    let folder = Folder::with([("caller.vsh", CALLER), ("library.vsh", LIBRARY)]);
    let names = ["caller.vsh", "library.vsh"];
    folder
        .picald("caller.vsh library.vsh -o toon.shbin --rust toon.rs")
        .silent();
    let built = of(&folder, &names).run().unwrap();
    assert_eq!(built.binaries, [folder.path("out/toon.shbin")]);
    assert_eq!(built.module, folder.path("out/toon.rs"));
    for name in ["toon.shbin", "toon.rs"] {
        assert_eq!(folder.read(Path::new("out").join(name)), folder.read(name));
    }
    for (option, build) in [
        ("-g", of(&folder, &names).debug(true)),
        ("-s", of(&folder, &names).strip(true)),
        ("-n", of(&folder, &names).padding(false).allow("warnings")),
        (
            "--compat=picasso",
            of(&folder, &names).compat(Compat::Picasso),
        ),
    ] {
        folder.picald(&format!(
            "caller.vsh library.vsh -A warnings -o x.shbin {option}"
        ));
        let compiled = build.compile(&DiskFiles).unwrap();
        assert_eq!(
            compiled.binaries[0].bytes,
            folder.read("x.shbin"),
            "{option}"
        );
    }
}

#[test]
fn objects_archives_and_lists_are_inputs() {
    let folder = Folder::with([("caller.vsh", CALLER), ("library.vsh", LIBRARY)]);
    folder.picald("caller.vsh library.vsh -o expected").silent();
    folder.picasm("caller.vsh library.vsh").silent();
    folder.picaar("rc libhelp.a library.dvoj").silent();
    folder.write("all.shlist", "caller.vsh library.dvoj");
    let by_name = of(&folder, &["caller.dvoj"]);
    for build in [
        of(&folder, &["caller.dvoj", "library.dvoj"]),
        of(&folder, &["caller.vsh", "libhelp.a"]),
        of(&folder, &["all.shlist"]),
        by_name
            .library("help")
            .library_path(folder.path("no"))
            .library_path(folder.path("")),
    ] {
        let compiled = build.compile(&DiskFiles).unwrap();
        assert_eq!(compiled.binaries[0].bytes, folder.read("expected"));
    }
    let built = of(&folder, &["all.shlist"]).run().unwrap();
    assert_eq!(
        watched(&built),
        ["all.shlist", "caller.vsh", "library.dvoj"]
    );
}

#[test]
fn cargo_watches_all_that_was_asked_for() {
    let folder = Folder::with([
        (
            "a b/größe.vsh",
            format!(".include \"one.inc\"\n{GOOD}").as_str(),
        ),
        ("inc/one.inc", ".include \"sub/two.inc\"\n.equ ONE, LEVEL\n"),
        ("inc/sub/two.inc", ".equ TWO, 2\n"),
    ]);
    let build = of(&folder, &["a b/größe.vsh"])
        .include_path(folder.path("gone"))
        .include_path(folder.path("inc"))
        // Cargo sets it for tests, too.
        .define_from_env("CARGO_PKG_VERSION_MINOR")
        .define_from_env("PICA200_NOT_THERE")
        .define("LEVEL", "CARGO_PKG_VERSION_MINOR");
    let said = refused(build.compile(&DiskFiles));
    assert!(said.contains("cannot define `LEVEL`"), "{said}");
    let built = build.define("LEVEL", 3).run();
    // The last of one name counts, yet all have to be numbers.
    assert!(built.is_err());
    let build = of(&folder, &["a b/größe.vsh"])
        .include_path(folder.path("gone"))
        .include_path(folder.path("inc"))
        .define_from_env("CARGO_PKG_VERSION_MINOR")
        .define_from_env("PICA200_NOT_THERE")
        .define("LEVEL", "1 + 2");
    let built = build.run().unwrap();
    // Of includes that were looked for elsewhere before, the folder; of folders that are not there, nothing.
    assert_eq!(watched(&built), ["größe.vsh", "one.inc", "two.inc", "a b"]);
    let variables: Vec<_> = built
        .cargo_instructions()
        .lines()
        .filter_map(|line| line.strip_prefix("cargo:rerun-if-env-changed="))
        .collect();
    assert_eq!(variables, ["CARGO_PKG_VERSION_MINOR", "PICA200_NOT_THERE"]);
}

#[test]
fn a_folder_that_has_the_outputs_in_it_is_not_watched() {
    let source = format!(".include \"one.inc\"\n{GOOD}");
    let folder = Folder::with([("good.vsh", source.as_str()), ("inc/one.inc", "")]);
    let built = of(&folder, &["good.vsh"]).include_path(folder.path("inc"));
    assert_eq!(watched(&built.run().unwrap()), ["good.vsh", "one.inc"]);
}

#[test]
fn numbers_of_the_environment_count_less_than_others() {
    let source = ".constf k(CARGO_PKG_VERSION_MINOR, 0, 0, 0)\n.out position position\n.proc main\nmov position, k\nend\n.end\n";
    let files = memory(&[("a.vsh", source)]);
    let build = Build::new("a").file("a.vsh");
    let of = |build: Build| build.compile(&files).unwrap().binaries;
    let minor = env!("CARGO_PKG_VERSION_MINOR");
    let by_environment = build.clone().define_from_env("CARGO_PKG_VERSION_MINOR");
    let name = "CARGO_PKG_VERSION_MINOR";
    assert_eq!(
        of(by_environment.clone()),
        of(build.clone().define(name, minor))
    );
    assert_eq!(
        of(by_environment.define(name, 77)),
        of(build.define(name, "70 + 7"))
    );
}

#[test]
fn warnings_are_lines_for_cargo() {
    let folder = Folder::with([("warn.vsh", WARNING)]);
    let built = of(&folder, &["warn.vsh"]).run().unwrap();
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
    let build = || of(&folder, &["warn.vsh"]);
    assert_eq!(
        build()
            .allow("mask-order")
            .compile(&DiskFiles)
            .unwrap()
            .warnings
            .len(),
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
    let said = refused(build().deny("mask-order").compile(&DiskFiles));
    assert!(said.starts_with("error[mask-order]"), "{said}");
}

#[test]
fn errors_come_in_full_and_nothing_is_written() {
    let folder = Folder::with([
        ("bad.vsh", BAD),
        ("other.vsh", ".proc x\n\tnop nop\n.end\n"),
    ]);
    let said = of(&folder, &["bad.vsh", "other.vsh"])
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
    let said = of(&folder, &["a.vsh", "b.vsh"])
        .run()
        .unwrap_err()
        .to_string();
    assert_eq!(said.matches("error[cannot-read]").count(), 2, "{said}");
}

#[test]
fn what_the_linker_finds_is_an_error_too() {
    let files = memory(&[
        ("a.vsh", CALLER),
        ("b.vsh", ".out o position\n.proc main\nmov o, v0\n.end\n"),
    ]);
    let said = refused(Build::new("x").file("a.vsh").compile(&files));
    assert!(said.contains("error[undefined-procedure]"), "{said}");
    let said = refused(Build::new("x").file("b.vsh").compile(&files));
    assert!(said.contains("error[missing-end]"), "{said}");
    assert!(
        Build::new("x")
            .file("b.vsh")
            .warn("missing-end")
            .compile(&files)
            .is_ok()
    );
    let said = refused(Build::new("x").compile(&files));
    assert!(said.contains("error[nothing-to-link]"), "{said}");
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
        (
            build().variants("LIGHTS", []),
            "there are no values for `LIGHTS`",
        ),
        (
            build().variants("LIGHTS", [1, 2, 1]),
            "`LIGHTS` has the value 1 twice",
        ),
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
            build().variants("LIGHTS", 0..1000).variants("B", [0, 1]),
            "1000 * 2 variants are too many: the limit is 1024",
        ),
    ];
    for (build, expected) in cases {
        let said = refused(build.compile(&files));
        assert!(said.starts_with("error[invalid-build]: "), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn there_is_a_binary_for_each_combination() {
    let files = memory(&[("a.vsh", ASKING)]);
    let build = Build::new("lit").file("a.vsh");
    let compiled = build
        .clone()
        .variants("LIGHTS", [-1, 4])
        .variants("FOG", [0, 1])
        .compile(&files)
        .unwrap();
    let values: Vec<_> = compiled
        .binaries
        .iter()
        .map(|b| b.values.as_slice())
        .collect();
    assert_eq!(values, [[-1, 0], [-1, 1], [4, 0], [4, 1]]);
    for binary in &compiled.binaries {
        let [lights, fog] = binary.values[..] else {
            unreachable!()
        };
        let alone = build
            .clone()
            .define("LIGHTS", lights)
            .define("FOG", fog)
            .compile(&files);
        assert_eq!(alone.unwrap().binaries[0].bytes, binary.bytes);
        let found = compiled.variant(&[("FOG", fog), ("LIGHTS", lights)]);
        assert_eq!(found.unwrap(), binary);
    }
    let refused = |values: &[_]| compiled.variant(values).unwrap_err().to_string();
    assert!(refused(&[("LIGTHS", 4), ("FOG", 0)]).contains("did you mean `LIGHTS`?"));
    assert!(
        refused(&[("LIGHTS", 5), ("FOG", 0)])
            .contains("no variant has 5 for `LIGHTS`: there are -1, 4")
    );
    assert!(refused(&[("LIGHTS", 4)]).contains("`FOG` has variants, but no value is given"));
    assert!(
        refused(&[("LIGHTS", 4), ("LIGHTS", 4), ("FOG", 0)]).contains("`LIGHTS` has two values")
    );
}

#[test]
fn errors_of_variants_are_told_once_with_their_numbers() {
    let source = format!("{ASKING}.if LIGHTS > 1\n.proc second\nmov r0, nope\n.end\n.endif\n");
    let files = memory(&[("a.vsh", &source)]);
    let build = Build::new("lit")
        .file("a.vsh")
        .variants("LIGHTS", [1, 2, 3])
        .variants("FOG", [0, 1]);
    let said = refused(build.compile(&files));
    assert!(
        said.starts_with("with LIGHTS=2, FOG=0:\nerror[unknown-name]"),
        "{said}"
    );
    assert_eq!(said.matches("nope").count(), 2, "{said}");
}

#[test]
fn a_number_that_changes_nothing_draws_a_warning() {
    let files = memory(&[("a.vsh", ASKING)]);
    let build = Build::new("lit")
        .file("a.vsh")
        .variants("FOG", [0, 1])
        .variants("LIGTHS", [0, 1])
        .define("LIGHTS", 1);
    let compiled = build.clone().variants("ONE", [1]).compile(&files).unwrap();
    assert_eq!(
        compiled.warnings,
        ["warning: all variants are the same for every value of `LIGTHS` [variants-alike]"]
    );
    assert!(
        build
            .clone()
            .allow("variants-alike")
            .compile(&files)
            .unwrap()
            .warnings
            .is_empty()
    );
    let said = refused(build.deny("variants-alike").compile(&files));
    assert!(said.contains("error[variants-alike]"), "{said}");
}

#[test]
fn files_that_stay_the_same_are_not_written_again() {
    let folder = Folder::with([("a.vsh", ASKING)]);
    let build = |lights| {
        let build = of(&folder, &["a.vsh"]).define("FOG", 1);
        build.variants("LIGHTS", [1, lights]).run().unwrap()
    };
    let times = |built: &Artifacts| {
        let paths = built.binaries.iter().chain([&built.module]);
        let time = |path| std::fs::metadata(path).unwrap().modified().unwrap();
        paths.map(time).collect::<Vec<_>>()
    };
    let first = build(2);
    let before = times(&first);
    assert_eq!(first.binaries[1], folder.path("out/toon.1.shbin"));
    assert_eq!(times(&build(2)), before);
    let after = times(&build(3));
    let same: Vec<_> = before.iter().zip(&after).map(|(a, b)| a == b).collect();
    assert_eq!(same, [true, false, false]);
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
    let said = refused(
        Build::new("x")
            .text("-", "mvo")
            .compile(&MemoryFiles::new()),
    );
    assert!(said.contains("./-:1:1"), "{said}");
}

#[test]
fn outputs_need_a_folder_that_can_be_written() {
    let folder = Folder::with([("good.vsh", GOOD), ("file", "")]);
    let said = of(&folder, &["good.vsh"])
        .out_dir(folder.path("file"))
        .run()
        .unwrap_err()
        .to_string();
    assert!(said.contains("error[cannot-write]"), "{said}");
    folder.write("out/toon.rs/x", "");
    let said = of(&folder, &["good.vsh"]).run().unwrap_err().to_string();
    assert!(
        said.contains("error[cannot-write]") && said.contains("toon.rs"),
        "{said}"
    );
    // Tests have no OUT_DIR of their own.
    let said = Build::new("x")
        .file(folder.path("good.vsh"))
        .run()
        .unwrap_err()
        .to_string();
    assert!(said.contains("Cargo did not set `OUT_DIR`"), "{said}");
}

#[cfg(unix)]
#[test]
fn paths_that_cargo_cannot_watch_are_refused() {
    for name in ["a\nb.vsh", "a.vsh "] {
        let folder = Folder::with([(name, GOOD)]);
        let said = of(&folder, &[name]).run().unwrap_err().to_string();
        assert!(
            said.contains("error[invalid-build]: Cargo cannot watch"),
            "{said}"
        );
    }
}

/// Cargo itself, with a package whose build script prints what a build says.
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
        (
            "game/shaders/größe 1.vsh",
            &format!(".include \"one.inc\"\n{GOOD}"),
        ),
        ("game/inc/one.inc", ""),
    ]);
    let paths = ["game/shaders/größe 1.vsh"];
    let built = of(&folder, &paths)
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
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        folder.read("runs").len()
    };
    let later = |name: &str| {
        let file = std::fs::File::options()
            .append(true)
            .open(folder.path(name))
            .unwrap();
        let time = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        file.set_modified(time).unwrap();
    };
    assert_eq!(runs_after(&|| {}), 1);
    assert_eq!(runs_after(&|| folder.write("game/other.vsh", "")), 1);
    assert_eq!(runs_after(&|| later("game/inc/one.inc")), 2);
    // A file that comes before the one that was found.
    assert_eq!(
        runs_after(&|| {
            folder.write("game/shaders/one.inc", "");
            later("game/shaders/one.inc");
        }),
        3
    );
}

/// A shader with a procedure that nothing calls, and two that are the same.
const LOOSE: &str = "\
.out pos position
.constf a(1, 2, 3, 4)
.constf b(1, 2, 3, 4)
.proc main
\tadd r0, a, v0
\tadd r0, b, r0
\tcall one
\tcall two
\tend
.end
.proc one
\tadd pos, a, r0
\tnop
.end
.proc two
\tadd pos, b, r0
\tnop
.end
.proc loose
\tmov pos, v0
\tend
.end
";

#[test]
fn builds_have_the_linking_options_of_picald() {
    let folder = Folder::with([("loose.vsh", LOOSE)]);
    let build = || {
        of(&folder, &["loose.vsh"])
            .allow("warnings")
            .allow("output-written-twice")
    };
    let options: [(&str, Build); 7] = [
        ("", build()),
        ("--no-gc-sections", build().gc_sections(false)),
        ("--icf -g", build().icf(true).debug(true)),
        ("--no-icf", build().icf(false)),
        ("--no-merge-constants", build().merge_constants(false)),
        ("-e loose", build().entry("loose")),
        (
            "-g --remap-path-prefix=loose.vsh=x/y.vsh",
            build()
                .debug(true)
                .remap_path_prefix("loose.vsh", "x/y.vsh"),
        ),
    ];
    let mut all = Vec::new();
    for (line, build) in options {
        let source = folder.path("loose.vsh");
        let levels = "-A warnings -A output-written-twice";
        let outputs = "-o x.shbin --map x.map";
        let arguments = format!("{levels} {line} {} {outputs}", source.display());
        folder.picald(&arguments).silent();
        let built = build.map(true).run().unwrap();
        let bytes = folder.read("x.shbin");
        assert_eq!(folder.read("out/toon.shbin"), bytes, "{line}");
        let map = folder.read("out/toon.map");
        assert_eq!(map, folder.read("x.map"), "{line}");
        let binary = &built.compiled.binaries[0];
        assert_eq!(
            binary.map.as_deref().map(str::as_bytes),
            Some(&*map),
            "{line}"
        );
        assert!(!all.contains(&bytes), "{line} changes nothing");
        all.push(bytes);
    }
    let without = build().compile(&DiskFiles).unwrap();
    assert_eq!(without.binaries[0].map, None);
}

#[test]
fn builds_refuse_pseudo_instructions_if_asked() {
    let folder = Folder::with([(
        "clear.vsh",
        ".out pos position\n.proc main\n\tsub pos, v0, r0\n\tend\n.end\n",
    )]);
    let build = || of(&folder, &["clear.vsh"]).allow("warnings");
    let with = build().pseudo_instructions(true).compile(&DiskFiles);
    assert!(with.is_ok());
    let said = refused(build().pseudo_instructions(false).compile(&DiskFiles));
    assert!(said.contains("pseudo"), "{said}");
}
