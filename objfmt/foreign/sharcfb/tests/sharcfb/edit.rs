//! Edits of binaries, programs and symbols.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::{Kind, Macro, Symbol, SymbolKind, Text};
use pica200_sharcfb::edit::{EditError, NewProgram};
use pica200_sharcfb::gx2::Stage;

use crate::archive;

/// Checks that a changed archive is consistent: it round-trips, and has no new warnings.
pub(crate) fn check(archive: &Archive, warnings: usize) {
    let file = archive.write().unwrap();
    assert_eq!(&Archive::read(&file).unwrap(), archive);
    assert_eq!(archive.warnings().len(), warnings, "{:?}", archive.warnings());
}

/// Returns the data of the archive's binaries, in order.
pub(crate) fn data(archive: &Archive) -> Vec<Vec<u8>> {
    archive.binaries().iter().map(|binary| binary.data().to_vec()).collect()
}

fn symbol(name: &str, variations: &[u8]) -> Symbol {
    Symbol {
        offset: -1,
        name: Text::new(name.as_bytes()).unwrap(),
        id: Text::new(b"id").unwrap(),
        default: vec![1, 2, 3, 4, 5],
        variations: variations.to_vec(),
        rest: Vec::new(),
    }
}

/// Returns a program with a two-valued macro and the binaries of another archive.
fn program(source: &Archive, name: &[u8]) -> NewProgram {
    NewProgram {
        name: name.to_vec(),
        kind: Kind::VERTEX.with(Kind::PIXEL),
        macros: vec![(Macro::new(b"FOG", b"uFog", &[b"off", b"on"]).unwrap(), 1)],
        binaries: data(source)[..4].to_vec(),
    }
}

#[test]
fn a_binary_is_replaced_and_nothing_else_changes() {
    let mut changed = archive("be-geometry");
    let old = changed.clone();
    let new = changed.binaries()[2].data().to_vec();
    changed.replace_binary(0, Stage::VERTEX, new.clone()).unwrap();
    check(&changed, 0);
    assert_eq!(changed.binaries()[0].data(), new);
    assert_eq!(data(&changed)[1..], data(&old)[1..]);
    assert_eq!(changed.programs(), old.programs());
}

#[test]
fn binaries_of_other_stages_orders_and_archives_are_refused() {
    let mut changed = archive("be-geometry");
    let before = changed.clone();
    let vertex = changed.binaries()[0].data().to_vec();
    let message = |result: Result<(), EditError>| result.unwrap_err().to_string();
    assert_eq!(
        message(changed.replace_binary(1, Stage::VERTEX, vertex.clone())),
        "the binary is a pixel shader; expected data of that stage, found vertex"
    );
    assert_eq!(
        message(changed.replace_binary(7, Stage::VERTEX, vertex)),
        "there is no binary 7; the archive has 7"
    );
    let mut little = changed.clone();
    little.convert(ByteOrder::Little).unwrap();
    let other_order = little.binaries()[0].data().to_vec();
    assert_eq!(
        message(changed.replace_binary(0, Stage::VERTEX, other_order)),
        "shader, attributes, at byte 104h: the table of attributes is at 34010000h of the data and takes 268435456 bytes, but 0 are left"
    );
    assert_eq!(
        message(changed.replace_binary(0, Stage::VERTEX, vec![0; 0x133])),
        "shader, at byte 0h: the structure takes 308 bytes, but 307 are left"
    );
    assert_eq!(changed, before);
}

#[test]
fn programs_are_added_and_removed() {
    let old = archive("be-geometry");
    let mut changed = old.clone();
    assert_eq!(changed.add_program(program(&old, b"new")), Ok(2));
    check(&changed, 0);
    let found = changed.find(b"new", &[]).unwrap();
    assert_eq!(
        (found.number, found.binaries),
        (1, vec![(Stage::VERTEX, 9), (Stage::PIXEL, 10)])
    );
    let mut without = changed.clone();
    without.remove_program(2).unwrap();
    assert_eq!(without, old);
    // The binaries of the following programs move.
    changed.remove_program(0).unwrap();
    check(&changed, 0);
    assert_eq!(changed.binaries().len(), 7);
    let bases: Vec<_> = changed.programs().iter().map(|program| program.base_index()).collect();
    assert_eq!(bases, [0, 3]);
    changed.remove_program(0).unwrap();
    changed.remove_program(0).unwrap();
    check(&changed, 0);
    assert!(changed.binaries().is_empty());
}

