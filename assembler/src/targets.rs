//! Procedures and labels: their definitions, and the calls and jumps that go to them.

use indexmap::IndexSet;
use pica200_objfmt::formats::object::{
    Label, RelocationKind, Visibility, is_local_name, words_at_target,
};
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::block::Moved;
use crate::diagnostic::{Diagnostic, Kind, did_you_mean};
use crate::text::Span;
use crate::unit::Unit;

/// A definition: its place in the object's labels, and in the source.
#[derive(Clone, Copy)]
struct Definition {
    index: usize,
    span: Span,
}

/// Where an instruction goes.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// To a procedure, of this file or of another.
    Procedure(Span),
    /// To a label of this file.
    Label {
        /// Its name.
        name: Span,
        /// How many words from there on are called, or belong to the else-body.
        words: u8,
    },
}

/// An instruction that goes somewhere, by the index of its relocation, and the name that it goes to.
struct Use {
    relocation: usize,
    name: Span,
    /// The procedure that a local name is looked for in, by its index among the labels.
    scope: Option<usize>,
}

type LabelNames<'s> = FxHashMap<&'s str, Definition>;

/// Procedures and labels: two sets of names.
#[derive(Default)]
pub(crate) struct Targets<'s> {
    procedures: FxHashMap<&'s str, Definition>,
    labels: LabelNames<'s>,
    /// The local labels of each procedure.
    local_labels: FxHashMap<usize, LabelNames<'s>>,
    /// What goes to procedures.
    calls: Vec<Use>,
    /// What goes to labels.
    jumps: Vec<Use>,
    /// What the source states of procedures' visibility.
    pub(crate) visibilities: Vec<(Span, Visibility)>,
    /// The label to start at, if the source names one.
    pub(crate) entry: Option<Span>,
    /// Procedures that are called and not defined here.
    pub(crate) externals: IndexSet<&'s str, FxBuildHasher>,
    /// How many empty procedures precede the first word.
    pub(crate) head_procedures: u16,
}

impl<'s> Targets<'s> {
    /// The label of a name: a local one if there is a scope.
    fn label(&self, name: &str, scope: Option<usize>) -> Option<&Definition> {
        match scope {
            Some(scope) => self.local_labels.get(&scope)?.get(name),
            None => self.labels.get(name),
        }
    }

    /// Follows relocations that have moved, and labels of a procedure, each with the index that it has now.
    pub(crate) fn follow<'l>(
        &mut self,
        moved: &Moved,
        labels: impl IntoIterator<Item = (usize, &'l str)>,
        procedure: Option<usize>,
    ) {
        for uses in [&mut self.calls, &mut self.jumps] {
            // What was moved is the last that there is, though not in its order.
            let last = uses.iter_mut().rev();
            for used in last.take_while(|used| used.relocation >= moved.first) {
                used.relocation = moved.place(used.relocation);
            }
        }
        for (index, name) in labels {
            let names = match procedure.filter(|_| is_local_name(name)) {
                Some(procedure) => self.local_labels.get_mut(&procedure),
                None => Some(&mut self.labels),
            };
            if let Some(definition) = names.and_then(|names| names.get_mut(name)) {
                definition.index = index;
            }
        }
    }

    /// The place of a label among the object's labels.
    pub(crate) fn label_index(&self, name: &str) -> Option<usize> {
        self.labels.get(name).map(|label| label.index)
    }

    /// All labels that are no procedures, in no order: their places among the object's labels, and in the source.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (usize, Span)> {
        let local = self.local_labels.values().flat_map(FxHashMap::values);
        let all = self.labels.values().chain(local);
        all.map(|label| (label.index, label.span))
    }

    /// The place of a procedure that begins before, among the object's labels.
    pub(crate) fn procedure(&self, name: &str) -> Option<usize> {
        self.procedures.get(name).map(|procedure| procedure.index)
    }

    /// Whether a procedure or a label of this name is defined before.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.procedures.contains_key(name) || self.labels.contains_key(name)
    }
}

impl<'s> Unit<'s> {
    /// A procedure begins.
    pub(crate) fn define_procedure(&mut self, name: &'s str, span: Span, index: usize) {
        if let Some(earlier) = self.targets.procedures.get(name) {
            let diagnostic = Diagnostic::new(
                Kind::DuplicateProcedure,
                span,
                format!("the procedure `{name}` is already defined"),
            )
            .also(earlier.span, "first defined here");
            self.report(diagnostic);
        } else {
            self.targets
                .procedures
                .insert(name, Definition { index, span });
        }
    }

