//! Work for several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results of a function for all items, in their order. Each processor takes the next item that is left, so the order
/// of the work varies, but not that of the results.
pub(super) fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    map_with(threads.min(items.len()), items, function)
}

/// The same, with a number of threads.
fn map_with<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    function: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 {
        return items.iter().map(function).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let work = || {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else {
                break;
            };
            own.push((number, function(item)));
        }
        if let Ok(mut results) = results.lock() {
            results.append(&mut own);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    // A thread that panics makes the scope panic, so the lock is whole.
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        let items: Vec<u32> = (0..1000).collect();
        let expected: Vec<u32> = items.iter().map(|item| item * 2).collect();
        for threads in [0, 1, 2, 3, 16] {
            assert_eq!(map_with(threads, &items, |item| item * 2), expected);
        }
        assert!(map(&[], |item: &u32| *item).is_empty());
    }
}
