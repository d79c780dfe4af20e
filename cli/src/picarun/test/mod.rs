//! `picarun --test`: cases of test files, their results, and their costs.

mod alternatives;
mod cases;
mod document;
mod expectations;
mod pictures;
mod profiles;
mod shaders;
mod subjects;
mod tally;
mod textures;
mod values;

use crate::session_ext::SessionExt;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use toml::de::DeTable;

use pica200_diagnostics::Code;
use pica200_machine::{Batch, Counts};

use super::options::CommandLine;
use crate::destination::conflicts;
use crate::program::{Status, Streams};
use cases::{TestCase, cases};
use document::{Header, check_container, check_target};
use pica200::diagnostic::Diagnostic;
use pica200::document::DocumentReport;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200::source::Source;
use pica200::testing::Target;
use profiles::Profiles;
use shaders::read;
use subjects::{TestShader, TestShaders, subjects};
use tally::{Costs, Tally, check, line, no_such_case};

/// Runs the cases of all files. `page` is the path of the profile page, if requested.
pub(super) fn run(
    options: &CommandLine,
    matches: &ArgMatches,
    page: Option<&Destination>,
    streams: &mut Streams<'_>,
) -> Status {
    let mut tests = Tests {
        options,
        matches,
        page,
        tally: Tally::default(),
    };
    for path in &options.testing.test {
        if tests.file(path, streams) != Status::Success {
            tests.tally.broken += 1;
        }
    }
    tests.finish(streams)
}

/// Adds errors about keys that do not apply to the shader's target.
fn check_machine(table: &DeTable<'_>, header: &Header, subjects: &TestShaders<'_>, report: &mut DocumentReport<'_>) {
    let is_container = |subject: &TestShader<'_>| matches!(subject.shader.target, Target::Direct3d(_));
    if subjects.all.iter().any(is_container) {
        check_container(table, report);
    } else {
        check_target(header, report);
    }
}

/// Test files that run in sequence.
struct Tests<'o> {
    options: &'o CommandLine,
    matches: &'o ArgMatches,
    page: Option<&'o Destination>,
    tally: Tally,
}

