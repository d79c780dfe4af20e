//! Scripted editor sessions with the language server. The server is single-threaded, so that its messages do not depend
//! on timing.
//!
//! Each line of a session is a command. Lines indented by four spaces, and empty lines among them, belong to the
//! previous command. Lines that begin with `#` are comments. `@PATH` is replaced by the URI of a file in the session
//! directory.
//!
//! | Command | What happens |
//! |---|---|
//! | `client JSON` | adds capabilities to those of the client, before the first message |
//! | `settings JSON` | the settings of the client |
//! | `disk PATH` with text, `remove PATH` | writes or removes a file |
//! | `open PATH` with text | opens a document |
//! | `edit PATH LINE:COLUMN-LINE:COLUMN JSON` | replaces a range with a text; several on one line change the document one after the other |
//! | `close PATH`, `save PATH` | closes or saves a document |
//! | `diagnostics PATH` | waits for the diagnostics of a file, and shows them |
//! | `ask METHOD JSON` | sends a request, and shows the answer |
//! | `hover PATH LINE:COLUMN` | asks for a hover, and shows its range and its text |
//! | `complete PATH LINE:COLUMN [PREFIX]` | asks for completions, and shows those that begin with a prefix: label, kind, detail, and the edit |
//! | `resolve LABEL` | shows the documentation of one of the last completions |
//! | `signature PATH LINE:COLUMN` | asks for signatures, and shows them with the active parameter |
//! | `later METHOD JSON` | sends a request; `cancel` cancels the last such one, `answer` shows its answer |
//! | `tell METHOD JSON` | sends a notification |
//! | `tokens PATH` | asks for the semantic tokens of a document as it was opened, and shows them with their words |
//! | `hints PATH LINE:COLUMN-LINE:COLUMN` | asks for the inlay hints of a range, and shows them with their tooltips |
//! | `capability NAME` | shows what the server offers, by the name of a capability |
//! | `wait METHOD` | waits for a request of the server |
//! | `messages` | shows the other messages so far |

#![allow(clippy::panic, reason = "a session with a mistake fails its test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lsp_server::{Message, ResponseError};
use serde_json::{Value, json};

use crate::editor::Editor;

mod tokens;

/// Runs a session in an empty directory, and returns the messages of the server after each command.
///
/// # Panics
///
/// Panics if the session is invalid, or if the server violates the protocol.
pub fn play(session: &str, folder: &Path) -> String {
    let mut player = SessionRunner {
        folder,
        capabilities: json!({}),
        settings: Value::Null,
        editor: None,
        versions: BTreeMap::new(),
        texts: BTreeMap::new(),
        later: None,
        completions: Vec::new(),
        output: String::new(),
    };
    for (line, body) in commands(session) {
        player.output.push_str(&format!("> {line}\n"));
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        player.play(name, rest, &body);
    }
    if let Some(editor) = player.editor {
        editor.end();
    }
    player.output
}

/// Returns the commands of a session, with their texts.
fn commands(session: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    let mut empty = 0;
    for line in session.lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_prefix("    "), commands.last_mut()) {
            _ if line.is_empty() => empty += 1,
            (Some(text), Some((_, body))) => {
                body.push_str(&"\n".repeat(std::mem::take(&mut empty)));
                body.push_str(&format!("{text}\n"));
            }
            _ => {
                empty = 0;
                commands.push((line, String::new()));
            }
        }
    }
    commands
}

/// Runs a session.
struct SessionRunner<'f> {
    folder: &'f Path,
    capabilities: Value,
    settings: Value,
    /// The editor, once it has sent its first message.
    editor: Option<Editor>,
    versions: BTreeMap<String, i32>,
    /// The opened documents.
    texts: BTreeMap<String, String>,
    /// The last request whose response was not shown.
    later: Option<i32>,
    /// The last completions.
    completions: Vec<Value>,
    output: String,
}

