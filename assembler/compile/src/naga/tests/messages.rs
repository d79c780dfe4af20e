//! Messages: each case is a source, beside which a snapshot holds all that is reported about it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::read;
use crate::diagnostic::Place;
use crate::options::{Language, Options};
use crate::pipeline::compile;

/// Returns all cases.
pub(super) fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/naga/tests/cases");
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension != "snap"));
    paths.sort();
    assert!(!paths.is_empty(), "no cases");
    paths
}

/// Returns the language of a file.
pub(super) fn language(path: &Path) -> Language {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("wgsl") => Language::Wgsl,
        Some("vert") => Language::Glsl,
        Some("spv") => Language::SpirV,
        other => panic!("{}: {other:?}", path.display()),
    }
}

fn place_text(place: Option<Place>, listing: &str) -> String {
    let Some(place) = place else {
        return "anywhere".to_owned();
    };
    let mut text = format!("{}", place.line);
    if let Some(columns) = place.columns {
        let line = listing.lines().nth(place.line as usize - 1).unwrap_or_default();
        let part = line.get(columns.start as usize..columns.end as usize);
        let _ = write!(text, ": {}", part.unwrap_or("outside the line"));
    }
    text
}

#[test]
fn messages_are_those_of_the_snapshots() {
    for path in cases() {
        let bytes = fs::read(&path).unwrap();
        let options = Options {
            language: Some(language(&path)),
            ..Options::default()
        };
        let (source, _) = read(language(&path), &bytes, &options);
        let diagnostics = compile("", &bytes, &options).diagnostics;
        let mut text = String::new();
        for diagnostic in &diagnostics {
            let place = place_text(diagnostic.location().copied(), &source.listing);
            let _ = writeln!(text, "[{}] {}", diagnostic.code, diagnostic.message);
            let _ = writeln!(text, "  at {place}");
            for label in &diagnostic.secondary {
                let place = place_text(Some(label.location), &source.listing);
                let _ = writeln!(text, "  and {place}: {}", label.text);
            }
            if let Some(help) = &diagnostic.help {
                let _ = writeln!(text, "  help: {help}");
            }
            if let Some(advice) = &diagnostic.advice {
                let _ = writeln!(text, "  options: {}", advice.command_line());
            }
        }
        assert!(!text.is_empty(), "{} draws no message", path.display());
        for note in &source.notes {
            let _ = writeln!(text, "note: {note}");
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("cases");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        settings.bind(|| insta::assert_snapshot!(name, text));
    }
}
