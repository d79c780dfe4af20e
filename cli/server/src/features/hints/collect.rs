//! The hints of a part of a file.

use std::ops::RangeInclusive;

use pica200::text::page::{counted, word_offset};
use pica200_asm::analysis::{Analysis, Callers, FileId, Instruction, Place, Role, SymbolId, Use};
use pica200_asm::text::{Span, code};

use super::subject::{Subject, registers, temporaries, value};
use crate::analysed::Analysed;
use crate::fault::Fault;
use crate::positions::to_usize;
use crate::settings::ProcedureHint;
use crate::snapshot::Snapshot;

/// A hint.
#[derive(Debug)]
pub(super) struct Hint {
    /// The empty piece of the file where it stands.
    pub(super) place: Place,
    /// The side of the text on which it stands.
    pub(super) side: Side,
    pub(super) label: String,
    pub(super) subject: Subject,
}

/// On which side of a piece of text a hint stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Before,
    After,
}

/// The hints between two bytes of a file, in the order of their places.
pub(super) fn collect(
    snapshot: &Snapshot,
    analysed: &Analysed,
    file: FileId,
    wanted: RangeInclusive<u32>,
) -> Result<Vec<Hint>, Fault> {
    let settings = snapshot.settings.inlay_hints;
    let mut collector = Collector {
        analysis: &analysed.analysis,
        file,
        wanted,
        hints: Vec::new(),
    };
    if settings.sizes {
        collector.procedures(settings.procedures);
    }
    if settings.registers {
        collector.registers();
    }
    if settings.padding {
        collector.padding();
    }
    snapshot.check()?;
    if settings.addresses {
        collector.addresses();
    }
    if settings.values {
        collector.values();
    }
    snapshot.check()?;
    if settings.free_temporaries {
        collector.free_temporaries();
    }
    let mut hints = collector.hints;
    hints.sort_by_key(|hint| hint.place.span.start);
    Ok(hints)
}

struct Collector<'a> {
    analysis: &'a Analysis,
    file: FileId,
    wanted: RangeInclusive<u32>,
    hints: Vec<Hint>,
}

impl<'a> Collector<'a> {
    /// The place of a span that is written in the wanted part of the file. What a macro makes has one place for all
    /// calls, and so is none.
    fn place(&self, span: Span) -> Option<Place> {
        let origin = self.analysis.origin(span)?;
        let is_here = origin.role == Role::Written && self.is_wanted(origin.place);
        is_here.then_some(origin.place)
    }

    fn is_wanted(&self, place: Place) -> bool {
        let Span { start, end } = place.span;
        place.file == self.file && start <= *self.wanted.end() && *self.wanted.start() <= end
    }

    fn before(&mut self, place: Place, label: String, subject: Subject) {
        let at = place.span.start;
        self.push(at, Side::Before, label, subject);
    }

    fn after(&mut self, place: Place, label: String, subject: Subject) {
        let at = place.span.end;
        self.push(at, Side::After, label, subject);
    }

    fn push(&mut self, at: u32, side: Side, label: String, subject: Subject) {
        if self.wanted.contains(&at) {
            let place = Place {
                file: self.file,
                span: Span::new(at, at),
            };
            self.hints.push(Hint {
                place,
                side,
                label,
                subject,
            });
        }
    }

    /// The instructions that are written in the wanted part, with their places.
    fn instructions(&self) -> Vec<(Instruction<'a>, Place)> {
        let all = self.analysis.instructions();
        let written = all.filter_map(|one| Some((one, self.place(one.span())?)));
        written.collect()
    }

    fn procedures(&mut self, shown: ProcedureHint) {
        for (index, procedure) in self.analysis.procedures().iter().enumerate() {
            if let Some(place) = self.place(procedure.name) {
                let label = match shown {
                    ProcedureHint::Address => word_offset(procedure.words.start),
                    ProcedureHint::Instructions => counted(to_usize(procedure.instructions), "instruction"),
                };
                self.after(place, label, Subject::Size { procedure: index });
            }
        }
    }

    fn addresses(&mut self) {
        for (instruction, place) in self.instructions() {
            let subject = Subject::Address {
                instruction: instruction.id().index(),
            };
            self.before(place, word_offset(instruction.word()), subject);
        }
    }

    fn registers(&mut self) {
        let definitions = self.analysis.occurrences_in(self.file).iter();
        let definitions = definitions.filter(|found| found.usage == Use::Definition && found.role == Role::Written);
        for found in definitions {
            let SymbolId::Name(name) = found.symbol else {
                continue;
            };
            let symbol = self.analysis.symbol(found.symbol);
            let text = registers(&symbol).filter(|_| self.is_wanted(found.place));
            let text = text.filter(|text| !self.states(found.place, text));
            if let Some(text) = text {
                let subject = Subject::Registers { name: name.index() };
                let place = self.with_length(found.place);
                self.after(place, text, subject);
            }
        }
    }

    /// The rest of the line after a place, without a comment.
    fn rest(&self, place: Place) -> &'a str {
        let text = self.analysis.file(place.file).map_or("", |file| &file.text);
        let rest = text.get(place.span.range().end..).unwrap_or_default();
        code(rest.split(['\n', '\r']).next().unwrap_or_default())
    }

    /// Whether the declaration of a name says its register.
    fn states(&self, place: Place, register: &str) -> bool {
        let declared = self.rest(place).split(',').next().unwrap_or_default();
        let mut words = declared.split(|c: char| !c.is_ascii_alphanumeric());
        let first = register.split('.').next().unwrap_or_default();
        words.any(|word| word.eq_ignore_ascii_case(first))
    }

    /// The place of a name with the length of the array that follows it.
    fn with_length(&self, place: Place) -> Place {
        let rest = self.rest(place);
        let len = match rest.find(']') {
            Some(end) if rest.starts_with('[') => end + 1,
            _ => 0,
        };
        let end = place.span.range().end + len;
        let span = Span::from_range(place.span.range().start..end);
        Place { span, ..place }
    }

    fn padding(&mut self) {
        for (index, nop) in self.analysis.padding_nops().iter().enumerate() {
            if let Some(place) = self.place(nop.before) {
                self.before(place, "nop".to_owned(), Subject::Padding { nop: index });
            }
        }
    }

    fn values(&mut self) {
        for (instruction, _) in self.instructions() {
            for (index, source) in instruction.sources().iter().enumerate() {
                let value = value(self.analysis, source);
                let place = value.is_some().then(|| self.place(source.span)).flatten();
                if let (Some(value), Some(place)) = (value, place) {
                    let subject = Subject::Value {
                        instruction: instruction.id().index(),
                        source: index,
                    };
                    self.after(place, format!("= {}", value.number), subject);
                }
            }
        }
    }

    /// The temporaries that are free, at the beginning of each procedure and where they change.
    fn free_temporaries(&mut self) {
        let liveness = self.analysis.liveness(Callers::Source);
        let mut last: Option<(Option<usize>, String)> = None;
        for instruction in self.analysis.instructions() {
            let procedure = self.analysis.procedure_at(instruction.keyword().start);
            let free = temporaries(&liveness.free_before(instruction.id()));
            let now = (procedure, free);
            if last.as_ref() == Some(&now) {
                continue;
            }
            if let Some(place) = self.place(instruction.span()) {
                let subject = Subject::Free {
                    instruction: instruction.id().index(),
                };
                self.after(place, format!("free: {}", now.1), subject);
            }
            last = Some(now);
        }
    }
}
