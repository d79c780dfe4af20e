//! Output files: written completely or not at all, and never over an input.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;

use support::{BAD, CALLER, Folder, GOOD, LIBRARY, PICALD, PICASM, WARNING, outcome};

#[test]
fn success_is_silent() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    assert!(folder.picasm("a.vsh -o a.dvoj").silent().is_empty());
    assert!(folder.picald("a.dvoj -o a.shbin").silent().is_empty());
    assert!(folder.read("a.dvoj").starts_with(b"DVOJ"));
    assert!(folder.read("a.shbin").starts_with(b"DVLB"));
    assert_eq!(folder.list(), ["a.dvoj", "a.shbin", "a.vsh"]);
}

#[test]
fn errors_leave_the_output_as_it_was() {
    let folder = Folder::with([("bad.vsh", BAD), ("caller.vsh", CALLER), ("old", "old")]);
    for arguments in ["bad.vsh -o old", "bad.vsh -o new", "bad.vsh"] {
        folder.picasm(arguments).errors();
    }
    for source in ["bad.vsh", "caller.vsh"] {
        for outputs in ["-o old", "-o new", "-o new --header old", "-o old --header new"] {
            folder.picald(&format!("{source} {outputs}")).errors();
        }
    }
    assert_eq!(folder.list(), ["bad.vsh", "caller.vsh", "old"]);
    assert_eq!(folder.read("old"), b"old");
}

#[test]
fn one_bad_source_stops_the_objects_beside_all() {
    let folder = Folder::with([("good.vsh", GOOD), ("bad.vsh", BAD)]);
    folder.picasm("good.vsh bad.vsh").errors();
    folder.picasm("missing.vsh good.vsh").errors();
    assert_eq!(folder.list(), ["bad.vsh", "good.vsh"]);
}

#[test]
fn warnings_do_not_stop_the_output() {
    let folder = Folder::with([("a.vsh", WARNING)]);
    for outcome in [folder.picasm("a.vsh"), folder.picald("a.vsh -o a.shbin")] {
        assert_eq!(outcome.status, 0);
        assert!(outcome.stderr.contains("warning[mask-order]"), "{}", outcome.stderr);
    }
    assert_eq!(folder.list(), ["a.dvoj", "a.shbin", "a.vsh"]);
}

#[test]
fn objects_go_next_to_their_sources_or_into_a_folder() {
    let folder = Folder::with([("a.vsh", GOOD), ("sub/b.g.pica", GOOD), ("out/keep", "")]);
    folder.picasm("a.vsh sub/b.g.pica").silent();
    for arguments in ["-o out/ a.vsh sub/b.g.pica", "-o out a.vsh sub/b.g.pica"] {
        folder.picasm(arguments).silent();
        assert_eq!(folder.read("out/a.dvoj"), folder.read("a.dvoj"));
        assert_eq!(folder.read("out/b.g.dvoj"), folder.read("sub/b.g.dvoj"));
        fs::remove_file(folder.path("out/a.dvoj")).unwrap();
    }
    folder.picasm("-o out/ a.vsh").silent();
    folder.read("out/a.dvoj");
}

#[test]
fn two_objects_of_one_name_are_rejected() {
    let folder = Folder::with([("a.vsh", GOOD), ("a.gsh", GOOD), ("sub/a.vsh", GOOD)]);
    insta::assert_snapshot!("two_objects_of_one_name", folder.picasm("a.vsh a.gsh").errors());
    folder.picasm("a.vsh sub/a.vsh -o ./").usage();
    assert_eq!(folder.list(), ["a.gsh", "a.vsh", "sub"]);
}

