//! `.extern`: uniforms and constants of other files.

use pica200_objfmt::formats::object::{Linkage, UniformClass};
use pica200_objfmt::isa::register::UniformKind;

use crate::diagnostic::{Code, diagnose};
use crate::program::{Operand, Storage};
use crate::resolve::declarations::Declaration;
use crate::resolve::{NameKind, Resolver};
use crate::syntax::ast::{Declarator, List};
use crate::text::Span;

/// A kind keyword of `.extern`, with the directive by which the other file declares it.
#[derive(Clone, Copy)]
struct ExternKind {
    word: &'static str,
    kind: UniformKind,
    is_constant: bool,
    /// True if it can be an array, and true if it can be a non-array.
    has_arrays: (bool, bool),
}

const fn uniform(word: &'static str, kind: UniformKind) -> ExternKind {
    ExternKind {
        word,
        kind,
        is_constant: false,
        has_arrays: (true, true),
    }
}

const fn constant(word: &'static str, kind: UniformKind, is_array: bool) -> ExternKind {
    ExternKind {
        word,
        kind,
        is_constant: true,
        has_arrays: (is_array, !is_array),
    }
}

const KINDS: [ExternKind; 6] = [
    uniform("fvec", UniformKind::Float),
    uniform("ivec", UniformKind::Integer),
    uniform("bool", UniformKind::Boolean),
    constant("constf", UniformKind::Float, false),
    constant("consti", UniformKind::Integer, false),
    constant("constfa", UniformKind::Float, true),
];

/// Resolves `.extern KIND NAME[n], ...`.
pub(in crate::resolve) fn externals(resolver: &mut Resolver<'_, '_>, word: Span, declarators: &List) {
    let text = resolver.text(word);
    let kind = KINDS.iter().find(|kind| kind.word.eq_ignore_ascii_case(text));
    if kind.is_none() {
        let message = format!("`{text}` is not a kind of uniform or constant");
        let help =
            "the kinds are `fvec`, `ivec`, `bool`, `constf`, `consti` and `constfa`; procedures need no `.extern`";
        resolver.report(diagnose(Code::InvalidExtern, word, message).with_help(help));
    }
    for declarator in resolver.ast.declarators(declarators) {
        let declared = kind.and_then(|kind| Some((kind, extern_len(resolver, kind, declarator)?)));
        match declared {
            Some((kind, len)) => external(resolver, kind, declarator.name, len),
            None => resolver.reject(declarator.name),
        }
    }
}

/// Returns the length of a declarator: `Some(None)` if the other file's array determines it, `None` for an error.
fn extern_len(resolver: &mut Resolver<'_, '_>, kind: &ExternKind, declarator: &Declarator) -> Option<Option<u8>> {
    let (name, word) = (resolver.text(declarator.name), kind.word);
    if let Some(pin) = declarator.pin {
        let message = format!("a register is chosen for `{name}`, which another file declares");
        let help = "only the file that declares it can choose the register";
        resolver.report(diagnose(Code::InvalidExtern, pin, message).with_help(help));
        return None;
    }
    let (arrays, others) = kind.has_arrays;
    let (span, help) = match declarator.len {
        Some(span) if !arrays => (span, "the kind of an array of constants is `constfa`".to_owned()),
        None if !others => {
            let help = format!("write a length, as in `{name}[4]`, or `{name}[]`");
            (declarator.name, help)
        }
        None => return Some(Some(1)),
        Some(_) => {
            return match declarator.count {
                Some(count) => resolver.array_len(count, kind.kind).map(Some),
                None => Some(None),
            };
        }
    };
    let what = if arrays { "is an array" } else { "is not an array" };
    let message = format!("a `{word}` {what}");
    resolver.report(diagnose(Code::InvalidExtern, span, message).with_help(help));
    None
}

/// Declares a name of another file.
fn external(resolver: &mut Resolver<'_, '_>, extern_kind: &ExternKind, name: Span, len: Option<u8>) {
    let declaration = Declaration {
        name,
        class: UniformClass::Uniform(extern_kind.kind),
        first: 0,
        len: len.unwrap_or(1),
        pinned: false,
        linkage: Linkage::Extern { exact: len.is_some() },
        position: resolver.position,
    };
    let storage = if extern_kind.is_constant {
        let index = resolver.add_constant(declaration);
        index.map(|index| Storage::Constant { index, element: 0 })
    } else {
        let index = resolver.add_uniform(declaration);
        index.map(|index| Storage::Uniform { index, element: 0 })
    };
    if let Some(storage) = storage {
        let operand = Operand::new(extern_kind.kind.bank(), storage);
        resolver.declare_operand(name, NameKind::Extern, operand);
    }
}
