//! Blocking of fatal signals while files are put in place.

/// A guard that blocks SIGINT, SIGHUP and SIGTERM until it is dropped. Ignored signals stay ignored.
///
/// Threads started meanwhile inherit the mask. A thread without it would receive the signal.
pub(super) struct SignalGuard {
    #[cfg(unix)]
    before: Option<nix::sys::signal::SigSet>,
}

impl SignalGuard {
    /// Blocks the signals. Does nothing on systems without signals.
    #[cfg(unix)]
    pub(super) fn begin() -> Self {
        use nix::sys::signal::{SigSet, SigmaskHow, Signal};
        let signals = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM];
        let signals: SigSet = signals.into_iter().collect();
        // If the system refuses, files are written without it.
        let before = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok();
        Self { before }
    }

    /// Blocks the signals. Does nothing on systems without signals.
    #[cfg(not(unix))]
    pub(super) fn begin() -> Self {
        Self {}
    }
}

#[cfg(unix)]
impl Drop for SignalGuard {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // The system accepts the mask that was set before.
            let _ = before.thread_set_mask();
        }
    }
}
