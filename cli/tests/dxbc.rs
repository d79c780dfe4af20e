//! picadump shows DXBC containers.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pica200_dxbc::FourCc;
use pica200_dxbc::container::build;
use support::{Folder, GOOD, container, picadump_survives_damage, raw_bytes, workspace};

/// Returns the golden containers.
fn golden() -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace("testsuite/golden/dxbc")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "dxbc"))
        .collect();
    paths.sort();
    assert!(paths.len() > 30, "there are only {} files", paths.len());
    paths
}

#[test]
fn all_tables_are_shown() {
    let names = ["vs-struct-cb", "gs-expand", "gen-sm5-double", "cs-uav", "ps-textured"];
    let folder = Folder::with_containers(&names);
    for name in names {
        insta::assert_snapshot!(name, folder.shown(&format!("{name}.dxbc")));
    }
}

#[test]
fn sections_can_be_chosen() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let all = folder.shown("vs-mvp.dxbc");
    for (option, heading) in [
        ("--headers", "Container header\n"),
        ("--code", "Code (SHDR), "),
        ("--uniforms", "Inputs (ISGN), "),
        ("--uniforms", "Resources (RDEF)\n"),
        ("--outputs", "Outputs (OSGN), "),
    ] {
        let one = folder.shown(&format!("{option} vs-mvp.dxbc"));
        assert!(one.contains(heading), "{one}");
        assert!(one.len() < all.len());
    }
}

#[test]
fn the_disassembly_is_that_of_the_official_tool() {
    let folder = Folder::with([("good.vsh", GOOD)]);
    let mut listings = 0;
    for path in golden() {
        folder.write("a.dxbc", fs::read(&path).unwrap());
        let expected = fs::read_to_string(path.with_extension("asm")).unwrap();
        let found = folder.shown("-d --compiler=9 a.dxbc");
        assert_eq!(found, expected, "{}", path.display());
        let listing = path.with_extension("listing");
        if listing.exists() {
            let expected = fs::read_to_string(listing).unwrap();
            let found = folder.shown("-d --listing a.dxbc");
            assert_eq!(found, expected, "{}", path.display());
            listings += 1;
        }
    }
    assert!(listings > 10, "there are only {listings} listings");
    let last = folder.picadump("-d a.dxbc").silent();
    folder.picadump("-d a.dxbc -o out.txt").silent();
    folder.picadump("-d a.dxbc -o texts/").silent();
    assert_eq!(folder.read("out.txt"), last);
    assert_eq!(folder.read("texts/a.asm"), last);
}

#[test]
fn lines_have_at_most_80_characters() {
    let folder = Folder::with([("good.vsh", GOOD)]);
    for path in golden() {
        folder.write("a.dxbc", fs::read(&path).unwrap());
        let text = folder.shown("--headers --uniforms --outputs a.dxbc");
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{}", path.display());
        assert!(!text.lines().any(|line| line.ends_with(' ')), "{text}");
    }
}

/// Returns the offset of the first occurrence of a byte string in a file.
fn place(file: &[u8], piece: &[u8]) -> usize {
    file.windows(piece.len()).position(|w| w == piece).unwrap()
}

#[test]
fn a_damaged_chunk_does_not_hide_the_others() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let mut file = container("vs-mvp");
    let signature = place(&file, b"ISGN");
    file[signature + 8] = 0xFF;
    folder.write("signature.dxbc", &file);
    insta::assert_snapshot!("damaged_signature", folder.full_output("signature.dxbc"));
    let program = place(&file, b"SHDR");
    file[program + 12] = 0xFF;
    folder.write("program.dxbc", &file);
    insta::assert_snapshot!(
        "damaged_program",
        folder.full_output("--headers --outputs program.dxbc")
    );
    insta::assert_snapshot!("damaged_program_disassembled", folder.full_output("-d program.dxbc"));
    let file = container("vs-mvp");
    folder.write("cut.dxbc", &file[..file.len() - 200]);
    insta::assert_snapshot!("cut_container", folder.full_output("cut.dxbc"));
    folder.write("header.dxbc", &file[..30]);
    insta::assert_snapshot!("cut_header", folder.full_output("header.dxbc"));
}

