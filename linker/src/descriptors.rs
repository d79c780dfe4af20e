//! The table of operand descriptors.
//!
//! An instruction looks only at some bits of its descriptor (it *cares* for them); which ones depends on the opcode
//! and on the destination mask. Instructions whose descriptors agree in all bits that both care for share an entry.
//! Instructions are taken in the order of the link, and each takes the first entry that agrees, as the incumbent does.
//!
//! `mad` names its descriptor with five bits. When one takes an entry further down, that entry changes places at once
//! with the first of the lower ones that no `mad` uses. Numbers are final only after the last instruction, so
//! instructions remember entries, not numbers.

use pica200_objfmt::descriptor::{Component, Descriptor, DescriptorEntry, Mask};
use pica200_objfmt::limits;
use pica200_objfmt::object::RelocationKind;
use pica200_objfmt::opcode::{OPCODES, Opcode};
use rustc_hash::FxHashMap;

use crate::Compat;
use crate::objects::{ObjectId, Objects};
use crate::problem::{Problem, Share};
use crate::report::Report;

/// An entry of the table, which keeps its number when it changes places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EntryId(u8);

/// The finished table, and who uses what of it.
#[derive(Default)]
pub(crate) struct Descriptors {
    /// The entries by their final numbers.
    pub(crate) entries: Vec<DescriptorEntry>,
    /// For each entry, its final number.
    number: Vec<u32>,
    /// For each instruction with a descriptor, in the order of the link, its entry.
    used: Vec<EntryId>,
}

impl Descriptors {
    /// The final numbers for all instructions with descriptors, in the order of the link.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.used.iter().map(|id| self.number[usize::from(id.0)])
    }
}

/// Makes the table of the link. After an error it is incomplete.
pub(crate) fn merge(objects: Objects<'_>, compat: Compat, report: &mut Report<'_>) -> Descriptors {
    let care_table = match compat {
        Compat::None => &CARE,
        Compat::Picasso => &PICASSO_CARE,
    };
    let mut table = Table::default();
    let mut used = Vec::new();
    for (id, object) in objects.iter() {
        used.reserve(object.relocations.len());
        for relocation in &object.relocations {
            let RelocationKind::Descriptor(index) = relocation.kind else {
                continue;
            };
            let word = relocation.word as usize;
            let Some(opcode) = Opcode::of_word(object.code[word]) else {
                continue;
            };
            let descriptor = object.descriptors[usize::from(index)].descriptor;
            let care = care_table[opcode as usize][usize::from(descriptor.mask().to_bits())];
            match table.take(descriptor, opcode, care, id) {
                Ok(entry) => used.push(entry),
                Err(full) => {
                    let problem = table.problem(objects, full);
                    let spot = id.at(object.lines[word]);
                    report.error(problem, [(spot, "needs one more")]);
                    return Descriptors::default();
                }
            }
        }
    }
    table.finish(used)
}

/// For each opcode and destination mask, the bits of a descriptor that an instruction cares for.
type CareTable = [[u32; 16]; OPCODES.len()];

/// What the machine looks at.
static CARE: CareTable = care_table(Compat::None);

/// What the incumbent takes the machine to look at.
static PICASSO_CARE: CareTable = care_table(Compat::Picasso);

const fn care_table(compat: Compat) -> CareTable {
    let mut table = [[0; 16]; OPCODES.len()];
    let mut row = 0;
    while row < OPCODES.len() {
        let mut mask = 0;
        while mask < 16 {
            table[row][mask as usize] =
                care_bits(OPCODES[row].opcode, Mask::from_bits(mask), compat);
            mask += 1;
        }
        row += 1;
    }
    table
}

const fn care_bits(opcode: Opcode, mask: Mask, compat: Compat) -> u32 {
    let used = opcode.descriptor_bits(mask);
    match (compat, opcode) {
        // The incumbent does not know that the machine looks at x and y alone: of the second source of `cmp` ...
        (Compat::Picasso, Opcode::Cmp) => {
            used | Descriptor::selector_bits(1, Component::Z)
                | Descriptor::selector_bits(1, Component::W)
        }
        // ... and of the mask of `mova`.
        (Compat::Picasso, Opcode::Mova) => used | Mask::ALL.to_bits() as u32,
        _ => used,
    }
}

