//! Variants: numbers that take several values, and all their combinations.

use pica200_bindings::Axis;
use pica200_diagnostics::Code;
use pica200_diagnostics::most_similar;

use super::error::{BuildError, invalid};
use super::{BuiltBinary, Compiled};
use crate::report::Report;

/// The maximum number of binaries of one build. The program that uses them contains all of them.
const MOST_VARIANTS: usize = 1024;

/// The combinations of the values of all axes; the values of the last axis change fastest. Without axes, this is one
/// combination without values.
///
/// # Errors
///
/// A name or a value is repeated, an axis has no values, or there are too many combinations.
pub(super) fn combinations(axes: &[Axis]) -> Result<Vec<Vec<i32>>, Report> {
    let mut count: usize = 1;
    for (number, axis) in axes.iter().enumerate() {
        let name = &axis.name;
        if axes.iter().take(number).any(|other| other.name == *name) {
            return Err(invalid(format!(
                "`{name}` already has variants: give all of its values at once"
            )));
        }
        check_values(axis)?;
        count = count.saturating_mul(axis.values.len());
    }
    if count > MOST_VARIANTS {
        let counts: Vec<_> = axes.iter().map(|a| a.values.len().to_string()).collect();
        let product = counts.join(" * ");
        return Err(invalid(format!(
            "{product} variants are too many: the limit is {MOST_VARIANTS}"
        )));
    }
    let mut all = vec![Vec::new()];
    for axis in axes {
        let with = |start: &Vec<i32>, value: &i32| [start.as_slice(), &[*value]].concat();
        let longer = all
            .iter()
            .flat_map(|start| axis.values.iter().map(|value| with(start, value)));
        all = longer.collect();
    }
    Ok(all)
}

fn check_values(axis: &Axis) -> Result<(), Report> {
    let (name, values) = (&axis.name, &axis.values);
    if values.is_empty() {
        return Err(invalid(format!("there are no values for `{name}`")));
    }
    let mut sorted = values.clone();
    sorted.sort_unstable();
    match sorted
        .iter()
        .zip(sorted.iter().skip(1))
        .find(|(a, b)| a == b)
    {
        Some((twice, _)) => Err(invalid(format!(
            "`{name}` has the value {twice} twice: the variants would be identical"
        ))),
        None => Ok(()),
    }
}

/// `LIGHTS=2, FOG=0`
pub(super) fn in_words(axes: &[Axis], values: &[i32]) -> String {
    let pairs = axes.iter().zip(values);
    let words: Vec<_> = pairs
        .map(|(axis, value)| format!("{}={value}", axis.name))
        .collect();
    words.join(", ")
}

/// Warnings for axes by which no binary differs from others.
pub(super) fn without_effect(axes: &[Axis], binaries: &[BuiltBinary]) -> Vec<Report> {
    let mut reports = Vec::new();
    // The number of binaries from one value of an axis to the next.
    let mut stride = binaries.len();
    for axis in axes {
        let whole = stride;
        stride /= axis.values.len().max(1);
        if axis.values.len() < 2 || whole == 0 {
            continue;
        }
        let is_alike = |group: &[BuiltBinary]| {
            let (first, others) = group.split_at(stride.min(group.len()));
            let mut others = others.chunks(stride.max(1));
            others.all(|other| first.iter().map(bytes).eq(other.iter().map(bytes)))
        };
        if binaries.chunks(whole).all(is_alike) {
            let name = &axis.name;
            let message = format!("all variants are the same for every value of `{name}`");
            let report = Report::of_no_file(Code::VariantsAlike, message).as_warning();
            reports.push(report.with_help(format!("does any source use `{name}`?")));
        }
    }
    reports
}

fn bytes(binary: &BuiltBinary) -> &[u8] {
    &binary.bytes
}

impl Compiled {
    /// The variant with these values: one for each name, in any order.
    ///
    /// # Errors
    ///
    /// If a name has no variants or never has the value, or if a name is missing or repeated.
    pub fn variant(&self, values: &[(&str, i32)]) -> Result<&BuiltBinary, BuildError> {
        for (number, (name, value)) in values.iter().enumerate() {
            self.check_value(name, *value)?;
            if values.iter().take(number).any(|(other, _)| other == name) {
                return Err(invalid(format!("`{name}` has two values")).into());
            }
        }
        let value_of = |axis: &Axis| {
            let found = values.iter().find(|(name, _)| *name == axis.name);
            found.map(|(_, value)| *value)
        };
        let wanted: Option<Vec<_>> = self.axes.iter().map(value_of).collect();
        let found = wanted.and_then(|wanted| self.binaries.iter().find(|b| b.values == wanted));
        found.ok_or_else(|| {
            let without = self.axes.iter().find(|axis| value_of(axis).is_none());
            let name = without.map_or("", |axis| &axis.name);
            invalid(format!("`{name}` has variants, but no value is given")).into()
        })
    }

    fn check_value(&self, name: &str, value: i32) -> Result<(), Report> {
        let Some(axis) = self.axes.iter().find(|axis| axis.name == name) else {
            let report = invalid(format!("`{name}` has no variants"));
            let names = self.axes.iter().map(|axis| axis.name.as_str());
            return Err(match most_similar(name, names) {
                Some(similar) => report.with_help(format!("did you mean `{similar}`?")),
                None => report,
            });
        };
        if axis.values.contains(&value) {
            return Ok(());
        }
        let known: Vec<_> = axis.values.iter().map(i32::to_string).collect();
        let known = known.join(", ");
        Err(invalid(format!(
            "no variant has {value} for `{name}`: there are {known}"
        )))
    }
}
