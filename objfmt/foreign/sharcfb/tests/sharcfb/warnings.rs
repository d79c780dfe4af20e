//! Readable parts that the console's loader rejects.

use pica200_objfmt::formats::bytes::ByteOrder;
use pica200_sharcfb::Archive;
use pica200_sharcfb::archive::SymbolKind;

use crate::{archive, golden, read_golden};

/// Returns the warnings of a file, one string each.
fn warnings(file: &[u8]) -> Vec<String> {
    let archive = Archive::read(file).unwrap();
    assert!(archive.write().unwrap() == file);
    archive.warnings().iter().map(ToString::to_string).collect()
}

/// Returns the first offset of bytes in a file.
pub(crate) fn find(file: &[u8], bytes: &[u8]) -> usize {
    file.windows(bytes.len().max(1))
        .position(|other| other.starts_with(bytes))
        .unwrap()
}

/// Returns a big-endian golden file with one word changed.
pub(crate) fn changed(name: &str, at: usize, word: u32) -> Vec<u8> {
    let mut file = read_golden(&format!("{name}.sharcfb"));
    file[at..at + 4].copy_from_slice(&word.to_be_bytes());
    file
}

/// Returns the offset of a program's header.
fn program_at(file: &[u8], name: &str) -> usize {
    find(file, format!("{name}\0").as_bytes()) - 16
}

#[test]
fn bytes_behind_an_archive_are_kept() {
    let mut file = read_golden("be-one.sharcfb");
    file.extend(b"behind");
    assert_eq!(
        warnings(&file),
        ["header: the file has 6 bytes after the end of the archive"]
    );
}

#[test]
fn headers_with_other_words_are_read() {
    assert_eq!(
        warnings(&changed("be-one", 0xC, 1)),
        ["header: the byte order is 1, but the signature is big endian: expected 0"]
    );
    let mut little = read_golden("le-many.sharcfb");
    little[0xC] = 0;
    assert_eq!(
        warnings(&little),
        ["header: the byte order is 0, but the signature is little endian: expected 1"]
    );
    assert_eq!(
        warnings(&changed("be-one", 0x10, 1)),
        ["header: `resolved` is 1, as in a memory dump, but no offset is an address; expected 0"]
    );
}

/// Returns a big-endian golden file in version 9: the first program has an array with this entry after the uniforms.
pub(crate) fn in_version_9(name: &str, entry: &[u8]) -> Vec<u8> {
    let mut file = changed(name, 4, 9);
    let program = program_at(&file, "prog_0");
    let word = |file: &[u8], at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
    let put = |file: &mut Vec<u8>, at: usize, word: u32| {
        file[at..at + 4].copy_from_slice(&word.to_be_bytes());
    };
    let size = |file: &[u8], at| usize::try_from(word(file, at)).unwrap();
    let mut at = program + 16 + size(&file, program + 4);
    // Macros, defaults and uniforms.
    for _ in 0..3 {
        at += size(&file, at);
    }
    let length = 8 + u32::try_from(entry.len()).unwrap();
    // The enclosing sizes: of the file, of the array of programs, and of the program.
    for at in [8, program - 8, program] {
        let larger = word(&file, at) + length;
        put(&mut file, at, larger);
    }
    let header = [length, 1].map(u32::to_be_bytes).concat();
    file.splice(at..at, [&header, entry].concat());
    file
}

/// Version 9 has one more array in each program; the layout of other versions is unknown.
#[test]
fn other_versions_are_read_as_far_as_they_are_known() {
    let mut file = changed("be-one", 4, 11);
    assert_eq!(
        warnings(&file),
        ["header: the version is 11; of versions other than 8 and 9, only the header and the name are read"]
    );
    // It is also unknown if offsets are addresses.
    let mut resolved = file.clone();
    resolved[0x13] = 1;
    assert_eq!(warnings(&resolved), warnings(&file));
    let read = Archive::read(&file).unwrap();
    assert_eq!((read.version(), read.is_known_version()), (11, false));
    assert_eq!(read.name(), archive("be-one").name());
    assert_eq!((read.binaries().len(), read.programs().len()), (0, 0));

    let old = archive("be-one");
    file = in_version_9("be-one", b"abcd");
    assert_eq!(
        warnings(&file),
        [
            "header: the version is 9; its layout is that of version 8 with another array in each program, as one other reader shows it"
        ]
    );
    let mut read = Archive::read(&file).unwrap();
    for kind in SymbolKind::ALL {
        assert_eq!(read.programs()[0].symbols(kind), old.programs()[0].symbols(kind));
    }
    assert_eq!(
        read.convert(ByteOrder::Little).unwrap_err().to_string(),
        "header, at byte 4h: the version is 9; only archives of version 8 can be converted or extended"
    );
}

