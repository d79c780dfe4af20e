//! Response files on all command lines, and lists of inputs.

mod support;

use support::{BAD, CALLER, Folder, GOOD, LIBRARY};

fn folder() -> Folder {
    let folder = Folder::with([("lib.vsh", LIBRARY), ("main.vsh", CALLER), ("good.vsh", GOOD)]);
    folder.picald("lib.vsh main.vsh good.vsh -o expected").silent();
    folder
}

#[test]
fn programs_take_response_files() {
    let folder = folder();
    folder.write("all", "lib.vsh 'main.vsh'\n\"good.vsh\"\r\n");
    folder.write("options", "-o found @all");
    folder.picald("@options").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.picasm("@all -o ./").silent();
    folder.write("objects", "lib.dvoj main.dvoj good.dvoj");
    folder.picaar("rc x.a @objects").silent();
    folder.write("show", "--symbols x.a");
    assert_eq!(
        folder.picadump("@show").silent(),
        folder.picadump("--symbols x.a").silent()
    );
    // Values of picarun's options begin with `@`.
    assert_eq!(folder.picarun("@show").status, 1);
}

#[test]
fn response_files_may_be_anywhere_on_the_command_line() {
    let folder = folder();
    folder.write("libraries", "lib.vsh");
    folder.write("value", "found");
    folder.write("end", "-- good.vsh");
    folder.picald("@libraries main.vsh -o @value @end").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.write("@at.vsh", GOOD);
    folder.picald("./@at.vsh -o found").silent();
}

#[test]
fn arguments_in_response_files_may_have_blanks() {
    let folder = Folder::with([("a shader.vsh", GOOD)]);
    folder.write("list", "'a shader.vsh' -o \"a\\ b\" ''\\c");
    let said = folder.picald("@list").errors();
    assert!(said.contains("cannot read `c`"), "{said}");
    folder.write("list", "a\\ shader.vsh -o \"a b\"");
    folder.picald("@list").silent();
    assert!(folder.path("a b").exists());
}

#[test]
fn response_files_that_cannot_be_used_are_wrong_usage() {
    let folder = folder();
    folder.write("quote", "'x");
    folder.write("self", "a @self");
    for (line, said) in [
        ("@missing", "cannot read the response file `missing`: "),
        ("@quote", "the response file `quote` ends within quotes"),
        ("@self", "the response file `self` includes itself"),
    ] {
        let message = folder.picald(line).usage();
        assert!(message.contains(said), "{message}");
        assert!(folder.picasm(line).usage().contains(said));
    }
    assert_eq!(
        folder.list(),
        ["expected", "good.vsh", "lib.vsh", "main.vsh", "quote", "self"]
    );
}

#[test]
fn lists_name_inputs_from_their_own_folder() {
    let folder = folder();
    folder.write("shaders/all.shlist", "lib.vsh main.vsh\r\n\n\tgood.vsh ");
    folder.write("ALL.SHLIST", "\u{FEFF}lib.vsh main.vsh good.vsh");
    for name in ["lib.vsh", "main.vsh", "good.vsh"] {
        folder.write(format!("shaders/{name}"), folder.read(name));
    }
    for line in ["shaders/all.shlist", "ALL.SHLIST", "./ALL.SHLIST"] {
        folder.picald(&format!("{line} -o found")).silent();
        assert_eq!(folder.read("found"), folder.read("expected"), "{line}");
    }
    // The list is replaced by its inputs, which may be of any kind.
    folder.picasm("main.vsh").silent();
    folder.picaar("rc lib.a main.dvoj").silent();
    folder.picasm("lib.vsh").silent();
    folder.write("some.shlist", "lib.dvoj main.dvoj");
    folder.picald("some.shlist good.vsh -o found").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
    folder.write("empty.shlist", " \n");
    folder.picald("some.shlist empty.shlist good.vsh -o found").silent();
    assert_eq!(folder.read("found"), folder.read("expected"));
}

#[test]
fn mistakes_in_lists_and_in_their_inputs_are_reported() {
    let folder = folder();
    folder.write("sub/a.shlist", "bad.vsh missing.vsh -");
    folder.write("sub/bad.vsh", BAD);
    folder.write("dash.shlist", "-");
    folder.write("nested.shlist", "sub/a.shlist");
    let said = folder.picald("missing.shlist sub/a.shlist dash.shlist nested.shlist -o x --error-format=short");
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("wrong_lists", said.errors());
    }
    let said = folder.picald("dash.shlist good.vsh -o dash.shlist").errors();
    assert!(said.contains("error[output-is-input]"), "{said}");
    let said = folder.picald("empty.shlist -o x");
    assert_eq!(said.status, 1);
}
