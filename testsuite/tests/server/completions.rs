//! Completion in the sources of the cases: each offered item is valid at its position.

use pica200_asm::diagnostic::{Code, Diagnostic};
use pica200_asm::syntax::{LineToken, Token, label_token_count, line_tokens};
use pica200_asm::{AssemblyOptions, assemble};
use pica200_testsuite::corpus::{files, folder};
use pica200_testsuite::editor::Editor;
use serde_json::{Value, json};

/// One in this many positions of all sources, and of items at a position, is tried.
const SAMPLING: usize = 5;
const ITEM_SAMPLING: usize = 7;

/// The errors of tokens that are invalid at their position.
const INVALID_TOKEN_CODES: [Code; 21] = [
    Code::Syntax,
    Code::MissingComma,
    Code::UnknownInstruction,
    Code::UnknownDirective,
    Code::UnknownName,
    Code::UnknownLabel,
    Code::UnknownProcedure,
    Code::UnknownProperty,
    Code::UnknownFunction,
    Code::WrongRegister,
    Code::InvalidDestination,
    Code::InvalidSource,
    Code::InvalidOperand,
    Code::InvalidSwizzle,
    Code::InvalidIndex,
    Code::InvalidCondition,
    Code::InvalidComparison,
    Code::InvalidBoolean,
    Code::InvalidEmit,
    Code::Immediate,
    Code::TwoUniforms,
];

/// Returns the errors of a source, each with its line index.
fn errors(text: &str) -> Vec<(usize, Code)> {
    let assembly = assemble("case.pica", text.as_bytes(), &AssemblyOptions::default());
    let found = assembly.diagnostics.iter();
    let found = found.filter(|diagnostic| diagnostic.is_error());
    let line = |diagnostic: &Diagnostic| assembly.lines.index(diagnostic.span().start);
    found.map(|diagnostic| (line(diagnostic), diagnostic.code)).collect()
}

/// Returns the ends of the operands of a line that can be replaced independently of the following text.
fn places(line: &str) -> Vec<usize> {
    let all = line_tokens(line);
    let statement = all.get(label_token_count(&all)..).unwrap_or_default();
    let is_known = |first: &LineToken<'_>| match first.token {
        Token::Directive(_) => true,
        _ => pica200_asm::words::words().any(|word| word.text.eq_ignore_ascii_case(first.text)),
    };
    // The hardware cannot test all conditions of two flags.
    let joins = |piece: &LineToken<'_>| matches!(piece.token, Token::And | Token::Or);
    let operands = match statement.split_first() {
        Some((_, operands)) if operands.iter().any(joins) => &[],
        Some((first, operands)) if is_known(first) => operands,
        _ => return Vec::new(),
    };
    let is_word = |piece: &&LineToken<'_>| {
        matches!(piece.token, Token::Word | Token::Dotted(_) | Token::DotWord)
            && !line[piece.end()..]
                .trim_start()
                .starts_with(['[', '.', '(', '+', '-', '*', '/'])
    };
    operands.iter().filter(is_word).map(LineToken::end).collect()
}

/// Applies a completion item to a single-line edit of a text.
fn with_item(text: &str, item: &Value) -> String {
    let edit = &item["textEdit"];
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
    let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
    let of_line = text.split_inclusive('\n').take(number(&start["line"]));
    let line: usize = of_line.map(str::len).sum();
    let mut changed = text.to_owned();
    let range = line + number(&start["character"])..line + number(&end["character"]);
    let new = edit["newText"].as_str().expect("a text");
    changed.replace_range(range, new);
    changed
}

/// Returns the items offered at a position.
fn items(editor: &mut Editor, uri: &str, line: usize, column: usize) -> Vec<Value> {
    let at = json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": column },
    });
    let items = editor.request("textDocument/completion", at);
    let items = items.expect("completion has an answer");
    items.as_array().cloned().unwrap_or_default()
}

#[test]
fn each_item_may_stand_where_it_is_offered() {
    let mut editor = Editor::start(&json!({ "capabilities": {} }));
    let (mut seen, mut tried) = (0_usize, 0_usize);
    let mut misplaced = Vec::new();
    for path in files(&folder("cases"), "pica") {
        let text = std::fs::read_to_string(&path).expect("cases are texts");
        if !text.is_ascii() || text.contains('\r') || !errors(&text).is_empty() {
            continue;
        }
        let uri = format!("file:///cases/{seen}.pica");
        editor.open(&uri, &text);
        for (number, line) in text.lines().enumerate() {
            for column in places(line) {
                seen += 1;
                if seen % SAMPLING != 0 {
                    continue;
                }
                let items = items(&mut editor, &uri, number, column);
                for item in items.iter().skip(seen % ITEM_SAMPLING).step_by(ITEM_SAMPLING) {
                    // A function is complete with its arguments.
                    if item["kind"] == json!(3) && line.starts_with('.') {
                        continue;
                    }
                    tried += 1;
                    let is_wrong = |(at, code): &(usize, Code)| *at == number && INVALID_TOKEN_CODES.contains(code);
                    let found = errors(&with_item(&text, item));
                    if found.iter().any(is_wrong) {
                        let (path, label) = (path.display(), &item["label"]);
                        misplaced.push(format!("{path}:{number}:{column}: {label}: {found:?}"));
                    }
                }
            }
        }
        editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    editor.end();
    assert!(misplaced.is_empty(), "{}", misplaced.join("\n"));
    assert!(tried > 1000, "only {tried} items were offered");
}
