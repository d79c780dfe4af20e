//! Batch builds: one binary for each source and each list.
//!
//! Objects, archives, libraries and sources with `.nodvle` do not become binaries. They are read and assembled once and
//! linked into every binary, at their positions among the inputs.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use pica200_asm::analysis::Analysis;
use pica200_asm::{AssemblyOptions, Files, Lookup};
use pica200_link::Item;

use super::{Destination, Job, JobInput, KeyedSession, LinkedFile, OutputKind, Reports, variants};
use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind, is_variant_file};
use crate::parallel;
use crate::session::Session;

/// An input of a batch and the files it depends on.
#[derive(Debug)]
pub struct BatchInput {
    input: JobInput,
    /// The file and its dependencies: referenced files, and the libraries of a variant file.
    files: Vec<InputFile>,
    /// Index of the file itself; `None` if it cannot be read.
    own: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    included: Vec<PathBuf>,
}

/// The assembled inputs of a batch.
#[derive(Debug)]
pub struct Batch<'s> {
    /// The job of a binary, without inputs and outputs.
    job: Job,
    /// Inputs that become a binary each, with their positions among all inputs.
    binaries: Vec<(usize, AssembledInput<'s>)>,
    /// Inputs linked into every binary, with their positions.
    shared: Vec<(usize, AssembledInput<'s>)>,
}

/// An assembled input.
#[derive(Debug)]
struct AssembledInput<'s> {
    input: &'s BatchInput,
    session: Session<'s>,
    /// Inputs for the linker.
    items: Vec<Item<'s>>,
    /// Files read, in order.
    read: Vec<PathBuf>,
}

/// A binary of a batch.
#[derive(Debug)]
pub struct BatchBinary {
    /// The job that links this binary alone.
    pub job: Job,
    /// The binary; `None` if there are errors.
    pub linked: Option<LinkedFile>,
    /// Files it was built from: the files of its input, then the shared ones.
    pub read: Vec<PathBuf>,
}

impl BatchInput {
    /// Reads the inputs of a job, and the files that its lists and variant files refer to. Standard input is empty.
    pub fn read(job: &Job, files: &dyn Files) -> Vec<Self> {
        parallel::map(job.threads, 0..job.inputs.len(), |number| {
            Self::read_one(job, number, files)
        })
        .into_iter()
        .flatten()
        .collect()
    }

    fn read_one(job: &Job, number: usize, files: &dyn Files) -> Option<Self> {
        let input = job.inputs.get(number)?;
        let has_variants = is_variant_input(input);
        let mut session = Session::new(files);
        let (mut all, mut own) = (Vec::new(), None);
        let places = if has_variants {
            0..job.inputs.len()
        } else {
            number..number + 1
        };
        for (place, one) in places.clone().zip(job.inputs.get(places)?) {
            if place != number && !matches!(one, JobInput::Library(_)) {
                continue;
            }
            let before = all.len();
            job.read_one(one, &mut session, &mut std::io::empty(), &mut all);
            if place == number && all.len() > before {
                own = all.len().checked_sub(1);
            }
        }
        Some(Self {
            input: input.clone(),
            files: all,
            own,
            diagnostics: session.diagnostics.into_vec(),
            included: session.included,
        })
    }

    /// Returns the path for messages. For libraries, that is the path at which they were found.
    pub fn path(&self) -> &Path {
        match (&self.input, self.file()) {
            (JobInput::File(path) | JobInput::Source(path) | JobInput::Memory(path, _), _) => path,
            (JobInput::Library(name), None) => Path::new(name),
            (JobInput::Library(name), Some(file)) => file.path.as_deref().unwrap_or(name.as_ref()),
        }
    }

    /// Returns the file itself.
    fn file(&self) -> Option<&InputFile> {
        self.files.get(self.own?)
    }

    /// Returns the kind, by name if the file cannot be read.
    fn kind(&self) -> InputKind {
        let by_name = || InputFile::new(self.path().to_owned(), Vec::new()).kind;
        self.file().map_or_else(by_name, |file| file.kind)
    }
}

/// Returns true if an input is a variant file.
fn is_variant_input(input: &JobInput) -> bool {
    matches!(input, JobInput::File(path) if is_variant_file(path))
}

impl<'s> AssembledInput<'s> {
    /// Assembles an input. Variant files are assembled when they are linked.
    fn assemble(job: &Job, options: &AssemblyOptions, input: &'s BatchInput, files: &'s dyn Files) -> Self {
        let mut session = Session::new(files);
        session.diagnostics.extend(input.diagnostics.iter().cloned());
        let mut items = Vec::new();
        if !is_variant_input(&input.input) {
            let of = |file| job.linker_items(file, options, &mut session);
            items.extend(input.files.iter().flat_map(of));
        }
        let paths = input.files.iter().filter_map(|file| file.path.as_ref());
        let mut read: Vec<_> = paths.chain(&input.included).cloned().collect();
        read.append(&mut session.included);
        Self {
            input,
            session,
            items,
            read,
        }
    }

