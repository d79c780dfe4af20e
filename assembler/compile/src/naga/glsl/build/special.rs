//! Names of the language that begin with `gl_`.

use ::naga::{AddressSpace, BuiltIn};
use rustc_hash::FxHashMap;

use super::super::token::{Span, Symbol};
use super::super::types::Ty;
use super::expression::{Meaning, Value};
use super::scope::{Access, Entity};
use super::{BuildResult, Builder, ErrorReported, fixed};
use crate::naga::interface::{Attribute, Input, Output, OutputPart, Place, Slot};

/// The shader's redeclarations of built-in names.
#[derive(Debug, Default)]
pub(super) struct Specials {
    /// The lengths of arrays that it declares again.
    lengths: FxHashMap<Symbol, u32>,
    /// The structs of the language that it uses.
    pub(super) structs: FxHashMap<&'static str, Ty>,
}

/// Returns the value of a limit of the implementation.
pub(super) fn limit(name: &str) -> Option<i32> {
    Some(match name {
        "gl_MaxLights" | "gl_MaxTextureCoords" | "gl_MaxCombinedClipAndCullDistances" | "gl_MaxDrawBuffers" => 8,
        "gl_MaxClipDistances" | "gl_MaxCullDistances" | "gl_MaxClipPlanes" => 6,
        "gl_MaxTextureUnits" | "gl_MaxTextureImageUnits" | "gl_MaxCombinedTextureImageUnits" => 3,
        "gl_MaxVertexAttribs" => 16,
        "gl_MaxVertexUniformVectors" => 96,
        "gl_MaxVertexUniformComponents" => 384,
        "gl_MaxVertexTextureImageUnits" => 0,
        "gl_MaxVaryingVectors" | "gl_MaxVertexOutputVectors" => 7,
        "gl_MaxVaryingFloats" | "gl_MaxVaryingComponents" | "gl_MaxVertexOutputComponents" => 28,
        "gl_MaxFragmentUniformVectors" | "gl_MaxFragmentUniformComponents" => 0,
        _ => return None,
    })
}

/// Returns an input that the GPU does not supply.
fn input(name: &str) -> Option<(BuiltIn, Ty)> {
    Some(match name {
        "gl_VertexID" | "gl_VertexIndex" => (BuiltIn::VertexIndex, Ty::INT),
        "gl_InstanceID" | "gl_InstanceIndex" | "gl_InstanceIDARB" | "gl_InstanceIDEXT" => {
            (BuiltIn::InstanceIndex, Ty::INT)
        }
        "gl_BaseVertex" | "gl_BaseVertexARB" => (BuiltIn::BaseVertex, Ty::INT),
        "gl_BaseInstance" | "gl_BaseInstanceARB" => (BuiltIn::BaseInstance, Ty::INT),
        "gl_DrawID" | "gl_DrawIDARB" => (BuiltIn::DrawIndex, Ty::INT),
        "gl_ViewIndex" => (BuiltIn::ViewIndex, Ty::INT),
        "gl_ViewID_OVR" => (BuiltIn::ViewIndex, Ty::UINT),
        _ => return None,
    })
}

/// Returns an output of the language.
fn output(name: &str) -> Option<(Option<BuiltIn>, Ty)> {
    let array = |element: Ty| Ty::array(element, 0);
    Some(match name {
        "gl_Position" => (Some(BuiltIn::Position { invariant: false }), Ty::VEC4),
        "gl_PointSize" => (Some(BuiltIn::PointSize), Ty::FLOAT),
        "gl_ClipDistance" => (Some(BuiltIn::ClipDistances), array(Ty::FLOAT)),
        "gl_CullDistance" => (Some(BuiltIn::CullDistance), array(Ty::FLOAT)),
        "gl_ClipVertex" => (None, Ty::VEC4),
        "gl_FrontColor" | "gl_BackColor" | "gl_FrontSecondaryColor" | "gl_BackSecondaryColor" => (None, Ty::VEC4),
        "gl_TexCoord" => (None, array(Ty::VEC4)),
        "gl_FogFragCoord" => (None, Ty::FLOAT),
        "gl_Layer" | "gl_ViewportIndex" | "gl_PrimitiveShadingRateEXT" => (None, Ty::INT),
        _ => return None,
    })
}

