//! Dependency files: the inputs of an output, for make and Ninja. The options are those of C compilers.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use bstr::ByteSlice;

use crate::destination::from_argument;
use pica200::job::Destination;

/// The options for dependency files.
#[derive(clap::Args, Debug)]
pub(crate) struct DependencyOptions {
    /// Write the dependencies of the outputs, and nothing else (-M)
    ///
    /// They go to standard output, or to the file of -MF. -MM means the same.
    #[arg(help_heading = "Dependencies", long = "dependencies")]
    only: bool,

    /// Also write the dependencies of the outputs to a file beside them (-MD)
    ///
    /// Its name is that of the output with the suffix .d, or that of -MF. -MMD means the same.
    #[arg(
        help_heading = "Dependencies",
        long = "write-dependencies",
        conflicts_with = "only"
    )]
    also: bool,

    /// The file for the dependencies (-MF FILE)
    #[arg(
        help_heading = "Dependencies",
        long = "dependency-file",
        value_name = "FILE"
    )]
    file: Option<PathBuf>,

    /// The target in the dependency file, in place of the output's name (-MT NAME, -MQ NAME)
    ///
    /// Characters that make would not accept in a name are escaped.
    #[arg(
        help_heading = "Dependencies",
        long = "dependency-target",
        value_name = "NAME"
    )]
    targets: Vec<OsString>,

    /// Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)
    #[arg(help_heading = "Dependencies", long = "phony-dependencies")]
    phony: bool,
}

/// The letters after `-M`, with the options that they stand for.
const LETTERS: [(&str, &str); 8] = [
    ("-M", "--dependencies"),
    ("-MM", "--dependencies"),
    ("-MD", "--write-dependencies"),
    ("-MMD", "--write-dependencies"),
    ("-MP", "--phony-dependencies"),
    ("-MF", "--dependency-file"),
    ("-MT", "--dependency-target"),
    ("-MQ", "--dependency-target"),
];

/// A command line in which the options of C compilers have the form that clap parses.
pub(crate) fn spell_out(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut is_over = false;
    let mut spelt = Vec::with_capacity(arguments.len());
    for argument in arguments {
        is_over |= argument == "--";
        let long = if is_over { None } else { long(&argument) };
        match long {
            Some(mut words) => spelt.append(&mut words),
            None => spelt.push(argument),
        }
    }
    spelt
}

/// The words that an argument stands for. The value of `-MF`, `-MT` and `-MQ` may follow without a blank.
fn long(argument: &OsStr) -> Option<Vec<OsString>> {
    let exact = LETTERS.iter().find(|(short, _)| argument == *short);
    if let Some((_, long)) = exact {
        return Some(vec![(*long).into()]);
    }
    let text = <[u8]>::from_os_str(argument)?;
    let (_, long) = LETTERS.iter().find(|(short, _)| {
        matches!(*short, "-MF" | "-MT" | "-MQ") && text.starts_with(short.as_bytes())
    })?;
    let value = text.get(3..)?.to_os_str().ok()?;
    Some(vec![(*long).into(), value.to_owned()])
}

/// An output and the files that it was made of, in the order in which they were read.
pub(crate) struct Dependencies {
    pub(crate) output: Destination,
    pub(crate) files: Vec<PathBuf>,
}

impl DependencyOptions {
    /// Whether dependencies are the only output.
    pub(crate) fn only(&self) -> bool {
        self.only
    }

    /// Checks the options for a number of outputs.
    ///
    /// # Errors
    ///
    /// A message.
    pub(crate) fn check(&self, outputs: &[&Destination]) -> Result<(), String> {
        let has_details = self.file.is_some() || !self.targets.is_empty() || self.phony;
        if !self.only && !self.also && has_details {
            return Err("`-MF`, `-MT`, `-MQ` and `-MP` need `-M` or `-MD`".to_owned());
        }
        if self.also && self.file.is_some() && outputs.len() > 1 {
            return Err("`-MF` names one file, but there are several outputs".to_owned());
        }
        if self.also && self.file.is_none() && outputs.contains(&&Destination::Stdout) {
            return Err("`-MD` needs `-MF` if the output goes to standard output".to_owned());
        }
        Ok(())
    }

    /// The destination of the dependencies of outputs.
    fn destinations(&self, outputs: &[&Destination]) -> Vec<Destination> {
        let chosen = self.file.clone().map(from_argument);
        if self.only {
            return vec![chosen.unwrap_or(Destination::Stdout)];
        }
        if !self.also {
            return Vec::new();
        }
        let beside = |output: &&Destination| match output {
            Destination::File(path) => Destination::File(path.with_extension("d")),
            Destination::Stdout => Destination::Stdout,
        };
        let own = |output| chosen.clone().unwrap_or_else(|| beside(output));
        outputs.iter().map(own).collect()
    }

    /// All files that are written: the outputs, and texts without dependencies of their own.
    pub(crate) fn planned<'d>(
        &self,
        outputs: &[&'d Destination],
        texts: impl IntoIterator<Item = &'d Destination>,
    ) -> Vec<Destination> {
        let mut planned = self.destinations(outputs);
        if !self.only {
            planned.extend(outputs.iter().copied().chain(texts).cloned());
        }
        planned
    }

    /// The files to write, with their texts.
    pub(crate) fn outputs(&self, all: &[Dependencies]) -> Vec<(Destination, Vec<u8>)> {
        let outputs: Vec<_> = all.iter().map(|one| &one.output).collect();
        let rules = all.iter().map(|one| self.rule(one));
        let texts = match self.only {
            true => vec![rules.collect()],
            false => rules.collect::<Vec<String>>(),
        };
        let destinations = self.destinations(&outputs).into_iter();
        destinations
            .zip(texts.into_iter().map(String::into_bytes))
            .collect()
    }

    /// The rule of an output.
    fn rule(&self, one: &Dependencies) -> String {
        let mut seen = HashSet::new();
        let files: Vec<&PathBuf> = one.files.iter().filter(|&file| seen.insert(file)).collect();
        let targets: Vec<_> = match self.targets.as_slice() {
            [] => vec![escaped(&one.output.to_string())],
            given => given
                .iter()
                .map(|name| escaped(&name.to_string_lossy()))
                .collect(),
        };
        let mut text = targets.join(" ") + ":";
        for file in &files {
            text += " \\\n  ";
            text += &escaped(&file.to_string_lossy());
        }
        text.push('\n');
        if self.phony {
            for file in files.iter().skip(1) {
                text += &format!("{}:\n", escaped(&file.to_string_lossy()));
            }
        }
        text
    }
}

/// A name as make and Ninja read it.
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for c in name.chars() {
        match c {
            ' ' | '#' => escaped.extend(['\\', c]),
            '$' => escaped.push_str("$$"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(arguments: &[&str]) -> Vec<String> {
        let arguments = arguments.iter().map(|&argument| argument.into()).collect();
        let spelt = spell_out(arguments).into_iter();
        spelt
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn options_of_compilers_are_spelt_out() {
        assert_eq!(
            words(&["picasm", "-MD", "-MFa.d", "-MT", "x", "-MP", "--", "-M"]),
            [
                "picasm",
                "--write-dependencies",
                "--dependency-file",
                "a.d",
                "--dependency-target",
                "x",
                "--phony-dependencies",
                "--",
                "-M"
            ]
        );
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(escaped("a b#$c\\d"), "a\\ b\\#$$c\\d");
    }
}
