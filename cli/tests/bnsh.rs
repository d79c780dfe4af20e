//! picadump shows BNSH files.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;

use support::{Folder, GOOD, picadump_survives_damage, raw_bytes, workspace};

/// Returns the bytes of a golden file.
fn golden(name: &str) -> Vec<u8> {
    let folder = workspace("testsuite/golden/bnsh");
    fs::read(folder.join(format!("{name}.bnsh"))).unwrap()
}

/// Creates a directory with some golden files.
fn folder_with(names: &[&str]) -> Folder {
    let folder = Folder::with([("good.vsh", GOOD)]);
    for name in names {
        folder.write(format!("{name}.bnsh"), golden(name));
    }
    folder
}

/// Creates a directory with a modified `one.bnsh`.
fn changed(at: usize, bytes: &[u8]) -> Folder {
    let folder = Folder::with([("good.vsh", GOOD)]);
    let mut file = golden("one");
    file[at..at + bytes.len()].copy_from_slice(bytes);
    folder.write("one.bnsh", file);
    folder
}

/// Returns the output of picadump for a valid file.
fn shown(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picadump(arguments).silent()).unwrap()
}

/// Returns standard output, then standard error and the status.
fn full_output(folder: &Folder, arguments: &str) -> String {
    let outcome = folder.picadump(arguments);
    let stdout = String::from_utf8(outcome.stdout).unwrap();
    format!("{stdout}---- status {}\n{}", outcome.status, outcome.stderr)
}

/// Returns the warnings of picadump, which succeeds.
fn warnings(folder: &Folder, arguments: &str) -> String {
    let outcome = folder.picadump(arguments);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    outcome.stderr
}

#[test]
fn all_tables_are_shown() {
    let names = ["one", "compute", "empty", "gen-14", "gen-31"];
    let folder = folder_with(&names);
    for name in names {
        insta::assert_snapshot!(name, shown(&folder, &format!("{name}.bnsh")));
    }
}

#[test]
fn sections_can_be_chosen() {
    let folder = folder_with(&["one"]);
    let all = shown(&folder, "one.bnsh");
    for (option, heading) in [
        ("--headers", "Shader container (grsc)\n"),
        ("--code", "Variation 0, binary program\n"),
        ("--uniforms", "Variation 0, binary program, vertex stage\n"),
        ("--outputs", "Variation 0, binary program, pixel stage\n"),
        ("--relocations", "Relocations (_RLT), 6 sections\n"),
    ] {
        let one = shown(&folder, &format!("{option} one.bnsh"));
        assert!(one.contains(heading), "{one}");
        assert!(one.len() < all.len());
    }
    let outputs = shown(&folder, "--outputs one.bnsh");
    assert!(!outputs.contains("input") && outputs.contains("output"));
    let others = shown(&folder, "--uniforms one.bnsh");
    assert!(others.contains("input") && !others.contains("output"));
}

#[test]
fn lines_have_at_most_80_characters() {
    let folder = folder_with(&["many", "gen-05"]);
    for name in ["many", "gen-05"] {
        let text = shown(&folder, &format!("{name}.bnsh"));
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{name}");
        assert!(!text.lines().any(|line| line.ends_with(' ')), "{text}");
    }
}

#[test]
fn damage_does_not_hide_the_other_parts() {
    // The number of entries of the vertex-input dictionary.
    let folder = changed(0x30C, &[0xFF; 4]);
    insta::assert_snapshot!(
        "damaged_dictionary",
        full_output(&folder, "--uniforms --outputs one.bnsh")
    );
    folder.write("cut.bnsh", &golden("one")[..0x2000]);
    insta::assert_snapshot!("cut_file", full_output(&folder, "cut.bnsh"));
    folder.write("header.bnsh", &golden("one")[..30]);
    insta::assert_snapshot!("cut_header", full_output(&folder, "header.bnsh"));
    let folder = changed(0x0C, &[0xFE, 0xFF]);
    insta::assert_snapshot!("big_endian", full_output(&folder, "one.bnsh"));
    // A slot list at another offset.
    let folder = changed(0x2E0, &[0; 8]);
    let said = full_output(&folder, "--uniforms one.bnsh");
    assert!(said.contains("     ?  input  "), "{said}");
}

