//! The register file: one array holds all vectors, so that a source is an index.

use pica200_objfmt::isa::register::{Bank, Register};

use crate::precision::Precision;

/// Four components.
pub type Vector = [f32; 4];

/// The number of vertices of a batch.
pub(crate) const BATCH_SIZE: usize = 16;

/// The number of vector slots: one for each value of a byte, so that no bounds check is needed.
const SLOTS: usize = 256;

/// The first index of each bank. Inputs, temporaries and uniforms have their source numbers as indices.
const INPUTS: u8 = 0x00;
const TEMPORARIES: u8 = 0x10;
const FLOATS: u8 = 0x20;
/// The index that is read if a relative address is out of range.
const ONES: u8 = 0x80;
pub(crate) const OUTPUTS: u8 = 0x90;
/// The second bank of outputs, for geometry shaders.
const HIDDEN_OUTPUTS: u8 = 0xA0;
/// The register into which a batch gathers a uniform whose relative address differs between its vertices.
pub(crate) const GATHERED: u8 = 0xB0;
/// The register in which a batch keeps a result until all operands are read.
pub(crate) const RESULT: u8 = 0xB1;

/// Returns the index of a register that an instruction reads.
pub(crate) fn source(register: Register) -> u8 {
    match register.bank {
        Bank::Input => INPUTS + register.number,
        Bank::Temporary => TEMPORARIES + register.number,
        Bank::Float => FLOATS + register.number,
        _ => ONES,
    }
}

/// Returns the index of a register that an instruction writes.
pub(crate) fn destination(register: Register) -> u8 {
    match register.bank {
        Bank::Output => OUTPUTS + register.number,
        _ => TEMPORARIES + register.number,
    }
}

/// Returns the register at a destination index; see [`destination`].
pub(crate) fn written(slot: u8) -> Register {
    // Outputs and temporaries are in the order of their destination numbers.
    match slot.checked_sub(OUTPUTS) {
        Some(number) => Register::from_destination_number(number),
        None => Register::from_destination_number(slot),
    }
}

/// Returns the index of a vector register; `None` for integers, booleans and numbers outside the bank.
pub(crate) fn slot(register: Register) -> Option<u8> {
    Register::new(register.bank, register.number)?;
    match register.bank {
        Bank::Output => Some(destination(register)),
        Bank::Input | Bank::Temporary | Bank::Float => Some(source(register)),
        Bank::Integer | Bank::Boolean => None,
    }
}

/// Returns the index that is read at `slot`, a uniform, plus an address register.
///
/// An offset outside -128 to 127 is treated as 0. The sum has seven bits; from 96 on there are no uniforms, and all
/// components are 1.
pub(crate) fn relative(slot: u8, offset: i32) -> u8 {
    let offset = if (-128..=127).contains(&offset) { offset } else { 0 };
    let index = (i32::from(slot) - i32::from(FLOATS) + offset) & 0x7F;
    u8::try_from(index)
        .ok()
        .filter(|&index| index < Bank::Float.size())
        .map_or(ONES, |index| FLOATS + index)
}

/// The number of rows: each register has one for each component.
const ROWS: usize = 4 * SLOTS;

/// Returns the row of a component of a register.
pub(crate) fn row(slot: u8, component: usize) -> u16 {
    u16::from(slot) << 2 | [0, 1, 2, 3][component % 4]
}

/// Returns the register of a row.
pub(crate) fn slot_of_row(row: u16) -> u8 {
    (row >> 2).to_le_bytes()[0]
}

/// The vector registers of `N` vertices, as rows of one component for all vertices.
#[derive(Clone, Debug)]
pub(crate) struct Vectors<const N: usize>([[f32; N]; ROWS]);

impl<const N: usize> Default for Vectors<N> {
    fn default() -> Self {
        let mut vectors = Self([[0.0; N]; ROWS]);
        for component in 0..4 {
            *vectors.row_mut(row(ONES, component)) = [1.0; N];
        }
        vectors
    }
}

