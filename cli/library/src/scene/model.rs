//! Vertices from the scene or from a model.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::{Program, Vector};
use pica200_objfmt::isa::register::{Bank, Register};
use pica200_render::Vertices;
use pica200_render::mesh::{self, Attribute, Mesh};
use pica200_render::png;
use pica200_render::{Filter, Texture, Wrap};
use toml::de::DeTable;

use super::choose::{by_name, enum_value, unknown};
use crate::diagnostic::{Diagnostic, reason};
use crate::document::{DocumentReport, Item, array, entries, string, table, whole};
use crate::shader::document::registers::{one_row, vectors};
use crate::shader::numbers::Number;
use crate::shader::registers::RegisterName;
use crate::text::lists::listed;

/// Maximum number of input values of all draw calls together, and of indices.
const MAX_VALUES: usize = 1 << 24;

/// Files that a scene refers to.
#[derive(Debug)]
pub(super) struct SceneFiles<'f> {
    files: &'f dyn Files,
    dir: &'f Path,
    /// Paths of all files read.
    pub(super) read: Vec<PathBuf>,
    /// Models read, or their errors, by path.
    models: HashMap<PathBuf, Result<Arc<Mesh>, String>>,
    /// Number of values and indices left for further draw calls.
    left: usize,
}

impl<'f> SceneFiles<'f> {
    /// Creates an empty set. Names are relative to `dir`.
    pub(super) fn new(files: &'f dyn Files, dir: &'f Path) -> Self {
        Self {
            files,
            dir,
            read: Vec::new(),
            models: HashMap::new(),
            left: MAX_VALUES,
        }
    }

    /// Reads the file under a key. Errors go to `report`.
    pub(super) fn read(
        &mut self,
        from: &DeTable<'_>,
        key: &str,
        report: &mut DocumentReport<'_>,
    ) -> Option<(String, Vec<u8>, Range<usize>)> {
        let span = from.get(key)?.span();
        let name = report.get(from, key, string)?.to_owned();
        let path = self.dir.join(&name);
        self.read.push(path.clone());
        match self.files.read_regular(&path) {
            Ok(bytes) => Some((name, bytes, span)),
            Err(error) => {
                let path = path.display().to_string();
                let diagnostic = Diagnostic::for_io(Code::CannotRead, "cannot read", &path, &error);
                report.add(span, diagnostic);
                None
            }
        }
    }

