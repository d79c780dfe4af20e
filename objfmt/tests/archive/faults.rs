//! Damaged archives are rejected with a location.

use pica200_objfmt::formats::archive::{Archive, ArchiveError, ArchiveErrorKind, ArchivePart};
use pica200_objfmt::formats::{FileKind, recognise};
use proptest::prelude::*;

use super::{archive_of_tool, raw, sample};

fn fault_of(file: &[u8]) -> ArchiveErrorKind {
    Archive::read(file).unwrap_err().kind
}

/// Returns the archive with other bytes at an offset.
fn with(mut file: Vec<u8>, offset: usize, bytes: &[u8]) -> Vec<u8> {
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
    file
}

#[test]
fn thin_archives_are_refused_as_such() {
    let file = archive_of_tool("thin");
    assert_eq!(recognise(&file), Some(FileKind::Archive));
    assert_eq!(fault_of(&file), ArchiveErrorKind::Thin);
}

#[test]
fn faults_have_places_and_say_what_is_needed() {
    let said = |file: &[u8]| Archive::read(file).unwrap_err().to_string();
    let file = sample();
    let members: Vec<_> = Archive::read(&file)
        .unwrap()
        .members()
        .iter()
        .map(|m| m.offset)
        .collect();
    let (first, second) = (members[0], members[1]);
    assert_eq!(said(b""), "start, at byte 0h: begins with ``; expected `!<arch>\\n`");
    assert_eq!(
        said(b"#!/bin/sh"),
        "start, at byte 0h: begins with `#!/bin/s`; expected `!<arch>\\n`"
    );
    assert_eq!(
        said(&file[..first + 59]),
        format!("member 0, at byte {first:X}h: takes 60 bytes, but the file has 59 left")
    );
    assert_eq!(
        said(&file[..first + 64]),
        format!("member 0, at byte {first:X}h: takes 5 bytes, but the file has 4 left")
    );
    assert_eq!(
        said(&with(file.clone(), second + 58, b"x")),
        format!("member 1, at byte {second:X}h: the header ends in `x\\n`; expected `` `\\n ``")
    );
    for (digits, found) in [
        ("          ", ""),
        ("-1        ", "-1"),
        ("1 2       ", "1 2"),
        ("0x10      ", "0x10"),
    ] {
        assert_eq!(
            said(&with(file.clone(), second + 48, digits.as_bytes())),
            format!("member 1, at byte {second:X}h: the size is `{found}`; expected a decimal number")
        );
    }
    assert_eq!(
        said(&with(file.clone(), second + 48, b"9999999999")),
        format!(
            "member 1, at byte {second:X}h: takes 9999999999 bytes, but the file has {} left",
            file.len() - second - 60
        )
    );
    assert_eq!(
        said(&with(file.clone(), second, b"/99 ")),
        format!(
            "member 1, at byte {second:X}h: the name is at 99 of the long names, but no name begins and ends there"
        )
    );
    assert_eq!(
        said(&with(file.clone(), second, b"/x  ")),
        format!("member 1, at byte {second:X}h: the place of the name is `x`; expected a decimal number")
    );
    assert_eq!(
        said(&with(file.clone(), first, b"#1/6    ")),
        format!("member 0, at byte {first:X}h: the name takes 6 bytes, but the member has 5")
    );
    assert_eq!(
        said(&with(file.clone(), first, b"#1/x    ")),
        format!("member 0, at byte {first:X}h: the length of the name is `x`; expected a decimal number")
    );
}

