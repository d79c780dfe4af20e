//! The link map: the positions of its parts, and the parts that were dropped.

mod names;

use pica200_diagnostics::SourceLine;
use pica200_objfmt::formats::object::is_local_name;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Bank, UniformKind};

use crate::link::Link;
use crate::live_sections::LiveSections;
use crate::objects::{ObjectId, SourceLoc};
use crate::problem::Role;
use crate::sections::{SectionId, Sections};
/// The map of a link, both for people and for tools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// The pieces of code in program order.
    pub pieces: Vec<MapPiece>,
    /// The pieces of code that are not in the program, in input order.
    pub left_out: Vec<DiscardedPiece>,
    /// The uniforms and constants, both those with registers and those that no shader needs.
    pub items: Vec<MapItem>,
    /// The shaders in file order.
    pub shaders: Vec<ShaderUsage>,
    /// The number of words in the program.
    pub words: usize,
    /// The number of entries in the descriptor table.
    pub descriptors: usize,
    /// The proven lower bound on the number of entries.
    pub least_descriptors: usize,
}

/// The origin of a part of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name of the input.
    pub object: String,
    /// The source line, if the object has it.
    pub source: Option<SourceLine>,
}

/// A piece of code that is placed as a whole, usually a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapPiece {
    /// The address of its first word.
    pub start: u32,
    /// The number of words.
    pub words: u32,
    /// Its origin, with the line of its first procedure.
    pub origin: Origin,
    /// The procedures and labels in it, in source order.
    pub labels: Vec<MapLabel>,
    /// The indices of the shaders that can execute words of it.
    pub shaders: Vec<usize>,
}

/// A procedure or label with its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapLabel {
    /// Its name.
    pub name: String,
    /// Its address, in words.
    pub word: u32,
    /// The length of a procedure in words; `None` for a label.
    pub words: Option<u32>,
    /// Its origin.
    pub origin: Origin,
}

/// A piece of code that is not in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiscardedPiece {
    /// Its procedures, in source order.
    pub procedures: Vec<String>,
    /// The number of words.
    pub words: u32,
    /// Its origin, with the line of its first word.
    pub origin: Origin,
    /// The reason why it is dropped.
    pub reason: Reason,
}

/// A reason why code is dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No shader refers to it.
    Unreached,
    /// It follows the last `end` of its procedure, and nothing leads to it.
    AfterEnd,
    /// It is identical to another piece, which replaces it.
    SameAs {
        /// The first procedure of the other piece.
        procedure: String,
        /// Its origin.
        origin: Origin,
    },
}

/// A uniform or constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapItem {
    /// Its name.
    pub name: String,
    /// Uniform or constant.
    pub role: Role,
    /// The kind of its registers.
    pub kind: UniformKind,
    /// The first register; `None` if no shader needs it.
    pub first: Option<u8>,
    /// The number of registers.
    pub len: u8,
    /// The indices of the shaders that need it.
    pub shaders: Vec<usize>,
    /// The origin of its first declaration.
    pub origin: Origin,
    /// Constants that share the registers, and declarations of the same uniform in other spaces.
    pub shared_with: Vec<SharedItem>,
}

/// An item that shares registers with another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedItem {
    /// Its name.
    pub name: String,
    /// The origin of its declaration.
    pub origin: Origin,
    /// The components of the register that hold its x, y, z and w, as far as code reads them; `None` if the components
    /// did not move.
    pub components: Option<[Component; 4]>,
}

/// Hardware limits and their use by a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShaderUsage {
    /// The name of its entry point.
    pub entry: String,
    /// The input that makes the shader.
    pub object: String,
    /// True for a geometry shader.
    pub is_geometry: bool,
    /// The number of words that it can execute.
    pub words: usize,
    /// The address after the last of these words, and the number of words that shaders of its kind can address.
    pub reaches: [usize; 2],
    /// For float, integer and boolean registers, the number in use and the total.
    pub registers: [(UniformKind, [u32; 2]); 3],
}

/// Builds the map of a link.
pub(crate) fn describe(link: &Link<'_, '_>, live_sections: &LiveSections, descriptors: [usize; 2]) -> Map {
    let [descriptors, least_descriptors] = descriptors;
    let describe = MapBuilder { link, live_sections };
    Map {
        pieces: describe.pieces(),
        left_out: describe.left_out(),
        items: describe.items(),
        shaders: describe.shaders(),
        words: link.placement.code.len(),
        descriptors,
        least_descriptors,
    }
}

struct MapBuilder<'d, 'l, 'a> {
    link: &'d Link<'l, 'a>,
    live_sections: &'d LiveSections,
}