#[test]
fn dashes_are_standard_input_and_output() {
    let folder = Folder::with([("a.vsh", GOOD), ("lib.vsh", LIBRARY)]);
    folder.picald("a.vsh -o a.shbin -s").silent();
    let object = outcome(folder.command(PICASM).args(["-", "-o", "-"]).write_stdin(GOOD)).silent();
    assert!(object.starts_with(b"DVOJ"));
    for input in [GOOD.as_bytes(), &object] {
        let mut command = folder.command(PICALD);
        command.args(["-", "-s", "-o", "-"]).write_stdin(input);
        assert_eq!(outcome(&mut command).silent(), folder.read("a.shbin"));
    }
    let mut command = folder.command(PICALD);
    command.args(["lib.vsh", "-", "-o", "x.shbin"]).write_stdin(CALLER);
    outcome(&mut command).silent();
    let header = folder.picald("a.vsh -o x.shbin --header -").silent();
    insta::assert_snapshot!("header", String::from_utf8(header).unwrap());
    // `./-` is a file named `-`.
    folder.write("-", GOOD);
    folder.picald("./- -o ./-.shbin").silent();
    folder.read("-.shbin");
}

#[test]
fn errors_in_standard_input_name_it() {
    let folder = Folder::empty();
    let mut command = folder.command(PICALD);
    command.args(["-", "-o", "x", "--error-format=short"]).write_stdin(BAD);
    let said = outcome(&mut command).errors();
    assert!(said.starts_with("<stdin>:3:2: error: "), "{said}");
}

#[test]
fn an_output_that_is_an_input_is_rejected() {
    let folder = Folder::with([("a.vsh", GOOD), ("b.dvoj", GOOD), ("sub/x", "")]);
    folder.picasm("a.vsh -o b.dvoj").silent();
    let object = folder.read("b.dvoj");
    for output in ["a.vsh", "./a.vsh", "sub/../a.vsh", "b.dvoj"] {
        let said = folder.picald(&format!("a.vsh b.dvoj -o {output}")).errors();
        assert!(
            said.contains(&format!("error[output-is-input]: the output `{output}` is")),
            "{said}"
        );
        let said = folder.picald(&format!("a.vsh b.dvoj -o x --header {output}")).errors();
        assert!(said.contains("output-is-input"), "{said}");
    }
    assert!(folder.picasm("a.vsh -o ./a.vsh").errors().contains("output-is-input"));
    // A source with the name of its own object.
    fs::copy(folder.path("a.vsh"), folder.path("c.dvoj")).unwrap();
    assert!(folder.picasm("c.dvoj").errors().contains("output-is-input"));
    assert_eq!(folder.read("a.vsh"), GOOD.as_bytes());
    assert_eq!(folder.read("b.dvoj"), object);
}

#[test]
fn one_path_cannot_take_the_binary_and_the_header() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    for header in ["x", "./x"] {
        let said = folder.picald(&format!("a.vsh -o x --header {header}")).errors();
        assert!(said.contains("error[output-twice]"), "{said}");
    }
    assert_eq!(folder.list(), ["a.vsh"]);
}

#[test]
fn both_binary_and_header_are_written_or_neither() {
    let folder = Folder::with([("a.vsh", GOOD), ("sub/x", "")]);
    for outputs in ["-o x --header no/h", "-o no/x --header h", "-o x --header sub"] {
        let said = folder.picald(&format!("a.vsh {outputs}")).errors();
        assert!(said.contains("error[cannot-write]"), "{said}");
    }
    assert_eq!(folder.list(), ["a.vsh", "sub"]);
    folder.picald("a.vsh -o x --header h").silent();
    assert_eq!(folder.list(), ["a.vsh", "h", "sub", "x"]);
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    let folder = Folder::with([("a.vsh", GOOD), ("sub/x", "")]);
    let mut said = String::new();
    for output in ["no/x.shbin", "a.vsh/", "a.vsh/x"] {
        said += &folder.picald(&format!("a.vsh -o {output}")).errors();
    }
    for output in ["a.vsh/", "no/x.dvoj"] {
        said += &folder.picasm(&format!("a.vsh -o {output}")).errors();
    }
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("outputs_that_cannot_be_written", said);
    }
    assert_eq!(folder.list(), ["a.vsh", "sub"]);
}
