//! Which components of outputs a picture takes.

use pica200_machine::{Program, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::property;
use thiserror::Error;

use crate::corner::{Corner, Varyings};
use crate::scene::Show;

/// An output that a shader does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the shader has no output `{name}`")]
pub struct MissingOutput {
    /// Its property.
    pub name: String,
}

/// A component of an output register.
#[derive(Clone, Copy, Debug)]
struct Lane {
    register: usize,
    component: usize,
}

impl Lane {
    fn of(self, outputs: &[Vector]) -> Option<f32> {
        outputs.get(self.register)?.get(self.component).copied()
    }
}

/// The components that become the place of a corner, and those that pixels show.
#[derive(Clone, Debug)]
pub(crate) struct Interface {
    position: Vec<Lane>,
    varyings: Vec<Lane>,
    /// Whether quaternions turn the shorter way.
    pub(crate) turns: bool,
    /// Whether signs are left out, and numbers above 1 are 1.
    is_color: bool,
}

impl Interface {
    /// The components that a picture takes from the outputs of a shader.
    pub(crate) fn new(program: &Program, show: Show) -> Result<Self, MissingOutput> {
        let of = |number: u16| {
            let lanes = lanes(program.outputs(), number);
            match lanes.is_empty() {
                true => Err(missing(number)),
                false => Ok(lanes),
            }
        };
        let varyings = match show {
            Show::Wireframe => Vec::new(),
            Show::Color => of(COLOR)?,
            Show::Texture => of(TEXCOORD0)?,
            Show::Product => {
                let mut lanes = of(COLOR)?;
                let Some(last) = lanes.last().copied() else {
                    return Err(missing(COLOR));
                };
                // The coordinates follow the four components of the colour.
                lanes.resize(4, last);
                lanes.extend(of(TEXCOORD0)?);
                lanes
            }
            Show::Normalquat | Show::Normal => of(NORMALQUAT)?,
            Show::Property(number) => of(number)?,
            Show::Register(register) => [0, 1, 2, 3]
                .map(|component| Lane {
                    register: register.into(),
                    component,
                })
                .to_vec(),
        };
        Ok(Self {
            position: of(POSITION)?,
            varyings,
            turns: matches!(show, Show::Normalquat | Show::Normal),
            is_color: matches!(show, Show::Color | Show::Product),
        })
    }

    /// The corner of a vertex with these outputs.
    pub(crate) fn corner(&self, outputs: &[Vector], tilt: bool) -> Corner {
        let mut position = [0.0, 0.0, 0.0, 1.0];
        fill(&mut position, &self.position, outputs);
        if tilt {
            let [x, y, z, w] = position;
            position = [-y, x, z, w];
        }
        let mut varyings = Varyings::default();
        fill(&mut varyings, &self.varyings, outputs);
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

/// The components with a property, in order: those of the mask of its first entry, as the console hands them over.
fn lanes(outputs: &[OutputEntry], number: u16) -> Vec<Lane> {
    let entry = outputs.iter().find(|entry| entry.property == number);
    let lanes = entry.map(|entry| {
        (0..4)
            .filter(|component| entry.mask & (1 << component) != 0)
            .map(|component| Lane {
                register: entry.register.into(),
                component,
            })
    });
    lanes.into_iter().flatten().collect()
}

fn fill(numbers: &mut [f32], lanes: &[Lane], outputs: &[Vector]) {
    for (number, lane) in numbers.iter_mut().zip(lanes) {
        *number = lane.of(outputs).unwrap_or_default();
    }
}
