//! Input and output variables of an entry point.

use ::naga::{
    AddressSpace, BuiltIn as NagaBuiltIn, Expression, GlobalVariable, Handle, Literal, MemoryDecorations, ScalarKind,
    Span,
};
use ::spirv::{BuiltIn, StorageClass};
use pica200_diagnostics::Code;
use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, diagnose};

use super::super::interface::{Attribute, Entry, Input, Interface, Output, OutputPart, Place, Slot};
use super::Reader;
use super::module::{Decorations, EntryPoint, Variable};
use super::part::Part;
use super::types::Type;
use super::words::{Id, Result};
use super::wrapper::Wrapper;

/// Maximum number of parts of a variable, far more than the hardware has inputs and outputs.
const MAX_PARTS: usize = 64;

/// Maximum number of variables of an entry point.
const MAX_VARIABLES: usize = 256;

/// The number of input registers.
const REGISTERS: u32 = 16;

impl Reader<'_> {
    /// Translates an entry point.
    pub(super) fn entry_point(&mut self, entry: &EntryPoint) -> Result<Interface> {
        let main = self.translate(entry.function)?;
        let listed: FxHashSet<Id> = entry.interface.iter().copied().collect();
        let variables: Vec<(Id, Variable)> = (self.variables.iter())
            .filter(|(id, _)| listed.contains(*id) || self.globals.contains_key(*id))
            .map(|(id, variable)| (*id, *variable))
            .filter(|(_, variable)| matches!(variable.class, StorageClass::Input | StorageClass::Output))
            .collect();
        if let Some((_, variable)) = variables.get(MAX_VARIABLES) {
            let message = format!("the shader has more than {MAX_VARIABLES} inputs and outputs");
            return Err(self.at(*variable, message));
        }
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (id, variable) in variables {
            let is_used = self.globals.contains_key(&id);
            let to = match variable.class {
                StorageClass::Input => &mut inputs,
                StorageClass::Output if is_used => &mut outputs,
                _ => continue,
            };
            let decorations = self.decorations.get(&id).cloned().unwrap_or_default();
            // A built-in variable that nothing reads need not exist.
            if !is_used && decorations.built_in.is_some() {
                continue;
            }
            let Some(handle) = self.global(id, variable) else {
                continue;
            };
            let part = Part {
                variable: handle,
                name: self.names.get(&id).cloned().unwrap_or_default(),
                ty: variable.pointee,
                slot: slot(&decorations),
                component: decorations.component.unwrap_or(0),
                path: Vec::new(),
                span: variable.span,
            };
            let mut parts = Vec::new();
            self.split(part, &mut parts);
            if parts.len() > MAX_PARTS {
                let name = self.shown(id);
                let message = format!("{name} has more than {MAX_PARTS} members");
                return Err(self.at(variable, message));
            }
            if variable.class == StorageClass::Output {
                parts.retain(|part| self.is_written(id, part));
            }
            to.extend(parts);
        }
        find_position(&mut outputs, self);
        let mut wrapper = Wrapper::default();
        number(&mut inputs, self);
        let inputs = self.inputs(inputs, &mut wrapper);
        wrapper.call(main);
        let outputs = self.outputs(outputs, &mut wrapper);
        Ok(Interface {
            entry: Entry::Function(match wrapper.statements {
                1 => main,
                _ => self.module.functions.append(wrapper.function, Span::UNDEFINED),
            }),
            inputs,
            outputs,
        })
    }

    /// Returns the error about an invalid variable.
    fn at(&self, variable: Variable, message: String) -> Diagnostic {
        let declaration = self.words.get(variable.index);
        let place = declaration.and_then(|declaration| declaration.place());
        diagnose(Code::SourceInvalid, place, message)
    }

    /// Splits a variable into parts that are no structs. There is one part too many if there are very many.
    fn split(&self, part: Part, to: &mut Vec<Part>) {
        if to.len() > MAX_PARTS {
            return;
        }
        match self.types.ty(part.ty) {
            Some(Type::Struct { members }) => {
                let mut next = part.slot;
                for (index, member) in (0..).zip(members.iter()) {
                    let found = self.member_decorations.get(&(part.ty, index));
                    let own = found.and_then(slot);
                    let mut path = part.path.clone();
                    path.push(index);
                    let name = self.member_name(part.ty, index).unwrap_or_default();
                    let inner = Part {
                        name: match (part.name.is_empty(), name.is_empty()) {
                            (true, _) => name,
                            (false, true) => format!("{}.{index}", part.name),
                            (false, false) => format!("{}.{name}", part.name),
                        },
                        ty: *member,
                        slot: own.or(next),
                        component: found.and_then(|found| found.component).unwrap_or(0),
                        path,
                        ..part.clone()
                    };
                    next = after(inner.slot, self.locations(*member));
                    self.split(inner, to);
                }
            }
            Some(Type::Array { element, length }) if self.has_members(*element) => {
                let mut next = part.slot;
                for index in 0..*length {
                    if to.len() > MAX_PARTS {
                        return;
                    }
                    let mut path = part.path.clone();
                    path.push(index);
                    let inner = Part {
                        name: format!("{}[{index}]", part.name),
                        ty: *element,
                        slot: next,
                        path,
                        ..part.clone()
                    };
                    next = after(next, self.locations(*element));
                    self.split(inner, to);
                }
            }
            _ => to.push(part),
        }
    }

    /// Returns whether a type is a struct, or an array of structs.
    fn has_members(&self, ty: Id) -> bool {
        match self.types.ty(ty) {
            Some(Type::Struct { .. }) => true,
            Some(Type::Array { element, .. }) => self.has_members(*element),
            _ => false,
        }
    }

    /// Returns the number of locations that a type takes: one for each vector.
    fn locations(&self, ty: Id) -> u32 {
        match self.types.ty(ty) {
            Some(Type::Matrix { columns, .. }) => *columns,
            Some(Type::Array { element, length }) => self.locations(*element).saturating_mul(*length),
            Some(Type::Struct { members }) => members
                .iter()
                .fold(0, |sum, member| sum.saturating_add(self.locations(*member))),
            _ => 1,
        }
    }

    /// Returns whether the shader stores to a part of a variable.
    fn is_written(&self, id: Id, part: &Part) -> bool {
        self.written.contains(&(id, None))
            || match part.path.first() {
                Some(first) => self.written.contains(&(id, Some(*first))),
                None => self.written.iter().any(|(written, _)| *written == id),
            }
    }

    /// Returns a separate variable for a part.
    fn own_variable(&mut self, part: &Part, ty: Handle<::naga::Type>) -> Handle<GlobalVariable> {
        let variable = GlobalVariable {
            name: Some(part.name.clone()),
            space: AddressSpace::Private,
            binding: None,
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        self.module.global_variables.append(variable, part.span)
    }

    fn inputs(&mut self, parts: Vec<Part>, wrapper: &mut Wrapper) -> Vec<Input> {
        let mut inputs = Vec::new();
        for group in groups(parts) {
            let Some(first) = group.first() else { continue };
            let Some((place, ty)) = self.shared(&group) else {
                continue;
            };
            if place != first.variable {
                let whole = wrapper.load(place);
                for part in &group {
                    let value = self.components(part, whole, group.len(), wrapper);
                    let pointer = wrapper.path(part);
                    wrapper.store(pointer, value);
                }
            }
            inputs.push(Input {
                place: Place::Global(place),
                attributes: vec![Attribute {
                    name: Some(first.name.clone()).filter(|name| !name.is_empty()),
                    ty,
                    slot: first.slot,
                    component: 0,
                    span: first.span,
                }],
            });
        }
        inputs
    }

    fn outputs(&mut self, parts: Vec<Part>, wrapper: &mut Wrapper) -> Vec<Output> {
        let mut outputs = Vec::new();
        for group in groups(parts) {
            let Some(first) = group.first() else { continue };
            let Some((place, ty)) = self.shared(&group) else {
                continue;
            };
            if place != first.variable {
                let value = match group.as_slice() {
                    [only] if only.component == 0 => {
                        let pointer = wrapper.path(only);
                        wrapper.emit(Expression::Load { pointer })
                    }
                    _ => self.joined(&group, ty, wrapper),
                };
                let pointer = wrapper.global(place);
                wrapper.store(pointer, value);
            }
            outputs.push(Output {
                place: Place::Global(place),
                parts: vec![OutputPart {
                    name: first.name.clone(),
                    ty,
                    slot: first.slot,
                    span: first.span,
                }],
            });
        }
        outputs
    }

    /// Returns the variable for the parts at one location, and its type.
    fn shared(&mut self, group: &[Part]) -> Option<(Handle<GlobalVariable>, Handle<::naga::Type>)> {
        let first = group.first()?;
        let ty = self.types.naga(first.ty)?;
        if let [only] = group
            && only.component == 0
        {
            let place = if only.path.is_empty() {
                only.variable
            } else {
                self.own_variable(only, ty)
            };
            return Some((place, ty));
        }
        let ends = group.iter().map(|part| part.component + self.size(part));
        let size = ends.max().unwrap_or(4).min(4);
        let kind = self.types.kind(first.ty)?;
        let ty = self.numeric_type(kind, size);
        Some((self.own_variable(first, ty), ty))
    }

    /// Returns the number of components of a scalar or a vector.
    fn size(&self, part: &Part) -> u32 {
        self.types.numeric(part.ty).map_or(4, |(_, size)| size)
    }

    /// Returns the value of a part, of all that is at its location.
    fn components(
        &mut self,
        part: &Part,
        whole: Handle<Expression>,
        count: usize,
        wrapper: &mut Wrapper,
    ) -> Handle<Expression> {
        if count == 1 && part.component == 0 {
            return whole;
        }
        let size = self.size(part);
        let components = (part.component..part.component + size).take_while(|index| *index < 4);
        let components: Vec<_> = components
            .map(|index| wrapper.emit(Expression::AccessIndex { base: whole, index }))
            .collect();
        match (components.as_slice(), self.types.naga(part.ty)) {
            ([only], _) => *only,
            (_, Some(ty)) => wrapper.emit(Expression::Compose { ty, components }),
            (_, None) => whole,
        }
    }

    /// Returns the vector of all parts at one location.
    fn joined(&mut self, group: &[Part], ty: Handle<::naga::Type>, wrapper: &mut Wrapper) -> Handle<Expression> {
        let kind = group.first().and_then(|part| self.types.kind(part.ty));
        let zero = wrapper.constant(Expression::Literal(match kind {
            Some(ScalarKind::Sint) => Literal::I32(0),
            Some(ScalarKind::Uint) => Literal::U32(0),
            _ => Literal::F32(0.0),
        }));
        let ends = group.iter().map(|part| part.component + self.size(part));
        let size = usize::try_from(ends.max().unwrap_or(4).min(4)).unwrap_or(4);
        let mut components = vec![zero; size];
        for part in group {
            let pointer = wrapper.path(part);
            let value = wrapper.emit(Expression::Load { pointer });
            let size = self.size(part);
            for index in 0..size {
                let place = usize::try_from(part.component + index).unwrap_or(usize::MAX);
                let Some(component) = components.get_mut(place) else {
                    break;
                };
                *component = match size {
                    1 => value,
                    _ => wrapper.emit(Expression::AccessIndex { base: value, index }),
                };
            }
        }
        wrapper.emit(Expression::Compose { ty, components })
    }
}

