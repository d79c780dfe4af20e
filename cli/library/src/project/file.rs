//! Reading `pica200.toml`.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::outputs::{BINARY, Outputs, TEXTS};
use super::pattern::Pattern;
use super::{Project, ProjectBinary, options};
use crate::diagnostic::Label;
use crate::document::{DocumentReport, boolean, entries, parse_error, string, strings, table};
use crate::files::normal;
use crate::input::InputFile;
use crate::job::keys::{job, job_keys, libraries};
use crate::job::{Destination, Job, JobInput};
use crate::session::Session;

/// Maximum size of a file. Reading one takes about 80 times as much memory.
const MAX_BYTES: usize = 1 << 20;

/// Maximum number of binaries of a project.
const MAX_BINARIES: usize = 4096;

/// Reads a file, which is the source `source` of the session. Returns `None` if there are errors, which are in the
/// session.
pub(super) fn read(file: &InputFile, source: usize, session: &mut Session<'_>) -> Option<Project> {
    let mut report = DocumentReport::new(&file.name, source, Code::InvalidProject);
    let read = match std::str::from_utf8(&file.bytes) {
        Ok(text) if text.len() > MAX_BYTES => {
            let message = format!("it is larger than the limit of {MAX_BYTES} bytes");
            let help = "use a pattern for several inputs, as in `inputs = \"shaders/*.vsh\"`";
            report.file_error(Code::InvalidProject, &message, help);
            None
        }
        Ok(text) => match DeTable::parse(text) {
            Ok(table) => Some(project(table.get_ref(), &file.dir, session.files, &mut report)),
            Err(error) => {
                report.wrong(error.span().unwrap_or_default(), parse_error(&error));
                None
            }
        },
        Err(_) => {
            let help = "save it as UTF-8";
            report.file_error(Code::InvalidProject, "it is not valid UTF-8", help);
            None
        }
    };
    let is_whole = report.is_empty();
    session.diagnostics.extend(report.into_diagnostics());
    read.filter(|_| is_whole)
}

/// Returns the project of a file. Paths are relative to `dir`.
fn project(file: &DeTable<'_>, dir: &Path, files: &dyn Files, report: &mut DocumentReport<'_>) -> Project {
    let keys = [&["binary"], &options::keys()[..], &job_keys()].concat();
    report.check_keys(file, "a project", &keys);
    let mut reader = Reader {
        dir,
        files,
        report,
        written: HashMap::new(),
        binaries: Vec::new(),
    };
    let mut defaults = reader.options(file, Job::default());
    defaults.translation.share_outputs();
    let shared = libraries(file, reader.report);
    let named = reader.report.get(file, "binary", table).map(entries);
    for (name, item) in named.into_iter().flatten() {
        let text = name.get_ref().as_ref();
        if !is_name(text) {
            let message = format!("`{text}` is not a valid name for a binary: use letters, digits, `_`, `-` and `.`");
            reader.report.wrong(name.span(), message);
            continue;
        }
        match table(item) {
            Ok(of) => reader.table(text, name.span(), of, &defaults, &shared),
            Err(toml_error) => reader.report.toml_error(text, toml_error),
        }
    }
    Project {
        binaries: reader.binaries,
        defaults,
    }
}

/// Returns true if a text is valid as the name of a binary, which is part of a file name by default.
fn is_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    !text.is_empty() && !text.starts_with('.') && text.chars().all(is_of_name)
}

/// An input of a table and its span.
type NamedInput<'t> = (Pattern<'t>, Range<usize>);

/// Reads the tables of a file.
struct Reader<'r, 'f> {
    dir: &'r Path,
    files: &'r dyn Files,
    report: &'r mut DocumentReport<'f>,
    /// Outputs so far, each with the span that names it.
    written: HashMap<PathBuf, Range<usize>>,
    binaries: Vec<ProjectBinary>,
}

impl Reader<'_, '_> {
    /// Applies the options of a table to a job.
    fn options(&mut self, of: &DeTable<'_>, defaults: Job) -> Job {
        let mut options = job(of, self.dir, defaults, self.report);
        options::read(of, &mut options, self.report);
        for key in ["include", "library-paths"] {
            // `job` has already reported values of other types.
            let paths = of.get(key).and_then(|item| strings(item).ok());
            for (path, span) in paths.into_iter().flatten() {
                if is_missing(&self.dir.join(path), self.files) {
                    let message = format!("the directory `{path}` in `{key}` does not exist");
                    self.report.wrong(span, message);
                }
            }
        }
        options
    }

