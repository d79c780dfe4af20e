//! Build jobs: description and execution.
//!
//! A [`Job`] describes a build: inputs of every kind, include paths, defines, library paths, diagnostic levels, linker
//! options, outputs. [`Job::read`] reads the inputs. One of three methods then runs the job in a [`Session`], which
//! collects diagnostics:
//!
//! - [`Job::link`] assembles sources, selects archive members, links, checks the result and writes a binary;
//! - [`Job::combine`] assembles, selects members, and creates one object;
//! - [`Job::assemble`] creates the object of one source.
//!
//! [`Job::read_sources`] and [`Job::link_sources`] are the equivalents for assembly only.
//!
//! A [`Batch`] creates one binary for each source and each list of a job.
//!
//! If an input is a variant file, [`Job::link`] links one shader for each of its combinations, see [`variants`].
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
mod link_inputs;
pub mod map;
pub mod options;
mod output;
mod reports;
mod sources;
pub mod variants;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use pica200_asm::AssemblyOptions;
use pica200_bindings::ShaderBinary;
use pica200_diagnostics::{Code, Severity};
use pica200_link::{Compat, Item, LinkOptions, LinkOutput, Selection, override_entry, select};
use pica200_objfmt::formats::object::Object;

pub use batch::{Batch, BatchBinary, BatchInput};
pub use link_inputs::{LinkInputs, named_files};
pub use output::{Destination, OutputKind};
pub use reports::{KeyedSession, Reports};

use self::variants::LinkedVariants;
use crate::diagnostic::{Diagnostic, unwritable};
use crate::input::{InputFile, InputKind};
use crate::levels::Levels;
use crate::objects::SourceObject;
use crate::progress::Progress;
use crate::remap::Remap;
use crate::session::Session;
use crate::translation::Translation;

/// A build: its inputs, options and outputs.
#[derive(Clone, Default, Debug)]
pub struct Job {
    /// Inputs, in the order of the shaders in the binary.
    pub inputs: Vec<JobInput>,
    /// Path of standard input: its name in diagnostics and outputs, and the base of its includes.
    pub stdin_name: Option<PathBuf>,
    /// Library directories.
    pub library_paths: Vec<PathBuf>,
    /// Assembler options: padding, pseudo-instructions, include paths, defines. Its lints are ignored: they follow from
    /// the levels.
    pub assembling: AssemblyOptions,
    /// Names of defines shared with other jobs. One that is unused in this job may be used in another.
    /// [`Reports::finish`] reports those unused in all jobs.
    pub shared_defines: BTreeSet<String>,
    /// Options for translating inputs in other languages.
    pub translation: Translation,
    /// Diagnostic levels.
    pub levels: Levels,
    /// Entry procedure of the only shader; overrides the source.
    pub entry: Option<String>,
    /// Linker options.
    pub linking: LinkOptions,
    /// Lints for the linked program.
    pub checks: Checks,
    /// True to split variants into several binaries if they exceed the limits of one.
    pub split: bool,
    /// Rules for the names of source files in the outputs.
    pub remap: Remap,
    /// Maximum number of threads; `None` for the number of processors.
    pub threads: Option<NonZeroUsize>,
    /// Progress callback for work on many inputs and frames.
    pub progress: Progress,
    /// Outputs and their destinations. The binary or object comes first.
    pub outputs: Vec<(OutputKind, Destination)>,
}

/// The lints for a linked program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Checks {
    /// All lints, except those allowed by the levels.
    #[default]
    All,
    /// Only lints named in the levels, because the shader is run, which exposes the errors.
    Named,
}

/// An input of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobInput {
    /// A file: a source, an object, an archive, a list or a variant file, see [`InputKind`]. `-` is standard input.
    File(PathBuf),
    /// A source, whatever its name. `-` is standard input.
    Source(PathBuf),
    /// A file in memory, with its path in diagnostics.
    Memory(PathBuf, Vec<u8>),
    /// A library in the directories of [`Job::library_paths`]: the first of `libNAME.a`, `NAME.dvar` and
    /// `libNAME.dvar`; `:NAME` is the file of this name.
    Library(OsString),
}

