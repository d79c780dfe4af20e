//! Guarantees for build systems: outputs depend only on inputs and arguments.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use pica200_objfmt::formats::object::Object;
use support::{
    BAD, CALLER, Folder, LIBRARY, PICAAR, PICADUMP, PICAFMT, PICALD, PICARUN, PICASM, PICASSO, SHADER, outcome,
};

/// A library with line markers, as preprocessors write them.
const MARKED: &str = "\
# 1 \"/build/7f3a/include/light.h\"
.nodvle
.proc helper
\tnop
\tnop
.end
";

/// The path in its line markers, and a replacement for it.
const REMAP: &str = "--remap-path-prefix=/build/7f3a=src";

/// A shader with includes from its own directory and from the `-I` directories.
const INCLUDING: &str = "\
.include \"parts/names.inc\"
.include \"shared.inc\"
.proc main
\tcopy
\tend
.end
";

/// Jobs of all programs, with all kinds of outputs. They run in order, in a directory that has the sources in `in`.
const JOBS: &[(&str, &str)] = &[
    (PICASM, "in/main.vsh in/library.vsh in/marked.vsh -o out/"),
    (PICAAR, "rcs out/libhelp.a out/library.dvoj"),
    (
        PICALD,
        "-g in/main.vsh -L out -l help -o out/main.shbin --header out/main.h --rust out/main.rs --cpp out/main.hpp \
         --c out/main.c.h --map out/main.map --map-json out/main.json",
    ),
    (
        PICALD,
        "--compat=picasso in/main.vsh in/library.vsh -o out/compat.shbin",
    ),
    (PICASSO, "in/main.vsh in/library.vsh -o out/drop.shbin -h out/drop.h"),
    (PICASSO, "in/bad.vsh -o out/bad.shbin"),
    (PICALD, "-r in/main.vsh in/marked.vsh -o out/both.dvoj"),
    (PICALD, "@in/arguments"),
    (
        PICALD,
        "-g in/including.vsh -I in/include -o out/including.shbin --map out/including.map -a out/including.lst -MD -MP",
    ),
    (
        PICASM,
        "in/including.vsh -I in/include -o out/ -a out/objects.lst -MD -MF out/objects.d",
    ),
    (PICASM, "-E in/including.vsh -I in/include"),
    (PICADUMP, "out/main.shbin"),
    (PICADUMP, "--json out/both.dvoj"),
    (PICADUMP, "-d out/main.shbin -o out/again.vsh"),
    (
        PICARUN,
        "out/main.shbin --in v0=1,2,3 --profile --profile-html out/main.html",
    ),
    (PICARUN, "in/shader.vsh --int count=2,0,1 --trace=json"),
    (PICAFMT, "--check in/main.vsh in/bad.vsh"),
    (PICALD, "--error-format=json in/bad.vsh -o out/bad.shbin"),
];

fn inputs() -> Folder {
    Folder::with([
        ("in/main.vsh", CALLER),
        ("in/library.vsh", LIBRARY),
        ("in/marked.vsh", MARKED),
        ("in/shader.vsh", SHADER),
        ("in/bad.vsh", BAD),
        ("in/including.vsh", INCLUDING),
        ("in/parts/names.inc", ".out o position\n"),
        ("in/include/shared.inc", ".macro copy\n\tmov o, v0\n.endm\n"),
        ("in/arguments", "in/list.shlist -o 'out/listed.shbin'"),
        ("in/list.shlist", "main.vsh\nmarked.vsh\n"),
    ])
}

/// Returns all files in a directory and its subdirectories, by relative path.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = contents(&path).into_iter();
            files.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
    files
}

/// Runs all jobs in a directory. Returns the files that they write, and the messages of each, by its number.
fn everything(folder: &Folder, setting: impl Fn(&mut Command)) -> BTreeMap<String, Vec<u8>> {
    fs::create_dir_all(folder.path("out")).unwrap();
    let mut said = BTreeMap::new();
    for (number, (program, arguments)) in JOBS.iter().enumerate() {
        let mut command = folder.command(program);
        setting(&mut command);
        let outcome = outcome(command.args(arguments.split_whitespace()));
        assert!(outcome.status < 2, "{arguments}: {}", outcome.stderr);
        said.insert(format!("{number}: status"), vec![u8::try_from(outcome.status).unwrap()]);
        said.insert(format!("{number}: output"), outcome.stdout);
        said.insert(format!("{number}: errors"), outcome.stderr.into_bytes());
    }
    said.append(&mut contents(&folder.path("out")));
    said
}

/// Returns the outputs that differ between two runs.
fn differences(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names: BTreeSet<_> = one.keys().chain(other.keys()).collect();
    let differ = names.into_iter();
    let differ = differ.filter(|name| one.get(*name) != other.get(*name));
    differ.cloned().collect()
}

fn set_read_only(path: &Path, read_only: bool) {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    permissions.set_readonly(read_only);
    fs::set_permissions(path, permissions).unwrap();
}

#[test]
fn outputs_depend_on_no_environment_and_inputs_need_not_be_writable() {
    let usual = inputs();
    let expected = everything(&usual, |_| {});
    let made = ["main.shbin", "main.html", "libhelp.a", "listed.shbin", "again.vsh"];
    assert!(
        made.iter().all(|name| expected.contains_key(*name)),
        "{:?}",
        expected.keys()
    );
    assert!(!expected.contains_key("bad.shbin"));

    let bare = inputs();
    let sources = contents(&bare.path("in"));
    let folders = ["", "parts", "include"].map(str::to_owned);
    let names = sources.keys().chain(&folders);
    let paths: Vec<_> = names.map(|name| bare.path("in").join(name)).collect();
    paths.iter().for_each(|path| set_read_only(path, true));
    let found = everything(&bare, |command| {
        command.env_clear();
    });
    paths.iter().for_each(|path| set_read_only(path, false));
    assert_eq!(differences(&expected, &found), [""; 0]);
    assert_eq!(contents(&bare.path("in")), sources);
    assert_eq!(bare.list(), ["in", "out"]);
}

