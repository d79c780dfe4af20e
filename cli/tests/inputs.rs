//! Inputs of the programs: line endings, encodings, file names, files that are not objects.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use support::{BAD, Folder, GOOD, LIBRARY, PICALD, outcome};

/// Links a source and returns the binary without names.
fn binary(source: impl AsRef<[u8]>) -> Vec<u8> {
    let folder = Folder::with([("a.vsh", source)]);
    folder.picald("a.vsh -s -o -").silent()
}

#[test]
fn line_ends_of_all_systems_and_a_byte_order_mark_make_no_difference() {
    let expected = binary(GOOD);
    assert_eq!(binary(GOOD.replace('\n', "\r\n")), expected);
    assert_eq!(binary(GOOD.replace('\n', "\r")), expected);
    assert_eq!(binary(format!("\u{FEFF}{GOOD}")), expected);
    assert_eq!(binary(GOOD.trim_end()), expected);
    assert_eq!(binary(GOOD.replace('\t', " \x0B\x0C ")), expected);
}

#[test]
fn errors_have_the_same_lines_with_any_line_ending() {
    let said = |source: String| {
        let folder = Folder::with([("a.vsh", source)]);
        folder.picasm("a.vsh").errors()
    };
    let expected = said(BAD.to_owned());
    insta::assert_snapshot!("three_errors", expected);
    assert_eq!(said(BAD.replace('\n', "\r\n")), expected);
    assert_eq!(said(BAD.replace('\n', "\r")), expected);
    assert_eq!(said(format!("\u{FEFF}{BAD}")), expected);
}

#[test]
fn a_file_that_is_not_text_is_an_error() {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| GOOD.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
    let sources = [
        ("nul.vsh", GOOD.replace("v0", "v0\0").into_bytes()),
        ("latin.vsh", b".proc main ; \xE9\n\tend\n.end\n".to_vec()),
        ("little.vsh", utf16(u16::to_le_bytes)),
        ("big.vsh", utf16(u16::to_be_bytes)),
        ("mark.vsh", [b"\xFF\xFE".to_vec(), utf16(u16::to_le_bytes)].concat()),
    ];
    let folder = Folder::with(sources.clone());
    let said = folder.run(support::PICASM, sources.map(|(name, _)| name));
    insta::assert_snapshot!("not_text", said.errors());
}

#[test]
fn an_empty_source_assembles_and_makes_no_shader() {
    let folder = Folder::with([("empty.vsh", "")]);
    folder.picasm("empty.vsh").silent();
    insta::assert_snapshot!("empty_source", folder.picald("empty.vsh -o x").errors());
}

#[test]
fn one_run_names_all_inputs_that_cannot_be_read() {
    let folder = Folder::with([("bad.vsh", BAD), ("sub/x", "")]);
    let inputs = "missing.vsh sub bad.vsh no/x.dvoj sub/x/y";
    let said = folder.picald(&format!("{inputs} -o x --error-format=short"));
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("inputs_that_cannot_be_read", said.errors());
    }
    let said = folder.picasm("missing.vsh sub").errors();
    assert!(said.contains("cannot read `missing.vsh`: ") && said.contains("cannot read `sub`: "));
    assert_eq!(folder.list(), ["bad.vsh", "sub"]);
}

#[test]
fn suffixes_of_objects_may_be_upper_case() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picasm("a.vsh -o A.DVOJ").silent();
    folder.picald("A.DVOJ -o one").silent();
    folder.picald("a.vsh -o two").silent();
    assert_eq!(folder.read("one"), folder.read("two"));
}

#[test]
fn files_that_are_not_objects_are_rejected_with_a_reason() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picasm("a.vsh").silent();
    let object = folder.read("a.dvoj");
    let mut other_version = object.clone();
    other_version[4] ^= 1;
    folder.write("version.dvoj", other_version);
    folder.write("half.dvoj", &object[..object.len() / 2]);
    folder.write("text.dvoj", GOOD);
    folder.write("empty.dvoj", "");
    let inputs = "version.dvoj half.dvoj text.dvoj empty.dvoj";
    let said = folder.picald(&format!("{inputs} -o x --error-format=short")).errors();
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    for (line, name) in lines.iter().zip(inputs.split(' ')) {
        let start = format!("{name}: error: `{name}` cannot be read as an object: DVOJ");
        assert!(line.starts_with(&start), "{line}");
        assert!(line.ends_with(" [unreadable-object]"), "{line}");
    }
    assert!(lines[0].contains("version"), "{said}");
    let said = folder.picald("text.dvoj -o x").errors();
    assert!(said.contains("help: the suffix .dvoj means an object"), "{said}");
}

#[test]
fn binaries_are_not_read_as_sources() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    folder.picasm("a.vsh -o object").silent();
    folder.picald("a.vsh -o binary").silent();
    insta::assert_snapshot!("binaries", folder.picald("object binary -o x").errors());
    assert_eq!(folder.picasm("object").errors().matches("error[").count(), 1);
}

#[test]
fn names_may_contain_blanks_and_any_letters() {
    let names = [
        "a shader.vsh",
        "größe.vsh",
        "影.vsh",
        "🎮.vsh",
        "semi;colon.vsh",
        "quote\".vsh",
    ];
    for name in names {
        let folder = Folder::with([(name, GOOD), ("bad.vsh", BAD)]);
        folder.run(support::PICASM, [name]).silent();
        folder.run(PICALD, [name, "-o", "ö x.shbin"]).silent();
        assert!(folder.list().contains(&"ö x.shbin".to_owned()));
        folder.write(name, BAD);
        let said = folder.run(PICALD, [name, "-o", "x", "--error-format=short"]).errors();
        assert!(said.starts_with(&format!("{name}:3:2: error: ")), "{said}");
    }
}

