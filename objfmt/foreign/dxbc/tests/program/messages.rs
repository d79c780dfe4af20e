//! Error messages.

use crate::common::{R0, R1, bytes, code, read, token};

const MOV: u32 = 54;
const CUSTOMDATA: u32 = 53;

fn message(dwords: &[u32]) -> String {
    read(&bytes(dwords)).unwrap_err().to_string()
}

#[test]
fn faults_of_lengths_say_what_has_no_room() {
    insta::assert_snapshot!(message(&[token(MOV, 0)]), @"chunk `SHDR`, at byte 8h: the length of `mov` at dword 2 is 0 dwords; expected 1 to 1, the end of the program");
    insta::assert_snapshot!(message(&[token(MOV, 9), 0]), @"chunk `SHDR`, at byte 8h: the length of `mov` at dword 2 is 9 dwords; expected 1 to 2, the end of the program");
    insta::assert_snapshot!(message(&[token(300, 0)]), @"chunk `SHDR`, at byte 8h: the length of `opcode300` at dword 2 is 0 dwords; expected 1 to 1, the end of the program");
    insta::assert_snapshot!(message(&[CUSTOMDATA]), @"chunk `SHDR`, at byte 8h: `customdata` at dword 2 is too short for the dword with its length");
    insta::assert_snapshot!(message(&[CUSTOMDATA, 1]), @"chunk `SHDR`, at byte 8h: the length of `customdata` at dword 2 is 1 dwords; expected 2 to 2, the end of the program");
    insta::assert_snapshot!(message(&code(MOV, &[&R0, &R1[..1]])), @"chunk `SHDR`, at byte 18h: `mov` at dword 2 is too short for its operand 2");
    insta::assert_snapshot!(message(&[token(MOV, 2) | 1 << 31, 1 << 31]), @"chunk `SHDR`, at byte 10h: `mov` at dword 2 is too short for its extended tokens");
    insta::assert_snapshot!(message(&code(104, &[])), @"chunk `SHDR`, at byte Ch: `dcl_temps` at dword 2 is too short for its values");
    insta::assert_snapshot!(message(&[CUSTOMDATA | 4 << 11, 2]), @"chunk `SHDR`, at byte 10h: `customdata` at dword 2 is too short for the header of its data");
    insta::assert_snapshot!(message(&[CUSTOMDATA | 4 << 11, 7, 0, 0, 1, 0, 0]), @"chunk `SHDR`, at byte 24h: `customdata` at dword 2 is too short for its text");
}

#[test]
fn faults_of_operands_name_the_operand() {
    let source = |dwords: &[u32]| message(&code(MOV, &[&R0, dwords]));
    let nested = [vec![0x0090_000A; 9], R1.to_vec()].concat();
    insta::assert_snapshot!(source(&nested), @"chunk `SHDR`, at byte 38h: `mov` at dword 2: indices of its operand 2 are nested more than 8 deep");
    insta::assert_snapshot!(source(&[0x0150_0E46, 1]), @"chunk `SHDR`, at byte 18h: `mov` at dword 2: the representation of an index of its operand 2 is 5; expected 0 to 4");
    insta::assert_snapshot!(source(&[0x0000_4003]), @"chunk `SHDR`, at byte 18h: `mov` at dword 2: its operand 2 is a literal with an unknown number of components");
    insta::assert_snapshot!(message(&[CUSTOMDATA | 4 << 11, 7, 0, 0, 0, 0, 3]), @"chunk `SHDR`, at byte 24h: the operands of `customdata` at dword 2 take 0 dwords, but their stated size is 3");
}
