//! A build as a value, and the one way from its inputs to its outputs.
//!
//! A [`Job`] describes a build: inputs of every kind, include paths, numbers, library paths, levels of diagnostics,
//! linking options, outputs. [`Job::read`] reads the inputs; then one of three methods runs the job in a [`Session`],
//! which collects the diagnostics:
//!
//! - [`Job::link`]: assembles sources, selects members of archives, links, checks what was linked, and writes a binary;
//! - [`Job::combine`]: assembles, selects, and makes one object;
//! - [`Job::assemble`]: makes the object of one source.
//!
//! [`Job::read_sources`] and [`Job::link_sources`] do the same for assembly alone.
//!
//! A [`Batch`] makes a binary of each source and each list of a job.
//!
//! If an input is a file of variations, [`Job::link`] links one shader for each of their combinations: [`variations`]
//! does this.
//!
//! ```
//! use pica200::build::MemoryFiles;
//! use pica200::job::{Job, JobInput};
//! use pica200::session::Session;
//!
//! let source = ".out position position\n.proc main\nmov position, v0\nend\n.end\n";
//! let files = MemoryFiles::new().with("copy.vsh", source);
//! let job = Job {
//!     inputs: vec![JobInput::File("copy.vsh".into())],
//!     ..Job::default()
//! };
//! let mut session = Session::new(&files);
//! let inputs = job.read(&mut session, &mut std::io::empty());
//! let linked = job.link(&inputs, &mut session);
//! assert!(linked.is_some_and(|linked| linked.bytes.starts_with(b"DVLB")));
//! ```

mod batch;
mod inputs;
pub mod keys;
pub mod map;
pub mod options;
mod parts;
mod product;
mod reports;
mod sources;
pub mod variations;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use pica200_asm::AssemblyOptions;
use pica200_bindings::Bound;
use pica200_diagnostics::{Code, Severity};
use pica200_link::{Compat, Item, LinkOptions, LinkOutput, Selection, select, start_at};
use pica200_objfmt::formats::object::Object;

pub use batch::{Batch, BatchBinary, BatchInput};
pub use parts::{Parts, named_files};
pub use product::{Destination, Product};
pub use reports::{Reports, Told};

use self::variations::LinkedVariations;
use crate::diagnostic::{Diagnostic, unwritable};
use crate::input::{InputFile, InputKind};
use crate::levels::Levels;
use crate::objects::Part;
use crate::progress::Progress;
use crate::remap::Remap;
use crate::session::Session;
use crate::translation::Translation;

/// A build: its inputs, options and outputs.
#[derive(Clone, Default, Debug)]
pub struct Job {
    /// The inputs, in the order of the shaders in the binary.
    pub inputs: Vec<JobInput>,
    /// The path of standard input: its name in diagnostics and outputs, and the folder of its includes.
    pub stdin_name: Option<PathBuf>,
    /// The folders with libraries.
    pub library_paths: Vec<PathBuf>,
    /// How to assemble sources: padding, pseudo-instructions, include paths, numbers. Its lints are not used: the
    /// levels choose them.
    pub assembling: AssemblyOptions,
    /// The names of numbers for the assembler that other jobs have, too: one that no input of this job takes may be for
    /// another. [`Reports::finish`] reports those that no job takes.
    pub shared_defines: BTreeSet<String>,
    /// How to translate inputs in other languages.
    pub translation: Translation,
    /// The levels of diagnostics.
    pub levels: Levels,
    /// The entry procedure of the only shader, in place of the one that its source names.
    pub entry: Option<String>,
    /// The options of the linker.
    pub linking: LinkOptions,
    /// The lints for the linked program.
    pub checks: Checks,
    /// Whether the variations of a file are divided among several binaries, as many as their limits need.
    pub split: bool,
    /// The rules for names of source files in the outputs.
    pub remap: Remap,
    /// The most threads for work that can be divided; `None` for as many as processors.
    pub threads: Option<NonZeroUsize>,
    /// What is told of the work on many inputs and frames.
    pub progress: Progress,
    /// The products with their destinations. The binary or object comes first.
    pub outputs: Vec<(Product, Destination)>,
}

/// The lints for a linked program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Checks {
    /// All lints, except for those that the levels allow.
    #[default]
    All,
    /// Only lints that the levels name, because running the shader shows its faults.
    Named,
}