#[test]
fn loop_variables_of_little_endian_archives_are_doubtful() {
    let file = read_golden("be-geometry.sharcfb");
    assert!(warnings(&file).is_empty());
    let mut archive = archive("be-geometry");
    archive.convert(ByteOrder::Little).unwrap();
    assert_eq!(
        warnings(&archive.write().unwrap())[0],
        "binary 2: loop variables (1) in a little-endian archive; the console reads them as big-endian"
    );
}

#[test]
fn kinds_without_a_stage_are_doubtful() {
    let at = program_at(&read_golden("be-one.sharcfb"), "prog_0");
    assert_eq!(
        warnings(&changed("be-one", at + 8, 1)),
        ["program 0: the kind is 1; expected at least a vertex and a pixel shader (3)"]
    );
}

#[test]
fn ranges_with_gaps_and_binaries_of_no_program_are_doubtful() {
    let file = read_golden("be-geometry.sharcfb");
    let at = program_at(&file, "prog_1");
    assert_eq!(
        warnings(&changed("be-geometry", at + 12, 3)),
        [
            "binary 4: the type is vertex; expected pixel at this position",
            "binary 5: the type is pixel; expected geometry at this position",
            "program 1: the base index is 3; expected 4, the end of the previous programs' binaries",
            "array of binaries: the binaries from 6 on (1) belong to no program",
        ]
    );
}

#[test]
fn unknown_types_are_kept() {
    let file = changed("be-one", 0x35, 7);
    assert_eq!(file[0x35..0x39], [0, 0, 0, 7]);
    assert_eq!(
        warnings(&file),
        [
            "binary 0: the type is 7; expected 0 (vertex), 1 (pixel) or 2 (geometry)",
            "binary 0: the type is unknown7; expected vertex at this position",
        ]
    );
    let mut archive = Archive::read(&file).unwrap();
    assert_eq!(archive.binary_names()[0], "prog_0.0.type7.gx2");
    let order = ByteOrder::Little;
    assert_eq!(
        archive.convert(order).unwrap_err().to_string(),
        "binary 0, at byte 41h: the type is 7; expected 0 (vertex), 1 (pixel) or 2 (geometry)"
    );
}

const SCATTERED: &str = "the tables do not follow the structure without gaps, or other data overlap them";

#[test]
fn scattered_tables_are_doubtful_and_not_converted() {
    // The table of samplers of the first binary, moved by one entry.
    let file = changed("be-one", 0x41 + 0xFC + 4, 0x168);
    assert_eq!(warnings(&file), [format!("binary 0: {SCATTERED}")]);
    let mut archive = Archive::read(&file).unwrap();
    let order = ByteOrder::Little;
    assert_eq!(
        archive.convert(order).unwrap_err().to_string(),
        format!("binary 0, at byte 41h: {SCATTERED}, so the byte order cannot be converted")
    );
}

/// Returns the offset of a binary's data in a big-endian golden file.
fn data_at(name: &str, index: usize) -> usize {
    let archive = archive(name);
    let file = archive.write().unwrap();
    find(&file, archive.binaries()[index].data())
}

#[test]
fn data_that_the_conversion_must_not_change_do_not_overlap_tables() {
    let order = ByteOrder::Little;
    // In the pixel shader: the pointers to the loop variables and the code, and the name of the first uniform block.
    let pixel = data_at("be-one", 1);
    for at in [0xC8 + 4, 0xA8, 0xE8] {
        // The first table begins after the structure, at E8h.
        let file = changed("be-one", pixel + at, 0xE8);
        assert_eq!(warnings(&file), [format!("binary 1: {SCATTERED}")]);
        let mut archive = Archive::read(&file).unwrap();
        assert!(archive.convert(order).is_err(), "{at:X}h");
        assert!(archive.write().unwrap() == file);
    }
    // In a geometry shader: the pointer to the code of the copy shader.
    let geometry = data_at("be-geometry", 6);
    let file = changed("be-geometry", geometry + 0x58, 0xBC);
    assert_eq!(warnings(&file), [format!("binary 6: {SCATTERED}")]);
    // A null pointer is an empty name.
    let file = changed("be-one", pixel + 0xE8, 0);
    assert_eq!(warnings(&file), [""; 0]);
}

