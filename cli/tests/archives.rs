//! Archives: made, shown and changed with `picaar`, linked with `picald`, looked into with `picadump`.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot set up its files fails"
)]

mod support;

use pica200_objfmt::formats::archive::{Archive, NewMember, write};
use support::{CALLER, Folder, GOOD, LIBRARY, PICAAR, PICALD, outcome};

/// A library whose procedure is called by another name.
fn library(name: &str) -> String {
    LIBRARY.replace("helper", name)
}

/// A folder with a shader that calls `helper`, and objects of libraries, one of which calls another.
fn folder() -> Folder {
    let folder = Folder::with([
        ("main.vsh", CALLER.to_owned()),
        (
            "helper.vsh",
            LIBRARY.replace("\tnop\n\tnop", "\tcall deep\n\tnop\n\tnop"),
        ),
        ("deep.vsh", library("deep")),
        ("other.vsh", library("other")),
    ]);
    folder
        .picasm("main.vsh helper.vsh deep.vsh other.vsh")
        .silent();
    folder
}

/// The same with an archive of the libraries.
fn folder_with_archive() -> Folder {
    let folder = folder();
    folder
        .picaar("rc libx.a other.dvoj helper.dvoj deep.dvoj")
        .silent();
    folder
}

/// What a program that went well wrote.
fn text(outcome: support::Outcome) -> String {
    String::from_utf8(outcome.silent()).unwrap()
}

/// An archive made by hand: names, bytes, and what the index says.
fn archive(members: &[(&str, &[u8], &[&str])]) -> Vec<u8> {
    let members: Vec<_> = members
        .iter()
        .map(|(name, bytes, symbols)| NewMember {
            name: name.as_bytes(),
            bytes,
            symbols: symbols.iter().map(|&symbol| symbol.into()).collect(),
        })
        .collect();
    write(&members).unwrap()
}

#[test]
fn archives_are_made_listed_and_linked() {
    let folder = folder_with_archive();
    assert_eq!(
        text(folder.picaar("t libx.a")),
        "other.dvoj\nhelper.dvoj\ndeep.dvoj\n"
    );
    assert_eq!(
        text(folder.picaar("t libx.a --symbols")),
        "other in other.dvoj\nhelper in helper.dvoj\ndeep in deep.dvoj\n"
    );
    let size = |name: &str| folder.read(name).len();
    assert_eq!(
        text(folder.picaar("tv libx.a deep.dvoj other.dvoj")),
        format!(
            "{:8}  other.dvoj\n{:8}  deep.dvoj\n",
            size("other.dvoj"),
            size("deep.dvoj")
        )
    );
    folder.picald("main.vsh libx.a -o found").silent();
    folder
        .picald("main.vsh helper.dvoj deep.dvoj -o expected")
        .silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder
        .picald("main.dvoj libx.a -o found --compat=picasso")
        .silent();
    folder
        .picald("main.vsh helper.vsh deep.vsh -o expected --compat=picasso")
        .silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
}

#[test]
fn an_archive_depends_on_its_members_alone() {
    let folder = folder_with_archive();
    folder.write("sub/empty", "");
    for (letters, members) in [
        ("rcs", "other.dvoj helper.dvoj deep.dvoj"),
        ("-crs", "./other.dvoj helper.dvoj sub/../deep.dvoj"),
        ("cru", "other.dvoj helper.dvoj deep.dvoj"),
        ("qD", "other.dvoj helper.dvoj deep.dvoj"),
    ] {
        folder
            .picaar(&format!("{letters} again.a {members}"))
            .silent();
        assert_eq!(folder.read("again.a"), folder.read("libx.a"), "{letters}");
        std::fs::remove_file(folder.path("again.a")).unwrap();
    }
    // What is there already stays as it is.
    folder.picaar("r again.a other.dvoj").silent();
    folder.picaar("r again.a helper.dvoj").silent();
    folder
        .picaar("r again.a helper.dvoj deep.dvoj other.dvoj")
        .silent();
    assert_eq!(folder.read("again.a"), folder.read("libx.a"));
    folder.picaar("s again.a").silent();
    assert_eq!(folder.read("again.a"), folder.read("libx.a"));
}

