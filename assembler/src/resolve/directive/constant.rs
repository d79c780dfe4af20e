//! `.constf`, `.consti`, `.constfa`: named constants.

use pica200_objfmt::formats::object::{Linkage, UniformClass};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::register::UniformKind;

use crate::diagnostic::{Code, diagnose};
use crate::program::{Operand, Storage};
use crate::resolve::blocks::OpenArray;
use crate::resolve::declarations::Declaration;
use crate::resolve::{NameKind, Resolver, values};
use crate::syntax::ast::{Declarator, List};
use crate::text::Span;

/// Resolves `.constf NAME(x, y, z, w) REGISTER` and `.consti ...`.
pub(in crate::resolve) fn constant(
    resolver: &mut Resolver<'_, '_>,
    kind: UniformKind,
    declarator: &Declarator,
    values: &List,
) {
    resolver.note_declaration(declarator.name);
    let value = values::declared(resolver, kind, declarator.name, values);
    let pin = resolver.pin(declarator, kind, 1);
    let (Some(value), Some(pin)) = (value, pin) else {
        return resolver.reject(declarator.name);
    };
    if let Some(index) = add(resolver, kind, declarator.name, 1, pin) {
        let storage = Storage::Constant { index, element: 0 };
        values::add(resolver, declarator.name, storage, value);
    }
}

/// Resolves `.constfa NAME[n] REGISTER`. Its elements and its `.end` follow.
pub(in crate::resolve) fn array(resolver: &mut Resolver<'_, '_>, keyword: Span, declarator: Option<&Declarator>) {
    // A malformed line inside an array is one of its elements.
    let Some(declarator) = declarator else {
        if resolver.builder.array().is_none() {
            resolver.builder.open_array(keyword, None);
        }
        return;
    };
    resolver.begin_block(keyword);
    resolver.note_declaration(declarator.name);
    let kind = UniformKind::Float;
    let len = match declarator.count {
        Some(count) => resolver.array_len(count, kind),
        // The length is the number of elements that follow. Registers are allocated once it is known.
        None => Some(0),
    };
    let pin = len.and_then(|len| resolver.pin(declarator, kind, len));
    let index = match (len, pin) {
        (Some(len), Some(pin)) => add(resolver, kind, declarator.name, len, pin),
        _ => {
            resolver.reject(declarator.name);
            None
        }
    };
    let span = keyword.to(declarator.name);
    resolver.builder.open_array(span, index);
}

/// Resolves `.constfa (x, y, z, w)`, an element.
pub(in crate::resolve) fn element(resolver: &mut Resolver<'_, '_>, keyword: Span, values: &List) {
    if resolver.builder.array().is_none() {
        if resolver.allow_stray() {
            let help = "begin an array with `.constfa NAME[]`";
            let message = "an element outside a constant array";
            resolver.report(diagnose(Code::ArrayLength, keyword, message).with_help(help));
        }
        resolver.builder.open_array(keyword, None);
    }
    let Some(array) = resolver.builder.array() else {
        return;
    };
    let OpenArray {
        constant,
        count: element,
    } = *array;
    array.count += 1;
    let value = values::declared(resolver, UniformKind::Float, keyword, values);
    let constants = &resolver.declarations.constants;
    let Some((index, declared)) = constant.and_then(|index| Some((index, *constants.get(usize::from(index))?))) else {
        return;
    };
    let limit = match declared.len {
        0 => UniformKind::Float.bank().size(),
        len => len,
    };
    let limit = usize::from(limit);
    if element == limit {
        let name = resolver.text(declared.name);
        let message = format!("too many elements: the array `{name}` has {limit}");
        let diagnostic = diagnose(Code::ArrayLength, keyword, message);
        resolver.report(diagnostic.with_secondary(declared.name, "the array is declared here"));
    }
    if let (Some(value), Ok(number), true) = (value, i16::try_from(element), element < limit) {
        let storage = Storage::Constant { index, element: number };
        values::add(resolver, keyword, storage, value);
    }
}

/// Resolves the `.end` of a constant array.
pub(in crate::resolve) fn close_array(resolver: &mut Resolver<'_, '_>, array: OpenArray) {
    let OpenArray {
        constant: Some(index),
        count,
    } = array
    else {
        return;
    };
    let constants = &mut resolver.declarations.constants;
    let Some(declared) = constants.get_mut(usize::from(index)) else {
        return;
    };
    let elements = u8::try_from(count).unwrap_or(u8::MAX);
    if declared.len == 0 {
        // The explicit register was checked against a length of 0. Allocation reports an array that does not fit.
        declared.len = elements.max(1);
    }
    let (span, len) = (declared.name, declared.len);
    if count == 0 {
        let help = "write `.constfa (x, y, z, w)` before the `.end`";
        let message = format!("the array `{}` has no elements", resolver.text(span));
        resolver.report(diagnose(Code::ArrayLength, span, message).with_help(help));
    }
    for element in elements..len {
        let element = element.into();
        let zero = ConstantValue::Float([Float24::default(); 4]);
        values::add(resolver, span, Storage::Constant { index, element }, zero);
    }
}

fn add(resolver: &mut Resolver<'_, '_>, kind: UniformKind, name: Span, len: u8, pin: Option<u8>) -> Option<u16> {
    let index = resolver.add_constant(Declaration {
        name,
        class: UniformClass::Uniform(kind),
        first: pin.unwrap_or(0),
        len,
        pinned: pin.is_some(),
        linkage: Linkage::Own,
        position: resolver.position,
    })?;
    let operand = Operand::new(kind.bank(), Storage::Constant { index, element: 0 });
    resolver.declare_operand(name, NameKind::Constant, operand);
    Some(index)
}
