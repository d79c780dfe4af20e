//! Objects: valid, damaged, and of other versions.

use bstr::ByteSlice;
use pica200_objfmt::formats::error::{RecordLocation, Structure, Table};
use pica200_objfmt::formats::inspect::{Content, DocumentedObject, Inspection, RawRelocation};
use pica200_objfmt::formats::object::{OBJECT_VERSION, Object};

use crate::models::{peek, poke, sample_object};
use crate::{VENDORS_VERSION, inspected, messages, with_vendors_version};

/// The documented tables, by the offset of their pairs.
const DOCUMENTED: [(usize, Table); 9] = [
    (0x10, Table::Values),
    (0x18, Table::Labels),
    (0x20, Table::Code),
    (0x28, Table::Descriptors),
    (0x30, Table::Lines),
    (0x38, Table::Relocations),
    (0x40, Table::Outputs),
    (0x48, Table::Uniforms),
    (0x50, Table::Symbols),
];

/// The tables of this crate's version.
const EXTENSION: [(usize, Table); 7] = [
    (0x6C, Table::LabelDetails),
    (0x74, Table::Externals),
    (0x7C, Table::UniformDetails),
    (0x84, Table::Constants),
    (0x8C, Table::ValueRegisters),
    (0x94, Table::OutputDetails),
    (0x9C, Table::FileNames),
];

fn sample_file() -> Vec<u8> {
    sample_object().write().unwrap()
}

fn foreign_file() -> Vec<u8> {
    with_vendors_version(sample_file())
}

