//! Instructions: lengths, extended tokens, declarations, custom data, and additional dwords.

use pica200_dxbc::program::{
    Body, DataClass, Declaration, DecodeError, Dimension, Extension, InstructionLocation, Message, MessageKind, Opcode,
    Part, ReturnType, Token, WriteError,
};

use crate::common::{R0, R1, bytes, code, decode_error, instruction, program, read, token};

const MOV: u32 = 54;
const CUSTOMDATA: u32 = 53;
const INTERFACE: u32 = 146;

fn place(opcode: Opcode, at: u32) -> InstructionLocation {
    InstructionLocation { opcode, at }
}

#[test]
fn trailing_bytes_and_dwords_are_kept() {
    let ret = token(62, 1);
    let mut data = bytes(&[ret]);
    data.extend([1, 2, 3, 4, 5]);
    let program = read(&data).unwrap();
    assert_eq!(program.trailing, [1, 2, 3, 4, 5]);
    assert_eq!(program.write().unwrap(), data);
    let longer = instruction(&[token(62, 3), 8, 9]);
    assert!(matches!(&longer.body, Body::Parts { rest, .. } if rest == &[8, 9]));
}

#[test]
fn offsets_count_from_the_start_of_the_chunk() {
    let program = program(&[code(MOV, &[&R0, &R1]), vec![token(62, 1)]].concat());
    let places: Vec<_> = program.instructions.iter().map(|one| one.at).collect();
    assert_eq!(places, [2, 7]);
}

#[test]
fn headers_are_checked() {
    let message = |data: &[u8]| read(data).unwrap_err().to_string();
    insta::assert_snapshot!(message(&[1; 7]), @"chunk `SHDR`, at byte 0h: the program has 7 bytes; its version and its length take 8");
    insta::assert_snapshot!(message(&[0, 0, 0, 0, 1, 0, 0, 0]), @"chunk `SHDR`, at byte 4h: the length of the program is 1 dwords; expected 2 to 2, the end of the chunk");
    insta::assert_snapshot!(message(&[0, 0, 0, 0, 3, 0, 0, 0]), @"chunk `SHDR`, at byte 4h: the length of the program is 3 dwords; expected 2 to 2, the end of the chunk");
}

#[test]
fn lengths_of_instructions_are_checked() {
    let length = |found, min, max| DecodeError::InstructionLength {
        instruction: place(Opcode::MOV, 2),
        found,
        min,
        max,
    };
    assert_eq!(decode_error(&[token(MOV, 0), 0]), (2, length(0, 1, 2)));
    assert_eq!(decode_error(&[token(MOV, 3), 0]), (2, length(3, 1, 2)));
    let short = |part| DecodeError::Short {
        instruction: place(Opcode::MOV, 2),
        part,
    };
    assert_eq!(decode_error(&[token(MOV, 1)]), (3, short(Part::Operand(1))));
    assert_eq!(decode_error(&code(MOV, &[&R0, &R1[..1]])), (6, short(Part::Operand(2))));
    let extended = token(MOV, 2) | 1 << 31;
    assert_eq!(decode_error(&[extended, 1 << 31]), (4, short(Part::ExtendedTokens)));
}

#[test]
fn long_lengths_are_checked() {
    let data = |class: u32| CUSTOMDATA | class << 11;
    let short = |part| DecodeError::Short {
        instruction: place(Opcode::CUSTOMDATA, 2),
        part,
    };
    assert_eq!(decode_error(&[data(0)]), (2, short(Part::Length)));
    let length = |found, max| DecodeError::InstructionLength {
        instruction: place(Opcode::CUSTOMDATA, 2),
        found,
        min: 2,
        max,
    };
    assert_eq!(decode_error(&[data(0), 1]), (2, length(1, 2)));
    assert_eq!(decode_error(&[data(0), u32::MAX]), (2, length(u32::MAX, 2)));
    assert_eq!(decode_error(&[data(4), 3, 0]), (4, short(Part::DataHeader)));
}

#[test]
fn extended_tokens_have_a_meaning() {
    // sample_aoffimmi_indexable(-8,7,0)(texture2d)(float,float,float,uint)
    let tokens = [
        1 | 8 << 9 | 7 << 13 | 1 << 31,
        2 | 3 << 6 | 24 << 11 | 1 << 31,
        3 | 5 << 6 | 5 << 10 | 5 << 14 | 4 << 18,
    ];
    let mut dwords = code(69, &[&tokens, &R0, &R1, &R1, &R1]);
    dwords[0] |= 1 << 31;
    let sample = instruction(&dwords);
    assert_eq!(sample.offsets(), Some([-8, 7, 0]));
    assert_eq!(sample.resource(), Some((Dimension::TEXTURE_2D, 24)));
    let float = ReturnType::FLOAT;
    let types = sample.return_types().unwrap().to_array();
    assert_eq!(types, [float, float, float, ReturnType::UINT]);
    let mut unknown = code(MOV, &[&[9], &R0, &R1]);
    unknown[0] |= 1 << 31;
    assert_eq!(instruction(&unknown).extended, [Extension(9)]);
}

#[test]
fn controls_are_bits_of_the_token() {
    let controlled = |bits: u32| {
        let mut dwords = code(MOV, &[&R0, &R1]);
        dwords[0] |= bits;
        instruction(&dwords)
    };
    assert!(controlled(1 << 13).token.saturates());
    assert!(controlled(1 << 18).token.tests_nonzero());
    assert_eq!(controlled(0b0101 << 19).precise().to_string(), "xz");
    let sync = instruction(&[token(190, 1) | 0b1011 << 11]).token.sync();
    assert!(sync.threads() && sync.group_memory() && sync.views_globally());
    assert!(!sync.views_in_group());
}