    /// `NAME:` or `.LNAME:`
    pub(crate) fn define_label(&mut self, span: Span) {
        let name = self.text(span);
        let scope = self.scope_of(name);
        if is_local_name(name) && scope.is_none() {
            let message = format!("the local label `{name}` stands outside of a procedure");
            let help = "local labels are known in their procedure only";
            self.report(Diagnostic::new(Kind::OutsideProcedure, span, message).help(help));
            return;
        }
        if let Some(earlier) = self.targets.label(name, scope) {
            let diagnostic = Diagnostic::new(
                Kind::DuplicateLabel,
                span,
                format!("the label `{name}` is already defined"),
            )
            .also(earlier.span, "first defined here");
            self.report(diagnostic);
            return;
        }
        let index = self.object.labels.len();
        let definition = Definition { index, span };
        let names = match scope {
            Some(scope) => self.targets.local_labels.entry(scope).or_default(),
            None => &mut self.targets.labels,
        };
        names.insert(name, definition);
        self.object.labels.push(Label {
            name: name.to_owned(),
            word: self.code.here(),
            head_rank: self.head_rank(),
            position: self.position,
            procedure: None,
        });
    }

    /// Notes where the instruction emitted last goes, to be found at the end of the source.
    pub(crate) fn go_to(&mut self, target: Target) {
        let Some(relocation) = self.code.relocations.len().checked_sub(1) else {
            return;
        };
        match target {
            Target::Procedure(name) => self.targets.calls.push(Use {
                relocation,
                name,
                scope: None,
            }),
            Target::Label { name, .. } => {
                let scope = self.scope_of(self.text(name));
                self.targets.jumps.push(Use {
                    relocation,
                    name,
                    scope,
                });
            }
        }
    }

    /// The procedure in which a name is known, if it is a local one.
    fn scope_of(&self, name: &str) -> Option<usize> {
        is_local_name(name)
            .then(|| self.blocks.procedure())
            .flatten()
    }

    /// Finds what calls and jumps go to.
    pub(crate) fn resolve_targets(&mut self) {
        let most = usize::from(u16::MAX);
        if let Some(label) = self.object.labels.get(most) {
            let message = format!("`{}` is one label or procedure too many", label.name);
            let definitions = self
                .targets
                .procedures
                .values()
                .chain(self.targets.labels.values());
            let span = definitions
                .filter(|definition| definition.index >= most)
                .map(|definition| definition.span)
                .min();
            let help = format!("a file can define {most}");
            let span = span.unwrap_or_default();
            self.report(Diagnostic::new(Kind::TooManyNames, span, message).help(help));
            return;
        }
        for call in std::mem::take(&mut self.targets.calls) {
            let name = self.text(call.name);
            match self.targets.procedures.get(name) {
                Some(definition) => self.link_local(&call, definition.index),
                None => self.link_external(&call, name),
            }
        }
        for jump in std::mem::take(&mut self.targets.jumps) {
            let name = self.text(jump.name);
            match self.targets.label(name, jump.scope).copied() {
                Some(definition) => {
                    self.link_local(&jump, definition.index);
                    let word = self.word_of(&jump).unwrap_or_default();
                    self.check_reach(jump.name, definition, words_at_target(word));
                }
                None if is_local_name(name) => self.complain_no_local_label(&jump),
                None => {
                    let help = match self.word_of(&jump).and_then(Opcode::of_word) {
                        Some(opcode) if opcode.is_call() => "without a count it is called",
                        Some(Opcode::Jmpc | Opcode::Jmpu) => "jumps go to labels",
                        _ => "blocks reach to labels",
                    };
                    self.complain_no_label(jump.name, help);
                }
            }
        }
        if let Some(name) = self.targets.entry {
            let length = self.object.entry.as_ref().and_then(|entry| entry.length);
            match self.targets.labels.get(self.text(name)) {
                Some(&label) => self.check_reach(name, label, length.unwrap_or(0)),
                None => self.complain_no_label(name, "without a count the shader starts there"),
            }
        }
    }

    fn word_of(&self, target: &Use) -> Option<u32> {
        let relocation = self.code.relocations.get(target.relocation)?;
        self.code.words.get(relocation.word as usize).copied()
    }

