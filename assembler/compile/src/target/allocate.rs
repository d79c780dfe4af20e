//! Register allocation: numbers registers, and assigns lanes to their components.

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::register::Bank;

use super::call::WRITTEN;
use super::code::{Code, LaneId};
use super::registers::Registers;

/// The number of temporary registers.
pub(super) const TEMPORARIES: u8 = Bank::Temporary.size();

/// Maximum number of steps of a search for components.
const MAX_STEPS: u32 = 2000;

/// The registers and components of lanes.
pub(super) struct Allocation {
    /// The number of the register and the component of each lane that has one.
    pub(super) places: Vec<Option<(u8, Component)>>,
}

/// Assigns registers and components to all lanes; `None` if there are too few registers.
pub(super) fn run(code: &Code, registers: &Registers) -> Option<Allocation> {
    let mut order: Vec<&Vec<LaneId>> = (registers.members.iter())
        .filter(|lanes| lanes.iter().any(|lane| is_used(code, registers, *lane)))
        .collect();
    order.sort_by_key(|lanes| {
        let writes = lanes.iter().map(|lane| registers.liveness.first_write[lane.index()]);
        (registers.number(lanes).is_none(), writes.flatten().min())
    });
    // First in the order of the code, which reads best; then wide ones first, which need most.
    let first = attempt(code, registers, &order);
    first.or_else(|| {
        order.sort_by_key(|lanes| {
            let is_free = registers.number(lanes).is_none();
            (is_free, usize::MAX - lanes.len())
        });
        attempt(code, registers, &order)
    })
}

fn is_used(code: &Code, registers: &Registers, lane: LaneId) -> bool {
    code.lane(lane).output.is_none() && registers.liveness.first_write[lane.index()].is_some()
}

fn attempt(code: &Code, registers: &Registers, order: &[&Vec<LaneId>]) -> Option<Allocation> {
    let mut allocation = Allocation {
        places: vec![None; code.lanes.len()],
    };
    let mut held: Vec<Vec<LaneId>> = vec![Vec::new(); usize::from(TEMPORARIES)];
    for (lane, known) in (0..).map(LaneId).zip(&code.lanes) {
        if let Some((number, component)) = known.fixed {
            allocation.places[lane.index()] = Some((number, component));
            held[usize::from(number)].push(lane);
        }
    }
    let last = if code.is_procedure { WRITTEN } else { TEMPORARIES };
    for lanes in order {
        let numbers = match registers.number(lanes) {
            Some(number) => number..number + 1,
            None => 0..last,
        };
        let lanes: Vec<_> = (lanes.iter().copied())
            .filter(|lane| is_used(code, registers, *lane))
            .filter(|lane| code.lane(*lane).fixed.is_none())
            .collect();
        let found = numbers.into_iter().find_map(|number| {
            let mut search = Search {
                code,
                registers,
                places: &allocation.places,
                held: &held[usize::from(number)],
                lanes: &lanes,
                chosen: Vec::new(),
                steps: 0,
            };
            search.complete().then_some((number, search.chosen))
        });
        let (number, chosen) = found?;
        for (lane, component) in lanes.iter().zip(chosen) {
            allocation.places[lane.index()] = Some((number, component));
        }
        held[usize::from(number)].extend(lanes);
    }
    Some(allocation)
}

/// A search for the components of lanes in one register.
struct Search<'s> {
    code: &'s Code,
    registers: &'s Registers,
    places: &'s [Option<(u8, Component)>],
    /// The lanes that are in the register already.
    held: &'s [LaneId],
    lanes: &'s [LaneId],
    chosen: Vec<Component>,
    steps: u32,
}

impl Search<'_> {
    fn complete(&mut self) -> bool {
        let Some(lane) = self.lanes.get(self.chosen.len()).copied() else {
            return true;
        };
        let hint = self.code.lane(lane).hint;
        let all = Component::ALL.into_iter().filter(|c| Some(*c) != hint);
        for component in hint.into_iter().chain(all) {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            if self.is_free(lane, component) {
                self.chosen.push(component);
                if self.complete() {
                    return true;
                }
                self.chosen.pop();
            }
        }
        false
    }

    fn is_free(&self, lane: LaneId, component: Component) -> bool {
        let liveness = &self.registers.liveness;
        let held = self
            .held
            .iter()
            .filter(|held| self.places[held.index()].is_some_and(|(_, taken)| taken == component));
        let own = (self.lanes.iter().zip(&self.chosen))
            .filter(|(_, taken)| **taken == component)
            .map(|(own, _)| own);
        !held.chain(own).any(|other| liveness.interfere(lane, *other))
    }
}
