//! First fit: each instruction takes the first compatible entry.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::limits;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Descriptors, Request};
use crate::objects::{ObjectId, Objects};
use crate::problem::{DescriptorUsage, Problem};

/// The identity of a table entry, which stays the same when the entry is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EntryId(u8);

/// The error that no table entry is left for a request.
pub(super) struct Overflow {
    table: Box<Table>,
    full: Full,
    /// The index of the request.
    pub(super) at: usize,
    /// The entries of the earlier requests.
    used: Vec<EntryId>,
}

impl Overflow {
    /// Returns the problem to report.
    pub(super) fn problem(&self, objects: Objects<'_>) -> Problem {
        self.table.problem(objects, self.full)
    }

    /// Returns the requests whose entries no other request can use, in order, and the label for them. Without such an
    /// instruction, the table has one entry less. If no entry is left for another `mad`, only `mad` instructions are
    /// considered.
    pub(super) fn sole_users(&self, requests: &[Request]) -> (impl Iterator<Item = usize>, &'static str) {
        let counts = |request: &Request| match self.full {
            Full::All => true,
            Full::Mad => request.mad,
        };
        let mut users = vec![(0u32, 0usize); self.table.entries.len()];
        for (at, request) in requests.iter().enumerate().filter(|(_, r)| counts(r)) {
            let entry = match self.used.get(at) {
                Some(entry) => Some(*entry),
                None => self.table.find(request.bits, request.care),
            };
            if let Some(users) = entry.and_then(|id| users.get_mut(usize::from(id.0))) {
                *users = (users.0 + 1, at);
            }
        }
        let users = users.into_iter();
        let sole_users = users.filter(|&(count, at)| count == 1 && at < self.at);
        let mut sole_users: Vec<_> = sole_users.map(|(_, at)| at).collect();
        sole_users.sort_unstable();
        let label = match self.full {
            Full::All => "the only instruction with its descriptor",
            Full::Mad => "the only `mad` with its descriptor",
        };
        (sole_users.into_iter(), label)
    }
}

/// Builds the table for requests in order, like picasso.
pub(super) fn table(requests: &[Request]) -> Result<Descriptors, Overflow> {
    let mut table = Table::with_room_for(requests.len().min(limits::DESCRIPTORS));
    let mut used = Vec::with_capacity(requests.len());
    for (at, request) in requests.iter().enumerate() {
        match table.take(request) {
            Ok(entry) => used.push(entry),
            Err(full) => {
                let table = Box::new(table);
                return Err(Overflow { table, full, at, used });
            }
        }
    }
    Ok(table.finish(&used))
}

/// The contents of an entry so far.
struct Entry {
    bits: u32,
    care: u32,
    /// True if a `mad` uses it.
    mad: bool,
    id: EntryId,
}

/// The exceeded limit.
#[derive(Clone, Copy)]
enum Full {
    All,
    Mad,
}

/// The table under construction.
struct Table {
    /// The entries by their current indices.
    entries: Vec<Entry>,
    /// The current index of each entry.
    numbers: Vec<usize>,
    /// The entries already chosen for pairs of descriptor bits and care mask. An entry that conflicts with an
    /// instruction never becomes compatible later, because the bits that entries use only grow. The cache is valid
    /// until entries are exchanged.
    taken: FxHashMap<(u32, u32), EntryId>,
    /// For each entry, the object that created it; for each entry of a `mad`, the object whose `mad` first used it.
    made_by: Vec<ObjectId>,
    mad_by: Vec<ObjectId>,
}

impl Table {
    /// Returns an empty table with capacity for `entries`.
    fn with_room_for(entries: usize) -> Self {
        Self {
            entries: Vec::with_capacity(entries),
            numbers: Vec::with_capacity(entries),
            taken: FxHashMap::with_capacity_and_hasher(entries, FxBuildHasher),
            made_by: Vec::with_capacity(entries),
            mad_by: Vec::new(),
        }
    }

