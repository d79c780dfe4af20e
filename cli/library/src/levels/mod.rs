//! Diagnostic levels: which diagnostics are shown, and which prevent output.

mod options;

use std::str::FromStr;

pub use options::{LEVEL_OPTIONS, LevelOption, check_option_name};

use pica200_asm::lint::{self, Lints};
use pica200_diagnostics::most_similar;
use pica200_diagnostics::{Code, Group, Level, Severity, Tool};
use pica200_link::Compat;

use crate::diagnostic::Diagnostics;

/// Name of the group of all warnings.
const ALL_WARNINGS: &str = "warnings";

/// User-chosen levels, in order: the last one for a diagnostic wins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Levels {
    rules: Vec<(LevelTarget, Level)>,
}

/// The target of a level. Converts from the names of diagnostics and groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelTarget {
    /// All warnings.
    Warnings,
    /// All diagnostics of a group.
    Group(&'static Group),
    /// A single diagnostic.
    One(Code),
}

impl FromStr for LevelTarget {
    type Err = String;

    /// Parses the name of a diagnostic with a configurable level, of a group, or `warnings`. The error is the message
    /// about an unknown name.
    fn from_str(name: &str) -> Result<Self, String> {
        match (name, Group::from_name(name)) {
            (ALL_WARNINGS, _) => Ok(Self::Warnings),
            (_, Some(group)) => Ok(Self::Group(group)),
            _ => settable(name).map(Self::One),
        }
    }
}

/// Builds take names as any kind of text.
macro_rules! from_text {
    ($($text:ty),*) => {
        $(
            impl TryFrom<$text> for LevelTarget {
                type Error = String;

                fn try_from(name: $text) -> Result<Self, String> {
                    name.parse()
                }
            }
        )*
    };
}

from_text!(&str, String, &String);

impl TryFrom<Code> for LevelTarget {
    type Error = String;

    /// The error is the message about a diagnostic that is always an error.
    fn try_from(code: Code) -> Result<Self, String> {
        settable(code.name()).map(Self::One)
    }
}

impl From<&'static Group> for LevelTarget {
    fn from(group: &'static Group) -> Self {
        Self::Group(group)
    }
}

impl LevelTarget {
    /// Returns true if a diagnostic is selected by name or group.
    fn names(self, code: Code) -> bool {
        match self {
            Self::Warnings => false,
            Self::Group(group) => group.codes.contains(&code),
            Self::One(one) => one == code,
        }
    }
}

/// Returns the diagnostic with a name, if its level is configurable.
///
/// # Errors
///
/// Returns a message if the name is invalid.
pub(crate) fn settable(name: &str) -> Result<Code, String> {
    match Code::from_name(name) {
        Some(code) if code.is_settable() => Ok(code),
        Some(_) => Err(format!("`{name}` is an error and its level cannot be changed")),
        None if name == ALL_WARNINGS || Group::from_name(name).is_some() => {
            Err(format!("`{name}` is a group of diagnostics; give the name of each"))
        }
        None => Err(unknown_name(name, settable_names())),
    }
}

/// Checks that a name is a diagnostic with a configurable level, a group or `warnings`.
///
/// # Errors
///
/// Returns a message if the name is invalid.
pub fn check_name(name: &str) -> Result<(), String> {
    name.parse::<LevelTarget>().map(|_| ())
}

/// Returns all names with a configurable level: diagnostics, groups, and `warnings`.
pub fn settable_names() -> impl Iterator<Item = &'static str> {
    let settable = Code::all().filter(|code| code.is_settable());
    let names = settable.map(Code::name).chain([ALL_WARNINGS]);
    names.chain(Group::all().map(|group| group.name))
}

/// Returns the message about the unknown name of a diagnostic. `known` are the names to suggest from.
pub fn unknown_name<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<_> = known.collect();
    let meant = match most_similar(name, known.iter().copied()) {
        Some(similar) => vec![similar],
        None => abbreviated(name, &known),
    };
    match meant.as_slice() {
        [] => format!("unknown diagnostic `{name}`; messages show their names in brackets"),
        some => {
            let some: Vec<_> = some.iter().map(|name| format!("`{name}`")).collect();
            format!("unknown diagnostic `{name}`; did you mean {}?", some.join(" or "))
        }
    }
}

