//! Properties of any input: the bodies of the fuzz targets.
//!
//! `fuzz/` runs them on inputs that a fuzzer generates, `tests/regressions.rs` on inputs that once broke them and on
//! [`seeds`], `tests/robustness.rs` on modified sources. They panic if a property does not hold.

mod archive;
mod disassembly;
mod format;
mod link;
pub mod seeds;
mod source;
mod words;

use pica200_bindings::{Bound, c, cpp, rust};
use pica200_check::check;
use pica200_disasm::disassemble_object;
use pica200_objfmt::difference::differences;
use pica200_objfmt::flow::Flow;
use pica200_objfmt::formats::inspect::{Content, Inspection, Region, inspect, scan};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::formats::{FileKind, recognise};

use crate::loader::{Verdict, verdict};
pub use archive::read_archive;
pub use disassembly::disassemble_assemble;
pub use format::format_source;
pub use link::{check_link, link};
pub use source::{assemble, check_source};
pub use words::decode_encode;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name in `fuzz/`, and that of its function in this module.
    pub name: &'static str,
    /// The kind of file that it reads, if it is the reader's target.
    pub kind: Option<FileKind>,
    /// The folder of its cases in `regressions/`.
    pub folder: &'static str,
    /// The function that it runs on an input.
    pub run: fn(&[u8]),
    /// The initial inputs of fuzzing.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All fuzz targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "read_shbin",
        kind: Some(FileKind::Shbin),
        folder: "shbin",
        run: read_shbin,
        seeds: seeds::shbins,
    },
    Target {
        name: "read_object",
        kind: Some(FileKind::Object),
        folder: "object",
        run: read_object,
        seeds: seeds::objects,
    },
    Target {
        name: "read_archive",
        kind: Some(FileKind::Archive),
        folder: "archive",
        run: read_archive,
        seeds: seeds::archives,
    },
    Target {
        name: "decode_encode",
        kind: None,
        folder: "word",
        run: decode_encode,
        seeds: seeds::words,
    },
    Target {
        name: "assemble",
        kind: None,
        folder: "source",
        run: assemble,
        seeds: seeds::sources,
    },
    Target {
        name: "format_source",
        kind: None,
        folder: "format",
        run: format_source,
        seeds: seeds::sources,
    },
    Target {
        name: "link",
        kind: None,
        folder: "link",
        run: |bytes| {
            link(bytes);
        },
        seeds: seeds::links,
    },
    Target {
        name: "disassemble_assemble",
        kind: None,
        folder: "disassembly",
        run: disassemble_assemble,
        seeds: seeds::disassemblies,
    },
];

/// The largest number of shaders in a binary whose control flow is followed, because this takes time in proportion to
/// the code.
const FOLLOWED_SHADERS: usize = 4;

/// Reads a shader binary: if it can be read, it can be written and reads as the same again. Its bindings are plain
/// text. What the verifier accepts, consoles read in the same way.
///
/// # Panics
///
/// If that does not hold.
pub fn read_shbin(bytes: &[u8]) {
    check_inspection(bytes);
    let shbin = match Shbin::read(bytes) {
        Ok(shbin) => shbin,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = shbin
        .write()
        .expect("a binary that was read can be written");
    assert_eq!(Shbin::read(&written).as_ref(), Ok(&shbin));
    let bound = Bound {
        shbin: &shbin,
        bytes: &written,
        entries: &[],
    };
    let texts = [rust(&bound), cpp(&bound, "x"), c(&bound, "x")];
    assert!(texts.iter().all(|text| text.is_ascii()));
    // The version has no meaning, but forces a comparison of everything. Code with too many calls then counts as
    // different.
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

/// Reads an object: if it can be read, it is valid, can be written, and reads as the same again.
///
/// # Panics
///
/// If that does not hold.
pub fn read_object(bytes: &[u8]) {
    check_inspection(bytes);
    match Object::read(bytes) {
        Ok(object) => check_object(&object),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks that an object is valid, survives its bytes, and can be disassembled.
fn check_object(object: &Object) {
    assert_eq!(object.validate(), Ok(()));
    let written = object.write().expect("a valid object can be written");
    assert_eq!(Object::read(&written).as_ref(), Ok(object));
    assert_eq!(disassemble_object(object).sources.len(), 1);
}

/// Inspects a file: its regions cover the file, and a file that can be read has no faults.
fn check_inspection(bytes: &[u8]) {
    let Inspection {
        content,
        faults,
        regions,
    } = inspect(bytes);
    assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
    check_regions(&regions, bytes.len());
    match recognise(bytes) {
        Some(FileKind::Shbin) => match Shbin::read(bytes) {
            Ok(read) => {
                assert!(matches!(&content, Content::Shbin(shbin) if *shbin == read));
                assert_eq!(faults, []);
            }
            Err(error) => assert_ne!(faults, [], "{error}"),
        },
        Some(FileKind::Object) => match Object::read(bytes) {
            Ok(read) => {
                assert!(matches!(&content, Content::Object(object) if **object == read));
                assert_eq!(faults, []);
            }
            // An object of another version may be valid.
            Err(error) => assert!(!matches!(content, Content::Object(_)), "{error}"),
        },
        Some(FileKind::Archive) | None => assert!(matches!(content, Content::Unknown)),
    }
    let mut behind = 0;
    for found in scan(bytes) {
        assert!(found.offset >= behind, "{found:?} overlaps the one before");
        behind = found.offset + found.size;
        assert!(behind <= bytes.len(), "{found:?} is not in the file");
    }
}

/// Checks that regions follow each other, none of them empty, from a file's first byte to its last.
fn check_regions(regions: &[Region], size: usize) {
    let mut behind = 0;
    for region in regions {
        assert_eq!(region.offset, behind, "{region:?}");
        assert!(region.size > 0 || size == 0, "{region:?}");
        behind += region.size;
    }
    assert_eq!(behind, size, "the last region ends with the file");
}
