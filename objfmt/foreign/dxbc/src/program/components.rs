//! Register components: one component, a mask, or a swizzle.

use std::fmt::{self, Write};

/// One of the four components of a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Component {
    /// The first component.
    X,
    /// The second component.
    Y,
    /// The third component.
    Z,
    /// The fourth component.
    W,
}

impl Component {
    /// The components in order.
    pub const ALL: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];

    /// Returns the component with a number. Only the lowest two bits are used.
    pub const fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::X,
            1 => Self::Y,
            2 => Self::Z,
            _ => Self::W,
        }
    }

    /// Returns the letter of the component.
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

/// A set of components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mask(u8);

impl Mask {
    /// No components.
    pub const NONE: Self = Self(0);
    /// Only the first component.
    pub const X: Self = Self(1);
    /// All four components.
    pub const ALL: Self = Self(15);

    /// Creates a set from bits: bit 0 is the first component. Bits from 4 up are ignored.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits.to_le_bytes()[0] & 15)
    }

    /// Returns the bits: bit 0 is the first component.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Returns true if a component is in the set.
    pub const fn contains(self, component: Component) -> bool {
        self.0 >> component as u8 & 1 == 1
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the components of the set in order.
    pub fn components(self) -> impl Iterator<Item = Component> {
        Component::ALL
            .into_iter()
            .filter(move |component| self.contains(*component))
    }
}

/// Formats the letters of the components.
impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.components()
            .try_for_each(|component| f.write_char(component.letter()))
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

/// For each component, the source component of the register.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle(pub [Component; 4]);

impl Swizzle {
    /// The identity: each component selects itself.
    pub const IDENTITY: Self = Self(Component::ALL);

    /// Creates a swizzle from bits, two per component, starting at the lowest.
    pub const fn from_bits(bits: u32) -> Self {
        Self([
            Component::from_bits(bits),
            Component::from_bits(bits >> 2),
            Component::from_bits(bits >> 4),
            Component::from_bits(bits >> 6),
        ])
    }

    /// Returns the bits, two per component, starting at the lowest.
    pub const fn to_bits(self) -> u8 {
        let [x, y, z, w] = self.0;
        x as u8 | (y as u8) << 2 | (z as u8) << 4 | (w as u8) << 6
    }

    /// Creates a swizzle that replicates one component.
    pub const fn splat(component: Component) -> Self {
        Self([component; 4])
    }
}

/// Formats the four letters.
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
