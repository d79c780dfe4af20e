//! Levels as text: options of the programs, in an environment variable.

use std::ffi::OsStr;

use pica200_diagnostics::Level;

use super::{Levels, check_name};

/// An option that sets the level of diagnostics by name: a command-line flag and a key of documents.
#[derive(Clone, Copy, Debug)]
pub struct LevelOption {
    /// Long flag without dashes, and key.
    pub name: &'static str,
    /// Short flag.
    pub letter: char,
    /// The level it sets.
    pub level: Level,
    /// First paragraph of the help.
    pub help: &'static str,
    /// Second paragraph of the help.
    pub details: &'static str,
}

/// The options that set levels.
pub const LEVEL_OPTIONS: [LevelOption; 3] = [
    LevelOption {
        name: "allow",
        letter: 'A',
        level: Level::Allow,
        help: "Do not report the diagnostic NAME",
        details: "Errors can be allowed only if the checker reports them on the linked program; all others prevent \
                  output. A comment in a source allows a diagnostic locally: `; picasm: allow(NAME)` at the end of a \
                  line or on a separate line before it, `; picasm: allow-file(NAME)` for the whole file.",
    },
    LevelOption {
        name: "warn",
        letter: 'W',
        level: Level::Warn,
        help: "Report the diagnostic NAME as a warning",
        details: "NAME is the name in brackets after a message; --explain lists and describes all. If a name is \
                  repeated, the last option wins. `warnings` means all warnings, `unused` a group. The environment \
                  variable PICA200_LINTS contains such options for all programs; the command line takes precedence.",
    },
    LevelOption {
        name: "deny",
        letter: 'D',
        level: Level::Deny,
        help: "Report the diagnostic NAME as an error",
        details: "`-D warnings` makes all warnings errors. `-D NAME=NUMBER` is `--define`.",
    },
];

impl Levels {
    /// Parses the value of an environment variable: `-W NAME`, `-A NAME` and `-D NAME`, separated by white space, in
    /// the syntax of the command-line options.
    ///
    /// # Errors
    ///
    /// Returns a message that names the variable and explains the error.
    pub fn from_variable(variable: &str, value: &OsStr) -> Result<Self, String> {
        let levels = match value.to_str() {
            Some(text) => parse(text),
            None => Err("the value is not valid UTF-8".to_owned()),
        };
        levels.map_err(|why| format!("in the environment variable `{variable}`: {why}"))
    }
}

/// Returns the equivalent for another compiler's option, such as `all` in `-Wall` or `no-x` in `-Wno-x`.
fn foreign_name(name: &str) -> Option<String> {
    if let Some(name) = name.strip_prefix("no-error=") {
        return Some(format!("write `-W {name}`"));
    }
    if let Some(name) = name.strip_prefix("no-") {
        return Some(format!("write `-A {name}`"));
    }
    if let Some(name) = name.strip_prefix("error=") {
        return Some(format!("write `-D {name}`"));
    }
    let text = match name {
        "error" => "write `-D warnings`",
        "all" | "extra" | "everything" | "pedantic" => {
            "warnings are on by default; write `-W unused` for those about unused names, or `-W NAME` for one \
             diagnostic"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns true if a name is a diagnostic, with prefixes used by other compilers.
fn names_one(name: &str) -> bool {
    let prefixes = ["no-error=", "no-", "error="];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| check_name(rest).is_ok())
}

/// Checks that the name after an option has a configurable level.
///
/// # Errors
///
/// Returns a message if the name is invalid, with the equivalent for options of other compilers.
pub fn check_option_name(name: &str) -> Result<(), String> {
    check_name(name).map_err(|why| {
        match foreign_name(name).filter(|_| names_one(name) || !why.contains("did you mean")) {
            Some(text) => format!("`{name}` is not the name of a diagnostic; {text}"),
            None => why,
        }
    })
}

fn parse(text: &str) -> Result<Levels, String> {
    let mut levels = Levels::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let (level, attached) = option(word)
            .ok_or_else(|| format!("unknown option `{word}`; expected `-W NAME`, `-A NAME` or `-D NAME`"))?;
        let name = match attached {
            "" => words
                .next()
                .ok_or_else(|| format!("`{word}` requires the name of a diagnostic"))?,
            name => name,
        };
        if name.contains('=') && foreign_name(name).is_none() {
            return Err(format!("`{name}` defines a number; expected the name of a diagnostic"));
        }
        check_option_name(name)?;
        levels.set(name, level)?;
    }
    Ok(levels)
}

/// Parses an option: the level it sets, and the attached name, if there is one.
fn option(word: &str) -> Option<(Level, &str)> {
    LEVEL_OPTIONS.iter().find_map(|option| {
        let of_long = word.strip_prefix("--");
        let of_long = of_long.and_then(|rest| rest.strip_prefix(option.name));
        let of_long = of_long.filter(|rest| rest.is_empty() || rest.starts_with('='));
        let of_short = || word.strip_prefix('-')?.strip_prefix(option.letter);
        let rest = of_long.or_else(of_short)?;
        Some((option.level, rest.strip_prefix('=').unwrap_or(rest)))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a text that is wrong fails the test")]
mod tests {
    use super::*;

    #[test]
    fn n1_variables_have_the_options_of_programs() {
        let of = |text: &str| Levels::from_variable("V", OsStr::new(text));
        let mut wanted = Levels::default();
        assert_eq!(of(" \t"), Ok(wanted.clone()));
        wanted.set("unused", Level::Warn).unwrap();
        wanted.set("mask-order", Level::Allow).unwrap();
        wanted.set("warnings", Level::Deny).unwrap();
        for text in [
            "-W unused -A mask-order -D warnings",
            "-Wunused\n-A=mask-order   -Dwarnings",
            "--warn unused --allow=mask-order --deny warnings",
        ] {
            assert_eq!(of(text), Ok(wanted.clone()), "{text}");
        }
        for (text, why) in [
            (
                "unused",
                "unknown option `unused`; expected `-W NAME`, `-A NAME` or `-D NAME`",
            ),
            ("-W", "`-W` requires the name of a diagnostic"),
            (
                "-Wall",
                "`all` is not the name of a diagnostic; warnings are on by default; write `-W unused` for those \
                 about unused names, or `-W NAME` for one diagnostic",
            ),
            (
                "-Wno-mask-order",
                "`no-mask-order` is not the name of a diagnostic; write `-A mask-order`",
            ),
            ("-D X=1", "`X=1` defines a number; expected the name of a diagnostic"),
            (
                "-A mask-ordr",
                "unknown diagnostic `mask-ordr`; did you mean `mask-order`?",
            ),
        ] {
            let said = format!("in the environment variable `V`: {why}");
            assert_eq!(of(text), Err(said), "{text}");
        }
    }
}
