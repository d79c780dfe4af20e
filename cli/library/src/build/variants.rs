//! Lookup of a variant by its parameter values.

use pica200_bindings::Axis;
use pica200_diagnostics::most_similar;

use super::error::{BuildError, invalid};
use super::{BuiltBinary, Compiled};
use crate::diagnostic::Diagnostic;

impl Compiled {
    /// Returns the variant with these values: one for each parameter, in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is unknown, missing or repeated, or never has the value.
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

    fn check_value(&self, name: &str, value: i32) -> Result<(), Diagnostic> {
        let Some(axis) = self.axes.iter().find(|axis| axis.name == name) else {
            let diagnostic = invalid(format!("`{name}` has no variants"));
            let names = self.axes.iter().map(|axis| axis.name.as_str());
            return Err(match most_similar(name, names) {
                Some(similar) => diagnostic.with_help(format!("did you mean `{similar}`?")),
                None => diagnostic,
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
