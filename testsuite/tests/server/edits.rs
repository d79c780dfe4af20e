//! Random edits: the server survives them, responds to requests meanwhile, and finally has the same diagnostics as
//! picasm for the text.

use std::path::Path;

use pica200_asm::MemoryFiles;
use pica200_cli::picasm;
use pica200_diagnostics::{Code, Tool};
use pica200_server::SessionEnd;
use pica200_testsuite::corpus::all_sources;
use pica200_testsuite::editor::{Editor, position};
use pica200_testsuite::random::Random;
use pica200_testsuite::run::run_streams;
use serde_json::{Value, json};

use crate::questions::{self, RandomRequests};

pub(super) const URI: &str = "file:///edited/shader.v.pica";
const SEED: u64 = 17;

/// A text in the editor, with columns in UTF-16.
pub(super) struct Buffer {
    pub(super) text: String,
    version: i32,
}

impl Buffer {
    /// Returns the byte offset of a character boundary, not inside CR LF.
    pub(super) fn place(&self, random: &mut Random) -> usize {
        let mut byte = random.below(self.text.len() + 1);
        while !self.text.is_char_boundary(byte)
            || (self.text[..byte].ends_with('\r') && self.text[byte..].starts_with('\n'))
        {
            byte -= 1;
        }
        byte
    }

    /// Makes a random change, and returns it as a content change.
    fn change(&mut self, random: &mut Random) -> Value {
        const NEW: [&str; 17] = [
            "",
            "",
            "",
            "\n",
            " ",
            ".end\n",
            "r0",
            "\tmov r0, r1\n",
            "\"",
            ";",
            "(",
            "\u{e9}\u{1f600}",
            ".if 1\n",
            ".macro m a\n",
            "0x7fffffff*",
            "\r\n",
            "\r",
        ];
        let (one, other) = (self.place(random), self.place(random));
        // Long ranges would soon leave nothing to edit.
        let (start, end) = (one.min(other), one.max(other));
        let end = if end - start > 40 { start } else { end };
        let new = NEW[random.below(NEW.len())];
        let at = |byte| position(&self.text, byte);
        let range = json!({ "start": at(start), "end": at(end) });
        self.text.replace_range(start..end, new);
        json!({ "range": range, "text": new })
    }
}

/// Returns the diagnostics of picasm for a text: severity, code and message, sorted.
fn of_picasm(text: &str) -> Vec<(String, String, String)> {
    let files = MemoryFiles::new();
    let arguments = [
        "picasm",
        "--check",
        "--error-format=json",
        "--error-limit=0",
        "--stdin-name",
        "/edited/shader.v.pica",
        "-",
    ];
    let (_, _, stderr) = run_streams(picasm::main, arguments, text.as_bytes(), &files);
    let lines = String::from_utf8(stderr).unwrap();
    let reports = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut diagnostics: Vec<_> = reports
        .filter(|report| report["name"].is_string())
        .map(|report| {
            let text = |name: &str| report[name].as_str().unwrap().to_owned();
            (text("severity"), text("name"), text("message"))
        })
        .collect();
    diagnostics.sort();
    diagnostics.dedup();
    diagnostics
}

/// Returns true if a diagnostic is only reported for linked programs.
fn is_of_linking(item: &Value) -> bool {
    let code = item["code"].as_str().and_then(Code::from_name);
    let of_linking = [Tool::Linker, Tool::Checker];
    let is = |code: Code| of_linking.iter().any(|tool| code.rule(*tool).is_some());
    item["source"] != "picasm" && code.is_some_and(is)
}

/// Returns the published diagnostics, without those from linking and from checks.
fn of_server(sent: &Value) -> Vec<(String, String, String)> {
    let items = sent["diagnostics"].as_array().unwrap().iter();
    let mut diagnostics: Vec<_> = items
        .filter(|item| !is_of_linking(item))
        .map(|item| {
            let severity = if item["severity"] == 1 { "error" } else { "warning" };
            let message = item["message"].as_str().unwrap().lines().next().unwrap();
            let code = item["code"].as_str().unwrap();
            (severity.to_owned(), code.to_owned(), message.to_owned())
        })
        .collect();
    diagnostics.sort();
    diagnostics.dedup();
    diagnostics
}

/// Edits sources at random, sends requests meanwhile, and compares the diagnostics at the end of each. Returns the
/// numbers of edits and of responses.
fn edit_sources(edits_of_each: usize, sources: usize) -> (usize, usize) {
    assert!(!Path::new("/edited").exists(), "a folder has the name of the test's");
    let mut random = Random(SEED);
    let mut editor = Editor::start(&questions::client());
    let texts = all_sources()
        .into_iter()
        .filter_map(|bytes| String::from_utf8(bytes).ok());
    let texts: Vec<_> = texts.collect();
    let step = texts.len().div_ceil(sources);
    let (mut edits, mut answers) = (0, 0);
    for text in texts.into_iter().step_by(step) {
        let mut buffer = Buffer { text, version: 1 };
        let mut questions = RandomRequests::default();
        editor.open(URI, &buffer.text);
        for _ in 0..edits_of_each {
            let change = buffer.change(&mut random);
            buffer.version += 1;
            editor.change(URI, buffer.version, json!([change]));
            edits += 1;
            if random.below(2) == 0 {
                questions.ask(&buffer, &mut editor, &mut random);
            }
        }
        let sent = editor.diagnostics_of(URI, buffer.version);
        let expected = of_picasm(&buffer.text);
        assert_eq!(of_server(&sent), expected, "{}", buffer.text);
        editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
        answers += questions.finish(&mut editor);
    }
    assert_eq!(editor.end(), SessionEnd::Orderly);
    (edits, answers)
}

#[test]
fn random_edits_end_with_the_diagnostics_of_picasm() {
    edit_sources(6, 60);
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn many_random_edits_end_with_the_diagnostics_of_picasm() {
    let (edits, answers) = edit_sources(25, 1000);
    assert!(edits >= 10_000, "only {edits} edits");
    assert!(answers >= 5000, "only {answers} answers");
}
