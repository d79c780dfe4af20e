//! Procedures and labels.

use super::Position;

/// A procedure or a label. Objects list both in one table, in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The name. Labels belong to their object; labels with a [local name](is_local_name) belong to a procedure of it.
    pub name: String,
    /// The word offset in the object's code.
    pub word: u32,
    /// The number of empty procedures at the head of the object that end before this location (see
    /// [`Object::head_procedures`](super::Object::head_procedures)); 0 if `word` is not 0. If the linker pads those
    /// procedures, the location moves by as many words.
    pub head_rank: u16,
    /// The position of the definition.
    pub position: Position,
    /// The facts that only procedures have; `None` for a label.
    pub procedure: Option<ProcedureInfo>,
}

/// The facts that only procedures have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProcedureInfo {
    /// The length in words.
    pub size: u32,
    /// The position of the procedure's `.end`.
    pub end: Position,
    /// The objects that can refer to the procedure.
    pub visibility: Visibility,
}

/// The objects that can refer to a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Visibility {
    /// All objects of a link.
    #[default]
    Global,
    /// Its own object (`.local`). Other objects may have procedures with the same name.
    Local,
}

/// Returns true if a label name is local to one procedure: `.L` and at least one more character. Other labels of the
/// object can have the same name, and shader binaries do not list it.
pub fn is_local_name(name: &str) -> bool {
    name.strip_prefix(".L").is_some_and(|rest| !rest.is_empty())
}

impl Label {
    /// Returns true for a global procedure, which other objects can refer to.
    pub fn is_global(&self) -> bool {
        let visibility = self.procedure.map(|procedure| procedure.visibility);
        visibility == Some(Visibility::Global)
    }

    /// Returns true for an empty procedure before the object's first word. The linker inserts a padding NOP for it if
    /// any word precedes the object in the link.
    pub fn is_head_procedure(&self) -> bool {
        self.word == 0 && matches!(self.procedure, Some(ProcedureInfo { size: 0, .. }))
    }
}
