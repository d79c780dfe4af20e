//! Operand descriptors: destination masks, source selectors and signs, shared by instructions through a table.

use std::fmt;

/// A component of a register, numbered as selectors number it: `x` = 0 to `w` = 3.
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
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];

    /// The component that the low two bits of a selector name.
    pub(crate) const fn from_selector(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::X,
            1 => Self::Y,
            2 => Self::Z,
            _ => Self::W,
        }
    }

    /// The component that a swizzle letter names: `xyzw`, `rgba`, `stpq`, in either case.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        BY_LETTER[letter as usize]
    }

    /// The letter that names the component.
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
            Self::Z => 'z',
            Self::W => 'w',
        }
    }
}

/// The component that each byte names as a letter.
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

/// A set of components to write, as a descriptor holds it: `x` is bit 3, `w` bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mask(u8);

impl Mask {
    /// No component.
    pub const NONE: Self = Self(0);
    /// All four components.
    pub const ALL: Self = Self(0xF);

    /// The mask with these bits in a descriptor's order (`x` = bit 3); higher bits are dropped.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0xF)
    }

    /// The bits in a descriptor's order: `x` = bit 3.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The bits in the order of output tables: `x` = bit 0 (5 = xz).
    pub const fn to_table_bits(self) -> u8 {
        self.0.reverse_bits() >> 4
    }

    /// The mask with these bits in the order of output tables.
    pub const fn from_table_bits(bits: u8) -> Self {
        Self((bits & 0xF).reverse_bits() >> 4)
    }

    /// The first components, 0 to 4.
    pub const fn first(count: u8) -> Self {
        Self(0xF0 >> count & 0xF)
    }

    /// This mask with another component.
    #[must_use]
    pub const fn with(self, component: Component) -> Self {
        Self(self.0 | 8 >> component as u8)
    }

    /// Whether the mask has the component.
    pub const fn contains(self, component: Component) -> bool {
        self.0 & (8 >> component as u8) != 0
    }

    /// Whether the two masks share a component.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The components that both masks have.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The components of both masks.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of components.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The components, in order.
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

/// The four selectors of a source: which component each lane reads. `x`'s selector is in the highest two bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle(u8);

impl Swizzle {
    /// `xyzw`: every lane reads its own component.
    pub const IDENTITY: Self = Self(0b00_01_10_11);

    /// The selectors with these bits.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The selectors' bits.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The selectors with which the lanes read these components.
    pub fn from_components(components: [Component; 4]) -> Self {
        Self(components.into_iter().fold(0, |bits, c| bits << 2 | c as u8))
    }

    /// The component that a lane reads.
    pub const fn lane(self, lane: Component) -> Component {
        Component::from_selector(self.0 >> (6 - 2 * lane as u8))
    }

    /// The swizzle that selects from the result of this one: `wyxz` then `xxww` is `wwzz`.
    #[must_use]
    pub fn then(self, outer: Self) -> Self {
        Self::from_components(Component::ALL.map(|lane| self.lane(outer.lane(lane))))
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
            .try_for_each(|lane| write!(f, "{}", self.lane(lane).letter()))
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
    /// Whether the operand is negated.
    pub negate: bool,
    /// The selectors.
    pub swizzle: Swizzle,
}

/// The first word of an entry of the descriptor table: the mask at bit 0, then for each of three sources, at bit
/// 4 + 9n, a sign bit and eight selector bits. Bit 31 belongs to no field; commercial files mostly set it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Descriptor(u32);

impl Descriptor {
    /// The maximum number of sources of an instruction.
    pub const SOURCES: usize = 3;

    /// The descriptor with these bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The descriptor's bits.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The bit at which the part of a source begins. `source` is 0, 1 or 2.
    const fn shift(source: usize) -> usize {
        4 + 9 * source
    }

    /// The destination mask.
    pub const fn mask(self) -> Mask {
        Mask((self.0 & 0xF) as u8)
    }

    /// The same with another destination mask.
    #[must_use]
    pub const fn with_mask(self, mask: Mask) -> Self {
        Self(self.0 & !0xF | mask.0 as u32)
    }

    /// The part of a source, 0 to 2.
    pub const fn source(self, source: usize) -> SourceSelect {
        let part = self.0 >> Self::shift(source);
        SourceSelect {
            negate: part & 1 != 0,
            swizzle: Swizzle((part >> 1 & 0xFF) as u8),
        }
    }

    /// The same with another part for a source, 0 to 2.
    #[must_use]
    pub const fn with_source(self, source: usize, select: SourceSelect) -> Self {
        let part = (select.swizzle.0 as u32) << 1 | select.negate as u32;
        Self(self.0 & !(0x1FF << Self::shift(source)) | part << Self::shift(source))
    }

    /// The same with the parts of the first two sources in each other's place.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        let [first, second] = [self.source(0), self.source(1)];
        self.with_source(0, second).with_source(1, first)
    }

    /// The bit of a source's sign.
    pub(crate) const fn negate_bit(source: usize) -> u32 {
        1 << Self::shift(source)
    }

    /// The bits of the selector by which one lane of a source reads.
    pub const fn selector_bits(source: usize, lane: Component) -> u32 {
        3 << (Self::shift(source) + 1 + 6 - 2 * lane as usize)
    }
}

impl fmt::Debug for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Descriptor({:08X})", self.0)
    }
}

/// An entry of a descriptor table: 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DescriptorEntry {
    /// The word that the machine uses.
    pub descriptor: Descriptor,
    /// The second word, unexplained: 0 in files of picasso; 0F, 07 or 03 in commercial files.
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
