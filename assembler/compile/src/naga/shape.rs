//! Types as they matter here: how many components they have, and where their parts are.

use ::naga::proc::TypeResolution;
use ::naga::{ArraySize, Handle, Module, ScalarKind, Type as NagaType, TypeInner, UniqueArena, VectorSize};

use crate::ir::Type;

/// Maximum number of components that a value may have. All values are split into their components.
pub(super) const MAX_LANES: usize = 4096;

/// Maximum number of parts of a variable of the interface.
pub(super) const MAX_PARTS: usize = 256;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Scalar(ScalarKind),
    Vector(usize, ScalarKind),
    /// A matrix of floats. Its components are its columns, one after another.
    Matrix {
        columns: usize,
        rows: usize,
    },
    /// An array or a struct. Its components are the components of its parts, one after another.
    Aggregate(Handle<NagaType>),
    /// A type without components: a texture, a sampler.
    Opaque,
}

impl Shape {
    /// How many of its components one register of an argument or a result takes: a column of a matrix, or all.
    pub(super) fn register_width(self, components: usize) -> usize {
        let width = match self {
            Self::Matrix { rows, .. } => rows,
            _ => components,
        };
        width.max(1)
    }
}

/// A part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) shape: Shape,
    /// The first of its components.
    pub(super) offset: usize,
}

/// The shapes of a module's types.
#[derive(Debug)]
pub(super) struct Shapes<'m> {
    module: &'m Module,
    /// The number of components of each type; `usize::MAX` if they are too many, or the number is not known.
    components: Vec<usize>,
}

/// Returns the type of a component.
pub(super) const fn component_type(kind: ScalarKind) -> Type {
    match kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => Type::Float,
        ScalarKind::Sint | ScalarKind::Uint | ScalarKind::AbstractInt => Type::Int,
        ScalarKind::Bool => Type::Bool,
    }
}

/// Returns the number of components of a vector.
pub(super) const fn size(size: VectorSize) -> usize {
    size as usize
}

