//! Comparison of the costs of variations.

use std::collections::BTreeMap;

use pica200::job::variants::{ResourceUsage, Variants};
use serde::Serialize;

use super::cost::per_run;

/// Variations that ran.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    /// The names and their combinations.
    pub(crate) variants: Variants,
    /// The costs of some combinations, in order.
    pub(crate) costs: Vec<VariationCost>,
}

/// Cost of a variation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariationCost {
    /// Index of the combination.
    pub(crate) index: usize,
    /// Its resource usage when it is linked alone.
    pub(crate) figures: ResourceUsage,
    /// Its runs; `None` if one of them did not end normally, or could not begin.
    pub(crate) runs: Option<Runs>,
}

/// Runs of a shader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    /// Number of runs.
    pub(crate) count: u64,
    /// Number of executed instructions.
    pub(crate) instructions: u64,
}

impl Comparison {
    /// Formats the table.
    pub(crate) fn table(&self) -> Vec<u8> {
        let headings = [
            "Words",
            "Descriptors",
            "Float registers",
            "Runs",
            "Instructions per run",
        ];
        let cells = self.costs.iter().map(|cost| {
            let ResourceUsage {
                words,
                descriptors,
                floats,
            } = cost.figures;
            let [runs, instructions] = match cost.runs {
                Some(Runs { count: 1, instructions }) => ["1".to_owned(), instructions.to_string()],
                Some(Runs { count, instructions }) => {
                    let average = per_run(instructions, count);
                    [count.to_string(), average.unwrap_or_else(|| "-".to_owned())]
                }
                None => ["-".to_owned(), "-".to_owned()],
            };
            let numbers = [words.to_string(), descriptors.to_string(), floats.to_string()];
            (cost.index, [&numbers[..], &[runs, instructions]].concat())
        });
        let table = self.variants.table(&headings, cells);
        format!("Variations, each linked alone\n{table}").into_bytes()
    }

    /// Returns a JSON object for each variation, as described in `cli/JSON.md`.
    pub(crate) fn objects(&self) -> impl Iterator<Item = impl Serialize> {
        self.costs.iter().map(|cost| {
            let names = self.variants.axes().iter().map(|axis| axis.name.as_str());
            Object {
                kind: "profile-variation",
                index: cost.index,
                values: names.zip(self.variants.values(cost.index)).collect(),
                words: cost.figures.words,
                descriptors: cost.figures.descriptors,
                float_registers: cost.figures.floats,
                runs: cost.runs.map(|runs| runs.count),
                instructions: cost.runs.map(|runs| runs.instructions),
            }
        })
    }
}

#[derive(Serialize)]
struct Object<'v> {
    kind: &'static str,
    index: usize,
    values: BTreeMap<&'v str, i32>,
    words: usize,
    descriptors: usize,
    float_registers: u32,
    runs: Option<u64>,
    instructions: Option<u64>,
}
