//! Procedures and labels.

use super::Position;

/// A procedure or a label. Objects list both in one table, in the order of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name. Labels belong to their object; those with a [local name](is_local_name) to a procedure of it.
    pub name: String,
    /// The word offset in the object's code.
    pub word: u32,
    /// How many empty procedures at the head of the object end before this place (see
    /// [`Object::head_procedures`](super::Object::head_procedures)); 0 where `word` is not 0. If the linker pads those
    /// procedures, the place moves by as many words.
    pub head_rank: u16,
    /// The position of the definition.
    pub position: Position,
    /// The facts about a procedure that a label does not have.
    pub procedure: Option<ProcedureFacts>,
}

/// The facts about a procedure that a label does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProcedureFacts {
    /// The length in words.
    pub size: u32,
    /// The position of its `.end`.
    pub end: Position,
    /// The objects that can name it.
    pub visibility: Visibility,
}

/// The objects that can name a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Visibility {
    /// Every object of a link.
    #[default]
    Global,
    /// Its own object (`.local`): other objects may have procedures of the same name.
    Local,
}

/// Whether a name is that of a label which is local to one procedure: `.L` and at least one more character. Other
/// labels of the object can have the same name, and shader binaries do not list it.
pub fn is_local_name(name: &str) -> bool {
    name.strip_prefix(".L").is_some_and(|rest| !rest.is_empty())
}

impl Label {
    /// Whether other objects can name it: a procedure that is not local to its object.
    pub fn is_global(&self) -> bool {
        let visibility = self.procedure.map(|procedure| procedure.visibility);
        visibility == Some(Visibility::Global)
    }

    /// Whether this is an empty procedure before the object's first word. The linker decides whether it gets a padding
    /// NOP: it does if any word precedes the object in the link.
    pub fn is_head_procedure(&self) -> bool {
        self.word == 0 && matches!(self.procedure, Some(ProcedureFacts { size: 0, .. }))
    }
}
