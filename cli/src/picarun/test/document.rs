//! Tables of test files: keys, and the build of the shader.

use std::ops::Range;
use std::path::Path;

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::alternatives::{Alternative, shader_reference};
use crate::picarun::container::COMPILED;
use pica200::document::{DocumentReport, entries, string, whole};
use pica200::job::keys::{job, job_keys, libraries};
use pica200::job::{Job, JobInput};
use pica200::shader::binary::job_to_run;
use pica200::shader::direct3d::Machines;
use pica200::shader::document::Choice;

/// The keys of a file for the run, in addition to the shader and the keys of its job.
const RUN_KEYS: &[&str] = &[
    "entry",
    "index",
    "inputs",
    "uniforms",
    "textures",
    "samplers",
    "tolerance",
    "budget",
    "float24",
    "shader-file",
    "target",
    "case",
];

/// The build of the shader that a file describes.
pub(super) struct Header {
    /// The inputs of the job, each with its location.
    pub(super) inputs: Vec<(JobInput, Range<usize>)>,
    /// Number of the shader binary in a file that wraps several.
    pub(super) shader_file: Option<usize>,
    /// The build of the shader, without its inputs.
    pub(super) job: Job,
    pub(super) choice: Choice,
    /// Which shader of the file it is.
    pub(super) alternative: Alternative,
    /// The files of the shader, as named by the test file.
    names: Vec<String>,
    /// Their location in the test file.
    pub(super) span: Range<usize>,
    /// Where to run the shader of a container, with the location of the key, if the file has it.
    pub(super) target: Option<(Machines, Range<usize>)>,
}

impl Header {
    /// Returns the title of the results: the name of the test file, and the shader if the file has several.
    pub(super) fn title(&self, file: &str) -> String {
        if self.alternative.is_only() {
            file.to_owned()
        } else {
            format!("{file} with {}", self.names.join(" "))
        }
    }
}

/// Reads the build of the shader with an index, and checks all keys of the file. Paths are relative to `folder`.
/// Returns `None` if the tests cannot run.
pub(super) fn header(
    table: &DeTable<'_>,
    folder: &Path,
    number: usize,
    report: &mut DocumentReport<'_>,
) -> Option<Header> {
    let keys = [&["shader", "shaders"], RUN_KEYS, &job_keys()].concat();
    report.check_keys(table, "a test file", &keys);
    let shader = shader_reference(table, number, report)?;
    let file = |(path, span): (&str, Range<usize>)| (JobInput::File(folder.join(path)), span);
    let names = shader.files.iter().map(|(name, _)| (*name).to_owned());
    let names = names.collect();
    let mut inputs: Vec<_> = shader.files.into_iter().map(file).collect();
    inputs.extend(libraries(table, report));
    let wrapped = report.get(table, "shader-file", whole);
    Some(Header {
        inputs,
        shader_file: wrapped.map(|number| usize::try_from(number).unwrap_or(usize::MAX)),
        job: job(table, folder, job_to_run(), report),
        choice: Choice::read(table, ["entry", "index"], Some(shader.span.clone()), report)?,
        alternative: shader.alternative,
        names,
        span: shader.span,
        target: target(table, report),
    })
}

/// The keys of a file that apply to sources.
const BUILD_KEYS: [&str; 5] = ["define", "include", "libraries", "library-paths", "padding"];

/// Adds errors about keys that do not apply to containers, if the shader of the file is one.
pub(super) fn check_container(table: &DeTable<'_>, report: &mut DocumentReport<'_>) {
    for (key, value) in entries(table) {
        let name = key.get_ref().as_ref();
        if BUILD_KEYS.contains(&name) {
            let message = format!("`{name}` applies to PICA200 shaders; the shader is in a DXBC container: {COMPILED}");
            report.error(Code::InvalidTest, value.span(), message);
        }
    }
}

/// Adds the error about a container target, if the shader of the file is not a container.
pub(super) fn check_target(header: &Header, report: &mut DocumentReport<'_>) {
    if let Some((_, span)) = &header.target {
        let message = "`target` requires a DXBC container as the only input";
        report.error(Code::InvalidTest, span.clone(), message);
    }
}

/// Reads where the shader of a container runs.
fn target(table: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Option<(Machines, Range<usize>)> {
    let item = table.get("target")?;
    let name = report.get(table, "target", string)?;
    match Machines::from_name(name) {
        Ok(machines) => Some((machines, item.span())),
        Err(message) => {
            report.wrong(item.span(), message);
            None
        }
    }
}
