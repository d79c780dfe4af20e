//! Finding the binaries of a variation, and the program that a binary belongs to.

use bstr::{BStr, BString};

use crate::archive::{Archive, Program};
use crate::gx2::Stage;

/// A variation of a program: a value of each of its macros.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The index of the program.
    pub program: usize,
    /// The position of the value of each macro.
    pub choices: Vec<usize>,
    /// The number of the variation.
    pub number: usize,
    /// The binaries: the stage, and the index in the array of binaries.
    pub binaries: Vec<(Stage, usize)>,
}

/// The reason why there is no such variation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// The archive has no program with this name.
    #[error("no program `{}`; {}", name.escape_ascii(), List("the programs are", "there are no programs", known))]
    Program {
        /// The name.
        name: BString,
        /// The names of all programs.
        known: Vec<BString>,
    },
    /// The program has no macro with this name.
    #[error("program `{}` has no macro `{}`; {}", program.escape_ascii(), name.escape_ascii(), List("its macros are", "it has no macros", known))]
    Macro {
        /// The program.
        program: BString,
        /// The name.
        name: BString,
        /// The names of all its macros.
        known: Vec<BString>,
    },
    /// The macro has no such value.
    #[error("macro `{}` has no value `{}`; {}", name.escape_ascii(), value.escape_ascii(), List("its values are", "it has no values", known))]
    Value {
        /// The macro.
        name: BString,
        /// The value.
        value: BString,
        /// All its values.
        known: Vec<BString>,
    },
    /// A macro is set more than once.
    #[error("macro `{}` is set more than once", name.escape_ascii())]
    Twice {
        /// The macro.
        name: BString,
    },
    /// The binaries of the variation are not in the archive.
    #[error("the binaries of the variation begin at {first}, but the archive has {count}")]
    NoBinaries {
        /// The index of the first.
        first: u64,
        /// The number of binaries in the archive.
        count: usize,
    },
}

/// Names in a message: words before them, words if there are none, and the names.
struct List<'a>(&'static str, &'static str, &'a [BString]);

impl std::fmt::Display for List<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const MOST: usize = 50;
        let Self(before, none, names) = self;
        if names.is_empty() {
            return f.write_str(none);
        }
        f.write_str(before)?;
        for (number, name) in names.iter().take(MOST).enumerate() {
            let comma = if number == 0 { " " } else { ", " };
            write!(f, "{comma}`{}`", name.escape_ascii())?;
        }
        match names.len().checked_sub(MOST) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}

impl Archive {
    /// The variation of the program with a name for values of macros by their names. A macro that is not named has its
    /// default value.
    ///
    /// # Errors
    ///
    /// There is no such program, macro or value, a macro is named twice, or the binaries are not in the archive.
    pub fn find(&self, program: &[u8], settings: &[(&[u8], &[u8])]) -> Result<Variation, LookupError> {
        let found = self.programs().iter().position(|other| other.name() == program);
        let Some((index, found)) = found.and_then(|index| Some((index, self.programs().get(index)?))) else {
            return Err(LookupError::Program {
                name: program.into(),
                known: self.programs().iter().map(|other| other.name().to_owned()).collect(),
            });
        };
        let choices = found.choices(settings)?;
        let number = found.number(&choices);
        let stages = found.kind().stages();
        let first = u64::from(found.base_index()).saturating_add(number.saturating_mul(stages.len() as u64));
        let count = self.binaries().len();
        let no_binaries = LookupError::NoBinaries { first, count };
        let (Ok(first), Ok(number)) = (usize::try_from(first), usize::try_from(number)) else {
            return Err(no_binaries);
        };
        if first.saturating_add(stages.len()) > count {
            return Err(no_binaries);
        }
        Ok(Variation {
            program: index,
            choices,
            number,
            binaries: stages.iter().copied().zip(first..).collect(),
        })
    }

    /// The program that each binary belongs to, with the number of its variation and its place there. Where programs
    /// overlap, the one counts that begins first. `None` for a binary of no program.
    pub fn owners(&self) -> Vec<Option<Owner>> {
        let mut owners = vec![None; self.binaries().len()];
        let mut programs: Vec<_> = self.programs().iter().enumerate().collect();
        programs.sort_by_key(|(_, program)| program.base_index());
        let mut next = 0;
        for (index, program) in programs {
            let stages = program.kind().stages().len();
            let (start, end) = (program.start(), program.end().min(owners.len()));
            let first = start.max(next);
            for (at, owner) in owners.iter_mut().enumerate().take(end).skip(first) {
                *owner = Some(Owner {
                    program: index,
                    variation: (at - start) / stages,
                    place: (at - start) % stages,
                });
            }
            next = next.max(end);
        }
        owners
    }
}

/// The program that a binary belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Owner {
    /// The index of the program.
    pub program: usize,
    /// The number of the variation.
    pub variation: usize,
    /// The place in the variation, which is that of its stage.
    pub place: usize,
}

impl Program {
    /// The position of the value of each macro.
    fn choices(&self, settings: &[(&[u8], &[u8])]) -> Result<Vec<usize>, LookupError> {
        let mut chosen: Vec<Option<usize>> = vec![None; self.macros().len()];
        for &(name, value) in settings {
            let macros = self.macros().iter().zip(&mut chosen);
            let mut named = macros.filter(|(known, _)| known.name() == name);
            let Some((known, choice)) = named.next() else {
                return Err(LookupError::Macro {
                    program: self.name().to_owned(),
                    name: name.into(),
                    known: self.macros().iter().map(|known| known.name().to_owned()).collect(),
                });
            };
            let Some(position) = known.values().position(|other| other == value) else {
                return Err(LookupError::Value {
                    name: name.into(),
                    value: value.into(),
                    known: known.values().map(BStr::to_owned).collect(),
                });
            };
            if choice.replace(position).is_some() {
                return Err(LookupError::Twice { name: name.into() });
            }
        }
        let choices = chosen.into_iter().enumerate();
        let or_default = |(index, choice): (usize, Option<usize>)| choice.unwrap_or_else(|| self.default_of(index));
        Ok(choices.map(or_default).collect())
    }

    /// The number of the variation with these positions of values, the first macro the most significant.
    pub fn number(&self, choices: &[usize]) -> u64 {
        let digits = self.macros().iter().zip(choices);
        digits.fold(0, |number: u64, (known, &choice)| {
            let count = known.values().len() as u64;
            number.saturating_mul(count).saturating_add(choice as u64)
        })
    }
}
