//! The options `-W`, `-D` and `-A`: which reports are said, and which stop the output.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pica200_asm::Define;
use pica200_asm::diagnostic::{Kind, Severity as AsmSeverity};
use pica200_link::Compat;
use pica200_link::verify::{LINTS, Level, Lint};
use pica200_objfmt::similar::most_similar;

use crate::explain::PROBLEMS;
use crate::report::{Report, Severity};

/// The name that stands for all warnings.
const ALL_WARNINGS: &str = "warnings";

/// What the command line says of levels, in its order: of several that name the same the last counts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Levels {
    rules: Vec<(String, Level)>,
    /// The numbers that `-D NAME=NUMBER` declares: the letter has both meanings wherever assemblers are.
    defines: Vec<Define>,
}

/// The options with their letters.
const OPTIONS: [(&str, char, Level, &str, &str); 3] = [
    (
        "allow",
        'A',
        Level::Allow,
        "Say nothing of what has this name",
        "Errors can be allowed only if they are lints: what a linked program does. Others stand in the way of any output.",
    ),
    (
        "warn",
        'W',
        Level::Warn,
        "Warn of what has this name",
        "Names are those that diagnostics have in brackets; --explain describes each. Of several options that name the \
         same the last counts. `warnings` stands for all warnings.",
    ),
    (
        "deny",
        'D',
        Level::Deny,
        "Make an error of what has this name; where sources are assembled, NAME=NUMBER declares a number for them",
        "`-D warnings` makes errors of all warnings. NUMBER may be an expression; `.ifdef NAME` asks for it, and it may \
         stand wherever a number may.",
    ),
];

impl Args for Levels {
    fn augment_args(command: Command) -> Command {
        OPTIONS
            .iter()
            .fold(command, |command, &(id, letter, level, help, more)| {
                command.arg(
                    Arg::new(id)
                        .short(letter)
                        .long(id)
                        .value_name("NAME")
                        .action(ArgAction::Append)
                        .value_parser(if level == Level::Deny {
                            name_or_define
                        } else {
                            known_name
                        })
                        .help(help)
                        .long_help(format!("{help}\n\n{more}")),
                )
            })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Levels {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut rules = Vec::new();
        for &(id, _, level, _, _) in &OPTIONS {
            let names = matches.get_many::<String>(id).into_iter().flatten();
            let places = matches.indices_of(id).into_iter().flatten();
            rules.extend(
                places
                    .zip(names)
                    .map(|(place, name)| (place, name.clone(), level)),
            );
        }
        rules.sort_by_key(|(place, _, _)| *place);
        let mut levels = Self::default();
        for (_, name, level) in rules {
            match Define::new(&name) {
                Ok(define) if name.contains('=') => levels.defines.push(define),
                _ => levels.rules.push((name, level)),
            }
        }
        Ok(levels)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Takes a name of something whose level can be set.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn known_name(name: &str) -> Result<String, String> {
    if name == ALL_WARNINGS || settable().any(|known| known == name) {
        return Ok(name.to_owned());
    }
    if crate::explain::names().any(|known| known == name) {
        return Err(format!("`{name}` is an error that cannot be anything else"));
    }
    Err(unknown_name(name, settable().chain([ALL_WARNINGS])))
}

/// Takes such a name, or a number with a name.
fn name_or_define(text: &str) -> Result<String, String> {
    if text.contains('=') {
        return match Define::new(text) {
            Ok(_) => Ok(text.to_owned()),
            Err(error) => Err(error.to_string()),
        };
    }
    known_name(text).map_err(|error| {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        if text.bytes().all(is_name) {
            format!("{error}; `-D {text}=1` declares a number")
        } else {
            error
        }
    })
}

/// What to say of a name that nothing has.
pub(crate) fn unknown_name<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    match most_similar(name, known) {
        Some(similar) => format!("no diagnostic is called `{name}`; did you mean `{similar}`?"),
        None => format!("no diagnostic is called `{name}`; each has its name in brackets"),
    }
}

/// The names whose levels can be set: lints, and warnings of the assembler, the linker and the programs.
fn settable() -> impl Iterator<Item = &'static str> {
    let lints = LINTS.iter().map(|info| info.name);
    let kinds = Kind::ALL
        .iter()
        .filter(|kind| kind.severity() == AsmSeverity::Warning);
    let problems = PROBLEMS
        .iter()
        .filter(|problem| problem.level.starts_with("warning"));
    lints
        .chain(kinds.map(|kind| kind.name()))
        .chain(problems.map(|problem| problem.name))
}

impl Levels {
    /// The levels that a list of options says, such as `-D warnings`, each with its name.
    ///
    /// # Errors
    ///
    /// The option or name that there is not.
    pub fn parse<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Self, String> {
        let command = Self::augment_args(Command::new("levels").no_binary_name(true));
        let matches = command
            .try_get_matches_from(words)
            .map_err(|error| error.to_string())?;
        Self::from_arg_matches(&matches).map_err(|error| error.to_string())
    }