/// Returns the binding of decorations.
fn slot(decorations: &Decorations) -> Option<Slot> {
    match (decorations.built_in, decorations.location) {
        (Some(built_in), _) => Some(Slot::BuiltIn(built_in_of(built_in))),
        (None, location) => location.map(Slot::Location),
    }
}

const fn built_in_of(built_in: BuiltIn) -> NagaBuiltIn {
    match built_in {
        BuiltIn::Position => NagaBuiltIn::Position { invariant: false },
        BuiltIn::PointSize => NagaBuiltIn::PointSize,
        BuiltIn::ClipDistance => NagaBuiltIn::ClipDistances,
        BuiltIn::CullDistance => NagaBuiltIn::CullDistance,
        BuiltIn::VertexIndex | BuiltIn::VertexId => NagaBuiltIn::VertexIndex,
        BuiltIn::InstanceIndex | BuiltIn::InstanceId => NagaBuiltIn::InstanceIndex,
        BuiltIn::BaseVertex => NagaBuiltIn::BaseVertex,
        BuiltIn::BaseInstance => NagaBuiltIn::BaseInstance,
        BuiltIn::DrawIndex => NagaBuiltIn::DrawIndex,
        BuiltIn::ViewIndex => NagaBuiltIn::ViewIndex,
        // Another one that the hardware does not have.
        _ => NagaBuiltIn::PrimitiveIndex,
    }
}

