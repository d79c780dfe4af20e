//! The first dword of an instruction, and its extended tokens.

use super::components::Mask;
use super::opcode::Opcode;
use crate::numbers::{DataClass, Dimension, ReturnType};

/// A bit field of a dword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits {
    low: u32,
    width: u32,
}

impl Bits {
    /// Creates a field of `width` bits from bit `low` up. `width` is 1 to 31.
    pub(super) const fn new(low: u32, width: u32) -> Self {
        Self { low, width }
    }

    const fn mask(self) -> u32 {
        (1 << self.width) - 1
    }

    pub(super) const fn get(self, dword: u32) -> u32 {
        dword >> self.low & self.mask()
    }

    /// Returns the dword with this field replaced. Bits of the value that do not fit are ignored.
    pub(super) const fn set(self, dword: u32, value: u32) -> u32 {
        dword & !(self.mask() << self.low) | (value & self.mask()) << self.low
    }
}

/// The bit that says that an extended token follows.
pub(super) const EXTENDED: Bits = Bits::new(31, 1);
/// The length of an instruction in dwords.
pub(super) const LENGTH: Bits = Bits::new(24, 7);
const OPCODE: Bits = Bits::new(0, 11);
const SATURATE: Bits = Bits::new(13, 1);
const NONZERO: Bits = Bits::new(18, 1);
const PRECISE: Bits = Bits::new(19, 4);
const RETURN_TYPE: Bits = Bits::new(11, 2);
const SYNC: Bits = Bits::new(11, 4);
const CLASS: Bits = Bits::new(11, 21);

/// The first dword of an instruction. Its bits are the bits of the file, except that the length and the extended bit
/// are 0: the encoder sets them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Token(pub u32);

impl Token {
    /// Creates the token of an opcode, without controls.
    pub const fn new(opcode: Opcode) -> Self {
        Self(opcode.number() as u32)
    }

    /// Returns the token with the `width` bits from bit `low` up replaced, for the controls of declarations.
    ///
    /// Bits of the value that do not fit are ignored.
    pub const fn with_bits(self, low: u32, width: u32, value: u32) -> Self {
        let low = if low > 31 { 31 } else { low };
        let max = if low == 0 { 31 } else { 32 - low };
        let width = if width > max { max } else { width };
        Self(Bits::new(low, width).set(self.0, value))
    }

    /// Returns the token with saturation.
    pub const fn saturated(self) -> Self {
        Self(SATURATE.set(self.0, 1))
    }

    /// Returns the token with a test for nonzero.
    pub const fn testing_nonzero(self) -> Self {
        Self(NONZERO.set(self.0, 1))
    }

