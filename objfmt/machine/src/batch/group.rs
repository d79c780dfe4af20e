//! Groups of vertices: those that are at one place of the program.

use pica200_objfmt::flow::scopes::{CALL_DEPTH, Scopes};

use super::members::Members;

/// Vertices that execute the same instructions. While a loop is open, `aL` is the same in all of them.
#[derive(Clone, Default, Debug)]
pub(super) struct Group {
    pub(super) members: Members,
    /// The next word.
    pub(super) word: u16,
    /// The last word that was executed.
    pub(super) last: u16,
    pub(super) scopes: Scopes,
    /// The number of executed instructions. Members that come from another group may have executed more or fewer.
    pub(super) executed: u64,
    /// The count at which a member may have used up its budget.
    pub(super) limit: u64,
}

impl Group {
    /// Of two groups, the one with the lower number runs first, so that the others wait where it arrives. What is
    /// called comes before its caller, wherever it stands in the code, and then earlier words come before later ones.
    #[inline(always)]
    fn order(&self) -> usize {
        (CALL_DEPTH - self.scopes.open_calls()) << u16::BITS | usize::from(self.word)
    }
}

/// The groups that wait for another one.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    waiting: Vec<Group>,
    /// The lowest order of them.
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

    /// Whether a group runs before those that wait.
    #[inline(always)]
    pub(super) fn are_behind(&self, group: &Group) -> bool {
        self.distance(group) > 0
    }

    /// How many words a group may go on, without calls and returns, until it is where others wait; 0 if it is not
    /// before them.
    #[inline(always)]
    pub(super) fn distance(&self, group: &Group) -> usize {
        self.first.saturating_sub(group.order())
    }

    /// Takes a group for which a condition holds.
    pub(super) fn take(&mut self, is_wanted: impl Fn(&Group) -> bool) -> Option<Group> {
        let at = self.waiting.iter().position(is_wanted)?;
        Some(self.remove(at))
    }

    /// Takes the group that runs next.
    pub(super) fn next(&mut self) -> Option<Group> {
        let at = self.waiting.iter().position(|group| group.order() == self.first)?;
        Some(self.remove(at))
    }

    /// Exchanges a group for the one that runs before it, if there is one.
    pub(super) fn prefer_earlier(&mut self, group: &mut Group) {
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
