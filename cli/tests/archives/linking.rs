//! `picald` links members of archives, and searches for archives.

use super::{archive, folder, folder_with_archive, library};
use crate::support::{GOOD, PICALD, outcome};

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
            format!("t {name} --symbols"),
            format!("r {name} deep.dvoj"),
            format!("d {name} x"),
        ] {
            let said = folder.picaar(&line).errors();
            assert!(said.contains("unreadable-archive"), "{line}: {said}");
        }
    }
    for name in ["text.a", "thin.a", "cut.a"] {
        for letter in ["t", "x"] {
            let said = folder.picaar(&format!("{letter} {name}")).errors();
            assert!(said.contains("unreadable-archive"), "{name}: {said}");
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
    assert!(said.contains("`thin.a` is an archive, not a source"), "{said}");
    let said = folder.picarun("thin.a").errors();
    assert!(said.contains("is a thin archive"), "{said}");
}

#[test]
fn a_stale_index_is_an_error_until_it_is_made_anew() {
    let folder = folder();
    let (helper, deep) = (folder.read("helper.dvoj"), folder.read("deep.dvoj"));
    folder.write(
        "x.a",
        archive(&[("helper.dvoj", &helper, &["deep"]), ("deep.dvoj", &deep, &["helper"])]),
    );
    insta::assert_snapshot!("stale_index", folder.picald("main.vsh x.a -o x").errors());
    folder.picaar("s x.a").silent();
    folder.picald("main.vsh x.a -o x").silent();
}

#[test]
fn the_library_of_an_option_is_looked_for_in_folders() {
    let folder = folder_with_archive();
    folder.picald("main.vsh libx.a -o expected").silent();
    let other = || folder.read("other.dvoj");
    folder.write("one/libx.a", archive(&[("other.dvoj", &other(), &["other"])]));
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
        folder.picald(&format!("main.vsh {options} -o found")).silent();
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
    folder.write(
        "start.vsh",
        ".out pos position\n.entry begin\n.proc begin\n\tcall main\n\tcall helper\n\tcall dep\n\tend\n.end\n",
    );
    insta::assert_snapshot!(
        "findings_in_members",
        folder.picald("start.vsh -L. -ly -lx -o x").errors()
    );
}