#[test]
fn a_wrong_checksum_is_a_warning() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let mut file = container("vs-mvp");
    file[4] ^= 1;
    folder.write("changed.dxbc", &file);
    let said = folder.full_output("--outputs changed.dxbc");
    insta::assert_snapshot!("wrong_checksum", said);
    file[4..20].fill(0);
    folder.write("unsigned.dxbc", &file);
    let text = folder.shown("--headers unsigned.dxbc");
    assert!(text.contains("none: not signed"), "{text}");
}

#[test]
fn programs_of_model_6_have_a_message_of_their_own() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let mut file = container("vs-mvp");
    let program = place(&file, b"SHDR");
    file[program..program + 4].copy_from_slice(b"DXIL");
    file[4..20].fill(0);
    folder.write("six.dxbc", &file);
    insta::assert_snapshot!("model_6", folder.full_output("--headers --outputs six.dxbc"));
    let said = folder.picadump("-d six.dxbc").errors();
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    assert!(said.contains("error[newer-shader-model]: `six.dxbc` has"), "{said}");
}

#[test]
fn a_container_without_a_program_cannot_be_disassembled() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let mut file = container("vs-mvp");
    let program = place(&file, b"SHDR");
    file[program..program + 4].copy_from_slice(b"PRIV");
    file[4..20].fill(0);
    folder.write("none.dxbc", &file);
    let said = folder.picadump("-d none.dxbc").errors();
    insta::assert_snapshot!("no_program", said);
}

#[test]
fn the_version_of_the_compiler_decides_about_the_text() {
    let folder = Folder::with_containers(&["vs-mvp", "gen-no-stat-no-rdef"]);
    let declaration = |arguments: &str| {
        let text = folder.shown(arguments);
        let mut lines = text.lines();
        let found = lines.find(|line| line.starts_with("dcl_constantbuffer"));
        found.unwrap().to_owned()
    };
    // Another creator, and no creator.
    let [of_9, of_10] =
        ["cb0[4], immediateIndexed", "CB0[4], immediateIndexed"].map(|text| format!("dcl_constantbuffer {text}"));
    assert_eq!(declaration("-d vs-mvp.dxbc"), of_9);
    assert_eq!(declaration("-d --compiler=10 vs-mvp.dxbc"), of_10);
    assert!(declaration("-d gen-no-stat-no-rdef.dxbc").contains("CB0["));
    assert!(declaration("-d --compiler=9 gen-no-stat-no-rdef.dxbc").contains("cb0["));
    let outcome = folder.picadump("-d --compiler=11 vs-mvp.dxbc");
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("9, 10"), "{}", outcome.stderr);
    let listing = folder.shown("-d --listing gen-no-stat-no-rdef.dxbc");
    assert!(listing.contains("// Input signature:\n"), "{listing}");
}

#[test]
fn every_byte_is_shown_beside_its_meaning() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    insta::assert_snapshot!("raw", folder.shown("--raw vs-mvp.dxbc"));
    // Each byte is shown once.
    for path in golden() {
        let file = fs::read(&path).unwrap();
        folder.write("a.dxbc", &file);
        let text = folder.shown("--raw a.dxbc");
        let shown = raw_bytes(&text);
        assert!(shown == file, "{}", path.display());
    }
}

#[test]
fn names_and_control_flow_are_shown() {
    let folder = Folder::with_containers(&["vs-struct-cb", "vs-if-else", "gen-flow"]);
    insta::assert_snapshot!("symbols", folder.shown("--symbols vs-struct-cb.dxbc"));
    insta::assert_snapshot!("dot", folder.shown("--dot vs-if-else.dxbc"));
    insta::assert_snapshot!("dot_flow", folder.shown("--dot gen-flow.dxbc"));
}

