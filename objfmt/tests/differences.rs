//! Semantic differences between shader binaries, and insignificant ones.

mod models;

use models::{sample_shbin, shbin};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry, Program, Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::opcode::Opcode;
use proptest::prelude::*;

/// Formats the differences as lines. The second file gets another version, which is insignificant, because identical
/// files are not examined.
fn lines(a: &Shbin, b: &Shbin) -> Vec<String> {
    assert_eq!(differences(a, a), []);
    let mut b = b.clone();
    b.program.version = a.program.version.wrapping_add(1);
    differences(a, &b).iter().map(ToString::to_string).collect()
}

fn bare(opcode: Opcode) -> u32 {
    opcode.base_word()
}

/// Encodes an instruction with another target.
fn going(opcode: Opcode, word: u32, count: u32) -> u32 {
    opcode.base_word() | word << 10 | count
}

/// Encodes `mov rD, SOURCE` with descriptor 0, from source numbers.
fn mov(destination: u32, source: u32) -> u32 {
    Opcode::Mov.base_word() | (0x10 + destination) << 21 | source << 12
}

/// The source number of the first float uniform.
const C: u32 = 0x20;

/// Returns a binary with one shader that runs `code` from its first word.
fn program(code: &[u32]) -> Shbin {
    let descriptor = Descriptor::from_bits(0x36F);
    Shbin {
        program: Program {
            code: code.to_vec(),
            descriptors: vec![DescriptorEntry { descriptor, flags: 0 }],
            ..Program::default()
        },
        shaders: vec![Shader::default()],
    }
}

fn uniform(name: &str, first: u16, last: u16) -> UniformEntry {
    UniformEntry {
        name: name.into(),
        first,
        last,
    }
}

fn constant(register: u16, byte: u8) -> ConstantEntry {
    let mut data = [0; 16];
    data[2] = byte;
    ConstantEntry {
        kind: 2,
        register,
        data,
    }
}

const END: u32 = Opcode::End.base_word();
const NOP: u32 = Opcode::Nop.base_word();

