//! Outputs by name, for shaders of any kind.

use pica200_objfmt::isa::descriptor::{Component, Mask};
#[cfg(feature = "json")]
use serde::Serialize;

use super::numbers::Number;
use super::registers::suggestion;
use super::value_error::ValueError;

/// An output with its value.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct NamedOutput {
    /// Register: `o0`.
    pub register: String,
    /// Name: the property for a PICA200 shader, the semantic for a Direct3D shader.
    pub property: String,
    /// Components of the register: `xyz`.
    pub components: String,
    /// Values of these components.
    pub value: Vec<Number>,
}

/// Components of an output, for an expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Output {
    /// Index among the values of all outputs.
    pub(crate) slot: usize,
    /// Selected components.
    pub(crate) mask: Mask,
    /// Property or semantic, if there is one.
    pub(crate) name: Option<String>,
    /// True if outputs have no other names than semantics.
    pub(crate) is_semantic: bool,
    /// Register.
    pub(crate) register: String,
    /// Register component of each output component.
    pub(crate) lanes: [char; 4],
}

impl Output {
    /// Selects components of the output by letters; all without letters.
    pub(crate) fn with_components(mut self, letters: Option<&str>) -> Result<Self, ValueError> {
        if let Some(letters) = letters {
            self.mask = selection(letters, self.mask)?;
        }
        Ok(self)
    }

    /// Returns the name to suggest to test authors: the register for a PICA200 shader, the semantic for a container.
    pub(crate) fn short_name(&self) -> &str {
        match &self.name {
            Some(name) if self.is_semantic => name,
            _ => &self.register,
        }
    }

    /// Returns the name of a component in messages: `position.x (o0.x)`.
    pub(crate) fn component(&self, component: Component) -> String {
        let (register, letter) = (&self.register, component.letter());
        let numbers = Component::ALL.into_iter().zip(self.lanes);
        let mut lanes = numbers.filter(|(other, _)| *other == component);
        let lane = lanes.next().map_or(letter, |(_, lane)| lane);
        match &self.name {
            Some(name) => format!("{name}.{letter} ({register}.{lane})"),
            None => format!("{register}.{lane}"),
        }
    }
}

/// Splits a text into the name of an output, and the letters of its components.
pub(crate) fn split_name(text: &str) -> (&str, Option<&str>) {
    match text.split_once('.') {
        Some((name, letters)) => (name, Some(letters)),
        None => (text, None),
    }
}

/// Returns the components selected by the letters after a dot, among those that an output has.
fn selection(letters: &str, has: Mask) -> Result<Mask, ValueError> {
    let mut mask = Mask::NONE;
    for letter in letters.chars() {
        let known = u8::try_from(letter).ok().and_then(Component::from_letter);
        let Some(component) = known else {
            let message = format!("`{letter}` is not a component");
            return Err(ValueError::new(message).with_help("the components are x, y, z and w"));
        };
        if mask.to_bits() & component_and_later(component) != 0 {
            let message = "the components are not in the order xyzw, each once";
            return Err(ValueError::new(message));
        }
        if !has.contains(component) {
            return Err(ValueError::new(format!("the output has the components {has}")));
        }
        mask = mask.with(component);
    }
    if mask == Mask::NONE {
        return Err(ValueError::new("no component follows the dot"));
    }
    Ok(mask)
}

/// Returns the mask bits of a component and all later ones.
fn component_and_later(component: Component) -> u8 {
    let later = Component::ALL.into_iter().skip_while(|other| *other != component);
    later.fold(Mask::NONE, Mask::with).to_bits()
}

/// Returns the error about an output that does not exist. `nothing` is the hint if there are no names.
pub(crate) fn unknown_output(name: &str, names: &[String], nothing: &str) -> ValueError {
    let mut names: Vec<_> = names.iter().map(String::as_str).collect();
    names.dedup();
    let help = suggestion(name, names.iter().copied(), &names, nothing);
    ValueError::new("unknown output").with_help(help)
}
