//! Dependency files for make and Ninja, with the options of C compilers.

mod name;

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use bstr::ByteSlice;
use pica200_diagnostics::Code;

use crate::destination::from_argument;
use name::{Role, escape};
use pica200::diagnostic::Diagnostic;
use pica200::job::Destination;

/// The options for dependency files.
#[derive(clap::Args, Debug)]
pub(crate) struct DependencyOptions {
    /// Write the dependencies of the outputs instead of the outputs (-M)
    ///
    /// They go to standard output, or to the file given by -MF. -MM is a synonym.
    #[arg(long = "dependencies")]
    only: bool,

    /// Also write the dependencies of the outputs to a file next to each (-MD)
    ///
    /// The file is named after the output, with the suffix .d, unless -MF names it. -MMD is a synonym.
    #[arg(long = "write-dependencies", conflicts_with = "only")]
    also: bool,

    /// Write the dependencies to FILE (-MF FILE)
    ///
    /// With -MD and several outputs, FILE gets the rules of all outputs, unless there are errors.
    #[arg(long = "dependency-file", value_name = "FILE")]
    file: Option<PathBuf>,

    /// Target of the rule, instead of the output's name (-MT NAME, -MQ NAME)
    ///
    /// Characters that are special in rules are escaped. A name that make and Ninja would read differently is an error.
    #[arg(long = "dependency-target", value_name = "NAME")]
    targets: Vec<OsString>,

    /// Add a phony target for each input but the first, so that make does not fail when an input is deleted (-MP)
    #[arg(long = "phony-dependencies")]
    phony: bool,
}

/// The letters after `-M`, with the long options they abbreviate.
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

