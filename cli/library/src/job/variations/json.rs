//! Variations in a link map as JSON; `cli/JSON.md` describes them.

use std::collections::BTreeMap;

use pica200_bindings::Axis;
use pica200_objfmt::formats::shbin::Shbin;
use serde::Serialize;

use super::LinkedVariations;
use super::table::instructions;

/// The variations of a binary.
#[derive(Serialize)]
pub(crate) struct JsonVariations<'v> {
    default: usize,
    numbers: Vec<Number<'v>>,
    combinations: Vec<Combination<'v>>,
}

#[derive(Serialize)]
struct Number<'v> {
    name: &'v str,
    default: Option<i32>,
    values: Vec<Value<'v>>,
}

#[derive(Serialize)]
struct Value<'v> {
    value: i32,
    name: Option<&'v str>,
}

#[derive(Serialize)]
struct Combination<'v> {
    index: usize,
    values: BTreeMap<&'v str, i32>,
    shaders: Vec<Shader>,
    words: usize,
    descriptors: usize,
    float_registers: u32,
}

#[derive(Serialize)]
struct Shader {
    index: usize,
    instructions: Option<u64>,
}

impl LinkedVariations {
    /// The variations of the binary `shbin`.
    pub(crate) fn to_json(&self, shbin: &Shbin) -> JsonVariations<'_> {
        let axes = self.variations.axes();
        let instructions = instructions(shbin).unwrap_or_default();
        let combination = |index: usize| {
            let figures = self.figures.get(index).copied().flatten()?;
            let shader = |shader| Shader {
                index: shader,
                instructions: instructions.get(shader).copied().flatten(),
            };
            let names = axes.iter().map(|axis| axis.name.as_str());
            Some(Combination {
                index,
                values: names.zip(self.variations.values(index)).collect(),
                shaders: self.shaders_of(index).into_iter().map(shader).collect(),
                words: figures.words,
                descriptors: figures.descriptors,
                float_registers: figures.floats,
            })
        };
        JsonVariations {
            default: self.variations.default_index(),
            numbers: axes.iter().map(number).collect(),
            combinations: self.variations.included().filter_map(combination).collect(),
        }
    }
}

fn number(axis: &Axis) -> Number<'_> {
    let values = axis.values.iter().enumerate();
    Number {
        name: &axis.name,
        default: axis.values.get(axis.default).copied(),
        values: values
            .map(|(place, value)| Value {
                value: *value,
                name: axis.name_of(place),
            })
            .collect(),
    }
}