#[test]
fn an_unknown_version_is_a_warning() {
    let folder = changed(0x08, &[2, 3]);
    insta::assert_snapshot!(full_output(&folder, "--code one.bnsh"));
    let said = folder.picadump("--code -A unknown-version one.bnsh").silent();
    assert!(!said.is_empty());
    let outcome = folder.picadump("--code -D unknown-version one.bnsh");
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.contains("error[unknown-version]"));
}

#[test]
fn verification_finds_nothing_in_good_files() {
    let folder = folder_with(&["one", "many", "compute", "empty", "gen-05"]);
    for name in ["one", "many", "compute", "empty", "gen-05"] {
        assert_eq!(shown(&folder, &format!("--verify {name}.bnsh")), "", "{name}");
    }
}

#[test]
fn verification_finds_what_loaders_trip_over() {
    for (name, at, bytes) in [
        ("search", 0x338, &[0x74, 0x20][..]),
        ("tree", 0x334, &[2, 0]),
        // The first relocation.
        ("missing-relocation", 0x2128 + 6, &[1]),
        ("duplicate-relocation", 0x2130, &[0x80, 0, 0, 0, 1, 0, 2, 0]),
        ("section", 0x2098 + 4 * 0x18 + 8, &[0, 0x12, 0, 0, 0, 0x0C]),
        // Two pointers in each run, the second of which is a size.
        ("unexpected-relocation", 0x2198 + 6, &[2, 6]),
        ("strings", 0x2010, &[12]),
        ("alignment", 0x0E, &[13]),
    ] {
        let folder = changed(at, bytes);
        let said = warnings(&folder, "--verify one.bnsh");
        insta::assert_snapshot!(format!("verify_{name}"), said);
    }
}

#[test]
fn findings_have_levels() {
    let folder = changed(0x0E, &[13]);
    folder.picadump("--verify -A misaligned-structure one.bnsh").silent();
    let said = folder.picadump("--verify -D warnings one.bnsh").errors();
    assert!(said.contains("error[misaligned-structure]"), "{said}");
    // Damaged parts are not checked.
    let folder = changed(0x338, &[0xFF; 8]);
    let said = folder.picadump("--verify one.bnsh").errors();
    assert!(said.contains("error[damaged-file]"), "{said}");
    assert!(!said.contains("dictionary-"), "{said}");
}

/// Values that nothing depends on are findings, and the file is shown without them.
#[test]
fn values_that_nothing_needs_are_findings() {
    for (name, at, bytes) in [
        ("address size", 0x0F, &[0][..]),
        ("relocated", 0x14, &[1]),
        ("memory pool", 0x620, &[0]),
        ("magic of a dictionary", 0x308, b"x"),
        ("link of a dictionary", 0x334, &[9, 0]),
    ] {
        let folder = changed(at, bytes);
        assert!(!shown(&folder, "one.bnsh").is_empty(), "{name}");
        let said = warnings(&folder, "--verify one.bnsh");
        assert!(said.contains("warning[unexpected-value]"), "{name}: {said}");
        let members = folder.picaar("t one.bnsh").silent();
        assert!(!members.is_empty(), "{name}");
    }
}

#[test]
fn code_of_the_type_source_is_shown_and_extracted() {
    let folder = changed(0x101, &[2]);
    let said = shown(&folder, "--code one.bnsh");
    assert!(
        said.contains("source data 1") && said.contains("source data 2"),
        "{said}"
    );
    let members = folder.picaar("t one.bnsh").silent();
    assert!(members.starts_with(b"0.binary.vertex.data1\n"));
    let json = shown(&folder, "--json one.bnsh");
    assert!(json.contains("\"data\""), "{json}");
}

#[test]
fn views_of_shader_binaries_are_refused() {
    let folder = folder_with(&["one"]);
    let said = folder.picadump("--size one.bnsh").errors();
    insta::assert_snapshot!("refused_view", said);
    folder.picald("good.vsh -o good.shbin").silent();
    for options in ["--symbols", "--dot", "--lines", "-d"] {
        let said = folder.picadump(&format!("{options} one.bnsh")).errors();
        assert!(said.contains("error[no-such-view]"), "{options}: {said}");
    }
}

