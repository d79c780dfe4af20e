//! The cost model of `matrix-chain`: chooses the sums whose change saves instructions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::form::{Form, is_register};
use crate::ir::{Operand, Program, Value};

/// The cost of a sum.
#[derive(Clone, Copy)]
pub(super) enum Cost {
    /// An instruction.
    Dot,
    /// As many instructions as it has terms, which compute up to four such sums.
    Terms(usize),
}

/// A number that several sums need: the sum of the products of pairs.
pub(super) type Part = Vec<[Option<Operand>; 2]>;

/// A sum from which common factors can be taken out.
pub(super) struct Candidate {
    pub(super) value: Value,
    pub(super) block: u32,
    /// The current cost.
    pub(super) cost: Cost,
    /// The sums that it is made of, with their costs.
    pub(super) inner: Vec<(Value, Cost)>,
    /// The common factors, `None` for 1, and the multiplicand of each.
    pub(super) factors: Vec<Option<Operand>>,
    pub(super) parts: Vec<Part>,
}

/// The costs of several sums.
#[derive(Default)]
struct Costs {
    dots: usize,
    /// The number of sums, by the number of their terms.
    chains: FxHashMap<usize, usize>,
}

impl Costs {
    fn add(&mut self, cost: Cost) {
        match cost {
            Cost::Dot => self.dots += 1,
            Cost::Terms(count) => *self.chains.entry(count).or_default() += 1,
        }
    }

    /// About the number of instructions.
    fn total(&self) -> usize {
        let chains = self.chains.iter();
        let chains = chains.map(|(terms, sums)| terms * sums.div_ceil(4));
        self.dots + chains.sum::<usize>()
    }
}

pub(super) fn cost_of(form: &Form) -> Cost {
    if form.is_dot {
        Cost::Dot
    } else {
        Cost::Terms(form.terms.len())
    }
}

fn cost_of_sum(program: &Program, pairs: &[[Option<Operand>; 2]]) -> Cost {
    if is_dot(program, pairs) {
        Cost::Dot
    } else {
        // A plain number takes no factor.
        let plain = usize::from(matches!(pairs, [[None, _]]));
        Cost::Terms(pairs.len() - plain)
    }
}

/// Returns whether a sum of products is to be a dot product: the components of one side are in one register.
pub(super) fn is_dot(program: &Program, pairs: &[[Option<Operand>; 2]]) -> bool {
    let side = |side: usize| {
        let components = pairs.iter().filter_map(move |pair| pair[side]);
        components.collect::<Vec<_>>()
    };
    let count = pairs.len();
    let full = |components: &[Operand]| components.len() == count && is_register(program, components);
    (3..=4).contains(&count) && (full(&side(0)) || full(&side(1)))
}

/// Returns the cost of a sum once its common factors are taken out.
fn cost_after(program: &Program, candidate: &Candidate) -> Cost {
    let count = candidate.factors.len();
    let factors: Vec<_> = candidate.factors.iter().flatten().copied().collect();
    if (3..=4).contains(&count) && is_register(program, &factors) {
        Cost::Dot
    } else {
        Cost::Terms(count)
    }
}

/// Returns the candidates to change: sets of those that need the same sums, for which that takes fewer instructions.
pub(super) fn chosen(program: &Program, uses: &[u32], found: Vec<Candidate>) -> Vec<Candidate> {
    let mut sets = sets(&found);
    let mut gains: Vec<(usize, Vec<usize>)> = Vec::new();
    for set in sets.drain(..) {
        let gain = gain(program, uses, &found, &set);
        if gain > 0 {
            gains.push((gain, set));
        }
    }
    gains.sort_by_key(|(gain, set)| (usize::MAX - gain, set[0]));
    // A set that changes another one's input waits for the next iteration.
    let mut touched = FxHashSet::default();
    let mut wanted = FxHashSet::default();
    for (_, set) in gains {
        let of_set = |index: &usize| {
            let candidate = &found[*index];
            let inner = candidate.inner.iter().map(|(value, _)| *value);
            inner.chain([candidate.value]).collect::<Vec<_>>()
        };
        let values: Vec<_> = set.iter().flat_map(of_set).collect();
        if values.iter().any(|value| touched.contains(value)) {
            continue;
        }
        touched.extend(values);
        wanted.extend(set);
    }
    let numbered = found.into_iter().enumerate();
    numbered
        .filter(|(index, _)| wanted.contains(index))
        .map(|(_, candidate)| candidate)
        .collect()
}

/// Sets of candidates that have inner sums in common, before or after the change, or that are components of one vector.
fn sets(found: &[Candidate]) -> Vec<Vec<usize>> {
    let mut set_of: Vec<usize> = (0..found.len()).collect();
    let mut first: FxHashMap<Value, usize> = FxHashMap::default();
    let mut with: FxHashMap<(u32, &Part), usize> = FxHashMap::default();
    let mut components: FxHashMap<(u32, Factors), usize> = FxHashMap::default();
    let root = |set_of: &[usize], mut index: usize| {
        while set_of[index] != index {
            index = set_of[index];
        }
        index
    };
    for (index, candidate) in found.iter().enumerate() {
        let inner = candidate.inner.iter();
        let inner = inner.map(|(value, _)| *first.entry(*value).or_insert(index));
        let parts = candidate.parts.iter();
        let parts = parts.map(|part| *with.entry((candidate.block, part)).or_insert(index));
        let component = (candidate.block, factors(candidate));
        let component = *components.entry(component).or_insert(index);
        for other in inner.chain(parts).chain([component]) {
            let (a, b) = (root(&set_of, other), root(&set_of, index));
            set_of[a.max(b)] = a.min(b);
        }
    }
    let mut sets: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for index in 0..found.len() {
        sets.entry(root(&set_of, index)).or_default().push(index);
    }
    let mut sets: Vec<_> = sets.into_values().collect();
    sets.sort_unstable();
    sets
}

/// The factors of a sum, and those that it has in common with others.
type Factors = [Vec<Option<Operand>>; 2];

/// Returns the factors of a candidate: equal for the components of one vector.
fn factors(candidate: &Candidate) -> Factors {
    let first = candidate.parts.first().into_iter().flatten();
    [first.map(|pair| pair[0]).collect(), candidate.factors.clone()]
}

/// How many instructions the change of a set saves, about.
fn gain(program: &Program, uses: &[u32], found: &[Candidate], set: &[usize]) -> usize {
    let mut reads: FxHashMap<Value, (u32, Cost)> = FxHashMap::default();
    let mut parts: FxHashSet<(u32, &Part)> = FxHashSet::default();
    let (mut before, mut after) = (Costs::default(), Costs::default());
    for index in set {
        let candidate = &found[*index];
        before.add(candidate.cost);
        after.add(cost_after(program, candidate));
        for (value, cost) in &candidate.inner {
            reads.entry(*value).or_insert((0, *cost)).0 += 1;
        }
        for part in &candidate.parts {
            if parts.insert((candidate.block, part)) {
                after.add(cost_of_sum(program, part));
            }
        }
    }
    for (value, (count, cost)) in reads {
        // A sum that something else needs, is computed in any case.
        if uses.get(value.index()) == Some(&count) {
            before.add(cost);
        }
    }
    before.total().saturating_sub(after.total())
}
