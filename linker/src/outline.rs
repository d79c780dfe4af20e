//! Section selection and order.

use std::ops::Range;

use crate::LinkOptions;
use crate::collect;
use crate::externs::Meanings;
use crate::fold;
use crate::objects::Objects;
use crate::placement::{self, Arrangement, Placement};
use crate::reach::{self, Reach};
use crate::report::Report;
use crate::sections::{SectionId, Sections};
use crate::shaders::Shaders;
use crate::symbols::Symbols;
use crate::targets;

/// Sections and their order.
pub(crate) struct Outline {
    /// The sections, without the tails that were cut off.
    pub(crate) sections: Sections,
    /// The sections that the program contains.
    pub(crate) arrangement: Arrangement,
    /// The tails that were cut off, as words of their objects.
    pub(crate) tails: Vec<(SectionId, Range<u32>)>,
}

impl Outline {
    /// Chooses the sections of a link.
    pub(crate) fn choose<'a>(
        objects: Objects<'a>,
        shaders: &Shaders,
        symbols: &Symbols,
        meanings: &Meanings<'a>,
        options: &LinkOptions,
    ) -> Self {
        if !collect::may_move(objects, symbols, options) {
            let sections = Sections::whole(objects);
            let arrangement = Arrangement::all(&sections);
            return Self {
                sections,
                arrangement,
                tails: Vec::new(),
            };
        }
        let sections = Sections::split(objects, shaders, symbols);
        let arrangement = collect::needed(objects, shaders, symbols, &sections);
        let mut outline = Self {
            sections,
            arrangement,
            tails: Vec::new(),
        };
        outline.cut_tails(objects, shaders, symbols);
        if options.folds() {
            let Self {
                sections, arrangement, ..
            } = &mut outline;
            fold::fold(objects, symbols, meanings, sections, arrangement);
        }
        outline
    }

    /// Drops the words after the last `end` of sections.
    fn cut_tails(&mut self, objects: Objects<'_>, shaders: &Shaders, symbols: &Symbols) {
        if !collect::may_have_tails(objects, &self.sections, &self.arrangement) {
            return;
        }
        // This report is dropped: problems are reported for the final outline.
        let mut unsaid = Report::new(objects);
        let (placement, reach) = self.place(objects, shaders, symbols, &mut unsaid);
        let tails = if unsaid.has_errors() {
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
