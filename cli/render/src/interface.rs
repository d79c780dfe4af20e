//! Which components of outputs a picture takes.

use pica200_machine::{Program, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::Bank;
use thiserror::Error;

use crate::corner::{Corner, Varyings};
use crate::scene::Show;

/// An output that a shader does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the shader has no output `{name}`")]
pub struct MissingOutput {
    /// Its property, or the register.
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
    /// The components behind the first four of those that pixels show.
    behind: Vec<Lane>,
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
            if lanes.is_empty() {
                Err(missing(number))
            } else {
                Ok(lanes)
            }
        };
        let varyings = match show {
            Show::Wireframe => Vec::new(),
            Show::Color | Show::Product => of(COLOR)?,
            Show::Texture => of(TEXCOORD0)?,
            Show::Normalquat | Show::Normal => of(NORMALQUAT)?,
            Show::Property(number) => of(number)?,
            Show::Register(register) => whole(program.outputs(), register)?,
        };
        let behind = match show {
            Show::Product => of(TEXCOORD0)?,
            _ => Vec::new(),
        };
        Ok(Self {
            position: of(POSITION)?,
            varyings,
            behind,
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
        if let Some(behind) = varyings.get_mut(4..) {
            fill(behind, &self.behind, outputs);
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

/// All components of a register that has an output.
fn whole(outputs: &[OutputEntry], register: u8) -> Result<Vec<Lane>, MissingOutput> {
    if outputs.iter().all(|entry| entry.register != u16::from(register)) {
        let name = format!("{}{register}", Bank::Output.letter());
        return Err(MissingOutput { name });
    }
    let lane = |component| Lane {
        register: register.into(),
        component,
    };
    Ok((0..4).map(lane).collect())
}

fn fill(numbers: &mut [f32], lanes: &[Lane], outputs: &[Vector]) {
    for (number, lane) in numbers.iter_mut().zip(lanes) {
        *number = lane.of(outputs).unwrap_or_default();
    }
}
