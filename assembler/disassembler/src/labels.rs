//! Names of procedures, and labels.

use std::collections::BTreeMap;

use bstr::BStr;

use pica200_objfmt::flow::{WordSpan, target};
use pica200_objfmt::formats::object::{Object, is_local_name};
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::instruction::Instruction;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Code;
use super::names::{UsedNames, similar_name};
use super::sources::Part;
use super::structure::{Blocks, Procedures, Structure, jump};

/// Returns the words from a shader's entry point to its end, unless the end comes first.
pub(super) fn entry_span(shader: &Shader) -> Option<WordSpan> {
    (shader.entry <= shader.end).then(|| shader.entry_span())
}

/// Returns the words that a call runs.
pub(super) fn called(instruction: &Instruction) -> Option<WordSpan> {
    instruction.opcode.filter(|opcode| opcode.is_call())?;
    Some(target(instruction.encode()))
}

/// Names all procedures, by index. Names in label tables are kept if the language allows them.
pub(super) fn name_procedures(structure: &Structure<'_>, parts: &[Part]) -> Vec<String> {
    let procedures = &structure.procedures;
    let preferred_names = preferred_names(structure);
    let entry_procedures = entry_procedures(structure, parts);
    let mut taken = UsedNames::default();
    // Only procedures that are entry points of their sources can share a name.
    let mut shareable: FxHashMap<&str, bool> = FxHashMap::default();
    let spans = procedures.spans().iter().enumerate();
    spans
        .map(|(number, span)| {
            let Some(preferred) = preferred_names.get(&number) else {
                return taken.unique(&format!("proc_{:03x}", span.start));
            };
            let own = entry_procedures.contains_key(&number);
            if taken.reserve(preferred) {
                shareable.insert(preferred, own);
                return preferred.clone();
            }
            if own && shareable.get(preferred.as_str()) == Some(&true) {
                return preferred.clone();
            }
            taken.unique(preferred)
        })
        .collect()
}

/// Returns the preferred names of procedures: from label tables, otherwise `main` for entry procedures.
fn preferred_names(structure: &Structure<'_>) -> FxHashMap<usize, String> {
    let Structure {
        shbin,
        empty,
        procedures,
        ..
    } = structure;
    let mut preferred_names = FxHashMap::default();
    for (number, span) in procedures.spans().iter().enumerate().filter(|(_, s)| s.size == 0) {
        if let Some((name, _)) = empty.get(span.start, procedures.index_at_offset(number)) {
            preferred_names.insert(number, similar_name(name));
        }
    }
    for label in shbin.shaders.iter().flat_map(|shader| &shader.labels) {
        let Some(size) = label.size else { continue };
        let start = label.word;
        if let Some(number) = procedures.exactly(WordSpan { start, size }) {
            let name = || similar_name(label.name.as_ref());
            preferred_names.entry(number).or_insert_with(name);
        }
    }
    for (index, shader) in shbin.shaders.iter().enumerate() {
        let Some(number) = entry_span(shader).and_then(|span| procedures.exactly(span)) else {
            continue;
        };
        preferred_names
            .entry(number)
            .or_insert_with(|| match shbin.shaders.len() {
                1 => "main".to_owned(),
                _ => format!("main{index}"),
            });
    }
    preferred_names
}

/// Returns the procedures that are entry points of the shader whose source contains them, and that no other source
/// names.
fn entry_procedures(structure: &Structure<'_>, parts: &[Part]) -> FxHashMap<usize, usize> {
    let (shbin, procedures) = (structure.shbin, &structure.procedures);
    let mut own = FxHashMap::default();
    for (part, shader) in parts.iter().enumerate().filter_map(|(n, p)| Some((n, p.shader?))) {
        let entry = shbin.shaders.get(shader).and_then(entry_span);
        let number = entry.and_then(|span| procedures.exactly(span));
        if let Some(number) = number.filter(|n| parts[part].procedures.contains(n)) {
            own.insert(number, part);
        }
    }
    for (number, part) in uses(structure, parts) {
        if own.get(&number).is_some_and(|&home| home != part) {
            own.remove(&number);
        }
    }
    own
}

/// Returns the procedures that each source names: called procedures, and its entry point.
fn uses(structure: &Structure<'_>, parts: &[Part]) -> Vec<(usize, usize)> {
    let Structure {
        shbin,
        code,
        procedures,
        ..
    } = structure;
    let mut uses = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let words = part.words.start as usize..part.words.end as usize;
        let calls = code.get(words).unwrap_or_default().iter().filter_map(called);
        let entry = part.shader.and_then(|shader| entry_span(shbin.shaders.get(shader)?));
        let named = calls.chain(entry).filter_map(|span| procedures.exactly(span));
        uses.extend(named.map(|procedure| (procedure, number)));
    }
    uses
}

/// A label of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    pub(super) name: String,
    /// Number of procedures that start at its word and precede it.
    pub(super) procedures_before: usize,
    /// True if it is in the last of these procedures, which has no words: padding would follow it.
    pub(super) inside: bool,
    /// True if it is in the procedure that ends at its word, because it is local to that procedure.
    pub(super) closes: bool,
}

/// The labels of one source, by word.
#[derive(Default, Debug)]
pub(super) struct Labels {
    pub(super) by_word: BTreeMap<u32, Vec<Label>>,
}

