//! The values that shaders load, and code that would make other shaders load them. The linker loads the values of a
//! file into each shader that reaches code of the file and reads their registers.

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::instruction::{AddressRegister, Instruction, Operation};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};
use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::Claims;

/// The values that the shaders of a file load.
pub(super) struct Values<'c, 'r> {
    code: &'c [Instruction],
    claims: &'c Claims<'r>,
    /// For each register that a shader loads, the value in each shader.
    loaded: FxHashMap<Register, Vec<Option<ConstantValue>>>,
}

impl<'c, 'r> Values<'c, 'r> {
    pub(super) fn new(shbin: &Shbin, code: &'c [Instruction], claims: &'c Claims<'r>) -> Self {
        let mut loaded: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for (index, shader) in shbin.shaders.iter().enumerate() {
            for entry in &shader.constants {
                let register = |value: ConstantValue| {
                    let number = u8::try_from(entry.register).ok()?;
                    Register::new(value.kind().bank(), number)
                };
                let Some((value, register)) = entry.value().and_then(|v| Some((v, register(v)?))) else {
                    continue;
                };
                let values = loaded
                    .entry(register)
                    .or_insert_with(|| vec![None; shbin.shaders.len()]);
                if let Some(place) = values.get_mut(index) {
                    *place = Some(value);
                }
            }
        }
        Self { code, claims, loaded }
    }

    /// Returns the shaders whose source cannot contain a procedure, because another shader would also load a value of
    /// theirs.
    pub(super) fn misled(&self, span: WordSpan) -> Vec<usize> {
        let users: Vec<_> = self.claims.users(span).collect();
        let words = span.start as usize..(span.start + span.size) as usize;
        let words = self.code.get(words).unwrap_or_default();
        let read: FxHashSet<_> = words.iter().flat_map(registers).collect();
        let is_relative = words.iter().any(is_relative);
        let mut misled = Vec::new();
        for (register, values) in &self.loaded {
            let may_be_meant = is_relative && register.bank == Bank::Float;
            if !may_be_meant && !read.contains(register) {
                continue;
            }
            let differs = |shader: usize, value| {
                let mut others = users.iter().filter(|user| **user != shader);
                others.any(|&user| values.get(user) != Some(value))
            };
            let own = values.iter().enumerate();
            let own = own.filter(|(shader, value)| value.is_some() && differs(*shader, *value));
            misled.extend(own.map(|(shader, _)| shader));
        }
        misled
    }
}

/// Returns true if an address register is added to the register number of a source.
fn is_relative(instruction: &Instruction) -> bool {
    matches!(
        instruction.operation,
        Operation::Arithmetic { index, .. } if index != AddressRegister::None
    )
}

/// Returns the registers that an instruction names as sources.
pub(super) fn registers(instruction: &Instruction) -> impl Iterator<Item = Register> {
    let (sources, uniform) = match instruction.operation {
        Operation::Arithmetic { sources, .. } => (sources, None),
        Operation::Flow { uniform, .. } => ([None; 3], uniform),
        _ => ([None; 3], None),
    };
    let bank = instruction.opcode.and_then(Opcode::uniform_bank);
    let uniform = bank.zip(uniform).map(|(bank, number)| Register { bank, number });
    sources.into_iter().flatten().chain(uniform)
}
