//! Outputs by name: the property or the register, with optional components.

use pica200_diagnostics::most_similar;
use pica200_machine::Program;
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::limits::GEOMETRY_OUTPUTS;
use pica200_objfmt::isa::property::by_name;
use pica200_objfmt::isa::register::Bank;
use pica200_objfmt::isa::text::output_register;

use crate::shader::misfit::Misfit;
use crate::text::lists::listed;
use crate::text::outputs::{output_mask, output_property};

/// Components of an output register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Output {
    /// The register's number.
    pub(super) register: u8,
    /// The named components.
    pub(super) mask: Mask,
    /// The property, if the output table has one.
    property: Option<String>,
}

impl Output {
    /// The output with a name: `position`, `o0`, `position.xy`, `o0.w`.
    ///
    /// A property is that of one entry of the output table. A register has the components of all its entries; without
    /// an entry, all four.
    pub(super) fn find(program: &Program, text: &str) -> Result<Self, Misfit> {
        let (name, letters) = match text.split_once('.') {
            Some((name, letters)) => (name, Some(letters)),
            None => (text, None),
        };
        let mut output = Self::of_name(program, name)?;
        if program.is_geometry() && output.register >= GEOMETRY_OUTPUTS {
            let (register, last) = (output.register, GEOMETRY_OUTPUTS - 1);
            let message = format!("`o{register}` cannot be emitted; only `o0` to `o{last}` can");
            return Err(Misfit::new(message));
        }
        if let Some(letters) = letters {
            output.mask = selection(letters, output.mask)?;
        }
        Ok(output)
    }

    fn of_name(program: &Program, name: &str) -> Result<Self, Misfit> {
        let property = by_name(name).map_or(name, |property| property.name);
        let fits = |entry: &&OutputEntry| output_property(entry) == property;
        let entries: Vec<_> = program.outputs().iter().filter(fits).collect();
        match *entries.as_slice() {
            [entry] => Self::of_entry(entry).ok_or_else(|| unknown(program, name)),
            [] => Self::of_register(program, name).ok_or_else(|| unknown(program, name)),
            _ => {
                let registers: Vec<_> = entries
                    .iter()
                    .map(|entry| output_register(entry.register))
                    .collect();
                let registers: Vec<_> = registers.iter().map(String::as_str).collect();
                let message = format!("several outputs have this name: {}", listed(&registers));
                Err(Misfit::new(message).with_help("use the name of a register"))
            }
        }
    }

    fn of_entry(entry: &OutputEntry) -> Option<Self> {
        let register = u8::try_from(entry.register).ok()?;
        (register < Bank::Output.size()).then(|| Self {
            register,
            mask: output_mask(entry),
            property: Some(output_property(entry)),
        })
    }

    fn of_register(program: &Program, name: &str) -> Option<Self> {
        let digits = name.strip_prefix(Bank::Output.letter())?;
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let register = digits.parse().ok().filter(|n| *n < Bank::Output.size())?;
        let entries = program.outputs().iter();
        let entries = entries.filter(|entry| entry.register == u16::from(register));
        let entries: Vec<_> = entries.collect();
        let masks = entries.iter().map(|entry| output_mask(entry));
        let property = match *entries.as_slice() {
            [entry] => Some(output_property(entry)),
            _ => None,
        };
        Some(Self {
            register,
            mask: masks.reduce(Mask::union).unwrap_or(Mask::ALL),
            property,
        })
    }

    /// The name of a component in messages: `position.x (o0.x)`.
    pub(super) fn component(&self, component: Component) -> String {
        let (register, letter) = (self.register, component.letter());
        match &self.property {
            Some(property) => format!("{property}.{letter} (o{register}.{letter})"),
            None => format!("o{register}.{letter}"),
        }
    }
}

/// The components for the letters after a point; the output must have them.
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

/// The bits of a mask for a component and those after it.
fn component_and_later(component: Component) -> u8 {
    let later = Component::ALL
        .into_iter()
        .skip_while(|other| *other != component);
    later.fold(Mask::NONE, Mask::with).to_bits()
}

fn unknown(program: &Program, name: &str) -> Misfit {
    let properties: Vec<_> = program.outputs().iter().map(output_property).collect();
    let mut names: Vec<_> = properties.iter().map(String::as_str).collect();
    names.dedup();
    let help = match most_similar(name, names.iter().copied()) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None if names.is_empty() => "the shader has no named outputs; use `o0` to `o15`".to_owned(),
        None => format!("the shader has {}", listed(&names)),
    };
    Misfit::new("unknown output").with_help(help)
}