    /// The numbers that the options declare for sources.
    pub fn defines(&self) -> &[Define] {
        &self.defines
    }

    /// What the options say of a name that is at a level by itself. `warnings` is about what is a warning by itself, or by
    /// an option before.
    fn level(&self, name: &str, default: Level) -> Level {
        let (mut own, mut level) = (default, default);
        for (rule, chosen) in &self.rules {
            if rule == name {
                (own, level) = (*chosen, *chosen);
            } else if rule == ALL_WARNINGS && own == Level::Warn {
                level = *chosen;
            }
        }
        level
    }

    /// The severity of a lint's findings; `None` if they are allowed. What the incumbent accepts is at most a warning
    /// where its output is asked for.
    pub fn of_lint(&self, lint: Lint, compat: Compat) -> Option<Severity> {
        let default = match compat {
            Compat::None => lint.info().level,
            Compat::Picasso => lint.info().level.min(Level::Warn),
        };
        severity(self.level(lint.name(), default))
    }

    /// Gives reports the severities that the options choose, and drops those that are allowed. Errors that are no lints
    /// stay.
    pub fn apply(&self, reports: &mut Vec<Report>) {
        reports.retain_mut(|report| {
            if report.is_lint || report.is_error() {
                // Lints have their severities already.
                return true;
            }
            match severity(self.level(report.name, Level::Warn)) {
                Some(severity) => {
                    report.severity = severity;
                    true
                }
                None => false,
            }
        });
    }
}

fn severity(level: Level) -> Option<Severity> {
    match level {
        Level::Allow => None,
        Level::Warn => Some(Severity::Warning),
        Level::Deny => Some(Severity::Error),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "what cannot be parsed fails the test")]
mod tests {
    use super::*;

    fn levels(words: &str) -> Levels {
        Levels::parse(words.split(' ').filter(|word| !word.is_empty())).unwrap()
    }

    #[test]
    fn the_last_option_counts() {
        let of = |words: &str, lint| levels(words).of_lint(lint, Compat::None);
        let (error, warning) = (Some(Severity::Error), Some(Severity::Warning));
        assert_eq!(of("", Lint::MissingEnd), error);
        assert_eq!(of("-W missing-end", Lint::MissingEnd), warning);
        assert_eq!(of("-D missing-end -A missing-end", Lint::MissingEnd), None);
        assert_eq!(of("-A missing-end -Dmissing-end", Lint::MissingEnd), error);
        assert_eq!(of("-D warnings", Lint::UnusedValue), error);
        assert_eq!(
            of("-D warnings -W unused-value", Lint::UnusedValue),
            warning
        );
        assert_eq!(of("-W missing-end -D warnings", Lint::MissingEnd), error);
        assert_eq!(of("-A unused-value -D warnings", Lint::UnusedValue), None);
        assert_eq!(of("-A warnings", Lint::UnusedValue), None);
        assert_eq!(of("-D warnings -A warnings", Lint::UnusedValue), None);
        // What is allowed by itself is no warning.
        assert_eq!(of("-D warnings", Lint::StaleOutput), None);
        assert_eq!(of("--deny stale-output", Lint::StaleOutput), error);
        let picasso = |words: &str| levels(words).of_lint(Lint::MissingEnd, Compat::Picasso);
        assert_eq!(picasso(""), warning);
        assert_eq!(picasso("-D missing-end"), error);
        assert_eq!(picasso("-D warnings"), error);
    }

    #[test]
    fn unknown_names_and_errors_are_refused() {
        let refused = |name| known_name(name).unwrap_err();
        assert_eq!(
            refused("mising-end"),
            "no diagnostic is called `mising-end`; did you mean `missing-end`?"
        );
        assert_eq!(
            refused("undefined-procedure"),
            "`undefined-procedure` is an error that cannot be anything else"
        );
        assert!(refused("zzzzzzzz").contains("in brackets"));
        for name in [
            "padding-nop-required",
            "break-in-if",
            "warnings",
            "constant-not-loaded",
        ] {
            assert_eq!(known_name(name).unwrap(), name);
        }
    }

    #[test]
    fn warnings_change_and_errors_stay() {
        let report = |name, severity| Report {
            severity,
            ..Report::of_file(name, "file", "text")
        };
        let mut reports = vec![
            report("break-in-if", Severity::Warning),
            report("mask-order", Severity::Warning),
            report("undefined-procedure", Severity::Error),
        ];
        levels("-A mask-order -D warnings").apply(&mut reports);
        let found: Vec<_> = reports.iter().map(|r| (r.name, r.severity)).collect();
        assert_eq!(
            found,
            [
                ("break-in-if", Severity::Error),
                ("undefined-procedure", Severity::Error)
            ]
        );
    }
}
