//! Merging items: equal constants, and uniforms of the same name in one shader's table.

use pica200_objfmt::flow::BitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::live::KeepPolicy;
use crate::constants::{ClassId, Classes};
use crate::items::{self, ItemId, Items};
use crate::objects::Objects;
use crate::problem::Role;
use crate::report::Report;
use crate::shaders::Shaders;
use crate::space::Space;

/// Merges equal constants wherever both are live.
pub(super) fn merge_equal(
    objects: Objects<'_>,
    classes: &Classes,
    keep: &KeepPolicy,
    items: &mut Items<'_>,
    live: &mut [BitSet],
) {
    // For each class and each object in which a constant of it is live, the first such constant.
    let mut kept: FxHashMap<(ClassId, usize), ItemId> = FxHashMap::default();
    for (object, contents) in objects.iter() {
        for index in 0..contents.constants.len() {
            let (Some(class), Some(id)) = (classes.class(object, index), items.constant(object, index)) else {
                continue;
            };
            if keep.by_number.contains_key(&contents.constants[index].kind) {
                continue;
            }
            let is_live = live[id.0].clone();
            let others = is_live.iter().filter_map(|at| kept.get(&(class, at)));
            let first = others.min().copied();
            for at in is_live.iter() {
                let known = kept.entry((class, at)).or_insert(id);
                *known = (*known).min(first.unwrap_or(id));
            }
            if let Some(first) = first {
                live[id.0] = BitSet::default();
                live[first.0].union_with(&is_live);
                items.merge_constants(first, id);
            }
        }
    }
}

/// Merges uniforms of different spaces that have the same name in one shader, because the shader's table has each name
/// once.
pub(super) fn merge_by_name(
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
                Space::Shared(_) => (id, known),
                Space::Private(_) => (known, id),
            };
            if items.list[kept.0].shape == items.list[gone.0].shape {
                names.insert(item.name, kept);
                items.merge(kept, gone, report);
            } else if refused.insert((kept, gone)) {
                let entry = objects.get(object).entry_name();
                let gone = &items.list[gone.0];
                items::report_mismatch(&items.list[kept.0], gone.shape, gone.loc, Some(entry), report);
            }
        }
    }
    for set in reached {
        *set = set.iter().map(|id| items.canonical(ItemId(id)).0).collect();
    }
}
