//! Pairs of variations with the same values.

use std::fmt;

use pica200_objfmt::difference::table;

use super::Short;
use crate::archive::{Macro, Program};

/// The maximum size in bytes of a variation's list of values, which occurs in each difference.
const MOST_BYTES: usize = 500;

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
        let mut left = MOST_BYTES;
        for (known, choice) in program.macros().iter().zip(*choices) {
            let value = known.values().nth(*choice).unwrap_or_default();
            let text = format!(" {}={}", Short(known.name()), Short(value));
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
pub(super) struct Odometer {
    /// For each macro of the first program, the values that the second also has.
    wheels: Vec<Wheel>,
    /// The position of each wheel; `None` at the end.
    at: Option<Vec<usize>>,
    /// The offset that macros of only the second program add to its variation index.
    base: usize,
}

impl Odometer {
    pub(super) fn of(programs: [&Program; 2]) -> Self {
        let weights = programs.map(weights);
        let [a, b] = programs.map(|program| {
            let macros = program.macros().iter().enumerate();
            table(macros.map(|(index, known)| (known.name(), index)))
        });
        let of_side = programs.map(|program| program.macros().iter().enumerate());
        let [of_a, of_b] = of_side;
        let mut base = 0_usize;
        for ((index, known), weight) in of_b.zip(&weights[1]) {
            let is_shared = b.get(known.name()) == Some(&index) && a.contains_key(known.name());
            if !is_shared {
                let default = programs[1].default_of(index);
                base = base.saturating_add(default.saturating_mul(*weight));
            }
        }
        let wheel = |((index, known), weight): ((usize, &Macro), &usize)| {
            let is_first = a.get(known.name()) == Some(&index);
            let other = b.get(known.name()).filter(|_| is_first);
            let other = other.and_then(|at| {
                let known = programs[1].macros().get(*at)?;
                Some((known, *weights[1].get(*at)?))
            });
            match other {
                Some(other) => shared([(known, *weight), other]),
                None => {
                    let default = programs[0].default_of(index);
                    vec![(default, [default.saturating_mul(*weight), 0])]
                }
            }
        };
        let wheels: Vec<_> = of_a.zip(&weights[0]).map(wheel).collect();
        let has_pairs = wheels.iter().all(|wheel| !wheel.is_empty());
        Self {
            at: has_pairs.then(|| vec![0; wheels.len()]),
            wheels,
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
        for (wheel, at) in self.wheels.iter().zip(&*at) {
            let (position, [of_a, of_b]) = wheel.get(*at).copied().unwrap_or_default();
            pair.choices.push(position);
            let [a, b] = &mut pair.numbers;
            *a = a.saturating_add(of_a);
            *b = b.saturating_add(of_b);
        }
        let mut wheels = self.wheels.iter().zip(at).rev();
        let moved = wheels.any(|(wheel, at)| {
            *at = (*at + 1) % wheel.len();
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
    let weights = program.macros().iter().rev().map(|known| {
        let own = weight;
        weight = weight.saturating_mul(known.values().len());
        own
    });
    let mut weights: Vec<_> = weights.collect();
    weights.reverse();
    weights
}

/// The values that two macros share, in the order of the first: the index in the first, and the increment of each
/// variation index.
type Wheel = Vec<(usize, [usize; 2])>;

/// Returns the shared values of two macros, given their strides.
fn shared(both: [(&Macro, usize); 2]) -> Wheel {
    let values = both.map(|(known, weight)| {
        let values = known.values().enumerate();
        table(values.map(|(at, value)| (value, (at, at.saturating_mul(weight)))))
    });
    let [a, b] = values;
    let shared = a.into_iter().filter_map(|(value, (at, here))| {
        let (_, there) = b.get(value)?;
        Some((at, [here, *there]))
    });
    let mut shared: Wheel = shared.collect();
    shared.sort_unstable();
    shared
}
