//! The table of build options, shared by command lines, TOML documents, macros and tests.
//!
//! [`all`] has a row for each option, with its name, kind of value, help, and effect on a [`Job`].

mod document;
mod table;

use std::path::Path;

pub(crate) use document::set_options;
pub use table::all;
pub(crate) use table::{assembling_methods, compiling_methods, linking_methods};

use super::Job;

/// A build option.
#[derive(Clone, Copy, Debug)]
pub struct BuildOption {
    /// Key in documents, which is the flag without its dashes: `fix-depth`.
    pub name: &'static str,
    /// Method of [`Build`](crate::Build) and keyword of macros: `fix_depth`.
    pub method: &'static str,
    /// The part of the build it affects.
    pub group: Group,
    /// Kind of value.
    pub kind: Kind,
    /// Command-line flags; none if only one program has the flag and declares it.
    pub flags: &'static [Flag],
    /// Documents that accept it as a key.
    pub keys: Keys,
    /// Description of the key in documents. Empty if it is that flag's.
    pub key_help: &'static str,
    /// True if macros accept it as a keyword.
    pub is_keyword: bool,
    set: fn(&mut Job, Value<'_>) -> Result<(), String>,
}

/// The part of a build that an option affects. Command-line help lists the options of a group together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Assembling sources.
    Assembling,
    /// Reading sources in older dialects.
    Dialect,
    /// Compiling shaders in other languages.
    Compiling,
    /// Discarding and merging in the linker.
    Linking,
}

/// A kind of value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A boolean.
    Switch,
    /// A string. The last value wins.
    Text {
        /// Placeholder in help.
        value: &'static str,
    },
    /// One of a set of names. The last value wins.
    Choice {
        /// Placeholder in help.
        value: &'static str,
        /// The names and their help, which may be empty.
        names: fn() -> Vec<(&'static str, &'static str)>,
    },
    /// Strings. In documents, a string or an array.
    List {
        /// Placeholder in help.
        value: &'static str,
    },
    /// Strings `NAME=N` with an integer. In documents, a string or an array.
    Lengths {
        /// Placeholder in help.
        value: &'static str,
    },
    /// Strings `NAME=VALUE`. In documents, a table.
    Map {
        /// Placeholder in help.
        value: &'static str,
    },
    /// A path. The last value wins.
    Path {
        /// Placeholder in help.
        value: &'static str,
    },
    /// Paths.
    Paths {
        /// Placeholder in help.
        value: &'static str,
    },
}

/// A command-line flag.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Long name without dashes.
    pub long: &'static str,
    /// Short name.
    pub short: Option<char>,
    /// Value for a switch. If a switch has a flag for each value, the last one wins.
    pub value: bool,
    /// Required flag of the same group.
    pub requires: Option<&'static str>,
    /// First paragraph of the help.
    pub help: &'static str,
    /// Second paragraph of the help; empty if there is none.
    pub details: &'static str,
}

/// The TOML documents that accept an option as a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// None.
    None,
    /// Only project files: `pica200.toml`.
    Project,
    /// Test files, variant files, project files, and scenes.
    All,
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'v> {
    /// A switch.
    Switch(bool),
    /// A string, or one of several.
    Text(&'v str),
    /// A path, or one of several.
    Path(&'v Path),
}

impl Value<'_> {
    fn switch(self) -> Result<bool, String> {
        match self {
            Self::Switch(value) => Ok(value),
            _ => Err("expected a boolean".to_owned()),
        }
    }

    fn text(&self) -> Result<&str, String> {
        match self {
            Self::Text(text) => Ok(text),
            _ => Err("expected a string".to_owned()),
        }
    }

    fn path(&self) -> Result<&Path, String> {
        match self {
            Self::Path(path) => Ok(path),
            Self::Text(text) => Ok(Path::new(text)),
            Self::Switch(_) => Err("expected a path".to_owned()),
        }
    }
}

impl Kind {
    /// Returns true if values accumulate. Otherwise the last value wins.
    pub const fn is_repeated(self) -> bool {
        match self {
            Self::Switch | Self::Text { .. } | Self::Choice { .. } | Self::Path { .. } => false,
            Self::List { .. } | Self::Lengths { .. } | Self::Map { .. } | Self::Paths { .. } => true,
        }
    }
}

impl BuildOption {
    /// Sets the option in a job. Values of lists and maps are added one by one.
    ///
    /// # Errors
    ///
    /// Returns a message that lists the valid values if the value is of another kind or invalid.
    pub fn set(&self, job: &mut Job, value: Value<'_>) -> Result<(), String> {
        (self.set)(job, value)
    }

    /// Checks a value without setting it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`set`](Self::set).
    pub fn check(&self, value: Value<'_>) -> Result<(), String> {
        self.set(&mut Job::default(), value)
    }

    /// Returns the description of the key in a document.
    pub fn key_help(&self) -> String {
        match self.flags {
            [flag, ..] if self.key_help.is_empty() && flag.details.is_empty() => flag.help.to_owned(),
            [flag, ..] if self.key_help.is_empty() => format!("{}. {}", flag.help, flag.details),
            _ => self.key_help.to_owned(),
        }
    }
}

/// Returns the options of a group, in help order.
pub fn in_group(group: Group) -> impl Iterator<Item = &'static BuildOption> {
    all().filter(move |option| option.group == group)
}

/// Returns the option with a name.
pub fn by_name(name: &str) -> Option<&'static BuildOption> {
    all().find(|option| option.name == name)
}

/// Returns the option with a macro keyword.
pub fn by_keyword(word: &str) -> Option<&'static BuildOption> {
    let mut words = all().filter(|option| option.is_keyword);
    words.find(|option| option.method == word)
}

/// Returns the options accepted as keys in documents. Only project files accept all of them.
pub fn keys(is_project: bool) -> impl Iterator<Item = &'static BuildOption> {
    let is_key = move |option: &&BuildOption| match option.keys {
        Keys::None => false,
        Keys::Project => is_project,
        Keys::All => true,
    };
    all().filter(is_key)
}
