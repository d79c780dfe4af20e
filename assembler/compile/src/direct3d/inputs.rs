//! The inputs of a program, which become attributes.

use std::collections::BTreeMap;
use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Component, Declaration, Operand, Program, RegisterKind, SystemName};
use pica200_dxbc::signature::{ComponentType, Element, SystemValue};
use pica200_objfmt::isa::register::Bank;

use crate::diagnostic::diagnose;
use crate::ir::{self, InputId};
use crate::names::Names;
use crate::options::Options;

use super::operands::{self, Role};
use super::registers::MAX_COMPARED;
use super::report::Report;
use super::views::Views;

/// The number of input registers of the GPU.
const REGISTERS: u32 = Bank::Input.size() as u32;

/// The inputs of a program, by their registers.
#[derive(Debug, Default)]
pub(super) struct Inputs<'s> {
    elements: Vec<&'s Element<'s>>,
    /// The registers that may be indexed together.
    ranges: Vec<Range<u32>>,
    ids: BTreeMap<u32, InputId>,
    pub(super) list: Vec<ir::Input>,
}

impl<'s> Inputs<'s> {
    /// Returns the inputs that a program reads.
    pub(super) fn new(
        program: &Program,
        elements: &'s [Element<'s>],
        options: &Options,
        names: &mut Names,
        report: &mut Report,
    ) -> Self {
        let mut inputs = Self {
            elements: elements.iter().collect(),
            ranges: ranges(program),
            ..Self::default()
        };
        // The first instruction that reads each register, in each component.
        let mut read: BTreeMap<u32, BTreeMap<Component, usize>> = BTreeMap::new();
        for (at, instruction) in program.instructions.iter().enumerate() {
            operands::each(instruction, |operand, role| {
                let (Role::Source(lanes) | Role::Condition(lanes)) = role else {
                    return;
                };
                for register in inputs.registers(operand) {
                    let of_register = read.entry(register).or_default();
                    for component in operands::read(operand, lanes) {
                        of_register.entry(component).or_insert(at);
                    }
                }
            });
        }
        for (register, lanes) in read {
            inputs.add(program, register, &lanes, options, names, report);
        }
        inputs
    }

    fn add(
        &mut self,
        program: &Program,
        register: u32,
        lanes: &BTreeMap<Component, usize>,
        options: &Options,
        names: &mut Names,
        report: &mut Report,
    ) {
        let first = lanes.values().min().copied().unwrap_or_default();
        if register >= REGISTERS {
            let message = format!("the input register v{register} is read, but the hardware has v0 to v15");
            report.add(
                first,
                Code::TooManyInputs,
                &message,
                "use fewer attributes, or put several into one vector",
            );
            return;
        }
        for (component, at) in lanes {
            let Some(system) = self.system(program, register, *component) else {
                continue;
            };
            if !options.vertex_id_attribute {
                let message = format!("the shader reads the {system}, which the hardware does not provide");
                let diagnostic = diagnose(Code::SystemValueInput, None, message)
                    .with_help("let it be an attribute, which the application fills with the numbers")
                    .with_options(["--vertex-id=attribute"]);
                report.diagnostic(Some(*at), diagnostic);
                break;
            }
            report.notes.push(format!(
                "v{register} is the {system}: the application supplies it as a float"
            ));
            break;
        }
        let element = self.element(register, None);
        let name = element.map_or_else(|| format!("input{register}"), |element| name(element, &self.elements));
        self.ids.insert(register, InputId::from_index(self.list.len()));
        self.list.push(ir::Input {
            name: names.add(&name),
            register: u8::try_from(register).unwrap_or(u8::MAX),
        });
    }

    /// Returns the element in a register, with a component if one is given.
    fn element(&self, register: u32, component: Option<Component>) -> Option<&'s Element<'s>> {
        let mut elements = self.elements.iter().filter(|element| element.register == register);
        let holds =
            |element: &&&Element<'_>| component.is_none_or(|component| element.mask >> component as u8 & 1 == 1);
        elements.find(holds).copied()
    }

    /// Returns the system value of an input, if the application does not supply it.
    fn system(&self, program: &Program, register: u32, component: Component) -> Option<String> {
        if let Some(element) = self.element(register, Some(component)) {
            let is_system = element.system_value != SystemValue::NONE && element.system_value != SystemValue::POSITION;
            return is_system.then(|| element.system_value.to_string());
        }
        let mut declared = program
            .instructions
            .iter()
            .filter_map(|instruction| match instruction.declaration()? {
                Declaration::Input {
                    operand,
                    system: Some(system),
                    ..
                } if operand.number() == Some(register) && system != SystemName::POSITION => Some(system),
                _ => None,
            });
        declared.next().map(|system| system.to_string().replace('_', " "))
    }

    /// Returns the registers that an operand can read; none if it reads no input, or too many are indexed.
    fn registers(&self, operand: &Operand) -> Range<u32> {
        match (register(operand), self.indexed(operand)) {
            (Some(register), _) => register..register.saturating_add(1),
            (None, Some(range)) if range.len() <= MAX_COMPARED as usize => range,
            _ => 0..0,
        }
    }

    /// Returns the registers that an operand with a computed index can read: the declared range around the number that
    /// is added to the index, or the only range. Without a declaration, the inputs of one type from that number on.
    /// `None` for other operands.
    pub(super) fn indexed(&self, operand: &Operand) -> Option<Range<u32>> {
        let [index] = operand.indices.as_slice() else {
            return None;
        };
        if operand.kind() != RegisterKind::INPUT || index.relative().is_none() {
            return None;
        }
        let first = u32::try_from(index.offset()).unwrap_or(u32::MAX);
        let around = self.ranges.iter().find(|range| range.contains(&first));
        let only = || self.ranges.first().filter(|_| self.ranges.len() == 1);
        if let Some(range) = around.or_else(only) {
            return Some(range.clone());
        }
        let of = |register| self.element(register, None).map(|one| one.component_type);
        let kind = of(first);
        let end = (first..REGISTERS).find(|&register| kind.is_none() || of(register) != kind);
        Some(first..end.unwrap_or(REGISTERS).max(first))
    }

    /// Returns the id of the input in a register.
    pub(super) fn id(&self, register: u32) -> Option<InputId> {
        self.ids.get(&register).copied()
    }

    /// Returns the views of a component.
    pub(super) fn views(&self, register: u32, component: Component) -> Views {
        let element = self.element(register, Some(component));
        match element.map(|element| element.component_type) {
            Some(ComponentType::FLOAT | ComponentType::FLOAT_16) => Views::FLOAT,
            Some(ComponentType::INT | ComponentType::INT_16) => Views::INT,
            Some(ComponentType::UINT | ComponentType::UINT_16) => Views::UNSIGNED,
            _ => Views::FLOAT.join(Views::INT),
        }
    }
}

/// Returns the declared ranges of registers that may be indexed.
fn ranges(program: &Program) -> Vec<Range<u32>> {
    let declared = program
        .instructions
        .iter()
        .filter_map(|instruction| match instruction.declaration()? {
            Declaration::IndexRange { operand, count } => {
                let first = register(operand)?;
                Some(first..first.saturating_add(count))
            }
            _ => None,
        });
    declared.collect()
}

/// Returns the register of an operand that reads an input.
pub(super) fn register(operand: &Operand) -> Option<u32> {
    let is_input = operand.kind() == RegisterKind::INPUT && operand.indices.len() == 1;
    operand.number().filter(|_| is_input)
}

/// Returns the name of an attribute: the semantic in lower case, with its index if that is not 0, or if there are
/// others.
fn name(element: &Element<'_>, elements: &[&Element<'_>]) -> String {
    let semantic = element.name.to_string().to_ascii_lowercase();
    let is_named = |other: &&&Element<'_>| element.name.eq_ignore_ascii_case(other.name);
    let others = elements.iter().filter(is_named).count();
    if element.index == 0 && others == 1 && semantic != "texcoord" {
        semantic
    } else {
        format!("{semantic}{}", element.index)
    }
}
