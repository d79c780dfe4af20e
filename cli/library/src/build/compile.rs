//! From what a build asks for to binaries, all in memory.

use std::env;
use std::io;
use std::path::PathBuf;

use pica200_asm::{Define, Files, MemoryFiles};
use pica200_bindings::{Axis, Bound, Variant, rust, rust_variants};
use pica200_diagnostics::Code;
use pica200_link::{Compat, Output, select};

use super::error::{BuildError, invalid};
use super::variants::{combinations, in_words, without_effect};
use super::watch::Watched;
use super::{Asked, Build, BuildInput};
use crate::input::InputFile;
use crate::inputs::{self, Named, items};
use crate::levels::Levels;
use crate::render::{Colors, Format, render};
use crate::report::Report;
use crate::session::Session;

/// A shader binary that was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binary {
    /// The value of each number that has variants, in the order in which they were asked for. Empty without variants.
    pub values: Vec<i32>,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// What a build makes, before anything is written.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// One binary; or one for each variant, by their index.
    pub binaries: Vec<Binary>,
    /// The text of the Rust module.
    pub module: String,
    /// What there is to warn of: a line each, `FILE:LINE:COL: warning: TEXT [name]`. What several variants draw is
    /// there once.
    pub warnings: Vec<String>,
    pub(super) axes: Vec<Axis>,
    pub(super) asked: Asked,
}

impl Compiled {
    /// The files that were read, includes too; each once, in the order of their paths.
    pub fn read(&self) -> &[PathBuf] {
        &self.asked.read
    }
}

/// A build whose numbers and levels are known.
struct Job<'b> {
    build: &'b Build,
    defines: Vec<Define>,
    levels: Levels,
    inputs: Vec<InputFile>,
    files: &'b dyn Files,
}

/// A binary, and what the linker knows of it.
type Built = (Binary, Output);

/// Builds all binaries of a build.
pub(super) fn compile(build: &Build, files: &dyn Files) -> Result<Compiled, BuildError> {
    check_name(&build.name)?;
    check_lines(build)?;
    let combinations = combinations(&build.axes)?;
    for axis in &build.axes {
        number(&axis.name, "0")?;
    }
    let texts = build.texts();
    let watched = Watched::new(files, &texts);
    let job = Job {
        build,
        defines: defines(build)?,
        levels: levels(build)?,
        inputs: read(build, &watched)?,
        files: &watched,
    };
    let mut warnings = Vec::new();
    let built = job.all(combinations, &mut warnings)?;
    let (binaries, outputs): (Vec<_>, Vec<_>) = built.into_iter().unzip();
    let mut alike = Session::new(files);
    alike.reports = without_effect(&build.axes, &binaries);
    job.levels.apply(&mut alike.reports);
    if alike.has_errors() {
        return Err(BuildError::new(&alike));
    }
    add_warnings(&alike, &mut warnings);
    drop(alike);
    drop(job);
    Ok(Compiled {
        module: module(&build.axes, &binaries, &outputs),
        binaries,
        warnings,
        axes: build.axes.clone(),
        asked: watched.into_asked(),
    })
}

/// Files of the build go by this name, in a folder that the caller names.
fn check_name(name: &str) -> Result<(), Report> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    if name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(invalid(format!(
        "`{}` is no name for a build: it begins with a letter or digit, and goes on with these, blanks, `_`, `-` and `.`",
        name.escape_debug()
    )))
}

/// A line table is asked for only where there can be one.
fn check_lines(build: &Build) -> Result<(), Report> {
    let linking = &build.linking;
    match (linking.debug, linking.strip, linking.compat) {
        (true, true, _) => Err(invalid(
            "a line table is asked for, and that lines are left out",
        )),
        (true, _, Compat::Picasso) => Err(invalid("picasso's binaries have no line table")),
        _ => Ok(()),
    }
}

/// The numbers that all variants have.
fn defines(build: &Build) -> Result<Vec<Define>, Report> {
    let mut all = Vec::new();
    for name in &build.environment {
        match env::var(name) {
            Ok(value) if !value.is_empty() => all.push(define(build, name, &value)?),
            Ok(_) | Err(env::VarError::NotPresent) => {}
            Err(env::VarError::NotUnicode(_)) => {
                let message = format!("the environment variable `{name}` is no text");
                return Err(invalid(message));
            }
        }
    }
    for (name, value) in &build.defines {
        all.push(define(build, name, value)?);
    }
    Ok(all)
}

fn define(build: &Build, name: &str, value: &str) -> Result<Define, Report> {
    if build.axes.iter().any(|axis| axis.name == name) {
        let message = format!("`{name}` has variants, and a value for all of them");
        return Err(invalid(message));
    }
    number(name, value)
}

