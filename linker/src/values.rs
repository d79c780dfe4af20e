//! Constant tables: the values that are loaded into each shader's registers.
//!
//! picasso writes the values that the shader's own file sets. Here, a shader also gets the constants of other files
//! that its code uses, and the values that other files give to registers that their reached code reads.

use pica200_diagnostics::Severity;
use pica200_objfmt::formats::object::{Object, Reference, RegisterValue};
use pica200_objfmt::formats::shbin::ConstantEntry;
use pica200_objfmt::isa::register::{Bank, Register, RegisterSet, UniformKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::link::Link;
use crate::objects::{ObjectId, SourceLoc};
use crate::problem::Problem;
use crate::report::Report;
use crate::shaders::ShaderId;

/// Builds the constant table of every shader.
pub(crate) fn tables(link: &Link<'_, '_>, report: &mut Report<'_>) -> Vec<Vec<ConstantEntry>> {
    let mut reported = FxHashSet::default();
    let mut tables = Vec::with_capacity(link.shaders.len());
    for (shader, own) in link.shaders.iter() {
        let mut table = Table {
            link,
            own,
            entries: Vec::new(),
            set: FxHashMap::default(),
        };
        table.add_own();
        table.add_reached(shader, &mut reported, report);
        if !link.is_compat() {
            report_shadowed(link, shader, own, report);
        } else {
            table.report_unloaded(shader, report);
        }
        tables.push(table.entries);
    }
    tables
}

/// Warns about uniforms that a shader's table cannot contain.
fn report_shadowed(link: &Link<'_, '_>, shader: ShaderId, own: ObjectId, report: &mut Report<'_>) {
    for named in link.shadowed(shader, own) {
        let problem = Problem::ShadowedUniform {
            name: named.uniform.name.clone(),
            entry: link.objects.get(own).entry_name().to_owned(),
        };
        let places = [
            (named.object.at(named.uniform.position), "declared here"),
            (own.whole(), "has an input of this name"),
        ];
        report.warning(problem, places);
    }
}

/// The declarations of one object that code reads.
#[derive(Default)]
struct Reads {
    constants: FxHashSet<u16>,
    registers: RegisterSet,
}

/// A shader's table under construction.
struct Table<'t, 'l, 'a> {
    link: &'t Link<'l, 'a>,
    own: ObjectId,
    entries: Vec<ConstantEntry>,
    /// The registers that have a value, with the location of the first such value and the value.
    set: FxHashMap<Register, (SourceLoc, RegisterValue)>,
}

