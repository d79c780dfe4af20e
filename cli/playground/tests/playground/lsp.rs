//! The language server in a page.

use crate::requests::parse;
use pica200_playground::Playground;
use serde_json::{Value, json};

fn send(playground: &mut Playground, message: &Value) -> Vec<Value> {
    let sent = playground.lsp(&message.to_string());
    sent.iter().map(|text| parse(text)).collect()
}

#[test]
fn open_documents_have_diagnostics() {
    let mut playground = Playground::new();
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    assert_eq!(send(&mut playground, &hello)[0]["id"], 1);
    let open = |name: &str, text: &str| {
        let document = json!({ "uri": format!("file:///{name}"), "languageId": "pica200", "version": 1, "text": text });
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
    };
    send(&mut playground, &open("common.inc", ".fvec scale\n"));
    let main = ".include \"common.inc\"\n.out position position\n.proc main\nmov position, scal\nend\n.end\n";
    let sent = send(&mut playground, &open("main.v.pica", main));
    let published = sent.iter().find(|one| {
        one["method"] == "textDocument/publishDiagnostics" && one["params"]["uri"] == "file:///main.v.pica"
    });
    let diagnostics = published.unwrap()["params"]["diagnostics"].to_string();
    assert!(diagnostics.contains("did you mean `scale`?"), "{diagnostics}");
    assert!(!diagnostics.contains("cannot-include"), "{diagnostics}");
}

#[test]
fn messages_that_are_none_are_answered() {
    let answers = Playground::new().lsp("{");
    assert!(answers[0].contains("-32700"), "{answers:?}");
}
