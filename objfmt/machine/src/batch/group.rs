//! Groups of vertices at the same program location.

use pica200_objfmt::flow::scopes::{CALL_DEPTH, Scopes};

use super::members::Members;

/// Vertices that execute the same instructions. While a loop is open, `aL` is the same in all of them.
#[derive(Clone, Default, Debug)]
pub(super) struct Group {
    pub(super) members: Members,
    /// The next word.
    pub(super) word: u16,
    /// The last executed word.
    pub(super) last: u16,
    pub(super) scopes: Scopes,
    /// The number of executed instructions. Members that joined from another group may have executed more or fewer.
    pub(super) executed: u64,
    /// The instruction count at which a member may exhaust its budget.
    pub(super) limit: u64,
}

impl Group {
    /// Returns the scheduling key. The group with the lower key runs first, so that the others wait where it arrives.
    /// Callees precede their callers, wherever they are in the code; otherwise earlier words precede later ones.
    #[inline(always)]
    fn order(&self) -> usize {
        (CALL_DEPTH - self.scopes.open_calls()) << u16::BITS | usize::from(self.word)
    }
}

/// The waiting groups.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    waiting: Vec<Group>,
    /// The lowest scheduling key among them.
    first: usize,
}

impl Default for Groups {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            first: usize::MAX,
        }
    }
}

impl Groups {
    pub(super) fn push(&mut self, group: Group) {
        self.first = self.first.min(group.order());
        self.waiting.push(group);
    }

    /// Returns true if a group is scheduled before all waiting groups.
    #[inline(always)]
    pub(super) fn are_after(&self, group: &Group) -> bool {
        self.distance(group) > 0
    }

    /// Returns the number of words that a group may advance, without calls and returns, until it reaches a waiting
    /// group; 0 if it is not scheduled before them.
    #[inline(always)]
    pub(super) fn distance(&self, group: &Group) -> usize {
        self.first.saturating_sub(group.order())
    }

    /// Removes and returns a group for which a predicate holds.
    pub(super) fn take(&mut self, is_wanted: impl Fn(&Group) -> bool) -> Option<Group> {
        let at = self.waiting.iter().position(is_wanted)?;
        Some(self.remove(at))
    }

    /// Removes and returns the group that is scheduled next.
    pub(super) fn next(&mut self) -> Option<Group> {
        let at = self.waiting.iter().position(|group| group.order() == self.first)?;
        Some(self.remove(at))
    }

    /// Swaps a group with a waiting group that is scheduled before it, if there is one.
    pub(super) fn swap_with_earlier(&mut self, group: &mut Group) {
        if self.first < group.order()
            && let Some(earlier) = self.next()
        {
            let later = std::mem::replace(group, earlier);
            self.push(later);
        }
    }

    fn remove(&mut self, at: usize) -> Group {
        let group = self.waiting.swap_remove(at);
        let orders = self.waiting.iter().map(Group::order);
        self.first = orders.min().unwrap_or(usize::MAX);
        group
    }
}
