//! Items without a name that is visible in all of the source: immediate operands, local labels, and local procedures of
//! an object.

use pica200_objfmt::formats::object::{
    Entry, Label, Linkage, Object, Position, Reference, RelocationKind, Visibility, is_local_name,
};
use rustc_hash::FxHashSet;

use super::names::{UsedNames, is_identifier};
use pica200_asm::directive::Directive;
use pica200_objfmt::isa::literal::vector;

/// Returns the index of the first constant that is written as a number. Only constants at the end of the table, in the
/// order in which code reads them, are assembled to the same table again.
pub(super) fn unnamed_constants(object: &Object) -> usize {
    let count = object.constants.len();
    let first = object.constants.iter().position(|constant| constant.is_unnamed());
    first.filter(|&first| are_numbers(object, first)).unwrap_or(count)
}

/// Returns true if all constants from one on can be written as numbers.
fn are_numbers(object: &Object, first: usize) -> bool {
    let Some(constants) = object.constants.get(first..) else {
        return false;
    };
    let index_of = |reference: Reference| match reference {
        Reference::Constant { index, element } => Some((usize::from(index), element)),
        _ => None,
    };
    let of_numbers = |reference| index_of(reference).filter(|(index, _)| *index >= first);
    let values = object.values.len().checked_sub(constants.len());
    let Some((others, values)) = values.and_then(|at| object.values.split_at_checked(at)) else {
        return false;
    };
    let mut read = FxHashSet::default();
    let reads = object.relocations.iter().filter_map(|r| of_numbers(r.register?));
    let reads: Vec<_> = reads.collect();
    let first_reads = reads
        .iter()
        .map(|(index, _)| *index)
        .filter(|&index| read.insert(index));
    let mut seen = FxHashSet::default();
    first_reads.eq(first..object.constants.len())
        && reads.iter().all(|(_, element)| *element == 0)
        && others.iter().all(|value| of_numbers(value.register).is_none())
        && (first..).zip(constants).zip(values).all(|((index, constant), value)| {
            constant.linkage == Linkage::Own
                && !constant.pinned
                && constant.len == 1
                && constant.name == vector(value.value)
                && constant.kind == value.value.kind()
                && index_of(value.register) == Some((index, 0))
                && seen.insert(value.value)
        })
}

/// Returns, for each label, whether it can be local to its procedure.
pub(super) fn local_labels(object: &Object) -> Vec<bool> {
    let containing_procedures = containing_procedures(object);
    let mut known = FxHashSet::default();
    let mut local: Vec<bool> = object
        .labels
        .iter()
        .zip(&containing_procedures)
        .map(|(label, home)| home.is_some() && has_local_name(label) && known.insert((*home, label.name.as_str())))
        .collect();
    for relocation in &object.relocations {
        let RelocationKind::Label(index) = relocation.kind else {
            continue;
        };
        let index = usize::from(index);
        let home = containing_procedures.get(index).copied().flatten();
        let home = home.and_then(|home| object.labels.get(home));
        if let Some(local) = local.get_mut(index) {
            *local &= home.is_some_and(|home| has_word(home, relocation.word));
        }
    }
    local
}

/// Returns true if a local label can have this name.
fn has_local_name(label: &Label) -> bool {
    let name = label.name.strip_prefix('.').unwrap_or_default();
    is_local_name(&label.name) && is_identifier(name.as_bytes()) && Directive::from_name(name).is_none()
}

/// Returns, for each label, the index of the procedure that contains it, including labels at the end of a procedure.
fn containing_procedures(object: &Object) -> Vec<Option<usize>> {
    let mut last = None;
    let labels = object.labels.iter().enumerate();
    labels
        .map(|(index, label)| {
            if label.procedure.is_some() {
                last = Some((index, label));
                return None;
            }
            let (home, procedure) = last?;
            let before = label.word.checked_sub(1);
            let is_in = has_word(procedure, label.word) || before.is_some_and(|word| has_word(procedure, word));
            is_in.then_some(home)
        })
        .collect()
}

/// Returns true if a procedure contains a word.
fn has_word(label: &Label, word: u32) -> bool {
    let size = label.procedure.map_or(0, |procedure| procedure.size);
    word.checked_sub(label.word).is_some_and(|offset| offset < size)
}

/// Renames local procedures that share their name with another procedure, or with a procedure of another object: both
/// are possible in an object merged from several. Returns a note for each new name.
pub(super) fn rename_local_procedures(object: &mut Object) -> Vec<String> {
    let mut taken = UsedNames::default();
    let globals = object.labels.iter().filter(|label| label.is_global());
    for name in globals.map(|label| &label.name).chain(&object.externals) {
        taken.reserve(name);
    }
    let entry = object.entry_procedure().map(str::to_owned);
    let own = object
        .labels
        .iter()
        .position(|label| label.procedure.is_some() && Some(&label.name) == entry.as_ref());
    let mut sentences = Vec::new();
    for (index, label) in object.labels.iter_mut().enumerate() {
        if label.procedure.is_none() || label.is_global() {
            continue;
        }
        let free = taken.unique(&label.name);
        if free == label.name {
            continue;
        }
        sentences.push(format!("`{}`: the name is already in use", label.name));
        if own == Some(index) {
            let named = object.entry.get_or_insert_with(|| Entry {
                name: String::new(),
                length: None,
                position: Position::default(),
            });
            named.name.clone_from(&free);
        }
        label.name = free;
    }
    sentences
}

/// Returns the directive that lists the local procedures of an object, if it has any.
pub(super) fn local_procedures(object: &Object) -> Option<String> {
    let is_local = |label: &&Label| {
        let visibility = label.procedure.map(|procedure| procedure.visibility);
        visibility == Some(Visibility::Local)
    };
    let labels = object.labels.iter().filter(is_local);
    let names: Vec<&str> = labels.map(|label| label.name.as_str()).collect();
    (!names.is_empty()).then(|| format!(".local {}", names.join(", ")))
}
