//! Uniforms and constants of other objects, named by `.extern`.

use pica200_objfmt::formats::object::{Linkage, Object, Reference};
use pica200_objfmt::isa::register::UniformKind;

use super::declarations::Declarations;

/// A name that belongs to another file.
pub(super) struct ExternName<'o> {
    pub(super) name: &'o str,
    pub(super) len: u8,
    pub(super) linkage: Linkage,
    /// Its first element.
    pub(super) reference: Reference,
}

impl ExternName<'_> {
    /// Returns the `.extern` that names it.
    pub(super) fn line(&self, word: &str) -> String {
        let Self { name, len, .. } = self;
        match self.linkage {
            Linkage::Extern { exact: false } => format!(".extern {word} {name}[]"),
            _ if *len > 1 => format!(".extern {word} {name}[{len}]"),
            _ => format!(".extern {word} {name}"),
        }
    }

    /// Returns the facts that no use of the name shows: its length, or that it is declared at all.
    pub(super) fn unstated(&self, object: &Object) -> Option<String> {
        let read = object.relocations.iter().filter_map(|r| r.register);
        let targets = read.chain(object.values.iter().map(|value| value.register));
        let elements = targets.filter_map(|reference| match (reference, self.reference) {
            (Reference::Uniform { index, element }, Reference::Uniform { index: own, .. })
            | (Reference::Constant { index, element }, Reference::Constant { index: own, .. })
                if index == own =>
            {
                Some(i32::from(element) + 1)
            }
            _ => None,
        });
        let Some(shown) = elements.max() else {
            return Some(format!("`{}` of another object: unused", self.name));
        };
        let is_stated = self.linkage != (Linkage::Extern { exact: false });
        (!is_stated && shown.max(1) != i32::from(self.len))
            .then(|| format!("`{}`: at least {} registers", self.name, self.len))
    }
}

/// Returns the note about a declaration that belongs to a library, which no source can express.
pub(super) fn library_note(name: &str, linkage: Linkage) -> Option<String> {
    (linkage == Linkage::Library).then(|| format!("`{name}`: a library declares it"))
}

/// Adds the constants of other files within a range of indices.
pub(super) fn named_constants(object: &Object, from: u16, to: u16, head: &mut Declarations) {
    for (index, constant) in (0..to).zip(&object.constants).skip(usize::from(from)) {
        head.unstated.extend(library_note(&constant.name, constant.linkage));
        if !constant.linkage.is_extern() {
            continue;
        }
        let named = ExternName {
            name: &constant.name,
            len: constant.len,
            linkage: constant.linkage,
            reference: Reference::Constant { index, element: 0 },
        };
        let is_array = constant.len > 1 || constant.linkage == (Linkage::Extern { exact: false });
        head.lines.push(named.line(match constant.kind {
            UniformKind::Float if is_array => "constfa",
            UniformKind::Float => "constf",
            _ => "consti",
        }));
        head.unstated.extend(named.unstated(object));
    }
}
