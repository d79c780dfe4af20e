//! Operands: registers with indices, and literals.

use super::components::{Component, Mask, Swizzle};
use super::token::{Bits, EXTENDED};
use crate::numbers::{MinPrecision, RegisterKind};

const COUNT: Bits = Bits::new(0, 2);
const MODE: Bits = Bits::new(2, 2);
const MASK: Bits = Bits::new(4, 4);
const SWIZZLE: Bits = Bits::new(4, 8);
const SELECT: Bits = Bits::new(4, 2);
const KIND: Bits = Bits::new(12, 8);
const INDICES: Bits = Bits::new(20, 2);
/// The representation of each index.
const FORMS: [Bits; 3] = [Bits::new(22, 3), Bits::new(25, 3), Bits::new(28, 3)];

/// The first dword of an operand. Its bits are the bits of the file, except that the number and representations of
/// indices and the extended bit are 0: the encoder sets them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OperandToken(pub u32);

/// The components that an operand has, and the components that it reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Components {
    /// No components: samplers, labels and `null`.
    None,
    /// One component.
    One,
    /// A write mask of four components.
    Mask(Mask),
    /// A swizzle of four components.
    Swizzle(Swizzle),
    /// One of four components.
    Select(Component),
    /// An unknown number of components or selection mode.
    Unknown,
}

impl OperandToken {
    /// Creates the token of an operand without indices.
    pub const fn new(kind: RegisterKind, components: Components) -> Self {
        let token = match components {
            Components::None | Components::Unknown => 0,
            Components::One => 1,
            Components::Mask(mask) => MASK.set(2, mask.to_bits() as u32),
            Components::Swizzle(swizzle) => SWIZZLE.set(2 | 1 << 2, swizzle.to_bits() as u32),
            Components::Select(component) => SELECT.set(2 | 2 << 2, component as u32),
        };
        Self(KIND.set(token, kind.0))
    }

    /// Returns the register kind.
    pub const fn kind(self) -> RegisterKind {
        RegisterKind(KIND.get(self.0))
    }

    /// Returns the components.
    pub const fn components(self) -> Components {
        match (COUNT.get(self.0), MODE.get(self.0)) {
            (0, _) => Components::None,
            (1, _) => Components::One,
            (2, 0) => Components::Mask(Mask::from_bits(MASK.get(self.0))),
            (2, 1) => Components::Swizzle(Swizzle::from_bits(SWIZZLE.get(self.0))),
            (2, 2) => Components::Select(Component::from_bits(SELECT.get(self.0))),
            _ => Components::Unknown,
        }
    }

    /// Returns the number of components: 0, 1 or 4; `None` for the unknown value.
    pub(super) const fn component_count(self) -> Option<u32> {
        match COUNT.get(self.0) {
            0 => Some(0),
            1 => Some(1),
            2 => Some(4),
            _ => None,
        }
    }

    pub(super) const fn is_extended(self) -> bool {
        EXTENDED.get(self.0) == 1
    }

    /// Returns the representations of the indices.
    pub(super) fn index_forms(self) -> impl Iterator<Item = u32> {
        let count = usize::try_from(INDICES.get(self.0)).unwrap_or_default();
        FORMS.into_iter().take(count).map(move |bits| bits.get(self.0))
    }

    /// Returns the token without derived fields.
    pub(super) fn reduced(self) -> Self {
        let dword = EXTENDED.set(INDICES.set(self.0, 0), 0);
        let forms = FORMS.into_iter().zip(self.index_forms());
        Self(forms.fold(dword, |dword, (bits, _)| bits.set(dword, 0)))
    }

    /// Returns the dword including derived fields.
    pub(super) fn completed(self, extended: bool, indices: &[Index]) -> u32 {
        let mut dword = EXTENDED.set(self.0, u32::from(extended));
        let count = indices.len().min(FORMS.len());
        dword = INDICES.set(dword, u32::try_from(count).unwrap_or_default());
        for (bits, index) in FORMS.into_iter().zip(indices) {
            dword = bits.set(dword, index.form());
        }
        dword
    }
}

impl std::fmt::Debug for OperandToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:#010x})", self.kind(), self.0)
    }
}

