//! Translation of a Direct3D program to the PICA200, run with the same values.

use pica200_compile::{Binding, ConstantComponent};
use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::signature::ComponentType;
use pica200_dxbc_machine as machine;
use pica200_dxbc_machine::{Port, Register};
use pica200_machine::{Fault, Machine, NamedRegisters, Observer, Precision, Program, Value, Vector};
use pica200_objfmt::formats::shbin::OutputEntry;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::register::{self, Bank};

use super::semantic::semantic;
use crate::session::Interface;
use crate::shader::listing::Listing;
use crate::shader::numbers::Number;
use crate::text::outputs::{output_mask, output_property};

/// Maximum difference between a number of the program and of the translation, for numbers up to 1; proportional for
/// larger ones. Constants of the PICA200 have 17 significant bits.
pub const TRANSLATION_TOLERANCE: f32 = 1e-4;

/// A Direct3D program as a PICA200 shader.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The shader.
    pub program: Program,
    /// Its listing.
    pub listing: Listing,
    /// Origins of its uniforms and outputs.
    pub(crate) interface: Interface,
}

/// A run of a translation that did not complete.
#[derive(Clone, PartialEq, Debug)]
pub struct TranslationFault {
    /// The fault that ended the run.
    pub fault: Fault,
    /// Number of completed runs before it.
    pub before: u64,
}

/// A component with different values in the two runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Vertex index from 0; `None` if it is the only one.
    pub vertex: Option<usize>,
    /// Output and component: `SV_Position.x`.
    pub component: String,
    /// Value from the program.
    pub direct3d: Number,
    /// Value from the translation.
    pub pica200: Number,
}

/// Returns true if a value of a translation is close enough to the program's.
fn agree(direct3d: Number, pica200: Number) -> bool {
    let (wanted, got) = (direct3d.to_f64(), pica200.to_f64());
    !wanted.is_finite() || (got - wanted).abs() <= f64::from(tolerance(direct3d))
}

/// Returns the tolerance for a number.
pub(crate) fn tolerance(number: Number) -> f32 {
    TRANSLATION_TOLERANCE * number.to_f32().abs().max(1.0)
}

impl Translation {
    /// Returns the differences between the outputs of the translation's runs and the program's, `wanted`. An infinity
    /// or NaN in the program matches anything, and components that the translation drops are not compared.
    pub(super) fn differences(
        &self,
        program: &machine::Program,
        wanted: &[Vec<[Number; 4]>],
        got: &[Vec<[Number; 4]>],
        is_fed: bool,
    ) -> Vec<Difference> {
        let mut found = Vec::new();
        for (vertex, (values, translated)) in wanted.iter().zip(got).enumerate() {
            let ports = program.outputs().iter();
            for ((port, values), translated) in ports.zip(values).zip(translated) {
                let count = port.mask.components().count().min(self.covered(port));
                let numbers = values.iter().zip(translated).zip(Component::ALL);
                for ((direct3d, pica200), component) in numbers.take(count) {
                    if !agree(*direct3d, *pica200) {
                        found.push(Difference {
                            vertex: is_fed.then_some(vertex),
                            component: format!("{}.{}", semantic(port), component.letter()),
                            direct3d: *direct3d,
                            pica200: *pica200,
                        });
                    }
                }
            }
        }
        found
    }

    /// Runs it with the values of a Direct3D machine.
    pub(super) fn run<O: Observer<Program>>(
        &self,
        values: &machine::Machine<'_>,
        precision: Precision,
        budget: u64,
        observer: &mut O,
    ) -> Result<Run, Fault> {
        let mut machine = Machine::with_precision(&self.program, precision);
        for (register, value) in self.values(values) {
            // A register that the shader does not have is never read.
            let _ = machine.set(register, value);
        }
        let run = machine.run_observed(budget, observer)?;
        Ok(self.ran(values, run, &machine.outputs()))
    }

