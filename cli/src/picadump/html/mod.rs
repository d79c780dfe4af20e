//! `--html`: a page about a file, or about two files that are compared.

mod comparison;
mod profile;
mod warnings;

use std::path::PathBuf;

use pica200::diagnostic::Diagnostic;
use pica200::input::{InputFile, InputKind};
use pica200::job::{Destination, Job, JobInput};
use pica200::session::Session;
use pica200::text::Colors;
use pica200::text::page::shown;
use pica200_asm::AssemblyOptions;
use pica200_diagnostics::Code;
use pica200_link::LinkOptions;
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::inspect::inspect;
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_report::contents::InspectedFile;
use pica200_report::model::{Counts, Warning};
use pica200_report::page::to_html;
use pica200_report::view::damage;
use pica200_report::{Extras, Report as Model};

use super::options::CommandLine;
use super::view::is_foreign;
use super::{viewer, wrapped};
use crate::destination::{conflicts, from_argument};
use crate::program::{Status, Streams};
use crate::session_ext::SessionExt;

/// Writes the page.
pub(super) fn main(options: &CommandLine, streams: &mut Streams<'_>) -> Status {
    let destination = options.output.clone().map_or(Destination::Stdout, from_argument);
    let mut session = Session::new(streams.files);
    let counts = options
        .profile
        .as_deref()
        .and_then(|path| profile::read(path, &mut session));
    let groups: Vec<&[PathBuf]> = if options.is_diff() {
        options.files.chunks(1).collect()
    } else {
        vec![&options.files]
    };
    let mut sides = Vec::new();
    for group in groups {
        sides.push(read(options, group, &mut session, streams));
    }
    for file in sides.iter().flat_map(|side| &side.files) {
        if options.is_diff() && file.kind == InputKind::Container {
            let message = format!(
                "`{}` is a DXBC container, and containers cannot be compared on a page",
                file.name
            );
            let diagnostic = Diagnostic::for_file(Code::NoSuchView, &file.name, message);
            let help = "use `--diff` without `--html`, or translate vertex shaders with `picac`";
            session.diagnostics.push(diagnostic.with_help(help));
        }
    }
    let (page, differs) = if session.has_errors() {
        (None, false)
    } else if let Some(file) = only_container(&sides) {
        profile::reject(counts.as_ref(), file, "a container of Direct3D", &mut session);
        (
            pica200_foreign::dxbc::page(&options.request(Colors::None), file, &mut session),
            false,
        )
    } else {
        let mut counts = counts;
        let mut models = Vec::new();
        for side in &sides {
            models.extend(side.model(options, counts.take(), &mut session));
        }
        page(options, models, &mut session)
    };
    let inputs = sides
        .iter()
        .flat_map(|side| &side.files)
        .filter_map(|file| file.path.as_deref());
    let inputs = inputs.chain(session.included.iter().map(PathBuf::as_path));
    let found = conflicts([&destination], inputs.chain(options.profile.as_deref()));
    session.diagnostics.extend(found);
    options.levels.levels.apply(&mut session.diagnostics);
    let output = page.map(|page| (destination, page.into_bytes()));
    let status = session.finish(output.as_slice(), options.diagnostics, streams);
    match status {
        Status::Success if differs => Status::Errors,
        status => status,
    }
}

/// Returns the file if it is the only one and a container.
fn only_container(sides: &[Side]) -> Option<&InputFile> {
    let [Side { files, .. }] = sides else {
        return None;
    };
    match files.as_slice() {
        [file] if file.kind == InputKind::Container => Some(file),
        _ => None,
    }
}

/// The files of one side of a comparison, which form one model.
struct Side {
    job: Job,
    files: Vec<InputFile>,
}

/// A model, and its source for comparisons.
struct PageModel {
    model: Model,
    name: String,
    bytes: Vec<u8>,
}

/// Reads the files of a side.
fn read<'s>(options: &CommandLine, paths: &[PathBuf], session: &mut Session<'s>, streams: &mut Streams<'_>) -> Side {
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
    /// Builds the model of the files: of a binary with its sources, of an object, of an archive, or of the linked
    /// program.
    fn model<'s>(
        &'s self,
        options: &CommandLine,
        counts: Option<Counts>,
        session: &mut Session<'s>,
    ) -> Option<PageModel> {
        let first = self.files.first()?;
        let is_alone = self.files.len() == 1;
        match (first.kind, recognise(&first.bytes)) {
            (InputKind::Binary, _) => self.binary(options, first, counts, session),
            (InputKind::Archive, _) if is_alone => {
                profile::reject(counts.as_ref(), first, "an archive", session);
                archive(&self.job, first, session)
            }
            // The name of an object need not tell its kind: this is not a link.
            (InputKind::Object, _) | (InputKind::Source, Some(FileKind::Object)) if is_alone => {
                profile::reject(counts.as_ref(), first, "an object", session);
                Some(object(&self.job, first, session))
            }
            (InputKind::Source, Some(kind)) if is_foreign(kind) => {
                session.keep(viewer(options, first).map(drop), &mut Vec::new());
                None
            }
            _ => self.linked(counts, session),
        }
    }

    /// Builds the model of a shader binary, with the sources that follow it.
    fn binary<'s>(
        &'s self,
        options: &CommandLine,
        file: &'s InputFile,
        counts: Option<Counts>,
        session: &mut Session<'s>,
    ) -> Option<PageModel> {
        let before = session.diagnostics.len();
        for source in self.files.iter().skip(1) {
            self.job.assemble(source, session);
        }
        if session.has_errors() {
            return None;
        }
        // The assembler's diagnostics on the sources are not about this file.
        session.diagnostics.truncate(before);
        let subject = subject(&file.name, &file.bytes);
        report_faults(&subject, session);
        let counts = profile::matching_counts(counts, &subject, session);
        let extras = Extras {
            sources: &session.sources,
            warnings: warnings::binary_warnings(&subject, options),
            counts,
        };
        Some(PageModel::new(Model::new(&subject, extras), file))
    }

    /// Builds the model of the program that the files link to.
    fn linked<'s>(&'s self, counts: Option<Counts>, session: &mut Session<'s>) -> Option<PageModel> {
        let before = session.diagnostics.len();
        let linked = self.job.link(&self.files, session)?;
        self.job.levels.apply(&mut session.diagnostics);
        let names: Vec<_> = self.files.iter().map(|file| file.name.as_str()).collect();
        let name = match names.as_slice() {
            [first, _, _, _, ..] => format!("{first} and {} more", names.len() - 1),
            names => names.join(", "),
        };
        let subject = subject(&name, &linked.bytes);
        let diagnostics = session.diagnostics.iter().skip(before);
        let warnings = diagnostics.map(|diagnostic| Warning::from_diagnostic(diagnostic, &session.sources));
        let warnings = warnings.collect();
        let counts = profile::matching_counts(counts, &subject, session);
        let extras = Extras {
            sources: &session.sources,
            warnings,
            counts,
        };
        let model = Model::new(&subject, extras);
        Some(PageModel {
            model,
            bytes: linked.bytes,
            name,
        })
    }
}

