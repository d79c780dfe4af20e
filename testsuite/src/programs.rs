//! The programs of the suite: sources that are linked together.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pica200_asm::lint::Lints;

use crate::case::{Case, CaseSource};
use crate::corpus::{file_name, files, folder, stem, workspace};

/// Sources that are linked together.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its origin: `golden/single/01-mov`.
    pub name: String,
    /// The sources in link order.
    pub sources: Vec<CaseSource>,
    /// The assembler options.
    pub assembling: pica200_asm::AssemblyOptions,
    /// For golden files: the path of picasso's output, without suffix.
    pub expected: PathBuf,
}

impl Program {
    fn new(name: String, paths: &[PathBuf], padding: bool, expected: PathBuf) -> io::Result<Self> {
        let sources = paths.iter().map(|path| source(path)).collect::<Result<_, _>>()?;
        Ok(Self {
            name,
            sources,
            assembling: pica200_asm::AssemblyOptions {
                padding,
                // Lints have separate tests.
                lints: Lints::NONE,
                ..pica200_asm::AssemblyOptions::default()
            },
            expected,
        })
    }
}

/// Reads a source.
///
/// # Errors
///
/// Returns an error if it cannot be read.
pub fn source(path: &Path) -> io::Result<CaseSource> {
    Ok(CaseSource {
        name: file_name(path),
        text: fs::read(path)?,
        ..CaseSource::default()
    })
}

/// Returns the golden files that link.
///
/// # Errors
///
/// Returns an error if one of them cannot be read.
pub fn golden() -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for (kind, padding) in [("single", true), ("no-nop", false)] {
        for path in files(&folder("golden").join(kind), "pica") {
            let name = format!("{kind}/{}", stem(&path));
            let expected = path.with_extension("");
            programs.push(Program::new(name, &[path], padding, expected)?);
        }
    }
    for shbin in files(&folder("golden/multi"), "shbin") {
        let folder = shbin.parent().unwrap_or(Path::new(""));
        let name = format!("multi/{}", file_name(folder));
        let sources = files(folder, "pica");
        programs.push(Program::new(name, &sources, true, shbin.with_extension(""))?);
    }
    Ok(programs)
}

/// Returns the examples: a program for each directory, with vertex shaders before geometry shaders, each sorted by
/// name. Packages, projects for devkitPro, and examples of compiled shaders only have separate tests and are omitted.
///
/// # Errors
///
/// Returns an error if one of them cannot be read.
pub fn examples() -> io::Result<Vec<Program>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(workspace().join("examples"))? {
        let path = entry?.path();
        let of_variations = |path: &PathBuf| path.to_string_lossy().ends_with(".variants.toml");
        let in_wgsl_alone = |path: &PathBuf| !path.with_extension("vsh").exists();
        let has_own_tests = ["Cargo.toml", "Makefile"].iter().any(|name| path.join(name).exists())
            || !files(&path, "dxbc").is_empty()
            || files(&path, "toml").iter().any(of_variations)
            || files(&path, "wgsl").iter().any(in_wgsl_alone);
        if path.is_dir() && !has_own_tests {
            folders.push(path);
        }
    }
    folders.sort();
    let programs = folders.into_iter().map(|folder| {
        let mut sources = files(&folder, "vsh");
        sources.extend(files(&folder, "gsh"));
        let name = format!("examples/{}", file_name(&folder));
        Program::new(name, &sources, true, PathBuf::new())
    });
    programs.collect()
}

/// Returns the cases that are linked, one program for each run of a case.
///
/// # Errors
///
/// Returns an error if one of them cannot be read or is not a case.
pub fn cases() -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for path in files(&folder("cases"), "pica") {
        let text = fs::read_to_string(&path)?;
        let case = Case::parse(&file_name(&path), &text).map_err(io::Error::other)?;
        if case.assemble_only {
            continue;
        }
        for (number, run) in case.runs.iter().enumerate() {
            programs.push(Program {
                name: format!("cases/{}/{number}", stem(&path)),
                sources: case.sources.clone(),
                assembling: run.assembling.clone(),
                expected: PathBuf::new(),
            });
        }
    }
    Ok(programs)
}
