//! The layout of help: the groups of options, and which of them `-h` leaves to `--help`.
//!
//! An option is under the heading of the structure that declares it. A few belong elsewhere, by their long names, which
//! mean the same in all programs.

use clap::{Command, CommandFactory};

/// A heading, the groups of clap whose options it has, and the long names of others. Options without one are under
/// "Options".
type Heading = (&'static str, &'static [&'static str], &'static [&'static str]);

const HEADINGS: &[Heading] = &[
    (
        "Input",
        &["LibraryOptions", "StdinOption", "RemapOptions"],
        &["define", "include-path"],
    ),
    ("Other outputs", &["BindingOptions"], &["listing", "map", "map-json"]),
    ("Linking", &["LinkingOptions", "LinkReports"], &[]),
    (
        "Diagnostics",
        &["DiagnosticOptions", "ExplainOption"],
        &["allow", "warn", "deny"],
    ),
    ("Compatibility", &["DialectOptions"], &["compat", "from", "geometry"]),
    ("Shaders in other languages", &["CompilingOptions"], &[]),
    ("Dependencies", &["DependencyOptions"], &[]),
    ("Tables", &["sections"], &[]),
    ("Views", &["view"], &["html"]),
    (
        "Values for the shader",
        &["FeedOptions", "TextureOptions"],
        &["in", "uniform", "int", "bool"],
    ),
    ("Tests and pictures", &["Testing", "Rendering"], &[]),
];

/// The options that `-h` leaves out: the defaults that another option turns off, and what few need.
const RARE: &[&str] = &[
    "split",
    "map",
    "lang",
    "hlsl-compiler",
    "shader-entry",
    "array-length",
    "dependencies",
    "no-nop",
    "stdin-name",
    "remap-path-prefix",
    "map-json",
    "gc-sections",
    "print-gc-sections",
    "icf",
    "merge-constants",
    "no-merge-constants",
    "pad-constants",
    "no-pad-constants",
    "color",
    "error-limit",
    "no-pseudo",
    "geometry",
    "vertex-id",
    "fix-depth",
    "fast-round",
    "matrix-columns",
    "float-uniform",
    "loop-uniform",
    "strict-math",
    "hlsl-entry",
    "hlsl-profile",
    "dependency-file",
    "dependency-target",
    "phony-dependencies",
    "stride",
    "primitive",
    "sampler",
    "budget",
    "tolerance",
    "set",
];

/// The command line of a program, as help, manual pages and completions show it.
pub(crate) fn command<CommandLine: CommandFactory>() -> Command {
    let command = CommandLine::command();
    let groups: Vec<_> = command.get_groups().cloned().collect();
    command.mut_args(|argument| {
        let Some(name) = argument.get_long() else {
            return argument;
        };
        let mut own = groups.iter();
        let own = own.find(|group| group.get_args().any(|id| id == argument.get_id()));
        let heading = heading(name, own.map_or("", |group| group.get_id().as_str()));
        let is_hidden = RARE.contains(&name);
        let argument = match name {
            "output" => argument.display_order(0),
            _ => argument.help_heading(heading),
        };
        argument.hide_short_help(is_hidden)
    })
}

/// The heading above an option of a group.
fn heading(name: &str, group: &str) -> Option<&'static str> {
    let by_name = HEADINGS.iter().find(|(_, _, names)| names.contains(&name));
    let by_group = || {
        let mut all = HEADINGS.iter();
        all.find(|(_, groups, _)| groups.contains(&group))
    };
    by_name.or_else(by_group).map(|(heading, _, _)| *heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No name is misspelt, and none has two headings.
    #[test]
    fn names_are_those_of_options() {
        let commands = crate::programs::command_lines();
        let is_option = |name: &str| {
            let mut arguments = commands.iter().flat_map(Command::get_arguments);
            arguments.any(|argument| argument.get_long() == Some(name))
        };
        let is_group = |name: &str| {
            let mut groups = commands.iter().flat_map(Command::get_groups);
            groups.any(|group| group.get_id() == name)
        };
        let mut seen = Vec::new();
        for (_, groups, names) in HEADINGS {
            for name in *groups {
                assert!(is_group(name) && !seen.contains(name), "{name}");
                seen.push(name);
            }
            for name in *names {
                assert!(is_option(name) && !seen.contains(name), "{name}");
                seen.push(name);
            }
        }
        for name in RARE {
            assert!(is_option(name), "{name}");
        }
    }

    /// `-h` fits on a screen or two: it is half as long as `--help` at most, without the examples of both.
    #[test]
    fn short_help_is_short() {
        let commands = crate::programs::command_lines().into_iter();
        // Its `-h` names a header.
        for mut command in commands.filter(|command| command.get_name() != "picasso") {
            let lines = |text: &clap::builder::StyledStr| {
                let text = text.to_string();
                text.lines().take_while(|line| !line.starts_with("Exit status")).count()
            };
            let (short, long) = (command.render_help(), command.render_long_help());
            let (short, long) = (lines(&short), lines(&long));
            let name = command.get_name();
            assert!(short <= 60 && short * 2 <= long, "{name}: {short}, {long}");
        }
    }
}
