//! Register allocation for uniforms and constants.
//!
//! Every item (see [`crate::items`]) is *live* in some of the link's objects, and two items may share a register only
//! if no object has both live:
//!
//! - a uniform of the shared space is live in all objects of that space; a uniform of a geometry shader with its own
//!   space, or of a private file, in that object;
//! - a constant is live in its object; a constant of a library only where it is reached, if it is reached at all;
//! - with [`Compat::None`], both are also live in the object of every shader that reaches a use of them. Therefore, a
//!   procedure of one file works in the shader of another.
//!
//! First, all items with chosen registers are placed. Then every uniform takes the lowest free range, in the order of
//! first declaration, and then every constant takes the highest free range. Finally, a shader that would load no
//! constant keeps one of the constants that its file declares, if registers are free.

mod allocator;
mod live;
mod merge;
mod pins;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::Reference;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::register::{Register, RegisterSet, UniformKind};
use rustc_hash::FxHashMap;

use crate::constants::Classes;
use crate::externs::Identities;
use crate::items::{self, Item, ItemId, Items};
use crate::objects::{ObjectId, Objects};
use crate::pack::{self, ComponentMap, Packing};
use crate::problem::Problem;
use crate::report::Report;
use crate::shaders::Shaders;
use crate::uses::{Operand, Uses};
use crate::{Compat, LinkOptions};
use allocator::Allocator;
use live::{KeepPolicy, live_objects, reached_items, set_by_number};
use merge::{merge_by_name, merge_equal};
use pins::{check_filled, check_pins};

/// The registers of all items.
pub(crate) struct Registers<'a> {
    items: Items<'a>,
    /// For each item, the first register; `None` if none was free, or if no shader needs the item.
    first: Vec<Option<u8>>,
    /// For each item that was not merged into another, the objects in which it is live.
    live: Vec<BitSet>,
    packing: Packing,
}

/// A range of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RegisterRange {
    /// The kind of the registers.
    pub(crate) kind: UniformKind,
    /// The first register.
    pub(crate) first: u8,
    /// The number of registers.
    pub(crate) len: u8,
}

/// An item with its registers.
pub(crate) struct AllocatedItem<'r, 'a> {
    /// The item.
    pub(crate) item: &'r Item<'a>,
    /// The first register.
    pub(crate) first: Option<u8>,
    /// The objects in which it is live.
    pub(crate) live: &'r BitSet,
    /// The items that were merged with it, and the new positions of their components, if these moved.
    pub(crate) others: Vec<(&'r Item<'a>, Option<ComponentMap>)>,
}

impl<'a> Registers<'a> {
    /// Returns all items, in the order of their declarations.
    pub(crate) fn all(&self) -> impl Iterator<Item = AllocatedItem<'_, 'a>> {
        let mut others: FxHashMap<ItemId, Vec<_>> = FxHashMap::default();
        for (index, item) in self.items.list.iter().enumerate() {
            let id = self.items.canonical(ItemId(index));
            if id.0 != index {
                let merge_chain = std::iter::successors(Some(ItemId(index)), |item| self.items.merged_into(*item));
                let lanes = self.component_map_of(merge_chain);
                others.entry(id).or_default().push((item, lanes));
            }
        }
        self.items.iter().map(move |(id, item)| AllocatedItem {
            item,
            first: self.first[id.0],
            live: &self.live[id.0],
            others: others.remove(&id).unwrap_or_default(),
        })
    }

    /// Returns the positions of the components of the item that a reference refers to, if these moved.
    pub(crate) fn lanes(&self, object: ObjectId, reference: Reference) -> Option<ComponentMap> {
        if self.packing.is_empty() {
            return None;
        }
        self.component_map_of(self.items.merge_chain(object, reference))
    }

    fn component_map_of(&self, mut merge_chain: impl Iterator<Item = ItemId>) -> Option<ComponentMap> {
        merge_chain.find_map(|item| self.packing.lanes(item))
    }

    /// Returns the contents of the register of a constant, if they differ from the constant's own value.
    pub(crate) fn value(&self, object: ObjectId, reference: Reference) -> Option<ConstantValue> {
        let last = self.items.merge_chain(object, reference).last()?;
        self.packing.value(last)
    }

    /// Returns true if a shader, identified by its object, needs the item that a reference of an object refers to.
    pub(crate) fn is_live_in(&self, shader: ObjectId, object: ObjectId, reference: Reference) -> bool {
        let item = self.items.find(object, reference);
        item.is_none_or(|(item, _)| self.live[item.0].contains(shader.0))
    }

    /// Returns all registers of the uniform or constant that a reference refers to.
    pub(crate) fn register_range(&self, object: ObjectId, reference: Reference) -> Option<RegisterRange> {
        let (id, _) = self.items.find(object, reference)?;
        let shape = self.items.list[id.0].shape;
        Some(RegisterRange {
            kind: shape.kind,
            first: self.first[id.0]?,
            len: shape.len,
        })
    }

    /// Returns the register that a reference refers to; `None` if none was free, which has been reported.
    pub(crate) fn register(&self, object: ObjectId, reference: Reference) -> Result<Option<Register>, Problem> {
        if let Reference::Register(register) = reference {
            return Ok(Some(register));
        }
        let Some((id, element)) = self.items.find(object, reference) else {
            return Ok(None);
        };
        let Some(first) = self.first[id.0] else {
            return Ok(None);
        };
        let item = &self.items.list[id.0];
        let kind = item.shape.kind;
        let number = i32::from(first) + i32::from(element);
        let register = u8::try_from(number)
            .ok()
            .and_then(|number| Register::new(kind.bank(), number));
        match register {
            Some(register) => Ok(Some(register)),
            None => Err(Problem::RegisterOutOfRange {
                name: item.name.to_owned(),
                element,
                kind,
                number,
            }),
        }
    }
}

