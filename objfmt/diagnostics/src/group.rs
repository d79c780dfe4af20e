//! Groups of diagnostics whose levels are set together.

use crate::Code;

/// A group of diagnostics whose levels can be set together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name in kebab case, which is not the name of a diagnostic.
    pub name: &'static str,
    /// The common topic of the diagnostics, without a full stop.
    pub meaning: &'static str,
    /// The diagnostics, in the order of the catalogue.
    pub codes: &'static [Code],
}

/// The groups.
const GROUPS: &[Group] = &[Group {
    name: "unused",
    meaning: "declarations, labels and values that nothing uses",
    codes: &[
        Code::UnusedUniform,
        Code::UnusedConstant,
        Code::UnusedInput,
        Code::UnusedAlias,
        Code::UnusedNumber,
        Code::UnusedExtern,
        Code::UnusedLabel,
        Code::UnusedValue,
    ],
}];

impl Group {
    /// Returns all groups.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        GROUPS.iter()
    }

    /// Returns the group with a name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::all().find(|group| group.name == name)
    }

    /// Returns the name, the meaning and the diagnostics with their levels as plain text.
    pub fn explanation(&self) -> String {
        let mut text = format!("{} (group)\n\n{}\n\n", self.name, self.meaning);
        let width = self.codes.iter().map(|code| code.name().len()).max();
        let width = width.unwrap_or_default();
        for code in self.codes {
            let levels: Vec<_> = code.rules().iter().map(|rule| rule.to_string()).collect();
            text.push_str(&format!("{:width$}  {}\n", code.name(), levels.join("; ")));
        }
        text
    }
}
