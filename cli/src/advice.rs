//! Complete commands in messages: the options that a message suggests, added to the user's command line.

use std::ffi::OsString;

use pica200::diagnostic::Diagnostic;

/// Appends the command line with the options of all diagnostics to the last diagnostic that suggests options, so that
/// it can be copied verbatim. Conflicting options are not combined: they belong to different shaders, which need
/// separate commands.
pub(crate) fn complete(diagnostics: &mut [Diagnostic], command: &[OsString]) {
    let words: Option<Vec<&str>> = command.iter().map(|word| word.to_str()).collect();
    let Some(words) = words else {
        return;
    };
    let advised = diagnostics.iter().filter_map(|diagnostic| diagnostic.advice.as_ref());
    let mut options: Vec<String> = Vec::new();
    for option in advised.flat_map(|advice| &advice.options) {
        if !options.contains(option) {
            options.push(option.clone());
        }
    }
    let mut subjects: Vec<_> = options.iter().map(|option| option_target(option)).collect();
    subjects.sort_unstable();
    let count = subjects.len();
    subjects.dedup();
    if subjects.len() < count {
        return;
    }
    let last = diagnostics.iter_mut().rev();
    let last = last.filter_map(|diagnostic| diagnostic.advice.as_mut()).next();
    if let Some(advice) = last {
        advice.command = words.into_iter().map(str::to_owned).collect();
        advice.options = options;
    }
}

/// Returns the part of an option that identifies its subject: the output name, if there is one.
fn option_target(option: &str) -> &str {
    let outputs = ["--map-output=", "--ignore-output="];
    match outputs.iter().find_map(|start| option.strip_prefix(start)) {
        Some(value) => value.rsplit_once('=').map_or(value, |(name, _)| name),
        None => option,
    }
}

#[cfg(test)]
mod tests {
    use pica200::diagnostic::{Advice, Code, Diagnostic};

    use super::complete;

    /// Returns the command line to show with the last of several diagnostics.
    fn full_command(options: &[&[&str]], command: &[&str]) -> String {
        let diagnostic = |options: &&[&str]| Diagnostic {
            advice: Some(Box::new(Advice {
                options: options.iter().map(|&option| option.to_owned()).collect(),
                ..Advice::default()
            })),
            ..Diagnostic::without_file(Code::NoSuchOutput, "")
        };
        let mut diagnostics: Vec<_> = options.iter().map(diagnostic).collect();
        let command: Vec<_> = command.iter().map(Into::into).collect();
        complete(&mut diagnostics, &command);
        let last = diagnostics.last().and_then(|diagnostic| diagnostic.advice.as_ref());
        last.map(|advice| advice.command_line()).unwrap_or_default()
    }

    #[test]
    fn one_command_has_all_options() {
        assert_eq!(
            full_command(
                &[
                    &["--vertex-id=attribute"],
                    &["--map-output=a=color", "--ignore-output=b[0]"],
                    &["--vertex-id=attribute"],
                ],
                &["picac", "my shader.vert", "-o", "x.shbin"]
            ),
            "picac 'my shader.vert' -o x.shbin --vertex-id=attribute --map-output=a=color --ignore-output='b[0]'"
        );
    }

    #[test]
    fn options_of_several_shaders_can_contradict_each_other() {
        assert_eq!(
            full_command(&[&["--map-output=a=color"], &["--ignore-output=a"]], &["picac"]),
            "--ignore-output=a"
        );
    }
}
