//! Option tables: keys of documents, and link options.

use pica200::job::options::{BuildOption, Group, Keys, Kind, all, in_group};

use crate::Files;
use crate::pages::add_page;

/// The markers around the table of keys.
const KEYS: [&str; 2] = ["<!-- generated: keys -->\n", "<!-- end -->\n"];

/// The page about linking.
pub(crate) const LINKING: &str = "linker/LINKING.md";

/// The markers around the table of flags.
const FLAGS: [&str; 2] = ["<!-- generated: linking options -->\n", "<!-- end -->\n"];

pub(crate) fn add(files: &mut Files) {
    let rows = all().filter(|option| option.keys != Keys::None);
    let rows: String = rows.map(row).collect();
    let table = format!("| Key | Value | Meaning |\n|---|---|---|\n{rows}");
    add_page(files, "cli/docs/keys.md".to_owned(), KEYS, &table);

    let flags = in_group(Group::Linking).flat_map(|option| option.flags);
    let rows: String = flags
        .map(|flag| match flag.details {
            "" => format!("| `--{}` | {} |\n", flag.long, flag.help),
            details => format!("| `--{}` | {}. {details} |\n", flag.long, flag.help),
        })
        .collect();
    let table = format!("| Option | Effect |\n|---|---|\n{rows}");
    add_page(files, LINKING.to_owned(), FLAGS, &table);
}

fn row(option: &BuildOption) -> String {
    let value = match option.kind {
        Kind::Switch => "a boolean".to_owned(),
        Kind::Text { .. } | Kind::Path { .. } => "a string".to_owned(),
        Kind::Choice { names, .. } => {
            let names = names().into_iter().map(|(name, _)| format!("`\"{name}\"`"));
            names.collect::<Vec<_>>().join(", ")
        }
        Kind::Lengths { .. } => "one text `NAME=N`, or an array of texts".to_owned(),
        Kind::List { .. } => "one name, or an array of names".to_owned(),
        Kind::Paths { .. } => "one path, or an array of paths".to_owned(),
        Kind::Map { .. } => "a table".to_owned(),
    };
    let place = match option.keys {
        Keys::Project => " Only in projects.",
        _ => "",
    };
    let help = option.key_help();
    let help = help.trim_end_matches('.');
    format!("| `{}` | {value} | {help}.{place} |\n", option.name)
}