    /// Reads the texture of a draw call. Errors go to `report`.
    pub(super) fn texture(&mut self, draw: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Option<Texture> {
        let filter = enum_value(draw, "filter", &Filter::ALL, report).unwrap_or_default();
        let wrap = enum_value(draw, "wrap", &Wrap::ALL, report).unwrap_or_default();
        let (name, bytes, span) = self.read(draw, "texture", report)?;
        let picture = match png::read(&bytes) {
            Ok(frames) => frames.into_iter().next()?,
            Err(error) => {
                let message = format!("`{name}`: {error}");
                report.error(Code::UnreadablePicture, span, message);
                return None;
            }
        };
        let size = picture.size();
        let texture = Texture::new(picture, filter, wrap);
        if texture.is_none() {
            let message = format!("`{name}` has {size} pixels, which is not a texture size");
            let sides = Texture::SIDES.map(|side| side.to_string());
            let sides: Vec<_> = sides.iter().map(String::as_str).collect();
            let help = format!("each side of a texture is one of {}", listed(&sides));
            let diagnostic = report.error(Code::UnreadablePicture, span, message);
            diagnostic.help = Some(help);
        }
        texture
    }

    /// Reads the model of a draw call. Errors go to `report`.
    fn model(&mut self, draw: &DeTable<'_>, report: &mut DocumentReport<'_>) -> Option<Arc<Mesh>> {
        let item = draw.get("model")?;
        let name = report.get(draw, "model", string)?;
        let path = self.dir.join(name);
        if !self.models.contains_key(&path) {
            let (_, bytes, _) = self.read(draw, "model", report)?;
            let mesh = self.mesh(&path, &bytes);
            self.models.insert(path.clone(), mesh);
        }
        match self.models.get(&path)? {
            Ok(mesh) => Some(Arc::clone(mesh)),
            Err(why) => {
                let message = format!("`{name}`: {why}");
                report.error(Code::UnreadableModel, item.span(), message);
                None
            }
        }
    }

    /// Parses a model. Files that it refers to are in the same directory.
    fn mesh(&mut self, path: &Path, bytes: &[u8]) -> Result<Arc<Mesh>, String> {
        let around = path.parent().unwrap_or(Path::new(""));
        let (files, read) = (self.files, &mut self.read);
        let mut buffer = |name: &str| {
            let path = around.join(name);
            let bytes = files.read_regular(&path).map_err(|error| reason(&error));
            read.push(path);
            bytes
        };
        let mesh = mesh::read(bytes, &mut buffer);
        mesh.map(Arc::new).map_err(|error| error.to_string())
    }

    /// Reads the vertices of a draw call. Errors go to `report`.
    pub(super) fn vertices(
        &mut self,
        draw: &DeTable<'_>,
        span: Range<usize>,
        program: &Program,
        report: &mut DocumentReport<'_>,
    ) -> Option<Vertices> {
        match (draw.get("model"), draw.get("vertices")) {
            (Some(_), Some(vertices)) => {
                let message = "`model` and `vertices` both define the vertices";
                report.wrong(vertices.span(), message);
                None
            }
            (Some(item), None) => self.model_vertices(draw, item, program, report),
            (None, Some(_)) => inline(draw, program, report),
            (None, None) => {
                let help = "add `model = \"FILE.obj\"`, or `vertices = { INPUT = [[X, Y, Z], ...] }`";
                report.wrong(span, "a draw has no vertices").help = Some(help.to_owned());
                None
            }
        }
    }

    /// Returns the vertices of a model, with its attributes mapped to inputs.
    fn model_vertices(
        &mut self,
        draw: &DeTable<'_>,
        item: &Item<'_>,
        program: &Program,
        report: &mut DocumentReport<'_>,
    ) -> Option<Vertices> {
        if let Some(indices) = draw.get("indices") {
            let message = "`indices` is for `vertices`; a model has its own";
            report.wrong(indices.span(), message);
        }
        let mesh = self.model(draw, report)?;
        let Some(given) = draw.get("attributes") else {
            let has: Vec<_> = mesh.attributes.iter().map(|(of, _)| of.name()).collect();
            let message = "`model` requires `attributes`, which maps them to inputs";
            let help = format!(
                "`attributes = {{ INPUT = \"position\" }}`; the model has {}",
                listed(&has)
            );
            report.wrong(item.span(), message).help = Some(help);
            return None;
        };
        let attributes = report.get(draw, "attributes", table);
        let values = mesh.count.saturating_mul(attributes.map_or(0, DeTable::len));
        let left = self.left.checked_sub(values.saturating_add(mesh.indices.len()));
        let Some(left) = left else {
            let message =
                format!("the models of all draws have more than {MAX_VALUES} values of inputs and indices together");
            report.wrong(item.span(), message);
            return None;
        };
        self.left = left;
        let mut inputs = Vec::new();
        for (name, item) in attributes.map(entries).into_iter().flatten() {
            let register = input(name.get_ref(), name.span(), program, report);
            inputs.extend(register.zip(input_values(&mesh, item, report)));
        }
        if given.get_ref().as_table().is_some_and(DeTable::is_empty) {
            report.wrong(given.span(), "`attributes` has no inputs");
        }
        Some(Vertices {
            count: mesh.count,
            inputs,
            indices: Some(mesh.indices.clone()),
        })
    }
}

/// Keys of an attribute with a scale.
const TAKEN_KEYS: &[&str] = &["attribute", "scale"];

/// Returns the values for an input: an attribute, or `{ attribute = NAME, scale = NUMBER }`.
fn input_values(mesh: &Mesh, item: &Item<'_>, report: &mut DocumentReport<'_>) -> Option<Vec<Vector>> {
    let Ok(keys) = table(item) else {
        return attribute(mesh, item, report).map(<[Vector]>::to_vec);
    };
    report.check_keys(keys, "an attribute", TAKEN_KEYS);
    let scale = report.get(keys, "scale", one_row);
    let scale = scale.and_then(|row| row.numbers().first().copied());
    let scale = scale.map_or(1.0, Number::to_f32);
    let Some(name) = keys.get("attribute") else {
        report.wrong(item.span(), "an attribute with a scale has no `attribute`");
        return None;
    };
    let vectors = attribute(mesh, name, report)?.iter();
    Some(vectors.map(|vector| vector.map(|number| number * scale)).collect())
}

/// Returns the values of a model's attribute.
fn attribute<'m>(mesh: &'m Mesh, item: &Item<'_>, report: &mut DocumentReport<'_>) -> Option<&'m [Vector]> {
    let name = match string(item) {
        Ok(name) => name,
        Err(toml_error) => {
            report.toml_error("attributes", toml_error);
            return None;
        }
    };
    let names = Attribute::ALL.map(|(name, _)| name);
    let Some(wanted) = by_name(name, &Attribute::ALL) else {
        unknown("attributes", name, &names, item.span(), report);
        return None;
    };
    let found = mesh.attribute(wanted);
    if found.is_none() {
        let has: Vec<_> = mesh.attributes.iter().map(|(of, _)| of.name()).collect();
        let message = format!("the model has no attribute `{name}`");
        report.wrong(item.span(), message).help = Some(format!("it has {}", listed(&has)));
    }
    found
}

