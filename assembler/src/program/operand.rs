//! Operands: registers with sign, swizzle and relative index.

use pica200_objfmt::isa::descriptor::{Component, Mask, SourceSelect, Swizzle};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::{Bank, Register};

/// The storage of a value: a register, or something that gets a register later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Storage {
    /// A register that the source names.
    Register(Register),
    /// An element of a uniform, by declaration index. It may be out of bounds.
    Uniform { index: u16, element: i16 },
    /// An element of a constant, by declaration index. It may be out of bounds.
    Constant { index: u16, element: i16 },
    /// An immediate operand, by index among the literals.
    Literal(u16),
}

/// The components that a swizzle selects, in order: one to four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Selection {
    /// The source component that each destination component reads.
    swizzle: Swizzle,
    /// Number of components written in the swizzle.
    len: u8,
}

impl Selection {
    /// The identity selection, as without a swizzle.
    pub(crate) const ALL: Self = Self {
        swizzle: Swizzle::IDENTITY,
        len: 4,
    };

    /// Parses a selection, or returns `None` unless the text is one to four component letters.
    pub(crate) fn parse(letters: &str) -> Option<Self> {
        // A short swizzle repeats its last letter.
        let (len, letters) = match *letters.as_bytes() {
            [x] => (1, [x; 4]),
            [x, y] => (2, [x, y, y, y]),
            [x, y, z] => (3, [x, y, z, z]),
            [x, y, z, w] => (4, [x, y, z, w]),
            _ => return None,
        };
        let [x, y, z, w] = letters.map(Component::from_letter);
        let swizzle = Swizzle::from_components([x?, y?, z?, w?]);
        Some(Self { swizzle, len })
    }

    /// Returns the components written in the swizzle.
    pub(crate) fn components(self) -> impl Iterator<Item = Component> {
        let components = Component::ALL.into_iter().take(usize::from(self.len));
        components.map(move |component| self.component(component))
    }

    /// Returns the number of components written in the swizzle.
    pub(crate) const fn len(self) -> u8 {
        self.len
    }

    /// Returns the component that a destination component reads.
    pub(crate) fn component(self, component: Component) -> Component {
        self.swizzle.component(component)
    }

    /// Applies `outer` to the result of this selection.
    pub(crate) fn then(self, outer: Self) -> Self {
        if self == Self::ALL {
            return outer;
        }
        Self {
            swizzle: self.swizzle.then(outer.swizzle),
            len: outer.len,
        }
    }

    /// Converts to the selectors of a source.
    pub(crate) fn swizzle(self) -> Swizzle {
        self.swizzle
    }

    /// Converts to the mask of a destination.
    pub(crate) fn mask(self) -> Mask {
        self.components().fold(Mask::NONE, Mask::with)
    }
}

/// A register with sign, swizzle and relative index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    /// The bank.
    pub(crate) bank: Bank,
    /// The register, or something that gets one.
    pub(crate) storage: Storage,
    /// True if it is negated.
    pub(crate) negate: bool,
    /// Its selected components.
    pub(crate) selection: Selection,
    /// The address register that is added to the register number.
    pub(crate) relative: AddressRegister,
}

impl Operand {
    /// Creates an operand without sign, swizzle and relative index.
    pub(crate) const fn new(bank: Bank, storage: Storage) -> Self {
        Self {
            bank,
            storage,
            negate: false,
            selection: Selection::ALL,
            relative: AddressRegister::None,
        }
    }

    /// Creates a register operand without sign, swizzle and relative index.
    pub(crate) const fn register(register: Register) -> Self {
        Self::new(register.bank, Storage::Register(register))
    }

    /// Returns the storage, if the operand has no sign, swizzle or relative index.
    pub(crate) fn plain(&self) -> Option<Storage> {
        let plain = !self.negate && self.selection == Selection::ALL && self.relative == AddressRegister::None;
        plain.then_some(self.storage)
    }

    /// Returns its half of an operand descriptor.
    pub(crate) fn select(&self) -> SourceSelect {
        SourceSelect {
            negate: self.negate,
            swizzle: self.selection.swizzle(),
        }
    }

    /// Returns true if only a wide source can hold it.
    pub(crate) fn is_wide(&self) -> bool {
        self.bank == Bank::Float || self.relative != AddressRegister::None
    }

    /// Returns true if it is an immediate operand.
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self.storage, Storage::Literal(_))
    }

    /// Returns the register, if the source names one that linking does not move.
    pub(crate) fn fixed(&self) -> Option<Register> {
        match self.storage {
            Storage::Register(register) => Some(register),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_compose() {
        let parse = |letters| Selection::parse(letters).expect("a swizzle");
        assert_eq!(parse("wyxz").then(parse("xxww")).swizzle().to_string(), "wwzz");
        assert_eq!(parse("xy").swizzle().to_string(), "xyyy");
        assert_eq!(parse("xy").mask().to_string(), "xy");
        assert_eq!(parse("xy").then(parse("z")).mask().to_string(), "y");
        assert_eq!(parse("xgpq").swizzle().to_string(), "xyzw");
        for letters in ["", "xyzwx", "xk"] {
            assert_eq!(Selection::parse(letters), None, "{letters}");
        }
    }
}
