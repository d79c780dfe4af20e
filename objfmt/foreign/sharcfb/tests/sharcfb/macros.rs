//! Adding and removing macros and values renumbers variations, with everything that depends on them.

use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::{Macro, SymbolKind};
use pica200_sharcfb::edit::EditError;

use crate::archive;
use crate::edit::check;

/// A variation: its settings, the data of its binaries, and its flags.
type Found = (Vec<(String, String)>, Vec<Vec<u8>>, Vec<u8>);

/// Returns the settings of each variation of a program, the data of its binaries and the flags of its symbols.
fn variations(archive: &Archive, index: usize) -> Vec<Found> {
    let program = &archive.programs()[index];
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for known in program.macros() {
        let longer = all.iter().flat_map(|settings| {
            known.values().map(move |value| {
                let setting = (known.name().to_string(), value.to_string());
                [settings.clone(), vec![setting]].concat()
            })
        });
        all = longer.collect();
    }
    let found = all.into_iter().map(|settings| {
        let named: Vec<_> = settings.iter().map(|(a, b)| (a.as_bytes(), b.as_bytes())).collect();
        let found = archive.find(program.name(), &named).unwrap();
        let data = found
            .binaries
            .iter()
            .map(|(_, index)| archive.binaries()[*index].data().to_vec());
        let data = data.collect();
        let symbols = SymbolKind::ALL.iter().flat_map(|kind| program.symbols(*kind));
        let flags = symbols.map(|symbol| symbol.variations[found.number]).collect();
        (settings, data, flags)
    });
    found.collect()
}

/// Returns the variations without the setting of a macro.
fn without(all: &[Found], name: &str) -> Vec<Found> {
    let mut all = all.to_vec();
    for (settings, ..) in &mut all {
        settings.retain(|(other, _)| other != name);
    }
    all
}

fn has(settings: &[(String, String)], name: &str, value: &str) -> bool {
    settings.iter().any(|(a, b)| a == name && b == value)
}

#[test]
fn a_new_macro_takes_over_the_variations() {
    let old = archive("le-variations");
    let warnings = old.warnings().len();
    let count = old.programs()[0].macros().len();
    let new = Macro::new(b"NEW", b"id_new", &[b"a", b"b", b"c"]).unwrap();
    let before = variations(&old, 0);
    for position in 0..=count {
        let mut changed = old.clone();
        changed.add_macro(0, position, new.clone(), 2).unwrap();
        let program = &changed.programs()[0];
        assert_eq!(program.default_index(position), 2);
        let after = variations(&changed, 0);
        assert_eq!(after.len(), 3 * before.len());
        for value in ["a", "b", "c"] {
            let mut part = after.clone();
            part.retain(|(settings, ..)| has(settings, "NEW", value));
            assert_eq!(without(&part, "NEW"), before);
        }
        assert_eq!(variations(&changed, 1), variations(&old, 1));
        // Copied loop variables repeat their warning.
        check(&changed, changed.warnings().len());
        assert!(changed.warnings().len() >= warnings);
        changed.remove_macro(0, position, 1).unwrap();
        assert_eq!(changed, old);
    }
}

#[test]
fn a_removed_macro_leaves_the_variations_of_a_value() {
    let old = archive("le-variations");
    let program = &old.programs()[0];
    for (index, known) in program.macros().iter().enumerate() {
        let name = known.name().to_string();
        for (kept, value) in known.values().enumerate() {
            let mut changed = old.clone();
            changed.remove_macro(0, index, kept).unwrap();
            let mut expected = variations(&old, 0);
            expected.retain(|(settings, ..)| has(settings, &name, &value.to_string()));
            assert_eq!(variations(&changed, 0), without(&expected, &name));
            assert_eq!(variations(&changed, 1), variations(&old, 1));
            check(&changed, changed.warnings().len());
        }
    }
}

