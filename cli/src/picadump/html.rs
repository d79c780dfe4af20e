//! `--html`: a page about a file, or about two that are compared.

use std::path::{Path, PathBuf};

use pica200::input::{InputFile, InputKind};
use pica200::job::{Destination, Job, JobInput};
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::{counted, shown};
use pica200_asm::AssemblyOptions;
use pica200_check::check_for;
use pica200_diagnostics::Code;
use pica200_link::{Compat, LinkOptions};
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::inspect::{Content, inspect};
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_report::contents::Subject;
use pica200_report::model::{Counts, ProfileError, Warning};
use pica200_report::page::{Comparison, diff_to_html, to_html};
use pica200_report::{Extras, Report as Model};

use super::options::CommandLine;
use super::view::damage;
use super::{viewer, wrapped};
use crate::destination::{conflicts, from_argument};
use crate::dump::diff::{diff, different_kinds};
use crate::ending::Ending;
use crate::program::{Status, Streams};

/// Writes the page.
pub(super) fn main(options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let destination = options
        .output
        .clone()
        .map_or(Destination::Stdout, from_argument);
    let mut session = Session::new(streams.files);
    let counts = options
        .profile
        .as_deref()
        .and_then(|path| counts(path, &mut session));
    let groups: Vec<&[PathBuf]> = match options.wants_diff() {
        true => options.files.chunks(1).collect(),
        false => vec![&options.files],
    };
    let mut sides = Vec::new();
    for group in groups {
        sides.push(read(options, group, &mut session, streams));
    }
    let mut models = Vec::new();
    let mut counts = counts;
    for side in &sides {
        let model = side.model(options, counts.take(), &mut session);
        models.extend(model);
    }
    let inputs = sides
        .iter()
        .flat_map(|side| &side.files)
        .filter_map(|file| file.path.as_deref());
    let inputs = inputs.chain(session.included.iter().map(PathBuf::as_path));
    let found = conflicts([&destination], inputs.chain(options.profile.as_deref()));
    session.reports.extend(found);
    let (page, differs) = page(options, models, &mut session);
    options.levels.levels.apply(&mut session.reports);
    let output = page.map(|page| (destination, page.into_bytes()));
    let status = session.finish(output.as_slice(), options.diagnostics, streams);
    match status {
        Status::Success if differs => Status::Errors,
        status => status,
    }
}

/// Files that make one model.
struct Side {
    job: Job,
    files: Vec<InputFile>,
}

/// A model, and what it was made from if it can be compared.
struct Made {
    model: Model,
    name: String,
    bytes: Vec<u8>,
}

/// Reads the files of a side.
fn read<'s>(
    options: &CommandLine,
    paths: &[PathBuf],
    session: &mut Session<'s>,
    streams: &mut Streams<'_>,
) -> Side {
    let job = Job {
        inputs: paths.iter().cloned().map(JobInput::File).collect(),
        assembling: AssemblyOptions {
            include_paths: options.include_paths.clone(),
            defines: options.levels.defines.clone(),
            ..AssemblyOptions::default()
        },
        levels: options.levels.levels.clone(),
        linking: LinkOptions {
            debug: true,
            ..LinkOptions::default()
        },
        ..Job::default()
    };
    let files = job.read(session, streams.stdin);
    let files = wrapped::open(options, files, session);
    Side { job, files }
}

