//! Sets of vertices.

use super::SIZE;

/// A set of vertices of a batch, one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Members(pub(super) u16);

impl Members {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(u16::MAX);

    /// Creates a set from lane masks, each of which is all ones or 0.
    #[inline(always)]
    pub(super) fn from_lanes(lanes: [u32; SIZE]) -> Self {
        let mut bits = 0;
        for (vertex, lane) in lanes.into_iter().enumerate() {
            bits |= lane & 1 << vertex;
        }
        let [low, high, ..] = bits.to_le_bytes();
        Self(u16::from_le_bytes([low, high]))
    }

    /// Returns the lane masks: all ones for members, 0 for others.
    #[inline(always)]
    pub(super) fn lanes(self) -> [u32; SIZE] {
        let bits = u32::from(self.0);
        std::array::from_fn(|vertex| if bits & 1 << vertex != 0 { u32::MAX } else { 0 })
    }

    /// Creates a set of the vertices for which a predicate holds.
    pub(super) fn from_fn(holds: impl Fn(usize) -> bool) -> Self {
        let all = (0..SIZE).filter(|vertex| holds(*vertex));
        all.fold(Self::NONE, |all, vertex| all.with(vertex, true))
    }

    /// Creates a set of the first `count` vertices.
    pub(super) fn first(count: usize) -> Self {
        Self::from_fn(|vertex| vertex < count)
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline(always)]
    pub(super) fn has(self, vertex: usize) -> bool {
        self.0 >> vertex & 1 != 0
    }

    #[inline(always)]
    pub(super) fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    #[inline(always)]
    pub(super) fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    #[inline(always)]
    pub(super) fn not(self) -> Self {
        Self(!self.0)
    }

    /// Returns the set difference.
    #[inline(always)]
    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Returns the set with a vertex added or removed.
    pub(super) fn with(self, vertex: usize, is_member: bool) -> Self {
        let bit = Self(1 << vertex);
        if is_member { self.or(bit) } else { self.without(bit) }
    }

    /// Returns the lowest vertex; 0 if there is none.
    #[inline(always)]
    pub(super) fn lowest(self) -> usize {
        self.0.trailing_zeros() as usize % SIZE
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the vertex numbers.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        (0..SIZE).filter(move |vertex| self.has(*vertex))
    }

    /// Returns true if all members have the same `value`.
    #[inline(always)]
    pub(super) fn agree<T: Copy + PartialEq>(self, values: &[T; SIZE], value: T) -> bool {
        let all = values.iter().fold(true, |all, other| all & (*other == value));
        all || self.numbers().all(|vertex| values[vertex] == value)
    }

    /// Assigns new values to the members.
    #[inline(always)]
    pub(super) fn assign(self, values: &mut [i32; SIZE], new: [i32; SIZE]) {
        if self == Self::ALL {
            *values = new;
            return;
        }
        let lanes = self.lanes().map(u32::cast_signed);
        for ((value, new), lane) in values.iter_mut().zip(new).zip(lanes) {
            *value = new & lane | *value & !lane;
        }
    }
}

/// Assigns new numbers in the lanes whose mask is all ones.
#[inline(always)]
pub(super) fn blend(lanes: &[u32; SIZE], numbers: &mut [f32; SIZE], new: [f32; SIZE]) {
    for ((number, new), lane) in numbers.iter_mut().zip(new).zip(lanes) {
        *number = f32::from_bits(new.to_bits() & lane | number.to_bits() & !lane);
    }
}
