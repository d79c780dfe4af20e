//! Register allocation, one item after another.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::{Linkage, Reference, RegisterValue};
use pica200_objfmt::isa::register::{Register, RegisterSet, UniformKind};
use rustc_hash::FxHashMap;

use crate::items::{Item, ItemId, Items};
use crate::objects::{ObjectId, Objects};
use crate::problem::{Holder, Problem, Role};
use crate::report::Report;
use crate::uses::Operand;

/// The used registers of each object.
pub(super) struct Allocator<'a> {
    objects: Objects<'a>,
    pub(super) live: Vec<BitSet>,
    taken: Vec<RegisterSet>,
    /// The registers to which each object gives values by number. Constants avoid them, since one value would overwrite
    /// the other; uniforms may be the intended meaning of the numbers.
    set_by_number: Vec<RegisterSet>,
    pub(super) first: Vec<Option<u8>>,
    /// The kinds whose registers are not shared, each with the instruction that prevents it.
    numbered: FxHashMap<UniformKind, Operand>,
    /// For each kind, the objects whose lack of registers has been reported.
    full: FxHashMap<UniformKind, BitSet>,
}

impl<'a> Allocator<'a> {
    pub(super) fn new(
        objects: Objects<'a>,
        live: Vec<BitSet>,
        set_by_number: Vec<RegisterSet>,
        numbered: FxHashMap<UniformKind, Operand>,
    ) -> Self {
        Self {
            objects,
            live,
            taken: objects.iter().map(|(_, object)| object.kind.reserved()).collect(),
            set_by_number,
            first: Vec::new(),
            numbered,
            full: FxHashMap::default(),
        }
    }

    pub(super) fn place_all(&mut self, items: &Items<'_>, report: &mut Report<'_>) {
        for (id, item) in items.iter() {
            if let Some(pin) = item.pin.filter(|_| self.is_live(id)) {
                self.put(id, item, pin.first);
            }
        }
        for role in [Role::Uniform, Role::Constant] {
            for (id, item) in items.iter() {
                if item.role == role && item.pin.is_none() && self.is_live(id) {
                    self.find_place(id, items, report);
                }
            }
        }
    }

    /// Keeps a constant that an object declares if no other constant is live there and the object sets no values, so
    /// that the constant table of its shader is not empty. It is the shortest constant that fits. All other items keep
    /// their registers.
    pub(super) fn pad(&mut self, object: ObjectId, items: &Items<'_>) {
        let contents = self.objects.get(object);
        let is_constant = |(_, item): &(ItemId, &Item<'_>)| item.role == Role::Constant;
        let mut constants = items.iter().filter(is_constant);
        let loads = constants.any(|(id, _)| self.live[id.0].contains(object.0));
        let sets = |value: &RegisterValue| !matches!(value.register, Reference::Constant { .. });
        if loads || contents.values.iter().any(sets) {
            return;
        }
        let constants = contents.constants.iter().enumerate();
        let own = constants.filter(|(_, constant)| constant.linkage == Linkage::Own);
        let own = own.filter_map(|(index, _)| items.constant(object, index));
        let mut own: Vec<_> = own.collect();
        own.sort_by_key(|id| items.list[id.0].shape.len);
        own.into_iter().find(|id| self.share(*id, object, items));
    }

    /// Makes a constant live in one more object if its registers are free there. Returns true if they are.
    fn share(&mut self, id: ItemId, object: ObjectId, items: &Items<'_>) -> bool {
        let item = &items.list[id.0];
        let (kind, len) = (item.shape.kind, item.shape.len);
        let mut taken = self.taken[object.0];
        taken.union_with(&self.set_by_number[object.0]);
        let first = match self.first[id.0] {
            Some(first) => Some(first).filter(|first| !taken.intersects(kind, *first, len)),
            None => taken.highest_free_run(kind, len),
        };
        if let Some(first) = first {
            self.live[id.0].insert(object.0);
            self.put(id, item, first);
        }
        first.is_some()
    }

    fn is_live(&self, id: ItemId) -> bool {
        !self.live[id.0].is_empty()
    }

    fn put(&mut self, id: ItemId, item: &Item<'_>, first: u8) {
        for object in self.live[id.0].iter() {
            self.taken[object].insert(item.shape.kind, first, item.shape.len);
        }
        self.first[id.0] = Some(first);
    }

    fn find_place(&mut self, id: ItemId, items: &Items<'_>, report: &mut Report<'_>) {
        let item = &items.list[id.0];
        let mut taken = RegisterSet::default();
        for object in self.live[id.0].iter() {
            taken.union_with(&self.taken[object]);
            if item.role == Role::Constant {
                taken.union_with(&self.set_by_number[object]);
            }
        }
        let (kind, len) = (item.shape.kind, item.shape.len);
        let first = match item.role {
            Role::Uniform => taken.lowest_free_run(kind, len),
            Role::Constant => taken.highest_free_run(kind, len),
        };
        match first {
            Some(first) => self.put(id, item, first),
            None => self.report_full(id, items, taken.count(kind), report),
        }
    }

    /// Reports that registers ran out, once for the affected objects, because later reports would only follow from it.
    fn report_full(&mut self, id: ItemId, items: &Items<'_>, taken: u32, report: &mut Report<'_>) {
        let item = &items.list[id.0];
        let kind = item.shape.kind;
        let full = self.full.entry(kind).or_default();
        let known = full.intersects(&self.live[id.0]);
        full.union_with(&self.live[id.0]);
        if known {
            return;
        }
        let problem = Problem::RegistersUsedUp {
            name: item.name.to_owned(),
            kind,
            len: item.shape.len,
            free: u32::from(kind.bank().size()) - taken,
            holders: self.holders(id, items),
        };
        let numbered = self.numbered.get(&kind);
        let label = numbered.map(|u| (u.loc(self.objects), numbered_label(kind, u)));
        let others = label.iter().map(|(loc, label)| (*loc, label.as_str()));
        let places = std::iter::once((item.loc, "does not fit")).chain(others);
        report.error(problem, places);
    }

    /// Returns the holders of the registers that an item cannot have, by register.
    fn holders(&self, id: ItemId, items: &Items<'_>) -> Vec<Holder> {
        let kind = items.list[id.0].shape.kind;
        let live = &self.live[id.0];
        let mut holders: Vec<_> = items
            .iter()
            .filter(|(other, item)| item.shape.kind == kind && self.live[other.0].intersects(live))
            .filter_map(|(other, item)| {
                Some(Holder {
                    name: Some(item.name.to_owned()),
                    first: self.first[other.0]?,
                    len: item.shape.len,
                    object: self.objects.name(item.object).to_owned(),
                })
            })
            .collect();
        for object in live.iter().map(ObjectId) {
            if let Some((first, len)) = self.objects.get(object).kind.reserved_range(kind) {
                holders.push(Holder {
                    name: None,
                    first,
                    len,
                    object: self.objects.name(object).to_owned(),
                });
            }
        }
        holders.sort_by_key(|holder| holder.first);
        holders
    }
}

/// Returns the label of an instruction that reads a register by number, which prevents registers from being shared.
fn numbered_label(kind: UniformKind, u: &Operand) -> String {
    let Reference::Register(Register { number, .. }) = u.reference else {
        return String::new();
    };
    let (letter, length) = (kind.bank().letter(), if u.relative { "[LENGTH]" } else { "" });
    let directive = kind.directive();
    format!(
        "reads {letter}{number} by its number, so no registers are shared; `{directive} NAME{length} {letter}{number}` gives it a name"
    )
}
