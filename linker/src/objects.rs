//! The inputs by their numbers.

use std::ops::Index;

use pica200_diagnostics::SourceLine;
use pica200_objfmt::formats::object::{Object, Position};

use crate::Input;
use crate::problem::InputPlace;

/// An input, by its place on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ObjectId(pub(crate) usize);

/// A place in an input's source; without a position, the input as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Spot {
    /// The input.
    pub(crate) object: ObjectId,
    /// The position in its source.
    pub(crate) position: Option<Position>,
}

impl ObjectId {
    /// A place in this input's source.
    pub(crate) fn at(self, position: Position) -> Spot {
        Spot {
            object: self,
            position: Some(position),
        }
    }

    /// This input as a whole.
    pub(crate) fn whole(self) -> Spot {
        Spot {
            object: self,
            position: None,
        }
    }
}

/// All inputs.
#[derive(Clone, Copy)]
pub(crate) struct Objects<'a> {
    inputs: &'a [Input],
}

impl<'a> Objects<'a> {
    /// The inputs in the order of the command line.
    pub(crate) fn new(inputs: &'a [Input]) -> Self {
        Self { inputs }
    }

    /// The number of inputs.
    pub(crate) fn len(self) -> usize {
        self.inputs.len()
    }

    /// The objects and their numbers, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = (ObjectId, &'a Object)> {
        self.inputs
            .iter()
            .enumerate()
            .map(|(index, input)| (ObjectId(index), &input.object))
    }

    /// The object with a number.
    pub(crate) fn get(self, id: ObjectId) -> &'a Object {
        &self.inputs[id.0].object
    }

    /// The path of an input.
    pub(crate) fn name(self, id: ObjectId) -> &'a str {
        &self.inputs[id.0].name
    }

    /// A spot as messages show it.
    pub(crate) fn show(self, spot: Spot, label: impl Into<String>) -> InputPlace {
        let files = &self[spot.object].files;
        // Lines count from 1; 0 means that the line is unknown.
        let known = spot.position.filter(|position| position.line > 0);
        let source = known.and_then(|position| {
            let file = files.get(usize::try_from(position.file).ok()?)?;
            Some(SourceLine {
                file: file.clone(),
                line: position.line,
            })
        });
        InputPlace {
            object: self.name(spot.object).to_owned(),
            source,
            label: label.into(),
        }
    }
}

impl Index<ObjectId> for Objects<'_> {
    type Output = Object;

    fn index(&self, id: ObjectId) -> &Object {
        self.get(id)
    }
}