/// Returns the names that a word abbreviates: each hyphenated part of the word is a prefix of a part of the name, in
/// order. Returns at most three, the shortest ones.
fn abbreviated<'n>(word: &str, known: &[&'n str]) -> Vec<&'n str> {
    const MAX: usize = 3;
    const SHORTEST: usize = 4;
    if word.len() < SHORTEST {
        return Vec::new();
    }
    let word = word.to_ascii_lowercase();
    let matches = |name: &&&str| {
        let mut parts = name.split('-');
        word.split(['-', '_'])
            .all(|piece| !piece.is_empty() && parts.any(|part| part.starts_with(piece)))
    };
    let mut found: Vec<_> = known.iter().filter(matches).copied().collect();
    found.sort_by_key(|name| (name.len(), *name));
    found.truncate(MAX);
    found
}

/// The warnings that picasso has as well, and those about syntax specific to this toolchain.
const OF_DROP_IN: [Code; 7] = [
    Code::MaskOrder,
    Code::ReadAsPicasso,
    Code::PaddingNopRequired,
    Code::UserWarning,
    Code::InvalidAllow,
    Code::UnknownWarning,
    Code::TooManyWarnings,
];

impl Levels {
    /// Returns the levels implied by the tool whose output is reproduced. The user's levels follow them.
    pub(crate) fn for_compat(compat: Compat) -> Self {
        let mut levels = Self::default();
        if compat == Compat::Picasso {
            let differs = LevelTarget::One(Code::DiffersFromPicasso);
            levels.rules.push((differs, Level::Warn));
        }
        levels
    }

    /// Returns the levels of a drop-in replacement for picasso: warnings that picasso does not have are allowed. Code
    /// that hangs consoles still triggers a warning.
    pub fn for_drop_in() -> Self {
        let is_new = |code: &Code| {
            let mut rules = code.rules().iter();
            rules.any(|rule| rule.is_settable && rule.level == Level::Warn) && !OF_DROP_IN.contains(code)
        };
        let rules = Code::all().filter(is_new);
        Self {
            rules: rules.map(|code| (LevelTarget::One(code), Level::Allow)).collect(),
        }
    }

    /// Sets the level of a diagnostic, a group, or all `warnings`.
    ///
    /// # Errors
    ///
    /// Returns a message if the name is unknown, or the diagnostic is always an error.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), String> {
        self.rules.push((name.parse()?, level));
        Ok(())
    }

    /// Sets the level of a target.
    pub fn set_target(&mut self, subject: LevelTarget, level: Level) {
        self.rules.push((subject, level));
    }

    /// Appends further levels.
    pub fn extend(&mut self, further: &Self) {
        self.rules.extend_from_slice(&further.rules);
    }

    /// Returns the level of a diagnostic with this default. `warnings` selects diagnostics that are warnings by
    /// default, or by an earlier option.
    fn level(&self, code: Code, default: Level) -> Level {
        let (mut own, mut level) = (default, default);
        for (subject, chosen) in &self.rules {
            match subject {
                subject if subject.names(code) => (own, level) = (*chosen, *chosen),
                LevelTarget::Warnings if own == Level::Warn => level = *chosen,
                _ => {}
            }
        }
        level
    }

    /// Returns the severity of a diagnostic of the checker; `None` if it is allowed. If the output must match
    /// picasso's, which checks nothing, the default is a warning.
    pub fn check_severity(&self, code: Code, compat: Compat) -> Option<Severity> {
        let rule = code.rule(Tool::Checker)?;
        let lenient = compat == Compat::Picasso;
        self.level(code, rule.level(lenient)).severity()
    }

    /// Returns the severity of a diagnostic of the checker if only diagnostics named in a level are enabled.
    pub(crate) fn named_severity(&self, code: Code) -> Option<Severity> {
        self.level(code, Level::Allow).severity()
    }

    /// Returns the lints of the assembler that are not allowed.
    pub fn lints(&self) -> Lints {
        let asked = lint::lints().filter(|lint| {
            let rule = lint.rule(Tool::Assembler);
            rule.is_some_and(|rule| self.level(*lint, rule.level) != Level::Allow)
        });
        asked.fold(Lints::NONE, Lints::with)
    }

    /// Applies the user's severities to diagnostics, and drops those that are allowed. Errors remain.
    pub fn apply(&self, diagnostics: &mut Diagnostics) {
        diagnostics.retain_mut(|diagnostic| {
            // Diagnostics of the checker already have their severities.
            if diagnostic.tool == Tool::Checker || diagnostic.is_error() {
                return true;
            }
            let rule = diagnostic.code.rule(diagnostic.tool);
            let own = rule.map_or(Level::Warn, |rule| rule.level.min(Level::Warn));
            match self.level(diagnostic.code, own).severity() {
                Some(severity) => {
                    diagnostic.severity = severity;
                    true
                }
                None => false,
            }
        });
    }
}
