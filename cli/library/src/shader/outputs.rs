//! Outputs by name, whatever the shader is for.

use pica200_objfmt::isa::descriptor::{Component, Mask};
#[cfg(feature = "json")]
use serde::Serialize;

use super::misfit::Misfit;
use super::numbers::Number;
use super::registers::suggestion;

/// An output with its value.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct NamedOutput {
    /// Its register: `o0`.
    pub register: String,
    /// Its name: the property of a PICA200 shader, the semantic of a shader of Direct3D.
    pub property: String,
    /// The components of the register that it has: `xyz`.
    pub components: String,
    /// The numbers of these components.
    pub value: Vec<Number>,
}

/// Components of an output, for an expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Output {
    /// Its place among the values of all outputs.
    pub(crate) slot: usize,
    /// The components that are meant.
    pub(crate) mask: Mask,
    /// The property or the semantic, if there is one.
    pub(crate) name: Option<String>,
    /// Whether outputs have no other names than semantics.
    pub(crate) is_semantic: bool,
    /// The register.
    pub(crate) register: String,
    /// The lane of the register that each component is.
    pub(crate) lanes: [char; 4],
}

impl Output {
    /// The components that letters name, of those that the output has; all without letters.
    pub(crate) fn with_components(mut self, letters: Option<&str>) -> Result<Self, Misfit> {
        if let Some(letters) = letters {
            self.mask = selection(letters, self.mask)?;
        }
        Ok(self)
    }

    /// The name that test authors are told to write: the register of a PICA200 shader, the semantic of a container's.
    pub(crate) fn short_name(&self) -> &str {
        match &self.name {
            Some(name) if self.is_semantic => name,
            _ => &self.register,
        }
    }

    /// The name of a component in messages: `position.x (o0.x)`.
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

/// The name of an output, and the letters of its components.
pub(crate) fn divided(text: &str) -> (&str, Option<&str>) {
    match text.split_once('.') {
        Some((name, letters)) => (name, Some(letters)),
        None => (text, None),
    }
}

/// The components that letters behind a point name, of those that an output has.
fn selection(letters: &str, has: Mask) -> Result<Mask, Misfit> {
    let mut mask = Mask::NONE;
    for letter in letters.chars() {
        let known = u8::try_from(letter).ok().and_then(Component::from_letter);
        let Some(component) = known else {
            let message = format!("`{letter}` is not a component");
            return Err(Misfit::new(message).with_help("the components are x, y, z and w"));
        };
        if mask.to_bits() & component_and_later(component) != 0 {
            let message = "the components are not in the order xyzw, each once";
            return Err(Misfit::new(message));
        }
        if !has.contains(component) {
            return Err(Misfit::new(format!("the output has the components {has}")));
        }
        mask = mask.with(component);
    }
    if mask == Mask::NONE {
        return Err(Misfit::new("no component follows the point"));
    }
    Ok(mask)
}

/// The bits of a mask for a component and those behind it.
fn component_and_later(component: Component) -> u8 {
    let later = Component::ALL.into_iter().skip_while(|other| *other != component);
    later.fold(Mask::NONE, Mask::with).to_bits()
}

/// The error about an output that does not exist. `nothing` is the hint if there are no names.
pub(crate) fn unknown_output(name: &str, names: &[String], nothing: &str) -> Misfit {
    let mut names: Vec<_> = names.iter().map(String::as_str).collect();
    names.dedup();
    let help = suggestion(name, names.iter().copied(), &names, nothing);
    Misfit::new("unknown output").with_help(help)
}
