//! The drop-in: the command line, bytes and messages of picasso 2.7.2.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use support::{BAD, CALLER, Folder, GOOD, LIBRARY, Outcome, PICASSO, WARNING, outcome, workspace};

/// The minimum number of golden programs, so that none gets lost.
const MIN_PROGRAMS: usize = 200;
const LEAST_WITHOUT_PADDING: usize = 6;
const LEAST_WITH_MISTAKES: usize = 54;

/// Returns the files of a directory with a suffix, in order.
fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|own| own == suffix))
        .collect();
    paths.sort();
    paths
}

fn golden(folder: &str) -> PathBuf {
    workspace("testsuite/golden").join(folder)
}

/// Runs picasso in a directory of sources. The outputs are called `out.shbin` and `out.h`.
fn picasso_in(sources: &Path, options: &[&str], inputs: &[PathBuf], to: &Folder) -> Outcome {
    let option = |letter: &str, name: &str| [letter.into(), to.path(name).into_os_string()];
    let names = inputs.iter().map(|path| path.file_name().unwrap().into());
    let arguments: Vec<OsString> = options
        .iter()
        .map(OsString::from)
        .chain(option("-o", "out.shbin"))
        .chain(names)
        .chain(option("-h", "out.h"))
        .collect();
    outcome(to.command(PICASSO).current_dir(sources).args(arguments))
}

/// Asserts that a run wrote the golden files.
#[track_caller]
fn assert_golden(outcome: &Outcome, expected: &Path, to: &Folder) {
    let name = expected.display();
    assert_eq!(outcome.status, 0, "{name}: {}", outcome.stderr);
    for suffix in ["shbin", "h"] {
        let wanted = fs::read(expected.with_extension(suffix)).unwrap();
        let found = to.read(format!("out.{suffix}"));
        assert!(found == wanted, "{name}.{suffix} differs");
    }
}

#[test]
fn golden_programs_come_out_byte_for_byte() {
    let folder = Folder::empty();
    let mut count = 0;
    for source in files(&golden("single"), "pica") {
        let outcome = picasso_in(&golden("single"), &[], slice::from_ref(&source), &folder);
        assert_golden(&outcome, &source, &folder);
        count += 1;
    }
    let programs = fs::read_dir(golden("multi")).unwrap();
    for program in programs.map(|entry| entry.unwrap().path()) {
        let outcome = picasso_in(&program, &[], &files(&program, "pica"), &folder);
        assert_golden(&outcome, &program.join("expected"), &folder);
        count += 1;
    }
    assert!(count >= MIN_PROGRAMS, "only {count} programs");
}

/// Returns the locations of lines that contain a text.
fn places<'t>(said: &'t str, text: &str) -> Vec<&'t str> {
    let lines = said.lines().filter(|line| line.contains(text));
    lines.map(|l| l.split(text).next().unwrap()).collect()
}

#[test]
fn golden_programs_without_padding_draw_picassos_warnings() {
    let sources = files(&golden("no-nop"), "pica");
    assert!(sources.len() >= LEAST_WITHOUT_PADDING);
    for source in sources {
        let folder = Folder::empty();
        let inputs = slice::from_ref(&source);
        let outcome = picasso_in(&golden("no-nop"), &["--no-nop"], inputs, &folder);
        assert_golden(&outcome, &source, &folder);
        let wanted = fs::read_to_string(source.with_extension("stderr")).unwrap();
        let text = ": warning: a padding NOP is required here";
        assert_eq!(
            places(&outcome.stderr, text),
            places(&wanted, text),
            "{}",
            outcome.stderr
        );
        assert!(!places(&wanted, text).is_empty());
    }
}

