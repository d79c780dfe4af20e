//! Checks a single source.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use pica200::diagnostic::Diagnostic;
use pica200::job::{Job, JobInput};
use pica200::session::Session;
use pica200_asm::Files as _;
use pica200_diagnostics::{Code, Tool};

use super::add;
use super::convert::{FileDiagnostic, group_by_file};
use super::place::LocationMapper;
use super::plan::{self, Plan, PlannedBuild};
use crate::builds::{BuildFile, defaults};
use crate::documents::State;
use crate::recorder::Recorder;
use crate::snapshot::{Derived, Snapshot};

/// The result of assembling a source, and of linking and checking it if it is a complete program.
#[derive(Debug)]
pub(crate) struct CheckResult {
    files: ByFile,
    /// The builds that the source belongs to; `None` if the request was cancelled before they were known.
    plan: Option<Plan>,
    /// The files that were read or looked up without success, with their states.
    read: BTreeMap<PathBuf, State>,
}

impl Derived for CheckResult {
    /// Checks a source.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        let recorder = Recorder::new(&snapshot.documents);
        let plan = Plan::of(root, snapshot).ok();
        let files = match (recorder.read(root), &plan) {
            (Ok(_), Some(plan)) => check(root, plan, snapshot, &recorder),
            // A deleted source has no diagnostics.
            _ => ByFile::new(),
        };
        Self {
            files,
            plan,
            read: recorder.finish(),
        }
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
    }

    fn is_valid(&self, root: &Path, snapshot: &Snapshot) -> bool {
        let now = Plan::of(root, snapshot);
        self.plan.is_some() && self.plan == now.ok()
    }
}

impl CheckResult {
    /// Returns the diagnostics in a file.
    pub(crate) fn of_file(&self, path: &Path) -> &[FileDiagnostic] {
        self.files.get(path).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the files with diagnostics.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&PathBuf, &Vec<FileDiagnostic>)> {
        self.files.iter()
    }
}

/// Returns the diagnostics of all builds of a source and the errors of its project file, by file.
fn check(root: &Path, plan: &Plan, snapshot: &Snapshot, files: &Recorder<'_>) -> ByFile {
    let mut found = ByFile::new();
    if let Some(project) = plan::project(root, snapshot) {
        files.note_all(project.read());
        found = project_errors(&project, snapshot, files);
    }
    for build in &plan.0 {
        if snapshot.cancelled.is_set() {
            break;
        }
        let diagnostics = match build {
            PlannedBuild::Defined(path, number) => {
                let file = snapshot.derived::<BuildFile>(path);
                files.note_all(file.read());
                check_defined(&file, *number, snapshot, files)
            }
            PlannedBuild::Inferred(inputs) => check_inferred(inputs, root, snapshot, files),
        };
        merge(&mut found, diagnostics);
    }
    found
}

/// Diagnostics by file.
type ByFile = BTreeMap<PathBuf, Vec<FileDiagnostic>>;

/// Merges diagnostics. A diagnostic reported by two builds is kept once.
fn merge(found: &mut ByFile, further: ByFile) {
    for (path, diagnostics) in further {
        add(found.entry(path).or_default(), &diagnostics);
    }
}

/// Returns the errors of a project file.
fn project_errors(project: &BuildFile, snapshot: &Snapshot, files: &Recorder<'_>) -> ByFile {
    project.with_errors(files, |diagnostics, session| {
        let path = project.path();
        let places = LocationMapper::new(&path, snapshot, &session.sources);
        group_by_file(diagnostics, &places, snapshot)
    })
}

/// Returns the diagnostics of a build defined by a file.
fn check_defined(file: &BuildFile, number: usize, snapshot: &Snapshot, files: &Recorder<'_>) -> ByFile {
    let (Some(build), Some(read)) = (file.builds.get(number), &file.file) else {
        return ByFile::new();
    };
    let mut job = build.job.clone();
    job.levels.extend(&snapshot.levels);
    let mut session = Session::new(files);
    let inputs = build.read(read, &mut session);
    job.link(&inputs, &mut session);
    let diagnostics = std::mem::take(&mut session.diagnostics);
    let path = file.path();
    let places = LocationMapper::new(&path, snapshot, &session.sources);
    group_by_file(diagnostics, &places, snapshot)
}

/// Returns the diagnostics of a build inferred by rules.
fn check_inferred(inputs: &[JobInput], root: &Path, snapshot: &Snapshot, files: &Recorder<'_>) -> ByFile {
    let mut job = Job {
        inputs: inputs.to_vec(),
        ..defaults(root, snapshot)
    };
    job.levels.extend(&snapshot.levels);
    let mut session = Session::new(files);
    let inputs = job.read(&mut session, &mut io::empty());
    job.link(&inputs, &mut session);
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    if diagnostics.iter().any(indicates_partial_program) {
        diagnostics.retain(|diagnostic| diagnostic.tool != Tool::Linker);
    }
    let places = LocationMapper::new(root, snapshot, &session.sources);
    group_by_file(diagnostics, &places, snapshot)
}

/// Returns true if a diagnostic shows that the sources are only part of a program. Linker diagnostics are then
/// meaningless.
fn indicates_partial_program(diagnostic: &Diagnostic) -> bool {
    const PARTIAL_PROGRAM_CODES: [Code; 6] = [
        Code::EmptyInput,
        Code::MissingEntry,
        Code::NothingToLink,
        Code::UndefinedConstant,
        Code::UndefinedProcedure,
        Code::UndefinedUniform,
    ];
    diagnostic.tool == Tool::Linker && PARTIAL_PROGRAM_CODES.contains(&diagnostic.code)
}
