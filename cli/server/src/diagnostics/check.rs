//! Checks one source.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use pica200::job::Job;
use pica200::project::ProjectBinary;
use pica200::report::Report;
use pica200::session::Session;
use pica200_asm::Files as _;
use pica200_diagnostics::{Code, Tool};

use super::add;
use super::convert::{Finding, findings};
use super::group::Candidates;
use super::place::Places;
use crate::cache::Derived;
use crate::documents::State;
use crate::project::{SourceProject, is_project};
use crate::recorder::Recorder;
use crate::snapshot::Snapshot;
use crate::uri::normal;

/// The result of assembling a source, and of linking and checking it if it is a whole program.
#[derive(Debug)]
pub(crate) struct Checked {
    files: BTreeMap<PathBuf, Vec<Finding>>,
    /// The sources among which the builds of a source without a binary in a project were found.
    candidates: Option<Candidates>,
    /// The files that were read, or searched in vain, with their states.
    read: BTreeMap<PathBuf, State>,
}

impl Derived for Checked {
    /// Checks a source.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        let recorder = Recorder::new(&snapshot.documents);
        let mut candidates = None;
        let files = match recorder.read(root) {
            // A source that is gone has no findings.
            Err(_) => BTreeMap::new(),
            Ok(_) => check(root, snapshot, &recorder, &mut candidates),
        };
        Self {
            files,
            candidates,
            read: recorder.finish(),
        }
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
    }

    fn still_applies(&self, root: &Path, snapshot: &Snapshot) -> bool {
        let Some(candidates) = &self.candidates else {
            return true;
        };
        Candidates::find(root, snapshot).is_ok_and(|now| now == *candidates)
    }
}

impl Checked {
    /// The findings in a file.
    pub(crate) fn of_file(&self, path: &Path) -> &[Finding] {
        self.files.get(path).map(Vec::as_slice).unwrap_or_default()
    }

    /// The files with findings.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&PathBuf, &Vec<Finding>)> {
        self.files.iter()
    }
}

/// The findings of the builds that a source belongs to, by files: those of the binaries of its project that have it as an
/// input, or else those that rules find; and the mistakes in the file of the project. For the rules, `candidates` gets the
/// sources that they looked at.
fn check(
    root: &Path,
    snapshot: &Snapshot,
    files: &Recorder<'_>,
    candidates: &mut Option<Candidates>,
) -> Findings {
    if is_project(root) {
        let project = SourceProject::read(root, files);
        return project.map_or_else(BTreeMap::new, |of| mistakes(&of, snapshot, files));
    }
    let project = SourceProject::find(root, snapshot, files);
    let project = project.as_ref();
    let mut found = project.map_or_else(BTreeMap::new, |of| mistakes(of, snapshot, files));
    let binaries = project.map(|of| (of, of.binaries(root, files)));
    if let Some((project, binaries)) = binaries.filter(|(_, binaries)| !binaries.is_empty()) {
        for binary in binaries {
            if snapshot.cancelled.is_set() {
                break;
            }
            join(&mut found, check_binary(binary, project, snapshot, files));
        }
        return found;
    }
    let Ok(among) = Candidates::find(root, snapshot) else {
        // Nobody needs the result of cancelled work.
        return found;
    };
    for job in among.jobs(root, project, files) {
        if snapshot.cancelled.is_set() {
            break;
        }
        join(&mut found, check_job(job, root, snapshot, files));
    }
    *candidates = Some(among);
    found
}

/// Findings, by files.
type Findings = BTreeMap<PathBuf, Vec<Finding>>;

/// Adds findings to others. What two builds find is there once.
fn join(found: &mut Findings, further: Findings) {
    for (path, findings) in further {
        add(found.entry(path).or_default(), &findings);
    }
}

/// The mistakes in the file of a project.
fn mistakes(project: &SourceProject, snapshot: &Snapshot, files: &Recorder<'_>) -> Findings {
    project.with_mistakes(files, |reports, session| {
        let path = normal(Path::new(&project.file.name));
        let places = Places::new(&path, &snapshot.documents, &session.sources);
        findings(reports, &places, snapshot)
    })
}

/// The findings of a binary of a project.
fn check_binary(
    binary: &ProjectBinary,
    project: &SourceProject,
    snapshot: &Snapshot,
    files: &Recorder<'_>,
) -> Findings {
    let mut job = binary.job.clone();
    job.levels.extend(&snapshot.levels);
    let mut session = Session::new(files);
    let inputs = binary.read(&project.file, &mut session);
    job.link(&inputs, &mut session);
    let reports = std::mem::take(&mut session.reports);
    let path = normal(Path::new(&project.file.name));
    let places = Places::new(&path, &snapshot.documents, &session.sources);
    findings(reports, &places, snapshot)
}

/// The findings of a build that no file of a project names.
fn check_job(mut job: Job, root: &Path, snapshot: &Snapshot, files: &Recorder<'_>) -> Findings {
    job.levels.extend(&snapshot.levels);
    let mut session = Session::new(files);
    let inputs = job.read(&mut session, &mut io::empty());
    job.link(&inputs, &mut session);
    let mut reports = std::mem::take(&mut session.reports);
    if reports.iter().any(is_of_part) {
        reports.retain(|report| report.tool != Tool::Linker);
    }
    let places = Places::new(root, &snapshot.documents, &session.sources);
    findings(reports, &places, snapshot)
}

/// Whether a report says that the sources are only a part of a program. What the linker says about it then tells nothing.
fn is_of_part(report: &Report) -> bool {
    const OF_PARTS: [Code; 6] = [
        Code::EmptyInput,
        Code::MissingEntry,
        Code::NothingToLink,
        Code::UndefinedConstant,
        Code::UndefinedProcedure,
        Code::UndefinedUniform,
    ];
    report.tool == Tool::Linker && OF_PARTS.contains(&report.code)
}
