//! Registers for uniforms and constants.
//!
//! Every item (see [`crate::items`]) *lives* in some of the link's objects, and two items may share a register only if
//! no object has both live:
//!
//! - a uniform of the shared space lives in all objects of that space, one of a geometry shader with its own space, or
//!   of a private file, in that object;
//! - a constant lives in its object; that of a library only where it is reached, if it is reached at all;
//! - without `--compat`, both also live in the object of every shader that reaches a use of them. This is what lets a
//!   procedure of one file work in the shader of another.
//!
//! First all items with chosen registers are placed. Then every uniform takes the lowest free run, in the order of
//! first declaration, then every constant the highest.

use pica200_objfmt::bits::BitSet;
use pica200_objfmt::object::{ConstantValue, Object, Reference};
use pica200_objfmt::register::{Register, RegisterSet, UniformKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{ClassId, Classes};
use crate::externs::Meanings;
use crate::items::{self, Item, ItemId, Items, Role, Space, Use};
use crate::objects::{ObjectId, Objects};
use crate::pack::{self, Lanes, Packing};
use crate::problem::{Holder, Problem};
use crate::reach::Reach;
use crate::report::Report;
use crate::shaders::Shaders;
use crate::{Compat, Options};

/// Where everything is.
pub(crate) struct Registers<'a> {
    items: Items<'a>,
    /// For each item, the first register; `None` where there was no room, and where no shader needs it.
    first: Vec<Option<u8>>,
    /// For each item that stands for itself, the objects in which it lives.
    live: Vec<BitSet>,
    packing: Packing,
}

/// A run of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// Their kind.
    pub(crate) kind: UniformKind,
    /// The first one.
    pub(crate) first: u8,
    /// How many.
    pub(crate) len: u8,
}

/// An item with what it got.
pub(crate) struct Known<'r, 'a> {
    /// The item.
    pub(crate) item: &'r Item<'a>,
    /// The first register.
    pub(crate) first: Option<u8>,
    /// The objects in which it lives.
    pub(crate) live: &'r BitSet,
    /// The items that were made one with it, and where their components went, if not to their own places.
    pub(crate) others: Vec<(&'r Item<'a>, Option<Lanes>)>,
}

impl<'a> Registers<'a> {
    /// All items, in the order of their declarations.
    pub(crate) fn all(&self) -> impl Iterator<Item = Known<'_, 'a>> {
        let mut others: FxHashMap<ItemId, Vec<_>> = FxHashMap::default();
        for (index, item) in self.items.list.iter().enumerate() {
            let id = self.items.canonical(ItemId(index));
            if id.0 != index {
                let ways = std::iter::successors(Some(ItemId(index)), |item| {
                    self.items.made_one_with(*item)
                });
                let lanes = self.lanes_of(ways);
                others.entry(id).or_default().push((item, lanes));
            }
        }
        self.items.iter().map(move |(id, item)| Known {
            item,
            first: self.first[id.0],
            live: &self.live[id.0],
            others: others.remove(&id).unwrap_or_default(),
        })
    }

    /// Where the components are of what a reference means an element of, if not in their own places.
    pub(crate) fn lanes(&self, object: ObjectId, reference: Reference) -> Option<Lanes> {
        self.lanes_of(self.items.ways(object, reference))
    }

    fn lanes_of(&self, mut ways: impl Iterator<Item = ItemId>) -> Option<Lanes> {
        ways.find_map(|item| self.packing.lanes(item))
    }

    /// What the register of a constant is loaded with, if that is not the constant's own value.
    pub(crate) fn value(&self, object: ObjectId, reference: Reference) -> Option<ConstantValue> {
        let last = self.items.ways(object, reference).last()?;
        self.packing.value(last)
    }

    /// Whether a shader, named by its object, needs what a reference of an object means.
    pub(crate) fn lives_in(
        &self,
        shader: ObjectId,
        object: ObjectId,
        reference: Reference,
    ) -> bool {
        let item = self.items.find(object, reference);
        item.is_none_or(|(item, _)| self.live[item.0].contains(shader.0))
    }

