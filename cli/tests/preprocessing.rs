//! Includes, definitions, `-E`, listings and dependency files.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use support::{Folder, LIBRARY};

const SHADER: &str = ".include \"common.inc\"\n.out o position\n.macro twice to, from\n\tadd \\to, \\from, \\from\n\
                      \tadd \\to, \\to, \\to\n.endm\n.proc main\n\tmov r0, half\n\ttwice r1, r0\n.rept 2, i\n\
                      \tadd r1, r1, r\\i\n.endr\n.if FAST\n\tmov r1, v0\n.endif\n\tmov o, r1\n\tend\n.end\n";

const COMMON: &str = ".ifndef FAST\n.equ FAST, 0\n.endif\n.constf half(0.5, 0.5, 0.5, 0.5)\n";

fn folder() -> Folder {
    Folder::with([("src/a.vsh", SHADER), ("inc/common.inc", COMMON), ("lib.vsh", LIBRARY)])
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn includes_are_found_in_the_folder_of_the_file_then_in_others() {
    let folder = folder();
    let missing = folder.picasm("src/a.vsh -o a.dvoj").errors();
    assert!(missing.contains("cannot find the file `common.inc`"), "{missing}");
    assert!(
        missing.contains("looked for `src/common.inc`") && missing.contains("with `-I DIR`"),
        "{missing}"
    );
    folder.picasm("-Inowhere -I inc src/a.vsh -o a.dvoj").silent();
    let found = folder.read("a.dvoj");
    // The first directory wins.
    folder.write("src/common.inc", format!("{COMMON}.warning \"beside\"\n"));
    let beside = folder.picasm("-I inc src/a.vsh -o b.dvoj");
    assert_eq!(beside.status, 0);
    assert!(beside.stderr.contains("src/common.inc:5:1"), "{}", beside.stderr);
    // Objects do not depend on the directories of the files.
    assert_eq!(folder.read("b.dvoj"), found);
}

#[test]
fn standard_input_includes_from_the_working_folder() {
    let folder = folder();
    folder.write("common.inc", COMMON);
    let mut command = folder.command(support::PICASM);
    let outcome = support::outcome(command.args(["-", "-o", "a.dvoj"]).write_stdin(SHADER));
    outcome.silent();
    assert!(!folder.read("a.dvoj").is_empty());
}

#[test]
fn numbers_come_from_the_command_line() {
    let folder = folder();
    let words = |options: &str| {
        folder
            .picald(&format!("{options} -I inc src/a.vsh -o a.shbin -A unused-value"))
            .silent();
        folder.read("a.shbin")
    };
    let (plain, fast) = (words(""), words("-D FAST=1"));
    assert_ne!(plain, fast);
    assert_eq!(words("-DFAST=3-2"), fast);
    assert_eq!(words("--deny FAST=0 -D FAST=1"), fast);
    assert_eq!(words("-D FAST=0"), plain);
}

#[test]
fn wrong_numbers_are_usage_errors() {
    let folder = folder();
    for (options, message) in [
        ("-D r0=1", "`r0` cannot be defined"),
        ("-D 1=1", "`1` cannot be defined"),
        ("-D FAST=", "`` is not a number: unexpected end of the line"),
        ("-D FAST=x", "`x` is not a number: unknown name `x`"),
        ("-D FAST=1/0", "`1/0` is not a number: `1/0` divides by zero"),
        ("-D FAST", "write `-D FAST=1` to define a number"),
    ] {
        let outcome = folder.picasm(&format!("{options} -I inc src/a.vsh"));
        assert_eq!(outcome.status, 2);
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
    assert_eq!(folder.list(), ["inc", "lib.vsh", "src"]);
}

#[test]
fn the_preprocessed_source_makes_the_same_object() {
    let folder = folder();
    let printed = folder.picasm("-E -I inc -D FAST=1 src/a.vsh").silent();
    insta::assert_snapshot!("preprocessed", text(printed.clone()));
    folder.picasm("-E -I inc -D FAST=1 src/a.vsh -o a.i").silent();
    assert_eq!(folder.read("a.i"), printed);
    folder.picald("-g a.i -o again.shbin -A unused-value").silent();
    folder
        .picald("-g -I inc -D FAST=1 src/a.vsh -o a.shbin -A unused-value")
        .silent();
    assert_eq!(folder.read("again.shbin"), folder.read("a.shbin"));
    let errors = folder.picasm("-E src/a.vsh -o b.i").errors();
    assert!(errors.contains("cannot find the file"), "{errors}");
    assert!(!folder.list().contains(&"b.i".to_owned()));
    let usage = folder.picasm("-E src/a.vsh lib.vsh").usage();
    assert!(usage.contains("`-E` takes one source"), "{usage}");
}

#[test]
fn listings_show_sources_with_words() {
    let folder = folder();
    folder.picasm("-I inc src/a.vsh lib.vsh -o ./ -a a.lst").silent();
    insta::assert_snapshot!("listing", text(folder.read("a.lst")));
    folder.picald("-I inc src/a.vsh -o a.shbin -a linked.lst").silent();
    insta::assert_snapshot!("linked_listing", text(folder.read("linked.lst")));
    folder.write("bad.vsh", "frob\n");
    folder.picasm("bad.vsh -a bad.lst").errors();
    assert!(!folder.list().contains(&"bad.lst".to_owned()));
}

#[test]
fn dependency_files_are_like_those_of_compilers() {
    let folder = folder();
    folder.picasm("-I inc src/a.vsh -o a.dvoj -MD").silent();
    let rule = "a.dvoj: \\\n  src/a.vsh \\\n  inc/common.inc\n";
    assert_eq!(text(folder.read("a.d")), rule);
    // Nothing else is written.
    let printed = folder.picasm("-I inc src/a.vsh -o b.dvoj -M").silent();
    assert_eq!(text(printed), rule.replace("a.dvoj", "b.dvoj"));
    assert!(!folder.list().contains(&"b.dvoj".to_owned()));
    folder
        .picasm("-I inc src/a.vsh -o b.dvoj -MMD -MFdeps -MT x -MT y$ -MP")
        .silent();
    let expected = "x y$$: \\\n  src/a.vsh \\\n  inc/common.inc\ninc/common.inc:\n";
    assert_eq!(text(folder.read("deps")), expected);
    folder.picasm("-I inc src/a.vsh lib.vsh -o ./ -MD").silent();
    assert_eq!(text(folder.read("lib.d")), "./lib.dvoj: \\\n  lib.vsh\n");
}

#[test]
fn dependencies_of_links_are_all_files_that_are_read() {
    let folder = folder();
    folder.write(
        "caller.vsh",
        format!(".include \"inc/common.inc\"\n{}", support::CALLER),
    );
    folder.picasm("lib.vsh -o lib.dvoj").silent();
    folder.picaar("rc libhelp.a lib.dvoj").silent();
    folder.write("all.shlist", "caller.vsh\n");
    folder
        .picald("all.shlist -L . -l help -o a.shbin -MD -MF a.dep")
        .silent();
    assert_eq!(
        text(folder.read("a.dep")),
        "a.shbin: \\\n  caller.vsh \\\n  all.shlist \\\n  ./libhelp.a \\\n  inc/common.inc\n"
    );
    let only = folder.picald("-r caller.vsh lib.vsh -o both.dvoj -M").silent();
    assert_eq!(
        text(only),
        "both.dvoj: \\\n  caller.vsh \\\n  lib.vsh \\\n  inc/common.inc\n"
    );
    assert!(!folder.path("both.dvoj").exists());
    folder.write("with blank #.vsh", support::GOOD);
    let outcome = folder.run(support::PICALD, ["with blank #.vsh", "-o", "a b$.shbin", "-M"]);
    assert_eq!(text(outcome.silent()), "a\\ b$$.shbin: \\\n  with\\ blank\\ \\#.vsh\n");
}

#[test]
fn invalid_options_for_dependencies_are_usage_errors() {
    let folder = folder();
    for (options, message) in [
        ("-MF x", "need `-M` or `-MD`"),
        ("-MP", "need `-M` or `-MD`"),
        ("-MD -o -", "needs `-MF`"),
        ("-o - -a -", "only one of the outputs"),
        ("-o - -MD -MF -", "only one of the outputs"),
        ("-M -MD", "cannot be used with"),
        ("-E -M", "cannot be used with"),
    ] {
        let usage = folder.picasm(&format!("{options} -I inc src/a.vsh")).usage();
        assert!(usage.contains(message), "{usage}");
    }
}

#[test]
fn no_output_overwrites_an_input() {
    let folder = folder();
    let files = ["src/a.vsh", "inc/common.inc"].map(|name| (name, folder.read(name)));
    let read = "-I inc src/a.vsh";
    for (program, options, said) in [
        (support::PICASM, "-o a.dvoj -a src/a.vsh", "output-is-input"),
        (support::PICASM, "-o a.dvoj -a inc/common.inc", "output-is-input"),
        (support::PICASM, "-o a.dvoj -MD -MF src/a.vsh", "output-is-input"),
        (support::PICASM, "-M -MF inc/common.inc", "output-is-input"),
        (support::PICASM, "-o inc/common.inc", "output-is-input"),
        (support::PICASM, "-E -o inc/common.inc", "output-is-input"),
        (support::PICASM, "-o a.d -MD", "output-twice"),
        (support::PICASM, "-o a.dvoj -a a.dvoj", "output-twice"),
        (support::PICALD, "-o a.shbin -MD -MF src/a.vsh", "output-is-input"),
        (support::PICALD, "-o inc/common.inc", "output-is-input"),
        (support::PICALD, "-o a.shbin --map inc/common.inc", "output-is-input"),
    ] {
        let words = options.split(' ').chain(read.split(' '));
        let message = folder.run(program, words).errors();
        assert!(message.contains(said), "{options}: {message}");
    }
    for (name, content) in files {
        assert_eq!(folder.read(name), content, "{name}");
    }
    assert_eq!(folder.list(), ["inc", "lib.vsh", "src"]);
}