/// Block ends without a start, and jumps out of many blocks.
#[test]
fn graphs_of_many_blocks_take_little_time() {
    let folder = Folder::with([("good.vsh", GOOD)]);
    let count = 100_000;
    let (version, endif, open_loop) = (0x1_0040_u32, 0x0100_0015, 0x0100_0030);
    // if_nz r0.x
    let open_if = [0x0304_001F, 0x0010_000A, 0];
    let jumps_out_of_ifs = |jump| {
        let ifs = std::iter::repeat_n(open_if, count).flatten();
        let jumps = std::iter::repeat_n(jump, count);
        std::iter::once(open_loop).chain(ifs).chain(jumps).collect()
    };
    let programs: [Vec<u32>; 3] = [
        vec![endif; count],
        jumps_out_of_ifs(0x0100_0002),
        jumps_out_of_ifs(0x0100_0007),
    ];
    for body in programs {
        let length = u32::try_from(body.len() + 2).unwrap();
        let words = [version, length].into_iter().chain(body);
        let program: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        let file = build(&[(FourCc(*b"SHDR"), &program)]).unwrap();
        folder.write("a.dxbc", file);
        let before = Instant::now();
        let graph = folder.shown("--dot a.dxbc");
        let taken = before.elapsed();
        assert!(graph.lines().count() > count, "{}", graph.lines().count());
        assert!(taken < Duration::from_secs(60), "{taken:?}");
    }
}

#[test]
fn verification_finds_what_does_not_agree() {
    let folder = Folder::with([("good.vsh", GOOD)]);
    for path in golden() {
        folder.write("a.dxbc", fs::read(&path).unwrap());
        let outcome = folder.picadump("--verify a.dxbc");
        assert_eq!(outcome.status, 0, "{}", path.display());
        if path.file_name().unwrap().to_string_lossy().starts_with("vs") {
            assert_eq!(outcome.stderr, "", "{}", path.display());
        }
    }
    let file = container("vs-mvp");
    let mut said = String::new();
    let mut changed = |what: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = file.clone();
        change(&mut file);
        folder.write("a.dxbc", file);
        let outcome = folder.picadump("--verify -A wrong-checksum a.dxbc");
        said += &format!("{what}: status {}\n{}", outcome.status, outcome.stderr);
    };
    changed("checksum", &|file| file[4..20].fill(0));
    changed("version number after the checksum", &|file| file[20] = 2);
    changed("size", &|file| file[24] -= 1);
    changed("bytes behind", &|file| file.extend([1; 8]));
    changed("statistics", &|file| {
        let at = place(file, b"STAT") + 8;
        file[at] = 200;
    });
    changed("temporaries", &|file| {
        // dcl_temps.
        let at = place(file, &[0x68, 0, 0, 2]) + 4;
        file[at] = 0;
    });
    changed("temporary within an index", &|file| {
        let program = [
            0x0001_0040,
            11,
            // mov o0.xyzw, cb0[r9.x + 30].xyzw
            0x0800_0036,
            0x0010_20F2,
            0,
            0x0620_8E46,
            0,
            30,
            0x0010_000A,
            9,
            // ret
            0x0100_003E,
        ];
        let program = program.map(u32::to_le_bytes).concat();
        *file = build(&[(FourCc(*b"SHDR"), &program)]).unwrap();
    });
    changed("name of the binding", &|file| {
        let at = place(file, b"RDEF") + 8 + 0x1C;
        file[at] += 1;
    });
    changed("register of an input", &|file| {
        let at = place(file, b"ISGN") + 8 + 8 + 16;
        file[at] = 9;
    });
    insta::assert_snapshot!("verify", said);
}

