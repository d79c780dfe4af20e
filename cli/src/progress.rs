//! Progress line on the terminal.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use pica200::progress::{Progress, Step};

use crate::program::Streams;

/// Delay before the line appears.
const DELAY: Duration = Duration::from_secs(1);

/// Interval between updates.
const PAUSE: Duration = Duration::from_millis(100);

/// The terminal of the process. Standard error is locked while a program runs.
const TERMINAL: &str = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };

impl Streams<'_> {
    /// Returns a progress callback, which shows progress if diagnostics go to a terminal.
    pub(crate) fn progress(&self) -> Progress {
        if !self.stderr_is_terminal {
            return Progress::default();
        }
        let line = Mutex::new(Line::new(Instant::now()));
        Progress::new(move |step| {
            // Other steps need not wait: a later one will show the progress.
            let line = if step.done < step.total {
                line.try_lock().ok()
            } else {
                line.lock().ok()
            };
            if let Some(mut line) = line {
                line.show(step);
            }
        })
    }
}

/// The progress line.
#[derive(Debug)]
struct Line {
    /// When it may appear or change.
    next: Instant,
    /// Number of characters shown.
    shown: usize,
    /// The counter whose last step was shown, unless another one has begun: threads may report earlier steps after it.
    ended: Option<(&'static str, usize)>,
    /// The terminal, once it is open.
    terminal: Option<File>,
}

impl Line {
    fn new(now: Instant) -> Self {
        Self {
            next: now + DELAY,
            shown: 0,
            ended: None,
            terminal: None,
        }
    }

    fn show(&mut self, step: Step) {
        let Some(text) = self.text(step, Instant::now()) else {
            return;
        };
        let open = || OpenOptions::new().write(true).open(TERMINAL).ok();
        self.terminal = self.terminal.take().or_else(open);
        if let Some(terminal) = &mut self.terminal {
            // Nothing else depends on the line.
            let _ = terminal.write_all(text.as_bytes());
        }
    }

    /// Returns the text to write after a step, if any: the new line over the old one, or blanks after the last step.
    fn text(&mut self, step: Step, now: Instant) -> Option<String> {
        let Step { parts, done, total } = step;
        if done == 1 {
            self.ended = None;
        }
        if done == total {
            self.ended = Some((parts, total));
            let blank = " ".repeat(self.shown);
            return (std::mem::take(&mut self.shown) > 0).then(|| format!("\r{blank}\r"));
        }
        if now < self.next || self.ended == Some((parts, total)) {
            return None;
        }
        self.next = now + PAUSE;
        let line = format!("{done} of {total} {parts}");
        let shown = std::mem::replace(&mut self.shown, line.len());
        Some(format!("\r{line:<shown$}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_appear_late_and_leave_nothing() {
        let begin = Instant::now();
        let mut line = Line::new(begin);
        let mut after = |done, millis| {
            let step = Step {
                parts: "frames",
                done,
                total: 120,
            };
            line.text(step, begin + Duration::from_millis(millis))
        };
        assert_eq!(after(9, 900), None);
        assert_eq!(after(10, 1000).as_deref(), Some("\r10 of 120 frames"));
        assert_eq!(after(11, 1050), None);
        // Steps of several threads may be out of order.
        assert_eq!(after(9, 1100).as_deref(), Some("\r9 of 120 frames "));
        assert_eq!(after(120, 1110).as_deref(), Some("\r               \r"));
        assert_eq!(after(119, 2000), None);
    }
}
