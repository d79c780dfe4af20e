//! The map of outputs: what each component of each output register means to the GPU.

use super::words::{Stray, Words, halves};

/// The registers that the map has places for.
const PLACES: usize = 7;

/// The registers that the loader can look at without leaving its record: two words follow the map.
const RECORD: u16 = 9;

/// What a component of a register means: a property, and which number of it.
pub(super) type Meaning = (u16, u8);

/// What each component of a register means; nothing where no output says anything.
pub(super) type Slot = [Option<Meaning>; 4];

/// The map of a shader.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OutputMap {
    pub(super) slots: [Slot; PLACES],
    /// The registers in use. The loader has 8 bits for them, whatever the number of a register.
    pub(super) registers: u8,
    /// The number of outputs that the GPU is told.
    pub(super) count: usize,
}

impl OutputMap {
    /// Makes the map of a table, whose entries take two words each.
    pub(super) fn load(words: Words<'_>, first: u64, count: u32) -> Result<Self, Stray> {
        let mut map = Self::default();
        for entry in 0..u64::from(count) {
            let [property, register] = halves(words.word(first + entry * 2)?);
            let [mask, ..] = words.word(first + entry * 2 + 1)?.to_le_bytes();
            map.add(property, register, mask)?;
        }
        // Of the number, 1 is subtracted.
        if map.count == 0 {
            return Err(Stray::OutputCount { count: 0 });
        }
        Ok(map)
    }

    /// Adds an output. The register is used before the property is looked at.
    fn add(&mut self, property: u16, register: u16, mask: u8) -> Result<(), Stray> {
        if register >= RECORD {
            return Err(Stray::Output { register });
        }
        let bit = 1u8.checked_shl(register.into()).unwrap_or(0);
        if self.registers & bit == 0 {
            self.registers |= bit;
            self.count += 1;
        }
        let numbers = numbers(property);
        if numbers == 0 {
            return Ok(());
        }
        let Some(slot) = self.slots.get_mut(usize::from(register)) else {
            return Err(Stray::Property { register });
        };
        let components = (0..4).filter(|component| mask >> component & 1 == 1);
        for (component, number) in components.zip(0..numbers) {
            slot[component] = Some((property, number));
        }
        Ok(())
    }

    /// Checks that the GPU has room for the outputs if they reach the rasteriser. Outputs without any meaning are for a
    /// geometry shader, perhaps of another file.
    pub(super) fn rasterise(&self) -> Result<(), Stray> {
        if self.slots.iter().flatten().all(Option::is_none) {
            return Ok(());
        }
        fits(self.count)
    }

    /// Checks that it has room for the outputs of a vertex shader and a geometry shader that are merged. Each map is
    /// read up to its first register without a meaning; outputs that mean the same are one.
    pub(super) fn merge(&self, geometry: &Self) -> Result<(), Stray> {
        let mut merged: Vec<&Slot> = Vec::new();
        for slot in self.begin().chain(geometry.begin()) {
            if !merged.contains(&slot) {
                merged.push(slot);
            }
        }
        fits(merged.len())
    }

    /// The registers before the first one without a meaning.
    fn begin(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().take_while(|slot| slot.iter().any(Option::is_some))
    }
}

fn fits(count: usize) -> Result<(), Stray> {
    if count <= PLACES {
        Ok(())
    } else {
        Err(Stray::OutputCount { count })
    }
}

/// How many numbers a property has: so many of the components are given a meaning. 0 for `dummy` and unknown ones,
/// which are left out.
pub(super) fn numbers(property: u16) -> u8 {
    match property {
        0..=2 => 4,
        3 | 5 | 6 => 2,
        4 => 1,
        8 => 3,
        _ => 0,
    }
}