/// An extended token of an operand. Its bits are the bits of the file, except that the continuation bit is 0: the
/// encoder sets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandExtension(pub u32);

impl OperandExtension {
    const KIND: Bits = Bits::new(0, 6);
    const NEGATE: Bits = Bits::new(6, 1);
    const ABSOLUTE: Bits = Bits::new(7, 1);
    const MIN_PRECISION: Bits = Bits::new(14, 3);
    const NON_UNIFORM: Bits = Bits::new(17, 1);

    /// Creates a modifier token.
    pub const fn new(modifier: Modifier) -> Self {
        let dword = Self::NEGATE.set(1, modifier.negate as u32);
        Self(Self::ABSOLUTE.set(dword, modifier.absolute as u32))
    }

    /// Returns true if the token is a modifier, the only known kind.
    pub const fn is_modifier(self) -> bool {
        Self::KIND.get(self.0) == 1
    }

    /// Returns the modifier, if the token [is a modifier](Self::is_modifier).
    pub const fn modifier(self) -> Modifier {
        Modifier {
            negate: Self::NEGATE.get(self.0) == 1,
            absolute: Self::ABSOLUTE.get(self.0) == 1,
        }
    }

    /// Returns the minimum precision of the value.
    pub const fn min_precision(self) -> MinPrecision {
        MinPrecision(Self::MIN_PRECISION.get(self.0))
    }

    /// Returns true if the index may be non-uniform.
    pub const fn is_non_uniform(self) -> bool {
        Self::NON_UNIFORM.get(self.0) == 1
    }

    pub(super) const fn is_followed(self) -> bool {
        EXTENDED.get(self.0) == 1
    }

    pub(super) const fn reduced(self) -> Self {
        Self(EXTENDED.set(self.0, 0))
    }
}

/// The modifier of a source: the absolute value is applied before the negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Modifier {
    /// True if the value is negated.
    pub negate: bool,
    /// True if the absolute value is taken.
    pub absolute: bool,
}

/// One index of a register.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    /// A constant.
    Immediate(u32),
    /// A 64-bit constant; its high dword comes first in the file.
    Immediate64(u64),
    /// The value of an operand.
    Relative(Box<Operand>),
    /// The sum of a constant and the value of an operand.
    Offset(u32, Box<Operand>),
    /// The sum of a 64-bit constant and the value of an operand.
    Offset64(u64, Box<Operand>),
}

impl Index {
    /// Returns the constant part, or 0.
    pub fn offset(&self) -> u64 {
        match self {
            Self::Immediate(offset) | Self::Offset(offset, _) => u64::from(*offset),
            Self::Immediate64(offset) | Self::Offset64(offset, _) => *offset,
            Self::Relative(_) => 0,
        }
    }

    /// Returns the operand of the relative part.
    pub fn relative(&self) -> Option<&Operand> {
        match self {
            Self::Immediate(_) | Self::Immediate64(_) => None,
            Self::Relative(operand) | Self::Offset(_, operand) | Self::Offset64(_, operand) => Some(operand),
        }
    }

    fn relative_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Self::Immediate(_) | Self::Immediate64(_) => None,
            Self::Relative(operand) | Self::Offset(_, operand) | Self::Offset64(_, operand) => Some(operand),
        }
    }

    /// Returns the number of the representation in the token of an operand.
    pub(super) const fn form(&self) -> u32 {
        match self {
            Self::Immediate(_) => 0,
            Self::Immediate64(_) => 1,
            Self::Relative(_) => 2,
            Self::Offset(..) => 3,
            Self::Offset64(..) => 4,
        }
    }
}

/// The dwords of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// The operand is not a literal, or is a literal without components.
    None,
    /// One 32-bit component.
    One([u32; 1]),
    /// One 64-bit component, low dword first.
    Wide([u32; 2]),
    /// Four 32-bit or two 64-bit components, low dword first.
    Four([u32; 4]),
}

impl Literal {
    /// Returns the dwords, as in the file.
    pub const fn dwords(&self) -> &[u32] {
        match self {
            Self::None => &[],
            Self::One(dwords) => dwords,
            Self::Wide(dwords) => dwords,
            Self::Four(dwords) => dwords,
        }
    }