    fn entry(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[self.numbers[usize::from(id.0)]]
    }

    /// Returns the entry for an instruction.
    fn take(&mut self, request: &Request) -> Result<EntryId, Full> {
        let &Request { bits, care, object, .. } = request;
        let id = match self.taken.get(&(bits, care)) {
            Some(&id) => id,
            None => {
                let id = match self.take_compatible(bits, care) {
                    Some(id) => id,
                    None => self.append(bits, care, object)?,
                };
                self.taken.insert((bits, care), id);
                id
            }
        };
        if request.mad {
            self.move_into_mad_range(id, object)?;
        }
        Ok(id)
    }

    /// Returns the first compatible entry, extended by the instruction's bits.
    fn take_compatible(&mut self, bits: u32, care: u32) -> Option<EntryId> {
        let id = self.find(bits, care)?;
        let entry = self.entry(id);
        entry.bits = entry.bits & !care | bits & care;
        entry.care |= care;
        Some(id)
    }

    /// Returns the first entry that agrees in all bits that both use.
    fn find(&self, bits: u32, care: u32) -> Option<EntryId> {
        let agrees = |entry: &&Entry| (entry.bits ^ bits) & entry.care & care == 0;
        self.entries.iter().find(agrees).map(|entry| entry.id)
    }

    /// Appends an entry with the bits as written, including those that the instruction does not use.
    fn append(&mut self, bits: u32, care: u32, object: ObjectId) -> Result<EntryId, Full> {
        let number = self.entries.len();
        let id = u8::try_from(number).map(EntryId);
        let (Ok(id), true) = (id, number < limits::DESCRIPTORS) else {
            return Err(Full::All);
        };
        self.entries.push(Entry {
            bits,
            care,
            mad: false,
            id,
        });
        self.numbers.push(number);
        self.made_by.push(object);
        Ok(id)
    }

    /// Moves an entry used by a `mad` to an index that fits into its field.
    fn move_into_mad_range(&mut self, id: EntryId, object: ObjectId) -> Result<(), Full> {
        let number = self.numbers[usize::from(id.0)];
        if number >= limits::MAD_DESCRIPTORS {
            let free = (0..limits::MAD_DESCRIPTORS)
                .find(|&low| !self.entries[low].mad)
                .ok_or(Full::Mad)?;
            self.entries.swap(free, number);
            for number in [free, number] {
                let EntryId(id) = self.entries[number].id;
                self.numbers[usize::from(id)] = number;
            }
            self.taken.clear();
        }
        if !self.entry(id).mad {
            self.entry(id).mad = true;
            self.mad_by.push(object);
        }
        Ok(())
    }

    fn problem(&self, objects: Objects<'_>, full: Full) -> Problem {
        let count = |list: &[ObjectId], id| list.iter().filter(|&&by| by == id).count();
        let usage = objects
            .iter()
            .map(|(id, _)| DescriptorUsage {
                object: objects.name(id).to_owned(),
                descriptors: count(&self.made_by, id),
                mads: count(&self.mad_by, id),
            })
            .collect();
        match full {
            Full::All => Problem::TooManyDescriptors { usage },
            Full::Mad => Problem::TooManyMadDescriptors { usage },
        }
    }

    fn finish(self, used: &[EntryId]) -> Descriptors {
        let descriptor = |entry: &Entry| DescriptorEntry {
            descriptor: Descriptor::from_bits(entry.bits),
            flags: 0,
        };
        let number = |id: &EntryId| self.numbers.get(usize::from(id.0)).copied();
        let number = |id| number(id).and_then(|number| u32::try_from(number).ok());
        Descriptors {
            entries: self.entries.iter().map(descriptor).collect(),
            numbers: used.iter().map(|id| number(id).unwrap_or(u32::MAX)).collect(),
            swapped: BitSet::default(),
            lower_bound: 0,
        }
    }
}
