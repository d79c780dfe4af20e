//! Sets of temporaries' components, and the components that instructions read and write.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::register::{Bank, Register};

use super::{Program, Vector};

/// A set of components of temporaries: component c of register n at bit 4n + c.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Components(u64);

impl Components {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(u64::MAX);

    /// Returns the set of one component of a register; empty for registers of other banks.
    pub(crate) fn from_component(register: Register, component: Component) -> Self {
        match register.bank {
            Bank::Temporary => Self(1 << (4 * (register.number & 15)) << component as u8),
            _ => Self::NONE,
        }
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the temporaries without components in the set.
    pub(crate) fn free(self) -> impl Iterator<Item = Register> {
        let bank = Bank::Temporary;
        let numbers = (0..bank.size()).filter(move |number| self.mask(*number) == Mask::NONE);
        numbers.map(move |number| Register { bank, number })
    }

    /// Returns the components of the temporary with a number.
    pub(crate) fn mask(self, number: u8) -> Mask {
        let bits = self.0 >> (4 * (number & 15)) & 0xF;
        Component::ALL
            .into_iter()
            .fold(Mask::NONE, |mask, component| match bits >> component as u8 & 1 {
                1 => mask.with(component),
                _ => mask,
            })
    }
}

/// Returns the components that an instruction writes.
pub(crate) fn written(vector: &Vector) -> Components {
    let components = vector.mask.components().filter_map(|component| {
        let register = vector.destination?;
        Some(Components::from_component(register, component))
    });
    components.fold(Components::NONE, Components::with)
}

/// Returns the components that an instruction reads.
pub(crate) fn read(program: &Program, vector: &Vector) -> Components {
    let sources = vector.sources.get(&program.sources).iter();
    let selectors = vector.mnemonic.opcode().info().selectors;
    let mut all = Components::NONE;
    for (source, selectors) in sources.zip(selectors) {
        let Some(register) = source.operand.fixed() else {
            continue;
        };
        for component in selectors.components(vector.mask).components() {
            all = all.with(Components::from_component(
                register,
                source.operand.selection.component(component),
            ));
        }
    }
    all
}
