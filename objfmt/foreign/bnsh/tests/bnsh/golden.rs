//! Golden files are read without errors, and their dictionaries match their keys.

use bstr::BStr;
use pica200_bnsh::Version;
use pica200_bnsh::dictionary::build;
use pica200_bnsh::program::Code;
use pica200_bnsh::verify::verify;
use pica200_bnsh::{Bnsh, ProgramKind, Stage, find};

use crate::{golden, read_golden};

#[test]
fn golden_files_have_no_faults_and_no_violations() {
    for (name, bytes) in golden() {
        let file = Bnsh::read(&bytes).unwrap();
        assert_eq!(file.faults, [], "{name}");
        assert_eq!(verify(&file), [], "{name}");
        assert_eq!(find(&bytes), vec![0..bytes.len()], "{name}");
    }
}

#[test]
fn dictionaries_are_those_that_their_keys_make() {
    let mut keys = 0;
    for (name, bytes) in golden() {
        let file = Bnsh::read(&bytes).unwrap();
        for dictionary in &file.dictionaries {
            let built = build(dictionary.keys()).unwrap();
            let links =
                |nodes: &[pica200_bnsh::dictionary::Node<'_>]| nodes.iter().map(|node| node.links).collect::<Vec<_>>();
            assert_eq!(links(&dictionary.nodes), links(&built), "{name}");
            for (entry, key) in dictionary.keys().enumerate() {
                assert_eq!(dictionary.find(key), Some(entry), "{name}: {key}");
                keys += 1;
            }
            for missing in ["", "unheard-of", "sv_po", "v_pos", "\0a"] {
                assert_eq!(dictionary.find(BStr::new(missing)), None, "{name}");
            }
        }
    }
    assert!(keys > 500, "only {keys} keys");
}

#[test]
fn all_kinds_of_programs_and_code_occur() {
    let (mut kinds, mut stages, mut codes) = (Vec::new(), Vec::new(), [0; 4]);
    for (_, bytes) in golden() {
        let file = Bnsh::read(&bytes).unwrap();
        for variation in &file.variations {
            let found = ProgramKind::ALL.map(|kind| variation.program(kind));
            for (kind, program) in ProgramKind::ALL.iter().zip(found) {
                let Some(program) = program else { continue };
                kinds.push(*kind);
                for (stage, code) in &program.code {
                    stages.push(*stage);
                    assert_eq!(program.code(*stage), Some(code));
                    codes[match code {
                        Code::Binary(_) => 0,
                        Code::SourceArray { .. } => 1,
                        Code::Source { .. } => 2,
                        Code::Unknown { .. } => 3,
                    }] += 1;
                }
            }
        }
    }
    assert!(ProgramKind::ALL.iter().all(|kind| kinds.contains(kind)));
    assert!(Stage::ALL.iter().all(|stage| stages.contains(stage)));
    assert!(codes.iter().all(|count| *count > 5), "{codes:?}");
}

/// Code of type 2 has two data blobs where machine code has the control code and the byte code.
#[test]
fn source_code_has_two_data() {
    let mut bytes = read_golden("one");
    let binary: Vec<_> = Bnsh::read(&bytes).unwrap().parts();
    crate::put(&mut bytes, crate::one::PROGRAM + 1, &[2]);
    let file = Bnsh::read(&bytes).unwrap();
    assert_eq!(file.faults, []);
    let parts = file.parts();
    let names: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "0.binary.vertex.data1",
            "0.binary.vertex.data2",
            "0.binary.pixel.data1",
            "0.binary.pixel.data2",
        ]
    );
    for (data, code) in parts.iter().zip(&binary) {
        assert_eq!(data.range, code.range);
    }
}

#[test]
fn versions_are_compared_number_by_number() {
    let version = |major, minor, micro| Version { major, minor, micro };
    for known in [version(2, 1, 2), version(2, 1, 200), version(2, 2, 0), version(2, 3, 1)] {
        assert!(known.is_known(), "{known}");
    }
    for other in [version(2, 1, 1), version(2, 3, 2), version(1, 2, 5), version(3, 1, 5)] {
        assert!(!other.is_known(), "{other}");
    }
}

#[test]
fn parts_have_names_of_their_own() {
    let bytes = read_golden("one");
    let parts = Bnsh::read(&bytes).unwrap().parts();
    let parts: Vec<_> = parts.iter().map(|part| (&*part.name, part.range.clone())).collect();
    assert_eq!(
        parts,
        [
            ("0.binary.vertex.control", 544..592),
            ("0.binary.vertex.code", 4096..6208),
            ("0.binary.pixel.control", 592..616),
            ("0.binary.pixel.code", 6400..6976),
        ]
    );
    let mut texts = 0;
    for (name, bytes) in golden() {
        let parts = Bnsh::read(&bytes).unwrap().parts();
        let mut names: Vec<_> = parts.iter().map(|part| part.name.clone()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), parts.len(), "{name}");
        for part in parts.iter().filter(|part| part.name.ends_with(".glsl")) {
            let text = &bytes[part.range.clone()];
            assert!(text.starts_with(b"void main() {") && text.ends_with(b"}\n"), "{name}");
            texts += 1;
        }
    }
    assert!(texts > 5, "only {texts} texts");
}

#[test]
fn files_are_found_in_others() {
    let (one, small) = (read_golden("one"), read_golden("gen-03"));
    let inner = one.len() + 3;
    let cut = &one[..one.len() - 1];
    let all = [&one[..], b"...", &small, b"BNSH\0\0\0\0", &one[..0x60], b"BNSH", cut].concat();
    assert_eq!(find(&all), [0..one.len(), inner..inner + small.len()]);
    let mut other = small.clone();
    other[0x0C..0x0E].reverse();
    assert!(find(&other).is_empty());
    let mut other = small.clone();
    other[0x60] = b'G';
    assert!(find(&other).is_empty());
}
