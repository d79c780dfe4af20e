//! Compiling a build to binaries in memory.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use pica200_asm::{Define, Files};
use pica200_bindings::{Axis, Variant, rust_variants};
use pica200_link::Compat;

use super::error::{BuildError, invalid};
use super::watch::RecordingFiles;
use super::{Build, RequestedPaths};
use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::job::variants::{Assembler, Variants};
use crate::job::{Destination, Job, LinkedFile, OutputKind};
use crate::levels::Levels;
use crate::render::{Colors, Format, render};
use crate::session::Session;

/// A compiled shader binary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltBinary {
    /// Value of each variant parameter, in the order of the calls to [`Build::variants`]. Empty without variants.
    pub values: Vec<i32>,
    /// Contents of the file.
    pub bytes: Vec<u8>,
    /// Link map as text, if requested with [`Build::map`]. With [`Build::split`], the map of the first binary covers
    /// all of them.
    pub map: Option<String>,
    /// C header as text, if requested with [`Build::c`]. With [`Build::split`], the header of the first binary covers
    /// all of them.
    pub c: Option<String>,
}

/// The result of a build, not yet written to files.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// One binary, one for each variant in index order, or the parts of a split binary ([`Build::split`]).
    pub binaries: Vec<BuiltBinary>,
    /// Text of the Rust module.
    pub module: String,
    /// Warnings, one line each: `FILE:LINE:COL: warning: TEXT [name]`. A warning that several variants share appears
    /// once.
    pub warnings: Vec<String>,
    pub(super) axes: Vec<Axis>,
    pub(super) requested: RequestedPaths,
}

impl Compiled {
    /// Returns the files that were read, including includes, sorted by path and without duplicates.
    pub fn read(&self) -> &[PathBuf] {
        &self.requested.read
    }
}

/// Compiles all binaries of a build.
pub(super) fn compile(build: &Build, files: &dyn Files) -> Result<Compiled, BuildError> {
    let variants = Variants::new(build.axes.clone()).map_err(invalid)?;
    for axis in &build.axes {
        number(&axis.name, "0")?;
    }
    let job = job(build)?;
    let watched = RecordingFiles::new(files);
    let mut session = Session::new(&watched);
    // Builds read neither standard input nor devices.
    let mut inputs = Vec::new();
    for input in &job.inputs {
        job.read_named(input, &mut session, &mut inputs);
    }
    if session.has_errors() {
        return Err(BuildError::new(&session));
    }
    let all = BuildLink {
        build,
        job: &job,
        variants: &variants,
    };
    let Some(linked) = all.linked(&inputs, &mut session)? else {
        return Err(BuildError::new(&session));
    };
    let (binaries, module) = (all.binaries(&linked), all.module(&linked));
    let warnings = warnings(&session);
    drop(session);
    Ok(Compiled {
        module,
        binaries,
        warnings,
        axes: build.axes.clone(),
        requested: watched.into_requested().with(&build.requested),
    })
}

/// Returns the job of a build, without its variant parameters.
///
/// # Errors
///
/// Returns a diagnostic if a setting of the build is invalid.
fn job(build: &Build) -> Result<Job, Diagnostic> {
    check_name(&build.name)?;
    check_lines(build)?;
    let mut job = build.job.clone();
    job.assembling.defines.extend(defines(build)?);
    for name in &build.level_variables {
        if let Some(value) = env::var_os(name) {
            let levels = Levels::from_variable(name, &value).map_err(invalid)?;
            job.levels.extend(&levels);
        }
    }
    for (subject, level) in &build.levels {
        let subject = subject.as_ref().map_err(|error| invalid(error.clone()))?;
        job.levels.set_target(*subject, *level);
    }
    if let Some((_, message)) = build.invalid.first() {
        return Err(invalid(message.clone()));
    }
    let name = format!("{}.shbin", build.name);
    job.outputs = vec![(OutputKind::Binary, Destination::File(name.into()))];
    Ok(job)
}

impl Build {
    /// Returns the file stem of a binary: the name of the build, followed by the number of the variant or of the
    /// binary.
    pub(super) fn stem(&self, number: usize, values: &[i32]) -> String {
        if values.is_empty() && !self.job.split {
            self.name.clone()
        } else {
            format!("{}.{number}", self.name)
        }
    }

    /// Returns the job of this build with a line table, for tests.
    #[cfg(feature = "testing")]
    pub(crate) fn job_to_test(&self) -> Result<Job, Diagnostic> {
        if let Some(axis) = self.axes.first() {
            let message = format!("`{}` has variants, but a test requires a single one", axis.name);
            return Err(invalid(message).with_help("choose a value with `Build::define`"));
        }
        let mut job = job(self)?;
        job.linking.debug = job.linking.compat == Compat::None;
        job.linking.strip = false;
        Ok(job)
    }
}