#[test]
fn one_run_reports_all_golden_mistakes_with_file_and_line() {
    let sources = files(&golden("errors"), "pica");
    assert!(sources.len() >= LEAST_WITH_MISTAKES);
    for source in sources {
        let folder = Folder::empty();
        let name = source.file_name().unwrap().to_string_lossy().into_owned();
        let outcome = picasso_in(&golden("errors"), &[], slice::from_ref(&source), &folder);
        let expected = fs::read_to_string(source.with_extension("expect")).unwrap();
        if expected.trim() == "ok" {
            assert_eq!(outcome.status, 0, "{name}: {}", outcome.stderr);
            continue;
        }
        let said = outcome.errors();
        for row in expected.lines().filter(|row| !row.trim().is_empty()) {
            let mut words = row.split_ascii_whitespace().map(str::to_lowercase);
            let start = format!("{name}:{}: ", words.next().unwrap());
            let on_line = said.lines().filter(|line| line.starts_with(&start));
            let text = on_line.collect::<Vec<_>>().join("\n").to_lowercase();
            assert!(text.contains("error: "), "{row}: {said}");
            assert!(words.all(|word| text.contains(&word)), "{row}: {said}");
        }
        assert_eq!(folder.list(), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn all_forms_of_the_command_line_are_accepted() {
    let folder = Folder::with([("a.v.pica", GOOD), ("lib.pica", LIBRARY)]);
    folder
        .picald("--compat=picasso a.v.pica lib.pica -o wanted --header header")
        .silent();
    let header = String::from_utf8(folder.read("header")).unwrap();
    let header = header.replace("picald", "picasso");
    for arguments in [
        "-o x -h y a.v.pica lib.pica",
        "a.v.pica lib.pica -ox -hy",
        "a.v.pica --out=x lib.pica --header y",
        "-nox --hea=y -- a.v.pica lib.pica",
    ] {
        assert!(folder.picasso(arguments).silent().is_empty());
        assert_eq!(folder.read("x"), folder.read("wanted"), "{arguments}");
        assert_eq!(folder.read("y"), header.as_bytes(), "{arguments}");
        fs::remove_file(folder.path("x")).unwrap();
        fs::remove_file(folder.path("y")).unwrap();
    }
    // A header alone.
    folder.picasso("a.v.pica -h y").silent();
    assert_eq!(folder.read("y"), header.as_bytes());
    assert!(!folder.path("x").exists());
}

#[test]
fn help_and_version_go_to_standard_output() {
    let folder = Folder::empty();
    let text = |arguments| String::from_utf8(folder.picasso(arguments).silent()).unwrap();
    insta::assert_snapshot!("picasso_help", text("--help"));
    assert_eq!(text("-?"), text("--help"));
    let version = concat!(
        "picasso 2.7.2 - the drop-in of pica200 ",
        env!("CARGO_PKG_VERSION"),
        "\n"
    );
    assert_eq!(text("--version"), version);
    assert_eq!(text("missing.pica -v"), version);
}

#[test]
fn wrong_usage_is_status_2_and_writes_nothing() {
    let folder = Folder::with([("a.pica", GOOD)]);
    insta::assert_snapshot!("picasso_unknown_option", folder.picasso("--bogus a.pica -o x").usage());
    for (arguments, said) in [
        ("", "there are no sources"),
        ("-o x", "there are no sources"),
        ("a.pica", "`-o` or `-h` is required"),
        ("a.pica -o", "`-o` requires a file name"),
        ("-q a.pica -o x", "unknown option `-q`"),
        ("a.pica -o x --no-nop=no", "`--no-nop` takes no value"),
    ] {
        let message = folder.picasso(arguments).usage();
        assert!(message.contains(said), "{message}");
    }
    assert_eq!(folder.list(), ["a.pica"]);
}

#[test]
fn diagnostics_have_picassos_form() {
    let folder = Folder::with([
        ("src/bad.v.pica", BAD),
        ("caller.pica", CALLER),
        ("empty.pica", ""),
        ("marked.pica", "# 7 \"common.inc\"\nmov r0, r1\n.proc main\nend\n.end\n"),
    ]);
    let mut said = String::new();
    for arguments in [
        "src/bad.v.pica missing.pica -o x",
        "caller.pica -o x",
        "empty.pica -o x",
        "marked.pica -o x",
    ] {
        said += &folder.picasso(arguments).errors();
    }
    insta::assert_snapshot!("picasso_errors", said);
    assert!(!folder.path("x").exists());
}

/// The command line has no option for directories, so only the source's directory is searched.
#[test]
fn sources_include_files_from_their_folder() {
    let folder = Folder::with([
        ("src/a.pica", ".include \"inc/body.inc\"\n"),
        ("src/inc/body.inc", GOOD),
        ("src/b.pica", "\n.include \"inc/bad.inc\"\n"),
        ("src/inc/bad.inc", BAD),
    ]);
    folder.picasso("src/a.pica -o x").silent();
    for outputs in ["-o src/inc/body.inc", "-o x -h src/./inc/body.inc"] {
        let said = folder.picasso(&format!("src/a.pica {outputs}")).errors();
        assert!(said.contains("[output-is-input]"), "{said}");
    }
    let said = folder.picasso("src/b.pica -o y").errors();
    insta::assert_snapshot!("picasso_errors_in_includes", said);
}

#[test]
fn warnings_do_not_stop_the_output() {
    let folder = Folder::with([("a.pica", WARNING)]);
    let outcome = folder.picasso("a.pica -o x");
    assert_eq!(outcome.status, 0);
    assert!(outcome.stderr.starts_with("a.pica:3: warning: "), "{}", outcome.stderr);
    assert!(folder.read("x").starts_with(b"DVLB"));

    let allowed = format!("; picasm: allow-file(mask-order, unwritten-output)\n{WARNING}");
    folder.write("a.pica", allowed);
    folder.picasso("a.pica -o x").silent();
}

#[test]
fn files_that_are_not_sources_are_rejected() {
    let folder = Folder::with([("a.pica", GOOD), ("sub/x", "")]);
    folder.picasm("a.pica -o a.dvoj").silent();
    folder.picasso("a.pica -o a.shbin").silent();
    folder.write("noise", [0, 159, 255, 10, 0]);
    for input in ["a.dvoj", "a.shbin", "noise", "sub"] {
        let said = folder.picasso(&format!("{input} -o x")).errors();
        assert!(said.starts_with(&format!("{input}:")), "{said}");
    }
    assert!(!folder.path("x").exists());
}

#[test]
fn both_binary_and_header_are_written_or_neither() {
    let folder = Folder::with([("a.pica", GOOD), ("sub/x", ""), ("old", "old")]);
    for outputs in [
        "-o x -h no/h",
        "-o no/x -h h",
        "-o x -h sub",
        "-o sub -h h",
        "-o old -h no/h",
    ] {
        let said = folder.picasso(&format!("a.pica {outputs}")).errors();
        assert!(said.contains("error: cannot write `"), "{said}");
    }
    for outputs in ["-o a.pica", "-o x -h ./a.pica"] {
        let said = folder.picasso(&format!("a.pica {outputs}")).errors();
        assert!(said.contains("[output-is-input]"), "{said}");
    }
    let said = folder.picasso("a.pica -o x -h ./x").errors();
    assert!(said.contains("[output-twice]"), "{said}");
    assert_eq!(folder.list(), ["a.pica", "old", "sub"]);
    assert_eq!(folder.read("old"), b"old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::with([("a.pica", GOOD)]);
    for outputs in ["-o /dev/full", "-o x -h /dev/full"] {
        let said = folder.picasso(&format!("a.pica {outputs}")).errors();
        assert!(
            said.contains("error: cannot write `/dev/full`: no space left"),
            "{said}"
        );
    }
    assert_eq!(folder.list(), ["a.pica"]);
}

#[test]
fn dashes_are_standard_input_and_output() {
    let folder = Folder::with([("a.pica", GOOD)]);
    folder.picasso("a.pica -o x").silent();
    let mut command = folder.command(PICASSO);
    command.args(["-", "-o", "-"]).write_stdin(GOOD);
    assert_eq!(outcome(&mut command).silent(), folder.read("x"));
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_are_read_and_names_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::with([("a.pica", GOOD)]);
    folder.picasso("a.pica -o x").silent();
    let mut command = folder.command(PICASSO);
    command.args(["/dev/stdin", "-o", "/dev/stdout"]).write_stdin(GOOD);
    assert_eq!(outcome(&mut command).silent(), folder.read("x"));

    let odd = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
    let run = |arguments: [OsString; 3]| folder.run(PICASSO, arguments);
    run([odd(b"a.pica"), odd(b"-no\xFF"), odd(b"--")]).silent();
    assert_eq!(folder.read(odd(b"\xFF")), folder.read("x"));
    let said = run([odd(b"\xFF\xFE"), odd(b"-o"), odd(b"y")]).errors();
    assert!(said.contains("cannot read"), "{said}");
    for option in [b"-\xFF".as_slice(), b"--\xFF", b"--out\xFF"] {
        let said = run([odd(b"a.pica"), odd(b"-oy"), odd(option)]).usage();
        assert!(said.contains("unknown option `-"), "{said}");
    }
    assert!(!folder.path("y").exists());
}

#[test]
fn s2_numbers_are_not_operands() {
    let source = ".out pos position\n.proc main\n\tmul r0, 4, v0\n\tmov pos, 2.0\n\tend\n.end\n";
    let folder = Folder::with([("a.pica", source)]);
    let said = folder.picasso("a.pica -o x").errors();
    let lines = [
        "a.pica:3: error: expected a register, found a number: `4`",
        "a.pica:4: error: ",
    ];
    assert!(lines.iter().all(|line| said.contains(line)), "{said}");
    // picald accepts them, and warns about the integer.
    let said = folder.picald("a.pica -o x --error-format=short").stderr;
    assert!(said.contains("[bare-integer]"), "{said}");
}

/// Parts that picasso parses differently: an expression, an index, a register.
const DIFFERENT: &str = "\
.constf k(1.0/128.0, 0, 0, 2e19)
.fvec m[2*2]
.out pos position
.proc main
\tmov R5, v0
\tmul r1, m[0x1], r5
\tmul pos, k, r1
\tend
.end
";

#[test]
fn s3_other_bytes_than_those_of_picasso_are_warned_of() {
    let folder = Folder::with([("a.pica", DIFFERENT)]);
    let lines = |said: &str| {
        let lines = said.lines().filter(|line| line.contains("[differs-from-picasso]"));
        let number = |line: &str| line.split(':').nth(1).unwrap().to_owned();
        lines.map(number).collect::<Vec<_>>()
    };
    let expected = ["1", "1", "2", "5", "6"];
    let outcome = folder.picasso("a.pica -o x");
    assert_eq!(
        (outcome.status, lines(&outcome.stderr)),
        (0, expected.map(str::to_owned).to_vec())
    );
    let short = "-o y --error-format=short";
    let outcome = folder.picald(&format!("--compat=picasso a.pica {short}"));
    assert_eq!(lines(&outcome.stderr), expected);
    assert!(lines(&folder.picald(&format!("a.pica {short}")).stderr).is_empty());
    let allowed = folder.picald(&format!("--compat=picasso -A differs-from-picasso a.pica {short}"));
    assert!(lines(&allowed.stderr).is_empty());
}

#[test]
fn s3_warnings_that_picasso_does_not_have_are_off() {
    let source = "\
.constf k(1.0, 0.0, 0.0, 0.0)
.out pos position
.out col color
.proc main
\tmov r0, v0
\tmov r0, v1
\tmov pos.yx, r0
\tend
\tnop
.end
";
    let folder = Folder::with([("a.pica", source), ("empty.pica", "")]);
    let text = folder.picasso("empty.pica a.pica -o x").stderr;
    let said: Vec<_> = text.lines().filter(|line| line.contains(": warning: ")).collect();
    assert_eq!(said.len(), 1, "{text}");
    assert!(said[0].starts_with("a.pica:7: warning: "), "{}", said[0]);
    let mut command = folder.command(PICASSO);
    let command = command
        .args(["a.pica", "-o", "x"])
        .env("PICA200_LINTS", "-W unused-value");
    let said = outcome(command).stderr;
    assert!(said.contains("[unused-value]"), "{said}");
}
