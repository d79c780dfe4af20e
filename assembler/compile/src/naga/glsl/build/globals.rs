//! Declarations outside of functions.

use std::rc::Rc;

use ::naga::{AddressSpace, Expression, GlobalVariable, Handle, Override};
use pica200_diagnostics::Code;

use super::super::ast::{Declarator, Global, Qualifiers, Storage, Variables};
use super::super::token::{Span, Symbol};
use super::super::types::Ty;
use super::scope::{Access, Entity};
use super::{BuildResult, Builder, GlobalConstant};
use crate::naga::interface::{Attribute, Input, Output, OutputPart, Place, Slot};

impl Builder<'_> {
    /// Declares globals.
    pub(super) fn global(&mut self, global: Global) -> BuildResult<()> {
        match global {
            Global::Variables(variables) => self.global_variables(&variables),
            Global::Block(block) => self.block(&block),
            Global::Function(function) => self.function(function),
            Global::Qualifiers => Ok(()),
        }
    }

    fn global_variables(&mut self, variables: &Variables) -> BuildResult<()> {
        let base = self.declared_type(variables)?;
        let mut all = Ok(());
        for declarator in &variables.declarators {
            let made = self
                .with_lengths(base.clone(), &[], &declarator.lengths)
                .and_then(|ty| self.global_variable(&variables.qualifiers, ty, declarator));
            if made.is_err() {
                self.scopes.add(declarator.name, Entity::Broken);
            }
            all = all.and(made);
        }
        all
    }

    /// Returns the type of a declaration, without the lengths after its names. If it has an error, so do the names.
    pub(super) fn declared_type(&mut self, variables: &Variables) -> BuildResult<Ty> {
        let base = self.spec(&variables.ty, &[]);
        if base.is_err() {
            for declarator in &variables.declarators {
                self.scopes.add(declarator.name, Entity::Broken);
            }
        }
        base
    }

    fn global_variable(&mut self, qualifiers: &Qualifiers, ty: Ty, declarator: &Declarator) -> BuildResult<()> {
        let (name, span) = (declarator.name, declarator.span);
        if self.is_reserved(name) {
            return self.redeclare(name, &ty, span);
        }
        if qualifiers.is_subroutine {
            return self.error(span, "subroutines are not possible", "write an `if` or a `switch`");
        }
        let ty = match &declarator.initialiser {
            Some(initialiser) => self.sized(ty, initialiser),
            None => self.with_used_length(ty, name),
        };
        match qualifiers.storage.map(|(storage, _)| storage) {
            Some(Storage::Uniform) => self.loose_uniform(&ty, declarator),
            Some(Storage::In | Storage::Attribute) => self.input(qualifiers, &ty, name, span),
            Some(Storage::Out | Storage::Varying) => self.output(qualifiers, &ty, name, span),
            Some(Storage::Buffer | Storage::Shared) => self.error(
                span,
                "shared memory exists in compute shaders only",
                "use a uniform or a local variable",
            ),
            Some(Storage::InOut) => self.error(span, "`inout` is only allowed for parameters", "write `in` or `out`"),
            None if qualifiers.is_const => self.global_const(qualifiers, ty, declarator),
            None => self.private(&ty, declarator),
        }
    }

    /// Returns an array without a length as one that is as long as the indices that the shader uses demand.
    pub(super) fn with_used_length(&self, ty: Ty, name: Symbol) -> Ty {
        match ty {
            Ty::Array(element, 0) => {
                let largest = self.largest_index.get(&name).copied().unwrap_or(0);
                Ty::Array(element, largest.min(0xffff) + 1)
            }
            other => other,
        }
    }

    /// Adds a variable of the module.
    pub(super) fn add_global(
        &mut self,
        name: Option<&str>,
        space: AddressSpace,
        ty: &Ty,
        span: Span,
    ) -> BuildResult<Handle<GlobalVariable>> {
        let ty = self.naga_type(ty, span)?;
        let variable = GlobalVariable {
            name: name.map(str::to_owned),
            space,
            binding: None,
            ty,
            init: None,
            memory_decorations: ::naga::MemoryDecorations::empty(),
        };
        Ok(self.module.global_variables.append(variable, span.into()))
    }

    fn private(&mut self, ty: &Ty, declarator: &Declarator) -> BuildResult<()> {
        let (name, span) = (declarator.name, declarator.span);
        if self.is_opaque(ty) {
            return self.declare(name, span, Entity::Opaque(ty.clone()));
        }
        let text = self.text(name).to_owned();
        let handle = self.add_global(Some(&text), AddressSpace::Private, ty, span)?;
        if let Some(initialiser) = &declarator.initialiser {
            self.initialisers
                .push((handle, ty.clone(), Rc::new(initialiser.clone())));
        }
        self.declare(
            name,
            span,
            Entity::Global {
                handle,
                path: Vec::new(),
                ty: ty.clone(),
                access: Access::Writable,
            },
        )
    }

    fn global_const(&mut self, qualifiers: &Qualifiers, ty: Ty, declarator: &Declarator) -> BuildResult<()> {
        let (name, span) = (declarator.name, declarator.span);
        let Some(initialiser) = &declarator.initialiser else {
            let text = self.text(name).to_owned();
            return self.error(
                span,
                format!("the constant `{text}` has no value"),
                "write `= ...` after its name",
            );
        };
        if let Some(id) = self.layout_number(qualifiers, "constant_id")? {
            return self.pipeline_constant(id, &ty, declarator);
        }
        if let (Ty::Scalar(kind), Some(value)) = (&ty, self.constant(initialiser)) {
            if !value.kind().converts_to(*kind) {
                let (found, wanted) = (self.shown(&Ty::Scalar(value.kind())), self.shown(&ty));
                return self.error(
                    initialiser.span,
                    format!("expected `{wanted}`, found `{found}`"),
                    &format!("convert it: `{wanted}(...)`"),
                );
            }
            return self.declare(name, span, Entity::Known(value.converted(*kind)));
        }
        let index = self.constants.len();
        self.constants.push(GlobalConstant {
            ty,
            initialiser: Rc::new(initialiser.clone()),
        });
        self.declare(name, span, Entity::Constant(index))
    }

    /// Declares a constant whose value the caller can give.
    fn pipeline_constant(&mut self, id: u32, ty: &Ty, declarator: &Declarator) -> BuildResult<()> {
        let (name, span) = (declarator.name, declarator.span);
        let value = declarator
            .initialiser
            .as_ref()
            .and_then(|initialiser| self.constant(initialiser));
        let (Ty::Scalar(kind), Some(value)) = (ty, value) else {
            let message = "a constant with an id is a scalar with a constant value";
            return self.error(span, message, "");
        };
        let literal = Expression::Literal(value.converted(*kind).naga());
        let init = self.module.global_expressions.append(literal, span.into());
        let found = Override {
            name: Some(self.text(name).to_owned()),
            id: u16::try_from(id).ok(),
            ty: self.naga_type(ty, span)?,
            init: Some(init),
        };
        let handle = self.module.overrides.append(found, span.into());
        self.taken_defines.insert(self.text(name).to_owned());
        self.declare(name, span, Entity::Override { handle, ty: ty.clone() })
    }

    fn loose_uniform(&mut self, ty: &Ty, declarator: &Declarator) -> BuildResult<()> {
        let (name, span) = (declarator.name, declarator.span);
        if self.is_opaque(ty) {
            return self.declare(name, span, Entity::Opaque(ty.clone()));
        }
        if let Some(initialiser) = &declarator.initialiser {
            self.reports.warn(
                Code::UniformDefaultIgnored,
                span.to(initialiser.span),
                "the default value of a uniform is ignored: a shader binary cannot store it",
                "upload the value",
            );
        }
        let entity = self.uniform_entity(name, ty, span)?;
        self.declare(name, span, entity)
    }

    /// Adds a uniform outside of blocks as a separate block, so that its name precedes the names of its members.
    pub(super) fn uniform_entity(&mut self, name: Symbol, ty: &Ty, span: Span) -> BuildResult<Entity> {
        let id = self.add_struct(None, vec![(name, ty.clone(), span)])?;
        let handle = self.add_global(None, AddressSpace::Uniform, &Ty::Struct(id), span)?;
        Ok(Entity::Global {
            handle,
            path: vec![0],
            ty: ty.clone(),
            access: Access::Uniform,
        })
    }

    fn input(&mut self, qualifiers: &Qualifiers, ty: &Ty, name: Symbol, span: Span) -> BuildResult<()> {
        let text = self.text(name).to_owned();
        let handle = self.add_global(Some(&text), AddressSpace::Private, ty, span)?;
        let mut location = self.layout_number(qualifiers, "location")?;
        let component = self.layout_number(qualifiers, "component")?.unwrap_or(0);
        if location.is_none() {
            self.unlocated.push((self.inputs.len(), name));
        }
        let mut attributes = Vec::new();
        for (name, ty) in self.parts(&text, ty, '_') {
            let attribute = Attribute {
                name: Some(name),
                ty: self.naga_type(&ty, span)?,
                slot: location.map(Slot::Location),
                component: u8::try_from(component).unwrap_or(0),
                span: span.into(),
            };
            location = location.map(|first| first.saturating_add(1));
            attributes.push(attribute);
        }
        self.inputs.push(Input {
            place: Place::Global(handle),
            attributes,
        });
        self.declare(
            name,
            span,
            Entity::Global {
                handle,
                path: Vec::new(),
                ty: ty.clone(),
                access: Access::Input,
            },
        )
    }

    fn output(&mut self, qualifiers: &Qualifiers, ty: &Ty, name: Symbol, span: Span) -> BuildResult<()> {
        let text = self.text(name).to_owned();
        let handle = self.add_global(Some(&text), AddressSpace::Private, ty, span)?;
        let location = self.layout_number(qualifiers, "location")?;
        let parts = self.output_parts(&text, ty, location, span)?;
        self.outputs.push(Output {
            place: Place::Global(handle),
            parts,
        });
        self.declare(
            name,
            span,
            Entity::Global {
                handle,
                path: Vec::new(),
                ty: ty.clone(),
                access: Access::Writable,
            },
        )
    }

    /// Returns the parts of an output variable.
    pub(super) fn output_parts(
        &mut self,
        name: &str,
        ty: &Ty,
        location: Option<u32>,
        span: Span,
    ) -> BuildResult<Vec<OutputPart>> {
        let mut parts = Vec::new();
        let mut next = location;
        for (name, ty) in self.parts(name, ty, '.') {
            parts.push(OutputPart {
                name,
                ty: self.naga_type(&ty, span)?,
                slot: next.map(Slot::Location),
                span: span.into(),
            });
            next = next.map(|location| location.saturating_add(locations(&ty)));
        }
        Ok(parts)
    }

    /// Returns the parts of a variable that are no structs, with their names.
    fn parts(&self, name: &str, ty: &Ty, between: char) -> Vec<(String, Ty)> {
        match ty {
            Ty::Struct(id) => {
                let members = self.structure(*id).map_or(&[][..], |found| &found.members);
                let members = members.iter().filter(|member| member.index.is_some());
                members
                    .flat_map(|member| {
                        let name = format!("{name}{between}{}", self.text(member.name));
                        self.parts(&name, &member.ty, between)
                    })
                    .collect()
            }
            Ty::Array(element, length) if matches!(element.element(), Ty::Struct(_)) => {
                let all = (0..*length).map(|index| match between {
                    '.' => format!("{name}[{index}]"),
                    _ => format!("{name}{between}{index}"),
                });
                all.take(crate::naga::shape::MAX_PARTS)
                    .flat_map(|name| self.parts(&name, element, between))
                    .collect()
            }
            other => vec![(name.to_owned(), other.clone())],
        }
    }
}

/// Returns the number of locations of a type that is no struct.
fn locations(ty: &Ty) -> u32 {
    match ty {
        Ty::Matrix(columns, _) => u32::from(*columns),
        Ty::Array(element, length) => length.saturating_mul(locations(element)),
        _ => 1,
    }
}