#[test]
fn members_are_replaced_added_deleted_and_extracted() {
    let folder = folder_with_archive();
    folder.write("new/deep.vsh", library("deeper"));
    folder.picasm("new/deep.vsh").silent();
    let said = text(folder.picaar("rv libx.a new/deep.dvoj main.dvoj"));
    assert_eq!(said, "r - deep.dvoj\na - main.dvoj\n");
    assert_eq!(
        text(folder.picaar("t --symbols libx.a deep.dvoj main.dvoj")),
        "deeper in deep.dvoj\nmain in main.dvoj\n"
    );
    assert_eq!(
        text(folder.picaar("dv libx.a other.dvoj main.dvoj")),
        "d - other.dvoj\nd - main.dvoj\n"
    );
    assert_eq!(text(folder.picaar("t libx.a")), "helper.dvoj\ndeep.dvoj\n");
    assert_eq!(
        text(folder.picaar("qv libx.a other.dvoj")),
        "a - other.dvoj\n"
    );
    std::fs::remove_file(folder.path("other.dvoj")).unwrap();
    assert_eq!(
        text(folder.picaar("xv libx.a deep.dvoj other.dvoj")),
        "x - deep.dvoj\nx - other.dvoj\n"
    );
    assert_eq!(folder.read("deep.dvoj"), folder.read("new/deep.dvoj"));
    folder.picaar("x libx.a").silent();
    folder.picaar("rc empty.a").silent();
    assert_eq!(text(folder.picaar("t empty.a")), "");
}

#[test]
fn several_members_may_have_one_name() {
    let folder = folder();
    folder.write("sub/deep.vsh", library("deeper"));
    folder.picasm("sub/deep.vsh").silent();
    insta::assert_snapshot!(
        "one_name_twice",
        folder.picaar("rc x.a deep.dvoj sub/deep.dvoj").errors()
    );
    assert!(!folder.path("x.a").exists());
    folder.picaar("qc x.a deep.dvoj sub/deep.dvoj").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "deep in deep.dvoj\ndeeper in deep.dvoj\n"
    );
    let said = folder.picaar("x x.a").errors();
    assert!(
        said.contains("error[output-twice]: two outputs go to `deep.dvoj`"),
        "{said}"
    );
    // The first of them is meant.
    folder.picaar("d x.a deep.dvoj").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "deeper in deep.dvoj\n"
    );
}

#[test]
fn what_is_no_object_is_refused_unless_it_is_wanted() {
    let folder = folder_with_archive();
    folder.picald("main.vsh libx.a -o x.shbin").silent();
    let mut other = folder.read("deep.dvoj");
    other[4] ^= 1;
    folder.write("version.dvoj", other);
    let before = folder.read("libx.a");
    let files = "main.vsh x.shbin y.a version.dvoj missing.dvoj";
    folder.write("y.a", &before);
    let said = folder.picaar(&format!("r libx.a {files}")).errors();
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("no_objects", said);
    }
    let said = folder.picaar("r libx.a version.dvoj").errors();
    assert!(
        said.contains("error[unreadable-object]: `libx.a(version.dvoj)` cannot be read"),
        "{said}"
    );
    assert_eq!(folder.read("libx.a"), before);
    folder
        .picaar("r libx.a main.vsh x.shbin version.dvoj --any-file")
        .silent();
    assert_eq!(
        text(folder.picaar("t libx.a main.vsh x.shbin")),
        "main.vsh\nx.shbin\n"
    );
    assert_eq!(text(folder.picaar("t libx.a --symbols")).lines().count(), 3);
    // The archive has what it has, and still needs to be asked for it.
    assert!(
        folder
            .picaar("s libx.a")
            .errors()
            .contains("unreadable-object")
    );
    folder.picaar("s libx.a --any-file").silent();
    folder.picaar("d libx.a version.dvoj").silent();
    folder.picald("main.vsh libx.a -o again.shbin").silent();
    assert_eq!(folder.read("again.shbin"), folder.read("x.shbin"));
}

