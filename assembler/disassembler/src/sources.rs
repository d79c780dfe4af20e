//! Divides the code of several shaders among sources. Each source defines at most one shader.
//!
//! The order of the sources determines the order of the shaders in the file. So each shader gets at most one run of
//! procedures, in the order of the shaders; shared code and code elsewhere becomes a library.

use std::collections::BTreeMap;
use std::ops::Range;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::isa::instruction::Instruction;

use super::claims::{Candidate, Reason, claims};
use super::structure::{Blocks, Procedures, Structure, jump};
use super::values::Values;

/// The part of the code in one source: a run of procedures, and the shader that the source produces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Index of the shader; `None` for a library.
    pub(super) shader: Option<usize>,
    /// Range of procedure indices.
    pub(super) procedures: Range<usize>,
    /// Their words.
    pub(super) words: Range<u32>,
}

impl Part {
    /// Returns true if all words of a range belong to the source.
    pub(super) fn has(&self, span: WordSpan) -> bool {
        let end = span.start.saturating_add(span.size);
        self.words.start <= span.start && end <= self.words.end
    }
}

/// Procedures that must stay together.
struct Group {
    procedures: Range<usize>,
    /// Shaders whose source may have contained them.
    candidates: Vec<Candidate>,
    /// True if any source may contain them: no shader reaches them, and no label table shows their source.
    is_anyones: bool,
    /// Shaders whose label tables have all their names, as tables do for code in the shaders' own sources; `None`
    /// without label tables.
    named_by: Option<Vec<usize>>,
    /// True if several shaders reach any of the procedures.
    is_shared: bool,
    /// Shaders whose source cannot contain the procedures, because other shaders would then load more values: the code
    /// of a file brings the values of the file with it.
    misled_by: Vec<usize>,
}

impl Group {
    fn can_belong_to(&self, shader: usize) -> bool {
        let named_by = self.named_by.as_ref();
        named_by.is_none_or(|shaders| shaders.binary_search(&shader).is_ok()) && !self.misled_by.contains(&shader)
    }
}

/// Divides the procedures of a shader binary among sources, in link order.
pub(super) fn divide(structure: &Structure<'_>) -> Vec<Part> {
    let (shbin, procedures) = (structure.shbin, &structure.procedures);
    let has_labels = shbin.shaders.iter().any(|shader| !shader.labels.is_empty());
    let shows_sources = has_labels && structure.has_whole_tables;
    let groups = if shbin.shaders.len() == 1 && !shows_sources {
        vec![Group {
            procedures: 0..procedures.spans().len(),
            candidates: vec![Candidate {
                reason: Reason::Entry,
                shader: 0,
            }],
            is_anyones: false,
            named_by: None,
            is_shared: false,
            misled_by: Vec::new(),
        }]
    } else {
        groups(structure)
    };
    let owners = owners(&groups);
    let mut parts = PartBuilder {
        procedures,
        parts: Vec::new(),
        next_shader: 0,
    };
    for (index, group) in groups.iter().enumerate() {
        let next = owners.range(index..).next();
        parts.add(group, owners.get(&index).copied(), next.map(|(_, &shader)| shader));
    }
    parts.skip_to(shbin.shaders.len());
    parts.parts
}

/// Returns the shaders of groups, by group index, in ascending order. The most certain reasons win.
fn owners(groups: &[Group]) -> BTreeMap<usize, usize> {
    let mut owners: BTreeMap<usize, usize> = BTreeMap::new();
    for reason in [Reason::Label, Reason::Entry, Reason::Exclusive] {
        // All groups between two groups of a shader can be in its source. Code that no other shader reaches can also be
        // in a library, so it does not justify including the shared code in between.
        let together = |a: usize, b: usize, shader| {
            let takes_shared = reason != Reason::Exclusive;
            let mut between = groups[a..=b].iter();
            between.all(|group| group.can_belong_to(shader) && (takes_shared || !group.is_shared))
        };
        for (index, group) in groups.iter().enumerate() {
            let candidates = group.candidates.iter().filter(|c| c.reason == reason);
            for &Candidate { shader, .. } in candidates {
                let before = owners.range(..=index).next_back();
                let after = owners.range(index..).next();
                let fits_before =
                    before.is_none_or(|(&at, &other)| other < shader || other == shader && together(at, index, shader));
                let fits_after =
                    after.is_none_or(|(&at, &other)| shader < other || other == shader && together(index, at, shader));
                let is_free = !owners.contains_key(&index) && group.can_belong_to(shader);
                if is_free && fits_before && fits_after {
                    owners.insert(index, shader);
                }
            }
        }
    }
    owners
}

struct PartBuilder<'p> {
    procedures: &'p Procedures,
    parts: Vec<Part>,
    /// The first shader without a source.
    next_shader: usize,
}