/// The results of the phases before registers are allocated.
#[derive(Clone, Copy)]
pub(crate) struct AllocationInputs<'e, 'a> {
    pub(crate) objects: Objects<'a>,
    pub(crate) shaders: &'e Shaders,
    pub(crate) identities: &'e Identities<'a>,
    pub(crate) uses: &'e Uses,
    pub(crate) options: &'e LinkOptions,
}

/// Allocates registers for all uniforms and constants. Equal uniforms of several sets have the same registers if there
/// are enough.
pub(crate) fn allocate_registers<'a>(inputs: AllocationInputs<'_, 'a>, report: &mut Report<'_>) -> Registers<'a> {
    let AllocationInputs {
        objects, identities, ..
    } = inputs;
    if objects.has_sets() {
        let mut discarded = Report::new(objects);
        let mut items = items::collect(objects, &identities.externs, &mut discarded);
        items.merge_sets(&identities.uniforms, &mut discarded);
        let registers = allocate(inputs, items, &mut discarded);
        if !discarded.has_errors() {
            return registers;
        }
    }
    let items = items::collect(objects, &identities.externs, report);
    allocate(inputs, items, report)
}

/// Allocates registers for items.
fn allocate<'a>(inputs: AllocationInputs<'_, 'a>, mut items: Items<'a>, report: &mut Report<'_>) -> Registers<'a> {
    let AllocationInputs {
        objects,
        shaders,
        identities,
        uses,
        options,
    } = inputs;
    let compat = options.compat;
    let mut reached = reached_items(shaders, uses, &items);
    if compat == Compat::None {
        merge_by_name(objects, shaders, &mut reached, &mut items, report);
    }
    check_pins(objects, shaders, &items, &reached, compat, report);
    check_filled(objects, &items, report);
    let keep = KeepPolicy::new(uses, options);
    let live = live_objects(objects, shaders, &items, &reached, &keep);
    let set_by_number = match compat {
        Compat::None => set_by_number(objects, shaders, uses),
        Compat::Picasso => vec![RegisterSet::default(); objects.len()],
    };
    let plan = Plan {
        items,
        live,
        packing: Packing::default(),
        pads: if options.pad_constants {
            shaders.iter().map(|(_, object)| object).collect()
        } else {
            Vec::new()
        },
        numbered: match compat {
            Compat::None => keep.by_number.clone(),
            Compat::Picasso => FxHashMap::default(),
        },
    };
    if compat == Compat::None && options.merge_constants {
        let merged = plan.merged(objects, &identities.classes, &keep);
        if let Some(registers) = merged.clone().try_allocate(objects, &set_by_number) {
            return registers;
        }
        if !keep.by_number.contains_key(&UniformKind::Float)
            && let Some(registers) = merged.packed(objects, uses).try_allocate(objects, &set_by_number)
        {
            return registers;
        }
    }
    Registers::new(objects, plan, set_by_number, report)
}

/// The items that need registers.
#[derive(Clone)]
struct Plan<'a> {
    items: Items<'a>,
    /// For each item, the objects in which it is live.
    live: Vec<BitSet>,
    packing: Packing,
    /// The objects of shaders whose constant table must not be empty if they declare any.
    pads: Vec<ObjectId>,
    /// The kinds whose registers are not shared, each with the instruction that prevents it.
    numbered: FxHashMap<UniformKind, Operand>,
}

impl<'a> Plan<'a> {
    /// Returns this plan with equal constants merged.
    fn merged(&self, objects: Objects<'_>, classes: &Classes, keep: &KeepPolicy) -> Self {
        let mut plan = self.clone();
        merge_equal(objects, classes, keep, &mut plan.items, &mut plan.live);
        plan
    }

    /// Returns this plan with constants packed into components of other registers.
    fn packed(mut self, objects: Objects<'_>, uses: &Uses) -> Self {
        self.packing = pack::pack(objects, uses, &mut self.items, &mut self.live);
        self
    }

    /// Returns the registers if they suffice. Merging does not always help, because a shared register must be free in
    /// more objects.
    fn try_allocate(self, objects: Objects<'a>, taken: &[RegisterSet]) -> Option<Registers<'a>> {
        let mut discarded = Report::new(objects);
        let registers = Registers::new(objects, self, taken.to_vec(), &mut discarded);
        (!discarded.has_errors()).then_some(registers)
    }
}

impl<'a> Registers<'a> {
    /// Allocates registers to the items of a plan.
    fn new(objects: Objects<'a>, plan: Plan<'a>, set_by_number: Vec<RegisterSet>, report: &mut Report<'_>) -> Self {
        let Plan {
            items,
            live,
            packing,
            pads,
            numbered,
        } = plan;
        let mut allocator = Allocator::new(objects, live, set_by_number, numbered);
        allocator.first.resize(items.list.len(), None);
        allocator.place_all(&items, report);
        for object in pads {
            allocator.pad(object, &items);
        }
        let Allocator { mut first, live, .. } = allocator;
        for index in 0..first.len() {
            first[index] = first[items.canonical(ItemId(index)).0];
        }
        Self {
            items,
            first,
            live,
            packing,
        }
    }
}
