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
    /// The sources in the order of the link.
    pub sources: Vec<CaseSource>,
    /// The options of the assembler.
    pub assembling: pica200_asm::AssemblyOptions,
    /// For golden files: the path of picasso's output, without a suffix.
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
                // Lints have tests of their own.
                lints: Lints::NONE,
                ..pica200_asm::AssemblyOptions::default()
            },
            expected,
        })
    }
}

/// A source by its file name.
///
/// # Errors
///
/// If it cannot be read.
pub fn source(path: &Path) -> io::Result<CaseSource> {
    Ok(CaseSource {
        name: file_name(path),
        text: fs::read(path)?,
        ..CaseSource::default()
    })
}

/// The golden files that link.
///
/// # Errors
///
/// If one of them cannot be read.
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

/// The examples: a program for each folder, with vertex shaders before geometry shaders, each in the order of their
/// names. Packages, projects for devkitPro, and examples of compiled shaders alone have separate tests and are left
/// out.
///
/// # Errors
///
/// If one of them cannot be read.
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

/// The cases that are linked, one program for each run of a case.
///
/// # Errors
///
/// If one of them cannot be read, or is not a case.
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
