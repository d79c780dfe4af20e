//! Relocation checks: each pointer has a relocation, and points into its section.

use std::collections::{HashMap, HashSet};

use super::{Problem, Violations};
use crate::container::Bnsh;
use crate::error::Structure;
use crate::program::Code;
use crate::reader::Pointer;
use crate::relocation::{RelocatedPointer, Relocations};

pub(super) fn check(file: &Bnsh<'_>, relocations: &Relocations, violations: &mut Violations) {
    let pointers = file.pointers.iter();
    let pointers = Pointers {
        by_offset: pointers.map(|one| (one.field.offset, one)).collect(),
        are_all: !has_unknown_code(file),
    };
    let mut times: HashMap<usize, usize> = HashMap::new();
    for (_, pointer) in relocated(relocations) {
        *times.entry(pointer.offset).or_default() += 1;
    }
    let mut reported = HashSet::new();
    for Pointer { field, value } in &file.pointers {
        if !times.contains_key(&field.offset) && reported.insert(field.offset) {
            let (target, value) = (field.target, *value);
            let problem = Problem::NoRelocation { target, value };
            violations.add(field.structure, field.offset, problem);
        }
    }
    for (number, RelocatedPointer { offset, value }) in relocated(relocations) {
        let Some(structure) = pointers.owner(offset) else {
            if reported.insert(offset) {
                violations.add(Structure::Relocations, offset, Problem::NoPointer { value });
            }
            continue;
        };
        let times = times.get(&offset).copied().unwrap_or_default();
        if times > 1 && reported.insert(offset) {
            violations.add(structure, offset, Problem::RelocatedAgain { times });
        }
        if let Some(problem) = outside(relocations, number, value) {
            violations.add(structure, offset, problem);
        }
    }
}

/// The fields that hold offsets.
struct Pointers<'f> {
    by_offset: HashMap<usize, &'f Pointer>,
    /// True if all of them are known.
    are_all: bool,
}

impl Pointers<'_> {
    /// Returns the structure that has a pointer at an offset, if any.
    fn owner(&self, offset: usize) -> Option<Structure> {
        match self.by_offset.get(&offset) {
            Some(pointer) => Some(pointer.field.structure),
            None if self.are_all => None,
            None => Some(Structure::Relocations),
        }
    }
}

/// Returns the pointers that the loader relocates, each with its section index. Zeros are skipped.
fn relocated(relocations: &Relocations) -> impl Iterator<Item = (usize, RelocatedPointer)> {
    let sections = relocations.sections.iter().enumerate();
    let all = sections.flat_map(|(number, section)| {
        let pointers = section.pointers.iter();
        pointers.map(move |pointer| (number, *pointer))
    });
    all.filter(|(_, pointer)| pointer.value != 0)
}

/// Returns the problem if an offset does not point into a section. It may point to the end of its section, as the
/// offset of empty byte code does.
fn outside(relocations: &Relocations, number: usize, value: u64) -> Option<Problem> {
    let section = relocations.sections.get(number)?;
    let start = u64::from(section.offset);
    let end = start + u64::from(section.size);
    let is_outside = !(start..=end).contains(&value);
    is_outside.then_some(Problem::Section {
        value,
        section: number,
        start,
        end,
    })
}

/// Returns true if the file has code of unknown structure, whose pointers are therefore unknown.
fn has_unknown_code(file: &Bnsh<'_>) -> bool {
    let variations = file.variations.iter();
    let programs = variations.flat_map(|one| one.programs.iter().flatten());
    let mut code = programs.flat_map(|program| &program.code);
    code.any(|(_, code)| matches!(code, Code::Unknown { .. }))
}
