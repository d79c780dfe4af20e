//! picadump shows SHARCFB archives; picaar lists, extracts, replaces and converts their binaries.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use support::{Folder, picadump_survives_damage, raw_bytes, workspace};

/// Returns the bytes of a golden archive.
fn archive(name: &str) -> Vec<u8> {
    let folder = workspace("testsuite/golden/sharcfb");
    fs::read(folder.join(format!("{name}.sharcfb"))).unwrap()
}

/// Creates a directory with golden archives.
fn folder_with(names: &[&str]) -> Folder {
    Folder::with(names.iter().map(|name| (format!("{name}.sharcfb"), archive(name))))
}

/// Returns the output of picadump for a valid file.
fn shown(folder: &Folder, arguments: &str) -> String {
    String::from_utf8(folder.picadump(arguments).silent()).unwrap()
}

/// Returns standard output, then standard error and the status.
fn full_output(outcome: support::Outcome) -> String {
    let stdout = String::from_utf8(outcome.stdout).unwrap();
    format!("{stdout}---- status {}\n{}", outcome.status, outcome.stderr)
}

/// Returns a big-endian golden archive with words changed.
fn changed(name: &str, changes: &[(usize, u32)]) -> Vec<u8> {
    let mut file = archive(name);
    for (at, word) in changes {
        file[*at..at + 4].copy_from_slice(&word.to_be_bytes());
    }
    file
}

/// Returns the offset of a byte string in a file.
fn find(file: &[u8], bytes: &[u8]) -> usize {
    file.windows(bytes.len()).position(|other| other == bytes).unwrap()
}

#[test]
fn all_tables_are_shown() {
    let folder = folder_with(&["be-empty", "be-geometry"]);
    insta::assert_snapshot!("empty", shown(&folder, "be-empty.sharcfb"));
    insta::assert_snapshot!("geometry", shown(&folder, "be-geometry.sharcfb"));
}

#[test]
fn variations_are_shown() {
    let folder = folder_with(&["be-geometry", "be-registers-a", "le-variations"]);
    let geometry = shown(&folder, "--variation prog_1 be-geometry.sharcfb");
    insta::assert_snapshot!("variation_geometry", geometry);
    let registers = shown(&folder, "--variation prog_0 be-registers-a.sharcfb");
    insta::assert_snapshot!("variation_registers", registers);
    // The file may follow the settings, and the option may be repeated.
    let forms = [
        "--variation prog_1 --set USE_FOG=0 NUM_LIGHT1=1 le-variations.sharcfb",
        "le-variations.sharcfb --variation prog_1 --set USE_FOG=0 --set NUM_LIGHT1=1",
        "--variation prog_1 --set USE_FOG=0 le-variations.sharcfb NUM_LIGHT1=1",
    ];
    let texts = forms.map(|form| full_output(folder.picadump(form)));
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:#?}");
    assert!(texts[0].contains("Variation 1 of prog_1"), "{}", texts[0]);
}

#[test]
fn unknown_programs_macros_and_values_list_the_known_ones() {
    let folder = folder_with(&["be-geometry"]);
    let said = |arguments: &str| folder.picadump(arguments).errors();
    insta::assert_snapshot!(
        "unknown_names",
        [
            said("--variation prog_9 be-geometry.sharcfb"),
            said("--variation prog_0 --set FOG=1 be-geometry.sharcfb"),
            said("--variation prog_0 --set USE_FOG=2 be-geometry.sharcfb"),
            said("--variation prog_0 --set USE_FOG=0 --set USE_FOG=1 be-geometry.sharcfb"),
            said("--variation prog_1 --set USE_FOG=0 be-geometry.sharcfb"),
        ]
        .concat()
    );
    let usage = folder.picadump("--set USE_FOG=0 be-geometry.sharcfb").usage();
    assert!(usage.contains("--variation <PROGRAM>"), "{usage}");
    let usage = folder
        .picadump("--variation prog_0 --set USE_FOG be-geometry.sharcfb")
        .usage();
    assert!(usage.contains("`--set USE_FOG`: expected MACRO=VALUE"), "{usage}");
    let usage = folder.picadump("--variation prog_0 --set USE_FOG=0").usage();
    assert!(usage.contains("<FILE>..."), "{usage}");
}

#[test]
fn documents_have_their_form() {
    let folder = folder_with(&["be-one"]);
    insta::assert_snapshot!("json", shown(&folder, "--json be-one.sharcfb"));
}

