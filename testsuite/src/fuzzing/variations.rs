//! Variant files.

use std::io;

use pica200::input::InputFile;
use pica200::job::variants::{MAX_VARIANTS, Variants, read};
use pica200::job::{Destination, Job, JobInput, OutputKind};
use pica200::render::{Colors, Format, render};
use pica200::session::Session;
use pica200_asm::MemoryFiles;

/// The source that seeds name.
const SOURCE: &str = "\
.out position position
.out color color
.constf k(1, 0.5, 0.25, 0)
.proc main
    mov r0, v0
    .if defined(A)
        .rept A & 3
            add r0, k, r0
        .endr
    .endif
    .if defined(B)
        .if B == 1
            mul r0, r0, k
        .endif
    .endif
    mov position, r0
    mov color, k
    end
.end
";

/// Maximum number of combinations linked, to keep fuzzing fast.
const MAX_LINKED: usize = 8;

/// Reads a variant file, and links it if it has few combinations.
///
/// # Panics
///
/// Panics if a property does not hold.
pub fn build_variations(bytes: &[u8]) {
    let files = MemoryFiles::new().with("a.vsh", SOURCE);
    let file = InputFile::new("x.variants.toml".into(), bytes.to_vec());
    let mut session = Session::new(&files);
    let found = read(&file, &mut session);
    assert_eq!(found.is_none(), session.has_errors());
    let text = render(&session.diagnostics, &session.sources, Format::Human, Colors::None);
    assert_eq!(text.is_empty(), session.diagnostics.is_empty());
    if let Some(found) = found {
        check(&found.variants);
        if found.variants.included().count() <= MAX_LINKED {
            link(bytes, &files, &found.variants);
        }
    }
}

/// Checks that indices and combinations correspond, and that the default combination exists.
fn check(variants: &Variants) {
    assert!((1..=MAX_VARIANTS).contains(&variants.count()));
    assert!(!variants.is_excluded(variants.default_index()));
    for index in 0..variants.count() {
        assert_eq!(variants.index(&variants.places(index)), index);
        assert_eq!(variants.values(index).len(), variants.axes().len());
    }
    assert!(variants.is_excluded(variants.count()));
}

/// Checks that there is a binary exactly if there is no error, with a shader for each combination that is not excluded.
fn link(bytes: &[u8], files: &MemoryFiles, variants: &Variants) {
    let products = [
        OutputKind::Binary,
        OutputKind::Header { program: "picald" },
        OutputKind::Rust,
        OutputKind::Cpp,
        OutputKind::C,
        OutputKind::Map,
        OutputKind::MapJson,
    ];
    for split in [false, true] {
        let output = |product| (product, Destination::File("x.shbin".into()));
        let job = Job {
            inputs: vec![JobInput::Memory("x.variants.toml".into(), bytes.to_vec())],
            outputs: products.map(output).into(),
            split,
            ..Job::default()
        };
        let mut session = Session::new(files);
        let inputs = job.read(&mut session, &mut io::empty());
        let linked = job.link(&inputs, &mut session);
        assert_eq!(linked.is_none(), session.has_errors());
        let Some(linked) = linked else {
            continue;
        };
        assert!(job.outputs(&linked).len() >= products.len());
        let shaders: usize = linked.binaries().map(|binary| binary.output.shbin.shaders.len()).sum();
        let of_variations = linked.variants.expect("there are variations");
        for shader in &of_variations.shaders {
            assert_eq!(shader.index.len(), variants.count());
            for (combination, index) in shader.index.iter().enumerate() {
                assert!(index.is_none_or(|index| index < shaders));
                assert!(index.is_none() || !variants.is_excluded(combination));
            }
        }
    }
}

/// Returns variant files with all keys.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let heads = [
        "sources = \"a.vsh\"\n",
        "sources = [\"a.vsh\"]\ninclude = \".\"\nallow = [\"unused\"]\npadding = false\n",
        "sources = [\"a.vsh\", \"a.vsh\"]\nwarn = \"warnings\"\ndefine = { C = \"1 + 2\" }\n",
        "sources = \"b.vsh\"\nlibraries = \"m\"\nlibrary-paths = [\"l\"]\ndeny = \"unused\"\n",
    ];
    let exclusions = [
        "",
        "exclude = [{ A = 2 }]\n",
        "exclude = [{ A = [2, 0x3], B = \"on\" }, { A = 1, B = 0 }]\n",
    ];
    let numbers = [
        "[numbers]\nA = [1, 2, 3]\n",
        "[numbers]\nA = [3, 2, 1]\nB = { off = 0, on = 1 }\n[defaults]\nB = \"on\"\nA = 3\n",
        "[numbers]\nB.on = 1\nB.off = -2147483648\nA = [2, 2147483647]\n",
    ];
    let mut seeds = Vec::new();
    for head in heads {
        for exclude in exclusions {
            seeds.extend(numbers.map(|numbers| format!("{head}{exclude}{numbers}").into_bytes()));
        }
    }
    seeds
}
