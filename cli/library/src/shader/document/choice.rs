//! Selection of a shader of a binary.

use std::ops::Range;

use pica200_machine::ShaderChoice;
use toml::de::DeTable;

use crate::document::DocumentReport;
use crate::document::{string, whole};

/// A shader selection, and its span in the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By index, from 0.
    Index(usize, Range<usize>),
    /// By the name of its entry point.
    Entry(String, Range<usize>),
}

impl Choice {
    /// Reads a selection from two keys, for the entry point and the index. Without them, it is the first shader, with
    /// the span `default`; or none, if there is no default. Errors go to `report`.
    pub fn read(
        table: &DeTable<'_>,
        [entry, index]: [&str; 2],
        default: Option<Range<usize>>,
        report: &mut DocumentReport<'_>,
    ) -> Option<Self> {
        match (table.get(entry), table.get(index)) {
            (Some(_), Some(item)) => {
                let message = format!("`{entry}` and `{index}` both choose the shader");
                report.wrong(item.span(), message);
                None
            }
            (Some(item), None) => {
                let name = report.get(table, entry, string)?;
                Some(Self::Entry(name.to_owned(), item.span()))
            }
            (None, Some(item)) => {
                let index = report.get(table, index, whole)?;
                let index = usize::try_from(index).unwrap_or(usize::MAX);
                Some(Self::Index(index, item.span()))
            }
            (None, None) => Some(Self::Index(0, default?)),
        }
    }

    /// Returns its span.
    pub fn span(&self) -> Range<usize> {
        let (Self::Index(_, span) | Self::Entry(_, span)) = self;
        span.clone()
    }

    /// Returns the selection as the machine model's type.
    pub fn shader(&self) -> ShaderChoice<'_> {
        match self {
            Self::Index(index, _) => ShaderChoice::Index(*index),
            Self::Entry(name, _) => ShaderChoice::Entry(name),
        }
    }
}
