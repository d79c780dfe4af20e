//! Shader variants: parameters with several values each, and all their combinations.
//!
//! A combination has an index, computed as `index = index * COUNT + POSITION` over the parameters in order, so the
//! first parameter is the most significant, as in the archives on which this is modelled. Excluded combinations keep
//! their index.
//!
//! [`Build::variants`](crate::Build::variants) creates one binary per combination. A variant file `NAME.variants.toml`
//! ([`read`]) describes sources with their parameters, and becomes one binary with all variants ([`LinkedVariants`]).

mod assemble;
mod file;
#[cfg(feature = "json")]
mod json;
mod link;
mod linked;
mod results;
#[cfg(feature = "testing")]
mod selected;
mod split;
mod table;

use pica200_asm::Define;
use pica200_bindings::Axis;
use pica200_diagnostics::Code;

use crate::diagnostic::Diagnostic;
pub(crate) use assemble::{Assembled, Assembler};
pub use file::{VariantFile, read};
pub(crate) use file::{named_at, sources};
#[cfg(feature = "json")]
pub(crate) use json::JsonVariants;
pub(crate) use link::link;
pub use linked::{LinkedVariants, ResourceUsage, VariantShader};
#[cfg(feature = "testing")]
pub use selected::{LinkedVariant, SelectedVariants, variant_file};

/// Maximum number of combinations of a file or build.
pub const MAX_VARIANTS: usize = 4096;

/// Parameters and their combinations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variants {
    axes: Vec<Axis>,
    /// True for each excluded combination.
    excluded: Vec<bool>,
}

impl Variants {
    /// Creates all combinations of parameters; without parameters, there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if a name or a value is repeated, a parameter has no values, or there are more than
    /// [`MAX_VARIANTS`] combinations.
    pub fn new(axes: Vec<Axis>) -> Result<Self, String> {
        let mut count: usize = 1;
        for (number, axis) in axes.iter().enumerate() {
            let name = &axis.name;
            if axes.iter().take(number).any(|other| other.name == *name) {
                return Err(format!("`{name}` already has variants: give all of its values at once"));
            }
            check_values(axis)?;
            count = count.saturating_mul(axis.values.len());
        }
        if count > MAX_VARIANTS {
            let counts: Vec<_> = axes.iter().map(|a| a.values.len().to_string()).collect();
            let product = counts.join(" * ");
            return Err(format!("{product} variants are too many: the limit is {MAX_VARIANTS}"));
        }
        Ok(Self {
            axes,
            excluded: vec![false; count],
        })
    }

    /// Returns the parameters, the most significant one first.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the number of combinations, including excluded ones.
    pub fn count(&self) -> usize {
        self.excluded.len()
    }

    /// Returns the indices of the combinations that are not excluded.
    pub fn included(&self) -> impl Iterator<Item = usize> {
        let all = self.excluded.iter().enumerate();
        all.filter(|(_, excluded)| !**excluded).map(|(index, _)| index)
    }

    /// Returns true if a combination is excluded or does not exist.
    pub fn is_excluded(&self, index: usize) -> bool {
        self.excluded.get(index).copied().unwrap_or(true)
    }

    /// Returns the index of each parameter's value in a combination.
    pub fn places(&self, index: usize) -> Vec<usize> {
        let mut left = index;
        let place = |axis: &Axis| {
            let count = axis.values.len().max(1);
            let place = left % count;
            left /= count;
            place
        };
        let mut places: Vec<_> = self.axes.iter().rev().map(place).collect();
        places.reverse();
        places
    }

    /// Returns the value of each parameter in a combination.
    pub fn values(&self, index: usize) -> Vec<i32> {
        let places = self.places(index).into_iter();
        let value = |(place, axis): (usize, &Axis)| axis.values.get(place).copied();
        places.zip(&self.axes).filter_map(value).collect()
    }

    /// Returns the index of the combination with the values at these indices.
    pub fn index(&self, places: &[usize]) -> usize {
        let places = places.iter().zip(&self.axes);
        places.fold(0, |index, (place, axis)| index * axis.values.len() + place)
    }

    /// Returns the values of a combination as defines for the assembler.
    pub(crate) fn defines(&self, index: usize) -> Vec<Define> {
        let values = self.values(index).into_iter().zip(&self.axes);
        let define = values.map(|(value, axis)| Define::new(&format!("{}={value}", axis.name)));
        define.filter_map(Result::ok).collect()
    }

    /// Returns the combination of the default values.
    pub fn default_index(&self) -> usize {
        let places: Vec<_> = self.axes.iter().map(|axis| axis.default).collect();
        self.index(&places)
    }

    /// Formats a combination: `LIGHTS=2, FOG=linear`.
    pub fn describe(&self, index: usize) -> String {
        let places = self.places(index).into_iter().zip(&self.axes);
        let words: Vec<_> = places
            .map(|(place, axis)| format!("{}={}", axis.name, axis.shown(place)))
            .collect();
        words.join(", ")
    }

    /// Returns these parameters with all other combinations excluded.
    #[cfg(feature = "testing")]
    fn only(&self, combinations: &[usize]) -> Self {
        let mut excluded = vec![true; self.count()];
        for combination in combinations {
            if let Some(excluded) = excluded.get_mut(*combination) {
                *excluded = self.is_excluded(*combination);
            }
        }
        Self {
            axes: self.axes.clone(),
            excluded,
        }
    }

    /// Excludes combinations. Returns how many were not excluded before.
    fn exclude(&mut self, is_meant: impl Fn(&[usize]) -> bool) -> usize {
        let mut count = 0;
        for index in 0..self.count() {
            if !self.is_excluded(index)
                && is_meant(&self.places(index))
                && let Some(excluded) = self.excluded.get_mut(index)
            {
                *excluded = true;
                count += 1;
            }
        }
        count
    }

    /// Returns warnings for parameters that make no difference to any result. `results` has the result of each
    /// combination; `None` for excluded ones.
    pub(crate) fn without_effect<T: PartialEq>(&self, results: &[Option<T>]) -> Vec<Diagnostic> {
        let has_effect = |number: usize, axis: &Axis| {
            self.included().any(|index| {
                let mut places = self.places(index);
                (0..axis.values.len()).any(|place| {
                    if let Some(own) = places.get_mut(number) {
                        *own = place;
                    }
                    let other = results.get(self.index(&places)).and_then(Option::as_ref);
                    let own = results.get(index).and_then(Option::as_ref);
                    other.is_some() && other != own
                })
            })
        };
        let numbers = self.axes.iter().enumerate();
        let idle = numbers.filter(|(number, axis)| axis.values.len() > 1 && !has_effect(*number, axis));
        idle.map(|(_, Axis { name, .. })| {
            let message = format!("all variants are the same for every value of `{name}`");
            let diagnostic = Diagnostic::without_file(Code::VariantsAlike, message).into_warning();
            diagnostic.with_help(format!("does any source use `{name}`?"))
        })
        .collect()
    }
}

fn check_values(axis: &Axis) -> Result<(), String> {
    let (name, values) = (&axis.name, &axis.values);
    if values.is_empty() {
        return Err(format!("there are no values for `{name}`"));
    }
    let mut sorted = values.clone();
    sorted.sort_unstable();
    match sorted.iter().zip(sorted.iter().skip(1)).find(|(a, b)| a == b) {
        Some((twice, _)) => Err(format!(
            "`{name}` has the value {twice} twice: the variants would be identical"
        )),
        None => Ok(()),
    }
}
