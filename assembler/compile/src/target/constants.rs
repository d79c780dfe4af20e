//! Literals in constant registers.

use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::float24::Float24;
use rustc_hash::FxHashMap;

use super::code::{Code, From, SourceLane, instructions};

/// Returns the float24 that is nearest to a number; of two that are equally near, the one that ends in 0. The result is
/// exact.
pub(super) fn rounded(number: f32) -> f32 {
    const LOST: u32 = 23 - 16;
    if !number.is_finite() {
        return number;
    }
    let bits = number.to_bits();
    let half = (1 << (LOST - 1)) - 1 + ((bits >> LOST) & 1);
    let near = f32::from_bits((bits + half) >> LOST << LOST);
    let nearest = Float24::from_f32(near);
    if nearest.is_infinite() || near.is_infinite() {
        return Float24::from_f32(number).to_f32();
    }
    nearest.to_f32()
}

/// Constant registers, and where each literal lies.
#[derive(Default)]
pub(super) struct Constants {
    /// The components of each register, as bits of `f32`; fewer than four if the rest is free.
    pub(super) registers: Vec<Vec<u32>>,
}

impl Constants {
    /// Registers for all literals of several programs. Those that one operand reads are in one register.
    pub(super) fn new<'c>(codes: impl Iterator<Item = &'c Code>) -> Self {
        let mut sets: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut order = Vec::new();
        for code in codes {
            for (instruction, _) in instructions(&code.body) {
                for source in &instruction.sources {
                    let mut set = literals(source);
                    set.sort_unstable_by_key(|bits| rank(*bits));
                    set.dedup();
                    if !set.is_empty() {
                        let count = sets.entry(set.clone()).or_default();
                        if *count == 0 {
                            order.push(set);
                        }
                        *count += 1;
                    }
                }
            }
        }
        // Wide sets first, because they fit in the fewest registers; then frequent and plain numbers.
        order.sort_by_key(|set| (usize::MAX - set.len(), usize::MAX - sets[set]));
        let mut constants = Self::default();
        for set in order {
            constants.add(&set);
        }
        for register in &mut constants.registers {
            register.sort_unstable_by_key(|bits| rank(*bits));
        }
        constants
            .registers
            .sort_by_key(|register| register.first().map(|bits| rank(*bits)));
        constants
    }

    /// Adds literals to the register that lacks the fewest of them.
    fn add(&mut self, set: &[u32]) {
        let missing = |register: &Vec<u32>| set.iter().filter(|bits| !register.contains(bits)).count();
        let fits = |register: &&mut Vec<u32>| register.len() + missing(register) <= 4;
        let best = self.registers.iter_mut().filter(fits).min_by_key(|r| missing(r));
        match best {
            Some(register) => {
                for bits in set {
                    if !register.contains(bits) {
                        register.push(*bits);
                    }
                }
            }
            None => self.registers.push(set.to_vec()),
        }
    }

    /// Returns the register and the sign with which an operand reads literals, and the component of each.
    pub(super) fn find(&self, source: &[SourceLane]) -> Option<(usize, bool, Vec<Component>)> {
        let set = literals(source);
        let negated = is_negative(source);
        let position = |register: &Vec<u32>, bits: &u32| {
            let index = register.iter().position(|held| held == bits)?;
            Component::ALL.get(index).copied()
        };
        self.registers.iter().enumerate().find_map(|(index, register)| {
            let components = set.iter().map(|bits| position(register, bits));
            Some((index, negated, components.collect::<Option<Vec<_>>>()?))
        })
    }
}

/// Returns the bits of the literals that an operand reads, without the sign that the operand has.
fn literals(source: &[SourceLane]) -> Vec<u32> {
    let negated = is_negative(source);
    let bits = source.iter().filter_map(|read| match read.from {
        From::Literal(bits) if negated => Some((-f32::from_bits(bits)).to_bits()),
        From::Literal(bits) => Some(bits),
        _ => None,
    });
    bits.collect()
}

/// Returns whether all literals of an operand are negative: it reads the positive ones, with a sign.
fn is_negative(source: &[SourceLane]) -> bool {
    source.iter().all(|read| match read.from {
        From::Literal(bits) => f32::from_bits(bits) < 0.0,
        _ => true,
    })
}

/// Returns the order of literals in a register: 0, 1, 0.5, 2, then by magnitude.
fn rank(bits: u32) -> (u32, u32, u32) {
    let number = f32::from_bits(bits);
    let plain = [0.0, 1.0, 0.5, 2.0]
        .iter()
        .position(|known: &f32| known.to_bits() == bits);
    let plain = plain.map_or(u32::MAX, |index| u32::try_from(index).unwrap_or(u32::MAX));
    (plain, number.abs().to_bits(), bits)
}
