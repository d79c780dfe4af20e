//! Sections: the units that a link keeps, drops and moves.
//!
//! A section is a range of an object's words, usually a procedure. Execution does not fall through from one section
//! into another, and no block or call spans two sections. Sections can therefore be in any order, and a section that no
//! needed section refers to can be dropped:
//!
//! - words outside of procedures keep the procedures on both sides together;
//! - an if, a loop, an entry or a call with an explicit length is in one section with all of these words;
//! - if execution can run past the end of words that it did not reach by a call (an entry procedure, the target of a
//!   jump from elsewhere), or from which a call does not return at its end (a jump leads beyond it, or there are no
//!   words), these words and the following ones are one section;
//! - a jump or a block that leads to the end of the section that contains it joins that section and the next.
//!
//! Links that must keep the words as they are have one section for each object.

use std::ops::Range;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::target;
use pica200_objfmt::formats::object::{Label, Object, Relocation, RelocationKind, words_at_target};
use pica200_objfmt::isa::opcode::Transfer;

use crate::objects::{ObjectId, Objects};
use crate::shaders::Shaders;
use crate::symbols::Symbols;

/// The index of a section: they are numbered in the order of the inputs and of their words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SectionId(pub(crate) usize);

/// A range of an object's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    /// The object.
    pub(crate) object: ObjectId,
    /// The words in the object's code.
    pub(crate) words: Range<u32>,
    /// The ways in which execution enters it.
    pub(crate) entry_kind: EntryKind,
}

/// The ways in which execution enters a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryKind {
    /// Only through calls.
    Calls,
    /// Through calls, and as the start of a shader.
    Starts,
    /// Also in other ways, such as jumps, or from empty procedures before it.
    Otherwise,
}

/// The sections of all objects.
#[derive(Clone, Debug)]
pub(crate) struct Sections {
    list: Vec<Section>,
    /// For each object, its sections, at least one.
    by_object: Vec<Range<usize>>,
    /// For each section, the index range of its relocations among the object's.
    relocations: Vec<Range<usize>>,
}

impl Sections {
    /// Makes one section for each object.
    pub(crate) fn whole(objects: Objects<'_>) -> Self {
        Self::from_cuts(objects, |_, _| Cuts::default())
    }

    /// Splits objects into as many sections as possible.
    pub(crate) fn split(objects: Objects<'_>, shaders: &Shaders, symbols: &Symbols) -> Self {
        let mut starts = vec![Vec::new(); objects.len()];
        for (shader, _) in shaders.iter() {
            if let Some(entry) = symbols.entry(shader) {
                let word = entry.label.label(objects).word;
                let words = word..word.saturating_add(entry.size(objects));
                starts[entry.label.object.0].push(words);
            }
        }
        for (object, relocation) in jumps_elsewhere(objects) {
            if let Some(procedure) = symbols.target(object, relocation.kind) {
                let word = procedure.label(objects).word;
                starts[procedure.object.0].push(word..word);
            }
        }
        Self::from_cuts(objects, |id, object| Cuts::find(object, &starts[id.0]))
    }

    fn from_cuts(objects: Objects<'_>, find: impl Fn(ObjectId, &Object) -> Cuts) -> Self {
        let mut sections = Self {
            list: Vec::new(),
            by_object: Vec::with_capacity(objects.len()),
            relocations: Vec::new(),
        };
        for (id, object) in objects.iter() {
            let first = sections.list.len();
            let cuts = find(id, object);
            sections.list.extend(cuts.runs(object).map(|words| Section {
                object: id,
                entry_kind: cuts.entry_kind_of(&words),
                words,
            }));
            let by_object = first..sections.list.len();
            let words = sections.list[by_object.clone()].iter();
            let relocations = words.map(|section| relocations_of(object, &section.words));
            sections.relocations.extend(relocations);
            sections.by_object.push(by_object);
        }
        sections
    }