#[test]
fn values_are_added_and_removed() {
    let old = archive("le-variations");
    for index in 0..old.programs()[0].macros().len() {
        let known = &old.programs()[0].macros()[index];
        let (name, count) = (known.name().to_string(), known.values().len());
        let like = known.values().next().unwrap().to_string();
        let mut changed = old.clone();
        changed.add_value(0, index, b"new", 0).unwrap();
        check(&changed, changed.warnings().len());
        let after = variations(&changed, 0);
        let (mut new, mut same) = (after.clone(), after.clone());
        new.retain(|(settings, ..)| has(settings, &name, "new"));
        same.retain(|(settings, ..)| has(settings, &name, &like));
        assert_eq!(without(&new, &name), without(&same, &name));
        let mut others = after;
        others.retain(|(settings, ..)| !has(settings, &name, "new"));
        assert_eq!(others, variations(&old, 0));
        assert_eq!(changed.remove_value(0, index, count), Ok(None));
        assert_eq!(changed, old);
    }
}

#[test]
fn a_removed_default_is_replaced_by_the_first_value() {
    let mut changed = archive("be-geometry");
    assert_eq!(changed.remove_value(0, 0, 0), Ok(Some("1".into())));
    check(&changed, 0);
    assert_eq!(changed.binaries().len(), 5);
    let program = &changed.programs()[0];
    assert_eq!(program.defaults()[0].values().next().unwrap(), "1");
    assert_eq!(program.symbols(SymbolKind::Attribute)[0].variations, [0]);
    assert_eq!(changed.programs()[1].base_index(), 2);
    let last = changed.remove_value(0, 0, 0).unwrap_err();
    assert_eq!(
        last.to_string(),
        "`1` is the last value of macro `USE_FOG`; remove the macro"
    );
}

#[test]
fn macros_that_no_archive_can_hold_are_refused() {
    let message = |made: Result<Macro, EditError>| made.unwrap_err().to_string();
    let empty = "a value or the id of macro `M` is empty; the console would read the next text instead";
    assert_eq!(message(Macro::new(b"M", b"id", &[b"0", b""])), empty);
    assert_eq!(message(Macro::new(b"M", b"", &[b"0"])), empty);
    assert_eq!(
        message(Macro::new(b"M", b"id", &[])),
        "macro `M` has no values; expected at least 1"
    );
    assert_eq!(
        message(Macro::new(b"M", b"id", &[b"0", b"0"])),
        "macro `M` already has the value `0`"
    );
    let many: Vec<_> = (0..1025).map(|n| n.to_string()).collect();
    let many: Vec<_> = many.iter().map(String::as_bytes).collect();
    assert_eq!(
        message(Macro::new(b"M", b"id", &many)),
        "macro `M` has 1025 values; the console accepts at most 1024"
    );
    assert!(Macro::new(b"M", b"id", &many[..1024]).is_ok());
}

#[test]
fn changes_that_do_not_fit_are_refused() {
    let old = archive("be-geometry");
    let mut changed = old.clone();
    let new = || Macro::new(b"M", b"id", &[b"0", b"1"]).unwrap();
    let message = |result: Result<(), EditError>| result.unwrap_err().to_string();
    assert_eq!(
        message(changed.add_macro(0, 2, new(), 0)),
        "there is no macro 2; the program has 1"
    );
    assert_eq!(
        message(changed.add_macro(0, 0, new(), 2)),
        "there is no value 2; the macro has 2"
    );
    assert_eq!(
        message(changed.remove_macro(0, 0, 2)),
        "there is no value 2; the macro has 2"
    );
    assert_eq!(
        message(changed.remove_macro(1, 0, 0)),
        "there is no macro 0; the program has 0"
    );
    assert_eq!(
        message(changed.add_value(0, 0, b"0", 0)),
        "macro `USE_FOG` already has the value `0`"
    );
    let many: Vec<_> = (0..1024).map(|n| n.to_string()).collect();
    let many: Vec<_> = many.iter().map(String::as_bytes).collect();
    let mut large = old.clone();
    let many = |name: &[u8], count| Macro::new(name, b"id", &many[..count]).unwrap();
    large.add_macro(0, 0, many(b"A", 1024), 0).unwrap();
    large.add_macro(0, 1, many(b"B", 16), 0).unwrap();
    assert_eq!(
        message(large.add_macro(0, 2, many(b"C", 1024), 0)),
        "the number of binaries does not fit in 32 bits"
    );
    assert_eq!(changed, old);
}

