//! Differences between archives.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::{Macro, SymbolKind};
use pica200_sharcfb::difference::differences;
use pica200_sharcfb::gx2::Stage;

use crate::warnings::in_version_9;
use crate::{archive, golden, read_golden};

/// Returns the differences between two archives, one string each.
fn texts(a: &Archive, b: &Archive) -> Vec<String> {
    let found = differences(a, b);
    found.iter().map(ToString::to_string).collect()
}

/// Returns the archive `be-geometry` before and after a change.
fn changed(change: impl FnOnce(&mut Archive)) -> [Archive; 2] {
    let a = archive("be-geometry");
    let mut b = a.clone();
    change(&mut b);
    [a, b]
}

#[test]
fn an_archive_equals_itself_in_both_byte_orders() {
    for (name, file) in golden() {
        let a = Archive::read(&file).unwrap();
        assert_eq!(texts(&a, &a), [""; 0], "{name}");
        let mut b = a.clone();
        let other = match a.order() {
            ByteOrder::Little => ByteOrder::Big,
            ByteOrder::Big => ByteOrder::Little,
        };
        b.convert(other).unwrap();
        assert_eq!(texts(&a, &b), [""; 0], "{name}");
    }
}

#[test]
fn other_archives_differ_in_both_directions() {
    let archives: Vec<_> = golden()
        .into_iter()
        .map(|(name, file)| (name, Archive::read(&file).unwrap()))
        .collect();
    for (number, (name_a, a)) in archives.iter().enumerate() {
        for (name_b, b) in archives.iter().skip(number + 1) {
            // Two files hold the same archive in both byte orders.
            let is_same = name_a[3..] == name_b[3..];
            for found in [texts(a, b), texts(b, a)] {
                assert_eq!(found.is_empty(), is_same, "{name_a} {name_b}: {found:#?}");
            }
        }
    }
}

#[test]
fn a_replaced_binary_is_compared_by_its_contents() {
    let [a, b] = changed(|archive| {
        let mut data = archive.binaries()[0].data().to_vec();
        // The second register, and the last byte of the data, which is code.
        data[7] ^= 1;
        let last = data.len() - 1;
        data[last] ^= 0xFF;
        archive.replace_binary(0, Stage::VERTEX, data).unwrap();
    });
    let place = "program `prog_0`, variation USE_FOG=0, vertex shader";
    let found = texts(&a, &b);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        found[0].starts_with(&format!("{place}, register `vgt_primitiveid_en`: 0x")),
        "{found:#?}"
    );
    assert!(
        found[1].starts_with(&format!("{place}, code: ")) && found[1].contains("the first difference is at byte "),
        "{found:#?}"
    );
}

#[test]
fn a_difference_of_several_variations_is_listed_once() {
    let mut a = archive("be-geometry");
    let data = a.binaries()[0].data().to_vec();
    a.replace_binary(2, Stage::VERTEX, data.clone()).unwrap();
    let mut b = a.clone();
    let mut data = data;
    data[7] ^= 1;
    for index in [0, 2] {
        b.replace_binary(index, Stage::VERTEX, data.clone()).unwrap();
    }
    let found = texts(&a, &b);
    let place = "program `prog_0`, variation USE_FOG=0, vertex shader (and 1 other)";
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with(place), "{found:#?}");
}

#[test]
fn programs_are_found_by_name() {
    let [a, b] = changed(|archive| archive.remove_program(0).unwrap());
    assert_eq!(
        texts(&a, &b),
        ["program `prog_0`: 2 variations of vertex, pixel in the first, nothing in the second"]
    );
    assert_eq!(
        texts(&b, &a),
        ["program `prog_0`: nothing in the first, 2 variations of vertex, pixel in the second"]
    );
}