#[test]
fn documents_of_variations_have_their_form() {
    let folder = folder_with(&["be-geometry"]);
    let arguments = "--json --variation prog_0 --set USE_FOG=1 be-geometry.sharcfb";
    insta::assert_snapshot!("variation_json", shown(&folder, arguments));
    let said = folder
        .picadump("--json --variation prog_9 be-geometry.sharcfb")
        .errors();
    assert!(said.contains("error[no-such-variation]"), "{said}");
    for other in ["--raw", "--code", "--diff", "--verify", "--scan", "--extract out"] {
        let usage = folder
            .picadump(&format!("{other} --variation prog_0 be-geometry.sharcfb"))
            .usage();
        assert!(usage.contains("cannot be used with"), "{other}: {usage}");
    }
}

#[test]
fn differences_are_those_of_programs_and_shaders() {
    let folder = folder_with(&["be-geometry", "be-one", "le-variations"]);
    folder
        .picaar("--byte-order=little be-geometry.sharcfb -o little.sharcfb")
        .silent();
    let compared = folder.picadump("--diff -A loop-variables be-geometry.sharcfb little.sharcfb");
    assert_eq!(compared.silent(), b"");
    // The second register of the first shader, and the default value of the macro.
    let mut file = archive("be-geometry");
    let data = 24 + usize::from(file[0x17]) + 8 + 16;
    file[data + 7] ^= 1;
    let default = find(&file, b"USE_FOG\x000\0id_0\0") + 8;
    file[default] = b'1';
    folder.write("changed.sharcfb", &file);
    let outcome = folder.picadump("--diff be-geometry.sharcfb changed.sharcfb");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!("differences", String::from_utf8(outcome.stdout).unwrap());
    let outcome = folder.picadump("--diff be-one.sharcfb be-geometry.sharcfb");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!("other_archive", String::from_utf8(outcome.stdout).unwrap());
    // A damaged archive is not compared.
    folder.write("cut.sharcfb", &archive("be-one")[..100]);
    let said = folder.picadump("--diff be-one.sharcfb cut.sharcfb").errors();
    assert!(said.contains("error[damaged-file]: `cut.sharcfb`"), "{said}");
    folder.write("good.dxbc", b"DXBC");
    let said = folder.picadump("--diff be-one.sharcfb good.dxbc").errors();
    assert!(said.contains("error[cannot-compare]"), "{said}");
}

#[test]
fn archives_inside_other_files_are_found_and_extracted() {
    let folder = Folder::empty();
    let (one, geometry) = (archive("be-one"), archive("be-geometry"));
    let text = STANDARD.encode(&one);
    let parts = [b"SHAB", &geometry[..], b"\n", text.as_bytes(), b"\n", &one];
    folder.write("game.bin", parts.concat());
    insta::assert_snapshot!("found", shown(&folder, "--extract out game.bin"));
    assert_eq!(folder.read("out/00000004.sharcfb"), geometry);
    let at = 4 + geometry.len() + 1;
    assert_eq!(folder.read(format!("out/{at:08x}.sharcfb")), one);
    let at = at + text.len() + 1;
    assert_eq!(folder.read(format!("out/{at:08x}.sharcfb")), one);
}

#[test]
fn picadump_survives_damage_of_any_byte() {
    let views: [&[&str]; 4] = [&[], &["--json"], &["--variation", "prog_0", "--json"], &["--scan"]];
    picadump_survives_damage(&archive("be-one"), &views);
}

#[test]
fn other_views_are_refused() {
    let folder = folder_with(&["be-one"]);
    insta::assert_snapshot!("other_view", folder.picadump("--disassemble be-one.sharcfb").errors());
}

#[test]
fn damaged_archives_are_shown_as_far_as_they_can_be() {
    let folder = Folder::empty();
    let file = archive("be-one");
    folder.write("cut.sharcfb", &file[..file.len() - 1]);
    folder.write("version.sharcfb", changed("be-one", &[(4, 11)]));
    // The size of the second binary, and the code of the first.
    folder.write(
        "damaged.sharcfb",
        changed("be-one", &[(0x41 + 0x228, 1), (0x41 + 0xD0, 1000)]),
    );
    folder.write("code.sharcfb", changed("be-one", &[(0x41 + 0xD0, 1000)]));
    for name in ["cut", "version", "damaged", "code"] {
        let said = full_output(folder.picadump(&format!("{name}.sharcfb")));
        insta::assert_snapshot!(format!("damaged_{name}"), said);
    }
    let json = folder.picadump("--json code.sharcfb");
    assert!(String::from_utf8(json.stdout).unwrap().contains("\"shader\": null"));
}

