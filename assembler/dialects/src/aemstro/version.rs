//! Detection of the aemstro version that a source was written for.

use super::declare::is;
use super::line::{Line, Statement};
use super::mnemonic::{Mnemonic, mnemonic};
use super::operand::{RegisterName, named};
use super::value::integer;

/// The highest field of a destination that is not four times its number.
const LAST_DESTINATION: u8 = 0x1F;

/// The version-dependent forms that a source uses.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct AemstroVersion {
    /// True if the source targets the 2014 version.
    pub(super) is_2014: bool,
    /// True if `flush` ends programs, so that `end` does nothing.
    pub(super) has_flush: bool,
    /// True if destinations and second sources are four times their number.
    pub(super) is_fourfold: bool,
}

impl AemstroVersion {
    /// Detects the forms in the lines of a source.
    pub(super) fn detect(lines: &[Line<'_>]) -> Self {
        let mut version = Self::default();
        for line in lines {
            match &line.statement {
                Statement::Directive { name, arguments } => {
                    let number = |at: usize| integer(arguments.get(at)?.text);
                    version.is_2014 |= (is(name, ".const") || is(name, ".uniform")) && number(0).is_some();
                    let is_whole = arguments.len() < 3 || number(2) == Some(0);
                    version.is_2014 |= is(name, ".out") && is_whole;
                }
                Statement::Instruction { mnemonic: name, rest } => match mnemonic(&name.text.to_ascii_lowercase()) {
                    Some(Mnemonic::Flush) => version.has_flush = true,
                    Some(Mnemonic::If) => version.is_2014 = true,
                    Some(Mnemonic::Compare) => {
                        let operators = rest.parts().into_iter().skip(1).take(2);
                        version.is_2014 |= operators.into_iter().any(|of| integer(of.text).is_some());
                    }
                    Some(Mnemonic::Vector(_)) => {
                        let destination = rest.parts().into_iter().next();
                        let field = destination.and_then(|word| named(line, &word).ok()?);
                        version.is_fourfold |=
                            matches!(field, Some(RegisterName::Field(field)) if field > LAST_DESTINATION);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        version.is_2014 |= version.has_flush || version.is_fourfold;
        version
    }
}
