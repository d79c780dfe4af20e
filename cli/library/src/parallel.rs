//! Work for several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

/// The stack of a thread in bytes: that of the first thread of a program on most systems.
const STACK: usize = 8 << 20;

/// The results of a function for all items, in their order. Each thread takes the next item that is left, so the order
/// of the work varies, but not that of the results. `threads` is the most of them; without it, there are as many as
/// processors.
pub fn map<T: Send, R: Send>(
    threads: Option<NonZeroUsize>,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    function: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let count = items.len();
    // The system reads files to count its processors.
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
            // The threads that the system gives do the work of those that it refuses.
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
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
            let doubled = map(NonZeroUsize::new(threads), &items, |item| item * 2);
            assert_eq!(doubled, expected);
        }
        assert!(map(None, &[], |item: &u32| *item).is_empty());
    }
}
