//! The macros in rust-analyzer.

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request, RequestId};
use pica200_testsuite::corpus::workspace;
use serde_json::{Value, json};

use crate::Check;
use crate::programs::{Program, Scratch};

const RUST_ANALYZER: Program = Program::any("rust-analyzer");

pub(crate) const CHECKS: &[Check] = &[Check {
    name: "rust-analyzer",
    program: RUST_ANALYZER,
    run: macros,
}];

/// A program with one error, which shows that errors are reported.
const PROGRAM: &str = r##"use pica200_macros::{include_shader, shader};

const TRIANGLE: &[u8] = include_shader!("../shaders/triangle.vsh");
const FLAT: &[u8] = shader!(".out position position\n.proc main\nmov position, v0\nend\n.end");
const INCLUDED: &[u8] = shader!(".include \"../shaders/flat.pica\"");

fn main() {
    let _ = include_shader!("../shaders/triangle.vsh").is_empty();
    let _: (&'static [u8], &'static [u8], usize) = (TRIANGLE, FLAT, INCLUDED.len());
    let _: u8 = "the mistake";
}
"##;

/// The macros expand without errors, to byte slices, and go to definition on the path of a shader leads to the shader.
fn macros() {
    let scratch = Scratch::new();
    let macros = workspace().join("cli/macros").canonicalize().unwrap();
    let manifest = format!(
        "[package]\nname = \"game\"\nedition = \"2024\"\n[workspace]\n[dependencies]\npica200-macros.path = {macros:?}\n"
    );
    scratch.write("Cargo.toml", manifest);
    // Use the same versions, which are already downloaded.
    let lock = fs::read(workspace().join("Cargo.lock")).unwrap();
    scratch.write("Cargo.lock", lock);
    let source = scratch.write("src/main.rs", PROGRAM);
    let example = workspace().join("examples/triangle/triangle.vsh");
    scratch.write("shaders/triangle.vsh", fs::read(example).unwrap());

    let errors = errors(scratch.path());
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].contains("expected u8"), "{errors:#?}");

    let mut session = Session::start(scratch.path());
    // rust-analyzer loads only Rust files; other files are known once the editor has opened them.
    session.open(&scratch.path().join("shaders/triangle.vsh"));
    let uri = session.open(&source);
    let place = |text: &str| {
        let before = &PROGRAM[..PROGRAM.find(text).unwrap() + text.len()];
        let line = before.matches('\n').count();
        let character = before.len() - before.rfind('\n').unwrap() - 1;
        json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
    };
    let found = session.ask(
        "textDocument/definition",
        place("TRIANGLE: &[u8] = include_shader!(\"../sha"),
    );
    assert!(found.to_string().contains("shaders/triangle.vsh"), "{found}");
    let offered = session.ask("textDocument/completion", place("triangle.vsh\")."));
    assert!(offered.to_string().contains("\"split_at"), "{offered}");
    session.stop();
}

/// Returns a command with the target directory of the tests.
fn rust_analyzer(folder: &Path) -> Command {
    let mut command = Command::new(RUST_ANALYZER.name);
    command
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_NET_OFFLINE", "true");
    command
}

/// Returns the target directory of this program.
fn target() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    // Its parents are `deps` and the directory of the profile.
    program.ancestors().nth(3).unwrap().to_owned()
}

/// Returns the errors that rust-analyzer reports about the program in a directory.
fn errors(folder: &Path) -> Vec<String> {
    let output = rust_analyzer(folder)
        .args(["diagnostics", "--severity", "error", "."])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = text.split(['\n', '\r', '\x08']);
    let errors = errors.filter(|line| line.contains("at crate game,"));
    errors.map(str::to_owned).collect()
}

/// A session with the server.
struct Session {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: i32,
}

impl Session {
    /// Starts the server, and waits until it has loaded the project and built its macros.
    fn start(folder: &Path) -> Self {
        let mut server = rust_analyzer(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = server.stdin.take().unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let mut session = Self {
            server,
            input,
            output,
            requests: 0,
        };
        let root = uri(folder);
        session.ask(
            "initialize",
            json!({
                "processId": null,
                "rootUri": root,
                "workspaceFolders": [{ "uri": root, "name": "game" }],
                "capabilities": { "experimental": { "serverStatusNotification": true } },
                "initializationOptions": { "checkOnSave": false, "cachePriming": { "enable": false } },
            }),
        );
        session.tell("initialized", json!({}));
        loop {
            if let Message::Notification(told) = session.read()
                && told.method == "experimental/serverStatus"
                && told.params["quiescent"] == true
            {
                return session;
            }
        }
    }

    /// Opens a file, and returns its URI.
    fn open(&mut self, path: &Path) -> String {
        let uri = uri(path);
        let text = fs::read_to_string(path).unwrap();
        self.tell(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": "rust", "version": 1, "text": text } }),
        );
        uri
    }

    /// Returns the result of a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request::new(id.clone(), method.to_owned(), params);
        Message::from(request).write(&mut self.input).unwrap();
        loop {
            if let Message::Response(response) = self.read()
                && response.id == id
            {
                return response.response_result.expect(method);
            }
        }
    }

    fn tell(&mut self, method: &str, params: Value) {
        let notification = Notification::new(method.to_owned(), params);
        Message::from(notification).write(&mut self.input).unwrap();
    }

    fn read(&mut self) -> Message {
        let message = Message::read(&mut self.output).unwrap();
        message.expect("the server goes on until it is told to stop")
    }

    fn stop(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

fn uri(path: &Path) -> String {
    let path = path.canonicalize().unwrap();
    format!("file://{}", path.to_str().unwrap())
}
