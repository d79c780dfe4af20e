//! Types of a module, and the corresponding types of naga. Memory layouts are ignored: the hardware has none.

use std::num::NonZeroU32;
use std::rc::Rc;

use ::naga::{ArraySize, Handle, Scalar, ScalarKind, Span, StructMember, TypeInner, VectorSize};
use ::spirv::{Op, StorageClass};
use rustc_hash::FxHashMap;

use super::Reader;
use super::words::{Id, Instruction, Result};

/// Maximum number of components of a type, with all elements of its arrays. Values have far fewer; only arrays of
/// uniforms can be this long.
const MAX_COMPONENTS: usize = 1 << 20;

/// Maximum number of types of a module.
const MAX_TYPES: usize = 10_000;

/// Maximum number of members of a struct.
const MAX_MEMBERS: usize = 4096;

/// Maximum number of types nested. Deeper ones have no values.
const MAX_DEPTH: usize = 100;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Void,
    Bool,
    Int {
        width: u32,
        is_signed: bool,
    },
    Float {
        width: u32,
    },
    Vector {
        component: Id,
        size: u32,
    },
    Matrix {
        column: Id,
        columns: u32,
    },
    Array {
        element: Id,
        length: u32,
    },
    RuntimeArray {
        element: Id,
    },
    Struct {
        members: Rc<[Id]>,
    },
    Pointer {
        class: StorageClass,
        pointee: Id,
    },
    Function {
        result: Id,
        parameters: Rc<[Id]>,
    },
    /// A texture, a sampler, or a type that no instruction of a vertex shader computes with.
    Opaque,
}

/// Facts about a type.
#[derive(Clone, Debug)]
pub(super) struct TypeInfo {
    pub(super) ty: Type,
    /// The type of naga. `None` if the type has no values that the hardware can hold.
    pub(super) naga: Option<Handle<::naga::Type>>,
    /// The bits of its numbers, if the hardware has no such numbers.
    pub(super) wrong_width: Option<u32>,
    components: usize,
    /// The number of types nested.
    depth: usize,
}

/// The types of a module.
#[derive(Debug, Default)]
pub(super) struct Types {
    known: FxHashMap<Id, TypeInfo>,
}

impl Types {
    /// Returns the facts about a type.
    pub(super) fn get(&self, id: Id) -> Option<&TypeInfo> {
        self.known.get(&id)
    }

    /// Returns a type.
    pub(super) fn ty(&self, id: Id) -> Option<&Type> {
        self.known.get(&id).map(|known| &known.ty)
    }

    /// Returns the type of naga for a type.
    pub(super) fn naga(&self, id: Id) -> Option<Handle<::naga::Type>> {
        self.known.get(&id)?.naga
    }

    /// Returns the class and the target of a pointer.
    pub(super) fn pointer(&self, id: Id) -> Option<(StorageClass, Id)> {
        match self.ty(id)? {
            Type::Pointer { class, pointee } => Some((*class, *pointee)),
            _ => None,
        }
    }

    /// Returns the type of a part of a composite.
    pub(super) fn part(&self, id: Id, index: Option<u32>) -> Option<Id> {
        match self.ty(id)? {
            Type::Vector { component, size } => within(index, *size).then_some(*component),
            Type::Matrix { column, columns } => within(index, *columns).then_some(*column),
            Type::Array { element, length } => within(index, *length).then_some(*element),
            Type::RuntimeArray { element } => Some(*element),
            Type::Struct { members } => members.get(usize::try_from(index?).ok()?).copied(),
            _ => None,
        }
    }

    /// Returns the number of parts of a composite of known size.
    pub(super) fn length(&self, id: Id) -> Option<u32> {
        match self.ty(id)? {
            Type::Vector { size, .. } => Some(*size),
            Type::Matrix { columns, .. } => Some(*columns),
            Type::Array { length, .. } => Some(*length),
            Type::Struct { members } => u32::try_from(members.len()).ok(),
            _ => None,
        }
    }