#[test]
fn a_new_macro_is_one_difference() {
    let new = || Macro::new(b"NEW", b"id_new", &[b"off", b"on"]).unwrap();
    for position in [0, 1] {
        let [a, b] = changed(|archive| archive.add_macro(0, position, new(), 1).unwrap());
        assert_eq!(
            texts(&a, &b),
            ["program `prog_0`, macro `NEW`: nothing in the first, values `off`, `on` in the second"]
        );
        assert_eq!(texts(&b, &a).len(), 1);
    }
    // Compares the shaders of its default value, in either direction.
    let [a, b] = changed(|archive| {
        archive.add_macro(0, 0, new(), 1).unwrap();
        let data = archive.binaries()[2].data().to_vec();
        archive.replace_binary(0, Stage::VERTEX, data).unwrap();
    });
    assert_eq!(texts(&a, &b).len(), 1);
    let [a, b] = changed(|archive| {
        archive.add_macro(0, 0, new(), 1).unwrap();
        let mut data = archive.binaries()[4].data().to_vec();
        data[7] ^= 1;
        archive.replace_binary(4, Stage::VERTEX, data).unwrap();
    });
    assert_eq!(texts(&a, &b).len(), 2);
    assert_eq!(texts(&b, &a).len(), 2);
}

#[test]
fn values_and_defaults_are_compared() {
    let [a, b] = changed(|archive| archive.add_value(0, 0, b"2", 1).unwrap());
    assert_eq!(
        texts(&a, &b),
        ["program `prog_0`, macro `USE_FOG`: value `2` is only in the second"]
    );
    assert_eq!(
        texts(&b, &a),
        ["program `prog_0`, macro `USE_FOG`: value `2` is only in the first"]
    );
    let [a, b] = changed(|archive| {
        let default = archive.programs()[0].default_index(0);
        archive.remove_value(0, 0, default).unwrap();
    });
    let found = texts(&a, &b);
    assert!(
        found.contains(
            &"program `prog_0`, macro `USE_FOG`: default `0` in the first, default `1` in the second".to_owned()
        ),
        "{found:#?}"
    );
}

#[test]
fn symbols_are_compared_with_their_uses() {
    let kind = SymbolKind::ALL
        .into_iter()
        .find(|kind| !archive("be-geometry").programs()[0].symbols(*kind).is_empty())
        .unwrap();
    let [a, b] = changed(|archive| {
        let mut symbol = archive.remove_symbol(0, kind, 0).unwrap();
        symbol.offset = 7;
        symbol.variations = symbol.variations.iter().map(|flag| 1 - flag).collect();
        archive.add_symbol(0, kind, symbol).unwrap();
    });
    let found = texts(&a, &b);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("offset 7, "), "{found:#?}");
    assert!(
        found[1].starts_with("program `prog_0`, variation USE_FOG=0 (and 1 other), ")
            && found[1].contains("used in the "),
        "{found:#?}"
    );
    let [a, b] = changed(|archive| {
        archive.remove_symbol(0, kind, 0).unwrap();
    });
    let found = texts(&a, &b);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].ends_with("nothing in the second"), "{found:#?}");
}

/// For unknown versions, everything that can be compared is compared.
#[test]
fn versions_and_unknown_contents_are_compared() {
    let of_version = |version: u32, last: u8| {
        let mut file = read_golden("be-one.sharcfb");
        file[4..8].copy_from_slice(&version.to_be_bytes());
        *file.last_mut().unwrap() ^= last;
        Archive::read(&file).unwrap()
    };
    assert_eq!(
        texts(&of_version(11, 0), &of_version(11, 1)),
        ["contents: 1407 bytes in the first, 1407 in the second; the first difference is at byte 57Eh"]
    );
    assert_eq!(texts(&of_version(11, 1), &of_version(11, 1)), [""; 0]);
    assert_eq!(
        texts(&of_version(11, 0), &of_version(12, 0)),
        ["version: 11 in the first, 12 in the second"]
    );
    assert_eq!(
        texts(&of_version(8, 0), &of_version(11, 0)),
        ["version: 8 in the first, 11 in the second"]
    );
}

#[test]
fn the_array_of_version_9_is_compared() {
    let of_array = |last: &[u8]| Archive::read(&in_version_9("be-one", last)).unwrap();
    let [a, b] = [b"abcd", b"abce"].map(|last| of_array(last));
    assert_eq!(texts(&a, &a), [""; 0]);
    assert_eq!(
        texts(&a, &b),
        [
            "program `prog_0`, array of version 9: 12 bytes in the first, 12 in the second; the first difference is at byte Bh"
        ]
    );
}
