//! Checks of linked programs: by `picald` after each link, by `picadump --verify` for any shader binary, and their
//! control with `-W`, `-D`, `-A` and `--explain`.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use support::{Folder, GOOD};

/// A vertex shader that does not end on every path.
const ENDLESS: &str = "\
.out pos position
.proc main
\tmov pos, v0
\tifu b0
\t\tend
\t.end
.end
";

/// A vertex shader with a warning of the assembler and two of the checks.
const SUSPICIOUS: &str = "\
.out pos position
.proc main
\tmov pos.yx, v0
\tmov o1, v0
\tend
.end
";

#[test]
fn what_is_linked_is_checked() {
    let folder = Folder::with([("src/a.vsh", ENDLESS)]);
    insta::assert_snapshot!(folder.picald("src/a.vsh -o x").errors());
    let json = folder.picald("src/a.vsh -o x --error-format=json").errors();
    insta::assert_snapshot!("json", json);
    assert_eq!(folder.list(), ["src"]);
    // An object has lines as well, whether or not the binary gets them.
    folder.picasm("src/a.vsh -o a.dvoj").silent();
    insta::assert_snapshot!("of_an_object", folder.picald("a.dvoj -o x -s").errors());
}

#[test]
fn errors_that_picasso_accepts_are_warnings_with_compat() {
    let folder = Folder::with([("a.vsh", ENDLESS)]);
    let outcome = folder.picald("a.vsh -o x --compat=picasso --error-format=short");
    assert_eq!(outcome.status, 0);
    assert!(
        outcome
            .stderr
            .contains(" warning: `main` can run past its last instruction"),
        "{}",
        outcome.stderr
    );
    folder.picald("a.vsh -o y --compat=picasso -D missing-end").errors();
    assert_eq!(folder.list(), ["a.vsh", "x"]);
}

#[test]
fn binaries_are_checked() {
    let folder = Folder::with([("a.vsh", ENDLESS), ("good.vsh", GOOD)]);
    folder.picald("a.vsh -g -o a.shbin -A missing-end").silent();
    folder.picald("a.vsh -s -o bare.shbin -W missing-end");
    folder.picald("good.vsh -o good.shbin").silent();
    assert!(folder.picadump("--verify good.shbin").silent().is_empty());
    let lines = folder.picadump("--verify a.shbin").errors();
    let bare = folder.picadump("--verify bare.shbin").errors();
    let json = folder.picadump("--verify bare.shbin --error-format=json");
    insta::assert_snapshot!("binaries", [lines, bare, json.errors()].concat());
    let outcome = folder.picadump("--verify a.shbin -W missing-end");
    assert_eq!(outcome.status, 0);
    assert!(outcome.stderr.starts_with("warning[missing-end]"));
    folder.picadump("--verify a.shbin -A missing-end").silent();
    folder.picadump("--verify a.shbin --json").usage();
}

#[test]
fn damaged_files_and_other_files_are_not_checked() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picasm("a.vsh").silent();
    folder.picald("a.vsh -o a.shbin").silent();
    let mut damaged = folder.read("a.shbin");
    damaged.truncate(0x50);
    folder.write("damaged.shbin", damaged);
    let said = ["a.dvoj", "damaged.shbin"].map(|file| folder.picadump(&format!("--verify {file}")).errors());
    insta::assert_snapshot!("not_checked", said.concat());
}

/// Loaders divide the offset of the code by 4, so they run other words than those at the offset.
#[test]
fn reliability_1_programs_reject_code_between_words() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picald("a.vsh -o a.shbin").silent();
    let mut odd = folder.read("a.shbin");
    let program = 12;
    let code = program + usize::from(odd[program + 8]);
    let size = 4 * usize::from(odd[program + 12]);
    let copy = [&[0, 0], &odd[code..code + size], &[0, 0]].concat();
    let offset = u32::try_from(odd.len() + 2 - program).unwrap();
    odd[program + 8..program + 12].copy_from_slice(&offset.to_le_bytes());
    odd.extend(copy);
    folder.write("odd.shbin", odd);
    let dumps = ["--verify odd.shbin", "--code odd.shbin", "--diff a.shbin odd.shbin"];
    let dumps = dumps.map(|arguments| folder.picadump(arguments));
    for outcome in dumps.into_iter().chain([folder.picarun("odd.shbin")]) {
        assert_eq!(outcome.status, 1);
        let said = &outcome.stderr;
        assert!(said.starts_with("error[damaged-file]: "), "{said}");
        assert!(said.contains("; expected a multiple of 4"), "{said}");
        // The code is not shown.
        let shown = String::from_utf8(outcome.stdout).unwrap();
        assert!(!shown.contains("dp4"), "{shown}");
    }
}

