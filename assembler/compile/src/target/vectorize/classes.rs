//! Which lanes should share a register: an estimate, before the code is scheduled.

use crate::ir::Value;

/// Sets of values that get one register each, with at most four lanes. A phi may share a lane with its incoming values.
pub(in crate::target) struct Classes {
    lane: Vec<u32>,
    class: Vec<u32>,
    /// The number of lanes, by the class's root.
    size: Vec<u8>,
}

fn root(parents: &mut [u32], mut index: u32) -> u32 {
    while parents[index as usize] != index {
        let next = parents[parents[index as usize] as usize];
        parents[index as usize] = next;
        index = next;
    }
    index
}

impl Classes {
    pub(in crate::target) fn new(count: usize) -> Self {
        let all = || (0..).take(count).collect();
        Self {
            lane: all(),
            class: all(),
            size: vec![1; count],
        }
    }

    /// Lets two values share a lane. Only before the first [`Self::join`].
    pub(in crate::target) fn share(&mut self, a: Value, b: Value) {
        let (a, b) = (root(&mut self.lane, a.0), root(&mut self.lane, b.0));
        self.lane[b as usize] = a;
    }

    /// Returns the lane of a value.
    pub(in crate::target) fn lane(&mut self, value: Value) -> u32 {
        root(&mut self.lane, value.0)
    }

    /// Returns the class of a value.
    pub(in crate::target) fn class(&mut self, value: Value) -> u32 {
        let lane = self.lane(value);
        root(&mut self.class, lane)
    }

    /// Returns the number of lanes that one register with all of these values needs.
    fn lanes_together(&mut self, values: &[Value]) -> usize {
        let mut classes: Vec<_> = values.iter().map(|value| self.class(*value)).collect();
        classes.sort_unstable();
        classes.dedup();
        let sizes = classes.iter().map(|class| self.size[*class as usize]);
        sizes.map(usize::from).sum()
    }

    /// Returns whether all of these values fit into one register.
    pub(in crate::target) fn fit(&mut self, values: &[Value]) -> bool {
        self.lanes_together(values) <= 4
    }

    /// Puts values into one register if they fit.
    pub(in crate::target) fn join(&mut self, values: &[Value]) -> bool {
        if !self.fit(values) {
            return false;
        }
        let size = self.lanes_together(values);
        let Some((first, rest)) = values.split_first() else {
            return true;
        };
        let first = self.class(*first);
        for value in rest {
            let class = self.class(*value);
            self.class[class as usize] = first;
        }
        self.size[first as usize] = u8::try_from(size).unwrap_or(u8::MAX);
        true
    }
}
