//! Lints: what is allowed, and hardly ever meant.
//!
//! Those about instructions watch while these are encoded, when registers and components are known anyway; those about
//! names look at all of them at the end. Of a source with errors they say nothing.

mod flow;
mod names;
mod numbers;
mod registers;
mod swizzle;
mod values;

use pica200_diagnostics::{Level, Tool};

use crate::diagnostic::{Diagnostic, Kind};
use crate::text::Span;
use crate::unit::Unit;

use self::registers::Alias;
use self::values::Stores;

/// The kinds that are lints.
pub const LINTS: [Kind; 12] = [
    Kind::UnusedUniform,
    Kind::UnusedConstant,
    Kind::UnusedInput,
    Kind::UnusedAlias,
    Kind::UnusedNumber,
    Kind::UnusedExtern,
    Kind::UnusedLabel,
    Kind::SharedRegister,
    Kind::UnreachableCode,
    Kind::UnusedValue,
    Kind::ShiftedSwizzle,
    Kind::LostPrecision,
];

/// A set of lints: which of them are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lints(u16);

impl Lints {
    /// No lint at all.
    pub const NONE: Self = Self(0);

    /// The same and one more. Kinds that are no lints change nothing.
    #[must_use]
    pub fn with(self, lint: Kind) -> Self {
        Self(self.0 | Self::bit(lint))
    }

    /// Whether a lint is looked for.
    pub fn has(self, lint: Kind) -> bool {
        self.0 & Self::bit(lint) != 0
    }

    fn bit(lint: Kind) -> u16 {
        match LINTS.iter().position(|&known| known == lint) {
            Some(place) => 1 << place,
            None => 0,
        }
    }
}

/// The lints that warn if nobody says otherwise.
impl Default for Lints {
    fn default() -> Self {
        let warn = LINTS.into_iter().filter(|lint| warns(*lint));
        warn.fold(Self::NONE, Self::with)
    }
}

/// Whether a lint warns if nobody says otherwise.
fn warns(lint: Kind) -> bool {
    lint.rule(Tool::Assembler)
        .is_some_and(|rule| rule.level == Level::Warn)
}

/// What the lints have seen of a source so far.
pub(crate) struct Watch {
    lints: Lints,
    /// Which lints on instructions are looked for.
    asked: Asked,
    /// What they found. It counts if there are no errors.
    found: Vec<Diagnostic>,
    /// The values in temporaries that nothing has read.
    stores: Stores,
    /// The instruction before, if it never goes on to the next one and that was not said.
    stopped: Option<Span>,
    /// The banks of which registers are named as such, bank n at bit n.
    named_banks: u8,
    /// The input registers that instructions read, register n at bit n.
    inputs_read: u16,
    /// The aliases.
    aliases: Vec<Alias>,
}

/// The lints that watch instructions and numbers.
#[derive(Clone, Copy)]
struct Asked {
    unreachable: bool,
    values: bool,
    swizzles: bool,
    precision: bool,
}

impl Watch {
    pub(crate) fn new(lints: Lints) -> Self {
        Self {
            lints,
            asked: Asked {
                unreachable: lints.has(Kind::UnreachableCode),
                values: lints.has(Kind::UnusedValue),
                swizzles: lints.has(Kind::ShiftedSwizzle),
                precision: lints.has(Kind::LostPrecision),
            },
            found: Vec::new(),
            stores: Stores::default(),
            stopped: None,
            named_banks: 0,
            inputs_read: 0,
            aliases: Vec::new(),
        }
    }

    fn find(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }
}

impl Unit<'_> {
    /// Reports what the lints found, unless there are errors: what these leave out may be what a lint misses.
    pub(crate) fn take_lints(&mut self) {
        let found = std::mem::take(&mut self.watch.found);
        if !self.has_errors() {
            for diagnostic in found {
                self.report(diagnostic);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_lints() {
        let one = Lints::NONE.with(Kind::UnusedAlias).with(Kind::Syntax);
        for lint in LINTS {
            assert_eq!(one.has(lint), lint == Kind::UnusedAlias);
            assert_eq!(Lints::default().has(lint), warns(lint));
        }
        assert!(!one.has(Kind::Syntax));
    }
}