    /// Returns the number of components of a type with all its parts.
    pub(super) fn components(&self, id: Id) -> usize {
        self.known.get(&id).map_or(0, |known| known.components)
    }

    /// Returns the most types nested that the parts of a type have.
    fn depth_of_parts(&self, ty: &Type) -> usize {
        // A type that follows might contain this one.
        let depth = |id: &Id| self.known.get(id).map_or(MAX_DEPTH, |known| known.depth);
        match ty {
            Type::Vector { component: part, .. }
            | Type::Matrix { column: part, .. }
            | Type::Array { element: part, .. }
            | Type::RuntimeArray { element: part } => depth(part),
            Type::Struct { members } => members.iter().map(depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns the type of the components of a scalar or a vector, and their number.
    pub(super) fn numeric(&self, id: Id) -> Option<(&Type, u32)> {
        match self.ty(id)? {
            Type::Vector { component, size } => Some((self.ty(*component)?, *size)),
            scalar @ (Type::Bool | Type::Int { .. } | Type::Float { .. }) => Some((scalar, 1)),
            _ => None,
        }
    }

    /// Returns the bits of the components of a scalar or a vector.
    pub(super) fn width(&self, id: Id) -> u32 {
        match self.numeric(id) {
            Some((Type::Int { width, .. } | Type::Float { width }, _)) => *width,
            _ => 32,
        }
    }

    /// Returns the kind of the components of a scalar, a vector or a matrix.
    pub(super) fn kind(&self, id: Id) -> Option<ScalarKind> {
        match self.ty(id)? {
            Type::Bool => Some(ScalarKind::Bool),
            Type::Int { is_signed, .. } if *is_signed => Some(ScalarKind::Sint),
            Type::Int { .. } => Some(ScalarKind::Uint),
            Type::Float { .. } => Some(ScalarKind::Float),
            Type::Vector { component, .. } => self.kind(*component),
            Type::Matrix { column, .. } => self.kind(*column),
            _ => None,
        }
    }
}

fn within(index: Option<u32>, length: u32) -> bool {
    index.is_none_or(|index| index < length)
}

/// Returns the size of naga for a vector of some components.
pub(super) const fn vector_size(size: u32) -> Option<VectorSize> {
    match size {
        2 => Some(VectorSize::Bi),
        3 => Some(VectorSize::Tri),
        4 => Some(VectorSize::Quad),
        _ => None,
    }
}

/// Returns a scalar of 32 bits.
pub(super) const fn scalar(kind: ScalarKind) -> Scalar {
    match kind {
        ScalarKind::Bool => Scalar::BOOL,
        _ => Scalar { kind, width: 4 },
    }
}

impl Reader<'_> {
    /// Reads the declaration of a type.
    pub(super) fn declare_type(&mut self, instruction: &Instruction<'_>, op: Op) -> Result<()> {
        let id = instruction.operand(0)?;
        if self.types.known.len() >= MAX_TYPES {
            return Err(instruction.error(format!("the module has more than {MAX_TYPES} types")));
        }
        if self.types.known.contains_key(&id) {
            return Err(instruction.error(format!("the type %{id} is declared twice")));
        }
        let ty = self.type_of(instruction, op)?;
        let known = self.known(id, ty, instruction.span());
        self.types.known.insert(id, known);
        Ok(())
    }

    fn type_of(&self, instruction: &Instruction<'_>, op: Op) -> Result<Type> {
        let operand = |index| instruction.operand(index);
        Ok(match op {
            Op::TypeVoid => Type::Void,
            Op::TypeBool => Type::Bool,
            Op::TypeInt => Type::Int {
                width: operand(1)?,
                is_signed: operand(2)? != 0,
            },
            // Another operand says that it is not a float of IEEE 754.
            Op::TypeFloat if operand(2).is_ok() => Type::Float { width: 0 },
            Op::TypeFloat => Type::Float { width: operand(1)? },
            Op::TypeVector => Type::Vector {
                component: operand(1)?,
                size: operand(2)?,
            },
            Op::TypeMatrix => Type::Matrix {
                column: operand(1)?,
                columns: operand(2)?,
            },
            Op::TypeArray => {
                let length = operand(2)?;
                let number = self
                    .constants
                    .scalar(length)
                    .ok_or_else(|| instruction.unknown(length, "a constant that can be the length of an array"))?;
                Type::Array {
                    element: operand(1)?,
                    length: number,
                }
            }
            Op::TypeRuntimeArray => Type::RuntimeArray { element: operand(1)? },
            Op::TypeStruct => {
                let members = instruction.operands(1);
                if members.len() > MAX_MEMBERS {
                    let message = format!("a struct has more than {MAX_MEMBERS} members");
                    return Err(instruction.error(message));
                }
                Type::Struct {
                    members: members.into(),
                }
            }
            Op::TypePointer => {
                let class = StorageClass::from_u32(operand(1)?);
                class.map_or(Ok(Type::Opaque), |class| {
                    operand(2).map(|pointee| Type::Pointer { class, pointee })
                })?
            }
            Op::TypeFunction => Type::Function {
                result: operand(1)?,
                parameters: instruction.operands(2).into(),
            },
            _ => Type::Opaque,
        })
    }

    /// Finds the type of naga for a type.
    fn known(&mut self, id: Id, ty: Type, span: Span) -> TypeInfo {
        let mut known = TypeInfo {
            ty,
            naga: None,
            wrong_width: None,
            components: 0,
            depth: 0,
        };
        known.depth = 1 + self.types.depth_of_parts(&known.ty);
        if known.depth > MAX_DEPTH {
            known.ty = Type::Opaque;
            return known;
        }
        let inner = match &known.ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } => {
                let (kind, width) = match known.ty {
                    Type::Int { width, is_signed } if is_signed => (ScalarKind::Sint, width),
                    Type::Int { width, .. } => (ScalarKind::Uint, width),
                    Type::Float { width } => (ScalarKind::Float, width),
                    _ => (ScalarKind::Bool, 32),
                };
                // Numbers of all widths are numbers of the hardware.
                let is_known = matches!(
                    (kind, width),
                    (_, 16 | 32 | 64) | (ScalarKind::Sint | ScalarKind::Uint, 8)
                );
                known.wrong_width = (!is_known).then_some(width);
                known.components = 1;
                Some(TypeInner::Scalar(scalar(kind)))
            }
            Type::Vector { component, size } => {
                let size = vector_size(*size);
                let component = self.types.get(*component);
                component.zip(size).and_then(|(component, size)| {
                    let TypeInner::Scalar(scalar) = self.module.types[component.naga?].inner else {
                        return None;
                    };
                    known.wrong_width = component.wrong_width;
                    known.components = size as usize;
                    Some(TypeInner::Vector { size, scalar })
                })
            }
            Type::Matrix { column, columns } => {
                let columns = vector_size(*columns);
                let column = self.types.get(*column);
                column.zip(columns).and_then(|(column, columns)| {
                    let TypeInner::Vector { size, scalar } = self.module.types[column.naga?].inner else {
                        return None;
                    };
                    known.wrong_width = column.wrong_width;
                    known.components = columns as usize * size as usize;
                    let inner = TypeInner::Matrix {
                        columns,
                        rows: size,
                        scalar,
                    };
                    (scalar.kind == ScalarKind::Float).then_some(inner)
                })
            }
            Type::Array { element, length } => {
                let components = self.types.components(*element);
                let length_of = usize::try_from(*length).unwrap_or(usize::MAX);
                known.components = components.saturating_mul(length_of);
                let size = NonZeroU32::new(*length).map(ArraySize::Constant);
                let fits = known.components <= MAX_COMPONENTS;
                let element = self.types.naga(*element).filter(|_| fits);
                element.zip(size).map(|(base, size)| TypeInner::Array {
                    base,
                    size,
                    stride: self.stride(base),
                })
            }
            Type::RuntimeArray { element } => {
                known.components = self.types.components(*element);
                self.types.naga(*element).map(|base| TypeInner::Array {
                    base,
                    size: ArraySize::Dynamic,
                    stride: self.stride(base),
                })
            }
            Type::Struct { members } => {
                let members = Rc::clone(members);
                // Members without a type take a number.
                let components = |member: &Id| self.types.components(*member).max(1);
                let sizes = members.iter().map(components);
                known.components = sizes.fold(0, usize::saturating_add);
                let fits = known.components <= MAX_COMPONENTS;
                fits.then(|| self.struct_of(id, &members)).flatten()
            }
            _ => None,
        };
        let name = match known.ty {
            Type::Struct { .. } => self.names.get(&id).cloned(),
            _ => None,
        };
        known.naga = inner.map(|inner| self.add_type(name, inner, span));
        known
    }