impl MapBuilder<'_, '_, '_> {
    fn sections(&self) -> &Sections {
        &self.live_sections.sections
    }

    fn origin(&self, loc: SourceLoc) -> Origin {
        let objects = self.link.objects;
        Origin {
            object: objects.name(loc.object).to_owned(),
            source: objects.line(loc),
        }
    }

    /// Returns the origin of a word of an object.
    fn origin_of_word(&self, object: ObjectId, word: u32) -> Origin {
        let line = self.link.objects[object].lines.get(word as usize);
        self.origin(line.map_or(object.whole(), |&position| object.at(position)))
    }

    fn pieces(&self) -> Vec<MapPiece> {
        let placed = self.link.placement.placed();
        placed.map(|(id, words)| self.piece(id, words)).collect()
    }

    fn piece(&self, id: SectionId, words: std::ops::Range<u32>) -> MapPiece {
        let section = self.sections().get(id);
        let reaches = |words: &std::ops::Range<u32>, shader| {
            let reached = self.link.reach.words(shader);
            reached
                .next(words.start as usize)
                .is_some_and(|word| word < words.end as usize)
        };
        let shaders = self.link.shaders.iter().map(|(shader, _)| shader);
        let labels = self.labels(id);
        let first = labels.iter().find(|label| label.words.is_some());
        MapPiece {
            start: words.start,
            words: words.end - words.start,
            origin: match first {
                Some(procedure) => procedure.origin.clone(),
                None => self.origin_of_word(section.object, section.words.start),
            },
            labels,
            shaders: shaders
                .filter(|&shader| reaches(&words, shader))
                .map(|shader| shader.0)
                .collect(),
        }
    }

    /// Returns the placed procedures and labels of a section.
    fn labels(&self, id: SectionId) -> Vec<MapLabel> {
        let object = self.sections().get(id).object;
        let labels = self.link.objects[object].labels.iter();
        labels
            .filter(|label| !is_local_name(&label.name))
            .filter(|label| self.sections().of_label(object, label) == id)
            .filter_map(|label| {
                let span = self.link.placement.span(object, label)?;
                Some(MapLabel {
                    name: label.name.clone(),
                    word: span.start,
                    words: label.procedure.map(|_| span.size),
                    origin: self.origin(object.at(label.position)),
                })
            })
            .collect()
    }

    fn left_out(&self) -> Vec<DiscardedPiece> {
        let LiveSections { arrangement, tails, .. } = self.live_sections;
        let mut is_placed = vec![false; self.sections().len()];
        for id in &arrangement.order {
            is_placed[id.0] = true;
        }
        let gone = self.sections().iter().map(|(id, _)| id);
        let mut left_out: Vec<_> = gone
            .filter(|id| !is_placed[id.0])
            .map(|id| {
                let folded = arrangement.folded.binary_search_by_key(&id, |&(gone, _)| gone);
                let kept = folded.ok().map(|at| arrangement.folded[at].1);
                (id, self.left_out_section(id, kept))
            })
            .collect();
        left_out.extend(tails.iter().map(|(id, words)| {
            let object = self.sections().get(*id).object;
            let tail = DiscardedPiece {
                procedures: self.procedures(*id),
                words: words.end - words.start,
                origin: self.origin_of_word(object, words.start),
                reason: Reason::AfterEnd,
            };
            (*id, tail)
        }));
        left_out.sort_by_key(|(id, _)| *id);
        left_out.into_iter().map(|(_, left_out)| left_out).collect()
    }

    fn left_out_section(&self, id: SectionId, kept: Option<SectionId>) -> DiscardedPiece {
        let section = self.sections().get(id);
        DiscardedPiece {
            procedures: self.procedures(id),
            words: section.words.end - section.words.start,
            origin: self.origin_of_word(section.object, section.words.start),
            reason: match kept {
                None => Reason::Unreached,
                Some(kept) => {
                    let section = self.sections().get(kept);
                    Reason::SameAs {
                        procedure: self.procedures(kept).into_iter().next().unwrap_or_default(),
                        origin: self.origin_of_word(section.object, section.words.start),
                    }
                }
            },
        }
    }

    fn procedures(&self, id: SectionId) -> Vec<String> {
        let object = self.sections().get(id).object;
        let procedures = self.link.objects[object].labels.iter();
        procedures
            .filter(|label| label.procedure.is_some())
            .filter(|label| self.sections().of_label(object, label) == id)
            .map(|label| label.name.clone())
            .collect()
    }

    fn items(&self) -> Vec<MapItem> {
        let all = self.link.registers.all();
        all.map(|known| MapItem {
            name: known.item.name.to_owned(),
            role: known.item.role,
            kind: known.item.shape.kind,
            first: known.first,
            len: known.item.shape.len,
            shaders: self
                .link
                .shaders
                .iter()
                .filter(|(_, object)| known.live.contains(object.0))
                .map(|(shader, _)| shader.0)
                .collect(),
            origin: self.origin(known.item.loc),
            shared_with: known
                .others
                .iter()
                .map(|&(item, components)| SharedItem {
                    name: item.name.to_owned(),
                    origin: self.origin(item.loc),
                    components,
                })
                .collect(),
        })
        .collect()
    }

    fn shaders(&self) -> Vec<ShaderUsage> {
        let shaders = self.link.shaders.iter();
        shaders
            .map(|(shader, object)| {
                let contents = self.link.objects.get(object);
                let words = self.link.reach.words(shader);
                let is_geometry = contents.kind.is_geometry();
                let seen = if is_geometry {
                    limits::CODE_WORDS
                } else {
                    limits::VERTEX_CODE_WORDS
                };
                let highest = words.last_up_to(limits::CODE_WORDS);
                ShaderUsage {
                    entry: contents.entry_name().to_owned(),
                    object: self.link.objects.name(object).to_owned(),
                    is_geometry,
                    words: words.len(),
                    reaches: [highest.map_or(0, |word| word + 1), seen],
                    registers: UniformKind::ALL.map(|kind| (kind, self.registers(object, kind))),
                }
            })
            .collect()
    }

    /// Returns the number of registers of a kind that a shader uses, and the total.
    fn registers(&self, object: ObjectId, kind: UniformKind) -> [u32; 2] {
        let items = self.link.registers.all();
        let taken: u32 = items
            .filter(|known| known.item.shape.kind == kind && known.live.contains(object.0))
            .filter(|known| known.first.is_some())
            .map(|known| u32::from(known.item.shape.len))
            .sum();
        let bank: Bank = kind.bank();
        [taken, bank.size().into()]
    }
}
