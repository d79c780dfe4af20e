//! Text and container files that embed shader binaries.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use pica200_objfmt::formats::wrapped::WrapperKind;
use pica200_objfmt::formats::wrapped::base64::runs;

use super::seeds;

/// Maximum number of seeds; further ones would only be longer.
const MAX_SEEDS: usize = 80;

/// Extracts the shader binaries embedded in a file, and finds the file itself encoded as base64.
///
/// # Panics
///
/// Panics if a property does not hold.
pub fn unwrap_shaders(bytes: &[u8]) {
    if let Some(wrapping) = WrapperKind::detect(bytes) {
        check(bytes, wrapping);
    }
    check(bytes, WrapperKind::Base64);
    check(bytes, WrapperKind::Cgfx);
    check_base64(bytes);
}

/// Checks that extracted data and error locations are within the file.
fn check(bytes: &[u8], wrapping: WrapperKind) {
    let mut behind = 0;
    let lines = bytes.split(|byte| *byte == b'\n').count();
    for found in wrapping.unwrap_shaders(bytes) {
        match found {
            Ok(found) => {
                assert!(found.offset >= behind && found.offset < bytes.len());
                assert!(found.bytes.len() <= bytes.len());
                assert!(found.bytes.starts_with(b"DVLB"));
                assert!(found.line.is_none_or(|line| (1..=lines).contains(&line)));
                behind = found.offset + 1;
            }
            Err(error) => {
                assert!(error.first_line <= error.line && error.line <= lines);
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// Checks that the file is found in base64, with line breaks and in both alphabets.
fn check_base64(bytes: &[u8]) {
    let Some(magic) = bytes.get(..4) else {
        return;
    };
    let base64 = STANDARD.encode(bytes);
    let (head, tail) = base64.split_at(4);
    for text in [
        format!("<a>\n  {head}\n  {tail}</a>"),
        format!("\"{}\"", URL_SAFE_NO_PAD.encode(bytes)),
    ] {
        let found = runs(text.as_bytes(), &[magic]);
        let first = found.first().expect("the text holds the file");
        // A repetition of the same first bytes ends the run.
        assert!(bytes.starts_with(&first.bytes));
        if found.len() == 1 {
            assert_eq!((first.fault, first.bytes.as_slice()), (None, bytes));
        }
    }
}

/// Returns the shader binaries of the golden files, in texts and containers.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut shaders = seeds::shbins();
    shaders.truncate(MAX_SEEDS);
    let text = |shader: &Vec<u8>| format!("<a>{}</a>\n", STANDARD.encode(shader)).into_bytes();
    let container = |shader: &Vec<u8>| [b"CGFX", shader.as_slice()].concat();
    let texts = shaders.iter().step_by(2).map(text);
    let containers = shaders.iter().skip(1).step_by(2).map(container);
    texts.chain(containers).collect()
}