// Other systems have no such names.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let [source, object, bad] = [&b"\xFF.vsh"[..], b"\xFF.dvoj", b"\xFE.vsh"].map(OsStr::from_bytes);
    let folder = Folder::with([(source, GOOD), (bad, BAD)]);
    folder.run(support::PICASM, [source]).silent();
    let binary = OsStr::from_bytes(b"\xFF");
    folder.run(PICALD, [object, "-o".as_ref(), binary]).silent();
    assert!(folder.read(binary).starts_with(b"DVLB"));
    assert!(folder.read(object).starts_with(b"DVOJ"));
    for format in ["human", "short", "json"] {
        let format = format!("--error-format={format}");
        let said = folder.run(PICALD, [bad, "-o".as_ref(), "x".as_ref(), format.as_ref()]);
        assert!(said.errors().contains("\u{FFFD}.vsh"));
    }
}

#[test]
fn names_with_control_characters_do_not_break_lines() {
    if cfg!(windows) {
        return;
    }
    let folder = Folder::with([("a\n\x1b[2J.vsh", BAD)]);
    for format in ["human", "short"] {
        let format = format!("--error-format={format}");
        let said = folder.run(PICALD, ["a\n\x1b[2J.vsh", "-o", "x", &format]).errors();
        assert!(said.contains("a\\n\\u{1b}[2J.vsh:3:2"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn pipes_of_shells_are_read() {
    let folder = Folder::with([("a.vsh", GOOD), ("lib.vsh", LIBRARY)]);
    let script = "cat a.vsh | \"$0\" lib.vsh /dev/stdin -s -o -";
    let piped = outcome(folder.command("sh").args(["-c", script, PICALD])).silent();
    assert_eq!(piped, folder.picald("lib.vsh a.vsh -s -o -").silent());
}

/// A source that includes a file next to it.
const INCLUDING: &str = ".include \"common.h\"\n.proc main\n\tmov pos, v0\n\tend\n.end\n";
const COMMON: &str = ".out pos position\n";

/// Runs a program with a text on standard input.
fn piped(folder: &Folder, program: &str, arguments: &str, text: &str) -> support::Outcome {
    let mut command = folder.command(program);
    outcome(command.args(arguments.split_whitespace()).write_stdin(text))
}

#[test]
fn checked_sources_are_reported_and_nothing_is_written() {
    let folder = Folder::with([("a.vsh", GOOD), ("b.vsh", BAD)]);
    folder.picasm("a.vsh --check").silent();
    let said = folder.picasm("--check a.vsh b.vsh").errors();
    assert_eq!(said, folder.picasm("a.vsh b.vsh").errors());
    piped(&folder, support::PICASM, "--check -", GOOD).silent();
    assert_eq!(folder.list(), ["a.vsh", "b.vsh"]);
    for output in ["-o x", "-E", "-M", "-MD", "-a x"] {
        let said = folder.picasm(&format!("a.vsh --check {output}")).usage();
        assert!(said.contains("cannot be used with"), "{said}");
    }
    let said = folder.picasm("--check - -").usage();
    assert!(said.contains("standard input can be read only once"), "{said}");
}

#[test]
fn standard_input_stands_for_a_file() {
    let folder = Folder::with([("sub/common.h", COMMON), ("sub/a.vsh", INCLUDING)]);
    let name = "- --stdin-name sub/a.vsh";
    piped(&folder, support::PICASM, &format!("--check {name}"), INCLUDING).silent();
    let said = piped(&folder, support::PICASM, "--check -", INCLUDING).errors();
    assert!(said.contains("common.h"), "{said}");

    let options = [(support::PICASM, "-o -"), (support::PICASM, "-E"), (PICALD, "-g -o -")];
    for (program, options) in options {
        let saved = folder.run(program, ["sub/a.vsh"].into_iter().chain(options.split(' ')));
        let arguments = format!("{name} {options}");
        let unsaved = piped(&folder, program, &arguments, INCLUDING).silent();
        assert_eq!(unsaved, saved.silent(), "{arguments}");
    }

    let wrong = INCLUDING.replace("v0", "v99");
    for (program, options) in [(support::PICASM, "--check"), (PICALD, "-o x")] {
        let arguments = format!("{name} {options} --error-format=short");
        let said = piped(&folder, program, &arguments, &wrong).errors();
        assert!(said.starts_with("sub/a.vsh:3:"), "{said}");
    }
}

#[test]
fn the_name_of_standard_input_is_not_a_file_to_write() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    let ugly = GOOD.replace('\t', " ");
    let formatted = piped(&folder, support::PICAFMT, "- --stdin-name a.vsh", &ugly).silent();
    assert_eq!(formatted, GOOD.as_bytes());
    assert_eq!(folder.read("a.vsh"), GOOD.as_bytes());
    let arguments = "- --check --stdin-name new.vsh --error-format=short";
    let said = piped(&folder, support::PICAFMT, arguments, &ugly).errors();
    assert!(said.starts_with("new.vsh:"), "{said}");
}

#[test]
fn only_standard_input_takes_a_name() {
    let folder = Folder::with([("a.vsh", GOOD)]);
    for program in [support::PICASM, PICALD, support::PICAFMT] {
        let said = folder.run(program, ["a.vsh", "--stdin-name", "b.vsh"]).usage();
        assert!(said.contains("`--stdin-name` requires the input `-`"), "{said}");
    }
}
