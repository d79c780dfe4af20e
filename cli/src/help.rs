//! The layout of help: the groups of options, and which of them `-h` leaves to `--help`.
//!
//! Options mean the same in all programs, so that their long names find them.

use clap::{Command, CommandFactory};

/// The headings of groups, and the long names of the options under each. Other options are under "Options".
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Input",
        &[
            "define",
            "include-path",
            "library",
            "library-path",
            "stdin-name",
            "remap-path-prefix",
        ],
    ),
    (
        "Other outputs",
        &["header", "rust", "cpp", "c", "listing", "map", "map-json"],
    ),
    (
        "Linking",
        &[
            "gc-sections",
            "no-gc-sections",
            "print-gc-sections",
            "icf",
            "no-icf",
            "merge-constants",
            "no-merge-constants",
            "pad-constants",
            "no-pad-constants",
        ],
    ),
    (
        "Diagnostics",
        &[
            "explain",
            "allow",
            "warn",
            "deny",
            "error-format",
            "color",
            "error-limit",
        ],
    ),
    (
        "Compatibility",
        &[
            "compat",
            "no-nop",
            "no-pseudo",
            "dialect",
            "from",
            "geometry",
        ],
    ),
    (
        "Shaders in other languages",
        &[
            "map-output",
            "ignore-output",
            "shader-entry",
            "vertex-id",
            "fix-depth",
            "fast-round",
            "matrix-columns",
            "float-uniform",
            "loop-uniform",
            "array-length",
            "strict-math",
            "lang",
            "hlsl-compiler",
            "hlsl-entry",
            "hlsl-profile",
        ],
    ),
    (
        "Dependencies",
        &[
            "dependencies",
            "write-dependencies",
            "dependency-file",
            "dependency-target",
            "phony-dependencies",
        ],
    ),
    (
        "Tables",
        &[
            "headers",
            "code",
            "descriptors",
            "constants",
            "labels",
            "outputs",
            "uniforms",
            "lines",
            "relocations",
            "files",
        ],
    ),
    (
        "Views",
        &[
            "symbols",
            "size",
            "addr2line",
            "raw",
            "disassemble",
            "json",
            "dot",
            "scan",
            "diff",
            "verify",
            "html",
        ],
    ),
    (
        "Values for the shader",
        &[
            "in",
            "uniform",
            "int",
            "bool",
            "vertex",
            "stride",
            "primitive",
            "texture",
            "sampler",
        ],
    ),
    (
        "Tests and pictures",
        &["test", "filter", "render", "expect", "tolerance"],
    ),
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
    CommandLine::command().mut_args(|argument| {
        let Some(name) = argument.get_long() else {
            return argument;
        };
        let heading = heading(name);
        let is_hidden = argument.is_hide_short_help_set() || RARE.contains(&name);
        let argument = if name == "output" {
            argument.display_order(0)
        } else {
            argument
        };
        argument.help_heading(heading).hide_short_help(is_hidden)
    })
}

/// The heading above an option.
fn heading(name: &str) -> Option<&'static str> {
    let group = GROUPS.iter().find(|(_, names)| names.contains(&name));
    group.map(|(heading, _)| *heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No name is misspelt, and none is in two groups.
    #[test]
    fn names_are_those_of_options() {
        let commands = crate::programs::command_lines();
        let exists = |name: &str| {
            let mut arguments = commands.iter().flat_map(Command::get_arguments);
            arguments.any(|argument| argument.get_long() == Some(name))
        };
        let grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        for (index, name) in grouped.iter().enumerate() {
            assert!(exists(name), "{name}");
            assert!(!grouped[..index].contains(name), "{name}");
        }
        for name in RARE {
            assert!(exists(name), "{name}");
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
                text.lines()
                    .take_while(|line| !line.starts_with("Exit status"))
                    .count()
            };
            let (short, long) = (command.render_help(), command.render_long_help());
            let (short, long) = (lines(&short), lines(&long));
            let name = command.get_name();
            assert!(short <= 60 && short * 2 <= long, "{name}: {short}, {long}");
        }
    }
}