#[test]
fn programs_that_do_not_fit_are_refused() {
    let old = archive("be-geometry");
    let mut changed = old.clone();
    let mut refused = |change: &dyn Fn(&mut NewProgram)| {
        let mut new = program(&old, b"new");
        change(&mut new);
        let error = changed.add_program(new).unwrap_err().to_string();
        assert_eq!(changed, old);
        error
    };
    assert_eq!(
        refused(&|new| new.name = b"prog_0".to_vec()),
        "the archive already has a program `prog_0`"
    );
    assert_eq!(
        refused(&|new| new.name = b"a\0b".to_vec()),
        "the text `a\\x00b` contains a NUL"
    );
    assert_eq!(
        refused(&|new| new.kind = Kind::VERTEX),
        "the kind is 1; expected at least a vertex and a pixel shader (3)"
    );
    assert_eq!(
        refused(&|new| new.kind = Kind(7)),
        "the number of binaries is 4; expected 6 for the variations of the program"
    );
    assert_eq!(
        refused(&|new| new.macros[0].1 = 2),
        "there is no value 2; the macro has 2"
    );
    assert_eq!(
        refused(&|new| new.macros.push(new.macros[0].clone())),
        "the program already has a macro `FOG`"
    );
    assert!(refused(&|new| new.binaries[1].truncate(8)).starts_with("shader, at byte 0h"));
    assert_eq!(
        changed.remove_program(2).unwrap_err().to_string(),
        "there is no program 2; the archive has 2"
    );
}

#[test]
fn symbols_are_added_and_removed() {
    let old = archive("be-geometry");
    for kind in SymbolKind::ALL {
        for order in [ByteOrder::Big, ByteOrder::Little] {
            let mut changed = old.clone();
            changed.convert(order).unwrap();
            let before = changed.clone();
            changed.add_symbol(0, kind, symbol("new", &[1, 0])).unwrap();
            check(&changed, before.warnings().len());
            let index = changed.programs()[0].symbols(kind).len() - 1;
            let removed = changed.remove_symbol(0, kind, index).unwrap();
            assert_eq!(removed, symbol("new", &[1, 0]));
            assert_eq!(changed, before);
        }
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn archives_beyond_the_fields_of_sizes_are_not_written() {
    let mut changed = archive("be-geometry");
    let size = changed.size();
    // Untouched zero pages take no memory.
    let (count, zeros) = (8, 1 << 29);
    for number in 0..count {
        let mut large = symbol(&format!("large{number}"), &[0, 1]);
        large.default = vec![0; zeros];
        changed.add_symbol(0, SymbolKind::UniformBlock, large).unwrap();
    }
    let header = 24 + "large0\0id\0".len() + 2;
    let size = size + count * (header + zeros);
    assert_eq!(changed.size(), size);
    assert_eq!(
        changed.write().unwrap_err().to_string(),
        format!("the archive takes {size} bytes; the fields allow 4294967295")
    );
}

#[test]
fn symbols_that_do_not_fit_are_refused() {
    let mut changed = archive("be-geometry");
    let mut refused = |program, new| {
        let result = changed.add_symbol(program, SymbolKind::Sampler, new);
        result.unwrap_err().to_string()
    };
    assert_eq!(
        refused(0, symbol("new", &[1])),
        "the number of flags is 1; expected 2, the number of variations"
    );
    assert_eq!(
        refused(0, symbol("smp0", &[1, 1])),
        "the program already has a symbol `smp0` of this kind"
    );
    assert_eq!(
        refused(9, symbol("new", &[1])),
        "there is no program 9; the archive has 2"
    );
    let missing = changed.remove_symbol(0, SymbolKind::Sampler, 5).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "there is no symbol 5 of this kind (samplers); the program has 1"
    );
}

#[test]
fn names_of_binaries_are_file_names() {
    let old = archive("be-geometry");
    let mut changed = old.clone();
    let name = [b"a/b \x82\xA0..".as_slice(), &[b'c'; 100]].concat();
    let index = changed.add_program(program(&old, &name)).unwrap();
    let first = changed.programs()[index].base_index();
    let names = changed.binary_names();
    let expected = format!("a%2Fb%20%82%A0..{}.7.vertex.gx2", "c".repeat(56));
    assert_eq!((first, names[7].as_str()), (7, expected.as_str()));
}
