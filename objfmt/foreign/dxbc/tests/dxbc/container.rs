//! Containers: the header, the chunks, the bytes between them, and the checksum.

use pica200_dxbc::container::{Checksum, Container, build};
use pica200_dxbc::{Error, ErrorKind, FourCc};

use crate::{golden, read_golden};

const A: FourCc = FourCc(*b"AAAA");
const B: FourCc = FourCc(*b"BBBB");

/// Builds a container with two chunks: `AAAA` at 28h with 4 bytes, `BBBB` at 34h with 3.
fn sample() -> Vec<u8> {
    build(&[(A, b"abcd"), (B, b"efg")]).unwrap()
}

/// Returns the file with a word replaced.
fn with_word(mut file: Vec<u8>, offset: usize, word: u32) -> Vec<u8> {
    file[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    file
}

fn messages(container: &Container<'_>) -> Vec<String> {
    container.faults().iter().map(Error::to_string).collect()
}

/// Returns the notes of a container as strings.
fn notes(container: &Container<'_>) -> Vec<String> {
    container.notes().iter().map(ToString::to_string).collect()
}

#[test]
fn golden_containers_have_right_checksums_and_no_faults() {
    for (name, file) in golden() {
        let container = Container::read(&file).unwrap();
        assert_eq!(container.checksum(), Checksum::Right, "{name}");
        assert_eq!(container.faults(), [], "{name}");
        assert_eq!(container.gaps(), [], "{name}");
        assert_eq!(container.size(), file.len(), "{name}");
    }
}

#[test]
fn golden_containers_are_what_their_chunks_build() {
    for (name, file) in golden() {
        let container = Container::read(&file).unwrap();
        let chunks: Vec<_> = container.chunks().map(|chunk| (chunk.id, chunk.data)).collect();
        assert_eq!(build(&chunks).unwrap(), file, "{name}");
        assert_eq!(container.write(), file, "{name}");
    }
}

/// Checksums from another implementation, with lengths around those at which the padding needs a second block.
#[test]
fn sums_are_right_whatever_the_length_is() {
    let sums = [
        (0, 0xF162_8A5F_2F8F_36E0_F488_6D84_5AD1_5C09),
        (31, 0x35EE_AB5B_424E_24E0_7836_B8F0_9FBC_132F),
        (32, 0x85A3_2C03_D665_B235_9E5C_90DB_9C0D_2D52),
        (39, 0x9679_A2F4_DA2B_5F02_38A1_8313_9DE3_2D96),
        (40, 0xE8EE_F41A_A4B7_4ED5_AA9F_1FA6_558B_A8CE),
        (104, 0xF931_2D01_624F_A78C_E493_A9C2_B371_A46F_u128),
    ];
    for (len, sum) in sums {
        let file = build(&[(A, &vec![7; len])]).unwrap();
        assert_eq!(file[4..20], sum.to_be_bytes(), "{len} bytes");
    }
}

#[test]
fn a_wrong_checksum_is_reported_and_not_refused() {
    let mut file = sample();
    let right = <[u8; 16]>::try_from(&file[4..20]).unwrap();
    file[4] ^= 1;
    let container = Container::read(&file).unwrap();
    assert_eq!(container.checksum(), Checksum::Wrong { computed: right });
    assert_eq!(container.faults(), []);
    assert_eq!(container.write(), file);
    file[4..20].fill(0);
    let container = Container::read(&file).unwrap();
    assert_eq!(container.checksum(), Checksum::Absent);
}

/// The checksum covers the size in the header. The container may be part of a larger file.
#[test]
fn bytes_behind_the_end_are_kept() {
    let file = [&sample()[..], b"behind"].concat();
    let container = Container::read(&file).unwrap();
    assert_eq!(container.checksum(), Checksum::Right);
    assert_eq!(container.size(), sample().len());
    let gaps: Vec<_> = container.gaps().iter().map(|gap| (gap.offset, gap.bytes)).collect();
    assert_eq!(gaps, [(sample().len(), &b"behind"[..])]);
    assert_eq!(container.faults(), []);
    assert_eq!(container.write(), file);
}

#[test]
fn bytes_between_chunks_are_kept() {
    let mut file = sample();
    file.splice(0x34..0x34, *b"gap!");
    let file = with_word(with_word(file, 0x24, 0x38), 24, 0x43);
    let container = Container::read(&file).unwrap();
    let gaps: Vec<_> = container.gaps().iter().map(|gap| (gap.offset, gap.bytes)).collect();
    assert_eq!(gaps, [(0x34, &b"gap!"[..])]);
    assert_eq!(messages(&container), [""; 0]);
    assert_eq!(container.write(), file);
}

#[test]
fn of_chunks_with_one_name_the_first_counts() {
    let file = build(&[(B, b"0"), (A, b"1"), (A, b"2")]).unwrap();
    let container = Container::read(&file).unwrap();
    assert_eq!(container.chunk(A).unwrap().data, b"1");
    assert_eq!(container.chunks().count(), 3);
    assert_eq!(container.chunk(FourCc(*b"CCCC")), None);
}

#[test]
fn chunks_of_a_file_have_the_offsets_of_their_data() {
    let file = read_golden("vs-mvp.dxbc");
    let container = Container::read(&file).unwrap();
    let chunk = container.chunk(FourCc(*b"OSGN")).unwrap();
    assert_eq!(chunk.offset, 0x94);
    assert_eq!(&file[chunk.offset..][..chunk.data.len()], chunk.data);
}

#[test]
fn a_damaged_chunk_does_not_hide_the_others() {
    let file = with_word(sample(), 0x20, 0xFFFF_FFF0);
    let container = Container::read(&file).unwrap();
    assert_eq!(container.chunk(B).unwrap().data, b"efg");
    assert_eq!(container.entries()[0].chunk, None);
    assert_eq!(
        messages(&container),
        [
            "container, at byte 20h: chunk 0 is at byte FFFFFFF0h, but the file has 3Fh bytes, and a chunk takes at least 8"
        ]
    );
    assert_eq!(container.write(), file);

    let file = with_word(sample(), 0x38, 4);
    let container = Container::read(&file).unwrap();
    assert_eq!(container.chunk(A).unwrap().data, b"abcd");
    assert_eq!(
        messages(&container),
        ["chunk `BBBB`, at byte 3Ch: the data takes 4 bytes, but 3 are left"]
    );
    assert_eq!(container.write(), file);
}

#[test]
fn chunks_that_overlap_are_read_and_reported() {
    let file = with_word(sample(), 0x24, 0x28);
    let container = Container::read(&file).unwrap();
    assert_eq!(container.chunks().count(), 2);
    assert_eq!(
        notes(&container),
        ["chunk `AAAA`, at byte 28h: overlaps the bytes before it, which end at byte 34h"]
    );
    assert_eq!(container.write(), file);
}

#[test]
fn wrong_fields_of_the_header_are_reported() {
    let told = |offset, word| {
        let file = with_word(sample(), offset, word);
        let container = Container::read(&file).unwrap();
        assert_eq!(container.chunks().count(), 2);
        assert_eq!(container.write(), file);
        [messages(&container), notes(&container)].concat()
    };
    assert_eq!(
        told(20, 2),
        ["container, at byte 14h: the version number after the checksum is 2; expected 1"]
    );
    assert_eq!(
        told(24, 64),
        ["container, at byte 18h: the size is 64, but the file has 63 bytes"]
    );
    assert_eq!(
        told(24, 62),
        ["container, at byte 18h: the size is 62, but the list of chunks and the chunks end at 63"]
    );
}

#[test]
fn what_is_not_a_container_is_refused() {
    let refused = |file: &[u8]| Container::read(file).unwrap_err().to_string();
    let list = with_word(sample(), 28, 9);
    let messages = [
        (
            refused(b"DXB"),
            "container, at byte 0h: the header takes 4 bytes, but 3 are left",
        ),
        (
            refused(b"DVLB"),
            "container, at byte 0h: begins with `DVLB`; expected `DXBC`",
        ),
        (
            refused(&sample()[..31]),
            "container, at byte 0h: the header takes 32 bytes, but 31 are left",
        ),
        (
            refused(&list),
            "container, at byte 20h: the list of chunks takes 36 bytes, but 31 are left",
        ),
    ];
    for (found, expected) in messages {
        assert_eq!(found, expected);
    }
    let huge = with_word(sample(), 28, u32::MAX);
    let fault = Container::read(&huge).unwrap_err().kind;
    assert!(matches!(
        fault,
        ErrorKind::OutOfData {
            needed: 0x3_FFFF_FFFC,
            ..
        }
    ));
}
