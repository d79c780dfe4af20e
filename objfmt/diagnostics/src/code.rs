//! The type of diagnostics, made from the rows of the catalogue.

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

/// Declares [`Code`] and the entries from the rows of several files, which are the names of macros in brackets.
///
/// The macro of each file is called with the other files and the rows so far. It calls this macro again with its own
/// rows added. When no file is left, the rows are complete.
macro_rules! catalogue {
    ([$file:ident $($files:ident)*] $($rows:tt)*) => {
        $file! { [$($files)*] $($rows)* }
    };
    ([] $($kind:ident { $($code:ident $name:literal [$($rule:tt)+] $meaning:literal $remedy:literal;)+ })+) => {
        /// A diagnostic.
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

/// The page of a row of the kind `paged` or `brief`.
macro_rules! page {
    (paged $name:literal) => {
        Some(include_str!(concat!("../../pages/", $name, ".md")))
    };
    (brief $name:literal) => {
        None
    };
}

/// The rules from `TOOL CASES? LEVEL`, separated by commas.
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
    /// All codes, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Self> {
        crate::catalogue::ENTRIES.iter().map(|entry| entry.code)
    }

    fn entry(self) -> &'static Entry {
        &crate::catalogue::ENTRIES[self as usize]
    }

    /// The name in kebab case, which stays the same from version to version.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|code| code.name() == name)
    }

    /// The rules of the tools that report the diagnostic; there is at least one.
    pub fn rules(self) -> &'static [Rule] {
        self.entry().rules
    }

    /// The rule of a tool for the diagnostic, the most general one if there are several.
    pub fn rule(self, tool: Tool) -> Option<&'static Rule> {
        self.rules().iter().find(|rule| rule.tool == tool)
    }

    /// Whether users can set the level, at least for some tool.
    pub fn is_settable(self) -> bool {
        self.rules().iter().any(|rule| rule.is_settable)
    }

    /// Whether it is about a form that still has its meaning, but that another form has replaced.
    pub fn is_deprecation(self) -> bool {
        crate::catalogue::REPLACED_FORMS.contains(&self)
    }

    /// The meaning, in a clause without a full stop.
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// How to fix it, in a clause without a full stop.
    pub fn remedy(self) -> &'static str {
        self.entry().remedy
    }

    /// The reason for the diagnostic and the way to fix it, in Markdown. Most pages have a source that draws the
    /// diagnostic and another that does not.
    pub fn page(self) -> Option<&'static str> {
        self.entry().page
    }

    /// The sources of the page.
    pub fn examples(self) -> impl Iterator<Item = Example> {
        examples(self.page().unwrap_or_default())
    }

    /// The name, the levels, the meaning, the remedy and the page as plain text, with sources set in from the margin.
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
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
