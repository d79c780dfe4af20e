//! Types as they are written, and types of naga.

use ::naga::{ArraySize, Handle, StructMember, Type, TypeInner};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use super::super::ast::{BaseType, Expr, StructSpec, TypeSpec};
use super::super::token::{Span, Symbol};
use super::super::types::{self, Kind, StructId, Ty, vector_size};
use super::scope::Entity;
use super::{BuildResult, Builder, ErrorReported, Member, Struct};

/// Maximum length of an array. The GPU has 96 registers for uniforms.
const MAX_LENGTH: u32 = 1 << 16;

impl Builder<'_> {
    /// Returns the type that is written, with the lengths of arrays after the name.
    pub(super) fn spec(&mut self, spec: &TypeSpec, behind: &[Option<Expr>]) -> BuildResult<Ty> {
        let base = match &spec.base {
            BaseType::Name(name) => self.named_type(*name, spec.span)?,
            BaseType::Struct(found) => self.struct_spec(found, spec.span)?,
        };
        self.with_lengths(base, &spec.lengths, behind)
    }

    /// Returns a type in arrays. Lengths after the name are the outer ones.
    pub(super) fn with_lengths(&mut self, base: Ty, own: &[Option<Expr>], behind: &[Option<Expr>]) -> BuildResult<Ty> {
        let mut ty = base;
        for length in behind.iter().chain(own).rev() {
            let length = match length {
                Some(length) => self.length(length)?,
                None => 0,
            };
            ty = Ty::array(ty, length);
        }
        Ok(ty)
    }

    /// Returns the length of an array.
    fn length(&mut self, expr: &Expr) -> BuildResult<u32> {
        let Some(constant) = self.constant(expr) else {
            return self.error(
                expr.span,
                "the length of an array is not a constant",
                "write a number, or a `const int` with a constant value",
            );
        };
        match constant.integer().and_then(|length| u32::try_from(length).ok()) {
            Some(length @ 1..=MAX_LENGTH) => Ok(length),
            _ => self.error(
                expr.span,
                format!("the length of an array is {constant}; it has to be from 1 to {MAX_LENGTH}"),
                "",
            ),
        }
    }

    /// Returns the type with a name.
    pub(super) fn named_type(&mut self, name: Symbol, span: Span) -> BuildResult<Ty> {
        if let Some(Entity::Type(ty)) = self.scopes.find(name) {
            return Ok(ty.clone());
        }
        let text = self.text(name).to_owned();
        let text = text.as_str();
        if let Some(ty) = self.fixed_struct(text)? {
            return Ok(ty);
        }
        if let Some(ty) = types::by_name(text) {
            if types::is_wide(text) && self.wide.insert(name) {
                let message = format!("numbers of `{text}` have 24 bits on this hardware");
                self.reports.warn(Code::GlslRewritten, span, message, "");
            }
            return Ok(ty);
        }
        let message = format!("the type `{text}` is not declared");
        let help = match text {
            "half" | "half2" | "half3" | "half4" | "float2" | "float3" | "float4" | "float4x4" | "float3x3" => {
                "this is a type of HLSL; types of GLSL are `float`, `vec2`, `vec3`, `vec4`, `mat3`, `mat4`"
            }
            "f32" | "vec4f" | "vec3f" | "vec2f" | "mat4x4f" => {
                "this is a type of WGSL; types of GLSL are `float`, `vec2`, `vec3`, `vec4`, `mat3`, `mat4`"
            }
            _ => "declare a `struct` with this name before it",
        };
        self.error(span, message, help)
    }

    fn struct_spec(&mut self, spec: &StructSpec, span: Span) -> BuildResult<Ty> {
        let mut members = Vec::new();
        for variables in &spec.members {
            for declarator in &variables.declarators {
                let ty = self.spec(&variables.ty, &declarator.lengths)?;
                members.push((declarator.name, ty, declarator.span));
            }
        }
        let id = self.add_struct(spec.name, members)?;
        let ty = Ty::Struct(id);
        if let Some(name) = spec.name {
            self.declare(name, span, Entity::Type(ty.clone()))?;
        }
        Ok(ty)
    }

    /// Adds a struct of members, each with its location.
    pub(super) fn add_struct(
        &mut self,
        name: Option<Symbol>,
        members: Vec<(Symbol, Ty, Span)>,
    ) -> BuildResult<StructId> {
        let mut found: Vec<Member> = Vec::with_capacity(members.len());
        let mut names = FxHashMap::default();
        let mut next = 0;
        for (name, ty, span) in members {
            if names.insert(name, found.len()).is_some() {
                let text = self.text(name).to_owned();
                return self.error(span, format!("`{text}` is a member already"), "use another name");
            }
            let is_opaque = self.is_opaque(&ty);
            found.push(Member {
                name,
                ty,
                index: (!is_opaque).then_some(next),
            });
            next += u32::from(!is_opaque);
        }
        let id = StructId(u32::try_from(self.structs.len()).unwrap_or(u32::MAX));
        self.structs.push(Struct {
            name,
            members: found,
            names,
        });
        Ok(id)
    }

    /// Returns whether a type has no values: a texture, or a struct of textures.
    pub(super) fn is_opaque(&self, ty: &Ty) -> bool {
        match ty.element() {
            Ty::Opaque(_) => true,
            Ty::Struct(id) => self
                .structure(*id)
                .is_some_and(|found| found.members.iter().all(|member| member.index.is_none())),
            _ => false,
        }
    }

    /// Returns a member of a struct.
    pub(super) fn member(&self, id: StructId, name: Symbol) -> Option<&Member> {
        let found = self.structure(id)?;
        found.members.get(*found.names.get(&name)?)
    }

    /// Returns a type as GLSL writes it.
    pub(super) fn shown(&self, ty: &Ty) -> String {
        let scalar = |kind: Kind| match kind {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Uint => "uint",
            Kind::Float => "float",
        };
        match ty {
            Ty::Void => "void".to_owned(),
            Ty::Scalar(kind) => scalar(*kind).to_owned(),
            Ty::Vector(kind, size) => {
                let prefix = match kind {
                    Kind::Float => "",
                    Kind::Bool => "b",
                    Kind::Int => "i",
                    Kind::Uint => "u",
                };
                format!("{prefix}vec{size}")
            }
            Ty::Matrix(columns, rows) if columns == rows => format!("mat{columns}"),
            Ty::Matrix(columns, rows) => format!("mat{columns}x{rows}"),
            Ty::Array(element, length) => {
                let length = if *length == 0 {
                    String::new()
                } else {
                    length.to_string()
                };
                let inner = self.shown(element);
                // The outermost length comes first.
                match inner.split_once('[') {
                    Some((base, rest)) => format!("{base}[{length}][{rest}"),
                    None => format!("{inner}[{length}]"),
                }
            }
            Ty::Struct(id) => match self.structure(*id).and_then(|found| found.name) {
                Some(name) => self.text(name).to_owned(),
                None => "struct".to_owned(),
            },
            Ty::Opaque(_) => "sampler".to_owned(),
        }
    }

    /// Returns the type of naga for a type that has values.
    pub(super) fn naga_type(&mut self, ty: &Ty, span: Span) -> BuildResult<Handle<Type>> {
        if let Some(known) = self.types.get(ty) {
            return Ok(*known);
        }
        let (name, inner) = match ty {
            Ty::Void | Ty::Opaque(_) => return Err(ErrorReported),
            Ty::Scalar(kind) => (None, TypeInner::Scalar(kind.scalar())),
            Ty::Vector(kind, size) => (
                None,
                TypeInner::Vector {
                    size: vector_size(*size),
                    scalar: kind.scalar(),
                },
            ),
            Ty::Matrix(columns, rows) => (
                None,
                TypeInner::Matrix {
                    columns: vector_size(*columns),
                    rows: vector_size(*rows),
                    scalar: Kind::Float.scalar(),
                },
            ),
            Ty::Array(element, length) => {
                let base = self.naga_type(element, span)?;
                let stride = self.layouter[base].to_stride();
                let size = match std::num::NonZeroU32::new(*length) {
                    Some(length) => ArraySize::Constant(length),
                    None => ArraySize::Dynamic,
                };
                (None, TypeInner::Array { base, size, stride })
            }
            Ty::Struct(id) => self.naga_struct(*id, span)?,
        };
        let handle = self.module.types.insert(Type { name, inner }, span.into());
        if self.layouter.update(self.module.to_ctx()).is_err() {
            let shown = self.shown(ty);
            return self.error(span, format!("`{shown}` is too large"), "use shorter arrays");
        }
        self.types.insert(ty.clone(), handle);
        Ok(handle)
    }

    fn naga_struct(&mut self, id: StructId, span: Span) -> BuildResult<(Option<String>, TypeInner)> {
        let found = self.structure(id).ok_or(ErrorReported)?;
        let name = found.name.map(|name| self.text(name).to_owned());
        let members: Vec<_> = found
            .members
            .iter()
            .filter(|member| member.index.is_some())
            .cloned()
            .collect();
        let (mut made, mut end) = (Vec::new(), 0_u32);
        for member in members {
            let ty = self.naga_type(&member.ty, span)?;
            let layout = self.layouter[ty];
            // Offsets have no meaning on the GPU. They only must not overlap.
            let offset = end.checked_next_multiple_of(16);
            let Some((offset, next)) = offset.and_then(|offset| Some((offset, offset.checked_add(layout.size)?)))
            else {
                return self.error(span, "the struct is too large", "use shorter arrays");
            };
            made.push(StructMember {
                name: Some(self.text(member.name).to_owned()),
                ty,
                binding: None,
                offset,
            });
            end = next;
        }
        let span = end.checked_next_multiple_of(16).unwrap_or(end);
        Ok((name, TypeInner::Struct { members: made, span }))
    }
}
