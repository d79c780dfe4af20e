//! Semantic tokens as text.

use serde_json::Value;

/// Shows tokens, one per line: the 0-based line, the word, the type and the modifiers. Columns are in UTF-16.
pub(super) fn show(data: &Value, legend: &Value, text: &str) -> String {
    let numbers: Vec<usize> = data.as_array().into_iter().flatten().map(number).collect();
    let lines: Vec<Vec<u16>> = text.lines().map(|l| l.encode_utf16().collect()).collect();
    let (mut line, mut start) = (0, 0);
    let mut shown = String::new();
    for token in numbers.chunks_exact(5) {
        if token[0] > 0 {
            start = 0;
        }
        line += token[0];
        start += token[1];
        let word = String::from_utf16_lossy(&lines[line][start..start + token[2]]);
        let kind = legend["tokenTypes"][token[3]].as_str();
        let kind = kind.expect("the legend has the type");
        let modifiers = legend["tokenModifiers"].as_array().into_iter().flatten();
        let modifiers = modifiers.enumerate().filter(|(bit, _)| token[4] & (1 << bit) != 0);
        let modifiers: String = modifiers
            .map(|(_, name)| format!(" {}", name.as_str().unwrap_or_default()))
            .collect();
        shown.push_str(&format!("{line} {word}: {kind}{modifiers}\n"));
    }
    shown
}

fn number(value: &Value) -> usize {
    let number = value.as_u64().and_then(|number| number.try_into().ok());
    number.expect("tokens are small numbers")
}