/// Returns the register of an input. Errors go to `report`.
fn input(name: &str, span: Range<usize>, program: &Program, report: &mut DocumentReport<'_>) -> Option<Register> {
    let register = RegisterName::parse(name, Bank::Input)
        .map_err(Into::into)
        .and_then(|target| target.first(program));
    match register {
        Ok(register) => Some(register),
        Err(value_error) => {
            report.value_error(Code::CannotSet, span, value_error);
            None
        }
    }
}

/// Returns the vertices listed in a scene.
fn inline(draw: &DeTable<'_>, program: &Program, report: &mut DocumentReport<'_>) -> Option<Vertices> {
    if let Some(attributes) = draw.get("attributes") {
        report.wrong(attributes.span(), "`attributes` is for `model`");
    }
    let given = report.get(draw, "vertices", table).map(entries)?;
    let mut first: Option<(String, usize)> = None;
    let mut inputs = Vec::new();
    for (key, item) in given {
        let name = key.get_ref().as_ref();
        let register = input(name, key.span(), program, report);
        let rows = match vectors(item) {
            Ok(rows) => rows,
            Err(toml_error) => {
                report.toml_error(name, toml_error);
                continue;
            }
        };
        let (other, count) = first.get_or_insert_with(|| (name.to_owned(), rows.len()));
        if *count != rows.len() {
            let found = rows.len();
            let message = format!("`{other}` has {count} vertices, but `{name}` has {found}");
            report.wrong(item.span(), message);
            continue;
        }
        let values = rows.iter().map(|row| row.vector()).collect();
        inputs.extend(register.map(|register| (register, values)));
    }
    let Some((_, count)) = first else {
        let span = draw.get("vertices").map_or(0..0, toml::Spanned::span);
        report.wrong(span, "`vertices` has no inputs");
        return None;
    };
    let indices = report.get(draw, "indices", array);
    let indices = indices.map(|items| {
        let indices = items.iter().filter_map(|item| index(item, count, report));
        indices.collect()
    });
    Some(Vertices { count, inputs, indices })
}

/// Returns a vertex index. Errors go to `report`.
fn index(item: &Item<'_>, count: usize, report: &mut DocumentReport<'_>) -> Option<u32> {
    let number = match whole(item) {
        Ok(number) => number,
        Err(toml_error) => {
            report.toml_error("indices", toml_error);
            return None;
        }
    };
    let index = u32::try_from(number).ok();
    let index = index.filter(|index| usize::try_from(*index).is_ok_and(|index| index < count));
    if index.is_none() {
        let last = count.saturating_sub(1);
        let message = format!("`indices` contains {number}; the vertices are 0 to {last}");
        report.wrong(item.span(), message);
    }
    index
}
