//! Direct3D 9 code: the chunk `Aon9`.

use pica200_dxbc::level9::{Assembly, Level9, Mappings};

use crate::{chunk, words};

/// Builds a chunk with tables and a program. Each table has an entry count and its dwords.
pub(crate) fn level9(tables: [(u16, &[u32]); 5], code: &[u32]) -> Vec<u8> {
    let mut header = vec![0, code[0], 0, 0];
    let mut entries = Vec::new();
    for (count, dwords) in tables {
        let at = u32::try_from(0x24 + 4 * entries.len()).unwrap();
        header.push(at << 16 | u32::from(count));
        entries.extend_from_slice(dwords);
    }
    header[2] = u32::try_from(4 * code.len()).unwrap();
    header[3] = u32::try_from(0x24 + 4 * entries.len()).unwrap();
    header[0] = header[2] + header[3];
    words(&[header, entries, code.to_vec()].concat())
}

pub(crate) const NONE: (u16, &[u32]) = (0, &[]);

/// A vertex shader with one instruction of each format.
pub(crate) const VERTEX: &[u32] = &[
    0xFFFE_0200,
    // A comment of two dwords.
    0x0002_FFFE,
    0x1234,
    0x5678,
    // def c7, 0, 1, 0.5, 0.0001
    0x0500_0051,
    0xA00F_0007,
    0x0000_0000,
    0x3F80_0000,
    0x3F00_0000,
    0x38D1_B717,
    // dcl_position v0, dcl_texcoord1 v1
    0x0200_001F,
    0x8000_0000,
    0x900F_0000,
    0x0200_001F,
    0x8001_0005,
    0x900F_0001,
    // mova a0.x, r0.x
    0x0200_002E,
    0xB001_0000,
    0x8000_0000,
    // mad r1.xyz, -v0.wzyx, c26[a0.x], c7.y
    0x0500_0004,
    0x8007_0001,
    0x911B_0000,
    0xA0E4_201A,
    0xB000_0000,
    0xA055_0007,
    // if_gt r0.x, r1.y; nrm oT1.xyz, r1; endif
    0x0201_0029,
    0x8000_0000,
    0x8055_0001,
    0x0200_0024,
    0xE007_0001,
    0x80E4_0001,
    0x0000_002B,
    // mov oPos, r1
    0x0200_0001,
    0xC00F_0000,
    0x80E4_0001,
    // An unknown opcode.
    0x0100_0070,
    0x8000_0000,
    0x0000_FFFF,
    // After the end.
    0x0200_0001,
];

const PIXEL: &[u32] = &[
    0xFFFF_0200,
    // dcl t0.xy, dcl_2d s1
    0x0200_001F,
    0x8000_0000,
    0xB003_0000,
    0x0200_001F,
    0x9000_0000,
    0xA00F_0801,
    // texld_pp r0, t0, s1
    0x0300_0042,
    0x802F_0000,
    0xB0E4_0000,
    0xA0E4_0801,
    // mul_sat r0.w, r0.w, r0.w
    0x0300_0005,
    0x8018_0000,
    0x80FF_0000,
    0x80FF_0000,
    // mov oC0, r0
    0x0200_0001,
    0x800F_0800,
    0x80E4_0000,
    0x0000_FFFF,
];

pub(crate) fn read(data: &[u8]) -> Level9 {
    Level9::read(&chunk(b"Aon9", data)).unwrap()
}

#[test]
fn code_is_shown_as_the_disassembler_shows_it() {
    let read = |code| Assembly(&read(&level9([NONE; 5], code))).to_string();
    insta::assert_snapshot!([read(VERTEX), read(PIXEL)].concat());
}

#[test]
fn tables_are_shown_as_the_disassembler_shows_them() {
    let constants: &[u32] = &[0, 0x0001_0001, 0, 0x0016_0002, 0x0002_0004, 0x0100];
    let data = level9(
        [
            (2, constants),
            NONE,
            NONE,
            (2, &[0, 0x0002_0101]),
            (2, &[0x00F2_0000, 0x0001_0003]),
        ],
        PIXEL,
    );
    let found = read(&data);
    assert_eq!(found.unknown, [0, 0]);
    insta::assert_snapshot!(Mappings(&found).to_string());
    assert_eq!(Mappings(&read(&level9([NONE; 5], PIXEL))).to_string(), "");
}

/// Truncated and changed chunks are errors or have a disassembly of limited size.
#[test]
fn damaged_chunks_are_read_as_far_as_they_go() {
    let data = level9([NONE, NONE, NONE, (1, &[0]), (1, &[0])], VERTEX);
    for size in 0..data.len() {
        assert!(Level9::read(&chunk(b"Aon9", &data[..size])).is_err());
    }
    for at in 0..data.len() {
        for change in [1, 0x80, 0xFF] {
            let mut file = data.clone();
            file[at] ^= change;
            if let Ok(read) = Level9::read(&chunk(b"Aon9", &file)) {
                let text = Assembly(&read).to_string() + &Mappings(&read).to_string();
                assert!(text.len() < 200 * data.len(), "{at}");
            }
        }
    }
}
