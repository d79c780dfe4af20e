//! Benchmark of language server response times for a source of 4,000 lines, over an in-memory connection.
//!
//! `diagnostics_after_a_key` measures the time from the change notification to the diagnostics, including the debounce
//! time of the server. `links` measures a request that needs the analysis of the source.
//!
//! `of_workspace` measures requests that need all files of a workspace with 2,000 shaders, after an edit in one of
//! them. A project file links half of them with a library; the library of the others is inferred.

use std::fmt::Write;
use std::fs;

use divan::Bencher;
use pica200_testsuite::editor::Editor;
use serde_json::{Value, json};
use tempfile::TempDir;

const URI: &str = "untitled:bench.v.pica";

fn main() {
    divan::main();
}

/// Returns a source with 4,000 lines that links alone.
fn source() -> String {
    let mut text =
        String::from(".fvec projection[4], light\n.out outPos position\n.out outClr color\n.alias inPos v0\n");
    for procedure in 0..38 {
        writeln!(text, ".proc part{procedure}").expect("strings take everything");
        for line in 0..25 {
            let component = ["x", "y", "z", "w"][line % 4];
            writeln!(text, "\t; line {line} of the part\n\tdp4 r1.{component}, projection[{}], inPos\n\tmul r2, light, r1\n\tadd r3, r2, r1", line % 4)
                .expect("strings take everything");
        }
        text.push_str("\tnop\n.end\n");
    }
    text.push_str(".proc main\n\tmov r1, inPos\n");
    for procedure in 0..38 {
        writeln!(text, "\tcall part{procedure}").expect("strings take everything");
    }
    text.push_str("\tmov outPos, r3\n\tmov outClr, r3\n\tend\n.end\n");
    text
}

/// Returns an editor with the source open, after its diagnostics.
fn editor() -> Editor {
    let mut editor = Editor::start(&json!({ "capabilities": {} }));
    editor.open(URI, &source());
    editor.diagnostics_of(URI, 1);
    editor
}

/// Inserts a letter into a comment, or deletes it.
fn press_key(editor: &mut Editor, version: i32) {
    let (end, text) = if version % 2 == 0 { (6, "x") } else { (7, "") };
    let start = json!({ "line": 5, "character": 6 });
    let range = json!({ "start": start, "end": { "line": 5, "character": end } });
    editor.change(URI, version, json!([{ "range": range, "text": text }]));
}

/// Measures a request after each of many edits. The request gets the version of the text.
fn after_key<T>(bencher: Bencher<'_, '_>, mut ask: impl FnMut(&mut Editor, i32) -> T) {
    let (mut editor, mut version) = (editor(), 1);
    bencher.bench_local(|| {
        version += 1;
        press_key(&mut editor, version);
        ask(&mut editor, version)
    });
}

/// Returns the parameters of a request for a position in the source.
fn at(line: u32, character: u32) -> Value {
    json!({
        "textDocument": { "uri": URI },
        "position": { "line": line, "character": character },
    })
}

#[divan::bench]
fn diagnostics_after_a_key(bencher: Bencher<'_, '_>) {
    after_key(bencher, |editor, version| editor.diagnostics_of(URI, version));
}

#[divan::bench]
fn links(bencher: Bencher<'_, '_>) {
    let params = json!({ "textDocument": { "uri": URI } });
    after_key(bencher, |editor, _| {
        editor.request("textDocument/documentLink", params.clone())
    });
}

/// Measures hovers over a name, a temporary with reaching writes, or an instruction.
#[divan::bench(args = [(2003, 14), (2005, 13), (2003, 2)])]
fn hover_at(bencher: Bencher<'_, '_>, (line, character): (u32, u32)) {
    after_key(bencher, |editor, _| {
        let hover = editor.request("textDocument/hover", at(line, character));
        assert!(hover.is_ok_and(|hover| !hover.is_null()), "there is a name");
    });
}

/// Measures completion halfway through a source.
#[divan::bench]
fn completion(bencher: Bencher<'_, '_>) {
    after_key(bencher, |editor, _| {
        let items = editor.request("textDocument/completion", at(2005, 13));
        assert!(items.is_ok_and(|items| items.is_array()), "there are names");
    });
}

/// The number of shaders in a workspace.
const SHADERS: usize = 2000;

const SHADER: &str = ".fvec projection[4]
.out pos position
.proc main
\tcall lit
\tmov pos, r0
\tend
.end
";

const LIBRARY: &str = ".nodvle
.proc lit
\tmov r0, v0
\tnop
.end
";

/// Returns a directory with shaders, and an editor with one of them open that has scanned all of them.
fn workspace() -> (TempDir, Editor, String) {
    let home = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        fs::write(path, text).expect("it is written");
    };
    for number in 0..SHADERS {
        let folder = ["named", "free"][number % 2];
        write(&format!("{folder}/shader{number}.vsh"), SHADER);
    }
    write("named/lit.vsh", LIBRARY);
    write("free/lit.vsh", LIBRARY);
    let project = "[binary.all]\ninputs = [\"shader*.vsh\", \"lit.vsh\"]\noutput = \"*.shbin\"\n";
    write("named/pica200.toml", project);
    let folder = format!("file://{}", home.path().display());
    let mut editor = Editor::start(&json!({
        "capabilities": {},
        "workspaceFolders": [{ "uri": folder, "name": "many" }],
    }));
    let uri = format!("{folder}/named/shader0.vsh");
    editor.open(&uri, SHADER);
    let found = ask_workspace(&mut editor, &uri, "textDocument/references");
    assert_eq!(found, 1 + SHADERS / 2, "all sources are found");
    (home, editor, uri)
}

/// Requests the references of the library procedure, or symbols. Returns their number.
fn ask_workspace(editor: &mut Editor, uri: &str, method: &str) -> usize {
    let params = json!({
        "query": "lit",
        "textDocument": { "uri": uri },
        "position": { "line": 3, "character": 7 },
        "context": { "includeDeclaration": true },
    });
    let found = editor.request(method, params).expect("an answer");
    found.as_array().map_or(0, Vec::len)
}

#[divan::bench(args = ["textDocument/references", "workspace/symbol"])]
fn of_workspace(bencher: Bencher<'_, '_>, method: &str) {
    let (_home, mut editor, uri) = workspace();
    let mut version = 1;
    bencher.bench_local(|| {
        version += 1;
        let text: Value = format!("{SHADER}; {version}\n").into();
        editor.change(&uri, version, json!([{ "text": text }]));
        ask_workspace(&mut editor, &uri, method)
    });
}

/// Measures the time from server start to the first references.
#[divan::bench(sample_count = 5)]
fn first_references_of_workspace(bencher: Bencher<'_, '_>) {
    bencher.bench_local(workspace);
}
