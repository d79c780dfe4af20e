//! Operand descriptors: destination masks, source selectors and signs, shared by instructions through a table.

use std::fmt;

/// A component of a register, with its selector encoding: `x` = 0 to `w` = 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Component {
    /// First.
    X = 0,
    /// Second.
    Y = 1,
    /// Third.
    Z = 2,
    /// Fourth.
    W = 3,
}

impl Component {
    /// All components in order.
    pub const ALL: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];

    /// Returns the component for the low two bits of a selector.
    pub(crate) const fn from_selector(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::X,
            1 => Self::Y,
            2 => Self::Z,
            _ => Self::W,
        }
    }

    /// Returns the component for a swizzle letter: `xyzw`, `rgba`, `stpq`, in either case.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        BY_LETTER[letter as usize]
    }

    /// Returns the swizzle letter of the component.
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
            Self::Z => 'z',
            Self::W => 'w',
        }
    }
}

/// The component for each byte, as a swizzle letter.
const BY_LETTER: [Option<Component>; 256] = {
    let sets = [*b"xyzw", *b"rgba", *b"stpq"];
    let mut table = [None; 256];
    let mut set = 0;
    while set < sets.len() {
        let mut n = 0;
        while n < Component::ALL.len() {
            let letter = sets[set][n];
            table[letter as usize] = Some(Component::ALL[n]);
            table[letter.to_ascii_uppercase() as usize] = Some(Component::ALL[n]);
            n += 1;
        }
        set += 1;
    }
    table
};

/// A write mask, as encoded in a descriptor: `x` is bit 3, `w` bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mask(u8);

impl Mask {
    /// No component.
    pub const NONE: Self = Self(0);
    /// All four components.
    pub const ALL: Self = Self(0xF);

    /// Creates a mask from bits in a descriptor's order (`x` = bit 3). Higher bits are dropped.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0xF)
    }

    /// Returns the bits in a descriptor's order: `x` = bit 3.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Returns the bits in the order of output tables: `x` = bit 0 (5 = xz).
    pub const fn to_table_bits(self) -> u8 {
        self.0.reverse_bits() >> 4
    }

    /// Creates a mask from bits in the order of output tables.
    pub const fn from_table_bits(bits: u8) -> Self {
        Self((bits & 0xF).reverse_bits() >> 4)
    }

    /// Returns a mask of the first `count` components, 0 to 4.
    pub const fn first(count: u8) -> Self {
        Self(0xF0 >> count & 0xF)
    }

    /// Returns this mask with a component added.
    #[must_use]
    pub const fn with(self, component: Component) -> Self {
        Self(self.0 | 8 >> component as u8)
    }

    /// Returns true if the mask contains the component.
    pub const fn contains(self, component: Component) -> bool {
        self.0 & (8 >> component as u8) != 0
    }

    /// Returns true if the two masks share a component.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the components that are in both masks.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the components that are in either mask.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the number of components.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the components in order.
    pub fn components(self) -> impl Iterator<Item = Component> {
        Component::ALL
            .into_iter()
            .filter(move |&component| self.contains(component))
    }
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.components().try_for_each(|c| write!(f, "{}", c.letter()))
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mask({self})")
    }
}

/// The four selectors of a source: the component that each component of the operand is read from. The selector of `x`
/// is in the highest two bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle(u8);

impl Swizzle {
    /// The identity swizzle, `xyzw`.
    pub const IDENTITY: Self = Self(0b00_01_10_11);

    /// Creates a swizzle from its bits.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns the bits of the selectors.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// Creates a swizzle that selects these components.
    pub fn from_components(components: [Component; 4]) -> Self {
        Self(components.into_iter().fold(0, |bits, c| bits << 2 | c as u8))
    }

    /// Returns the component that is selected for a component of the operand.
    pub const fn component(self, component: Component) -> Component {
        Component::from_selector(self.0 >> (6 - 2 * component as u8))
    }

