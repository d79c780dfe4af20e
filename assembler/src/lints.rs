//! Sets of lints.

use pica200_diagnostics::{Level, Rule, Tool};

use crate::diagnostic::Code;

/// A set of lints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lints([u64; WORDS]);

/// Number of 64-bit words with a bit for each diagnostic of the assembler, which come first in the catalog.
const WORDS: usize = 2;

impl Lints {
    /// The empty set.
    pub const NONE: Self = Self([0; WORDS]);

    /// Returns the set with one more lint. Diagnostics with a fixed level, and diagnostics of other tools, are ignored.
    #[must_use]
    pub fn with(mut self, lint: Code) -> Self {
        let (word, bit) = bit_of(lint);
        if rule(lint).is_some()
            && let Some(word) = self.0.get_mut(word)
        {
            *word |= bit;
        }
        self
    }

    /// Returns true if the set contains a lint.
    pub(crate) fn has(self, lint: Code) -> bool {
        let (word, bit) = bit_of(lint);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// Returns the word index and bit of a diagnostic.
const fn bit_of(code: Code) -> (usize, u64) {
    let number = code as usize;
    (number / 64, 1 << (number % 64))
}

/// The lints that are enabled by default.
impl Default for Lints {
    fn default() -> Self {
        let warn = Code::all().filter(|code| rule(*code).is_some_and(|r| r.level == Level::Warn));
        warn.fold(Self::NONE, Self::with)
    }
}

/// Returns the rule of a diagnostic of the assembler, if its level is configurable.
fn rule(code: Code) -> Option<&'static Rule> {
    let rule = code.rule(Tool::Assembler);
    rule.filter(|rule| rule.is_settable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::lints;

    #[test]
    fn sets_of_lints() {
        let one = Lints::NONE.with(Code::UnusedAlias).with(Code::Syntax);
        for code in Code::all() {
            assert_eq!(Lints::NONE.with(code).has(code), rule(code).is_some());
        }
        assert!(lints().count() > 10);
        for lint in lints() {
            assert_eq!(one.has(lint), lint == Code::UnusedAlias);
            assert!(rule(lint).is_some(), "{}", lint.name());
            let warns = rule(lint).is_some_and(|rule| rule.level == Level::Warn);
            assert_eq!(Lints::default().has(lint), warns);
        }
        assert!(!one.has(Code::Syntax));
    }
}
