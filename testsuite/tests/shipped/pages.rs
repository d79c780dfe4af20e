//! Option lists in the pages of the programs. The rest of each page is handwritten.

use std::collections::BTreeSet;
use std::fs;

use clap::{Arg, Command};
use pica200_cli::command_lines;
use pica200_testsuite::corpus::workspace;
use pica200_testsuite::formats::{Format, formats};

use crate::Files;

/// The markers around generated parts of pages.
const MARKERS: [&str; 2] = ["<!-- generated: options -->\n", "<!-- end -->\n"];

/// The markers around the kinds of files.
const KIND_MARKERS: [&str; 2] = ["<!-- generated: kinds -->\n", "<!-- end of kinds -->\n"];

/// The page about all programs.
const COMMON: &str = "cli/docs/README.md";

pub(crate) fn add(files: &mut Files) {
    let mut commands = command_lines();
    // It shares no option with the others, and its page shows its help.
    commands.retain(|command| command.get_name() != "picasso");
    commands.iter_mut().for_each(Command::build);
    let names = |command: &Command| -> BTreeSet<_> { command.get_arguments().map(|a| a.get_id().clone()).collect() };
    // The diagnostics of picals go to the editor.
    let is_for_people = |command: &&Command| command.get_name() != "picals";
    let all = commands.iter().filter(is_for_people).map(names);
    let mut common = all.reduce(|a, b| &a & &b).unwrap();
    // Its meaning differs among the programs.
    common.retain(|id| id != "output");
    let is_common = |arg: &&Arg| common.contains(arg.get_id());
    for command in &commands {
        let own = command.get_arguments().filter(|arg| !is_common(arg));
        let page = format!("cli/docs/{}.md", command.get_name());
        add_page(files, page, MARKERS, &list(own));
    }
    let kinds = "cli/docs/picadump.md".to_owned();
    add_page(files, kinds, KIND_MARKERS, &table_of_kinds());
    let shared = commands[0].get_arguments().filter(is_common);
    add_page(files, COMMON.to_owned(), MARKERS, &list(shared));
}

/// Adds a page, with the text between its markers replaced. A page can have several such parts.
pub(crate) fn add_page(files: &mut Files, name: String, [start, end]: [&str; 2], list: &str) {
    let page = match files.remove(&name) {
        Some(page) => String::from_utf8(page).unwrap(),
        None => fs::read_to_string(workspace().join(&name)).unwrap(),
    };
    let (before, rest) = page.split_once(start).expect("a place for the text");
    let (_, behind) = rest.split_once(end).expect("the end of the text");
    let text = format!("{before}{start}{list}{end}{behind}");
    files.insert(name, text.into_bytes());
}

/// Returns the kinds of files, each with the page that describes it.
fn table_of_kinds() -> String {
    let mut table = "\n| Kind | First bytes | Suffixes | Page |\n|---|---|---|---|\n".to_owned();
    for Format { kind, page, .. } in formats() {
        let magic = |magic: &&[u8]| format!("`{}`", magic.trim_ascii_end().escape_ascii());
        let magics: Vec<_> = kind.magics().iter().map(magic).collect();
        let suffix = |suffix: &&str| format!("`.{suffix}`");
        let suffixes: Vec<_> = kind.suffixes().iter().map(suffix).collect();
        let (_, name) = page.rsplit_once('/').unwrap();
        table.push_str(&format!(
            "| {} | {} | {} | [{name}](../../{page}) |\n",
            kind.noun(),
            magics.join(", "),
            suffixes.join(", "),
        ));
    }
    table.push('\n');
    table
}

/// Formats Markdown list items, starting with those without a heading.
fn list<'c>(arguments: impl Iterator<Item = &'c Arg>) -> String {
    let arguments: Vec<_> = arguments.filter(|arg| !arg.is_hide_set()).collect();
    let mut headings: Vec<_> = arguments.iter().map(|arg| arg.get_help_heading()).collect();
    headings.sort_unstable();
    headings.dedup();
    let mut text = String::new();
    for heading in headings {
        if let Some(heading) = heading {
            text.push_str(&format!("\n{heading}:\n\n"));
        }
        let of_heading = arguments.iter().filter(|arg| arg.get_help_heading() == heading);
        text.extend(of_heading.map(|arg| item(arg)));
    }
    text
}

fn item(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help()).unwrap();
    let help = help.to_string();
    let paragraphs: Vec<_> = help
        .split("\n\n")
        .map(|paragraph| format!("{}.", paragraph.replace('\n', " ").trim_end_matches('.')))
        .collect();
    let mut text = format!("- {}: {}", call(arg), paragraphs.join(" "));
    let values = arg.get_possible_values();
    let is_list = !values.is_empty() && !arg.is_hide_possible_values_set();
    if is_list && arg.get_action().takes_values() {
        for value in values {
            let help = value.get_help().map(|help| format!(": {help}"));
            text.push_str(&format!("\n  - `{}`{}", value.get_name(), help.unwrap_or_default()));
        }
    }
    text.push('\n');
    text
}

/// Returns the syntax of an argument on a command line.
fn call(arg: &Arg) -> String {
    let values = arg.get_value_names().unwrap_or_default();
    let values: String = if arg.get_action().takes_values() {
        values.iter().map(|name| format!(" {name}")).collect()
    } else {
        String::new()
    };
    let dots = if arg.get_num_args().is_some_and(|range| range.max_values() > 1) {
        "..."
    } else {
        ""
    };
    if arg.is_positional() {
        return format!("`{}{dots}`", values.trim());
    }
    let short = arg.get_short().map(|letter| format!("`-{letter}`"));
    let long = arg.get_long().map(|name| format!("`--{name}{values}{dots}`"));
    short.into_iter().chain(long).collect::<Vec<_>>().join(", ")
}
