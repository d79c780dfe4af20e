//! Section garbage collection, and the order of the remaining sections.
//!
//! A shader needs the section in which it starts, and every section that a needed section refers to with calls, jumps
//! or blocks, whether or not these can execute. Sections that no shader needs are dropped. Sections keep the order of
//! the inputs, with one exception: if vertex shaders would extend beyond the words that they can address, sections that
//! only geometry shaders need come last.

use std::ops::Range;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::target;
use pica200_objfmt::formats::object::{RelocationKind, words_at_target};
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashMap;

use crate::Compat;
use crate::LinkOptions;
use crate::objects::Objects;
use crate::placement::{Placement, SectionOrder};
use crate::reach::Reach;
use crate::sections::{Section, SectionId, Sections};
use crate::shaders::Shaders;
use crate::symbols::Symbols;

/// Returns true if sections may be dropped or moved: the options allow it, all names are resolved, and no instruction
/// is a `.word` with an absolute target.
pub(crate) fn may_move(objects: Objects<'_>, symbols: &Symbols, options: &LinkOptions) -> bool {
    options.compat == Compat::None && options.gc_sections && symbols.complete && !has_absolute_targets(objects)
}

fn has_absolute_targets(objects: Objects<'_>) -> bool {
    objects.iter().any(|(_, object)| {
        object.relocations.iter().any(|relocation| {
            let opcode = Opcode::from_word(object.code[relocation.word as usize]);
            relocation.kind == RelocationKind::Plain && opcode.is_some_and(|opcode| opcode.fields().target.is_some())
        })
    })
}

/// Returns the sections that the shaders need.
pub(crate) fn needed(objects: Objects<'_>, shaders: &Shaders, symbols: &Symbols, sections: &Sections) -> SectionOrder {
    let edges = edges(objects, symbols, sections);
    let mut by_vertex = BitSet::with_capacity(sections.len());
    let mut by_any = BitSet::with_capacity(sections.len());
    for (shader, object) in shaders.iter() {
        let Some(entry) = symbols.entry(shader) else {
            continue;
        };
        let start = sections.of_label(entry.label.object, entry.label.label(objects));
        let is_vertex = !objects[object].kind.is_geometry();
        if is_vertex {
            follow(start, &edges, &mut by_vertex);
        }
        follow(start, &edges, &mut by_any);
    }
    let order: Vec<_> = by_any.iter().map(SectionId).collect();
    SectionOrder {
        order: vertex_first(order, &by_vertex, sections),
        folded: Vec::new(),
    }
}

/// Returns, for each section, the sections that its instructions refer to.
fn edges(objects: Objects<'_>, symbols: &Symbols, sections: &Sections) -> Vec<Vec<SectionId>> {
    let of_section = |(id, section): (SectionId, &Section)| {
        let relocations = sections.relocations(objects, id).iter();
        let targets = relocations.filter_map(|r| symbols.target(section.object, r.kind));
        targets
            .map(|target| sections.of_label(target.object, target.label(objects)))
            .collect()
    };
    sections.iter().map(of_section).collect()
}

fn follow(start: SectionId, edges: &[Vec<SectionId>], found: &mut BitSet) {
    let mut open = vec![start];
    while let Some(section) = open.pop() {
        if found.insert(section.0) {
            open.extend(&edges[section.0]);
        }
    }
}

/// Moves the sections of vertex shaders to the front if they would otherwise extend beyond the addressable words.
fn vertex_first(order: Vec<SectionId>, by_vertex: &BitSet, sections: &Sections) -> Vec<SectionId> {
    let is_vertex = |id: &SectionId| by_vertex.contains(id.0);
    let last = order.iter().rposition(is_vertex).map_or(0, |last| last + 1);
    let words = |id: &SectionId| sections.get(*id).words.len();
    let in_front: usize = order.iter().take(last).map(words).sum();
    if in_front <= limits::VERTEX_CODE_WORDS {
        return order;
    }
    let (mut vertex, others): (Vec<_>, Vec<_>) = order.into_iter().partition(is_vertex);
    vertex.extend(others);
    vertex
}

