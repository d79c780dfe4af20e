//! Files whose structures overlap, refer to each other, or are very long.

use pica200_bnsh::error::ErrorKind;
use pica200_bnsh::strings::StringError;
use pica200_bnsh::{Bnsh, Structure};

/// A file under construction, with only a header, a shader container and variations at first.
pub(crate) struct Maker {
    bytes: Vec<u8>,
}

impl Maker {
    /// Creates a file with `count` variations, whose binary programs all start at the offset after them.
    pub(crate) fn with_variations(count: u32) -> Self {
        let mut maker = Self { bytes: vec![0; 0xC0] };
        maker.put(0, b"BNSH\0\0\0\0\x0B\x01\x02\0\xFF\xFE\x03\x40");
        maker.put(0x16, &[0x60]);
        maker.put(0x60, b"grsc");
        maker.put(0x7C, &count.to_le_bytes());
        maker.put(0x80, &[0xC0]);
        let program = 0xC0 + 0x40 * u64::from(count);
        for _ in 0..count {
            for value in [0, 0, program, 0x60, 0, 0, 0, 0] {
                maker.push(&u64::to_le_bytes(value));
            }
        }
        maker
    }

    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        crate::put(&mut self.bytes, at, bytes);
    }

    /// Adds a program for the first variation, with a vertex stage that has one dictionary, which follows. The stage
    /// has slots at 60h.
    pub(crate) fn program_with_inputs(&mut self) {
        let program = self.len();
        let mut record = [0_u64; 20];
        record[14] = 0xC0;
        record[15] = program + 0xA0;
        let mut reflection = [0_u64; 8];
        reflection[0] = program + 0xA0 + 0x40;
        let mut stage = [0_u64; 12];
        stage[0] = program + 0xA0 + 0x40 + 0x60;
        stage[7] = 0x60;
        for value in record.into_iter().chain(reflection).chain(stage) {
            self.push(&value.to_le_bytes());
        }
    }

    /// Adds a dictionary node.
    pub(crate) fn node(&mut self, bit: i32, left: u16, right: u16, key: u64) {
        self.push(&bit.to_le_bytes());
        self.push(&left.to_le_bytes());
        self.push(&right.to_le_bytes());
        self.push(&key.to_le_bytes());
    }

    /// Returns the file, with an empty string table and an empty relocation table.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let strings = u32::try_from(self.len()).unwrap();
        self.push(b"_STR\0\0\0\0\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        let table = u32::try_from(self.len()).unwrap();
        self.push(b"_RLT");
        self.push(&table.to_le_bytes());
        self.push(&[0; 8]);
        let size = u32::try_from(self.len()).unwrap();
        self.put(0x18, &table.to_le_bytes());
        self.put(0x1C, &size.to_le_bytes());
        self.put(0x64, &(strings - 0x60).to_le_bytes());
        self.put(0x68, &(strings - 0x60).to_le_bytes());
        self.bytes
    }
}

/// Returns a file with a dictionary in which searches visit all nodes: the tested bits of all keys are 0.
pub(crate) fn chain(count: u16) -> Vec<u8> {
    let mut maker = Maker::with_variations(1);
    maker.program_with_inputs();
    // One slot for each entry, with arbitrary bytes.
    maker.push(b"_DIC");
    maker.push(&i32::from(count).to_le_bytes());
    let keys = maker.len() + 16 * (u64::from(count) + 1);
    maker.node(-1, 1, 0, 0);
    for number in 1..=count {
        let next = if number < count { number + 1 } else { 0 };
        maker.node(64 + i32::from(number), next, next, keys + 8 * u64::from(number));
    }
    maker.push(&[0; 8]);
    for number in 1..=count {
        let text = format!("{number:04}");
        maker.push(&[4, 0]);
        maker.push(text.as_bytes());
        maker.push(&[0, 0]);
    }
    maker.finish()
}

/// Returns a file with a dictionary whose keys are all one long string.
fn one_long_key(count: u16) -> Vec<u8> {
    let mut maker = Maker::with_variations(1);
    maker.program_with_inputs();
    maker.push(b"_DIC");
    maker.push(&i32::from(count).to_le_bytes());
    let key = maker.len() + 16 * (u64::from(count) + 1);
    maker.node(-1, 1, 0, 0);
    for _ in 0..count {
        maker.node(0, 0, 0, key);
    }
    maker.push(&u16::MAX.to_le_bytes());
    maker.push(&[b'n'; 65535]);
    maker.push(&[0]);
    maker.finish()
}

#[test]
fn small_files_are_made_without_faults() {
    let file = chain(3);
    let read = Bnsh::read(&file).unwrap();
    assert_eq!(read.faults, []);
    assert_eq!(read.dictionaries[0].keys().len(), 3);
}

