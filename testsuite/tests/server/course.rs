//! Session lifecycle: start and end, message order, and invalid requests.

use lsp_server::{Message, Notification, Request, RequestId};
use pica200::levels::Levels;
use pica200_server::{Connection, SessionEnd, serve};
use pica200_testsuite::editor::Editor;
use serde_json::{Value, json};

fn editor() -> Editor {
    Editor::start(&json!({ "capabilities": {} }))
}

#[test]
fn sessions_end_in_order_or_abruptly() {
    assert_eq!(editor().end(), SessionEnd::Orderly);
    assert_eq!(editor().disconnect("exit"), SessionEnd::Abrupt);
    // The client disconnects.
    assert_eq!(editor().disconnect("$/nothing"), SessionEnd::Abrupt);
}

#[test]
fn sessions_begin_with_initialize() {
    let (server, client) = Connection::memory();
    let server = std::thread::spawn(move || serve(&server, Levels::default()));
    let early = Request::new(RequestId::from(1), "textDocument/hover".to_owned(), Value::Null);
    client.sender.send(early.into()).unwrap();
    let answer = match client.receiver.recv() {
        Ok(Message::Response(answer)) => Some(answer),
        _ => None,
    };
    let result = answer.expect("an answer").response_result;
    assert_eq!(result.unwrap_err().code, -32002);
    drop(client);
    assert_eq!(server.join().unwrap().unwrap(), SessionEnd::Abrupt);
}

#[test]
fn a_client_that_breaks_the_protocol_gets_an_error() {
    let (server, client) = Connection::memory();
    let server = std::thread::spawn(move || serve(&server, Levels::default()));
    let early = Notification::new("exit".to_owned(), Value::Null);
    client.sender.send(early.into()).unwrap();
    let ended = server.join().unwrap();
    let message = ended.unwrap_err().to_string();
    assert!(message.contains("initialize"), "{message}");
}

/// Each request has one response: a result, or an error if it was cancelled.
#[test]
fn cancelled_requests_are_answered_once() {
    let mut editor = editor();
    let uri = "untitled:a";
    editor.open(uri, &".proc main\n\tend\n.end\n".repeat(500));
    let params = json!({ "textDocument": { "uri": uri } });
    let asked: Vec<i32> = (0..100)
        .map(|_| editor.ask("textDocument/documentSymbol", params.clone()))
        .collect();
    for number in &asked {
        editor.notify("$/cancelRequest", json!({ "id": number }));
    }
    for number in asked {
        let answer = editor.answer(number);
        assert!(answer.is_ok() || answer.is_err_and(|error| error.code == -32800));
    }
    assert_eq!(editor.end(), SessionEnd::Orderly);
}

#[test]
fn nothing_is_answered_after_the_end() {
    let mut editor = editor();
    editor.request("shutdown", Value::Null).unwrap();
    let answer = editor.request("textDocument/formatting", json!({}));
    assert_eq!(answer.unwrap_err().code, -32600);
    assert_eq!(editor.disconnect("exit"), SessionEnd::Orderly);
}

#[test]
fn wrong_requests_are_answered_and_wrong_notifications_are_logged() {
    let mut editor = editor();
    let unknown = editor.request("pica200/nothing", Value::Null).unwrap_err();
    assert_eq!(unknown.code, -32601);
    let wrong = editor.request("textDocument/formatting", json!({ "textDocument": 3 }));
    assert_eq!(wrong.unwrap_err().code, -32602);
    let options = json!({ "tabSize": 4, "insertSpaces": false });
    let params = json!({ "textDocument": { "uri": "file:///none.vsh" }, "options": options });
    let closed = editor.request("textDocument/formatting", params).unwrap_err();
    assert_eq!(closed.code, -32602);
    editor.notify("textDocument/didOpen", json!({ "textDocument": [] }));
    editor.change("file:///none.vsh", 2, json!([]));
    editor.notify("$/unknown", json!({}));
    editor.request("pica200/nothing", Value::Null).unwrap_err();
    let warnings = editor
        .messages
        .iter()
        .filter(|message| matches!(message, Message::Notification(n) if n.method == "window/logMessage"));
    assert_eq!(warnings.count(), 2);
    assert_eq!(editor.end(), SessionEnd::Orderly);
}

#[test]
fn the_last_of_many_changes_counts() {
    let mut editor = editor();
    let uri = "untitled:a";
    editor.open(uri, ".proc main\n\tend\n.end\n");
    for version in 2..=50 {
        let text = format!(".proc main\n\tmov r{version}, r0\n\tend\n.end\n");
        editor.change(uri, version, json!([{ "text": text }]));
    }
    let sent = editor.diagnostics_of(uri, 50);
    let message = sent["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("r50"), "{message}");
    assert_eq!(editor.end(), SessionEnd::Orderly);
}

#[test]
fn documents_with_strange_addresses_are_served() {
    let mut editor = editor();
    for uri in [
        "untitled:Untitled-1",
        "vscode-vfs:/a/b.vsh",
        "",
        "file:",
        "%",
        "file:///a%zz.vsh",
    ] {
        editor.open(uri, ".include \"none.inc\"\n");
        let sent = editor.diagnostics_of(uri, 1);
        assert_eq!(sent["diagnostics"][0]["code"], "cannot-include", "{uri}");
        editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    assert_eq!(editor.end(), SessionEnd::Orderly);
}