#[test]
fn unknown_instructions_are_kept() {
    for opcode in [107, 112, 209, 218, 235, 2047] {
        let kept = instruction(&[token(opcode, 3) | 1 << 31, 7, 8]);
        assert_eq!(kept.body, Body::Unknown(vec![7, 8]));
        assert!(kept.operands().is_empty() && kept.declaration().is_none());
    }
}

#[test]
fn immediate_constant_buffers_have_rows() {
    let class = DataClass::IMMEDIATE_CONSTANT_BUFFER.0;
    let data = |count: u32| {
        let mut dwords = vec![CUSTOMDATA | class << 11, count + 2];
        dwords.extend(1..=count);
        instruction(&dwords)
    };
    let rows = [[1, 2, 3, 4], [5, 6, 7, 8]];
    assert_eq!(data(8).immediate_constant_buffer(), Some(rows.as_slice()));
    assert_eq!(data(9).immediate_constant_buffer(), Some(rows.as_slice()));
    assert!(data(9).is_declaration());
    for class in [0, 1, 2, 5, 77] {
        let opaque = instruction(&[CUSTOMDATA | class << 11, 3, 9]);
        assert_eq!(opaque.body, Body::Data(vec![9]));
        assert_eq!(opaque.token.data_class(), DataClass(class));
        assert_eq!(opaque.immediate_constant_buffer(), None);
    }
}

/// Encodes a message `hi!` with one operand, with this header after the format.
fn message(header: [u32; 3]) -> Vec<u32> {
    let mut dwords = vec![CUSTOMDATA | 4 << 11, 10, 0x20_0102, 6];
    dwords.extend(header);
    dwords.extend(R1);
    dwords.push(u32::from_le_bytes(*b"hi!\0"));
    dwords
}

#[test]
fn messages_have_operands_and_a_text() {
    let read = instruction(&message([3, 1, 2]));
    let Body::Message(text) = &read.body else {
        panic!("a message: {read:?}");
    };
    assert_eq!((text.kind, text.format), (MessageKind::PRINT, 6));
    assert_eq!(text.bytes(), b"hi!");
    assert_eq!(read.operands().len(), 1);
    assert!(!read.is_declaration());
    let instruction = place(Opcode::CUSTOMDATA, 2);
    let stated = |stated| DecodeError::MessageOperands {
        instruction,
        taken: 2,
        stated,
    };
    assert_eq!(decode_error(&message([3, 1, 3])), (11, stated(3)));
    let part = Part::Text;
    let short = DecodeError::Short { instruction, part };
    assert_eq!(decode_error(&message([5, 1, 2])), (11, short));
}

#[test]
fn tables_of_functions_have_their_bodies() {
    let table = code(145, &[&[2, 3, 7, 8, 9]]);
    let expected = Declaration::FunctionTable {
        table: 2,
        bodies: &[7, 8, 9],
    };
    assert_eq!(instruction(&table).declaration(), Some(expected));
    let interface = code(INTERFACE, &[&[1, 4, 2 << 16 | 2, 5, 6]]);
    let mut long = vec![INTERFACE | 1 << 11 | 1 << 31, 7, 1, 4, 2 << 16 | 2, 5, 6];
    for (dwords, dynamic) in [(&interface, false), (&long, true)] {
        let expected = Declaration::Interface {
            register: 1,
            calls: 4,
            array_length: 2,
            tables: &[5, 6],
            dynamic,
        };
        assert_eq!(instruction(dwords).declaration(), Some(expected));
    }
    long[4] += 1;
    let short = DecodeError::Short {
        instruction: place(Opcode::DCL_INTERFACE, 2),
        part: Part::Values,
    };
    assert_eq!(decode_error(&long), (7, short));
}

#[test]
fn function_calls_have_a_number_before_the_operand() {
    let call = instruction(&code(120, &[&[3], &[0x0020_3000, 0, 1]]));
    assert_eq!(call.values(), [3]);
    assert_eq!(call.operands()[0].indices.len(), 2);
}

#[test]
fn instructions_without_a_form_are_refused() {
    let mut program = program(&[token(62, 1)]);
    program.instructions[0].body = Body::Unknown(vec![0; 127]);
    let error = program.write().unwrap_err();
    insta::assert_snapshot!(error, @"instruction 0, `ret`, takes 128 dwords; the maximum is 127");
    let operand = instruction(&code(MOV, &[&R0, &[0x0030_8E46, 4, 5, 6]]));
    let mut operands = operand.operands().to_vec();
    let index = operands[1].indices[0].clone();
    operands[1].indices.push(index);
    program.instructions[0] = pica200_dxbc::program::Instruction::new(Token::new(Opcode::MOV), operands);
    let error = program.write().unwrap_err();
    assert!(matches!(error, WriteError::Indices { found: 4, .. }));
    insta::assert_snapshot!(error, @"instruction 0, `mov`, has an operand with 4 indices; the maximum is 3");
}

#[test]
fn messages_without_a_text_are_empty() {
    let message = Message {
        kind: MessageKind::ERROR,
        format: 0,
        characters: u32::MAX,
        operands: Vec::new(),
        text: Vec::new(),
    };
    assert!(message.bytes().is_empty());
}