impl<const N: usize> Vectors<N> {
    #[inline(always)]
    pub(crate) fn row(&self, row: u16) -> &[f32; N] {
        &self.0[usize::from(row) % ROWS]
    }

    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: u16) -> &mut [f32; N] {
        &mut self.0[usize::from(row) % ROWS]
    }

    /// Returns the register of one vertex.
    #[inline(always)]
    pub(crate) fn of_vertex(&self, slot: u8, vertex: usize) -> Vector {
        [0, 1, 2, 3].map(|component| self.row(row(slot, component))[vertex % N])
    }

    #[inline(always)]
    pub(crate) fn set_vertex(&mut self, slot: u8, vertex: usize, value: Vector) {
        for (component, value) in value.into_iter().enumerate() {
            self.row_mut(row(slot, component))[vertex % N] = value;
        }
    }

    /// Returns the register of all vertices.
    #[inline]
    pub(crate) fn of_vertices(&self, slot: u8) -> [Vector; N] {
        let [x, y, z, w] = [0, 1, 2, 3].map(|component| self.row(row(slot, component)));
        std::array::from_fn(|vertex| [x[vertex], y[vertex], z[vertex], w[vertex]])
    }

    /// Sets a register of the first vertices. Excess values are ignored.
    #[inline]
    pub(crate) fn set_first(&mut self, slot: u8, values: &[Vector], precision: Precision) {
        for component in 0..4 {
            let row = self.row_mut(row(slot, component));
            // A known number of values lets the compiler vectorise the copy.
            match <&[Vector; N]>::try_from(values) {
                Ok(values) => {
                    for (number, value) in row.iter_mut().zip(values) {
                        *number = precision.round_component(value[component]);
                    }
                }
                Err(_) => {
                    for (number, value) in row.iter_mut().zip(values) {
                        *number = precision.round_component(value[component]);
                    }
                }
            }
        }
    }

    /// Sets a register of all vertices.
    pub(crate) fn set_all(&mut self, slot: u8, value: Vector) {
        for (component, value) in value.into_iter().enumerate() {
            *self.row_mut(row(slot, component)) = [value; N];
        }
    }

    /// Copies the registers of one vertex to all vertices.
    pub(crate) fn copy_to_all(&mut self, from: &Vectors<1>) {
        for (row, [number]) in self.0.iter_mut().zip(&from.0) {
            *row = [*number; N];
        }
    }

    /// Copies all registers of a vertex from other registers.
    pub(crate) fn copy<const M: usize>(&mut self, vertex: usize, from: &Vectors<M>, of_them: usize) {
        for (row, of_others) in self.0.iter_mut().zip(&from.0) {
            row[vertex % N] = of_others[of_them % M];
        }
    }
}

impl Vectors<1> {
    /// Returns the values of the output registers.
    pub(crate) fn outputs<const COUNT: usize>(&self) -> [Vector; COUNT] {
        let mut slots = OUTPUTS..=u8::MAX;
        [(); COUNT].map(|()| self.of_vertex(slots.next().unwrap_or(OUTPUTS), 0))
    }

    /// Swaps the two banks of outputs.
    pub(crate) fn swap_outputs(&mut self) {
        for number in 0..Bank::Output.size() {
            for component in 0..4 {
                let [shown, hidden] = [OUTPUTS, HIDDEN_OUTPUTS].map(|bank| usize::from(row(bank + number, component)));
                self.0.swap(shown, hidden);
            }
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
        let mut slots: Vec<_> = Bank::ALL
            .into_iter()
            .flat_map(|bank| (0..bank.size()).filter_map(move |n| slot(Register::new(bank, n)?)))
            .chain([ONES])
            .chain(HIDDEN_OUTPUTS..HIDDEN_OUTPUTS + 16)
            .chain([GATHERED, RESULT])
            .collect();
        let count = slots.len();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), count);
        assert_eq!(count, 16 + 16 + 96 + 16 + 1 + 16 + 2);
    }
}