/// An input of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobInput {
    /// A file: a source, an object, an archive, a list or a file of variations, as [`InputKind`] says. `-` is standard
    /// input.
    File(PathBuf),
    /// A source, whatever its name. `-` is standard input.
    Source(PathBuf),
    /// A file in memory, with its path in diagnostics.
    Memory(PathBuf, Vec<u8>),
    /// A library in the folders of [`Job::library_paths`]: the first of `libNAME.a`, `NAME.dvar` and `libNAME.dvar`, or
    /// for `:NAME` the file with this name.
    Library(OsString),
}

/// A linked shader binary.
#[derive(Clone, Debug)]
pub struct LinkedFile {
    /// The output of the linker.
    pub output: LinkOutput,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its variations, if it has several.
    pub variations: Option<LinkedVariations>,
    /// The further binaries, if the variations are divided among some; `None` if there is only one by design.
    pub rest: Option<Vec<LinkedFile>>,
}

impl LinkedFile {
    /// The binary for modules of other languages.
    pub fn bound(&self) -> Bound<'_> {
        Bound {
            shbin: &self.output.shbin,
            bytes: &self.bytes,
            entries: &self.output.entries,
        }
    }

    /// All binaries: this one, and those that further variations need.
    pub fn binaries(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.rest.iter().flatten())
    }
}

impl Job {
    /// The levels that the output implies, followed by those of the job.
    fn all_levels(&self) -> Levels {
        let mut levels = Levels::of_compat(self.linking.compat);
        levels.extend(&self.levels);
        levels
    }

    /// The options of the assembler.
    pub(crate) fn assembling(&self) -> AssemblyOptions {
        AssemblyOptions {
            lints: self.all_levels().lints(),
            lenient: self.assembling.lenient || self.linking.compat == Compat::Picasso,
            ..self.assembling.clone()
        }
    }

