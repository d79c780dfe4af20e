//! Section selection and order.

use std::ops::Range;

use crate::LinkOptions;
use crate::collect;
use crate::externs::Identities;
use crate::fold;
use crate::objects::Objects;
use crate::placement::{self, Placement, SectionOrder};
use crate::reach::{self, Reach};
use crate::report::Report;
use crate::sections::{SectionId, Sections};
use crate::shaders::Shaders;
use crate::symbols::Symbols;
use crate::targets;

/// Sections and their order.
pub(crate) struct LiveSections {
    /// The sections, without the tails that were cut off.
    pub(crate) sections: Sections,
    /// The sections that the program contains.
    pub(crate) arrangement: SectionOrder,
    /// The tails that were cut off, as words of their objects.
    pub(crate) tails: Vec<(SectionId, Range<u32>)>,
}

impl LiveSections {
    /// Chooses the sections of a link.
    pub(crate) fn choose<'a>(
        objects: Objects<'a>,
        shaders: &Shaders,
        symbols: &Symbols,
        identities: &Identities<'a>,
        options: &LinkOptions,
    ) -> Self {
        if !collect::may_move(objects, symbols, options) {
            let sections = Sections::whole(objects);
            let arrangement = SectionOrder::all(&sections);
            return Self {
                sections,
                arrangement,
                tails: Vec::new(),
            };
        }
        let sections = Sections::split(objects, shaders, symbols);
        let arrangement = collect::needed(objects, shaders, symbols, &sections);
        let mut live_sections = Self {
            sections,
            arrangement,
            tails: Vec::new(),
        };
        live_sections.cut_tails(objects, shaders, symbols);
        if options.folds() {
            let Self {
                sections, arrangement, ..
            } = &mut live_sections;
            fold::fold(objects, symbols, identities, sections, arrangement);
        }
        live_sections
    }

    /// Drops the words after the last `end` of sections.
    fn cut_tails(&mut self, objects: Objects<'_>, shaders: &Shaders, symbols: &Symbols) {
        if !collect::may_have_tails(objects, &self.sections, &self.arrangement) {
            return;
        }
        // This report is dropped: problems are reported for the final outline.
        let mut discarded = Report::new(objects);
        let (placement, reach) = self.place(objects, shaders, symbols, &mut discarded);
        let tails = if discarded.has_errors() {
            Vec::new()
        } else {
            collect::tails(objects, shaders, symbols, &placement, &reach)
        };
        for (section, end) in tails {
            let words = end..self.sections.get(section).words.end;
            self.sections.cut_off(objects, section, end);
            self.tails.push((section, words));
        }
    }

    /// Places the sections, sets all targets, and traces all shaders.
    pub(crate) fn place<'a>(
        &self,
        objects: Objects<'a>,
        shaders: &Shaders,
        symbols: &Symbols,
        report: &mut Report<'a>,
    ) -> (Placement<'_>, Reach) {
        let mut placement = placement::place(objects, &self.sections, &self.arrangement, report);
        targets::set(objects, symbols, &mut placement, report);
        let reach = reach::trace(objects, shaders, symbols, &placement);
        (placement, reach)
    }
}
