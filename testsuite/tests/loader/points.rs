//! Files that an earlier verifier accepted and that the loader reads differently.

use pica200_link::LinkOptions;
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry, Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_testsuite::case::CaseSource;
use pica200_testsuite::loader::{Verdict, compare, verdict};
use pica200_testsuite::run::run;

/// Returns a file with an entry in each table that loaders read.
fn sample() -> Shbin {
    let text = "\
.fvec scale[2]
.constf one(1, 1, 1, 1)
.out pos position
.proc main
	mul r0, scale[1], v0
	add pos, one, r0
	end
.end
";
    let source = CaseSource {
        name: "main.pica".into(),
        text: text.into(),
        ..CaseSource::default()
    };
    let linking = LinkOptions {
        debug: true,
        ..LinkOptions::default()
    };
    let outcome = run(&[source], &Default::default(), Some(&linking));
    let shbin = outcome.output.unwrap().labelled();
    assert_eq!(verdict(&shbin.write().unwrap()), Verdict::Identical);
    shbin
}

fn word(file: &[u8], at: usize) -> usize {
    let bytes = file[at..at + 4].try_into().unwrap();
    usize::try_from(u32::from_le_bytes(bytes)).unwrap()
}

/// Returns a copy of a file with the part from `from` repeated at its end, `odd` bytes after a multiple of 4. The word
/// at `field` becomes the offset of the copy from `base`.
fn moved(file: &[u8], field: usize, base: usize, from: usize, odd: usize) -> Vec<u8> {
    let mut moved = file.to_vec();
    moved.resize(file.len() + odd, 0);
    let offset = u32::try_from(moved.len() - base).unwrap();
    moved.extend_from_slice(&file[from..]);
    moved.resize(moved.len() + 4 - odd, 0);
    moved[field..field + 4].copy_from_slice(&offset.to_le_bytes());
    moved
}

/// Returns the fields with table offsets: the base of the offset, and the field.
fn tables(file: &[u8], base: usize, fields: &[usize]) -> Vec<(usize, usize)> {
    let tables = fields.iter().map(|field| (base, base + field));
    let tables = tables.inspect(|(_, field)| assert_ne!(word(file, field + 4), 0));
    tables.collect()
}

#[test]
fn reliability_1_offsets_that_loaders_divide_are_multiples_of_4() {
    let shbin = sample();
    let file = shbin.write().unwrap();
    let (program, shader) = (12, word(&file, 8));
    let divided = [
        tables(&file, program, &[0x08, 0x10]),
        tables(&file, shader, &[0x18, 0x28, 0x30, 0x38]),
        vec![(0, 8)],
    ];
    for (base, field) in divided.concat() {
        let from = base + word(&file, field);
        let good = moved(&file, field, base, from, 0);
        assert_eq!(verdict(&good), Verdict::Identical, "{field:#x}");
        for odd in 1..4 {
            let bad = moved(&file, field, base, from, odd);
            assert!(compare(&bad, &shbin).is_err(), "{field:#x} + {odd}");
            let error = Shbin::read(&bad).unwrap_err().to_string();
            assert!(error.ends_with("h; expected a multiple of 4"), "{error}");
        }
    }
}

/// Loaders read neither labels nor lines.
#[test]
fn reliability_1_other_offsets_may_be_odd() {
    let shbin = sample();
    let file = shbin.write().unwrap();
    let (program, shader) = (12, word(&file, 8));
    let others = [tables(&file, program, &[0x18, 0x20]), tables(&file, shader, &[0x20])];
    for (base, field) in others.concat() {
        let from = base + word(&file, field);
        let odd = moved(&file, field, base, from, 1);
        assert_eq!(Shbin::read(&odd).as_ref(), Ok(&shbin));
        assert_eq!(verdict(&odd), Verdict::Identical, "{field:#x}");
    }
}

/// Checks that the loader reads a changed file differently, and that the verifier rejects it.
fn refused(change: impl FnOnce(&mut Shader)) {
    let mut shbin = sample();
    change(&mut shbin.shaders[0]);
    let file = shbin.write().unwrap();
    assert!(compare(&file, &shbin).is_err(), "{:?}", shbin.shaders[0]);
    assert_eq!(verdict(&file), Verdict::Rejected, "{:?}", shbin.shaders[0]);
}

fn output(property: u16, register: u16, mask: u16) -> OutputEntry {
    OutputEntry {
        property,
        register,
        mask,
        reserved: 0,
    }
}

#[test]
fn reliability_2_outputs_are_in_registers_that_loaders_count() {
    for register in [8, 9, 15, 16, 31, 32, 2050, u16::MAX] {
        refused(|shader| shader.outputs.push(output(9, register, 0)));
        refused(|shader| shader.outputs.push(output(2, register, 0xF)));
        refused(|shader| shader.outputs.push(output(7, register, 0)));
    }
    refused(|shader| shader.outputs.push(output(2, 7, 0xF)));
}

#[test]
fn reliability_2_the_rasteriser_takes_7_outputs() {
    refused(|shader| {
        let others = (1..8).map(|register| output(9, register, 0xF));
        shader.outputs.extend(others);
    });
}

#[test]
fn reliability_2_outputs_of_a_component_share_no_register() {
    refused(|shader| shader.outputs.push(output(2, 0, 0xF)));
    refused(|shader| shader.outputs.push(output(4, 0, 0x4)));
}

#[test]
fn reliability_3_names_have_one_register() {
    let again = |name: &str, first| UniformEntry {
        name: name.into(),
        first,
        last: first,
    };
    refused(|shader| shader.uniforms.push(again("scale", 0x20)));
    refused(|shader| shader.uniforms.push(again("scale", 0x78)));
    refused(|shader| shader.uniforms.push(again("beyond", 0x110)));
}

#[test]
fn reliability_3_shaders_are_of_the_two_kinds() {
    for kind in [2, 3, 0x80, 0x81, u8::MAX] {
        refused(|shader| shader.kind = kind);
    }
}

#[test]
fn reliability_12_values_fit_their_registers() {
    let boolean = ConstantEntry::new(0, ConstantValue::Boolean(true));
    let mut even = boolean;
    even.data[0] = 2;
    refused(|shader| shader.constants.push(even));
    refused(|shader| shader.constants[0].data[3] = 1);
}

/// 500 harmless diagnostics do not hide a serious one.
#[test]
fn reliability_12_no_number_of_warnings_hides_an_error() {
    let mut shbin = sample();
    // Words that are not instructions, each a diagnostic, before a shader that loaders reject.
    let unknown = (0..0x40).find(|opcode| Opcode::from_word(opcode << 26).is_none());
    let code = &mut shbin.program.code;
    let before: u32 = 500;
    let words = std::iter::repeat_n(unknown.unwrap() << 26, 500);
    code.splice(0..0, words);
    let mut first = shbin.shaders[0].clone();
    first.entry = 0;
    first.end += before;
    let mut second = first.clone();
    second.kind = 2;
    shbin.shaders = vec![first, second];
    let file = shbin.write().unwrap();
    assert!(compare(&file, &shbin).is_err());
    assert_eq!(verdict(&file), Verdict::Rejected);
}