impl Side {
    /// The model of the files: of a binary with its sources, of an object, of an archive, or of what the files link to.
    fn model<'s>(
        &'s self,
        options: &CommandLine,
        counts: Option<Counts>,
        session: &mut Session<'s>,
    ) -> Option<Made> {
        let first = self.files.first()?;
        let is_alone = self.files.len() == 1;
        match (first.kind, recognise(&first.bytes)) {
            (InputKind::Binary, _) => self.binary(options, first, counts, session),
            (InputKind::Archive, _) if is_alone => {
                without_counts(counts.as_ref(), first, "an archive", session);
                archive(first, session)
            }
            // The name of an object need not say what it is: this is not a link.
            (InputKind::Object, _) | (InputKind::Source, Some(FileKind::Object)) if is_alone => {
                without_counts(counts.as_ref(), first, "an object", session);
                Some(object(first, session))
            }
            (InputKind::Source, Some(FileKind::Sharcfb | FileKind::Bnsh)) => {
                session.keep(viewer(options, first).map(drop), &mut Vec::new());
                None
            }
            _ => self.linked(counts, session),
        }
    }

    /// The model of a shader binary, with the sources that follow it.
    fn binary<'s>(
        &'s self,
        options: &CommandLine,
        file: &'s InputFile,
        counts: Option<Counts>,
        session: &mut Session<'s>,
    ) -> Option<Made> {
        let before = session.reports.len();
        for source in self.files.iter().skip(1) {
            self.job.assemble(source, session);
        }
        if session.has_errors() {
            return None;
        }
        // What the assembler says about the sources is not about this file.
        session.reports.truncate(before);
        let subject = subject(&file.name, &file.bytes);
        report_faults(&subject, session);
        let counts = within(counts, &subject, session);
        let extras = Extras {
            sources: &session.sources,
            warnings: findings(&subject, options),
            counts,
        };
        Some(Made::new(Model::new(&subject, extras), file))
    }

    /// The model of what the files link to.
    fn linked<'s>(&'s self, counts: Option<Counts>, session: &mut Session<'s>) -> Option<Made> {
        let before = session.reports.len();
        let linked = self.job.link(&self.files, session)?;
        let names: Vec<_> = self.files.iter().map(|file| file.name.as_str()).collect();
        let name = match names.as_slice() {
            [first, _, _, _, ..] => format!("{first} and {} more", names.len() - 1),
            names => names.join(", "),
        };
        let subject = subject(&name, &linked.bytes);
        let reports = session.reports.iter().skip(before);
        let warnings = reports.map(|report| Warning::of_report(report, &session.sources));
        let warnings = warnings.collect();
        let counts = within(counts, &subject, session);
        let extras = Extras {
            sources: &session.sources,
            warnings,
            counts,
        };
        let model = Model::new(&subject, extras);
        Some(Made {
            model,
            bytes: linked.bytes,
            name,
        })
    }
}

impl Made {
    fn new(model: Model, file: &InputFile) -> Self {
        Self {
            model,
            name: file.name.clone(),
            bytes: file.bytes.clone(),
        }
    }
}

fn subject<'a>(name: &'a str, bytes: &'a [u8]) -> Subject<'a> {
    Subject {
        name,
        bytes,
        inspection: inspect(bytes),
    }
}

fn report_faults(subject: &Subject<'_>, session: &mut Session<'_>) {
    let faults = subject.inspection.faults.iter();
    session
        .reports
        .extend(faults.map(|fault| damage(subject.name, fault)));
}

fn object(file: &InputFile, session: &mut Session<'_>) -> Made {
    let subject = subject(&file.name, &file.bytes);
    report_faults(&subject, session);
    Made::new(Model::new(&subject, Extras::default()), file)
}

/// The model of an archive. Members that are not objects have none.
fn archive(file: &InputFile, session: &mut Session<'_>) -> Option<Made> {
    let archive = match Archive::read(&file.bytes) {
        Ok(archive) => archive,
        Err(error) => {
            session.reports.push(damage(&file.name, &error));
            return None;
        }
    };
    let members = archive.members().iter().filter(|member| member.is_object());
    let members: Vec<_> = members
        .map(|member| (shown(member.name), member.bytes))
        .collect();
    let subjects: Vec<_> = members
        .iter()
        .map(|(name, bytes)| subject(name, bytes))
        .collect();
    for subject in &subjects {
        report_faults(subject, session);
    }
    let model = Model::of_archive(&file.name, file.bytes.len(), &subjects);
    Some(Made::new(model, file))
}

/// The findings of the checks. A damaged file is not checked, because its missing parts would look like faults.
fn findings(subject: &Subject<'_>, options: &CommandLine) -> Vec<Warning> {
    let Content::Shbin(shbin) = &subject.inspection.content else {
        return Vec::new();
    };
    if !subject.inspection.faults.is_empty() {
        return Vec::new();
    }
    let severity = |code| options.levels.levels.of_check(code, Compat::None);
    let findings = check_for(shbin, |code| severity(code).is_some());
    let warning = |finding: pica200_check::Finding| {
        let severity = severity(finding.code)?;
        Some(Warning::of_finding(finding, severity))
    };
    findings.into_iter().filter_map(warning).collect()
}

