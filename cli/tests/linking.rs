//! `picald`: sources and objects together, its options, and diagnostics about both.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use pica200_objfmt::formats::archive::Archive;
use support::{CALLER, Folder, GOOD, LIBRARY, PICALD, outcome};

#[test]
fn sources_and_objects_mix() {
    let folder = Folder::with([("lib.vsh", LIBRARY), ("main.vsh", CALLER)]);
    folder.picasm("lib.vsh main.vsh").silent();
    folder.picald("lib.vsh main.vsh -o expected").silent();
    for inputs in ["lib.dvoj main.dvoj", "lib.dvoj main.vsh", "lib.vsh main.dvoj"] {
        folder.picald(&format!("{inputs} -o found")).silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{inputs}");
    }
}

#[test]
fn a_source_may_have_any_suffix_or_none() {
    let folder = Folder::with([("a.v.pica", GOOD), ("a", GOOD), ("dvoj", GOOD)]);
    for input in ["a.v.pica", "a", "dvoj"] {
        folder.picald(&format!("{input} -o x.shbin")).silent();
    }
}

#[test]
fn undefined_procedures_name_the_lines_of_the_sources() {
    let folder = Folder::with([("src/a.vsh", CALLER), ("src/b.vsh", CALLER)]);
    folder.picasm("src/a.vsh src/b.vsh -o ./").silent();
    insta::assert_snapshot!("undefined_in_objects", folder.picald("a.dvoj b.dvoj -o x").errors());
    insta::assert_snapshot!(
        "undefined_in_objects_short",
        folder.picald("a.dvoj b.dvoj -o x --error-format=short").errors()
    );
    insta::assert_snapshot!(
        "undefined_in_sources_and_objects",
        folder.picald("src/a.vsh b.dvoj -o x").errors()
    );
    insta::assert_snapshot!(
        "undefined_in_sources_and_objects_json",
        folder.picald("src/a.vsh b.dvoj -o x --error-format=json").errors()
    );
}

#[test]
fn an_object_is_not_shown_with_the_lines_of_another_source() {
    let folder = Folder::with([("a.vsh", CALLER), ("sub/a.vsh", &LIBRARY.replace("helper", "other"))]);
    folder.picasm("a.vsh -o old.dvoj").silent();
    let said = folder.picald("sub/a.vsh old.dvoj -o x").errors();
    assert!(said.contains("a.vsh:4 (in old.dvoj): "), "{said}");
    assert!(!said.contains(LIBRARY.lines().nth(3).unwrap().trim()), "{said}");
}

#[test]
fn one_report_has_places_in_sources_and_in_objects() {
    let folder = Folder::with([("lib.vsh", LIBRARY), ("again.vsh", LIBRARY), ("main.vsh", CALLER)]);
    folder.picasm("lib.vsh").silent();
    let said = folder.picald("main.vsh lib.dvoj again.vsh -o x").errors();
    insta::assert_snapshot!("defined_in_object_and_source", said);
}

#[test]
fn findings_in_files_of_line_markers_show_the_source() {
    let source = CALLER.replace("\tcall", "# 70 \"inc/x.h\"\n\tcall");
    let folder = Folder::with([("sub/a.vsh", source)]);
    insta::assert_snapshot!("undefined_behind_marker", folder.picald("sub/a.vsh -o x").errors());
}

#[test]
fn the_same_inputs_give_the_same_bytes_from_any_directory() {
    let folder = Folder::with([
        ("project/lib/lib.vsh", LIBRARY),
        ("project/main.vsh", CALLER),
        ("project/lib/deeper/x", ""),
    ]);
    let path = folder.path("project").display().to_string();
    let run = |directory: &str, prefix: &str, options: &[&str]| {
        let mut command = folder.command(PICALD);
        command
            .current_dir(folder.path(directory))
            .args(["lib/lib.vsh", "main.vsh"].map(|name| format!("{prefix}{name}")))
            .args(options)
            .args(["-o", "-"]);
        outcome(&mut command).silent()
    };
    for options in [&[][..], &["-g"], &["-s"], &["--compat=picasso"]] {
        let expected = run("project", "", options);
        assert_eq!(run("", "project/", options), expected);
        assert_eq!(run("project/lib/deeper", "../../", options), expected);
        assert_eq!(run("", &format!("{path}/"), options), expected);
    }
    let object = |source: &str| folder.picasm(&format!("{source} -o -")).silent();
    assert_eq!(object("project/main.vsh"), object(&format!("{path}/main.vsh")));
}

#[test]
fn options_write_lines_and_leave_out_names() {
    let folder = Folder::with([("source-name.vsh", GOOD)]);
    let link = |options: &str| folder.picald(&format!("source-name.vsh -o - {options}")).silent();
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|w| w == text.as_bytes());
    let [plain, debug, strip, compat] = ["", "-g", "-s", "--compat=picasso"].map(link);
    assert!(debug.len() > plain.len() && plain.len() > strip.len());
    assert!(has(&plain, "source-name.vsh") && has(&debug, "source-name.vsh"));
    assert!(!has(&strip, "source-name.vsh") && !has(&compat, "source-name.vsh"));
    assert!(
        [&plain, &debug, &strip, &compat]
            .iter()
            .all(|bytes| has(bytes, "projection"))
    );
    assert_eq!(link("--debug"), debug);
    assert_eq!(link("--strip"), strip);
}