/// Returns the labels of each source: from label tables, and those that statements need.
pub(super) fn labels(structure: &Structure<'_>, parts: &[Part]) -> Vec<Labels> {
    let Structure {
        shbin,
        code,
        procedures,
        blocks,
        ..
    } = structure;
    let mut sources_labels: Vec<_> = parts
        .iter()
        .map(|_| (Labels::default(), UsedNames::default()))
        .collect();
    let own: FxHashMap<_, _> = (0..)
        .zip(parts)
        .filter_map(|(home, part)| Some((part.shader?, home)))
        .collect();
    let mut known = FxHashSet::default();
    for (index, shader) in shbin.shaders.iter().enumerate() {
        let own = own.get(&index).copied();
        from_table(own, shader, procedures, parts, &mut known, &mut sources_labels);
    }
    for (part, (labels, taken)) in parts.iter().zip(&mut sources_labels) {
        for word in part.words.clone() {
            let Some(offset) = needed(code, word, procedures, blocks) else {
                continue;
            };
            if (part.words.start..=part.words.end).contains(&offset) {
                labels.need(offset, taken);
            }
        }
        if let Some(offset) = explicit_entry(shbin, part, procedures) {
            labels.need(offset, taken);
        }
    }
    sources_labels.into_iter().map(|(labels, _)| labels).collect()
}

/// Adds the labels of a shader's table to the sources that contain them: to the shader's own source, `own`, if
/// possible. `known` has the labels of the earlier tables.
fn from_table<'s>(
    own: Option<usize>,
    shader: &'s Shader,
    procedures: &Procedures,
    parts: &[Part],
    known: &mut FxHashSet<(usize, u32, &'s BStr)>,
    sources_labels: &mut [(Labels, UsedNames)],
) {
    // The word of the last procedures, and the number of procedures that start there.
    let mut begun = (0, 0);
    for label in &shader.labels {
        let offset = label.word;
        let before = if begun.0 == offset { begun.1 } else { 0 };
        let span = label.size.map(|size| WordSpan { start: offset, size });
        if span.is_some_and(|span| procedures.exactly(span).is_some()) {
            begun = (offset, before + 1);
            continue;
        }
        let holds = |home: &usize| {
            let words = parts.get(*home).map(|part| &part.words);
            words.is_some_and(|words| (words.start..=words.end).contains(&offset))
        };
        let any = || Some(parts.partition_point(|part| part.words.end < offset)).filter(holds);
        let Some(home) = own.filter(holds).or_else(any) else {
            continue;
        };
        if !known.insert((home, offset, label.name.as_ref())) {
            continue;
        }
        if let Some((labels, taken)) = sources_labels.get_mut(home) {
            let name = taken.unique(&similar_name(label.name.as_ref()));
            labels.add(offset, name, before);
        }
    }
}

/// Returns the word for which another word needs a label, if it needs one.
fn needed(code: &[Instruction], word: u32, procedures: &Procedures, blocks: &Blocks) -> Option<u32> {
    let unnamed = |span: &WordSpan| procedures.exactly(*span).is_none();
    let call = || called(code.get(word as usize)?).filter(unnamed);
    jump(code, word as usize, blocks).or_else(|| Some(call()?.start))
}

/// Returns the entry point of a source's shader if it is in the source but not at the start of a procedure.
pub(super) fn explicit_entry(shbin: &Shbin, part: &Part, procedures: &Procedures) -> Option<u32> {
    let span = entry_span(shbin.shaders.get(part.shader?)?)?;
    (part.has(span) && procedures.exactly(span).is_none()).then_some(span.start)
}

impl Labels {
    /// Returns the labels of an object, and those that statements need.
    pub(super) fn from_object(object: &Object, code: &Code) -> Self {
        let mut labels = Self::default();
        let mut taken = UsedNames::default();
        // The word of the last procedures, and the number of procedures that start there.
        let mut begun = (0, 0);
        let mut end = None;
        for label in &object.labels {
            let before = if begun.0 == label.word { begun.1 } else { 0 };
            if let Some(procedure) = label.procedure {
                begun = (label.word, before + 1);
                end = (procedure.size > 0).then_some(label.word + procedure.size);
            } else {
                let name = if is_local_name(&label.name) {
                    label.name.clone()
                } else {
                    taken.unique(&label.name)
                };
                let closes = is_local_name(&name) && end == Some(label.word);
                labels.add(label.word, name, before);
                // The order of procedures and labels is kept.
                let here = labels.by_word.get_mut(&label.word).filter(|_| closes);
                for label in here.into_iter().flatten() {
                    label.closes = true;
                }
                let rank = usize::from(label.head_rank);
                let added = labels.by_word.get_mut(&label.word).and_then(|l| l.last_mut());
                if let Some(added) = added.filter(|_| label.word == 0) {
                    added.inside = rank < before;
                }
            }
        }
        for word in (0..).take(code.instructions.len()) {
            let offset = needed(&code.instructions, word, &code.procedures, &code.blocks);
            let record = code.records.get(&word);
            let is_named = record.is_some_and(|record| record.is_raw || record.target.is_some());
            if let Some(offset) = offset.filter(|_| !is_named) {
                labels.need(offset, &mut taken);
            }
        }
        labels
    }

    /// Adds a label at a word unless there is one.
    fn need(&mut self, offset: u32, taken: &mut UsedNames) {
        if self.at(offset).is_none() {
            let name = taken.unique(&format!("label_{offset:03x}"));
            self.add(offset, name, usize::MAX);
        }
    }

    fn add(&mut self, word: u32, name: String, procedures_before: usize) {
        let label = Label {
            name,
            procedures_before,
            inside: false,
            closes: false,
        };
        self.by_word.entry(word).or_default().push(label);
    }

    /// Returns the name of a label at a word that is visible in all of the source.
    pub(super) fn at(&self, word: u32) -> Option<&str> {
        let labels = self.by_word.get(&word)?.iter();
        let mut names = labels.map(|label| label.name.as_str());
        names.find(|name| !is_local_name(name))
    }
}