#[test]
fn each_field_that_counts_is_named() {
    type Change = fn(&mut Shbin);
    let changes: &[(&str, Change)] = &[
        ("shaders", |s| s.shaders.truncate(1)),
        ("kind", |s| s.shaders[0].kind = 1),
        ("odd kind", |s| s.shaders[0].kind = 5),
        ("entry", |s| s.shaders[0].entry = 7),
        ("constant", |s| s.shaders[0].constants[0].data[0] ^= 1),
        ("constant register", |s| s.shaders[0].constants[1].kind = 1),
        ("constant gone", |s| s.shaders[0].constants.truncate(1)),
        ("output property", |s| s.shaders[0].outputs[0].property = 4),
        ("output register", |s| s.shaders[0].outputs[0].register = 5),
        ("output mask", |s| s.shaders[0].outputs[0].mask = 5),
        ("uniform name", |s| s.shaders[1].uniforms[1].name = "view".into()),
        ("uniform first", |s| s.shaders[0].uniforms[1].first = 0x11),
        ("uniform last", |s| s.shaders[0].uniforms[1].last = 0x12),
        ("uniform gone", |s| s.shaders[0].uniforms.truncate(1)),
        ("input", |s| s.shaders[0].uniforms[0] = uniform("position", 1, 1)),
        ("code", |s| s.program.code[1] = NOP),
    ];
    let mut before = sample_shbin();
    // Unread values are ignored.
    let if_b3 = going(Opcode::Ifu, 2, 0) | 3 << 22;
    before.program.code = vec![mov(0, C + 95), if_b3, END];
    let mut report = String::new();
    for (name, change) in changes {
        let mut after = before.clone();
        change(&mut after);
        let found = lines(&before, &after);
        assert!(!found.is_empty(), "{name}");
        report.push_str(&format!("{name}:\n  {}\n", found.join("\n  ")));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn geometry_shaders_have_modes() {
    let geometry = |mode, merge| {
        let mut shbin = program(&[END]);
        let shader = &mut shbin.shaders[0];
        (shader.kind, shader.merge, shader.geometry.mode) = (1, merge, mode);
        shbin
    };
    let mut report = String::new();
    for (mode, change) in [(0, 9), (1, 0x14), (2, 0x15), (2, 0x17), (3, 0x15)] {
        let mut after = geometry(mode, 0);
        let bytes = &mut after.shaders[0].geometry;
        match change {
            0x14 => bytes.variable_vertices = 3,
            0x15 => bytes.fixed_start = 3,
            0x17 => bytes.fixed_vertices = 3,
            _ => after.shaders[0].merge = 1,
        }
        report.push_str(&(lines(&geometry(mode, 0), &after).join("\n") + "\n"));
    }
    // Bytes of other modes are ignored, as are all of a vertex shader.
    let mut after = geometry(1, 0);
    after.shaders[0].geometry.fixed_vertices = 3;
    assert_eq!(lines(&geometry(1, 0), &after), [""; 0]);
    let mut vertex = program(&[END]);
    vertex.shaders[0].merge = 1;
    vertex.shaders[0].geometry.mode = 2;
    assert_eq!(lines(&program(&[END]), &vertex), [""; 0]);
    insta::assert_snapshot!(report);
}

#[test]
fn what_consoles_ignore_does_not_count() {
    let before = sample_shbin();
    let mut after = before.clone();
    after.program.version = 7;
    after.program.reserved = 7;
    after.program.lines.clear();
    after.program.files.clear();
    after.program.code.push(0x1234_5678);
    after.program.descriptors[1].flags = 0xF;
    after.program.descriptors[0].descriptor = Descriptor::from_bits(1 << 31);
    for shader in &mut after.shaders {
        shader.version = 7;
        shader.end += 1;
        shader.inputs_used = 0xFF;
        shader.outputs_used = 0xFF;
        shader.labels.clear();
        shader.uniforms.reverse();
        shader.outputs.reverse();
        shader.outputs[0].reserved = 1;
        shader.constants.reverse();
    }
    // A later entry of a register wins, as does an earlier one of a name.
    after.shaders[0].constants.insert(0, constant(95, 1));
    after.shaders[0].uniforms.push(uniform("position", 4, 4));
    assert_eq!(lines(&before, &after), [""; 0]);
    assert_eq!(lines(&after, &before), [""; 0]);
}

#[test]
fn the_order_of_outputs_of_one_register_counts() {
    let output = |property| OutputEntry {
        property,
        register: 0,
        mask: 15,
        reserved: 0,
    };
    let mut a = program(&[END]);
    a.shaders[0].outputs = vec![output(0), output(2)];
    let mut b = a.clone();
    b.shaders[0].outputs.reverse();
    assert_eq!(
        lines(&a, &b),
        [
            "DVLE 0, output o0: `position` in .xyzw and `color` in .xyzw in the first, \
          `color` in .xyzw and `position` in .xyzw in the second"
        ]
    );
}

#[test]
fn a_moved_uniform_is_one_difference() {
    let mut a = program(&[mov(0, C), mov(1, C + 1), mov(2, C), END]);
    a.shaders[0].uniforms = vec![uniform("m", 0x10, 0x11)];
    let mut b = program(&[mov(0, C + 4), mov(1, C + 5), mov(2, C + 4), END]);
    b.shaders[0].uniforms = vec![uniform("m", 0x14, 0x15)];
    assert_eq!(
        lines(&a, &b),
        ["DVLE 0, uniform `m`: c0 to c1 in the first, c4 to c5 in the second"]
    );
    // Another element of the uniform is a difference of the instruction.
    b.program.code[2] = mov(2, C + 5);
    assert_eq!(
        lines(&a, &b)[1..],
        ["DVLE 0, entry procedure, word 2: `mov r2, c0` in the first, `mov r2, c5` in the second"]
    );
}

#[test]
fn a_renamed_uniform_is_one_difference() {
    let mut a = program(&[mov(0, C), END]);
    a.shaders[0].uniforms = vec![uniform("m", 0x10, 0x11)];
    let mut b = a.clone();
    b.shaders[0].uniforms = vec![uniform("n", 0x10, 0x11)];
    assert_eq!(
        lines(&a, &b),
        ["DVLE 0, uniform table, c0 to c1: `m` in the first, `n` in the second"]
    );
}

#[test]
fn names_that_change_places_change_instructions() {
    let mut a = program(&[mov(0, C), END]);
    a.shaders[0].uniforms = vec![uniform("m", 0x10, 0x10), uniform("n", 0x11, 0x11)];
    let mut b = a.clone();
    b.shaders[0].uniforms = vec![uniform("n", 0x10, 0x10), uniform("m", 0x11, 0x11)];
    assert_eq!(
        lines(&a, &b)[2..],
        ["DVLE 0, entry procedure, word 0: `mov r0, c0` reads `m` in the first, `n` in the second"]
    );
}

#[test]
fn constants_may_lie_in_any_register() {
    let mut a = program(&[mov(0, C + 95), mov(1, C + 94), END]);
    a.shaders[0].constants = vec![constant(95, 1), constant(94, 2)];
    let mut b = program(&[mov(0, C + 8), mov(1, C + 9), END]);
    b.shaders[0].constants = vec![constant(8, 1), constant(9, 2)];
    assert_eq!(lines(&a, &b), [""; 0]);
    // With a relative index, the neighbours are significant: here they are swapped.
    for shbin in [&mut a, &mut b] {
        shbin.program.code[0] |= 1 << 19;
    }
    assert_eq!(lines(&a, &b).len(), 1);
    // Another value is a difference of the table, not of each instruction that reads it.
    let mut c = a.clone();
    c.shaders[0].constants[0] = constant(95, 9);
    assert_eq!(lines(&a, &c).len(), 1, "{:#?}", lines(&a, &c));
    // A constant in a named register belongs to the name.
    for shbin in [&mut a, &mut c] {
        shbin.shaders[0].uniforms = vec![uniform("k", 0x10 + 95, 0x10 + 95)];
    }
    assert!(lines(&a, &c)[0].starts_with("DVLE 0, constant in `k`: "));
}

#[test]
fn one_inserted_instruction_is_one_difference() {
    // A loop with a jump over its last instruction, and a call, before and after the insertion.
    let code = |extra: &[u32]| {
        let shift = u32::try_from(extra.len()).expect("few words");
        let mut code = vec![going(Opcode::For, 4 + shift, 0), mov(0, 0x11)];
        code.extend(extra);
        code.extend([
            going(Opcode::Jmpc, 4 + shift, 0),
            mov(1, 0x12),
            mov(2, 0x13),
            going(Opcode::Call, 8 + shift, 2),
            END,
            NOP,
            mov(3, 0x14),
            NOP,
        ]);
        program(&code)
    };
    assert_eq!(lines(&code(&[]), &code(&[])), [""; 0]);
    assert_eq!(
        lines(&code(&[]), &code(&[mov(9, 0x11)])),
        ["DVLE 0, entry procedure, word 2 of the second: nothing in the first, `mov r9, r1` in the second"]
    );
    assert_eq!(
        lines(&code(&[mov(9, 0x11)]), &code(&[])),
        ["DVLE 0, entry procedure, word 2: `mov r9, r1` in the first, nothing in the second"]
    );
}

#[test]
fn procedures_may_stand_in_any_order() {
    let (one, two) = ([mov(1, 0x11), NOP], [mov(2, 0x12), NOP]);
    let main = |first, second| [going(Opcode::Call, first, 2), going(Opcode::Callc, second, 2), END];
    let a = program(&[&main(3, 5)[..], &one, &two].concat());
    let dead = [0xFFFF_FFFF];
    let mut b = program(&[&two[..], &dead, &main(6, 0), &one].concat());
    b.shaders[0].entry = 3;
    assert_eq!(lines(&a, &b), [""; 0]);
    let mut c = b.clone();
    c.program.code[3] = going(Opcode::Call, 0, 2);
    assert_eq!(
        lines(&a, &c),
        ["DVLE 0, procedure at 3, word 3: `mov r1, r1` in the first, `mov r2, r2` in the second"]
    );
}

#[test]
fn unreachable_words_within_a_procedure_do_not_count() {
    // ifu: end, else nop; the word after `end` is never run, and shifts all following words.
    let a = program(&[going(Opcode::Ifu, 2, 1), END, NOP, mov(0, 0x11), END]);
    let b = program(&[going(Opcode::Ifu, 3, 1), END, 0xFFFF_FFFF, NOP, mov(0, 0x11), END]);
    assert_eq!(lines(&a, &b), [""; 0]);
}

#[test]
fn other_targets_are_found() {
    let jump = |word| program(&[going(Opcode::Jmpc, word, 0), NOP, NOP, NOP, END]);
    assert_eq!(
        lines(&jump(2), &jump(3)),
        [
            "DVLE 0, entry procedure, word 0: `jmpc !cmp.x || !cmp.y, 2` in the first, \
          `jmpc !cmp.x || !cmp.y, 3` in the second"
        ]
    );
    let block = |word, count| program(&[going(Opcode::Ifu, word, count), NOP, NOP, NOP, END]);
    assert_eq!(lines(&block(2, 1), &block(2, 2)).len(), 1);
    assert_eq!(lines(&block(2, 0), &block(3, 0)).len(), 1);
    let repeat = |word| program(&[going(Opcode::For, word, 0), NOP, NOP, NOP, END]);
    assert_eq!(lines(&repeat(1), &repeat(2)).len(), 1);
    // A procedure that is longer by the words it falls into.
    let call = |count| program(&[going(Opcode::Call, 2, count), END, NOP, NOP]);
    assert_eq!(lines(&call(1), &call(2)).len(), 1);
}

#[test]
fn recursion_comes_to_an_end() {
    let code = |word| program(&[going(Opcode::Callc, word, 3), NOP, END, NOP]);
    assert_eq!(lines(&code(0), &code(0)), [""; 0]);
    assert!(!lines(&code(0), &code(1)).is_empty());
}

#[test]
fn very_many_differences_are_cut() {
    let code = |source| program(&vec![mov(0, source); 4096]);
    let found = lines(&code(0x11), &code(0x12));
    assert_eq!(found.len(), 1001);
    assert_eq!(found[1000], "DVLB: there are more than 1000 differences");
}

/// Worst case: thousands of procedures that are all called from everywhere.
#[test]
fn tangled_code_is_not_compared_to_its_end() {
    let callc = |n: u32| going(Opcode::Callc, n * 37 % 4096, n % 251);
    let tangled: Vec<u32> = (0..4096).map(callc).collect();
    let mut a = program(&tangled);
    a.shaders = vec![Shader::default(); 50];
    let found = lines(&a, &a.clone());
    let text = "the rest of the code has too many calls to be compared";
    assert!(!found.is_empty());
    assert!(found.iter().all(|line| line.ends_with(text)), "{found:#?}");
}

proptest! {
    #[test]
    fn nothing_differs_from_itself(shbin in shbin()) {
        prop_assert_eq!(lines(&shbin, &shbin), [""; 0]);
    }

    #[test]
    fn any_two_can_be_compared(a in shbin(), b in shbin()) {
        let (there, back) = (differences(&a, &b), differences(&b, &a));
        prop_assert_eq!(there.is_empty(), back.is_empty());
    }

    #[test]
    fn any_code_can_be_compared(
        code in prop::collection::vec(flow_word(), 1..60),
        other in prop::collection::vec(flow_word(), 1..60),
    ) {
        let (a, b) = (program(&code), program(&other));
        prop_assert_eq!(lines(&a, &a), [""; 0]);
        prop_assert_eq!(differences(&a, &b).is_empty(), differences(&b, &a).is_empty());
    }

    /// A used bit of any executed instruction, or of its descriptor, changes the meaning; no other bit does.
    #[test]
    fn single_bits_count_if_they_are_used(
        row in 0..pica200_objfmt::isa::opcode::OPCODES.len(),
        fields: u32,
        descriptor: u32,
        bit in 0u32..32,
    ) {
        let opcode = pica200_objfmt::isa::opcode::OPCODES[row].opcode;
        let word_fields = opcode.fields();
        prop_assume!(word_fields.descriptor.is_some());
        let number = word_fields.descriptor.map_or(0, |field| field.bits());
        let word = opcode.base_word() | fields & !word_fields.opcode.bits() & !number;
        let with = |word, bits| {
            let mut shbin = program(&[NOP, word, END]);
            shbin.program.descriptors[0].descriptor = Descriptor::from_bits(bits);
            shbin
        };
        let before = with(word, descriptor);
        let used = opcode.descriptor_bits(Descriptor::from_bits(descriptor).mask());
        let after = with(word, descriptor ^ 1 << bit);
        prop_assert_eq!(!lines(&before, &after).is_empty(), used >> bit & 1 != 0);

        let fields = word_fields.used_bits() & !word_fields.opcode.bits() & !number;
        let after = with(word ^ 1 << bit, descriptor);
        if fields >> bit & 1 != 0 {
            prop_assert!(!lines(&before, &after).is_empty());
        } else if word_fields.used_bits() >> bit & 1 == 0 {
            prop_assert_eq!(lines(&before, &after), [""; 0]);
        }
    }
}

/// Returns words with near targets, and others.
fn flow_word() -> impl Strategy<Value = u32> {
    let opcodes = vec![
        Opcode::Call,
        Opcode::Callc,
        Opcode::Ifu,
        Opcode::Ifc,
        Opcode::For,
        Opcode::Jmpc,
        Opcode::Jmpu,
    ];
    prop_oneof![
        (prop::sample::select(opcodes), 0u32..64, 0u32..6).prop_map(|(o, w, n)| going(o, w, n)),
        prop::sample::select(vec![bare(Opcode::Break), bare(Opcode::Breakc), END, NOP]),
        any::<u32>(),
    ]
}

#[test]
fn the_order_of_sources_counts_only_where_it_matters() {
    let binary = |opcode: Opcode, [a, b]: [(u32, u32); 2]| {
        let word = opcode.base_word() | 0x10 << 21 | a.0 << 12 | b.0 << 7;
        let mut shbin = program(&[word, END]);
        let bits = 0xF | a.1 << 5 | b.1 << 14;
        shbin.program.descriptors[0].descriptor = Descriptor::from_bits(bits);
        shbin
    };
    let (a, b) = ((0x10, 0x1B), (0x11, 0xE4));
    let differ = |opcode, one, other| !lines(&binary(opcode, one), &binary(opcode, other)).is_empty();
    assert!(!differ(Opcode::Add, [a, b], [b, a]));
    assert!(differ(Opcode::Max, [a, b], [b, a]));
    assert!(differ(Opcode::Add, [a, b], [(b.0, a.1), (a.0, b.1)]));
}
