//! The message of each error, with files and models that cause it.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its data has failed")]

mod models;

use insta::assert_snapshot;
use models::{peek, poke, sample_object, sample_shbin, sample_with_labels, sample_with_stated_fields};
use pica200_objfmt::formats::error::{RecordLocation, Structure, Table, WriteError, WriteErrorKind};
use pica200_objfmt::formats::object::{Linkage, Object, Reference, RelocationKind, ShaderKind, UniformClass};
use pica200_objfmt::formats::shbin::{GeometryMode, Line, Shbin};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register, UniformKind};

/// Returns the offset of a table of the sample object, from the offset of its pair in the header.
fn table(pair: usize) -> usize {
    usize::try_from(peek(&sample_object().write().unwrap(), pair)).unwrap()
}

/// Returns the message about the sample object with a word changed.
fn object_with(offset: usize, word: u32) -> String {
    let mut file = sample_object().write().unwrap();
    poke(&mut file, offset, word);
    Object::read(&file).unwrap_err().to_string()
}

/// Returns the offset of the sample's first DVLE.
fn dvle() -> usize {
    usize::try_from(peek(&sample_shbin().write().unwrap(), 8)).unwrap()
}

/// Returns the message about the sample shader binary with a word changed.
fn shbin_with(offset: usize, word: u32) -> String {
    let mut file = sample_shbin().write().unwrap();
    poke(&mut file, offset, word);
    Shbin::read(&file).unwrap_err().to_string()
}

/// Returns the error of writing the sample object with a change.
fn invalid(change: impl FnOnce(&mut Object)) -> String {
    let mut object = sample_object();
    change(&mut object);
    let said = object.validate().unwrap_err().to_string();
    assert_eq!(object.write().unwrap_err().to_string(), said);
    said
}

/// Returns the error of writing the sample shader binary with a change.
fn unwritable(change: impl FnOnce(&mut Shbin)) -> String {
    let mut shbin = sample_shbin();
    change(&mut shbin);
    shbin.write().unwrap_err().to_string()
}

const MAGIC_OF_ELF: u32 = u32::from_le_bytes(*b"\x7FELF");

