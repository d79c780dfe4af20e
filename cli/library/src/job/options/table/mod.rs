//! The option table: the rows of all groups.

mod assembling;
mod compiling;
mod linking;

use super::{BuildOption, Flag, Group, Keys, Kind};
pub(crate) use assembling::assembling_methods;
pub(crate) use compiling::compiling_methods;
pub(crate) use linking::linking_methods;

/// Defaults for a row.
const ROW: BuildOption = BuildOption {
    name: "",
    method: "",
    group: Group::Compiling,
    kind: Kind::Switch,
    flags: &[],
    keys: Keys::All,
    key_help: "",
    is_keyword: true,
    set: |_, _| Ok(()),
};

impl Flag {
    /// Creates a flag that turns a switch on or has a value, with the two paragraphs of its help.
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

    /// Creates a flag that turns a switch off.
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

/// Sets a field of the job to a string.
macro_rules! text {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+ = Some(value.text()?.to_owned());
            Ok(())
        }
    };
}

/// Adds a string to a field of the job.
macro_rules! list {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+.push(value.text()?.to_owned());
            Ok(())
        }
    };
}

/// Adds a parsed string to a field of the job.
macro_rules! parsed {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+.push(value.text()?.parse()?);
            Ok(())
        }
    };
}

use {list, parsed, switch, text};

/// Returns all options. The options of a group are in help order.
pub fn all() -> impl Iterator<Item = &'static BuildOption> {
    [assembling::ROWS, compiling::ROWS, linking::ROWS].into_iter().flatten()
}
