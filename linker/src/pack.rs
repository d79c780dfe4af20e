//! Packs several constants into one register if registers run out.
//!
//! Code often reads only one or two components of a constant. Their values can move to unused components of other
//! constants' registers; the instructions that read them then select other components. This may need more operand
//! descriptors, so nothing is packed while registers suffice.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::Reference;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, Swizzle};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashMap;

use crate::items::{ItemId, Items};
use crate::objects::Objects;
use crate::problem::Role;
use crate::uses::Uses;

/// The new position of each component of a constant.
pub(crate) type ComponentMap = [Component; 4];

/// The result of packing.
#[derive(Clone, Default, Debug)]
pub(crate) struct Packing {
    /// For constants whose components moved, the new position of each component.
    lanes: FxHashMap<ItemId, ComponentMap>,
    /// For constants whose registers contain others, the contents of the register.
    values: FxHashMap<ItemId, [Float24; 4]>,
}

impl Packing {
    /// Returns true if nothing was packed.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the positions of an item's components, if they differ from those in the source.
    pub(crate) fn lanes(&self, item: ItemId) -> Option<ComponentMap> {
        self.lanes.get(&item).copied()
    }

    /// Returns the contents of an item's register, if they differ from the item's own value.
    pub(crate) fn value(&self, item: ItemId) -> Option<ConstantValue> {
        self.values.get(&item).copied().map(ConstantValue::Float)
    }
}

/// Returns the descriptor of an instruction after the components of its wide source have moved.
pub(crate) fn moved(descriptor: Descriptor, opcode: Opcode, lanes: ComponentMap) -> Descriptor {
    let Some(source) = opcode.fields().wide_source() else {
        return descriptor;
    };
    let mut select = descriptor.source(source);
    let of_lane = |lane| lanes[select.swizzle.component(lane) as usize];
    select.swizzle = Swizzle::from_components(Component::ALL.map(of_lane));
    descriptor.with_source(source, select)
}

/// A constant that may be packed.
struct Candidate {
    id: ItemId,
    value: [Float24; 4],
    read: Mask,
}

/// A register that contains packed constants.
struct SharedRegister {
    host: ItemId,
    value: [Option<Float24>; 4],
}

impl SharedRegister {
    /// Creates the register of a constant, whose own components keep their positions.
    fn new(host: &Candidate) -> Self {
        let of_lane = |lane| host.read.contains(lane).then_some(host.value[lane as usize]);
        Self {
            host: host.id,
            value: Component::ALL.map(of_lane),
        }
    }

    /// Returns the positions of the components if they fit: a component that already has the value, the same component
    /// if it is free, or any free one.
    fn take(&mut self, candidate: &Candidate) -> Option<ComponentMap> {
        let mut value = self.value;
        let mut lanes = Component::ALL;
        for component in candidate.read.components() {
            let own = candidate.value[component as usize];
            let same = |lane: &Component| value[*lane as usize] == Some(own);
            let free = |lane: &Component| value[*lane as usize].is_none();
            let all = || [component].into_iter().chain(Component::ALL);
            let lane = all().find(same).or_else(|| all().find(free))?;
            value[lane as usize] = Some(own);
            lanes[component as usize] = lane;
        }
        self.value = value;
        Some(lanes)
    }
}

/// Packs constants into shared registers, and merges the items that share one.
pub(crate) fn pack(objects: Objects<'_>, uses: &Uses, items: &mut Items<'_>, live: &mut [BitSet]) -> Packing {
    let mut packing = Packing::default();
    let mut bins: Vec<SharedRegister> = Vec::new();
    for candidate in candidates(objects, uses, items) {
        let is_live = &live[candidate.id.0];
        let found = bins.iter_mut().find_map(|bin| {
            let usage = live[bin.host.0].intersects(is_live);
            Some((bin.host, usage.then(|| bin.take(&candidate))??))
        });
        let Some((host, lanes)) = found else {
            bins.push(SharedRegister::new(&candidate));
            continue;
        };
        let is_live = std::mem::take(&mut live[candidate.id.0]);
        live[host.0].union_with(&is_live);
        if lanes != Component::ALL {
            packing.lanes.insert(candidate.id, lanes);
        }
        items.merge_constants(host, candidate.id);
    }
    let whole = |value: [Option<Float24>; 4]| value.map(|lane| lane.unwrap_or_default());
    packing.values = bins.iter().map(|bin| (bin.host, whole(bin.value))).collect();
    packing
}

/// Returns the constants that can be packed, those with the most used components first. Each is a single register that
/// the source did not choose, has a known value, and is not read with an address register.
fn candidates(objects: Objects<'_>, uses: &Uses, items: &Items<'_>) -> Vec<Candidate> {
    let mut read: FxHashMap<ItemId, Option<Mask>> = FxHashMap::default();
    for (u, operand) in uses.iter() {
        let Some((id, element)) = items.find(operand.object, operand.reference) else {
            continue;
        };
        let read = read.entry(id).or_insert(Some(Mask::NONE));
        let may_move = !operand.relative && element == 0;
        *read = read
            .filter(|_| may_move)
            .map(|mask| mask.union(u.components(objects.get(operand.object))));
    }
    let mut candidates = Vec::new();
    for (object, contents) in objects.iter() {
        for value in &contents.values {
            let (ConstantValue::Float(lanes), Reference::Constant { .. }) = (value.value, value.register) else {
                continue;
            };
            let Some((id, _)) = items.find(object, value.register) else {
                continue;
            };
            let item = &items.list[id.0];
            let is_single = item.role == Role::Constant && item.shape.len == 1 && item.pin.is_none();
            // Of merged equal constants, the first one is used.
            if let Some(Some(read)) = read.remove(&id).filter(|_| is_single) {
                candidates.push(Candidate { id, value: lanes, read });
            }
        }
    }
    candidates.sort_by_key(|c| std::cmp::Reverse(c.read.count()));
    candidates
}
