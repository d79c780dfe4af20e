//! Archives: reading archives of other tools, round trips, and rejection of damaged archives.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod faults;
#[path = "../models/mod.rs"]
mod models;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bstr::{BString, ByteSlice};
use models::sample_object;
use pica200_objfmt::formats::archive::{Archive, ArchiveWriteError, NewMember, write};
use pica200_objfmt::formats::object::{Export, Object, ShaderKind, UniformClass, split_symbol};
use pica200_objfmt::formats::{FileKind, recognise};
use proptest::prelude::*;

/// Returns an archive that another tool wrote from `odd.dvoj`, `longer-than-fifteen.dvoj` and `code.o`. The first two
/// are objects only in their first bytes; the last defines `first` and `second`. `gnu` and `thin` are from GNU Binutils
/// 2.40 `ar`, the others from `llvm-ar` 14.
fn archive_of_tool(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives");
    fs::read(folder.join(name).with_extension("a")).unwrap()
}

/// Returns a member for which the index lists some symbols.
fn member<'a>(name: &'a str, bytes: &'a [u8], symbols: &[&str]) -> NewMember<'a> {
    NewMember {
        name: name.as_bytes(),
        bytes,
        symbols: symbols.iter().copied().map(BString::from).collect(),
    }
}

/// Names, each with a number.
type Names = Vec<(String, usize)>;

/// Returns the names and sizes of the members, and the index.
fn names_and_symbols(archive: &Archive<'_>) -> (Names, Names) {
    let members = archive.members().iter();
    let members = members.map(|m| (m.name.to_string(), m.bytes.len()));
    let symbols = archive.symbols().unwrap_or_default().iter();
    let symbols = symbols.map(|s| (s.name.to_string(), s.member));
    (members.collect(), symbols.collect())
}

fn owned(pairs: &[(&str, usize)]) -> Names {
    pairs.iter().map(|&(name, n)| (name.to_owned(), n)).collect()
}

/// Returns an archive of three members, with a name and a size of each kind, and an index.
fn sample() -> Vec<u8> {
    let members = [
        member("a.dvoj", b"DVOJ1", &["turn", "light"]),
        member("a name of more than fifteen bytes", b"DVOJ22", &["fog"]),
        member("fifteen-letters", b"", &[]),
    ];
    write(&members).unwrap()
}

#[test]
fn archives_of_other_tools_are_read() {
    for name in ["gnu", "gnu64", "bsd"] {
        let file = archive_of_tool(name);
        assert_eq!(recognise(&file), Some(FileKind::Archive));
        let archive = Archive::read(&file).unwrap();
        let (members, symbols) = names_and_symbols(&archive);
        let expected = [("odd.dvoj", 9), ("longer-than-fifteen.dvoj", 33), ("code.o", 656)];
        assert_eq!(members, owned(&expected), "{name}");
        assert_eq!(symbols, owned(&[("first", 2), ("second", 2)]), "{name}");
        assert_eq!(archive.members()[0].bytes, b"DVOJ odd!");
        let are_objects: Vec<_> = archive.members().iter().map(|m| m.is_object()).collect();
        assert_eq!(are_objects, [true, true, false]);
    }
    // This tool pads members, and includes the padding in the size.
    let file = archive_of_tool("darwin");
    let (members, symbols) = names_and_symbols(&Archive::read(&file).unwrap());
    let expected = [("odd.dvoj", 16), ("longer-than-fifteen.dvoj", 40), ("code.o", 656)];
    assert_eq!(members, owned(&expected));
    assert_eq!(symbols, owned(&[("first", 2), ("second", 2)]));
}

#[test]
fn an_archive_is_written_as_the_manuals_say() {
    let file = write(&[
        member("a.dvoj", b"DVOJ1", &["turn"]),
        member("sixteen-letters!", b"22", &[]),
    ]);
    let expected = [
        "!<arch>\n",
        "/               0           0     0     100644  13        `\n",
        // One symbol, in the member at byte A0h.
        "\0\0\0\x01\0\0\0\u{A0}turn\0\n",
        "//              0           0     0     100644  18        `\n",
        "sixteen-letters!/\n",
        "a.dvoj/         0           0     0     100644  5         `\n",
        "DVOJ1\n",
        "/0              0           0     0     100644  2         `\n",
        "22",
    ];
    // Each character is a byte.
    let expected: Vec<_> = expected.concat().chars().map(|c| u8::try_from(c).unwrap()).collect();
    assert_eq!(file.unwrap().as_bstr(), expected.as_bstr());
}

#[test]
fn what_is_written_reads_back() {
    let file = sample();
    let archive = Archive::read(&file).unwrap();
    let (members, symbols) = names_and_symbols(&archive);
    let expected = [
        ("a.dvoj", 5),
        ("a name of more than fifteen bytes", 6),
        ("fifteen-letters", 0),
    ];
    assert_eq!(members, owned(&expected));
    assert_eq!(symbols, owned(&[("turn", 0), ("light", 0), ("fog", 1)]));
    assert_eq!(archive.members()[1].bytes, b"DVOJ22");
    let empty = write(&[]).unwrap();
    let archive = Archive::read(&empty).unwrap();
    assert_eq!((archive.members(), archive.symbols()), (&[][..], Some(&[][..])));
}

