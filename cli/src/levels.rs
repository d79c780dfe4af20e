//! The options `-W`, `-D` and `-A`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, CommandFactory, FromArgMatches};
use pica200::levels::{LEVEL_OPTIONS, LevelOption, Levels, check_option_name, settable_names};
use pica200_asm::Define;
use pica200_asm::text::is_name_char;
use pica200_diagnostics::Level;

use crate::program::{Status, Streams, usage};

/// The option that defines a number; `-D` is its short form.
const DEFINE: &str = "define";

/// The options `-W`, `-D` and `-A`. `-D` also defines numbers, because the letter has both meanings in common tools.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LevelOptions {
    /// Lint levels.
    pub levels: Levels,
    /// The definitions of `-D NAME=NUMBER`.
    pub defines: Vec<Define>,
}

impl Args for LevelOptions {
    fn augment_args(command: Command) -> Command {
        let help = "Define NAME as NUMBER (-D NAME=NUMBER)";
        let more = "NUMBER may be an expression. Sources can use NAME as a number, and test for it with `.ifdef NAME`. \
                    In other languages, this sets the override, specialisation constant or macro NAME.";
        let define = Arg::new(DEFINE)
            .long(DEFINE)
            .value_name("NAME=NUMBER")
            .action(ArgAction::Append)
            .value_parser(define)
            .help(help)
            .long_help(format!("{help}\n\n{more}"));
        LEVEL_OPTIONS.iter().fold(
            command.arg(define),
            |command,
             &LevelOption {
                 name,
                 letter,
                 level,
                 help,
                 details,
             }| {
                command.arg(
                    Arg::new(name)
                        .short(letter)
                        .long(name)
                        .value_name("NAME")
                        .action(ArgAction::Append)
                        .value_parser(NameParser {
                            parse: if level == Level::Deny {
                                name_or_define
                            } else {
                                level_name
                            },
                            names: || settable_names().collect(),
                        })
                        .hide_possible_values(true)
                        .help(help)
                        .long_help(format!("{help}\n\n{details}")),
                )
            },
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LevelOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut rules = Vec::new();
        let options = LEVEL_OPTIONS.iter().map(|option| (option.name, option.level));
        // A definition has no level.
        for (id, level) in options.chain([(DEFINE, Level::Deny)]) {
            let names = matches.get_many::<String>(id).into_iter().flatten();
            let places = matches.indices_of(id).into_iter().flatten();
            rules.extend(places.zip(names).map(|(place, name)| (place, name.clone(), level)));
        }
        rules.sort_by_key(|(place, _, _)| *place);
        let mut options = Self::default();
        for (_, name, level) in rules {
            match Define::new(&name) {
                Ok(define) if name.contains('=') => options.defines.push(define),
                _ => options
                    .levels
                    .set(&name, level)
                    .map_err(|error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, error))?,
            }
        }
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A parser of lint names, which completions list.
#[derive(Clone)]
pub(crate) struct NameParser {
    /// Parses a value.
    pub(crate) parse: fn(&str) -> Result<String, String>,
    /// Returns all names.
    pub(crate) names: fn() -> Vec<&'static str>,
}

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Parses the name of a diagnostic whose level can be set.
fn level_name(name: &str) -> Result<String, String> {
    check_option_name(name).map(|()| name.to_owned())
}

/// Parses a definition.
fn define(text: &str) -> Result<String, String> {
    match Define::new(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Parses the name of a diagnostic, or a definition.
fn name_or_define(text: &str) -> Result<String, String> {
    if text.contains('=') {
        return define(text);
    }
    level_name(text).map_err(|error| {
        if text.chars().all(is_name_char) {
            format!("{error}; write `-D {text}=1` to define a number")
        } else {
            error
        }
    })
}

impl LevelOptions {
    /// Puts the environment's levels before these, which take precedence. Reports an invalid variable and returns the
    /// exit status.
    pub(crate) fn apply_environment<CommandLine: CommandFactory>(
        &mut self,
        streams: &mut Streams<'_>,
    ) -> Result<(), Status> {
        let levels = streams.levels();
        let mut levels = levels.map_err(|message| usage::<CommandLine>(&message, streams))?;
        levels.extend(&self.levels);
        self.levels = levels;
        Ok(())
    }

    /// Parses a list of options, such as `-D warnings`.
    ///
    /// # Errors
    ///
    /// Returns an error if an option or name is unknown.
    pub fn parse<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Self, String> {
        let command = Self::augment_args(Command::new("levels").no_binary_name(true));
        let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
        Self::from_arg_matches(&matches).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a parse error fails the test")]
mod tests {
    use super::*;
    use pica200::diagnostic::{Diagnostic, Diagnostics, Severity};
    use pica200_diagnostics::Code;
    use pica200_link::Compat;

    fn levels(words: &str) -> Levels {
        LevelOptions::parse(words.split(' ').filter(|word| !word.is_empty()))
            .unwrap()
            .levels
    }

    #[test]
    fn the_last_option_counts() {
        let of = |words: &str, lint| levels(words).check_severity(lint, Compat::None);
        let (error, warning) = (Some(Severity::Error), Some(Severity::Warning));
        assert_eq!(of("", Code::MissingEnd), error);
        assert_eq!(of("-W missing-end", Code::MissingEnd), warning);
        assert_eq!(of("-D missing-end -A missing-end", Code::MissingEnd), None);
        assert_eq!(of("-A missing-end -Dmissing-end", Code::MissingEnd), error);
        assert_eq!(of("-D warnings", Code::UnusedValue), error);
        assert_eq!(of("-D warnings -W unused-value", Code::UnusedValue), warning);
        assert_eq!(of("-W missing-end -D warnings", Code::MissingEnd), error);
        assert_eq!(of("-A unused-value -D warnings", Code::UnusedValue), None);
        assert_eq!(of("-A warnings", Code::UnusedValue), None);
        assert_eq!(of("-D warnings -A warnings", Code::UnusedValue), None);
        assert_eq!(of("--deny stale-output", Code::StaleOutput), error);
        let picasso = |words: &str| levels(words).check_severity(Code::MissingEnd, Compat::Picasso);
        assert_eq!(picasso(""), warning);
        assert_eq!(picasso("-D missing-end"), error);
        assert_eq!(picasso("-D warnings"), error);
    }

    #[test]
    fn unknown_names_and_errors_are_rejected() {
        let refused = |name| check_option_name(name).unwrap_err();
        assert_eq!(
            refused("mising-end"),
            "unknown diagnostic `mising-end`; did you mean `missing-end`?"
        );
        assert_eq!(
            refused("undefined-procedure"),
            "`undefined-procedure` is an error and its level cannot be changed"
        );
        assert!(refused("zzzzzzzz").contains("in brackets"));
        let said = |name| refused(name).split_once("; ").map(|(_, text)| text.to_owned());
        for (name, text) in [
            ("no-mask-order", "write `-A mask-order`"),
            ("error", "write `-D warnings`"),
            ("error=mask-order", "write `-D mask-order`"),
            ("no-error=mask-order", "write `-W mask-order`"),
        ] {
            assert_eq!(said(name).as_deref(), Some(text), "{name}");
        }
        assert!(refused("all").contains("write `-W unused`"));
        for name in ["padding-nop-required", "break-in-if", "warnings", "constant-not-loaded"] {
            assert_eq!(check_option_name(name), Ok(()));
        }
    }

    #[test]
    fn warnings_change_and_errors_stay() {
        let of = |code, severity| Diagnostic {
            severity,
            ..Diagnostic::for_file(code, "file", "text")
        };
        let mut diagnostics = Diagnostics::from_iter([
            of(Code::BreakInIf, Severity::Warning),
            of(Code::MaskOrder, Severity::Warning),
            of(Code::UndefinedProcedure, Severity::Error),
        ]);
        levels("-A mask-order -D warnings").apply(&mut diagnostics);
        let found: Vec<_> = diagnostics.iter().map(|r| (r.code, r.severity)).collect();
        assert_eq!(
            found,
            [
                (Code::BreakInIf, Severity::Error),
                (Code::UndefinedProcedure, Severity::Error)
            ]
        );
    }
}