#[test]
fn archives_that_cannot_be_used_are_errors() {
    let folder = folder();
    folder.write("text.a", GOOD);
    folder.write("thin.a", "!<thin>\n");
    folder.write("cut.a", &archive(&[("a", b"DVOJ...", &[])])[..100]);
    folder.write(
        "index.a",
        archive(&[("helper.dvoj", &folder.read("helper.dvoj"), &["deep"])]),
    );
    let mut damaged = archive(&[("helper.dvoj", &folder.read("helper.dvoj"), &["helper"])]);
    damaged[8 + 60 + 7] = 8;
    folder.write("damaged.a", &damaged);
    let archives = "text.a thin.a cut.a damaged.a";
    insta::assert_snapshot!(
        "unreadable_archives",
        folder.picald(&format!("main.vsh {archives} -o x")).errors()
    );
    for name in archives.split(' ') {
        for line in [
            format!("t {name}"),
            format!("r {name} deep.dvoj"),
            format!("d {name} x"),
        ] {
            let said = folder.picaar(&line).errors();
            assert!(said.contains("unreadable-archive"), "{line}: {said}");
        }
    }
    assert_eq!(folder.read("damaged.a"), damaged);
    let said = folder.picald("main.vsh deep.vsh index.a -o x").errors();
    assert!(said.contains("error[undefined-procedure]"), "{said}");
    folder.picaar("s damaged.a").silent();
    folder.picald("main.vsh deep.vsh damaged.a -o x").silent();
    let missing = folder.picaar("t missing.a").errors();
    assert!(
        missing.contains("error[cannot-read]: cannot read `missing.a`"),
        "{missing}"
    );
    let said = folder.picasm("thin.a").errors();
    assert!(
        said.contains("`thin.a` is an archive, not a source"),
        "{said}"
    );
    let said = folder.picarun("thin.a").errors();
    assert!(said.contains("is a thin archive"), "{said}");
}

#[test]
fn a_stale_index_is_an_error_until_it_is_made_anew() {
    let folder = folder();
    let (helper, deep) = (folder.read("helper.dvoj"), folder.read("deep.dvoj"));
    folder.write(
        "x.a",
        archive(&[
            ("helper.dvoj", &helper, &["deep"]),
            ("deep.dvoj", &deep, &["helper"]),
        ]),
    );
    insta::assert_snapshot!("stale_index", folder.picald("main.vsh x.a -o x").errors());
    folder.picaar("s x.a").silent();
    folder.picald("main.vsh x.a -o x").silent();
}

#[test]
fn what_other_tools_say_of_their_members_stays_in_the_index() {
    let folder = folder();
    folder.write(
        "x.a",
        archive(&[
            ("code.o", b"\x7FELF", &["start"]),
            ("data.o", b"\x7FELF!", &[]),
        ]),
    );
    folder.picaar("r x.a deep.dvoj").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "start in code.o\ndeep in deep.dvoj\n"
    );
    folder.picaar("s x.a").silent();
    folder.picaar("d x.a data.o").silent();
    assert_eq!(
        text(folder.picaar("t x.a --symbols")),
        "start in code.o\ndeep in deep.dvoj\n"
    );
}

#[test]
fn an_archive_without_an_index_has_none_to_list() {
    let folder = folder_with_archive();
    let file = folder.read("libx.a");
    let archive = Archive::read(&file).unwrap();
    // What stands before the first member is the index.
    let first = archive.members()[0].offset;
    folder.write("bare.a", [b"!<arch>\n", &file[first..]].concat());
    let said = folder.picaar("t --symbols bare.a").errors();
    assert!(
        said.contains("error[no-symbol-index]: `bare.a` has no symbol index"),
        "{said}"
    );
    assert!(
        said.contains("help: create one with `picaar s bare.a`"),
        "{said}"
    );
    folder.picald("main.vsh bare.a -o found").silent();
    folder.picald("main.vsh libx.a -o expected").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.picaar("s bare.a").silent();
    assert_eq!(folder.read("bare.a"), file);
}