    /// Runs it for several vertices together, each with the values of a Direct3D machine. These differ only in their
    /// inputs. Returns `None` if one of the runs faults, or if there are no vertices.
    pub(super) fn run_together<O: Observer<Program>>(
        &self,
        vertices: &[machine::Machine<'_>],
        precision: Precision,
        budget: u64,
        observer: &mut O,
    ) -> Option<Vec<Run>> {
        let first = vertices.first()?;
        let mut machine = Machine::with_precision(&self.program, precision);
        for (register, value) in self.uniforms(first) {
            // A register that the shader does not have is never read.
            let _ = machine.set(register, value);
        }
        let registers: Vec<_> = inputs(first).map(|(register, _)| register).collect();
        let vectors = |vertex| inputs(vertex).map(|(_, vector)| vector).collect();
        let inputs: Vec<Vec<_>> = vertices.iter().map(vectors).collect();
        let shaded = machine.run_vertices_observed(&registers, &inputs, budget, observer);
        let runs = vertices.iter().zip(shaded.ok()?).map(|(values, shaded)| {
            let shaded = shaded.ok()?;
            Some(self.ran(values, shaded.run, &shaded.outputs))
        });
        runs.collect()
    }

    /// Returns a completed run with these outputs.
    fn ran(&self, values: &machine::Machine<'_>, run: pica200_machine::Run, outputs: &[Vector]) -> Run {
        let ports = values.program().outputs().iter();
        Run {
            instructions: run.instructions,
            end: run.end,
            outputs: ports.map(|port| self.output(port, outputs)).collect(),
        }
    }

    /// Returns the values of all inputs and uniforms.
    fn values(&self, from: &machine::Machine<'_>) -> Vec<(register::Register, Value)> {
        let inputs = inputs(from).map(|(register, vector)| (register, Value::Vector(vector)));
        inputs.chain(self.uniforms(from)).collect()
    }

    /// Returns the values of all uniforms.
    fn uniforms(&self, from: &machine::Machine<'_>) -> Vec<(register::Register, Value)> {
        let mut values = Vec::new();
        for binding in &self.interface.bindings {
            if let Some(named) = self.program.named(&binding.name) {
                values.extend(uniforms(from, named, binding));
            }
        }
        values
    }

    /// Returns the components of a program's output, as computed by the translation: the properties it became,
    /// concatenated. NaN for components that the translation drops.
    fn output(&self, port: &Port, registers: &[Vector]) -> [Number; 4] {
        let mut found = [Number::Float(f32::NAN); 4];
        let mut slots = found.iter_mut();
        for entry in self.entries(port) {
            let register = registers.get(usize::from(entry.register));
            let register = register.copied().unwrap_or_default();
            let mask = output_mask(entry);
            let lanes = Component::ALL.into_iter().zip(register);
            let lanes = lanes.filter(|(component, _)| mask.contains(*component));
            for (slot, (_, number)) in slots.by_ref().zip(lanes) {
                *slot = Number::Float(number);
            }
        }
        found
    }
}

impl Translation {
    /// Returns the output entries for a program's output, in component order.
    fn entries(&self, port: &Port) -> impl Iterator<Item = &OutputEntry> {
        let name = semantic(port);
        let outputs = self.interface.outputs.iter();
        let own = outputs.filter(move |output| is_named(&output.name, &name));
        own.filter_map(|mapping| {
            let mut entries = self.program.outputs().iter();
            entries.find(|entry| output_property(entry) == mapping.property.name)
        })
    }

    /// Returns the number of components of a program's output that the translation has.
    pub(crate) fn covered(&self, port: &Port) -> usize {
        let counts = self.entries(port).map(|entry| output_mask(entry).count());
        counts.sum()
    }
}

/// A completed run of a translation.
pub(super) struct Run {
    pub(super) instructions: u64,
    /// Offset of the last word.
    pub(super) end: u16,
    pub(super) outputs: Vec<[Number; 4]>,
}

/// Returns true if two texts are the same semantic. The index 0 is optional.
fn is_named(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        let text = text.to_ascii_uppercase();
        let without = text.strip_suffix('0').map(str::to_owned);
        let is_index = |text: &String| !text.ends_with(|c: char| c.is_ascii_digit());
        without.filter(is_index).unwrap_or(text)
    };
    plain(one) == plain(other)
}

/// Returns the input registers: Direct3D's, with their numbers as floats.
fn inputs(from: &machine::Machine<'_>) -> impl Iterator<Item = (register::Register, Vector)> {
    let mut vectors: Vec<(u32, Vector)> = Vec::new();
    for port in from.program().inputs() {
        let Some(register) = port.register.filter(|one| one.kind == RegisterKind::INPUT) else {
            continue;
        };
        let Some(bits) = from.register(register) else {
            continue;
        };
        let at = vectors.iter().position(|(number, _)| *number == register.number);
        let at = at.unwrap_or_else(|| {
            vectors.push((register.number, [0.0, 0.0, 0.0, 1.0]));
            vectors.len() - 1
        });
        let lanes = vectors.get_mut(at).map(|(_, lanes)| lanes);
        for ((lane, slot), bits) in (0..).zip(lanes.into_iter().flatten()).zip(bits) {
            if port.mask.to_bits() >> lane & 1 == 1 {
                *slot = number(bits, port.component_type);
            }
        }
    }
    let value = |(number, vector): (u32, Vector)| {
        let number = u8::try_from(number).ok()?;
        let register = register::Register::new(Bank::Input, number)?;
        Some((register, vector))
    };
    vectors.into_iter().filter_map(value)
}

/// Returns the number encoded by the bits of an input.
fn number(bits: u32, kind: ComponentType) -> f32 {
    match kind {
        ComponentType::UINT | ComponentType::UINT_16 => Number::from(bits).to_f32(),
        ComponentType::INT | ComponentType::INT_16 => Number::from(bits.cast_signed()).to_f32(),
        _ => f32::from_bits(bits),
    }
}

/// Returns the registers of a uniform.
fn uniforms(
    from: &machine::Machine<'_>,
    named: &NamedRegisters,
    binding: &Binding,
) -> Vec<(register::Register, Value)> {
    let number = |lane: &Option<ConstantComponent>| lane.map_or(0.0, |lane| constant(from, lane));
    let value = |(element, row): (u8, &[Option<ConstantComponent>; 4])| {
        let register = named.element(element)?;
        let value = match register.bank {
            Bank::Float => Value::Vector([0, 1, 2, 3].map(|lane| row.get(lane).map_or(0.0, number))),
            Bank::Boolean => Value::Boolean(row.iter().any(|lane| number(lane) != 0.0)),
            _ => return None,
        };
        Some((register, value))
    };
    (0..).zip(&binding.rows).filter_map(value).collect()
}

/// Returns a number in a constant buffer.
fn constant(from: &machine::Machine<'_>, lane: ConstantComponent) -> f32 {
    let register = Register {
        kind: RegisterKind::CONSTANT_BUFFER,
        number: lane.slot,
        element: Some(lane.row),
    };
    let row = from.register(register).unwrap_or_default();
    let bits = row.get(usize::from(lane.component)).copied().unwrap_or_default();
    if lane.is_float {
        f32::from_bits(bits)
    } else {
        Number::from(bits.cast_signed()).to_f32()
    }
}
