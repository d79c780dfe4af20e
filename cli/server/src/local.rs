//! A server on its host's thread, without other threads, streams and clocks: for use in a web page.

use crossbeam_channel::Receiver;
use lsp_server::{Connection, ErrorCode, Message, Notification, Response, ResponseError};
use pica200::levels::Levels;
use serde_json::{Value, json};

use crate::server::Server;
use crate::transport::parse;
use crate::{SessionEnd, initialized, start};

/// A single-threaded client session. [`LocalServer::take`] handles each message and runs the resulting checks before it
/// returns: there is no debouncing, and requests cannot be cancelled.
#[derive(Debug)]
pub struct LocalServer {
    /// The levels of diagnostics.
    levels: Levels,
    session: Session,
}

/// The state of a session.
enum Session {
    /// Waiting for `initialize`.
    New,
    Serving(Box<Serving>),
    /// The client has sent `exit`.
    Ended(SessionEnd),
}

struct Serving {
    server: Server,
    outgoing: Receiver<Message>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::New => "New",
            Self::Serving(_) => "Serving",
            Self::Ended(_) => "Ended",
        })
    }
}

impl LocalServer {
    /// Creates a session. `levels` are the diagnostic levels, which projects can override.
    pub const fn new(levels: Levels) -> Self {
        Self {
            levels,
            session: Session::New,
        }
    }

    /// Handles a client message, in JSON without headers, and returns the messages of the server in order. Invalid
    /// JSON-RPC is answered with a protocol error. After `exit`, nothing is returned.
    pub fn take(&mut self, message: &str) -> Vec<String> {
        let message = match parse(message.as_bytes()) {
            Ok(message) => message,
            Err(answer) => return answer.iter().map(Value::to_string).collect(),
        };
        let sent = match &mut self.session {
            Session::New => self.begin(message),
            Session::Ended(_) => Vec::new(),
            Session::Serving(serving) if is_exit(&message) => {
                self.session = Session::Ended(serving.server.end());
                Vec::new()
            }
            Session::Serving(serving) => {
                serving.server.turn(message);
                serving.outgoing.try_iter().collect()
            }
        };
        sent.iter().map(text).collect()
    }

    /// Returns how the session ended, once the client has sent `exit`.
    pub const fn ended(&self) -> Option<SessionEnd> {
        match self.session {
            Session::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// Starts the session if the message is `initialize`.
    fn begin(&mut self, message: Message) -> Vec<Message> {
        let Message::Request(request) = message else {
            if is_exit(&message) {
                self.session = Session::Ended(SessionEnd::Abrupt);
            }
            return Vec::new();
        };
        if request.method != "initialize" {
            let error = ResponseError {
                code: ErrorCode::ServerNotInitialized as i32,
                message: format!("expected `initialize`, found `{}`", request.method),
                data: None,
            };
            return vec![Message::Response(Response {
                id: request.id,
                response_result: Err(error),
            })];
        }
        let (own, client) = Connection::memory();
        let start = start(&request.params, std::mem::take(&mut self.levels));
        let answer = Message::Response(Response {
            id: request.id,
            response_result: Ok(initialized(&start.client)),
        });
        let mut server = Server::without_threads(&own, start);
        server.begin();
        let outgoing = client.receiver;
        let mut sent = vec![answer];
        sent.extend(outgoing.try_iter());
        self.session = Session::Serving(Box::new(Serving { server, outgoing }));
        sent
    }
}

fn is_exit(message: &Message) -> bool {
    matches!(message, Message::Notification(Notification { method, .. }) if method == "exit")
}

/// Serializes a message as JSON.
fn text(message: &Message) -> String {
    let mut value = serde_json::to_value(message).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the messages of the server after a client message.
    fn take(local: &mut LocalServer, message: &Value) -> Vec<Value> {
        let sent = local.take(&message.to_string());
        sent.iter()
            .map(|text| serde_json::from_str(text).expect("messages are JSON"))
            .collect()
    }

    fn request(id: i32, method: &str, params: Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }

    fn opened(text: &str) -> Value {
        let item = json!({ "uri": "file:///shader.v.pica", "languageId": "pica200", "version": 1, "text": text });
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } })
    }

    #[test]
    fn everything_is_answered_in_the_same_turn() {
        let mut local = LocalServer::new(Levels::default());
        let answers = take(&mut local, &request(1, "initialize", json!({ "capabilities": {} })));
        assert_eq!(answers[0]["id"], 1);
        assert!(
            answers[0]["result"]["capabilities"]["hoverProvider"]
                .as_bool()
                .is_some()
        );
        let sent = take(&mut local, &opened(".proc main\n\tmvo r0, v0\n\tend\n.end\n"));
        let published = sent
            .iter()
            .find(|one| one["method"] == "textDocument/publishDiagnostics");
        let diagnostics = &published.expect("diagnostics are published")["params"]["diagnostics"];
        assert!(diagnostics.to_string().contains("unknown-instruction"), "{diagnostics}");
        let place =
            json!({ "textDocument": { "uri": "file:///shader.v.pica" }, "position": { "line": 2, "character": 2 } });
        let hover = take(&mut local, &request(2, "textDocument/hover", place));
        assert_eq!(hover[0]["id"], 2);
        assert!(hover[0]["result"]["contents"].to_string().contains("end"), "{hover:?}");
    }

    #[test]
    fn sessions_begin_and_end_as_the_protocol_says() {
        let mut local = LocalServer::new(Levels::default());
        assert!(local.take("{")[0].contains("-32700"));
        let early = take(&mut local, &request(1, "shutdown", Value::Null));
        assert_eq!(early[0]["error"]["code"], -32002);
        assert!(take(&mut local, &opened("mov")).is_empty());
        take(&mut local, &request(2, "initialize", json!({})));
        let shut = take(&mut local, &request(3, "shutdown", Value::Null));
        assert_eq!(shut[0]["result"], Value::Null);
        assert_eq!(local.ended(), None);
        assert!(take(&mut local, &json!({ "jsonrpc": "2.0", "method": "exit" })).is_empty());
        assert_eq!(local.ended(), Some(SessionEnd::Orderly));
        assert!(take(&mut local, &request(4, "shutdown", Value::Null)).is_empty());
        let mut local = LocalServer::new(Levels::default());
        take(&mut local, &request(1, "initialize", json!({})));
        take(&mut local, &json!({ "jsonrpc": "2.0", "method": "exit" }));
        assert_eq!(local.ended(), Some(SessionEnd::Abrupt));
    }
}
