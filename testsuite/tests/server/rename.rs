//! Renaming: every name of every example, and of other sources, gets a new text; the objects stay the same except for
//! the name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pica200_asm::analysis::{Analysis, FileId, FileSpan};
use pica200_asm::{AssemblyOptions, Lookup, MemoryFiles, assemble_in};
use pica200_server::SessionEnd;
use pica200_testsuite::corpus::{file_name, files, folder, workspace};
use pica200_testsuite::editor::{Editor, apply, position};
use serde_json::{Value, json};

/// The texts of files.
type Texts = BTreeMap<PathBuf, String>;

fn memory(texts: &Texts) -> MemoryFiles {
    let files = texts.iter();
    files.fold(MemoryFiles::new(), |files, (path, text)| {
        files.with(path, text.as_bytes())
    })
}

fn analyse(root: &Path, texts: &Texts) -> Analysis {
    let lookup = Lookup {
        files: &memory(texts),
        directory: root.parent().unwrap(),
    };
    let name = file_name(root);
    let options = AssemblyOptions::default();
    Analysis::new(&name, texts[root].as_bytes(), &options, &lookup)
}

/// Returns the object of a source as text, with a name replaced: the ordered and the unordered contents.
fn object(root: &Path, texts: &Texts, old: &str, new: &str) -> Option<(String, Vec<String>)> {
    let lookup = Lookup {
        files: &memory(texts),
        directory: root.parent().unwrap(),
    };
    let name = file_name(root);
    let source = texts[root].as_bytes();
    let assembly = assemble_in(&name, source, &AssemblyOptions::default(), &lookup);
    let object = assembly.object?;
    let quoted = |name: &str| format!("\"{name}\"");
    let rename = |text: String| text.replace(&quoted(old), &quoted(new));
    let ordered = format!(
        "{:?}",
        (
            (&object.kind, &object.entry, &object.code, &object.lines),
            (&object.descriptors, &object.relocations, &object.values),
            (&object.outputs, &object.externals),
        )
    );
    let mut unordered = Vec::new();
    unordered.extend(object.labels.iter().map(|one| format!("{one:?}")));
    unordered.extend(object.uniforms.iter().map(|one| format!("{one:?}")));
    unordered.extend(object.constants.iter().map(|one| format!("{one:?}")));
    let mut unordered: Vec<_> = unordered.into_iter().map(rename).collect();
    unordered.sort();
    Some((rename(ordered), unordered))
}

/// Returns the texts after the edits of a response.
fn edited(texts: &Texts, answer: &Value) -> Texts {
    let mut texts = texts.clone();
    for (uri, edits) in answer["changes"].as_object().unwrap() {
        let path = Path::new(uri.strip_prefix("file://").unwrap());
        let text = texts.get_mut(path).unwrap();
        *text = apply(text, edits.as_array().unwrap());
    }
    texts
}

/// Returns the names of the sources, each with its definition.
fn names(roots: &[&PathBuf], texts: &Texts) -> BTreeMap<(PathBuf, usize), String> {
    let mut names = BTreeMap::new();
    for root in roots {
        let analysis = analyse(root, texts);
        let path = |file: FileId| match analysis.file(file).and_then(|file| file.path.clone()) {
            Some(path) => path,
            None => root.to_path_buf(),
        };
        for place in analysis.symbols().filter_map(|symbol| symbol.definition()) {
            let text = analysis.text_of(place).to_owned();
            names.insert((path(place.file), place.span.range().start), text);
        }
        for defined in analysis.macros() {
            for parameter in &defined.parameters {
                if let Some(FileSpan { file, span }) = parameter.location {
                    names.insert((path(file), span.range().start), parameter.name.clone());
                }
            }
        }
    }
    names
}

/// Renames every name of some related files, one at a time. Returns the number of renames, and the reasons of refused
/// ones.
fn rename_all(texts: &Texts) -> (usize, Vec<String>) {
    let mut editor = Editor::start(&json!({ "capabilities": {} }));
    for (path, text) in texts {
        editor.open(&format!("file://{}", path.display()), text);
    }
    let is_source = |path: &&PathBuf| path.extension().is_some_and(|suffix| suffix != "inc");
    let roots: Vec<_> = texts.keys().filter(is_source).collect();
    let (mut count, mut refused) = (0, Vec::new());
    for ((path, start), old) in names(&roots, texts) {
        let new = if old.starts_with(".L") {
            format!(".Lfresh{count}")
        } else {
            format!("fresh{count}")
        };
        let uri = format!("file://{}", path.display());
        let at = position(&texts[&path], start);
        let params = json!({ "textDocument": { "uri": uri }, "position": at, "newName": new });
        match editor.request("textDocument/rename", params) {
            Err(error) => refused.push(error.message),
            Ok(answer) => {
                let after = edited(texts, &answer);
                for root in &roots {
                    let expected = object(root, texts, &old, &new);
                    let got = object(root, &after, &old, &new);
                    assert_eq!(got, expected, "{}: {old}", root.display());
                }
                assert!(!after[&path].is_empty() && after != *texts, "{old}");
                count += 1;
            }
        }
    }
    assert_eq!(editor.end(), SessionEnd::Orderly);
    (count, refused)
}

/// Returns true if the reason is possible for a new name.
fn is_expected(reason: &str) -> bool {
    reason.starts_with("the shader starts at `main`")
        || reason.starts_with("a macro makes")
        || reason.starts_with("no source of the workspace defines")
}

#[test]
fn names_of_examples_can_be_renamed() {
    let mut count = 0;
    for entry in fs::read_dir(workspace().join("examples")).unwrap() {
        let folder = entry.unwrap().path();
        let sources = ["vsh", "gsh", "inc"].map(|suffix| files(&folder, suffix));
        let texts: Texts = sources
            .into_iter()
            .flatten()
            .map(|path| {
                let text = fs::read_to_string(&path).unwrap();
                (path, text)
            })
            .collect();
        let (renamed, refused) = rename_all(&texts);
        let odd: Vec<_> = refused.iter().filter(|reason| !is_expected(reason)).collect();
        assert!(odd.is_empty(), "{}: {odd:?}", folder.display());
        count += renamed;
    }
    assert!(count > 100, "only {count} names");
}

#[test]
fn names_of_other_sources_can_be_renamed() {
    let mut count = 0;
    let sources = files(&folder("golden/single"), "pica");
    for path in sources.into_iter().step_by(7) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let texts = Texts::from([(path.clone(), text)]);
        let (renamed, refused) = rename_all(&texts);
        let odd: Vec<_> = refused.iter().filter(|reason| !is_expected(reason)).collect();
        assert!(odd.is_empty(), "{}: {odd:?}", path.display());
        count += renamed;
    }
    assert!(count > 50, "only {count} names");
}
