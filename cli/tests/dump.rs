//! Views of picadump.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;
use std::io::{self, Write};

use pica200_cli::Status;
use support::{Folder, GOOD, PICADUMP, outcome, picadump_survives_damage, run_here};

/// Patches some bytes of a file.
fn patch(folder: &Folder, from: &str, to: &str, at: usize, bytes: &[u8]) {
    let mut file = folder.read(from);
    file[at..at + bytes.len()].copy_from_slice(bytes);
    folder.write(to, file);
}

#[test]
fn everything_is_shown_without_options() {
    let folder = Folder::with_examples();
    insta::assert_snapshot!("triangle", folder.shown("triangle.shbin"));
    insta::assert_snapshot!("object", folder.shown("lit.dvoj"));
    insta::assert_snapshot!("compat", folder.shown("compat.shbin"));
}

/// Uniforms with names as long as a line; an entry point at a label.
const ODD: &str = "\
.private
.entry start, 2
.fvec weightsOfTheBonesThatMoveThisVertexInTheModel[3]
.bool isTheLightThatStandsBehindTheCameraSwitchedOnNow
.out o position
.proc all
\tnop
start:
\tmad o.xyz, r0, weightsOfTheBonesThatMoveThisVertexInTheModel[a0.x+1].xyzz, -r1
\tjmpu isTheLightThatStandsBehindTheCameraSwitchedOnNow, start
\tend
.end
";

#[test]
fn private_objects_that_start_at_a_label() {
    let folder = Folder::with([("odd.vsh", ODD)]);
    folder.picasm("odd.vsh -o odd.dvoj").silent();
    let text = folder.shown("--headers --code odd.dvoj");
    insta::assert_snapshot!("private_with_label", text);
    let raw = folder.shown("--raw odd.dvoj");
    let said = "0000a4  02 00 00 00              words from the entry point: 0x2";
    assert!(raw.contains(said), "{raw}");
}

#[test]
fn names_of_several_files_are_distinguished() {
    let source = ".extern fvec projection[4]\n.extern constfa table[]\n.fvec own\n.proc main\n\
                  \tadd r0, own, r0\n\tadd r0, projection[1], r0\n\tadd r0, table[2], r0\n\tend\n.end\n";
    let folder = Folder::with([("names.vsh", source)]);
    folder.picasm("names.vsh -o names.dvoj").silent();
    let tables = folder.shown("--uniforms --constants names.dvoj");
    let symbols = folder.shown("--symbols names.dvoj");
    insta::assert_snapshot!("names_of_other_files", format!("{tables}\n{symbols}"));
}

#[test]
fn sections_can_be_chosen() {
    let folder = Folder::with_examples();
    let two = folder.shown("--code --headers particles.shbin");
    insta::assert_snapshot!("headers_and_code", two);
    let all = folder.shown("triangle.shbin");
    for (option, heading) in [
        ("--headers", "DVLE 0 header"),
        ("--code", "DVLP, code (8 words)"),
        ("--descriptors", "DVLP, descriptors (7)"),
        ("--constants", "DVLE 0, constants (1)"),
        ("--labels", "DVLE 0, labels (1)"),
        ("--outputs", "DVLE 0, outputs (2)"),
        ("--uniforms", "DVLE 0, inputs and uniforms (3)"),
        ("--lines", "DVLP, lines (8)"),
        ("--files", "DVLP, files (1)"),
    ] {
        let one = folder.shown(&format!("{option} triangle.shbin"));
        assert!(one.contains(heading), "{one}");
        assert!(one.len() < all.len());
        assert!(one.split("\n\n").all(|section| all.contains(section.trim_end())));
    }
    // Nothing is left to relocate.
    let none = folder.shown("--relocations triangle.shbin");
    assert_eq!(none.lines().count(), 1);
}

#[test]
fn names_are_listed() {
    let folder = Folder::with_examples();
    insta::assert_snapshot!("symbols", folder.shown("--symbols particles.shbin"));
    insta::assert_snapshot!("symbols_of_object", folder.shown("--symbols lit.dvoj"));
}

#[test]
fn sizes_are_measured() {
    let folder = Folder::with_examples();
    insta::assert_snapshot!("sizes", folder.shown("--size particles.shbin"));
    insta::assert_snapshot!("sizes_of_object", folder.shown("--size lit.dvoj"));
}

