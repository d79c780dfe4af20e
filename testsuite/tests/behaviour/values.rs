//! Random register values, and the registers that get them.

use pica200_machine::{Machine, Value, Vector};
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_testsuite::random::Random;

/// Random values.
pub(crate) trait Values {
    /// Returns a typical shader input: usually small, sometimes a special value.
    fn component(&mut self) -> f32;

    /// Returns a vector of such components.
    fn vector(&mut self) -> Vector {
        [0; 4].map(|_| self.component())
    }

    /// Returns vertices for a geometry shader, each with `outputs` outputs.
    fn vertices(&mut self, outputs: u8) -> Vec<Vec<Vector>>;

    /// Returns a value for a register of the bank.
    fn value(&mut self, bank: Bank) -> Value;
}

impl Values for Random {
    fn component(&mut self) -> f32 {
        const SPECIAL: [f32; 8] = [0.0, -0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-40, 255.0];
        let byte = self.byte();
        match SPECIAL.get(usize::from(byte)) {
            Some(special) => *special,
            None => (f32::from(byte) - 128.0) / 8.0 + f32::from(self.byte()) / 256.0,
        }
    }

    fn vertices(&mut self, outputs: u8) -> Vec<Vec<Vector>> {
        let count = self.count(8);
        (0..count)
            .map(|_| (0..outputs).map(|_| self.vector()).collect())
            .collect()
    }

    fn value(&mut self, bank: Bank) -> Value {
        match bank {
            // Loops with few iterations.
            Bank::Integer => Value::Integer([0; 4].map(|_| self.byte() % 5)),
            Bank::Boolean => Value::Boolean(self.byte() & 1 != 0),
            _ => Value::Vector(self.vector()),
        }
    }
}

/// Sets all named uniforms, and the registers that neither program uses: programs may read them by number.
pub(crate) fn set_uniforms(machines: &mut [Machine; 2], shaders: [&Shader; 2], random: &mut Random) {
    let named = machines[0].program().names().to_vec();
    for named in named.iter().filter(|named| is_uniform(named.first)) {
        for element in 0..named.count {
            let value = random.value(named.first.bank);
            for machine in &mut *machines {
                let set = machine.set_named(&named.name, element, value);
                set.expect("both programs have the same uniforms");
            }
        }
    }
    let used: Vec<_> = machines
        .iter()
        .flat_map(|machine| machine.program().names())
        .flat_map(|named| (0..named.count).filter_map(|element| named.element(element)))
        .chain(shaders.into_iter().flat_map(constants))
        .collect();
    for register in bare_uniforms().filter(|register| !used.contains(register)) {
        set(machines, register, random);
    }
}

/// Sets all inputs.
pub(crate) fn set_inputs(machines: &mut [Machine; 2], random: &mut Random) {
    for register in registers(Bank::Input) {
        set(machines, register, random);
    }
}

fn set(machines: &mut [Machine; 2], register: Register, random: &mut Random) {
    let value = random.value(register.bank);
    for machine in machines {
        machine.set(register, value).expect("the register exists");
    }
}

/// Returns all registers of a bank.
pub(crate) fn registers(bank: Bank) -> impl Iterator<Item = Register> {
    (0..bank.size()).map(move |number| Register { bank, number })
}

fn is_uniform(register: Register) -> bool {
    matches!(register.bank, Bank::Float | Bank::Integer | Bank::Boolean)
}

/// Returns all uniforms except `b15`, which the hardware sets in geometry shaders.
fn bare_uniforms() -> impl Iterator<Item = Register> {
    let banks = [Bank::Float, Bank::Integer, Bank::Boolean];
    banks
        .into_iter()
        .flat_map(registers)
        .filter(|register| (register.bank, register.number) != (Bank::Boolean, 15))
}

/// Returns the registers with initial values in the file.
fn constants(shader: &Shader) -> impl Iterator<Item = Register> {
    shader.constants.iter().filter_map(|entry| {
        let bank = entry.value()?.kind().bank();
        Register::new(bank, u8::try_from(entry.register).ok()?)
    })
}
