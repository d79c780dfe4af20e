//! Shell completions and manual pages.

use std::io::{self, Write};

use clap::Command;
use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use pica200_cli::command_lines;

use crate::Files;

const SHELLS: [Shell; 5] = [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh];

/// The help text of picasso, which is embedded in the program.
pub(crate) const HELP: &str = "cli/src/picasso/help.txt";

pub(crate) fn add(files: &mut Files) {
    for command in command_lines() {
        let name = command.get_name().to_owned();
        for shell in SHELLS {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut command.clone(), &name, &mut text);
            files.insert(format!("cli/completions/{}", shell.file_name(&name)), text);
        }
        files.insert(format!("cli/man/{name}.1"), page(&command));
        if name == "picasso" {
            let text = command.term_width(100).render_long_help().to_string();
            files.insert(HELP.to_owned(), text.into_bytes());
        }
    }
}

/// Returns the manual page of a program.
fn page(command: &Command) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to a vector cannot fail.
    render(command, &mut text).unwrap();
    text
}

fn render(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(command.clone());
    man.render_title(text)?;
    man.render_name_section(text)?;
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    man.render_options_section(text)?;
    let end = HelpFooter::of(command);
    writeln!(text, ".SH \"EXIT STATUS\"\n{}", escaped(&end.exit_status))?;
    writeln!(text, ".SH EXAMPLES")?;
    for (line, meaning) in &end.examples {
        let meaning = escaped(meaning);
        writeln!(text, ".TP\n\\fB{}\\fR\n{meaning}", escaped(line))?;
    }
    man.render_version_section(text)?;
    let commands = command_lines();
    let names = commands.iter().map(Command::get_name);
    let others: Vec<_> = names
        .filter(|other| *other != command.get_name())
        .map(|other| format!("\\fB{other}\\fR(1)"))
        .collect();
    writeln!(text, ".SH \"SEE ALSO\"\n{}", others.join(", "))
}

/// Escapes text for a manual page.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// The text at the end of a program's help.
struct HelpFooter {
    exit_status: String,
    /// Command lines with their descriptions.
    examples: Vec<(String, String)>,
}

impl HelpFooter {
    fn of(command: &Command) -> Self {
        let name = command.get_name();
        let text = command.get_after_help().unwrap().to_string();
        let (status, examples) = text.split_once("\n\nExamples:\n").expect(name);
        let exit_status = status.strip_prefix("Exit status: ").expect(name);
        let example = |line: &str| {
            let line = line.strip_prefix("  ").expect(name);
            let (command, meaning) = line.split_once("  ").expect(name);
            (command.to_owned(), meaning.trim().to_owned())
        };
        Self {
            exit_status: exit_status.to_owned(),
            examples: examples.lines().map(example).collect(),
        }
    }
}

/// Examples are command lines that the programs accept, aligned as in the help.
#[test]
fn b8_examples_are_command_lines() {
    for command in command_lines() {
        let name = command.get_name().to_owned();
        let examples = HelpFooter::of(&command).examples;
        assert!(examples.len() > 1, "{name} has few examples");
        let text = command.get_after_help().unwrap().to_string();
        let (_, lines) = text.split_once("Examples:").unwrap();
        let long = lines.lines().find(|line| line.len() > 100);
        assert_eq!(long, None, "wider than help");
        for (line, meaning) in examples {
            assert!(!meaning.is_empty(), "{line} has no meaning");
            let mut programs = command_lines().into_iter();
            let first = line.split(' ').next().unwrap();
            let program = programs.find(|program| program.get_name() == first);
            let parsed = program.unwrap().try_get_matches_from(line.split(' '));
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
        }
    }
}

#[test]
fn b8_manual_pages_have_the_usual_sections() {
    let mut files = Files::new();
    add(&mut files);
    for name in [
        "picaar", "picac", "picadump", "picafmt", "picald", "picals", "picarun", "picasm", "picasso",
    ] {
        let page = files.get(&format!("cli/man/{name}.1")).expect(name);
        let page = String::from_utf8(page.clone()).unwrap();
        let sections: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        let usual = [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "\"EXIT STATUS\"",
            "EXAMPLES",
            "VERSION",
            "\"SEE ALSO\"",
        ];
        let known = |section: &&&str| usual.contains(section);
        let found: Vec<_> = sections.iter().filter(known).copied().collect();
        assert_eq!(found, usual, "{name}");
    }
}

#[test]
fn each_option_is_in_each_text() {
    let mut files = Files::new();
    add(&mut files);
    let text = |name: &str| String::from_utf8(files.get(name).unwrap().clone()).unwrap();
    for command in command_lines() {
        let name = command.get_name();
        let page = text(&format!("cli/man/{name}.1"));
        assert!(page.contains(".SH \"SEE ALSO\"\n\\fBpica"), "{page}");
        for option in command.get_arguments().filter_map(|argument| argument.get_long()) {
            let escaped = option.replace('-', "\\-");
            assert!(page.contains(&format!("\\-\\-{escaped}")), "{name}.1 lacks {option}");
            for shell in SHELLS {
                let file = shell.file_name(name);
                // Fish writes options without their dashes.
                let script = text(&format!("cli/completions/{file}"));
                assert!(script.contains(option), "{file} lacks {option}");
            }
        }
    }
}