    /// Returns true if the input is linked into every binary. That includes a source with errors that has `.nodvle`.
    fn joins_every_link(&self, options: &AssemblyOptions) -> bool {
        if matches!(self.input.input, JobInput::Library(_)) {
            return true;
        }
        match (self.input.kind(), self.items.as_slice()) {
            (InputKind::Archive | InputKind::Object, _) => true,
            (InputKind::Source, [Item::Object(one)]) => one.object.library,
            (InputKind::Source, _) => self.input.file().is_some_and(|file| {
                let lookup = Lookup {
                    files: self.session.files,
                    directory: &file.dir,
                };
                Analysis::new(&file.recorded_name, &file.bytes, options, &lookup).is_library()
            }),
            _ => false,
        }
    }
}

impl<'s> Batch<'s> {
    /// Assembles the inputs of a job.
    pub fn assemble(job: &'s Job, inputs: &'s [BatchInput], files: &'s dyn Files) -> Self {
        let options = job.assembling();
        let counter = job.progress.begin("sources", inputs.len());
        let parts = parallel::map(job.threads, inputs, |input| {
            let part = AssembledInput::assemble(job, &options, input, files);
            counter.step();
            (part.joins_every_link(&options), part)
        });
        let (mut binaries, mut shared) = (Vec::new(), Vec::new());
        for (place, (is_shared, mut part)) in parts.into_iter().enumerate() {
            if is_shared {
                job.apply_levels(&mut part.session);
                shared.push((place, part));
            } else {
                binaries.push((place, part));
            }
        }
        let mut job = Job {
            inputs: Vec::new(),
            outputs: Vec::new(),
            ..job.clone()
        };
        job.share_defines();
        Self { job, binaries, shared }
    }

    /// Returns the paths of the inputs that become a binary each.
    pub fn binaries(&self) -> impl Iterator<Item = &'s Path> {
        self.binaries.iter().map(|(_, part)| part.input.path())
    }

    /// Returns true if a shared input has errors.
    fn has_errors(&self) -> bool {
        self.shared.iter().any(|(_, part)| part.session.has_errors())
    }

    /// Links the binaries. `destination` returns the output file for an input; `made` is called with each linked
    /// binary, possibly from several threads. Diagnostics go to the session in input order. If a shared input has
    /// errors, nothing is linked. If there are errors common to all binaries, the result is empty.
    pub fn link<R: Send>(
        mut self,
        session: &mut Session<'s>,
        destination: impl Fn(&Path) -> Destination + Sync,
        made: impl Fn(BatchBinary) -> R + Sync,
    ) -> Vec<R> {
        let binaries = std::mem::take(&mut self.binaries);
        let inputs: Vec<_> = binaries.iter().chain(&self.shared).collect();
        let files: Vec<_> = inputs.iter().flat_map(|(_, one)| &one.input.files).collect();
        let threads = self.job.threads;
        if binaries.len() > 1 {
            // Each link runs on one thread.
            self.job.threads = Some(NonZeroUsize::MIN);
        }
        let progress = self.job.progress.clone();
        let counter = progress.begin("binaries", binaries.len());
        let linked = parallel::map(threads, binaries, |(place, part)| {
            let destination = destination(part.input.path());
            let (session, binary) = self.link_one(place, part, destination);
            let done = ((place, KeyedSession::from(session)), made(binary));
            counter.step();
            done
        });
        let (mut sessions, results): (Vec<_>, Vec<_>) = linked.into_iter().unzip();
        let shared = self.shared.into_iter();
        sessions.extend(shared.map(|(place, part)| (place, part.session.into())));
        sessions.sort_by_key(|(place, _)| *place);
        let mut diagnostics = Reports::default();
        for (_, own) in sessions {
            diagnostics.add(own, session);
        }
        if diagnostics.finish(&self.job, files, session) {
            results
        } else {
            Vec::new()
        }
    }

    /// Links the binary of the input at a position.
    fn link_one(&self, place: usize, part: AssembledInput<'s>, destination: Destination) -> (Session<'s>, BatchBinary) {
        let AssembledInput {
            input,
            mut session,
            items: own,
            mut read,
        } = part;
        let (mut inputs, mut items) = (Vec::new(), Vec::new());
        let (before, after): (Vec<_>, Vec<_>) = self.shared.iter().partition(|(n, _)| *n < place);
        let mut join = |shared: &[&(usize, AssembledInput<'s>)], items: &mut Vec<_>| {
            for (_, shared) in shared {
                inputs.push(shared.input.input.clone());
                items.extend(shared.items.iter().cloned());
            }
        };
        join(&before, &mut items);
        items.extend(own);
        join(&after, &mut items);
        inputs.insert(before.len(), input.input.clone());
        let job = Job {
            inputs,
            outputs: vec![(OutputKind::Binary, destination)],
            ..self.job.clone()
        };
        for (_, shared) in &self.shared {
            session.sources.extend(shared.session.sources.iter().cloned());
            read.extend(shared.read.iter().cloned());
        }
        let linked = match input.file() {
            _ if self.has_errors() => job.finish(None, &mut session),
            Some(file) if file.kind == InputKind::VariantFile => variants::link(&job, file, &input.files, &mut session),
            _ => job.link_items(items, &mut session),
        };
        read.append(&mut session.included);
        // Shared sources are copies.
        session.drop_unused_sources();
        (session, BatchBinary { job, linked, read })
    }
}