fn documented(inspection: Inspection) -> DocumentedObject {
    match inspection.content {
        Content::Documented(object) => *object,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn sound_objects_are_what_reading_makes_of_them() {
    for object in [sample_object(), Object::new()] {
        let inspection = inspected(&object.write().unwrap());
        assert_eq!(inspection.faults, []);
        match inspection.content {
            Content::Object(read) => assert_eq!(*read, object),
            other => unreachable!("{other:?}"),
        }
    }
}

#[test]
fn other_versions_are_what_documents_say() {
    let inspection = inspected(&foreign_file());
    assert_eq!(inspection.faults, []);
    let found = documented(inspection);
    let object = sample_object();
    assert_eq!(found.version, VENDORS_VERSION);
    assert_eq!(found.geometry.to_le_bytes(), [2, 40, 0, 3]);
    assert_eq!(found.program.code, object.code);
    assert_eq!(found.program.descriptors, object.descriptors);
    assert_eq!(found.program.files, ["a.pica"]);
    let lines: Vec<u32> = found.program.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines, [11, 12, 13, 14, 15]);
    assert_eq!(
        (found.shader.version, found.shader.kind, found.shader.merge),
        (VENDORS_VERSION, 1, 1)
    );
    assert_eq!((found.shader.inputs_used, found.shader.outputs_used), (2, 9));
    let names: Vec<&[u8]> = found.shader.labels.iter().map(|label| label.name.as_bytes()).collect();
    let expected: Vec<&[u8]> = object.labels.iter().map(|label| label.name.as_bytes()).collect();
    assert_eq!(names, expected);
    assert_eq!(found.shader.constants.len(), object.values.len());
    assert_eq!(found.shader.outputs.len(), object.outputs.len());
    assert_eq!(found.shader.uniforms[1].name, "projection");
    assert_eq!(found.relocations.len(), object.relocations.len());
    let external = RawRelocation {
        word: 2,
        unexplained: [0x400, 0],
    };
    assert_eq!(found.relocations[2], external);
}

/// Files are listed in the order of first reference, without duplicates.
#[test]
fn lines_of_other_versions_find_their_files() {
    let mut object = sample_object();
    for (line, file) in object.lines.iter_mut().zip([1, 0, 1, 1, 0]) {
        line.file = file;
    }
    let file = with_vendors_version(object.write().unwrap());
    let found = documented(inspected(&file));
    assert_eq!(found.program.files, ["b.pica", "a.pica"]);
    let files: Vec<u32> = found.program.lines.iter().map(|line| line.file).collect();
    assert_eq!(files, [0, 1, 0, 0, 1]);
}

/// Returns the object without the contents of a lost table.
fn without(mut object: DocumentedObject, table: Table) -> DocumentedObject {
    let (program, shader) = (&mut object.program, &mut object.shader);
    match table {
        Table::Values => shader.constants.clear(),
        Table::Labels => shader.labels.clear(),
        Table::Code => program.code.clear(),
        Table::Descriptors => program.descriptors.clear(),
        Table::Lines => {
            program.lines.clear();
            program.files.clear();
        }
        Table::Relocations => object.relocations.clear(),
        Table::Outputs => shader.outputs.clear(),
        Table::Uniforms => shader.uniforms.clear(),
        Table::Symbols => {
            program.files.iter_mut().for_each(|name| name.clear());
            shader.labels.iter_mut().for_each(|label| label.name.clear());
            shader.uniforms.iter_mut().for_each(|uniform| uniform.name.clear());
        }
        _ => {}
    }
    object
}

#[test]
fn each_lost_table_is_one_fault_and_hides_no_other() {
    for file in [sample_file(), foreign_file()] {
        let ours = file == sample_file();
        let mut whole = documented(inspected(&foreign_file()));
        whole.version = if ours { OBJECT_VERSION } else { VENDORS_VERSION };
        whole.shader.version = whole.version;
        let extension = EXTENSION.iter().filter(|_| ours);
        for &(pair, table) in DOCUMENTED.iter().chain(extension) {
            for (at, word) in [(pair, 0x1_0000), (pair, u32::MAX), (pair + 4, u32::MAX)] {
                let mut file = file.clone();
                poke(&mut file, at, word);
                let inspection = inspected(&file);
                let [fault] = &inspection.faults[..] else {
                    unreachable!("{:?}", inspection.faults);
                };
                assert_eq!(fault.location, RecordLocation::table(Structure::Dvoj, table));
                assert_eq!(documented(inspection), without(whole.clone(), table));
            }
        }
    }
}

/// The error of strict reading precedes the common faults, and is not duplicated.
#[test]
fn strict_readings_error_comes_first() {
    let mut file = sample_file();
    let labels = usize::try_from(peek(&file, 0x18)).unwrap();
    let uniforms = usize::try_from(peek(&file, 0x48)).unwrap();
    poke(&mut file, uniforms, 0x1000);
    poke(&mut file, 0x58, 0x20);
    poke(&mut file, labels + 12, 0x2000);
    insta::assert_snapshot!(messages(&file));

    // Strict reading stops at the label, for another reason.
    poke(&mut file, 0x58, 7);
    poke(&mut file, labels, 0x0001_0007);
    insta::assert_snapshot!(messages(&file));
}

#[test]
fn a_header_that_breaks_off_is_read_as_far_as_it_goes() {
    let found = |file: &[u8]| {
        let inspection = inspected(file);
        assert_eq!(inspection.faults.len(), 1);
        let header = inspection.regions[0];
        (documented(inspection), header.size)
    };
    let (object, size) = found(&sample_file()[..10]);
    assert_eq!(size, 10);
    assert_eq!(
        (object.version, object.shader.kind, object.shader.inputs_used),
        (OBJECT_VERSION, 1, 2)
    );
    let (object, size) = found(b"DVOJ");
    assert_eq!((object.version, size), (0, 4));
    // This version's header is longer than the documented part.
    let mut file = sample_file()[..0x60].to_vec();
    for pair in (0x10..0x58).step_by(8) {
        poke(&mut file, pair + 4, 0);
    }
    poke(&mut file, 0x20, 0x58);
    poke(&mut file, 0x24, 2);
    let (object, size) = found(&file);
    assert_eq!((object.program.code.len(), size), (2, 0x58));
}
