//! Mapping of shader outputs to the inputs of rasterization.

use pica200_machine::{Program, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::Bank;
use thiserror::Error;

use crate::corner::{Corner, Varyings};
use crate::scene::DisplayMode;

/// An output missing in a shader.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the shader has no output `{name}`")]
pub struct MissingOutput {
    /// Its property, or the register.
    pub name: String,
}

/// A component of an output register.
#[derive(Clone, Copy, Debug)]
struct OutputComponent {
    register: usize,
    component: usize,
}

impl OutputComponent {
    fn of(self, outputs: &[Vector]) -> Option<f32> {
        outputs.get(self.register)?.get(self.component).copied()
    }
}

/// The components used as position and as interpolated values.
#[derive(Clone, Debug)]
pub(crate) struct Interface {
    position: Vec<OutputComponent>,
    varyings: Vec<OutputComponent>,
    /// Interpolated components after the first four.
    rest: Vec<OutputComponent>,
    /// True if quaternions are negated to turn the shorter way.
    pub(crate) turns: bool,
    /// True if signs are dropped, and numbers above 1 are clamped.
    is_color: bool,
}

impl Interface {
    /// Selects the components of a shader's outputs.
    pub(crate) fn new(program: &Program, show: DisplayMode) -> Result<Self, MissingOutput> {
        let of = |number: u16| {
            let components = components(program.outputs(), number);
            if components.is_empty() {
                Err(missing(number))
            } else {
                Ok(components)
            }
        };
        let varyings = match show {
            DisplayMode::Wireframe => Vec::new(),
            DisplayMode::Color | DisplayMode::Product => of(COLOR)?,
            DisplayMode::Texture => of(TEXCOORD0)?,
            DisplayMode::Normalquat | DisplayMode::Normal => of(NORMALQUAT)?,
            DisplayMode::Property(number) => of(number)?,
            DisplayMode::Register(register) => whole(program.outputs(), register)?,
        };
        let rest = match show {
            DisplayMode::Product => of(TEXCOORD0)?,
            _ => Vec::new(),
        };
        Ok(Self {
            position: of(POSITION)?,
            varyings,
            rest,
            turns: matches!(show, DisplayMode::Normalquat | DisplayMode::Normal),
            is_color: matches!(show, DisplayMode::Color | DisplayMode::Product),
        })
    }

    /// Returns the corner for a vertex with these outputs.
    pub(crate) fn corner(&self, outputs: &[Vector], tilt: bool) -> Corner {
        let mut position = [0.0, 0.0, 0.0, 1.0];
        fill(&mut position, &self.position, outputs);
        if tilt {
            let [x, y, z, w] = position;
            position = [-y, x, z, w];
        }
        let mut varyings = Varyings::default();
        fill(&mut varyings, &self.varyings, outputs);
        if let Some(rest) = varyings.get_mut(4..) {
            fill(rest, &self.rest, outputs);
        }
        if self.is_color {
            for number in varyings.iter_mut().take(4) {
                *number = number.abs().min(1.0);
            }
        }
        Corner { position, varyings }
    }
}

const POSITION: u16 = 0;
const NORMALQUAT: u16 = 1;
const COLOR: u16 = 2;
const TEXCOORD0: u16 = 3;

fn missing(number: u16) -> MissingOutput {
    let property = u8::try_from(number).ok().and_then(property::by_number);
    let name = property.map_or_else(|| number.to_string(), |property| property.name.to_owned());
    MissingOutput { name }
}

/// Returns the components with a property, in order: the mask of its first entry, as on the console.
fn components(outputs: &[OutputEntry], number: u16) -> Vec<OutputComponent> {
    let entry = outputs.iter().find(|entry| entry.property == number);
    let components = entry.map(|entry| {
        (0..4)
            .filter(|component| entry.mask & (1 << component) != 0)
            .map(|component| OutputComponent {
                register: entry.register.into(),
                component,
            })
    });
    components.into_iter().flatten().collect()
}

/// Returns all components of a register that has an output.
fn whole(outputs: &[OutputEntry], register: u8) -> Result<Vec<OutputComponent>, MissingOutput> {
    if outputs.iter().all(|entry| entry.register != u16::from(register)) {
        let name = format!("{}{register}", Bank::Output.letter());
        return Err(MissingOutput { name });
    }
    let component = |component| OutputComponent {
        register: register.into(),
        component,
    };
    Ok((0..4).map(component).collect())
}

fn fill(numbers: &mut [f32], components: &[OutputComponent], outputs: &[Vector]) {
    for (number, component) in numbers.iter_mut().zip(components) {
        *number = component.of(outputs).unwrap_or_default();
    }
}