#[test]
fn a_program_has_a_limited_number_of_macros() {
    let mut changed = archive("be-one");
    let one = |number: usize| Macro::new(number.to_string().as_bytes(), b"id", &[b"0"]).unwrap();
    for number in 0..1024 {
        changed.add_macro(0, number, one(number), 0).unwrap();
    }
    check(&changed, 0);
    assert_eq!(
        changed.add_macro(0, 0, one(1024), 0).unwrap_err().to_string(),
        "the program has 1024 macros; the console accepts no more"
    );
    changed.remove_macro(0, 1023, 0).unwrap();
    assert_eq!(
        changed.add_macro(0, 0, one(5), 0).unwrap_err().to_string(),
        "the program already has a macro `5`"
    );
}

/// Readable archives whose programs share binaries, or lack some.
#[test]
fn programs_with_the_binaries_of_others_stay_as_they_are() {
    let file = crate::read_golden("be-geometry.sharcfb");
    let at = crate::warnings::find(&file, b"prog_1\0") - 4;
    let with_base = |base| {
        let file = crate::warnings::changed("be-geometry", at, base);
        Archive::inspect(&file).unwrap().archive
    };
    let new = || Macro::new(b"M", b"id", &[b"0", b"1"]).unwrap();
    let mut shared = with_base(3);
    let message = "program `prog_1` shares some of these binaries";
    assert_eq!(shared.remove_program(0).unwrap_err().to_string(), message);
    assert_eq!(shared.add_macro(0, 0, new(), 0).unwrap_err().to_string(), message);
    let mut missing = with_base(5);
    let before = missing.clone();
    let message = "some binaries of the program are not in the archive";
    assert_eq!(missing.remove_program(1).unwrap_err().to_string(), message);
    assert_eq!(missing.add_macro(1, 0, new(), 0).unwrap_err().to_string(), message);
    assert_eq!(missing, before);
    assert_eq!(
        missing.find(b"prog_1", &[]).unwrap_err().to_string(),
        "the binaries of the variation begin at 5, but the archive has 7"
    );
}

/// Returns the bytes of a record: its size, and the parts.
fn record(parts: &[&[u8]]) -> Vec<u8> {
    let rest = parts.concat();
    let size = u32::try_from(rest.len() + 4).unwrap();
    [&size.to_be_bytes(), rest.as_slice()].concat()
}

/// Returns the bytes of big-endian numbers.
fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|one| one.to_be_bytes()).collect()
}

/// A small file may state millions of variations, each with many value indices.
#[test]
fn variations_without_binaries_are_not_listed() {
    let texts = |values: u32| -> &[u8] { if values == 2 { b"M\0a\0b\0id\0" } else { b"M\0a\0id\0" } };
    let counts: Vec<u32> = (0..1000).map(|n| if n < 21 { 2 } else { 1 }).collect();
    let entries = counts
        .iter()
        .map(|&count| record(&[&numbers(&[2, count, 3]), texts(count)]));
    let entries: Vec<u8> = entries.flatten().collect();
    let count = u32::try_from(counts.len()).unwrap();
    let macros = record(&[&numbers(&[count]), &entries]);
    let none = record(&[&numbers(&[0])]);
    let program = record(&[&numbers(&[2, 3, 0]), b"P\0", &macros, &none.repeat(5)]);
    let arrays = [none, record(&[&numbers(&[1]), &program])].concat();
    let size = u32::try_from(0x1A + arrays.len()).unwrap();
    let header = [b"SHAB".as_slice(), &numbers(&[8, size, 0, 0, 2]), b"N\0"].concat();
    let inspection = Archive::inspect(&[header, arrays].concat()).unwrap();
    assert_eq!(inspection.damage, []);
    let mut archive = inspection.archive;
    assert_eq!(archive.programs()[0].variations(), 1 << 21);
    let missing = Err(EditError::MissingBinaries);
    assert_eq!(archive.add_value(0, 999, b"b", 0), missing);
    assert_eq!(archive.remove_macro(0, 999, 0), missing);
}
