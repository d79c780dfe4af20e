//! State of the vertices of a batch.

use crate::execute::State;
use crate::geometry::Emitter;
use crate::registers::Vectors;
use crate::value::RegisterWrite;

use super::SIZE;
use super::members::Members;

/// The states of all vertices, as a structure of arrays: like [`State`], with a value for each vertex, and without
/// emitters. Vertex numbers are below [`SIZE`].
#[derive(Clone, Default, Debug)]
pub(super) struct BatchState {
    pub(super) vectors: Vectors<SIZE>,
    pub(super) integers: [[u32; SIZE]; 4],
    /// For each boolean uniform, the vertices in which it is true.
    pub(super) booleans: [Members; 16],
    /// `a0.x`, `a0.y` and `aL`.
    pub(super) addresses: [[i32; SIZE]; 3],
    /// The vertices in which `cmp.x` and `cmp.y` are set.
    pub(super) flags: [Members; 2],
}

/// Returns a bit mask whose bit n is set if a vertex is a member of set n.
fn bits<const COUNT: usize>(sets: [Members; COUNT], vertex: usize) -> u16 {
    let set = |bits, members: Members| bits << 1 | u16::from(members.has(vertex));
    sets.into_iter().rev().fold(0, set)
}

/// The inverse of [`bits`].
fn set_bits(sets: &mut [Members], vertex: usize, bits: u16) {
    for (bit, members) in sets.iter_mut().enumerate() {
        *members = members.with(vertex, bits >> bit & 1 != 0);
    }
}

impl BatchState {
    /// Returns the state of a vertex.
    pub(super) fn vertex(&self, vertex: usize, emitter: Emitter) -> State {
        let mut vectors = Vectors::default();
        vectors.copy(0, &self.vectors, vertex);
        let [flags, _] = bits(self.flags, vertex).to_le_bytes();
        State {
            vectors,
            integers: self.integers.map(|integer| integer[vertex].to_le_bytes()),
            booleans: bits(self.booleans, vertex),
            addresses: self.addresses.map(|address| address[vertex]),
            flags,
            emitter,
        }
    }

    /// Sets the state of a vertex.
    pub(super) fn set_vertex(&mut self, vertex: usize, state: &State) {
        self.vectors.copy(vertex, &state.vectors, 0);
        for (integer, value) in self.integers.iter_mut().zip(state.integers) {
            integer[vertex] = u32::from_le_bytes(value);
        }
        for (address, value) in self.addresses.iter_mut().zip(state.addresses) {
            address[vertex] = value;
        }
        set_bits(&mut self.booleans, vertex, state.booleans);
        set_bits(&mut self.flags, vertex, state.flags.into());
    }

    /// Sets the states of all vertices.
    pub(super) fn set_all(&mut self, state: &State) {
        self.vectors.copy_to_all(&state.vectors);
        self.integers = state.integers.map(|value| [u32::from_le_bytes(value); SIZE]);
        for (number, members) in (0..).zip(&mut self.booleans) {
            *members = if state.boolean(number) {
                Members::ALL
            } else {
                Members::NONE
            };
        }
        self.set_control(state);
    }

    /// Copies the address registers and flags of a state to all vertices.
    pub(super) fn set_control(&mut self, state: &State) {
        self.addresses = state.addresses.map(|address| [address; SIZE]);
        self.flags = state
            .flags()
            .map(|flag| if flag { Members::ALL } else { Members::NONE });
    }

    /// Sets a register of a vertex.
    pub(super) fn apply(&mut self, vertex: usize, setting: RegisterWrite) {
        match setting {
            RegisterWrite::Vector { slot, value } => self.vectors.set_vertex(slot, vertex, value),
            RegisterWrite::Integer { number, value } => {
                self.integers[number % 4][vertex] = u32::from_le_bytes(value);
            }
            RegisterWrite::Boolean { number, value } => {
                let members = &mut self.booleans[number % 16];
                *members = members.with(vertex, value);
            }
        }
    }
}
