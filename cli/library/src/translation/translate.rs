//! Translating an input to assembly, and assembling it. The listing of a compiled input is its disassembly.

use std::path::PathBuf;

use pica200_asm::allow::Allowances;
use pica200_asm::{AssemblyOptions, Files};
use pica200_compile::{Compilation, Line, compile_to, compile_with};
use pica200_objfmt::formats::object::Object;

use super::generated::GeneratedAssembly;
use super::location::locate;
use super::{IncludeDirs, options_for};
use crate::diagnostic::Diagnostic;
use crate::input::InputFile;
use crate::session::{Interface, Session};
use crate::source::Source;

impl<'s> Session<'s> {
    /// Translates an input in another language to assembly, and assembles it. Its listing becomes a source, to which
    /// all locations refer. Returns `None` if there are errors.
    pub(crate) fn translate(
        &mut self,
        input: &'s InputFile,
        assembling: &AssemblyOptions,
        options: &pica200_compile::Options,
    ) -> Option<(String, Object)> {
        let number = self.sources.len();
        let options = options_for(input, assembling, options);
        let includes = include_dirs(self.files, input, assembling);
        let made = compile_with(&input.recorded_name, &input.bytes, &options, &includes);
        let mut translated = Translated::new(input, number, made);
        let object = translated.assemble(&input.recorded_name, number, assembling);
        let made = translated.text().map(str::to_owned).zip(object);
        self.add_translation(input, translated);
        made
    }

    /// Returns an input in another language after a stage of the compiler, as text. Returns `None` if there are errors.
    pub(crate) fn compile_to(
        &mut self,
        stage: &str,
        input: &'s InputFile,
        assembling: &AssemblyOptions,
        options: &pica200_compile::Options,
    ) -> Option<String> {
        let options = options_for(input, assembling, options);
        let includes = include_dirs(self.files, input, assembling);
        let name = &input.recorded_name;
        let (text, made) = compile_to(name, &input.bytes, &options, &includes, stage);
        let translated = Translated::new(input, self.sources.len(), made);
        self.add_translation(input, translated);
        text
    }

    /// Adds the listing, the diagnostics and the interface of a translated input.
    fn add_translation(&mut self, input: &'s InputFile, translated: Translated<'s>) {
        self.diagnostics.extend(translated.diagnostics);
        self.sources.push(translated.source);
        self.numbers.extend(translated.numbers);
        self.included.extend(translated.included);
        self.interfaces.push((&input.name, translated.interface));
    }
}

/// Returns the include lookup for an input in another language.
fn include_dirs<'f>(files: &'f dyn Files, input: &'f InputFile, assembling: &'f AssemblyOptions) -> IncludeDirs<'f> {
    IncludeDirs {
        files,
        dir: &input.dir,
        include_paths: &assembling.include_paths,
    }
}

/// A translated input.
struct Translated<'s> {
    /// Its listing as a source.
    pub(crate) source: Source<'s>,
    /// Diagnostics.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Assembly; `None` if there are errors.
    assembly: Option<GeneratedAssembly>,
    /// Uniforms and outputs.
    pub(crate) interface: Interface,
    /// Names of defines used by the input.
    pub(crate) numbers: Vec<String>,
    /// Files it includes.
    pub(crate) included: Vec<PathBuf>,
}

impl<'s> Translated<'s> {
    /// Converts the compiler's result for an input. `number` is its source index in the session.
    pub(crate) fn new(input: &'s InputFile, number: usize, made: Compilation) -> Self {
        let lines = super::glsl::lines(&input.recorded_name, &made.listing, &made.pieces);
        let source = Source {
            path: &input.name,
            lines,
            text: made.listing.into(),
            allowances: Allowances::default(),
        };
        let diagnostics = made.diagnostics.into_iter();
        let diagnostics: Vec<_> = diagnostics.map(|one| locate(one, &source, number)).collect();
        let is_good = !diagnostics.iter().any(Diagnostic::is_error);
        Self {
            assembly: made.assembly.filter(|_| is_good).map(|lines| assembly(&lines)),
            interface: Interface {
                bindings: made.bindings,
                outputs: made.outputs,
            },
            numbers: made.numbers,
            included: made.pieces.into_iter().filter_map(|piece| piece.path).collect(),
            source,
            diagnostics,
        }
    }

    /// Returns the text of the assembly; `None` if there are errors.
    pub(crate) fn text(&self) -> Option<&str> {
        Some(self.assembly.as_ref()?.text())
    }

    /// Assembles the translation. Adds the assembler's diagnostics, with locations in the listing. Returns `None` if
    /// there are errors.
    pub(crate) fn assemble(&mut self, name: &str, number: usize, options: &AssemblyOptions) -> Option<Object> {
        let made = self.assembly.as_ref()?;
        made.assemble(name, &self.source, number, options, &mut self.diagnostics)
    }
}

/// Converts lines of the compiler, with their positions in the listing.
fn assembly(lines: &[Line]) -> GeneratedAssembly {
    let place = |line: &Line| Some(line.place?.line);
    GeneratedAssembly::new(lines.iter().map(|line| (line.text.as_str(), place(line))))
}
