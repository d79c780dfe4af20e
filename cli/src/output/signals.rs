//! The signals that end a program, held back while its files take their places.

/// From its beginning until it is dropped, interrupts, hang-ups and requests to end the program wait. Signals that are
/// ignored stay ignored.
///
/// The threads that begin meanwhile hold them back, too. If there were others, one of them would take the signal.
pub(super) struct Held {
    #[cfg(unix)]
    before: Option<nix::sys::signal::SigSet>,
}

impl Held {
    /// Holds the signals back. On systems without signals, it does nothing.
    #[cfg(unix)]
    pub(super) fn begin() -> Self {
        use nix::sys::signal::{SigSet, SigmaskHow, Signal};
        let signals = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM];
        let signals: SigSet = signals.into_iter().collect();
        // If the system refuses, files are written without it.
        let before = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok();
        Self { before }
    }

    /// Holds the signals back. On systems without signals, it does nothing.
    #[cfg(not(unix))]
    pub(super) fn begin() -> Self {
        Self {}
    }
}

#[cfg(unix)]
impl Drop for Held {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // The system accepts the mask that was set before.
            let _ = before.thread_set_mask();
        }
    }
}
