//! Lookup of a variation's binaries, and of a binary's program.

use bstr::{BStr, BString};

use crate::archive::{Archive, Program};
use crate::gx2::Stage;

/// A variation of a program: a value for each macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The index of the program.
    pub program: usize,
    /// The value index of each macro.
    pub choices: Vec<usize>,
    /// The index of the variation.
    pub number: usize,
    /// The binaries: the stage, and the index in the array of binaries.
    pub binaries: Vec<(Stage, usize)>,
}

/// An error for a variation that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// The archive has no program with this name.
    #[error("no program `{}`; {}", name.escape_ascii(), NameList("the programs are", "there are no programs", known))]
    Program {
        /// The name.
        name: BString,
        /// The names of all programs.
        known: Vec<BString>,
    },
    /// The program has no macro with this name.
    #[error("program `{}` has no macro `{}`; {}", program.escape_ascii(), name.escape_ascii(), NameList("its macros are", "it has no macros", known))]
    Macro {
        /// The program.
        program: BString,
        /// The name.
        name: BString,
        /// The names of all its macros.
        known: Vec<BString>,
    },
    /// The macro has no such value.
    #[error("macro `{}` has no value `{}`; {}", name.escape_ascii(), value.escape_ascii(), NameList("its values are", "it has no values", known))]
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
    Duplicate {
        /// The macro.
        name: BString,
    },
    /// The binaries of the variation are missing from the archive.
    #[error("the binaries of the variation begin at {first}, but the archive has {count}")]
    NoBinaries {
        /// The index of the first binary.
        first: u64,
        /// The number of binaries in the archive.
        count: usize,
    },
}

/// Names in a message: the text before them, the text if there are none, and the names.
struct NameList<'a>(&'static str, &'static str, &'a [BString]);

impl std::fmt::Display for NameList<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const MAX_NAMES: usize = 50;
        let Self(before, none, names) = self;
        if names.is_empty() {
            return f.write_str(none);
        }
        f.write_str(before)?;
        for (number, name) in names.iter().take(MAX_NAMES).enumerate() {
            let comma = if number == 0 { " " } else { ", " };
            write!(f, "{comma}`{}`", name.escape_ascii())?;
        }
        match names.len().checked_sub(MAX_NAMES) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}

impl Archive {
    /// Returns the variation of the named program with the given macro values. Other macros have their default value.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, macro or value, if a macro is set twice, or if the binaries are missing from
    /// the archive.
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

    /// Returns, for each binary, the program that it belongs to, with the variation index and its position there. Where
    /// programs overlap, the one that begins first wins. `None` for a binary of no program.
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
                    position: (at - start) % stages,
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
    /// The index of the variation.
    pub variation: usize,
    /// The position in the variation, which is the position of its stage.
    pub position: usize,
}

impl Program {
    /// Returns the value index of each macro.
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
                return Err(LookupError::Duplicate { name: name.into() });
            }
        }
        let choices = chosen.into_iter().enumerate();
        let or_default = |(index, choice): (usize, Option<usize>)| choice.unwrap_or_else(|| self.default_index(index));
        Ok(choices.map(or_default).collect())
    }

    /// Returns the variation index for these value indices, with the first macro the most significant.
    pub fn number(&self, choices: &[usize]) -> u64 {
        let digits = self.macros().iter().zip(choices);
        digits.fold(0, |number: u64, (known, &choice)| {
            let count = known.values().len() as u64;
            number.saturating_mul(count).saturating_add(choice as u64)
        })
    }
}
