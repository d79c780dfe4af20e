//! Command-line options of builds, generated from the library's option table.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};
use pica200::job::Job;
use pica200::job::options::{BuildOption, Flag, Group, Kind, Value, in_group};
use pica200::translation::HlslCompiler;

use crate::levels::LevelOptions;

/// A group of options that command lines flatten.
pub(crate) trait OptionGroup {
    /// The group in the option table.
    const GROUP: Group;
    /// The clap group, used for conflicts and for the help heading.
    const ID: &'static str;
}

/// The options of a group, as given on the command line.
#[derive(Debug)]
pub(crate) struct GroupOptions<G> {
    given: Vec<(&'static BuildOption, FlagValue)>,
    group: PhantomData<G>,
}

/// A value given on the command line.
#[derive(Debug)]
enum FlagValue {
    Switch(bool),
    Text(String),
    Path(PathBuf),
}

impl<G> GroupOptions<G> {
    /// Sets the options in a job.
    pub(crate) fn apply(&self, job: &mut Job) {
        for (option, given) in &self.given {
            let value = match given {
                FlagValue::Switch(value) => Value::Switch(*value),
                FlagValue::Text(text) => Value::Text(text),
                FlagValue::Path(path) => Value::Path(path),
            };
            // The parser has checked the value.
            let _ = option.set(job, value);
        }
    }
}

impl<G: OptionGroup> Args for GroupOptions<G> {
    fn group_id() -> Option<Id> {
        Some(G::ID.into())
    }

    fn augment_args(command: Command) -> Command {
        let arguments: Vec<_> = in_group(G::GROUP).flat_map(arguments).collect();
        let ids = arguments.iter().map(|argument| argument.get_id().clone());
        let group = ArgGroup::new(G::ID).multiple(true).args(ids);
        command.args(arguments).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: OptionGroup> FromArgMatches for GroupOptions<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = Vec::new();
        for option in in_group(G::GROUP) {
            for flag in option.flags {
                let values = flag_values(option, flag, matches);
                given.extend(values.into_iter().map(|value| (option, value)));
            }
        }
        Ok(Self {
            given,
            group: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the command-line values of a flag.
fn flag_values(option: &BuildOption, flag: &Flag, matches: &ArgMatches) -> Vec<FlagValue> {
    match option.kind {
        Kind::Switch => {
            let is_given = matches.get_flag(flag.long);
            is_given.then_some(FlagValue::Switch(flag.value)).into_iter().collect()
        }
        Kind::Path { .. } | Kind::Paths { .. } => {
            let paths = matches.get_many::<PathBuf>(flag.long);
            paths.into_iter().flatten().cloned().map(FlagValue::Path).collect()
        }
        Kind::Text { .. } | Kind::Choice { .. } | Kind::List { .. } | Kind::Lengths { .. } | Kind::Map { .. } => {
            let texts = matches.get_many::<String>(flag.long);
            texts.into_iter().flatten().cloned().map(FlagValue::Text).collect()
        }
    }
}

/// Returns the arguments of an option, one for each flag.
fn arguments(option: &'static BuildOption) -> impl Iterator<Item = Arg> {
    option.flags.iter().map(move |flag| argument(option, flag))
}

fn argument(option: &'static BuildOption, flag: &'static Flag) -> Arg {
    let mut argument = Arg::new(flag.long).long(flag.long).help(flag.help);
    if !flag.details.is_empty() {
        argument = argument.long_help(format!("{}\n\n{}", flag.help, flag.details));
    }
    if let Some(short) = flag.short {
        argument = argument.short(short);
    }
    if let Some(other) = flag.requires {
        argument = argument.requires(other);
    }
    for other in option.flags {
        if other.long != flag.long {
            argument = argument.overrides_with(other.long);
        }
    }
    let checked = move |text: &str| {
        let checked = option.check(Value::Text(text));
        checked.map(|()| text.to_owned())
    };
    match option.kind {
        Kind::Switch => argument.action(ArgAction::SetTrue),
        Kind::Choice { value, names } => argument.value_name(value).value_parser(choice(names())),
        Kind::Text { value } => argument.value_name(value).value_parser(checked),
        Kind::List { value } | Kind::Lengths { value } | Kind::Map { value } => argument
            .value_name(value)
            .action(ArgAction::Append)
            .value_parser(checked),
        Kind::Path { value } => argument.value_name(value).value_parser(ValueParser::path_buf()),
        Kind::Paths { value } => argument
            .value_name(value)
            .action(ArgAction::Append)
            .value_parser(ValueParser::path_buf()),
    }
}

/// Returns a parser that accepts the given names, each with its help.
fn choice(names: Vec<(&'static str, &'static str)>) -> impl TypedValueParser<Value = String> {
    let values = names.into_iter().map(|(name, help)| match help {
        "" => PossibleValue::new(name),
        _ => PossibleValue::new(name).help(help),
    });
    PossibleValuesParser::new(values)
}

/// Options of the assembler, with the dialect and `-D`.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct AssemblingOptions {
    #[command(flatten)]
    options: GroupOptions<Assembling>,

    #[command(flatten)]
    dialect: GroupOptions<Dialect>,
}

/// The assembler's options.
#[derive(Debug)]
struct Assembling;

impl OptionGroup for Assembling {
    const GROUP: Group = Group::Assembling;
    const ID: &'static str = "AssemblingOptions";
}

/// The options for sources in older dialects.
#[derive(Debug)]
struct Dialect;

impl OptionGroup for Dialect {
    const GROUP: Group = Group::Dialect;
    const ID: &'static str = "DialectOptions";
}

impl AssemblingOptions {
    /// Sets these options in a job, with the lint levels and definitions of `levels`.
    pub(crate) fn apply(&self, levels: &LevelOptions, job: &mut Job) {
        self.options.apply(job);
        job.assembling.defines.extend_from_slice(&levels.defines);
        job.levels.extend(&levels.levels);
        self.dialect.apply(job);
    }
}

/// Options of the compiler.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct CompilingOptions {
    #[command(flatten)]
    options: GroupOptions<Compiling>,
}

/// The compiler's options.
#[derive(Debug)]
struct Compiling;

impl OptionGroup for Compiling {
    const GROUP: Group = Group::Compiling;
    const ID: &'static str = "CompilingOptions";
}

impl CompilingOptions {
    /// Sets these options in a job. The last of repeated values wins.
    pub(crate) fn apply(&self, job: &mut Job) {
        // The programs may run an installed compiler; builds and documents may not.
        job.translation.hlsl.compiler = HlslCompiler::Installed;
        self.options.apply(job);
    }
}

/// The linker's options.
#[derive(Debug)]
pub(crate) struct Linking;

impl OptionGroup for Linking {
    const GROUP: Group = Group::Linking;
    const ID: &'static str = "LinkingOptions";
}
