//! Compiling a build to binaries, in memory.

use std::env;
use std::io;
use std::path::PathBuf;

use pica200_asm::{Define, Files};
use pica200_bindings::{Axis, Bound, Variant, c, rust, rust_variants};
use pica200_link::{Compat, LinkOutput};

use super::error::{BuildError, invalid};
use super::variants::{combinations, in_words, without_effect};
use super::watch::Watched;
use super::{Asked, Build};
use crate::input::InputFile;
use crate::job::{Destination, Job, Product};
use crate::levels::Levels;
use crate::render::{Colors, Format, render};
use crate::report::Report;
use crate::session::Session;

/// A shader binary that was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltBinary {
    /// The value of each number that has variants, in the order of the calls. Empty without variants.
    pub values: Vec<i32>,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The link map as text, if [`Build::map`] asked for it.
    pub map: Option<String>,
    /// The C header as text, if [`Build::c`] asked for it.
    pub c: Option<String>,
}

/// The result of a build, before it is written to files.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// One binary; or one for each variant, by their index.
    pub binaries: Vec<BuiltBinary>,
    /// The text of the Rust module.
    pub module: String,
    /// The warnings, one line each: `FILE:LINE:COL: warning: TEXT [name]`. A warning of several variants appears once.
    pub warnings: Vec<String>,
    pub(super) axes: Vec<Axis>,
    pub(super) asked: Asked,
}

impl Compiled {
    /// The files that were read, including includes; each once, in the order of their paths.
    pub fn read(&self) -> &[PathBuf] {
        &self.asked.read
    }
}

/// A binary, and the output of the linker for it.
type Built = (BuiltBinary, LinkOutput);

/// Builds all binaries of a build.
pub(super) fn compile(build: &Build, files: &dyn Files) -> Result<Compiled, BuildError> {
    let combinations = combinations(&build.axes)?;
    for axis in &build.axes {
        number(&axis.name, "0")?;
    }
    let job = job(build)?;
    let watched = Watched::new(files);
    let mut session = Session::new(&watched);
    // Builds do not read standard input.
    let inputs = job.read(&mut session, &mut io::empty());
    if session.has_errors() {
        return Err(BuildError::new(&session));
    }
    let variants = Variants {
        build,
        job: &job,
        inputs: &inputs,
        files: &watched,
    };
    let mut warnings = Vec::new();
    let built = variants.all(combinations, &mut warnings)?;
    let (mut binaries, outputs): (Vec<_>, Vec<_>) = built.into_iter().unzip();
    if build.has_c {
        for (number, (binary, output)) in binaries.iter_mut().zip(&outputs).enumerate() {
            let stem = build.stem(number, binary);
            binary.c = Some(c(&bound(binary, output), &stem));
        }
    }
    let mut alike = Session::new(files);
    alike.reports = without_effect(&build.axes, &binaries);
    job.levels.apply(&mut alike.reports);
    if alike.has_errors() {
        return Err(BuildError::new(&alike));
    }
    add_warnings(&alike, &mut warnings);
    Ok(Compiled {
        module: module(&build.axes, &binaries, &outputs),
        binaries,
        warnings,
        axes: build.axes.clone(),
        asked: watched.into_asked(),
    })
}

/// The job of a build, without the numbers that have variants.
///
/// # Errors
///
/// A setting of the build is wrong.
fn job(build: &Build) -> Result<Job, Report> {
    check_name(&build.name)?;
    check_lines(build)?;
    let mut job = build.job.clone();
    job.assembling.defines = defines(build)?;
    for name in &build.level_variables {
        if let Some(value) = env::var_os(name) {
            let levels = Levels::from_variable(name, &value).map_err(invalid)?;
            job.levels.extend(&levels);
        }
    }
    for (name, level) in &build.levels {
        job.levels.set(name, *level).map_err(invalid)?;
    }
    let name = format!("{}.shbin", build.name);
    job.outputs = vec![(Product::Binary, Destination::File(name.into()))];
    Ok(job)
}

