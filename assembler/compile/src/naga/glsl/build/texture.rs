//! Textures and images, and functions of other stages.

use super::super::ast::{Callee, Expr, ExprKind};
use super::super::token::Span;
use super::super::types::{self, Kind, Opaque, Ty};
use super::expression::Value;
use super::scope::Entity;
use super::{BuildResult, Builder};

/// Returns whether a function reads a texture or an image.
pub(super) fn exists(name: &str) -> bool {
    let others = [
        "texelFetch",
        "imageLoad",
        "imageSize",
        "imageSamples",
        "subpassLoad",
        "sparse",
    ];
    let of_older = name.strip_prefix("texture").or_else(|| name.strip_prefix("shadow"));
    let is_older = of_older.is_some_and(|rest| {
        rest.is_empty() || rest.starts_with(|first: char| first.is_ascii_uppercase() || first.is_ascii_digit())
    });
    is_older || others.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns the reason why a function cannot be executed in a vertex shader, and an alternative.
pub(super) fn other_stage(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "dFdx" | "dFdy" | "fwidth" | "dFdxFine" | "dFdyFine" | "fwidthFine" | "dFdxCoarse" | "dFdyCoarse"
        | "fwidthCoarse" => (
            "derivatives exist in fragment shaders only",
            "compute the difference in the application",
        ),
        "interpolateAtCentroid" | "interpolateAtSample" | "interpolateAtOffset" => {
            ("interpolation exists in fragment shaders only", "do without it")
        }
        "EmitVertex" | "EndPrimitive" | "EmitStreamVertex" | "EndStreamPrimitive" => (
            "vertices are emitted in geometry shaders only",
            "compile the vertex shader alone",
        ),
        "barrier"
        | "memoryBarrier"
        | "memoryBarrierShared"
        | "memoryBarrierBuffer"
        | "memoryBarrierImage"
        | "groupMemoryBarrier"
        | "memoryBarrierAtomicCounter" => (
            "a barrier; invocations of a vertex shader do not know each other",
            "remove the barrier",
        ),
        "noise1" | "noise2" | "noise3" | "noise4" => (
            "the functions `noise1` to `noise4` are implementation-defined, and not available",
            "compute the noise in the shader, or pass it as an attribute",
        ),
        "anyInvocation"
        | "allInvocations"
        | "allInvocationsEqual"
        | "anyInvocationARB"
        | "allInvocationsARB"
        | "allInvocationsEqualARB" => (
            "a subgroup or workgroup operation; invocations are independent on this hardware",
            "do without it",
        ),
        _ if name.starts_with("subgroup") => (
            "a subgroup or workgroup operation; invocations are independent on this hardware",
            "do without it",
        ),
        _ => return None,
    })
}

/// Returns the result type of a function of another stage; `None` if it is the type of the first argument.
pub(super) fn other_stage_type(name: &str) -> Option<Ty> {
    Some(match name {
        "noise1" => Ty::FLOAT,
        "noise2" => Ty::VEC2,
        "noise3" => Ty::VEC3,
        "noise4" => Ty::VEC4,
        "subgroupElect"
        | "subgroupAll"
        | "subgroupAny"
        | "subgroupAllEqual"
        | "anyInvocation"
        | "allInvocations"
        | "allInvocationsEqual"
        | "anyInvocationARB"
        | "allInvocationsARB"
        | "allInvocationsEqualARB" => Ty::BOOL,
        _ if name.contains("arrier") || name.starts_with("Emit") || name.starts_with("End") => Ty::Void,
        _ => return None,
    })
}

impl Builder<'_> {
    /// Returns the type of an expression that is a texture or sampler.
    pub(super) fn opaque_type(&mut self, expr: &Expr) -> Option<Ty> {
        let ty = self.static_type(expr)?;
        self.is_opaque(&ty).then_some(ty)
    }

    /// Returns the type of an expression made of names, members and indices, and of the constructor of a sampler.
    fn static_type(&mut self, expr: &Expr) -> Option<Ty> {
        match &expr.kind {
            ExprKind::Name(name) => match self.scopes.find(*name)? {
                Entity::Opaque(ty) => Some(ty.clone()),
                Entity::Global { ty, .. } | Entity::Local { ty, .. } | Entity::Argument { ty, .. } => Some(ty.clone()),
                _ => None,
            },
            ExprKind::Member(base, name, _) => match self.static_type(base)? {
                Ty::Struct(id) => Some(self.member(id, *name)?.ty.clone()),
                _ => None,
            },
            ExprKind::Index(base, _) => match self.static_type(base)? {
                Ty::Array(element, _) => Some((*element).clone()),
                _ => None,
            },
            ExprKind::Call {
                callee: Callee::Name(name),
                ..
            } => {
                let ty = types::by_name(self.text(*name))?;
                matches!(ty, Ty::Opaque(_)).then_some(ty)
            }
            _ => None,
        }
    }

    /// Returns a stand-in for the result of a function that reads a texture.
    pub(super) fn texture(&mut self, name: &str, arguments: &[Expr], span: Span) -> BuildResult<Value> {
        let opaque = match arguments.first().and_then(|first| self.opaque_type(first)) {
            Some(Ty::Opaque(opaque)) => opaque,
            _ => {
                let message = format!("the first argument of `{name}` has to be a texture");
                return self.error(span, message, "");
            }
        };
        for argument in arguments.iter().skip(1) {
            if self.opaque_type(argument).is_none() {
                self.value(argument)?;
            }
        }
        let ty = result(name, opaque);
        let message = "no texture can be read in a vertex shader";
        self.refused(message, "pass the value as an attribute", &ty, span)
    }
}

/// Returns the type of the result of a function that reads a texture.
fn result(name: &str, texture: Opaque) -> Ty {
    if name.contains("Size") {
        return Ty::new(Kind::Int, texture.dimensions);
    }
    if name.contains("Query") {
        return if name.contains("Lod") { Ty::VEC2 } else { Ty::INT };
    }
    if name.contains("Samples") {
        return Ty::INT;
    }
    // The functions of older versions return a vector for shadows.
    let is_gather = name.contains("Gather");
    if texture.is_shadow && !is_gather && !name.starts_with("shadow") {
        return Ty::FLOAT;
    }
    Ty::Vector(texture.kind, 4)
}