/// A linked shader binary.
#[derive(Clone, Debug)]
pub struct LinkedFile {
    /// The output of the linker.
    pub output: LinkOutput,
    /// Contents of the file.
    pub bytes: Vec<u8>,
    /// Its variants, if it has several.
    pub variants: Option<LinkedVariants>,
    /// Further binaries of split variants; `None` if the job does not split them.
    pub rest: Option<Vec<LinkedFile>>,
}

impl LinkedFile {
    /// Returns the binary for the binding generators.
    pub fn shader_binary(&self) -> ShaderBinary<'_> {
        ShaderBinary {
            shbin: &self.output.shbin,
            bytes: &self.bytes,
            entries: &self.output.entries,
        }
    }

    /// Returns all binaries: this one, and the further ones of split variants.
    pub fn binaries(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.rest.iter().flatten())
    }
}

impl Job {
    /// Returns the levels implied by the output, followed by the levels of the job.
    fn all_levels(&self) -> Levels {
        let mut levels = Levels::for_compat(self.linking.compat);
        levels.extend(&self.levels);
        levels
    }

    /// Returns the assembler options.
    pub(crate) fn assembling(&self) -> AssemblyOptions {
        AssemblyOptions {
            lints: self.all_levels().lints(),
            lenient: self.assembling.lenient || self.linking.compat == Compat::Picasso,
            ..self.assembling.clone()
        }
    }

