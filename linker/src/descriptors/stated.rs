//! Tables with entries that sources fix (`.descriptor`): these keep their indices and all of their bits.
//!
//! Each instruction takes the first fixed entry with exactly the bits that it was written with, including those that it
//! does not use; otherwise the first entry that agrees in the bits in use; otherwise the first free index. Instructions
//! whose fields reach only some of the indices (`mad`) choose first.

use std::collections::BTreeMap;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::{StatedField, StatedValue};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use pica200_objfmt::isa::limits;

use super::{Descriptors, Request};
use crate::objects::{ObjectId, Objects};
use crate::problem::{DescriptorUsage, Problem};

/// The error that no index is free for a request.
pub(super) struct Full {
    /// The index of the request.
    pub(super) at: usize,
    is_mad: bool,
    /// The objects that took indices, and true for a `mad`.
    takers: Vec<(ObjectId, bool)>,
}

impl Full {
    /// Returns the problem to report.
    pub(super) fn problem(&self, objects: Objects<'_>) -> Problem {
        let count = |id, mad_only: bool| {
            let takers = self.takers.iter();
            takers
                .filter(|(by, is_mad)| *by == id && (*is_mad || !mad_only))
                .count()
        };
        let stated = |field: &StatedValue| matches!(field.field, StatedField::Descriptor { .. });
        let usage = objects
            .iter()
            .map(|(id, object)| DescriptorUsage {
                object: objects.name(id).to_owned(),
                descriptors: count(id, false) + object.stated.iter().filter(|field| stated(field)).count(),
                mads: count(id, true),
            })
            .collect();
        if self.is_mad {
            Problem::TooManyMadDescriptors { usage }
        } else {
            Problem::TooManyDescriptors { usage }
        }
    }
}

/// An entry under construction.
#[derive(Clone, Copy)]
struct Slot {
    bits: u32,
    /// The bits that are decided.
    care: u32,
    flags: u32,
    is_stated: bool,
}

/// Builds the table for requests, given in program order.
pub(super) fn table(requests: &[Request], stated: &BTreeMap<u8, DescriptorEntry>) -> Result<Descriptors, Full> {
    let mut slots: Vec<Option<Slot>> = vec![None; limits::DESCRIPTORS];
    for (&number, entry) in stated {
        if let Some(slot) = slots.get_mut(usize::from(number)) {
            *slot = Some(Slot {
                bits: entry.descriptor.to_bits(),
                care: u32::MAX,
                flags: entry.flags,
                is_stated: true,
            });
        }
    }
    let mut numbers = vec![u32::MAX; requests.len()];
    let mut takers = Vec::new();
    for is_mad in [true, false] {
        let those = requests.iter().enumerate();
        for (at, request) in those.filter(|(_, request)| request.mad == is_mad) {
            let reach = if is_mad {
                limits::MAD_DESCRIPTORS
            } else {
                limits::DESCRIPTORS
            };
            let Some((number, is_new)) = take(&mut slots[..reach], request) else {
                return Err(Full { at, is_mad, takers });
            };
            if is_new {
                takers.push((request.object, is_mad));
            }
            numbers[at] = u32::try_from(number).unwrap_or(u32::MAX);
        }
    }
    let end = slots.iter().rposition(Option::is_some);
    slots.truncate(end.map_or(0, |last| last + 1));
    let entries = slots.iter().map(|slot| {
        slot.map_or_else(DescriptorEntry::default, |slot| DescriptorEntry {
            descriptor: Descriptor::from_bits(slot.bits),
            flags: slot.flags,
        })
    });
    Ok(Descriptors {
        entries: entries.collect(),
        numbers,
        swapped: BitSet::default(),
        lower_bound: 0,
    })
}

/// Returns the index that a request takes, and true if it was free before.
fn take(slots: &mut [Option<Slot>], request: &Request) -> Option<(usize, bool)> {
    let &Request { bits, care, .. } = request;
    let is_exact = |slot: &Slot| slot.is_stated && slot.bits == bits;
    let agrees = |slot: &Slot| (slot.bits ^ bits) & slot.care & care == 0;
    let find = |wanted: &dyn Fn(&Slot) -> bool| slots.iter().position(|slot| slot.as_ref().is_some_and(wanted));
    if let Some(number) = find(&is_exact).or_else(|| find(&agrees)) {
        if let Some(slot) = slots.get_mut(number).and_then(Option::as_mut) {
            let new = care & !slot.care;
            slot.bits = slot.bits & !new | bits & new;
            slot.care |= care;
        }
        return Some((number, false));
    }
    let number = slots.iter().position(Option::is_none)?;
    *slots.get_mut(number)? = Some(Slot {
        bits,
        care,
        flags: 0,
        is_stated: false,
    });
    Some((number, true))
}
