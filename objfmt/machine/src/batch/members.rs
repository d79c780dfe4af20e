//! Sets of vertices.

use super::SIZE;

/// Vertices of a batch, one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Members(pub(super) u16);

impl Members {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(u16::MAX);

    /// The vertices for which a condition holds.
    #[inline(always)]
    pub(super) fn those(holds: [bool; SIZE]) -> Self {
        let mut bits = 0;
        for (vertex, holds) in holds.into_iter().enumerate() {
            bits |= u16::from(holds) << vertex;
        }
        Self(bits)
    }

    /// The first vertices.
    pub(super) fn first(count: usize) -> Self {
        Self::those(std::array::from_fn(|vertex| vertex < count))
    }

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

    /// The members that are no others.
    #[inline(always)]
    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// With a vertex, or without it.
    pub(super) fn with(self, vertex: usize, is_member: bool) -> Self {
        let bit = Self(1 << vertex);
        if is_member {
            self.or(bit)
        } else {
            self.without(bit)
        }
    }

    /// The lowest vertex; 0 if there is none.
    #[inline(always)]
    pub(super) fn lowest(self) -> usize {
        self.0.trailing_zeros() as usize % SIZE
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The numbers of the vertices.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        (0..SIZE).filter(move |vertex| self.has(*vertex))
    }

    /// Gives the members new values.
    #[inline(always)]
    pub(super) fn assign<T: Copy>(self, values: &mut [T; SIZE], new: [T; SIZE]) {
        if self == Self::ALL {
            *values = new;
            return;
        }
        for vertex in self.numbers() {
            values[vertex] = new[vertex];
        }
    }

    /// Gives the members new numbers.
    #[inline(always)]
    pub(super) fn assign_numbers(self, numbers: &mut [f32; SIZE], new: [f32; SIZE]) {
        if self == Self::ALL {
            *numbers = new;
            return;
        }
        let old = *numbers;
        let bits = u32::from(self.0);
        *numbers = std::array::from_fn(|vertex| {
            let taken = if bits & 1 << vertex != 0 { u32::MAX } else { 0 };
            f32::from_bits(new[vertex].to_bits() & taken | old[vertex].to_bits() & !taken)
        });
    }
}
