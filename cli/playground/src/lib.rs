//! The toolchain for a page in a browser: assembler, linker, checks, compiler, disassembler, machine and renderer.
//!
//! A page makes one [`Playground`], and passes texts to it. Answers are JSON. Each answer may be `{"error": TEXT}`
//! instead, if the page asked for something that does not exist; errors in shaders and scenes are part of answers, with
//! their places. `web.rs` is the same for JavaScript, and the only part that knows of it.
//!
//! One thing ends the module, so that a call throws: naga, which reads WGSL, GLSL and SPIR-V, panics on some sources,
//! and WebAssembly has no threads that could end alone. A page makes a new module then.
//!
//! - [`Playground::lsp`]: the language server;
//! - [`Playground::build`], [`Playground::inspect`]: a shader binary from sources, or any file of the toolchain;
//! - [`Playground::view`]: drawings and texts of what was built or inspected last;
//! - [`Playground::trace`]: the instructions of one vertex on the model of the machine;
//! - [`Playground::scene`], [`Playground::draw`]: pictures of scenes;
//! - [`examples`]: what a page can begin with.

mod answer;
mod build;
mod examples;
mod files;
mod inspect;
mod listing;
mod scene;
mod subject;
mod trace;
mod values;
mod views;
#[cfg(target_family = "wasm")]
pub mod web;

use pica200::levels::Levels;
use pica200_server::Local;

use crate::answer::{Wrong, read, text};
use crate::scene::Stage;
use crate::subject::Subject;

pub use examples::examples;

/// A session of a page.
#[derive(Debug)]
pub struct Playground {
    server: Local,
    /// What was built or inspected last, if that went well.
    subject: Option<Subject>,
    /// The scene that is open.
    stage: Option<Stage>,
}

impl Default for Playground {
    fn default() -> Self {
        Self::new()
    }
}

impl Playground {
    /// A session in which nothing was built.
    pub fn new() -> Self {
        Self {
            server: Local::new(Levels::default()),
            subject: None,
            stage: None,
        }
    }

    /// Passes a message in JSON, without headers, to the language server. Returns its messages, in order.
    pub fn lsp(&mut self, message: &str) -> Vec<String> {
        self.server.take(message)
    }

    /// Builds a shader binary.
    ///
    /// The request is `{main: NAME, files: [FILE]}`, or `{inputs: [NAME], files: [FILE]}` for several inputs in the
    /// order of the link. A `FILE` is `{name, text}`, or `{name, base64}` if it is not text. The suffix of a name says
    /// what a file is, as in all programs: `.pica`, `.vsh` and `.gsh` assembly, `.wgsl`, `.vert`, `.glsl`, `.spv`,
    /// `.dxbc`, `.dvoj`, `.a`, `.shlist`, `.variants.toml`. Includes and lists find the other files by their names.
    ///
    /// The answer:
    ///
    /// ```text
    /// {
    ///   ok: boolean,            whether there is a binary
    ///   name: string,           the name of the first input
    ///   report: string,         the diagnostics for people, as the programs print them; empty if there are none
    ///   diagnostics: [          as the programs give them with --diagnostics-format=json, in the same order
    ///     { severity: "error" | "warning" | "note", name, message, file?, line?, column?, end_line?, end_column?, object?,
    ///       labels: [{ file?, line?, column?, end_line?, end_column?, object?, text }], help?,
    ///       suggestions: [{ file, start: { line, column }, end: { line, column }, replacement, applicability }] }],
    ///   assembly?: string,      for translated inputs: what picac writes; the texts of several follow each other
    ///   source?: string,        what was disassembled, from `inspect` alone
    ///   size: number,           the bytes of the binary
    ///   words: [
    ///     { address: number, word: string, text: string, labels: [string], remarks: [string], target?: number,
    ///       descriptor?: number, file?: string, line?: number }],
    ///   programs: [
    ///     { index: number, entry: string, kind: "vertex" | "geometry",
    ///       inputs: [{ name, register }], outputs: [{ name, register }],
    ///       uniforms: [{ name, register, size: number, kind: "float" | "integer" | "boolean" }] }],
    ///   members: [{ name, size }],   of an archive, from `inspect` alone
    ///   shbin?: string          the binary in base64, as picald writes it by default
    /// }
    /// ```
    ///
    /// Fields with `?` may be missing or null. `word` has 8 hexadecimal digits. `target` is the word to which an
    /// instruction leads, `descriptor` the number of an operand descriptor. Lines and columns count from 1. The name of
    /// an input or an output without one is that of its register. `entry` is the name of the entry procedure, or made
    /// of the index if the file does not have it. If a build fails, `trace` and `view` still answer for the last one
    /// that went well.
    pub fn build(&mut self, request: &str) -> String {
        let made = read(request).and_then(|request| build::build(&request));
        self.take(made)
    }