/// Rewrites the dependency options of C compilers to long options, which clap parses.
pub(crate) fn expand_short_options(arguments: Vec<OsString>) -> Vec<OsString> {
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

/// Returns the long form of an argument, with the value if it is attached, as in `-MFdeps.d`.
fn long(argument: &OsStr) -> Option<Vec<OsString>> {
    let exact = LETTERS.iter().find(|(short, _)| argument == *short);
    if let Some((_, long)) = exact {
        return Some(vec![(*long).into()]);
    }
    let text = <[u8]>::from_os_str(argument)?;
    let (_, long) = LETTERS
        .iter()
        .find(|(short, _)| matches!(*short, "-MF" | "-MT" | "-MQ") && text.starts_with(short.as_bytes()))?;
    let value = text.get(3..)?.to_os_str().ok()?;
    Some(vec![(*long).into(), value.to_owned()])
}

/// An output and its inputs, in the order in which they were read.
pub(crate) struct Dependencies {
    /// The output, after which the dependency file is named.
    pub(crate) output: Destination,
    /// The files that are written instead of the output; empty if the output itself is written.
    pub(crate) parts: Vec<Destination>,
    pub(crate) files: Vec<PathBuf>,
}

impl DependencyOptions {
    /// Returns true if only dependencies are written.
    pub(crate) fn only(&self) -> bool {
        self.only
    }

    /// Returns true if the rules of all outputs go to one file.
    pub(crate) fn is_single_file(&self) -> bool {
        self.only || self.also && self.file.is_some()
    }

    /// Checks the options for these outputs.
    ///
    /// # Errors
    ///
    /// Returns an error message.
    pub(crate) fn check(&self, outputs: &[&Destination]) -> Result<(), String> {
        let has_details = self.file.is_some() || !self.targets.is_empty() || self.phony;
        if !self.only && !self.also && has_details {
            return Err("`-MF`, `-MT`, `-MQ` and `-MP` need `-M` or `-MD`".to_owned());
        }
        if self.also && self.file.is_none() && outputs.contains(&&Destination::Stdout) {
            return Err("`-MD` needs `-MF` if the output goes to standard output".to_owned());
        }
        Ok(())
    }

    /// Checks the options when the number of outputs is not known yet.
    ///
    /// # Errors
    ///
    /// Returns an error message.
    pub(crate) fn check_for_several(&self) -> Result<(), String> {
        if !self.targets.is_empty() {
            return Err("`-MT` and `-MQ` set one target, but there can be several outputs".to_owned());
        }
        self.check(&[])
    }

    /// Returns the destinations of the outputs' dependencies.
    fn destinations(&self, outputs: &[&Destination]) -> Vec<Destination> {
        if self.is_single_file() {
            let chosen = self.file.clone().map(from_argument);
            return vec![chosen.unwrap_or(Destination::Stdout)];
        }
        if !self.also {
            return Vec::new();
        }
        let beside = |output: &&Destination| match output {
            Destination::File(path) => Destination::File(path.with_extension("d")),
            Destination::Stdout => Destination::Stdout,
        };
        outputs.iter().map(beside).collect()
    }

    /// Returns all files to write: the outputs, and `texts`, which have no dependency files.
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

    /// Returns the dependency files and their contents.
    ///
    /// # Errors
    ///
    /// Returns diagnostics for names that no rule can contain.
    pub(crate) fn outputs(&self, all: &[Dependencies]) -> Result<Vec<(Destination, Vec<u8>)>, Vec<Diagnostic>> {
        if !self.only && !self.also {
            return Ok(Vec::new());
        }
        let outputs: Vec<_> = all.iter().map(|one| &one.output).collect();
        let mut diagnostics = Vec::new();
        let rules = all.iter().map(|one| self.rule(one, &mut diagnostics));
        let rules: Vec<Vec<u8>> = rules.collect();
        let texts = if self.is_single_file() {
            vec![rules.concat()]
        } else {
            rules
        };
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        Ok(self.destinations(&outputs).into_iter().zip(texts).collect())
    }

    /// Formats the rule of an output.
    fn rule(&self, one: &Dependencies, diagnostics: &mut Vec<Diagnostic>) -> Vec<u8> {
        let mut escape = |name: &OsStr, role| {
            escape(name, role).unwrap_or_else(|what| {
                diagnostics.push(invalid_name(name, &what));
                Vec::new()
            })
        };
        let mut seen = HashSet::new();
        let files: Vec<&PathBuf> = one.files.iter().filter(|&file| seen.insert(file)).collect();
        fn name(output: &Destination) -> &OsStr {
            match output {
                Destination::File(path) => path.as_os_str(),
                Destination::Stdout => OsStr::new("-"),
            }
        }
        let outputs = match one.parts.as_slice() {
            [] => std::slice::from_ref(&one.output),
            parts => parts,
        };
        let targets: Vec<_> = match self.targets.as_slice() {
            [] => outputs
                .iter()
                .map(|output| escape(name(output), Role::Target))
                .collect(),
            given => given.iter().map(|t| escape(t, Role::Target)).collect(),
        };
        let mut text = targets.join(&b' ');
        text.push(b':');
        for file in &files {
            text.extend(b" \\\n  ");
            text.extend(escape(file.as_os_str(), Role::Input));
        }
        text.push(b'\n');
        for file in files.iter().skip(1).filter(|_| self.phony) {
            text.extend(escape(file.as_os_str(), Role::Target));
            text.extend(b":\n");
        }
        text
    }
}

/// Builds the diagnostic for a name that no rule can contain.
fn invalid_name(name: &OsStr, what: &str) -> Diagnostic {
    let name = name.display().to_string();
    let message = format!("a dependency file cannot contain the name `{name}`: make and Ninja read {what} differently");
    Diagnostic::for_file(Code::DependencyName, &name, message)
        .with_help("rename the file or directory, or build without dependency files")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(arguments: &[&str]) -> Vec<String> {
        let arguments = arguments.iter().map(|&argument| argument.into()).collect();
        let spelt = expand_short_options(arguments).into_iter();
        spelt.map(|word| word.to_string_lossy().into_owned()).collect()
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
}