    /// Adds the binaries of a table. `head` is the span of its name, and `shared` the libraries of all binaries.
    fn table(
        &mut self,
        name: &str,
        head: Range<usize>,
        of: &DeTable<'_>,
        defaults: &Job,
        shared: &[(JobInput, Range<usize>)],
    ) {
        let mut keys = vec!["inputs", "entry", "split", BINARY];
        keys.extend(TEXTS.iter().map(|(key, _)| *key));
        keys.extend(options::keys());
        keys.extend(job_keys());
        self.report.check_keys(of, "a binary", &keys);
        let mut job = self.options(of, defaults.clone());
        let entry = self.report.get(of, "entry", string);
        job.entry = entry.map(str::to_owned);
        job.split = self.report.get(of, "split", boolean).unwrap_or(false);
        let own = libraries(of, self.report);
        let added: Vec<_> = own.iter().chain(shared).cloned().collect();
        let default = format!("{name}.shbin");
        let outputs = Outputs::read(of, &default, head.clone(), self.report);
        let Some(inputs) = self.inputs(of, &head) else {
            return;
        };
        let binaries = self.grouped(&inputs, &outputs);
        if self.binaries.len() + binaries.len() > MAX_BINARIES {
            let message = format!("the project has more than {MAX_BINARIES} binaries");
            self.report.wrong(head, message);
            return;
        }
        for (stem, inputs) in binaries {
            let all = inputs.into_iter().chain(added.iter().cloned());
            let (inputs, places) = all.unzip();
            let job = Job {
                inputs,
                outputs: outputs.with(&stem, self.dir),
                ..job.clone()
            };
            self.check_outputs(&job, &outputs);
            self.binaries.push(ProjectBinary {
                name: name.to_owned(),
                job,
                places,
            });
        }
    }

    /// Returns the inputs of a table; `None` if there are none.
    fn inputs<'t>(&mut self, of: &'t DeTable<'_>, head: &Range<usize>) -> Option<Vec<NamedInput<'t>>> {
        if !of.contains_key("inputs") {
            let help = "write `inputs = \"shader.vsh\"`, relative to this file";
            let diagnostic = self.report.wrong(head.clone(), "the binary has no `inputs`");
            diagnostic.help = Some(help.to_owned());
            return None;
        }
        let paths = self.report.get(of, "inputs", strings)?;
        let mut inputs = Vec::new();
        for (path, span) in paths {
            match Pattern::new(path) {
                Ok(pattern) => inputs.push((pattern, span)),
                Err(why) => {
                    self.report.wrong(span, format!("`inputs` {why}"));
                }
            }
        }
        Some(inputs)
    }

    /// Returns the inputs of each binary of a table, grouped by the text that matches the `*` of its output. A file
    /// that is listed without `*` is not matched again by a pattern.
    fn grouped(
        &mut self,
        inputs: &[NamedInput<'_>],
        outputs: &Outputs<'_>,
    ) -> BTreeMap<String, Vec<(JobInput, Range<usize>)>> {
        let exact = inputs.iter().filter(|(pattern, _)| !pattern.is_wild());
        let exact: Vec<_> = exact.map(|(of, _)| of.with("", self.dir)).collect();
        let mut matches = Vec::new();
        for (pattern, span) in inputs {
            let mut found = pattern.matches(self.dir, self.files);
            if pattern.is_wild() && found.is_empty() {
                let message = "no file matches this pattern";
                self.report.wrong(span.clone(), message);
            }
            found.retain(|(_, path)| !exact.contains(path));
            matches.push(found);
        }
        let stems = matches.iter().flatten().map(|(stem, _)| stem.clone());
        let mut binaries: BTreeMap<String, Vec<_>> = if outputs.is_wild {
            stems.map(|stem| (stem, Vec::new())).collect()
        } else {
            BTreeMap::from([(String::new(), Vec::new())])
        };
        if outputs.is_wild && !inputs.iter().any(|(pattern, _)| pattern.is_wild()) {
            let place = outputs.all.first().map(|output| output.span.clone());
            let help = "the `*` of the output is the text matched by the `*` of an input";
            let message = "`output` has a `*`, but no input has one";
            let diagnostic = self.report.wrong(place.unwrap_or_default(), message);
            diagnostic.help = Some(help.to_owned());
        }
        for ((pattern, span), found) in inputs.iter().zip(matches) {
            let add = |all: &mut Vec<_>, path| all.push((JobInput::File(path), span.clone()));
            if !pattern.is_wild() {
                let path = pattern.with("", self.dir);
                for all in binaries.values_mut() {
                    add(all, path.clone());
                }
            }
            for (stem, path) in found {
                let stem = if outputs.is_wild { stem } else { String::new() };
                if let Some(all) = binaries.get_mut(&stem) {
                    let input = JobInput::File(path.clone());
                    if !all.iter().any(|(known, _)| *known == input) {
                        add(all, path);
                    }
                }
            }
        }
        binaries
    }

    /// Adds errors about outputs of a job that earlier binaries already write.
    fn check_outputs(&mut self, job: &Job, outputs: &Outputs<'_>) {
        for ((_, destination), output) in job.outputs.iter().zip(&outputs.all) {
            let Destination::File(path) = destination else {
                continue;
            };
            let span = output.span.clone();
            let Some(earlier) = self.written.insert(normal(path), span.clone()) else {
                continue;
            };
            let message = format!("duplicate output `{destination}`");
            let first: Label = self.report.place(earlier, "the first one");
            let diagnostic = self.report.error(Code::OutputTwice, span, message);
            diagnostic.push_label(first);
        }
    }
}

/// Returns true if a directory certainly does not exist.
fn is_missing(dir: &Path, files: &dyn Files) -> bool {
    let kind = files.names(dir).err().map(|error| error.kind());
    matches!(kind, Some(ErrorKind::NotFound | ErrorKind::NotADirectory))
}