#[test]
fn files_that_are_something_else() {
    assert_snapshot!(shbin_with(0, MAGIC_OF_ELF), @r#"DVLB, at byte 0h: begins with `\x7fELF`; expected `DVLB`"#);
    assert_snapshot!(shbin_with(16, MAGIC_OF_ELF), @r#"DVLP, at byte 10h: begins with `\x7fELF`; expected `DVLP`"#);
    assert_snapshot!(shbin_with(dvle(), MAGIC_OF_ELF), @r#"DVLE 0, at byte 70h: begins with `\x7fELF`; expected `DVLE`"#);
    assert_snapshot!(object_with(0, MAGIC_OF_ELF), @r#"DVOJ, at byte 0h: begins with `\x7fELF`; expected `DVOJ`"#);
    assert_snapshot!(Object::read(b"").unwrap_err(), @"DVOJ, at byte 0h: takes 4 bytes, but the file has 0 left");
    assert_snapshot!(Object::read(b"DVOJ\x02\x10\0\0").unwrap_err(), @"DVOJ, at byte 4h: version 1002h cannot be linked, only 7C03h: the meaning of relocations in other versions is not published");
}

#[test]
fn tables_that_are_not_in_the_file() {
    assert_snapshot!(shbin_with(dvle() + 0x1C, 1000), @"DVLE 0, constant table, at byte B0h: takes 20000 bytes, but the file has 336 left");
    assert_snapshot!(shbin_with(dvle() + 0x18, 0xFFFF_FFFC), @"DVLE 0, constant table, at byte 10000006Ch: takes 40 bytes, but the file has 0 left");
    // The code extends to the end of the file.
    let size = sample_shbin().write().unwrap().len();
    let words = u32::try_from((size - 16 - 0x28) / 4).unwrap();
    assert_snapshot!(shbin_with(16 + 0x0C, words), @"DVLP, descriptor table, at byte 40h: takes 16 bytes, but only 0 are not part of another table");
    assert_snapshot!(object_with(0x80, 1), @"DVOJ, uniform details, at byte 1E4h: has 1 entries, but the uniform table has 3");
}

/// Checks each table that loaders find by dividing its offset.
#[test]
fn offsets_between_words() {
    assert_snapshot!(shbin_with(8, 0x71), @"DVLE 0, at byte 71h: the offset is 71h; expected a multiple of 4");
    assert_snapshot!(shbin_with(16 + 0x08, 0x2A), @"DVLP, code, at byte 3Ah: the offset is 2Ah; expected a multiple of 4");
    assert_snapshot!(shbin_with(16 + 0x10, 0x33), @"DVLP, descriptor table, at byte 43h: the offset is 33h; expected a multiple of 4");
    assert_snapshot!(shbin_with(dvle() + 0x18, u32::MAX), @"DVLE 0, constant table, at byte 10000006Fh: the offset is FFFFFFFFh; expected a multiple of 4");
    assert_snapshot!(shbin_with(dvle() + 0x28, 0x41), @"DVLE 0, output table, at byte B1h: the offset is 41h; expected a multiple of 4");
    assert_snapshot!(shbin_with(dvle() + 0x30, 0x42), @"DVLE 0, uniform table, at byte B2h: the offset is 42h; expected a multiple of 4");
    assert_snapshot!(shbin_with(dvle() + 0x38, 0x43), @"DVLE 0, symbol table, at byte B3h: the offset is 43h; expected a multiple of 4");
}

#[test]
fn names_that_cannot_be_read() {
    let uniforms = usize::try_from(peek(&sample_shbin().write().unwrap(), dvle() + 0x30)).unwrap();
    assert_snapshot!(shbin_with(dvle() + uniforms + 8, 0x1000), @"DVLE 0, uniform table, entry 1, at byte 110h: the name is at 1000h of the symbol table, which has 1Fh bytes");
    assert_snapshot!(shbin_with(dvle() + 0x3C, 0x1E), @"DVLE 0, label table, entry 1, at byte E8h: the name at 19h of the symbol table is not NUL-terminated");
    assert_snapshot!(object_with(table(0x50), u32::MAX), @"DVOJ, at byte 5Ch: the name at 0h of the symbol table is not UTF-8");
    let lines = usize::try_from(peek(&sample_shbin().write().unwrap(), 16 + 0x18)).unwrap();
    assert_snapshot!(shbin_with(16 + lines, 1), @"DVLP, line table, entry 0, at byte 50h: the file name's offset is 1h, but no file name begins there");
    assert_snapshot!(object_with(table(0x9C) + 4, 6), @"DVOJ, file name table, entry 1, at byte 258h: the file name's offset is 6h; expected more than 6h");

    let mut shbin = sample_shbin();
    let uniform = shbin.shaders[0].uniforms[0].clone();
    shbin.shaders[0].uniforms = vec![uniform; 1000];
    shbin.shaders[0].uniforms[0].name = "long".repeat(1000).into();
    let mut file = shbin.write().unwrap();
    for entry in 0..1000 {
        poke(&mut file, dvle() + uniforms + 8 * entry, 0);
    }
    assert_snapshot!(Shbin::read(&file).unwrap_err(), @"DVLE 0, uniform table, entry 128, at byte 508h: the names so far are more than 24 times as large as the file");
}

#[test]
fn fields_that_cannot_be() {
    assert_snapshot!(object_with(0x58, 0x20), @"DVOJ, at byte 58h: the set of flags is 20h; expected 0h to 1Fh");
    assert_snapshot!(object_with(8, 0x0009_0003), @"DVOJ, at byte 8h: the input mask is 3h; expected 2h");
    assert_snapshot!(object_with(0x0C, 0x0300_2803), @"DVOJ, at byte Ch: the geometry mode is 3h; expected 0h to 2h");
    assert_snapshot!(object_with(table(0x38) + 4, 0x0901), @"DVOJ, relocation table, entry 0, at byte 14Ch: the kind is 9h; expected 0h to 4h");
    assert_snapshot!(object_with(table(0x48) + 4, 0x0074_0074), @"DVOJ, uniform table, entry 0, at byte 18Ch: the first register is 74h; expected 0h to 6Fh, 70h to 73h or 78h to 87h");
    assert_snapshot!(object_with(table(0x48) + 4, 0x0000_0001), @"DVOJ, uniform table, entry 0, at byte 18Ch: the last register is 0h, but the first is 1h");
    assert_snapshot!(object_with(table(0x10), 0x0002_0003), @"DVOJ, constant table, entry 0, at byte A8h: the kind is 3h; expected 0h to 2h, with 24 bits in each component of a float");
    assert_snapshot!(object_with(table(0x18) + 4, 1), @"DVOJ, label table, entry 1, at byte E0h: the location is at word 0; expected at least 1");
}

#[test]
fn code_that_contradicts_itself() {
    assert_snapshot!(invalid(|o| o.code.resize(4097, 0)), @"DVOJ, code: the code has 4097 words, but words can address only 4096");
    assert_snapshot!(invalid(|o| o.lines.truncate(1)), @"DVOJ, line table: there are 1 lines, but the code has 5 words");
    assert_snapshot!(invalid(|o| o.lines[3].file = 2), @"DVOJ, line table, entry 3: the index is 2, but the file name table has 2 entries");
    assert_snapshot!(invalid(|o| o.relocations.truncate(1)), @"DVOJ, relocation table: the `for` at word 1 has no record");
    assert_snapshot!(invalid(|o| o.relocations[1].word = 3), @"DVOJ, relocation table, entry 1: the record is for word 3, but 1 is the next instruction with operands");
    assert_snapshot!(invalid(|o| o.code[3] = Opcode::Nop.base_word()), @"DVOJ, relocation table, entry 3: the record is for word 3, but no instruction with operands is left");
    assert_snapshot!(invalid(|o| o.relocations[0].kind = RelocationKind::Plain), @"DVOJ, relocation table, entry 0: the record of `mov` has neither descriptor nor target; expected a descriptor");
    assert_snapshot!(invalid(|o| o.relocations[2].kind = RelocationKind::Label(2)), @"DVOJ, relocation table, entry 2: the word's target is 0h, but the record says 4h");
    assert_snapshot!(invalid(|o| o.relocations[3].kind = RelocationKind::Label(3)), @"DVOJ, relocation table, entry 3: the index is 3, but the label table has 3 entries");
    assert_snapshot!(invalid(|o| o.relocations[0].register = None), @"DVOJ, relocation table, entry 0: the record of `mov` has no uniform register; expected a float uniform");
    assert_snapshot!(invalid(|o| o.relocations[3].register = o.relocations[1].register), @"DVOJ, relocation table, entry 3: the record of `jmpc` has an integer uniform; expected no uniform register");
    assert_snapshot!(invalid(|o| o.code[0] ^= 1), @"DVOJ, relocation table, entry 0: the word's descriptor is 1h, but the record says 0h");
    assert_snapshot!(invalid(|o| o.code[1] = Opcode::For.fields().target.unwrap()[1].set(o.code[1], 5)), @"DVOJ, relocation table, entry 1: the location ends at word 6, but the code has 5 words");
    assert_snapshot!(invalid(|o| o.relocations[2].kind = RelocationKind::Word), @"DVOJ, relocation table, entry 2: the record of `call` has a word of the same object; expected a procedure, a label or an external");
    assert_snapshot!(invalid(|o| o.relocations[1].kind = RelocationKind::Label(1)), @"DVOJ, relocation table, entry 1: the record of `for` has a procedure; expected a word or label of the same object");
    assert_snapshot!(invalid(|o| o.relocations[1].kind = RelocationKind::External(0)), @"DVOJ, relocation table, entry 1: the record of `for` has an external; expected a word or label of the same object");
    // As read from a file, with the offset.
    assert_snapshot!(object_with(table(0x20), Opcode::Mov.base_word()), @"DVOJ, relocation table, entry 0, at byte 14Ch: the record of `mov` has a float uniform; expected no uniform register");
}

#[test]
fn labels_that_lead_beyond_the_code() {
    let invalid = |change: fn(&mut Object)| {
        let mut object = sample_with_labels();
        change(&mut object);
        object.validate().unwrap_err().to_string()
    };
    assert_snapshot!(invalid(|o| o.code[2] += 1), @"DVOJ, relocation table, entry 2: the location ends at word 6, but the code has 5 words");
    assert_snapshot!(invalid(|o| {
        o.labels[2].word = 5;
        o.entry = None;
        o.code[1] = Opcode::For.fields().target.unwrap()[1].set(o.code[1], 5);
    }), @"DVOJ, relocation table, entry 1: the location ends at word 6, but the code has 5 words");
    assert_snapshot!(invalid(|o| o.entry.as_mut().unwrap().length = Some(2)), @"DVOJ: the location ends at word 6, but the code has 5 words");
    // There is only a procedure with that name.
    assert_snapshot!(invalid(|o| o.entry.as_mut().unwrap().name = "start".into()), @"DVOJ: the entry `start` has a length, but no label has its name");
    let mut file = Object::new().write().unwrap();
    poke(&mut file, 0xA4, 1);
    assert_snapshot!(Object::read(&file).unwrap_err(), @"DVOJ, at byte A4h: the length of a missing entry is 1h; expected FFFFFFFFh");
}

#[test]
fn names_and_places_that_contradict_themselves() {
    assert_snapshot!(invalid(|o| o.externals[0].clear()), @"DVOJ, externals, entry 0: the name is empty");
    assert_snapshot!(invalid(|o| o.files[1].push('\0')), @r#"DVOJ, file name table, entry 1: the name `b.pica\0` contains a NUL"#);
    assert_snapshot!(invalid(|o| o.labels[0].name = "a\"b".into()), @r#"DVOJ, label table, entry 0: the name `a\"b` contains `\"`; names have only letters, digits, `_`, `$` and `.`"#);
    assert_snapshot!(invalid(|o| o.labels[2].word = 6), @"DVOJ, label table, entry 2: the location ends at word 6, but the code has 5 words");
    assert_snapshot!(invalid(|o| o.labels.swap(1, 2)), @"DVOJ, label table, entry 2: the location is at word 0; expected at least 4");
    assert_snapshot!(invalid(|o| o.labels[2].procedure = o.labels[0].procedure), @"DVOJ, label table, entry 2: the location is at word 4; expected at least 5");
    assert_snapshot!(invalid(|o| o.labels[1].head_rank = 0), @"DVOJ, label table, entry 1: the head rank is 0; expected 1 to 1");
}

#[test]
fn registers_that_contradict_themselves() {
    assert_snapshot!(invalid(|o| o.uniforms[1].len = 97), @"DVOJ, uniform table, entry 1: takes 97 registers from number 0, but there are 96 float uniforms");
    assert_snapshot!(invalid(|o| o.uniforms[0].len = 2), @"DVOJ, uniform table, entry 0: the input takes 2 registers; expected 1");
    assert_snapshot!(invalid(|o| o.uniforms[0].first = 16), @"DVOJ, uniform table, entry 0: the register is number 16, but there are 16 input registers from 0");
    assert_snapshot!(invalid(|o| o.constants[0].kind = UniformKind::Boolean), @"DVOJ, named constants, entry 0: a named constant is boolean; expected float or integer");
    assert_snapshot!(invalid(|o| o.values[0].value = o.values[1].value), @"DVOJ, constant table, entry 0: the value is for a boolean uniform, but the register is an integer uniform");
    assert_snapshot!(invalid(|o| o.values[0].register = Reference::Uniform { index: 0, element: 0 }), @"DVOJ, constant table, entry 0: the reference does not resolve to a uniform register");
    assert_snapshot!(invalid(|o| {
        o.values[0].register = Reference::Register(Register { bank: Bank::Integer, number: 4 });
    }), @"DVOJ, constant table, entry 0: the register is number 4, but there are 4 integer uniforms from 0");
    assert_snapshot!(invalid(|o| o.outputs[0].register = 16), @"DVOJ, output table, entry 0: the register is number 16, but there are 16 output registers from 0");
    assert_snapshot!(invalid(|o| o.kind = ShaderKind::Geometry {
        mode: GeometryMode::Point,
        first_uniform: 96,
    }), @"DVOJ: the register is number 96, but there are 96 float uniforms from 0");
}

#[test]
fn declarations_that_contradict_themselves() {
    let other = Linkage::Extern { exact: true };
    assert_snapshot!(invalid(|o| o.uniforms[0].linkage = other), @"DVOJ, uniform table, entry 0: a register is chosen for a declaration of another object");
    assert_snapshot!(invalid(|o| o.uniforms[0].linkage = Linkage::Library), @"DVOJ, uniform table, entry 0: an input of another object, but inputs belong to the file");
    assert_snapshot!(invalid(|o| o.uniforms[2].pinned = true), @"DVOJ, uniform table, entry 2: a register is chosen for a declaration of another object");
    assert_snapshot!(invalid(|o| o.constants[0].linkage = other), @"DVOJ, named constants, entry 0: a register is chosen for a declaration of another object");
    assert_snapshot!(invalid(|o| {
        o.constants[0].pinned = false;
        o.constants[0].linkage = other;
    }), @"DVOJ, constant table, entry 0: the value belongs to a constant of another object");
    let details = table(0x6C);
    assert_snapshot!(object_with(details + 0x10, 0x2_0000), @"DVOJ, label details, entry 0, at byte 1A4h: the visibility is 2h; expected 0h to 1h");
    assert_snapshot!(object_with(details + 2 * 0x14 + 0x10, 0x1_0000), @"DVOJ, label details, entry 2, at byte 1CCh: the last halfword is 1h; expected 0h");
    let details = table(0x7C);
    assert_snapshot!(object_with(details + 0xC + 8, 0x400), @"DVOJ, uniform details, entry 1, at byte 1F0h: the linkage is 4h; expected 0h to 3h");
    assert_snapshot!(object_with(details + 0xC + 8, 0x1_0000), @"DVOJ, uniform details, entry 1, at byte 1F0h: the byte after the linkage is 1h; expected 0h");
}

#[test]
fn models_that_cannot_be_written() {
    assert_snapshot!(unwritable(|s| s.shaders[1].labels[0].name = "a\0b".into()), @r#"DVLE 1, label table, entry 0: the name `a\x00b` contains a NUL"#);
    assert_snapshot!(unwritable(|s| s.shaders[0].labels[1].size = Some(u32::MAX)), @"DVLE 0, label table, entry 1: the size is 4294967295, which means no size");
    assert_snapshot!(unwritable(|s| s.shaders[0].uniforms[1].last = 0xF), @"DVLE 0, uniform table, entry 1: the last register is Fh, but the first is 10h");
    assert_snapshot!(unwritable(|s| s.program.lines[1] = Line { file: 2, line: 1 }), @"DVLP, line table, entry 1: the file is number 2, but there are 2");

    let mut object = sample_object();
    let label = object.labels[2].clone();
    object.labels.resize(65_537, label);
    assert_snapshot!(object.write().unwrap_err(), @"DVOJ, label table: has 65537 entries; at most 65536 can be numbered");

    // Building such a long file would take too long for a test.
    let too_long = WriteError {
        location: RecordLocation::table(Structure::Dvle(2), Table::Symbols),
        kind: WriteErrorKind::TooLong { end: 1 << 32 },
    };
    assert_snapshot!(too_long, @"DVLE 2, symbol table: ends at byte 4294967296, but offsets end at 4294967295");
}

#[test]
fn a_register_range_that_reads_backwards() {
    let uniforms = usize::try_from(peek(&sample_shbin().write().unwrap(), dvle() + 0x30)).unwrap();
    assert_snapshot!(shbin_with(dvle() + uniforms + 12, 0x0003_0010), @"DVLE 0, uniform table, entry 1, at byte 110h: the last register is 3h, but the first is 10h");
}

/// Inputs cannot be the target of a reference, so they have no separate bank here.
#[test]
fn inputs_are_not_referred_to() {
    assert_snapshot!(invalid(|o| o.uniforms[1].class = UniformClass::Uniform(UniformKind::Boolean)), @"DVOJ, relocation table, entry 0: the record of `mov` has a boolean uniform; expected a float uniform");
}

#[test]
fn stated_fields_that_cannot_be() {
    // The table directly follows the header, with 24 bytes for each entry.
    let with = |entry: usize, offset: usize, word: u32| {
        let mut file = sample_with_stated_fields().write().unwrap();
        poke(&mut file, 0xA8 + entry * 0x18 + offset, word);
        Object::read(&file).unwrap_err().to_string()
    };
    assert_snapshot!(with(0, 0, 4), @"DVOJ, stated fields, entry 0, at byte A8h: the kind is 4h; expected 0h to 3h");
    assert_snapshot!(with(0, 0, 0x1_0000), @"DVOJ, stated fields, entry 0, at byte A8h: the number is 1h; expected 0h");
    assert_snapshot!(with(1, 4, 0x1_0000), @"DVOJ, stated fields, entry 1, at byte C0h: the value is 10000h; expected 0h to FFFFh");
    assert_snapshot!(with(1, 8, 1), @"DVOJ, stated fields, entry 1, at byte C0h: the second word is 1h; expected 0h");
    assert_snapshot!(with(2, 0xC, 1), @"DVOJ, stated fields, entry 2, at byte D8h: the word before the position is 1h; expected 0h");
    assert_snapshot!(with(2, 0x10, 9), @"DVOJ, stated fields, entry 2, at byte D8h: the index is 9, but the file name table has 2 entries");
    assert_snapshot!(with(3, 0, 0x80_0003), @"DVOJ, stated fields, entry 3, at byte F0h: the descriptor is number 128, but there are 128 from 0");
    assert_snapshot!(with(3, 0, 0x100_0003), @"DVOJ, stated fields, entry 3, at byte F0h: the number of a descriptor is 100h; expected 0h to FFh");
    let mut file = sample_with_stated_fields().write().unwrap();
    let word = peek(&file, 0x68) & 0xFFFF | 0xFFFF_0000;
    poke(&mut file, 0x68, word);
    assert_snapshot!(Object::read(&file).unwrap_err(), @"DVOJ, stated fields, at byte A8h: takes 1572840 bytes, but the file has 612 left");
    let mut object = sample_with_stated_fields();
    object.stated = vec![object.stated[0]; 0x1_0000];
    assert_snapshot!(object.write().unwrap_err(), @"DVOJ, stated fields: has 65536 entries; at most 65535 can be numbered");
}