impl<'m> Shapes<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        let mut shapes = Self {
            module,
            components: Vec::with_capacity(module.types.len()),
        };
        // A type follows those that it is made of.
        for (handle, found) in module.types.iter() {
            let components = match &found.inner {
                TypeInner::Array { base, size, .. } => {
                    let length = array_length(*size).unwrap_or(usize::MAX);
                    shapes.components(shapes.get(*base)).saturating_mul(length)
                }
                TypeInner::Struct { members, .. } => members.iter().fold(0_usize, |sum, member| {
                    sum.saturating_add(shapes.components(shapes.get(member.ty)))
                }),
                _ => shapes.components(shapes.get(handle)),
            };
            shapes.components.push(components);
        }
        shapes
    }

    /// Returns the shape of a type of the module; of a pointer, the shape of its target.
    pub(super) fn get(&self, handle: Handle<NagaType>) -> Shape {
        match &self.module.types[handle].inner {
            TypeInner::Array { .. } | TypeInner::Struct { .. } => Shape::Aggregate(handle),
            inner => self.of_inner(inner),
        }
    }

    /// Returns whether a type of the module is a pointer.
    pub(super) fn is_pointer(&self, handle: Handle<NagaType>) -> bool {
        matches!(
            self.module.types[handle].inner,
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
        )
    }

    /// Returns the shape of a type that need not be one of the module's.
    pub(super) fn of_inner(&self, inner: &TypeInner) -> Shape {
        match inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Shape::Scalar(scalar.kind),
            TypeInner::Vector { size: n, scalar } => Shape::Vector(size(*n), scalar.kind),
            TypeInner::Matrix { columns, rows, .. } => Shape::Matrix {
                columns: size(*columns),
                rows: size(*rows),
            },
            TypeInner::Pointer { base, .. } => self.get(*base),
            TypeInner::ValuePointer {
                size: Some(n), scalar, ..
            } => Shape::Vector(size(*n), scalar.kind),
            TypeInner::ValuePointer { size: None, scalar, .. } => Shape::Scalar(scalar.kind),
            _ => Shape::Opaque,
        }
    }

    /// Returns the shape of a resolved type.
    pub(super) fn of_inner_or_handle(&self, resolution: &TypeResolution, types: &UniqueArena<NagaType>) -> Shape {
        match resolution {
            TypeResolution::Handle(handle) => self.get(*handle),
            value @ TypeResolution::Value(_) => self.of_inner(value.inner_with(types)),
        }
    }

    /// Returns the number of components; more than [`MAX_LANES`] if there are too many to split.
    pub(super) fn components(&self, shape: Shape) -> usize {
        match shape {
            Shape::Scalar(_) => 1,
            Shape::Vector(n, _) => n,
            Shape::Matrix { columns, rows } => columns * rows,
            Shape::Aggregate(handle) => {
                let known = self.components.get(handle.index());
                known.copied().unwrap_or(usize::MAX)
            }
            Shape::Opaque => 0,
        }
    }

    /// Returns the number of locations that an attribute or output takes: one for each vector.
    pub(super) fn locations(&self, shape: Shape) -> usize {
        match shape {
            Shape::Scalar(_) | Shape::Vector(..) => 1,
            Shape::Matrix { columns, .. } => columns,
            Shape::Opaque => 0,
            Shape::Aggregate(handle) => {
                let of_part = |index| {
                    let part = self.part(shape, index);
                    part.map_or(0, |part| self.locations(part.shape))
                };
                let length = self.length(shape);
                match self.module.types[handle].inner {
                    TypeInner::Array { .. } => of_part(0).saturating_mul(length),
                    _ => (0..length).fold(0_usize, |sum, index| sum.saturating_add(of_part(index))),
                }
            }
        }
    }

    /// Returns the number of parts that an index selects from.
    pub(super) fn length(&self, shape: Shape) -> usize {
        match shape {
            Shape::Scalar(_) | Shape::Opaque => 0,
            Shape::Vector(n, _) => n,
            Shape::Matrix { columns, .. } => columns,
            Shape::Aggregate(handle) => match &self.module.types[handle].inner {
                TypeInner::Array { size, .. } => array_length(*size).unwrap_or(0),
                TypeInner::Struct { members, .. } => members.len(),
                _ => 0,
            },
        }
    }

    /// Returns the part with an index.
    pub(super) fn part(&self, shape: Shape, index: usize) -> Option<Part> {
        if index >= self.length(shape) {
            return None;
        }
        let (shape, offset) = match shape {
            Shape::Scalar(_) | Shape::Opaque => return None,
            Shape::Vector(_, kind) => (Shape::Scalar(kind), index),
            Shape::Matrix { rows, .. } => (Shape::Vector(rows, ScalarKind::Float), index * rows),
            Shape::Aggregate(handle) => match &self.module.types[handle].inner {
                TypeInner::Array { base, .. } => {
                    let element = self.get(*base);
                    (element, self.components(element).checked_mul(index)?)
                }
                TypeInner::Struct { members, .. } => {
                    let shapes = members.iter().map(|member| self.get(member.ty));
                    let before = shapes.take(index).map(|shape| self.components(shape));
                    let offset = before.fold(0_usize, usize::saturating_add);
                    (self.get(members.get(index)?.ty), offset)
                }
                _ => return None,
            },
        };
        Some(Part { shape, offset })
    }

    /// Returns the kinds of the components, in order.
    pub(super) fn kinds(&self, shape: Shape) -> Vec<ScalarKind> {
        match shape {
            Shape::Scalar(kind) => vec![kind],
            Shape::Vector(n, kind) => vec![kind; n],
            Shape::Matrix { columns, rows } => vec![ScalarKind::Float; columns * rows],
            Shape::Opaque => Vec::new(),
            Shape::Aggregate(handle) => match &self.module.types[handle].inner {
                _ if self.components(shape) > MAX_LANES => Vec::new(),
                TypeInner::Array { base, size, .. } => {
                    let element = self.kinds(self.get(*base));
                    element.repeat(array_length(*size).unwrap_or(0))
                }
                TypeInner::Struct { members, .. } => members
                    .iter()
                    .flat_map(|member| self.kinds(self.get(member.ty)))
                    .collect(),
                _ => Vec::new(),
            },
        }
    }
}

/// Returns the length of an array, if it is known.
pub(super) fn array_length(size: ArraySize) -> Option<usize> {
    match size {
        ArraySize::Constant(length) => usize::try_from(length.get()).ok(),
        ArraySize::Pending(_) | ArraySize::Dynamic => None,
    }
}
