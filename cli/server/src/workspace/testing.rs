//! Test files for `picarun --test`, and the shaders that they name.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::uri::normal;

/// Returns the shaders that a test file names, or `None` for other files: a test file has `case` entries.
pub(crate) fn shaders(path: &Path, text: &str) -> Option<Vec<PathBuf>> {
    let table: Table = text.parse().ok()?;
    table.get("case")?.as_array()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut names = Vec::new();
    for key in ["shader", "shaders"] {
        if let Some(value) = table.get(key) {
            add_names(value, &mut names);
        }
    }
    Some(names.iter().map(|name| normal(&folder.join(name))).collect())
}

/// Adds the strings in a value: a single one, or those in nested arrays.
fn add_names<'v>(value: &'v Value, names: &mut Vec<&'v str>) {
    match value {
        Value::String(name) => names.push(name),
        Value::Array(values) => values.iter().for_each(|value| add_names(value, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Option<Vec<PathBuf>> {
        shaders(Path::new("/w/tests/a.test.toml"), text)
    }

    #[test]
    fn files_of_tests_name_shaders() {
        let paths = |names: &[&str]| Some(names.iter().map(PathBuf::from).collect());
        let one = "shader = \"../a.vsh\"\n[[case]]\nname = \"n\"\n";
        assert_eq!(named(one), paths(&["/w/a.vsh"]));
        let several = "shaders = [\"a.vsh\", [\"b.vsh\", \"/c.vsh\"]]\n[[case]]\n";
        let expected = paths(&["/w/tests/a.vsh", "/w/tests/b.vsh", "/c.vsh"]);
        assert_eq!(named(several), expected);
        assert_eq!(named("[[case]]\nshader = 3\n"), paths(&[]));
    }

    #[test]
    fn other_files_are_none() {
        for text in ["", "shader = \"a.vsh\"", "case = 3", "not toml", "[[case]"] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
