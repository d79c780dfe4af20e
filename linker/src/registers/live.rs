//! Liveness: the objects whose shaders need each item.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::{Object, Reference};
use pica200_objfmt::isa::register::{RegisterSet, UniformKind};
use rustc_hash::FxHashMap;

use crate::items::{Item, ItemId, Items};
use crate::objects::{ObjectId, Objects};
use crate::problem::Role;
use crate::shaders::Shaders;
use crate::space::Space;
use crate::uses::{Operand, Uses};
use crate::{Compat, LinkOptions};

/// The items that are live although no code reads them.
pub(super) struct KeepPolicy {
    compat: Compat,
    /// True if all declared items are live.
    all: bool,
    /// The kinds whose registers code reads by number, with the first such use. The meaning of a number depends on all
    /// declarations, so no item of these kinds may be dropped.
    pub(super) by_number: FxHashMap<UniformKind, Operand>,
}

impl KeepPolicy {
    pub(super) fn new(uses: &Uses, options: &LinkOptions) -> Self {
        let mut by_number = FxHashMap::default();
        for u in uses.operands() {
            if let Reference::Register(register) = u.reference
                && let Some(kind) = UniformKind::from_bank(register.bank)
            {
                by_number.entry(kind).or_insert(*u);
            }
        }
        Self {
            compat: options.compat,
            all: options.compat == Compat::Picasso || !options.gc_sections,
            by_number,
        }
    }

    /// Returns true if items of a kind are live wherever they are declared.
    fn keeps(&self, kind: UniformKind) -> bool {
        self.all || self.by_number.contains_key(&kind)
    }

    /// Returns true if a constant that the object of a shader declares is live in that object.
    fn constant(&self, item: &Item<'_>) -> bool {
        item.pin.is_some() || self.keeps(item.shape.kind)
    }
}

/// Returns, for each item, the objects in which it is live; empty if no shader needs it.
pub(super) fn live_objects(
    objects: Objects<'_>,
    shaders: &Shaders,
    items: &Items<'_>,
    reached: &[BitSet],
    keep: &KeepPolicy,
) -> Vec<BitSet> {
    let mut spaces: FxHashMap<Space, BitSet> = FxHashMap::default();
    for (id, _) in objects.iter() {
        let space = spaces.entry(Space::new(objects, id)).or_default();
        space.insert(id.0);
    }
    let mut reached_by_any = BitSet::default();
    for of_shader in reached {
        reached_by_any.union_with(of_shader);
    }
    let mut live = vec![BitSet::default(); items.list.len()];
    for (index, item) in items.list.iter().enumerate() {
        let id = items.canonical(ItemId(index));
        let mut made = item.declared_in.iter().map(ObjectId);
        let made = made.any(|object| shaders.makes_shader(object));
        let is_wanted = made || keep.keeps(item.shape.kind) || reached_by_any.contains(id.0);
        let set = &mut live[id.0];
        match (item.role, item.space) {
            (Role::Uniform, _) if !is_wanted => {}
            (Role::Uniform, space) => {
                if let Some(objects) = spaces.get(&space) {
                    set.union_with(objects);
                }
            }
            (Role::Constant, _) => {
                if keep.compat == Compat::Picasso || made && keep.constant(item) {
                    set.insert(item.object.0);
                }
            }
        }
    }
    if keep.compat == Compat::Picasso {
        for (id, item) in items.iter() {
            live[id.0].union_with(&item.referenced_in);
        }
    } else {
        for (shader, object) in shaders.iter() {
            for item in reached[shader.0].iter() {
                live[item].insert(object.0);
            }
        }
    }
    for (set, item) in live.iter_mut().zip(&items.list) {
        if set.is_empty() && keep.all {
            set.insert(item.object.0);
        }
    }
    live
}

/// Returns, for each shader, the items that its code uses.
pub(super) fn reached_items(shaders: &Shaders, uses: &Uses, items: &Items<'_>) -> Vec<BitSet> {
    let item = |operand: &Operand| Some(items.find(operand.object, operand.reference)?.0.0);
    let of_shader = |(shader, _)| uses.reached_by(shader).filter_map(item).collect();
    shaders.iter().map(of_shader).collect()
}

/// Returns, for each object that makes a shader, the registers that `.setf`, `.seti` and `.setb` refer to by number, in
/// its own file and in those whose code it reaches.
pub(super) fn set_by_number(objects: Objects<'_>, shaders: &Shaders, uses: &Uses) -> Vec<RegisterSet> {
    let by_object: Vec<_> = objects.iter().map(|(_, object)| numbered(object)).collect();
    let mut sets = by_object.clone();
    for (shader, own) in shaders.iter() {
        for u in uses.reached_by(shader) {
            sets[own.0].union_with(&by_object[u.object.0]);
        }
    }
    sets
}

/// Returns the registers to which an object gives values by number.
fn numbered(object: &Object) -> RegisterSet {
    let mut set = RegisterSet::default();
    for value in &object.values {
        if let Reference::Register(register) = value.register
            && let Some(kind) = UniformKind::from_bank(register.bank)
        {
            set.insert(kind, register.number, 1);
        }
    }
    set
}