impl Build {
    /// The name of the files for a binary, without a suffix: that of the build, with the number of the variant.
    pub(super) fn stem(&self, number: usize, binary: &BuiltBinary) -> String {
        match binary.values.is_empty() {
            true => self.name.clone(),
            false => format!("{}.{number}", self.name),
        }
    }

    /// The job of this build, with a line table, for tests.
    #[cfg(feature = "testing")]
    pub(crate) fn job_to_test(&self) -> Result<Job, Report> {
        if let Some(axis) = self.axes.first() {
            let message = format!("`{}` has variants, but a test needs one of them", axis.name);
            return Err(invalid(message).with_help("choose a value with `Build::define`"));
        }
        let mut job = job(self)?;
        job.linking.debug = job.linking.compat == Compat::None;
        job.linking.strip = false;
        Ok(job)
    }
}

/// Checks that the name can be part of the names of files.
fn check_name(name: &str) -> Result<(), Report> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    if name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(invalid(format!(
        "`{}` is not a valid name for a build: use letters, digits, blanks, `_`, `-` and `.`, beginning with a letter or digit",
        name.escape_debug()
    )))
}

/// Checks that a line table is possible if the build asks for one.
fn check_lines(build: &Build) -> Result<(), Report> {
    let linking = &build.job.linking;
    match (linking.debug, linking.strip, linking.compat) {
        (true, true, _) => Err(invalid("a line table is requested, but lines are left out")),
        (true, _, Compat::Picasso) => Err(invalid(
            "binaries compatible with picasso have no line table",
        )),
        _ => Ok(()),
    }
}

/// The numbers that are the same for all variants.
fn defines(build: &Build) -> Result<Vec<Define>, Report> {
    let mut all = Vec::new();
    for name in &build.environment {
        match env::var(name) {
            Ok(value) if !value.is_empty() => all.push(define(build, name, &value)?),
            Ok(_) | Err(env::VarError::NotPresent) => {}
            Err(env::VarError::NotUnicode(_)) => {
                let message = format!("the environment variable `{name}` is not valid UTF-8");
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
        let message = format!("`{name}` has variants and also a value for all of them");
        return Err(invalid(message));
    }
    number(name, value)
}

fn number(name: &str, value: &str) -> Result<Define, Report> {
    let define = Define::new(&format!("{name}={value}"));
    define.map_err(|error| invalid(format!("cannot define `{name}`: {error}")))
}

/// A build with its inputs, which is linked for each combination of numbers.
struct Variants<'b> {
    build: &'b Build,
    job: &'b Job,
    inputs: &'b [InputFile],
    files: &'b dyn Files,
}

impl Variants<'_> {
    /// All binaries, or the errors of all variants.
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
        let mut job = self.job.clone();
        for (axis, value) in self.build.axes.iter().zip(&values) {
            let define = number(&axis.name, &value.to_string())?;
            job.assembling.defines.push(define);
        }
        let mut session = Session::new(self.files);
        let Some(linked) = job.link(self.inputs, &mut session) else {
            return Err(BuildError::new(&session));
        };
        add_warnings(&session, warnings);
        let binary = BuiltBinary {
            values,
            c: None,
            map: linked
                .map()
                .map(|map| String::from_utf8_lossy(&map).into_owned()),
            bytes: linked.bytes,
        };
        Ok((binary, linked.output))
    }
}

/// Adds the warnings of a session that are not in the list yet.
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

/// A binary for modules of other languages.
fn bound<'b>(binary: &'b BuiltBinary, output: &'b LinkOutput) -> Bound<'b> {
    Bound {
        shbin: &output.shbin,
        bytes: &binary.bytes,
        entries: &output.entries,
    }
}

/// The text of the Rust module.
fn module(axes: &[Axis], binaries: &[BuiltBinary], outputs: &[LinkOutput]) -> String {
    let pairs = binaries.iter().zip(outputs);
    let variants = pairs.map(|(binary, output)| Variant {
        values: binary.values.clone(),
        bound: bound(binary, output),
    });
    let variants: Vec<_> = variants.collect();
    match variants.as_slice() {
        [one] if axes.is_empty() => rust(&one.bound),
        all => rust_variants(axes, all),
    }
}