    /// Shows a file: a shader binary, an object, an archive, a container of Direct3D, SPIR-V, or a text that wraps a
    /// shader binary. Shaders in other languages are compiled, as [`Playground::build`] does. The answer is that of a
    /// build, with the disassembly as `source`: the text of Direct3D for a container. `ok` is false if the file is
    /// damaged; the answer has all that can be read nevertheless.
    pub fn inspect(&mut self, name: &str, bytes: &[u8]) -> String {
        let made = inspect::inspect(name, bytes);
        self.take(made)
    }

    /// A view of what was built or inspected last: a list of parts, each `{name, svg}` or `{name, text}`. Drawings take
    /// their colours from `cli/report/src/svg/style.css`; their links lead to `#wADDRESS`.
    ///
    /// - `flow`: the control flow of each procedure;
    /// - `registers`: the lifetimes of values in registers, for each shader and procedure;
    /// - `uniforms`: the map of the uniform registers of each shader;
    /// - `map`: the link map, as text; no part for files that were inspected.
    pub fn view(&self, name: &str) -> String {
        match &self.subject {
            Some(subject) => text(views::view(subject, name)),
            None => text::<()>(Err(Wrong::nothing_built())),
        }
    }

    /// Runs a shader of what was built or inspected last for one vertex.
    ///
    /// The request is `{entry?, index?, inputs: {NAME: VALUE}, uniforms: {NAME: VALUE}}`: the shader with an entry
    /// procedure, or the number `index`, by default the first. A `NAME` may have an element, `bones[3]`, or be a
    /// register, `v0`, `c12`. A `VALUE` is a number, a boolean, a row of up to four numbers, or a list of rows for
    /// consecutive registers; an integer uniform has rows of 3 or 4 numbers from 0 to 255. `"NaN"`, `"inf"` and
    /// `"-inf"` are numbers, too. Missing numbers are those of (0, 0, 0, 1). A geometry shader runs once.
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
    ///   is_limited: boolean,    whether the run was stopped after 20,000 steps
    ///   fault?: { message, address, procedure?, file?, line? }
    /// }
    /// ```
    ///
    /// A change has the register after the step: all four components of `r0` to `r15` and `o0` to `o15`, of which
    /// `components` were written; the two of `a0`; the booleans of `cmp`; the number of `aL`; slot, `prim` and `inv` of
    /// `setemit`; the number of vertices so far for `emit`. Numbers that JSON does not have are texts. `vertex` is the
    /// number of an emitted vertex of a geometry shader.
    pub fn trace(&self, request: &str) -> String {
        let Some(subject) = &self.subject else {
            return text::<()>(Err(Wrong::nothing_built()));
        };
        text(read(request).and_then(|request| trace::trace(subject, &request)))
    }

    /// Opens a scene for [`Playground::draw`], with the shaders of what was built or inspected last, in place of the
    /// key `shader`. Its options of the build have no effect; those that choose a shader of the binary have.
    ///
    /// The request is `{name?, scene: TEXT, files: [FILE]}` with the text of a `.scene.toml`, and the models, textures
    /// and test files that it names. The answer:
    ///
    /// ```text
    /// {
    ///   ok: boolean,            whether it can be drawn
    ///   size?: { width: number, height: number },
    ///   frames: number,
    ///   uniforms: [
    ///     { name, register, kind: "float" | "integer" | "boolean", stage: "vertex" | "geometry",
    ///       values: [[number | boolean | string]] }],
    ///   errors: [DIAGNOSTIC],   in the form of a build's
    ///   report: string
    /// }
    /// ```
    ///
    /// `values` has a row for each register: what the scene sets for its first draw in the first frame, or else the
    /// initial value. If the scene has errors, the one that was open before stays open.
    pub fn scene(&mut self, request: &str) -> String {
        let Some(subject) = &self.subject else {
            return text::<()>(Err(Wrong::nothing_built()));
        };
        let opened = read(request).and_then(|request| scene::open(subject, &request));
        text(opened.map(|(answer, stage)| {
            self.stage = stage.or(self.stage.take());
            answer
        }))
    }

    /// The pixels of a frame of the open scene: red, green, blue and alpha, row by row from the top. Frames count
    /// from 0.
    ///
    /// `overrides` are values of uniforms in place of the scene's: `{NAME: VALUE}`, as in [`Playground::trace`]. A
    /// value goes to each shader of the scene that has the uniform. An empty text is no override.
    ///
    /// # Errors
    ///
    /// The text for people, if there is no open scene, an override is wrong, or the shader fails.
    pub fn draw(&self, overrides: &str, frame: u16) -> Result<Vec<u8>, String> {
        let stage = self.stage.as_ref().ok_or("no scene is open")?;
        let drawn = if overrides.trim().is_empty() {
            stage.draw(&scene::Overrides::default(), frame)
        } else {
            read(overrides).and_then(|overrides| stage.draw(&overrides, frame))
        };
        drawn.map_err(|wrong| wrong.to_string())
    }

    /// Keeps what was built or inspected, and gives the answer about it.
    fn take(&mut self, made: Result<(build::Answer, Option<Subject>), Wrong>) -> String {
        text(made.map(|(answer, subject)| {
            self.subject = subject.or(self.subject.take());
            answer
        }))
    }
}
