//! Register names.

use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_objfmt::isa::text::{Numbered, RegisterText, Registers, run};

use super::outputs::output_property;
use super::page::truncated_name;

/// Number of registers in the unified numbering of uniform tables: 00-87.
const NUMBERS: usize = 0x88;

/// A named register, or an element of a named array.
#[derive(Clone, Debug)]
struct NamedRegister {
    name: Box<str>,
    element: Option<i16>,
}

/// Register names from the tables of a shader.
#[derive(Default, Debug)]
pub struct Names {
    /// Name of each register in the unified numbering.
    registers: Vec<Option<NamedRegister>>,
    /// Property of each output register.
    outputs: Vec<Option<Box<str>>>,
}

impl Names {
    /// Collects the names of a shader: first its uniform table, then its named constants, which only objects have. If
    /// several entries have the same register, the first one wins.
    pub fn new<'c>(shader: &Shader, constants: impl IntoIterator<Item = (Register, u8, &'c [u8])>) -> Self {
        let mut names = Self {
            registers: vec![None; NUMBERS],
            outputs: vec![None; Bank::Output.size().into()],
        };
        for output in &shader.outputs {
            if let Some(register) = names.outputs.get_mut(usize::from(output.register)) {
                register.get_or_insert_with(|| output_property(output).into());
            }
        }
        for uniform in &shader.uniforms {
            names.add(&uniform.name, uniform.first, uniform.last);
        }
        for (first, len, name) in constants {
            if let Some(first) = first.table_number() {
                names.add(name, first, first + u16::from(len.saturating_sub(1)));
            }
        }
        names
    }

    fn add(&mut self, name: &[u8], first: u16, last: u16) {
        let numbers = usize::from(first)..=usize::from(last);
        let Some(registers) = self.registers.get_mut(*numbers.start()..) else {
            return;
        };
        let name = truncated_name(name);
        let is_array = first < last;
        for (element, register) in (0..).zip(registers.iter_mut().take(numbers.count())) {
            register.get_or_insert_with(|| NamedRegister {
                name: name.as_str().into(),
                element: is_array.then_some(element),
            });
        }
    }

    /// Returns the name of a register: `projection[2]`. Outputs have no names.
    pub fn get(&self, register: Register) -> Option<RegisterText<'_>> {
        let number = register.table_number()?;
        let named = self.registers.get(usize::from(number))?.as_ref()?;
        Some(RegisterText {
            name: (&*named.name).into(),
            element: named.element,
        })
    }

    /// Returns the property of an output register, the first if it has several.
    pub fn property(&self, register: Register) -> Option<&str> {
        if register.bank != Bank::Output {
            return None;
        }
        self.outputs.get(usize::from(register.number))?.as_deref()
    }
}

/// Names as in a source. A register without a name, or whose name looks like a register number, is shown by number.
impl Registers for Names {
    fn name(&self, register: Register) -> RegisterText<'_> {
        let named = self.get(register).filter(|n| !is_like_number(&n.name));
        named.unwrap_or_else(|| Numbered.name(register))
    }
}

/// Returns true if a name looks like a register number, such as `c4`.
fn is_like_number(name: &str) -> bool {
    let mut letters = name.chars();
    let bank = letters.next().and_then(Bank::from_letter);
    bank.is_some() && letters.as_str().parse::<u8>().is_ok()
}

/// Formats a mask that has register n at bit n: `v0-v2 v5`.
pub fn mask(bank: Bank, bits: u16) -> String {
    let mut runs = Vec::new();
    let mut rest = bits;
    while rest != 0 {
        let first = rest.trailing_zeros();
        let length = (rest >> first).trailing_ones();
        runs.push(run(bank, first, first + length - 1));
        // There are no bits after the sixteenth.
        rest &= u16::MAX.checked_shl(first + length).unwrap_or(0);
    }
    if runs.is_empty() {
        "none".to_owned()
    } else {
        runs.join(" ")
    }
}

/// Formats the registers of a uniform table entry: `c0-c3`; raw numbers if there are no such registers.
pub fn table_run(first: u16, last: u16) -> String {
    let ends = (Register::from_table_number(first), Register::from_table_number(last));
    match ends {
        (Some(f), Some(l)) if f.bank == l.bank => run(f.bank, f.number.into(), l.number.into()),
        _ => format!("{first:#x}-{last:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pica200_objfmt::formats::shbin::UniformEntry;

    #[test]
    fn masks_are_said_in_runs() {
        assert_eq!(mask(Bank::Input, 0), "none");
        assert_eq!(mask(Bank::Input, 0b10_0111), "v0-v2 v5");
        assert_eq!(mask(Bank::Output, u16::MAX), "o0-o15");
        assert_eq!(mask(Bank::Output, 0x8000), "o15");
    }

    #[test]
    fn elements_of_arrays_have_names() {
        let entry = |name: &str, first, last| UniformEntry {
            name: name.into(),
            first,
            last,
        };
        let shader = Shader {
            uniforms: vec![
                entry("m", 0x12, 0x15),
                entry("late", 0x14, 0x16),
                entry("far", 0x87, u16::MAX),
                entry("out", u16::MAX, u16::MAX),
                entry("back", 5, 4),
                entry("c7", 0x70, 0x70),
            ],
            ..Shader::default()
        };
        let constant = Register::new(Bank::Float, 95).map(|r| (r, 1, &b"one"[..]));
        let names = Names::new(&shader, constant);
        let name = |bank, number| Register::new(bank, number).map(|r| names.name(r).to_string());
        assert_eq!(name(Bank::Float, 1).as_deref(), Some("c1"));
        assert_eq!(name(Bank::Float, 4).as_deref(), Some("m[2]"));
        assert_eq!(name(Bank::Float, 6).as_deref(), Some("late[2]"));
        assert_eq!(name(Bank::Float, 95).as_deref(), Some("one"));
        assert_eq!(name(Bank::Boolean, 15).as_deref(), Some("far[0]"));
        assert_eq!(name(Bank::Output, 0).as_deref(), Some("o0"));
        assert_eq!(name(Bank::Integer, 0).as_deref(), Some("i0"));
        assert_eq!(table_run(0x12, 0x15), "c2-c5");
        assert_eq!(table_run(0x6F, 0x70), "0x6f-0x70");
    }
}