    /// Assembles, selects, links, checks and writes: all variations, if the inputs contain a file of them. `None` if
    /// there is any error; the session has all errors.
    pub fn link<'s>(&self, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<LinkedFile> {
        let is_of_variations = |file: &&InputFile| file.kind == InputKind::Variations;
        if let Some(file) = inputs.iter().find(is_of_variations) {
            return variations::link(self, file, inputs, session);
        }
        let items = self.items(inputs, session);
        self.link_items(items, session)
    }

    /// Selects, links, checks and writes inputs for the linker. `None` if there is any error; the session has all
    /// errors.
    fn link_items(&self, items: Vec<Item<'_>>, session: &mut Session<'_>) -> Option<LinkedFile> {
        if self.split {
            let message = "only variations can be divided among several binaries";
            let diagnostic = Diagnostic::of_no_file(Code::InvalidVariations, message);
            let help = "link a file of variations (`.variants.toml`), or leave out `split`";
            session.diagnostics.push(diagnostic.with_help(help));
        }
        let selection = self.select_items(items, session);
        let linked = selection.and_then(|selection| self.link_selected(&selection, session));
        self.finished(linked, session)
    }

    /// Assembles, selects, and makes one object with its bytes. `None` if there is any error; the session has all
    /// errors.
    pub fn combine<'s>(&self, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<(Object, Vec<u8>)> {
        let is_of_variations = |file: &&InputFile| file.kind == InputKind::Variations;
        if let Some(file) = inputs.iter().find(is_of_variations) {
            let message = format!("the variations of `{}` cannot be combined into one object", file.name);
            let diagnostic = Diagnostic::of_file(Code::InvalidVariations, &file.name, message);
            let help = "link them into a shader binary, or combine the sources for one of them";
            session.diagnostics.push(diagnostic.with_help(help));
            return None;
        }
        let selection = self.select(inputs, session);
        let combined = selection.and_then(|selection| {
            let combined = session.take(selection.combine())?;
            session.add(combined.warnings);
            Some(combined.object)
        });
        let written = combined.and_then(|object| self.write_object(object, session));
        self.finished(written, session)
    }

    /// Assembles a source to all of its objects. None if there is any error; the session has all errors.
    pub fn assemble<'s>(&self, input: &'s InputFile, session: &mut Session<'s>) -> Vec<Part> {
        session.parts(input, &self.assembling())
    }

    /// Translates an input in another language to assembly. `None` if there is any error; the session has all errors.
    pub fn translate<'s>(&self, input: &'s InputFile, session: &mut Session<'s>) -> Option<String> {
        let options = &self.translation.options;
        let made = session.translate(input, &self.assembling(), options);
        self.report_useless_defines([input], session);
        self.finished(made.map(|(text, _)| text), session)
    }

    /// The text of an input in another language after a stage of the compiler, which `pica200_compile::stages` names.
    /// `None` if there is any error; the session has all errors.
    pub fn compile_to<'s>(&self, stage: &str, input: &'s InputFile, session: &mut Session<'s>) -> Option<String> {
        let text = session.compile_to(stage, input, &self.assembling(), &self.translation.options);
        self.finished(text, session)
    }

    /// A source after includes, macros and conditionals. `None` if there is any error, which the session has then.
    pub fn preprocess<'s>(&self, input: &'s InputFile, session: &mut Session<'s>) -> Option<String> {
        session.preprocess(input, &self.assembling())
    }

    /// The bytes of an object, with the file names that follow from the rules of the job.
    pub fn write_object(&self, mut object: Object, session: &mut Session<'_>) -> Option<(Object, Vec<u8>)> {
        self.remap.object(&mut object);
        match object.write() {
            Ok(bytes) => Some((object, bytes)),
            Err(error) => {
                let diagnostic = unwritable(Code::UnwritableObject, self.output_name(), &error);
                session.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// The objects to link: those of all inputs, and the members of archives that they need.
    pub(crate) fn select<'s>(&self, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<Selection> {
        let items = self.items(inputs, session);
        self.select_items(items, session)
    }

    /// The objects to link, of the inputs for the linker.
    pub(crate) fn select_items(&self, mut items: Vec<Item<'_>>, session: &mut Session<'_>) -> Option<Selection> {
        if let Some(entry) = self.entry.as_deref().filter(|_| !session.has_errors())
            && let Err(error) = start_at(&mut items, entry)
        {
            session.add(vec![*error]);
        }
        if session.has_errors() {
            return None;
        }
        let mut selection = select(items);
        session.add(std::mem::take(&mut selection.diagnostics));
        (!session.has_errors()).then_some(selection)
    }

    /// The options of the linker, with those that the outputs imply.
    pub(crate) fn link_options(&self) -> LinkOptions {
        LinkOptions {
            map: self.linking.map || self.outputs.iter().any(|(product, _)| product.is_map()),
            ..self.linking
        }
    }

    /// The severity of a diagnostic of the checker; `None` if it is allowed.
    pub(crate) fn severity_of_check(&self, code: Code) -> Option<Severity> {
        match self.checks {
            Checks::All => self.levels.of_check(code, self.linking.compat),
            Checks::Named => self.levels.of_named(code),
        }
    }

    /// Links, checks and writes selected objects.
    pub(crate) fn link_selected(&self, selection: &Selection, session: &mut Session<'_>) -> Option<LinkedFile> {
        let mut output = session.take_linked(selection.link(&self.link_options()))?;
        session.check_by(&output, |code| self.severity_of_check(code));
        self.remap.output(&mut output);
        self.written(output, session)
    }

    /// The file of a link.
    pub(crate) fn written(&self, output: LinkOutput, session: &mut Session<'_>) -> Option<LinkedFile> {
        match output.shbin.write() {
            Ok(bytes) => Some(LinkedFile {
                output,
                bytes,
                variations: None,
                rest: None,
            }),
            Err(error) => {
                let diagnostic = unwritable(Code::UnwritableBinary, self.output_name(), &error);
                session.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// Gives all reports their levels. Returns `made`, unless there are errors.
    pub(crate) fn finished<T>(&self, made: Option<T>, session: &mut Session<'_>) -> Option<T> {
        self.apply_levels(session);
        made.filter(|_| !session.has_errors())
    }

    /// Gives the reports of a session the severities that the job says. The methods that make something do that, too.
    pub fn apply_levels(&self, session: &mut Session<'_>) {
        self.all_levels().apply(&mut session.diagnostics);
    }

    /// The destination of the binary or object; standard output without one.
    pub fn output(&self) -> &Destination {
        let first = self.outputs.first();
        first.map_or(&Destination::Stdout, |(_, output)| output)
    }

    /// The name of the first output in messages.
    fn output_name(&self) -> String {
        let first = self.outputs.first();
        first.map_or_else(|| "the output".to_owned(), |(_, output)| output.to_string())
    }
}
