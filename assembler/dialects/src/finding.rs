//! What a conversion has to say about a source.

use std::ops::Range;

use pica200_diagnostics::{Code, Level, Tool, most_similar};

/// A place in the [listing](crate::Conversion::listing) of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The part of the line, as offsets of bytes from its start; the statement on the line if there is none.
    pub columns: Option<(u32, u32)>,
}

impl Place {
    /// The statement on a line, by its number from 1.
    pub const fn line(line: u32) -> Self {
        Self {
            line,
            columns: None,
        }
    }

    /// A part of a line.
    pub(crate) fn part(line: u32, columns: &Range<usize>) -> Self {
        let column = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            line,
            columns: Some((column(columns.start), column(columns.end))),
        }
    }
}

/// An error or a warning, as the [catalogue](pica200_diagnostics) has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its row in the catalogue.
    pub code: Code,
    /// What is wrong, without a full stop.
    pub message: String,
    /// The place; `None` if it concerns the whole source.
    pub place: Option<Place>,
    /// Another place that it is about, and what stands there.
    pub related: Option<(Place, &'static str)>,
    /// What to do, where that is more than the catalogue says.
    pub help: Option<String>,
}

impl Finding {
    /// A finding about a place.
    pub(crate) fn new(
        code: Code,
        place: impl Into<Option<Place>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            message: message.into(),
            place: place.into(),
            related: None,
            help: None,
        }
    }

    /// The same, with what to do.
    #[must_use]
    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// The same, with another place that it is about, and what stands there.
    #[must_use]
    pub(crate) fn also(self, place: Place, text: &'static str) -> Self {
        Self {
            related: Some((place, text)),
            ..self
        }
    }

    /// Whether it prevents a conversion.
    pub fn is_error(&self) -> bool {
        let converter = self.code.rule(Tool::Converter);
        converter.is_none_or(|rule| rule.level == Level::Deny)
    }
}

/// What a program that loads the shader has to know about names that no table has.
pub(crate) fn without_entries(findings: &[Finding]) -> Option<String> {
    let lost = findings.iter();
    let lost = lost.filter(|f| f.code == Code::WithoutTableEntry).count();
    let names = match lost {
        0 => return None,
        1 => "1 name".to_owned(),
        _ => format!("{lost} names"),
    };
    Some(format!(
        "the uniform table does not have {names} of the source: a program that looks them up has to use the other name of the register"
    ))
}

/// The error about a label at which the shader would start, and which there is not.
pub(crate) fn no_entry<'l>(
    wanted: &str,
    place: Option<Place>,
    labels: impl Iterator<Item = &'l str>,
) -> Finding {
    let message = format!("there is no label `{wanted}`, at which the shader would start");
    let name = most_similar(wanted, labels).unwrap_or("NAME");
    let help = format!(
        "name the label at which it starts: `--entry={name}`, or the key `entry` in a file of tests, a scene or a project"
    );
    Finding::new(Code::MissingLabel, place, message).with_help(help)
}