#[test]
fn outputs_are_the_same_in_each_run_and_environment() {
    let folder = inputs();
    let first = everything(&folder, |_| {});
    let second = everything(&folder, |command| {
        let variables = [
            ("NO_COLOR", "1"),
            ("CLICOLOR_FORCE", "1"),
            ("COLUMNS", "20"),
            ("TERM", "xterm-256color"),
            ("LANG", "tr_TR.UTF-8"),
            ("LC_ALL", "de_DE.UTF-8"),
            ("TZ", "Asia/Kathmandu"),
            ("SOURCE_DATE_EPOCH", "1"),
            ("HOME", "/nowhere"),
            ("TMPDIR", "/nowhere"),
            ("PATH", ""),
            ("PWD", "/nowhere"),
        ];
        command.envs(variables);
    });
    assert_eq!(differences(&first, &second), [""; 0]);
}

/// Builds objects, an archive, a binary and its bindings in a directory from sources with this path prefix.
fn build_from(folder: &Folder, cwd: &str, prefix: &str, options: &str) -> BTreeMap<String, Vec<u8>> {
    fs::create_dir_all(folder.path("out")).unwrap();
    let out = folder.path("out");
    let out = out.to_str().unwrap();
    let jobs = [
        (
            PICASM,
            format!("{prefix}main.vsh {prefix}marked.vsh {prefix}including.vsh -I {prefix}include -o {out}/ {options}"),
        ),
        (PICAAR, format!("rc {out}/all.a {out}/main.dvoj {out}/marked.dvoj")),
        (
            PICALD,
            format!(
                "-g {prefix}main.vsh {prefix}marked.vsh -o {out}/a.shbin --header {out}/a.h --rust {out}/a.rs \
                 --cpp {out}/a.hpp --c {out}/a.c.h --map {out}/a.map --map-json {out}/a.json {options}"
            ),
        ),
        (
            PICALD,
            format!("-r {prefix}main.vsh {prefix}marked.vsh -o {out}/a.dvoj {options}"),
        ),
    ];
    for (program, arguments) in jobs {
        let mut command = folder.command(program);
        let command = command.current_dir(folder.path(cwd));
        outcome(command.args(arguments.split_whitespace())).silent();
    }
    let made = contents(&folder.path("out"));
    fs::remove_dir_all(folder.path("out")).unwrap();
    made
}

#[test]
fn outputs_do_not_depend_on_the_paths_of_inputs() {
    let folder = inputs();
    fs::create_dir_all(folder.path("elsewhere")).unwrap();
    let absolute = format!("{}/", folder.path("in").display());
    let ways = [
        (".", "in/"),
        ("in", "./"),
        ("elsewhere", "../in/"),
        ("elsewhere", absolute.as_str()),
    ];
    let here = build_from(&folder, "in", "", "");
    let remapped = build_from(&folder, "in", "", REMAP);
    // All directory names come from the line marker, and are gone without it.
    assert_eq!(
        differences(&here, &remapped),
        ["a.dvoj", "a.json", "a.map", "all.a", "marked.dvoj"]
    );
    for (cwd, prefix) in ways {
        let made = build_from(&folder, cwd, prefix, "");
        // Maps name inputs as on the command line.
        assert_eq!(differences(&here, &made), ["a.json", "a.map"], "{prefix}");
        let options = format!("{REMAP} --remap-path-prefix={prefix}=");
        let made = build_from(&folder, cwd, prefix, &options);
        assert_eq!(differences(&remapped, &made), [""; 0], "{prefix}");
    }
}

#[test]
fn objects_and_maps_have_remapped_names_and_errors_the_real_ones() {
    let folder = inputs();
    let files = |name: &str| Object::read(&folder.read(name)).unwrap().files;
    folder.picasm("in/marked.vsh -o a.dvoj").silent();
    assert_eq!(files("a.dvoj"), ["/build/7f3a/include/light.h"]);
    folder.picasm(&format!("in/marked.vsh -o b.dvoj {REMAP}")).silent();
    assert_eq!(files("b.dvoj"), ["src/include/light.h"]);
    folder
        .picald(&format!("-r in/main.vsh a.dvoj -o c.dvoj {REMAP}"))
        .silent();
    assert_eq!(files("c.dvoj"), ["main.vsh", "src/include/light.h"]);

    let map = format!("in/main.vsh a.dvoj -o x.shbin --map - {REMAP} --remap-path-prefix=a.dvoj=b.dvoj");
    let map = String::from_utf8(folder.picald(&map).silent()).unwrap();
    assert!(map.contains("b.dvoj (src/include/light.h:2)"), "{map}");
    assert!(!map.contains("/build"), "{map}");

    folder.write("wrong.vsh", MARKED.replace("nop", "nope"));
    let said = folder.picasm(&format!("wrong.vsh {REMAP}")).errors();
    assert!(said.contains("/build/7f3a/include/light.h:3:"), "{said}");
}

#[test]
fn remappings_without_both_parts_are_usage_errors() {
    let folder = inputs();
    for (argument, said) in [("in", "`=`"), ("=out", "before the `=`")] {
        let arguments = format!("in/main.vsh -o x --remap-path-prefix={argument}");
        for outcome in [folder.picald(&arguments), folder.picasm(&arguments)] {
            assert_eq!(outcome.status, 2);
            assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
        }
    }
}