#[test]
fn differences_are_those_of_programs_and_names() {
    let folder = folder_with(&["one", "compute"]);
    let same = folder.picadump("--diff one.bnsh one.bnsh").silent();
    assert_eq!(same, b"");
    let mut file = golden("one");
    // A byte of the pixel shader's code.
    file[6400] ^= 1;
    folder.write("changed.bnsh", &file);
    let outcome = folder.picadump("--diff one.bnsh compute.bnsh");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    let other = String::from_utf8(outcome.stdout).unwrap();
    insta::assert_snapshot!("differences", other);
    let outcome = folder.picadump("--diff one.bnsh changed.bnsh");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    let changed = String::from_utf8(outcome.stdout).unwrap();
    assert_eq!(
        changed,
        "variation 0, binary program, pixel byte code: 576 bytes in the first, 576 in the second; the first difference \
         is at byte 0h\n"
    );
    folder.write("cut.bnsh", &golden("one")[..0x2000]);
    let said = folder.picadump("--diff one.bnsh cut.bnsh").errors();
    assert!(said.contains("error[damaged-file]: `cut.bnsh`"), "{said}");
    folder.picald("good.vsh -o good.shbin").silent();
    let said = folder.picadump("--diff one.bnsh good.shbin").errors();
    assert!(said.contains("error[cannot-compare]"), "{said}");
}

#[test]
fn files_inside_other_files_are_found_and_extracted() {
    let folder = folder_with(&["one", "gen-03"]);
    let parts = [b"game".to_vec(), golden("gen-03"), golden("one")];
    folder.write("game.bin", parts.concat());
    insta::assert_snapshot!("found", shown(&folder, "--extract out game.bin"));
    assert_eq!(folder.read("out/00000004.bnsh"), golden("gen-03"));
}

#[test]
fn picaar_lists_and_extracts_code() {
    let folder = folder_with(&["one"]);
    let list = folder.picaar("tv one.bnsh").silent();
    insta::assert_snapshot!("parts", String::from_utf8(list).unwrap());
    folder.picaar("x one.bnsh 0.binary.pixel.code").silent();
    assert_eq!(folder.read("0.binary.pixel.code"), golden("one")[6400..6976]);
    folder.picaar("x one.bnsh").silent();
    assert_eq!(folder.read("0.binary.vertex.control"), golden("one")[544..592]);
    insta::assert_snapshot!("refused_operation", folder.picaar("d one.bnsh x").errors());
    insta::assert_snapshot!("no_such_part", folder.picaar("t one.bnsh 0.binary.pixel.cod").errors());
    folder.write("cut.bnsh", &golden("one")[..0x2000]);
    let said = folder.picaar("t cut.bnsh").errors();
    assert!(said.contains("error[damaged-file]: `cut.bnsh`: header"), "{said}");
    folder.write("header.bnsh", &golden("one")[..30]);
    let said = folder.picaar("x header.bnsh").errors();
    assert!(said.contains("error[damaged-file]: `header.bnsh`: header"), "{said}");
}

#[test]
fn names_of_the_file_cannot_reach_the_terminal() {
    let mut file = golden("one");
    let name = file.windows(6).position(|w| w == b"sv_pos").unwrap();
    file[name..name + 6].copy_from_slice(b"\x1b[2J\xFF\n");
    let folder = Folder::with([("good.vsh", GOOD)]);
    folder.write("a.bnsh", &file);
    let text = shown(&folder, "a.bnsh");
    assert!(text.contains("\\u{1b}[2J\\xff\\n"), "{text}");
    // The key is not found, because its bits have changed.
    let said = warnings(&folder, "--verify a.bnsh");
    assert!(said.contains("[2J") && !said.contains("\x1b[2J"), "{said}");
}

#[test]
fn picadump_survives_damage_of_any_byte() {
    let views: [&[&str]; 4] = [&[], &["--json"], &["--verify"], &["--scan"]];
    for name in ["gen-08", "gen-14", "gen-22"] {
        picadump_survives_damage(&golden(name), &views);
    }
}

#[test]
fn every_byte_is_shown_beside_its_meaning() {
    let names = ["one", "many", "compute", "gen-05"];
    let folder = folder_with(&names);
    let text = |name| shown(&folder, &format!("--raw {name}.bnsh"));
    for name in names {
        assert!(raw_bytes(&text(name)) == golden(name), "{name}");
    }
    insta::assert_snapshot!("raw", text("one"));
}

#[test]
fn empty_tables_have_no_title() {
    let mut file = golden("one");
    let (sections, size, entries) = (0x2098, 0x18, 0x14);
    for section in 0..6 {
        file[sections + section * size + entries..][..4].fill(0);
    }
    let folder = Folder::with([("good.vsh", GOOD)]);
    folder.write("a.bnsh", &file);
    let text = shown(&folder, "--raw a.bnsh");
    assert!(text.contains("list of sections"), "{text}");
    assert!(!text.contains("entries at"), "{text}");
    assert!(raw_bytes(&text) == file);
}

