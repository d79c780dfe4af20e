//! Completions for shells, and manual pages.

use std::io::Write;

use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use pica200_cli::command_lines;

use crate::Files;

const SHELLS: [Shell; 5] = [
    Shell::Bash,
    Shell::Elvish,
    Shell::Fish,
    Shell::PowerShell,
    Shell::Zsh,
];

pub(crate) fn add(files: &mut Files) {
    for command in command_lines() {
        let name = command.get_name().to_owned();
        for shell in SHELLS {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut command.clone(), &name, &mut text);
            files.insert(format!("cli/completions/{}", shell.file_name(&name)), text);
        }
        files.insert(format!("cli/man/{name}.1"), page(&name, &Man::new(command)));
    }
}

/// The manual page of a program, with the names of the others.
fn page(name: &str, man: &Man) -> Vec<u8> {
    let mut text = Vec::new();
    // A vector takes everything.
    man.render(&mut text).unwrap();
    let others: Vec<_> = command_lines()
        .iter()
        .map(|command| command.get_name().to_owned())
        .filter(|other| other != name)
        .map(|other| format!("\\fB{other}\\fR(1)"))
        .collect();
    writeln!(text, ".SH \"SEE ALSO\"\n{}", others.join(", ")).unwrap();
    text
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
        for option in command
            .get_arguments()
            .filter_map(|argument| argument.get_long())
        {
            let escaped = option.replace('-', "\\-");
            assert!(
                page.contains(&format!("\\-\\-{escaped}")),
                "{name}.1 lacks {option}"
            );
            for shell in SHELLS {
                let file = shell.file_name(name);
                // Fish writes options without their dashes.
                let script = text(&format!("cli/completions/{file}"));
                assert!(script.contains(option), "{file} lacks {option}");
            }
        }
    }
}