impl PageModel {
    fn new(model: Model, file: &InputFile) -> Self {
        Self {
            model,
            name: file.name.clone(),
            bytes: file.bytes.clone(),
        }
    }
}

fn subject<'a>(name: &'a str, bytes: &'a [u8]) -> InspectedFile<'a> {
    InspectedFile {
        name,
        bytes,
        inspection: inspect(bytes),
    }
}

fn report_faults(subject: &InspectedFile<'_>, session: &mut Session<'_>) {
    let faults = subject.inspection.faults.iter();
    session
        .diagnostics
        .extend(faults.map(|fault| damage(subject.name, fault)));
}

/// Builds the model of an object, with picald's diagnostics on it.
fn object(job: &Job, file: &InputFile, session: &mut Session<'_>) -> PageModel {
    let subject = subject(&file.name, &file.bytes);
    let before = session.diagnostics.len();
    report_faults(&subject, session);
    let is_sound = session.diagnostics.len() == before;
    let input = InputFile {
        kind: InputKind::Object,
        ..file.clone()
    };
    let (mut warnings, remark) = link_warnings(job, std::slice::from_ref(&input), is_sound, session);
    let extras = Extras {
        warnings: warnings.pop().unwrap_or_default(),
        ..Extras::default()
    };
    let mut model = Model::new(&subject, extras);
    model.remarks.extend(remark);
    PageModel::new(model, file)
}

/// Builds the model of an archive, with picald's diagnostics on all its objects together. Other members have none.
fn archive(job: &Job, file: &InputFile, session: &mut Session<'_>) -> Option<PageModel> {
    let archive = match Archive::read(&file.bytes) {
        Ok(archive) => archive,
        Err(error) => {
            session.diagnostics.push(damage(&file.name, &error));
            return None;
        }
    };
    let members = archive.members().iter().filter(|member| member.is_object());
    let members: Vec<_> = members.map(|member| (shown(member.name), member.bytes)).collect();
    let subjects: Vec<_> = members.iter().map(|(name, bytes)| subject(name, bytes)).collect();
    let before = session.diagnostics.len();
    for subject in &subjects {
        report_faults(subject, session);
    }
    let is_sound = session.diagnostics.len() == before;
    let objects = members.iter();
    let objects = objects.map(|(name, bytes)| warnings::member(&file.name, name, bytes));
    let objects: Vec<_> = objects.collect();
    let (warnings, remark) = link_warnings(job, &objects, is_sound, session);
    let warnings = warnings.into_iter().chain(std::iter::repeat_with(Vec::new));
    let extras = |warnings| Extras {
        warnings,
        ..Extras::default()
    };
    let members = subjects.into_iter().zip(warnings.map(extras)).collect();
    let mut model = Model::from_archive(&file.name, file.bytes.len(), members);
    model.remarks.extend(remark);
    Some(PageModel::new(model, file))
}

/// Returns picald's diagnostics on each object; or a note on why there are none. Damaged objects are not linked.
fn link_warnings(
    job: &Job,
    objects: &[InputFile],
    are_sound: bool,
    session: &Session<'_>,
) -> (Vec<Vec<Warning>>, Option<String>) {
    if objects.is_empty() || !are_sound {
        return (Vec::new(), None);
    }
    match warnings::object_warnings(job, objects, session.files()) {
        Ok(warnings) => (warnings, None),
        Err(why) => (Vec::new(), Some(why)),
    }
}

/// Renders the page, and returns whether the files differ; no page after errors.
fn page(options: &CommandLine, models: Vec<PageModel>, session: &mut Session<'_>) -> (Option<String>, bool) {
    if session.has_errors() {
        return (None, false);
    }
    if !options.is_diff() {
        return (models.first().map(|page_model| to_html(&page_model.model)), false);
    }
    match <[PageModel; 2]>::try_from(models) {
        Ok(sides) => comparison::page(sides, session),
        Err(_) => (None, false),
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