    /// Adds a type of naga.
    pub(super) fn add_type(&mut self, name: Option<String>, inner: TypeInner, span: Span) -> Handle<::naga::Type> {
        let name = name.filter(|name| !name.is_empty());
        let ty = ::naga::Type { name, inner };
        let handle = self.module.types.insert(ty, span);
        // Types that are too large have been left out before, so that this cannot fail.
        let _ = self.layouter.update(self.module.to_ctx());
        handle
    }

    fn stride(&self, element: Handle<::naga::Type>) -> u32 {
        self.layouter[element].to_stride()
    }

    /// Returns the type of naga for a struct. Members that have none are numbers that nothing can read.
    fn struct_of(&mut self, id: Id, members: &[Id]) -> Option<TypeInner> {
        let mut own = Vec::with_capacity(members.len());
        let mut end = 0;
        let unit = TypeInner::Scalar(scalar(ScalarKind::Uint));
        let unit = self.add_type(None, unit, Span::UNDEFINED);
        for (index, member) in (0..).zip(members) {
            let ty = self.types.naga(*member);
            let is_sized = ty.is_none_or(|ty| !self.is_runtime_array(ty));
            // Only the last member of a buffer has no size.
            let ty = ty.filter(|_| is_sized || index + 1 == members.len());
            let ty = ty.unwrap_or(unit);
            let layout = self.layouter[ty];
            let offset = layout.alignment.round_up(end);
            end = offset.checked_add(layout.size)?;
            own.push(StructMember {
                name: self.member_name(id, u32::try_from(index).ok()?),
                ty,
                binding: None,
                offset,
            });
        }
        let alignment = own.iter().map(|member| self.layouter[member.ty].alignment);
        let span = alignment.max()?.round_up(end);
        Some(TypeInner::Struct { members: own, span })
    }

    fn is_runtime_array(&self, ty: Handle<::naga::Type>) -> bool {
        match &self.module.types[ty].inner {
            TypeInner::Array { size, .. } => *size == ArraySize::Dynamic,
            TypeInner::Struct { members, .. } => members.last().is_some_and(|last| self.is_runtime_array(last.ty)),
            _ => false,
        }
    }

    /// Returns the type of naga for a scalar or a vector.
    pub(super) fn numeric_type(&mut self, kind: ScalarKind, size: u32) -> Handle<::naga::Type> {
        let scalar = scalar(kind);
        let inner = match vector_size(size) {
            Some(size) => TypeInner::Vector { size, scalar },
            None => TypeInner::Scalar(scalar),
        };
        self.add_type(None, inner, Span::UNDEFINED)
    }

    /// Returns the name of a member of a struct, if it has one.
    pub(super) fn member_name(&self, id: Id, index: u32) -> Option<String> {
        let name = self.member_names.get(&(id, index));
        name.filter(|name| !name.is_empty()).cloned()
    }
}
