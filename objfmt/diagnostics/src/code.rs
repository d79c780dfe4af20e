//! Diagnostic codes, generated from the rows of the catalogue.

use std::fmt;

use crate::example::examples;
use crate::{Code, Example, Rule, Tool};

/// A row of the catalogue.
pub(crate) struct Entry {
    pub(crate) code: Code,
    pub(crate) name: &'static str,
    pub(crate) rules: &'static [Rule],
    pub(crate) meaning: &'static str,
    pub(crate) remedy: &'static str,
    pub(crate) page: Option<&'static str>,
}

/// Declares [`Code`] and the entries from the rows of several files, which are given as macro names in brackets.
///
/// The macro of each file is called with the remaining files and the rows so far. It calls this macro again with its
/// rows appended. When no file is left, the rows are complete.
macro_rules! catalogue {
    ([$file:ident $($files:ident)*] $($rows:tt)*) => {
        $file! { [$($files)*] $($rows)* }
    };
    ([] $($kind:ident { $($code:ident $name:literal [$($rule:tt)+] $meaning:literal $remedy:literal;)+ })+) => {
        /// A diagnostic code.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = concat!("`", $name, "`: ", $meaning, ".")] $code,)+)+
        }

        /// The rows, in the order of [`Code`].
        pub(crate) const ENTRIES: &[crate::code::Entry] = &[
            $($(crate::code::Entry {
                code: Code::$code,
                name: $name,
                rules: rules!($($rule)+),
                meaning: $meaning,
                remedy: $remedy,
                page: page!($kind $name),
            },)+)+
        ];
    };
}

/// Expands to the page of a `paged` or `brief` row.
macro_rules! page {
    (paged $name:literal) => {
        Some(include_str!(concat!("../../pages/", $name, ".md")))
    };
    (brief $name:literal) => {
        None
    };
}

/// Expands to the rules from `TOOL CASES? LEVEL`, separated by commas.
macro_rules! rules {
    ($($tool:ident $($cases:literal)? $level:ident),+) => {
        &[$(crate::Rule {
            tool: crate::Tool::$tool,
            cases: rules!(@cases $($cases)?),
            level: rules!(@level $level),
            is_settable: rules!(@settable $level),
        }),+]
    };
    (@cases) => { None };
    (@cases $cases:literal) => { Some($cases) };
    (@level Error) => { crate::Level::Deny };
    (@level $level:ident) => { crate::Level::$level };
    (@settable Error) => { false };
    (@settable $level:ident) => { true };
}

impl Code {
    /// Returns all codes, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Self> {
        crate::catalogue::ENTRIES.iter().map(|entry| entry.code)
    }

    fn entry(self) -> &'static Entry {
        &crate::catalogue::ENTRIES[self as usize]
    }

    /// Returns the name in kebab case, which is stable across versions.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the code with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|code| code.name() == name)
    }

    /// Returns the rules of the tools that report the diagnostic. There is at least one.
    pub fn rules(self) -> &'static [Rule] {
        self.entry().rules
    }

    /// Returns the rule of a tool for the diagnostic; the most general one if there are several.
    pub fn rule(self, tool: Tool) -> Option<&'static Rule> {
        self.rules().iter().find(|rule| rule.tool == tool)
    }

    /// Returns true if users can set the level for at least one tool.
    pub fn is_settable(self) -> bool {
        self.rules().iter().any(|rule| rule.is_settable)
    }

    /// Returns true for a deprecation: a form that still works, but that another form has replaced.
    pub fn is_deprecation(self) -> bool {
        crate::catalogue::DEPRECATIONS.contains(&self)
    }

    /// Returns the meaning, as a clause without a full stop.
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// Returns the remedy, as a clause without a full stop.
    pub fn remedy(self) -> &'static str {
        self.entry().remedy
    }

    /// Returns the page in Markdown, which explains the diagnostic and how to fix it. Most pages have a source that
    /// triggers the diagnostic and another that does not.
    pub fn page(self) -> Option<&'static str> {
        self.entry().page
    }

    /// Returns the sources of the page.
    pub fn examples(self) -> impl Iterator<Item = Example> {
        examples(self.page().unwrap_or_default())
    }

    /// Returns the name, the levels, the meaning, the remedy and the page as plain text, with indented sources.
    pub fn explanation(self) -> String {
        let levels: Vec<_> = self.rules().iter().map(Rule::to_string).collect();
        let mut text = format!(
            "{self} ({})\n\n{}\n\nTo fix it: {}.\n",
            levels.join("; "),
            self.meaning(),
            self.remedy(),
        );
        let Some(page) = self.page() else {
            return text;
        };
        text.push('\n');
        let mut in_source = false;
        for line in page.lines() {
            match line.strip_prefix("```") {
                Some(_) => in_source = !in_source,
                None if in_source && !line.is_empty() => text.push_str(&format!("    {line}\n")),
                None => text.push_str(&format!("{line}\n")),
            }
        }
        text
    }
}

impl fmt::Display for Code {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