#[test]
fn loop_variables_are_big_endian_in_both_byte_orders() {
    let mut count = 0;
    for (name, file) in golden() {
        let old = Archive::read(&file).unwrap();
        let mut new = old.clone();
        let other = match old.order() {
            ByteOrder::Little => ByteOrder::Big,
            ByteOrder::Big => ByteOrder::Little,
        };
        new.convert(other).unwrap();
        for index in 0..old.binaries().len() {
            let shaders = [&old, &new].map(|archive| archive.shader(index).unwrap().unwrap());
            let [a, b] = shaders.map(|shader| shader.loop_variables);
            assert_eq!(a, b, "{name}, binary {index}");
            // Their bytes are contiguous in both data.
            let bytes: Vec<u8> = a
                .iter()
                .flat_map(|one| [one.offset, one.value])
                .flat_map(u32::to_be_bytes)
                .collect();
            for archive in [&old, &new] {
                find(archive.binaries()[index].data(), &bytes);
            }
            count += a.len();
        }
    }
    assert!(count >= 4, "only {count} loop variables");
}

#[test]
fn empty_values_are_skipped_and_kept() {
    let mut file = read_golden("be-geometry.sharcfb");
    // The values `0` and `1` of the macro; the first becomes empty.
    let at = find(&file, b"USE_FOG\x000\x001\0") + 8;
    file[at] = 0;
    let archive = Archive::read(&file).unwrap();
    let values: Vec<_> = archive.programs()[0].macros()[0].values().collect();
    assert_eq!(values, ["1", "id_0"]);
    assert_eq!(archive.programs()[0].macros()[0].id(), "");
    let found = warnings(&file);
    assert_eq!(
        found,
        [
            "program 0, macros, entry 0: a value or the id is empty, preceded by a NUL, or not of the stated length; \
             the console skips NULs and reads the next text",
            "program 0, macros, entry 0: the default of the macro is not one of its values; the first value is used",
        ]
    );
}

#[test]
fn too_few_flags_are_doubtful() {
    let file = read_golden("be-geometry.sharcfb");
    // The last symbol of the file has one flag; the flag byte then becomes padding.
    let at = find(&file, b"att0\0att_id0\0\0") - 4;
    let last = file.len() - 1 - b"att0\0att_id0\0".len() - 4;
    assert!(at <= last);
    assert_eq!(
        warnings(&changed("be-geometry", last, 0)),
        ["program 1, attributes, entry 0: the number of flags is 0; expected 1, the number of variations"]
    );
}

/// Returns a big-endian archive without binaries, with a program that has these macros.
fn with_macros(macros: &[u8], count: u32) -> Vec<u8> {
    let empty = [0, 0, 0, 8, 0, 0, 0, 0];
    let array = |count: u32, entries: &[u8]| {
        let size = u32::try_from(entries.len()).unwrap() + 8;
        [&size.to_be_bytes(), &count.to_be_bytes(), entries].concat()
    };
    let name = b"p\0";
    let arrays = [array(count, macros), empty.repeat(5)].concat();
    let size = u32::try_from(16 + name.len() + arrays.len()).unwrap();
    let words = [size, 2, 3, 0].map(u32::to_be_bytes).concat();
    let programs = array(1, &[&words[..], name, &arrays].concat());
    let size = u32::try_from(24 + name.len() + empty.len() + programs.len()).unwrap();
    let header = [8, size, 0, 0, 2].map(u32::to_be_bytes).concat();
    [b"SHAB", &header[..], name, &empty, &programs].concat()
}

fn macro_of(count: u32) -> Vec<u8> {
    let values = b"0\0".repeat(usize::try_from(count).unwrap());
    let size = u32::try_from(16 + 2 + values.len() + 2).unwrap();
    let header = [size, 2, count, 2].map(u32::to_be_bytes).concat();
    [&header[..], b"M\0", &values, b"i\0"].concat()
}

#[test]
fn macros_and_values_beyond_the_limit_are_doubtful() {
    let kinds = |file: &[u8]| {
        let inspection = Archive::inspect(file).unwrap();
        assert_eq!(inspection.damage, []);
        assert!(inspection.archive.write().unwrap() == file);
        let warnings = inspection.archive.warnings();
        let limits = warnings
            .iter()
            .filter(|warning| warning.to_string().contains("at most"));
        limits.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&with_macros(&macro_of(1024), 1)), [""; 0]);
    assert_eq!(
        kinds(&with_macros(&macro_of(1025), 1)),
        ["program 0, macros, entry 0: 1025 values; the console accepts at most 1024"]
    );
    assert_eq!(
        kinds(&with_macros(&macro_of(1).repeat(1025), 1025)),
        ["program 0, macros: 1025 macros; the console accepts at most 1024"]
    );
}