#[test]
fn members_that_are_asked_for_and_not_there_are_errors() {
    let folder = folder_with_archive();
    let before = folder.read("libx.a");
    for verb in ["t", "x", "d"] {
        let said = folder
            .picaar(&format!("{verb} libx.a helper.dvoj hepler.dvoj nothing"))
            .errors();
        let expected = "error[no-such-member]: `libx.a` has no member `hepler.dvoj`\n  = help: did you mean \
                        `helper.dvoj`?\n\nerror[no-such-member]: `libx.a` has no member `nothing`\n\n";
        assert_eq!(said, expected);
    }
    assert_eq!(folder.read("libx.a"), before);
}

#[test]
fn names_of_members_lead_nowhere_else() {
    let folder = Folder::empty();
    for name in [
        "../up",
        "/tmp/absolute",
        "a/b",
        ".",
        "..",
        "trailing/",
        "nul\u{1}/..",
    ] {
        folder.write(
            "sub/x.a",
            archive(&[("good", b"1", &[]), (name, b"2", &[])]),
        );
        let mut command = folder.command(PICAAR);
        command.current_dir(folder.path("sub")).args(["x", "x.a"]);
        let said = outcome(&mut command).errors();
        assert!(said.contains("error[unsafe-member-name]"), "{said}");
        assert_eq!(folder.list(), ["sub"]);
        assert_eq!(
            std::fs::read_dir(folder.path("sub")).unwrap().count(),
            1,
            "{name}"
        );
    }
    let said = folder.picaar("x sub/x.a good");
    assert_eq!((said.status, folder.read("good")), (0, b"1".to_vec()));
}

#[cfg(unix)]
#[test]
fn a_name_that_no_member_can_have_is_an_error() {
    let folder = folder();
    folder.write("a\nb.dvoj", folder.read("deep.dvoj"));
    let said = folder.run(PICAAR, ["rc", "x.a", "a\nb.dvoj"]).errors();
    let expected = "error[unwritable-archive]: cannot write `x.a`: the name `a\\nb.dvoj` is empty, or contains a line ending";
    assert!(said.starts_with(expected), "{said}");
    assert!(!folder.path("x.a").exists());
}

#[test]
fn an_archive_is_not_put_into_itself_or_over_its_members() {
    let folder = folder_with_archive();
    let before = folder.read("libx.a");
    for line in ["r libx.a libx.a --any-file", "q libx.a ./libx.a --any-file"] {
        let said = folder.picaar(line).errors();
        assert!(said.contains("error[output-is-input]"), "{said}");
    }
    folder.write("x.a", archive(&[("x.a", b"1", &[])]));
    assert!(
        folder
            .picaar("x x.a")
            .errors()
            .contains("error[output-is-input]")
    );
    assert_eq!(folder.read("libx.a"), before);
}

#[test]
fn procedures_that_no_link_finds_are_warned_of() {
    let folder = folder();
    folder.write("again.vsh", LIBRARY);
    folder.picasm("again.vsh").silent();
    let outcome = folder.picaar("rc x.a helper.dvoj again.dvoj deep.dvoj");
    assert_eq!(outcome.status, 0);
    assert_eq!(
        outcome.stderr,
        "warning[hidden-definition]: `x.a`: `helper.dvoj` and `again.dvoj` both define procedure `helper`; \
         links use the first\n\n"
    );
    folder.picald("main.vsh x.a -o found").silent();
    folder
        .picald("main.vsh helper.vsh deep.vsh -o expected")
        .silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
}

