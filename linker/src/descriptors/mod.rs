//! The operand descriptor table.
//!
//! An instruction uses only some bits of its descriptor (it *cares* about them), depending on the opcode and the
//! destination mask. Instructions whose descriptors agree in all bits that both care about can share an entry.
//!
//! Instructions are processed in program order, and each takes the first compatible entry, as in picasso. The
//! descriptor field of `mad` has five bits. When a `mad` takes an entry beyond these, that entry is immediately
//! exchanged with the first lower entry that no `mad` uses. Indices are final only after the last instruction.
//!
//! The first entry is not always the best one. If no clique of conflicting descriptors proves that the table is
//! minimal, [`colouring`] searches for a smaller one: the fewest colours for the conflict graph. In any case, the table
//! is no larger than picasso's. Finally, [`commute`] tries to shrink it by exchanging the sources of commutative
//! instructions. If a clique that holds for any order of the sources is as large as the first table, nothing else is
//! searched.
//!
//! If sources fix entries ([`stated`]), these keep their indices and bits, and nothing is searched.

mod care;
mod colouring;
mod commute;
mod counters;
mod first_fit;
mod graph;
mod requirement;
mod stated;

use std::collections::BTreeMap;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::RelocationKind;
use pica200_objfmt::isa::commute::commuted;
use pica200_objfmt::isa::descriptor::DescriptorEntry;
use pica200_objfmt::isa::opcode::Opcode;

use crate::Compat;
use crate::objects::{ObjectId, Objects};
use crate::pack;
use crate::placement::{Placement, Site};
use crate::registers::Registers;
use crate::report::Report;

/// The maximum number of instructions that an error lists as sole users of their entries.
const MAX_SOLE_USERS: usize = 3;

/// An instruction's request for a table entry.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// The descriptor as in the source.
    bits: u32,
    /// The bits that the instruction cares about.
    care: u32,
    /// True if it can use only the first entries.
    mad: bool,
    /// True if its first two sources can be exchanged.
    commutes: bool,
    /// The object that contains it.
    object: ObjectId,
    /// Its word.
    word: u32,
}

/// The final table, and the entry of each instruction.
#[derive(Default, Debug)]
pub(crate) struct Descriptors {
    /// The entries by their final indices.
    pub(crate) entries: Vec<DescriptorEntry>,
    /// For each instruction with a descriptor, in program order, the index of its entry.
    numbers: Vec<u32>,
    /// The instructions whose first two sources are exchanged, indexed like `numbers`.
    swapped: BitSet,
    /// The proven lower bound on the number of entries: this many descriptors pairwise conflict, or all smaller tables
    /// were tried.
    pub(crate) lower_bound: usize,
}

impl Descriptors {
    /// Returns, for all instructions with descriptors in program order, the final index, and whether the first two
    /// sources are exchanged.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (u32, bool)> {
        let numbers = self.numbers.iter().enumerate();
        numbers.map(|(at, &number)| (number, self.swapped.contains(at)))
    }
}

/// The results of earlier phases that the descriptor table depends on.
pub(crate) struct TableBuilder<'m, 'a> {
    pub(crate) objects: Objects<'a>,
    pub(crate) placement: &'m Placement<'m>,
    pub(crate) registers: &'m Registers<'a>,
    /// The entries that sources fix, by index.
    pub(crate) stated: &'m BTreeMap<u8, DescriptorEntry>,
    pub(crate) compat: Compat,
}

impl TableBuilder<'_, '_> {
    /// Builds the table of the link; empty after an error.
    pub(crate) fn table(&self, report: &mut Report<'_>) -> Descriptors {
        let requests = self.requests(self.compat);
        if !self.stated.is_empty() {
            return stated::table(&requests, self.stated).unwrap_or_else(|full| {
                let loc = self.placement.loc(requests[full.at].word);
                report.error(full.problem(self.objects), [(loc, "needs one more")]);
                Descriptors::default()
            });
        }
        let first_fit = first_fit::table(&requests);
        // Too many words have already been reported.
        let table = if self.compat == Compat::Picasso || !self.placement.fits() {
            first_fit
        } else {
            commute::improve(&requests, first_fit, || self.requests(Compat::Picasso))
        };
        table.unwrap_or_else(|overflow| {
            let loc = |at: usize| self.placement.loc(requests[at].word);
            let (sole_users, label) = overflow.sole_users(&requests);
            let sole_users = sole_users.take(MAX_SOLE_USERS).map(|at| (loc(at), label));
            let places = std::iter::once((loc(overflow.at), "needs one more")).chain(sole_users);
            report.error(overflow.problem(self.objects), places);
            Descriptors::default()
        })
    }

    /// Returns the requests of all instructions with descriptors, in program order.
    fn requests(&self, compat: Compat) -> Vec<Request> {
        let sites = self.placement.sites(self.objects);
        let mut requests = Vec::with_capacity(self.placement.code.len());
        requests.extend(sites.filter_map(|site| request(self.objects, self.registers, &site, compat)));
        requests
    }
}

/// Returns true if the first two sources of an instruction can be exchanged. A register that the linker chooses stays
/// in the wide source.
fn can_commute(opcode: Opcode, word: u32, site: &Site<'_>) -> bool {
    let is_chosen = site.relocation.register.is_some();
    let stays = opcode.fields().wide_source() == Some(2);
    (stays || !is_chosen) && commuted(word).is_some()
}

fn request(objects: Objects<'_>, registers: &Registers<'_>, site: &Site<'_>, compat: Compat) -> Option<Request> {
    let RelocationKind::Descriptor(index) = site.relocation.kind else {
        return None;
    };
    let object = objects.get(site.object);
    let word = object.code[site.relocation.word as usize];
    let opcode = Opcode::from_word(word)?;
    let written = object.descriptors[usize::from(index)].descriptor;
    let lanes = |reference| registers.lanes(site.object, reference);
    let descriptor = match site.relocation.register.and_then(lanes) {
        Some(lanes) => pack::moved(written, opcode, lanes),
        None => written,
    };
    let care = care::used_bits(opcode, descriptor.mask(), compat);
    let differs = |bits: u32| (bits ^ descriptor.to_bits()) & care != 0;
    Some(Request {
        bits: descriptor.to_bits(),
        care,
        commutes: differs(descriptor.with_swapped_sources().to_bits()) && can_commute(opcode, word, site),
        mad: opcode.is_mad(),
        object: site.object,
        word: site.word,
    })
}