    /// Returns the swizzle that selects from the result of this one: `wyxz` then `xxww` is `wwzz`.
    #[must_use]
    pub fn then(self, outer: Self) -> Self {
        Self::from_components(Component::ALL.map(|component| self.component(outer.component(component))))
    }
}

impl Default for Swizzle {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Component::ALL
            .into_iter()
            .try_for_each(|component| write!(f, "{}", self.component(component).letter()))
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Swizzle({self})")
    }
}

/// The part of a descriptor for one source: its sign and its selectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SourceSelect {
    /// True if the operand is negated.
    pub negate: bool,
    /// The selectors.
    pub swizzle: Swizzle,
}

/// The first word of a descriptor table entry: the mask at bit 0, then for each of three sources, at bit 4 + 9n, a sign
/// bit and eight selector bits. Bit 31 belongs to no field; commercial files mostly set it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Descriptor(u32);

impl Descriptor {
    /// The maximum number of sources of an instruction.
    pub const SOURCES: usize = 3;

    /// Creates a descriptor from its bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the bits of the descriptor.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Returns the lowest bit of a source's part. `source` is 0, 1 or 2.
    const fn shift(source: usize) -> usize {
        4 + 9 * source
    }

    /// Returns the destination mask.
    pub const fn mask(self) -> Mask {
        Mask((self.0 & 0xF) as u8)
    }

    /// Returns the descriptor with the destination mask replaced.
    #[must_use]
    pub const fn with_mask(self, mask: Mask) -> Self {
        Self(self.0 & !0xF | mask.0 as u32)
    }

    /// Returns the part of a source, 0 to 2.
    pub const fn source(self, source: usize) -> SourceSelect {
        let part = self.0 >> Self::shift(source);
        SourceSelect {
            negate: part & 1 != 0,
            swizzle: Swizzle((part >> 1 & 0xFF) as u8),
        }
    }

    /// Returns the descriptor with the part of a source, 0 to 2, replaced.
    #[must_use]
    pub const fn with_source(self, source: usize, select: SourceSelect) -> Self {
        let part = (select.swizzle.0 as u32) << 1 | select.negate as u32;
        Self(self.0 & !(0x1FF << Self::shift(source)) | part << Self::shift(source))
    }

    /// Returns the descriptor with the parts of the first two sources swapped.
    #[must_use]
    pub const fn with_swapped_sources(self) -> Self {
        let [first, second] = [self.source(0), self.source(1)];
        self.with_source(0, second).with_source(1, first)
    }

    /// Returns the sign bit of a source.
    pub(crate) const fn negate_bit(source: usize) -> u32 {
        1 << Self::shift(source)
    }

    /// Returns the bits of a source's selector for one component.
    pub const fn selector_bits(source: usize, component: Component) -> u32 {
        3 << (Self::shift(source) + 1 + 6 - 2 * component as usize)
    }
}

impl fmt::Debug for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Descriptor({:08X})", self.0)
    }
}

/// A descriptor table entry: 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DescriptorEntry {
    /// The descriptor proper, which the hardware uses.
    pub descriptor: Descriptor,
    /// The second word, whose meaning is unknown: 0 in files of picasso; 0F, 07 or 03 in commercial files.
    pub flags: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_swizzle_selects_from_an_earlier_one() {
        let letters = |s: &str| {
            let mut letters = s.bytes().map(|b| Component::from_letter(b).expect("a swizzle letter"));
            Swizzle::from_components(std::array::from_fn(|_| letters.next().expect("four letters")))
        };
        assert_eq!(letters("wyxz").then(letters("xxww")), letters("wwzz"));
        assert_eq!(letters("abgr").to_string(), "wzyx");
        assert_eq!(Swizzle::IDENTITY.to_string(), "xyzw");
    }

    #[test]
    fn a_full_copy_has_the_bits_that_picasso_writes() {
        let descriptor = Descriptor::default()
            .with_mask(Mask::ALL)
            .with_source(0, SourceSelect::default());
        assert_eq!(descriptor.to_bits(), 0x36F);
        assert_eq!(Mask::NONE.with(Component::X).with(Component::Z).to_table_bits(), 5);
    }
}
