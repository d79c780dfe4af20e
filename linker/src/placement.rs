//! Section layout.
//!
//! Only one thing moves within an object: an empty procedure before its first word gets a padding NOP if any word
//! precedes the object, even one that is dropped, because the hardware cannot return from a procedure without words. At
//! the very beginning of a link, such a procedure stays empty, as in picasso.

use std::ops::Range;

use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::formats::object::{Label, Object, Position, Relocation};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;

use crate::objects::{ObjectId, Objects, SourceLoc};
use crate::problem::Problem;
use crate::report::Report;
use crate::sections::{Section, SectionId, Sections};
use crate::symbols::{EntryPoint, LabelId};

/// The start of a section.
#[derive(Clone, Copy, Debug)]
struct SectionStart {
    /// The number of words before the section.
    base: u32,
    /// The number of padding NOPs at its start.
    padding: u32,
}

/// The sections that the program contains.
#[derive(Clone, Debug)]
pub(crate) struct SectionOrder {
    /// The sections that are placed, in program order.
    pub(crate) order: Vec<SectionId>,
    /// For each folded section, the section that replaces it.
    pub(crate) folded: Vec<(SectionId, SectionId)>,
}

impl SectionOrder {
    /// Returns an arrangement of all sections in order.
    pub(crate) fn all(sections: &Sections) -> Self {
        Self {
            order: sections.iter().map(|(id, _)| id).collect(),
            folded: Vec::new(),
        }
    }
}

/// The program's code, and the layout of its parts.
pub(crate) struct Placement<'s> {
    sections: &'s Sections,
    arrangement: &'s SectionOrder,
    /// For each section, its start; `None` if it is dropped.
    places: Vec<Option<SectionStart>>,
    /// The words.
    pub(crate) code: Vec<u32>,
    /// For each word, its origin.
    pub(crate) lines: Vec<(ObjectId, Position)>,
}

/// An instruction that linking changes, with its address.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    /// The section.
    pub(crate) section: SectionId,
    /// The object.
    pub(crate) object: ObjectId,
    /// The change to make.
    pub(crate) relocation: &'a Relocation,
    /// The address in the program, in words.
    pub(crate) word: u32,
}

impl Placement<'_> {
    /// Returns the address of a word in a section, or of the end after its last word.
    pub(crate) fn word(&self, id: SectionId, word: u32) -> Option<u32> {
        let place = self.places[id.0]?;
        let within = word.checked_sub(self.sections.get(id).words.start)?;
        Some(place.base + place.padding + within)
    }

    /// Returns the words of a procedure, or the address of a label. Returns `None` if it is dropped.
    pub(crate) fn span(&self, object: ObjectId, label: &Label) -> Option<WordSpan> {
        let id = self.section_of(object, label)?;
        let place = self.places[id.0]?;
        let end = self.sections.get(id).words.end;
        let size = label.procedure.map_or(0, |procedure| procedure.size);
        let size = size.min(end.saturating_sub(label.word));
        Some(if label.word == 0 {
            let padded = label.is_head_procedure() && place.padding > 0;
            WordSpan {
                start: place.base + place.padding.min(label.head_rank.into()),
                size: if padded { 1 } else { size },
            }
        } else {
            WordSpan {
                start: self.word(id, label.word)?,
                size,
            }
        })
    }

    /// Returns the words in which a shader starts.
    pub(crate) fn entry_span(&self, objects: Objects<'_>, entry: EntryPoint) -> WordSpan {
        let LabelId { object, .. } = entry.label;
        let span = self.span(object, entry.label.label(objects));
        // Entry points are always placed.
        let span = span.unwrap_or(WordSpan { start: 0, size: 0 });
        WordSpan {
            size: entry.length.unwrap_or(span.size),
            ..span
        }
    }

    /// Returns the section with which a label is placed: the one that begins at it or contains it; if that is dropped,
    /// the one that ends there.
    fn section_of(&self, object: ObjectId, label: &Label) -> Option<SectionId> {
        let id = self.sections.of_label(object, label);
        let Section { words, .. } = self.sections.get(id);
        if self.places[id.0].is_some() {
            return (label.word <= words.end).then_some(id);
        }
        let before = SectionId(id.0.checked_sub(1)?);
        let section = self.sections.get(before);
        let ends_there = section.object == object && section.words.end == label.word;
        let is_inside = label.procedure.is_none() && self.places[before.0].is_some();
        (label.word == words.start && ends_there && is_inside).then_some(before)
    }

    /// Returns a section.
    pub(crate) fn section(&self, id: SectionId) -> &Section {
        self.sections.get(id)
    }

    /// Returns true if a label is in a folded section.
    pub(crate) fn is_folded(&self, object: ObjectId, label: &Label) -> bool {
        let id = self.section_at(object, label);
        let folded = &self.arrangement.folded;
        folded.binary_search_by_key(&id, |&(gone, _)| gone).is_ok()
    }

    /// Returns the section that contains a label.
    pub(crate) fn section_at(&self, object: ObjectId, label: &Label) -> SectionId {
        self.sections.of_label(object, label)
    }

    /// Returns the sections in the program, in program order, with their words.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (SectionId, Range<u32>)> {
        self.arrangement.order.iter().filter_map(|&id| {
            let words = &self.section(id).words;
            Some((id, self.word(id, words.start)?..self.word(id, words.end)?))
        })
    }

    /// Returns the instructions that linking changes, in program order.
    pub(crate) fn sites<'a>(&self, objects: Objects<'a>) -> impl Iterator<Item = Site<'a>> {
        let placed = self.arrangement.order.iter().filter_map(|&id| {
            let Section { object, words, .. } = self.sections.get(id);
            // All words of the section move by the same distance.
            let moved = self.word(id, words.start)?.wrapping_sub(words.start);
            Some((id, *object, moved))
        });
        placed.flat_map(move |(section, object, moved)| {
            let relocations = self.sections.relocations(objects, section).iter();
            relocations.map(move |relocation| Site {
                section,
                object,
                relocation,
                word: relocation.word.wrapping_add(moved),
            })
        })
    }

    /// Returns the origin of a word.
    pub(crate) fn loc(&self, word: u32) -> SourceLoc {
        let (object, position) = self.lines[word as usize];
        object.at(position)
    }

    /// Returns true if all words can be addressed.
    pub(crate) fn fits(&self) -> bool {
        self.code.len() <= limits::CODE_WORDS
    }
}