/// Returns the severities and names of the diagnostics.
fn said(folder: &Folder, options: &str) -> (i32, Vec<String>) {
    let outcome = folder.picald(&format!("a.vsh -o x --error-format=json {options}"));
    let part = |line: &str, key: &str| {
        let (_, rest) = line.split_once(&format!("\"{key}\":\"")).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let lines = outcome.stderr.lines();
    let names = lines.map(|line| format!("{} {}", part(line, "severity"), part(line, "name")));
    (outcome.status, names.collect())
}

#[test]
fn levels_decide_which_findings_are_reported() {
    let folder = Folder::with([("a.vsh", SUSPICIOUS)]);
    assert_eq!(
        said(&folder, ""),
        (
            0,
            vec![
                "warning mask-order".into(),
                "warning undeclared-output".into(),
                "warning unwritten-output".into()
            ]
        )
    );
    assert_eq!(said(&folder, "-A warnings"), (0, vec![]));
    assert_eq!(
        said(&folder, "-A undeclared-output -D mask-order -Aunwritten-output"),
        (1, vec!["error mask-order".into()])
    );
    assert_eq!(
        said(&folder, "-D warnings -W mask-order --allow undeclared-output"),
        (1, vec!["warning mask-order".into(), "error unwritten-output".into()])
    );
    let refused = ["-W mising-end", "-A undefined-procedure"];
    let refused = refused.map(|options| {
        let outcome = folder.picald(&format!("a.vsh -o x {options}"));
        assert_eq!(outcome.status, 2);
        outcome.stderr
    });
    insta::assert_snapshot!("refused_levels", refused.concat());
}

#[test]
fn findings_of_the_assembler_are_not_repeated() {
    let source = "\
.out pos position
.proc main
\tmov pos, v0
\tifu b0
\t\tfor i0
\t\t\tifu b1
\t\t\t\tbreak
\t\t\t\tnop
\t\t\t.end
\t\t.end
\t.else
\t\tnop
\t.end
\tend
.end
";
    let folder = Folder::with([("a.vsh", source)]);
    let once = (0, vec!["warning break-in-if".to_owned()]);
    assert_eq!(said(&folder, ""), once);
    assert_eq!(said(&folder, "-A break-in-if"), (0, vec![]));
    // For an object, the assembler did not report the diagnostic in this run.
    folder.picasm("a.vsh");
    let outcome = folder.picald("a.dvoj -o x");
    assert!(outcome.stderr.starts_with("warning[break-in-if]"), "{}", outcome.stderr);
}

#[test]
fn diagnostics_are_explained() {
    let folder = Folder::empty();
    let explain = |name: &str| {
        let text = folder.picald(&format!("--explain {name}")).silent();
        String::from_utf8(text).unwrap()
    };
    insta::assert_snapshot!("explained", explain("missing-end"));
    insta::assert_snapshot!("explained_of_the_linker", explain("undefined-procedure"));
    insta::assert_snapshot!("explained_of_the_assembler", explain("mask-order"));
    // Both programs explain all diagnostics, and a diagnostic of two tools has one page.
    let both = String::from_utf8(folder.picasm("--explain unused-value").silent()).unwrap();
    assert_eq!(both, explain("unused-value"));
    let title = |line: &&str| line.starts_with("unused-value (");
    let titles: Vec<_> = both.lines().filter(title).collect();
    assert_eq!(titles, ["unused-value (assembler: warn; checker: warn)"]);
    let list = explain("");
    let names = list.lines().filter_map(|line| line.split_once(' '));
    let names: Vec<_> = names.map(|(name, _)| name).collect();
    assert!(names.is_sorted() && names.len() > 200, "{list}");
    assert!(list.contains("shared-register"), "{list}");
    folder.picasm("--explain mask-ordr").usage();
    let refused = ["--explain two-input", "--explain missing-end a.vsh"];
    let refused = refused.map(|arguments| folder.picald(arguments).usage());
    insta::assert_snapshot!("not_explained", refused.concat());
}

#[test]
fn levels_of_other_programs_are_accepted() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    // The assembler only knows it as an error; the checker, which picald runs, reports it as well. One environment
    // variable works for both.
    for level in ["-A", "-W", "-D"] {
        let arguments = format!("{level} consecutive-mova a.vsh -o");
        folder.picasm(&format!("{arguments} a.dvoj")).silent();
        folder.picald(&format!("{arguments} a.shbin")).silent();
    }
    assert_eq!(folder.list(), ["a.dvoj", "a.shbin", "a.vsh"]);
}

#[test]
fn a_disassembly_states_what_links_it() {
    let folder = Folder::with([("a.vsh", ENDLESS)]);
    folder.picald("a.vsh -g -o a.shbin -A missing-end").silent();
    folder.picadump("-d a.shbin -o again.vsh").silent();
    let text = String::from_utf8(folder.read("again.vsh")).unwrap();
    let command = text.lines().find(|line| line.contains("picald")).unwrap();
    assert_eq!(command, "; `picald -g a.vsh -o OUT` gives the same bytes.");
    assert!(text.contains("allow-file(missing-end)"), "{text}");
    folder.picald("again.vsh -g -o again.shbin").silent();
    assert_eq!(folder.read("again.shbin"), folder.read("a.shbin"));
}
