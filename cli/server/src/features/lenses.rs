//! Code lenses above procedures: size, shader tests and references.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::{CodeLens, CodeLensOptions, CodeLensParams, CodeLensRequest, Command, Location, Range, Uri};
use pica200::text::page::counted;
use pica200_asm::analysis::{Analysis, Procedure};
use serde_json::{Value, json};

use super::Feature;
use super::references::places_of_name;
use crate::error::RequestError;
use crate::positions::to_usize;
use crate::shader::Shader;
use crate::snapshot::Snapshot;

/// The client command that runs the tests in a file. Its argument is the path of the file.
const RUN_TESTS: &str = "pica200.runTests";

/// The client command that shows references. Its arguments are a URI, a position and a list of locations. Clients whose
/// own command takes other types convert them.
const SHOW_REFERENCES: &str = "editor.action.showReferences";

/// Code lenses.
pub(super) const FEATURE: Feature = Feature {
    announce: |_, capabilities| {
        capabilities.code_lens_provider = Some(CodeLensOptions::default());
    },
    routes: |routes| routes.on_search::<CodeLensRequest>(lenses),
};

fn lenses(snapshot: &Snapshot, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>, RequestError> {
    let Some(Shader {
        document,
        analysed,
        file: Some(file),
    }) = snapshot.shader(&params.text_document.uri)?
    else {
        return Ok(None);
    };
    let settings = snapshot.settings.lens;
    let mut lenses = Vec::new();
    for procedure in analysed.analysis.procedures() {
        snapshot.check_cancelled()?;
        let place = analysed.place(procedure.name).filter(|place| place.file == file);
        let Some(range) = place.and_then(|place| analysed.range(place)) else {
            continue;
        };
        if settings.sizes {
            lenses.push(lens(range, size(&analysed.analysis, procedure), "", None));
        }
        if settings.tests && procedure.is_entry {
            lenses.extend(tests(snapshot, &document.path, range));
        }
        if settings.references {
            lenses.extend(references(snapshot, &document.path, range)?);
        }
    }
    Ok(Some(lenses))
}

fn lens(range: Range, title: String, command: &str, arguments: Option<Vec<Value>>) -> CodeLens {
    CodeLens {
        range,
        command: Some(Command {
            title,
            tooltip: None,
            command: command.to_owned(),
            arguments,
        }),
        data: None,
    }
}

/// Returns the numbers of words, instructions and descriptors of a procedure.
fn size(analysis: &Analysis, procedure: &Procedure) -> String {
    let words = procedure.words.clone();
    let instructions = words.filter_map(|word| analysis.instruction_of_word(word));
    let descriptors = instructions.filter_map(|instruction| instruction.descriptor());
    let descriptors: HashSet<_> = descriptors.collect();
    format!(
        "{}, {}, {}",
        counted(procedure.words.len(), "word"),
        counted(to_usize(procedure.instructions), "instruction"),
        counted(descriptors.len(), "descriptor")
    )
}

/// Returns a lens for each test file that names the source, a source that includes it, or a list or variant file that
/// contains it.
fn tests(snapshot: &Snapshot, path: &Path, range: Range) -> Vec<CodeLens> {
    let builds = snapshot.builds();
    let mut named: BTreeSet<_> = snapshot.roots(path).into_iter().collect();
    named.insert(path.to_owned());
    let naming: Vec<_> = named
        .iter()
        .flat_map(|source| builds.naming_files(source))
        .map(|file| file.path())
        .collect();
    named.extend(naming);
    let tests = snapshot.workspace.tests_of(&named, &snapshot.documents);
    let lens_of = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let argument = json!(file.to_string_lossy());
        lens(range, format!("Run {name}"), RUN_TESTS, Some(vec![argument]))
    };
    tests.iter().map(lens_of).collect()
}

/// Returns the lens with the references of a procedure, including other files.
fn references(snapshot: &Snapshot, path: &Path, range: Range) -> Result<Option<CodeLens>, RequestError> {
    let places = places_of_name(snapshot, path, range.start, false)?;
    let lens_of = |(uri, locations): (Uri, Vec<Location>)| {
        lens(
            range,
            counted(locations.len(), "reference"),
            SHOW_REFERENCES,
            Some(vec![json!(uri), json!(range.start), json!(locations)]),
        )
    };
    Ok(snapshot.documents.uri(path).zip(places).map(lens_of))
}
