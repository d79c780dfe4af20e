//! The programs of the golden files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_dxbc::program::{Body, Opcode};
use pica200_dxbc::text::{Compiler, Disassembly};
use pica200_dxbc::{Container, PROGRAMS};

use crate::common::read;

/// Returns the golden files that have a program, with the data of its chunk.
pub(crate) fn programs() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/dxbc");
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "dxbc") {
            continue;
        }
        let file = fs::read(&path).unwrap();
        let container = Container::read(&file).unwrap();
        let mut chunks = container.chunks();
        let chunk = chunks.find(|chunk| PROGRAMS.contains(&chunk.id));
        programs.push((path, chunk.unwrap().data.to_vec()));
    }
    assert_eq!(programs.len(), 37);
    programs
}

#[test]
fn programs_are_written_as_they_were_read() {
    for (path, data) in programs() {
        let written = read(&data).unwrap().write();
        assert_eq!(written.as_deref(), Ok(data.as_slice()), "{}", path.display());
    }
}

/// The golden files have instructions of most opcodes, each with its number of operands.
#[test]
fn operands_take_all_dwords() {
    let mut opcodes = BTreeSet::new();
    for (path, data) in programs() {
        for one in read(&data).unwrap().instructions {
            let rest_is_empty = matches!(&one.body, Body::Parts { rest, .. } if rest.is_empty());
            assert!(rest_is_empty, "{}: {one:?}", path.display());
            opcodes.insert(one.opcode());
        }
    }
    assert_eq!(opcodes.len(), 169);
    assert!(opcodes.contains(&Opcode::DFMA));
}

#[test]
fn declarations_have_a_meaning() {
    for (path, data) in programs() {
        for one in read(&data).unwrap().instructions {
            let info = one.info().unwrap();
            let declared = one.declaration().is_some();
            assert_eq!(declared, info.is_declaration(), "{}: {one:?}", path.display());
        }
    }
}

#[test]
fn texts_are_those_of_the_golden_files() {
    for (path, data) in programs() {
        let expected = fs::read_to_string(path.with_extension("asm")).unwrap();
        let text = Disassembly::new(&read(&data).unwrap(), Compiler::V9).to_string();
        for (line, expected) in text.lines().zip(expected.lines()) {
            assert_eq!(line, expected, "{}", path.display());
        }
        assert_eq!(text, expected, "{}", path.display());
    }
}