/// The executions of words, as `picarun --trace=json` wrote them.
fn counts(path: &Path, session: &mut Session<'_>) -> Option<Counts> {
    let name = path.display().to_string();
    let unreadable = |why: String| {
        let report = Report::of_file(Code::UnreadableProfile, &name, format!("`{name}`: {why}"));
        report.with_help(
            "write it with `picarun --trace=json`, which prints each executed instruction",
        )
    };
    let read = match session.files().read(path) {
        Ok(bytes) => {
            String::from_utf8(bytes).map_err(|_| unreadable("it is not valid UTF-8".to_owned()))
        }
        Err(error) => Err(Report::of_io(
            Code::CannotRead,
            "cannot read",
            &name,
            &error,
        )),
    };
    let counts = read.and_then(|text| {
        Counts::of_trace(&text).map_err(|error| {
            unreadable(match error {
                ProfileError::Line(line, why) => {
                    format!("line {line} is not a line of a trace: {why}")
                }
                ProfileError::NoInstructions => "no line has an executed instruction".to_owned(),
            })
        })
    });
    let mut kept = Vec::new();
    session.keep(counts, &mut kept);
    kept.pop()
}

/// Reports a profile of a file that has none, because nothing runs it as it is.
fn without_counts(
    counts: Option<&Counts>,
    file: &InputFile,
    what: &str,
    session: &mut Session<'_>,
) {
    if counts.is_some() {
        let name = &file.name;
        let message = format!("`{name}` is {what}, which has no profile: only programs run");
        let report = Report::of_file(Code::UnreadableProfile, name, message);
        session
            .reports
            .push(report.with_help("give the shader binary, or the sources"));
    }
}

/// The counts, unless they are of another program, which is reported.
fn within(
    counts: Option<Counts>,
    subject: &Subject<'_>,
    session: &mut Session<'_>,
) -> Option<Counts> {
    let words = match &subject.inspection.content {
        Content::Shbin(shbin) => shbin.program.code.len(),
        _ => 0,
    };
    let last = counts.as_ref()?.last_word()?;
    if usize::try_from(last).is_ok_and(|last| last < words) {
        return counts;
    }
    let name = subject.name;
    let message = format!(
        "the profile is of another program: it executes word {last:#05x}, but `{name}` has {}",
        counted(words, "word")
    );
    let report = Report::of_file(Code::UnreadableProfile, name, message);
    session
        .reports
        .push(report.with_help("profile the same file, or sources with the same options"));
    None
}

/// The page, and whether the files differ; no page after errors.
fn page(
    options: &CommandLine,
    made: Vec<Made>,
    session: &mut Session<'_>,
) -> (Option<String>, bool) {
    if session.has_errors() {
        return (None, false);
    }
    if !options.wants_diff() {
        return (made.first().map(|made| to_html(&made.model)), false);
    }
    let Ok([a, b]) = <[Made; 2]>::try_from(made) else {
        return (None, false);
    };
    let found = {
        let subjects = [&a, &b].map(|made| subject(&made.name, &made.bytes));
        let kinds = [&a, &b].map(|made| recognise(&made.bytes));
        match kinds {
            [Some(FileKind::Archive), Some(other)] | [Some(other), Some(FileKind::Archive)] => {
                Err(match other {
                    FileKind::Archive => "archives are not compared".to_owned(),
                    other => different_kinds(FileKind::Archive, other),
                })
            }
            _ => diff(&subjects[0], &subjects[1]),
        }
    };
    match found {
        Ok(differences) => {
            let differs = !differences.is_empty();
            let comparison = Comparison {
                sides: [a.model, b.model],
                differences,
            };
            (Some(diff_to_html(&comparison)), differs)
        }
        Err(reason) => {
            let message = format!("`{}` and `{}`: {reason}", a.name, b.name);
            session
                .reports
                .push(Report::of_file(Code::CannotCompare, &a.name, message));
            (None, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::samples;

    #[test]
    fn all_files_have_pages() {
        let mut files = samples::golden();
        files.extend(samples::objects());
        files.extend(samples::damaged());
        for (name, bytes) in files {
            let page = to_html(&Model::new(&subject(&name, &bytes), Extras::default()));
            assert!(page.ends_with("</html>"), "{name}");
        }
    }
}
