//! Page of all diagnostics, generated from the catalogue.

use pica200_diagnostics::{Code, Group, Rule, Tool};

use crate::Files;

/// The page.
pub(crate) const PAGE: &str = "objfmt/diagnostics/DIAGNOSTICS.md";

const HEAD: &str = "\
# Diagnostics

All diagnostics of the pica200 programs, by the part that reports them. A message has its name in brackets.
`picald --explain NAME` and `picasm --explain NAME` show the same text; without NAME they list all diagnostics.

The level is the default:

| level | meaning |
|---|---|
| error | an error; without it there is no output, so nobody can change it |
| deny | an error that `-W NAME` makes a warning and `-A NAME` allows |
| warn | a warning that `-D NAME` makes an error and `-A NAME` allows |
| allow | not reported; `-W NAME` makes it a warning, `-D NAME` an error |

`-D warnings` makes errors of all warnings. In a source, `; picasm: allow(NAME)` allows a diagnostic on a line, and
`; picasm: allow-file(NAME)` in a file. With `--compat=picasso`, diagnostics of the checker are at most warnings.

Names with a link have a page with more detail and examples.

In `-W`, `-D` and `-A`, the name of a group means all its diagnostics:

| group | meaning | diagnostics |
|---|---|---|
";

/// The tools, with the texts for their part of the page.
const PARTS: [(Tool, &str, &str); 11] = [
    (Tool::Assembler, "Assembler", "About one source."),
    (Tool::Linker, "Linker", "About objects and archives that are linked."),
    (
        Tool::Checker,
        "Checker",
        "About linked programs: picald checks each link, `picadump --verify` any shader binary.",
    ),
    (
        Tool::Compiler,
        "Compiler",
        "About shaders in other languages, which become assembly.",
    ),
    (Tool::Converter, "Converter", "About sources in older dialects."),
    (Tool::Programs, "All programs", "About files."),
    (Tool::Archiver, "picaar", "About archives."),
    (Tool::Formatter, "picafmt", "About the format of sources."),
    (Tool::Inspector, "picadump", "About files to inspect."),
    (Tool::Runner, "picarun", "About shaders that run, and their tests."),
    (Tool::Build, "Builds", "About builds from build scripts and macros."),
];

pub(crate) fn add(files: &mut Files) {
    let mut text = HEAD.to_owned();
    text.extend(Group::all().map(group));
    for (tool, title, about) in PARTS {
        text += &format!("\n## {title}\n\n{about}\n\n| name | level | meaning | remedy |\n|---|---|---|---|\n");
        let codes = Code::all().filter(|code| code.rule(tool).is_some());
        text.extend(codes.map(|code| row(code, tool)));
    }
    files.insert(PAGE.to_owned(), text.into_bytes());
}

fn group(group: &Group) -> String {
    let names: Vec<_> = group.codes.iter().map(|code| format!("`{code}`")).collect();
    let names = names.join(", ");
    format!("| `{}` | {} | {names} |\n", group.name, group.meaning)
}

fn row(code: Code, tool: Tool) -> String {
    let name = match code.page() {
        Some(_) => format!("[`{code}`](pages/{code}.md)"),
        None => format!("`{code}`"),
    };
    let rules = code.rules().iter().filter(|rule| rule.tool == tool);
    let levels: Vec<_> = rules.map(level).collect();
    let cell = |text: &str| text.replace('|', "\\|");
    format!(
        "| {name} | {} | {} | {} |\n",
        levels.join("; "),
        cell(code.meaning()),
        cell(code.remedy())
    )
}

fn level(rule: &Rule) -> String {
    let level = if rule.is_settable {
        rule.level.to_string()
    } else {
        "error".to_owned()
    };
    match rule.cases {
        Some(cases) => format!("{level} for {cases}"),
        None => level,
    }
}