/// Variations that share a program share all of its structures. Only one of them is its parent.
#[test]
fn structures_may_not_be_shared_without_end() {
    let count = 2000;
    let mut maker = Maker::with_variations(count);
    maker.program_with_inputs();
    maker.push(b"_DIC");
    maker.push(&1000_i32.to_le_bytes());
    for _ in 0..=1000 {
        maker.node(0, 0, 0, 0xFFFF_FFFF);
    }
    let file = maker.finish();
    let read = Bnsh::read(&file).unwrap();
    assert_eq!(read.faults.len(), 500);
    // So that data after the program is read: each variation reads it.
    let mut maker = Maker::with_variations(count);
    maker.push(&[0; 0xA0]);
    let file = maker.finish();
    let read = Bnsh::read(&file).unwrap();
    assert!(read.variations.iter().all(|one| one.programs[2].is_some()));
    let mut maker = Maker::with_variations(count);
    maker.program_with_inputs();
    maker.push(b"_DIC");
    maker.push(&1000_i32.to_le_bytes());
    maker.node(-1, 0, 0, 0);
    let key = maker.len() + 16 * 1000;
    for _ in 0..1000 {
        maker.node(0, 0, 0, key);
    }
    maker.push(b"\x01\0k\0");
    let file = maker.finish();
    let read = Bnsh::read(&file).unwrap();
    assert!(read.dictionaries.len() < 60, "{}", read.dictionaries.len());
}

#[test]
fn shared_structures_are_a_fault() {
    let mut maker = Maker::with_variations(4);
    // Each program doubles as the record of all programs, all stages of code, and all stages of reflection.
    let program = maker.len();
    let mut record = [program; 20];
    record[0] = 0;
    for value in record {
        maker.push(&value.to_le_bytes());
    }
    let file = maker.finish();
    let read = Bnsh::read(&file).unwrap();
    let shared = |fault: &ErrorKind| matches!(fault, ErrorKind::Shared { multiple: 4 });
    let fault = read.faults.iter().find(|fault| shared(&fault.kind)).unwrap();
    insta::assert_snapshot!(fault.kind, @"the structures so far take more than 4 times the size of the file");
}

/// Programs that share a record, all of whose stages have the same code: the whole file.
#[test]
fn code_may_not_be_shared_without_end() {
    let count = 100;
    let mut maker = Maker::with_variations(count);
    let program = maker.len();
    let mut record = [0_u64; 20];
    record[1..7].fill(program + 0xA0);
    record[14] = 0xC0;
    // Byte code at 60h, 5000 bytes.
    let code = [0, 0, 0x60, 5000, 0, 0, 0, 0];
    for value in record.into_iter().chain(code) {
        maker.push(&value.to_le_bytes());
    }
    let file = maker.finish();
    let read = Bnsh::read(&file).unwrap();
    let shared = |fault: &ErrorKind| matches!(fault, ErrorKind::SharedCode { multiple: 64 });
    let fault = read.faults.iter().find(|fault| shared(&fault.kind));
    insta::assert_snapshot!(fault.unwrap().kind, @"the code so far takes more than 64 times the size of the file");
    let size: usize = read.parts().iter().map(|part| part.range.len()).sum();
    assert!(size <= 64 * file.len());
}

#[test]
fn long_strings_may_not_be_shared_without_end() {
    let file = one_long_key(200);
    let read = Bnsh::read(&file).unwrap();
    let too_long = read.faults.iter().find(|fault| {
        let reason = match &fault.kind {
            ErrorKind::String { reason, .. } => *reason,
            _ => return false,
        };
        reason == StringError::TooLong
    });
    let fault = too_long.unwrap();
    assert!(matches!(fault.structure, Structure::Dictionary(..)));
    insta::assert_snapshot!(fault.kind, @"a key is the string at ED8h, but the strings so far are more than 24 times as large as the file");
    let size: usize = read
        .dictionaries
        .iter()
        .flat_map(|one| one.keys())
        .map(|key| key.len())
        .sum();
    assert!(size <= 24 * file.len(), "{size}");
}

/// A name can have 65535 characters.
#[test]
fn long_names_are_cut_off_in_messages() {
    let file = one_long_key(2);
    let read = Bnsh::read(&file).unwrap();
    let found = pica200_bnsh::verify::verify(&read);
    assert!(found.len() > 3);
    for violation in found {
        assert!(violation.to_string().len() < 400);
    }
}

/// Blocks of 16 bytes up to the end of the file.
#[test]
fn blocks_are_limited_by_the_size_of_the_file() {
    let mut maker = Maker::with_variations(0);
    for _ in 0..5000 {
        maker.push(b"abcd\x10\0\0\0\x10\0\0\0\0\0\0\0");
    }
    let mut file = maker.finish();
    // The distance to the next block, and the size.
    crate::put(&mut file, 0x64, &0x60_u32.to_le_bytes());
    crate::put(&mut file, 0x68, &0x60_u32.to_le_bytes());
    let read = Bnsh::read(&file).unwrap();
    assert_eq!(read.blocks.len(), 5002);
    assert_eq!(read.faults, []);
}