#[test]
fn doubtful_archives_draw_warnings() {
    let folder = folder_with(&["be-geometry"]);
    folder
        .picaar("--byte-order=little be-geometry.sharcfb -o loops.sharcfb")
        .silent();
    let one = archive("be-one");
    let geometry = archive("be-geometry");
    let program = find(&one, b"prog_0\0") - 16;
    folder.write("stage.sharcfb", changed("be-one", &[(0x35, 7)]));
    folder.write("kind.sharcfb", changed("be-one", &[(program + 8, 1)]));
    folder.write("tables.sharcfb", changed("be-one", &[(0x41 + 0x100, 0x168)]));
    folder.write("behind.sharcfb", [&one[..], b"behind"].concat());
    let second = find(&geometry, b"prog_1\0") - 16;
    folder.write("ranges.sharcfb", changed("be-geometry", &[(second + 12, 3)]));
    let values = find(&geometry, b"USE_FOG\x000\x001\0") + 8;
    let mut empty = geometry.clone();
    empty[values] = 0;
    folder.write("values.sharcfb", empty);
    let flags = geometry.len() - 1 - b"att0\0att_id0\0".len() - 4;
    folder.write("flags.sharcfb", changed("be-geometry", &[(flags, 0)]));
    let mut said = String::new();
    for name in [
        "stage", "kind", "tables", "behind", "ranges", "values", "flags", "loops",
    ] {
        let outcome = folder.picadump(&format!("{name}.sharcfb"));
        assert_eq!(outcome.status, 0, "{name}");
        said.push_str(&outcome.stderr);
    }
    insta::assert_snapshot!("warnings", said);
    // A warning has its own level.
    let refused = folder.picadump("-D missing-stage kind.sharcfb");
    assert_eq!(refused.status, 1);
    folder.picadump("-A loop-variables loops.sharcfb").silent();
}

#[test]
fn binaries_are_listed_extracted_and_replaced() {
    let folder = folder_with(&["be-geometry"]);
    let listed = String::from_utf8(folder.picaar("tv be-geometry.sharcfb").silent()).unwrap();
    insta::assert_snapshot!("listed", listed);
    folder.picaar("x be-geometry.sharcfb").silent();
    let old = archive("be-geometry");
    for name in ["prog_0.0.vertex.gx2", "prog_1.6.geometry.gx2"] {
        let data = folder.read(name);
        assert!(find(&old, &data) > 0);
    }
    // The same binaries give the same archive.
    let files = "prog_0.0.vertex.gx2 prog_1.6.geometry.gx2";
    let said = folder.picaar(&format!("rv be-geometry.sharcfb {files}")).silent();
    assert_eq!(
        String::from_utf8(said).unwrap(),
        "r - prog_0.0.vertex.gx2\nr - prog_1.6.geometry.gx2\n"
    );
    assert_eq!(folder.read("be-geometry.sharcfb"), old);
    // Another binary of the stage.
    let other = folder.read("prog_0.2.vertex.gx2");
    folder.write("prog_1.4.vertex.gx2", &other);
    folder.picaar("r be-geometry.sharcfb prog_1.4.vertex.gx2").silent();
    fs::remove_file(folder.path("prog_1.4.vertex.gx2")).unwrap();
    folder.picaar("x be-geometry.sharcfb prog_1.4.vertex.gx2").silent();
    assert_eq!(folder.read("prog_1.4.vertex.gx2"), other);
    folder.picadump("be-geometry.sharcfb").silent();
}

#[test]
fn files_that_cannot_replace_a_binary_are_errors() {
    let folder = folder_with(&["be-geometry"]);
    folder.write("prog_0.0.vertex.gx2", b"short");
    folder.write("prog_0.1.vertex.gx2", b"no such name");
    let said = folder
        .picaar("r be-geometry.sharcfb prog_0.0.vertex.gx2 prog_0.1.vertex.gx2")
        .errors();
    insta::assert_snapshot!("refused_replacements", said);
    assert_eq!(folder.read("be-geometry.sharcfb"), archive("be-geometry"));
}

