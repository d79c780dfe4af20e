//! Checks one source.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use pica200::job::{Job, JobInput};
use pica200::report::Report;
use pica200::session::Session;
use pica200_asm::Files as _;
use pica200_diagnostics::{Code, Tool};

use super::convert::{Finding, findings};
use super::place::Places;
use crate::cache::Derived;
use crate::documents::State;
use crate::recorder::Recorder;
use crate::snapshot::Snapshot;

/// The result of assembling a source, and of linking and checking it if it is a whole program.
#[derive(Debug)]
pub(crate) struct Checked {
    files: BTreeMap<PathBuf, Vec<Finding>>,
    /// The files that were read, or searched in vain, with their states.
    read: BTreeMap<PathBuf, State>,
}

impl Derived for Checked {
    /// Checks a source.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        let recorder = Recorder::new(&snapshot.documents);
        let files = match recorder.read(root) {
            // A source that is gone has no findings.
            Err(_) => BTreeMap::new(),
            Ok(_) => check(root, snapshot, &recorder),
        };
        Self {
            files,
            read: recorder.finish(),
        }
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
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

/// The findings in a source and the files that it includes.
fn check(
    root: &Path,
    snapshot: &Snapshot,
    files: &Recorder<'_>,
) -> BTreeMap<PathBuf, Vec<Finding>> {
    let job = Job {
        inputs: vec![JobInput::Source(root.to_owned())],
        levels: (*snapshot.levels).clone(),
        ..Job::default()
    };
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

/// Whether a report says that the source is only a part of a program. What the linker says about it then tells nothing.
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
