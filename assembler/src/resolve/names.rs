//! Names of a file: definitions, uses and meanings.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::expression::value::Number;
use crate::program::{LabelId, Operand};
use crate::report::Report;
use crate::text::Span;

/// Index of a name in [`Resolved::names`](super::Resolved::names).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NameId(u32);

impl NameId {
    pub(crate) fn new(index: usize) -> Self {
        // Each name takes at least one byte of a text shorter than 4 GiB.
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Returns the index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name that the file declares, defines or calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Kind of its meaning.
    pub kind: NameKind,
    /// Span of its declaration or definition. `None` for names from outside of the text.
    pub definition: Option<Span>,
    /// Name of the procedure that a local label (`.Lname`) belongs to.
    pub procedure: Option<Span>,
}

/// The kind of a name's meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NameKind {
    /// A uniform (`.fvec`, `.ivec`, `.bool`).
    Uniform,
    /// A constant or an array of constants (`.constf`, `.consti`, `.constfa`).
    Constant,
    /// A uniform or constant of another file (`.extern`).
    Extern,
    /// An input (`.in`).
    Input,
    /// An output (`.out`).
    Output,
    /// An alias of an operand (`.alias`).
    Alias,
    /// A number (`.equ`, or defined on the command line).
    Number,
    /// A mutable number (`.set`).
    Variable,
    /// A procedure of this file.
    Procedure,
    /// A procedure of another file that this file calls.
    ExternProcedure,
    /// A label.
    Label,
}

/// A use of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameUse {
    /// The name.
    pub name: NameId,
    /// Span of the use.
    pub span: Span,
    /// The kind of access.
    pub access: Access,
}

/// The kind of access of a use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Its value is read, or it is a branch target.
    Read,
    /// Its value is written.
    Write,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// An operand.
    Operand(Operand),
    /// A number. Mutable by `.set` if the name is a variable.
    Number(Number),
    /// A procedure or label.
    Label(LabelId),
    /// A procedure of another file, by index among these.
    External(u16),
}

/// The names declared so far.
#[derive(Default)]
pub(crate) struct Names<'s> {
    names: Vec<Name>,
    /// Meaning of each name.
    meanings: Vec<Meaning>,
    uses: Vec<NameUse>,
    /// Numbers assigned to variables by `.set`.
    settings: Vec<(NameId, Span, Number)>,
    /// Names of operands and numbers.
    values: FxHashMap<&'s str, NameId>,
    procedures: FxHashMap<&'s str, NameId>,
    /// Labels; local labels together with their procedure.
    labels: FxHashMap<(Option<LabelId>, &'s str), NameId>,
    /// Names whose declarations were rejected. Their uses cause no further errors.
    rejected: FxHashSet<&'s str>,
    has_numbers: bool,
}

impl<'s> Names<'s> {
    /// Creates a table with capacity for the uses in a number of statements.
    pub(super) fn with_capacity(statements: usize) -> Self {
        Self {
            uses: Vec::with_capacity(statements),
            ..Self::default()
        }
    }

    fn push(&mut self, name: Name, meaning: Meaning) -> NameId {
        let id = NameId::new(self.names.len());
        self.names.push(name);
        self.meanings.push(meaning);
        id
    }

    /// Adds the name of an operand or a number. The name must be unused.
    pub(super) fn add_value(&mut self, name: &'s str, kind: NameKind, definition: Option<Span>, meaning: Meaning) {
        self.has_numbers |= matches!(meaning, Meaning::Number(_));
        if let (NameKind::Variable, Some(span), Meaning::Number(number)) = (kind, definition, meaning) {
            self.settings.push((NameId::new(self.names.len()), span, number));
        }
        let name_of = Name {
            kind,
            definition,
            procedure: None,
        };
        let id = self.push(name_of, meaning);
        self.values.insert(name, id);
    }

    /// Adds a procedure. The name must be unused.
    pub(super) fn add_procedure(&mut self, name: &'s str, span: Span, label: LabelId) {
        let name_of = Name {
            kind: NameKind::Procedure,
            definition: Some(span),
            procedure: None,
        };
        let id = self.push(name_of, Meaning::Label(label));
        self.procedures.insert(name, id);
    }

    /// Adds a label, local to a procedure if there is one. The name must be unused in that scope.
    pub(super) fn add_label(&mut self, name: &'s str, procedure: Option<(LabelId, Span)>, span: Span, label: LabelId) {
        let name_of = Name {
            kind: NameKind::Label,
            definition: Some(span),
            procedure: procedure.map(|(_, name)| name),
        };
        let id = self.push(name_of, Meaning::Label(label));
        let scope = procedure.map(|(procedure, _)| procedure);
        self.labels.insert((scope, name), id);
    }

    /// Returns the index of a procedure of another file, adding it with index `next` if it is new.
    pub(super) fn external(&mut self, name: &'s str, next: usize) -> (NameId, u16) {
        if let Some(&id) = self.procedures.get(name)
            && let Meaning::External(index) = self.meaning(id)
        {
            return (id, index);
        }
        // There is at most one per instruction.
        let index = u16::try_from(next).unwrap_or(u16::MAX);
        let name_of = Name {
            kind: NameKind::ExternProcedure,
            definition: None,
            procedure: None,
        };
        let id = self.push(name_of, Meaning::External(index));
        self.procedures.insert(name, id);
        (id, index)
    }

