//! Detection of the aemstro version that a source was written for.

use super::declare::is;
use super::line::{Line, Statement};
use super::mnemonic::{Mnemonic, mnemonic};
use super::operand::{Named, named};
use super::value::integer;

/// The highest field of a destination that is not four times its number.
const LAST_DESTINATION: u8 = 0x1F;

/// The version-dependent forms that a source uses.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Age {
    /// True if the source targets the 2014 version.
    pub(super) is_old: bool,
    /// True if `flush` ends programs, so that `end` does nothing.
    pub(super) has_flush: bool,
    /// True if destinations and second sources are four times their number.
    pub(super) is_fourfold: bool,
}

impl Age {
    /// Detects the forms in the lines of a source.
    pub(super) fn of(lines: &[Line<'_>]) -> Self {
        let mut age = Self::default();
        for line in lines {
            match &line.statement {
                Statement::Directive { name, arguments } => {
                    let number = |at: usize| integer(arguments.get(at)?.text);
                    age.is_old |= (is(name, ".const") || is(name, ".uniform")) && number(0).is_some();
                    let is_whole = arguments.len() < 3 || number(2) == Some(0);
                    age.is_old |= is(name, ".out") && is_whole;
                }
                Statement::Instruction { mnemonic: name, rest } => match mnemonic(&name.text.to_ascii_lowercase()) {
                    Some(Mnemonic::Flush) => age.has_flush = true,
                    Some(Mnemonic::If) => age.is_old = true,
                    Some(Mnemonic::Compare) => {
                        let operators = rest.parts().into_iter().skip(1).take(2);
                        age.is_old |= operators.into_iter().any(|of| integer(of.text).is_some());
                    }
                    Some(Mnemonic::Vector(_)) => {
                        let destination = rest.parts().into_iter().next();
                        let field = destination.and_then(|word| named(line, &word).ok()?);
                        age.is_fourfold |= matches!(field, Some(Named::Field(field)) if field > LAST_DESTINATION);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        age.is_old |= age.has_flush || age.is_fourfold;
        age
    }
}
