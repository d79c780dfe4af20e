//! Layout of help: headings of options, and which of them `-h` omits.
//!
//! An option appears under the heading of its clap group. A few are assigned by long name, because the same option may
//! be declared in several groups.

use clap::{Command, CommandFactory};

/// A heading, the clap groups below it, and the long names of further options. Options without a heading are under
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
    ("Tests and pictures", &["TestOptions", "RenderOptions"], &[]),
];

/// The options that `-h` omits: defaults that another option turns off, and rarely needed ones.
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

/// Returns a program's command line as help, manual pages and completions show it.
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

/// Returns the heading of an option of a group.
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

    /// `-h` fits on a screen or two: it is at most half as long as `--help`, not counting examples.
    #[test]
    fn short_help_is_short() {
        let commands = crate::programs::command_lines().into_iter();
        // Its `-h` takes a header.
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
