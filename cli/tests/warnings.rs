//! Warnings about valid sources: levels of the assembler's lints, and comments that allow them.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use support::Folder;

/// A vertex shader with three warnings of the assembler, one of which is off by default.
const SOURCE: &str = "\
.alias a r0
.alias b r0
.equ SPARE, 1
.out pos position
.proc main
\tmov a, v0
\tadd b, a, a
\tmov pos.wzyx, b
\tend
.end
";

/// Returns the status of a program, and the severities and names of its diagnostics.
fn said(folder: &Folder, command: &str) -> (i32, Vec<String>) {
    let (program, arguments) = command.split_once(' ').unwrap();
    let arguments = format!("{arguments} --error-format=short");
    let outcome = match program {
        "picasm" => folder.picasm(&arguments),
        _ => folder.picald(&arguments),
    };
    let part = |line: &str| {
        let severity = if line.contains(": error: ") { "error" } else { "warning" };
        let name = line.rsplit_once(" [").unwrap().1;
        format!("{severity} {}", name.trim_end_matches(']'))
    };
    (outcome.status, outcome.stderr.lines().map(part).collect())
}

#[test]
fn levels_of_the_assembler() {
    let folder = Folder::with([("a.vsh", SOURCE)]);
    for (options, status, expected) in [
        ("", 0, &["warning unused-number", "warning mask-order"][..]),
        ("-A unused-number -A mask-order", 0, &[]),
        ("-A warnings", 0, &[]),
        ("-A warnings -W mask-order", 0, &["warning mask-order"]),
        (
            "-W shared-register -A unused-number",
            0,
            &["warning shared-register", "warning mask-order"],
        ),
        ("-D mask-order", 1, &["warning unused-number", "error mask-order"]),
        ("-D warnings", 1, &["error unused-number", "error mask-order"]),
        ("-D warnings -W mask-order -A unused-number", 0, &["warning mask-order"]),
    ] {
        for program in ["picasm a.vsh -o x", "picald a.vsh -o x", "picald -r a.vsh -o x"] {
            let found = said(&folder, &format!("{program} {options}"));
            let expected: Vec<_> = expected.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(found, (status, expected), "{program} {options}");
            // The output is written exactly if there is no error.
            let removed = std::fs::remove_file(folder.path("x"));
            assert_eq!(removed.is_ok(), status == 0, "{program} {options}");
        }
    }
}

#[test]
fn levels_are_only_for_existing_lints() {
    let folder = Folder::with([("a.vsh", SOURCE)]);
    let refused = ["-A unknown-name", "-W mask-ordr", "-D zzzzzzzz"];
    let refused = refused.map(|options| {
        let outcome = folder.picasm(&format!("a.vsh {options}"));
        assert_eq!(outcome.status, 2);
        outcome.stderr
    });
    insta::assert_snapshot!("refused", refused.concat());
    assert_eq!(folder.list(), ["a.vsh"]);
}

#[test]
fn comments_also_allow_findings_in_linked_programs() {
    let source = "\
.out pos position
.proc main
\tmov pos, v0
\t; picasm: allow(undeclared-output)
\tmov o3, v0
.end ; picasm: allow(missing-end): what follows in memory is known
";
    let elsewhere = source.replace("main\n", "main ; picasm: allow(missing-end)\n");
    let elsewhere = elsewhere.replace(".end ; picasm:", ".end ;");
    let folder = Folder::with([("c.vsh", source), ("a.vsh", &elsewhere)]);
    let found = said(&folder, "picald a.vsh -o x");
    assert_eq!(found, (1, vec!["error missing-end".to_owned()]));
    folder.picald("c.vsh -o x").silent();
    // An option does not override the comment of a source; an object has no comments.
    folder.picald("c.vsh -o x -D undeclared-output").silent();
    folder.picasm("c.vsh -o c.dvoj").silent();
    let of_object = said(&folder, "picald c.dvoj -o y");
    assert_eq!(of_object.1, ["error missing-end", "warning undeclared-output"]);
}

#[test]
fn diagnostics_that_a_comment_cannot_allow_are_reported() {
    let source = "\
; picasm: allow-file(unused-alais, unknown-name, missing-end)
; picasm: allow-file(unused-alais)
.proc main
\tmov r0, nothing ; picasm: allow(unknown-name)
\tnop ; picasm: deny(mask-order)
\tend
.end
";
    let folder = Folder::with([("a.vsh", source)]);
    insta::assert_snapshot!("not_allowed", folder.picasm("a.vsh").errors());
    let quiet = "; picasm: allow-file(invalid-allow)\n; picasm: allow-file(unknown-warning, nothing)\n; picasm: ?\n";
    folder.write("b.vsh", quiet);
    folder.picasm("b.vsh").silent();
}

