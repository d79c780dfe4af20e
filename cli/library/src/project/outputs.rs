//! Outputs of a binary in a project file.

use std::ops::Range;
use std::path::Path;

use toml::de::DeTable;

use super::pattern::Pattern;
use crate::document::{DocumentReport, Item, TomlError, string};
use crate::job::{Destination, OutputKind};

/// Key of the binary itself.
pub(super) const BINARY: &str = "output";

/// Keys of the generated texts.
pub(super) const TEXTS: &[(&str, OutputKind)] = &[
    ("header", OutputKind::Header { program: "picald" }),
    ("rust", OutputKind::Rust),
    ("cpp", OutputKind::Cpp),
    ("c", OutputKind::C),
    ("map", OutputKind::Map),
    #[cfg(feature = "json")]
    ("map-json", OutputKind::MapJson),
];

/// An output of a table.
pub(super) struct Output<'t> {
    product: OutputKind,
    pattern: Pattern<'t>,
    /// Span of its path.
    pub(super) span: Range<usize>,
}

/// The outputs of a table.
pub(super) struct Outputs<'t> {
    /// All outputs, the binary first.
    pub(super) all: Vec<Output<'t>>,
    /// True if the table describes several binaries.
    pub(super) is_wild: bool,
}

impl<'t> Outputs<'t> {
    /// Reads the outputs of a table. `default` is the path of the binary if the table has none, and `head` the span of
    /// the table's name. Errors go to `report`.
    pub(super) fn read(
        table: &'t DeTable<'_>,
        default: &'t str,
        head: Range<usize>,
        report: &mut DocumentReport<'_>,
    ) -> Self {
        let binary = report.get(table, BINARY, path);
        let is_wild = binary.as_ref().is_some_and(|(pattern, _)| pattern.is_wild());
        let (pattern, span) = binary.unwrap_or((Pattern::Path(default), head));
        let mut all = vec![Output {
            product: OutputKind::Binary,
            pattern,
            span,
        }];
        for (key, product) in TEXTS {
            let Some((pattern, span)) = report.get(table, key, path) else {
                continue;
            };
            if pattern.is_wild() != is_wild {
                let message = if is_wild {
                    format!("`{key}` has no `*`, but `output` has one")
                } else {
                    format!("`{key}` has a `*`, but `output` has none")
                };
                let help = if is_wild {
                    "each binary requires a separate file"
                } else {
                    "the table describes one binary; add a `*` to `output` for several"
                };
                report.wrong(span, message).help = Some(help.to_owned());
                continue;
            }
            all.push(Output {
                product: *product,
                pattern,
                span,
            });
        }
        Self { all, is_wild }
    }

    /// Returns the outputs of the binary whose `*` is `stem`.
    pub(super) fn with(&self, stem: &str, dir: &Path) -> Vec<(OutputKind, Destination)> {
        let all = self.all.iter();
        all.map(|output| {
            let path = output.pattern.with(stem, dir);
            (output.product, Destination::File(path))
        })
        .collect()
    }
}

/// Returns the path of an output, and its span.
fn path<'t>(item: &'t Item<'_>) -> Result<(Pattern<'t>, Range<usize>), TomlError> {
    let text = string(item)?;
    let pattern = Pattern::new(text).map_err(|why| TomlError::new(item, why))?;
    if text.ends_with('/') {
        return Err(TomlError::new(item, "is a directory; expected the path of a file"));
    }
    Ok((pattern, item.span()))
}
