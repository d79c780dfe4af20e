//! Comparison of the shaders of variations with the same values.

use std::collections::HashMap;

use pica200_objfmt::difference::Report;

use super::uses::Uses;
use super::variations::{Pair, Values, VariationPairs};
use super::{MoreLocations, gx2};
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
    by_content: HashMap<[(Stage, &'s [u8]); 2], usize>,
    steps_left: usize,
}

/// Equal pairs of binaries.
struct Group<'s> {
    /// The location of the first pair.
    location: String,
    pair: [&'s Binary; 2],
    /// The number of further pairs.
    others: usize,
}

impl<'s> Shaders<'s> {
    pub(super) fn new(archives: [&'s Archive; 2]) -> Self {
        let [a, b] = archives.map(Archive::size);
        let bytes = a.saturating_add(b).saturating_mul(STEPS_PER_BYTE);
        Self {
            archives,
            groups: Vec::new(),
            by_content: HashMap::new(),
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
    pub(super) fn add(&mut self, report: &mut Report, location: &str, programs: [&'s Program; 2]) {
        let mut uses = Uses::new(programs);
        let mut odometer = VariationPairs::new(programs);
        while let Some(pair) = odometer.next_pair() {
            if !self.spend(1 + pair.choices.len() + uses.len()) {
                let text = "too many variations to compare; the others are left out";
                return report.add(location, text);
            }
            uses.add(&pair);
            if !self.add_pair(location, programs, &pair) {
                let text = "too many shaders to compare; the others are left out";
                return report.add(location, text);
            }
        }
        uses.report(report, location, programs[0]);
    }

    /// Adds the binaries of two variations. Returns `false` if too few steps are left.
    fn add_pair(&mut self, location: &str, programs: [&'s Program; 2], pair: &Pair) -> bool {
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
            if let Some(group) = self.by_content.get(&key).and_then(|at| self.groups.get_mut(*at)) {
                group.others += 1;
                continue;
            }
            self.by_content.insert(key, self.groups.len());
            let values = Values(programs[0], &pair.choices);
            self.groups.push(Group {
                location: format!("{location}{values}, {stage} shader"),
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
            location,
            pair: [a, b],
            others,
        } in self.groups
        {
            let location = format!("{location}{}", MoreLocations(others));
            report.compare(&location, [a, b].map(|binary| binary.stage.to_string()));
            let [read_a, read_b] =
                [(a, orders[0]), (b, orders[1])].map(|(binary, order)| Shader::read(binary.stage, &binary.data, order));
            match (read_a, read_b) {
                (Ok(a), Ok(b)) if a.stage == b.stage => gx2::compare(report, &location, [&a, &b]),
                _ => report.compare_bytes(format_args!("{location}, data"), [&a.data, &b.data]),
            }
        }
    }
}
