//! The text and number of checker diagnostics for files that no source produces.

use pica200_check::{Diagnostic, check};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry, Shbin};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;

use super::{Damage, damages, flow_word, in_golden, sound, uniform};

/// Returns the diagnostics of the correct file after a change.
fn found(damage: impl FnOnce(&mut Shbin)) -> Vec<Diagnostic> {
    let mut file = sound();
    damage(&mut file);
    check(&file)
}

fn output(property: u16, register: u16, mask: u16) -> OutputEntry {
    OutputEntry {
        property,
        register,
        mask,
        reserved: 0,
    }
}

fn float(register: u8) -> ConstantEntry {
    let value = ConstantValue::Float([Float24::default(); 4]);
    ConstantEntry::new(register, value)
}

/// Changes whose diagnostics differ in text from those in [`damages`].
const MORE: [Damage; 11] = [
    // An else-body of 259 NOPs.
    |file| {
        let nop = Opcode::Nop.base_word();
        let branch = flow_word(Opcode::Ifu, 2, 3) | 0x100;
        let body = std::iter::repeat_n(nop, 260);
        let code = [branch, nop].into_iter().chain(body);
        file.program.code.splice(0..0, code);
        file.shaders[0].end += 262;
    },
    // A call of 259 words.
    |file| {
        let call = flow_word(Opcode::Callu, 1, 3) | 0x100;
        file.program.code.insert(0, call);
        file.shaders[0].end += 1;
    },
    |file| file.shaders[0].entry = 9,
    |file| {
        file.shaders[0].kind = 1;
        file.shaders[0].geometry.mode = 2;
    },
    |file| {
        let mut constant = float(95);
        constant.kind = 3;
        file.shaders[0].constants = vec![constant, float(0), float(0), float(0)];
    },
    |file| {
        let mut constant = float(3);
        constant.data[3] = 1;
        file.shaders[0].constants.push(constant);
    },
    |file| file.shaders[0].outputs.push(output(9, 7, 0xF)),
    |file| file.shaders[0].outputs.push(output(9, 8, 0xF)),
    |file| file.shaders[0].outputs.push(output(77, 1, 0xF)),
    |file| {
        let outputs = &mut file.shaders[0].outputs;
        outputs.push(output(2, 1, 0b1110));
        outputs.push(output(3, 1, 0b0101));
    },
    |file| file.shaders[0].outputs.push(output(0, 1, 0xF)),
];

#[test]
fn damaged_files_are_described() {
    let all = damages().into_iter().map(|(_, damage)| damage).chain(MORE);
    let text: String = all
        .map(|damage| {
            let diagnostics = found(damage);
            let mut lines: Vec<_> = diagnostics
                .iter()
                .map(|diagnostic| format!("{}: {}\n", diagnostic.code, diagnostic.message))
                .collect();
            lines.dedup();
            // Many constants are set twice.
            lines.truncate(4);
            lines.concat() + "\n"
        })
        .collect();
    in_golden().bind(|| insta::assert_snapshot!("damaged-files", text));
}

/// 600 diagnostics of one code, then two of another, of which one suffices.
#[test]
fn many_diagnostics_hide_no_other_code() {
    let diagnostics = found(|file| {
        let shader = &mut file.shaders[0];
        shader.constants = (0..600)
            .map(|n| {
                let mut constant = float(0);
                constant.register = 96 + n;
                constant
            })
            .collect();
        shader.uniforms = vec![uniform("a", 0x6F, 0x70), uniform("b", 0x6F, 0x70)];
    });
    let count = |code| diagnostics.iter().filter(|diagnostic| diagnostic.code == code).count();
    assert_eq!(count(Code::ConstantRegister), 500);
    assert_eq!(count(Code::UniformRegister), 1);
}

#[test]
fn as_many_constants_as_loaders_count_are_accepted() {
    let constants = |count: u16| {
        let diagnostics = found(|file| {
            let registers = (0..count).map(|n| u8::try_from(n % 96).unwrap());
            file.shaders[0].constants = registers.map(float).collect();
        });
        diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code == Code::TooManyConstants)
    };
    assert!(!constants(255) && constants(256));
}