fn number(name: &str, value: &str) -> Result<Define, Report> {
    let define = Define::new(&format!("{name}={value}"));
    define.map_err(|error| invalid(format!("cannot define `{name}`: {error}")))
}

fn levels(build: &Build) -> Result<Levels, Report> {
    let mut levels = Levels::default();
    for (name, level) in &build.levels {
        levels.set(name, *level).map_err(invalid)?;
    }
    Ok(levels)
}

/// Reads the inputs.
fn read(build: &Build, files: &Watched<'_>) -> Result<Vec<InputFile>, BuildError> {
    let mut session = Session::new(files);
    let named = build.inputs.iter().map(|input| match input {
        BuildInput::File(path) | BuildInput::Text(path, _) => Named::Path(path),
        BuildInput::Library(name) => Named::Library(name),
    });
    // Nothing is read from it: no path of a build means standard input.
    let mut stdin = io::empty();
    let inputs = inputs::read(named, &build.library_paths, &mut session, &mut stdin);
    if session.has_errors() {
        return Err(BuildError::new(&session));
    }
    Ok(inputs)
}

impl Job<'_> {
    /// All binaries, or what is wrong with any of them.
    fn all(
        &self,
        combinations: Vec<Vec<i32>>,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Built>, BuildError> {
        let axes = &self.build.axes;
        let (mut built, mut errors) = (Vec::new(), Vec::new());
        for values in combinations {
            let about = format!("with {}:", in_words(axes, &values));
            match self.one(values, warnings) {
                Ok(one) => built.push(one),
                Err(error) if axes.is_empty() => return Err(error),
                Err(error) => errors.push((about, error)),
            }
        }
        if errors.is_empty() {
            Ok(built)
        } else {
            Err(BuildError::of_all(errors))
        }
    }

    fn one(&self, values: Vec<i32>, warnings: &mut Vec<String>) -> Result<Built, BuildError> {
        let mut defines = self.defines.clone();
        for (axis, value) in self.build.axes.iter().zip(&values) {
            defines.push(number(&axis.name, &value.to_string())?);
        }
        let mut session = Session::new(self.files);
        let linked = self.link(defines, &mut session);
        self.levels.apply(&mut session.reports);
        match linked {
            Some((output, bytes)) if !session.has_errors() => {
                add_warnings(&session, warnings);
                Ok((Binary { values, bytes }, output))
            }
            _ => Err(BuildError::new(&session)),
        }
    }

    fn link<'s>(
        &'s self,
        defines: Vec<Define>,
        session: &mut Session<'s>,
    ) -> Option<(Output, Vec<u8>)> {
        let assembling = pica200_asm::Options {
            padding: self.build.padding,
            include_paths: self.build.include_paths.clone(),
            defines,
            lints: self.levels.lints(),
            ..Default::default()
        };
        let items = items(&self.inputs, session, &assembling);
        if session.has_errors() {
            return None;
        }
        let mut selection = select(items);
        session.add_findings(std::mem::take(&mut selection.findings));
        if session.has_errors() {
            return None;
        }
        let output = session.link(&selection, &self.build.linking, &self.levels)?;
        match output.shbin.write() {
            Ok(bytes) => Some((output, bytes)),
            Err(error) => {
                let name = format!("{}.shbin", self.build.name);
                let report = Report::unwritable(Code::UnwritableBinary, name, &error);
                session.reports.push(report);
                None
            }
        }
    }
}

/// Adds the warnings of a session that nobody has said yet.
fn add_warnings(session: &Session<'_>, warnings: &mut Vec<String>) {
    let text = render(
        &session.reports,
        &session.sources,
        Format::Short,
        Colors::None,
    );
    for line in String::from_utf8_lossy(&text).lines() {
        if !warnings.iter().any(|said| said == line) {
            warnings.push(line.to_owned());
        }
    }
}

/// The text of the Rust module.
fn module(axes: &[Axis], binaries: &[Binary], outputs: &[Output]) -> String {
    let pairs = binaries.iter().zip(outputs);
    let variants = pairs.map(|(binary, output)| Variant {
        values: binary.values.clone(),
        bound: Bound {
            shbin: &output.shbin,
            bytes: &binary.bytes,
            entries: &output.entries,
        },
    });
    let variants: Vec<_> = variants.collect();
    match variants.as_slice() {
        [one] if axes.is_empty() => rust(&one.bound),
        all => rust_variants(axes, all),
    }
}

impl Build {
    /// The sources that are in memory, by the paths that they stand for.
    fn texts(&self) -> MemoryFiles {
        let mut texts = MemoryFiles::new();
        for input in &self.inputs {
            if let BuildInput::Text(path, text) = input {
                texts = texts.with(path, text.as_str());
            }
        }
        texts
    }
}
