//! Conflicts between chosen registers.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::isa::register::RegisterSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Compat;
use crate::items::{Item, ItemId, Items};
use crate::objects::{ObjectId, Objects};
use crate::problem::Problem;
use crate::report::Report;
use crate::shaders::Shaders;
use crate::space::Space;

/// Reports chosen registers that overlap, if a file declares both items or a shader reaches both. Otherwise, two vertex
/// shaders may use one register for different uniforms.
pub(super) fn check_pins(
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
        // picasso ignores the uniforms of other spaces that a shader reaches.
        let seen_as = |space| (compat == Compat::Picasso).then_some(space);
        let declared = item.declared_in.iter().chain(item.referenced_in.iter());
        let mut users: FxHashSet<_> = declared
            .map(|user| {
                let user = ObjectId(user);
                (user, seen_as(Space::new(objects, user)))
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
                let owner = *owners.entry((user, space, item.shape.kind, number)).or_insert(id);
                if owner != id && reported.insert((owner, id)) {
                    report_overlap(item, &items.list[owner.0], number, report);
                }
            }
        }
    }
}

/// Reports chosen registers of uniforms that geometry shaders refer to with `.extern`, if the console itself fills
/// them.
pub(super) fn check_filled(objects: Objects<'_>, items: &Items<'_>, report: &mut Report<'_>) {
    for (_, item) in items.iter() {
        let Some(pin) = item.pin else { continue };
        let kind = item.shape.kind;
        for object in item.referenced_in.iter().map(ObjectId) {
            let Some((first, len)) = objects.get(object).kind.set_by_console(kind) else {
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
                let places = [(named, "named here"), (pin.loc, "placed here")];
                report.error(problem, places);
            }
        }
    }
}

fn report_overlap(item: &Item<'_>, other: &Item<'_>, number: u8, report: &mut Report<'_>) {
    let loc = |item: &Item<'_>| item.pin.map_or(item.loc, |pin| pin.loc);
    let (later, inputs) = if loc(item) < loc(other) {
        (other, item)
    } else {
        (item, other)
    };
    let problem = Problem::OverlappingPins {
        name: later.name.to_owned(),
        other: inputs.name.to_owned(),
        register: item.register(number),
    };
    let places = [(loc(later), "placed here"), (loc(inputs), "the other is placed here")];
    report.error(problem, places);
}