    /// Returns the number of sections.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the sections in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SectionId, &Section)> {
        let all = self.list.iter().enumerate();
        all.map(|(number, section)| (SectionId(number), section))
    }

    /// Returns a section.
    pub(crate) fn get(&self, id: SectionId) -> &Section {
        &self.list[id.0]
    }

    /// Drops the words of a section from the object's word `end` on.
    pub(crate) fn cut_off(&mut self, objects: Objects<'_>, id: SectionId, end: u32) {
        let Section { object, words, .. } = &mut self.list[id.0];
        words.end = end;
        self.relocations[id.0] = relocations_of(objects.get(*object), words);
    }

    /// Returns the section that contains an object's word; for the end after the last word, the last section.
    pub(crate) fn at(&self, object: ObjectId, word: u32) -> SectionId {
        let range = self.by_object[object.0].clone();
        let behind = self.list[range.clone()].partition_point(|s| s.words.start <= word);
        SectionId(range.start + behind.saturating_sub(1))
    }

    /// Returns the section that contains a label of an object: if one ends at the label and another begins, the latter.
    pub(crate) fn of_label(&self, object: ObjectId, label: &Label) -> SectionId {
        self.at(object, label.word)
    }

    /// Returns the relocations of a section's instructions.
    pub(crate) fn relocations<'a>(&self, objects: Objects<'a>, id: SectionId) -> &'a [Relocation] {
        let all = &objects.get(self.get(id).object).relocations;
        let own = self.relocations[id.0].clone();
        all.get(own).unwrap_or_default()
    }
}

/// Returns the relocations of some words of an object.
fn relocations_of(object: &Object, words: &Range<u32>) -> Range<usize> {
    let before = |word: u32| {
        let all = &object.relocations;
        all.partition_point(|relocation| relocation.word < word)
    };
    before(words.start)..before(words.end)
}

/// The positions at which an object's words can be cut. A cut at n is between the words n - 1 and n.
#[derive(Default)]
struct Cuts {
    cuts: BitSet,
    /// The first words of sections that are entered by other means than calls.
    other_entries: BitSet,
    /// The subset of `other_entries` with other means than the start of a shader.
    jumped_into: BitSet,
}

impl Cuts {
    /// Finds the cuts of an object. `starts` are the words in which shaders start.
    fn find(object: &Object, starts: &[Range<u32>]) -> Self {
        let mut cuts = Self::default();
        let mut ends = cuts.cut_at_procedures(object);
        for start in starts {
            cuts.keep_together(start.clone());
        }
        let transfers = cuts.keep_blocks_together(object, &mut ends);
        cuts.enter(object, starts, &transfers, &ends);
        cuts.follow_falls(object);
        cuts
    }

    /// Returns the ranges of words between the cuts; one empty range if there are none.
    fn runs(&self, object: &Object) -> impl Iterator<Item = Range<u32>> {
        let len = word_number(object.code.len());
        let ends = self
            .cuts
            .iter()
            .map(word_number)
            .filter(move |&cut| cut > 0 && cut < len);
        let mut start = 0;
        let ends = ends.chain([len]).collect::<Vec<_>>();
        ends.into_iter().map(move |end| {
            let run = start..end;
            start = end;
            run
        })
    }

    /// Removes the cuts within a range of words.
    fn keep_together(&mut self, words: Range<u32>) {
        self.cuts.remove_range(words.start as usize + 1..words.end as usize);
    }

    /// Cuts between consecutive procedures. Words between two procedures that belong to neither keep both together.
    /// Returns the ends of procedures.
    fn cut_at_procedures(&mut self, object: &Object) -> BitSet {
        let mut ends = BitSet::default();
        let mut end = 0;
        for label in &object.labels {
            let Some(procedure) = label.procedure else {
                continue;
            };
            if label.word == end {
                self.cuts.insert(end as usize);
            }
            end = label.word.saturating_add(procedure.size);
            ends.insert(end as usize);
        }
        ends
    }

    /// Removes the cuts within blocks, and within calls with an explicit length; adds the ends of such calls to `ends`.
    /// Returns the targets of jumps and of the ends of blocks.
    fn keep_blocks_together(&mut self, object: &Object, ends: &mut BitSet) -> Vec<ControlTransfer> {
        let mut transfers = Vec::new();
        for relocation in &object.relocations {
            let code = object.code[relocation.word as usize];
            let Some(start) = place_of(object, relocation) else {
                continue;
            };
            let words = start..start.saturating_add(words_at_target(code));
            let from = relocation.word;
            match Transfer::from_word(code) {
                Transfer::Call(_) => {
                    ends.insert(words.end as usize);
                    self.keep_together(words);
                }
                Transfer::Jump(_) => transfers.push(ControlTransfer { from, to: start }),
                _ => {
                    self.keep_together(from.min(words.start)..words.end.max(from + 1));
                    transfers.push(ControlTransfer { from, to: start });
                    let to = words.end;
                    transfers.push(ControlTransfer { from, to });
                }
            }
        }
        transfers
    }