impl Table<'_, '_, '_> {
    fn add_own(&mut self) {
        let object: &Object = self.link.objects.get(self.own);
        for value in &object.values {
            let value = &stated(self.link, self.own, value);
            let registers = self.link.registers;
            if is_constant_value(value) && !registers.is_live_in(self.own, self.own, value.register) {
                continue;
            }
            let Some(register) = self.register(self.own, value) else {
                continue;
            };
            // Constants that share a register are loaded once.
            let known = self.set.get(&register).is_some_and(|(_, stated)| {
                is_constant_value(value) && is_constant_value(stated) && value.value == stated.value
            });
            if !known || self.link.is_compat() {
                self.push(self.own, register, value);
            }
        }
    }

    fn register(&self, object: ObjectId, value: &RegisterValue) -> Option<Register> {
        let register = self.link.registers.register(object, value.register);
        register.ok().flatten()
    }

    fn push(&mut self, object: ObjectId, register: Register, value: &RegisterValue) {
        self.entries.push(ConstantEntry::new(register.number, value.value));
        let stated = (object.at(value.position), *value);
        self.set.entry(register).or_insert(stated);
    }

    /// Adds the values of other objects that the shader's code reads, in link order; for picasso's bytes, only those
    /// that the shader's own file refers to. For each register, the value from the shader's own object or the earliest
    /// other one wins.
    fn add_reached(
        &mut self,
        shader: ShaderId,
        reported: &mut FxHashSet<(SourceLoc, SourceLoc)>,
        report: &mut Report<'_>,
    ) {
        let reads = self.reads(shader);
        for (id, object) in self.link.objects.iter() {
            let Some(reads) = reads.get(&id) else {
                continue;
            };
            let mut added = Vec::new();
            let mut constants = FxHashSet::default();
            for value in &object.values {
                let value = stated(self.link, id, value);
                let Some(register) = self.register(id, &value) else {
                    continue;
                };
                if !reads.want(register, &value) {
                    continue;
                }
                match self.set.get(&register) {
                    // Constants that share a register are loaded once.
                    None if is_constant_value(&value) && !constants.insert(register) => {}
                    None => added.push((register, value)),
                    Some(&(inputs, stated)) => {
                        let loc = id.at(value.position);
                        // For registers and uniforms, the shader's own value wins; a constant has only its own value.
                        let is_constant = is_constant_value(&value) || is_constant_value(&stated);
                        if (is_constant || inputs.object != self.own)
                            && stated.value != value.value
                            && reported.insert((loc, inputs))
                        {
                            let severity = if is_constant {
                                Severity::Error
                            } else {
                                Severity::Warning
                            };
                            self.report_conflict(severity, register, loc, inputs, report);
                        }
                    }
                }
            }
            for (register, value) in added {
                self.push(id, register, &value);
            }
        }
    }

    fn report_conflict(
        &self,
        severity: Severity,
        register: Register,
        loc: SourceLoc,
        inputs: SourceLoc,
        report: &mut Report<'_>,
    ) {
        let problem = Problem::ConflictingValues {
            register,
            entry: self.link.objects.get(self.own).entry_name().to_owned(),
        };
        let places = [(loc, "this value is ignored"), (inputs, "already set here")];
        report.add(severity, problem, places);
    }

    /// Warns about constants of other files that the shader's code reads and that picasso does not load.
    fn report_unloaded(&self, shader: ShaderId, report: &mut Report<'_>) {
        let mut reported = FxHashSet::default();
        let reach = self.link.reach;
        for (u, operand) in self.link.uses.iter() {
            if operand.object == self.own || !reach.contains(shader, u.word) {
                continue;
            }
            let definition = self.link.externs.resolve_reference(operand.object, operand.reference);
            let Some((definition, Reference::Constant { index, .. })) = definition else {
                continue;
            };
            if definition == self.own || !reported.insert(definition) {
                continue;
            }
            let object: &Object = self.link.objects.get(definition);
            let Some(constant) = object.constants.get(usize::from(index)) else {
                continue;
            };
            let problem = Problem::ConstantNotLoaded {
                name: constant.name.clone(),
                entry: self.link.objects.get(self.own).entry_name().to_owned(),
            };
            let places = [
                (definition.at(constant.position), "declared here"),
                (self.own.whole(), "makes the shader"),
            ];
            report.warning(problem, places);
        }
    }

    /// Returns the declarations of each other object that the shader's code reads.
    fn reads(&self, shader: ShaderId) -> FxHashMap<ObjectId, Reads> {
        let mut reads: FxHashMap<ObjectId, Reads> = FxHashMap::default();
        let is_compat = self.link.is_compat();
        for u in self
            .link
            .uses
            .reached_by(shader)
            .filter(|u| u.object == self.own || !is_compat)
        {
            let definition = self.link.externs.resolve_reference(u.object, u.reference);
            // Values for a uniform come from the file that declares it and from the files that read it.
            let objects = [Some((u.object, u.reference)), definition];
            for (object, reference) in objects.into_iter().flatten() {
                if object != self.own {
                    let by_object = reads.entry(object).or_default();
                    by_object.add(self.link, object, reference, u.relative);
                }
            }
        }
        reads
    }
}

impl Reads {
    fn add(&mut self, link: &Link<'_, '_>, object: ObjectId, reference: Reference, relative: bool) {
        if let Reference::Constant { index, .. } = reference {
            self.constants.insert(index);
        }
        // An address register may select any element.
        if let Some(run) = link.registers.register_range(object, reference) {
            self.registers.insert(run.kind, run.first, run.len);
        }
        let Ok(Some(register)) = link.registers.register(object, reference) else {
            return;
        };
        let Some(kind) = UniformKind::from_bank(register.bank) else {
            return;
        };
        let len = if relative && matches!(reference, Reference::Register(_)) {
            Bank::Float.size() - register.number.min(Bank::Float.size())
        } else {
            1
        };
        self.registers.insert(kind, register.number, len);
    }

    /// Returns true if code reads the register of a value.
    fn want(&self, register: Register, value: &RegisterValue) -> bool {
        match value.register {
            Reference::Constant { index, .. } => self.constants.contains(&index),
            Reference::Uniform { .. } | Reference::Register(_) => UniformKind::from_bank(register.bank)
                .is_some_and(|kind| self.registers.intersects(kind, register.number, 1)),
        }
    }
}

/// Returns a value, replaced by the contents of its register, which may include components of other constants.
fn stated(link: &Link<'_, '_>, object: ObjectId, value: &RegisterValue) -> RegisterValue {
    let whole = link.registers.value(object, value.register);
    RegisterValue {
        value: whole.unwrap_or(value.value),
        ..*value
    }
}

/// Returns true if a value belongs to a constant.
fn is_constant_value(value: &RegisterValue) -> bool {
    matches!(value.register, Reference::Constant { .. })
}