#[test]
fn archives_are_converted() {
    let folder = folder_with(&["be-geometry"]);
    folder
        .picaar("--byte-order=little be-geometry.sharcfb -o little.sharcfb")
        .silent();
    assert!(folder.read("little.sharcfb").starts_with(b"BAHS"));
    folder.picaar("--byte-order=big little.sharcfb -o big.sharcfb").silent();
    assert_eq!(folder.read("big.sharcfb"), archive("be-geometry"));
    folder.picaar("--byte-order=big big.sharcfb -o same.sharcfb").silent();
    assert_eq!(folder.read("same.sharcfb"), archive("be-geometry"));
    let streamed = folder.picaar("--byte-order=big little.sharcfb -o -").silent();
    assert_eq!(streamed, archive("be-geometry"));
    folder.write("unknown.sharcfb", changed("be-one", &[(0x35, 7)]));
    folder.write("object.dvoj", b"DVOJ\0\0\0\0");
    folder.write("text.txt", b"text");
    let convert = |arguments: &str| folder.picaar(&format!("--byte-order=little {arguments}"));
    let said = [
        convert("unknown.sharcfb -o out").errors(),
        convert("object.dvoj -o out").errors(),
        convert("text.txt -o out").errors(),
        convert("big.sharcfb -o big.sharcfb").errors(),
    ];
    insta::assert_snapshot!("not_converted", said.concat());
    for arguments in ["big.sharcfb", "t big.sharcfb -o out", "big.sharcfb -o out --symbols"] {
        convert(arguments).usage();
    }
    folder.picaar("t big.sharcfb -o out").usage();
}

#[test]
fn operations_that_these_archives_do_not_have_are_refused() {
    let folder = folder_with(&["be-one"]);
    let said = [
        "d be-one.sharcfb a",
        "q be-one.sharcfb be-one.sharcfb",
        "s be-one.sharcfb",
        "t be-one.sharcfb --symbols",
    ]
    .map(|arguments| folder.picaar(arguments).errors());
    insta::assert_snapshot!("refused_operations", said.concat());
    folder.write("cut.sharcfb", &archive("be-one")[..100]);
    let said = [
        "t cut.sharcfb",
        "r missing.sharcfb cut.sharcfb",
        "x be-one.sharcfb nothing",
    ]
    .map(|arguments| folder.picaar(arguments).errors());
    insta::assert_snapshot!("unusable_archives", said.concat());
}

/// Returns a big-endian archive without binaries, with a program whose macro has `count` values.
fn with_values(count: u32) -> Vec<u8> {
    let size = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_be_bytes()).collect() };
    let array = |count: u32, entries: &[u8]| [words(&[size(entries) + 8, count]), entries.into()].concat();
    let texts = [b"M\0", b"0\0".repeat(count.try_into().unwrap()).as_slice(), b"i\0"].concat();
    let entry = [words(&[size(&texts) + 16, 2, count, 2]), texts].concat();
    let arrays = [array(1, &entry), array(0, b"").repeat(5)].concat();
    let program = [words(&[size(&arrays) + 18, 2, 3, 0]), b"p\0".to_vec(), arrays].concat();
    let arrays = [array(0, b""), array(1, &program)].concat();
    let header = words(&[8, size(&arrays) + 26, 0, 0, 2]);
    [b"SHAB", header.as_slice(), b"p\0", &arrays].concat()
}

#[test]
fn too_many_values_of_a_macro_are_a_warning() {
    let folder = Folder::with([("many.sharcfb", with_values(1025))]);
    let outcome = folder.picadump("many.sharcfb");
    // The binaries of the variations are missing, which is damage.
    assert_eq!(outcome.status, 1);
    let limit = outcome.stderr.lines().find(|line| line.contains("1024"));
    assert_eq!(
        limit,
        Some(
            "warning[macro-limit]: `many.sharcfb`: program 0, macros, entry 0: 1025 values; the console accepts at most \
             1024"
        )
    );
}

#[test]
fn every_byte_is_shown_beside_its_meaning() {
    let names = ["be-geometry", "le-many", "be-one"];
    let folder = folder_with(&names);
    let text = |name| shown(&folder, &format!("--raw {name}.sharcfb"));
    for name in names {
        assert!(raw_bytes(&text(name)) == archive(name), "{name}");
    }
    insta::assert_snapshot!("raw", text("be-geometry"));
}
