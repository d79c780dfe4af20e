//! The scene document, and the build of its shader.

use std::ops::Range;
use std::path::{Path, PathBuf};

use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::keys;
use crate::document::{DocumentReport, parse_error, strings};
use crate::job::keys::{job, libraries};
use crate::job::{Job, JobInput};
use crate::shader::binary::job_to_run;
use crate::shader::document::Choice;

/// Maximum size of a scene. Reading one takes many times as much memory.
const MAX_BYTES: usize = 16 << 20;

/// A parsed scene document: keys and values, and the build of its shader.
#[derive(Debug)]
pub struct SceneDocument<'t> {
    pub(super) table: DeTable<'t>,
    pub(super) dir: PathBuf,
    /// Inputs of the shader, each with its span. Empty without the key `shader`.
    pub inputs: Vec<(JobInput, Range<usize>)>,
    /// The build of the shader, without its inputs.
    pub job: Job,
    /// The vertex shader.
    pub(super) vertex: Choice,
    /// The geometry shader, if there is one.
    pub(super) geometry: Option<Choice>,
}

impl<'t> SceneDocument<'t> {
    /// Parses a scene and the build of its shader. Paths are relative to `dir`. Returns `None` if the document is
    /// unusable. Errors go to `report`.
    pub fn read(text: &'t str, dir: &Path, report: &mut DocumentReport<'_>) -> Option<Self> {
        if text.len() > MAX_BYTES {
            let message = format!("it is larger than the limit of {MAX_BYTES} bytes");
            let help = "move the vertices to an OBJ or glTF model";
            report.file_error(Code::UnreadableScene, &message, help);
            return None;
        }
        let table = match DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                report.error(Code::UnreadableScene, span, parse_error(&error));
                return None;
            }
        };
        keys::check(&table, report);
        let files = report.get(&table, "shader", strings);
        let file = |(path, span): (&str, Range<usize>)| (JobInput::File(dir.join(path)), span);
        let mut inputs: Vec<_> = files.into_iter().flatten().map(file).collect();
        inputs.extend(libraries(&table, report));
        let start = table.get("shader").map_or(0..0, toml::Spanned::span);
        let vertex = Choice::read(&table, ["entry", "index"], Some(start), report)?;
        let keys = ["geometry-entry", "geometry-index"];
        let geometry = Choice::read(&table, keys, None, report);
        Some(Self {
            job: job(&table, dir, job_to_run(), report),
            table,
            dir: dir.to_owned(),
            inputs,
            vertex,
            geometry,
        })
    }

    /// Returns true if the scene has a shader.
    pub fn has_shader(&self) -> bool {
        self.table.contains_key("shader")
    }
}
