//! Dependency files: the inputs of an output, for make and Ninja. The options are those of C compilers.

mod name;

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use bstr::ByteSlice;
use pica200_diagnostics::Code;

use crate::destination::from_argument;
use name::{Role, escaped};
use pica200::diagnostic::Diagnostic;
use pica200::job::Destination;

/// The options for dependency files.
#[derive(clap::Args, Debug)]
pub(crate) struct DependencyOptions {
    /// Write the dependencies of the outputs, and nothing else (-M)
    ///
    /// They go to standard output, or to the file of -MF. -MM means the same.
    #[arg(long = "dependencies")]
    only: bool,

    /// Also write the dependencies of the outputs to a file beside them (-MD)
    ///
    /// Its name is that of the output with the suffix .d, or that of -MF. -MMD means the same.
    #[arg(long = "write-dependencies", conflicts_with = "only")]
    also: bool,

    /// The file for the dependencies (-MF FILE)
    ///
    /// With -MD and several outputs, it gets the rules of all, if there are no errors.
    #[arg(long = "dependency-file", value_name = "FILE")]
    file: Option<PathBuf>,

    /// The target in the dependency file, in place of the output's name (-MT NAME, -MQ NAME)
    ///
    /// Characters with a meaning in rules are escaped. A name that make and Ninja would read differently is an error.
    #[arg(long = "dependency-target", value_name = "NAME")]
    targets: Vec<OsString>,

    /// Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)
    #[arg(long = "phony-dependencies")]
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
    let (_, long) = LETTERS
        .iter()
        .find(|(short, _)| matches!(*short, "-MF" | "-MT" | "-MQ") && text.starts_with(short.as_bytes()))?;
    let value = text.get(3..)?.to_os_str().ok()?;
    Some(vec![(*long).into(), value.to_owned()])
}

/// An output and the files that it was made of, in the order in which they were read.
pub(crate) struct Dependencies {
    /// The output, which gives the dependency file its name.
    pub(crate) output: Destination,
    /// The files that are written in place of the output; none if it is written itself.
    pub(crate) parts: Vec<Destination>,
    pub(crate) files: Vec<PathBuf>,
}

impl DependencyOptions {
    /// Whether dependencies are the only output.
    pub(crate) fn only(&self) -> bool {
        self.only
    }

    /// Whether the rules of all outputs go to one file.
    pub(crate) fn are_joined(&self) -> bool {
        self.only || self.also && self.file.is_some()
    }

    /// Checks the options for outputs.
    ///
    /// # Errors
    ///
    /// A message.
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

    /// Checks the options for outputs whose number is not known yet.
    ///
    /// # Errors
    ///
    /// A message.
    pub(crate) fn check_for_several(&self) -> Result<(), String> {
        if !self.targets.is_empty() {
            return Err("`-MT` and `-MQ` name one target, but there can be several".to_owned());
        }
        self.check(&[])
    }

    /// The destination of the dependencies of outputs.
    fn destinations(&self, outputs: &[&Destination]) -> Vec<Destination> {
        if self.are_joined() {
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
    ///
    /// # Errors
    ///
    /// Reports for names that no rule can contain.
    pub(crate) fn outputs(&self, all: &[Dependencies]) -> Result<Vec<(Destination, Vec<u8>)>, Vec<Diagnostic>> {
        if !self.only && !self.also {
            return Ok(Vec::new());
        }
        let outputs: Vec<_> = all.iter().map(|one| &one.output).collect();
        let mut diagnostics = Vec::new();
        let rules = all.iter().map(|one| self.rule(one, &mut diagnostics));
        let rules: Vec<Vec<u8>> = rules.collect();
        let texts = if self.are_joined() { vec![rules.concat()] } else { rules };
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        Ok(self.destinations(&outputs).into_iter().zip(texts).collect())
    }

    /// The rule of an output.
    fn rule(&self, one: &Dependencies, diagnostics: &mut Vec<Diagnostic>) -> Vec<u8> {
        let mut escape = |name: &OsStr, role| {
            escaped(name, role).unwrap_or_else(|what| {
                diagnostics.push(unwritable(name, &what));
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

/// The report about a name that no rule can contain.
fn unwritable(name: &OsStr, what: &str) -> Diagnostic {
    let name = name.display().to_string();
    let message = format!("a dependency file cannot contain the name `{name}`: make and Ninja read {what} differently");
    Diagnostic::of_file(Code::DependencyName, &name, message)
        .with_help("rename the file or folder, or build without dependency files")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(arguments: &[&str]) -> Vec<String> {
        let arguments = arguments.iter().map(|&argument| argument.into()).collect();
        let spelt = spell_out(arguments).into_iter();
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