    /// Finds the sections that are entered by other means than calls, or from which a call may not return at its end:
    /// shaders start in them, or control transfers lead to them from elsewhere, or beyond the end of the called words.
    /// A procedure without words falls through into the code after it. A transfer to the end of its section joins that
    /// section with the next one.
    fn enter(&mut self, object: &Object, starts: &[Range<u32>], transfers: &[ControlTransfer], ends: &BitSet) {
        for &ControlTransfer { from, to } in transfers {
            if self.cuts.next(from as usize + 1) == Some(to as usize) {
                self.cuts.remove_range(to as usize..to as usize + 1);
            }
        }
        let first_of = |word: u32| self.cuts.last_up_to(word as usize).unwrap_or(0);
        let escapes = |from: u32, to: u32| {
            let end = ends.next(from as usize + 1);
            end.is_some_and(|end| end <= to as usize)
        };
        let into_words = transfers
            .iter()
            .filter(|&&ControlTransfer { from, to }| first_of(from) != first_of(to) || escapes(from, to));
        let empty = object.labels.iter().filter(|label| {
            let procedure = label.procedure;
            procedure.is_some_and(|procedure| procedure.size == 0)
        });
        self.jumped_into = (into_words.map(|&ControlTransfer { to, .. }| to))
            .chain(empty.map(|label| label.word))
            .map(first_of)
            .collect();
        self.other_entries = self.jumped_into.clone();
        for start in starts {
            self.other_entries.insert(first_of(start.start));
        }
    }

    /// Returns the ways in which execution enters a range of words.
    fn entry_kind_of(&self, words: &Range<u32>) -> EntryKind {
        let first = words.start as usize;
        let moved = self.jumped_into.next(first);
        match self.other_entries.contains(first) {
            false => EntryKind::Calls,
            true if moved.is_none_or(|word| word >= words.end as usize) => EntryKind::Starts,
            true => EntryKind::Otherwise,
        }
    }

    /// Joins sections between which execution can fall through.
    fn follow_falls(&mut self, object: &Object) {
        let runs: Vec<_> = self.runs(object).collect();
        for run in &runs {
            if !self.other_entries.contains(run.start as usize) {
                continue;
            }
            let cut = run.end as usize;
            let last = object.code.get(cut.wrapping_sub(1)).copied();
            let ends = last.map(Transfer::from_word) == Some(Transfer::End);
            if !ends && cut < object.code.len() {
                self.cuts.remove_range(cut..cut + 1);
                self.other_entries.insert(cut);
                let first = self.cuts.last_up_to(cut).unwrap_or(0);
                self.other_entries.insert(first);
            }
        }
    }
}

/// A control transfer that is neither a call nor the step to the next word.
#[derive(Clone, Copy)]
struct ControlTransfer {
    /// The word of the jump, or of the instruction that opens the block.
    from: u32,
    /// The target word.
    to: u32,
}

/// Returns the jumps to procedures of other objects.
fn jumps_elsewhere<'a>(objects: Objects<'a>) -> impl Iterator<Item = (ObjectId, &'a Relocation)> {
    objects.iter().flat_map(|(id, object)| {
        let external = |r: &&Relocation| matches!(r.kind, RelocationKind::External(_));
        let all = object.relocations.iter().filter(external);
        let jumps = all.filter(|r| is_jump(object.code[r.word as usize]));
        jumps.map(move |relocation| (id, relocation))
    })
}

/// Returns true if an instruction is a jump.
fn is_jump(code: u32) -> bool {
    matches!(Transfer::from_word(code), Transfer::Jump(_))
}

/// Returns the target of an instruction in the same object.
fn place_of(object: &Object, relocation: &Relocation) -> Option<u32> {
    match relocation.kind {
        RelocationKind::Word => Some(target(object.code[relocation.word as usize]).start),
        RelocationKind::Label(index) => Some(object.labels.get(usize::from(index))?.word),
        _ => None,
    }
}

fn word_number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
