//! Large workspaces.

use std::fs;

use pica200_server::SessionEnd;
use pica200_testsuite::editor::Editor;
use serde_json::json;

const SHADER: &str = ".out pos position\n.proc main\n\tcall lit\n\tmov pos, r0\n\tend\n.end\n";

/// The number of simultaneous searches: more than there are search threads.
const SEARCHES: usize = 12;

#[test]
fn many_searches_at_once_are_answered() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    for number in 0..400 {
        let path = home.join(format!("shader{number}.vsh"));
        fs::write(path, SHADER).unwrap();
    }
    let folder = format!("file://{}", home.display());
    let mut editor = Editor::start(&json!({
        "capabilities": {},
        "workspaceFolders": [{ "uri": folder, "name": "many" }],
    }));
    let uri = format!("{folder}/shader7.vsh");
    editor.open(&uri, SHADER);
    let at = json!({
        "textDocument": { "uri": uri },
        "position": { "line": 2, "character": 7 },
        "context": { "includeDeclaration": true },
    });
    let search = |editor: &mut Editor| editor.ask("textDocument/references", at.clone());
    let searches: Vec<_> = (0..SEARCHES).map(|_| search(&mut editor)).collect();
    let hover = editor.request("textDocument/hover", at.clone()).unwrap();
    assert!(hover["contents"]["value"].is_string(), "{hover}");
    for search in searches {
        let found = editor.answer(search).unwrap();
        assert_eq!(found.as_array().map(Vec::len), Some(1));
    }
    assert_eq!(editor.end(), SessionEnd::Orderly);
}