/// Lays out sections. Targets are still relative to each object.
pub(crate) fn place<'s>(
    objects: Objects<'_>,
    sections: &'s Sections,
    arrangement: &'s SectionOrder,
    report: &mut Report<'_>,
) -> Placement<'s> {
    let mut placement = Placement {
        sections,
        arrangement,
        places: vec![None; sections.len()],
        code: Vec::new(),
        lines: Vec::new(),
    };
    let first_with_words = objects
        .iter()
        .position(|(_, object)| !object.code.is_empty())
        .unwrap_or(objects.len());
    for &id in &arrangement.order {
        let Section { object, words, .. } = sections.get(id);
        let contents = objects.get(*object);
        let base = placement.code.len();
        if words.start == 0 && (base > 0 || object.0 > first_with_words) {
            pad_head(*object, contents, &mut placement, report);
        }
        placement.places[id.0] = Some(SectionStart {
            base: word_number(base),
            padding: word_number(placement.code.len() - base),
        });
        let words = words.start as usize..words.end as usize;
        placement.code.extend_from_slice(&contents.code[words.clone()]);
        let lines = contents.lines[words].iter();
        placement.lines.extend(lines.map(|&position| (*object, position)));
    }
    for (gone, kept) in &arrangement.folded {
        placement.places[gone.0] = placement.places[kept.0];
    }
    if !placement.fits() {
        let problem = Problem::CodeTooLong {
            words: placement.code.len(),
        };
        let loc = placement.loc(word_number(limits::CODE_WORDS));
        report.error(problem, [(loc, "the first word that does not fit")]);
    }
    placement
}

/// Pads the empty procedures at the start of an object, or reports the missing padding.
fn pad_head(id: ObjectId, object: &Object, placement: &mut Placement<'_>, report: &mut Report<'_>) {
    for label in object.head_procedures() {
        let end = label.procedure.map_or(label.position, |procedure| procedure.end);
        if object.padding {
            placement.code.push(Opcode::Nop.base_word());
            placement.lines.push((id, end));
        } else {
            report.warning(Problem::PaddingNopRequired, [(id.at(end), "the procedure is empty")]);
        }
    }
}

/// Converts a number of words to the type of addresses. Larger numbers are rejected elsewhere.
fn word_number(words: usize) -> u32 {
    u32::try_from(words).unwrap_or(u32::MAX)
}
