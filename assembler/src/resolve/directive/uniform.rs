//! `.fvec`, `.ivec`, `.bool`: uniforms.

use pica200_objfmt::formats::object::{Linkage, UniformClass};
use pica200_objfmt::isa::register::UniformKind;

use crate::program::{Operand, Storage};
use crate::resolve::declarations::Declaration;
use crate::resolve::{NameKind, Resolver};
use crate::syntax::ast::{Declarator, List};

/// Resolves `.fvec NAME[n] REGISTER, ...`.
pub(in crate::resolve) fn uniforms(resolver: &mut Resolver<'_, '_>, kind: UniformKind, declarators: &List) {
    for declarator in resolver.ast.declarators(declarators) {
        uniform(resolver, kind, declarator);
    }
}

fn uniform(resolver: &mut Resolver<'_, '_>, kind: UniformKind, declarator: &Declarator) {
    resolver.note_declaration(declarator.name);
    let len = match declarator.count {
        Some(count) => resolver.array_len(count, kind),
        None => Some(1),
    };
    let pin = resolver.pin(declarator, kind, len.unwrap_or(1));
    let (Some(len), Some(pin)) = (len, pin) else {
        return resolver.reject(declarator.name);
    };
    let index = resolver.add_uniform(Declaration {
        name: declarator.name,
        class: UniformClass::Uniform(kind),
        first: pin.unwrap_or(0),
        len,
        pinned: pin.is_some(),
        linkage: Linkage::Own,
        position: resolver.position,
    });
    if let Some(index) = index {
        let operand = Operand::new(kind.bank(), Storage::Uniform { index, element: 0 });
        resolver.declare_operand(declarator.name, NameKind::Uniform, operand);
    }
}