#[test]
fn the_library_of_an_option_is_looked_for_in_folders() {
    let folder = folder_with_archive();
    folder.picald("main.vsh libx.a -o expected").silent();
    let other = || folder.read("other.dvoj");
    folder.write(
        "one/libx.a",
        archive(&[("other.dvoj", &other(), &["other"])]),
    );
    folder.write("two/x.dvar", folder.read("libx.a"));
    folder.write("three/libx.dvar", folder.read("libx.a"));
    folder.write("three/libx.a/folder", "");
    for options in [
        "-L. -lx",
        "-L . -l x",
        "--library-path . --library=x",
        "-lx -L two",
        "-L nowhere -L main.vsh -Ltwo -lx",
        "-L two -L one -lx",
        "-L. -l:libx.a",
        "-L three -L . -l:libx.dvar",
        "-L one -L two -l:x.dvar",
    ] {
        folder
            .picald(&format!("main.vsh {options} -o found"))
            .silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{options}");
    }
    let said = folder.picald("main.vsh -L one -L two -lx -o x").errors();
    assert!(
        said.contains("undefined-procedure") && said.contains("one/libx.a"),
        "{said}"
    );
    if cfg!(target_os = "linux") {
        let said = folder.picald("main.vsh -Lthree -lx -o x").errors();
        assert!(
            said.contains("error[cannot-read]: cannot read `three/libx.a`: is a directory"),
            "{said}"
        );
    }
    let missing = folder.picald("main.vsh -lx -l:y.a -o x").errors();
    let several = folder.picald("main.vsh -lnope -L. -Ltwo -o x").errors();
    insta::assert_snapshot!("missing_libraries", missing + &several);
}

#[test]
fn members_stand_in_the_place_of_their_archive() {
    let folder = folder_with_archive();
    for (given, same) in [
        ("libx.a main.vsh", "helper.vsh deep.vsh main.vsh"),
        ("-lx main.vsh -L.", "helper.vsh deep.vsh main.vsh"),
        ("main.vsh -L. -lx", "main.vsh helper.vsh deep.vsh"),
    ] {
        folder.picald(&format!("{given} -o found")).silent();
        folder.picald(&format!("{same} -o expected")).silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{given}");
    }
}

#[test]
fn archives_are_known_by_what_they_begin_with() {
    let folder = folder_with_archive();
    folder.picald("main.vsh libx.a -o expected").silent();
    for name in ["library", "library.bin", "X.A", "x.DVAR", "x.dvoj"] {
        folder.write(name, folder.read("libx.a"));
        folder.picald(&format!("main.vsh {name} -o found")).silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{name}");
    }
    let mut command = folder.command(PICALD);
    command
        .args(["main.vsh", "-", "-o", "found"])
        .write_stdin(folder.read("libx.a"));
    outcome(&mut command).silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    let said = folder.picald("libx.a -o x").errors();
    assert!(said.contains("error[nothing-to-link]"), "{said}");
    let said = folder.picald("main.vsh libx.a -o libx.a").errors();
    assert!(said.contains("error[output-is-input]"), "{said}");
}

#[test]
fn findings_in_members_name_archive_member_and_line() {
    let folder = folder();
    folder.write(
        "again.vsh",
        library("main").replace("\tnop\n.end", "\tcall nowhere\n\tnop\n.end"),
    );
    folder.picasm("again.vsh").silent();
    folder.picaar("rc libx.a helper.dvoj deep.dvoj").silent();
    folder.picaar("rc liby.a again.dvoj other.dvoj").silent();
    folder.write("start.vsh", ".out pos position\n.entry begin\n.proc begin\n\tcall main\n\tcall helper\n\tcall dep\n\tend\n.end\n");
    insta::assert_snapshot!(
        "findings_in_members",
        folder.picald("start.vsh -L. -ly -lx -o x").errors()
    );
}

