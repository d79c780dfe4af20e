//! A language server client for tests, with a server in the same process.

use std::collections::{BTreeMap, VecDeque};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use pica200::levels::Levels;
use pica200_server::{Connection, LocalServer, ProtocolError, SessionEnd, serve};
use serde_json::{Value, json};

/// Timeout for a silent server, long enough that only a hang exceeds it on a busy host.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A server.
enum Server {
    /// Runs on other threads, asynchronously.
    Threaded {
        connection: Connection,
        thread: JoinHandle<Result<SessionEnd, ProtocolError>>,
    },
    /// Runs on the editor's thread. All effects of a message are complete before the next one.
    SingleThreaded(LocalServer),
}

/// An editor with a server.
pub struct Editor {
    server: Server,
    /// The number of requests so far.
    requests: i32,
    /// The result of `initialize`.
    pub initialize_result: Value,
    /// The responses that were not yet requested.
    answers: BTreeMap<i32, Result<Value, ResponseError>>,
    /// The last published diagnostics of each URI that were not yet requested.
    diagnostics: BTreeMap<String, Value>,
    /// The other messages of the server, in order.
    pub messages: VecDeque<Message>,
    /// The settings sent on request.
    pub settings: Value,
}

impl std::fmt::Debug for Editor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Editor").finish_non_exhaustive()
    }
}

impl Editor {
    /// Starts a session with these parameters of `initialize` and a threaded server. The time and version of published
    /// diagnostics depend on timing.
    ///
    /// # Panics
    ///
    /// Panics if the server does not respond.
    pub fn start(params: &Value) -> Self {
        let (connection, server) = Connection::memory();
        let thread = spawn(move || serve(&server, Levels::default()));
        Self::start_with(Server::Threaded { connection, thread }, params)
    }

    /// Like [`Self::start`], with a single-threaded server that checks all documents before it handles the next
    /// message.
    ///
    /// # Panics
    ///
    /// Panics if the server does not respond.
    pub fn start_single_threaded(params: &Value) -> Self {
        Self::start_with(Server::SingleThreaded(LocalServer::new(Levels::default())), params)
    }

    fn start_with(server: Server, params: &Value) -> Self {
        let mut editor = Self {
            server,
            requests: 0,
            initialize_result: Value::Null,
            answers: BTreeMap::new(),
            diagnostics: BTreeMap::new(),
            messages: VecDeque::new(),
            settings: Value::Null,
        };
        let initialize_result = editor.request("initialize", params.clone());
        editor.initialize_result = initialize_result.expect("the server begins a session");
        editor.notify("initialized", json!({}));
        editor
    }

