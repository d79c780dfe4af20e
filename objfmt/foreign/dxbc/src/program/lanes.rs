//! The four lanes of a register: one, a set, or an order of them.

use std::fmt::{self, Write};

/// One of the four lanes of a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Component {
    /// The first lane.
    X,
    /// The second lane.
    Y,
    /// The third lane.
    Z,
    /// The fourth lane.
    W,
}

impl Component {
    /// The lanes in order.
    pub const ALL: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];

    /// The lane with a number. Of a larger number, the lowest two bits count.
    pub const fn of_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::X,
            1 => Self::Y,
            2 => Self::Z,
            _ => Self::W,
        }
    }

    /// The letter of the lane.
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
            Self::Z => 'z',
            Self::W => 'w',
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// A set of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mask(u8);

impl Mask {
    /// No lanes.
    pub const NONE: Self = Self(0);
    /// The first lane alone.
    pub const X: Self = Self(1);
    /// All four lanes.
    pub const ALL: Self = Self(15);

    /// The set of bits: bit 0 is the first lane. Bits from 4 up do not count.
    pub const fn of_bits(bits: u32) -> Self {
        Self(bits.to_le_bytes()[0] & 15)
    }

    /// The bits: bit 0 is the first lane.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Whether a lane is in the set.
    pub const fn contains(self, component: Component) -> bool {
        self.0 >> component as u8 & 1 == 1
    }

    /// Whether no lane is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lanes of the set in order.
    pub fn lanes(self) -> impl Iterator<Item = Component> {
        Component::ALL
            .into_iter()
            .filter(move |component| self.contains(*component))
    }
}

/// The letters of the lanes.
impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lanes().try_for_each(|component| f.write_char(component.letter()))
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

/// For each lane, the lane of the register that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle(pub [Component; 4]);

impl Swizzle {
    /// Each lane takes itself.
    pub const IDENTITY: Self = Self(Component::ALL);

    /// The selectors in bits, two for each lane, the first lane lowest.
    pub const fn of_bits(bits: u32) -> Self {
        Self([
            Component::of_bits(bits),
            Component::of_bits(bits >> 2),
            Component::of_bits(bits >> 4),
            Component::of_bits(bits >> 6),
        ])
    }

    /// The selectors in bits, two for each lane, the first lane lowest.
    pub const fn to_bits(self) -> u8 {
        let [x, y, z, w] = self.0;
        x as u8 | (y as u8) << 2 | (z as u8) << 4 | (w as u8) << 6
    }

    /// All lanes take one.
    pub const fn of_one(component: Component) -> Self {
        Self([component; 4])
    }
}

/// Four letters.
impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|component| f.write_char(component.letter()))
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}