    /// All registers of the uniform or constant that a reference means an element of.
    pub(crate) fn run(&self, object: ObjectId, reference: Reference) -> Option<Run> {
        let (id, _) = self.items.find(object, reference)?;
        let shape = self.items.list[id.0].shape;
        Some(Run {
            kind: shape.kind,
            first: self.first[id.0]?,
            len: shape.len,
        })
    }

    /// The register that a reference means. `None` where there was no room, which has been reported.
    pub(crate) fn register(
        &self,
        object: ObjectId,
        reference: Reference,
    ) -> Result<Option<Register>, Problem> {
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

/// Gives out registers for all uniforms and constants.
pub(crate) fn give_out<'a>(
    objects: Objects<'a>,
    shaders: &Shaders,
    meanings: &Meanings,
    uses: &[Use],
    reach: &Reach,
    options: &Options,
    report: &mut Report<'_>,
) -> Registers<'a> {
    let compat = options.compat;
    let mut items = items::collect(objects, &meanings.externs, report);
    let mut reached = reached_items(shaders, uses, reach, &items);
    if compat == Compat::None {
        unite_by_name(objects, shaders, &mut reached, &mut items, report);
    }
    check_pins(objects, shaders, &items, &reached, compat, report);
    check_filled(objects, &items, report);
    let keep = Keep::new(uses, options);
    let live = live_sets(objects, shaders, &items, &reached, &keep);
    let set_by_values = match compat {
        Compat::None => set_by_values(objects, shaders, uses, reach),
        Compat::Picasso => vec![RegisterSet::default(); objects.len()],
    };
    let plan = Plan {
        items,
        live,
        packing: Packing::default(),
    };
    if compat == Compat::None && options.merge_constants {
        let merged = plan.merged(objects, &meanings.classes, &keep);
        if let Some(registers) = merged.clone().try_out(objects, &set_by_values) {
            return registers;
        }
        if !keep.by_number.contains(&UniformKind::Float)
            && let Some(registers) = merged
                .packed(objects, uses)
                .try_out(objects, &set_by_values)
        {
            return registers;
        }
    }
    Registers::new(objects, plan, set_by_values, report)
}

/// What is to be given registers.
#[derive(Clone)]
struct Plan<'a> {
    items: Items<'a>,
    /// For each item, the objects in which it lives.
    live: Vec<BitSet>,
    packing: Packing,
}

impl<'a> Plan<'a> {
    /// The same with one constant for equal ones.
    fn merged(&self, objects: Objects<'_>, classes: &Classes, keep: &Keep) -> Self {
        let mut plan = self.clone();
        merge_equal(objects, classes, keep, &mut plan.items, &mut plan.live);
        plan
    }

    /// The same with constants in components of others' registers.
    fn packed(mut self, objects: Objects<'_>, uses: &[Use]) -> Self {
        self.packing = pack::pack(objects, uses, &mut self.items, &mut self.live);
        self
    }

