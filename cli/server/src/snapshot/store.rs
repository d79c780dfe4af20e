//! A type map: one value of each type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A type map: one value of each type, initialized with its default.
#[derive(Default)]
pub(super) struct Store {
    values: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Store {
    /// Returns the value of a type.
    pub(super) fn get<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        // Nothing panics while holding the lock.
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || -> Arc<dyn Any + Send + Sync> { Arc::<T>::default() };
        let value = values.entry(TypeId::of::<T>()).or_insert_with(new).clone();
        // The value has the type of its key.
        value.downcast().unwrap_or_default()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_value_of_each_type() {
        let store = Store::default();
        let number = store.get::<Mutex<u32>>();
        *number.lock().expect("nobody else holds it") = 3;
        assert!(Arc::ptr_eq(&number, &store.get()));
        assert_eq!(*store.get::<String>(), "");
        assert_eq!(*store.get::<u32>(), 0);
    }
}
