//! The options of builds, in one table: command lines, documents in TOML, macros and tests take them from it.
//!
//! [`all`] has a row for each option. A row states the name, the kind of value, the texts of help, and what a value
//! changes in a [`Job`].

mod document;
mod table;

use std::path::Path;

pub(crate) use document::set_options;
pub use table::all;
pub(crate) use table::{assembling_methods, compiling_methods, linking_methods};

use super::Job;

/// An option of builds.
#[derive(Clone, Copy, Debug)]
pub struct BuildOption {
    /// The name in documents, which is that of the flag without its dashes: `fix-depth`.
    pub name: &'static str,
    /// The method of [`Build`](crate::Build), which is the word in macros: `fix_depth`.
    pub method: &'static str,
    /// The part of the build that it changes.
    pub group: Group,
    /// The kind of its value.
    pub kind: Kind,
    /// The flags of command lines; none if only one program has the flag, which declares it itself.
    pub flags: &'static [Flag],
    /// The documents that have it as a key.
    pub keys: Keys,
    /// The meaning of the key, for tables in documents. Empty if it is that of the flag.
    pub key_help: &'static str,
    /// Whether macros have it as a word.
    pub is_word: bool,
    set: fn(&mut Job, Value<'_>) -> Result<(), String>,
}

/// The part of a build that options change. Command lines have those of a group together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// How sources are assembled.
    Assembling,
    /// How sources in older dialects are read.
    Dialect,
    /// How shaders in other languages are compiled.
    Compiling,
    /// How the linker leaves out and merges.
    Linking,
}

/// A kind of values.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A boolean.
    Switch,
    /// A text, the last of which counts.
    Text {
        /// The name of the value in help.
        value: &'static str,
    },
    /// One of some names, the last of which counts.
    Choice {
        /// The name of the value in help.
        value: &'static str,
        /// The names, each with its help, which may be empty.
        names: fn() -> Vec<(&'static str, &'static str)>,
    },
    /// Texts. Documents have one, or an array.
    List {
        /// The name of a value in help.
        value: &'static str,
    },
    /// Texts `NAME=N`, with a number. Documents have one, or an array.
    Lengths {
        /// The name of a value in help.
        value: &'static str,
    },
    /// Texts `NAME=VALUE`. Documents have a table.
    Map {
        /// The name of a value in help.
        value: &'static str,
    },
    /// A path, the last of which counts.
    Path {
        /// The name of the value in help.
        value: &'static str,
    },
    /// Paths.
    Paths {
        /// The name of a value in help.
        value: &'static str,
    },
}

/// A flag of command lines.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name without the dashes.
    pub long: &'static str,
    /// Its letter.
    pub short: Option<char>,
    /// The value that it gives to a switch. Where a switch has a flag for each value, the last one counts.
    pub value: bool,
    /// The flag of the same group that it needs.
    pub requires: Option<&'static str>,
    /// The first paragraph of its help.
    pub help: &'static str,
    /// The second paragraph; empty if there is none.
    pub details: &'static str,
}

/// The documents in TOML that have an option as a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// None.
    None,
    /// Only files of projects: `pica200.toml`.
    Project,
    /// Test files, files of variations, files of projects, and scenes.
    All,
}

/// A value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'v> {
    /// That of a switch.
    Switch(bool),
    /// A text, or one of several.
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
    /// Whether values are added one by one. Of others the last counts.
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
    /// The value is of another kind, or not one of those that are possible; a message says which are.
    pub fn set(&self, job: &mut Job, value: Value<'_>) -> Result<(), String> {
        (self.set)(job, value)
    }

    /// Checks a value, with the errors of [`set`](Self::set).
    ///
    /// # Errors
    ///
    /// Those of [`set`](Self::set).
    pub fn check(&self, value: Value<'_>) -> Result<(), String> {
        self.set(&mut Job::default(), value)
    }

    /// The meaning of the key in a document.
    pub fn key_help(&self) -> String {
        match self.flags {
            [flag, ..] if self.key_help.is_empty() && flag.details.is_empty() => flag.help.to_owned(),
            [flag, ..] if self.key_help.is_empty() => format!("{}. {}", flag.help, flag.details),
            _ => self.key_help.to_owned(),
        }
    }
}

/// The options of a group, in the order of help.
pub fn of_group(group: Group) -> impl Iterator<Item = &'static BuildOption> {
    all().filter(move |option| option.group == group)
}

/// The option with a name.
pub fn by_name(name: &str) -> Option<&'static BuildOption> {
    all().find(|option| option.name == name)
}

/// The option with a word in macros.
pub fn by_word(word: &str) -> Option<&'static BuildOption> {
    let mut words = all().filter(|option| option.is_word);
    words.find(|option| option.method == word)
}

/// The options that documents have as keys. Only those of projects have all of them.
pub fn keys(is_project: bool) -> impl Iterator<Item = &'static BuildOption> {
    let is_key = move |option: &&BuildOption| match option.keys {
        Keys::None => false,
        Keys::Project => is_project,
        Keys::All => true,
    };
    all().filter(is_key)
}
