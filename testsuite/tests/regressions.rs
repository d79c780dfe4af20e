//! Inputs that once broke something, or might: each `regressions/FOLDER/NAME` goes through the fuzz target of its
//! folder, and so do the initial inputs of fuzzing.

use std::path::{Path, PathBuf};
use std::{fs, io};

use libtest_mimic::{Arguments, Failed, Trial};
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_testsuite::corpus::{file_name, folder};
use pica200_testsuite::fuzzing::{TARGETS, Target};

/// Fewer seeds than this mean that the suite's files are not there.
const MIN_SEEDS: usize = 30;

fn main() -> io::Result<()> {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in entries(&folder("regressions"))? {
        let name = file_name(&path);
        let target = TARGETS.iter().find(|target| target.folder == name);
        let unknown = || io::Error::other(format!("regressions/{name} belongs to no fuzz target"));
        trials.extend(cases(target.ok_or_else(unknown)?, &path)?);
    }
    for target in TARGETS {
        let prefix = format!("{}/", target.folder);
        if !trials.iter().any(|trial| trial.name().starts_with(&prefix)) {
            return Err(io::Error::other(format!(
                "regressions/{prefix} has no cases"
            )));
        }
        let run = move || check_seeds(target);
        trials.push(Trial::test(format!("seeds/{}", target.name), run));
    }
    trials.push(Trial::test(
        "targets_are_on_their_page",
        targets_are_on_their_page,
    ));
    trials.push(Trial::test("kinds_have_targets", kinds_have_targets));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The files of a folder, in the order of their names.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let mut paths = entries?;
    paths.sort();
    Ok(paths)
}

/// The cases of a target: a test for each file in its folder.
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
    if target.kind.is_some() && !seeds.iter().any(|seed| recognise(seed) == target.kind) {
        return Err("no seed is of the kind that the target reads".into());
    }
    if seeds.len() < MIN_SEEDS {
        return Err(format!("there are only {} seeds", seeds.len()).into());
    }
    Ok(())
}

/// `shipped` checks the programs of the targets; their descriptions are written by hand.
fn targets_are_on_their_page() -> Result<(), Failed> {
    let page = fs::read_to_string(folder("fuzz/README.md"))?;
    for Target { name, .. } in TARGETS {
        if !page.contains(&format!("\n| `{name}` | ")) {
            return Err(format!("fuzz/README.md has no row for {name}").into());
        }
    }
    Ok(())
}

fn kinds_have_targets() -> Result<(), Failed> {
    for kind in FileKind::ALL {
        if !TARGETS.iter().any(|target| target.kind == Some(*kind)) {
            return Err(format!("no fuzz target reads the kind {}", kind.noun()).into());
        }
    }
    Ok(())
}
