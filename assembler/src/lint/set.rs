//! Sets of lints.

use pica200_diagnostics::{Level, Tool};

use super::lints;
use crate::diagnostic::Code;

/// A set of lints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lints(u32);

impl Lints {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The same set with one more lint. Kinds that are not lints change nothing.
    #[must_use]
    pub fn with(self, lint: Code) -> Self {
        Self(self.0 | Self::bit(lint))
    }

    /// Whether the set has a lint.
    pub(crate) fn has(self, lint: Code) -> bool {
        self.0 & Self::bit(lint) != 0
    }

    fn bit(lint: Code) -> u32 {
        match lints().position(|known| known == lint) {
            Some(place) => 1 << place,
            None => 0,
        }
    }
}

/// The lints that warn by default.
impl Default for Lints {
    fn default() -> Self {
        let warn = lints().filter(|lint| warns(*lint));
        warn.fold(Self::NONE, Self::with)
    }
}

/// Whether a lint warns by default.
fn warns(lint: Code) -> bool {
    lint.rule(Tool::Assembler)
        .is_some_and(|rule| rule.level == Level::Warn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_lints() {
        let one = Lints::NONE.with(Code::UnusedAlias).with(Code::Syntax);
        assert!(lints().count() <= u32::BITS as usize);
        for lint in lints() {
            assert_eq!(one.has(lint), lint == Code::UnusedAlias);
            assert_eq!(Lints::default().has(lint), warns(lint));
        }
        assert!(!one.has(Code::Syntax));
    }
}