#[test]
fn archives_are_shown() {
    let folder = folder_with_archive();
    insta::assert_snapshot!("shown", text(folder.picadump("libx.a")));
    insta::assert_snapshot!("shown_symbols", text(folder.picadump("--symbols libx.a")));
    folder.write(
        "mixed.a",
        archive(&[
            ("a\u{1B}[2J", b"\x7FELF", &["start"]),
            ("bad.dvoj", b"DVOJ", &[]),
        ]),
    );
    insta::assert_snapshot!("shown_mixed", text(folder.picadump("mixed.a")));
    insta::assert_snapshot!(
        "shown_mixed_symbols",
        text(folder.picadump("--symbols mixed.a"))
    );
    let mut bare = folder.read("libx.a");
    // The index loses its name.
    bare[8] = b'x';
    folder.write("bare.a", bare);
    insta::assert_snapshot!("shown_without_index", text(folder.picadump("bare.a")));
    for view in [
        "--json",
        "--dot",
        "-d",
        "--size",
        "--raw",
        "--code",
        "--lines",
        "--addr2line=1",
    ] {
        let said = folder.picadump(&format!("{view} libx.a")).errors();
        assert!(
            said.contains("error[is-an-archive]: `libx.a` is an archive"),
            "{view}: {said}"
        );
    }
    let said = folder.picadump("--diff libx.a main.dvoj").errors();
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    assert!(said.contains("is-an-archive"), "{said}");
    let found = text(folder.picadump("--scan libx.a"));
    assert!(found.starts_with("libx.a: 3 found"), "{found}");
}

#[test]
fn of_damaged_archives_is_shown_what_can_be() {
    let folder = folder();
    let mut damaged = archive(&[("a.dvoj", b"DVOJ", &["f"])]);
    damaged[8 + 60 + 7] = 8;
    folder.write("index.a", &damaged);
    let outcome = folder.picadump("index.a");
    assert_eq!(outcome.status, 1);
    assert!(
        outcome
            .stderr
            .starts_with("error[damaged-file]: `index.a`: symbol index, entry 0"),
        "{}",
        outcome.stderr
    );
    let shown = String::from_utf8(outcome.stdout).unwrap();
    assert!(
        shown.contains("a.dvoj") && shown.contains("No symbol index"),
        "{shown}"
    );
    folder.write("cut.a", &damaged[..100]);
    let said = folder.picadump("cut.a").errors();
    assert!(
        said.contains("error[damaged-file]: `cut.a`: member 0, at byte 4Eh"),
        "{said}"
    );
    folder.write("thin.a", "!<thin>\n");
    let said = folder.picadump("thin.a").errors();
    assert!(said.contains("is a thin archive"), "{said}");
}

/// Runs the `ar` of the system, if there is one.
#[cfg(unix)]
fn system_ar(folder: &Folder, arguments: &str) -> Option<Vec<u8>> {
    let run = std::process::Command::new("ar")
        .args(arguments.split(' '))
        .current_dir(folder.path(""))
        .output();
    let output = run.ok()?;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(output.stdout)
}

#[cfg(unix)]
#[test]
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped says so; there is no other way"
)]
fn the_ar_of_the_system_takes_our_archives_and_we_take_its() {
    let folder = folder_with_archive();
    let Some(listed) = system_ar(&folder, "t libx.a") else {
        eprintln!("skipped: there is no `ar`");
        return;
    };
    assert_eq!(listed, b"other.dvoj\nhelper.dvoj\ndeep.dvoj\n");
    assert_eq!(
        system_ar(&folder, "p libx.a deep.dvoj"),
        Some(folder.read("deep.dvoj"))
    );
    folder.picald("main.vsh libx.a -o expected").silent();
    for letters in ["rc", "rcs", "rcS"] {
        system_ar(
            &folder,
            &format!("{letters} its.a other.dvoj helper.dvoj deep.dvoj"),
        );
        folder.picald("main.vsh its.a -o found").silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{letters}");
        folder.picaar("s its.a").silent();
        assert_eq!(folder.read("its.a"), folder.read("libx.a"), "{letters}");
        std::fs::remove_file(folder.path("its.a")).unwrap();
    }
}