#[test]
fn views_of_shader_binaries_are_refused() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let said = folder.picadump("--size vs-mvp.dxbc").errors();
    insta::assert_snapshot!("refused_view", said);
    for view in ["--lines", "--addr2line=0"] {
        let said = folder.picadump(&format!("{view} vs-mvp.dxbc")).errors();
        assert!(said.contains("error[no-such-view]"), "{view}: {said}");
    }
    let said = folder.picasm("vs-mvp.dxbc -o x.dvoj").errors();
    assert!(
        said.contains("error[not-a-source]: `vs-mvp.dxbc` is a DXBC container, not a source"),
        "{said}"
    );
}

#[test]
fn differences_are_those_of_interface_and_code() {
    let folder = Folder::with_containers(&["vs-mvp", "vs5-mvp", "vs-struct-cb"]);
    let same = folder.picadump("--diff vs-mvp.dxbc vs-mvp.dxbc").silent();
    assert!(same.is_empty());
    let outcome = folder.picadump("--diff vs-mvp.dxbc vs-struct-cb.dxbc");
    assert_eq!((outcome.status, &*outcome.stderr), (1, ""));
    insta::assert_snapshot!("differences", String::from_utf8(outcome.stdout).unwrap());
    // The checksum and the statistics are ignored.
    let mut file = container("vs-mvp");
    let statistics = place(&file, b"STAT");
    file[statistics + 12] ^= 1;
    file[4..20].fill(0);
    folder.write("counted.dxbc", &file);
    let same = folder.picadump("--diff vs-mvp.dxbc counted.dxbc").silent();
    assert!(same.is_empty());
    folder.picald("good.vsh -o good.shbin").silent();
    let said = folder.picadump("--diff vs-mvp.dxbc good.shbin").errors();
    insta::assert_snapshot!("different_kinds", said);
    folder.write("cut.dxbc", &container("vs-mvp")[..400]);
    let said = folder.picadump("--diff cut.dxbc vs-mvp.dxbc").errors();
    assert!(said.contains("error[damaged-file]: `cut.dxbc`: "), "{said}");
}

#[test]
fn containers_inside_other_files_are_found_and_extracted() {
    let folder = Folder::with_containers(&["vs-mvp", "gs-expand"]);
    folder.picald("good.vsh -o good.shbin").silent();
    let parts = [
        b"game".to_vec(),
        container("vs-mvp"),
        b"...".to_vec(),
        folder.read("good.shbin"),
        container("gs-expand"),
        b"DXBC".to_vec(),
    ];
    folder.write("game.bin", parts.concat());
    let list = folder.shown("--extract out game.bin");
    insta::assert_snapshot!("found", list);
    assert_eq!(folder.read("out/00000004.dxbc"), container("vs-mvp"));
    let second = list.lines().last().unwrap().split_whitespace().last().unwrap();
    assert_eq!(folder.read(format!("out/{second}")), container("gs-expand"));
}

#[test]
fn names_of_the_file_cannot_reach_the_terminal() {
    let folder = Folder::with_containers(&["vs-mvp"]);
    let mut file = container("vs-mvp");
    let name = place(&file, b"POSITION");
    file[name..name + 8].copy_from_slice(b"\x1b[2J\n\xFF\x07x");
    file[4..20].fill(0);
    folder.write("a.dxbc", &file);
    folder.write("b.dxbc", container("vs-mvp"));
    let text = folder.shown("a.dxbc");
    assert!(text.contains("\\u{1b}[2J\\n\\xff\\u{7}x"), "{text}");
    let differences = folder.picadump("--diff a.dxbc b.dxbc");
    let differences = String::from_utf8(differences.stdout).unwrap();
    assert!(!text.contains('\x1b') && !differences.contains('\x1b'));
    let listing = folder.shown("-d --listing a.dxbc");
    assert!(!listing.contains('\x1b'), "{listing}");
}

#[test]
fn picadump_survives_damage_of_any_byte() {
    let views: [&[&str]; 4] = [&[], &["--json"], &["-d", "--listing"], &["--scan"]];
    for name in ["vs-struct-cb", "cs-uav", "gen-sm5-double"] {
        picadump_survives_damage(&container(name), &views);
    }
}
