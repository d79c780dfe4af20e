//! Inputs of former or potential failures: each `regressions/FOLDER/NAME` goes through the fuzz target of its
//! directory, as do the seeds.

use std::path::{Path, PathBuf};
use std::{fs, io};

use libtest_mimic::{Arguments, Failed, Trial};
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_testsuite::corpus::{file_name, folder};
use pica200_testsuite::formats::formats;
use pica200_testsuite::fuzzing::{Target, targets};

/// With fewer seeds, the files of the suite must be missing.
const MIN_SEEDS: usize = 30;

fn main() -> io::Result<()> {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in entries(&folder("regressions"))? {
        let name = file_name(&path);
        let target = targets().find(|target| target.folder == name);
        let unknown = || io::Error::other(format!("regressions/{name} belongs to no fuzz target"));
        trials.extend(cases(target.ok_or_else(unknown)?, &path)?);
    }
    for target in targets() {
        let prefix = format!("{}/", target.folder);
        if !trials.iter().any(|trial| trial.name().starts_with(&prefix)) {
            return Err(io::Error::other(format!("regressions/{prefix} has no cases")));
        }
        let run = move || check_seeds(target);
        trials.push(Trial::test(format!("seeds/{}", target.name), run));
    }
    trials.push(Trial::test("kinds_have_formats", kinds_have_formats));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns the files of a directory, sorted by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let mut paths = entries?;
    paths.sort();
    Ok(paths)
}

/// Returns the cases of a target: a test for each file in its directory.
fn cases(target: &'static Target, folder: &Path) -> io::Result<Vec<Trial>> {
    let trial = |path: PathBuf| {
        let name = format!("{}/{}", target.folder, file_name(&path));
        Trial::test(name, move || {
            (target.run)(&fs::read(path)?);
            Ok(())
        })
    };
    Ok(entries(folder)?.into_iter().map(trial).collect())
}

fn check_seeds(target: &Target) -> Result<(), Failed> {
    let seeds = (target.seeds)();
    seeds.iter().for_each(|seed| (target.run)(seed));
    if seeds.len() < MIN_SEEDS {
        return Err(format!("there are only {} seeds", seeds.len()).into());
    }
    Ok(())
}

/// Checks that each kind of file has one format, and that the seeds of its target are such files.
fn kinds_have_formats() -> Result<(), Failed> {
    for kind in FileKind::ALL {
        let noun = kind.noun();
        let found: Vec<_> = formats().filter(|f| f.kind == *kind).collect();
        let [format] = found.as_slice() else {
            let count = found.len();
            return Err(format!("{count} formats have the kind {noun}; expected 1").into());
        };
        let seeds = (format.target.seeds)();
        if !seeds.iter().any(|seed| recognise(seed) == Some(*kind)) {
            return Err(format!("no seed of {} is of the kind {noun}", format.target.name).into());
        }
    }
    Ok(())
}
