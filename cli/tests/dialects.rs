//! Sources in older dialects: `--dialect`, `picafmt --from`, and the diagnostics without them.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use pica200::Build;
use pica200::build::MemoryFiles;

use support::{Folder, GOOD, workspace};

/// A nihstro source, whose entry point is given on the command line.
const OLD: &str = "\
.alias opos o0 as position // clip space
.alias projection c0-c3
start:
\tdp4 opos.xyzw, projection[0], v0
\tend
";

/// The same source in this toolchain's language.
const NEW: &str = "\
.out opos position o0 ; clip space
.fvec projection[4] c0
.entry start
.proc start
\tdp4 opos, projection[0], v0
\tend
.end
";

/// Returns the golden file of this name.
fn golden(dialect: &str, name: &str) -> Vec<u8> {
    let path = workspace(&format!("testsuite/golden/{dialect}/{name}"));
    std::fs::read(path).unwrap()
}

#[test]
fn sources_are_printed_in_our_language() {
    let folder = Folder::with([("old.vsh", OLD), ("b.vsh", OLD), ("out/a", "")]);
    for from in ["nihstro", "auto"] {
        let line = format!("--from={from} --entry=start old.vsh");
        let printed = folder.picafmt(&line).silent();
        assert_eq!(String::from_utf8(printed).unwrap(), NEW);
    }
    folder
        .picafmt("--from=nihstro --entry=start old.vsh -o one.pica")
        .silent();
    assert_eq!(folder.read("one.pica"), NEW.as_bytes());
    folder
        .picafmt("--from=nihstro --entry=start old.vsh b.vsh -o out/")
        .silent();
    assert_eq!(folder.read("out/old.pica"), NEW.as_bytes());
    assert_eq!(folder.read("out/b.pica"), NEW.as_bytes());
    assert_eq!(folder.read("old.vsh"), OLD.as_bytes());
}

#[test]
fn wrong_conversions_write_nothing() {
    let folder = Folder::with([("old.vsh", OLD), ("ours.vsh", GOOD)]);
    let said = folder.picafmt("--from=nihstro old.vsh -o a.pica").errors();
    assert!(said.contains("[missing-label]"), "{said}");
    let said = folder.picafmt("--from=auto ours.vsh -o a.pica").errors();
    assert!(said.contains("[unknown-dialect]"), "{said}");
    let said = folder
        .picafmt("--from=nihstro --entry=start old.vsh -o old.vsh")
        .errors();
    assert!(said.contains("[output-is-input]"), "{said}");
    folder.picafmt("--from=nihstro old.vsh ours.vsh").usage();
    folder.picafmt("--entry=start old.vsh").usage();
    folder.picafmt("--geometry old.vsh").usage();
    folder.picafmt("--from=nihstro --check old.vsh").usage();
    assert_eq!(folder.list(), ["old.vsh", "ours.vsh"]);
    assert_eq!(folder.read("old.vsh"), OLD.as_bytes());
}

#[test]
fn programs_read_dialects() {
    let folder = Folder::with([("old.vsh", OLD), ("new.vsh", NEW)]);
    folder.picald("new.vsh -s -o new.shbin").silent();
    let expected = folder.read("new.shbin");
    for dialect in ["nihstro", "auto"] {
        let line = format!("--dialect={dialect} --entry=start old.vsh");
        folder.picald(&format!("{line} -s -o a.shbin")).silent();
        assert_eq!(folder.read("a.shbin"), expected, "{dialect}");
        folder.picasm(&format!("{line} -o a.dvoj")).silent();
        folder.picald("a.dvoj -s -o b.shbin").silent();
        assert_eq!(folder.read("b.shbin"), expected, "{dialect}");
        folder.picarun(&line).all();
    }
    let text = folder.picasm("--dialect=nihstro --entry=start -E old.vsh");
    let text = String::from_utf8(text.silent()).unwrap();
    assert_eq!(text, NEW.replace('\t', ""));
    folder.picasm("--geometry old.vsh").usage();
    folder.picasm("--entry=start old.vsh").usage();
}

#[test]
fn diagnostics_and_line_tables_point_at_the_source() {
    let wrong = OLD.replace("v0", "v0.xyz").replace("start", "main");
    let folder = Folder::with([("old.vsh", OLD), ("wrong.vsh", &wrong)]);
    let said = folder
        .picald("--dialect=nihstro wrong.vsh -o a.shbin --error-format=short")
        .errors();
    assert!(said.starts_with("wrong.vsh:4:32: error: "), "{said}");
    folder
        .picald("--dialect=nihstro --entry=start -g old.vsh -o a.shbin")
        .silent();
    let shown = folder.shown("-d a.shbin");
    assert!(shown.contains("old.vsh:4"), "{shown}");
}

