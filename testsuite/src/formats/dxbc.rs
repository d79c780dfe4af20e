//! DXBC containers.

use pica200_dxbc::container::{Container, find};
use pica200_dxbc::text::{Compiler, Disassembly, Listing};
use pica200_dxbc::{Shader, layout};
use pica200_objfmt::formats::FileKind;

use super::Format;
use super::inspection::{check_inspection, check_places};
use crate::fuzzing::Target;
use crate::fuzzing::seeds;

/// The generations of the compiler, each of which has its own text.
const COMPILERS: [Compiler; 2] = [Compiler::V9, Compiler::V10];

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Dxbc,
    page: "objfmt/dxbc/DXBC.md",
    records: layout::RECORDS,
    target: Target {
        name: "read_dxbc",
        folder: "dxbc",
        input: "a file",
        properties: "A container that can be read is written as the same bytes, and so is its program; chunks that cannot be read have faults within the file; texts are in proportion to the file; containers within the file do not overlap",
        run: read_dxbc,
        seeds: seeds::dxbc,
    },
};

/// Checks that the text of a file is not out of proportion to it.
fn check_size(text: &str, file: &[u8]) {
    assert!(text.len() <= 512 * file.len(), "{} bytes", text.len());
}

/// Reads a container with all its chunks, and writes what can be written.
fn read_dxbc(bytes: &[u8]) {
    check_inspection(bytes);
    check_places(find(bytes), bytes.len());
    let container = match Container::read(bytes) {
        Ok(container) => container,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(container.write(), bytes);
    container.checksum();
    let shader = Shader::of(&container);
    for fault in container.faults().iter().chain(&shader.faults) {
        assert!(!fault.to_string().is_empty());
        assert!(fault.offset <= bytes.len(), "{fault}");
    }
    if let Some((chunk, program)) = &shader.program {
        assert_eq!(program.write().as_deref(), Ok(chunk.data));
        for compiler in COMPILERS {
            check_size(&Disassembly::of(program, compiler).to_string(), bytes);
        }
    }
    for compiler in COMPILERS {
        check_size(&Listing::of(&shader, compiler).to_string(), bytes);
    }
}
