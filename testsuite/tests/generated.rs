//! Shader binaries with arbitrary words and tables. Their disassemblies link to programs with the same meaning.

use std::collections::BTreeSet;

use pica200_cli::relink::{RelinkOptions, link_sources};
use pica200_disasm::disassemble;
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{ConstantEntry, LabelEntry, OutputEntry, Program, Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::instruction::{Instruction, Operation};
use pica200_objfmt::isa::opcode::{OPCODES, Opcode};
use pica200_objfmt::isa::register::{Bank, Register};
use proptest::prelude::*;

/// Maximum number of words of a program. Calls of procedures with more than 255 words could not be linked.
const WORDS: u32 = 80;

/// Options with which any program links.
const RECIPE: RelinkOptions = RelinkOptions {
    link: LinkOptions::with_compat(Compat::Picasso),
};

/// Generates a word of any opcode with a target near the code, and sometimes an arbitrary word.
fn word() -> impl Strategy<Value = u32> {
    let of_opcode = (0..OPCODES.len(), any::<u32>(), 0..WORDS + 3, 0u32..12).prop_map(|(row, bits, place, count)| {
        let info = &OPCODES[row];
        let layout = info.format.fields();
        let word = layout.opcode.set(bits, info.field.into());
        // Usually without spare bits.
        let spare = if bits & 0xF0 == 0 { 0 } else { !layout.used_bits() };
        match layout.target {
            Some([length, start]) => start.set(length.set(word & !spare, count), place),
            None => word & !spare,
        }
    });
    let flow = prop::sample::select(vec![Opcode::Ifu, Opcode::Ifc, Opcode::For, Opcode::Jmpc, Opcode::Call])
        .prop_flat_map(|opcode| (Just(opcode), 0..WORDS, 0u32..4))
        .prop_map(|(opcode, place, count)| {
            let word = opcode.base_word();
            let set = |[length, start]: [pica200_objfmt::isa::encoding::BitField; 2]| {
                let count = if opcode == Opcode::For || opcode == Opcode::Jmpc {
                    0
                } else {
                    count
                };
                start.set(length.set(word, count), place)
            };
            opcode.fields().target.map_or(word, set)
        });
    prop_oneof![8 => of_opcode, 3 => flow, 1 => any::<u32>()]
}

fn program() -> impl Strategy<Value = Program> {
    let code = prop::collection::vec(word(), 3..WORDS as usize);
    // Few enough that `mad` can address all of them again.
    let descriptors = prop::collection::vec(any::<u32>(), 1..12);
    (code, descriptors).prop_map(|(mut code, descriptors)| {
        let count = u32::try_from(descriptors.len()).expect("a few");
        for word in &mut code {
            // Usually existing descriptors.
            let field = Opcode::from_word(*word).and_then(|opcode| opcode.fields().descriptor);
            if let Some(field) = field {
                *word = field.set(*word, field.get(*word) % count);
            }
        }
        Program {
            code,
            descriptors: descriptors
                .into_iter()
                .map(|bits| DescriptorEntry {
                    descriptor: Descriptor::from_bits(bits),
                    flags: 0xF,
                })
                .collect(),
            ..Program::default()
        }
    })
}

/// Generates disjoint uniforms, in any order, with names that are valid in sources.
fn uniforms() -> impl Strategy<Value = Vec<UniformEntry>> {
    let starts = prop::collection::btree_set((0u16..0x88, 1u16..5), 0..8);
    starts.prop_map(apart).prop_shuffle()
}

/// Returns uniform table entries at these registers and with these lengths, shortened to fit.
fn apart(starts: BTreeSet<(u16, u16)>) -> Vec<UniformEntry> {
    let mut entries: Vec<UniformEntry> = Vec::new();
    for (n, (first, length)) in starts.into_iter().enumerate() {
        let bank = |number| Register::from_table_number(number).map(|register| register.bank);
        // An input occupies one register.
        let last = match bank(first) {
            Some(Bank::Input) => first,
            _ => first + length - 1,
        };
        let is_free = entries.last().is_none_or(|before| before.last < first);
        if is_free && bank(first).is_some() && bank(first) == bank(last) {
            let name = format!("u{n}.x").into();
            entries.push(UniformEntry { name, first, last });
        }
    }
    entries
}

fn constant() -> impl Strategy<Value = ConstantEntry> {
    let lane = (0..=Float24::MASK).prop_map(|bits| Float24::from_bits(bits).unwrap_or_default());
    prop_oneof![
        (0u8..16, any::<bool>()).prop_map(|(register, on)| ConstantEntry::new(register, ConstantValue::Boolean(on))),
        (0u8..4, any::<[u8; 4]>())
            .prop_map(|(register, lanes)| { ConstantEntry::new(register, ConstantValue::Integer(lanes)) }),
        (0u8..96, prop::array::uniform4(lane))
            .prop_map(|(register, lanes)| { ConstantEntry::new(register, ConstantValue::Float(lanes)) }),
    ]
}

fn outputs() -> impl Strategy<Value = Vec<OutputEntry>> {
    prop::collection::vec((0u16..12, 1u16..16), 0..7).prop_map(|outputs| {
        let outputs = (0..).zip(outputs);
        outputs
            .map(|(register, (property, mask))| OutputEntry {
                property,
                register,
                mask,
                reserved: 0,
            })
            .collect()
    })
}

fn shader(words: u32) -> impl Strategy<Value = Shader> {
    let tables = (uniforms(), prop::collection::vec(constant(), 0..6), outputs());
    let place = (0..words, 1..30u32, any::<bool>(), 0u8..3);
    let labels = prop::collection::vec((0..words, prop::option::of(0..9u32)), 0..5);
    (tables, place, labels).prop_map(move |(tables, (entry, size, is_geometry, mode), labels)| {
        let (uniforms, constants, outputs) = tables;
        let dummy = outputs.iter().any(|output| output.property == 9);
        let geometry = GeometryBytes {
            mode,
            fixed_start: if mode == 2 { 4 } else { 0 },
            variable_vertices: u8::from(mode == 1) * 3,
            fixed_vertices: u8::from(mode == 2) * 3,
        };
        let mut labels: Vec<_> = (0..)
            .zip(labels)
            .map(|(id, (word, size))| LabelEntry {
                id,
                reserved: 1,
                word,
                size: size.filter(|size| word + size <= words),
                name: format!("l{id}").into(),
            })
            .collect();
        labels.sort_by_key(|label| label.word);
        Shader {
            kind: is_geometry.into(),
            merge: (is_geometry && dummy).into(),
            entry,
            end: (entry + size).min(words),
            geometry: if is_geometry {
                geometry
            } else {
                GeometryBytes::default()
            },
            constants,
            labels,
            outputs,
            uniforms,
            ..Shader::default()
        }
    })
}

fn shbin() -> impl Strategy<Value = Shbin> {
    program().prop_flat_map(|program| {
        let words = u32::try_from(program.code.len()).expect("a few");
        let shaders = prop::collection::vec(shader(words), 1..4);
        (shaders, any::<bool>()).prop_map(move |(mut shaders, one_entry)| {
            // One source makes one shader: all shaders start at one procedure, or each at separate words.
            let share = words / u32::try_from(shaders.len()).expect("a few");
            let first = shaders[0].clone();
            for (shader, start) in shaders.iter_mut().zip((0..).step_by(share as usize)) {
                if one_entry {
                    (shader.entry, shader.end) = (first.entry, first.end);
                } else {
                    shader.end = start + (shader.end - shader.entry).min(share);
                    shader.entry = start;
                }
            }
            Shbin {
                program: program.clone(),
                shaders,
            }
        })
    })
}

/// Returns a word without its descriptor index.
fn without_descriptor(word: u32) -> u32 {
    let field = Opcode::from_word(word).and_then(|opcode| opcode.fields().descriptor);
    field.map_or(word, |field| field.set(word, 0))
}

fn has_missing_descriptor(program: &Program) -> bool {
    program
        .code
        .iter()
        .any(|&word| match Instruction::decode(word).operation {
            Operation::Arithmetic { descriptor, .. } => program.descriptor(descriptor).is_none(),
            _ => false,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_program_survives_disassembly(shbin in shbin()) {
        let disassembly = disassemble(&shbin).expect("the program is short");
        let texts: Vec<_> = disassembly.sources.iter().map(|s| s.text.as_str()).collect();
        let texts = texts.join("\n----\n");
        prop_assert!(disassembly.unstated.is_empty(), "{:?}\n{texts}", disassembly.unstated);
        let linked = link_sources(&disassembly, &RECIPE);
        let linked = match linked {
            Ok(linked) => linked,
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{texts}"))),
        };
        prop_assert!(!has_missing_descriptor(&linked.program));
        let words = |code: &[u32]| code.iter().copied().map(without_descriptor).collect::<Vec<_>>();
        prop_assert_eq!(words(&shbin.program.code), words(&linked.program.code), "{}", texts);
        let meanings = |program: &Program| program.meanings().collect::<Vec<_>>();
        prop_assert_eq!(meanings(&shbin.program), meanings(&linked.program), "{}", texts);
        let found = differences(&shbin, &linked);
        prop_assert!(found.is_empty(), "{found:?}\n{texts}");
        for (wanted, got) in shbin.shaders.iter().zip(&linked.shaders) {
            prop_assert_eq!((wanted.entry, wanted.end), (got.entry, got.end), "{}", texts);
            prop_assert_eq!(&wanted.constants, &got.constants);
            prop_assert_eq!(&wanted.outputs, &got.outputs);
            let mut uniforms = wanted.uniforms.clone();
            uniforms.sort_by_key(|uniform| uniform.first);
            prop_assert_eq!(&uniforms, &got.uniforms);
        }
    }
}
