//! Blocks of uniforms and outputs.

use ::naga::AddressSpace;

use super::super::ast::{Block, Storage};
use super::super::token::{Span, Symbol};
use super::super::types::Ty;
use super::scope::{Access, Entity};
use super::{BuildResult, Builder};
use crate::naga::interface::{Output, Place};

impl Builder<'_> {
    /// Declares a block.
    pub(super) fn block(&mut self, block: &Block) -> BuildResult<()> {
        let storage = block.qualifiers.storage.map(|(storage, _)| storage);
        let name = self.text(block.name).to_owned();
        match storage {
            // It repeats a rule of the language.
            Some(Storage::Out | Storage::In) if name == "gl_PerVertex" => self.per_vertex(block),
            Some(Storage::Out | Storage::Varying) => self.output_block(block),
            Some(Storage::Uniform) => self.uniform_block(block, AddressSpace::Uniform, Access::Uniform),
            Some(Storage::Buffer) => {
                let space = AddressSpace::Storage {
                    access: ::naga::StorageAccess::LOAD | ::naga::StorageAccess::STORE,
                };
                self.uniform_block(block, space, Access::Writable)
            }
            Some(Storage::In | Storage::Attribute) => self.error(
                block.name_span,
                "the attributes of a vertex shader cannot be in a block",
                "declare each one alone: `in vec3 position;`",
            ),
            _ => self.error(
                block.name_span,
                "a block needs `uniform`, `out` or `buffer` before it",
                "write `uniform`, `out` or `buffer` before it",
            ),
        }
    }

    /// Takes the lengths of arrays from a declaration of `gl_PerVertex`.
    fn per_vertex(&mut self, block: &Block) -> BuildResult<()> {
        for variables in &block.members {
            for declarator in &variables.declarators {
                let ty = self.spec(&variables.ty, &declarator.lengths)?;
                self.redeclare(declarator.name, &ty, declarator.span)?;
            }
        }
        match &block.instance {
            Some(instance) => {
                let mut members = Vec::new();
                for variables in &block.members {
                    members.extend(variables.declarators.iter().map(|declarator| declarator.name));
                }
                self.per_vertex_instance(instance.name, &members, instance.span)
            }
            None => Ok(()),
        }
    }

    /// Returns the members of a block with their types and locations.
    fn block_members(&mut self, block: &Block, is_buffer: bool) -> BuildResult<Vec<(Symbol, Ty, Span)>> {
        let mut members = Vec::new();
        for variables in &block.members {
            let base = self.spec(&variables.ty, &[])?;
            for declarator in &variables.declarators {
                let ty = self.with_lengths(base.clone(), &[], &declarator.lengths)?;
                let ty = if is_buffer {
                    ty
                } else {
                    self.with_used_length(ty, declarator.name)
                };
                members.push((declarator.name, ty, declarator.span));
            }
        }
        Ok(members)
    }

    fn uniform_block(&mut self, block: &Block, space: AddressSpace, access: Access) -> BuildResult<()> {
        let members = self.block_members(block, access == Access::Writable)?;
        self.block_variable(block, members, space, access).map(|_| ())
    }

    /// Declares the variable of a block, and its members if it has no name. Returns the variable with the names and
    /// types of the members; nothing if it has textures only.
    fn block_variable(
        &mut self,
        block: &Block,
        members: Vec<(Symbol, Ty, Span)>,
        space: AddressSpace,
        access: Access,
    ) -> BuildResult<Option<(::naga::Handle<::naga::GlobalVariable>, Ty)>> {
        let id = self.add_struct(Some(block.name), members)?;
        let instance = block.instance.as_ref();
        let base = Ty::Struct(id);
        let ty = match instance {
            Some(instance) => {
                let ty = self.with_lengths(base.clone(), &[], &instance.lengths)?;
                self.with_used_length(ty, instance.name)
            }
            None => base.clone(),
        };
        if self.is_opaque(&base) {
            return match instance {
                Some(instance) => self
                    .declare(instance.name, instance.span, Entity::Opaque(ty))
                    .map(|()| None),
                None => Ok(None),
            };
        }
        // Applications know the block, and not its instance.
        let name = self.text(block.name).to_owned();
        let handle = self.add_global(Some(&name), space, &ty, block.name_span)?;
        if let Some(instance) = instance {
            let entity = Entity::Global {
                handle,
                path: Vec::new(),
                ty: ty.clone(),
                access,
            };
            self.declare(instance.name, instance.span, entity)?;
            return Ok(Some((handle, ty)));
        }
        let members = self
            .structure(id)
            .map(|found| found.members.clone())
            .unwrap_or_default();
        for member in members {
            let entity = match member.index {
                Some(index) => Entity::Global {
                    handle,
                    path: vec![index],
                    ty: member.ty,
                    access,
                },
                None => Entity::Opaque(member.ty),
            };
            self.declare(member.name, block.name_span, entity)?;
        }
        Ok(Some((handle, ty)))
    }

    fn output_block(&mut self, block: &Block) -> BuildResult<()> {
        let members = self.block_members(block, false)?;
        let first = self.layout_number(&block.qualifiers, "location")?;
        let made = self.block_variable(block, members.clone(), AddressSpace::Private, Access::Writable)?;
        let Some((handle, ty)) = made else {
            return Ok(());
        };
        let mut parts = Vec::new();
        match (&block.instance, &ty) {
            (Some(instance), Ty::Array(..)) => {
                let name = self.text(instance.name).to_owned();
                parts = self.output_parts(&name, &ty, first, block.name_span)?;
            }
            _ => {
                let mut next = first;
                let locations = self.member_locations(block)?;
                for ((name, ty, span), own) in members.iter().zip(locations) {
                    let text = self.text(*name);
                    let name = match &block.instance {
                        Some(instance) => format!("{}.{text}", self.text(instance.name)),
                        None => text.to_owned(),
                    };
                    next = own.or(next);
                    let made = self.output_parts(&name, ty, next, *span)?;
                    let count = u32::try_from(made.len()).unwrap_or(u32::MAX);
                    next = next.map(|location| location.saturating_add(count));
                    parts.extend(made);
                }
            }
        }
        self.outputs.push(Output {
            place: Place::Global(handle),
            parts,
        });
        Ok(())
    }

    /// Returns the locations that the members of a block have themselves.
    fn member_locations(&mut self, block: &Block) -> BuildResult<Vec<Option<u32>>> {
        let mut found = Vec::new();
        for variables in &block.members {
            let location = self.layout_number(&variables.qualifiers, "location")?;
            found.extend(variables.declarators.iter().map(|_| location));
        }
        Ok(found)
    }
}