    /// Sends a message.
    ///
    /// # Panics
    ///
    /// Panics if the server violates the protocol.
    pub fn send(&mut self, message: impl Into<Message>) {
        let message = message.into();
        match &mut self.server {
            Server::Threaded { connection, .. } => {
                // The end of the server is noticed when waiting for it.
                let _ = connection.sender.send(message);
            }
            Server::SingleThreaded(server) => {
                let text = serde_json::to_string(&message).expect("messages are JSON");
                for sent in server.take(&text) {
                    self.take(serde_json::from_str(&sent).expect("the server sends messages"));
                }
            }
        }
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request, and returns its ID.
    pub fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id, method.to_owned(), params));
        self.requests
    }

    /// Waits for the response to a request.
    ///
    /// # Errors
    ///
    /// Returns the error response of the server.
    ///
    /// # Panics
    ///
    /// Panics if the server ended.
    pub fn answer(&mut self, number: i32) -> Result<Value, ResponseError> {
        loop {
            if let Some(answer) = self.answers.remove(&number) {
                return answer;
            }
            self.listen();
        }
    }

    /// Sends a request, and waits for the response.
    ///
    /// # Errors
    ///
    /// Returns the error response of the server.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let number = self.ask(method, params);
        self.answer(number)
    }

    /// Waits for the diagnostics of a URI, unless some were published and not yet returned.
    pub fn diagnostics(&mut self, uri: &str) -> Value {
        loop {
            if let Some(diagnostics) = self.diagnostics.remove(uri) {
                return diagnostics;
            }
            self.listen();
        }
    }

    /// Waits for the diagnostics of a document version.
    pub fn diagnostics_of(&mut self, uri: &str, version: i32) -> Value {
        loop {
            let sent = self.diagnostics(uri);
            if sent.get("version") == Some(&json!(version)) {
                return sent;
            }
        }
    }

    /// Waits for a request of the server, unless one is pending.
    pub fn wait_for(&mut self, method: &str) {
        let is_meant = |message: &Message| matches!(message, Message::Request(r) if r.method == method);
        loop {
            if let Some(index) = self.messages.iter().position(is_meant) {
                self.messages.remove(index);
                return;
            }
            self.listen();
        }
    }

    /// Receives all available messages.
    pub fn listen_now(&mut self) {
        while let Server::Threaded { connection, .. } = &self.server
            && let Ok(message) = connection.receiver.try_recv()
        {
            self.take(message);
        }
    }

    /// Receives the next message.
    ///
    /// # Panics
    ///
    /// Panics if the server ended or timed out. A single-threaded server has already sent everything.
    pub fn listen(&mut self) {
        let message = match &self.server {
            Server::Threaded { connection, .. } => connection.receiver.recv_timeout(TIMEOUT).ok(),
            Server::SingleThreaded(_) => None,
        };
        self.take(message.expect("the server speaks"));
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Response(Response { id, response_result }) => {
                let number = id.to_string().parse();
                let number = number.expect("numbers name requests");
                let earlier = self.answers.insert(number, response_result);
                assert!(earlier.is_none(), "{number} has two answers");
            }
            Message::Notification(sent) if sent.method == "textDocument/publishDiagnostics" => {
                let uri = sent.params.get("uri").and_then(Value::as_str);
                let uri = uri.expect("diagnostics have an address").to_owned();
                self.diagnostics.insert(uri, sent.params);
            }
            Message::Request(request) if request.method == "workspace/configuration" => {
                let settings = json!([self.settings]);
                self.send(Response::new_ok(request.id, settings));
            }
            Message::Request(request) => {
                self.send(Response::new_ok(request.id.clone(), Value::Null));
                self.messages.push_back(request.into());
            }
            Message::Notification(notification) => self.messages.push_back(notification.into()),
        }
    }

    /// Opens a document as version 1.
    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "pica200", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Changes a document. `changes` are LSP content changes.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// Shuts down the session, and returns how the server ended.
    ///
    /// # Panics
    ///
    /// Panics if the server panicked.
    pub fn end(mut self) -> SessionEnd {
        let answer = self.request("shutdown", Value::Null);
        assert_eq!(answer.ok(), Some(Value::Null));
        self.disconnect("exit")
    }

    /// Sends a last notification, disconnects, and returns how the server ended.
    ///
    /// # Panics
    ///
    /// Panics if the server panicked.
    pub fn disconnect(mut self, method: &str) -> SessionEnd {
        self.notify(method, Value::Null);
        match self.server {
            Server::Threaded { connection, thread } => {
                drop(connection);
                let ended = thread.join().expect("the server does not panic");
                ended.expect("the session had begun")
            }
            Server::SingleThreaded(server) => server.ended().unwrap_or(SessionEnd::Abrupt),
        }
    }
}

/// Returns the start of each line of a text. Lines end with LF, CR LF or CR.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends_at = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let ends = (0..bytes.len()).filter(ends_at);
    [0].into_iter().chain(ends.map(|at| at + 1)).collect()
}

/// Converts a byte offset, which must be at a character boundary, to a position in UTF-16.
pub fn position(text: &str, byte: usize) -> Value {
    let starts = line_starts(text);
    let line = starts.partition_point(|start| *start <= byte) - 1;
    let column = text[starts[line]..byte].encode_utf16().count();
    json!({ "line": line, "character": column })
}

/// Converts a position to a byte offset. Returns `None` if the text has no such position.
pub fn byte(text: &str, position: &Value) -> Option<usize> {
    let number = |name: &str| usize::try_from(position.get(name)?.as_u64()?).ok();
    let starts = line_starts(text);
    let line = number("line")?;
    let start = *starts.get(line)?;
    let end = starts.get(line + 1).copied().unwrap_or(text.len());
    let content = text[start..end].trim_end_matches(['\r', '\n']);
    let mut left = number("character")?;
    for (at, character) in content.char_indices() {
        if left == 0 {
            return Some(start + at);
        }
        left = left.checked_sub(character.len_utf16())?;
    }
    (left == 0).then_some(start + content.len())
}

/// Applies LSP edits, which must not touch each other.
///
/// # Panics
///
/// Panics if a range is invalid or if two edits overlap.
pub fn apply(text: &str, edits: &[Value]) -> String {
    let place = |edit: &Value, name: &str| byte(text, &edit["range"][name]);
    let bytes = |edit: &Value| place(edit, "start").zip(place(edit, "end"));
    let mut edits: Vec<_> = edits
        .iter()
        .map(|edit| (bytes(edit).expect("a range of the text"), edit))
        .collect();
    edits.sort_by_key(|(bytes, _)| *bytes);
    let (mut changed, mut end) = (String::new(), 0);
    for ((start, next), edit) in edits {
        changed.push_str(text.get(end..start).expect("edits do not overlap"));
        changed.push_str(edit["newText"].as_str().expect("an edit has a text"));
        end = next;
    }
    changed + &text[end..]
}
