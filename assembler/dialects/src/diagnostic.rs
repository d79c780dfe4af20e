//! Diagnostics of a conversion, whose locations are in its listing.

pub use pica200_diagnostics::Place;
use pica200_diagnostics::{Code, Tool, most_similar};

/// An error or a warning about a source. Without a primary location, it concerns the whole source.
pub type Diagnostic = pica200_diagnostics::Diagnostic<Place>;

/// Creates a diagnostic of the converter.
pub(crate) fn diagnose(code: Code, place: impl Into<Option<Place>>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Tool::Converter, code, place, message)
}

/// Returns the note for programs that load the shader about names that are in no table.
pub(crate) fn without_entries(diagnostics: &[Diagnostic]) -> Option<String> {
    let lost = diagnostics.iter();
    let lost = lost.filter(|f| f.code == Code::WithoutTableEntry).count();
    let names = match lost {
        0 => return None,
        1 => "1 name".to_owned(),
        _ => format!("{lost} names"),
    };
    Some(format!(
        "{names} of the source are not in the uniform table: a program that looks them up must use the other name of the register"
    ))
}

/// Returns the error about a missing entry label.
pub(crate) fn no_entry<'l>(wanted: &str, place: Option<Place>, labels: impl Iterator<Item = &'l str>) -> Diagnostic {
    let message = format!("undefined entry label `{wanted}`");
    let name = most_similar(wanted, labels).unwrap_or("NAME");
    let help =
        format!("set the entry label: `--entry={name}`, or the key `entry` in a test file, a scene or a project");
    diagnose(Code::MissingLabel, place, message).with_help(help)
}
