//! Complete commands in messages: the options that a message proposes, added to the command line that the user wrote.

use std::ffi::OsString;

use pica200::diagnostic::Diagnostic;

/// Lets the last report with options show the command line with the options of all reports, so that it can be copied as
/// it is. Options that contradict each other stay alone: they are those of several shaders, which need several
/// commands.
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
    let mut subjects: Vec<_> = options.iter().map(|option| subject(option)).collect();
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

/// The part of an option that says what it is about: the output that it names, if it names one.
fn subject(option: &str) -> &str {
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

    /// Returns the command line that the last of several reports shows.
    fn completed(options: &[&[&str]], command: &[&str]) -> String {
        let diagnostic = |options: &&[&str]| Diagnostic {
            advice: Some(Box::new(Advice {
                options: options.iter().map(|&option| option.to_owned()).collect(),
                ..Advice::default()
            })),
            ..Diagnostic::of_no_file(Code::NoSuchOutput, "")
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
            completed(
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
            completed(&[&["--map-output=a=color"], &["--ignore-output=a"]], &["picac"]),
            "--ignore-output=a"
        );
    }
}
