//! The toolchain for web pages: assembler, linker, checks, compiler, disassembler, shader interpreter and renderer.
//!
//! A page creates one [`Playground`]. Requests and answers are JSON. An answer may be `{"error": TEXT}` if the page
//! asked for something that does not exist; errors in shaders and scenes are part of the answers, with their locations.
//! The module `web` has the JavaScript bindings.
//!
//! A call can throw and leave the module unusable: naga, which parses WGSL, GLSL and SPIR-V, panics on some sources,
//! and WebAssembly cannot unwind. The page then has to instantiate the module again.
//!
//! - [`Playground::lsp`]: the language server;
//! - [`Playground::build`], [`Playground::inspect`]: shader binaries from sources, and any file of the toolchain;
//! - [`Playground::view`]: drawings and texts about the last built or inspected file;
//! - [`Playground::trace`]: an instruction trace of one vertex;
//! - [`Playground::scene`], [`Playground::draw`]: rendered scenes;
//! - [`examples`]: example projects.

mod answer;
mod build;
mod examples;
mod files;
mod inspect;
mod listing;
mod loaded_file;
mod scene;
mod trace;
mod values;
mod views;
#[cfg(target_family = "wasm")]
pub mod web;

use pica200::levels::Levels;
use pica200_server::LocalServer;

use crate::answer::{RequestError, read, text};
use crate::loaded_file::LoadedFile;
use crate::scene::OpenScene;

pub use examples::examples;

/// A session of a page.
#[derive(Debug)]
pub struct Playground {
    server: LocalServer,
    /// The last file that was built or inspected successfully.
    subject: Option<LoadedFile>,
    /// The open scene.
    stage: Option<OpenScene>,
}

impl Default for Playground {
    fn default() -> Self {
        Self::new()
    }
}

impl Playground {
    /// Creates a session without a subject.
    pub fn new() -> Self {
        Self {
            server: LocalServer::new(Levels::default()),
            subject: None,
            stage: None,
        }
    }

    /// Sends a JSON message, without headers, to the language server. Returns the messages of the server in order.
    pub fn lsp(&mut self, message: &str) -> Vec<String> {
        self.server.take(message)
    }

    /// Builds a shader binary.
    ///
    /// The request is `{main: NAME, files: [FILE]}`, or `{inputs: [NAME], files: [FILE]}` for several inputs in link
    /// order. A `FILE` is `{name, text}`, or `{name, base64}` if it is binary. As in all programs, the suffix selects
    /// the kind of a file: `.pica`, `.vsh` and `.gsh` for assembly, `.wgsl`, `.vert`, `.glsl`, `.spv`, `.dxbc`,
    /// `.dvoj`, `.a`, `.shlist`, `.variants.toml`. Includes and lists refer to other files by name.
    ///
    /// The answer:
    ///
    /// ```text
    /// {
    ///   ok: boolean,            true if there is a binary
    ///   name: string,           the name of the first input
    ///   report: string,         the diagnostics as the programs print them; empty if there are none
    ///   diagnostics: [          as printed with --diagnostics-format=json, in the same order
    ///     { severity: "error" | "warning" | "note", name, message, file?, line?, column?, end_line?, end_column?, object?,
    ///       labels: [{ file?, line?, column?, end_line?, end_column?, object?, text }], help?,
    ///       suggestions: [{ file, start: { line, column }, end: { line, column }, replacement, applicability }] }],
    ///   assembly?: string,      for compiled inputs: the output of picac, concatenated for several inputs
    ///   source?: string,        the disassembly, only from `inspect`
    ///   size: number,           the size of the binary in bytes
    ///   words: [
    ///     { address: number, word: string, text: string, labels: [string], remarks: [string], target?: number,
    ///       descriptor?: number, file?: string, line?: number }],
    ///   programs: [
    ///     { index: number, entry: string, kind: "vertex" | "geometry",
    ///       inputs: [{ name, register }], outputs: [{ name, register }],
    ///       uniforms: [{ name, register, size: number, kind: "float" | "integer" | "boolean" }] }],
    ///   members: [{ name, size }],   of an archive, only from `inspect`
    ///   shbin?: string          the binary in base64, as picald writes it by default
    /// }
    /// ```
    ///
    /// Fields with `?` may be missing or null. `word` has 8 hexadecimal digits. `target` is the target word of an
    /// instruction, `descriptor` the index of its operand descriptor. Lines and columns are 1-based. Unnamed inputs and
    /// outputs have the name of their register. `entry` is the name of the entry procedure, or is derived from the
    /// index if the file has no name. If a build fails, `trace` and `view` still use the last successful one.
    pub fn build(&mut self, request: &str) -> String {
        let made = read(request).and_then(|request| build::build(&request));
        self.store(made)
    }

    /// Inspects a file: a shader binary, an object, an archive, a Direct3D container, SPIR-V, or a text that embeds a
    /// shader binary. Shaders in other languages are compiled as in [`Playground::build`]. The answer has the format of
    /// a build, with the disassembly as `source`: the Direct3D disassembly for a container. `ok` is false if the file
    /// is damaged; the answer then contains everything that could be read.
    pub fn inspect(&mut self, name: &str, bytes: &[u8]) -> String {
        let made = inspect::inspect(name, bytes);
        self.store(made)
    }

