//! Variants in the JSON link map, described in `cli/JSON.md`.

use std::collections::BTreeMap;

use pica200_bindings::Axis;
use serde::Serialize;

use super::LinkedVariants;
use super::table::{instructions, places};
use crate::job::LinkedFile;

/// The variants of a binary.
#[derive(Serialize)]
pub(crate) struct JsonVariants<'v> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<usize>,
    index: usize,
    instructions: Option<u64>,
}

impl LinkedVariants {
    /// Converts the variants of a file.
    pub(crate) fn to_json(&self, file: &LinkedFile) -> JsonVariants<'_> {
        let axes = self.variants.axes();
        let (instructions, places) = (instructions(file).unwrap_or_default(), places(file));
        let combination = |index: usize| {
            let figures = self.figures.get(index).copied().flatten()?;
            let shader = |number: usize| {
                let place = places.get(number)?;
                Some(Shader {
                    binary: file.rest.as_ref().map(|_| place.binary),
                    index: place.index,
                    instructions: instructions.get(number).copied().flatten(),
                })
            };
            let names = axes.iter().map(|axis| axis.name.as_str());
            Some(Combination {
                index,
                values: names.zip(self.variants.values(index)).collect(),
                shaders: self.shaders_of(index).into_iter().filter_map(shader).collect(),
                words: figures.words,
                descriptors: figures.descriptors,
                float_registers: figures.floats,
            })
        };
        JsonVariants {
            default: self.variants.default_index(),
            numbers: axes.iter().map(number).collect(),
            combinations: self.variants.included().filter_map(combination).collect(),
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
