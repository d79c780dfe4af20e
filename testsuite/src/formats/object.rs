//! Objects.

use pica200_disasm::disassemble_object;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::object::{self, Object};

use super::Format;
use super::inspection::check_inspection;
use crate::fuzzing::{Target, seeds};

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Object,
    page: "objfmt/FORMAT.md",
    records: object::RECORDS,
    target: Target {
        name: "read_object",
        folder: "object",
        input: "a file",
        properties: "A readable file is valid and round-trips; inspection accounts for every byte",
        run: read_object,
        seeds: seeds::objects,
    },
};

/// Checks that a readable object is valid, can be written, and reads back unchanged.
fn read_object(bytes: &[u8]) {
    check_inspection(bytes);
    match Object::read(bytes) {
        Ok(object) => check_object(&object),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks that an object is valid, reads back unchanged after writing, and can be disassembled.
pub(crate) fn check_object(object: &Object) {
    assert_eq!(object.validate(), Ok(()));
    let written = object.write().expect("a valid object can be written");
    assert_eq!(Object::read(&written).as_ref(), Ok(object));
    assert_eq!(disassemble_object(object).sources.len(), 1);
}