    /// Looks up an operand or number.
    pub(crate) fn value(&self, name: &str) -> Option<NameId> {
        self.values.get(name).copied()
    }

    /// Looks up a procedure.
    pub(crate) fn procedure(&self, name: &str) -> Option<NameId> {
        self.procedures.get(name).copied()
    }

    /// Looks up a label: a local one if there is a procedure.
    pub(super) fn label(&self, name: &str, procedure: Option<LabelId>) -> Option<NameId> {
        self.labels.get(&(procedure, name)).copied()
    }

    /// Returns the first local label of a name, in any procedure.
    pub(super) fn local_label_elsewhere(&self, name: &str) -> Option<Span> {
        let labels = self.labels.iter();
        let of_name = labels.filter(|((procedure, label), _)| procedure.is_some() && *label == name);
        of_name.filter_map(|(_, &id)| self.get(id).definition).min()
    }

    /// Returns a name by ID.
    pub(crate) fn get(&self, id: NameId) -> &Name {
        &self.names[id.index()]
    }

    /// Returns the meaning of a name.
    pub(crate) fn meaning(&self, id: NameId) -> Meaning {
        self.meanings[id.index()]
    }

    /// Records a use of a name.
    pub(crate) fn note_use(&mut self, name: NameId, span: Span, access: Access) {
        let used = NameUse { name, span, access };
        // The same word may be looked up more than once.
        if self.uses.last() != Some(&used) {
            self.uses.push(used);
        }
    }

    /// Marks the most recently recorded use at a span as a write.
    pub(super) fn note_write(&mut self, span: Span) {
        // The names in its index may have been recorded after it.
        let latest = self.uses.iter_mut().rev();
        let mut latest = latest.take_while(|used| used.span.start >= span.start);
        if let Some(used) = latest.find(|used| used.span == span) {
            used.access = Access::Write;
        }
    }

    /// Returns true if any name is a number.
    pub(super) const fn has_numbers(&self) -> bool {
        self.has_numbers
    }

    /// Assigns a new number to a variable. Returns true if there is a variable of this name.
    pub(super) fn set_variable(&mut self, name: &str, span: Span, number: Number) -> bool {
        let Some(id) = self.value(name) else {
            return false;
        };
        let is_variable = self.get(id).kind == NameKind::Variable;
        if is_variable && let Some(meaning) = self.meanings.get_mut(id.index()) {
            *meaning = Meaning::Number(number);
            self.settings.push((id, span, number));
            // A name that is only written remains unused.
            self.note_use(id, span, Access::Write);
        }
        is_variable
    }

    /// Records that the declaration of a name was rejected.
    pub(super) fn reject(&mut self, name: &'s str) {
        self.rejected.insert(name);
    }

    pub(crate) fn is_rejected(&self, name: &str) -> bool {
        !self.rejected.is_empty() && self.rejected.contains(name)
    }

    /// Returns true if a name, a procedure of this file or a label is declared so far.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.values.contains_key(name)
            || self.is_rejected(name)
            || self.procedures.contains_key(name)
            || self.label(name, None).is_some()
    }

    /// Returns the name of an operand that is most similar to a word.
    pub(super) fn similar_operand(&self, word: &str, report: &mut Report<'_>) -> Option<&'s str> {
        self.similar_value(word, report, |meaning| matches!(meaning, Meaning::Operand(_)))
    }

    /// Returns the name of a number that is most similar to a word.
    pub(crate) fn similar_number(&self, word: &str, report: &mut Report<'_>) -> Option<&'s str> {
        self.similar_value(word, report, |meaning| matches!(meaning, Meaning::Number(_)))
    }

    fn similar_value(
        &self,
        word: &str,
        report: &mut Report<'_>,
        is_meant: impl Fn(Meaning) -> bool,
    ) -> Option<&'s str> {
        let names = self.values.iter().filter(|(_, id)| is_meant(self.meaning(**id)));
        report.most_similar(word, self.values.len(), names.map(|(name, _)| *name))
    }

    /// Returns the name of a procedure that is most similar to a word.
    pub(super) fn similar_procedure(&self, word: &str, report: &mut Report<'_>) -> Option<&'s str> {
        let names = self.procedures.iter();
        let own = names.filter(|(_, id)| self.get(**id).kind == NameKind::Procedure);
        report.most_similar(word, self.procedures.len(), own.map(|(name, _)| *name))
    }

    /// Returns the name of a label that is most similar to a word: a local label if there is a procedure.
    pub(super) fn similar_label(
        &self,
        word: &str,
        procedure: Option<LabelId>,
        report: &mut Report<'_>,
    ) -> Option<&'s str> {
        let names = self.labels.keys().filter(|(of, _)| *of == procedure);
        report.most_similar(word, self.labels.len(), names.map(|(_, name)| *name))
    }

    /// Returns all names, their uses and their meanings.
    pub(super) fn into_lists(self) -> NameLists {
        NameLists {
            names: self.names,
            uses: self.uses,
            meanings: self.meanings,
            settings: self.settings,
        }
    }
}

/// The lists kept after resolution.
pub(super) struct NameLists {
    pub(super) names: Vec<Name>,
    pub(super) uses: Vec<NameUse>,
    pub(super) meanings: Vec<Meaning>,
    pub(super) settings: Vec<(NameId, Span, Number)>,
}
