//! The results of all phases, from which the tables, the header and the map are built.

use pica200_objfmt::formats::object::{Linkage, Reference, Uniform, UniformClass};
use pica200_objfmt::isa::register::{Bank, Register};
use rustc_hash::FxHashSet;

use crate::externs::Externs;
use crate::objects::{ObjectId, Objects};
use crate::placement::Placement;
use crate::problem::Role;
use crate::reach::Reach;
use crate::registers::{RegisterRange, Registers};
use crate::shaders::{ShaderId, Shaders};
use crate::stated::StatedFields;
use crate::symbols::Symbols;
use crate::uses::Uses;
use crate::{Compat, LinkOptions};

/// The results of the phases before the tables.
pub(crate) struct Link<'l, 'a> {
    pub(crate) objects: Objects<'a>,
    pub(crate) shaders: &'l Shaders,
    pub(crate) symbols: &'l Symbols,
    pub(crate) externs: &'l Externs,
    pub(crate) placement: &'l Placement<'l>,
    pub(crate) uses: &'l Uses,
    pub(crate) reach: &'l Reach,
    pub(crate) registers: &'l Registers<'a>,
    pub(crate) stated: &'l StatedFields,
    pub(crate) options: &'l LinkOptions,
}

/// A uniform or input of a shader.
pub(crate) struct AllocatedUniform<'a> {
    /// Its declaration.
    pub(crate) uniform: &'a Uniform,
    /// The object that declares it.
    pub(crate) object: ObjectId,
    /// The first register.
    pub(crate) first: Register,
}

impl<'a> Link<'_, 'a> {
    /// Returns true if the output must have picasso's bytes.
    pub(crate) fn is_compat(&self) -> bool {
        self.options.compat == Compat::Picasso
    }

    /// Returns an object's uniform or input with its register.
    pub(crate) fn named(&self, object: ObjectId, index: u16) -> Option<AllocatedUniform<'a>> {
        let uniform = self.objects.get(object).uniforms.get(usize::from(index))?;
        let first = match uniform.class {
            UniformClass::Input => Register::new(Bank::Input, uniform.first)?,
            UniformClass::Uniform(kind) => {
                let reference = Reference::Uniform { index, element: 0 };
                let RegisterRange { first, .. } = self.registers.register_range(object, reference)?;
                Register::new(kind.bank(), first)?
            }
        };
        Some(AllocatedUniform { uniform, object, first })
    }

    /// Returns all inputs and uniforms that an object declares in its own source and does not hide.
    pub(crate) fn declared(&self, object: ObjectId) -> impl Iterator<Item = AllocatedUniform<'a>> {
        (0..)
            .zip(&self.objects.get(object).uniforms)
            .filter(|(_, uniform)| uniform.linkage == Linkage::Own && !uniform.is_hidden())
            .filter_map(move |(index, _)| self.named(object, index))
    }

    /// Returns the uniforms that a shader's code uses, that its object does not declare in its own source, and that are
    /// not hidden, in link order. For picasso's bytes, only those that the code of the object itself uses.
    pub(crate) fn foreign(&self, shader: ShaderId, own: ObjectId) -> impl Iterator<Item = AllocatedUniform<'a>> {
        let mut used = FxHashSet::default();
        for u in self.uses.reached_by(shader) {
            if let Reference::Uniform { index, .. } = u.reference
                && (u.object == own || !self.is_compat())
            {
                used.insert((u.object, index));
            }
        }
        let definitions = used.into_iter().filter_map(|(object, index)| {
            let (object, _, index) = self.externs.definition((object, Role::Uniform, index))?;
            Some((object, index))
        });
        let mut used: Vec<_> = definitions.collect();
        used.sort_unstable();
        used.dedup();
        let of_own = move |named: &AllocatedUniform<'_>| named.object == own && named.uniform.linkage == Linkage::Own;
        used.into_iter()
            .filter_map(|(object, index)| self.named(object, index))
            .filter(move |named| !of_own(named) && !named.uniform.is_hidden())
    }

    /// Returns the contents of a shader's uniform table: the declarations of its object, then the uniforms of other
    /// objects that its code uses. Each name occurs once, since programs look uniforms up by name.
    pub(crate) fn visible(&self, shader: ShaderId, object: ObjectId) -> Vec<AllocatedUniform<'a>> {
        let mut names = FxHashSet::default();
        let mut visible: Vec<_> = self.declared(object).collect();
        visible.extend(self.foreign(shader, object));
        visible.retain(|named| names.insert(named.uniform.name.as_str()));
        visible
    }

    /// Returns the uniforms of other objects that a shader's code uses and whose names are shadowed by inputs of the
    /// shader.
    pub(crate) fn shadowed(&self, shader: ShaderId, object: ObjectId) -> Vec<AllocatedUniform<'a>> {
        let inputs: FxHashSet<_> = self
            .objects
            .get(object)
            .uniforms
            .iter()
            .filter(|uniform| uniform.class == UniformClass::Input)
            .map(|uniform| uniform.name.as_str())
            .collect();
        self.foreign(shader, object)
            .filter(|named| inputs.contains(named.uniform.name.as_str()))
            .collect()
    }
}
