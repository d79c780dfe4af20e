//! Arbitrary bytes: loading and running do not panic or take long.

use std::fs;
use std::path::Path;

use pica200_dxbc::container::build;
use pica200_dxbc::program::{Dimension, Layout, OPCODES, Opcode, OpcodeInfo, ReturnType};
use pica200_dxbc::{Container, FourCc};
use pica200_dxbc_machine::{
    Access, GeometryOutput, Image, Machine, NoObserver, Program, Provider, Quad, Texture, Textures, Tracer,
};
use proptest::prelude::*;

const BUDGET: u64 = 300;

/// Loads and runs a file. Returns true if it ran.
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
    if program.geometry().is_some() {
        let mut emitted = GeometryOutput::default();
        let ended = machine.run_geometry(BUDGET, &mut provider, &mut NoObserver, &mut emitted);
        assert!(ended.is_err() || ended.is_ok_and(|run| run.instructions <= BUDGET));
        assert!(emitted.vertices.len() as u64 <= BUDGET);
    }
    let mut textures = textures();
    let ended = machine.run_with(BUDGET, &mut textures, &mut NoObserver);
    assert!(ended.is_err() || ended.is_ok_and(|run| run.instructions <= BUDGET));
    let mut quad = Quad::new(&program);
    let _ = quad.run_with(BUDGET, &mut textures, &mut [NoObserver; 4]);
    let mut quad = Quad::new(&program);
    if let Ok(runs) = quad.run_with(BUDGET, &mut provider, &mut [NoObserver; 4]) {
        assert!(runs.iter().all(|run| run.instructions <= BUDGET));
    }
    true
}

/// Returns textures of four dimensions, with samplers.
fn textures() -> Textures {
    let texels = (0..6).map(|number| [number, 2, 200, 255]).collect();
    let image = Image::new(3, 2, texels).unwrap();
    let square = Image::new(1, 1, vec![[1, 2, 3, 4]]).unwrap();
    let mut textures = Textures::default();
    for (register, (dimension, images)) in (0..).zip([
        (Dimension::TEXTURE_2D, vec![image.clone()]),
        (Dimension::TEXTURE_3D, vec![image.clone(); 3]),
        (Dimension::TEXTURE_CUBE, vec![square; 6]),
        (Dimension::TEXTURE_2D_ARRAY, vec![image; 2]),
    ]) {
        let texture = Texture::new(dimension, ReturnType::FLOAT, 0, &images).unwrap();
        textures.set_texture(register, texture);
    }
    for (register, settings) in (0..).zip(["linear,wrap", "linear,mirror", "linear", "border"]) {
        textures.set_sampler(register, settings.parse().unwrap());
    }
    textures
}

fn goldens() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../testsuite/golden/dxbc");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "dxbc"));
    files.map(|path| fs::read(path).unwrap()).collect()
}

/// The programs of the supported stages, unchanged.
#[test]
fn goldens_run_or_are_refused() {
    let ran = goldens().iter().filter(|file| run(file)).count();
    assert!(ran >= 25, "{ran}");
}

/// Each dword of each program, with some bits changed.
#[test]
fn goldens_with_changed_dwords() {
    let (mut tried, mut ran) = (0, 0);
    for file in goldens() {
        let container = Container::read(&file).unwrap();
        let program = container.chunks().find(|chunk| chunk.id.0.starts_with(b"SH"));
        let Some(chunk) = program else { continue };
        for at in (8..chunk.data.len()).step_by(4) {
            let bit = at / 4 * 7 % 32;
            for change in [1u32 << bit, 0x0010_0000] {
                let mut changed = file.clone();
                let offset = chunk.offset + at;
                let dword = u32::from_le_bytes(changed[offset..offset + 4].try_into().unwrap());
                changed[offset..offset + 4].copy_from_slice(&(dword ^ change).to_le_bytes());
                tried += 1;
                ran += u32::from(run(&changed));
            }
        }
    }
    assert!(ran > 1000 && tried > ran, "{ran} of {tried}");
}

/// Generates `r0` to `r3`, `o0` to `o3`, or an element of `x0`, which may not exist, with a mask.
fn target() -> impl Strategy<Value = Vec<u32>> {
    let mask = 1..16u32;
    prop_oneof![
        4 => (0..4u32, mask.clone()).prop_map(|(number, mask)| vec![0x0010_0002 | mask << 4, number]),
        1 => (0..4u32, mask.clone()).prop_map(|(number, mask)| vec![0x0010_2002 | mask << 4, number]),
        1 => (0..4u32, 0..5u32, mask).prop_map(|(number, offset, mask)| {
            vec![0x0620_3002 | mask << 4, 0, offset, 0x0010_000A, number]
        }),
    ]
}

/// Generates registers, literals, and elements of `x0` and `cb0`, with any swizzle.
fn source() -> impl Strategy<Value = Vec<u32>> {
    let register = (0..4u32, 0..2u32, any::<u8>());
    let element = (any::<bool>(), 0..6u32, 0..4u32, any::<u8>());
    prop_oneof![
        4 => register.clone().prop_map(|(number, kind, components)| {
            vec![0x0010_0006 | u32::from(components) << 4 | kind << 12, number]
        }),
        1 => register.prop_map(|(number, kind, components)| {
            vec![0x8010_0006 | u32::from(components) << 4 | kind << 12, 0x41, number]
        }),
        1 => any::<u32>().prop_map(|value| vec![0x4001, value]),
        2 => (0..5u32).prop_map(|value| vec![0x4001, value]),
        1 => any::<f32>().prop_map(|value| vec![0x4001, value.to_bits()]),
        1 => element.prop_map(|(is_array, offset, number, components)| {
            let kind = if is_array { 3 } else { 8 };
            let token = 0x0620_0006 | u32::from(components) << 4 | kind << 12;
            vec![token, 0, offset, 0x0010_000A, number]
        }),
    ]
}