    /// Returns the value of each component. A single component is replicated.
    pub const fn components(&self) -> [u32; 4] {
        match *self {
            Self::None => [0; 4],
            Self::One([value]) => [value; 4],
            Self::Wide([low, high]) => [low, high, low, high],
            Self::Four(lanes) => lanes,
        }
    }
}

/// An operand: a register, a resource or a literal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// The kind and the components.
    pub token: OperandToken,
    /// The extended tokens.
    pub extended: Vec<OperandExtension>,
    /// The indices, at most three.
    pub indices: Vec<Index>,
    /// The value of a literal.
    pub literal: Literal,
}

impl Operand {
    /// Creates a register with constant indices.
    pub fn register(kind: RegisterKind, indices: &[u32], components: Components) -> Self {
        Self {
            token: OperandToken::new(kind, components),
            extended: Vec::new(),
            indices: indices.iter().map(|&index| Index::Immediate(index)).collect(),
            literal: Literal::None,
        }
    }

    /// Creates a literal of one or four 32-bit components.
    pub fn literal(literal: Literal) -> Self {
        let components = match literal {
            Literal::Four(_) => Components::Swizzle(Swizzle::IDENTITY),
            _ => Components::One,
        };
        Self {
            literal,
            ..Self::register(RegisterKind::LITERAL, &[], components)
        }
    }

    /// Returns the operand with a modifier.
    pub fn modified(mut self, modifier: Modifier) -> Self {
        self.extended.push(OperandExtension::new(modifier));
        self
    }

    /// Returns the register kind.
    pub const fn kind(&self) -> RegisterKind {
        self.token.kind()
    }

    /// Returns the components.
    pub const fn components(&self) -> Components {
        self.token.components()
    }

    /// Returns the source modifier.
    pub fn modifier(&self) -> Modifier {
        self.modifiers()
            .map(OperandExtension::modifier)
            .next()
            .unwrap_or_default()
    }

    /// Returns the minimum precision of the value.
    pub fn min_precision(&self) -> MinPrecision {
        self.modifiers()
            .map(OperandExtension::min_precision)
            .next()
            .unwrap_or(MinPrecision::FULL)
    }

    fn modifiers(&self) -> impl Iterator<Item = OperandExtension> {
        let extended = self.extended.iter().copied();
        extended.filter(|token| token.is_modifier())
    }

    /// Returns the components that an instruction writes through this operand.
    pub const fn write_mask(&self) -> Mask {
        match self.components() {
            Components::Mask(mask) => mask,
            Components::One => Mask::X,
            _ => Mask::NONE,
        }
    }

    /// Returns, for each component, the source component of the register.
    pub const fn swizzle(&self) -> Swizzle {
        match self.components() {
            Components::Swizzle(swizzle) => swizzle,
            Components::Select(component) => Swizzle::splat(component),
            Components::One => Swizzle::splat(Component::X),
            _ => Swizzle::IDENTITY,
        }
    }

    /// Calls a function for the operand, then for the operands in its indices.
    pub fn visit<'o>(&'o self, visit: &mut impl FnMut(&'o Self)) {
        visit(self);
        for inner in self.indices.iter().filter_map(Index::relative) {
            inner.visit(visit);
        }
    }

    /// Calls a function for the operands in the indices, then for the operand.
    pub(crate) fn visit_mut(&mut self, visit: &mut impl FnMut(&mut Self)) {
        for inner in self.indices.iter_mut().filter_map(Index::relative_mut) {
            inner.visit_mut(visit);
        }
        visit(self);
    }

    /// Returns true if the first index is the id of a register range, as for resources, samplers, views and constant
    /// buffers in model 5.1.
    pub fn names_range(&self) -> bool {
        match self.kind() {
            RegisterKind::SAMPLER | RegisterKind::RESOURCE | RegisterKind::UNORDERED_ACCESS_VIEW => {
                self.indices.len() > 1
            }
            RegisterKind::CONSTANT_BUFFER => self.indices.len() > 2,
            _ => false,
        }
    }

    /// Returns the first index, if it is a 32-bit constant.
    pub fn number(&self) -> Option<u32> {
        match self.indices.first() {
            Some(Index::Immediate(number)) => Some(*number),
            _ => None,
        }
    }
}
