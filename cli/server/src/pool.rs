//! Worker threads, so that the main thread can keep listening.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

/// Stack size of a worker in bytes: as large as the main thread's, because sources can be deeply nested.
const STACK: usize = 8 << 20;

/// A unit of work.
type Work = Box<dyn FnOnce() + Send>;

/// Threads that process a queue in order.
#[derive(Debug)]
pub(crate) struct Pool {
    /// `None` during shutdown.
    work: Option<Sender<Work>>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Creates a pool of at least one thread. There are fewer than `threads` if the system cannot create more.
    pub(crate) fn new(name: &str, threads: usize) -> Self {
        let (work, queue) = unbounded::<Work>();
        let start = |number| {
            let queue: Receiver<Work> = queue.clone();
            let builder = Builder::new().name(format!("{name}-{number}"));
            let run = move || queue.iter().for_each(|work| work());
            builder.stack_size(STACK).spawn(run).ok()
        };
        Self {
            work: Some(work),
            workers: (0..threads.max(1)).filter_map(start).collect(),
        }
    }

    /// Creates a pool without threads: the caller runs the work.
    pub(crate) const fn inline() -> Self {
        Self {
            work: None,
            workers: Vec::new(),
        }
    }

    /// Queues work. `done` receives its result, or `None` if it panicked.
    pub(crate) fn run<T>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
        done: impl FnOnce(Option<T>) + Send + 'static,
    ) {
        let work: Work = Box::new(move || done(catch_unwind(AssertUnwindSafe(work)).ok()));
        match (&self.work, self.workers.is_empty()) {
            (Some(queue), false) => {
                // The workers listen as long as the pool exists.
                let _ = queue.send(work);
            }
            // Without threads, the caller works.
            _ => work(),
        }
    }
}

/// Waits for the queued work.
impl Drop for Pool {
    fn drop(&mut self) {
        self.work = None;
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_survive_panics() {
        let (sender, results) = unbounded();
        let pool = Pool::new("test", 1);
        let other = sender.clone();
        pool.run(
            || assert!(sender_is_unknown(), "on purpose"),
            move |done| {
                let _ = other.send(done.map(|()| 0));
            },
        );
        pool.run(
            || 7,
            move |done| {
                let _ = sender.send(done);
            },
        );
        drop(pool);
        assert_eq!(results.iter().collect::<Vec<_>>(), [None, Some(7)]);
    }

    fn sender_is_unknown() -> bool {
        false
    }
}