#[test]
fn findings_of_both_tools_are_reported_once() {
    let source = "\
.out pos position
.proc main
\tmov r0, v0
\tmov r0, v1
\tmov pos, r0
\tend
\tmov r0, v0
.end
";
    let folder = Folder::with([("a.vsh", source)]);
    let once = ["warning unused-value", "warning unreachable-code"];
    let once: Vec<_> = once.map(str::to_owned).to_vec();
    assert_eq!(said(&folder, "picald a.vsh -o x"), (0, once));
}

/// A vertex shader with unused names, and no other warnings.
const SPARE: &str = "\
.alias spare r1
.constf half(0.5, 0.5, 0.5, 0.5)
.constf one(1.0, 1.0, 1.0, 1.0)
.out pos position
.proc main
\tmul pos, one, v0
below:
\tend
.end
";

/// Returns the names of a program's diagnostics with levels in the environment, and its exit status.
fn diagnostics_with_variable(folder: &Folder, command: &str, value: &str) -> (i32, Vec<String>) {
    let mut words = command.split(' ');
    let mut command = folder.command(path(words.next().unwrap()));
    let outcome = support::outcome(command.args(words).env("PICA200_LINTS", value));
    let name = |line: &str| Some(line.split_once('[')?.1.split_once(']')?.0.to_owned());
    let names = outcome.stderr.lines().filter_map(name);
    let mut names: Vec<_> = names.collect();
    names.sort();
    (outcome.status, names)
}

#[test]
fn n1_names_that_nothing_uses_are_silent_by_default() {
    let folder = Folder::with([("a.vsh", SPARE)]);
    let all = ["unused-alias", "unused-constant", "unused-label"].map(str::to_owned);
    for program in ["picasm", "picald", "picasso"] {
        let command = format!("{program} a.vsh -o x");
        folder.run(path(program), command.split(' ').skip(1)).silent();
        let with = |value| diagnostics_with_variable(&folder, &command, value);
        assert_eq!(with("-W unused"), (0, all.to_vec()), "{program}");
        assert_eq!(with("-W unused -A unused-label").1, all[..2], "{program}");
        assert_eq!(with("-D unused"), (1, all.to_vec()), "{program}");
    }
    // The command line takes precedence.
    for command in ["picasm a.vsh -o x -A unused", "picald a.vsh -o x -Aunused"] {
        assert_eq!(
            diagnostics_with_variable(&folder, command, "-W unused"),
            (0, Vec::new())
        );
    }
    let asked = folder.picald("a.vsh -o x -W unused");
    assert_eq!(asked.stderr.matches("warning[unused-").count(), 3);
}

/// Returns the path of a program that assembles.
fn path(name: &str) -> &'static str {
    match name {
        "picasm" => support::PICASM,
        "picald" => support::PICALD,
        _ => support::PICASSO,
    }
}

#[test]
fn n1_a_wrong_variable_is_wrong_usage_of_each_program() {
    let folder = Folder::with([("a.vsh", SPARE)]);
    folder.picasm("a.vsh -o a.dvoj").silent();
    folder.picald("a.vsh -o a.shbin").silent();
    for (program, arguments) in [
        (support::PICASM, "a.vsh"),
        (support::PICALD, "a.vsh -o x"),
        (support::PICASSO, "a.vsh -o x"),
        (support::PICARUN, "a.vsh"),
        (support::PICADUMP, "a.shbin"),
        (support::PICAAR, "rcs x.a a.dvoj"),
    ] {
        let mut command = folder.command(program);
        command.args(arguments.split(' ')).env("PICA200_LINTS", "-W unusde");
        let said = support::outcome(&mut command).usage();
        let why = "in the environment variable `PICA200_LINTS`: unknown diagnostic `unusde`; did you mean `unused`?";
        assert!(said.contains(why), "{program}: {said}");
        command.env("PICA200_LINTS", "");
        assert_eq!(support::outcome(&mut command).status, 0, "{program}");
        assert!(program != support::PICALD || std::fs::remove_file(folder.path("x")).is_ok());
    }
}

#[test]
fn s7_numbers_without_a_source_are_warned_of() {
    let folder = Folder::with([("a.vsh", support::GOOD)]);
    folder.picasm("a.vsh -o a.dvoj").silent();
    for command in ["picald -D X=1 a.dvoj -o x", "picald -r -D X=1 a.dvoj -o x"] {
        let expected = (0, vec!["warning useless-define".to_owned()]);
        assert_eq!(said(&folder, command), expected, "{command}");
    }
    let text = folder.picald("-D X=1 a.dvoj -o x").stderr;
    let wanted = "warning[useless-define]: unused number `X`: no input is a source";
    assert!(text.starts_with(wanted), "{text}");
    folder.picald("-D X=1 a.vsh -o x").silent();
    folder.picald("-D X=1 -A useless-define a.dvoj -o x").silent();
}
