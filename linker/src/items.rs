//! Items that need registers: uniforms, identified by name, and constants.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::{Constant, Linkage, Object, Reference, Uniform, UniformClass};
use pica200_objfmt::isa::register::Register;
use rustc_hash::FxHashMap;

use crate::externs::Externs;
use crate::objects::{ObjectId, Objects, SourceLoc};
use crate::problem::{Problem, Role, Shape};
use crate::report::Report;
use crate::space::Space;
use crate::uniforms::Uniforms;

/// The index of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ItemId(pub(crate) usize);

/// A register that the source chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pin {
    /// The first register.
    pub(crate) first: u8,
    /// The location of the choice in the source.
    pub(crate) loc: SourceLoc,
}

/// A uniform or constant, which needs consecutive registers.
#[derive(Clone, Debug)]
pub(crate) struct Item<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Uniform or constant.
    pub(crate) role: Role,
    /// Its kind and size.
    pub(crate) shape: Shape,
    /// The space that it belongs to.
    pub(crate) space: Space,
    /// The object with its first declaration.
    pub(crate) object: ObjectId,
    /// The location of that declaration.
    pub(crate) loc: SourceLoc,
    /// The register that the source chose, if it did.
    pub(crate) pin: Option<Pin>,
    /// The objects that declare it in their own source, not in a library combined into them.
    pub(crate) declared_in: BitSet,
    /// The objects that refer to it with `.extern` and use it.
    pub(crate) referenced_in: BitSet,
}

impl Item<'_> {
    /// Returns the register with a number, if it exists.
    pub(crate) fn register(&self, number: u8) -> Register {
        Register {
            bank: self.shape.kind.bank(),
            number,
        }
    }
}

/// All items, and the item of each declaration.
#[derive(Clone, Debug)]
pub(crate) struct Items<'a> {
    /// The items, in order of first declaration: uniforms of all objects, then constants of all objects.
    pub(crate) list: Vec<Item<'a>>,
    /// For each object, the items of its uniforms; inputs have none.
    uniforms: Vec<Vec<Option<ItemId>>>,
    /// For each object, the items of its constants.
    constants: Vec<Vec<Option<ItemId>>>,
    /// For each item, the one it was merged into, or itself.
    same_as: Vec<ItemId>,
}

impl<'a> Items<'a> {
    /// Returns the item that a reference refers to, and the element; `None` if it refers to a register by number.
    pub(crate) fn find(&self, object: ObjectId, reference: Reference) -> Option<(ItemId, i16)> {
        match reference {
            Reference::Register(_) => None,
            Reference::Uniform { index, element } => {
                let item = self.uniforms[object.0].get(usize::from(index))?;
                item.map(|item| (self.canonical(item), element))
            }
            Reference::Constant { index, element } => {
                let item = self.constants[object.0].get(usize::from(index))?;
                item.map(|item| (self.canonical(item), element))
            }
        }
    }

    /// Returns the chain of items that a constant was merged through: its own, the intermediate ones, and the final
    /// one.
    pub(crate) fn merge_chain(&self, object: ObjectId, reference: Reference) -> impl Iterator<Item = ItemId> {
        let own = match reference {
            Reference::Constant { index, .. } => self.constants[object.0].get(usize::from(index)),
            _ => None,
        };
        std::iter::successors(own.copied().flatten(), |item| self.merged_into(*item))
    }

    /// Returns the item that an item was merged into.
    pub(crate) fn merged_into(&self, item: ItemId) -> Option<ItemId> {
        let other = self.same_as[item.0];
        (other != item).then_some(other)
    }

    /// Returns the items of the uniforms that an object declares for itself.
    pub(crate) fn declared(&self, object: ObjectId) -> impl Iterator<Item = ItemId> {
        let named = self.uniforms[object.0].iter().copied().flatten();
        named
            .filter(move |item| self.list[item.0].declared_in.contains(object.0))
            .map(|item| self.canonical(item))
    }

