//! Connections over streams, with the message framing of LSP.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// Maximum number of bytes of a message, and of its headers.
const MAX_MESSAGE_BYTES: u64 = 256 << 20;
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// The reader and writer threads of a connection.
#[derive(Debug)]
pub struct Threads {
    reader: Option<JoinHandle<io::Result<()>>>,
    writer: Option<JoinHandle<()>>,
}

impl Threads {
    /// Waits until all input is read and all output written. The connection must be dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if the input could not be read, or if a header is invalid.
    pub fn join(self) -> io::Result<()> {
        let ended = || io::Error::other("a thread of the connection ended");
        let read = self.reader.map(JoinHandle::join);
        if let Some(writer) = self.writer {
            // Output fails if the client has disconnected.
            let _ = writer.join();
        }
        read.unwrap_or_else(|| Err(Box::new(())))
            .unwrap_or_else(|_| Err(ended()))
    }
}

/// Creates a connection over streams. Invalid JSON-RPC is answered with a protocol error. An invalid header ends the
/// connection, since the stream cannot be resynchronized.
pub fn connect(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> (Connection, Threads) {
    let output = Arc::new(Mutex::new(output));
    let (sender, outgoing) = bounded::<Message>(0);
    let (incoming, receiver) = bounded::<Message>(0);
    let answers = output.clone();
    let reader = Builder::new().name("reader".to_owned());
    let writer = Builder::new().name("writer".to_owned());
    let threads = Threads {
        reader: reader.spawn(move || read_all(input, &incoming, &answers)).ok(),
        writer: writer.spawn(move || write_all(&outgoing, &output)).ok(),
    };
    (Connection { sender, receiver }, threads)
}

/// Reads messages until the input or the session ends.
fn read_all(mut input: impl BufRead, incoming: &Sender<Message>, output: &Mutex<impl Write>) -> io::Result<()> {
    while let Some(text) = read(&mut input)? {
        let message = match parse(&text) {
            Ok(message) => message,
            Err(answer) => {
                if let Some(answer) = answer {
                    write(output, &answer)?;
                }
                continue;
            }
        };
        let is_last = matches!(&message, Message::Notification(last) if last.method == "exit");
        if incoming.send(message).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

/// Reads the text of the next message, or `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut headers = input.take(MAX_HEADER_BYTES);
    let length = match read_headers(&mut headers) {
        Ok(Some(length)) => length,
        Ok(None) if headers.limit() == MAX_HEADER_BYTES => return Ok(None),
        _ if headers.limit() == 0 => {
            let message = format!("the headers of a message have no end; at most {MAX_HEADER_BYTES} bytes are allowed");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(None) => return Err(io::ErrorKind::UnexpectedEof.into()),
        Err(error) => return Err(error),
    };
    if length > MAX_MESSAGE_BYTES {
        let message = format!("a message has {length} bytes; at most {MAX_MESSAGE_BYTES} are allowed");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    // Allocate for received bytes, not for the announced length.
    let mut text = Vec::new();
    let read = input.take(length).read_to_end(&mut text)?;
    if u64::try_from(read) == Ok(length) {
        Ok(Some(text))
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// Reads the headers and returns the length of the next message, or `None` at the end of the input.
fn read_headers(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            let missing = || invalid("a message has no header `Content-Length: N`".to_owned());
            return length.map(Some).ok_or_else(missing);
        }
        let wrong = || invalid(format!("expected a header `NAME: VALUE`, found {text:?}"));
        let (name, value) = text.split_once(':').ok_or_else(wrong)?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| wrong())?);
        }
    }
}

/// Parses a message, or returns the error response to send: none if the text is itself a response.
pub(crate) fn parse(text: &[u8]) -> Result<Message, Option<Value>> {
    let error = |id: &Value, code: ErrorCode, message: String| {
        let error = json!({ "code": code as i32, "message": message });
        Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
    };
    let value: Value =
        serde_json::from_slice(text).map_err(|wrong| error(&Value::Null, ErrorCode::ParseError, wrong.to_string()))?;
    let id = value.get("id").unwrap_or(&Value::Null).clone();
    let is_answer = value.get("result").is_some() || value.get("error").is_some();
    match serde_json::from_value(value) {
        // A request with an invalid ID looks like a notification.
        Ok(message) if id.is_null() || !matches!(message, Message::Notification(_)) => Ok(message),
        _ if is_answer => Err(None),
        _ => {
            let message = "not a request, a notification or a response".to_owned();
            Err(error(&id, ErrorCode::InvalidRequest, message))
        }
    }
}

/// Writes messages until the session ends or the client disconnects.
fn write_all(outgoing: &Receiver<Message>, output: &Mutex<impl Write>) {
    for message in outgoing {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        if message.write(&mut *output).is_err() {
            break;
        }
    }
}

/// Writes a response outside the message sequence of the session.
fn write(output: &Mutex<impl Write>, answer: &Value) -> io::Result<()> {
    let text = answer.to_string();
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    /// Returns the output for an input, and the result of reading it.
    fn said(input: &str) -> (String, io::Result<()>) {
        let (incoming, messages) = bounded(64);
        let output = Mutex::new(Vec::new());
        let ended = read_all(input.as_bytes(), &incoming, &output);
        drop(incoming);
        let mut said = output.into_inner().expect("nothing panics");
        for message in messages {
            message.write(&mut said).expect("a vector takes everything");
        }
        let said = String::from_utf8(said).expect("messages are text");
        (said, ended)
    }

    #[test]
    fn messages_are_read_up_to_the_last() {
        let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let other = "Content-Type: x\r\ncontent-length:2\n\r\n{}";
        let (said, ended) = said(&format!("{exit}{other}"));
        assert_eq!(said, exit);
        assert!(ended.is_ok());
    }

    #[test]
    fn text_that_is_not_a_message_is_answered() {
        let deep = "[".repeat(100_000);
        for (text, answer) in [
            ("{", r#""id":null,"jsonrpc""#),
            ("\u{0}", r#""code":-32700"#),
            (deep.as_str(), r#""code":-32700"#),
            ("[]", r#""code":-32600"#),
            ("7", r#""code":-32600"#),
            (r#"{"id":1}"#, r#""id":1"#),
            (r#"{"id":3000000000,"method":"shutdown"}"#, r#""id":3000000000"#),
            (r#"{"id":1,"method":2}"#, r#""code":-32600"#),
        ] {
            let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
            let (said, ended) = said(&format!("{}{exit}", framed(text)));
            assert!(said.contains(answer), "{said}");
            assert!(said.ends_with(&exit) && ended.is_ok(), "{said}");
        }
        // A response to a response would loop forever.
        let (said, ended) = said(&framed(r#"{"id":null,"error":{"code":-32700,"message":""}}"#));
        assert_eq!((said.as_str(), ended.is_ok()), ("", true));
    }

    #[test]
    fn invalid_headers_end_the_connection() {
        let long = format!("{}: 1\r\n", "x".repeat(100_000));
        let many = "Content-Length: 2\r\n".repeat(10_000);
        for (input, expected) in [
            (
                "Content-Length: 99999999999999\r\n\r\n{}",
                "at most 268435456 are allowed",
            ),
            ("Content-Length: 99999999999999999999\r\n\r\n{}", "expected a header"),
            ("Content-Length: -1\r\n\r\n{}", "expected a header"),
            ("Content-Type: x\r\n\r\n{}", "no header `Content-Length: N`"),
            ("hello\r\n\r\n", "expected a header `NAME: VALUE`, found \"hello\""),
            ("Content-Length: 5\r\n\r\n{}", "end of file"),
            (long.as_str(), "at most 65536 bytes are allowed"),
            (many.as_str(), "at most 65536 bytes are allowed"),
            ("Content-Length: 2\r\n", "end of file"),
        ] {
            let (said, ended) = said(input);
            let error = ended.expect_err("the input is invalid").to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(said, "");
        }
        assert!(said("").1.is_ok());
    }
}
