//! Checks of arbitrary words, and runs of arbitrary blocks.

use pica200_check::check;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::{OutputEntry, Program, Shader, Shbin};
use pica200_objfmt::isa::opcode::{OPCODES, Opcode};
use proptest::prelude::*;

use crate::machine::{follow, highest_word};
use crate::{flow_word, sound};

/// Generates words of blocks, jumps and calls within a small program, and some other words.
fn word(words: u32) -> impl Strategy<Value = u32> {
    let flow = prop::sample::select(vec![
        Opcode::Ifu,
        Opcode::Ifc,
        Opcode::For,
        Opcode::Jmpu,
        Opcode::Call,
        Opcode::Callu,
    ]);
    let flow = (flow, 0..words + 1, 0u32..6, any::<u32>()).prop_map(|(opcode, place, size, bits)| {
        let word = opcode.base_word() | bits & 0x03C0_0000;
        opcode
            .fields()
            .target
            .map_or(word, |[length, start]| start.set(length.set(word, size), place))
    });
    let plain = prop::sample::select(vec![
        Opcode::Nop.base_word(),
        Opcode::End.base_word(),
        Opcode::Break.base_word(),
        Opcode::Cmp.base_word(),
        Opcode::Mova.base_word(),
        Opcode::Mov.base_word(),
        Opcode::Emit.base_word(),
    ]);
    let any_opcode = (prop::sample::select(OPCODES), any::<u32>())
        .prop_map(|(info, bits)| info.opcode.base_word() | bits & !info.opcode.fields().opcode.bits());
    prop_oneof![4 => flow, 6 => plain, 1 => any_opcode, 1 => any::<u32>()]
}

/// Structured code that tests two booleans, so that conditions contradict each other.
#[derive(Clone, Debug)]
enum Item {
    Nop,
    /// A forward jump.
    Jump(u32, u32),
    /// An `ifu` with its body and its else-body.
    If(u32, Vec<Item>, Vec<Item>),
    /// A call of the procedure that vertex shaders cannot reach.
    CallFar,
}

/// Returns an `ifu` whose else-body branches to an unreachable word on the same condition, which is false there.
fn contradiction((boolean, body): (u32, Vec<Item>)) -> Item {
    let never = Item::If(boolean, vec![Item::CallFar, Item::Nop], vec![Item::Nop]);
    Item::If(boolean, body, vec![never, Item::Nop])
}

fn item() -> impl Strategy<Value = Item> {
    let leaf = prop_oneof![
        3 => Just(Item::Nop),
        1 => (0u32..2, 2u32..6).prop_map(|(boolean, ahead)| Item::Jump(boolean, ahead)),
    ];
    leaf.prop_recursive(3, 24, 4, |item| {
        let items = || prop::collection::vec(item.clone(), 1..4);
        let both = (0u32..2, items(), items());
        prop_oneof![
            (0u32..2, items()).prop_map(contradiction),
            both.prop_map(|(boolean, body, other)| Item::If(boolean, body, other)),
        ]
    })
}

/// Adds the words of some items to a program.
fn flatten(items: &[Item], code: &mut Vec<u32>) {
    let here = |code: &Vec<u32>| u32::try_from(code.len()).unwrap();
    for item in items {
        match item {
            Item::Nop => code.push(Opcode::Nop.base_word()),
            Item::CallFar => code.push(flow_word(Opcode::Call, 512, 1)),
            Item::Jump(boolean, ahead) => {
                let to = here(code) + ahead;
                code.push(flow_word(Opcode::Jmpu, to, 0) | boolean << 22);
            }
            Item::If(boolean, body, other) => {
                let opener = code.len();
                code.push(0);
                flatten(body, code);
                let middle = here(code);
                flatten(other, code);
                let size = here(code) - middle;
                code[opener] = flow_word(Opcode::Ifu, middle, size) | boolean << 22;
            }
        }
    }
}

