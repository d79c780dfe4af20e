//! Properties of arbitrary inputs: the bodies of the fuzz targets.
//!
//! `fuzz/` runs them on generated inputs, `tests/regressions.rs` on former failures and on [`seeds`],
//! `tests/robustness.rs` on modified sources. They panic if a property does not hold. The targets of file formats are
//! in [`formats`].

mod dialect;
mod direct3d;
mod disassembly;
mod format;
mod link;
mod project;
mod scene;
pub mod seeds;
mod shader;
mod source;
mod trace;
mod variations;
mod words;
mod wrapped;

use crate::formats::foreign::dxbc;
use crate::formats::formats;
pub use dialect::convert_source;
pub use direct3d::compile_dxbc;
pub use disassembly::disassemble_assemble;
pub use format::format_source;
pub use link::{check_link, link};
pub use project::build_project;
pub use scene::draw_scene;
pub use shader::{compile_glsl, compile_spirv, compile_wgsl};
pub use source::{assemble, check_source};
pub use trace::read_trace;
pub use variations::build_variations;
pub use words::decode_encode;
pub use wrapped::unwrap_shaders;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name in `fuzz/`.
    pub name: &'static str,
    /// The directory of its cases in `regressions/`.
    pub folder: &'static str,
    /// A description of its input for `fuzz/README.md`.
    pub input: &'static str,
    /// A description of its properties for `fuzz/README.md`.
    pub properties: &'static str,
    /// The function run on an input.
    pub run: fn(&[u8]),
    /// The seeds.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Returns all fuzz targets.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    let of_formats = formats().map(|format| &format.target);
    of_formats.chain(OTHERS)
}

/// Runs a target on an input.
///
/// # Panics
///
/// Panics if a property does not hold, or if there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = targets().find(|target| target.name == name);
    (target.expect("the target exists").run)(bytes);
}

/// The targets that are not readers of a single format.
const OTHERS: &[Target] = &[
    Target {
        name: "decode_encode",
        folder: "word",
        input: "words",
        properties: "Decoded instructions, descriptors and numbers encode to the same bits",
        run: decode_encode,
        seeds: seeds::words,
    },
    Target {
        name: "assemble",
        folder: "source",
        input: "a source",
        properties: "With and without padding NOPs: there is an object if and only if there is no error; it is valid and round-trips; diagnostics have locations within the text and can be rendered",
        run: assemble,
        seeds: seeds::sources,
    },
    Target {
        name: "format_source",
        folder: "format",
        input: "a source",
        properties: "The formatted source has the same tokens and comments on the same lines and assembles to the same object; formatting is idempotent",
        run: format_source,
        seeds: seeds::sources,
    },
    Target {
        name: "convert_source",
        folder: "dialect",
        input: "a source in an older dialect",
        properties: "A source is converted if and only if there is no error; the result assembles, or the assembler reports why not; formatting by picafmt changes no tokens; diagnostics have locations within the text and can be rendered",
        run: convert_source,
        seeds: dialect::seeds,
    },
    Target {
        name: "link",
        folder: "link",
        input: "several sources and objects",
        properties: "With all options: there is a binary if and only if there is no error, and it round-trips; `-g` and `-s` change no code, `--compat` does not change its meaning",
        run: |bytes| {
            link(bytes);
        },
        seeds: seeds::links,
    },
    Target {
        name: "disassemble_assemble",
        folder: "disassembly",
        input: "a shader binary, or words",
        properties: "Each source of the disassembly assembles; if all sources link and nothing was left out, the meaning is preserved",
        run: disassemble_assemble,
        seeds: seeds::disassemblies,
    },
    dxbc::RUN,
    Target {
        name: "compile_dxbc",
        folder: "compile-dxbc",
        input: "a Direct3D container",
        properties: "There is an assembly if and only if there is no error; it assembles without errors; diagnostics and lines have locations within the listing",
        run: compile_dxbc,
        seeds: dxbc::seeds,
    },
    Target {
        name: "compile_wgsl",
        folder: "compile-wgsl",
        input: "a WGSL source",
        properties: "There is an assembly if and only if there is no error; it assembles without errors; diagnostics and lines have locations within the listing",
        run: compile_wgsl,
        seeds: shader::wgsl_seeds,
    },
    Target {
        name: "compile_glsl",
        folder: "compile-glsl",
        input: "a GLSL source",
        properties: "There is an assembly if and only if there is no error; it assembles without errors; diagnostics and lines have locations within the listing",
        run: compile_glsl,
        seeds: shader::glsl_seeds,
    },
    Target {
        name: "compile_spirv",
        folder: "compile-spirv",
        input: "a SPIR-V module",
        properties: "There is an assembly if and only if there is no error; it assembles without errors; diagnostics and lines have locations within the listing",
        run: compile_spirv,
        seeds: shader::spirv_seeds,
    },
    Target {
        name: "unwrap_shaders",
        folder: "wrapped",
        input: "a CGFX container or a text",
        properties: "The shader binaries have ascending offsets and are not larger than the input; base64 text written by this project decodes to the same bytes",
        run: unwrap_shaders,
        seeds: wrapped::seeds,
    },
    Target {
        name: "build_variations",
        folder: "variations",
        input: "a variant file",
        properties: "A file is read if and only if there is no error; indices and combinations correspond; small sets of combinations are linked, into one binary and into several, if and only if there is no error; all text output can be written",
        run: build_variations,
        seeds: variations::seeds,
    },
    Target {
        name: "build_project",
        folder: "project",
        input: "a project file (`pica200.toml`)",
        properties: "A file is read if and only if there is no error; every binary has inputs and a distinct output; small sets of binaries are linked, each if and only if there is no error; all reports can be rendered",
        run: build_project,
        seeds: project::seeds,
    },
    Target {
        name: "draw_scene",
        folder: "scene",
        input: "a scene, a model or an image",
        properties: "A scene is read if and only if there is no error, and all reports can be rendered; the frames of a small scene have its size and round-trip through PNG; the attributes and indices of a model match its vertices; images round-trip through PNG",
        run: draw_scene,
        seeds: scene::seeds,
    },
    Target {
        name: "read_trace",
        folder: "trace",
        input: "a trace of picarun (`--trace=json`)",
        properties: "A trace is rejected with a line number in range, or its counts cover each executed word; a page with these counts can be written, even for another shader's words",
        run: read_trace,
        seeds: trace::seeds,
    },
];