    /// Checks that the words that are wanted at a label are in the code.
    fn check_reach(&mut self, span: Span, label: Definition, words: u32) {
        let place = self.object.labels.get(label.index).map_or(0, |l| l.word);
        let length = self.code.here();
        if place.saturating_add(words) <= length {
            return;
        }
        let name = self.text(span);
        let left = length.saturating_sub(place);
        let message = format!("words wanted from `{name}` on: {words}; left in the code: {left}");
        let diagnostic = Diagnostic::new(Kind::BeyondCode, span, message)
            .also(label.span, "the label")
            .help("blocks, calls and shaders end where the file's code does, or before");
        self.report(diagnostic);
    }

    fn link_local(&mut self, target: &Use, index: usize) {
        let Some(label) = self.object.labels.get(index) else {
            return;
        };
        let Some(relocation) = self.code.relocations.get_mut(target.relocation) else {
            return;
        };
        relocation.kind = RelocationKind::Label(u16::try_from(index).unwrap_or(u16::MAX));
        let Some(word) = self.code.words.get_mut(relocation.word as usize) else {
            return;
        };
        let Some(opcode) = Opcode::of_word(*word) else {
            return;
        };
        let Some([num, dst]) = opcode.layout().target else {
            return;
        };
        *word = dst.set(*word, label.word);
        if let Some(procedure) = label.procedure {
            // One that is too long is refused when it is linked: it may yet be called from nowhere.
            *word = num.set(*word, procedure.size.min(num.max()));
        }
    }

    fn link_external(&mut self, target: &Use, name: &'s str) {
        // There are at most as many as there are words.
        let (index, _) = self.targets.externals.insert_full(name);
        if let Some(relocation) = self.code.relocations.get_mut(target.relocation) {
            relocation.kind = RelocationKind::External(u16::try_from(index).unwrap_or(u16::MAX));
        }
    }

    /// Reports a label that there is not; `instead` tells what to do if it is a procedure.
    fn complain_no_label(&mut self, span: Span, instead: &str) {
        let name = self.text(span);
        let help = if self.targets.procedures.contains_key(name) {
            Some(format!(
                "`{name}` is a procedure, not a label (`{name}:`); {instead}"
            ))
        } else {
            self.suggest_label(name)
        };
        let message = format!("there is no label `{name}` in this file");
        self.report(Diagnostic::new(Kind::UnknownLabel, span, message).maybe_help(help));
    }

    /// Reports a local label that the procedure does not have.
    fn complain_no_local_label(&mut self, jump: &Use) {
        let name = self.text(jump.name);
        let procedure = jump.scope.and_then(|scope| self.object.labels.get(scope));
        let message = match procedure {
            Some(procedure) => {
                format!(
                    "there is no label `{name}` in the procedure `{}`",
                    procedure.name
                )
            }
            None => format!("there is no label `{name}` here, outside of all procedures"),
        };
        let diagnostic = Diagnostic::new(Kind::UnknownLabel, jump.name, message);
        let procedures = self.targets.local_labels.values();
        let elsewhere = procedures.filter_map(|names| names.get(name));
        let elsewhere = elsewhere.map(|definition| definition.span).min();
        let diagnostic = match elsewhere {
            Some(span) => diagnostic
                .also(span, "a label of another procedure")
                .help("names that begin with `.L` are known in their procedure only"),
            None => {
                let help = self.suggest_local_label(name, jump.scope);
                diagnostic.maybe_help(help)
            }
        };
        self.report(diagnostic);
    }

    fn suggest_local_label(&mut self, name: &str, scope: Option<usize>) -> Option<String> {
        let count = self.targets.local_labels.get(&scope?)?.len();
        self.may_guess(count)?;
        let known = self.targets.local_labels.get(&scope?)?.keys();
        did_you_mean(name, known.copied())
    }

    /// A hint at a procedure's name that resembles a word.
    pub(crate) fn suggest_procedure(&mut self, name: &str) -> Option<String> {
        self.may_guess(self.targets.procedures.len())?;
        did_you_mean(name, self.targets.procedures.keys().copied())
    }

    fn suggest_label(&mut self, name: &str) -> Option<String> {
        self.may_guess(self.targets.labels.len())?;
        did_you_mean(name, self.targets.labels.keys().copied())
    }
}
