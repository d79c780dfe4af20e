//! The inputs by index.

use std::ops::Index;

use pica200_diagnostics::{Location, SourceLine};
use pica200_objfmt::formats::object::{Object, Position};

use crate::Input;

/// The index of an input on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ObjectId(pub(crate) usize);

/// A location in an input's source; without a position, the whole input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SourceLoc {
    /// The input.
    pub(crate) object: ObjectId,
    /// The position in its source.
    pub(crate) position: Option<Position>,
}

impl ObjectId {
    /// Returns a location in this input's source.
    pub(crate) fn at(self, position: Position) -> SourceLoc {
        SourceLoc {
            object: self,
            position: Some(position),
        }
    }

    /// Returns the whole input as a location.
    pub(crate) fn whole(self) -> SourceLoc {
        SourceLoc {
            object: self,
            position: None,
        }
    }
}

/// The index of a set of inputs whose names are visible only to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SetId(pub(crate) usize);

/// All inputs.
#[derive(Clone, Copy)]
pub(crate) struct Objects<'a> {
    inputs: &'a [Input],
    /// The first input of each set; empty if all inputs are one set.
    sets: &'a [usize],
}

impl<'a> Objects<'a> {
    /// Creates the inputs, given in the order of the command line.
    pub(crate) fn new(inputs: &'a [Input]) -> Self {
        Self { inputs, sets: &[] }
    }

    /// Creates inputs in several sets. `sets` has the first input of each, in order.
    pub(crate) fn in_sets(inputs: &'a [Input], sets: &'a [usize]) -> Self {
        Self { inputs, sets }
    }

    /// Returns true if there are several sets.
    pub(crate) fn has_sets(self) -> bool {
        self.sets.len() > 1
    }

    /// Returns the set of an input.
    pub(crate) fn set(self, id: ObjectId) -> SetId {
        let behind = self.sets.partition_point(|&first| first <= id.0);
        SetId(behind.saturating_sub(1))
    }

    /// Returns the index of an input in its set.
    pub(crate) fn index_in_set(self, id: ObjectId) -> usize {
        let first = self.sets.get(self.set(id).0).copied();
        id.0 - first.unwrap_or(0).min(id.0)
    }

    /// Returns the number of inputs.
    pub(crate) fn len(self) -> usize {
        self.inputs.len()
    }

    /// Returns the objects and their indices, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = (ObjectId, &'a Object)> {
        self.inputs
            .iter()
            .enumerate()
            .map(|(index, input)| (ObjectId(index), &input.object))
    }

    /// Returns the object with an index.
    pub(crate) fn get(self, id: ObjectId) -> &'a Object {
        &self.inputs[id.0].object
    }

    /// Returns the path of an input.
    pub(crate) fn name(self, id: ObjectId) -> &'a str {
        &self.inputs[id.0].name
    }

    /// Returns the file location of a spot.
    pub(crate) fn location(self, loc: SourceLoc) -> Location {
        Location::in_object(self.name(loc.object), self.line(loc))
    }

    /// Returns the source line of a spot, if it is known.
    pub(crate) fn line(self, loc: SourceLoc) -> Option<SourceLine> {
        let files = &self[loc.object].files;
        // Lines start at 1; 0 means that the line is unknown.
        let known = loc.position.filter(|position| position.line > 0);
        known.and_then(|position| {
            let file = files.get(usize::try_from(position.file).ok()?)?;
            Some(SourceLine {
                file: file.clone(),
                line: position.line,
            })
        })
    }
}

impl Index<ObjectId> for Objects<'_> {
    type Output = Object;

    fn index(&self, id: ObjectId) -> &Object {
        self.get(id)
    }
}
