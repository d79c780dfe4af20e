//! Complete commands in messages: the options that a message proposes, added to the command line that the user wrote.

use std::ffi::OsString;

use pica200::report::Report;

/// Lets the last report with options show the command line with the options of all reports, so that it can be copied as it is.
/// Options that contradict each other stay alone: they are those of several shaders, which need several commands.
pub(crate) fn complete(reports: &mut [Report], command: &[OsString]) {
    let words: Option<Vec<&str>> = command.iter().map(|word| word.to_str()).collect();
    let Some(words) = words else {
        return;
    };
    let advised = reports.iter().filter_map(|report| report.advice.as_ref());
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
    let last = reports.iter_mut().rev();
    let last = last.filter_map(|report| report.advice.as_mut()).next();
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
    use pica200::report::{Advice, Code, Report};

    use super::complete;

    /// Returns the command line that the last of several reports shows.
    fn completed(options: &[&[&str]], command: &[&str]) -> String {
        let report = |options: &&[&str]| Report {
            advice: Some(Box::new(Advice {
                options: options.iter().map(|&option| option.to_owned()).collect(),
                ..Advice::default()
            })),
            ..Report::of_no_file(Code::NoSuchOutput, "")
        };
        let mut reports: Vec<_> = options.iter().map(report).collect();
        let command: Vec<_> = command.iter().map(Into::into).collect();
        complete(&mut reports, &command);
        let last = reports.last().and_then(|report| report.advice.as_ref());
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
            completed(
                &[&["--map-output=a=color"], &["--ignore-output=a"]],
                &["picac"]
            ),
            "--ignore-output=a"
        );
    }
}