    /// Returns the opcode.
    pub const fn opcode(self) -> Opcode {
        let bytes = OPCODE.get(self.0).to_le_bytes();
        Opcode::new(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// Returns true if results are clamped to the range from 0 to 1.
    pub const fn saturates(self) -> bool {
        SATURATE.get(self.0) == 1
    }

    /// Returns true if the instruction tests for nonzero, not zero.
    pub const fn tests_nonzero(self) -> bool {
        NONZERO.get(self.0) == 1
    }

    /// Returns the components that must be computed precisely.
    pub const fn precise(self) -> Mask {
        Mask::from_bits(PRECISE.get(self.0))
    }

    /// Returns the result type of `resinfo` (0 float, 1 reciprocal float, 2 unsigned integer) or `sampleinfo` (0 float,
    /// 1 unsigned integer).
    pub const fn info_type(self) -> u32 {
        RETURN_TYPE.get(self.0)
    }

    /// Returns the scopes of `sync`.
    pub const fn sync(self) -> SyncScopes {
        SyncScopes(SYNC.get(self.0))
    }

    /// Returns the class of custom data.
    pub const fn data_class(self) -> DataClass {
        DataClass(CLASS.get(self.0))
    }

    /// Creates the token of custom data.
    pub const fn custom_data(class: DataClass) -> Self {
        Self(CLASS.set(Opcode::CUSTOMDATA.number() as u32, class.0))
    }

    /// Returns the token without derived fields.
    pub(super) fn reduced(self) -> Self {
        let described = self.opcode().info().is_some_and(|info| !info.is_reserved());
        match (self.is_long(), described) {
            (true, _) => self,
            (false, true) => Self(EXTENDED.set(LENGTH.set(self.0, 0), 0)),
            (false, false) => Self(LENGTH.set(self.0, 0)),
        }
    }

    pub(super) const fn is_extended(self) -> bool {
        EXTENDED.get(self.0) == 1
    }

    /// Returns true if the length of the instruction is in the next dword.
    pub(super) const fn is_long(self) -> bool {
        match self.opcode() {
            Opcode::CUSTOMDATA => true,
            Opcode::DCL_INTERFACE | Opcode::DCL_FUNCTION_TABLE => self.is_extended(),
            _ => false,
        }
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:#010x})", self.opcode(), self.0)
    }
}

/// The scopes of a `sync` instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyncScopes(pub u32);

impl SyncScopes {
    /// Returns true if it waits for all threads of the group.
    pub const fn threads(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns true if it waits for accesses to group-shared memory.
    pub const fn group_memory(self) -> bool {
        self.0 & 2 != 0
    }

    /// Returns true if it waits for accesses to views, within the group.
    pub const fn views_in_group(self) -> bool {
        self.0 & 4 != 0
    }

    /// Returns true if it waits for accesses to views, across all groups.
    pub const fn views_globally(self) -> bool {
        self.0 & 8 != 0
    }
}

/// An extended token of an instruction. Its bits are the bits of the file, except that the continuation bit is 0: the
/// encoder sets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extension(pub u32);

const EXTENSION_KIND: Bits = Bits::new(0, 6);
const EXTENSION_DIMENSION: Bits = Bits::new(6, 5);
const EXTENSION_STRIDE: Bits = Bits::new(11, 12);
const EXTENSION_RETURNS: Bits = Bits::new(6, 16);

/// The contents of an extended token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExtensionView {
    /// Texel offsets u, v and w, from -8 to 7.
    Offsets([i8; 3]),
    /// The resource that is read.
    Resource {
        /// The dimension.
        dimension: Dimension,
        /// The element stride in bytes of a structured buffer, 0 for other resources.
        stride: u32,
    },
    /// The component types that the resource returns.
    Returns(ReturnTypes),
    /// Another kind of token.
    Unknown(u32),
}

impl Extension {
    /// Returns the contents of the token.
    pub const fn view(self) -> ExtensionView {
        match EXTENSION_KIND.get(self.0) {
            1 => ExtensionView::Offsets([
                signed_nibble(self.0 >> 9),
                signed_nibble(self.0 >> 13),
                signed_nibble(self.0 >> 17),
            ]),
            2 => ExtensionView::Resource {
                dimension: Dimension(EXTENSION_DIMENSION.get(self.0)),
                stride: EXTENSION_STRIDE.get(self.0),
            },
            3 => ExtensionView::Returns(ReturnTypes(EXTENSION_RETURNS.get(self.0))),
            kind => ExtensionView::Unknown(kind),
        }
    }

    pub(super) const fn is_followed(self) -> bool {
        EXTENDED.get(self.0) == 1
    }

    pub(super) const fn reduced(self) -> Self {
        Self(EXTENDED.set(self.0, 0))
    }
}

/// Returns the lowest four bits as a signed number.
const fn signed_nibble(dword: u32) -> i8 {
    let [byte, ..] = ((dword & 15) << 4).to_le_bytes();
    i8::from_le_bytes([byte]) >> 4
}

/// The types of the four components that a resource returns, four bits each, starting at the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReturnTypes(pub u32);

impl ReturnTypes {
    /// Returns the four types.
    pub const fn to_array(self) -> [ReturnType; 4] {
        [
            ReturnType(self.0 & 15),
            ReturnType(self.0 >> 4 & 15),
            ReturnType(self.0 >> 8 & 15),
            ReturnType(self.0 >> 12 & 15),
        ]
    }
}
