//! Procedures and labels.

use super::Position;

/// A procedure or a label. Objects list both in one table, ordered by their place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name. Labels belong to their object; those with a [local name](is_local_name) to a procedure of it.
    pub name: String,
    /// The word offset in the object's code.
    pub word: u32,
    /// How many empty procedures at the head of the object end before this place (see [`Object::head_procedures`]);
    /// 0 where `word` is not 0. If the linker pads those procedures, the place moves by as many words.
    pub head_rank: u16,
    /// Where it is defined.
    pub position: Position,
    /// What a procedure has beyond a label.
    pub procedure: Option<Procedure>,
}

/// What a procedure has beyond a label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Procedure {
    /// Its length in words.
    pub size: u32,
    /// Where its `.end` stands.
    pub end: Position,
    /// Who can name it.
    pub visibility: Visibility,
}

/// Who can name a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Visibility {
    /// Every object of a link.
    #[default]
    Global,
    /// Its own object (`.local`): other objects may have procedures of the same name.
    Local,
}

/// Whether this is the name of a label that is known in one procedure only: `.L` and at least one character more. Other
/// labels of the object may have the same name, and no shader binary lists it.
pub fn is_local_name(name: &str) -> bool {
    name.strip_prefix(".L").is_some_and(|rest| !rest.is_empty())
}

impl Label {
    /// Whether other objects can name it: a procedure that is not kept to its object.
    pub fn is_global(&self) -> bool {
        let visibility = self.procedure.map(|procedure| procedure.visibility);
        visibility == Some(Visibility::Global)
    }

    /// Whether this is an empty procedure before the object's first word. The linker decides whether it gets a padding
    /// NOP: it does if any word precedes the object in the link.
    pub fn is_head_procedure(&self) -> bool {
        self.word == 0 && matches!(self.procedure, Some(Procedure { size: 0, .. }))
    }
}