    /// The registers, if they are enough. Fewer are not always easier to give out: what is shared has to be free in more
    /// places.
    fn try_out(self, objects: Objects<'a>, taken: &[RegisterSet]) -> Option<Registers<'a>> {
        let mut unsaid = Report::new(objects);
        let registers = Registers::new(objects, self, taken.to_vec(), &mut unsaid);
        (!unsaid.has_errors()).then_some(registers)
    }
}

impl<'a> Registers<'a> {
    /// Gives registers to items that live in certain objects.
    fn new(
        objects: Objects<'a>,
        plan: Plan<'a>,
        set_by_values: Vec<RegisterSet>,
        report: &mut Report<'_>,
    ) -> Self {
        let Plan {
            items,
            live,
            packing,
        } = plan;
        let mut allocator = Allocator::new(objects, live, set_by_values, items.list.len());
        allocator.place_all(&items, report);
        let Allocator {
            mut first, live, ..
        } = allocator;
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

/// Makes one of equal constants wherever both live.
fn merge_equal(
    objects: Objects<'_>,
    classes: &Classes,
    keep: &Keep,
    items: &mut Items<'_>,
    live: &mut [BitSet],
) {
    // For each class and each object in which one of it lives, the first of these.
    let mut kept: FxHashMap<(ClassId, usize), ItemId> = FxHashMap::default();
    for (object, contents) in objects.iter() {
        for index in 0..contents.constants.len() {
            let (Some(class), Some(id)) =
                (classes.of(object, index), items.constant(object, index))
            else {
                continue;
            };
            if keep.by_number.contains(&contents.constants[index].kind) {
                continue;
            }
            let lives = live[id.0].clone();
            let others = lives.iter().filter_map(|at| kept.get(&(class, at)));
            let first = others.min().copied();
            for at in lives.iter() {
                let known = kept.entry((class, at)).or_insert(id);
                *known = (*known).min(first.unwrap_or(id));
            }
            if let Some(first) = first {
                live[id.0] = BitSet::default();
                live[first.0].insert_all(&lives);
                items.unite_constants(first, id);
            }
        }
    }
}

/// For each shader, the items that its code uses.
fn reached_items(shaders: &Shaders, uses: &[Use], reach: &Reach, items: &Items<'_>) -> Vec<BitSet> {
    let used: Vec<_> = uses
        .iter()
        .filter_map(|u| Some((u.word, items.find(u.object, u.reference)?.0)))
        .collect();
    shaders
        .iter()
        .map(|(shader, _)| {
            used.iter()
                .filter(|(word, _)| reach.contains(shader, *word))
                .map(|(_, item)| item.0)
                .collect()
        })
        .collect()
}

/// Makes one of uniforms that have the same name in one shader, though they are of different spaces: the shader's
/// table can hold the name once.
fn unite_by_name(
    objects: Objects<'_>,
    shaders: &Shaders,
    reached: &mut [BitSet],
    items: &mut Items<'_>,
    report: &mut Report<'_>,
) {
    let mut refused = FxHashSet::default();
    for (shader, object) in shaders.iter() {
        let visible: Vec<_> = items
            .declared(object)
            .chain(reached[shader.0].iter().map(ItemId))
            .collect();
        let mut names: FxHashMap<&str, ItemId> = FxHashMap::default();
        for id in visible {
            let id = items.canonical(id);
            let item = &items.list[id.0];
            if item.role == Role::Constant {
                continue;
            }
            let known = *names.entry(item.name).or_insert(id);
            if known == id {
                continue;
            }
            let (kept, gone) = match item.space {
                Space::Shared => (id, known),
                Space::Private(_) => (known, id),
            };
            if items.list[kept.0].shape == items.list[gone.0].shape {
                names.insert(item.name, kept);
                items.unite(kept, gone, report);
            } else if refused.insert((kept, gone)) {
                let entry = objects.get(object).entry_name();
                let gone = &items.list[gone.0];
                items::report_mismatch(
                    &items.list[kept.0],
                    gone.shape,
                    gone.spot,
                    Some(entry),
                    report,
                );
            }
        }
    }
    for set in reached {
        *set = set.iter().map(|id| items.canonical(ItemId(id)).0).collect();
    }
}

/// Reports chosen registers that overlap where somebody sees both: a file that declares both, or a shader that reaches
/// both. Otherwise two vertex shaders may well use one register for different things.
fn check_pins(
    objects: Objects<'_>,
    shaders: &Shaders,
    items: &Items<'_>,
    reached: &[BitSet],
    compat: Compat,
    report: &mut Report<'_>,
) {
    let mut owners: FxHashMap<_, ItemId> = FxHashMap::default();
    let mut reported = FxHashSet::default();
    for (id, item) in items.iter() {
        let Some(pin) = item.pin else { continue };
        // The incumbent knows nothing of what a shader reaches in another space.
        let seen_as = |space| (compat == Compat::Picasso).then_some(space);
        let declared = item.declared_in.iter().chain(item.named_in.iter());
        let mut users: FxHashSet<_> = declared
            .map(|user| {
                let user = ObjectId(user);
                (user, seen_as(Space::of(user, objects.get(user))))
            })
            .collect();
        for (shader, object) in shaders.iter() {
            if reached[shader.0].contains(id.0) {
                users.insert((object, seen_as(item.space)));
            }
        }
        let mut users: Vec<_> = users.into_iter().collect();
        users.sort_unstable_by_key(|(user, _)| *user);
        for (user, space) in users {
            for number in pin.first..pin.first.saturating_add(item.shape.len) {
                let owner = *owners
                    .entry((user, space, item.shape.kind, number))
                    .or_insert(id);
                if owner != id && reported.insert((owner, id)) {
                    report_overlap(item, &items.list[owner.0], number, report);
                }
            }
        }
    }
}

/// Reports chosen registers of what geometry shaders name by `.extern` where the console itself fills them.
fn check_filled(objects: Objects<'_>, items: &Items<'_>, report: &mut Report<'_>) {
    for (_, item) in items.iter() {
        let Some(pin) = item.pin else { continue };
        let kind = item.shape.kind;
        for object in item.named_in.iter().map(ObjectId) {
            let Some((first, len)) = objects.get(object).kind.filled(kind) else {
                continue;
            };
            let mut set = RegisterSet::default();
            set.insert(kind, first, len);
            if set.intersects(kind, pin.first, item.shape.len) {
                let problem = Problem::ReservedRegister {
                    name: item.name.to_owned(),
                    kind,
                    first: pin.first,
                    len: item.shape.len,
                    filled: [first, len],
                };
                let mut uniforms = objects.get(object).uniforms.iter();
                let named = uniforms.find(|u| u.linkage.is_extern() && u.name == item.name);
                let named = named.map_or(object.whole(), |u| object.at(u.position));
                let places = [(named, "named here"), (pin.spot, "placed here")];
                report.error(problem, places);
            }
        }
    }
}

fn report_overlap(item: &Item<'_>, other: &Item<'_>, number: u8, report: &mut Report<'_>) {
    let spot = |item: &Item<'_>| item.pin.map_or(item.spot, |pin| pin.spot);
    let (later, earlier) = if spot(item) < spot(other) {
        (other, item)
    } else {
        (item, other)
    };
    let problem = Problem::OverlappingPins {
        name: later.name.to_owned(),
        other: earlier.name.to_owned(),
        register: item.register(number),
    };
    let places = [
        (spot(later), "placed here"),
        (spot(earlier), "the other is placed here"),
    ];
    report.error(problem, places);
}

/// What lives though no code reads it.
struct Keep {
    compat: Compat,
    /// Whether all that is declared lives.
    all: bool,
    /// The kinds of which code reads registers by their numbers. Which these are depends on all declarations, so that
    /// nothing may be left out.
    by_number: FxHashSet<UniformKind>,
}

impl Keep {
    fn new(uses: &[Use], options: &Options) -> Self {
        let by_number = uses.iter().filter_map(|u| match u.reference {
            Reference::Register(register) => UniformKind::from_bank(register.bank),
            _ => None,
        });
        Self {
            compat: options.compat,
            all: options.compat == Compat::Picasso || !options.gc_sections,
            by_number: by_number.collect(),
        }
    }

    /// Whether items of a kind live wherever they are declared.
    fn keeps(&self, kind: UniformKind) -> bool {
        self.all || self.by_number.contains(&kind)
    }

    /// Whether a constant that the object of a shader declares lives there.
    fn constant(&self, item: &Item<'_>) -> bool {
        item.pin.is_some() || self.keeps(item.shape.kind)
    }
}

/// For each item, the objects in which it lives: none, if no shader needs it.
fn live_sets(
    objects: Objects<'_>,
    shaders: &Shaders,
    items: &Items<'_>,
    reached: &[BitSet],
    keep: &Keep,
) -> Vec<BitSet> {
    let shared_space: BitSet = objects
        .iter()
        .filter(|(_, object)| object.shares_uniforms())
        .map(|(id, _)| id.0)
        .collect();
    let mut reached_by_any = BitSet::default();
    for of_shader in reached {
        reached_by_any.insert_all(of_shader);
    }
    let mut live = vec![BitSet::default(); items.list.len()];
    for (index, item) in items.list.iter().enumerate() {
        let id = items.canonical(ItemId(index));
        let mut made = item.declared_in.iter().map(ObjectId);
        let made = made.any(|object| shaders.made_by(object));
        let is_wanted = made || keep.keeps(item.shape.kind) || reached_by_any.contains(id.0);
        let set = &mut live[id.0];
        match (item.role, item.space) {
            (Role::Uniform, _) if !is_wanted => {}
            (Role::Uniform, Space::Shared) => set.insert_all(&shared_space),
            (Role::Uniform, Space::Private(object)) => {
                set.insert(object.0);
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
            live[id.0].insert_all(&item.named_in);
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

/// For each object that makes a shader, the registers that `.setf` and its like name by their numbers, in its own file
/// and in those whose code it reaches.
fn set_by_values(
    objects: Objects<'_>,
    shaders: &Shaders,
    uses: &[Use],
    reach: &Reach,
) -> Vec<RegisterSet> {
    let of_object: Vec<_> = objects.iter().map(|(_, object)| numbered(object)).collect();
    let mut sets = of_object.clone();
    for (shader, own) in shaders.iter() {
        for u in uses.iter().filter(|u| reach.contains(shader, u.word)) {
            sets[own.0].insert_all(&of_object[u.object.0]);
        }
    }
    sets
}

/// The registers for which an object sets values by their numbers.
fn numbered(object: &Object) -> RegisterSet {
    let mut set = RegisterSet::default();
    for value in &object.values {
        if let Reference::Register(register) = value.place
            && let Some(kind) = UniformKind::from_bank(register.bank)
        {
            set.insert(kind, register.number, 1);
        }
    }
    set
}

/// What is taken, in each object.
struct Allocator<'a> {
    objects: Objects<'a>,
    live: Vec<BitSet>,
    taken: Vec<RegisterSet>,
    /// The registers that values are set for by their numbers, in each object. Constants stay off them, since each
    /// would be loaded over the other; uniforms may well be what the numbers mean.
    set_by_values: Vec<RegisterSet>,
    first: Vec<Option<u8>>,
    /// For each kind, the objects for which it has been reported that there is no room.
    full: FxHashMap<UniformKind, BitSet>,
}

impl<'a> Allocator<'a> {
    fn new(
        objects: Objects<'a>,
        live: Vec<BitSet>,
        set_by_values: Vec<RegisterSet>,
        items: usize,
    ) -> Self {
        Self {
            objects,
            live,
            taken: objects
                .iter()
                .map(|(_, object)| object.kind.reserved())
                .collect(),
            set_by_values,
            first: vec![None; items],
            full: FxHashMap::default(),
        }
    }

    fn place_all(&mut self, items: &Items<'_>, report: &mut Report<'_>) {
        for (id, item) in items.iter() {
            if let Some(pin) = item.pin.filter(|_| self.lives(id)) {
                self.put(id, item, pin.first);
            }
        }
        for role in [Role::Uniform, Role::Constant] {
            for (id, item) in items.iter() {
                if item.role == role && item.pin.is_none() && self.lives(id) {
                    self.find_place(id, items, report);
                }
            }
        }
    }

    fn lives(&self, id: ItemId) -> bool {
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
            taken.insert_all(&self.taken[object]);
            if item.role == Role::Constant {
                taken.insert_all(&self.set_by_values[object]);
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

    /// Reports that there is no room, once for the objects concerned: all later ones follow from it.
    fn report_full(&mut self, id: ItemId, items: &Items<'_>, taken: u32, report: &mut Report<'_>) {
        let item = &items.list[id.0];
        let kind = item.shape.kind;
        let full = self.full.entry(kind).or_default();
        let known = full.intersects(&self.live[id.0]);
        full.insert_all(&self.live[id.0]);
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
        report.error(problem, [(item.spot, "does not fit")]);
    }

    /// Who holds the registers that an item cannot have, by register.
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
            if let Some((first, len)) = self.objects.get(object).kind.kept_free(kind) {
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
