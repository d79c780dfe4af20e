//! Containment of panics in third-party readers: they become diagnostics.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

thread_local! {
    static IS_CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function that may panic. [`is_contained`] is true on this thread meanwhile. WebAssembly cannot catch panics.
///
/// # Errors
///
/// The message of a panic.
pub fn contain<T>(run: impl FnOnce() -> T) -> thread::Result<T> {
    let before = IS_CONTAINED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_CONTAINED.set(before);
    result
}

/// Returns whether the compiler catches a panic of this thread and reports it. Programs need not print its message: a
/// panic hook can ask.
pub fn is_contained() -> bool {
    IS_CONTAINED.get()
}

#[cfg(test)]
mod tests {
    use super::{contain, is_contained};

    #[test]
    fn panics_are_contained() {
        assert!(!is_contained());
        assert_eq!(contain(is_contained).ok(), Some(true));
        let inner = contain(|| contain(|| ()).is_ok() && is_contained());
        assert_eq!(inner.ok(), Some(true));
        assert!(contain(|| [0_u8; 0].first().copied().expect("a byte")).is_err());
        assert!(!is_contained());
    }
}
