//! The registers that lanes are in, before these have numbers.

use pica200_objfmt::isa::descriptor::Component;

use super::call::WRITTEN;
use super::code::{Code, Instruction, LaneId, instructions};
use super::liveness::Liveness;

/// The registers that lanes are in, before these have numbers.
pub(super) struct Registers {
    /// The register of each lane, by the index of one of its lanes.
    parents: Vec<u32>,
    /// The lanes of each register.
    pub(super) members: Vec<Vec<LaneId>>,
    pub(super) liveness: Liveness,
    /// The number and the component of each lane of a certain register.
    fixed: Vec<Option<(u8, Component)>>,
}

impl Registers {
    /// Returns the registers of the lanes that instructions write. Copies are ignored, since they can be split.
    pub(super) fn new(code: &Code) -> Self {
        let count = u32::try_from(code.lanes.len()).unwrap_or(u32::MAX);
        let mut registers = Self {
            parents: (0..count).collect(),
            members: (0..count).map(|lane| vec![LaneId(lane)]).collect(),
            liveness: Liveness::new(code),
            fixed: code.lanes.iter().map(|lane| lane.fixed).collect(),
        };
        for number in 0..WRITTEN {
            let is_in = |lane: &LaneId| code.lane(*lane).fixed.is_some_and(|(n, _)| n == number);
            let lanes: Vec<_> = (0..count).map(LaneId).filter(is_in).collect();
            registers.force(&lanes);
        }
        for (instruction, _) in instructions(&code.body) {
            let is_free = !instruction.is_copy() && !instruction.operation.is_fixed();
            if is_free && is_temporary(code, instruction) {
                registers.force(&instruction.destinations);
            }
        }
        registers
    }

    pub(super) fn register(&self, lane: LaneId) -> u32 {
        let mut index = lane.0;
        while self.parents[index as usize] != index {
            index = self.parents[index as usize];
        }
        index
    }

    pub(super) fn force(&mut self, lanes: &[LaneId]) {
        let Some((first, rest)) = lanes.split_first() else {
            return;
        };
        for lane in rest {
            let (a, b) = (self.register(*first), self.register(*lane));
            if a != b {
                self.parents[b as usize] = a;
                let moved = std::mem::take(&mut self.members[b as usize]);
                self.members[a as usize].extend(moved);
            }
        }
    }

    /// Puts lanes into one register if they fit.
    pub(super) fn join(&mut self, lanes: &[LaneId]) -> bool {
        let registers = self.distinct(lanes);
        if registers.len() > 1 {
            let together: Vec<_> = (registers.iter())
                .flat_map(|register| &self.members[*register as usize])
                .copied()
                .collect();
            if !self.have_room(&together) {
                return false;
            }
            self.force(lanes);
        }
        true
    }

    pub(super) fn distinct(&self, lanes: &[LaneId]) -> Vec<u32> {
        let mut registers: Vec<_> = lanes.iter().map(|lane| self.register(*lane)).collect();
        registers.sort_unstable();
        registers.dedup();
        registers
    }

    /// Returns whether four components are enough for the lanes of each register.
    pub(super) fn each_has_room(&self) -> bool {
        self.members.iter().all(|lanes| self.have_room(lanes))
    }

    /// Returns whether four components are enough for lanes.
    fn have_room(&self, lanes: &[LaneId]) -> bool {
        self.four_are_enough(lanes, |a, b| self.liveness.interfere(a, b))
    }

    /// Returns the number of the register that has some of these lanes, if it is a certain one.
    pub(super) fn number(&self, lanes: &[LaneId]) -> Option<u8> {
        let mut fixed = lanes.iter().filter_map(|lane| self.fixed[lane.index()]);
        fixed.next().map(|(number, _)| number)
    }

    /// Returns whether lanes, some of them in fixed registers, fit into four components.
    fn four_are_enough(&self, lanes: &[LaneId], interfere: impl Fn(LaneId, LaneId) -> bool) -> bool {
        let mut components: [Vec<LaneId>; 4] = Default::default();
        let number = self.number(lanes);
        for lane in lanes {
            if let Some((other, component)) = self.fixed[lane.index()] {
                if number != Some(other) {
                    return false;
                }
                components[component as usize].push(*lane);
            }
        }
        let mut others = lanes.iter().filter(|lane| self.fixed[lane.index()].is_none());
        others.all(|lane| {
            let free = components
                .iter_mut()
                .find(|held| !held.iter().any(|other| interfere(*lane, *other)));
            free.map(|held| held.push(*lane)).is_some()
        })
    }

    /// Merges the lane `gone` into the lane `kept`, if they do not interfere and their registers can become one.
    pub(super) fn merge(&mut self, kept: LaneId, gone: LaneId) -> bool {
        if self.liveness.interfere(kept, gone) {
            return false;
        }
        let mut together: Vec<_> = (self.distinct(&[kept, gone]).iter())
            .flat_map(|register| &self.members[*register as usize])
            .copied()
            .collect();
        together.retain(|lane| *lane != gone);
        let liveness = &self.liveness;
        let interfere = |a: LaneId, b: LaneId| {
            let of_gone = |is: LaneId, other| is == kept && liveness.interfere(gone, other);
            liveness.interfere(a, b) || of_gone(a, b) || of_gone(b, a)
        };
        if !self.four_are_enough(&together, interfere) {
            return false;
        }
        self.force(&[kept, gone]);
        let register = self.register(kept);
        self.members[register as usize].retain(|lane| *lane != gone);
        self.liveness.merge(kept, gone);
        true
    }
}

/// Returns whether an instruction writes temporary registers.
fn is_temporary(code: &Code, instruction: &Instruction) -> bool {
    let mut lanes = instruction.destinations.iter();
    lanes.all(|lane| code.lane(*lane).output.is_none())
}