/// Code is replaced in place; nothing else in the file changes.
#[test]
fn code_is_replaced_in_place() {
    let folder = folder_with(&["one", "gen-31"]);
    folder.picaar("x one.bnsh 0.binary.vertex.control").silent();
    let old = folder.read("0.binary.vertex.control");
    let mut new = old.clone();
    new[0] ^= 0xFF;
    folder.write("0.binary.vertex.control", &new);
    folder.picaar("r one.bnsh 0.binary.vertex.control").silent();
    let (before, after) = (golden("one"), folder.read("one.bnsh"));
    assert_eq!(before.len(), after.len());
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 1);
    assert_eq!(shown(&folder, "--verify one.bnsh"), "");
    // Shorter code is padded with zeros, and its size is updated.
    folder.write("0.binary.vertex.control", b"new");
    folder.picaar("r one.bnsh 0.binary.vertex.control").silent();
    std::fs::remove_file(folder.path("0.binary.vertex.control")).unwrap();
    folder.picaar("x one.bnsh 0.binary.vertex.control").silent();
    assert_eq!(folder.read("0.binary.vertex.control"), b"new");
    assert_eq!(shown(&folder, "--verify one.bnsh"), "");
    let unchanged = folder.read("one.bnsh");
    folder.write("0.binary.vertex.code", vec![0; 100_000]);
    folder.write("9.binary.vertex.code", b"");
    let said = folder
        .picaar("r one.bnsh 0.binary.vertex.code 9.binary.vertex.code")
        .errors();
    insta::assert_snapshot!("refused_replacements", said);
    assert_eq!(folder.read("one.bnsh"), unchanged);
    for options in ["d one.bnsh 0.binary.vertex.code", "q one.bnsh one.bnsh"] {
        let said = folder.picaar(options).errors();
        assert!(said.contains("error[no-such-operation]"), "{said}");
    }
}

/// Offset and size of the vertex stage's control code in `one.bnsh`.
const SHARED: (usize, usize) = (544, 48);

/// Returns `one.bnsh` with the pixel stage's control code at the given offset and size.
fn with_pixel_control((offset, size): (usize, usize)) -> Folder {
    let mut file = golden("one");
    let pixel_code = 0x1E0;
    let number = |value: usize| u32::try_from(value).unwrap().to_le_bytes();
    file[pixel_code + 8..][..4].copy_from_slice(&number(offset));
    file[pixel_code + 0x1C..][..4].copy_from_slice(&number(size));
    let folder = Folder::with([("good.vsh", GOOD)]);
    folder.write("one.bnsh", file);
    folder
}

#[test]
fn stages_that_share_code_share_the_new_code() {
    let folder = with_pixel_control(SHARED);
    folder.write("0.binary.vertex.control", b"new");
    folder.picaar("r one.bnsh 0.binary.vertex.control").silent();
    folder.picaar("x one.bnsh").silent();
    for stage in ["vertex", "pixel"] {
        let code = folder.read(format!("0.binary.{stage}.control"));
        assert_eq!(code, b"new", "{stage}");
    }
    // Equal code for both is no contradiction.
    folder
        .picaar("r one.bnsh 0.binary.vertex.control 0.binary.pixel.control")
        .silent();
    let unchanged = folder.read("one.bnsh");
    folder.write("0.binary.pixel.control", b"odd");
    let said = folder
        .picaar("r one.bnsh 0.binary.vertex.control 0.binary.pixel.control")
        .errors();
    insta::assert_snapshot!(said);
    assert_eq!(folder.read("one.bnsh"), unchanged);
}

#[test]
fn code_that_overlaps_other_code_is_not_replaced() {
    let (offset, size) = SHARED;
    for range in [(offset + 8, size - 8), (offset, size - 8)] {
        let folder = with_pixel_control(range);
        let unchanged = folder.read("one.bnsh");
        folder.write("0.binary.vertex.control", b"new");
        let said = folder.picaar("r one.bnsh 0.binary.vertex.control").errors();
        insta::assert_snapshot!("overlapping_code", said);
        assert_eq!(folder.read("one.bnsh"), unchanged);
    }
}
