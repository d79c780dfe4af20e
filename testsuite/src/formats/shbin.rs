//! Shader binaries.

use pica200_bindings::{ShaderBinary, c, cpp, rust};
use pica200_check::check;
use pica200_objfmt::difference::differences;
use pica200_objfmt::flow::Flow;
use pica200_objfmt::formats::FileKind;
use pica200_objfmt::formats::shbin::{self, Shbin};

use super::Format;
use super::inspection::check_inspection;
use crate::fuzzing::{Target, seeds};
use crate::loader::{Verdict, verdict};

/// The format.
pub(super) const FORMAT: Format = Format {
    kind: FileKind::Shbin,
    page: "objfmt/FORMAT.md",
    records: shbin::RECORDS,
    target: Target {
        name: "read_shbin",
        folder: "shbin",
        input: "a file",
        properties: "A readable file round-trips; inspection accounts for every byte; the control-flow graph can be built; a loader model (`../src/loader/`) agrees on files that the verifier accepts",
        run: read_shbin,
        seeds: seeds::shbins,
    },
};

/// Maximum number of shaders in a binary whose control flow is analysed, because the time is proportional to the code.
const FOLLOWED_SHADERS: usize = 4;

/// Checks that a readable shader binary reads back unchanged, that its bindings are plain text, and that consoles read
/// verified files in the same way.
fn read_shbin(bytes: &[u8]) {
    check_inspection(bytes);
    let shbin = match Shbin::read(bytes) {
        Ok(shbin) => shbin,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = shbin.write().expect("a binary that was read can be written");
    assert_eq!(Shbin::read(&written).as_ref(), Ok(&shbin));
    let binary = ShaderBinary {
        shbin: &shbin,
        bytes: &written,
        entries: &[],
    };
    let texts = [rust(&binary), cpp(&binary, "x"), c(&binary, "x")];
    assert!(texts.iter().all(|text| text.is_ascii()));
    // The version has no meaning, but forces a full comparison. Code with too many calls then compares as different.
    let mut other = shbin.clone();
    other.program.version ^= 1;
    differences(&shbin, &other);
    let mut flow = Flow::new(&shbin.program.code);
    for shader in shbin.shaders.iter().take(FOLLOWED_SHADERS) {
        let words = flow.trace(shader.entry_span());
        let last = words.iter().last();
        assert!(last.is_none_or(|word| word < shbin.program.code.len()));
    }
    check(&shbin);
    let verdict = verdict(bytes);
    let differs = matches!(verdict, Verdict::Differs(_));
    assert!(!differs, "the verifier accepts it: {verdict:?}");
}
