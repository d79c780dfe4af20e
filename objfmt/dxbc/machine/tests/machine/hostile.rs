//! Any bytes: loading and running neither panic nor take long.

use std::fs;
use std::path::Path;

use pica200_dxbc::container::build;
use pica200_dxbc::program::{OPCODES, Opcode};
use pica200_dxbc::{Container, FourCc};
use pica200_dxbc_machine::{Access, Machine, Program, Provider, Tracer};
use proptest::prelude::*;

const BUDGET: u64 = 300;

/// Loads and runs a file; whether it ran.
fn run(file: &[u8]) -> bool {
    let Ok(program) = Program::load(file) else {
        return false;
    };
    let mut machine = Machine::new(&program);
    for port in program.inputs() {
        let _ = machine.set_input(&port.name, port.index, &[3]);
    }
    let mut provider = Provider(|access: &Access<'_>| {
        let first = access.values.first().copied();
        Some(first.unwrap_or_default().into())
    });
    let mut told = 0;
    let mut tracer = Tracer(|_: &pica200_dxbc_machine::Executed<'_>| told += 1);
    let executed = match machine.run_with(BUDGET, &mut provider, &mut tracer) {
        Ok(run) => run.instructions,
        Err(fault) => fault.instructions,
    };
    assert!(executed <= BUDGET);
    assert_eq!(told, executed);
    true
}

fn goldens() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testsuite/golden/dxbc");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "dxbc"));
    files.map(|path| fs::read(path).unwrap()).collect()
}

/// The programs of the stages that the machine runs, as they are.
#[test]
fn goldens_run_or_are_refused() {
    let ran = goldens().iter().filter(|file| run(file)).count();
    assert!(ran >= 25, "{ran}");
}

/// Each dword of each program, with some of its bits changed.
#[test]
fn goldens_with_changed_dwords() {
    let (mut tried, mut ran) = (0, 0);
    for file in goldens() {
        let container = Container::read(&file).unwrap();
        let program = container
            .chunks()
            .find(|chunk| chunk.id.0.starts_with(b"SH"));
        let Some(chunk) = program else { continue };
        for at in (8..chunk.data.len()).step_by(4) {
            let bit = at / 4 * 7 % 32;
            for change in [1u32 << bit, 0x0010_0000] {
                let mut changed = file.clone();
                let place = chunk.offset + at;
                let dword = u32::from_le_bytes(changed[place..place + 4].try_into().unwrap());
                changed[place..place + 4].copy_from_slice(&(dword ^ change).to_le_bytes());
                tried += 1;
                ran += u32::from(run(&changed));
            }
        }
    }
    assert!(ran > 1000 && tried > ran, "{ran} of {tried}");
}

/// An operand that mostly makes sense.
fn operand() -> impl Strategy<Value = Vec<u32>> {
    let register = (0..4u32, 0..3u32, any::<u8>()).prop_map(|(kind, number, lanes)| {
        vec![
            0x0010_0006 | u32::from(lanes) << 4 | [0, 1, 2, 0][kind as usize] << 12,
            number,
        ]
    });
    let target =
        (0..3u32, 1..16u32).prop_map(|(number, mask)| vec![0x0010_0002 | mask << 4, number]);
    let literal = any::<u32>().prop_map(|value| vec![0x4001, value]);
    let small = (0..4u32).prop_map(|value| vec![0x4001, value]);
    let element = (0..5u32, 0..3u32)
        .prop_map(|(offset, number)| vec![0x0620_8E46, 0, offset, 0x0010_000A, number]);
    let label = (0..3u32).prop_map(|number| vec![0x0010_A000, number]);
    prop_oneof![
        register,
        target,
        literal,
        small,
        element,
        label,
        prop::collection::vec(any::<u32>(), 1..3)
    ]
}

/// An instruction with as many operands as its opcode has.
fn instruction() -> impl Strategy<Value = Vec<u32>> {
    let flow = prop::sample::select(vec![
        Opcode::IF,
        Opcode::ELSE,
        Opcode::ENDIF,
        Opcode::LOOP,
        Opcode::ENDLOOP,
        Opcode::BREAK,
        Opcode::BREAKC,
        Opcode::CONTINUE,
        Opcode::SWITCH,
        Opcode::CASE,
        Opcode::ENDSWITCH,
        Opcode::CALL,
        Opcode::LABEL,
        Opcode::RET,
        Opcode::RETC,
    ]);
    let number = prop_oneof![
        flow.prop_map(Opcode::number),
        0..u16::try_from(OPCODES.len()).unwrap(),
    ];
    let operands = prop::collection::vec(operand(), 7);
    (number, any::<bool>(), operands).prop_map(|(number, is_nonzero, operands)| {
        let info = &OPCODES[usize::from(number)];
        let count = info.destinations() + info.sources();
        let operands: Vec<u32> = operands.into_iter().take(count).flatten().collect();
        let length = u32::try_from(operands.len() + 1).unwrap();
        let first = u32::from(number) | u32::from(is_nonzero) << 18 | length << 24;
        [vec![first], operands].concat()
    })
}

/// The file of a program with code of these dwords.
fn file(code: &[u32]) -> Vec<u8> {
    let length = u32::try_from(code.len() + 2).unwrap();
    let dwords = [0x0001_0050, length]
        .into_iter()
        .chain(code.iter().copied());
    let data: Vec<u8> = dwords.flat_map(u32::to_le_bytes).collect();
    build(&[(FourCc(*b"SHEX"), &data)]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_instructions(code in prop::collection::vec(instruction(), 1..10)) {
        run(&file(&code.concat()));
    }

    #[test]
    fn any_dwords(code in prop::collection::vec(any::<u32>(), 1..40)) {
        run(&file(&code));
    }
}

/// Deep nesting of blocks, and many exits from it, take time that is proportional to the file.
#[test]
fn many_nested_blocks() {
    const DEPTH: usize = 50_000;
    let test = [0x0300_001F, 0x4001, 1];
    let mut code = vec![0x0100_0030];
    (0..DEPTH).for_each(|_| code.extend(test));
    (0..DEPTH).for_each(|_| code.push(0x0100_0002));
    (0..DEPTH).for_each(|_| code.push(0x0100_0015));
    code.extend([0x0100_0016, 0x0100_003E]);
    assert!(run(&file(&code)));
}

/// The largest declarations that are allowed.
#[test]
fn memory_has_a_limit() {
    let mut code = vec![0x0200_0068, 4096];
    for slot in 0..15 {
        code.extend([0x0400_0059, 0x0020_8E46, slot, 4096]);
    }
    code.push(0x0100_003E);
    assert!(run(&file(&code)));
}