impl SessionRunner<'_> {
    fn play(&mut self, name: &str, rest: &str, body: &str) {
        match name {
            "client" => {
                let further = self.json(rest);
                merge(&mut self.capabilities, further);
            }
            "settings" => self.configure(rest),
            "disk" => {
                let path = self.folder.join(rest);
                let parent = path.parent().expect("files have folders");
                fs::create_dir_all(parent).expect("folders are made");
                fs::write(path, body).expect("files are written");
            }
            "remove" => fs::remove_file(self.folder.join(rest)).expect("the file is there"),
            "open" => {
                let uri = self.uri(rest);
                self.versions.insert(uri.clone(), 1);
                self.texts.insert(uri.clone(), body.to_owned());
                self.editor().open(&uri, body);
            }
            "edit" => self.edit(rest),
            "close" | "save" => {
                let method = if name == "close" { "didClose" } else { "didSave" };
                let params = json!({ "textDocument": { "uri": self.uri(rest) } });
                self.editor().notify(&format!("textDocument/{method}"), params);
            }
            "diagnostics" => self.diagnostics(rest),
            "ask" => {
                let (method, params) = self.call(rest);
                let answer = self.editor().request(&method, params);
                self.show_answer(answer);
            }
            "hover" => {
                let answer = self.ask_at("textDocument/hover", rest);
                self.show_hover(&answer);
            }
            "complete" => self.complete(rest),
            "resolve" => self.resolve(rest),
            "signature" => self.signature(rest),
            "later" => {
                let (method, params) = self.call(rest);
                self.later = Some(self.editor().ask(&method, params));
            }
            "cancel" => {
                let number = self.later.expect("a request comes first");
                self.editor().notify("$/cancelRequest", json!({ "id": number }));
            }
            "answer" => {
                let number = self.later.take().expect("a request comes first");
                let answer = self.editor().answer(number);
                self.show_answer(answer);
            }
            "tell" => {
                let (method, params) = self.call(rest);
                self.editor().notify(&method, params);
            }
            "tokens" => self.tokens(rest),
            "hints" => self.hints(rest),
            "capability" => {
                let offered = &self.editor().initialize_result["capabilities"][rest];
                let offered = offered.clone();
                self.show(&offered);
            }
            "wait" => self.editor().wait_for(rest),
            "messages" => self.messages(),
            other => panic!("unknown command `{other}`"),
        }
    }

    /// Returns the editor, and starts its session on first use.
    fn editor(&mut self) -> &mut Editor {
        let uri = self.uri("");
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": self.capabilities,
            "initializationOptions": self.settings,
            "workspaceFolders": [{ "uri": uri.trim_end_matches('/'), "name": "session" }],
        });
        self.editor
            .get_or_insert_with(|| Editor::start_single_threaded(&params))
    }

    fn configure(&mut self, rest: &str) {
        self.settings = self.json(rest);
        if let Some(editor) = &mut self.editor {
            editor.settings = self.settings.clone();
            let params = json!({ "settings": self.settings });
            editor.notify("workspace/didChangeConfiguration", params);
        }
    }

    fn edit(&mut self, rest: &str) {
        let (name, mut edits) = rest.split_once(' ').expect("an edit has a file");
        let mut changes = Vec::new();
        while let Some((range, text)) = edits.split_once(' ') {
            let mut texts = serde_json::Deserializer::from_str(text).into_iter::<String>();
            let new = texts.next().expect("an edit has a text").expect("a text in quotes");
            edits = text[texts.byte_offset()..].trim_start();
            changes.push(json!({ "range": read_range(range), "text": new }));
        }
        let uri = self.uri(name);
        let version = self.versions.get_mut(&uri).expect("the document is open");
        *version += 1;
        let version = *version;
        self.editor().change(&uri, version, changes.into());
    }

    fn diagnostics(&mut self, name: &str) {
        let uri = self.uri(name);
        let sent = self.editor().diagnostics(&uri);
        if let Some(version) = sent.get("version") {
            self.output.push_str(&format!("version {version}\n"));
        }
        let items = sent["diagnostics"].as_array().expect("a list of diagnostics");
        if items.is_empty() {
            self.output.push_str("none\n");
        }
        for item in items.clone() {
            self.show_diagnostic(&item);
        }
    }

    /// Shows a diagnostic in short: its range, severity, code, tags, message and related locations.
    fn show_diagnostic(&mut self, item: &Value) {
        let severity = match item["severity"].as_u64() {
            Some(1) => "error",
            Some(2) => "warning",
            _ => "other",
        };
        let range = show_range(&item["range"]);
        let code = item["code"].as_str().unwrap_or_default();
        let mut text = format!("{range} {severity} {code}");
        if let Some(tags) = item.get("tags") {
            text.push_str(&format!(" tags {tags}"));
        }
        let message = item["message"].as_str().unwrap_or_default();
        text.push_str(&format!(": {}\n", message.replace('\n', "\n    ")));
        for related in item["relatedInformation"].as_array().into_iter().flatten() {
            let place = &related["location"];
            let (uri, range) = (&place["uri"], show_range(&place["range"]));
            let message = related["message"].as_str().unwrap_or_default();
            text.push_str(&format!(
                "  also {} {range}: {message}\n",
                uri.as_str().unwrap_or_default()
            ));
        }
        self.say(&text);
    }

    /// Returns the response to a request at a position, given as `PATH LINE:COLUMN`.
    fn ask_at(&mut self, method: &str, rest: &str) -> Value {
        let (name, at) = rest.split_once(' ').expect("a file and a position");
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": read_position(at),
        });
        let answer = self.editor().request(method, params);
        answer.unwrap_or_else(|error| panic!("{method}: {}", error.message))
    }

    fn show_hover(&mut self, hover: &Value) {
        let text = match hover["contents"]["value"].as_str() {
            Some(text) => format!("{}\n{text}\n", show_range(&hover["range"])),
            None => "nothing\n".to_owned(),
        };
        self.say(&text);
    }

    fn tokens(&mut self, name: &str) {
        let uri = self.uri(name);
        let editor = self.editor();
        let legend = editor.initialize_result["capabilities"]["semanticTokensProvider"]["legend"].clone();
        let params = json!({ "textDocument": { "uri": uri } });
        let answer = editor.request("textDocument/semanticTokens/full", params);
        let answer = answer.expect("the document has tokens");
        let text = self.texts.get(&uri).expect("the document is open");
        let shown = tokens::show(&answer["data"], &legend, text);
        self.say(&shown);
    }

    fn hints(&mut self, rest: &str) {
        let (name, range) = rest.split_once(' ').expect("hints have a range");
        let document = json!({ "uri": self.uri(name) });
        let params = json!({ "textDocument": document, "range": read_range(range) });
        let answer = self.editor().request("textDocument/inlayHint", params);
        let answer = answer.expect("the document has hints");
        for hint in answer.as_array().into_iter().flatten() {
            let at = &hint["position"];
            let (line, column, label) = (&at["line"], &at["character"], &hint["label"]);
            self.say(&format!("{line}:{column} {label}\n"));
            if let Some(tooltip) = hint["tooltip"].as_str() {
                self.say(&format!("    {tooltip}\n"));
            }
        }
    }

    fn complete(&mut self, rest: &str) {
        let mut words = rest.splitn(3, ' ');
        let place: Vec<_> = words.by_ref().take(2).collect();
        let prefix = words.next().unwrap_or_default();
        let answer = self.ask_at("textDocument/completion", &place.join(" "));
        self.completions = answer.as_array().cloned().unwrap_or_default();
        let order = |item: &Value| item["sortText"].as_str().map(str::to_owned);
        self.completions.sort_by_key(order);
        let mut text = String::new();
        for item in &self.completions {
            let label = item["label"].as_str().unwrap_or_default();
            if !label.starts_with(prefix) {
                continue;
            }
            let edit = &item["textEdit"];
            let range = show_range(&edit["range"]);
            let kind = item["kind"].as_u64().unwrap_or_default();
            text.push_str(&format!("{range} {label} ({kind})"));
            if let Some(detail) = item["detail"].as_str() {
                text.push_str(&format!(": {detail}"));
            }
            if edit["newText"] != item["label"] {
                text.push_str(&format!(" => {}", edit["newText"]));
            }
            text.push('\n');
        }
        let shown = text.lines().count();
        let others = self.completions.len() - shown;
        text.push_str(&format!("{others} others\n"));
        self.say(&text);
    }

    fn resolve(&mut self, label: &str) {
        let item = self.completions.iter().find(|item| item["label"] == label);
        let item = item.expect("a completion with this label").clone();
        let answer = self.editor().request("completionItem/resolve", item);
        let item = answer.unwrap_or_else(|error| panic!("{}", error.message));
        let text = item["documentation"]["value"].as_str();
        self.say(&format!("{}\n", text.unwrap_or("nothing")));
    }

    fn signature(&mut self, rest: &str) {
        let answer = self.ask_at("textDocument/signatureHelp", rest);
        let active = answer["activeParameter"].as_u64();
        let mut text = String::new();
        for (index, signature) in (0..).zip(answer["signatures"].as_array().into_iter().flatten()) {
            let is_active = answer["activeSignature"] == index;
            let label = signature["label"].as_str().unwrap_or_default();
            text.push_str(&format!("{} {label}\n", if is_active { ">" } else { " " }));
            let parameters = signature["parameters"].as_array();
            let active = active.and_then(|active| parameters?.get(usize::try_from(active).ok()?));
            if let Some(parameter) = active.filter(|_| is_active) {
                text.push_str(&format!("  active: {}\n", parameter["label"]));
            }
            if let Some(documentation) = signature["documentation"]["value"].as_str() {
                text.push_str(&format!("  {}\n", documentation.replace('\n', "\n  ")));
            }
        }
        self.say(if text.is_empty() { "nothing\n" } else { &text });
    }

    fn messages(&mut self) {
        let editor = self.editor();
        editor.listen_now();
        for message in std::mem::take(&mut editor.messages) {
            let (method, params) = match message {
                Message::Request(request) => (request.method, request.params),
                Message::Notification(notification) => (notification.method, notification.params),
                Message::Response(_) => continue,
            };
            self.say(&format!("{method} {params}\n"));
        }
    }

    fn show_answer(&mut self, answer: Result<Value, ResponseError>) {
        match answer {
            Ok(answer) => self.show(&answer),
            Err(error) => self.say(&format!("error {}: {}\n", error.code, error.message)),
        }
    }

    fn show(&mut self, value: &Value) {
        let text = serde_json::to_string_pretty(value).expect("JSON can be written");
        self.say(&format!("{text}\n"));
    }

    /// Adds a message of the server, with shortened file names.
    fn say(&mut self, text: &str) {
        let folder = self.uri("");
        let path = folder.trim_start_matches("file://");
        let short = text.replace(&folder, "@").replace(path, "@");
        self.output.push_str(&short);
    }

    /// Returns the method and parameters of a call.
    fn call(&self, rest: &str) -> (String, Value) {
        let (method, params) = rest.split_once(' ').unwrap_or((rest, "null"));
        (method.to_owned(), self.json(params))
    }

    /// Parses JSON, in which `@` in strings is replaced by the directory.
    fn json(&self, text: &str) -> Value {
        let text = text.replace("\"@", &format!("\"{}", self.uri("")));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Returns the URI of a file in the directory; an empty name gives the URI of the directory, with a slash.
    fn uri(&self, name: &str) -> String {
        if name.contains(':') {
            name.to_owned()
        } else {
            format!("file://{}/{name}", self.folder.display())
        }
    }
}

/// Merges the members of an object into another.
fn merge(to: &mut Value, from: Value) {
    match (to, from) {
        (Value::Object(to), Value::Object(from)) => {
            for (name, value) in from {
                merge(to.entry(name).or_insert(Value::Null), value);
            }
        }
        (to, from) => *to = from,
    }
}

/// Parses the range `LINE:COLUMN-LINE:COLUMN`, 0-based.
fn read_range(text: &str) -> Value {
    let (start, end) = text.split_once('-').expect("two positions");
    json!({ "start": read_position(start), "end": read_position(end) })
}

/// Parses the position `LINE:COLUMN`.
fn read_position(text: &str) -> Value {
    let (line, character) = text.split_once(':').expect("a line and a column");
    let number = |text: &str| text.parse::<u32>().expect("a number");
    json!({ "line": number(line), "character": number(character) })
}

fn show_range(range: &Value) -> String {
    let position = |at: &Value| format!("{}:{}", at["line"], at["character"]);
    format!("{}-{}", position(&range["start"]), position(&range["end"]))
}