#[test]
fn words_have_lines() {
    let folder = Folder::with_examples();
    let lines = "triangle.vsh:34\ntriangle.vsh:41\n??:0\n??:0\n";
    for arguments in [
        "triangle.shbin --addr2line 0 0x2 8 0XFFFFFFFF",
        "--addr2line=0,2,8,4294967295 triangle.shbin",
        "--addr2line 0 2 8 9 -- triangle.shbin",
    ] {
        assert_eq!(folder.shown(arguments), lines, "{arguments}");
    }
    assert_eq!(folder.shown("lit.dvoj --addr2line 10"), "lit.vsh:43\n");
    let long = format!("{}.vsh", "x".repeat(80));
    folder.write(&long, folder.read("triangle.vsh"));
    folder.picald(&format!("-g {long} -o long.shbin")).silent();
    let line = folder.shown("long.shbin --addr2line 0");
    assert_eq!(line, format!("{long}:34\n"));
    let errors = folder.picadump("particles.shbin --addr2line 0").errors();
    insta::assert_snapshot!(errors, @r"
    error[no-line-table]: `particles.shbin` has no line table
      = help: create one with `picald -g`
    ");
}

#[test]
fn every_byte_is_accounted_for() {
    let folder = Folder::with_examples();
    insta::assert_snapshot!("raw", folder.shown("--raw triangle.shbin"));
    insta::assert_snapshot!("raw_object", folder.shown("--raw lit.dvoj"));
    for file in ["triangle.shbin", "compat.shbin", "lit.dvoj"] {
        let text = folder.shown(&format!("--raw {file}"));
        let bytes = text.lines().filter(|line| line.starts_with("  0"));
        let bytes = bytes.flat_map(|line| line[10..].get(..23).unwrap_or(&line[10..]).split(' '));
        let bytes = bytes.filter(|digits| !digits.is_empty());
        let bytes: Vec<_> = bytes.map(|d| u8::from_str_radix(d, 16).unwrap()).collect();
        assert_eq!(bytes, folder.read(file), "{file}");
    }
}

#[test]
fn documented_parts_of_objects_of_other_versions_are_shown() {
    let folder = Folder::with_examples();
    patch(&folder, "lit.dvoj", "other.dvoj", 4, &[0x02, 0x10]);
    insta::assert_snapshot!("other_version", folder.shown("other.dvoj"));
    let raw = folder.shown("--raw other.dvoj");
    assert!(raw.contains("word 0x005, 0x00010102 0x00000005"), "{raw}");
}

#[test]
fn the_undamaged_parts_of_files_are_shown() {
    let folder = Folder::with_examples();
    folder.write("cut.shbin", &folder.read("triangle.shbin")[..0x134]);
    insta::assert_snapshot!("cut", folder.full_output("cut.shbin"));
    // A constant table of 65535 entries.
    patch(&folder, "triangle.shbin", "long.shbin", 0xF8, &[0xFF, 0xFF]);
    let options = "--headers --constants --labels";
    insta::assert_snapshot!("long_table", folder.full_output(&format!("{options} long.shbin")));
    insta::assert_snapshot!("long_table_raw", folder.full_output("--raw long.shbin"));
    // A vertex shader that reserves registers.
    patch(&folder, "lit.dvoj", "bad.dvoj", 0x68, &[7]);
    insta::assert_snapshot!("damaged_object", folder.full_output("--headers --relocations bad.dvoj"));
    folder.write("short.dvoj", "DVOJ");
    insta::assert_snapshot!("short_object", folder.full_output("short.dvoj"));
}

#[test]
fn headers_that_cannot_be_read_are_not_guessed() {
    let folder = Folder::with_examples();
    // The second shader ends within its header.
    let file = folder.read("particles.shbin");
    let second = usize::from(file[0xC]) | usize::from(file[0xD]) << 8;
    folder.write("cut.shbin", &file[..second + 40]);
    folder.write("four.shbin", "DVLB");
    let views = ["--headers cut.shbin", "--size cut.shbin", "four.shbin"];
    let said = views.map(|view| folder.full_output(view));
    insta::assert_snapshot!("lost_headers", said.join("\n"));
}

#[test]
fn a_file_of_another_kind_is_an_error() {
    let folder = Folder::with_examples();
    folder.write("empty", "");
    folder.write("text", "\x1b[2J");
    let mut inside = vec![b'x'; 32];
    inside.extend(folder.read("triangle.shbin"));
    folder.write("inside", inside);
    let files = ["empty", "text", "inside", "missing"];
    let said = files.map(|file| folder.picadump(file).errors());
    insta::assert_snapshot!(said.concat());
    assert_eq!(folder.picadump("--diff triangle.shbin text").errors(), said[1]);
}

#[test]
fn names_of_the_file_cannot_reach_the_terminal() {
    let folder = Folder::with_examples();
    let mut file = folder.read("triangle.shbin");
    let name = file.windows(10).position(|w| w == b"projection").unwrap();
    file[name..name + 10].copy_from_slice(b"\x1b[2J\n\xFF\xE2\x80\xAEx");
    folder.write("a.shbin", &file);
    for view in ["", "--symbols", "--size", "--code", "--raw"] {
        let text = folder.shown(&format!("{view} a.shbin"));
        assert!(text.contains("\\u{1b}[2J\\n\\xff\\u{202e}x"), "{text}");
        assert!(!text.contains(['\x1b', '\u{202E}']), "{text}");
    }
    // A text that is valid in a source keeps its line, and any other text stays on one line.
    let source = folder.picadump("-d a.shbin");
    let source = String::from_utf8(source.stdout).unwrap();
    let sentence = "\n; not stated: uniform `\\u{1b}[2J\\n\u{FFFD}\\u{202e}x`: ";
    assert!(source.contains(sentence), "{source}");
    let mut object = folder.read("lit.dvoj");
    for (name, strange) in [(b"diffuse", b"a\nnop\x1bb"), (b"outColo", b"o\nnop\x1bo")] {
        let at = object.windows(7).position(|w| w == name).unwrap();
        object[at..at + 7].copy_from_slice(strange);
    }
    folder.write("a.dvoj", &object);
    insta::assert_snapshot!("strange_names", folder.full_output("-d a.dvoj"));
}

#[test]
fn colours_are_for_terminals() {
    let folder = Folder::with_examples();
    let plain = folder.shown("--labels triangle.shbin");
    assert_eq!(folder.shown("--color=never --labels triangle.shbin"), plain);
    let coloured = folder.shown("--color=always --labels triangle.shbin");
    insta::assert_snapshot!(coloured.replace('\x1b', "ESC"), @r"
    ESC[1mShader binary (DVLB), 1 shader, 396 bytes: triangle.shbinESC[0m

    ESC[1mDVLE 0, labels (1)ESC[0m
      Word   Size  Kind       Number  Name
      ESC[2m0x000ESC[0m     8  procedure  ESC[2m     0ESC[0m  ESC[36mmainESC[0m
    ");
    let bytes = folder.read("triangle.shbin");
    let mut stdout = Vec::new();
    assert_eq!(run(&["--labels"], &bytes, &mut stdout, true), Status::Success);
    let coloured = coloured.replace("triangle.shbin", "<stdin>");
    assert_eq!(String::from_utf8(stdout).unwrap(), coloured);
    let mut command = folder.command(PICADUMP);
    command.env("NO_COLOR", "1").args(["--labels", "triangle.shbin"]);
    assert_eq!(outcome(&mut command).silent(), plain.as_bytes());
}

/// Runs picadump in this process on the bytes of a file.
fn run(options: &[&str], bytes: &[u8], stdout: &mut dyn Write, is_terminal: bool) -> Status {
    run_here(pica200_cli::picadump::main, options, bytes, stdout, is_terminal)
}

/// A stream that accepts no output.
struct Refusing(io::ErrorKind);

impl Write for Refusing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::with([("good.vsh", GOOD)]);
    folder.picald("good.vsh -o good.shbin").silent();
    let bytes = folder.read("good.shbin");
    let status = |kind| run(&[], &bytes, &mut Refusing(kind), false);
    assert_eq!(status(io::ErrorKind::BrokenPipe), Status::Success);
    assert_eq!(status(io::ErrorKind::StorageFull), Status::Errors);
}

/// All ways to show a file.
const VIEWS: [&[&str]; 4] = [&[], &["--symbols"], &["--size"], &["--raw"]];

#[test]
fn lines_have_at_most_80_characters() {
    let golden = support::workspace("testsuite/golden");
    let mut count = 0;
    for folder in ["single", "no-nop", "multi"] {
        let entries = fs::read_dir(golden.join(folder)).unwrap();
        for entry in entries.map(|entry| entry.unwrap().path()) {
            let file = if entry.is_dir() {
                entry.join("expected.shbin")
            } else {
                entry
            };
            if file.extension().is_none_or(|suffix| suffix != "shbin") {
                continue;
            }
            let bytes = fs::read(&file).unwrap();
            count += 1;
            for view in VIEWS {
                let mut text = Vec::new();
                assert_eq!(run(view, &bytes, &mut text, false), Status::Success);
                let text = String::from_utf8(text).unwrap();
                let long = text.lines().find(|line| line.chars().count() > 80);
                assert_eq!(long, None, "{} {view:?}", file.display());
                assert!(!text.lines().any(|line| line.ends_with(' ')));
            }
        }
    }
    assert!(count > 200);
}

#[test]
fn picadump_survives_damage_of_any_byte() {
    let folder = Folder::with_examples();
    for file in ["triangle.shbin", "particles.shbin", "lit.dvoj"] {
        picadump_survives_damage(&folder.read(file), &VIEWS);
    }
}
