//! The registers: one array holds all vectors, so that a source is an index.

use pica200_objfmt::isa::register::{Bank, Register};

/// Four components.
pub type Vector = [f32; 4];

/// The length of the array: one element for each value of a byte, so that no bounds check is needed.
const PLACES: usize = 256;

/// The first index of each bank. Inputs, temporaries and uniforms have the numbers by which instructions read them.
const INPUTS: u8 = 0x00;
const TEMPORARIES: u8 = 0x10;
const FLOATS: u8 = 0x20;
/// The index that is read if a relative address is out of range.
const ONES: u8 = 0x80;
pub(crate) const OUTPUTS: u8 = 0x90;
/// The second bank of outputs, for geometry shaders.
const HIDDEN_OUTPUTS: u8 = 0xA0;

/// The index of a register that an instruction reads.
pub(crate) fn source(register: Register) -> u8 {
    match register.bank {
        Bank::Input => INPUTS + register.number,
        Bank::Temporary => TEMPORARIES + register.number,
        Bank::Float => FLOATS + register.number,
        _ => ONES,
    }
}

/// The index of a register that an instruction writes.
pub(crate) fn destination(register: Register) -> u8 {
    match register.bank {
        Bank::Output => OUTPUTS + register.number,
        _ => TEMPORARIES + register.number,
    }
}

/// The register at an index that is written; see [`destination`].
pub(crate) fn written(place: u8) -> Register {
    // Outputs and temporaries are in the order of the numbers by which instructions write them.
    match place.checked_sub(OUTPUTS) {
        Some(number) => Register::from_destination_number(number),
        None => Register::from_destination_number(place),
    }
}

/// The index of a vector register; `None` for integers, booleans and numbers outside the bank.
pub(crate) fn place(register: Register) -> Option<u8> {
    Register::new(register.bank, register.number)?;
    match register.bank {
        Bank::Output => Some(destination(register)),
        Bank::Input | Bank::Temporary | Bank::Float => Some(source(register)),
        Bank::Integer | Bank::Boolean => None,
    }
}

/// The index that is read at `place`, a uniform, plus an address register.
///
/// An offset outside -128 to 127 counts as 0. The sum has seven bits; from 96 on there are no uniforms, and all
/// components are 1.
pub(crate) fn relative(place: u8, offset: i32) -> u8 {
    let offset = if (-128..=127).contains(&offset) {
        offset
    } else {
        0
    };
    let index = (i32::from(place) - i32::from(FLOATS) + offset) & 0x7F;
    u8::try_from(index)
        .ok()
        .filter(|&index| index < Bank::Float.size())
        .map_or(ONES, |index| FLOATS + index)
}

/// The vector registers.
#[derive(Clone, Debug)]
pub(crate) struct Vectors([Vector; PLACES]);

impl Default for Vectors {
    fn default() -> Self {
        let mut places = [[0.0; 4]; PLACES];
        places[usize::from(ONES)] = [1.0; 4];
        Self(places)
    }
}

impl Vectors {
    #[inline(always)]
    pub(crate) fn get(&self, place: u8) -> &Vector {
        &self.0[usize::from(place)]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, place: u8) -> &mut Vector {
        &mut self.0[usize::from(place)]
    }

    /// The values of the output registers.
    pub(crate) fn outputs<const N: usize>(&self) -> [Vector; N] {
        let first = usize::from(OUTPUTS);
        std::array::from_fn(|n| self.0[(first + n) % PLACES])
    }

    /// Exchanges the two banks of outputs.
    pub(crate) fn swap_outputs(&mut self) {
        for number in 0..Bank::Output.size() {
            let (shown, hidden) = (OUTPUTS + number, HIDDEN_OUTPUTS + number);
            self.0.swap(usize::from(shown), usize::from(hidden));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_have_seven_bits() {
        // c2 + 3, c0 + 95.
        assert_eq!(relative(FLOATS + 2, 3), FLOATS + 5);
        assert_eq!(relative(FLOATS, 95), FLOATS + 95);
        // c0 + 96, c95 + 1 and c0 - 1 (127) are 96 to 127.
        for (number, offset) in [(0, 96), (95, 1), (0, -1), (0, 127), (0, -32)] {
            assert_eq!(relative(FLOATS + number, offset), ONES, "{number} {offset}");
        }
        // c95 + 33 is 128, and thus c0; c0 - 33 is 95; c0 - 128 is c0.
        assert_eq!(relative(FLOATS + 95, 33), FLOATS);
        assert_eq!(relative(FLOATS, -33), FLOATS + 95);
        assert_eq!(relative(FLOATS, -128), FLOATS);
    }

    #[test]
    fn offsets_beyond_a_byte_count_as_0() {
        for offset in [128, -129, i32::MAX, i32::MIN] {
            assert_eq!(relative(FLOATS + 7, offset), FLOATS + 7);
        }
    }

    #[test]
    fn banks_do_not_overlap() {
        let mut places: Vec<_> = Bank::ALL
            .into_iter()
            .flat_map(|bank| (0..bank.size()).filter_map(move |n| place(Register::new(bank, n)?)))
            .chain([ONES])
            .chain(HIDDEN_OUTPUTS..HIDDEN_OUTPUTS + 16)
            .collect();
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), count);
        assert_eq!(count, 16 + 16 + 96 + 16 + 1 + 16);
    }
}
