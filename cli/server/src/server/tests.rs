//! Tests of the server without its loop: each test chooses the order of messages and events.

use lsp_server::Notification;
use serde_json::json;

use super::*;

const URI: &str = "untitled:shader.v.pica";

/// Returns a server for a client with one document.
fn server(connection: &Connection, text: &str) -> Server {
    let start = SessionConfig {
        client: Client::default(),
        folders: Vec::new(),
        settings: Value::Null,
        levels: Levels::default(),
    };
    let mut server = Server::new(connection, start);
    let item = json!({ "uri": URI, "languageId": "pica200", "version": 1, "text": text });
    notify(&mut server, "textDocument/didOpen", item);
    server
}

fn notify(server: &mut Server, method: &str, document: Value) {
    let params = json!({ "textDocument": document });
    server.take(Notification::new(method.to_owned(), params).into());
}

/// Returns the messages of a server for a document that is optionally closed between the end of a check and the event
/// with its result.
fn messages(is_closed: bool) -> Vec<Message> {
    let (own, client) = Connection::memory();
    let mut server = server(&own, "mov");
    let snapshot = server.state.with_cancel_flag(server.check.begin());
    let found = all_diagnostics(&snapshot).map(|found| (found, false));
    assert!(found.is_some(), "the check is complete");
    if is_closed {
        notify(&mut server, "textDocument/didClose", json!({ "uri": URI }));
    }
    server.handle_event(Event::Checked(snapshot, Some(found)));
    client.receiver.try_iter().collect()
}

#[test]
fn results_of_old_snapshots_are_not_sent() {
    assert_eq!(messages(false).len(), 1);
    assert_eq!(messages(true).len(), 0);
}

#[test]
fn searches_do_not_keep_others_waiting() {
    let (own, _client) = Connection::memory();
    let mut server = server(&own, ".proc main\n\tcall main\n\tend\n.end\n");
    // All search threads are busy until the test releases them.
    let (end, ended) = unbounded::<()>();
    for _ in 0..MAX_WORKERS {
        let ended = ended.clone();
        server.searchers.run(move || ended.recv(), |_| ());
    }
    let requests = ["textDocument/references", "textDocument/hover"];
    for (number, method) in (1..).zip(requests) {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": 1, "character": 7 },
            "context": { "includeDeclaration": true },
        });
        let request = Request::new(RequestId::from(number), method.to_owned(), params);
        server.take(request.into());
    }
    let answered = || match server.results.recv_timeout(Duration::from_secs(600)) {
        Ok(Event::Answered(id, Some(Ok(answer)))) => Some((id, answer.is_null())),
        _ => None,
    };
    assert_eq!(answered(), Some((RequestId::from(2), false)));
    drop(end);
    assert_eq!(answered(), Some((RequestId::from(1), false)));
}
