//! picals as a process: its streams and exit statuses.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod support;

use assert_cmd::Command;
use support::PICALS;

/// Returns a message with its header, as sent over a stream.
fn message(content: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{content}", content.len())
}

/// Returns the status and the output of the server for some messages.
fn serve(arguments: &[&str], messages: &[&str]) -> (i32, String) {
    let input: String = messages.iter().map(|content| message(content)).collect();
    let mut command = Command::new(PICALS);
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let status = output.status.code().unwrap();
    (status, String::from_utf8(output.stdout).unwrap())
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn sessions_over_streams_end_in_order() {
    for arguments in [&[][..], &["--stdio"]] {
        let (status, said) = serve(arguments, &[INITIALIZE, INITIALIZED, SHUTDOWN, EXIT]);
        assert_eq!(status, 0, "{said}");
        assert!(said.starts_with("Content-Length: "), "{said}");
        assert!(said.contains(r#""name":"picals""#), "{said}");
        assert!(said.ends_with(r#""id":2,"result":null}"#), "{said}");
    }
}

#[test]
fn editors_that_go_away_end_the_server() {
    assert_eq!(serve(&[], &[]).0, 1);
    assert_eq!(serve(&[], &[INITIALIZE, INITIALIZED]).0, 1);
    assert_eq!(serve(&[], &[INITIALIZE, INITIALIZED, EXIT]).0, 1);
}

#[test]
fn wrong_command_lines_are_refused() {
    let (status, said) = serve(&["--port", "1"], &[]);
    assert_eq!((status, said.as_str()), (2, ""));
}
