//! Writes target addresses into calls and jumps.

use pica200_objfmt::formats::object::RelocationKind;
use pica200_objfmt::isa::encoding::BitField;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashSet;

use crate::objects::Objects;
use crate::placement::{Placement, Site};
use crate::problem::Problem;
use crate::report::Report;
use crate::symbols::{LabelId, Symbols};

/// Writes the targets of all instructions into the placed code. Does nothing if there are more words than can be
/// addressed.
pub(crate) fn set<'a>(objects: Objects<'a>, symbols: &Symbols, placement: &mut Placement<'_>, report: &mut Report<'a>) {
    if !placement.fits() {
        return;
    }
    let mut patcher = Patcher {
        objects,
        placement,
        report,
        too_long: FxHashSet::default(),
    };
    let has_target = |site: &Site<'_>| {
        let kind = site.relocation.kind;
        !matches!(kind, RelocationKind::Plain | RelocationKind::Descriptor(_))
    };
    let sites = patcher.placement.sites(objects).filter(has_target);
    let sites: Vec<_> = sites.collect();
    for site in sites {
        match site.relocation.kind {
            RelocationKind::Plain | RelocationKind::Descriptor(_) => {}
            RelocationKind::Word => patcher.move_target(&site),
            kind @ (RelocationKind::Label(_) | RelocationKind::External(_)) => {
                if let Some(target) = symbols.target(site.object, kind) {
                    patcher.point(site.word, target);
                }
            }
        }
    }
}

struct Patcher<'p, 's, 'a, 'r> {
    objects: Objects<'a>,
    placement: &'p mut Placement<'s>,
    report: &'r mut Report<'a>,
    /// The procedures that were already reported as too long to be called.
    too_long: FxHashSet<LabelId>,
}

impl Patcher<'_, '_, '_, '_> {
    /// Returns the opcode at a word, and its fields for a length and an address.
    fn fields(&self, word: u32) -> Option<(Opcode, [BitField; 2])> {
        let opcode = Opcode::from_word(self.placement.code[word as usize])?;
        Some((opcode, opcode.fields().target?))
    }

    /// Moves a target within a section together with the section.
    fn move_target(&mut self, site: &Site<'_>) {
        if let Some((_, [_, place])) = self.fields(site.word) {
            let old = place.get(self.placement.code[site.word as usize]);
            if let Some(target) = self.placement.word(site.section, old) {
                self.write(site.word, place, target);
            }
        }
    }

    /// Points an instruction at a procedure or label. For a label, the instruction keeps its length.
    fn point(&mut self, word: u32, target: LabelId) {
        let Some((opcode, [length, place])) = self.fields(word) else {
            return;
        };
        let label = target.label(self.objects);
        let Some(span) = self.placement.span(target.object, label) else {
            return;
        };
        if opcode.is_call() && label.procedure.is_some() {
            if span.size > length.max() && self.too_long.insert(target) {
                let problem = Problem::ProcedureTooLong {
                    name: label.name.clone(),
                    words: span.size,
                };
                let places = [
                    (target.loc(self.objects), "too long to be called"),
                    (self.placement.loc(word), "called here"),
                ];
                self.report.error(problem, places);
            }
            let code = &mut self.placement.code[word as usize];
            *code = length.set(*code, span.size);
        }
        self.write(word, place, span.start);
    }

    fn write(&mut self, word: u32, place: BitField, target: u32) {
        if target as usize >= limits::CODE_WORDS {
            let loc = self.placement.loc(word);
            self.report
                .error(Problem::TargetOutOfReach { word: target }, [(loc, "goes there")]);
        }
        let code = &mut self.placement.code[word as usize];
        *code = place.set(*code, target);
    }
}