impl Tests<'_> {
    /// Runs the cases of a file, and reports its errors.
    fn file(&mut self, path: &Path, streams: &mut Streams<'_>) -> Status {
        match InputFile::read(path, streams.files, streams.stdin) {
            Ok(file) => self.read(&file, streams),
            Err(diagnostic) => self.broken(diagnostic, streams),
        }
    }

    /// Reports why a file cannot be read.
    fn broken(&self, diagnostic: Diagnostic, streams: &mut Streams<'_>) -> Status {
        let mut session = Session::default();
        session.diagnostics.push(diagnostic);
        session.report_all(self.options.diagnostics, streams)
    }

    /// Reads a test file, and runs its cases for each of its shaders.
    fn read(&mut self, file: &InputFile, streams: &mut Streams<'_>) -> Status {
        let name = &file.name;
        let Ok(text) = std::str::from_utf8(&file.bytes) else {
            let message = format!("`{name}`: not valid UTF-8");
            let diagnostic = Diagnostic::for_file(Code::UnreadableTest, name, message);
            return self.broken(diagnostic, streams);
        };
        let mut number = 0;
        loop {
            let (status, next) = self.test(file, text, number, streams);
            match next.filter(|_| status == Status::Success) {
                Some(next) => number = next,
                None => return status,
            }
        }
    }

    /// Reads a test file and its shader with an index, and runs its cases. Returns the index of the next shader, if
    /// there is one.
    fn test(
        &mut self,
        file: &InputFile,
        text: &str,
        number: usize,
        streams: &mut Streams<'_>,
    ) -> (Status, Option<usize>) {
        let mut report = DocumentReport::new(&file.name, 0, Code::InvalidTest);
        let folder = file.path.as_deref().and_then(Path::parent);
        let folder = folder.unwrap_or(Path::new(""));
        let mut document = read(text, folder, number, &mut report);
        let (mut inputs, before) = (Vec::new(), report.len());
        if let Some((_, header)) = &mut document {
            self.add_options(header);
            self.check_page(header, &mut report);
            inputs = shaders::inputs(header, &mut report, streams);
        }
        let next = document.as_ref().and_then(|(_, header)| header.alternative.next());
        let mut session = Session::new(streams.files);
        session.sources.push(Source::from_text(&file.name, &file.name, text));
        let subjects = match &document {
            Some((table, header)) if report.len() == before => {
                subjects(table, &inputs, header, &mut report, &mut session)
            }
            _ => None,
        };
        let paths = inputs.iter().chain([file]);
        let paths = paths.filter_map(|input| input.path.as_deref());
        let paths = paths.chain(session.included.iter().map(PathBuf::as_path));
        let conflicts = conflicts(self.page, paths);
        session.diagnostics.extend(conflicts);
        let mut outputs = Vec::new();
        if let Some(((table, header), subjects)) = document.zip(subjects) {
            check_machine(&table, &header, &subjects, &mut report);
            let of = header.alternative;
            let cases = cases(&table, &subjects, of, folder, streams.files, &mut report);
            if report.is_empty() && !session.has_errors() {
                let title = header.title(&file.name);
                let html = self.run(&title, &inputs, &subjects, &cases, &mut session, streams);
                outputs.extend(self.page.cloned().zip(html.map(String::into_bytes)));
            }
        }
        session.diagnostics.extend(report.into_diagnostics());
        let status = session.finish(&outputs, self.options.diagnostics, streams);
        (status, next)
    }

    /// Adds the error about a page for several shaders.
    fn check_page(&self, header: &Header, report: &mut DocumentReport<'_>) {
        if self.page.is_some() && !header.alternative.is_only() {
            let message = "`--profile-html` writes the page of one shader, but the file has several `shaders`";
            let help = "test one of them in a separate file, with `shader`";
            report.wrong(header.span.clone(), message).help = Some(help.to_owned());
        }
    }

    /// Adds the build options of the command line. Its inputs, which are libraries, get the location of the shader.
    fn add_options(&self, header: &mut Header) {
        self.options.apply(self.matches, &mut header.job);
        if let Some(machines) = self.options.target {
            header.target = Some((machines, header.choice.span()));
        }
        let span = header.choice.span();
        let libraries = std::mem::take(&mut header.job.inputs).into_iter();
        header.inputs.extend(libraries.map(|input| (input, span.clone())));
    }

    /// Runs the cases of a file that the filter selects, below its title. Returns the page of their profile, if
    /// requested.
    fn run(
        &mut self,
        title: &str,
        inputs: &[InputFile],
        subjects: &TestShaders<'_>,
        cases: &[TestCase<'_>],
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) -> Option<String> {
        let chosen = self.tally.choose(cases, self.options.testing.filter.as_deref());
        if chosen.is_empty() {
            return None;
        }
        session.show(line("", title).as_bytes(), streams);
        let costs = self.run_each(&chosen, subjects, session, streams);
        let profiles = Profiles::new(subjects, &costs)?;
        let page = (self.page.is_some() && self.tally.failed == 0).then(|| profiles.page(&session.sources, inputs));
        if self.options.profile && !session.has_errors() {
            let tables = profiles.tables(&session.sources);
            session.show(&[b"\n", tables.as_slice(), b"\n"].concat(), streams);
        }
        page
    }

    /// Runs cases, and prints the result of each. Returns the costs of all shaders.
    fn run_each(
        &mut self,
        cases: &[&TestCase<'_>],
        subjects: &TestShaders<'_>,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) -> Vec<Costs> {
        let costs = |subject: &TestShader<'_>| Costs {
            counts: match &subject.shader.target {
                Target::Pica200(shader) => Counts::new(&shader.program),
                Target::Direct3d(shader) => match &shader.translation {
                    Some(translation) => Counts::new(&translation.program),
                    None => Counts::new(&shader.program),
                },
            },
            runs: 0,
        };
        let mut costs: Vec<_> = subjects.all.iter().map(costs).collect();
        for cases in cases.chunks(Batch::SIZE) {
            // If the output cannot be written, further runs are useless.
            if session.has_errors() {
                break;
            }
            let results = check(cases, &mut costs);
            for (case, results) in cases.iter().zip(results) {
                let text = self.tally.add(case, results, &mut costs, streams.files);
                session.show(text.as_bytes(), streams);
            }
        }
        costs
    }

    /// Prints the numbers of passed and failed cases. Returns the status.
    fn finish(self, streams: &mut Streams<'_>) -> Status {
        let tally = self.tally;
        let mut session = Session::default();
        session.show(tally.summary().as_bytes(), streams);
        if let Some(filter) = &self.options.testing.filter
            && tally.passed + tally.failed == 0
            && tally.broken == 0
        {
            session.diagnostics.push(no_such_case(filter));
        }
        match session.report_all(self.options.diagnostics, streams) {
            Status::Success if tally.failed + tally.broken != 0 => Status::Errors,
            status => status,
        }
    }
}
