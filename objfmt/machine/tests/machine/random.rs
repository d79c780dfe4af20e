//! Random words, descriptors and tables: runs neither panic nor exceed their budget.

use pica200_machine::{Counts, Feed, Machine, Precision, Program, ShaderChoice, Tracer, Value, Vector};
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{ConstantEntry, LabelEntry, Line, Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::opcode::OPCODES;
use pica200_objfmt::isa::register::{Bank, Register};
use proptest::prelude::*;

const BUDGET: u64 = 500;

/// A word, mostly with a known opcode, with targets within a short program.
fn word() -> impl Strategy<Value = u32> {
    let known = (0..OPCODES.len(), any::<u32>(), 0..24u32).prop_map(|(row, bits, target)| {
        let info = &OPCODES[row];
        let layout = info.opcode.fields();
        let mut word = layout.opcode.set(bits, info.field.into());
        if let Some([count, place]) = layout.target {
            word = place.set(count.set(word, bits & 7), target);
        }
        word
    });
    prop_oneof![9 => known, 1 => any::<u32>()]
}

prop_compose! {
    fn shader()(
        kind in 0..4u8,
        entry in 0..30u32,
        mode in 0..4u8,
        numbers: [u8; 3],
        constants in prop::collection::vec((0..4u16, any::<u16>(), any::<[u8; 16]>()), 0..6),
        label: (u32, Option<u32>),
        uniform: (u16, u16),
    ) -> Shader {
        let [fixed_start, variable_vertices, fixed_vertices] = numbers;
        let constants = constants.into_iter().map(|(kind, register, data)| ConstantEntry {
            kind,
            register: register % 100,
            data,
        });
        let (word, size) = label;
        Shader {
            kind,
            entry,
            geometry: GeometryBytes { mode, fixed_start, variable_vertices, fixed_vertices },
            constants: constants.collect(),
            labels: vec![LabelEntry { id: 0, reserved: 1, word, size, name: "part".into() }],
            uniforms: vec![UniformEntry { name: "u".into(), first: uniform.0 % 150, last: uniform.1 }],
            ..Shader::default()
        }
    }
}

prop_compose! {
    /// Returns a file with one shader.
    pub(crate) fn binary()(
        shader in shader(),
        code in prop::collection::vec(word(), 1..32),
        descriptors in prop::collection::vec(any::<u32>(), 100..130),
        lines in prop::collection::vec((0..3u32, any::<u32>()), 0..40),
    ) -> Shbin {
        // Sometimes the entry point is outside the code, and there is no program.
        let words = u32::try_from(code.len()).expect("a few");
        let shader = Shader { entry: shader.entry % (words + 1), ..shader };
        let mut shbin = Shbin { shaders: vec![shader], ..Shbin::default() };
        shbin.program.code = code;
        let descriptors = descriptors.into_iter().map(|bits| DescriptorEntry {
            descriptor: Descriptor::from_bits(bits),
            flags: 0,
        });
        shbin.program.descriptors = descriptors.collect();
        shbin.program.lines = lines.into_iter().map(|(file, line)| Line { file, line }).collect();
        shbin.program.files = vec!["a.pica".into()];
        shbin
    }
}

/// Sets registers, and runs and feeds a machine several times.
fn run(machine: &mut Machine, program: &Program, values: &[(u8, Vector)]) {
    for &(number, value) in values {
        let bank = Bank::ALL[usize::from(number) % Bank::ALL.len()];
        let [x, y, z, _] = value.map(|component| component.to_bits().to_le_bytes()[0]);
        for value in [
            Value::Vector(value),
            Value::Integer([x, y, z, 0]),
            Value::Boolean(x & 1 != 0),
        ] {
            let _ = machine.set(Register { bank, number }, value);
            let _ = machine.set_named("u", number, value);
        }
    }
    let mut counts = Counts::new(program);
    for _ in 0..3 {
        match machine.run_observed(BUDGET, &mut counts) {
            Ok(run) => assert!(run.instructions <= BUDGET),
            Err(fault) => assert!(fault.instructions <= BUDGET && !fault.to_string().is_empty()),
        }
    }
    assert!(counts.steps().iter().sum::<u64>() <= 3 * (BUDGET + 1));
    let mut told = 0;
    let traced = machine.run_observed(BUDGET, &mut Tracer(|_: &pica200_machine::Executed<'_>| told += 1));
    assert_eq!(
        told,
        traced.map_or_else(|fault| fault.instructions, |run| run.instructions)
    );
    if let Ok(mut feed) = Feed::new(program, 4, 3) {
        let vertices: Vec<_> = values.iter().map(|(_, value)| [*value; 3]).collect();
        let fed = feed.feed_observed(machine, &vertices, BUDGET, &mut counts);
        assert!(fed.is_err() || fed.is_ok_and(|fed| fed.instructions <= fed.runs * BUDGET));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]
    #[test]
    fn any_program_ends(
        shbin in binary(),
        values in prop::collection::vec((any::<u8>(), any::<[f32; 4]>()), 0..12),
    ) {
        let Ok(program) = Program::load(&shbin, ShaderChoice::Index(0)) else {
            return Err(TestCaseError::reject("no program"));
        };
        for precision in [Precision::Single, Precision::Float24] {
            run(&mut Machine::with_precision(&program, precision), &program, &values);
        }
    }
}
