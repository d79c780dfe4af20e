//! Values of inputs, uniforms and vertices in TOML files.

use std::ops::Range;
use std::path::Path;

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_diagnostics::most_similar;
use pica200_objfmt::isa::register::Bank;
use toml::de::{DeArray, DeTable};

use pica200::diagnostic::Diagnostic;
use pica200::document::{Item, TomlError, parse_error};
use pica200::shader::document::rows;
use pica200::shader::row::Row;

/// The key of the rows in a file for one uniform.
const DEFAULT_KEY: &str = "value";

/// The key of the vertices.
const VERTICES: &str = "vertices";

/// Reads the vertices of a file, each as its rows.
pub(super) fn vertices(path: &Path, files: &dyn Files) -> Result<Vec<Vec<Row>>, Diagnostic> {
    let file = File::read(path, files)?;
    let table = file.table()?;
    let form = "for example, `vertices = [[[1, 2, 3], [0.5, 0.5]]]` is a vertex with two outputs";
    let Some(value) = table.get(VERTICES) else {
        let why = format!("it has no `{VERTICES}`");
        return Err(file.unreadable(&why).with_help(form));
    };
    let items = value.get_ref().as_array().filter(|items| !items.is_empty());
    let vertices = match items {
        Some(items) => each(items),
        None => Err((
            VERTICES.to_owned(),
            TomlError::new(value, "is not an array of vertices"),
        )),
    };
    vertices.map_err(|(key, toml_error)| file.toml_error(&key, toml_error).with_help(form))
}

/// Returns the rows of each vertex; or the error in one of them, and the vertex's name.
fn each(vertices: &DeArray<'_>) -> Result<Vec<Vec<Row>>, (String, TomlError)> {
    let rows_of = |(number, item): (usize, &Item<'_>)| {
        rows::rows(item).map_err(|toml_error| (format!("{VERTICES}[{number}]"), toml_error))
    };
    vertices.iter().enumerate().map(rows_of).collect()
}

/// Parses rows of numbers, and for variables also of booleans.
pub(super) type ReadRows = fn(&Item<'_>) -> Result<(Bank, Vec<Row>), TomlError>;

/// Returns the rows of a file for the input or uniform `name`: those under its name, otherwise those under `value`.
pub(super) fn rows(path: &Path, name: &str, read: ReadRows, files: &dyn Files) -> Result<(Bank, Vec<Row>), Diagnostic> {
    let file = File::read(path, files)?;
    let table = file.table()?;
    let Some((key, value)) = table.get_key_value(name).or_else(|| table.get_key_value(DEFAULT_KEY)) else {
        let diagnostic = file.unreadable(&format!("it has neither `{name}` nor `{DEFAULT_KEY}`"));
        let keys = table.keys().map(|key| key.get_ref().as_ref());
        return Err(match most_similar(name, keys) {
            Some(key) => diagnostic.with_help(format!("did you mean `{key}`?")),
            None => diagnostic,
        });
    };
    let key = key.get_ref();
    read(value).map_err(|toml_error| {
        let form = format!("`{key} = [[1, 0, 0, 0], [0, 1, 0, 0]]` sets two rows");
        file.toml_error(key, toml_error).with_help(form)
    })
}

/// A file of values.
struct File {
    name: String,
    text: String,
}

impl File {
    fn read(path: &Path, files: &dyn Files) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        let bytes = files
            .read(path)
            .map_err(|error| Diagnostic::for_io(Code::CannotRead, "cannot read", &name, &error))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(_) => Err(unreadable(&name, "it is not valid UTF-8")),
        }
    }

    fn table(&self) -> Result<DeTable<'_>, Diagnostic> {
        DeTable::parse(&self.text)
            .map(toml::Spanned::into_inner)
            .map_err(|error| self.in_line(error.span().unwrap_or_default(), &parse_error(&error)))
    }

    fn unreadable(&self, why: &str) -> Diagnostic {
        unreadable(&self.name, why)
    }

    /// Builds the diagnostic for an invalid value of a key.
    fn toml_error(&self, key: &str, toml_error: TomlError) -> Diagnostic {
        self.in_line(toml_error.span, &format!("`{key}` {}", toml_error.why))
    }

    /// Adds the line of the error.
    fn in_line(&self, span: Range<usize>, why: &str) -> Diagnostic {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        self.unreadable(&format!("line {line}: {why}"))
    }
}

fn unreadable(file: &str, why: &str) -> Diagnostic {
    Diagnostic::for_file(Code::UnreadableValues, file, format!("`{file}`: {why}"))
}