/// What an entry holds so far.
struct Entry {
    bits: u32,
    care: u32,
    /// Whether a `mad` uses it.
    mad: bool,
    /// Its number for now.
    number: usize,
}

/// Which limit is reached.
#[derive(Clone, Copy)]
enum Full {
    All,
    Mad,
}

/// The table while it grows.
#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    /// The entries by their numbers for now.
    order: Vec<EntryId>,
    /// What descriptors and cares have taken. An entry that disagrees with an instruction does so for good, since
    /// entries only come to care for more; so this holds until entries change places.
    taken: FxHashMap<(u32, u32), EntryId>,
    /// For each entry, the object that made it; for each `mad`'s entry, the object whose `mad` took it first.
    made_by: Vec<ObjectId>,
    mad_by: Vec<ObjectId>,
}

impl Table {
    fn entry(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[usize::from(id.0)]
    }

    /// The entry for an instruction.
    fn take(
        &mut self,
        descriptor: Descriptor,
        opcode: Opcode,
        care: u32,
        object: ObjectId,
    ) -> Result<EntryId, Full> {
        let bits = descriptor.to_bits();
        let id = match self.taken.get(&(bits, care)) {
            Some(&id) => id,
            None => {
                let id = match self.agreeing(bits, care) {
                    Some(id) => id,
                    None => self.append(bits, care, object)?,
                };
                self.taken.insert((bits, care), id);
                id
            }
        };
        if opcode.is_mad() {
            self.bring_into_reach(id, object)?;
        }
        Ok(id)
    }

    /// The first entry that agrees in all bits that both care for, made to care for the instruction's bits too.
    fn agreeing(&mut self, bits: u32, care: u32) -> Option<EntryId> {
        let entries = &self.entries;
        let id = self.order.iter().copied().find(|id| {
            let entry = &entries[usize::from(id.0)];
            (entry.bits ^ bits) & entry.care & care == 0
        })?;
        let entry = self.entry(id);
        entry.bits = entry.bits & !care | bits & care;
        entry.care |= care;
        Some(id)
    }

    /// A new entry with the bits as written, also those that the instruction does not care for.
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
            number,
        });
        self.order.push(id);
        self.made_by.push(object);
        Ok(id)
    }

    /// Gives an entry of a `mad` a number that the `mad` can name.
    fn bring_into_reach(&mut self, id: EntryId, object: ObjectId) -> Result<(), Full> {
        let number = self.entry(id).number;
        if number >= limits::MAD_DESCRIPTORS {
            let free = (0..limits::MAD_DESCRIPTORS)
                .find(|&low| !self.entries[usize::from(self.order[low].0)].mad)
                .ok_or(Full::Mad)?;
            self.order.swap(free, number);
            let other = self.order[number];
            self.entry(other).number = number;
            self.entry(id).number = free;
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
        let shares = objects
            .iter()
            .map(|(id, _)| Share {
                object: objects.name(id).to_owned(),
                descriptors: count(&self.made_by, id),
                mads: count(&self.mad_by, id),
            })
            .filter(|share| share.descriptors + share.mads > 0)
            .collect();
        match full {
            Full::All => Problem::TooManyDescriptors { shares },
            Full::Mad => Problem::TooManyMadDescriptors { shares },
        }
    }

    fn finish(self, used: Vec<EntryId>) -> Descriptors {
        let by_number = |id: &EntryId| DescriptorEntry {
            descriptor: Descriptor::from_bits(self.entries[usize::from(id.0)].bits),
            flags: 0,
        };
        let mut number = vec![0; self.entries.len()];
        for (n, id) in (0..).zip(&self.order) {
            number[usize::from(id.0)] = n;
        }
        Descriptors {
            entries: self.order.iter().map(by_number).collect(),
            number,
            used,
        }
    }
}