    /// Returns a view of the last built or inspected file: a list of parts, each `{name, svg}` or `{name, text}`.
    /// Drawings use the colors of `cli/report/src/svg/style.css`; their links lead to `#wADDRESS`.
    ///
    /// - `flow`: the control flow of each procedure;
    /// - `registers`: the lifetimes of register values, for each shader and procedure;
    /// - `uniforms`: the map of the uniform registers of each shader;
    /// - `map`: the link map, as text; empty for inspected files.
    pub fn view(&self, name: &str) -> String {
        match &self.subject {
            Some(subject) => text(views::view(subject, name)),
            None => text::<()>(Err(RequestError::nothing_built())),
        }
    }

    /// Runs a shader of the last built or inspected file for one vertex.
    ///
    /// The request is `{entry?, index?, inputs: {NAME: VALUE}, uniforms: {NAME: VALUE}}`. It selects the shader by its
    /// entry procedure or by its `index`; the default is the first. A `NAME` may have an element, `bones[3]`, or be a
    /// register, `v0`, `c12`. A `VALUE` is a number, a boolean, a row of up to four numbers, or a list of rows for
    /// consecutive registers; integer uniforms have rows of 3 or 4 numbers from 0 to 255. `"NaN"`, `"inf"` and `"-inf"`
    /// are also numbers. Missing components default to (0, 0, 0, 1). A geometry shader runs once.
    ///
    /// The answer:
    ///
    /// ```text
    /// {
    ///   steps: [
    ///     { address: number, text: string, file?: string, line?: number, next: number, operands: [[number]],
    ///       changes: [{ register: string, components?: string, value: [number | boolean | string] }] }],
    ///   outputs: [{ name, register, components, value: [number | string], vertex?: number }],
    ///   instructions: number,
    ///   is_limited: boolean,    true if the run was stopped after 20,000 steps
    ///   fault?: { message, address, procedure?, file?, line? }
    /// }
    /// ```
    ///
    /// A change contains the register after the step: all four components of `r0` to `r15` and `o0` to `o15`, of which
    /// `components` were written; both components of `a0`; the booleans of `cmp`; the number of `aL`; slot, `prim` and
    /// `inv` of `setemit`; the number of vertices so far for `emit`. Numbers without a JSON representation are strings.
    /// `vertex` is the index of a vertex emitted by a geometry shader.
    pub fn trace(&self, request: &str) -> String {
        let Some(subject) = &self.subject else {
            return text::<()>(Err(RequestError::nothing_built()));
        };
        text(read(request).and_then(|request| trace::trace(subject, &request)))
    }

    /// Opens a scene for [`Playground::draw`]. The shaders of the last built or inspected file replace the key
    /// `shader`. Build options of the scene are ignored, except for those that select a shader of the binary.
    ///
    /// The request is `{name?, scene: TEXT, files: [FILE]}`: the text of a `.scene.toml`, and the models, textures and
    /// test files that it names. The answer:
    ///
    /// ```text
    /// {
    ///   ok: boolean,            true if it can be rendered
    ///   size?: { width: number, height: number },
    ///   frames: number,
    ///   uniforms: [
    ///     { name, register, kind: "float" | "integer" | "boolean", stage: "vertex" | "geometry",
    ///       values: [[number | boolean | string]] }],
    ///   errors: [DIAGNOSTIC],   in the format of a build
    ///   report: string
    /// }
    /// ```
    ///
    /// `values` has a row for each register: the value that the scene sets for its first draw in the first frame, or
    /// the initial value. If the scene has errors, the previous scene stays open.
    pub fn scene(&mut self, request: &str) -> String {
        let Some(subject) = &self.subject else {
            return text::<()>(Err(RequestError::nothing_built()));
        };
        let opened = read(request).and_then(|request| scene::open(subject, &request));
        text(opened.map(|(answer, stage)| {
            self.stage = stage.or(self.stage.take());
            answer
        }))
    }

    /// Renders a frame of the open scene: red, green, blue and alpha, row by row from the top. Frames are 0-based.
    ///
    /// `overrides` are uniform values that replace the scene's: `{NAME: VALUE}`, as in [`Playground::trace`]. A
    /// value applies to each shader of the scene that has the uniform. An empty text means no overrides.
    ///
    /// # Errors
    ///
    /// Returns a message if there is no open scene, if an override is invalid, or if the shader fails.
    pub fn draw(&self, overrides: &str, frame: u16) -> Result<Vec<u8>, String> {
        let stage = self.stage.as_ref().ok_or("no scene is open")?;
        let drawn = if overrides.trim().is_empty() {
            stage.draw(&scene::Overrides::default(), frame)
        } else {
            read(overrides).and_then(|overrides| stage.draw(&overrides, frame))
        };
        drawn.map_err(|wrong| wrong.to_string())
    }

    /// Stores the built or inspected file, and returns the answer about it.
    fn store(&mut self, made: Result<(build::Answer, Option<LoadedFile>), RequestError>) -> String {
        text(made.map(|(answer, subject)| {
            self.subject = subject.or(self.subject.take());
            answer
        }))
    }
}
