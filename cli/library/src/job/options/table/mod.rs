//! The table: the rows of each part of a build.

mod assembling;
mod compiling;
mod linking;

use super::{BuildOption, Flag, Group, Keys, Kind};
pub(crate) use assembling::assembling_methods;
pub(crate) use compiling::compiling_methods;
pub(crate) use linking::linking_methods;

/// What most rows say.
const ROW: BuildOption = BuildOption {
    name: "",
    method: "",
    group: Group::Compiling,
    kind: Kind::Switch,
    flags: &[],
    keys: Keys::All,
    key_help: "",
    is_word: true,
    set: |_, _| Ok(()),
};

impl Flag {
    /// A flag that turns a switch on, or has a value, with the two paragraphs of its help.
    const fn new(long: &'static str, help: &'static str, details: &'static str) -> Self {
        Self {
            long,
            short: None,
            value: true,
            requires: None,
            help,
            details,
        }
    }

    /// A flag that turns a switch off.
    const fn off(long: &'static str, help: &'static str, details: &'static str) -> Self {
        Self {
            value: false,
            ..Self::new(long, help, details)
        }
    }
}

/// Sets a field of the job to the value of a switch.
macro_rules! switch {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+ = value.switch()?;
            Ok(())
        }
    };
}

/// Sets a field of the job to a text.
macro_rules! text {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+ = Some(value.text()?.to_owned());
            Ok(())
        }
    };
}

/// Adds a text to a field of the job.
macro_rules! list {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+.push(value.text()?.to_owned());
            Ok(())
        }
    };
}

/// Adds a text that is parsed to a field of the job.
macro_rules! parsed {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+.push(value.text()?.parse()?);
            Ok(())
        }
    };
}

use {list, parsed, switch, text};

/// All options. Those of a group are in the order of help.
pub fn all() -> impl Iterator<Item = &'static BuildOption> {
    [assembling::ROWS, compiling::ROWS, linking::ROWS].into_iter().flatten()
}