/// Returns true if a section may have words after its last `end`.
pub(crate) fn may_have_tails(objects: Objects<'_>, sections: &Sections, arrangement: &SectionOrder) -> bool {
    arrangement.order.iter().any(|&id| {
        let Section { object, words, .. } = sections.get(id);
        let words = words.start as usize..words.end as usize;
        let (_, before) = match objects.get(*object).code[words].split_last() {
            Some(split) => split,
            None => return false,
        };
        before.iter().any(|&code| is_end(code))
    })
}

fn is_end(code: u32) -> bool {
    Opcode::from_word(code) == Some(Opcode::End)
}

/// Returns the sections with words after the last reached one, each with the first such word of its object. A block or
/// a call may include unreached words. Therefore, only words after an `end` qualify, and only if no instruction of the
/// program refers to a location among them. [`Reach`] treats a jump or a block that leads to the end of a procedure as
/// a return, but the hardware does not. Therefore, such an end is one of these locations.
pub(crate) fn tails(
    objects: Objects<'_>,
    shaders: &Shaders,
    symbols: &Symbols,
    placement: &Placement<'_>,
    reach: &Reach,
) -> Vec<(SectionId, u32)> {
    let mut reached = BitSet::with_capacity(placement.code.len());
    for (shader, _) in shaders.iter() {
        reached.union_with(reach.words(shader));
    }
    let furthest = furthest_places(objects, shaders, symbols, placement);
    let ends = procedure_ends(objects, placement);
    let tail = |(id, words): (SectionId, Range<u32>)| {
        let last = reached.last_up_to(words.end.checked_sub(1)? as usize)?;
        let behind = u32::try_from(last + 1).ok()?;
        let is_tail = words.start < behind && behind < words.end && is_end(placement.code[last]);
        let is_end_of_call = ends.contains(behind as usize);
        let is_named = furthest
            .get(&id)
            .is_some_and(|&place| place > behind || place == behind && is_end_of_call);
        (is_tail && !is_named).then(|| {
            let kept = behind - words.start;
            (id, placement.section(id).words.start + kept)
        })
    };
    placement.placed().filter_map(tail).collect()
}

/// Returns the ends of procedures, and the ends of calls with an explicit length.
fn procedure_ends(objects: Objects<'_>, placement: &Placement<'_>) -> BitSet {
    let labels = objects.iter().flat_map(|(id, object)| {
        let procedures = object.labels.iter().filter(|l| l.procedure.is_some());
        procedures.filter_map(move |label| placement.span(id, label))
    });
    let calls = placement.sites(objects).filter_map(|site| {
        let code = placement.code[site.word as usize];
        let is_call = Opcode::from_word(code).is_some_and(Opcode::is_call);
        is_call.then(|| target(code))
    });
    let spans = labels.chain(calls);
    spans.map(|span| span.start as usize + span.size as usize).collect()
}

/// Returns, for each section, the last location in it that instructions and entry points refer to: their targets, and
/// the ends of blocks and of calls with an explicit length. The end of a procedure moves with the section.
fn furthest_places(
    objects: Objects<'_>,
    shaders: &Shaders,
    symbols: &Symbols,
    placement: &Placement<'_>,
) -> FxHashMap<SectionId, u32> {
    let mut furthest: FxHashMap<SectionId, u32> = FxHashMap::default();
    let mut name = |section: SectionId, place: u32| {
        let known = furthest.entry(section).or_default();
        *known = place.max(*known);
    };
    for site in placement.sites(objects) {
        let code = placement.code[site.word as usize];
        let span = target(code);
        let behind = span.start + words_at_target(code);
        match symbols.target(site.object, site.relocation.kind) {
            Some(found) => {
                let label = found.label(objects);
                let section = placement.section_at(found.object, label);
                let is_procedure = label.procedure.is_some();
                name(section, if is_procedure { span.start } else { behind });
            }
            None if site.relocation.kind == RelocationKind::Word => name(site.section, behind),
            None => {}
        }
    }
    for (shader, _) in shaders.iter() {
        if let Some(entry) = symbols.entry(shader).filter(|entry| entry.has_explicit_length()) {
            let span = placement.entry_span(objects, entry);
            let section = placement.section_at(entry.label.object, entry.label.label(objects));
            name(section, span.start + span.size);
        }
    }
    furthest
}
