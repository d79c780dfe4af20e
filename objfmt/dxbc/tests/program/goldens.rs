//! The programs of the golden files.

use std::fs;
use std::path::{Path, PathBuf};

use pica200_dxbc::program::Program;
use pica200_dxbc::text::Disassembly;
use pica200_dxbc::{Container, FourCc};

/// The golden files that have a program, each with the data of its chunk.
pub(crate) fn programs() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/golden/dxbc");
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "dxbc") {
            continue;
        }
        let file = fs::read(&path).unwrap();
        let container = Container::read(&file).unwrap();
        let mut chunks = container.chunks();
        let chunk = chunks.find(|chunk| [FourCc(*b"SHDR"), FourCc(*b"SHEX")].contains(&chunk.id));
        programs.push((path, chunk.unwrap().data.to_vec()));
    }
    assert_eq!(programs.len(), 37);
    programs
}

fn read(data: &[u8]) -> Program {
    Program::read(FourCc(*b"SHDR"), 0, data).unwrap()
}

#[test]
fn programs_are_written_as_they_were_read() {
    for (path, data) in programs() {
        let written = read(&data).write();
        assert_eq!(
            written.as_deref(),
            Ok(data.as_slice()),
            "{}",
            path.display()
        );
    }
}

#[test]
fn declarations_have_a_meaning() {
    for (path, data) in programs() {
        for one in read(&data).instructions {
            let info = one.info().unwrap();
            let declared = one.declaration().is_some();
            assert_eq!(
                declared,
                info.is_declaration(),
                "{}: {one:?}",
                path.display()
            );
        }
    }
}

#[test]
fn texts_are_those_of_the_golden_files() {
    for (path, data) in programs() {
        let expected = fs::read_to_string(path.with_extension("asm")).unwrap();
        let text = Disassembly(&read(&data)).to_string();
        for (line, expected) in text.lines().zip(expected.lines()) {
            assert_eq!(line, expected, "{}", path.display());
        }
        assert_eq!(text, expected, "{}", path.display());
    }
}
