//! Checks on the tables that loaders trust.

mod outputs;

use std::collections::{BTreeMap, BTreeSet};

use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::{ConstantEntry, Shader};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::Check;
use crate::shader::Stage;

/// The maximum number of float constants of a shader, which loaders store in a byte.
const MAX_CONSTANTS: usize = 255;

/// The modes of geometry shaders, by number.
const VARIABLE: u8 = 1;
const FIXED: u8 = 2;

/// Checks the parts that all shaders share.
pub(crate) fn program(check: &mut Check<'_>) {
    let program = &check.shbin.program;
    let (words, descriptors) = (program.code.len(), program.descriptors.len());
    if words > limits::CODE_WORDS {
        let max = limits::CODE_WORDS;
        let message = format!("the file has {words} words of code, but the limit is {max}");
        check.add_table(Code::OversizedCode, None, message);
    }
    if descriptors > limits::DESCRIPTORS {
        let max = limits::DESCRIPTORS;
        let message = format!("the file has {descriptors} operand descriptors, but the limit is {max}");
        check.add_table(Code::OversizedDescriptors, None, message);
    }
}

/// Checks the tables of a shader.
pub(crate) fn shader(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let mut tables = Tables {
        name: format!("shader {number} (it starts at {})", check.entry_name(shader)),
        check,
        number,
        shader,
    };
    tables.kind();
    tables.outputs();
    tables.constants();
    tables.uniforms();
}

struct Tables<'t, 'a> {
    check: &'t mut Check<'a>,
    number: usize,
    shader: &'t Shader,
    /// The name of the shader, for messages.
    name: String,
}

impl Tables<'_, '_> {
    fn add(&mut self, code: Code, message: String) {
        let message = format!("{}: {message}", self.name);
        self.check.add_table(code, Some(self.number), message);
    }

    fn kind(&mut self) {
        let Shader { kind, geometry, .. } = *self.shader;
        if kind > 1 {
            let message = format!("its type is {kind}; loaders accept only 0 (vertex shader) and 1 (geometry shader)");
            self.add(Code::ShaderKind, message);
        }
        if Stage::new(self.shader) == Stage::Vertex {
            return;
        }
        let vertices = match geometry.mode {
            VARIABLE => geometry.variable_vertices,
            FIXED => geometry.fixed_vertices,
            _ => return,
        };
        if vertices == 0 {
            let message = "its primitives have 0 vertices; at least 1 is required";
            self.add(Code::NoVertices, message.to_owned());
        }
    }

    fn constants(&mut self) {
        let mut set: BTreeMap<(u16, u16), u32> = BTreeMap::new();
        let mut floats = 0;
        for constant in &self.shader.constants {
            let bank = match constant.kind {
                0 => Bank::Boolean,
                1 => Bank::Integer,
                2 => Bank::Float,
                kind => {
                    let message = format!("a constant has kind {kind}; loaders accept 0 to 2 and ignore others");
                    self.add(Code::ConstantRegister, message);
                    continue;
                }
            };
            floats += usize::from(bank == Bank::Float);
            let (letter, register) = (bank.letter(), constant.register);
            if let Some(fault) = value_error(constant) {
                self.add(Code::ConstantValue, format!("the value of {letter}{register} {fault}"));
            }
            if register >= bank.size().into() {
                let message = format!(
                    "a constant is for {letter}{register}, but the bank has {letter}0 to {letter}{}",
                    bank.size() - 1
                );
                self.add(Code::ConstantRegister, message);
                continue;
            }
            let times = set.entry((constant.kind, register)).or_default();
            *times += 1;
            if *times == 2 {
                let message = format!("{letter}{register} is set more than once; the last value is used");
                self.add(Code::ValueSetTwice, message);
            }
        }
        if floats > MAX_CONSTANTS {
            let message = format!("it has {floats} float constants, but loaders count up to {MAX_CONSTANTS}");
            self.add(Code::TooManyConstants, message);
        }
    }

    fn uniforms(&mut self) {
        let mut names = BTreeSet::new();
        for uniform in &self.shader.uniforms {
            let name = &uniform.name;
            if !names.insert(name) {
                let message = format!("duplicate entry `{name}`; loaders find only the first");
                self.add(Code::DuplicateUniform, message);
            }
            let [first, last] = [uniform.first, uniform.last].map(Register::from_table_number);
            let bank = |register: Option<Register>| register.map(|register| register.bank);
            if first.is_none() || bank(first) != bank(last) {
                let message = format!(
                    "`{name}` has the registers {:#04x} to {:#04x}, which are not in one bank",
                    uniform.first, uniform.last
                );
                self.add(Code::UniformRegister, message);
            }
        }
    }
}

/// Returns the error in a value that its kind does not allow. Loaders truncate such a value.
fn value_error(constant: &ConstantEntry) -> Option<String> {
    match (constant.kind, constant.data[0]) {
        (0, byte @ 2..) => Some(format!("is {byte}; booleans can be only 0 and 1")),
        _ if constant.value().is_none() => Some("has a component of more than 24 bits; floats have 24".to_owned()),
        _ => None,
    }
}
