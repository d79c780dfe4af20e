//! Pairs of variations with the same values.

use std::fmt;

use pica200_objfmt::difference::table;

use super::Abbreviated;
use crate::archive::{Macro, Program};

/// The maximum size in bytes of a variation's list of values, which occurs in each difference.
const MAX_BYTES: usize = 500;

/// Two variations with the same values.
pub(super) struct Pair {
    /// The index of each variation.
    pub(super) numbers: [usize; 2],
    /// Indices of the macro values in the first.
    pub(super) choices: Vec<usize>,
}

/// Formats macro values as `, variation A=0 B=1`, or nothing without macros.
pub(super) struct Values<'p>(pub(super) &'p Program, pub(super) &'p [usize]);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(program, choices) = self;
        if !choices.is_empty() {
            f.write_str(", variation")?;
        }
        let mut left = MAX_BYTES;
        for (mac, choice) in program.macros().iter().zip(*choices) {
            let value = mac.values().nth(*choice).unwrap_or_default();
            let text = format!(" {}={}", Abbreviated(mac.name()), Abbreviated(value));
            let Some(rest) = left.checked_sub(text.len()) else {
                return f.write_str(" ...");
            };
            left = rest;
            f.write_str(&text)?;
        }
        Ok(())
    }
}

/// An iterator over the pairs of variations of two programs that have the same values.
pub(super) struct VariationPairs {
    /// For each macro of the first program, the values that the second also has.
    dimensions: Vec<SharedValues>,
    /// The position of each wheel; `None` at the end.
    at: Option<Vec<usize>>,
    /// The offset that macros of only the second program add to its variation index.
    base: usize,
}

impl VariationPairs {
    pub(super) fn new(programs: [&Program; 2]) -> Self {
        let weights = programs.map(weights);
        let [a, b] = programs.map(|program| {
            let macros = program.macros().iter().enumerate();
            table(macros.map(|(index, mac)| (mac.name(), index)))
        });
        let of_side = programs.map(|program| program.macros().iter().enumerate());
        let [of_a, of_b] = of_side;
        let mut base = 0_usize;
        for ((index, mac), weight) in of_b.zip(&weights[1]) {
            let is_shared = b.get(mac.name()) == Some(&index) && a.contains_key(mac.name());
            if !is_shared {
                let default = programs[1].default_index(index);
                base = base.saturating_add(default.saturating_mul(*weight));
            }
        }
        let dimension = |((index, mac), weight): ((usize, &Macro), &usize)| {
            let is_first = a.get(mac.name()) == Some(&index);
            let other = b.get(mac.name()).filter(|_| is_first);
            let other = other.and_then(|at| {
                let mac = programs[1].macros().get(*at)?;
                Some((mac, *weights[1].get(*at)?))
            });
            match other {
                Some(other) => shared([(mac, *weight), other]),
                None => {
                    let default = programs[0].default_index(index);
                    vec![(default, [default.saturating_mul(*weight), 0])]
                }
            }
        };
        let dimensions: Vec<_> = of_a.zip(&weights[0]).map(dimension).collect();
        let has_pairs = dimensions.iter().all(|dimension| !dimension.is_empty());
        Self {
            at: has_pairs.then(|| vec![0; dimensions.len()]),
            dimensions,
            base,
        }
    }

    /// Returns the next pair of variations, or `None` at the end.
    pub(super) fn next_pair(&mut self) -> Option<Pair> {
        let at = self.at.as_mut()?;
        let mut pair = Pair {
            numbers: [0, self.base],
            choices: Vec::with_capacity(at.len()),
        };
        for (dimension, at) in self.dimensions.iter().zip(&*at) {
            let (position, [of_a, of_b]) = dimension.get(*at).copied().unwrap_or_default();
            pair.choices.push(position);
            let [a, b] = &mut pair.numbers;
            *a = a.saturating_add(of_a);
            *b = b.saturating_add(of_b);
        }
        let mut dimensions = self.dimensions.iter().zip(at).rev();
        let moved = dimensions.any(|(dimension, at)| {
            *at = (*at + 1) % dimension.len();
            *at > 0
        });
        if !moved {
            self.at = None;
        }
        Some(pair)
    }
}

/// Returns the stride of each macro in the variation index.
fn weights(program: &Program) -> Vec<usize> {
    let mut weight = 1_usize;
    let weights = program.macros().iter().rev().map(|mac| {
        let own = weight;
        weight = weight.saturating_mul(mac.values().len());
        own
    });
    let mut weights: Vec<_> = weights.collect();
    weights.reverse();
    weights
}

/// The values that two macros share, in the order of the first: the index in the first, and the increment of each
/// variation index.
type SharedValues = Vec<(usize, [usize; 2])>;

/// Returns the shared values of two macros, given their strides.
fn shared(both: [(&Macro, usize); 2]) -> SharedValues {
    let values = both.map(|(mac, weight)| {
        let values = mac.values().enumerate();
        table(values.map(|(at, value)| (value, (at, at.saturating_mul(weight)))))
    });
    let [a, b] = values;
    let shared = a.into_iter().filter_map(|(value, (at, here))| {
        let (_, there) = b.get(value)?;
        Some((at, [here, *there]))
    });
    let mut shared: SharedValues = shared.collect();
    shared.sort_unstable();
    shared
}