fn file(code: Vec<u32>, entry: u32, kind: u8) -> Shbin {
    let end = u32::try_from(code.len()).unwrap_or(u32::MAX);
    let outputs = (0..3).map(|n| OutputEntry {
        property: n,
        register: n,
        mask: 0xF,
        reserved: 0,
    });
    Shbin {
        program: Program {
            code,
            descriptors: sound().program.descriptors,
            ..Program::default()
        },
        shaders: vec![Shader {
            kind,
            entry,
            end,
            outputs: outputs.collect(),
            ..Shader::default()
        }],
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]

    /// The checks report execution that leaves the block structure, and predict all other execution.
    #[test]
    fn arbitrary_blocks_run_as_the_checks_predict(
        code in prop::collection::vec(word(24), 1..24), seed in any::<u64>(),
    ) {
        let file = file(code, 0, 0);
        // For a recursive procedure, a diagnostic may name the wrong end.
        prop_assume!(check(&file).iter().all(|diagnostic| diagnostic.code != Code::Recursion));
        prop_assume!(follow(&file, 0, seed).is_some());
    }

    #[test]
    fn arbitrary_words_are_checked(
        code in prop::collection::vec(word(60), 0..60), entry in 0u32..64, kind in 0u8..3,
    ) {
        let file = file(code, entry, kind);
        prop_assert_eq!(check(&file), check(&file));
    }

    /// B11: a vertex shader that executes a word beyond its limit is reported, even if only a deviation leads there.
    #[test]
    fn far_words_that_run_are_reported(
        items in prop::collection::vec(item(), 1..6), seed in 0u64..4,
    ) {
        let mut code = Vec::new();
        flatten(&items, &mut code);
        code.resize(512, Opcode::End.base_word());
        code.extend([Opcode::Nop.base_word(), Opcode::End.base_word()]);
        let file = file(code, 0, 0);
        let runs_far = highest_word(&file, seed).is_some_and(|word| word >= 512);
        let is_told = check(&file).iter().any(|diagnostic| diagnostic.code == Code::VertexCodeTooFar);
        prop_assert!(is_told || !runs_far);
    }
}

/// Programs of the largest size that are slow to check. The checks terminate, because the numbers of nodes, states and
/// diagnostics are limited.
#[test]
fn long_programs_are_checked() {
    let mut random = 1u64;
    let mut next = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(random >> 32).unwrap()
    };
    let any: Vec<_> = (0..4096).map(|_| next()).collect();
    let set = |opcode, start: u32, size| flow_word(opcode, start & 0xFFF, size);
    let calls: Vec<_> = (0..4096).map(|n| set(Opcode::Callu, n + 1, 255)).collect();
    let ifs: Vec<_> = (0..4096u32)
        .map(|n| set(Opcode::Ifu, 4095 - n / 4, 1) | (n & 0xF) << 22)
        .collect();
    let loops: Vec<_> = (0..4096u32).map(|n| set(Opcode::For, 4095 - n / 2, 0)).collect();
    let jumps: Vec<_> = (0..4096u32)
        .map(|n| set(Opcode::Jmpu, next(), 0) | (n & 0xF) << 22)
        .collect();
    let mixed: Vec<_> = (0..4096)
        .map(|n| match next() % 4 {
            0 => calls[n],
            1 => ifs[n],
            2 => jumps[n],
            _ => any[n],
        })
        .collect();
    let writes = |n: u32| match n % 3 {
        0 => Opcode::Mov.base_word() | ((n / 3) & 0x1F) << 21 | (n & 0xF) << 12,
        1 => set(Opcode::Ifu, n + 2, 0) | (n & 0xF) << 22,
        _ => Opcode::Mova.base_word(),
    };
    let written: Vec<_> = (0..4096).map(writes).collect();
    for code in [any, calls, ifs, loops, jumps, mixed, written] {
        assert!(!check(&file(code, 0, 0)).is_empty());
    }
}