    /// Assembles, selects, links, checks and writes. With a variant file among the inputs, links all variants. Returns
    /// `None` if there are errors, which are in the session.
    pub fn link<'s>(&self, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<LinkedFile> {
        let is_variant_file = |file: &&InputFile| file.kind == InputKind::VariantFile;
        if let Some(file) = inputs.iter().find(is_variant_file) {
            return variants::link(self, file, inputs, session);
        }
        let items = self.items(inputs, session);
        self.link_items(items, session)
    }

    /// Selects, links, checks and writes linker inputs. Returns `None` if there are errors, which are in the session.
    fn link_items(&self, items: Vec<Item<'_>>, session: &mut Session<'_>) -> Option<LinkedFile> {
        if self.split {
            let message = "only variations can be split into several binaries";
            let diagnostic = Diagnostic::without_file(Code::InvalidVariations, message);
            let help = "link a variant file (`.variants.toml`), or remove `split`";
            session.diagnostics.push(diagnostic.with_help(help));
        }
        let selection = self.select_items(items, session);
        let linked = selection.and_then(|selection| self.link_selected(&selection, session));
        self.finish(linked, session)
    }

    /// Assembles, selects, and creates one object with its bytes. Returns `None` if there are errors, which are in the
    /// session.
    pub fn combine<'s>(&self, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<(Object, Vec<u8>)> {
        let is_variant_file = |file: &&InputFile| file.kind == InputKind::VariantFile;
        if let Some(file) = inputs.iter().find(is_variant_file) {
            let message = format!("the variations of `{}` cannot be combined into one object", file.name);
            let diagnostic = Diagnostic::for_file(Code::InvalidVariations, &file.name, message);
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
        let serialize = combined.and_then(|object| self.write_object(object, session));
        self.finish(serialize, session)
    }

    /// Assembles a source to all of its objects. Returns none if there are errors, which are in the session.
    pub fn assemble<'s>(&self, input: &'s InputFile, session: &mut Session<'s>) -> Vec<SourceObject> {
        session.parts(input, &self.assembling())
    }

    /// Translates an input in another language to assembly. Returns `None` if there are errors, which are in the
    /// session.
    pub fn translate<'s>(&self, input: &'s InputFile, session: &mut Session<'s>) -> Option<String> {
        let options = &self.translation.options;
        let made = session.translate(input, &self.assembling(), options);
        self.report_useless_defines([input], session);
        self.finish(made.map(|(text, _)| text), session)
    }

    /// Returns the text of an input in another language after a stage of the compiler, see `pica200_compile::stages`.
    /// Returns `None` if there are errors, which are in the session.
    pub fn compile_to<'s>(&self, stage: &str, input: &'s InputFile, session: &mut Session<'s>) -> Option<String> {
        let text = session.compile_to(stage, input, &self.assembling(), &self.translation.options);
        self.finish(text, session)
    }

    /// Returns a source after includes, macros and conditionals, or `None` if there are errors, which are in the
    /// session.
    pub fn preprocess<'s>(&self, input: &'s InputFile, session: &mut Session<'s>) -> Option<String> {
        session.preprocess(input, &self.assembling())
    }

    /// Serializes an object, with file names remapped by the job's rules.
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

    /// Returns the objects to link: the objects of all inputs, and the archive members they need.
    pub(crate) fn select<'s>(&self, inputs: &'s [InputFile], session: &mut Session<'s>) -> Option<Selection> {
        let items = self.items(inputs, session);
        self.select_items(items, session)
    }

    /// Returns the objects to link for linker inputs.
    pub(crate) fn select_items(&self, mut items: Vec<Item<'_>>, session: &mut Session<'_>) -> Option<Selection> {
        if let Some(entry) = self.entry.as_deref().filter(|_| !session.has_errors())
            && let Err(error) = override_entry(&mut items, entry)
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

    /// Returns the linker options, with the options implied by the outputs.
    pub(crate) fn link_options(&self) -> LinkOptions {
        LinkOptions {
            map: self.linking.map || self.outputs.iter().any(|(product, _)| product.is_map()),
            ..self.linking
        }
    }

    /// Returns the severity of a diagnostic of the checker; `None` if it is allowed.
    pub(crate) fn severity_of_check(&self, code: Code) -> Option<Severity> {
        match self.checks {
            Checks::All => self.levels.check_severity(code, self.linking.compat),
            Checks::Named => self.levels.named_severity(code),
        }
    }

    /// Links, checks and writes selected objects.
    pub(crate) fn link_selected(&self, selection: &Selection, session: &mut Session<'_>) -> Option<LinkedFile> {
        let mut output = session.take_linked(selection.link(&self.link_options()))?;
        session.check_by(&output, |code| self.severity_of_check(code));
        self.remap.output(&mut output);
        self.serialize(output, session)
    }

    /// Serializes a linked program.
    pub(crate) fn serialize(&self, output: LinkOutput, session: &mut Session<'_>) -> Option<LinkedFile> {
        match output.shbin.write() {
            Ok(bytes) => Some(LinkedFile {
                output,
                bytes,
                variants: None,
                rest: None,
            }),
            Err(error) => {
                let diagnostic = unwritable(Code::UnwritableBinary, self.output_name(), &error);
                session.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// Applies the levels to all diagnostics. Returns `made`, unless there are errors.
    pub(crate) fn finish<T>(&self, made: Option<T>, session: &mut Session<'_>) -> Option<T> {
        self.apply_levels(session);
        made.filter(|_| !session.has_errors())
    }

    /// Applies the job's levels to the diagnostics of a session. The build methods do this automatically.
    pub fn apply_levels(&self, session: &mut Session<'_>) {
        self.all_levels().apply(&mut session.diagnostics);
    }

    /// Returns the destination of the binary or object (default: standard output).
    pub fn output(&self) -> &Destination {
        let first = self.outputs.first();
        first.map_or(&Destination::Stdout, |(_, output)| output)
    }

    /// Returns the name of the first output in messages.
    fn output_name(&self) -> String {
        let first = self.outputs.first();
        first.map_or_else(|| "the output".to_owned(), |(_, output)| output.to_string())
    }
}
