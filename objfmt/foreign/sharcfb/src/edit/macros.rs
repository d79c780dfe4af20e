//! Adding and removing macros and values.

use bstr::BString;

use super::EditError;
use super::renumber::{all_choices, number};
use crate::archive::{Archive, Macro, Program, Text};

impl Archive {
    /// Adds a macro at a position among those of a program, with the position of its default value. For each of its
    /// values, the binaries and flags are those that there were without it: see
    /// [`replace_binary`](Self::replace_binary).
    ///
    /// # Errors
    ///
    /// There is no such program, position or value; the program has such a macro, or as many as the console takes; the
    /// binaries are not in the archive, or another program has some of them.
    pub fn add_macro(&mut self, program: usize, position: usize, new: Macro, default: usize) -> Result<(), EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        changed.insert_macro(position, new, default)?;
        self.change(program, changed, &old, |choices| {
            choices.remove(position);
        })
    }

    /// Removes a macro. The binaries and flags that stay are those of one of its values.
    ///
    /// # Errors
    ///
    /// There is no such program, macro or value; the binaries are not in the archive, or another program has some of
    /// them.
    pub fn remove_macro(&mut self, program: usize, index: usize, kept_value: usize) -> Result<(), EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        let known = changed.known(index)?;
        known.value(kept_value)?;
        let name = known.name().to_owned();
        changed.macros.entries.remove(index);
        changed.defaults.entries.retain(|other| other.name() != name);
        self.change(program, changed, &old, |choices| {
            choices.insert(index, kept_value);
        })
    }

    /// Adds a value to a macro, behind its others. Its binaries and flags are those of the value at `like`.
    ///
    /// # Errors
    ///
    /// There is no such program, macro or value; the macro has such a value, or as many as the console takes; a text of
    /// the macro is empty; the binaries are not in the archive, or another program has some of them.
    pub fn add_value(&mut self, program: usize, index: usize, value: &[u8], like: usize) -> Result<(), EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        let known = changed.known_mut(index)?;
        known.value(like)?;
        let added = known.values.len();
        known.values.push(Text::new(value)?.text().to_owned());
        known.normalize()?;
        self.change(program, changed, &old, |choices| {
            if let Some(choice) = choices.get_mut(index).filter(|choice| **choice == added) {
                *choice = like;
            }
        })
    }

    /// Removes a value of a macro, with its binaries and flags. If it was the default, the first of the others becomes
    /// the default, and is returned.
    ///
    /// # Errors
    ///
    /// There is no such program, macro or value; the value is the last one; a text of the macro is empty; the binaries
    /// are not in the archive, or another program has some of them.
    pub fn remove_value(&mut self, program: usize, index: usize, value: usize) -> Result<Option<BString>, EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        let known = changed.known_mut(index)?;
        let (removed, name) = (known.value(value)?, known.name().to_owned());
        if known.values.len() == 1 {
            return Err(EditError::LastValue { name, value: removed });
        }
        known.values.remove(value);
        known.normalize()?;
        let first = known.values.first().cloned().unwrap_or_default();
        let mut new_default = None;
        let defaults = changed.defaults.entries.iter_mut();
        for default in defaults.filter(|default| default.name() == name) {
            if default.values.first() == Some(&removed) {
                default.values = vec![first.clone()];
                default.normalize()?;
                new_default = Some(first.clone());
            }
        }
        self.change(program, changed, &old, |choices| {
            if let Some(choice) = choices.get_mut(index).filter(|choice| **choice >= value) {
                *choice += 1;
            }
        })?;
        Ok(new_default)
    }

    /// Puts a program with other macros in the place of the old one. `to_old` turns the positions of values of a new
    /// variation into those of the old variation that it takes over.
    fn change(
        &mut self,
        index: usize,
        changed: Program,
        old_counts: &[usize],
        to_old: impl Fn(&mut Vec<usize>),
    ) -> Result<(), EditError> {
        // A program without its binaries may state far more variations than the archive has bytes.
        self.binaries_of(self.program(index)?)?;
        let counts = changed.counts();
        let sources = all_choices(&counts)?.map(|mut choices| {
            to_old(&mut choices);
            number(old_counts, &choices)
        });
        let sources: Vec<_> = sources.collect();
        self.renumber(index, &sources)?;
        let program = self.program_mut(index)?;
        program.macros = changed.macros;
        program.defaults = changed.defaults;
        Ok(())
    }
}

impl Program {
    /// The number of values of each macro.
    fn counts(&self) -> Vec<usize> {
        self.macros().iter().map(|known| known.values.len()).collect()
    }

    fn known(&self, index: usize) -> Result<&Macro, EditError> {
        let count = self.macros().len();
        let known = self.macros().get(index);
        known.ok_or(EditError::NoMacro { index, count })
    }

    fn known_mut(&mut self, index: usize) -> Result<&mut Macro, EditError> {
        let count = self.macros().len();
        let known = self.macros.entries.get_mut(index);
        known.ok_or(EditError::NoMacro { index, count })
    }
}

impl Macro {
    fn value(&self, index: usize) -> Result<BString, EditError> {
        let count = self.values.len();
        let value = self.values.get(index).cloned();
        value.ok_or(EditError::NoValue { index, count })
    }

    /// Writes the macro from its values from now on.
    fn normalize(&mut self) -> Result<(), EditError> {
        self.check()?;
        self.raw = None;
        Ok(())
    }
}