/// Checks that the name is valid in file names.
fn check_name(name: &str) -> Result<(), Diagnostic> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    if name.starts_with(char::is_alphanumeric) && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(invalid(format!(
        "`{}` is not a valid name for a build: use letters, digits, blanks, `_`, `-` and `.`, beginning with a \
         letter or digit",
        name.escape_debug()
    )))
}

/// Checks that a line table is possible if the build requests one.
fn check_lines(build: &Build) -> Result<(), Diagnostic> {
    let linking = &build.job.linking;
    match (linking.debug, linking.strip, linking.compat) {
        (true, true, _) => Err(invalid("a line table is requested, but lines are stripped")),
        (true, _, Compat::Picasso) => Err(invalid("binaries compatible with picasso have no line table")),
        _ => Ok(()),
    }
}

/// Returns the defines shared by all variants.
fn defines(build: &Build) -> Result<Vec<Define>, Diagnostic> {
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

fn define(build: &Build, name: &str, value: &str) -> Result<Define, Diagnostic> {
    if build.axes.iter().any(|axis| axis.name == name) {
        let message = format!("`{name}` has variants and also a value for all of them");
        return Err(invalid(message));
    }
    number(name, value)
}

fn number(name: &str, value: &str) -> Result<Define, Diagnostic> {
    let define = Define::new(&format!("{name}={value}"));
    define.map_err(|error| invalid(format!("cannot define `{name}`: {error}")))
}

/// The link of a build: one binary, or one for each combination of parameters.
struct BuildLink<'b> {
    build: &'b Build,
    job: &'b Job,
    variants: &'b Variants,
}

impl BuildLink<'_> {
    /// Links the binaries of all combinations. Returns `None` if there are errors, which are in the session.
    fn linked<'s>(
        &self,
        inputs: &'s [InputFile],
        session: &mut Session<'s>,
    ) -> Result<Option<Vec<Arc<LinkedFile>>>, BuildError> {
        if self.job.split && !self.build.axes.is_empty() {
            let message = "each variant already has a separate binary";
            let help = "remove `Build::split`, or declare the numbers in a variant file";
            return Err(invalid(message).with_help(help).into());
        }
        if self.build.axes.is_empty() {
            let linked = self.job.link(inputs, session);
            return Ok(linked.map(|linked| vec![Arc::new(linked)]));
        }
        let is_variant_file = |file: &&InputFile| file.kind == InputKind::VariantFile;
        if let Some(file) = inputs.iter().find(is_variant_file) {
            let message = format!("a build with variants cannot contain `{}`", file.name);
            let help = "declare all numbers in the file, or all of them with `Build::variants`";
            return Err(invalid(message).with_help(help).into());
        }
        let assembler = Assembler {
            job: self.job,
            inputs,
            variants: self.variants,
            name: Some(&self.build.name),
        };
        Ok(assembler.link_each(session))
    }

    fn binaries(&self, linked: &[Arc<LinkedFile>]) -> Vec<BuiltBinary> {
        if let ([one], true) = (linked, self.job.split) {
            return self.divided(one);
        }
        let binary = |(number, linked): (usize, &Arc<LinkedFile>)| {
            let values = self.variants.values(number);
            let stem = self.build.stem(number, &values);
            let map = linked.map();
            BuiltBinary {
                c: self.build.has_c.then(|| linked.c(&stem)),
                map: map.map(|map| String::from_utf8_lossy(&map).into_owned()),
                bytes: linked.bytes.clone(),
                values,
            }
        };
        linked.iter().enumerate().map(binary).collect()
    }

    /// Returns the binaries of split variants. The first has the map and the header, which cover all of them.
    fn divided(&self, linked: &LinkedFile) -> Vec<BuiltBinary> {
        let binaries = linked.binaries().map(|binary| BuiltBinary {
            values: Vec::new(),
            bytes: binary.bytes.clone(),
            map: None,
            c: None,
        });
        let mut binaries: Vec<_> = binaries.collect();
        if let Some(first) = binaries.first_mut() {
            let map = linked.map();
            first.map = map.map(|map| String::from_utf8_lossy(&map).into_owned());
            first.c = self.build.has_c.then(|| linked.c(&self.build.name));
        }
        binaries
    }

    /// The text of the Rust module.
    fn module(&self, linked: &[Arc<LinkedFile>]) -> String {
        if let ([one], []) = (linked, self.build.axes.as_slice()) {
            return one.rust();
        }
        let variants: Vec<_> = linked
            .iter()
            .enumerate()
            .map(|(number, linked)| Variant {
                values: self.variants.values(number),
                binary: linked.shader_binary(),
            })
            .collect();
        rust_variants(&self.build.axes, &variants)
    }
}

/// Returns the warnings of a session without duplicates.
fn warnings(session: &Session<'_>) -> Vec<String> {
    let text = render(&session.diagnostics, &session.sources, Format::Short, Colors::None);
    let mut warnings: Vec<String> = Vec::new();
    for line in String::from_utf8_lossy(&text).lines() {
        if !warnings.iter().any(|said| said == line) {
            warnings.push(line.to_owned());
        }
    }
    warnings
}