#[test]
fn compat_mode_has_one_space_of_procedure_names() {
    let folder = Folder::with([("a.vsh", GOOD), ("b.vsh", GOOD)]);
    folder.picald("a.vsh b.vsh -o x").silent();
    let said = folder.picald("a.vsh b.vsh -o x --compat=picasso").errors();
    assert!(said.contains("duplicate-procedure"), "{said}");
}

#[test]
fn missing_nops_draw_a_warning() {
    let source = "\
.out pos position
.proc main
\tmov pos, v0
\tifu b0
\t\tcall f
\t.end
\tend
.end
.proc f
\tnop
.end
";
    let folder = Folder::with([("a.vsh", source)]);
    folder.picald("a.vsh -o padded").silent();
    for option in ["-n", "--no-nop"] {
        // Without the NOP the call has no effect: this is an error unless an option allows it.
        let refused = folder.picald(&format!("a.vsh -o bare {option}")).errors();
        assert!(refused.contains("error[lost-branch]"), "{refused}");
        let outcome = folder.picald(&format!("a.vsh -o bare {option} -A lost-branch"));
        assert_eq!(outcome.status, 0);
        assert!(
            outcome.stderr.contains("warning[padding-nop-required]"),
            "{}",
            outcome.stderr
        );
        assert!(folder.read("bare").len() < folder.read("padded").len());
    }
}

#[test]
fn inputs_become_one_object() {
    let folder = Folder::with([("lib.vsh", LIBRARY), ("main.vsh", CALLER)]);
    folder.picald("lib.vsh main.vsh -o expected").silent();
    folder.picald("lib.vsh main.vsh -r -o both.dvoj").silent();
    folder.picald("both.dvoj -o found").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    // The object alone is a library, or lacks a procedure.
    folder.picald("-r lib.vsh -o lib.dvoj").silent();
    folder.picald("--relocatable main.vsh -o main.dvoj").silent();
    folder.picald("lib.dvoj main.dvoj -o again").silent();
    assert_eq!(folder.read("again"), folder.read("expected"));
    insta::assert_snapshot!(
        "not_one_object",
        folder.picald("-r main.vsh both.dvoj -o x.dvoj").errors()
    );
    assert!(!folder.path("x.dvoj").exists());
}

/// A library with two procedures: a local one, and a global one that calls it.
const OFFERS: &str = "\
.nodvle
.local inner
.proc helper
\tcall inner
\tnop
.end
.proc inner
\tnop
.end
";

#[test]
fn local_procedures_belong_to_their_file() {
    let folder = Folder::with([
        ("lib.vsh", OFFERS.to_owned()),
        (
            "other.vsh",
            OFFERS
                .replace("helper", "another")
                .replace("inner\n\tnop", "inner\n\tnop\n\tnop"),
        ),
        ("main.vsh", CALLER.replace("call helper", "call helper\n\tcall another")),
    ]);
    folder.picald("main.vsh lib.vsh other.vsh -o expected").silent();
    // As one object, and from an archive, whose index does not list local procedures.
    folder.picald("main.vsh lib.vsh other.vsh -r -o all.dvoj").silent();
    folder.picald("all.dvoj -o found").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.picasm("lib.vsh other.vsh").silent();
    folder.picaar("rc libx.a lib.dvoj other.dvoj").silent();
    folder.picald("main.vsh libx.a -o found").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    let bytes = folder.read("libx.a");
    let archive = Archive::read(&bytes).unwrap();
    let names: Vec<_> = archive.symbols().unwrap().iter().map(|s| s.name).collect();
    assert_eq!(names, ["helper", "another"]);
    folder.write("wants.vsh", CALLER.replace("helper", "inner"));
    let said = folder.picald("wants.vsh libx.a -o x").errors();
    assert!(said.contains("error[undefined-procedure]"), "{said}");
    let headers = String::from_utf8(folder.picadump("--headers lib.dvoj").silent()).unwrap();
    let line = headers.lines().find(|line| line.contains("Local procedures"));
    assert!(line.is_some_and(|line| line.ends_with(" inner")), "{headers}");
}

#[test]
fn an_object_of_several_has_no_header_and_no_map() {
    let folder = Folder::with([("main.vsh", GOOD)]);
    for option in [
        "-g",
        "-s",
        "--header=h",
        "--map=m",
        "--map-json=m",
        "--compat=picasso",
        "--no-icf",
    ] {
        let said = folder.picald(&format!("main.vsh -r {option} -o x.dvoj")).usage();
        assert!(said.contains("cannot be used with"), "{option}: {said}");
    }
}

#[test]
fn an_entry_can_be_chosen() {
    const TWO: &str = ".out o position\n.proc main\n\tmov o, v0\n\tend\n.end\n\
                       .proc other\n\tmov o, v1\n\tend\n.end\n";
    let folder = Folder::with([("two.vsh", TWO), ("named.vsh", &format!(".entry other\n{TWO}"))]);
    folder.picald("named.vsh -s -o expected").silent();
    for entry in ["-e other", "--entry=other"] {
        folder.picald(&format!("two.vsh {entry} -s -o found")).silent();
        assert_eq!(folder.read("found"), folder.read("expected"));
    }
    insta::assert_snapshot!("entry_unknown", folder.picald("two.vsh -e othre -o x").errors());
    insta::assert_snapshot!(
        "entry_of_two",
        folder.picald("two.vsh named.vsh -e other -o x").errors()
    );
}
