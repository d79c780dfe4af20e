//! Traces of picarun, used as profiles of pages.

use std::collections::BTreeMap;

use pica200_asm::assemble;
use pica200_link::{Input, LinkOptions, link};
use pica200_objfmt::formats::inspect::inspect;
use pica200_report::contents::InspectedFile;
use pica200_report::model::{Counts, ProfileError};
use pica200_report::page::to_html;
use pica200_report::{Extras, Report};
use serde_json::Value;

/// The shader of all pages.
const SHADER: &str = "\
.out outPosition position
.proc main
    mov r0, v0
    for i0
        add r0, r0, v0
    .end
    mov outPosition, r0
    end
.end
";

/// Reads an input as a trace, and renders a page with it.
///
/// # Panics
///
/// Panics if a property does not hold.
pub fn read_trace(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let executed = executed(text);
    match Counts::from_trace(text) {
        Ok(counts) => {
            let last = counts.last_word().expect("a word was executed");
            assert!(counts.of(last) > 0);
            // A line may contain numbers that only a reader of all fields rejects.
            for (word, count) in executed {
                assert!(counts.of(word) >= count && word <= last);
            }
            check_page(counts);
        }
        Err(ProfileError::Line(number, why)) => {
            assert!((1..=text.lines().count()).contains(&number));
            assert!(!why.is_empty());
        }
        Err(ProfileError::NoInstructions) => assert!(executed.is_empty()),
    }
}

/// Counts the instruction lines of each word.
fn executed(text: &str) -> BTreeMap<u32, u64> {
    let mut executed = BTreeMap::new();
    for line in text.lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let word = line.get("word").and_then(Value::as_u64);
        let word = word.and_then(|word| u32::try_from(word).ok());
        if line.get("kind").and_then(Value::as_str) == Some("instruction")
            && let Some(word) = word
        {
            *executed.entry(word).or_default() += 1;
        }
    }
    executed
}

/// Checks that the page of a small shader shows a profile, whatever words the trace contains.
fn check_page(counts: Counts) {
    let assembly = assemble("shader.vsh", SHADER.as_bytes(), &Default::default());
    let input = Input {
        name: "shader.vsh".into(),
        object: assembly.object.expect("the shader has no errors"),
    };
    let linked = link(&[input], &LinkOptions::default());
    let shbin = linked.expect("the shader links").output.shbin;
    let bytes = shbin.write().expect("the binary can be written");
    let subject = InspectedFile {
        name: "shader.shbin",
        bytes: &bytes,
        inspection: inspect(&bytes),
    };
    let extras = Extras {
        counts: Some(counts),
        ..Extras::default()
    };
    let report = Report::new(&subject, extras);
    assert!(report.has_profile());
    assert!(to_html(&report).ends_with("</html>"));
}

/// A line of each kind.
const LINES: [&str; 10] = [
    r#"{"kind":"instruction","word":0,"file":"shader.vsh","line":3,"instruction":"mov r0, v0","operands":[[1,2,3,1]],"written":{"kind":"register","register":"r0","components":"xyzw","value":[1,2,3,1]},"next":1}"#,
    r#"{"kind":"instruction","word":1,"file":null,"line":null,"instruction":"for i0, 2","operands":[],"written":null,"next":2}"#,
    r#"{"kind":"instruction","word":2,"file":null,"line":null,"instruction":"add r0, r0, v0","operands":[[1,2,3,1],[1,2,3,1]],"written":{"kind":"register","register":"r0","components":"xyzw","value":[2,4,6,2]},"next":2}"#,
    r#"{"kind":"instruction","word":4095}"#,
    r#"{"kind":"output","register":"o0","property":"position","components":"xyzw","value":[2,4,6,2]}"#,
    r#"{"kind":"vertex","index":0,"outputs":[{"register":"o0","property":"position","components":"xyzw","value":[0,0,0,1]}]}"#,
    r#"{"kind":"triangle","index":0,"inverted":false,"corners":[[],[],[]],"vertices":[0,1,null]}"#,
    r#"{"kind":"profile","runs":1,"instructions":4,"words":5,"executed":4}"#,
    r#"{"kind":"profile-procedure","procedure":"main","word":0,"entries":1,"instructions":4,"words":5,"executed":4}"#,
    r#"{"kind":"end","word":4,"runs":1,"instructions":4}"#,
];

/// Returns single lines, and prefixes and suffixes of a trace.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let parts = (1..=LINES.len()).flat_map(|count| {
        let (one, start) = (&LINES[count - 1..count], &LINES[..count]);
        [one, start, &LINES[count - 1..]]
    });
    parts.map(|lines| lines.join("\n").into_bytes()).collect()
}