#[test]
fn a_dialect_without_its_option_draws_one_error() {
    let folder = Folder::with([
        ("old.vsh", OLD),
        ("older.vsh", ".out pos o0 position\nmain:\n\tmov pos, v0\n\tend\n"),
    ]);
    let said = folder.picasm("old.vsh").errors();
    assert!(said.contains("error[other-dialect]"), "{said}");
    assert!(said.contains("assemble it with `--dialect=nihstro`"), "{said}");
    assert!(said.contains("`picafmt --from=nihstro`"), "{said}");
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    let said = folder.picald("older.vsh -o a.shbin").errors();
    assert!(said.contains("error[old-declaration]"), "{said}");
    assert!(said.contains(".alias pos o0 as position"), "{said}");
    let said = folder.picasso("-o a.shbin old.vsh").errors();
    assert!(!said.contains("--dialect"), "{said}");
}

#[test]
fn builds_and_documents_read_dialects() {
    let files = MemoryFiles::new().with("old.vsh", OLD);
    let build = Build::new("old").file("old.vsh").entry("start");
    assert!(build.compile(&files).is_err());
    let built = build.clone().dialect("nihstro").compile(&files).unwrap();
    let expected = built.binaries[0].bytes.clone();
    let built = build.clone().dialect("auto").compile(&files).unwrap();
    assert_eq!(built.binaries[0].bytes, expected);
    let wrong = build.dialect("nihstr").compile(&files).unwrap_err();
    assert!(wrong.to_string().contains("did you mean `nihstro`?"));

    let main = OLD.replace("start", "main");
    let files = MemoryFiles::new().with("old.vsh", main.clone());
    let geometry = Build::new("old").file("old.vsh").dialect("auto");
    let plain = geometry.compile(&files).unwrap();
    let geometry = geometry.geometry(true).compile(&files).unwrap();
    assert_ne!(plain.binaries[0].bytes, geometry.binaries[0].bytes);

    let table = "dialect = \"nihstro\"\ngeometry = true\nsources = \"old.vsh\"\n[numbers]\nUNUSED = [0, 1]\n";
    let folder = Folder::with([("old.vsh", main.as_str()), ("all.variants.toml", table)]);
    folder.picald("all.variants.toml -o a.shbin").all();
    assert_eq!(folder.list().len(), 3, "{:?}", folder.list());
    let table = table.replace("nihstro", "nihstr");
    folder.write("all.variants.toml", table);
    let said = folder.picald("all.variants.toml -o a.shbin").errors();
    assert!(said.contains("unknown dialect `nihstr`"), "{said}");
}

#[test]
fn tests_name_the_entry() {
    let table = "shader = \"old.vsh\"\ndialect = \"nihstro\"\nentry = \"start\"\n\
                 [[case]]\ninputs = { v0 = [1, 2, 3, 4] }\noutputs = { opos = [0, 0, 0, 0] }\n";
    let folder = Folder::with([("old.vsh", OLD), ("old.toml", table)]);
    folder.picarun("--test old.toml").all();
    folder.write("old.toml", table.replace("entry", "# entry"));
    let said = folder.picarun("--test old.toml");
    assert_eq!(said.status, 1);
    let said = said.stderr;
    assert!(said.contains("[missing-label]"), "{said}");
    assert!(said.contains("the key `entry`"), "{said}");
}

#[test]
fn the_form_of_2014_says_what_to_write() {
    let source = ".out pos o0 position\n.const one c20 (1, 0, 0, 0)\nmain:\n\tmov pos, one\n\tend\n";
    let folder = Folder::with([("old.vsh", source)]);
    for line in ["--from=auto old.vsh", "--from=nihstro old.vsh"] {
        let said = folder.picafmt(line).errors();
        assert!(said.contains("write `.alias pos o0 as position`"), "{said}");
        assert!(said.contains("write `.alias one c20 as (1, 0, 0, 0)`"), "{said}");
        assert!(!said.contains("[not-in-dialect]"), "{said}");
    }
}

/// Files written by nihstro have a short header.
#[test]
fn binaries_of_nihstro_are_read() {
    let folder = Folder::with([
        ("theirs.shbin", golden("nihstro", "transform.tool.shbin")),
        ("ours.shbin", golden("nihstro", "transform.shbin")),
    ]);
    let shown = folder.shown("theirs.shbin");
    assert!(shown.contains("as nihstro writes it"), "{shown}");
    let shown = folder.shown("-d theirs.shbin");
    assert!(shown.contains("dp4"), "{shown}");
    folder.picadump("--verify theirs.shbin").all();
    let ran = |file: &str| {
        let line = format!("{file} --in v0=1,2,3,1 --in v1=4,5,6,7");
        String::from_utf8(folder.picarun(&line).stdout).unwrap()
    };
    assert!(!ran("ours.shbin").is_empty());
    assert_eq!(ran("theirs.shbin"), ran("ours.shbin"));
    let said = folder.picald("theirs.shbin -o a.shbin").errors();
    assert!(said.contains("[linked-already]"), "{said}");
}

/// nihstro's label tables have no sizes.
#[test]
fn labels_without_sizes_are_no_procedures() {
    let folder = Folder::with([("calls.shbin", golden("nihstro", "calls.tool.shbin"))]);
    let shown = folder.shown("-d calls.shbin");
    let procedures = shown.lines().filter(|line| line.starts_with(".proc"));
    assert_eq!(procedures.collect::<Vec<_>>(), [".proc main"], "{shown}");
}
