//! Sources that are cut off, spliced and changed: no panic of ours, no endless work, and programs that keep their
//! rules.

use std::fs;

use pica200_diagnostics::Code;

use super::messages::{cases, language};
use crate::diagnostic::Diagnostic;
use crate::options::{Language, Options};

/// Translates a source to assembly, and gives whether naga failed on it.
fn try_source(language: Language, bytes: &[u8]) -> bool {
    let options = Options {
        language: Some(language),
        ..Options::default()
    };
    let compilation = crate::compile("source", bytes, &options);
    let has_errors = compilation.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(compilation.assembly.is_none(), has_errors);
    let mut diagnostics = compilation.diagnostics.iter();
    diagnostics.any(|diagnostic| diagnostic.code == Code::FrontEndPanic)
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

/// The number of damaged sources.
const ROUNDS: usize = 1_000;

#[test]
fn damaged_sources_never_end_the_program() {
    let mut sources: Vec<(Language, Vec<u8>)> = cases()
        .iter()
        .map(|path| (language(path), fs::read(path).unwrap()))
        .collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testsuite/golden/");
    for (name, suffix) in [("wgsl", "wgsl"), ("glsl", "vert"), ("spirv", "spv")] {
        for entry in fs::read_dir(format!("{folder}{name}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|found| found == suffix) {
                sources.push((language(&path), fs::read(&path).unwrap()));
            }
        }
    }
    // The order of directory entries differs between systems.
    sources.sort_by(|a, b| a.1.cmp(&b.1));
    let mut random = Random(7);
    let mut failed = 0;
    for round in 0..ROUNDS {
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
                let words: [&[u8]; 8] = [b"(", b"}", b"1e99", b"[0]", b"-", b"vec4", b"0xffffffffff", b"\n#"];
                let word = words[random.below(words.len())];
                bytes.splice(at..at, word.iter().copied());
            }
        }
        // Where naga itself fails, the message says so.
        if try_source(language, &bytes) {
            failed += 1;
        }
    }
    assert!(failed * 100 <= ROUNDS, "{failed} failures are more than those of naga");
}

#[test]
fn long_chains_do_not_exhaust_the_stack() {
    let body = |expression: &str| {
        format!("@vertex fn main(@location(0) p: vec4f) -> @builtin(position) vec4f {{ return p * ({expression}); }}")
    };
    for (text, is_glsl) in [
        // Just within the limits.
        (body(&format!("{}p.x", "p.x + ".repeat(950))), false),
        (body(&format!("{}p.x{}", "(1.0 + ".repeat(190), ")".repeat(190))), false),
        (
            format!("void main() {{ gl_Position = vec4({}1.0); }}", "1.0 + ".repeat(950)),
            true,
        ),
        (
            format!("void main() {{ gl_Position = vec4({}1.0); }}", "- ".repeat(950)),
            true,
        ),
        (
            format!(
                "layout(location = 0) in float x; void main() {{ gl_Position = vec4(0.0); {} gl_Position.x = x; }}",
                "if (x > 0.5) gl_Position.y = x; else ".repeat(190)
            ),
            true,
        ),
        (body(&format!("{}p.x", "p.x + ".repeat(20_000))), false),
        (body(&format!("{}p.x", "-".repeat(20_000))), false),
        (body(&format!("{}true", "!".repeat(20_000))), false),
        (
            format!("void main() {{ gl_Position = vec4({}1.0); }}", "1.0 + ".repeat(20_000)),
            true,
        ),
        (
            format!("void main() {{ gl_Position = vec4({}1.0); }}", "- ".repeat(20_000)),
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
        let language = if is_glsl { Language::Glsl } else { Language::Wgsl };
        try_source(language, text.as_bytes());
    }
}

#[test]
fn comments_for_procedures_are_as_many_as_one_likes() {
    let function = |n: usize| format!("// picac: export f{n}\nfn f{n}(x: f32) -> f32 {{ return x; }}\n");
    let many: String = (0..2000).map(function).collect();
    let comments = "// picac: extern f\n".repeat(20_000) + &"word ".repeat(20_000);
    let calls = "// picac: extern f\nfn f(x: f32) -> f32 { return x; }
        @vertex fn main(@location(0) a: vec4f) -> @builtin(position) vec4f { var x = a.x;\n"
        .to_owned()
        + &"x = f(x);\n".repeat(5000)
        + "return vec4f(x); }";
    for source in [&many, &comments, &calls] {
        let compiled = crate::compile("x.wgsl", source.as_bytes(), &Options::default());
        assert!(compiled.diagnostics.iter().any(crate::diagnostic::Diagnostic::is_error));
    }
}
