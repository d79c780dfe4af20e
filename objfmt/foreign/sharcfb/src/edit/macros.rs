//! Adding and removing macros and values.

use bstr::BString;

use super::EditError;
use super::renumber::{all_choices, number};
use crate::archive::{Archive, Macro, Program, Text};

impl Archive {
    /// Inserts a macro at a position into the macros of a program, with the index of its default value. Each of its
    /// values gets a copy of the existing binaries and flags: see [`replace_binary`](Self::replace_binary).
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, position or value, if the program already has the macro or as many as the
    /// console accepts, or if the binaries are missing or shared with another program.
    pub fn add_macro(&mut self, program: usize, position: usize, new: Macro, default: usize) -> Result<(), EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        changed.insert_macro(position, new, default)?;
        self.change(program, changed, &old, |choices| {
            choices.remove(position);
        })
    }

    /// Removes a macro. The binaries and flags of one of its values are kept.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, macro or value, or if the binaries are missing or shared with another
    /// program.
    pub fn remove_macro(&mut self, program: usize, index: usize, kept_value: usize) -> Result<(), EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        let mac = changed.macro_at(index)?;
        mac.value(kept_value)?;
        let name = mac.name().to_owned();
        changed.macros.entries.remove(index);
        changed.defaults.entries.retain(|other| other.name() != name);
        self.change(program, changed, &old, |choices| {
            choices.insert(index, kept_value);
        })
    }

    /// Appends a value to a macro. Its binaries and flags are copied from the value at `like`.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, macro or value, if the macro already has the value or as many as the console
    /// accepts, if a text of the macro is empty, or if the binaries are missing or shared with another program.
    pub fn add_value(&mut self, program: usize, index: usize, value: &[u8], like: usize) -> Result<(), EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        let mac = changed.macro_at_mut(index)?;
        mac.value(like)?;
        let added = mac.values.len();
        mac.values.push(Text::new(value)?.text().to_owned());
        mac.normalize()?;
        self.change(program, changed, &old, |choices| {
            if let Some(choice) = choices.get_mut(index).filter(|choice| **choice == added) {
                *choice = like;
            }
        })
    }

    /// Removes a value of a macro, with its binaries and flags. If it was the default, the first remaining value
    /// becomes the default and is returned.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, macro or value, if the value is the last one, if a text of the macro is
    /// empty, or if the binaries are missing or shared with another program.
    pub fn remove_value(&mut self, program: usize, index: usize, value: usize) -> Result<Option<BString>, EditError> {
        let mut changed = self.program(program)?.clone();
        let old = changed.counts();
        let mac = changed.macro_at_mut(index)?;
        let (removed, name) = (mac.value(value)?, mac.name().to_owned());
        if mac.values.len() == 1 {
            return Err(EditError::LastValue { name, value: removed });
        }
        mac.values.remove(value);
        mac.normalize()?;
        let first = mac.values.first().cloned().unwrap_or_default();
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

    /// Replaces a program by one with other macros. `to_old` maps the value indices of a new variation to the value
    /// indices of the old variation that it copies.
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
    /// Returns the number of values of each macro.
    fn counts(&self) -> Vec<usize> {
        self.macros().iter().map(|mac| mac.values.len()).collect()
    }

    fn macro_at(&self, index: usize) -> Result<&Macro, EditError> {
        let count = self.macros().len();
        let mac = self.macros().get(index);
        mac.ok_or(EditError::NoMacro { index, count })
    }

    fn macro_at_mut(&mut self, index: usize) -> Result<&mut Macro, EditError> {
        let count = self.macros().len();
        let mac = self.macros.entries.get_mut(index);
        mac.ok_or(EditError::NoMacro { index, count })
    }
}

impl Macro {
    fn value(&self, index: usize) -> Result<BString, EditError> {
        let count = self.values.len();
        let value = self.values.get(index).cloned();
        value.ok_or(EditError::NoValue { index, count })
    }

    /// Discards the raw bytes: from now on, the macro is written from its values.
    fn normalize(&mut self) -> Result<(), EditError> {
        self.check()?;
        self.raw = None;
        Ok(())
    }
}