#[test]
fn objects_bring_their_names_to_the_index() {
    let mut object = sample_object();
    let is_procedure = |export: &Export<'_>| matches!(export, Export::Procedure(_));
    assert!(object.private && object.exports().all(|export| is_procedure(&export)));
    object.private = false;
    object.kind = ShaderKind::Vertex;
    let bytes = object.write().unwrap();
    let member = NewMember::from_object(b"sample.dvoj", &bytes).unwrap();
    let procedures = object.procedures().map(str::to_owned);
    let mut symbols: Vec<_> = procedures.collect();
    assert!(!symbols.is_empty() && symbols.len() < object.labels.len());
    let uniforms = object
        .uniforms
        .iter()
        .filter(|uniform| uniform.class != UniformClass::Input && !uniform.linkage.is_extern());
    symbols.extend(uniforms.map(|uniform| format!("uniform:{}", uniform.name)));
    let constants = object
        .constants
        .iter()
        .filter(|constant| !constant.is_unnamed() && !constant.linkage.is_extern());
    symbols.extend(constants.map(|constant| format!("constant:{}", constant.name)));
    assert_eq!(member.symbols, symbols);
    let sorts: BTreeSet<_> = symbols.iter().map(|symbol| split_symbol(symbol).0).collect();
    assert_eq!(sorts.len(), 3, "the object has procedures, uniforms and constants");
    let file = write(&[member]).unwrap();
    let archive = Archive::read(&file).unwrap();
    assert_eq!(Object::read(archive.members()[0].bytes), Ok(object));
    assert!(NewMember::from_object(b"x", b"DVOJ").is_err());
}

#[test]
fn members_may_have_names_like_those_of_tables_and_paths() {
    let names = [
        "__.SYMDEF",
        "__.SYMDEF_64 SORTED",
        "a/b",
        "/",
        "#1/3",
        "trailing/",
        "blank ",
        "same",
        "same",
    ];
    let members: Vec<_> = names.iter().map(|name| member(name, b"x", &["s"])).collect();
    let file = write(&members).unwrap();
    let archive = Archive::read(&file).unwrap();
    let read: Vec<_> = archive.members().iter().map(|m| m.name.to_str().unwrap()).collect();
    assert_eq!(read, names);
    assert_eq!(archive.symbols().unwrap().len(), names.len());
}

#[test]
fn what_cannot_be_written_is_refused() {
    for name in ["", "a\nb", "a\0b"] {
        let fault = write(&[member(name, b"", &[])]).unwrap_err();
        assert_eq!(fault, ArchiveWriteError::Name { name: name.into() });
        assert!(
            fault
                .to_string()
                .contains("is empty, or contains a line ending or a NUL")
        );
    }
    let fault = write(&[member("a", b"", &["a\0b"])]).unwrap_err();
    assert_eq!(fault.to_string(), "the name `a\\x00b` contains a NUL");
    // The minimum number of members, all with the same contents.
    let bytes = vec![0; 1 << 26];
    let members: Vec<_> = (0..64).map(|_| member("a", &bytes, &[])).collect();
    let fault = write(&members).unwrap_err();
    assert!(matches!(fault, ArchiveWriteError::TooLong { .. }), "{fault}");
}

#[test]
fn the_padding_of_the_last_member_may_be_missing() {
    let file = write(&[member("a", b"x", &[])]).unwrap();
    let archive = Archive::read(&file[..file.len() - 1]).unwrap();
    assert_eq!(archive, Archive::read(&file).unwrap());
}

/// Builds an archive from raw name fields.
fn raw(members: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut file = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let rest = format!("{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, bytes.len());
        file.extend(*name);
        file.extend(vec![b' '; 16 - name.len()]);
        file.extend(rest.as_bytes());
        file.extend(*bytes);
        if bytes.len() % 2 == 1 {
            file.push(b'\n');
        }
    }
    file
}

#[test]
fn names_in_the_ways_of_all_tools_are_read() {
    let file = raw(&[
        (b"bsd name", b"1"),
        (b"exactly-sixteen!", b"2"),
        (b"sysv/", b"3"),
        (b"#1/5", b"with\x004"),
        (b"#1/4", b"nono5"),
        (b"/", b"\0\0\0\0"),
        // A second index in another format, as one tool writes it.
        (b"/", b"anything"),
        (b"__.SYMDEF_64", b"not read"),
    ]);
    let archive = Archive::read(&file).unwrap();
    let members: Vec<_> = archive
        .members()
        .iter()
        .map(|m| (m.name.to_str().unwrap(), m.bytes))
        .collect();
    let expected: [(&str, &[u8]); 5] = [
        ("bsd name", b"1"),
        ("exactly-sixteen!", b"2"),
        ("sysv", b"3"),
        ("with", b"4"),
        ("nono", b"5"),
    ];
    assert_eq!(members, expected);
    assert_eq!(archive.symbols(), Some(&[][..]));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_members_read_back(
        members in prop::collection::vec(
            ("[^\n\0]{1,40}", prop::collection::vec(any::<u8>(), 0..20), prop::collection::vec("[^\0]{0,9}", 0..4)),
            0..8,
        ),
    ) {
        let new: Vec<_> = members
            .iter()
            .map(|(name, bytes, symbols)| NewMember {
                name: name.as_bytes(),
                bytes,
                symbols: symbols.iter().map(|s| BString::from(s.as_str())).collect(),
            })
            .collect();
        let file = write(&new).unwrap();
        let archive = Archive::read(&file).unwrap();
        prop_assert_eq!(archive.members().len(), new.len());
        for (read, new) in archive.members().iter().zip(&new) {
            prop_assert_eq!((&**read.name, read.bytes), (new.name, new.bytes));
        }
        let symbols = archive.symbols().unwrap().iter().map(|s| (s.member, s.name.to_owned()));
        let expected = new.iter().enumerate().flat_map(|(n, m)| m.symbols.iter().map(move |s| (n, s.clone())));
        prop_assert!(symbols.eq(expected));
    }
}
