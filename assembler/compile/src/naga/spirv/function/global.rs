//! Variables of the module.

use ::naga::{AddressSpace, GlobalVariable, Handle, ResourceBinding, Span, StructMember, TypeInner};
use ::spirv::StorageClass;
use pica200_diagnostics::Code;

use crate::diagnostic::diagnose;

use super::super::Reader;
use super::super::module::Variable;
use super::super::refusal;
use super::super::types::Type;
use super::super::words::Id;
use super::memory::{Absence, Root};
use super::space;

impl Reader<'_> {
    /// Returns the root of pointers to a variable of the module. `None` if the hardware does not have it.
    pub(super) fn root(&mut self, id: Id, variable: Variable) -> Option<Root> {
        let is_buffer = variable.class == StorageClass::StorageBuffer
            || self
                .decorations
                .get(&self.element(variable.pointee))
                .is_some_and(|found| found.is_buffer);
        if is_buffer {
            let name = self.shown(id);
            let why = |action: &str, what: &str, help| {
                refusal::operation(format!("cannot {action} {name}: it is a storage buffer{what}"), help)
            };
            return Some(Root::Absent(Box::new(Absence {
                read: why(
                    "read",
                    ", which the hardware does not have",
                    "use a uniform, or an attribute",
                ),
                write: why(
                    "write",
                    "; shaders cannot write to memory on this hardware",
                    "pass results on as outputs",
                ),
            })));
        }
        self.global(id, variable).map(|_| Root::Global(id))
    }

    /// Returns a type without the arrays around it.
    fn element(&self, ty: Id) -> Id {
        let mut ty = ty;
        while let Some(Type::Array { element, .. } | Type::RuntimeArray { element }) = self.types.ty(ty) {
            ty = *element;
        }
        ty
    }

    /// Warns that the value of a uniform in the module is not in the shader binary.
    fn ignored_default(&mut self, variable: Variable) {
        let message = "the default value of a uniform is ignored: a shader binary cannot store it";
        let place = self.words.get(variable.index);
        let place = place.and_then(|declaration| declaration.place());
        let diagnostic = diagnose(Code::UniformDefaultIgnored, place, message);
        self.diagnostics.push(diagnostic.with_help("upload the value"));
    }

    /// Returns whether a variable is a uniform outside of blocks. It becomes a block without a name, so that its name
    /// precedes the names of its members.
    pub(super) fn is_loose(variable: Variable) -> bool {
        variable.class == StorageClass::UniformConstant
    }

    /// Returns a type with one member, which has a type and the name of a variable.
    fn block_of(&mut self, id: Id, ty: Handle<::naga::Type>) -> Handle<::naga::Type> {
        let member = StructMember {
            name: self.names.get(&id).cloned(),
            ty,
            binding: None,
            offset: 0,
        };
        let layout = self.layouter[ty];
        let span = layout.alignment.round_up(layout.size);
        let inner = TypeInner::Struct {
            members: vec![member],
            span,
        };
        self.add_type(None, inner, Span::UNDEFINED)
    }

    /// Returns the variable of naga for a variable of the module.
    pub(in super::super) fn global(&mut self, id: Id, variable: Variable) -> Option<Handle<GlobalVariable>> {
        if let Some(known) = self.globals.get(&id) {
            return Some(*known);
        }
        let space = space(variable.class).filter(|space| *space != AddressSpace::Function)?;
        let ty = self.types.naga(variable.pointee)?;
        let mut init = variable.initializer.and_then(|init| self.constants.get(init)?.init);
        if space != AddressSpace::Private {
            if variable.initializer.is_some() {
                self.ignored_default(variable);
            }
            init = None;
        } else if init.is_some() {
            self.written.insert((id, None));
        }
        let is_loose = Self::is_loose(variable);
        let ty = if is_loose { self.block_of(id, ty) } else { ty };
        let name = self.names.get(&id).filter(|name| !name.is_empty());
        let name = name.filter(|_| !is_loose).cloned();
        let binding = (space == AddressSpace::Uniform).then_some(ResourceBinding {
            group: 0,
            binding: u32::try_from(self.globals.len()).unwrap_or(u32::MAX),
        });
        let global = GlobalVariable {
            name,
            space,
            binding,
            ty,
            init,
            memory_decorations: ::naga::MemoryDecorations::empty(),
        };
        let handle = self.module.global_variables.append(global, variable.span);
        self.globals.insert(id, handle);
        Some(handle)
    }
}