/// Returns the location after a number of used ones.
fn after(slot: Option<Slot>, count: u32) -> Option<Slot> {
    match slot {
        Some(Slot::Location(first)) => Some(Slot::Location(first.saturating_add(count))),
        _ => None,
    }
}

/// Treats the output with the name of a position as the position, if there is no other one: compilers of HLSL drop the
/// semantic of an `inout` parameter.
fn find_position(parts: &mut [Part], reader: &Reader<'_>) {
    let position = Slot::BuiltIn(NagaBuiltIn::Position { invariant: false });
    if parts.iter().any(|part| part.slot == Some(position)) {
        return;
    }
    let has_name = |part: &&mut Part| {
        let name = part.name.rsplit('.').next().unwrap_or_default();
        let is_vector = reader.types.numeric(part.ty);
        is_vector.is_some_and(|(ty, count)| matches!(ty, Type::Float { .. }) && count == 4)
            && ["position", "pos"].contains(&name.to_ascii_lowercase().as_str())
    };
    if let Some(part) = parts.iter_mut().find(has_name) {
        part.slot = Some(position);
    }
}

/// Assigns free locations to inputs without one.
fn number(parts: &mut [Part], reader: &Reader<'_>) {
    let mut taken = FxHashSet::default();
    for part in parts.iter() {
        if let Some(Slot::Location(first)) = part.slot {
            let count = reader.locations(part.ty).min(REGISTERS);
            taken.extend(first..first.saturating_add(count));
        }
    }
    for part in parts.iter_mut().filter(|part| part.slot.is_none()) {
        let count = reader.locations(part.ty).min(REGISTERS);
        let is_free = |first: &u32| (*first..*first + count).all(|number| !taken.contains(&number));
        let first = (0..REGISTERS).find(is_free).unwrap_or(REGISTERS);
        taken.extend(first..first + count);
        part.slot = Some(Slot::Location(first));
    }
}

/// Joins parts that are components of one location.
fn groups(parts: Vec<Part>) -> Vec<Vec<Part>> {
    let mut groups: Vec<Vec<Part>> = Vec::new();
    let packed: FxHashSet<u32> = parts
        .iter()
        .filter(|part| part.component > 0)
        .filter_map(|part| match part.slot {
            Some(Slot::Location(location)) => Some(location),
            _ => None,
        })
        .collect();
    for part in parts {
        let is_packed = matches!(part.slot, Some(Slot::Location(found)) if packed.contains(&found));
        let same = groups
            .iter_mut()
            .find(|group| is_packed && group.first().is_some_and(|first| first.slot == part.slot));
        match same {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    groups
}