#[test]
fn faults_of_the_index_leave_the_members_readable() {
    let file = sample();
    let sound = Archive::read(&file).unwrap();
    let index = 8 + 60;
    let size = 4 + 3 * 4 + 5 + 6 + 4;
    let cases: [(usize, &[u8], ArchivePart, &str); 5] = [
        (
            0,
            &[0, 0, 1, 0],
            ArchivePart::Index(None),
            "takes 1024 bytes, but the index has 27",
        ),
        (
            0,
            &[0xFF; 4],
            ArchivePart::Index(None),
            "takes 17179869180 bytes, but the index has 27",
        ),
        (
            0,
            &[0, 0, 0, 4],
            ArchivePart::Index(Some(3)),
            "the name begins or ends outside the index",
        ),
        (
            8,
            &[0, 0, 0, 8],
            ArchivePart::Index(Some(1)),
            "`light` is in the member at byte 8h, but no member begins there",
        ),
        (
            size - 1,
            b"!",
            ArchivePart::Index(Some(2)),
            "the name begins or ends outside the index",
        ),
    ];
    for (offset, bytes, part, said) in cases {
        let damaged = with(file.clone(), index + offset, bytes);
        let ArchiveError {
            offset,
            part: found,
            kind,
        } = Archive::read(&damaged).unwrap_err();
        assert_eq!((offset, found), (index, part), "{kind}");
        assert!(kind.to_string().starts_with(said), "{kind}");
        let members = Archive::read_members(&damaged).unwrap();
        assert_eq!(members.members(), sound.members());
        assert_eq!(members.symbols(), None);
    }
}

#[test]
fn names_that_share_their_bytes_are_bounded() {
    // An index whose entries all share one long name.
    let name = vec![b'n'; 40_000];
    let count = 10_000_u32;
    let table: Vec<_> = (0..count)
        .flat_map(|_| [0_u32.to_le_bytes(), 8_u32.to_le_bytes()].concat())
        .collect();
    let names = [name.as_slice(), b"\0"].concat();
    let number = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap().to_le_bytes();
    let index = [&number(&table)[..], &table, &number(&names), &names].concat();
    let bsd = raw(&[(b"__.SYMDEF", &index)]);
    assert!(matches!(fault_of(&bsd), ArchiveErrorKind::IndexOffset { .. }));
    let first = bsd.len();
    let mut bsd = [bsd, raw(&[(b"a", b"x")])[8..].to_vec()].concat();
    let at = 8 + 60 + 4;
    for entry in 0..10_000 {
        let place = u32::try_from(first).unwrap().to_le_bytes();
        bsd[at + 8 * entry + 4..at + 8 * entry + 8].copy_from_slice(&place);
    }
    assert_eq!(fault_of(&bsd), ArchiveErrorKind::NamesTooLong { multiple: 24 });
    // Members that all share one long name.
    let long = [name.as_slice(), b"/\n"].concat();
    let members: Vec<(&[u8], &[u8])> = std::iter::once((&b"//"[..], &long[..]))
        .chain((0..5_000).map(|_| (&b"/0"[..], &b""[..])))
        .collect();
    assert_eq!(
        fault_of(&raw(&members)),
        ArchiveErrorKind::NamesTooLong { multiple: 24 }
    );
}

/// Reads bytes as an archive and checks all guarantees.
fn check(bytes: &[u8]) -> Result<(), ArchiveError> {
    let members = Archive::read_members(bytes);
    let archive = Archive::read(bytes)?;
    assert_eq!(members.unwrap().members(), archive.members());
    let mut end = 8;
    for member in archive.members() {
        assert!(member.offset >= end && member.bytes.len() <= bytes.len() - member.offset - 60);
        end = member.offset + 60 + member.bytes.len();
    }
    for symbol in archive.symbols().unwrap_or_default() {
        assert!(symbol.member < archive.members().len());
    }
    Ok(())
}

#[test]
fn cut_and_changed_archives_are_refused_or_readable() {
    for file in ["gnu", "gnu64", "bsd", "darwin"]
        .map(archive_of_tool)
        .into_iter()
        .chain([sample()])
    {
        let mut refused = 0;
        for len in 0..file.len() {
            refused += usize::from(check(&file[..len]).is_err());
        }
        for at in 0..file.len() {
            for value in [0, b' ', b'/', b'0', b'9', b'\n', 0xFF, file[at] ^ 1] {
                let changed = with(file.clone(), at, &[value]);
                refused += usize::from(check(&changed).is_err());
            }
        }
        assert!(refused > 300, "{refused}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn noise_is_refused_or_readable(
        which in 0..5_usize,
        place in any::<prop::sample::Index>(),
        noise in prop::collection::vec(prop_oneof![any::<u8>(), Just(b'9'), Just(b'/')], 1..16),
    ) {
        let file = match ["gnu", "gnu64", "bsd", "darwin"].get(which) {
            Some(name) => archive_of_tool(name),
            None => sample(),
        };
        let at = place.index(file.len() - noise.len());
        let _ = check(&with(file, at, &noise));
    }
}