impl Builder<'_> {
    /// Resolves a name that the shader does not declare.
    pub(super) fn special_name(&mut self, name: Symbol, span: Span) -> BuildResult<Meaning> {
        let text = self.text(name).to_owned();
        if let Some(limit) = limit(&text) {
            return Ok(Meaning::Value(self.known(super::constant::Constant::Int(limit), span)?));
        }
        if let Some(entity) = self.special_entity(name, &text, span)? {
            self.scopes.set_global(name, entity);
            return self.name(name, span);
        }
        if text.starts_with("gl_Frag") || matches!(text.as_str(), "gl_PointCoord" | "gl_FrontFacing" | "gl_SampleID") {
            let message = format!("`{text}` exists in fragment shaders only");
            return self.error(
                span,
                message,
                "this has to be a vertex shader, which writes `gl_Position`",
            );
        }
        let help = self.similar_name(&text);
        // One message is enough for all its uses.
        self.scopes.set_global(name, Entity::Broken);
        self.error(span, format!("`{text}` is not declared"), &help)
    }

    /// Adds the variable of a name of the language.
    fn special_entity(&mut self, name: Symbol, text: &str, span: Span) -> BuildResult<Option<Entity>> {
        if let Some((built_in, ty)) = input(text) {
            return self
                .special_input(text, Some(Slot::BuiltIn(built_in)), &ty, span)
                .map(Some);
        }
        if let Some((built_in, ty)) = output(text) {
            let ty = self.with_declared_length(ty, name);
            return self.special_output(text, built_in, &ty, span).map(Some);
        }
        if let Some(ty) = fixed::attribute(text) {
            self.unlocated.push((self.inputs.len(), name));
            return self.special_input(text, None, &ty, span).map(Some);
        }
        match self.fixed_uniform(text)? {
            Some(ty) => {
                let ty = self.with_declared_length(ty, name);
                self.uniform_entity(name, &ty, span).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Returns an array of the language with the length that the shader declares, or that its indices demand.
    fn with_declared_length(&self, ty: Ty, name: Symbol) -> Ty {
        match (ty, self.specials.lengths.get(&name)) {
            (Ty::Array(element, 0), Some(length)) => Ty::Array(element, *length),
            (ty, _) => self.with_used_length(ty, name),
        }
    }

    fn special_input(&mut self, text: &str, slot: Option<Slot>, ty: &Ty, span: Span) -> BuildResult<Entity> {
        let handle = self.add_global(Some(text), AddressSpace::Private, ty, span)?;
        let attribute = Attribute {
            name: Some(text.to_owned()),
            ty: self.naga_type(ty, span)?,
            slot,
            component: 0,
            span: span.into(),
        };
        self.inputs.push(Input {
            place: Place::Global(handle),
            attributes: vec![attribute],
        });
        Ok(Entity::Global {
            handle,
            path: Vec::new(),
            ty: ty.clone(),
            access: Access::Input,
        })
    }

    fn special_output(&mut self, text: &str, built_in: Option<BuiltIn>, ty: &Ty, span: Span) -> BuildResult<Entity> {
        let handle = self.add_global(Some(text), AddressSpace::Private, ty, span)?;
        let part = OutputPart {
            name: text.to_owned(),
            ty: self.naga_type(ty, span)?,
            slot: built_in.map(Slot::BuiltIn),
            span: span.into(),
        };
        self.outputs.push(Output {
            place: Place::Global(handle),
            parts: vec![part],
        });
        Ok(Entity::Global {
            handle,
            path: Vec::new(),
            ty: ty.clone(),
            access: Access::Writable,
        })
    }

    /// Redeclares a built-in name. Only the lengths of arrays matter.
    pub(super) fn redeclare(&mut self, name: Symbol, ty: &Ty, span: Span) -> BuildResult<()> {
        let text = self.text(name).to_owned();
        let is_known = input(&text).is_some()
            || output(&text).is_some()
            || fixed::attribute(&text).is_some()
            || self.fixed_uniform(&text)?.is_some();
        if !is_known {
            let message = format!("`{text}` is not a name of vertex shaders");
            return self.error(
                span,
                message,
                "names that begin with `gl_` are reserved; use another name",
            );
        }
        if let Ty::Array(_, length @ 1..) = ty {
            self.specials.lengths.insert(name, *length);
        }
        Ok(())
    }

    /// Declares an instance of `gl_PerVertex`, whose members are the outputs of the language.
    pub(super) fn per_vertex_instance(&mut self, instance: Symbol, members: &[Symbol], span: Span) -> BuildResult<()> {
        let mut fields = Vec::new();
        let mut parts = Vec::new();
        for name in members {
            let text = self.text(*name).to_owned();
            let Some((built_in, ty)) = output(&text) else {
                continue;
            };
            let ty = self.with_declared_length(ty, *name);
            parts.push(OutputPart {
                name: text,
                ty: self.naga_type(&ty, span)?,
                slot: built_in.map(Slot::BuiltIn),
                span: span.into(),
            });
            fields.push((*name, ty, span));
        }
        if fields.is_empty() {
            return Ok(());
        }
        let ty = Ty::Struct(self.add_struct(None, fields)?);
        let text = self.text(instance).to_owned();
        let handle = self.add_global(Some(&text), AddressSpace::Private, &ty, span)?;
        self.outputs.push(Output {
            place: Place::Global(handle),
            parts,
        });
        self.declare(
            instance,
            span,
            Entity::Global {
                handle,
                path: Vec::new(),
                ty,
                access: Access::Writable,
            },
        )
    }

    /// Returns the position as the fixed functions transform it.
    pub(super) fn ftransform(&mut self, span: Span) -> BuildResult<Value> {
        let mut sides = Vec::new();
        for name in ["gl_ModelViewProjectionMatrix", "gl_Vertex"] {
            let name = self.interner.intern(name);
            let meaning = self.special_or_declared(name, span)?;
            sides.push(match meaning {
                Meaning::Place(place) => self.load(&place, span)?,
                Meaning::Value(value) => value,
            });
        }
        let [matrix, vertex] = sides.as_slice() else {
            return Err(ErrorReported);
        };
        self.binary(::naga::BinaryOperator::Multiply, matrix, vertex, Ty::VEC4, span)
    }

    fn special_or_declared(&mut self, name: Symbol, span: Span) -> BuildResult<Meaning> {
        match self.scopes.find(name) {
            Some(_) => self.name(name, span),
            None => self.special_name(name, span),
        }
    }

    /// Returns the advice for an undeclared name: a similar one.
    fn similar_name(&self, text: &str) -> String {
        if self.reports.is_full() {
            return String::new();
        }
        let specials = [
            "gl_Position",
            "gl_PointSize",
            "gl_VertexID",
            "gl_InstanceID",
            "gl_Vertex",
            "gl_Normal",
            "gl_Color",
        ];
        let declared = self.scopes.names().map(|name| self.text(name));
        similar(text, declared.chain(specials))
    }

    pub(super) fn similar_function(&self, text: &str) -> String {
        if self.reports.is_full() {
            return String::new();
        }
        let other = match text {
            "lerp" => "mix",
            "frac" => "fract",
            "rsqrt" | "inverseSqrt" => "inversesqrt",
            "saturate" => return "write `clamp(x, 0.0, 1.0)`".to_owned(),
            "mul" => return "write `a * b`".to_owned(),
            "atan2" => return "write `atan(y, x)`".to_owned(),
            "fmod" => "mod",
            "ddx" => "dFdx",
            "ddy" => "dFdy",
            _ => {
                let mut all: Vec<&str> = super::builtin::names().collect();
                all.extend(self.functions.keys().map(|name| self.text(*name)));
                return similar(text, all.into_iter());
            }
        };
        format!("write `{other}`")
    }

    pub(super) fn similar_member(&self, id: super::super::types::StructId, text: &str) -> String {
        if self.reports.is_full() {
            return String::new();
        }
        let members = self.structure(id).map_or(&[][..], |found| &found.members);
        similar(text, members.iter().map(|member| self.text(member.name)))
    }
}

/// Returns a question about a similar name.
fn similar<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
    let distance = |name: &str| strsim::damerau_levenshtein(&wanted.to_lowercase(), &name.to_lowercase());
    let most = match wanted.len() {
        0..=2 => return String::new(),
        3..=4 => 1,
        _ => 2,
    };
    let near = names.filter(|name| wanted.len() < 64 && name.len().abs_diff(wanted.len()) <= most);
    let near = near
        .map(|name| (distance(name), name))
        .filter(|(distance, _)| *distance <= most);
    near.min()
        .map_or(String::new(), |(_, name)| format!("did you mean `{name}`?"))
}
