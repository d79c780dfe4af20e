//! Output components that have properties.

use std::collections::BTreeMap;

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::Register;

use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::swizzle::letters;

/// The components of outputs that have a property, by register number.
#[derive(Default, Debug)]
pub(crate) struct Outputs(BTreeMap<u8, Vec<(u8, &'static str)>>);

impl Outputs {
    /// Gives a property to components of an output.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them already has a property.
    pub(crate) fn claim(
        &mut self,
        register: Register,
        property: &'static str,
        components: &[u8],
        place: Place,
    ) -> Result<(), Diagnostic> {
        let has = self.0.entry(register.number).or_default();
        if let Some((component, other)) = has.iter().find(|(c, _)| components.contains(c)) {
            let component = letters(&[*component]);
            let message = format!("`{register}.{component}` is {other} already, and cannot be {property} too");
            return Err(diagnose(Code::PropertyOverlap, place, message));
        }
        has.extend(components.iter().map(|component| (*component, property)));
        Ok(())
    }
}
