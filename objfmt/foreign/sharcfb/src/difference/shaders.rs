//! Comparison of the shaders of variations with the same values.

use std::collections::HashMap;

use pica200_objfmt::difference::Report;

use super::uses::Uses;
use super::variations::{Odometer, Pair, Values};
use super::{Others, gx2};
use crate::archive::{Archive, Binary, Program};
use crate::gx2::{Shader, Stage};

/// The number of steps that a comparison may take in addition to a multiple of the archives' sizes.
const FREE_STEPS: usize = 1 << 20;

/// The number of steps that a comparison may take per byte of the archives. Archives whose programs do not share
/// binaries need about 2.
const STEPS_PER_BYTE: usize = 16;

/// The pairs of binaries that differ in their bytes or byte order.
pub(super) struct Shaders<'s> {
    archives: [&'s Archive; 2],
    groups: Vec<Group<'s>>,
    known: HashMap<[(Stage, &'s [u8]); 2], usize>,
    steps_left: usize,
}

/// Equal pairs of binaries.
struct Group<'s> {
    /// The location of the first pair.
    place: String,
    pair: [&'s Binary; 2],
    /// The number of further pairs.
    others: usize,
}

impl<'s> Shaders<'s> {
    pub(super) fn of(archives: [&'s Archive; 2]) -> Self {
        let [a, b] = archives.map(Archive::size);
        let bytes = a.saturating_add(b).saturating_mul(STEPS_PER_BYTE);
        Self {
            archives,
            groups: Vec::new(),
            known: HashMap::new(),
            steps_left: bytes.saturating_add(FREE_STEPS),
        }
    }

    /// Consumes steps. Returns `false` if too few are left.
    fn spend(&mut self, steps: usize) -> bool {
        let left = self.steps_left.checked_sub(steps);
        self.steps_left = left.unwrap_or_default();
        left.is_some()
    }

    /// Adds the variations of two programs that have the same values, and reports symbols that they use differently.
    pub(super) fn add(&mut self, report: &mut Report, place: &str, programs: [&'s Program; 2]) {
        let mut uses = Uses::of(programs);
        let mut odometer = Odometer::of(programs);
        while let Some(pair) = odometer.next_pair() {
            if !self.spend(1 + pair.choices.len() + uses.len()) {
                let text = "too many variations to compare; the others are left out";
                return report.add(place, text);
            }
            uses.add(&pair);
            if !self.add_pair(place, programs, &pair) {
                let text = "too many shaders to compare; the others are left out";
                return report.add(place, text);
            }
        }
        uses.report(report, place, programs[0]);
    }

    /// Adds the binaries of two variations. Returns `false` if too few steps are left.
    fn add_pair(&mut self, place: &str, programs: [&'s Program; 2], pair: &Pair) -> bool {
        let [a, b] = programs.map(|program| program.kind().stages());
        let both = a.iter().zip(b).take_while(|(a, b)| a == b);
        for (at, (stage, _)) in both.enumerate() {
            let binary = |side: usize| {
                let (program, number) = (programs[side], pair.numbers[side]);
                let first = number.checked_mul(program.kind().stages().len())?;
                let index = program.start().checked_add(first)?.checked_add(at)?;
                self.archives[side].binaries().get(index)
            };
            // Missing binaries are an error of the archive.
            let (Some(a), Some(b)) = (binary(0), binary(1)) else {
                continue;
            };
            if !self.spend(a.data.len().saturating_add(b.data.len())) {
                return false;
            }
            let [order_a, order_b] = self.archives.map(Archive::order);
            if order_a == order_b && a.stage == b.stage && a.data == b.data {
                continue;
            }
            let key = [a, b].map(|binary| (binary.stage, binary.data.as_slice()));
            if let Some(group) = self.known.get(&key).and_then(|at| self.groups.get_mut(*at)) {
                group.others += 1;
                continue;
            }
            self.known.insert(key, self.groups.len());
            let values = Values(programs[0], &pair.choices);
            self.groups.push(Group {
                place: format!("{place}{values}, {stage} shader"),
                pair: [a, b],
                others: 0,
            });
        }
        true
    }

    /// Reports the differences of all pairs.
    pub(super) fn compare(self, report: &mut Report) {
        let orders = self.archives.map(Archive::order);
        for Group {
            place,
            pair: [a, b],
            others,
        } in self.groups
        {
            let place = format!("{place}{}", Others(others));
            report.compare(&place, [a, b].map(|binary| binary.stage.to_string()));
            let [read_a, read_b] =
                [(a, orders[0]), (b, orders[1])].map(|(binary, order)| Shader::read(binary.stage, &binary.data, order));
            match (read_a, read_b) {
                (Ok(a), Ok(b)) if a.stage == b.stage => gx2::compare(report, &place, [&a, &b]),
                _ => report.compare_bytes(format_args!("{place}, data"), [&a.data, &b.data]),
            }
        }
    }
}