    /// Returns the final item that this one was merged into.
    pub(crate) fn canonical(&self, mut item: ItemId) -> ItemId {
        while self.same_as[item.0] != item {
            item = self.same_as[item.0];
        }
        item
    }

    /// Returns the items that were not merged into others, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ItemId, &Item<'a>)> {
        let all = self.list.iter().enumerate();
        all.map(|(index, item)| (ItemId(index), item))
            .filter(|(id, _)| self.same_as[id.0] == *id)
    }

    /// Merges two items. The first keeps its position.
    pub(crate) fn merge(&mut self, kept: ItemId, gone: ItemId, report: &mut Report<'_>) {
        let Item {
            declared_in,
            referenced_in,
            pin,
            ..
        } = self.list[gone.0].clone();
        let item = &mut self.list[kept.0];
        item.declared_in.union_with(&declared_in);
        item.referenced_in.union_with(&referenced_in);
        if let Some(pin) = pin {
            pin_item(item, pin, report);
        }
        self.same_as[gone.0] = kept;
    }

    /// Returns the item of a constant, by its index.
    pub(crate) fn constant(&self, object: ObjectId, index: usize) -> Option<ItemId> {
        let item = *self.constants.get(object.0)?.get(index)?;
        item.map(|item| self.canonical(item))
    }

    /// Merges the items of two constants. The first keeps its position.
    pub(crate) fn merge_constants(&mut self, kept: ItemId, gone: ItemId) {
        let gone_item = &mut self.list[gone.0];
        let declared_in = std::mem::take(&mut gone_item.declared_in);
        let referenced_in = std::mem::take(&mut gone_item.referenced_in);
        self.list[kept.0].declared_in.union_with(&declared_in);
        self.list[kept.0].referenced_in.union_with(&referenced_in);
        self.same_as[gone.0] = kept;
    }

    /// Merges equal uniforms of several sets.
    pub(crate) fn merge_sets(&mut self, uniforms: &Uniforms<'a>, report: &mut Report<'_>) {
        let mut known = FxHashMap::default();
        for index in 0..self.list.len() {
            let Item { name, role, space, .. } = self.list[index];
            let identity = match role {
                Role::Uniform => uniforms.get(space, name),
                Role::Constant => None,
            };
            let Some(identity) = identity else { continue };
            let (id, first) = (ItemId(index), *known.entry(identity).or_insert(ItemId(index)));
            if first != id {
                self.merge(first, id, report);
            }
        }
    }

    /// Records the declarations that external names refer to.
    fn follow(&mut self, objects: Objects<'a>, externs: &Externs) {
        for (id, object) in objects.iter() {
            for (index, uniform) in (0..).zip(&object.uniforms) {
                if uniform.linkage.is_extern() {
                    let definition = externs.definition((id, Role::Uniform, index));
                    let item =
                        definition.and_then(|definition| self.uniforms[definition.0.0][usize::from(definition.2)]);
                    self.uniforms[id.0][usize::from(index)] = item;
                    self.add_reference(item, id);
                }
            }
            for (index, constant) in (0..).zip(&object.constants) {
                if constant.linkage.is_extern() {
                    let definition = externs.definition((id, Role::Constant, index));
                    let item =
                        definition.and_then(|definition| self.constants[definition.0.0][usize::from(definition.2)]);
                    self.constants[id.0][usize::from(index)] = item;
                    self.add_reference(item, id);
                }
            }
        }
    }

    fn add_reference(&mut self, item: Option<ItemId>, object: ObjectId) {
        if let Some(item) = item {
            self.list[item.0].referenced_in.insert(object.0);
        }
    }

    fn add(&mut self, item: Item<'a>) -> ItemId {
        let id = ItemId(self.list.len());
        self.list.push(item);
        self.same_as.push(id);
        id
    }
}

