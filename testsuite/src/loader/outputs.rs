//! The output map: the meaning of each output component to the GPU.

use super::words::{InvalidAccess, Words, halves};

/// The number of registers in the map.
const SLOTS: usize = 7;

/// Number of registers accessible within the loader's record: two words follow the map.
const RECORD_SLOTS: u16 = 9;

/// The meaning of a component: a property, and the index of the component in it.
pub(super) type Meaning = (u16, u8);

/// The meaning of each component of a register, if any.
pub(super) type Slot = [Option<Meaning>; 4];

/// The map of a shader.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OutputMap {
    pub(super) slots: [Slot; SLOTS],
    /// The used registers, in 8 bits, whatever their numbers are.
    pub(super) registers: u8,
    /// The number of outputs configured in the GPU.
    pub(super) count: usize,
}

impl OutputMap {
    /// Builds the map from a table with two words per entry.
    pub(super) fn load(words: Words<'_>, first: u64, count: u32) -> Result<Self, InvalidAccess> {
        let mut map = Self::default();
        for entry in 0..u64::from(count) {
            let [property, register] = halves(words.word(first + entry * 2)?);
            let [mask, ..] = words.word(first + entry * 2 + 1)?.to_le_bytes();
            map.add(property, register, mask)?;
        }
        // The GPU gets the number minus 1.
        if map.count == 0 {
            return Err(InvalidAccess::OutputCount { count: 0 });
        }
        Ok(map)
    }

    /// Adds an output. The register is marked as used before the property is checked.
    fn add(&mut self, property: u16, register: u16, mask: u8) -> Result<(), InvalidAccess> {
        if register >= RECORD_SLOTS {
            return Err(InvalidAccess::Output { register });
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
            return Err(InvalidAccess::Property { register });
        };
        let components = (0..4).filter(|component| mask >> component & 1 == 1);
        for (component, number) in components.zip(0..numbers) {
            slot[component] = Some((property, number));
        }
        Ok(())
    }

    /// Checks that the GPU has enough slots for the outputs if they reach the rasterizer. Outputs without any meaning
    /// are for a geometry shader, perhaps of another file.
    pub(super) fn rasterise(&self) -> Result<(), InvalidAccess> {
        if self.slots.iter().flatten().all(Option::is_none) {
            return Ok(());
        }
        fits(self.count)
    }

    /// Checks that the GPU has enough slots for the merged outputs of a vertex shader and a geometry shader. Each map
    /// is read up to its first register without a meaning; outputs with the same meaning are shared.
    pub(super) fn merge(&self, geometry: &Self) -> Result<(), InvalidAccess> {
        let mut merged: Vec<&Slot> = Vec::new();
        for slot in self.begin().chain(geometry.begin()) {
            if !merged.contains(&slot) {
                merged.push(slot);
            }
        }
        fits(merged.len())
    }

    /// Returns the registers before the first one without a meaning.
    fn begin(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().take_while(|slot| slot.iter().any(Option::is_some))
    }
}

fn fits(count: usize) -> Result<(), InvalidAccess> {
    if count <= SLOTS {
        Ok(())
    } else {
        Err(InvalidAccess::OutputCount { count })
    }
}

/// Returns the number of components of a property that get a meaning. Returns 0 for `dummy` and unknown properties,
/// which are ignored.
pub(super) fn numbers(property: u16) -> u8 {
    match property {
        0..=2 => 4,
        3 | 5 | 6 => 2,
        4 => 1,
        8 => 3,
        _ => 0,
    }
}
