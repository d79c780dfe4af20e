//! Sources that are cut off, spliced and changed: no panic of ours, no endless work, and programs that keep their rules.

use std::fs;

use pica200_diagnostics::Code;

use super::super::read;
use super::messages::{cases, language};
use crate::ir::Form;
use crate::options::{Language, Options};

/// Reads a source, and gives whether naga failed on it.
fn try_source(language: Language, bytes: &[u8]) -> bool {
    let (source, findings) = read(language, bytes, &Options::default());
    let is_error = |code: Code| !code.is_settable();
    let has_errors = findings.iter().any(|finding| is_error(finding.code));
    if !has_errors {
        source.program.verify(Form::Variables).unwrap();
    }
    findings
        .iter()
        .any(|finding| finding.code == Code::FrontEndPanic)
}

/// Numbers that look random, the same on each machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

#[test]
fn damaged_sources_never_end_the_program() {
    let mut sources: Vec<(Language, Vec<u8>)> = cases()
        .iter()
        .map(|path| (language(path), fs::read(path).unwrap()))
        .collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testsuite/golden/");
    for name in [
        "wgsl/light.wgsl",
        "wgsl/switch.wgsl",
        "glsl/loops.vert",
        "glsl/functions.vert",
    ] {
        let path = std::path::PathBuf::from(format!("{folder}{name}"));
        sources.push((language(&path), fs::read(&path).unwrap()));
    }
    let mut random = Random(7);
    for round in 0..600 {
        let (language, bytes) = sources[random.below(sources.len())].clone();
        let mut bytes = bytes;
        let at = random.below(bytes.len());
        match round % 4 {
            0 => bytes.truncate(at),
            1 => {
                let other = &sources[random.below(sources.len())].1;
                let from = random.below(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            2 => {
                let end = (at + 1 + random.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let words: [&[u8]; 8] = [
                    b"(",
                    b"}",
                    b"1e99",
                    b"[0]",
                    b"-",
                    b"vec4",
                    b"0xffffffffff",
                    b"\n#",
                ];
                let word = words[random.below(words.len())];
                bytes.splice(at..at, word.iter().copied());
            }
        }
        // Where naga itself fails, the message says so.
        try_source(language, &bytes);
    }
}

#[test]
fn long_chains_do_not_exhaust_the_stack() {
    let body = |expression: &str| {
        format!(
            "@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {{ return p * ({expression}); }}"
        )
    };
    for (text, is_glsl) in [
        (body(&format!("{}p.x", "p.x + ".repeat(20_000))), false),
        (body(&format!("{}p.x", "-".repeat(20_000))), false),
        (body(&format!("{}true", "!".repeat(20_000))), false),
        (
            format!(
                "void main() {{ gl_Position = vec4({}1.0); }}",
                "1.0 + ".repeat(20_000)
            ),
            true,
        ),
        (
            format!(
                "void main() {{ gl_Position = vec4({}1.0); }}",
                "- ".repeat(20_000)
            ),
            true,
        ),
        (
            format!(
                "layout(location = 0) in float x; void main() {{ gl_Position = vec4(0.0); {} gl_Position.x = x; }}",
                "if (x > 0.5) gl_Position.y = x; else ".repeat(2_000)
            ),
            true,
        ),
    ] {
        let language = if is_glsl {
            Language::Glsl
        } else {
            Language::Wgsl
        };
        try_source(language, text.as_bytes());
    }
}