/// Encodes an instruction with a test for nonzero, and operands.
fn instruction(opcode: Opcode, operands: &[Vec<u32>]) -> Vec<u32> {
    let operands = operands.concat();
    let length = u32::try_from(operands.len() + 1).unwrap();
    let first = u32::from(opcode.number()) | 1 << 18 | length << 24;
    [vec![first], operands].concat()
}

/// Returns the opcodes that have only register operands and do not belong to a block.
fn plain_opcodes() -> Vec<Opcode> {
    let is_plain = |info: &&OpcodeInfo| matches!(info.layout, Layout::Operands { .. });
    let opcodes = OPCODES.iter().filter(is_plain);
    let opcodes = opcodes.map(|info| (Opcode::new(info.number), info));
    let loads = |(opcode, info): &(Opcode, &OpcodeInfo)| {
        let targets = std::iter::repeat_n(vec![0x0010_00F2, 0], info.destinations());
        let sources = std::iter::repeat_n(vec![0x0010_0E46, 0], info.sources());
        let operands: Vec<_> = targets.chain(sources).collect();
        Program::load(&file(&instruction(*opcode, &operands))).is_ok()
    };
    opcodes.filter(loads).map(|(opcode, _)| opcode).collect()
}

/// Generates code whose blocks are closed.
fn code(opcodes: Vec<Opcode>) -> impl Strategy<Value = Vec<u32>> {
    let operands = (prop::collection::vec(target(), 2), prop::collection::vec(source(), 5));
    let plain = (prop::sample::select(opcodes), operands).prop_map(|(opcode, operands)| {
        let info = opcode.info().unwrap();
        let (targets, sources) = operands;
        let targets = targets.into_iter().take(info.destinations());
        let sources = sources.into_iter().take(info.sources());
        instruction(opcode, &targets.chain(sources).collect::<Vec<_>>())
    });
    let call = source().prop_map(|test| instruction(Opcode::CALLC, &[test, LABEL.to_vec()]));
    let leaf = prop_oneof![12 => plain, 1 => call];
    leaf.prop_recursive(4, 30, 6, |inner| {
        let body = prop::collection::vec(inner, 0..6).prop_map(|parts| parts.concat());
        prop_oneof![
            (0..4u32, source(), body.clone(), body.clone())
                .prop_map(|(kind, test, first, second)| block(kind, test, &first, &second)),
            body,
        ]
    })
}

/// Encodes a block of one of four kinds around code: a branch, loops that one of two exits leaves, a `switch`.
fn block(kind: u32, test: Vec<u32>, first: &[u32], second: &[u32]) -> Vec<u32> {
    let plain = |opcode| instruction(opcode, &[]);
    let testing = |opcode| instruction(opcode, std::slice::from_ref(&test));
    let (before, between, after) = match kind {
        0 => (testing(Opcode::IF), plain(Opcode::ELSE), plain(Opcode::ENDIF)),
        1 => (plain(Opcode::LOOP), testing(Opcode::BREAKC), plain(Opcode::ENDLOOP)),
        2 => (
            plain(Opcode::LOOP),
            testing(Opcode::CONTINUEC),
            [plain(Opcode::BREAK), plain(Opcode::ENDLOOP)].concat(),
        ),
        _ => (
            [testing(Opcode::SWITCH), instruction(Opcode::CASE, &[vec![0x4001, 1]])].concat(),
            [plain(Opcode::BREAK), plain(Opcode::DEFAULT)].concat(),
            plain(Opcode::ENDSWITCH),
        ),
    };
    [&before, first, &between, second, &after].concat()
}

/// `label0`.
const LABEL: [u32; 2] = [0x0010_A000, 0];
/// `dcl_indexableTemp x0[4], 4` and `dcl_constantbuffer cb0[4]`.
const DECLARATIONS: [u32; 8] = [0x0400_0069, 0, 4, 4, 0x0400_0059, 0x0020_8E46, 0, 4];

/// Builds a file with this code.
fn file(code: &[u32]) -> Vec<u8> {
    let length = u32::try_from(code.len() + 2).unwrap();
    let dwords = [0x0001_0050, length].into_iter().chain(code.iter().copied());
    let data: Vec<u8> = dwords.flat_map(u32::to_le_bytes).collect();
    build(&[(FourCc(*b"SHEX"), &data)]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_instructions(code in code(plain_opcodes())) {
        let ret = instruction(Opcode::RET, &[]);
        let label = instruction(Opcode::LABEL, &[LABEL.to_vec()]);
        let code = [DECLARATIONS.to_vec(), code.clone(), ret.clone(), label, code, ret].concat();
        if let Err(error) = Program::load(&file(&code)) {
            prop_assert!(false, "{error}");
        }
        run(&file(&code));
    }

    #[test]
    fn any_dwords(code in prop::collection::vec(any::<u32>(), 1..40)) {
        run(&file(&code));
    }
}

/// Deep nesting of blocks, and many exits from it, take linear time.
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

/// The largest allowed declarations.
#[test]
fn memory_has_a_limit() {
    let mut code = vec![0x0200_0068, 4096];
    for slot in 0..15 {
        code.extend([0x0400_0059, 0x0020_8E46, slot, 4096]);
    }
    code.push(0x0100_003E);
    assert!(run(&file(&code)));
}
