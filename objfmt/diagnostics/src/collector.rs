//! The collector of diagnostics.

use std::ops::{Deref, DerefMut};

use crate::{Diagnostic, Location, Severity};

/// Diagnostics in the order in which they were found. A limit for each severity bounds memory and the length of the
/// output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostics<L = Location> {
    all: Vec<Diagnostic<L>>,
    limit: usize,
    errors: usize,
    warnings: usize,
}

impl<L> Default for Diagnostics<L> {
    /// Creates a collector without a limit.
    fn default() -> Self {
        Self::with_limit(usize::MAX)
    }
}

impl<L> Diagnostics<L> {
    /// Creates a collector that keeps at most `limit` errors and `limit` warnings.
    pub const fn with_limit(limit: usize) -> Self {
        Self {
            all: Vec::new(),
            limit,
            errors: 0,
            warnings: 0,
        }
    }

    /// Adds a diagnostic. Past the limit, it is only counted.
    pub fn push(&mut self, diagnostic: Diagnostic<L>) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count = count.saturating_add(1);
        if *count <= self.limit {
            self.all.push(diagnostic);
        }
    }

    /// Returns true if diagnostics of a severity were dropped.
    pub const fn exceeds_limit(&self, severity: Severity) -> bool {
        let count = match severity {
            Severity::Error => self.errors,
            Severity::Warning => self.warnings,
        };
        count > self.limit
    }

    /// Returns true if there are errors, which prevent output.
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(Diagnostic::is_error)
    }

    /// Keeps the diagnostics for which a function, which may change them, returns `true`.
    pub fn retain_mut(&mut self, keep: impl FnMut(&mut Diagnostic<L>) -> bool) {
        self.all.retain_mut(keep);
    }

    /// Keeps the diagnostics for which a function returns `true`.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic<L>) -> bool) {
        self.all.retain(keep);
    }

    /// Drops all but the first `len` diagnostics.
    pub fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    /// Returns the diagnostics.
    pub fn into_vec(self) -> Vec<Diagnostic<L>> {
        self.all
    }
}

impl<L> Deref for Diagnostics<L> {
    type Target = [Diagnostic<L>];

    fn deref(&self) -> &[Diagnostic<L>] {
        &self.all
    }
}

impl<L> DerefMut for Diagnostics<L> {
    fn deref_mut(&mut self) -> &mut [Diagnostic<L>] {
        &mut self.all
    }
}

impl<L> Extend<Diagnostic<L>> for Diagnostics<L> {
    fn extend<I: IntoIterator<Item = Diagnostic<L>>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|one| self.push(one));
    }
}

impl<L> FromIterator<Diagnostic<L>> for Diagnostics<L> {
    fn from_iter<I: IntoIterator<Item = Diagnostic<L>>>(diagnostics: I) -> Self {
        let mut all = Self::default();
        all.extend(diagnostics);
        all
    }
}

impl<L> IntoIterator for Diagnostics<L> {
    type Item = Diagnostic<L>;
    type IntoIter = std::vec::IntoIter<Diagnostic<L>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'d, L> IntoIterator for &'d Diagnostics<L> {
    type Item = &'d Diagnostic<L>;
    type IntoIter = std::slice::Iter<'d, Diagnostic<L>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn limits_are_for_each_severity() {
        let mut all = Diagnostics::with_limit(2);
        let error = Diagnostic::for_file(Code::NotASource, "file", "text");
        for _ in 0..3 {
            all.push(error.clone());
        }
        all.push(error.into_warning());
        assert_eq!(all.len(), 3);
        assert!(all.exceeds_limit(Severity::Error) && !all.exceeds_limit(Severity::Warning));
        all.retain(|one| !one.is_error());
        assert!(!all.has_errors() && all.len() == 1);
    }
}
