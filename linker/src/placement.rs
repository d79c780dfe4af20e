//! Where the code of each object stands in the program.
//!
//! Objects follow each other in the order of the link. Only one thing moves within an object: an empty procedure
//! before its first word gets a padding NOP if any word precedes the object, since the machine cannot return from a
//! procedure without words; at the very head of a link such a procedure stays empty, as the incumbent leaves it.

use pica200_objfmt::flow::Span;
use pica200_objfmt::limits;
use pica200_objfmt::object::{Label, Object, Position};
use pica200_objfmt::opcode::Opcode;

use crate::objects::{ObjectId, Objects, Spot};
use crate::problem::Problem;
use crate::report::Report;

/// Where one object's code stands.
#[derive(Clone, Copy)]
struct ObjectPlace {
    /// The program's words before the object's.
    base: u32,
    /// How many padding NOPs stand at the object's head.
    padding: u32,
}

/// The program's code, and where everything in it is.
pub(crate) struct Placement {
    objects: Vec<ObjectPlace>,
    /// The words.
    pub(crate) code: Vec<u32>,
    /// For each word, where it comes from.
    pub(crate) lines: Vec<(ObjectId, Position)>,
}

impl Placement {
    /// The place of an object's word.
    pub(crate) fn word(&self, object: ObjectId, word: u32) -> u32 {
        let place = self.objects[object.0];
        place.base + place.padding + word
    }

    /// The words of a procedure; of a label, the place alone.
    pub(crate) fn span(&self, object: ObjectId, label: &Label) -> Span {
        let place = self.objects[object.0];
        let padded = label.is_head_procedure() && place.padding > 0;
        let start = if label.word == 0 {
            place.base + place.padding.min(label.head_rank.into())
        } else {
            place.base + place.padding + label.word
        };
        Span {
            start,
            size: if padded {
                1
            } else {
                label.procedure.map_or(0, |procedure| procedure.size)
            },
        }
    }

    /// Where a word comes from.
    pub(crate) fn spot(&self, word: u32) -> Spot {
        let (object, position) = self.lines[word as usize];
        object.at(position)
    }

    /// Whether there is no more code than words can be numbered for.
    pub(crate) fn fits(&self) -> bool {
        self.code.len() <= limits::CODE_WORDS
    }
}

/// Places the code of all objects. Targets are still those of each object alone.
pub(crate) fn place(objects: Objects<'_>, report: &mut Report<'_>) -> Placement {
    let words = objects.iter().map(|(_, object)| object.code.len()).sum();
    let mut placement = Placement {
        objects: Vec::with_capacity(objects.len()),
        code: Vec::with_capacity(words),
        lines: Vec::with_capacity(words),
    };
    for (id, object) in objects.iter() {
        let base = placement.code.len();
        if base > 0 {
            pad_head(id, object, &mut placement, report);
        }
        placement.objects.push(ObjectPlace {
            base: word_number(base),
            padding: word_number(placement.code.len() - base),
        });
        placement.code.extend_from_slice(&object.code);
        placement
            .lines
            .extend(object.lines.iter().map(|&position| (id, position)));
    }
    if !placement.fits() {
        let problem = Problem::CodeTooLong {
            words: placement.code.len(),
        };
        let spot = placement.spot(word_number(limits::CODE_WORDS));
        report.error(problem, [(spot, "the first word without room")]);
    }
    placement
}

/// Gives an object's empty head procedures their padding, or says that it is missing.
fn pad_head(id: ObjectId, object: &Object, placement: &mut Placement, report: &mut Report<'_>) {
    for label in object.head_procedures() {
        let end = label
            .procedure
            .map_or(label.position, |procedure| procedure.end);
        if object.padding {
            placement.code.push(Opcode::Nop.base_word());
            placement.lines.push((id, end));
        } else {
            report.warning(
                Problem::PaddingNopRequired,
                [(id.at(end), "the procedure is empty")],
            );
        }
    }
}

/// A number of words, as words are numbered. More than fit are refused elsewhere.
fn word_number(words: usize) -> u32 {
    u32::try_from(words).unwrap_or(u32::MAX)
}