impl PartBuilder<'_> {
    /// Adds a group to the current source, or starts a source. `next` is the shader of the next group that has a
    /// shader.
    fn add(&mut self, group: &Group, owner: Option<usize>, next: Option<usize>) {
        let current = self.parts.last().map(|part| part.shader);
        let own = owner.or_else(|| next.filter(|_| current.flatten() == next));
        match own {
            Some(shader) if current == Some(Some(shader)) => self.extend(group),
            Some(shader) => {
                self.skip_to(shader);
                self.next_shader = shader + 1;
                self.begin(Some(shader), group);
            }
            None if current == Some(None) || current.is_some() && group.is_anyones => {
                self.extend(group);
            }
            None => self.begin(None, group),
        }
    }

    fn begin(&mut self, shader: Option<usize>, group: &Group) {
        let spans = self.procedures.spans().get(group.procedures.clone());
        let start = spans.and_then(|s| s.first()).map_or(0, |span| span.start);
        self.parts.push(Part {
            shader,
            procedures: group.procedures.start..group.procedures.start,
            words: start..start,
        });
        self.extend(group);
    }

    fn extend(&mut self, group: &Group) {
        let spans = self.procedures.spans().get(group.procedures.clone());
        let end = spans.and_then(|s| s.last()).map(|span| span.start + span.size);
        if let Some(part) = self.parts.last_mut() {
            part.procedures.end = group.procedures.end;
            part.words.end = end.unwrap_or(part.words.end);
        }
    }

    /// Adds sources without code for the shaders before a shader.
    fn skip_to(&mut self, shader: usize) {
        let (procedure, word) = self
            .parts
            .last()
            .map_or((0, 0), |part| (part.procedures.end, part.words.end));
        for skipped in self.next_shader..shader {
            self.parts.push(Part {
                shader: Some(skipped),
                procedures: procedure..procedure,
                words: word..word,
            });
        }
        self.next_shader = self.next_shader.max(shader);
    }
}

fn groups(structure: &Structure<'_>) -> Vec<Group> {
    let Structure {
        shbin,
        code,
        reached,
        empty,
        procedures,
        blocks,
        ..
    } = structure;
    let unsplittable = unsplittable(code, blocks);
    let claims = claims(shbin, reached);
    let values = Values::new(shbin, code, &claims);
    let mut groups: Vec<Group> = Vec::new();
    for (index, span) in procedures.spans().iter().enumerate() {
        if !unsplittable.contains(span.start as usize) || groups.is_empty() {
            groups.push(Group {
                procedures: index..index,
                candidates: Vec::new(),
                is_anyones: !claims.has_labels,
                named_by: claims.has_labels.then(|| (0..shbin.shaders.len()).collect()),
                is_shared: false,
                misled_by: Vec::new(),
            });
        }
        let Some(group) = groups.last_mut() else {
            continue;
        };
        group.procedures.end = index + 1;
        if let Some(shaders) = &mut group.named_by {
            shaders.retain(|&shader| claims.names(shader, *span, code, blocks));
        }
        if span.size > 0 {
            group.candidates.extend(claims.candidates(*span));
            group.is_anyones &= !claims.is_reached(*span);
            group.is_shared |= claims.users(*span).nth(1).is_some();
            group.misled_by.extend(values.misled(*span));
        } else if let Some((_, shader)) = empty.get(span.start, procedures.index_at_offset(index)) {
            group.candidates.push(Candidate {
                reason: Reason::Label,
                shader,
            });
        }
    }
    for group in &mut groups {
        group.candidates.sort_unstable();
        group.candidates.dedup();
    }
    groups
}

/// Returns the words before which no source can end because a jump crosses that boundary.
fn unsplittable(code: &[Instruction], blocks: &Blocks) -> BitSet {
    // For each word, the number of jumps that cross into it minus the number for the previous word.
    let mut change = vec![0i32; code.len() + 2];
    for word in 0..code.len() {
        let Some(offset) = jump(code, word, blocks).map(|offset| offset as usize) else {
            continue;
        };
        if offset > code.len() {
            continue;
        }
        // A label can be at the very end of the source before the word that it names.
        let across = if word < offset {
            word + 1..offset
        } else {
            offset + 1..word + 1
        };
        if let Some(first) = change.get_mut(across.start) {
            *first += 1;
        }
        if let Some(end) = change.get_mut(across.end) {
            *end -= 1;
        }
    }
    let mut unsplittable = BitSet::with_capacity(code.len());
    let mut crossing = 0;
    for (word, change) in change.iter().enumerate() {
        crossing += change;
        if crossing > 0 {
            unsplittable.insert(word);
        }
    }
    unsplittable
}
