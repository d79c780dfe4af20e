//! Random requests about a document: every response is plausible, and contains only positions within the text.

use lsp_server::ResponseError;
use pica200_testsuite::editor::{Editor, byte, position};
use pica200_testsuite::random::Random;
use serde_json::{Value, json};

use crate::edits::{Buffer, URI};

/// The LSP error of a request whose document has changed.
const CONTENT_MODIFIED: i32 = -32801;

/// The LSP error of a valid request that cannot be fulfilled.
const REQUEST_FAILED: i32 = -32803;

/// Returns the `initialize` parameters of a client that enables all features of the server.
pub(crate) fn client() -> Value {
    let tokens = json!({ "requests": {}, "tokenTypes": [], "tokenModifiers": [], "formats": [] });
    let hints = [
        "sizes",
        "addresses",
        "registers",
        "freeTemporaries",
        "padding",
        "values",
    ];
    let hints: Value = hints.iter().map(|name| (*name, json!(true))).collect();
    json!({
        "capabilities": { "textDocument": {
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
            "completion": { "completionItem": { "snippetSupport": true } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "inlayHint": { "resolveSupport": { "properties": ["tooltip"] } },
            "publishDiagnostics": { "relatedInformation": true },
            "rename": { "prepareSupport": true },
            "semanticTokens": tokens,
        } },
        "initializationOptions": { "inlayHints": hints },
    })
}

/// The request parameters besides the document.
enum RequestParams {
    Document,
    FileSpan,
    Range,
}

/// The requests, without `textDocument/`.
const REQUESTS: [(&str, RequestParams); 22] = [
    ("hover", RequestParams::FileSpan),
    ("completion", RequestParams::FileSpan),
    ("signatureHelp", RequestParams::FileSpan),
    ("definition", RequestParams::FileSpan),
    ("declaration", RequestParams::FileSpan),
    ("references", RequestParams::FileSpan),
    ("documentHighlight", RequestParams::FileSpan),
    ("prepareRename", RequestParams::FileSpan),
    ("rename", RequestParams::FileSpan),
    ("prepareCallHierarchy", RequestParams::FileSpan),
    ("selectionRange", RequestParams::FileSpan),
    ("onTypeFormatting", RequestParams::FileSpan),
    ("semanticTokens/full", RequestParams::Document),
    ("semanticTokens/range", RequestParams::Range),
    ("inlayHint", RequestParams::Range),
    ("codeAction", RequestParams::Range),
    ("rangeFormatting", RequestParams::Range),
    ("formatting", RequestParams::Document),
    ("documentSymbol", RequestParams::Document),
    ("foldingRange", RequestParams::Document),
    ("codeLens", RequestParams::Document),
    ("documentLink", RequestParams::Document),
];

/// A pending request.
struct PendingRequest {
    number: i32,
    method: String,
    params: Value,
    /// The text when it was sent.
    text: String,
}

/// Random requests about a document.
#[derive(Default)]
pub(crate) struct RandomRequests {
    /// The pending requests.
    open: Vec<PendingRequest>,
    /// The number of responses that were not errors.
    answers: usize,
}

impl RandomRequests {
    /// Sends a random request. Checks half of the responses at once, with a follow-up request about a part of the
    /// response.
    pub(crate) fn ask(&mut self, buffer: &Buffer, editor: &mut Editor, random: &mut Random) {
        let (name, about) = &REQUESTS[random.below(REQUESTS.len())];
        let params = params(name, about, buffer, random);
        let asked = ask(format!("textDocument/{name}"), params, &buffer.text, editor);
        if random.below(2) == 0 {
            return self.open.push(asked);
        }
        let answer = self.check(&asked, editor);
        let parts = answer.as_array().map(Vec::as_slice).unwrap_or_default();
        if parts.is_empty() {
            return;
        }
        if let Some((method, params)) = further(name, &parts[random.below(parts.len())]) {
            let asked = ask(method.to_owned(), params, &buffer.text, editor);
            self.check(&asked, editor);
        }
    }

    /// Waits for the pending responses. Returns the number of all responses that were not errors.
    pub(crate) fn finish(mut self, editor: &mut Editor) -> usize {
        for asked in std::mem::take(&mut self.open) {
            self.check(&asked, editor);
        }
        self.answers
    }

    /// Waits for a response, and checks it.
    fn check(&mut self, asked: &PendingRequest, editor: &mut Editor) -> Value {
        let answer = editor.answer(asked.number);
        self.answers += usize::from(answer.is_ok());
        let checked = answer.map_or_else(
            |error| refused(asked, &error),
            |answer| {
                check(asked, &answer)?;
                Ok(answer)
            },
        );
        let PendingRequest {
            method, params, text, ..
        } = asked;
        let wrong = checked.as_ref().err();
        assert_eq!(wrong, None, "{method} {params}\n{text}");
        checked.unwrap_or_default()
    }
}

fn ask(method: String, params: Value, text: &str, editor: &mut Editor) -> PendingRequest {
    PendingRequest {
        number: editor.ask(&method, params.clone()),
        method,
        params,
        text: text.to_owned(),
    }
}

/// Returns random parameters of a request.
fn params(name: &str, about: &RequestParams, buffer: &Buffer, random: &mut Random) -> Value {
    const NAMES: [&str; 5] = ["fresh", "main", "r0", "1x", ".Lfresh"];
    const TYPED: [&str; 3] = ["\n", "d", "}"];
    let mut params = json!({
        "textDocument": { "uri": URI },
        "newName": NAMES[random.below(NAMES.len())],
        "ch": TYPED[random.below(TYPED.len())],
        "options": { "tabSize": 4, "insertSpaces": false },
        "context": { "diagnostics": [], "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
    });
    let mut place = || place(buffer, random);
    match about {
        RequestParams::Document => {}
        RequestParams::FileSpan if name == "selectionRange" => params["positions"] = json!([place()]),
        RequestParams::FileSpan => params["position"] = place(),
        RequestParams::Range => params["range"] = json!({ "start": place(), "end": place() }),
    }
    params
}

/// Returns a random position, which can be outside of the text.
fn place(buffer: &Buffer, random: &mut Random) -> Value {
    match random.below(16) {
        0 => json!({ "line": random.below(1 << 30), "character": random.below(1 << 30) }),
        _ => position(&buffer.text, buffer.place(random)),
    }
}

/// Returns a follow-up request about a part of a response.
fn further(name: &str, part: &Value) -> Option<(&'static str, Value)> {
    match name {
        "completion" => Some(("completionItem/resolve", part.clone())),
        "inlayHint" => Some(("inlayHint/resolve", part.clone())),
        "prepareCallHierarchy" => Some(("callHierarchy/incomingCalls", json!({ "item": part }))),
        _ => None,
    }
}

/// Returns the result for an error response.
fn refused(asked: &PendingRequest, error: &ResponseError) -> Result<Value, String> {
    let can_fail = ["rename", "prepareRename", "ormatting"];
    let can_fail = can_fail.iter().any(|name| asked.method.ends_with(name));
    match error.code {
        CONTENT_MODIFIED => Ok(Value::Null),
        REQUEST_FAILED if can_fail => Ok(Value::Null),
        _ => Err(format!("error {}: {}", error.code, error.message)),
    }
}

/// Checks a response.
fn check(asked: &PendingRequest, answer: &Value) -> Result<(), String> {
    if let Some(data) = answer.get("data").and_then(Value::as_array)
        && asked.method.contains("semanticTokens")
    {
        return check_tokens(data, &asked.text);
    }
    check_places(answer, &asked.text)
}

/// Checks that a value contains only positions within the text, and edits that do not overlap.
fn check_places(value: &Value, text: &str) -> Result<(), String> {
    let found = |at: &Value| byte(text, at).ok_or_else(|| format!("{at} is not in the text"));
    let bytes = |range: &Value| Ok::<_, String>((found(&range["start"])?, found(&range["end"])?));
    match value {
        Value::Object(members) => {
            if members.contains_key("line") && members.contains_key("character") {
                found(value)?;
            }
            if members.contains_key("start") && members.contains_key("end") {
                let (start, end) = bytes(value)?;
                if start > end {
                    return Err(format!("{value} ends before its start"));
                }
            }
            if members.get("uri").is_some_and(|uri| uri != URI) {
                return Err(format!("{value} is in another document"));
            }
            members.values().try_for_each(|member| check_places(member, text))
        }
        Value::Array(items) => {
            let edits = items.iter().filter(|item| item["newText"].is_string());
            let edits: Result<Vec<_>, _> = edits.map(|edit| bytes(&edit["range"])).collect();
            let mut edits = edits?;
            edits.sort_unstable();
            if edits.windows(2).any(|two| two[1].0 < two[0].1) {
                return Err(format!("edits overlap: {value}"));
            }
            items.iter().try_for_each(|item| check_places(item, text))
        }
        _ => Ok(()),
    }
}

/// Checks that tokens are within the text, in order.
fn check_tokens(data: &[Value], text: &str) -> Result<(), String> {
    let numbers: Option<Vec<u64>> = data.iter().map(Value::as_u64).collect();
    let numbers = numbers.ok_or("a token is not a number")?;
    let (mut line, mut column, mut last) = (0, 0, 0);
    for token in numbers.chunks(5) {
        let [lines, columns, length, ..] = *token else {
            return Err("a token is not complete".to_owned());
        };
        line += lines;
        column = if lines == 0 { column + columns } else { columns };
        let at = |column| byte(text, &json!({ "line": line, "character": column }));
        let place = at(column).zip(at(column + length));
        let (start, end) = place.ok_or_else(|| format!("a token at {line}:{column} is outside"))?;
        if start < last || end <= start {
            return Err(format!("a token at {line}:{column} is not after the one before it"));
        }
        last = end;
    }
    Ok(())
}
