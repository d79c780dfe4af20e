//! Equality classes of constants.

use pica200_objfmt::formats::object::{Object, Reference};
use pica200_objfmt::isa::constant::ConstantValue;
use rustc_hash::FxHashMap;

use crate::objects::{ObjectId, Objects};

/// A class of constants with the same values in all their registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ClassId(usize);

/// The classes of all constants.
#[derive(Debug)]
pub(crate) struct Classes {
    /// For each object, the class of each constant.
    by_object: Vec<Vec<Option<ClassId>>>,
}

impl Classes {
    /// Compares all constants of a link.
    pub(crate) fn find(objects: Objects<'_>) -> Self {
        let mut known: FxHashMap<Vec<ConstantValue>, ClassId> = FxHashMap::default();
        let mut class = |values: Vec<ConstantValue>| {
            let next = ClassId(known.len());
            *known.entry(values).or_insert(next)
        };
        let by_object = objects.iter().map(|(_, object)| {
            let all = values(object).into_iter();
            all.map(|values| values.map(&mut class)).collect()
        });
        Self {
            by_object: by_object.collect(),
        }
    }

    /// Returns the class of a constant, by its index. Returns `None` if the source chose its register or leaves one of
    /// its registers without a value, because such a constant is not equal to any other.
    pub(crate) fn class(&self, object: ObjectId, index: usize) -> Option<ClassId> {
        *self.by_object.get(object.0)?.get(index)?
    }
}

/// Returns, for each constant of an object, the values of its registers if all of them have one and the linker may
/// choose the registers.
fn values(object: &Object) -> Vec<Option<Vec<ConstantValue>>> {
    let mut values: Vec<Vec<Option<ConstantValue>>> = object
        .constants
        .iter()
        .map(|constant| vec![None; usize::from(constant.len)])
        .collect();
    for value in &object.values {
        let Reference::Constant { index, element } = value.register else {
            continue;
        };
        let constant = values.get_mut(usize::from(index));
        let element = usize::try_from(element).unwrap_or(usize::MAX);
        if let Some(place) = constant.and_then(|values| values.get_mut(element)) {
            *place = Some(value.value);
        }
    }
    values
        .into_iter()
        .zip(&object.constants)
        .map(|(values, constant)| {
            if constant.pinned {
                None
            } else {
                values.into_iter().collect()
            }
        })
        .collect()
}
