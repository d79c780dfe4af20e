//! Splitting variants into several binaries.
//!
//! Results stay in variant order: neighbours differ only in the last parameters, so they share most. Each binary takes
//! as many of them as fit.

use super::Assembler;
use super::results::{CombinedLink, Results};
use crate::session::Session;

impl Results {
    /// Returns the results divided among binaries. A result that does not fit even alone gets its own binary, whose
    /// diagnostics say why.
    pub(super) fn divided<'s>(&self, assembler: &Assembler<'_, 's>, session: &Session<'s>) -> Vec<CombinedLink<'s>> {
        let all = self.together(0..self.count(), assembler, session);
        if all.fits() {
            return vec![all];
        }
        let mut binaries = Vec::new();
        let (mut start, mut guess) = (0, 2);
        while start < self.count() {
            let (count, binary) = self.most_from(start, guess, assembler, session);
            binaries.push(binary);
            start += count;
            // The following ones are probably of a similar size.
            guess = count;
        }
        binaries
    }

    /// Returns the binary with as many results as fit, starting at `start`, and their number. `guess` is a likely
    /// number.
    fn most_from<'s>(
        &self,
        start: usize,
        guess: usize,
        assembler: &Assembler<'_, 's>,
        session: &Session<'s>,
    ) -> (usize, CombinedLink<'s>) {
        let of = |count: usize| self.together(start..start + count, assembler, session);
        let mut best = (1, of(1));
        // Smallest number known not to fit, or one more than available.
        let mut limit = self.count() - start + 1;
        let mut is_limited = false;
        let mut probe = guess.max(2);
        while best.0 + 1 < limit && best.1.fits() {
            let count = probe.clamp(best.0 + 1, limit - 1);
            let tried = of(count);
            if tried.fits() {
                best = (count, tried);
            } else {
                limit = count;
                is_limited = true;
            }
            probe = if is_limited { best.0.midpoint(limit) } else { best.0 * 2 };
        }
        best
    }
}
