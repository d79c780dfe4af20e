//! Names and scopes.

use ::naga::{GlobalVariable, Handle, LocalVariable, Override};
use rustc_hash::FxHashMap;

use super::super::token::Symbol;
use super::super::types::Ty;

/// The reason why a variable cannot be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Writable,
    Uniform,
    Input,
    Constant,
}

/// The meaning of a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entity {
    Type(Ty),
    /// A variable of the module, or a member of it on a path of indices.
    Global {
        handle: Handle<GlobalVariable>,
        path: Vec<u32>,
        ty: Ty,
        access: Access,
    },
    Local {
        handle: Handle<LocalVariable>,
        ty: Ty,
        access: Access,
    },
    /// A parameter that its function does not change, by its index.
    Argument {
        index: u32,
        ty: Ty,
        access: Access,
    },
    /// A parameter that points to a variable of the caller.
    Pointer {
        index: u32,
        ty: Ty,
    },
    /// A constant outside of functions, by its index.
    Constant(usize),
    /// A specialisation constant.
    Override {
        handle: Handle<Override>,
        ty: Ty,
    },
    /// A constant in a function that has a known value.
    Known(super::constant::Constant),
    /// A texture or sampler.
    Opaque(Ty),
    /// A name whose declaration has an error, which was reported.
    Broken,
}

/// The scopes that are open, from the outermost.
#[derive(Debug)]
pub(super) struct Scopes(Vec<FxHashMap<Symbol, Entity>>);

impl Default for Scopes {
    fn default() -> Self {
        Self(vec![FxHashMap::default()])
    }
}

impl Scopes {
    pub(super) fn open(&mut self) {
        self.0.push(FxHashMap::default());
    }

    pub(super) fn close(&mut self) {
        if self.0.len() > 1 {
            self.0.pop();
        }
    }

    /// Adds an entity to the innermost scope. Returns whether the name was free there.
    pub(super) fn add(&mut self, name: Symbol, entity: Entity) -> bool {
        let Some(scope) = self.0.last_mut() else {
            return false;
        };
        match scope.get(&name) {
            // The first declaration wins.
            Some(_) if entity == Entity::Broken => true,
            Some(known) if *known != entity && *known != Entity::Broken => false,
            _ => {
                scope.insert(name, entity);
                true
            }
        }
    }

    /// Replaces an entity of the outermost scope.
    pub(super) fn set_global(&mut self, name: Symbol, entity: Entity) {
        if let Some(scope) = self.0.first_mut() {
            scope.insert(name, entity);
        }
    }

    pub(super) fn find(&self, name: Symbol) -> Option<&Entity> {
        self.0.iter().rev().find_map(|scope| scope.get(&name))
    }

    /// Leaves the outermost scope alone, and returns the others.
    pub(super) fn take_inner(&mut self) -> Vec<FxHashMap<Symbol, Entity>> {
        self.0.split_off(1)
    }

    /// Puts scopes back that [`take_inner`](Self::take_inner) returned.
    pub(super) fn restore(&mut self, inner: Vec<FxHashMap<Symbol, Entity>>) {
        self.0.truncate(1);
        self.0.extend(inner);
    }

    /// Returns all names.
    pub(super) fn names(&self) -> impl Iterator<Item = Symbol> {
        self.0.iter().flat_map(|scope| scope.keys().copied())
    }
}
