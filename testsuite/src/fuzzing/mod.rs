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
        properties: "Instructions, descriptors and numbers encode to the bits from which they were decoded",
        run: decode_encode,
        seeds: seeds::words,
    },
    Target {
        name: "assemble",
        folder: "source",
        input: "a source",
        properties: "With and without padding NOPs: there is an object exactly if there is no error; it is valid and reads as the same from its bytes; diagnostics have places within the text and can be rendered",
        run: assemble,
        seeds: seeds::sources,
    },
    Target {
        name: "format_source",
        folder: "format",
        input: "a source",
        properties: "The formatted source has the same words and comments on the same lines and assembles to the same object; formatting it again changes nothing",
        run: format_source,
        seeds: seeds::sources,
    },
    Target {
        name: "convert_source",
        folder: "dialect",
        input: "a source in an older dialect",
        properties: "A source is converted exactly if there is no error; the result assembles, or the assembler reports why not; the layout of picafmt changes no words; diagnostics have places within the text and can be rendered",
        run: convert_source,
        seeds: dialect::seeds,
    },
    Target {
        name: "link",
        folder: "link",
        input: "several sources and objects",
        properties: "With all options: there is a binary exactly if there is no error, and it reads as the same from its bytes; `-g` and `-s` change no code, `--compat` does not change its meaning",
        run: |bytes| {
            link(bytes);
        },
        seeds: seeds::links,
    },
    Target {
        name: "disassemble_assemble",
        folder: "disassembly",
        input: "a shader binary, or words",
        properties: "Each source of the disassembly assembles; if all sources link and nothing was left out, the meaning is the same",
        run: disassemble_assemble,
        seeds: seeds::disassemblies,
    },
    dxbc::RUN,
    Target {
        name: "compile_dxbc",
        folder: "compile-dxbc",
        input: "a container of Direct3D",
        properties: "There is an assembly exactly if there is no error; it assembles without errors; diagnostics and lines have places within the listing",
        run: compile_dxbc,
        seeds: dxbc::seeds,
    },
    Target {
        name: "compile_wgsl",
        folder: "compile-wgsl",
        input: "a source in WGSL",
        properties: "There is an assembly exactly if there is no error; it assembles without errors; diagnostics and lines have places within the listing",
        run: compile_wgsl,
        seeds: shader::wgsl_seeds,
    },
    Target {
        name: "compile_glsl",
        folder: "compile-glsl",
        input: "a source in GLSL",
        properties: "There is an assembly exactly if there is no error; it assembles without errors; diagnostics and lines have places within the listing",
        run: compile_glsl,
        seeds: shader::glsl_seeds,
    },
    Target {
        name: "compile_spirv",
        folder: "compile-spirv",
        input: "a module of SPIR-V",
        properties: "There is an assembly exactly if there is no error; it assembles without errors; diagnostics and lines have places within the listing",
        run: compile_spirv,
        seeds: shader::spirv_seeds,
    },
    Target {
        name: "unwrap_shaders",
        folder: "wrapped",
        input: "a CGFX container or a text",
        properties: "The shader binaries in it have places in ascending order and no more bytes than it; base64 text that this project writes is read as the same bytes",
        run: unwrap_shaders,
        seeds: wrapped::seeds,
    },
    Target {
        name: "build_variations",
        folder: "variations",
        input: "a file of variations",
        properties: "A file is read exactly if there is no error; indices and combinations correspond; few combinations are linked, into one binary and into several, exactly if there is no error, and all texts can be written",
        run: build_variations,
        seeds: variations::seeds,
    },
    Target {
        name: "build_project",
        folder: "project",
        input: "a file of a project (`pica200.toml`)",
        properties: "A file is read exactly if there is no error; every binary has inputs and an output of its own; few binaries are linked, each exactly if there is no error; all reports can be rendered",
        run: build_project,
        seeds: project::seeds,
    },
    Target {
        name: "draw_scene",
        folder: "scene",
        input: "a scene, a model or a picture",
        properties: "A scene is read exactly if there is no error, and all reports can be rendered; the frames of a small one have its size, and their PNG reads as the same; the attributes and indices of a model are those of its vertices; pictures are written as PNG that reads as the same",
        run: draw_scene,
        seeds: scene::seeds,
    },
    Target {
        name: "read_trace",
        folder: "trace",
        input: "a trace of picarun (`--trace=json`)",
        properties: "A trace is refused with a line that it has, or its counts have each executed word; a page with these counts can be written, also if the words are not those of its shader",
        run: read_trace,
        seeds: trace::seeds,
    },
];