/// Collects all items. A uniform that several files of a space declare is one item.
pub(crate) fn collect<'a>(objects: Objects<'a>, externs: &Externs, report: &mut Report<'_>) -> Items<'a> {
    let mut items = Items {
        list: Vec::new(),
        uniforms: Vec::with_capacity(objects.len()),
        constants: Vec::with_capacity(objects.len()),
        same_as: Vec::new(),
    };
    let mut names = FxHashMap::default();
    for (id, object) in objects.iter() {
        let space = Space::new(objects, id);
        let by_object = collect_uniforms(id, object, space, &mut items, &mut names, report);
        items.uniforms.push(by_object);
    }
    for (id, object) in objects.iter() {
        let space = Space::new(objects, id);
        let by_object = collect_constants(id, object, space, &mut items);
        items.constants.push(by_object);
    }
    items.follow(objects, externs);
    items
}

type Names<'a> = FxHashMap<(Space, &'a str), ItemId>;

fn collect_uniforms<'a>(
    id: ObjectId,
    object: &'a Object,
    space: Space,
    items: &mut Items<'a>,
    names: &mut Names<'a>,
    report: &mut Report<'_>,
) -> Vec<Option<ItemId>> {
    let one = |uniform: &'a Uniform| {
        let UniformClass::Uniform(kind) = uniform.class else {
            return None;
        };
        if uniform.linkage.is_extern() {
            return None;
        }
        let loc = id.at(uniform.position);
        let shape = Shape { kind, len: uniform.len };
        let item = *names.entry((space, &uniform.name)).or_insert_with(|| {
            items.add(Item {
                name: &uniform.name,
                role: Role::Uniform,
                shape,
                space,
                object: id,
                loc,
                pin: None,
                declared_in: BitSet::default(),
                referenced_in: BitSet::default(),
            })
        });
        let known = &mut items.list[item.0];
        if uniform.linkage == Linkage::Own {
            known.declared_in.insert(id.0);
        }
        if known.shape != shape {
            report_mismatch(known, shape, loc, None, report);
        } else if uniform.pinned {
            let pin = Pin {
                first: uniform.first,
                loc,
            };
            pin_item(known, pin, report);
        }
        Some(item)
    };
    object.uniforms.iter().map(one).collect()
}

/// Reports that a declaration differs from the first one of the item.
pub(crate) fn report_mismatch(
    item: &Item<'_>,
    found: Shape,
    loc: SourceLoc,
    shader: Option<&str>,
    report: &mut Report<'_>,
) {
    let problem = Problem::UniformMismatch {
        name: item.name.to_owned(),
        found,
        expected: item.shape,
        shader: shader.map(str::to_owned),
    };
    let places = [(loc, "declared differently here"), (item.loc, "first declared here")];
    report.error(problem, places);
}

/// Sets the register that a declaration chose, which applies to the name in all objects.
fn pin_item(item: &mut Item<'_>, pin: Pin, report: &mut Report<'_>) {
    match item.pin {
        None => item.pin = Some(pin),
        Some(inputs) if inputs.first == pin.first => {}
        Some(inputs) => {
            let problem = Problem::ConflictingPins {
                name: item.name.to_owned(),
                found: item.register(pin.first),
                expected: item.register(inputs.first),
            };
            let places = [(pin.loc, "placed here"), (inputs.loc, "placed elsewhere here")];
            report.error(problem, places);
        }
    }
}

fn collect_constants<'a>(id: ObjectId, object: &'a Object, space: Space, items: &mut Items<'a>) -> Vec<Option<ItemId>> {
    let one = |constant: &'a Constant| {
        if constant.linkage.is_extern() {
            return None;
        }
        let loc = id.at(constant.position);
        let is_own = constant.linkage == Linkage::Own;
        Some(items.add(Item {
            name: &constant.name,
            role: Role::Constant,
            shape: Shape {
                kind: constant.kind,
                len: constant.len,
            },
            space,
            object: id,
            loc,
            pin: constant.pinned.then_some(Pin {
                first: constant.first,
                loc,
            }),
            declared_in: is_own.then_some(id.0).into_iter().collect(),
            referenced_in: BitSet::default(),
        }))
    };
    object.constants.iter().map(one).collect()
}
