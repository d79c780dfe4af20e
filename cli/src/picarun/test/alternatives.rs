//! Alternative shaders that must all pass the cases of a test file: `shaders = ["lit.vsh", "lit.wgsl"]`.

use std::ops::Range;

use pica200_diagnostics::Code;
use toml::de::DeTable;

use pica200::document::{DocumentReport, Item, TomlError, array, strings};

/// The maximum number of shaders in a test file.
const MAX_SHADERS: usize = 64;

/// One of the shaders of a test file. A file with `shader` has one.
#[derive(Clone, Copy)]
pub(super) struct Alternative {
    /// Index of the shader.
    number: usize,
    /// Number of elements of `shaders`; `None` in a file with `shader`.
    count: Option<usize>,
}

impl Alternative {
    /// Returns the index of the next one; `None` after the last.
    pub(super) fn next(self) -> Option<usize> {
        let next = self.number + 1;
        (next < self.count?).then_some(next)
    }

    /// Returns true if the file names it with `shader`.
    pub(super) fn is_only(self) -> bool {
        self.count.is_none()
    }

    /// Returns the value for this shader: the value itself, or its element if it is an array with one for each of
    /// `shaders`.
    ///
    /// # Errors
    ///
    /// Returns an error if the array's length is not the number of shaders.
    pub(super) fn value<'t, 'i>(self, item: &'t Item<'i>) -> Result<&'t Item<'i>, TomlError> {
        let (Some(items), Some(count)) = (item.get_ref().as_array(), self.count) else {
            return Ok(item);
        };
        let own = items.get(self.number);
        own.filter(|_| items.len() == count).ok_or_else(|| {
            let why = format!("does not have {count} elements, one for each of `shaders`");
            TomlError::new(item, why)
        })
    }
}

/// A shader named by a test file.
pub(super) struct ShaderReference<'t> {
    /// The files to link, each with its location.
    pub(super) files: Vec<(&'t str, Range<usize>)>,
    /// The location of all of them.
    pub(super) span: Range<usize>,
    pub(super) alternative: Alternative,
}

/// Returns the shader with this index. Reports an error and returns `None` if there is none, or if one of them is
/// invalid.
pub(super) fn shader_reference<'t>(
    table: &'t DeTable<'_>,
    number: usize,
    report: &mut DocumentReport<'_>,
) -> Option<ShaderReference<'t>> {
    let (items, count): (Vec<&Item<'_>>, _) = match (table.get("shader"), table.get("shaders")) {
        (Some(_), Some(shaders)) => {
            let message = "`shader` and `shaders` are mutually exclusive";
            let help = "keep one of them: with `shaders`, the cases run for each of its elements";
            report.wrong(shaders.span(), message).help = Some(help.to_owned());
            return None;
        }
        (Some(item), None) => (vec![item], None),
        (None, Some(shaders)) => {
            let items: Vec<_> = report.get(table, "shaders", array)?.iter().collect();
            if !(1..=MAX_SHADERS).contains(&items.len()) {
                let why = format!("does not have 1 to {MAX_SHADERS} elements");
                report.toml_error("shaders", TomlError::new(shaders, why));
                return None;
            }
            let count = items.len();
            (items, Some(count))
        }
        (None, None) => {
            let help = "write `shader = \"shader.vsh\"`, relative to this file";
            report.file_error(Code::InvalidTest, "it has no key `shader`", help);
            return None;
        }
    };
    let key = if count.is_some() { "shaders" } else { "shader" };
    let before = report.len();
    let mut shaders = Vec::new();
    for item in items {
        match strings(item) {
            Ok(files) => shaders.push((files, item.span())),
            Err(toml_error) => report.toml_error(key, toml_error),
        }
    }
    if report.len() != before {
        return None;
    }
    let (files, span) = shaders.into_iter().nth(number)?;
    Some(ShaderReference {
        files,
        span,
        alternative: Alternative { number, count },
    })
}
