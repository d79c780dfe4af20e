//! Parallel execution.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

/// Stack size of a thread in bytes: the main thread's on most systems.
const STACK: usize = 8 << 20;

/// Maps a function over all items, in parallel, and returns the results in order. Each thread takes the next remaining
/// item, so the order of execution varies. `threads` is the maximum number of threads (default: number of processors).
pub fn map<T: Send, R: Send>(
    threads: Option<NonZeroUsize>,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    function: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let count = items.len();
    // The system reads files to determine the number of processors.
    let processors = || thread::available_parallelism().ok();
    let threads = match count {
        0 | 1 => count,
        _ => threads.or_else(processors).map_or(1, NonZeroUsize::get),
    };
    let threads = threads.min(count);
    if threads <= 1 {
        return items.map(function).collect();
    }
    let left = Mutex::new(items.enumerate());
    let results = Mutex::new(Vec::with_capacity(count));
    let next = || left.lock().ok()?.next();
    let work = || {
        let mut own = Vec::new();
        while let Some((number, item)) = next() {
            own.push((number, function(item)));
        }
        if let Ok(mut results) = results.lock() {
            results.append(&mut own);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let thread = thread::Builder::new().stack_size(STACK);
            // If the system refuses a thread, the existing ones do its work.
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    // A panicking thread makes the scope panic, so the lock is not poisoned here.
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
            let doubled = map(NonZeroUsize::new(threads), &items, |item| item * 2);
            assert_eq!(doubled, expected);
        }
        assert!(map(None, &[], |item: &u32| *item).is_empty());
    }
}
